"""The results of a batch: a row a submission and function, for a spreadsheet and for a program."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import Any

from chunklib.terminal_progress import one_line
from classroom.grader.intake.naming import Submission
from classroom.grader.marks.model import STATES, Graded, Mark
from classroom.grader.marks.store import write

COLUMNS = ("student", "exercise", "state", "points", "max_points", "reason", "libraries")
RESULTS = "results"
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")  # some read full-width signs, too
_SPACES = " \"'\u00a0\u3000"  # before a sign; some spreadsheets drop them
_MOST = 500  # characters of a reason


def finished(one: Submission, graded: Graded | None, max_points: int, due: float | None = None) -> Graded:
    """Return a submission with its mark as the teacher sees it.

    Args:
        one: what was handed in.
        graded: the mark of its notebook; None where there was none to mark.
        max_points: of its function.
        due: the deadline in seconds since 1970; what was judged and came after it is ``late``.

    Returns:
        The mark with a reason on one printable line that also says what was odd, and how late it came.
    """
    if graded is None:
        failed = one.kind != "ungraded"
        mark = Mark(one.function, "failed" if failed else "ungraded", 0 if failed else None, max_points, one.reason)
        graded = Graded(one.student, mark, one.file)
    words, state = [graded.mark.reason, one.note], graded.mark.state
    if due is not None and one.moment is not None and one.moment.seconds > due and state == "final":
        state = "late"
        words.append(f"handed in {_span(one.moment.seconds - due)} after the deadline")
    if due is not None and one.moment is not None and state in ("final", "late"):
        words.append(one.moment.against(due))
    reason = one_line("; ".join(word for word in words if word))
    reason = reason if len(reason) <= _MOST else f"{reason[: _MOST - 1]}…"
    return replace(graded, mark=replace(graded.mark, state=state, reason=reason))


def _span(seconds: float) -> str:
    """Say how long some time is, rounded up to minutes.

    >>> _span(1), _span(3600), _span(100_000)
    ('1 min', '1 h', '1 d 3 h 47 min')
    """
    minutes = max(1, int(-(-seconds // 60)))
    parts = ((minutes // 1440, "d"), (minutes // 60 % 24, "h"), (minutes % 60, "min"))
    return " ".join(f"{number:,} {unit}" for number, unit in parts if number)


def row(graded: Graded) -> dict[str, Any]:
    """Return the row of a submission: every text on one printable line, and ``points`` None where it was not marked."""
    mark = graded.mark
    leans_on = ", ".join(graded.libraries)
    cells = (graded.student, mark.exercise, mark.state, mark.points, mark.max_points, mark.reason, leans_on)
    return {name: one_line(cell) if isinstance(cell, str) else cell for name, cell in zip(COLUMNS, cells, strict=True)}


def write_results(
    out: Path, graded: Sequence[Graded], name: str = RESULTS, **more: Callable[[Graded], str]
) -> list[Graded]:
    """Write ``results.csv`` and ``results.json``, or another ``name``, under a folder, each whole or not at all.

    Both are sorted and have the same rows, with a column for each of ``more``. The CSV is made for spreadsheets, which
    would run a text that begins like a formula: see ``defused``. The JSON has it as it is.

    Returns:
        the submissions in the order of the rows: by student, function and file.

    Raises:
        OSError: they cannot be written.
    """
    ordered = sorted(graded, key=lambda one: (one.student, one.mark.exercise, one.file))
    rows = [row(one) | {column: one_line(cell(one)) for column, cell in more.items()} for one in ordered]
    table = io.StringIO()
    writer = csv.DictWriter(table, (*COLUMNS, *more), lineterminator="\n")
    writer.writeheader()
    writer.writerows({column: defused(value) for column, value in one.items()} for one in rows)
    write(out / f"{name}.csv", table.getvalue().encode())
    data = json.dumps(rows, ensure_ascii=False, indent=1)
    write(out / f"{name}.json", f"{data}\n".encode())
    return ordered


def defused(cell: object) -> object:
    """Return a cell that no spreadsheet takes for a formula: a text that begins like one gets an apostrophe before it.

    A semicolon becomes a comma: some spreadsheets split there, and read what follows as a cell of its own.

    >>> defused("=HYPERLINK(1)"), defused("ada;=1+1"), defused(-1)
    ("'=HYPERLINK(1)", 'ada,=1+1', -1)
    """
    if not isinstance(cell, str):
        return cell
    text = cell.replace(";", ",")
    return f"'{text}" if text.lstrip(_SPACES).startswith(_FORMULA) else text


def unmarked(graded: Sequence[Graded]) -> list[str]:
    """Return the students of whom no submission of some function has points: a person has to look at them."""
    have = {(one.student, one.mark.exercise) for one in graded if one.mark.points is not None}
    return sorted({one.student for one in graded if (one.student, one.mark.exercise) not in have})


def summary(graded: Sequence[Graded]) -> list[str]:
    """Say in a line for each function how many submissions there are of each state, and the median of the points."""
    lines = []
    for function in sorted({one.mark.exercise for one in graded}):
        marks = [one.mark for one in graded if one.mark.exercise == function]
        counts = Counter(mark.state for mark in marks)
        said = ", ".join(f"{counts[state]:,} {state}" for state in STATES)
        points = [mark.points for mark in marks if mark.state in ("final", "late") and mark.points is not None]
        middle = f"; median {median(points):g} of {max(mark.max_points for mark in marks)}" if points else ""
        lines.append(f"{function}: {len(marks):,} {'row' if len(marks) == 1 else 'rows'}: {said}{middle}")
    return lines
