"""Hidden properties: those that count in a mark and that no check shows.

They live in ``solutions/NN_slug/hidden/<exercise>.py`` as ``PROPERTIES``, and the solutions are with the teacher alone.
They are run as the teacher, so only files that the build has listed are (see ``classroom.judge.manifest``).
"""

from __future__ import annotations

import runpy
from dataclasses import replace
from pathlib import Path

from classroom.judge.exercise import Exercise, Property
from classroom.judge.manifest import of_solutions


class BadHidden(Exception):
    """Names a file of hidden properties that cannot be used."""


def hidden_properties(exercise: str, solutions: Path | None) -> tuple[Property, ...]:
    """Return the hidden properties of an exercise; none where there are no solutions, or no such file.

    Raises:
        BadHidden: a file is not as the build has listed it; this one does not run, or its ``PROPERTIES`` is not a tuple
            of properties.
    """
    if solutions is None:
        return ()
    path = hidden_file(exercise, solutions)
    if path is None:
        return ()
    shown = path.relative_to(solutions.resolve().parent).as_posix()
    try:
        found = runpy.run_path(str(path)).get("PROPERTIES")
    except Exception as error:  # noqa: BLE001 -- a teacher's file may fail in any way
        raise BadHidden(f"{shown} does not run: {type(error).__name__}: {error}") from None
    if not isinstance(found, tuple) or not all(isinstance(rule, Property) for rule in found):
        raise BadHidden(f"{shown} needs PROPERTIES = (Property(...), ...)")
    if any(rule.gate for rule in found):
        raise BadHidden(f"{shown} has a gate: a learner must see what takes all points")
    return found


def hidden_file(exercise: str, solutions: Path) -> Path | None:
    """Return the file of the hidden properties of an exercise, None where it has none.

    Raises:
        BadHidden: a file is not as the build has listed it.
    """
    manifest = of_solutions(solutions)
    try:
        listed = manifest.names()
    except ValueError as error:
        raise BadHidden(str(error)) from None
    return next((manifest.base / name for name in listed if name.endswith(f"/hidden/{exercise}.py")), None)


def with_hidden(exercise: Exercise, hidden: tuple[Property, ...]) -> Exercise:
    """Return the exercise with its hidden properties after those that the check shows.

    Raises:
        BadHidden: a hidden property has the name of one that is shown.
    """
    names = {rule.name for rule in exercise.properties}
    twice = [rule.name for rule in hidden if rule.name in names]
    if twice:
        raise BadHidden(f"the hidden properties of {exercise.name} repeat the name {twice[0]!r}")
    return replace(exercise, properties=(*exercise.properties, *hidden))
