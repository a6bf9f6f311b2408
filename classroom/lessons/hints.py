"""hint(name): the hints of an exercise, each opened by asking once more."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from classroom.lessons import store
from classroom.lessons.display import Text
from classroom.lessons.lookup import exercise_of
from classroom.lessons.store import Entry


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
