"""Plots and widgets of lessons 09 to 11, where there is little or much to show, and what they refuse."""

from __future__ import annotations

import io

import pytest
from matplotlib.image import imread

from chunklib.chunk import Span
from chunklib.evaluation import Benchmark, Question, Results, findings, grid, sweep
from classroom import heat_map, hits_and_misses
from classroom.lessons.plots import forest


@pytest.fixture(scope="module")
def one_setting() -> Results:
    asked = tuple(Question(f"q{at}", "How cold?", "note", (Span(at * 12, at * 12 + 11),)) for at in range(4))
    small = Benchmark("small", {"note": "Cold rooms. " * 20}, asked)
    return sweep(grid(sizes=[12], overlaps=[0], k=2), small, phases=2)


def test_one_setting_is_compared_with_nothing(one_setting: Results) -> None:
    shown = str(heat_map(one_setting, baseline="first of its row"))
    assert "nothing on this map is compared" in shown
    assert "baseline" in shown.splitlines()[-1]


def test_a_question_of_two_lines_is_one_line_of_text() -> None:
    shown = hits_and_misses("Tea is hot.", "What is\nhot?", [(0, 3)])
    assert "question: What is hot?" in str(shown).splitlines()


def test_long_labels_leave_the_forest_its_room() -> None:
    """As many dark pixels in the right half as without the long labels: the axes are not squeezed to the edge."""
    asked = tuple(Question(f"q{at}", "How cold?", "note", (Span(at * 12, at * 12 + 11),)) for at in range(4))
    small = Benchmark("small", {"note": "Cold rooms. " * 20}, asked)
    shown = findings(sweep(grid(sizes=[12], overlaps=[0, 6], k=2), small, phases=6), ("recall", "whole")).verdicts
    assert max(len(one.label) for one in shown) > 70
    title = "A long title that says what is seen in this figure, and says it in a whole sentence"
    ink = imread(io.BytesIO(forest(shown, title).picture.png))[..., 0] < 0.5
    assert not ink[:, :2].any()
    assert not ink[:, -2:].any()
    assert ink.sum(axis=1).max() > ink.shape[1] / 2  # the horizontal axis takes more than half of the width
