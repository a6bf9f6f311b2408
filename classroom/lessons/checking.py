"""check(function): judge a learner's function, and show what was found."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from classroom.judge.worker.function_pickle import fingerprint
from classroom.lessons import tries
from classroom.lessons.keep_button import Keepable
from classroom.lessons.lookup import exercise_of, function_for
from classroom.lessons.report import Report
from classroom.lessons.store import own_folder


def check(function: Callable[..., Any], name: str | None = None) -> Report:
    """Check a function against the properties of its exercise.

    ``name`` is the exercise's name, if it is not the function's own. The function runs in a process of its own, and
    the check ends within 20 seconds whatever it does. The report shows itself; ``report.ok``, ``report.state``,
    ``report.points`` and ``report.call`` are there for programs.

    Raises:
        CourseError: it is not a function, or no exercise has the name.

    >>> def hello(name):
    ...     return f"Hello, {name}!"
    >>> check(hello)  # doctest: +SKIP
    hello   ✓ right   3 of 3 properties hold
    ✓ it returns a greeting   ✓ the name is in the greeting   ✓ the greeting is exact
    """
    target = function_for(function)
    exercise = exercise_of(target if name is None else name)
    report = tries.tried(target, exercise)
    counted = report.ok and (exercise.name, fingerprint(target)) in tries.passed
    if counted and exercise.kept and own_folder().is_dir():
        return Keepable(**vars(report), function=target)
    return report
