"""Say who gained or lost by a regrade, and why: each old mark beside the new one, and nobody left out."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from chunklib.errors import InvalidValue
from classroom.grader.marks.model import Graded, Mark, mark_from, of_type
from classroom.grader.marks.results import RESULTS
from classroom.grader.marks.totals import counting

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
