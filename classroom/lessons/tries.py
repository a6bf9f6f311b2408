"""Judge a learner's function and remember the try, for check and for keep."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from classroom.judge.errors import CourseError, Interrupted
from classroom.judge.exercise import Exercise
from classroom.judge.verdict import judge
from classroom.judge.worker.function_pickle import fingerprint
from classroom.judge.worker.processes import MARK
from classroom.lessons import store
from classroom.lessons.last_cell import last_cell
from classroom.lessons.report import Report

PUBLISHED = "published_"
"""Begins the name of each function in *Find the bug*: a try of it does not count for the exercise."""
passed: set[tuple[str, str]] = set()
"""The exercise and the digest of each function that was right in this kernel; the record only has the last try's."""


def tried(function: Callable[..., Any], exercise: Exercise) -> Report:
    """Judge a function, and remember the try.

    Raises:
        CourseError: it is stopped, there can be no second process, or the function is being checked already.
    """
    if MARK in os.environ:
        raise CourseError("a function cannot call check while it is being checked")
    try:
        verdict = judge(function, exercise)
    except KeyboardInterrupt:
        raise Interrupted(f"You stopped the check of {exercise.name}. It does not count as a try.") from None
    except OSError as error:
        raise CourseError(f"the check needs a second Python process, and it cannot start one: {error}") from None
    name = getattr(function, "__name__", "")
    _, fault = last_cell(name) if name.isidentifier() else ("", "")
    earlier = (f"This is the {name} of an earlier cell: the one that you ran last is {fault}",) if fault else ()
    if name.startswith(PUBLISHED):
        return Report.of(verdict, (*earlier, *store.load().notes))
    digest = fingerprint(function)
    saved = store.update(exercise.name, lambda entry: store.tried(entry, verdict.state, verdict.points, digest))
    if verdict.ok:
        passed.add((exercise.name, digest))
    return Report.of(verdict, (*earlier, *saved.notes))
