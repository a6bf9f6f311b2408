"""solution(name): show the course's own answer, once it has been earned."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from classroom.judge.exercise import Exercise
from classroom.judge.manifest import HOME
from classroom.lessons import store
from classroom.lessons.display import Text
from classroom.lessons.lookup import exercise_of

TRIES = 3


def solution(name: str | Callable[..., Any]) -> Text:
    """Show the course's answer to an exercise after a pass or three honest tries.

    ``name`` is the exercise's name, or the function. A try is honest if the function was not the stub and was not
    the same as in the try before.

    Raises:
        CourseError: no exercise has the name.
    """
    exercise = exercise_of(name)
    saved = store.load()
    entry = saved.entry(exercise.name)
    if entry.state == "right" or entry.tries >= TRIES:
        text = _shown(exercise)
    else:
        text = (
            f"The solution of {exercise.name} opens after a pass or {TRIES} honest tries; so far {entry.tries}. "
            f'hint("{exercise.name}") may help before that.'
        )
    return Text("\n".join([text, *saved.notes]), f"Solution of {exercise.name}")


def _shown(exercise: Exercise) -> str:
    root = store.course_root()
    for place in (root, HOME):
        code = solution_code(exercise, place)
        if code is not None:
            return code
    if not (root / "exercises").is_dir():
        return f"The solutions are in the folder of the course, and {root} is outside it: start Python there."
    return (
        f"The solution of {exercise.name} is not in {root / 'solutions'}: who gave you this copy of the course has it."
    )


def solution_code(exercise: Exercise, root: Path) -> str | None:
    """Return the code of the cell tagged ``solution:<name>`` in the solutions notebook, or None if there is none."""
    path = root / "solutions" / exercise.lesson / f"{exercise.lesson}.ipynb"
    try:
        cells = json.loads(path.read_text("utf-8"))["cells"]
        found = [cell for cell in cells if f"solution:{exercise.name}" in cell["metadata"].get("tags", [])]
        source = found[0]["source"]
    except (OSError, ValueError, KeyError, IndexError, TypeError, AttributeError):
        return None
    return "".join(source) if isinstance(source, list) else str(source)
