"""The span painter without a browser: what it counts, its words, its HTML, and controls that never fail."""

from __future__ import annotations

import re
from itertools import accumulate
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunklib.chunk import Span
from chunklib.data import load
from chunklib.evaluation import span_scores
from chunklib.view.spans import safe
from classroom import span_painter
from classroom.lessons.widgets.span_painter import MOST_CHUNKS, View, page
from tests.course.pages import Reader

TEXT = "Tea is hot & sweet. <b>Ice</b> is cold.\n\nThe sun is warm, and the sea 汉字 é is salt."
HOSTILE = st.lists(
    st.sampled_from(["Tea. ", "\n\n", "   ", "汉字", "é <b>&", "👩‍🔧! ", "x", "\0", "abcdefgh"]), min_size=1, max_size=8
).map(lambda parts: "a" + "".join(parts))


@st.composite
def asked(draw: st.DrawFn) -> View:
    """Draw a text, pieces of evidence that do not overlap, windows and chunks."""
    text = draw(HOSTILE)
    edges = sorted(draw(st.sets(st.integers(0, len(text)), min_size=2, max_size=6)))
    gold = tuple(Span(*pair) for pair in zip(edges[::2], edges[1::2], strict=False))
    size = draw(st.integers(1, 20))
    overlap = draw(st.integers(0, size - 1))
    return View(text, gold, size, overlap, tuple(sorted(draw(st.sets(st.integers(0, 9))))))


@settings(deadline=None)
@given(asked())
def test_the_scores_are_those_of_the_library(seen: View) -> None:
    if seen.error:
        assert f"the {MOST_CHUNKS} that are drawn" in seen.error
        return
    places = [("x", chunk.start_char, chunk.end_char) for chunk in seen.retrieved]
    expected = span_scores(places, [("x", *span) for span in seen.gold])
    assert {score.name for score in seen.scores} < expected.keys()
    for score in seen.scores:
        assert score.value == pytest.approx(expected[score.name], abs=1e-12)


@settings(deadline=None)
@given(asked())
def test_numbers_put_into_a_formula_give_its_value(seen: View) -> None:
    if seen.error:
        return
    for score in seen.scores:
        part, _, whole = score.numbers.partition(" / ")
        assert eval(part) == pytest.approx(score.value * max(1, eval(whole)))  # noqa: S307 (numbers and signs alone)


@settings(deadline=None)
@given(asked())
def test_the_words_and_the_page_say_the_same(seen: View) -> None:
    if seen.error:
        return
    read = Reader(page(seen)).text
    for line in [seen.head(), *seen.places(), next(seen.lines())]:
        assert line in read
    for score in seen.scores:
        assert f"{score.name}{score.value:.3f}{score.numbers}{score.formula}" in read


@settings(deadline=None)
@given(asked())
def test_every_character_is_painted_once_and_rightly(seen: View) -> None:
    if seen.error:
        return
    drawn = page(seen).split('aria-label="The text with evidence and chunks"')[1]
    parts = re.findall(
        r'<span style="color:[^"]*" title="in ([^;]*); retrieved: ([^"]*)">(.*?)</span>(?=<span style="color|</div>)',
        drawn,
        re.DOTALL,
    )
    texts = [Reader(re.sub(r"<b style.*?</b>", "", part)).text for _, _, part in parts]
    assert "".join(texts) == Reader(safe(seen.text)).text
    starts = accumulate((len(text) for text in texts), initial=0)
    for (inside, taken, part), start in zip(parts, starts, strict=False):
        held = [chunk for chunk in seen.chunks if chunk.start_char <= start < chunk.end_char]
        assert inside == (", ".join(f"[{chunk.index}]" for chunk in held) or "none")
        assert taken == (", ".join(f"[{c.index}]" for c in held if c in seen.retrieved) or "none")
        gold = any(span.start <= start < span.end for span in seen.gold)
        assert ("4px double" in part) == gold


def test_every_chunk_has_its_label_dark_where_it_is_retrieved_and_evidence_has_two_marks() -> None:
    seen = View(TEXT, (Span(7, 30), Span(40, 45)), 16, 4, (1, 2))
    drawn = page(seen).split('aria-label="The text')[1]
    labels = re.findall(r'<b style="background-color:#(\w+);[^"]*">\[(\d+)\]</b>', drawn)
    assert [int(number) for _, number in labels] == [chunk.index for chunk in seen.chunks]
    assert [int(number) for ground, number in labels if ground == "212121"] == [1, 2]
    assert re.findall(r">(evidence \d ▸|◂)</b>", drawn) == ["evidence 1 ▸", "◂", "evidence 2 ▸", "◂"]
    assert drawn.count("linear-gradient") == 1  # what [1] and [2] share


def test_the_end_is_pushed_by_the_start_and_the_start_by_the_end() -> None:
    painter = span_painter(TEXT, (7, 10))
    painter.start.box.value = 20
    assert painter.view.gold == (Span(20, 21),)
    painter.end.box.value = 5
    assert painter.view.gold == (Span(4, 5),)
    painter.start.box.value = len(TEXT) - 1
    assert painter.view.gold == (Span(len(TEXT) - 1, len(TEXT)),)
    painter.end.box.value = 1
    assert painter.view.gold == (Span(0, 1),)


def test_several_pieces_are_moved_one_at_a_time() -> None:
    painter = span_painter(TEXT, [(2, 5), (20, 30)], size=20)
    assert painter.piece.layout.display == ""
    painter.piece.value = 1
    assert (painter.start.value, painter.end.value) == (20, 30)
    assert painter.view.gold == (Span(2, 5), Span(20, 30))
    painter.end.box.value = 33
    assert painter.view.gold == (Span(2, 5), Span(20, 33))
    painter.start.box.value = 4
    assert painter.view.error == "No scores. pieces of evidence must not overlap: got 2-5 and 4-33"
    painter.start.box.value = 6
    assert not painter.view.error
    painter.piece.value = 0
    assert (painter.start.value, painter.end.value) == (2, 5)


def test_there_is_a_switch_for_each_chunk_and_no_more() -> None:
    painter = span_painter(TEXT, (7, 30), size=16)
    offered = [switch for switch in painter.switches if switch.layout.display == ""]
    assert [switch.description for switch in offered] == [f"[{chunk.index}]" for chunk in painter.view.chunks]
    painter.size.box.value = 1
    assert re.fullmatch(rf"No scores\. \d+ chunks are more than the {MOST_CHUNKS} that are drawn\.", painter.view.error)
    assert not [switch for switch in painter.switches if switch.layout.display == ""]
    painter.size.box.value = len(TEXT)
    assert painter.view.taken == (0,)


def shown(**arguments: Any) -> View:
    found: View = span_painter(**arguments).view
    return found


def test_the_default_is_a_part_of_the_handbook_with_an_answer_that_is_cut() -> None:
    seen = shown()
    assert seen.text in load("handbook")
    assert [seen.text[start:end] for start, end in seen.gold] == ["A cursor is valid for 24 hours"]
    assert {score.name: score.value for score in seen.scores}["whole"] == 0
    assert len(seen.retrieved) == 2
