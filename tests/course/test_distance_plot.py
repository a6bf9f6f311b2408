"""The distance plot without a browser: what it computes, its words, its HTML, and controls that never fail."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunklib.cuts.semantic import THRESHOLDS, breakpoints, distances
from chunklib.data import load
from chunklib.embed import hashing
from chunklib.tokens import ruler
from classroom import distance_plot
from classroom.lessons.widgets.distance_plot import View, page
from classroom.lessons.widgets.embedded_sentences import Sentences
from tests.course.pages import Reader

TEXT = (
    "Rain fell. Rain fell again & again. The <b>piano</b> is old. The piano is black.\n\nA fish swims. Fish swim far."
)
HOSTILE = st.lists(
    st.sampled_from(["Rain fell. ", "A fish. ", "\n\n", "   ", "汉字。", "é <b>&", "👩‍🔧! ", "x", "\0"]), max_size=8
).map("".join)
ANY = st.tuples(
    st.sampled_from(list(THRESHOLDS)),
    st.integers(0, 100).map(float),
    st.integers(1, 4),
    st.integers(8, 40),
    st.integers(0, 8),
)


def shown(text: str = TEXT, asked: Any = ("percentile", 60, 1, 20, 5)) -> View:
    return View(Sentences(text, hashing), *asked)


@settings(deadline=None)
@given(HOSTILE, ANY)
def test_a_view_agrees_with_the_library(text: str, asked: Any) -> None:
    seen = shown(text, asked)
    if seen.error:
        assert len(seen.sentences.ends) < 2
        return
    found = distances(seen.sentences.rows, seen.window)
    assert list(seen.distances) == found.tolist()
    assert list(seen.gaps) == breakpoints(found, seen.threshold, seen.amount)
    edges = [0, *(seen.sentences.ends[gap] for gap in seen.gaps), len(text)]
    assert list(seen.pieces) == [ruler("cl100k_base")(text[a:b]) for a, b in pairwise(edges)]
    assert max(seen.chunks) <= seen.size
    if seen.limit is not None:
        assert [gap for gap, distance in enumerate(found) if distance > seen.limit] == list(seen.gaps)


@settings(deadline=None)
@given(HOSTILE, ANY)
def test_the_words_and_the_page_say_the_same(text: str, asked: Any) -> None:
    seen = shown(text, asked)
    if seen.error:
        return
    read = Reader(page(seen)).text
    for line in str(seen).splitlines()[1:]:
        name, _, value = line.partition(": ")
        assert line in read or (name in read and value in read)


def test_pieces_over_and_under_the_limits_are_named_in_words_and_picture() -> None:
    seen = shown(asked=("percentile", 60, 1, 16, 14))
    words = {seen.verdict(size) for size in (17, 16, 14, 13)}
    assert words == {"over", "", "under"}
    assert [seen.verdict(size) for size in (17, 16, 14, 13)] == ["over", "", "", "under"]
    title = re.findall(r'title="\[\d+\] (\d+) tokens (\w*)"', page(seen))
    assert [(int(size), word) for size, word in title] == [(size, seen.verdict(size)) for size in seen.pieces]


def test_every_breakpoint_is_marked_once_and_each_gap_has_a_bar() -> None:
    seen = shown()
    drawn = re.findall(r'title="gap (\d+): ([\d.]+)(, breakpoint)?"', page(seen))
    assert [int(gap) for gap, _, _ in drawn] == list(range(len(seen.distances)))
    assert tuple(int(gap) for gap, _, breaks in drawn if breaks) == tuple(seen.gaps)
    assert page(seen).count("▼") == len(seen.gaps) + 1  # and once in the key


def test_bars_are_as_tall_as_their_distances() -> None:
    seen = shown()
    columns = re.findall(r'title="gap \d+.*?</div></div></div>', page(seen))
    tall = [sum(map(int, re.findall(r"height:(\d+)px;background-color", column))) for column in columns]
    scale = 150 / max(seen.distances)
    assert tall == pytest.approx([max(1, distance * scale) for distance in seen.distances], abs=1.01)


def test_of_a_text_that_is_too_long_the_beginning_is_shown_and_the_widget_says_so() -> None:
    plot = distance_plot(TEXT, embed="hashing")
    plot.own_text.value = f"{'Go ' * 333}. " * 41
    assert "on 40 sentences" in str(plot)
    assert "You see the first 39,999 of 41,041 characters of your text." in plot.note.value


def test_the_default_text_is_a_chapter_of_the_handbook_and_the_model_a_real_one() -> None:
    seen = distance_plot().view
    assert seen.sentences.text in load("handbook")
    assert seen.sentences.model == "wordllama"
    assert len(seen.distances) > 20
