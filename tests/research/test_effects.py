"""Check that what the library shows of effects is what is measured here, and that every promise is in it."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from chunklib.chunk import Chunk
from chunklib.evaluation.benchmarks.course_benchmark import own_benchmark
from chunklib.evaluation.effects import Effect, measured
from chunklib.evaluation.evaluate import evaluate
from chunklib.evaluation.indexed_benchmark import Prepared
from classroom.lessons.stored_sweep import PLACINGS
from research.effects.__main__ import main
from research.effects.declared import COMPARISONS
from research.effects.measuring import measure
from research.effects.ways import METRICS, Way, prefix, scored
from tests.each import each
from tests.promises import refused

OWN = Prepared(own_benchmark())
SHOWN = {(row.key, row.metric): row for row in measured()}
ALONE = ("holm_p", "family", "finding", "detectable", "said")  # these depend on what is measured beside it


def test_every_comparison_that_is_declared_was_measured_in_both_metrics() -> None:
    families = Counter(one.family for one in COMPARISONS)
    assert [(row.key, row.metric, row.says, row.kinds, row.promise, row.family) for row in measured()] == [
        (one.key, metric, one.says, one.kinds, one.family == "promises", families[one.family] * len(METRICS))
        for one in COMPARISONS
        for metric in METRICS
    ]
    assert len({one.key for one in COMPARISONS}) == len(COMPARISONS)


@pytest.mark.slow
def test_the_command_measures_all_but_the_slowest_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    keys = [one.key for one in COMPARISONS if "minilm" not in one.needs]
    main(["--only", ",".join(keys), "--jobs", "2", "--out", str(tmp_path / "found.json")])
    assert "\nstable: stable against whole sentences\n" in capsys.readouterr().out
    found = json.loads((tmp_path / "found.json").read_text("utf-8"))
    assert len(found) == len(keys) * len(METRICS)
    for row in found:
        shown = SHOWN[row["key"], row["metric"]]
        alone = {name: getattr(shown, name) for name in ALONE}
        assert replace(Effect(**{**row, "kinds": tuple(row["kinds"])}), **alone) == shown


def test_a_way_is_what_evaluate_measures_at_one_placing() -> None:
    size = round(200 * PLACINGS[4])
    headed = evaluate(OWN, {"strategy": "markdown", "size": size, "overlap": 0}, context=True, budgets=[1000])
    found = scored(OWN, Way("markdown", context=True), 4)
    assert np.allclose(found.metrics["recall_1000"], headed.scores["recall_1000"], atol=1e-6)
    assert found.stored == headed.multiplier


@each(("text", "start", "expected"), [
    ("# Tea\n\nOne.\nTwo.", 12, "Tea\nOne."),
    ("Tea\nTwo.", 4, "Tea"),
    ("\n\n", 1, ""),
    ("###\nTwo.", 4, "###"),
])  # fmt: skip
def test_the_prefix_is_the_first_line_and_the_line_before(text: str, start: int, expected: str) -> None:
    assert prefix(text, Chunk(text[start:], start, len(text), 1, 0, 0, "tea")) == expected


def test_an_unknown_effect_is_refused_before_anything_is_measured() -> None:
    refused(lambda: measure(["heading"]), ValueError, "unknown effect 'heading'", "did you mean 'headings'?")
    refused(lambda: measure([]), ValueError, "no effect to measure: none is named")
