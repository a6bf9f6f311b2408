"""The table of effects that is in the package: its rows agree with themselves, and the command shows them."""

from __future__ import annotations

import json

from chunklib.evaluation.benchmarks.course_benchmark import KINDS, own_benchmark
from chunklib.evaluation.effects import measured, table
from tests.commandline import Run


def test_a_row_says_no_more_than_test_and_interval_show() -> None:
    for row in measured():
        outside = row.low > 0 or row.high < 0
        assert (row.finding == "difference") == (outside and row.holm_p < 0.05)
        assert row.low <= row.difference <= row.high
        assert abs(row.other - row.baseline - row.difference) < 2e-4


def test_the_table_was_measured_on_the_questions_that_there_are() -> None:
    kinds = [question.kind for question in own_benchmark().questions]
    counts: dict[tuple[str, ...], int] = {(): len(kinds)} | {(kind,): kinds.count(kind) for kind in KINDS}
    assert [row.questions for row in measured()] == [counts[row.kinds] for row in measured()]


def test_the_command_shows_the_table(run: Run) -> None:
    short = table([row for row in measured() if row.promise])
    more = f"{len({row.key for row in measured() if not row.promise})} more, also under MiniLM and by kind"
    assert run("effects").out.decode() == f"{short}\n{more}: chunklib effects --all\n"
    assert run("effects", "--all").out.decode() == f"{table(measured())}\n"
    shown = run("effects", "--only", "stable, headings").out.decode()
    assert "\nheadings: headings searched" in shown
    assert shown.startswith("stable: stable against whole sentences\n")
    rows = json.loads(run("effects", "--only", "stable", "--json").out)
    assert [row["difference"] for row in rows] == [row.difference for row in measured() if row.key == "stable"]
    assert rows[0]["command"] == "python -m research.effects --only stable"
    assert "did you mean 'headings'?" in run("effects", "--only", "heading").refusal
