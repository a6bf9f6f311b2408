"""Rows of results: no zero is ambiguous, no cell is a formula, and both files say the same."""

from __future__ import annotations

import csv
import json
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classroom.grader.intake.naming import Submission
from classroom.grader.intake.times import Moment
from classroom.grader.marks.model import Graded, Mark, State
from classroom.grader.marks.results import COLUMNS, defused, finished, row, summary, unmarked, write_results

DUE = 1_790_000_000.0
SIGNS = ("=", "+", "-", "@", "\t", "\r")
texts = st.text(max_size=30)


def graded(student: str = "ada", state: State = "final", points: int | None = 2, reason: str = "why") -> Graded:
    return Graded(student, Mark("hello", state, points, 3, reason), f"{student}.ipynb", "digest")


def handed_in(seconds: float = DUE, note: str = "") -> Submission:
    return Submission("ada", "hello", "notebook", "ada.ipynb", Path("ada.ipynb"), note=note, moment=Moment(seconds))


def read(folder: Path) -> tuple[list[dict[str, str]], list[dict[str, object]]]:
    with (folder / "results.csv").open(encoding="utf-8", newline="") as file:
        table = list(csv.DictReader(file))
    return table, json.loads((folder / "results.json").read_text("utf-8"))


def test_both_files_have_the_same_rows_sorted(tmp_path: Path) -> None:
    write_results(tmp_path, [graded("bob"), graded("ada", "ungraded", None), graded("Cyd", "failed", 0, 'a, "b"')])
    table, data = read(tmp_path)
    assert [tuple(one) for one in table] == [COLUMNS] * 3
    assert [tuple(one) for one in data] == [COLUMNS] * 3
    assert [one["student"] for one in data] == ["Cyd", "ada", "bob"]
    assert [{name: "" if value is None else str(value) for name, value in one.items()} for one in data] == table
    assert [one["points"] for one in data] == [0, None, 2]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["results.csv", "results.json"]


@given(st.lists(st.tuples(texts, texts), max_size=5))
def test_any_text_comes_back_and_no_cell_begins_like_a_formula(pairs: list[tuple[str, str]]) -> None:
    many = [graded(student, reason=reason) for student, reason in pairs]
    with tempfile.TemporaryDirectory() as folder:
        write_results(Path(folder), many)
        table, data = read(Path(folder))
    assert sorted(map(str, data)) == sorted(str(row(one)) for one in many)
    for cells, record in zip(table, data, strict=True):
        assert not any(cell.startswith(SIGNS) for cell in cells.values())
        said = {name: str(record[name]).replace(";", ",") for name in ("student", "reason")}
        assert all(cells[name] in (text, f"'{text}") for name, text in said.items())


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize(
    "hostile",
    ["x;=1+1", 'x";=1+1', "x\t=1+1", 'x";"=1+1', "x\n=1+1", "x\r\n=1+1", 'a,b";+1', "=1;=1", ' =1", =1', ";-1", ";@a"],
)
def test_whatever_separator_a_spreadsheet_reads_no_cell_is_a_formula(
    tmp_path: Path, hostile: str, separator: str
) -> None:
    """German Excel splits at semicolons. A reader that knows no quotes is the worst case."""
    write_results(tmp_path, [graded(hostile, reason=f"ValueError: {hostile}"), graded("ada", reason=hostile)])
    text = (tmp_path / "results.csv").read_text("utf-8")
    with (tmp_path / "results.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file, delimiter=separator))
    assert len(rows) == 3
    assert not [cell for row in rows for cell in row if cell.lstrip(" \"'").startswith(SIGNS) and cell[:1] != "'"]
    if separator != ",":
        assert separator not in text


def test_a_number_is_no_formula() -> None:
    assert (defused(-1), defused(None), defused("-1"), defused("a=1")) == (-1, None, "'-1", "a=1")


@pytest.mark.parametrize("sign", "=+-@＝＋－＠\t\r")
def test_a_text_that_begins_like_a_formula_gets_an_apostrophe(sign: str) -> None:
    assert defused(f"{sign}HYPERLINK(1)") == f"'{sign}HYPERLINK(1)"
    assert defused(f"a{sign}1") == f"a{sign}1"


def test_a_surrogate_that_is_no_text_is_escaped(tmp_path: Path) -> None:
    write_results(tmp_path, [graded("d\udcff")])
    table, data = read(tmp_path)
    assert table[0]["student"] == data[0]["student"] == "d\\udcff"


# What the teacher sees of a mark


@pytest.mark.parametrize(
    ("after", "state", "words"),
    [
        (-1.0, "final", "why"),
        (0.0, "final", "why"),
        (1.0, "late", "why; handed in 1 min after the deadline"),
        (90_061.0, "late", "why; handed in 1 d 1 h 2 min after the deadline"),
    ],
)
def test_what_came_after_the_deadline_is_late(after: float, state: str, words: str) -> None:
    mark = finished(handed_in(DUE + after), graded(), 3, DUE).mark
    assert (mark.state, mark.points, mark.reason) == (state, 2, words)
    assert finished(handed_in(DUE + after), graded(), 3, None).mark.state == "final"


BOTH = "timestamp.txt says 2026-09-21 {} UTC, and the file was changed 2026-09-21 {} UTC: the later counts"
STAMPED = [
    (-60.0, -1.0, "final", "why"),
    (-60.0, 60.0, "late", "why; handed in 1 min after the deadline; " + BOTH.format("14:14:20", "14:12:20")),
    (60.0, -60.0, "late", "why; handed in 1 min after the deadline; " + BOTH.format("14:12:20", "14:14:20")),
    (3600.0, 60.0, "late", "why; handed in 1 h after the deadline"),
]


@pytest.mark.parametrize(("changed", "stamp", "state", "words"), STAMPED)
def test_a_file_of_a_time_makes_nothing_earlier(changed: float, stamp: float, state: str, words: str) -> None:
    one = Submission("ada", "hello", "notebook", "ada.ipynb", moment=Moment(DUE + changed, DUE + stamp))
    mark = finished(one, graded(), 3, DUE).mark
    assert (mark.state, mark.reason) == (state, words)
    assert finished(one, graded(), 3, None).mark.reason == "why"


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [
        (0.0, "1970-01-01 00:00:00 UTC"),
        (312_778_800.0, "1979-11-30 03:00:00 UTC"),
        (4_039_372_800.5, "2098-01-01 00:00:00 UTC"),
        (1e15, "1000000000000000 seconds after 1970"),
    ],
)
def test_a_time_that_no_clock_of_the_class_showed_is_named(seconds: float, shown: str) -> None:
    mark = finished(handed_in(seconds), graded(), 3, DUE).mark
    assert mark.reason.endswith(f"; its time, {shown}, cannot be right")
    assert mark.state == ("late" if seconds > DUE else "final")


@pytest.mark.parametrize("state", ["failed", "ungraded"])
def test_what_was_not_judged_is_not_late(state: State) -> None:
    points = None if state == "ungraded" else 0
    assert finished(handed_in(DUE + 5), graded(state=state, points=points), 3, DUE).mark.state == state


def test_a_note_stands_behind_the_reason_on_one_short_line() -> None:
    mark = finished(handed_in(note="the notebook was called x\n.ipynb"), graded(reason="a\tb"), 3).mark
    assert mark.reason == "a\\tb; the notebook was called x\\n.ipynb"
    assert len(finished(handed_in(), graded(reason="x" * 10_000), 3).mark.reason) == 500


@pytest.mark.parametrize(("kind", "state", "points"), [("failed", "failed", 0), ("ungraded", "ungraded", None)])
def test_what_had_no_notebook_has_its_reason(kind: str, state: str, points: int | None) -> None:
    one = Submission("ada", "hello", kind, "ada.zip", reason="an archive")  # type: ignore[arg-type]
    assert finished(one, None, 3) == Graded("ada", Mark("hello", state, points, 3, "an archive"), "ada.zip")  # type: ignore[arg-type]


def test_somebody_has_to_look_at_a_student_without_any_points() -> None:
    many = [graded("ada"), graded("ada", "ungraded", None), graded("bob", "ungraded", None), graded("cyd", "failed", 0)]
    assert unmarked(many) == ["bob"]


def test_the_summary_counts_states_and_has_the_median_of_what_was_judged() -> None:
    many = [
        graded(points=1),
        graded(points=2),
        graded("b", "late", 3),
        graded("c", "failed", 0),
        graded("d", "ungraded", None),
    ]
    assert summary(many) == ["hello: 5 rows: 2 final, 1 late, 1 failed, 1 ungraded; median 2 of 3"]
    assert summary([graded("c", "failed", 0)]) == ["hello: 1 row: 0 final, 0 late, 1 failed, 0 ungraded"]
