"""Hits and misses without a browser: what is found and given, its words, its HTML, and controls that never fail."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunklib import STRATEGIES
from chunklib.chunk import Span
from chunklib.data import load
from chunklib.retrieval import BM25
from chunklib.tokens import ruler
from chunklib.view.spans import safe
from classroom import hits_and_misses
from classroom.lessons.widgets.hits_and_misses import SIZES, View, page
from classroom.lessons.widgets.searched_text import indexed
from tests.course.pages import Reader

TEXT = "The key is shown once. Nobody can show it again. Tea is hot & <b>ice</b> is cold.\n\nÅse has the key: 鍵."
ONE = [(23, 48)]
TWO = [(4, 7), (95, 102)]
COUNT = ruler("cl100k_base")
PARTS = ["The key ", "is lost. ", "tea & <b>ice ", "\n\n", "   ", "汉字 ", "é ", "👩‍🔧! ", "key", "\0"]
HOSTILE = st.lists(st.sampled_from(PARTS), min_size=1, max_size=12).map("".join)
QUERIES = st.sampled_from(["key", "The lost key?", "tea ice key", "is the", "", "汉字", "<b>"])


@st.composite
def texts_with_evidence(draw: st.DrawFn) -> tuple[str, list[tuple[int, int]]]:
    text = draw(HOSTILE)
    edges = sorted(draw(st.lists(st.integers(0, len(text)), min_size=2, max_size=4, unique=True)))
    return text, list(zip(edges[::2], edges[1::2], strict=False))


def shown(text: str = TEXT, spans: Any = ONE, question: str = "Who can show the key?", size: int = 6) -> View:
    return View(text, tuple(Span(*span) for span in spans), question, size, 12)


def characters_given(seen: View) -> list[set[int]]:
    """The characters of each chunk that the reader gets, found the slow way."""
    return [set(range(one.start, one.end)) for one in seen.given]


@settings(deadline=None)
@given(texts_with_evidence(), QUERIES, st.integers(6, 20), st.integers(1, 40))
def test_the_verdict_agrees_with_sets_of_characters(
    sample: tuple[str, list[tuple[int, int]]], question: str, size: int, budget: int
) -> None:
    text, spans = sample
    seen = View(text, tuple(Span(*span) for span in spans), question, size, budget)
    if seen.error:
        assert not text.strip()
        return
    parts, wanted = characters_given(seen), [set(range(*span)) for span in spans]
    if all(any(one <= part for part in parts) for one in wanted):
        expected = "hit"
    else:
        expected = "half a hit" if any(one & part for one in wanted for part in parts) else "miss"
    assert seen.verdict.split(":")[0] == expected


@settings(deadline=None)
@given(HOSTILE.filter(str.strip), QUERIES, st.integers(6, 20), st.integers(1, 40))
def test_what_is_given_is_the_ranking_as_far_as_the_budget_goes(
    text: str, question: str, size: int, budget: int
) -> None:
    seen = View(text, (Span(0, 1),), question, size, budget)
    chunks = STRATEGIES["token_windows"](text, size, 0, document="text")
    assert list(seen.chunks) == chunks
    hits = [hit.chunk for hit in BM25(chunks).search(question, len(chunks))]
    assert [one.chunk for one in seen.given] == hits[: len(seen.given)]
    assert seen.ranks == {chunk.index: rank for rank, chunk in enumerate(hits, 1)}
    assert all(one.whole for one in seen.given[:-1])
    sizes = [COUNT(text[one.start : one.end]) for one in seen.given]
    assert sum(sizes) <= budget
    if len(seen.given) < len(hits) and seen.given and seen.given[-1].whole:
        left = budget - sum(sizes)
        assert hits[len(sizes)].size > left  # and of the next one, not one character fits
        with pytest.raises(ValueError, match="too small for the character|must be at least 1"):
            STRATEGIES["token_windows"](hits[len(sizes)].text, left, 0)


@settings(deadline=None)
@given(texts_with_evidence(), QUERIES, st.integers(6, 20))
def test_the_words_and_the_page_say_the_same(
    sample: tuple[str, list[tuple[int, int]]], question: str, size: int
) -> None:
    text, spans = sample
    seen = shown(text, spans, question, size)
    if seen.error:  # a widget draws that line alone
        return
    read = Reader(page(seen)).text
    for line in str(seen).split("\n"):
        assert line in read


@settings(deadline=None)
@given(texts_with_evidence(), QUERIES, st.integers(6, 20))
def test_the_drawn_text_is_the_text_and_marks_the_evidence(
    sample: tuple[str, list[tuple[int, int]]], question: str, size: int
) -> None:
    text, spans = sample
    seen = shown(text, spans, question, size)
    if seen.error:
        return
    (drawn,) = re.findall(r'="The text around the evidence".*?>(.*?)</div><div tabindex', page(seen), re.DOTALL)
    marked = re.sub(r"<b style[^>]*>.*?</b>", "", drawn)
    assert Reader(marked).text == Reader(safe(text)).text  # short texts are drawn whole
    evidence = re.findall(r'<span style="font-weight:bold[^>]*>(.*?)</span>', marked, re.DOTALL)
    assert "".join(evidence) == safe("".join(text[start:end] for start, end in spans))
    assert drawn.count("evidence ▸") == drawn.count("◂") == len(spans)


def test_of_a_long_text_only_what_is_around_the_evidence_is_drawn() -> None:
    handbook = load("handbook")
    spans = [(10, 20), (600, 620), (20_000, 20_010)]
    read = Reader(page(shown(handbook, spans, "key", 50))).text
    for drawn in (slice(1_100, 1_120), slice(20_490, 20_510)):
        assert handbook[drawn] in read
    for left_out in (slice(1_110, 1_130), slice(3_000, 3_020), slice(20_500, 20_520)):
        assert handbook[left_out] not in read
    assert read.count("▲") == 4  # one for each part of the evidence, and the key


def test_each_outcome_is_said_with_its_reason() -> None:
    handbook = load("handbook")
    start, end = handbook.index("72 hours after delivery"), handbook.index(";\n- any state but `closed`")
    asked = handbook, (Span(start, end),), "When does a delivered shipment close by itself?"
    said = {
        (size, budget): View(*asked, size, budget).verdict
        for size, budget in ((100, 1000), (50, 1000), (20, 1000), (2000, 1000), (100, 100))
    }
    assert said[100, 1000] == "hit: the evidence is whole in chunk [53], rank 2"
    assert said[50, 1000] == "miss: nothing of the evidence is read: chunk [107] shares no word with the question"
    assert said[20, 1000].startswith(
        "half a hit: 27 of the 111 characters of the evidence are read: chunk [267], rank 6;"
    )
    assert said[2000, 1000] == "miss: nothing of the evidence is read: chunk [2], rank 1, cut by the budget"
    assert said[100, 100] == "miss: nothing of the evidence is read: chunk [53], rank 2, is over the budget"


def test_evidence_that_is_given_in_pieces_is_half_a_hit() -> None:
    pieces = View(TEXT, (Span(11, 34),), "shown nobody", 6, 100)
    assert pieces.verdict.startswith("half a hit: all of the evidence is read, but cut in pieces: chunk [0], rank ")
    both = View(TEXT, (Span(4, 7), Span(95, 98)), "key", 40, 100)
    assert both.verdict == "hit: every part of the evidence is whole: chunk [0], rank 1; chunk [0], rank 1"


def test_a_slider_goes_along_the_ladder_and_the_box_takes_any_size() -> None:
    widget = hits_and_misses(TEXT, "the key", ONE, size=100)
    assert (widget.size.value, widget.size.slider.value) == (100, SIZES.index(100))
    widget.size.slider.value = 0
    assert widget._state()[2:] == ("the key", SIZES[0], 1000)
    widget.size.box.value = 399
    assert (widget.size.slider.value, widget.view.size) == (SIZES.index(300), 399)
    widget.size.slider.value = len(SIZES) - 1
    assert widget.size.box.value == SIZES[-1]
    widget.budget.box.value = 7
    widget.question.value = "tea"
    assert widget._state()[2:] == ("tea", SIZES[-1], 7)
    assert widget.page.value == page(widget.view)


def test_a_size_that_was_asked_before_is_not_cut_again() -> None:
    first = indexed(TEXT, 6)
    assert indexed(TEXT, 6) is first
    for size in range(7, 40):
        indexed(TEXT, size)
    assert indexed(TEXT, 6) is not first  # what was not asked for long is forgotten
