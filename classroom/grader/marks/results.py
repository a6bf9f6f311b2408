"""The results of a batch: a row a submission and function, the points of each student, and what a regrade changed."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from typing import Any

from chunklib.errors import InvalidValue
from chunklib.terminal_progress import one_line
from classroom.grader.intake.naming import Submission
from classroom.grader.marks.model import STATES, Graded, Mark, State, mark_from, of_type
from classroom.grader.marks.store import write
from classroom.judge.catalogue import EXERCISES

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


TOTALS = "totals"
_NOTHING = "nothing handed in"


def totals(graded: Sequence[Graded], max_points: Mapping[str, int]) -> list[Graded]:
    """Return one mark for each student, sorted by student.

    Args:
        graded: all submissions; of a student's submissions for one function the one that has points counts.
        max_points: of each function that was marked.

    Returns:
        Marks of the lesson, or of the function where not all of a lesson's were marked. Where a function is
        ``ungraded`` its total is, too, and has no points; one that was not handed in has 0. ``late`` where one of them
        is.
    """
    name, marks = _name(list(max_points)), counting(graded)
    libraries: dict[str, set[str]] = {}
    for one in graded:
        libraries.setdefault(one.student, set()).update(one.libraries)
    found = []
    for student, leans_on in sorted(libraries.items()):
        missing = {function: Mark(function, "failed", 0, most, _NOTHING) for function, most in max_points.items()}
        parts = [marks.get((student, function), instead) for function, instead in missing.items()]
        found.append(Graded(student, _total(name, parts, sum(max_points.values())), libraries=tuple(sorted(leans_on))))
    return found


def _name(functions: Sequence[str]) -> str:
    """Return the lesson where these are all its functions."""
    lesson = EXERCISES[functions[0]].lesson
    whole = {one.name for one in EXERCISES.values() if one.lesson == lesson}
    return lesson if whole == set(functions) else ", ".join(functions)


def _total(name: str, parts: Sequence[Mark], most: int) -> Mark:
    points = [part.points for part in parts if part.points is not None]
    whole = len(points) == len(parts)
    states = {part.state for part in parts}
    state: State = "ungraded" if not whole else "failed" if states == {"failed"} else "final"
    state = "late" if state == "final" and "late" in states else state
    if len(parts) == 1:
        reason = parts[0].reason
    else:
        own, common = said_once([part.reason for part in parts])
        each = [_said(part, word) for part, word in zip(parts, own, strict=True)]
        reason = " | ".join(each if any(own) or any(points) else [])
        reason = "; ".join(filter(None, (reason, common)))
    return Mark(name, state, sum(points) if whole else None, most, reason)


def counting(graded: Sequence[Graded]) -> dict[tuple[str, str], Mark]:
    """Return the mark that counts of each student and function: the one with the most points, where there is any."""

    def worth(one: Graded) -> tuple[int, str, str]:
        return -1 if one.mark.points is None else one.mark.points, one.mark.state, one.mark.reason

    return {(one.student, one.mark.exercise): one.mark for one in sorted(graded, key=worth)}


def said_once(reasons: Sequence[str]) -> tuple[list[str], str]:
    """Return reasons without what all of them say, and that.

    >>> said_once(["all properties hold; late", "not started; late"])
    (['all properties hold', 'not started'], 'late')
    """
    parts = [reason.split("; ") for reason in reasons]
    common = [part for part in dict.fromkeys(parts[0]) if all(part in own for own in parts)]
    return ["; ".join(part for part in own if part not in common) for own in parts], "; ".join(common)


def _said(mark: Mark, reason: str) -> str:
    points = "no points" if mark.points is None else f"{mark.points} of {mark.max_points}"
    return f"{mark.exercise} {points}" + (f": {reason}" if reason else "")


_OF_A_MARK = ("exercise", "state", "points", "max_points", "reason")


@dataclass(frozen=True)
class Change:
    """Holds the mark of a student's function before and after; None where there was or is none."""

    student: str
    exercise: str
    old: Mark | None
    new: Mark | None

    @property
    def word(self) -> str:
        """Say in a word what changed; empty where points and state are as they were."""
        if self.old is None or self.new is None:
            return "new" if self.old is None else "gone"
        before, after = ((one.points, one.max_points, one.state) for one in (self.old, self.new))
        if self.old.points is not None and self.new.points is not None and self.old.points != self.new.points:
            return "gained" if self.new.points > self.old.points else "lost"
        return "" if before == after else "other"


def read_marks(place: Path) -> list[Graded]:
    """Return the marks in a folder of marks, or in its ``results.json``.

    Raises:
        ValueError: it holds none.
        OSError: it cannot be read.
    """
    path = place / f"{RESULTS}.json" if place.is_dir() else place
    try:
        rows = of_type(list, json.loads(path.read_bytes()), dict)
        marks = [{name: one[name] for name in _OF_A_MARK} | {"properties": []} for one in rows]
        return [Graded(of_type(str, one["student"]), mark_from(mark)) for one, mark in zip(rows, marks, strict=True)]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise InvalidValue(f"{path} holds no results of chunklib grade") from None
    except OSError as error:
        raise OSError(f"cannot read {path}: {(error.strerror or str(error)).lower()}") from None


def changes(before: Sequence[Graded], after: Sequence[Graded]) -> list[Change]:
    """Return what became of each mark, sorted by student and function, those included that are as they were."""
    old, new = counting(before), counting(after)
    return [Change(*key, old.get(key), new.get(key)) for key in sorted(old.keys() | new.keys())]


def counted_changes(found: Sequence[Change]) -> str:
    """Count the changes in words: ``1 gained, 0 lost, 2 new, 0 gone, 0 other, 9 the same``."""
    words = Counter(one.word for one in found)
    return ", ".join(f"{words[word]:,} {word or 'the same'}" for word in ("gained", "lost", "new", "gone", "other", ""))
