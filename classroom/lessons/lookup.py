"""Find the exercise that a learner means, by the function itself or by its name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from classroom.judge.catalogue import Catalogue, course_around, named_course
from classroom.judge.errors import CourseError
from classroom.judge.exercise import Exercise, kind_of

KNOWN = Catalogue(lambda: named_course() or course_around(Path.cwd()), learner=True)
"""The exercises of the course, and those of the folder that a notebook is in: a teacher may have added some."""
_NAMED = 'say which exercise it solves, as in {call}(function, "hello"); '


def exercise_of(which: object, exercises: Mapping[str, Exercise] = KNOWN, call: str = "check") -> Exercise:
    """Return the exercise with the name ``which``, or of the function ``which``; ``call`` is what was given it.

    Raises:
        CourseError: there is none; the message suggests a name.

    >>> exercise_of("hello").lesson
    '00_start_here'
    >>> exercise_of("helo")
    Traceback (most recent call last):
    ...
    classroom.judge.errors.CourseError: there is no exercise "helo"; did you mean "hello"?
    """
    name = which if isinstance(which, str) else getattr(which, "__name__", None)
    if not isinstance(name, str):
        if callable(which):
            named = f"{kind_of(which)} has no name of its own: {_NAMED.format(call=call)}"
            raise CourseError(f"{named}there are {_listed(exercises)}")
        raise CourseError(f"say the name of an exercise, one of {_listed(exercises)}: got {which!r}")
    if name not in exercises:
        another = f"if your function has another name, {_NAMED.format(call=call)}"
        named = "" if isinstance(which, str) else another
        raise CourseError(f'there is no exercise "{name}"; {suggestion(name, exercises, named)}')
    return exercises[name]


def function_for(function: object, call: str = "check") -> Callable[..., Any]:
    """Return ``function``, which was given to ``call``, if it can be called.

    Raises:
        CourseError: it cannot be called; the message says what to write instead.
    """
    if callable(function):
        return function
    if isinstance(function, str) and function in KNOWN:
        raise CourseError(f"{call} takes the function itself, without quotes: {call}({function})")
    raise CourseError(f"{call} takes a function, as in {call}(hello): got {kind_of(function)}")


def suggestion(name: str, exercises: Mapping[str, Exercise], named: str = "") -> str:
    """Return the name that may be meant, else all names that there are."""
    from difflib import get_close_matches

    close = get_close_matches(name, exercises, n=1)
    return f'did you mean "{close[0]}"?' if close else f"{named}there are {_listed(exercises)}"


def _listed(exercises: Mapping[str, Exercise]) -> str:
    return ", ".join(exercises)
