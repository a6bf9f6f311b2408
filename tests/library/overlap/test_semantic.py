"""An overlap by meaning: whole sentences from the end of a chunk, as long as they stay similar to that chunk."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from chunklib import STRATEGIES, TEXT_STRATEGIES
from chunklib.chunk import Chunk
from chunklib.embed import hashing
from chunklib.overlap import Semantic
from tests import oracle
from tests.each import each
from tests.hostile import Case, cases
from tests.library.overlap.test_overlap import Brute
from tests.library.test_pack import FOR_OVERLAP, LONG, enough, steps
from tests.promises import assert_kept, refused

EXAMPLES = settings().max_examples
every_strategy = pytest.mark.parametrize("strategy", TEXT_STRATEGIES)

FISH, TAX, BOTH = "Fish swim in cold water. ", "Tax is due in March. ", "Fish pay no tax. "
DIRECTIONS = {"Fish swim": (1.0, 0.0), "Tax is": (0.0, 1.0), "Fish pay": (1.0, 1.0), "Not fish": (-1.0, 0.0)}


def embed(texts: list[str]) -> list[tuple[float, float]]:
    """Two subjects, two directions; anything else has none."""
    return [next((at for begin, at in DIRECTIONS.items() if text.startswith(begin)), (0.0, 0.0)) for text in texts]


def split(text: str, size: int, threshold: float, maximum: int, embed: Any = embed) -> list[Chunk]:
    return STRATEGIES["sentences"](text, size, Semantic(threshold, maximum, embed), ruler="words")


# ------------------------------------------------------------------ by hand


def test_it_goes_back_while_the_sentences_are_similar_enough() -> None:
    """Two of tax and two of fish: going back, fish and fish are at 45 degrees to the whole chunk; with tax, nearer."""
    text = TAX * 2 + FISH * 2 + BOTH * 9
    chunks = split(text, 20, 0.7, 15)
    assert chunks[0].text == TAX * 2 + FISH * 2
    assert chunks[1].text.startswith(TAX + FISH * 2)
    assert chunks[1].metadata["overlap_asked"] == 15
    similarity = plain_cosine((2, 1), (2, 2))
    assert chunks[1].metadata["overlap_why"] == f"similarity {similarity:.2f}"


def test_it_ends_before_the_first_sentence_that_is_not_similar_enough() -> None:
    text = FISH * 3 + TAX + FISH + TAX * 9
    chunks = split(text, 25, 0.9, 20)
    assert chunks[0].text == FISH * 3 + TAX + FISH
    similarity = plain_cosine((1, 0), (4, 1))
    assert similarity >= 0.9
    assert plain_cosine((1, 1), (4, 1)) < 0.9
    assert chunks[1].start_char == chunks[0].end_char - len(FISH)
    assert chunks[1].metadata["overlap_asked"] == 5
    assert chunks[1].metadata["overlap_why"] == f"similarity {similarity:.2f}"


def test_nothing_is_repeated_where_the_last_sentence_is_unlike_the_chunk() -> None:
    text = FISH * 4 + TAX + FISH * 9
    chunks = split(text, 25, 0.7, 20)
    assert chunks[0].text == FISH * 4 + TAX
    assert (chunks[1].overlap, chunks[1].start_char) == (0, chunks[0].end_char)
    assert chunks[1].metadata["overlap_asked"] == 0
    assert chunks[1].metadata["overlap_why"] == "no sentence was similar enough and small enough"


@each(("maximum", "expected"), [(0, 0), (4, 0), (5, 1), (9, 1), (10, 2), (24, 4)])
def test_the_maximum_holds_in_whole_sentences(maximum: int, expected: int) -> None:
    chunks = split(FISH * 30, 25, 1.0, maximum)
    assert [chunk.overlap for chunk in chunks[1:-1]] == [5 * expected] * (len(chunks) - 2)
    assert {chunk.metadata["overlap_asked"] for chunk in chunks[1:]} == {5 * expected}


def test_sentences_that_are_the_same_are_similar_at_a_threshold_of_one() -> None:
    """Rounding must not make them unlike: three thirds, and vectors of any length."""
    for direction in [(1.0, 0.0), (0.3, 0.1), (1 / 3, 1 / 7, 1e-3), tuple(math.sin(at) for at in range(1, 257))]:
        chunks = split(FISH * 30, 25, 1.0, 20, lambda texts, row=direction: [row] * len(texts))
        assert [chunk.overlap for chunk in chunks[1:-1]] == [20] * (len(chunks) - 2), direction
        assert chunks[1].metadata["overlap_why"] == "similarity 1.00"


def test_at_minus_one_everything_is_similar_enough() -> None:
    text = (FISH + TAX) * 3 + "Not fish and not water. " + FISH * 9
    assert all(chunk.metadata["overlap_asked"] == 15 for chunk in split(text, 20, -1.0, 15)[1:])


def test_what_has_no_direction_is_similar_to_nothing() -> None:
    text = "Nobody knows what this is. " * 30
    assert {chunk.overlap for chunk in split(text, 20, 0.1, 15)} == {0}
    assert split(text, 20, 0.0, 15)[1].metadata["overlap_why"] == "similarity 0.00"
    assert split(text, 20, 0.0, 15)[1].overlap > 0


def test_a_threshold_is_reached_by_what_equals_it() -> None:
    """Fish after fish and tax: exactly 45 degrees."""
    text = TAX + FISH + BOTH * 9
    assert split(text, 10, math.cos(math.pi / 4), 5)[1].overlap == 5
    assert split(text, 10, math.cos(math.pi / 4) + 1e-4, 5)[1].overlap == 0


# ------------------------------------------------------------------ by brute force


def plain_cosine(one: Sequence[float], other: Sequence[float]) -> float:
    lengths = math.hypot(*one) * math.hypot(*other)
    return sum(a * b for a, b in zip(one, other, strict=True)) / lengths if lengths else 0.0


class Slow:
    """The rule as its description says it, one sentence after the other."""

    def __init__(self, case: Case, asked: Semantic, embed: Any) -> None:
        self.case, self.asked = case, asked
        self.edges = oracle.sentence_edges(case.text)
        self.spans = list(pairwise(self.edges))
        rows = [embed([case.text[a:b].strip()])[0] if case.text[a:b].strip() else (0.0,) * 3 for a, b in self.spans]
        self.rows = [[number / (math.hypot(*row) or 1) for number in row] for row in rows]

    def mean(self, start: int, end: int) -> list[float]:
        touched = [row for (a, b), row in zip(self.spans, self.rows, strict=True) if a < end and b > start]
        return [math.fsum(numbers) for numbers in zip(*touched, strict=True)]

    def candidates(self, before: Chunk) -> list[int]:
        """The starts that are similar enough and small enough, nearest first."""
        length, text = oracle.measure(self.case.ruler), self.case.text
        start, end = before.start_char, before.end_char
        found = []
        for at in (edge for edge in reversed(self.edges) if start < edge < end):
            if length(text[at:end]) > self.asked.maximum:
                break
            similarity = plain_cosine(self.mean(at, end), self.mean(start, end))
            assume(abs(similarity - self.asked.threshold) > 1e-5)  # on which side rounding puts it is not said
            if similarity < self.asked.threshold:
                break
            found.append(at)
        return found


ROW = st.tuples(*[st.sampled_from([-1.0, 0.0, 0.25, 1.0, 3.0])] * 3)
PARTS = st.sampled_from(
    ["Ab cd. ", "Ef gh ij! ", "Kl mn op qr st uv. ", "汉字。", "wx yz\n\n", "No. ", "a", "\n\n", " "]
)


@every_strategy
@settings(max_examples=EXAMPLES // 3)
@given(data=st.data(), case=cases(20))
def test_each_boundary_shares_what_the_description_says(strategy: str, case: Case, data: st.DataObject) -> None:
    if data.draw(st.booleans()):
        case = case._replace(text="".join(data.draw(st.lists(PARTS, max_size=30))))
    rows = data.draw(st.lists(ROW, min_size=3, max_size=3))

    def embed(texts: list[str]) -> list[tuple[float, ...]]:
        return [rows[len(text) % 3] for text in texts]

    overlap = Semantic(
        data.draw(st.sampled_from([-0.99, 0.31, 0.71, 0.93])), data.draw(st.integers(0, case.size - 1)), embed
    )
    try:
        chunks = STRATEGIES[strategy](case.text, case.size, overlap, ruler=case.ruler)
    except ValueError:
        assert oracle.too_big(case.text, case.size, case.ruler)
        return
    assert_kept(case.text, chunks, case.size, overlap, case.ruler)
    slow, brute = Slow(case, overlap, embed), Brute(strategy, case)
    for before, after in pairwise(chunks):
        candidates = [at for at in slow.candidates(before) if at in brute.edges]
        piece = brute.next_piece(brute.content(before.end_char))
        fitting = [at for at in candidates if brute.fits(at, piece)]
        if fitting:
            assert after.start_char == min(fitting)
        else:
            assert after.start_char >= before.end_char
        asked = brute.length(case.text[min(candidates) : before.end_char]) if candidates else 0
        assert after.metadata["overlap_asked"] == asked


# ------------------------------------------------------------------ the embedder


@each("strategy", ["sentences", "markdown", "fixed_characters"])
def test_every_sentence_is_embedded_once_and_in_one_call(strategy: str) -> None:
    calls: list[list[str]] = []

    def counted(texts: list[str]) -> Any:
        calls.append(texts)
        return hashing(texts)

    text = "# One\n\n" + "".join(f"Sentence number {at} says little.  \n" for at in range(60)) + "\n\n   \n\nThe end."
    STRATEGIES[strategy](text, 60, Semantic(0.1, 30, counted))
    assert len(calls) == 1
    spans = pairwise(oracle.sentence_edges(text))
    assert calls[0] == [text[a:b].strip() for a, b in spans if text[a:b].strip()]


@each("text", ["", " \n\n ", "One sentence.", "One. Two."])
def test_short_texts_need_no_overlap(text: str) -> None:
    chunks = STRATEGIES["sentences"](text, 500, Semantic(embed=hashing))
    assert [chunk.text for chunk in chunks] == ([text] if text.strip() else [])
    assert all("overlap_why" not in chunk.metadata for chunk in chunks)


def test_what_the_embedder_raises_comes_through() -> None:
    def expired(texts: list[str]) -> Any:
        raise ValueError("quota")

    with pytest.raises(ValueError, match="^quota$"):
        STRATEGIES["sentences"](FISH * 30, 20, Semantic(0.5, 10, expired))


@pytest.mark.parametrize("kind", FOR_OVERLAP[::3])
def test_twice_the_text_is_at_most_2_3_times_the_work(kind: str) -> None:
    def work(length: int) -> int:
        with steps() as count:
            STRATEGIES["recursive"](LONG[kind](length), 20, Semantic(0.2, 10, lambda texts: np.ones((len(texts), 2))))
        return count[0]

    work(10)
    length = enough(kind)
    assert work(2 * length) <= 2.3 * work(length) + 200


# ------------------------------------------------------------------ refused


@each("threshold", [1.001, -1.5, math.nan])
def test_a_threshold_is_a_cosine(threshold: float) -> None:
    refused(lambda: Semantic(threshold), ValueError, "threshold must be from -1 to 1: got ")


@each("text", ["", FISH])
def test_what_no_document_could_have_is_refused_for_each(text: str) -> None:
    refused(lambda: split(text, 100, 0.5, 100), ValueError, "overlap=100", "size=100")
    refused(lambda: split(text, 200, 0.5, 100, "nope"), ValueError, "'nope'", "hashing")
