"""keep(function): put a function that passes its check into ``my_rag``, as a module that imports by itself."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

from chunklib.errors import CallableFailed
from classroom.judge.errors import CourseError
from classroom.judge.exercise import Exercise
from classroom.judge.verdict import examples_only, judge
from classroom.judge.worker.function_pickle import fingerprint
from classroom.lessons import tries
from classroom.lessons.display import Text
from classroom.lessons.inside import look_inside, write_inside
from classroom.lessons.kept.outside import imported, outside, try_import
from classroom.lessons.kept.package.steps import CHUNKERS, SIZE
from classroom.lessons.kept.writing import written
from classroom.lessons.lookup import exercise_of, function_for
from classroom.lessons.score import around_keeping
from classroom.lessons.store import own_folder

LAID_OUT = Path(__file__).with_name("kept") / "package"
"""The files that every ``my_rag`` begins with."""


def keep(function: Callable[..., Any], name: str | None = None) -> Text:
    """Keep a function that passes its check: its source becomes a module of your package ``my_rag``.

    The imports, constants and helper functions that it needs are written with it. A function that was not checked as it
    is now is checked first. A version that was kept before goes into ``my_rag/old``.

    Args:
        function: your function.
        name: the name of its exercise, if it is not the function's own.

    Raises:
        CourseError: no exercise has the name, it is a text, or the function cannot be kept; the
            line says why, and nothing is lost.
    """
    target = function_for(function, "keep")
    exercise = exercise_of(target if name is None else name, call="keep")
    if not exercise.kept:
        raise CourseError(
            f"{exercise.name} is a text for a reader and does not belong to a pipeline: there is nothing to keep"
        )
    if (exercise.name, fingerprint(target)) not in tries.passed:
        report = tries.tried(target, exercise)
        if not report.ok:
            word = f"{exercise.name} is not kept: only a function that passes its check is."
            return Text(f"{word}\n{report}", f"{exercise.name} is not kept")
    text = written(target, exercise.name)
    try:
        _prove(exercise, text)
        return Text(around_keeping(exercise.name, lambda: _put(exercise.name, text)), f"{exercise.name} is kept")
    except OSError as error:
        why = f"({error.strerror or error}); what was there before is kept"
        raise CourseError(f"{exercise.name} is not kept {why}") from None


def _prove(exercise: Exercise, text: str) -> None:
    """Import the module in a fresh process, and try the fixed cases of the check on its function.

    Raises:
        CourseError: it does not import, or is not right without the notebook around it.
    """
    with tempfile.TemporaryDirectory(prefix="chunklib-keep-") as scratch:
        path = Path(scratch, f"{exercise.name}.py")
        path.write_text(text, "utf-8")
        place = (str(path), exercise.name, str(own_folder()))
        try:
            outside(try_import, *place)
        except CallableFailed as error:
            why = f"without this notebook around it, it does not import: {error}"
            raise CourseError(f"{exercise.name} is not kept: {why}") from None
        failure = judge(imported(*place), examples_only(exercise)).failure
    if failure is not None:
        why = f"without this notebook around it, {failure.shown or exercise.name} is wrong: {failure.why}"
        raise CourseError(f"{exercise.name} is not kept: {why}")


def _put(name: str, text: str) -> str:
    """Write the module; the one before it is copied first, and so is in the folder whatever happens."""
    folder = own_folder()
    path = folder / f"{name}.py"
    look_inside(folder, path)
    for file in filter(Path.is_file, LAID_OUT.iterdir()):
        if not (folder / file.name).exists():
            write_inside(folder, folder / file.name, file.read_bytes())
    before = path.read_bytes() if path.exists() else None
    if before == text.encode():
        return f"{name} is already kept in {folder.name}/{path.name}."
    shown, former = f"{folder.name}/{path.name}", _replaced(name, folder)
    if before is None:
        write_inside(folder, path, text.encode())
        undo = f"unless you give it chunks. To undo this, delete {shown}."
        used = f" From now on, ask uses it instead of {former}, {undo}" if former else ""
        return f"{name} is kept in {shown}.{used}"
    old = next(place for n in count(1) if not (place := folder / "old" / f"{name}-{n}.py").exists())
    try:
        write_inside(folder, old, before)
        write_inside(folder, path, text.encode())
    except OSError:
        old.unlink(missing_ok=True)
        raise
    return f"{name} is kept in {shown}. The version before it is now {folder.name}/old/{old.name}."


def _replaced(name: str, folder: Path) -> str:
    """Name what ``ask`` used until now in place of a function; nothing if it will not use this one."""
    if name == "retrieve":
        return "BM25"
    best, *others = [one for one in CHUNKERS if one == name or (folder / f"{one}.py").exists()] or [""]
    if best != name:
        return ""
    return f"your {others[0]}" if others else f"the library's recursive ({SIZE} tokens)"
