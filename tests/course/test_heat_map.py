"""The heat map without a browser: what it computes, its words, its HTML, and pickers that never fail."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from chunklib.evaluation.statistics.differences import interval, paired
from chunklib.evaluation.statistics.verdict import verdicts
from chunklib.evaluation.sweep.grid import Setting
from chunklib.evaluation.sweep.results import Facts, Phase, Results
from classroom.lessons.widgets.heat_map import MEANS, View, page, tint
from classroom.lessons.widgets.sweep_map import SAME_ROW, Measured
from tests.course.pages import Reader
from tests.each import each

QUESTIONS = 24
DOCUMENTS = tuple("abc"[at % 3] for at in range(QUESTIONS))
_GAINS: dict[int | str, float] = {0: 0.0, "20%": 0.1, "50%": -0.001}


def results(phases: int = 6, *, hole: bool = False) -> Results:
    """Scores that look like chance, where 20 % gains, a little less in rows of 400."""
    rng = np.random.default_rng(7)
    base = rng.uniform(0.2, 0.6, QUESTIONS)
    found: dict[Setting, tuple[Phase, ...]] = {}
    for size in (200, 400):
        for overlap, gain in _GAINS.items():
            if hole and (size, overlap) == (400, "50%"):
                continue
            rows = [base + gain * 200 / size + rng.normal(0, 0.02, QUESTIONS) for _ in range(phases)]
            scores = [{"recall": np.clip(row, 0, 1), "whole": np.clip(row / 2, 0, 1)} for row in rows]
            facts = Facts(10, 1200, 1000, 20.0)
            found[Setting("token_windows", size, overlap)] = tuple(Phase(own, facts) for own in scores)
    return Results("data", "code", "", tuple(map(str, range(QUESTIONS))), DOCUMENTS, found)


def shown(metric: str = "recall", baseline: str = MEANS, given: Results | None = None) -> View:
    return View(Measured(given or results()), metric, baseline)


def test_means_are_those_of_the_statistics() -> None:
    given = results()
    for row in shown(given=given).cells.values():
        for cell in row:
            assert cell is not None
            assert cell.mean == interval(given.scores(cell.setting, "recall"), DOCUMENTS)


@each("baseline", [SAME_ROW, "token_windows 200/0, bm25@5", "token_windows 400/80, bm25@5"])
def test_differences_are_those_of_the_statistics_in_one_family(baseline: str) -> None:
    given = results()
    seen = shown("whole", baseline, given)
    measured = Measured(given)
    pairs: dict[str, Any] = {}
    for setting in given.settings:
        base = measured.baseline_of(setting, baseline)
        if base != setting:
            pairs[setting.label] = given.scores(base, "whole"), given.scores(setting, "whole")
    assert seen.verdicts == verdicts(pairs, DOCUMENTS)
    assert len(pairs) == (4 if baseline == SAME_ROW else 5)
    one = seen.verdicts[0].difference
    first, second = next(iter(pairs.values()))
    assert one == paired(first, second, DOCUMENTS)


def test_the_word_says_what_may_be_claimed() -> None:
    words = {str(cell.setting.overlap): cell.word for cell in shown(baseline=SAME_ROW).cells[_row(200)] if cell}
    assert words["0"] == ""
    assert words["20%"] == "more"
    turned = shown(baseline="token_windows 200/40, bm25@5")
    assert {cell.word for cell in turned.cells[_row(200)] if cell and cell.setting.overlap != "20%"} == {"less"}
    single = shown(baseline=SAME_ROW, given=results(phases=1))
    assert [cell.word for cell in single.cells[_row(200)] if cell and cell.setting.overlap == "20%"] == [
        "too few phases"
    ]


def test_what_was_not_tried_is_said() -> None:
    seen = shown(given=results(hole=True))
    assert seen.cells[_row(400)][-1] is None
    assert "overlap 50%  not tried" in str(seen)
    assert "not tried" in Reader(page(seen)).text


@each("baseline", [MEANS, SAME_ROW, "token_windows 400/0, bm25@5"])
def test_the_words_and_the_page_say_the_same(baseline: str) -> None:
    seen = shown("whole", baseline)
    read = Reader(page(seen)).text
    assert all(line in read for line in seen.head())
    for row in seen.cells.values():
        for cell in row:
            assert cell is not None
            assert f"{cell.number}{cell.interval}{cell.word}" in read
            assert str(cell) in str(seen)


def test_a_claim_has_a_thick_edge_and_nothing_else_has() -> None:
    seen = shown(baseline=SAME_ROW)
    cells = re.findall(r'<td title="([^"]+)" style="([^"]+)"', page(seen))
    thick = {title.split(": ")[0] for title, style in cells if "border:3px solid" in style}
    claimed = {
        cell.setting.label for row in seen.cells.values() for cell in row if cell and cell.word in ("more", "less")
    }
    assert thick == claimed
    assert thick


def test_colours_follow_the_numbers_and_stay_light() -> None:
    seen = shown()
    cells = re.findall(r'background-color:(#[0-9A-F]{6});border:1px solid #212121"><div[^>]*>([\d.]+)<', page(seen))
    order = sorted(cells, key=lambda cell: float(cell[1]))
    reds = [int(colour[1:3], 16) for colour, _ in order]
    assert len(cells) == 6
    assert reds == sorted(reds, reverse=True)
    assert tint(1.0, 0.0, 1.0, "#EE8866") == "#EE8866"
    assert tint(0.5, 0.0, 1.0, "#000000") == "#808080"


def test_one_setting_alone_has_nothing_to_be_compared_with() -> None:
    whole = results()
    first = whole.settings[0]
    alone = Results("d", "c", "", whole.questions, DOCUMENTS, {first: whole.phases[first]})
    seen = shown(baseline=SAME_ROW, given=alone)
    assert seen.verdicts == []
    assert "baseline" in Reader(page(seen)).text
    assert "too little differs" in str(seen)


def _row(size: int) -> str:
    return f"token_windows {size}, bm25@5"
