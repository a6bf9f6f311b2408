"""The moving cuts and the draws without a browser: what they say against the sweep and against counting."""

from __future__ import annotations

import re

import numpy as np
import pytest

from chunklib.evaluation import Setting, evaluate, own_benchmark
from classroom import draw_again, moving_cuts
from classroom.lessons.stored_sweep import stored_sweep
from classroom.lessons.widgets import moving_cuts as module
from classroom.lessons.widgets.moving_cuts import View
from tests.course.pages import Reader
from tests.each import each


@each("overlap", ["0", "20%"])
def test_evidence_is_torn_where_no_window_has_all_of_it(overlap: str) -> None:
    """The windows that are drawn are those of the sweep, at each placing."""
    for question in ("handbook-08", "handbook-20", "handbook-31"):
        for placing in range(6):
            shown = View(question, overlap, placing)
            start, end = shown.asked.spans[0]
            whole = [one.index for one in shown.chunks if one.start_char <= start and end <= one.end_char]
            assert shown.torn[placing] == (not whole)
            said = next(shown.lines())
            assert ("whole in" in said) == bool(whole)
            assert all(f"[{index}]" in said for index in whole)


def test_recall_is_that_of_the_placing() -> None:
    config = Setting("token_windows", 200, 0).config
    found = evaluate(own_benchmark(), config, phase=5, phases=6, budgets=())
    said = str(moving_cuts(placing=5))
    assert f"recall of all 365 questions at placing 5: {100 * found.mean('recall'):.1f} per cent" in said
    at = stored_sweep().questions.index("handbook-31")
    assert re.search(rf"this question, per cent: (\d+, ){{5}}{100 * found.scores['recall'][at]:.0f}\n", said)


def test_the_text_is_drawn_with_its_cut_inside_the_evidence() -> None:
    drawn = Reader(moving_cuts(placing=5).page.value).text
    assert "Its secret stops[22] working at once, its readings stay" in drawn
    assert "linear-gradient" not in moving_cuts(placing=5).page.value.partition("<div tabindex")[2]
    assert "linear-gradient" in moving_cuts(placing=5, overlap="20%").page.value.partition("<div tabindex")[2]


def test_a_button_measures_again_and_says_whether_it_is_what_is_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    widget, stored = moving_cuts(), stored_sweep()
    for given, said in ((Setting("token_windows", 200, 0), "as stored"), (Setting("recursive", 200, 0), "not as")):
        results = stored.__class__(
            **{**vars(stored), "phases": {Setting("token_windows", 200, 0): stored.phases[given]}}
        )
        monkeypatch.setattr(module, "measured_again", lambda _, results=results: results)
        widget.again.click()
        assert widget.found.value.startswith(f"Measured again, with an overlap of 0: {said}")
        assert not widget.again.disabled
    widget.overlap.value = "20%"
    assert widget.found.value == ""


def test_draws_take_as_many_questions_and_the_interval_leaves_out_both_ends() -> None:
    values = np.random.default_rng(1).uniform(-1, 1, 50).tolist()
    widget = draw_again(values, questions=20)
    assert "no draw yet" in widget.page.value
    buttons = [one for row in widget.children for one in getattr(row, "children", ()) if hasattr(one, "click")]
    buttons[0].click()
    assert widget.draws.value == 1
    first = widget.view.drawn[0]
    buttons[1].click()
    shown = widget.view
    assert shown.drawn.shape == (101, 20)
    assert (shown.drawn[0] == first).all()
    assert set(shown.asked) <= set(values)
    means = sorted(np.mean([shown.asked[at] for at in draw]) for draw in shown.drawn)
    low, high = re.findall(r"[+−]\d+\.\d", shown.lines()[-1])
    expected = [f"{abs(100 * means[at]):.1f}" for at in (2, -3)]
    assert [low[1:], high[1:]] == expected
    assert sum(many for _, many, _ in shown.bins()) == 101
    assert sum(out for *_, out in shown.bins()) == 4


def test_draws_of_few_questions_make_few_bars_with_a_line_at_zero() -> None:
    shown = draw_again([0.0] * 5 + [0.5, 0.5, 1.0, -1.0, -0.5], draws=1_000)
    bins = shown.view.bins()
    assert len(bins) <= 16
    assert shown.page.value.count("border-top:3px") == sum(name.startswith("0 ") for name, *_ in bins) == 1
    assert str(draw_again([0.0, 1.0], questions=2, draws=1)).startswith("1 draw of 2 ")
    assert draw_again([0.14] * 9, questions=3, draws=5).view.bins() == [("14 to 16", 5, 0)]
