"""The table of measured effects: what is shown is what is measured, and every promise is in it."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from chunklib.chunk import Chunk
from chunklib.evaluation.benchmarks.course_benchmark import KINDS, own_benchmark
from chunklib.evaluation.effects import EFFECTS, measure, measured, table
from chunklib.evaluation.effects.table import to_json
from chunklib.evaluation.effects.ways import METRICS, PLACINGS, Way, prefix, scored
from chunklib.evaluation.evaluate import evaluate
from chunklib.evaluation.indexed_benchmark import Prepared
from tests.commandline import Run
from tests.each import each
from tests.promises import refused

OWN = Prepared(own_benchmark())
SHOWN = {(row.key, row.metric): row for row in measured()}
QUICK = ("stable", "headings-in-context")
ALONE = ("holm_p", "family", "finding", "detectable", "said")  # these depend on what is measured beside it


def test_every_effect_that_is_declared_was_measured_in_both_metrics() -> None:
    assert [(row.key, row.metric) for row in measured()] == [(one.key, metric) for one in EFFECTS for metric in METRICS]
    assert [row.says for row in measured()] == [one.says for one in EFFECTS for _ in METRICS]
    families = Counter(one.family for one in EFFECTS)
    assert [row.family for row in measured()] == [
        families[one.family] * len(METRICS) for one in EFFECTS for _ in METRICS
    ]
    assert len({one.key for one in EFFECTS}) == len(EFFECTS)


def test_the_table_was_measured_on_the_questions_that_there_are() -> None:
    kinds = [question.kind for question in own_benchmark().questions]
    counts: dict[tuple[str, ...], int] = {(): len(kinds)} | {(kind,): kinds.count(kind) for kind in KINDS}
    assert [row.questions for row in measured()] == [counts[one.kinds] for one in EFFECTS for _ in METRICS]


def test_what_is_shown_is_what_is_measured() -> None:
    for row in measure(QUICK):
        shown = SHOWN[row.key, row.metric]
        assert replace(row, **{name: getattr(shown, name) for name in ALONE}) == shown


@pytest.mark.slow
def test_all_but_the_slowest_are_measured_again_over_two_processes() -> None:
    quick = [effect.key for effect in EFFECTS if "minilm" not in effect.needs]
    for row in measure(quick, jobs=2):
        shown = SHOWN[row.key, row.metric]
        assert replace(row, **{name: getattr(shown, name) for name in ALONE}) == shown


def test_a_row_says_no_more_than_test_and_interval_show() -> None:
    for row in measured():
        outside = row.low > 0 or row.high < 0
        assert (row.finding == "difference") == (outside and row.holm_p < 0.05)
        assert row.low <= row.difference <= row.high
        assert abs(row.other - row.baseline - row.difference) < 2e-4


def test_a_way_is_what_evaluate_measures_at_one_placing() -> None:
    windows = evaluate(
        OWN, {"strategy": "token_windows", "size": 200, "overlap": 40}, phase=2, phases=6, budgets=[1000]
    )
    assert np.allclose(
        scored(OWN, Way("token_windows", overlap="20%"), 2).metrics["recall"], windows.scores["recall"], atol=1e-6
    )
    size = round(200 * PLACINGS[4])
    headed = evaluate(OWN, {"strategy": "markdown", "size": size, "overlap": 0}, context=True, budgets=[1000])
    found = scored(OWN, Way("markdown", context=True), 4)
    assert np.allclose(found.metrics["recall_1000"], headed.scores["recall_1000"], atol=1e-6)
    assert found.stored == headed.multiplier


def test_merging_counts_shared_text_once() -> None:
    plain, merged = (scored(OWN, Way("token_windows", overlap="50%", given=given), 0) for given in ("", "merged"))
    assert np.array_equal(plain.metrics["recall"], merged.metrics["recall"])
    assert merged.metrics["recall_1000"].mean() > plain.metrics["recall_1000"].mean()
    assert merged.metrics["recall_1000"].max() <= 1


@each(("text", "start", "expected"), [
    ("# Tea\n\nOne.\nTwo.", 12, "Tea\nOne."),
    ("Tea\nTwo.", 4, "Tea"),
    ("Tea", 0, "Tea"),
    ("\n\n", 1, ""),
    ("###\nTwo.", 4, "###"),
])  # fmt: skip
def test_the_prefix_is_the_first_line_and_the_line_before(text: str, start: int, expected: str) -> None:
    assert prefix(text, Chunk(text[start:], start, len(text), 1, 0, 0, "tea")) == expected


def test_an_unknown_effect_is_refused_before_anything_is_measured(run: Run) -> None:
    refused(lambda: measure(["heading"]), ValueError, "unknown effect 'heading'", "did you mean 'headings'?")
    refused(lambda: measure([]), ValueError, "no effect to measure: none is named")
    assert "did you mean 'headings'?" in run("effects", "--only", "heading").refusal


def test_the_command_shows_the_table_and_measures_it_again(run: Run, tmp_path: Path) -> None:
    promises = {one.key for one in EFFECTS if one.family == "promises"}
    short = table([row for row in measured() if row.key in promises])
    more = f"{len(EFFECTS) - len(promises)} more, by which recommend chooses: chunklib effects --all"
    assert run("effects").out.decode() == f"{short}\n{more}\n"
    assert run("effects", "--all").out.decode() == f"{table(measured())}\n"
    shown = run("effects", "--only", "stable, headings").out.decode()
    assert shown.startswith("headings: ")
    assert "\nstable: stable against whole sentences\n" in shown
    again = run("effects", "--only", "stable", "--measure", "--jobs", 1, "--out", "found.json", "--json")
    rows = json.loads(again.out)
    assert [row["difference"] for row in rows] == [SHOWN["stable", metric].difference for metric in METRICS]
    assert rows[0]["command"] == "chunklib effects --measure --only stable"
    assert Path("found.json").read_text("utf-8") == to_json(measure(["stable"]))
