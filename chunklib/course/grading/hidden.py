"""Hidden properties: those that count in a mark and that no check shows.

They live in `solutions/hidden/<exercise>.py` as `PROPERTIES`, and the solutions are with the teacher alone. They are
run as the teacher, so only files that the build has listed are (see `chunklib.course.manifest`).
"""

from __future__ import annotations

import runpy
from dataclasses import replace
from pathlib import Path

from chunklib.course.exercise import Exercise, Property
from chunklib.course.manifest import of_solutions


class BadHidden(Exception):
    """Raised when a file of hidden properties is not one; the message names it."""


def hidden_properties(exercise: str, solutions: Path | None) -> tuple[Property, ...]:
    """Return the hidden properties of an exercise; none where there are no solutions, or no such file.

    Raises:
        BadHidden: a file is not as the build has listed it; this one does not run, or its `PROPERTIES` is not a tuple
            of properties.
    """
    if solutions is None:
        return ()
    try:
        of_solutions(solutions).names()
    except ValueError as error:
        raise BadHidden(str(error)) from None
    path = solutions / "hidden" / f"{exercise}.py"
    if not path.is_file():
        return ()
    try:
        found = runpy.run_path(str(path)).get("PROPERTIES")
    except Exception as error:  # noqa: BLE001 -- a teacher's file may fail in any way
        raise BadHidden(f"{path.name} of solutions/hidden does not run: {type(error).__name__}: {error}") from None
    if not isinstance(found, tuple) or not all(isinstance(rule, Property) for rule in found):
        raise BadHidden(f"{path.name} of solutions/hidden needs PROPERTIES = (Property(...), ...)")
    if any(rule.gate for rule in found):
        raise BadHidden(f"{path.name} of solutions/hidden has a gate: a learner must see what takes all points")
    return found


def with_hidden(exercise: Exercise, hidden: tuple[Property, ...]) -> Exercise:
    """Return the exercise with its hidden properties behind those that the check shows.

    Raises:
        BadHidden: a hidden property has the name of one that is shown.
    """
    names = {rule.name for rule in exercise.properties}
    twice = [rule.name for rule in hidden if rule.name in names]
    if twice:
        raise BadHidden(f"the hidden properties of {exercise.name} repeat the name {twice[0]!r}")
    return replace(exercise, properties=(*exercise.properties, *hidden))
