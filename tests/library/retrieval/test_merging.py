"""Merged hits hold nothing twice, join nothing that does not touch, and have exact offsets."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from chunklib import Chunk
from chunklib.retrieval import (
    GAP,
    Hit,
    Passage,
    deduplicate,
    deduplicate_text,
    merge_adjacent,
    render,
)
from tests.promises import refused

TEXTS = {"one": "abcdefgh" * 5, "two": "the cat sat on the mat, the cat sat"}


def hit(document: str, start: int, end: int, score: float = 1.0) -> Hit:
    return Hit(Chunk(TEXTS[document][start:end], start, end, end - start, 0, 0, document), score)


@st.composite
def spans(draw: st.DrawFn, length: int) -> tuple[int, int]:
    start = draw(st.integers(0, length - 1))
    return start, draw(st.integers(start + 1, min(length, start + 12)))


@st.composite
def hit_lists(draw: st.DrawFn) -> list[Hit]:
    """Hits over two documents, best first."""
    found = []
    for score in range(draw(st.integers(0, 9)), 0, -1):
        document = draw(st.sampled_from(sorted(TEXTS)))
        found.append(hit(document, *draw(spans(len(TEXTS[document]))), float(score)))
    return found


def characters(hits: list[Hit]) -> set[tuple[str, int]]:
    return {(one.chunk.document, at) for one in hits for at in range(one.chunk.start_char, one.chunk.end_char)}


def covered(passages: list[Passage]) -> list[tuple[str, int]]:
    return [(one.document, at) for one in passages for at in range(one.start_char, one.end_char)]


# ------------------------------------------------------------------ duplicates


@given(hits=hit_lists())
def test_a_hit_goes_exactly_when_those_before_it_cover_it(hits: list[Hit]) -> None:
    expected = [one for place, one in enumerate(hits) if not characters([one]) <= characters(hits[:place])]
    found = deduplicate(hits)
    assert found == expected
    assert characters(found) == characters(hits)
    assert deduplicate(found) == found


def test_the_same_text_at_two_places_is_two_places() -> None:
    first, second = hit("two", 0, 11), hit("two", 24, 35)
    assert first.chunk.text == second.chunk.text == "the cat sat"
    assert deduplicate([first, second]) == [first, second]
    assert deduplicate_text([first, second]) == [first]
    assert deduplicate_text([second, first, hit("two", 4, 7)]) == [second, hit("two", 4, 7)]
    twins = [Hit(Chunk("abc", 0, 3, 3, 0, 0, name), 1.0) for name in ("one", "other")]
    assert (deduplicate(twins), len(merge_adjacent(twins)), deduplicate_text(twins)) == (twins, 2, twins[:1])


# ------------------------------------------------------------------ passages


@given(hits=hit_lists(), gap=st.integers(0, 50))
def test_passages_are_exact_and_have_every_character_once(hits: list[Hit], gap: int) -> None:
    found = merge_adjacent(hits, gap=gap)
    assert sorted(covered(found)) == sorted(characters(hits))
    for passage in found:
        assert passage.text == TEXTS[passage.document][passage.start_char : passage.end_char]
        own = [one for one in hits if characters([one]) <= set(covered([passage]))]
        assert set(passage.ids) == {one.chunk.id for one in own}
        assert len(set(passage.ids)) == len(passage.ids)
        assert passage.score == max(one.score for one in own)
    fewer = merge_adjacent(deduplicate(hits), gap=gap)  # names fewer chunks, says the same
    assert [replace(passage, ids=()) for passage in fewer] == [replace(passage, ids=()) for passage in found]
    for one, other in pairwise(sorted(found, key=lambda passage: (passage.document, passage.start_char))):
        assert one.document != other.document or one.end_char < other.start_char  # they do not even touch


@given(hits=hit_lists(), gap=st.integers(0, 20))
def test_what_lies_near_stands_together_in_the_order_of_the_text(hits: list[Hit], gap: int) -> None:
    alone, found = merge_adjacent(hits), merge_adjacent(hits, gap=gap)
    assert sorted(alone, key=repr) == sorted(found, key=repr)  # the same passages
    groups: list[list[Passage]] = []
    for passage in found:
        before = groups[-1][-1] if groups else None
        if before and before.document == passage.document and 0 < passage.start_char - before.end_char <= gap:
            groups[-1].append(passage)
        else:
            groups.append([passage])
    assert [max(one.score for one in group) for group in groups] == sorted(
        (max(one.score for one in group) for group in groups), reverse=True
    )
    for one in found:
        for other in found:
            if one.document == other.document and 0 < other.start_char - one.end_char <= gap:
                assert any(one in group and other in group for group in groups)


# ------------------------------------------------------------------ the budget


@given(hits=hit_lists(), budget=st.integers(1, 60), gap=st.integers(0, 20))
def test_hits_are_taken_in_their_order_while_they_fit(hits: list[Hit], budget: int, gap: int) -> None:
    found = merge_adjacent(hits, budget=budget, ruler="characters", gap=gap)
    assert len(render(found)) <= budget
    taken: list[Hit] = []
    for one in hits:
        whole = merge_adjacent([*taken, one], gap=gap)
        if sum(passage.end_char - passage.start_char for passage in whole) + len(GAP) * (len(whole) - 1) <= budget:
            taken.append(one)
    assert found == merge_adjacent(taken, gap=gap)


def test_the_budget_is_measured_in_the_order_that_is_rendered() -> None:
    hits = [hit("one", 20, 24, 2.0), hit("one", 0, 4, 1.0)]

    def measure(text: str) -> int:
        return 9 if text.endswith("abcd") else 1

    assert len(merge_adjacent(hits, budget=1, ruler=measure)) == 1
    assert len(merge_adjacent(hits, budget=1, ruler=measure, gap=16)) == 2


# ------------------------------------------------------------------ refusals


def test_bad_input_is_refused_in_one_line() -> None:
    anything: Any = merge_adjacent
    good = hit("one", 0, 5)
    for call in (deduplicate, deduplicate_text, anything):
        refused(lambda call=call: call([good.chunk]), TypeError, "Hit(chunk, score)", "Chunk")  # type: ignore[misc]
    refused(lambda: anything([good], budget=0), ValueError, "budget=0")
    refused(lambda: anything([good], gap=-1), ValueError, "gap=-1")
    short = Hit(Chunk("abc", 0, 5, 3, 0, 0, "one"), 1.0)
    refused(lambda: anything([short]), ValueError, "one:0-5", "3 characters")
    edited = Hit(Chunk("cdXf", 2, 6, 4, 0, 0, "one"), 1.0)
    refused(lambda: anything([good, edited]), ValueError, "'one'", "one:2-6", "2-5")
    assert len(anything([good, Hit(Chunk("Xghi", 5, 9, 4, 0, 0, "one"), 1.0)])) == 1  # nothing shared, nothing to tell
