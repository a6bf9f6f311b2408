"""The list of a class: who is expected to hand in, one id a line."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

from chunklib.errors import InvalidValue
from classroom.grader.intake.naming import plain_name

MOST = 200  # characters of an id
_HEADINGS = ("id", "student", "student_id", "username", "login", "user")


def read_roster(path: Path) -> list[str]:
    """Return the ids on a list, in its order.

    Args:
        path: a text file with one id a line, or a CSV (by its name), with commas or semicolons; of a CSV with a
            heading the column called id, student, student_id, username, login or user counts, else the first. Lines
            that begin with # are left out.

    Raises:
        ValueError: nobody is on it, or a student twice, an id is too long, or it is not UTF-8 text.
        OSError: it cannot be read.
    """
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
        rows = [(number, row) for number, row in enumerate(_cells(path, lines), 1) if row]
    except (UnicodeDecodeError, csv.Error) as error:
        raise InvalidValue(f"cannot read {path.name} as a list of students: {error}") from None
    except OSError as error:
        raise OSError(f"cannot read {path}: {(error.strerror or str(error)).lower()}") from None
    column = _column(rows[0][1]) if rows else None
    found: dict[str, int] = {}
    for number, row in rows[0 if column is None else 1 :]:
        student = plain_name(row[column or 0]) if len(row) > (column or 0) else ""
        if not student or student.startswith("#"):
            continue
        if len(student) > MOST:
            raise InvalidValue(f"{path.name}, line {number}: an id may have {MOST} characters: got {len(student)}")
        if student in found:
            raise InvalidValue(f"{path.name}, line {number}: {student!r} is in line {found[student]} already")
        found[student] = number
    if not found:
        raise InvalidValue(f"{path.name} names no students")
    return list(found)


def _cells(path: Path, lines: list[str]) -> Iterator[list[str]]:
    if path.suffix.casefold() != ".csv":
        return ([line] for line in lines)
    first = next(iter(lines), "")
    return csv.reader(lines, delimiter=";" if ";" in first and "," not in first else ",")


def _column(first: list[str]) -> int | None:
    """Return the number of the column with ids, None where the first row is not a heading."""
    headings = [cell.strip().casefold() for cell in first]
    return next((headings.index(name) for name in _HEADINGS if name in headings), None)
