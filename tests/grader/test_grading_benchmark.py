"""The benchmark of grading measures the command on the class that it names; how long anything takes is not tested."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.grading import Grading, lines, watched
from benchmarks.submissions import HandedIn, hostile_ones, numbered, well_behaved
from tests.grader.handed_in import needs_sandbox, notebook

GOOD = Grading(
    submissions=10,
    hostile=4,
    rows=10,
    states={"final": 6, "failed": 4},
    cheats=[],
    alone=1.0,
    one=1.0,
    two=0.5,
    seconds=9.0,
    before=300.0,
    after=310.0,
    processes_left=0,
    files_left=0,
    cores=2,
)


def test_what_is_over_its_limit_is_said() -> None:
    assert list(GOOD.over()) == []
    bad = replace(GOOD, rows=9, cheats=["007 hostile"], alone=1.6, two=0.8, after=400.0, files_left=2)
    assert list(bad.over()) == [
        "a class of 10 has 9 rows",
        "more than the honest part earns: 007 hostile",
        "grading leaves 0 processes and 2 files behind",
        "a well-behaved submission takes 1.60 s on one core, the limit is 1.5",
        "two processes mark 1.25 times as many as one, and should 1.6",
        "the memory of grading grows from 300 to 400 MB",
    ]
    assert list(replace(GOOD, two=1.0, cores=1).over()) == [], "one core has no room for two"


def test_every_figure_is_printed() -> None:
    shown = lines(GOOD)
    for words in (
        "10 rows: 4 failed, 6 final",
        "1.00 on one core",
        "2.00 times as many",
        "300 MB",
        "0 processes, 0 files",
    ):
        assert words in shown


def test_the_class_has_right_and_wrong_answers_and_every_hostile_kind() -> None:
    well, hostile = well_behaved(), hostile_ones()
    assert len({one.name for one in well if one.honest is None}) > 60
    assert len({one.name for one in hostile}) == len(hostile) > 100
    assert all(one.honest is not None for one in hostile)
    assert all(one.content.startswith(b"{") for one in well)


def test_everybody_has_a_name_of_their_own_that_a_file_can_have() -> None:
    many = numbered([HandedIn("a/b\nc", b""), HandedIn("a b c", b""), HandedIn("hostile len, zip", b"", 0)] * 40)
    assert len({one.name for one in many}) == 120
    assert all(set(one.name) <= set("0123456789abcdefghijklmnopqrstuvwxyz ") for one in many)
    assert sum(one.honest == 0 for one in many) == 40


class TestTheCommand:
    """The command is run, and looked at."""

    pytestmark = needs_sandbox

    def test_a_run_is_watched(self, tmp_path: Path) -> None:
        many = [HandedIn("stub", notebook("def smart_chunk():\n    raise NotImplementedError")), HandedIn("none", b"{")]
        found = watched(tmp_path / "run", many, jobs=1)
        assert (found.status, found.processes_left, found.files_left) == (0, 0, 0)
        assert len(found.times) == len(found.megabytes) == 2
        assert found.each() == pytest.approx(found.times[1] - found.times[0])
        assert min(found.megabytes) > 50
