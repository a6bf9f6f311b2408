"""The overlap calculator without a browser: its figures against windows really placed, and controls that never fail."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunklib.calculators import containment, storage_impact
from classroom import overlap_calculator
from classroom.judge.errors import CourseError
from classroom.lessons.widgets.overlap_calculator_html import page
from classroom.lessons.widgets.overlap_calculator_view import MOST_BARS, Settings, places_held, view, windows
from tests.course.pages import Reader
from tests.each import each

SIZES = st.integers(1, 40).flatmap(lambda size: st.tuples(st.just(size), st.integers(0, size - 1)))


@given(SIZES, st.integers(0, 200), st.integers(1, 50))
def test_windows_and_places_are_those_that_a_count_finds(sizes: tuple[int, int], tokens: int, evidence: int) -> None:
    size, overlap = sizes
    asked = Settings(size, overlap, tokens, evidence)
    spans = list(windows(size, overlap, tokens))
    assert sum(end - start for start, end in spans) == storage_impact(tokens, size, overlap).tokens
    places = range(max(0, tokens - evidence + 1))
    held = [p for p in places if any(start <= p and p + evidence <= end for start, end in spans)]
    assert places_held(asked) == (len(held), len(places))


def test_a_huge_document_takes_no_longer_than_a_small_one() -> None:
    shown = view(Settings(2, 1, 10**12, 2))
    assert "windows: 999,999,999,999" in str(shown)
    assert "999,999,999,999 of 999,999,999,999 places, 100.0%" in str(shown)


@given(SIZES, st.integers(1, 30))
def test_in_a_long_document_the_count_nears_the_formula(sizes: tuple[int, int], evidence: int) -> None:
    size, overlap = sizes
    held, places = places_held(Settings(size, overlap, 20_000, evidence))
    assert held / places == pytest.approx(containment(evidence, size, overlap), abs=0.005)


def test_the_words_say_everything() -> None:
    assert str(overlap_calculator(size=400, overlap=80, tokens=1282, evidence=100)).splitlines() == [
        "windows of 400 tokens that share 80, a document of 1,282, evidence of 100",
        "stride: 320 tokens",
        "windows: 4",
        "stored: 1,522 tokens",
        "redundancy: 1.187 times the document",
        "long documents near: 1.250",
        "embedding cost: $0.000030",
        "evidence whole in a window, by the formula: 94.1%",
        "counted in this document: 1,126 of 1,183 places, 95.2%",
        "[0]  0-400",
        "[1]  320-720",
        "[2]  640-1,040",
        "[3]  960-1,282",
    ]


def test_a_document_shorter_than_the_evidence_and_an_empty_one_have_words_too() -> None:
    assert "counted in this document: the document is shorter" in str(overlap_calculator(tokens=50, evidence=60))
    empty = overlap_calculator(tokens=0)
    assert "windows: 0\n" in str(empty)
    Reader(empty.page.value)


def test_of_many_windows_the_first_are_drawn() -> None:
    viewer = overlap_calculator(size=500, overlap=100, tokens=100_000)
    assert f"Drawn are the first {MOST_BARS} of 250 windows." in str(viewer)
    assert "tokens 0 to 4,900" in viewer.page.value
    assert "[11] 4,400–4,900" in viewer.page.value
    assert "[12]" not in viewer.page.value


def test_shared_parts_are_hatched_and_only_those() -> None:
    html = overlap_calculator(size=400, overlap=80, tokens=1282).page.value
    bars = html[html.index("<div tabindex") :]
    assert bars.count("linear-gradient") == 4  # three windows, and the bar of what is stored
    assert "20.000%" in bars  # 80 of 400
    plain = overlap_calculator(size=400, overlap=0, tokens=1282).page.value
    assert "linear-gradient" not in plain[plain.index("<div tabindex") :]


@given(SIZES, st.integers(0, 3_000), st.integers(1, 50))
def test_the_drawing_is_well_formed(sizes: tuple[int, int], tokens: int, evidence: int) -> None:
    html = page(view(Settings(*sizes, tokens, evidence)))
    Reader(html)
    assert not re.search(r"<(style|script|svg|img)| id=| on\w+=", html)


def test_a_smaller_size_lowers_the_overlap_and_draws_once() -> None:
    viewer = overlap_calculator(size=500, overlap=400)
    pages: list[str] = []
    viewer.page.observe(lambda change: pages.append(change["new"]), "value")
    viewer.size.box.value = 100
    assert (viewer.size.box.value, viewer.overlap.value, viewer.overlap.box.max) == (100, 99, 99)
    assert pages == [page(viewer.view)]
    viewer.show_words.value = True
    viewer.evidence.box.value = 7
    assert "evidence of 7" in viewer.in_words.value


MOVES = st.tuples(st.sampled_from(["size", "overlap", "tokens", "evidence"]), st.integers(-5, 120_000))


@settings(max_examples=40)
@given(st.lists(MOVES, max_size=6))
def test_no_move_of_the_controls_fails_and_the_last_state_is_shown(moves: list[tuple[str, int]]) -> None:
    viewer = overlap_calculator(size=50, overlap=10, tokens=500, evidence=20)
    for name, value in moves:
        getattr(viewer, name).box.value = value
        assert 0 <= viewer.overlap.value < viewer.size.value
    assert viewer.view.impact is not None
    assert viewer.page.value == page(view(viewer.view.settings))


@each(
    ("numbers", "line"),
    [
        ({"size": 10, "overlap": 10}, "overlap must be smaller than size: got overlap=10, size=10"),
        ({"size": 0, "overlap": 0}, "size must be at least 1: got size=0"),
        ({"tokens": -1}, "tokens must be at least 0: got tokens=-1"),
        ({"evidence": 0}, "evidence must be at least 1: got evidence=0"),
    ],
)
def test_impossible_numbers_are_one_line_and_the_controls_lead_back(numbers: dict[str, int], line: str) -> None:
    viewer = overlap_calculator(**numbers)
    assert str(viewer).splitlines()[1:] == [line]
    assert line in viewer.page.value
    for control, value in ((viewer.size, 40), (viewer.overlap, 10), (viewer.tokens, 100), (viewer.evidence, 5)):
        control.box.value = value
    assert viewer.view.impact == storage_impact(100, 40, 10)


@each(
    ("arguments", "message"),
    [
        ({"size": "500"}, "overlap_calculator: size must be a whole number: got '500'"),
        ({"overlap": 2.5}, "overlap_calculator: overlap must be a whole number: got 2.5"),
        ({"evidence": True}, "overlap_calculator: evidence must be a whole number: got True"),
        ({"price_per_million": -1}, "overlap_calculator: price_per_million must be a number of at least 0: got -1"),
        ({"price_per_million": "2c"}, "price_per_million must be a number of at least 0: got '2c'"),
        ({"price_per_million": float("nan")}, "price_per_million must be a number of at least 0: got nan"),
    ],
)
def test_nonsense_is_refused_in_one_line(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(CourseError, match=re.escape(message)):
        overlap_calculator(**arguments)
