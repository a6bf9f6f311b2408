"""hint(name) opens one more hint of an exercise, solution(name) its answer, once that has been earned."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from classroom.judge.exercise import Exercise
from classroom.judge.manifest import HOME
from classroom.lessons import store
from classroom.lessons.display import Text
from classroom.lessons.lookup import exercise_of
from classroom.lessons.store import Entry

TRIES = 3


def hint(name: str | Callable[..., Any] = "") -> Text:
    """Open the next hint of an exercise and show it below those that are open already.

    ``name`` is the exercise's name, or the function. After the last hint it says that there is no more.

    Raises:
        CourseError: no exercise has the name.
    """
    exercise = exercise_of(name)
    total = len(exercise.hints)
    if not total:
        return Text(f"{exercise.name} has no hints.", f"Hints for {exercise.name}")
    was_open = 0

    def open_one(entry: Entry) -> Entry:
        nonlocal was_open
        was_open = min(entry.hints, total)
        return replace(entry, hints=min(was_open + 1, total))

    saved = store.update(exercise.name, open_one)
    opened = saved.entry(exercise.name).hints
    lines = [
        f"Hint {level} of {total} for {exercise.name}: {exercise.hints[level - 1]}" for level in range(1, opened + 1)
    ]
    if opened < total:
        lines.append(f'To open hint {opened + 1}, run hint("{exercise.name}") again.')
    elif was_open == total:
        lines.append(
            f'That was the last hint. After a pass or three honest tries you can see solution("{exercise.name}").'
        )
    return Text("\n".join([*lines, *saved.notes]), f"Hints for {exercise.name}")


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
            f"The solution of {exercise.name} opens when your function is right, or after {TRIES} honest tries. "
            f'So far you have made {entry.tries}. A hint may help: hint("{exercise.name}").'
        )
    return Text("\n".join([text, *saved.notes]), f"Solution of {exercise.name}")


def _shown(exercise: Exercise) -> str:
    root = store.course_root()
    for place in (root, HOME):
        code = solution_code(exercise, place)
        if code is not None:
            return code
    if not (root / "exercises").is_dir():
        return f"Start Python in the folder of the course, which has the solutions. Now it runs in {root}."
    return f"There is no solution of {exercise.name} in {root / 'solutions'}. Ask who gave you this copy of the course."


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
