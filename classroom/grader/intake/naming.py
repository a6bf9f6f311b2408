"""Whose submission a file or folder is, by its name as mailboxes and platforms write it, and who is expected."""

from __future__ import annotations

import csv
import re
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Literal

from chunklib.errors import InvalidValue
from chunklib.terminal_progress import one_line
from classroom.grader.intake.notebook import file_digest
from classroom.grader.intake.times import Moment
from classroom.judge.catalogue import EXERCISES
from classroom.judge.errors import CourseError

_SEPARATORS = " _-.,+~"
_COPY = re.compile(r"(?:[ _-]*\(\d{1,4}\)|[ _-]+copy[ _-]?\d*)$", re.IGNORECASE)
_CANVAS = re.compile(r"(?P<name>[^_]+)(?:_LATE)?_(?P<number>\d+)_\d+_.+", re.DOTALL)
_MOODLE = re.compile(r"(?P<name>.+)_(?P<number>\d+)_assignsubmission_.*", re.DOTALL)  # a person chose what is before
_NUMBERS = re.compile(r"_\d+(?=_assignsubmission_)")


@dataclass(frozen=True)
class Asked:
    """Names the function that is marked, and the slug of its lesson, which its notebook is called by."""

    function: str
    lesson: str

    @cached_property
    def own(self) -> tuple[str, ...]:
        """Return the names of the notebook that is looked for, longest first."""
        return tuple(sorted({self.function, self.lesson, self.lesson[3:]}, key=lambda name: (-len(name), name)))

    @cached_property
    def others(self) -> tuple[str, ...]:
        """Return the names of other exercises, as far as they cannot be taken for a person's."""
        others = (one for one in EXERCISES.values() if one.name != self.function)
        found = {name for one in others for name in (one.name, one.lesson) if "_" in name or one.lesson == self.lesson}
        return tuple(sorted(found - set(self.own), key=lambda name: (-len(name), name)))

    def named(self, stem: str) -> bool:
        """Tell whether a notebook or folder has the name of this exercise and nothing more."""
        return stem.casefold() in self.own

    def within(self, stem: str) -> bool:
        """Tell whether this exercise is named somewhere in a file's name."""
        return any(_found(name, stem) for name in self.own)

    def elsewhere(self, stem: str) -> bool:
        """Tell whether a file's name says another exercise, and not this one."""
        return not self.within(stem) and any(_found(name, stem) for name in self.others)


def asked_for(which: str) -> list[Asked]:
    """Return the exercises that a function, a lesson's slug or its number names.

    >>> [asked.function for asked in asked_for("06_recursive")]
    ['recursive_spans']
    >>> asked_for("recursive_spans") == asked_for("06")
    True

    Raises:
        CourseError: it names none.
    """
    if which in EXERCISES:
        return [Asked(which, EXERCISES[which].lesson)]
    found = [Asked(one.name, one.lesson) for one in EXERCISES.values() if which in (one.lesson, one.lesson[:2])]
    if not found:
        from difflib import get_close_matches

        lessons = {one.lesson for one in EXERCISES.values()}
        close = get_close_matches(which, [*EXERCISES, *sorted(lessons)], n=1)
        hint = f"did you mean {close[0]!r}?" if close else f"there are {', '.join(EXERCISES)}"
        raise CourseError(f"there is no exercise {which!r}; {hint}")
    return found


@dataclass(frozen=True)
class Owner:
    """Says whose a file is; the platform's own ``number`` tells two people of one name apart.

    ``spelling`` is the name as the file system has it. ``loose`` is a file, whose name the sender chose, and ``doubt``
    one whose name holds the patterns of two people.
    """

    student: str
    number: str = ""
    listed: bool = True
    spelling: str = ""
    loose: bool = False
    doubt: bool = False


def owner_of(name: str, asked: Asked, roster: Sequence[str] = ()) -> Owner:
    """Read a student's name out of the name of a file, without its suffix.

    Args:
        name: as the file system has it.
        asked: the exercise; its name and what follows it is left out.
        roster: the ids of the class; the longest one that the name begins with is the student.

    Returns:
        the owner, on one printable line. ``listed`` is False where there is a roster and nobody on it is meant.

    >>> asked = Asked("smart_chunk", "07_smart_chunk")
    >>> [owner_of(name, asked).student for name in ("ada-07_smart_chunk (1)", "ada (2)", "smart_chunk_ada")]
    ['ada', 'ada', 'ada']
    >>> owner_of("lovelaceada_LATE_12_345_smart_chunk-1", asked).number
    '12'
    >>> owner_of("Ada Lovelace_77_assignsubmission_file_smart_chunk", asked).student
    'Ada Lovelace'
    >>> owner_of("anna_lena_2", asked, ["anna", "anna_lena"]).student
    'anna_lena'
    """
    raw = name.strip()
    moodle, canvas = _MOODLE.fullmatch(raw), _CANVAS.fullmatch(raw)
    if moodle and (canvas or len(_NUMBERS.findall(raw)) > 1):
        return Owner(plain_name(raw), listed=False, spelling=raw, loose=True, doubt=True)
    platform = moodle or canvas
    number = platform["number"] if platform else ""
    spelling = platform["name"].strip() if platform else _without_exercise(raw, asked)
    least = len(spelling) if platform else 0  # a platform says the whole name: "bob x" is not bob
    for candidate in (plain_name(raw), plain_name(spelling)):
        on_list = [one for one in roster if len(one) >= least and _begins(candidate, one, asked)]
        if on_list:
            return Owner(student := max(on_list, key=len), number, spelling=student, loose=True)
    return Owner(plain_name(spelling), number, not roster, spelling, loose=True)


def owner_of_folder(name: str, roster: Sequence[str] = ()) -> Owner:
    """Return the student of a folder: the folder's name, or the first part of it if Moodle made the folder.

    Args:
        name: as the file system has it.
        roster: the ids of the class; letters may be small or capital, nothing else may differ.

    >>> [owner_of_folder(name).student for name in ("Team (1)", "smith_", "cs_2026_1_ada")]
    ['Team (1)', 'smith_', 'cs_2026_1_ada']
    >>> owner_of_folder("Ada Lovelace_77_assignsubmission_file_").number
    '77'
    """
    moodle = _MOODLE.fullmatch(name)
    spelling, number = (moodle["name"].strip(), moodle["number"]) if moodle else (name, "")
    student = one_line(unicodedata.normalize("NFC", spelling))
    on_list = next((one for one in roster if one.lower() == student.lower()), None)
    on_list = student if student in roster else on_list
    return Owner(on_list or student, number, not roster or on_list is not None, spelling)


def plain_name(name: str) -> str:
    r"""Return a name on one printable line, in composed characters, so that it is the same from every system.

    >>> plain_name("Zoe\u0308\n")
    'Zoë'
    """
    return one_line(unicodedata.normalize("NFC", name.strip()))


def _begins(name: str, student: str, asked: Asked) -> bool:
    """Tell whether a file's name begins with an id: ``ann`` begins ``ann_2``, and not ``anna``."""
    folded, start = name.lower(), student.lower()
    rest = folded[len(start) :]
    return folded.startswith(start) and (not rest[:1].isalnum() or rest.startswith(asked.own))


def _without_exercise(stem: str, asked: Asked) -> str:
    """Return what comes before the exercise's name, or after it, or all where that is nothing."""
    stripped = _COPY.sub("", _COPY.sub("", stem))
    for match in filter(None, (_found(name, stripped) for name in asked.own)):
        before, after = stripped[: match.start()], _COPY.sub("", stripped[match.end() :])
        return before.strip(_SEPARATORS) or after.strip(_SEPARATORS) or stem
    return stripped.strip(_SEPARATORS) or stem


def _found(name: str, stem: str) -> re.Match[str] | None:
    """Find an exercise's name; one of a single word (``hello``) must be apart from other letters."""
    pattern = re.escape(name) if "_" in name else rf"(?<![^\W_]){re.escape(name)}(?![^\W_])"
    return re.search(pattern, stem, re.IGNORECASE)


Kind = Literal["notebook", "failed", "ungraded", "absent"]
"""``notebook``: to be read. ``failed``, ``ungraded``: settled unread. ``absent``: failed, unless more is found."""


@dataclass(frozen=True)
class Submission:
    """Holds what was handed in for one function: a notebook to mark, or the reason why there is none.

    ``file`` is its place below the folder of submissions, on one printable line; ``note`` is said with its mark.
    ``spelling`` is the student's name as the file system has it, and ``loose`` says that the sender chose it.
    """

    student: str
    function: str
    kind: Kind
    file: str = ""
    path: Path | None = None
    reason: str = ""
    note: str = ""
    moment: Moment | None = None
    number: str = ""
    spelling: str = ""
    loose: bool = False

    def content(self) -> str:
        """Return a digest of the notebook's bytes; empty where it cannot be read."""
        with suppress(OSError):
            return file_digest(self.path) if self.path else ""
        return ""


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
