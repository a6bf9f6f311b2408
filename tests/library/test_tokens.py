"""Rulers and the token index: exact on every script, by comparison with plain tiktoken."""

import socket
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import tiktoken
from hypothesis import example, given, settings
from hypothesis import strategies as st

from chunklib.token_index import TokenIndex
from chunklib.tokens import ruler
from tests import oracle
from tests.each import each
from tests.hostile import RULERS, SCRIPTS, texts, utf8_bytes
from tests.promises import refused

ENCODINGS = ("cl100k_base", "o200k_base")
EXAMPLES = settings().max_examples
every_encoding = pytest.mark.parametrize("encoding", ENCODINGS)

# Longer texts, so that there are seams, and so that the places where the encodings' patterns differ meet every script.
SAMPLES = {
    **{script: "".join(pieces) * 3 for script, pieces in SCRIPTS.items()},
    "prose": "It's 3.14 o'clock, they'LL say; \"we've\" 1,234,567 reasons!!  (See  §4.)\n\n\tNext. " * 3,
    "code": "def f(x):\n    return x[1:]  # half-open\n\n\nclass A: pass\r\n" * 3,
    "CJK punctuation": "你好，世界。「好」！（一）、【二】かな。カナ、アヺ。ゖ！龥？龦、ー。々、〆。ｱ、" * 2,
    "punctuation behind signs": "你,。 、a、。。、1、\n、 、\u3000、\u0301、ก、한、é、" * 2,
    "camel case": "aBcDEf ABCdef ÀéÎô ǅx ʰa 'S 'll don'T x'REy " * 3,
    "signs and slashes": "a//b /// //\n// /\n/ ...\n\n!!\r\n?/ #\t/\n" * 3,
    "spaces behind everything": "".join(
        f"{mark} x" for mark in "a1.汉、ก\u0301\u200d\ufeff\x00\x1c\u180e\u200b\x85\u00a0\u2028é"
    ),
    "spaces before everything": "".join(
        f"x {mark}" for mark in "a1.汉、ก\u0301\u200d\ufeff\x00\x1c\u180e\u200b\x85\u00a0\u2028é"
    ),
    "wide gaps": "a" + " " * 129 + "b" + " " * 300 + "\n" * 90 + " c" + "\t" * 130 + "d e f",
}


@every_encoding
@each("sample", SAMPLES)
def test_every_span_of_every_script_measures_what_tiktoken_measures(encoding: str, sample: str) -> None:
    text = SAMPLES[sample]
    index = ruler(encoding).index(text)
    step = max(1, len(text) // 60)
    for start in range(0, len(text) + 1, step):
        for end in range(start, len(text) + 1, max(1, step - 1)):
            assert index.size(start, end) == oracle.tokens(encoding, text[start:end]), (start, end)


@every_encoding
@given(text=texts(), data=st.data())
@settings(max_examples=EXAMPLES * 3)
def test_any_span_measures_what_tiktoken_measures(encoding: str, text: str, data: st.DataObject) -> None:
    index = ruler(encoding).index(text)
    places = st.integers(0, len(text))
    for _ in range(8):
        start, end = sorted((data.draw(places), data.draw(places)))
        assert index.size(start, end) == oracle.tokens(encoding, text[start:end]), (start, end)


@every_encoding
def test_two_surrogates_that_make_a_character_are_measured_as_tiktoken_does(encoding: str) -> None:
    text = "a \ud83e\uddff \ud800 b \ud83d\ude00"
    index = ruler(encoding).index(text)
    for start in range(len(text)):
        for end in range(start, len(text) + 1):
            part = text[start:end]
            assert index.size(start, end) == ruler(encoding)(part) == oracle.tokens(encoding, part)


@every_encoding
@given(text=texts())
@example(text="a" + " " * 129 + "b c d")
@example(text=" " * 400 + "b c d")
@settings(max_examples=EXAMPLES)
def test_boundaries_are_where_tokens_start(encoding: str, text: str) -> None:
    index = TokenIndex(text, tiktoken.get_encoding(encoding))
    expected = sorted(oracle.token_starts(text, encoding)) if text else []
    assert list(index.boundaries) == expected


@given(text=texts(15), name=st.sampled_from(RULERS), data=st.data())
@settings(max_examples=EXAMPLES)
def test_a_reach_is_rather_too_far_than_short(text: str, name: str | Callable[[str], int], data: st.DataObject) -> None:
    """The packer relies on this: no span that fits ends later than the index says can be reached."""
    index, length = ruler(name).index(text), oracle.measure(name)
    place = data.draw(st.integers(0, len(text)))
    amount = data.draw(st.integers(0, 40))
    furthest = max(end for end in range(place, len(text) + 1) if length(text[place:end]) <= amount)
    earliest = min(start for start in range(place + 1) if length(text[start:place]) <= amount)
    assert furthest <= index.reach(place, amount) <= len(text)
    assert 0 <= index.back(place, amount) <= earliest


@given(text=texts(), name=st.sampled_from(RULERS))
@settings(max_examples=EXAMPLES)
def test_every_ruler_measures_what_its_name_says(text: str, name: str | Callable[[str], int]) -> None:
    measured = ruler(name)(text)
    assert type(measured) is int
    assert measured == oracle.measure(name)(text)


@each("special", sorted(tiktoken.get_encoding("cl100k_base").special_tokens_set))
@every_encoding
def test_special_token_text_is_plain_text(encoding: str, special: str) -> None:
    count = len(tiktoken.get_encoding(encoding).encode(special, disallowed_special=()))
    assert ruler(encoding)(special) == count > 1


@each(
    ("spec", "name"),
    [
        ("cl100k_base", "cl100k_base"),
        ("o200k_base", "o200k_base"),
        ("gpt-4", "cl100k_base"),
        ("text-embedding-3-small", "cl100k_base"),
        ("gpt-4o", "o200k_base"),
        ("characters", "characters"),
        ("words", "words"),
        ("estimate", "estimate"),
        (utf8_bytes, "utf8_bytes"),
        (tiktoken.get_encoding("o200k_base"), "o200k_base"),
    ],
)
def test_a_ruler_tells_its_name(spec: Any, name: str) -> None:
    found = ruler(spec)
    assert found.name == name
    assert ruler(found) is found


def test_an_encoding_of_which_nothing_is_known_is_measured_as_well() -> None:
    """One token a byte: no character of two bytes is a token, and no place is known that pieces never cross."""
    plain = tiktoken.Encoding(
        "bytes",
        pat_str=r"(?s).+",
        mergeable_ranks={bytes([value]): value for value in range(256)},
        special_tokens={},
    )
    text = "naïve 汉字 👩‍🔧 " * 5
    index = TokenIndex(text, plain)
    assert list(index.boundaries) == list(range(1, len(text) + 1))
    for start in range(len(text)):
        assert index.size(start, len(text)) == utf8_bytes(text[start:])


@pytest.fixture
def no_network(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    asked: list[str] = []

    def refuse(*arguments: object, **options: object) -> None:
        asked.append(repr(arguments))
        raise AssertionError(f"the network was asked: {arguments}")

    for name in ("socket", "create_connection", "getaddrinfo"):
        monkeypatch.setattr(socket, name, refuse)
    return asked


@each(
    ("name", "why"),
    [
        *((name, "whose vocabulary is not on board") for name in ("gpt2", "p50k_base", "text-davinci-003")),
        *((name, "is unknown") for name in ("", "GPT-4", "cl100k", "char acters\n")),
    ],
)
def test_a_vocabulary_that_is_not_on_board_is_not_fetched(name: str, why: str, no_network: list[str]) -> None:
    refused(lambda: ruler(name), ValueError, f"ruler {name!r} ", why, "characters, words, estimate, cl100k_base")
    assert no_network == []


@each("spec", [None, 5, b"words", ["words"]])
def test_what_is_no_ruler_is_refused(spec: Any) -> None:
    refused(lambda: ruler(spec), TypeError, "a ruler is a name, a tokenizer or a callable", repr(spec))


@each("answer", [1.0, -1, None, "1", True])
def test_a_callable_must_return_a_size(answer: Any) -> None:
    rule = "a ruler must return a whole number >= 0: <lambda> returned"
    refused(lambda: ruler(lambda _: answer)("text"), ValueError, rule, repr(answer))


@each(
    ("answer", "told"),
    [
        ([101] * 90, "list; if these are tokens, return their number: lambda text: len(encode(text))"),
        (np.arange(90), "ndarray; if these are tokens, return their number: lambda text: len(encode(text))"),
        ({"input_ids": [1]}, "dict; if these are tokens, return their number: lambda text: len(encode(text)["),
    ],
)
def test_a_callable_that_returns_tokens_is_told_to_count_them(answer: Any, told: str) -> None:
    refused(lambda: ruler(lambda _: answer)("text"), ValueError, f"<lambda> returned {told}")


def test_a_callable_may_return_an_integer_of_numpy() -> None:
    measured = ruler(lambda text: np.int64(len(text)))("four")  # type: ignore[arg-type, return-value]
    assert measured == 4
    assert type(measured) is int
