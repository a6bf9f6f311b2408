"""A metric is one record: with it in the registry, everything that measures, compares and prints has it."""

from __future__ import annotations

import subprocess
import sys

import pytest

from chunklib.evaluation import evaluate, findings, grid
from chunklib.evaluation.axis import ratio
from chunklib.evaluation.metrics.registry import METRICS, Metric, measured
from chunklib.evaluation.sweep.comparison import check
from tests.small_benchmark import SMALL, swept

MISSED = Metric("missed", lambda hits: ratio(hits.missed, hits.evidence.length), "missed@{k}", higher_is_better=False)
WINDOWS = {"strategy": "token_windows", "size": 30, "overlap": 6}


@pytest.fixture(autouse=True)
def _one_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(METRICS, MISSED.name, MISSED)


def test_a_new_metric_is_evaluated_and_printed() -> None:
    found = evaluate(SMALL, WINDOWS, k=3)
    assert found.scores["missed"] == pytest.approx(1 - found.scores["recall"])
    assert found.summary()["missed"] == pytest.approx(1 - found.mean("recall"))
    [row] = [line for line in str(found).splitlines() if line.startswith("missed@3 ")]
    assert f" {found.mean('missed'):.3f} " in row


def test_a_new_metric_is_swept_and_compared() -> None:
    settings = grid(sizes=[20], overlaps=[0, 10], k=3)
    check(settings, ["missed"])
    results = swept(settings, phases=2)
    assert "missed" in next(results.rows())
    shown = str(findings(results, ["missed"], resamples=200))
    assert "missed@3 [95 %]" in shown
    assert "missed@3: overlap 10 against 0" in shown


def test_every_metric_has_a_name_of_its_own() -> None:
    every = measured()
    assert len({one.name for one in every}) == len(every)
    assert all(one.name.isidentifier() for one in every)
    lower = [one.name for one in every if not one.higher_is_better]
    assert lower == ["redundancy", "boundary_cut", "missed"]


def test_the_help_of_sweep_lists_them_and_says_where_less_is_better() -> None:
    line = [sys.executable, "-m", "chunklib", "sweep", "--help"]
    done = subprocess.run(line, capture_output=True, text=True, check=True)
    said = " ".join(done.stdout.split())
    own = [one for one in METRICS.values() if one is not MISSED]
    more, less = ([one.name for one in own if one.higher_is_better is wanted] for wanted in (True, False))
    assert f"what to compare: {', '.join(more)}" in said
    assert f"less is better for {', '.join(less)}" in said
