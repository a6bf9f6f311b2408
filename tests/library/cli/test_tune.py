"""`chunklib tune`: an overlap that is found by measuring, round by round, and why the search ended."""

from pathlib import Path

import pytest

from chunklib.advice import tune
from chunklib.evaluation.metrics.registry import METRICS
from chunklib.evaluation.sweep.tuning import Measured
from tests.commandline import Run, runner
from tests.small_benchmark import SMALL, written


@pytest.fixture
def run(capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Run a command in this process, in a folder of its own with a benchmark in it."""
    written(SMALL, tmp_path / "bench")
    return runner(capfdbinary, monkeypatch, tmp_path)


OPTIONS = ("--size", 30, "--k", 3, "--metric", "whole", "--phases", 2)


@pytest.mark.parametrize("target", ["0.3", "1"])
def test_every_round_is_printed_and_why_the_search_ended(run: Run, target: str) -> None:
    measured = Measured(SMALL, k=3, metric="whole", phases=2)
    expected = tune(measured, size=30, target=float(target), tolerance=0.01, storage=measured.storage)
    done = run("tune", "bench", *OPTIONS, "--target", target)
    assert (done.status, done.err) == (0, "")
    *lines, about = done.out.decode().splitlines()
    assert lines == str(expected).splitlines()
    assert about.startswith(f"score: whole, mean of {len(SMALL.questions)} questions and two phases; ")
    assert expected.reached == (target == "0.3")


def test_limits_are_kept(run: Run) -> None:
    limit = run("tune", "bench", *OPTIONS, "--target", 1, "--storage-limit", "1.2").out.decode()
    assert "stores more than 1.2 times the text" in limit
    loose = run("tune", "bench", *OPTIONS, "--target", 1, "--tolerance", 1).out.decode()
    assert "is within 1 of 1" in loose


@pytest.mark.parametrize("metric", [name for name, one in METRICS.items() if not one.higher_is_better])
def test_a_metric_of_which_less_is_better_is_not_raised(run: Run, metric: str) -> None:
    done = run("tune", "bench", "--size", 30, "--phases", 1, "--metric", metric)
    assert (done.status, done.out) == (2, b"")
    assert done.err == f"chunklib: metric must be one of which more is better, for it is raised: got {metric!r}\n"
