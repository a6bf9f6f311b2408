"""Question 2, how much fits: natural boundaries, white space, and work in proportion to the text."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from types import FrameType
from typing import Any

import pytest
import tiktoken
from hypothesis import example, given, settings
from hypothesis import strategies as st

from chunklib import STRATEGIES, TEXT_STRATEGIES
from chunklib.cuts.separators import Separator
from chunklib.data import load
from tests import oracle
from tests.each import each
from tests.hostile import Case, cases

EXAMPLES = settings().max_examples

WORD = st.sampled_from(["a", "to", "word", "naïve", "indivisible", "42", "long-ish", "it's", "3.5", "汉字"])
SENTENCE = st.builds(
    lambda words, end: " ".join(words) + end, st.lists(WORD, min_size=1, max_size=8), st.sampled_from(".!?")
)
LINE = st.lists(SENTENCE, min_size=1, max_size=4).map(" ".join)
PARAGRAPH = st.tuples(st.lists(LINE, min_size=1, max_size=3), st.sampled_from(["\n", "\r\n"])).map(
    lambda drawn: drawn[1].join(drawn[0])
)
GAPS = {
    "paragraph": ("\n\n", "\r\n\r\n", "\n \n\n"),
    "line": ("\n", "\r\n", "\u2028"),
    "sentence": (" ", "  "),
    "word": (" ",),
}
UNITS = {"paragraph": PARAGRAPH, "line": LINE, "sentence": SENTENCE, "word": WORD}


@pytest.mark.parametrize("unit", UNITS)
@settings(max_examples=EXAMPLES)
@given(data=st.data(), ruler=st.sampled_from(["cl100k_base", "o200k_base", "words", "characters"]))
def test_where_every_unit_fits_every_chunk_ends_at_the_end_of_one(unit: str, data: st.DataObject, ruler: str) -> None:
    """Paragraphs, lines, sentences, words: the strongest that fit are never broken, however much overlap is asked."""
    parts = data.draw(st.lists(UNITS[unit], min_size=1, max_size=12))
    gap = data.draw(st.sampled_from(GAPS[unit]))
    text, length = gap.join(parts), oracle.measure(ruler)
    least = max(length(part + gap) for part in parts)
    size = data.draw(st.integers(least, 2 * least + 9))
    overlap = data.draw(st.integers(0, size - 1))
    ends, at = set(), 0
    for part in parts:
        at = text.index(part, at) + len(part)
        ends.add(at)
    for chunk in STRATEGIES["recursive"](text, size, overlap, ruler=ruler):
        assert chunk.start_char + len(chunk.text.rstrip()) in ends


@each("name", ["handbook", "licence"])
def test_hardly_a_boundary_is_without_overlap(name: str) -> None:
    """Published recursive splitters share nothing at half of their boundaries."""
    chunks = STRATEGIES["recursive"](load(name), 64, 16)
    assert sum(chunk.overlap == 0 for chunk in chunks[1:]) <= len(chunks) / 10


@given(
    words=st.lists(st.text("ab", min_size=1, max_size=5), min_size=1, max_size=30),
    gap=st.sampled_from([" ", "\n ", " " * 9, "\n" * 99]),
    size=st.integers(6, 40),
    ruler=st.sampled_from(["characters", len]),
    separator=st.sampled_from([" ", re.compile(r"\s+")]),
)
@settings(max_examples=EXAMPLES)
def test_the_next_word_never_fits_without_the_white_space_after_it(
    words: list[str], gap: str, size: int, ruler: Any, separator: Separator
) -> None:
    text = gap.join(words)
    chunks = STRATEGIES["recursive"](text, size, 0, separators=(separator,), ruler=ruler)
    for chunk in chunks[:-1]:
        word = re.compile(r"\s*\S+").match(text, chunk.end_char)
        assert word
        assert word.end() - chunk.start_char > size


@settings(max_examples=EXAMPLES)
@given(strategy=st.sampled_from([*TEXT_STRATEGIES]), case=cases())
@example(strategy="recursive", case=Case("the \n\n “Yes.” the the the the Dr. ", 8, 0, "cl100k_base"))
def test_white_space_is_left_out_only_where_it_fits_nowhere(strategy: str, case: Any) -> None:
    try:
        chunks = STRATEGIES[strategy](case.text, case.size, case.overlap, ruler=case.ruler)
    except ValueError:
        return
    length = oracle.measure(case.ruler)
    for before, after in pairwise(chunks):
        if before.end_char < after.start_char:
            assert length(case.text[before.start_char : after.start_char]) > case.size
            assert length(case.text[before.end_char : after.end_char]) > case.size


@pytest.mark.parametrize("strategy", ["fixed_characters", "token_windows"])
@settings(max_examples=EXAMPLES)
@given(case=cases())
def test_no_chunk_could_have_been_joined_with_the_next(strategy: str, case: Any) -> None:
    """Without overlap, a window ends early only where the next one ends at a weaker kind of cut."""
    try:
        chunks = STRATEGIES[strategy](case.text, case.size, 0, ruler=case.ruler)
    except ValueError:
        assert oracle.too_big(case.text, case.size, case.ruler)
        return
    length, edges = oracle.measure(case.ruler), oracle.boundaries(case.text)
    named = strategy == "token_windows" and str(case.ruler).endswith("_base")
    strong = edges & oracle.token_starts(case.text, str(case.ruler)) if named else edges

    def weakness(offset: int) -> int:
        return 0 if offset in strong else 1 if offset in edges else 2

    for before, after in pairwise(chunks):
        if weakness(after.end_char) <= weakness(before.end_char):
            assert length(case.text[before.start_char : after.end_char]) > case.size


# ------------------------------------------------------------------ work


class CountingEncoding(tiktoken.Encoding):
    """cl100k_base, counting the characters that it is given."""

    given = 0

    def encode_ordinary(self, text: str) -> list[int]:
        self.given += len(text)
        return super().encode_ordinary(text)

    def encode(self, text: str, **options: Any) -> list[int]:
        self.given += len(text)
        return super().encode(text, **options)

    def encode_to_numpy(self, text: str, **options: Any) -> Any:
        self.given += len(text)
        return super().encode_to_numpy(text, **options)


@pytest.fixture(scope="module")
def counting() -> CountingEncoding:
    plain = tiktoken.get_encoding("cl100k_base")
    return CountingEncoding(
        "cl100k_base",
        pat_str=plain._pat_str,
        mergeable_ranks=plain._mergeable_ranks,
        special_tokens=plain._special_tokens,
    )


@contextmanager
def steps() -> Iterator[list[int]]:
    """Count the lines of Python that run inside, loops on one line included."""
    count = [0]

    def trace(frame: FrameType, event: str, argument: object) -> Any:
        if event == "line":
            count[0] += 1
        return trace

    outer = sys.gettrace()
    sys.settrace(trace)
    try:
        yield count
    finally:
        sys.settrace(outer)


def repeated(piece: str) -> Callable[[int], str]:
    return lambda length: (piece * (length // len(piece) + 1))[:length]


LONG: dict[str, Callable[[int], str]] = {
    "one letter": repeated("a"),
    "spaces, then a letter": lambda length: " " * length + "x",
    "a gap between two letters": lambda length: "x" + " " * length + "x",
    "lines between two letters": lambda length: "x" + "\n" * length + "x",
    "one ideograph": repeated("汉"),
    "Chinese": repeated("汉字没有空格，句子用句号结束。"),
    "emoji with joiners": repeated("👩‍🔧"),
    "flags": repeated("🇳🇴"),
    "prose": repeated("The quick brown fox jumps over the lazy dog. It was 3.5 km away.\nThen it rained.\n\n"),
    "the paragraph break is far": lambda length: repeated("word ")(length) + "\n\nlast",
    "a Zalgo letter": lambda length: "e" + "\u0301" * length,
    "Korean": repeated("한국어 텍스트, 그리고 더. "),
    "Korean letters": lambda length: "ᄒ" * (length // 2) + "ᆫ" * (length // 2),
    "white space of many kinds": repeated("x \t\u00a0\n\u3000"),
    "wide gaps": repeated("x" + " " * 200 + "\t" * 50),
    "full stops": repeated("."),
    "brackets": lambda length: "." + ")" * length,
    "blank lines": repeated("\n \n"),
    "marks that begin a cluster": lambda length: "\u0600" * length + "x",
    "joiners": repeated("\u200d"),
}


FOR_OVERLAP = [
    *("one letter", "one ideograph", "emoji with joiners", "a Zalgo letter", "a gap between two letters", "wide gaps"),
    *("prose", "Chinese", "the paragraph break is far", "full stops", "brackets", "Korean letters"),
]
"""Runs, clusters, gaps and sentences, for what a kind of overlap adds to the work of the packer."""


def enough(kind: str) -> int:
    """Characters that give fifty chunks, so that what happens once does not show; 12,000 at most."""
    length = 1_500
    while length < 12_000 and oracle.tokens("cl100k_base", LONG[kind](length)) < 1_000:
        length *= 2
    return length


GROWING = [
    pytest.param(strategy, kind, id=f"{strategy}-{kind}")
    for kind in LONG
    for strategy in (TEXT_STRATEGIES if kind == "prose" else ["recursive"])
]
"""Every strategy with prose, and one that cuts everywhere with each kind of text: all pack alike."""


@pytest.mark.parametrize(("strategy", "kind"), GROWING)
def test_twice_the_text_is_at_most_2_3_times_the_work(strategy: str, kind: str, counting: CountingEncoding) -> None:
    """Work is counted: lines of Python that run, and characters given to the tokenizer."""

    def work(length: int) -> tuple[int, int]:
        text, counting.given = LONG[kind](length), 0
        with steps() as count:
            STRATEGIES[strategy](text, 20, 5, ruler=counting)
        return count[0], counting.given

    work(10)  # tables and patterns are made once
    length = enough(kind)
    once, twice = work(length), work(2 * length)
    assert twice[0] <= 2.3 * once[0] + 200
    assert twice[1] <= 2.3 * once[1] + 200
    assert once[1] >= length  # it was counted


@each("kind", LONG)
def test_a_callable_is_asked_in_proportion_to_the_text(kind: str) -> None:
    def work(length: int) -> int:
        seen = 0

        def count(part: str) -> int:
            nonlocal seen
            seen += len(part)
            return (len(part) + 1) // 2

        STRATEGIES["recursive"](LONG[kind](length), 20, 5, ruler=count)
        return seen

    assert work(4_000) <= 2.3 * work(2_000) + 200
