"""Add up the points of each student and lesson, in rows that a learning platform imports."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from classroom.grader.marks.model import Graded, Mark, State
from classroom.judge.catalogue import EXERCISES

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
