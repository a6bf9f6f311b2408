"""`chunklib sweep`: a table with intervals, a verdict for every overlap, the same bytes again, and a bar."""

import json
import os
import pty
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from chunklib.evaluation import findings, grid, load_benchmark, sweep
from tests.commandline import Run, command, environment, runner
from tests.library.cli.test_processes import IMPATIENT, output_of, read_all
from tests.small_benchmark import SMALL, written

SIZES, OVERLAPS = (20, 30), (0, "20%")
OPTIONS = ("--benchmark", "bench", "--sizes", "20,30", "--overlaps", "0,20%", "--k", 3, "--phases", 2, "--jobs", 1)


@pytest.fixture
def run(capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Run a command in this process, in a folder of its own with a benchmark in it."""
    written(SMALL, tmp_path / "bench")
    return runner(capfdbinary, monkeypatch, tmp_path)


def test_the_table_has_the_intervals_and_the_verdicts_of_findings(run: Run) -> None:
    results = sweep(grid(sizes=SIZES, overlaps=OVERLAPS, k=3), SMALL, phases=2)
    shown = findings(results)
    done = run("sweep", *OPTIONS)
    assert (done.status, done.err) == (0, "")
    text = done.out.decode("utf-8")
    head, rule, *rows = text.splitlines()[:6]
    assert head.split("  ")[0] == "setting"
    assert ("recall@3 [95 %]" in head, "whole evidence in one chunk [95 %]" in head) == (True, True)
    assert set(rule) == {"-", " "}
    for row, setting in zip(rows, results.settings, strict=True):
        assert row.startswith(f"{setting.label} ")
        cells = [f"{results.multiplier(setting):.2f}"]
        for metric in shown.metrics:
            told = shown.intervals[setting, metric]
            cells.append(f"{100 * told.mean:.1f} [{100 * told.low:.1f}, {100 * told.high:.1f}]")
        assert " ".join(row.removeprefix(setting.label).split()) == " ".join(cells)
    for verdict in shown.verdicts:
        assert f"\n\n{verdict}\n" in text
    asked = f"{len(SMALL.questions)} questions about two documents, two phases of the windows"
    assert f"per cent, mean over {asked}; stored: times the text" in text
    assert text.endswith("Holm's correction is over all 4 comparisons; differences in percentage points\n")
    assert "two phases are too few" in text


def test_the_json_has_them_in_full(run: Run) -> None:
    results = sweep(grid(sizes=SIZES, overlaps=OVERLAPS, k=3), load_benchmark(Path("bench")), phases=2)
    shown = findings(results, ["contained", "recall_500"])
    done = run("sweep", *OPTIONS, "--metrics", "contained, recall_500", "--json")
    assert (done.status, done.err) == (0, "")
    told = json.loads(done.out)
    assert (told["data"], told["code"], told["warnings"]) == (results.data, results.code, [*shown.warnings])
    for record, setting in zip(told["settings"], results.settings, strict=True):
        assert (record["setting"], record["stored"]) == (setting.label, results.multiplier(setting))
        for metric in shown.metrics:
            interval = shown.intervals[setting, metric]
            assert [record[metric][name] for name in ("mean", "low", "high")] == [
                interval.mean, interval.low, interval.high,
            ]  # fmt: skip
    for record, verdict in zip(told["verdicts"], shown.verdicts, strict=True):
        names = ("finding", "claim", "said", "holm_p", "family", "detectable")
        assert record["comparison"] == verdict.label
        assert {name: record[name] for name in names} == {name: getattr(verdict, name) for name in names}
        assert (record["mean"], record["p"]) == (verdict.difference.mean, verdict.difference.p)


def test_the_same_bytes_again_and_a_table_of_all_scores(run: Run) -> None:
    first, second = (run("sweep", *OPTIONS, "--out", name, "--json") for name in ("one.csv", "two.csv"))
    assert first == second
    sweep(grid(sizes=SIZES, overlaps=OVERLAPS, k=3), load_benchmark(Path("bench")), phases=2, out="three.csv")
    one, two, three = (Path(f"{name}.csv").read_bytes() for name in ("one", "two", "three"))
    assert one == two == three
    assert one.count(b"\n") == 1 + 4 * 2 * len(SMALL.questions)
    assert sorted(path.name for path in Path().iterdir()) == ["bench", "one.csv", "three.csv", "two.csv"]


def test_a_bar_on_a_terminal(tmp_path: Path) -> None:
    written(SMALL, tmp_path / "bench")
    reader, terminal = pty.openpty()
    words = command("sweep", *OPTIONS, "--phases", 6, first=IMPATIENT)
    with subprocess.Popen(words, cwd=tmp_path, env=environment(), stdout=subprocess.PIPE, stderr=terminal) as process:
        os.close(terminal)
        with ThreadPoolExecutor() as beside:  # a terminal that nobody reads fills up, and the process waits
            reading = beside.submit(read_all, reader)
            out = output_of(process)[0]
    shown = reading.result().decode()
    assert process.returncode == 0
    assert out.startswith(b"setting ")
    assert "of 24  measuring 4 settings on bench" in shown
    assert "[####" in shown
    *_, last = shown.rstrip("\r\n").split("\r")
    assert last == " " * 79  # wiped off
