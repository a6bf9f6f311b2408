"""The chart of demands without a browser: what meets what, its words, its HTML, and controls that never fail."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from chunklib.evaluation.statistics.differences import interval
from chunklib.evaluation.sweep.grid import Setting
from chunklib.evaluation.sweep.results import Facts, Phase, Results
from classroom.lessons.widgets.against_demands import MEETS, NEITHER, TOO_LITTLE, TOO_MUCH, View, page
from classroom.lessons.widgets.sweep_map import Measured
from tests.course.pages import Reader
from tests.each import each

QUESTIONS = 24
DOCUMENTS = ("a",) * QUESTIONS
KINDS = ((0.5, 1000), (0.6, 1250), (0.7, 1500), (0.75, 1100))  # means of recall, and stored tokens of 1,000


def results(phases: int = 6, kinds: Sequence[tuple[float, int]] = KINDS) -> Results:
    """Settings of known mean and storage; the questions are a little off it, and together by zero."""
    off = np.linspace(-0.2, 0.2, QUESTIONS)
    found: dict[Setting, tuple[Phase, ...]] = {}
    for number, (mean, tokens) in enumerate(kinds):
        scores = {"recall": mean + off, "whole": (mean + off) / 2}
        setting = Setting("token_windows", 200 + 100 * number, 0)
        found[setting] = (Phase(scores, Facts(10, tokens, 1000, 0.0)),) * phases
    return Results("data", "code", "", tuple(map(str, range(QUESTIONS))), DOCUMENTS, found)


def shown(least: int = 60, stored: int = 125, metric: str = "recall") -> View:
    return View(Measured(results()), metric, least, stored)


def words(seen: View) -> dict[int, str]:
    return {row.setting.size: row.word for row in seen.rows}


def test_rows_stand_by_what_is_stored_and_say_what_the_statistics_say() -> None:
    given, seen = results(), shown()
    assert [row.setting.size for row in seen.rows] == [200, 500, 300, 400]
    for row in seen.rows:
        assert row.found == interval(given.scores(row.setting, "recall"), DOCUMENTS)
        assert row.stored == given.multiplier(row.setting)


@each("least", [0, 49, 61, 74, 76, 100])
@each("stored", [100, 109, 110, 124, 125, 150, 300])
def test_a_word_is_what_two_comparisons_say(least: int, stored: int) -> None:
    seen = shown(least, stored)
    said = {(True, True): MEETS, (False, True): TOO_LITTLE, (True, False): TOO_MUCH, (False, False): NEITHER}
    for at, (mean, tokens) in enumerate(KINDS):
        word = words(seen)[200 + 100 * at].removesuffix(", with its whole interval")
        assert word == said[100 * mean >= least, tokens / 10 <= stored]


def test_a_whole_interval_is_one_that_begins_at_the_demand_or_above() -> None:
    for least in range(101):
        for row in shown(least, 300).rows:
            assert row.word.endswith("whole interval") == (100 * row.found.low >= least)
            assert row.finds or not row.sure


def test_the_head_counts_what_the_rows_say() -> None:
    seen = shown(55, 125)
    assert seen.head()[0] == (
        "recall at least 55 %, stored at most 125 %: 2 of 4 settings meet both, 2 with the whole interval"
    )
    assert "six phases, 24 questions" in seen.head()[1]
    assert sum(row.word.startswith(MEETS) for row in seen.rows) == 2


def test_of_many_settings_those_that_meet_both_are_shown_then_those_that_find_most() -> None:
    seen = View(Measured(results(kinds=[(0.5 + n / 40, 1000 + 50 * n) for n in range(9)])), "recall", 59, 125)
    assert [row.setting.size for row in seen.rows] == [600, 700, 800, 900, 1000]
    assert "2 of 9 settings meet both" in seen.head()[0]
    assert seen.head()[2] == "the 5 that find most are shown, of those that meet both first"


@each("metric", ["recall", "whole"])
def test_the_words_and_the_page_say_the_same(metric: str) -> None:
    seen = shown(30, 120, metric)
    read = Reader(page(seen)).text
    assert all(line in read for line in seen.head())
    for row in seen.rows:
        assert all(part in read and part in str(seen) for part in (row.setting.label, *row.figures, row.word))


def test_a_thick_edge_and_a_mark_are_for_what_meets_both() -> None:
    seen = shown()
    cells = re.findall(r'border:(3px solid|1px dashed) #212121;white-space:nowrap">(✓ )?([^<]+)<', page(seen))
    assert [word for *_, word in cells] == [row.word for row in seen.rows]
    assert all((edge == "3px solid") == bool(mark) == word.startswith(MEETS) for edge, mark, word in cells)
    assert any(mark for _, mark, _ in cells)
    assert not all(mark for _, mark, _ in cells)


def test_bars_reach_the_line_where_the_demand_is_met() -> None:
    """Each bar is cut in two at the line: the second part has a width only if the bar passes the line."""
    widths = [int(width) for width in re.findall(r'<div style="width:(\d+)px;max-width', page(shown(65, 120)))]
    assert len(widths) == 4 * len(KINDS)
    behind = [(widths[at] > 0, widths[at + 2] > 0) for at in range(1, len(widths), 4)]
    passed = [(100 * row.found.mean > 65, 100 * row.stored > 120) for row in shown(65, 120).rows]
    assert behind == passed
