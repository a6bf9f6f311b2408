"""Say what of a class is the same from end to end, and what was compared at all: for a human eye, and never a mark."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from classroom.grader.marks.graded import Graded
from classroom.grader.marks.versions import digest_of
from classroom.grader.similarity.copies import LEAST_COMMON, MAX_PRINTS, own_prints

_EMPTY = digest_of(b"")
_PART = "compared in part: too long to be read to its end"
_HOW: Mapping[str, Callable[[Graded], str]] = {
    "the same file to the byte": lambda one: one.digest,
    "the same code in all cells": lambda one: one.code,
}


@dataclass(frozen=True)
class Same:
    """Lists students whose submissions are the same: ``how`` says in what."""

    students: tuple[str, ...]
    how: str


@dataclass(frozen=True)
class Compared:
    """Counts the submissions that were compared with each other, and those that were not, or in part, by reason."""

    number: int
    left_out: Mapping[str, int]


def code_digest(cells: Sequence[str]) -> str:
    """Return a digest of all code, whatever the white space around a cell; empty for a notebook without code."""
    stripped = [cell.strip() for cell in cells if cell.strip()]
    return sha256("\0".join(stripped).encode("utf-8", "surrogatepass")).hexdigest()[:16] if stripped else ""


def the_same(graded: Sequence[Graded]) -> list[Same]:
    """Return the groups of students who handed in the same for one exercise, the largest first, each group once.

    What nobody has begun to write, and an empty file, is nobody's copy.
    """
    found = list[Same]()
    for how, key in _HOW.items():
        groups: dict[str, set[str]] = {}
        for one in graded:
            if one.digest not in ("", _EMPTY) and not _not_started(one) and key(one):
                groups.setdefault(key(one), set()).add(one.student)
        for group in sorted(groups.values(), key=lambda one: (-len(one), sorted(one))):
            if len(group) > 1 and not any(group <= {*other.students} for other in found):
                found.append(Same(tuple(sorted(group)), how))
    return found


def compared(graded: Sequence[Graded]) -> Compared:
    """Count the submissions for one exercise that were compared, and those that were not, or in part.

    The numbers of what was compared and what was left out add up to all submissions; one that was compared in part is
    counted in both.
    """
    own = own_prints(graded)
    told = [(one, _why_not(one, own.get(one, frozenset()))) for one in graded]
    left = Counter(why for _, why in told if why)
    part = sum(not why and (one.partly or len(one.fingerprint) >= MAX_PRINTS) for one, why in told)
    return Compared(len(graded) - left.total(), {**left, **({_PART: part} if part else {})})


def _not_started(one: Graded) -> bool:
    return one.mark.reason.startswith("not started")


def _why_not(one: Graded, own: frozenset[int]) -> str:
    """Return why a submission was not compared; empty where it was."""
    reasons = (
        (len(own) >= LEAST_COMMON, ""),
        (not one.file, "nothing handed in"),
        (not one.digest, "not read: too large, a link, an archive, or another submission of the student counts"),
        (not one.code and not one.fingerprint, "no code in it that could be read"),
        (_not_started(one), "not started"),
        (
            len(one.fingerprint) < LEAST_COMMON,
            "the function is too short to tell it from others, or is not defined in the text of the cells",
        ),
        (True, "too little is left without the code that more than half of the class has"),
    )
    return next(why for holds, why in reasons if holds)
