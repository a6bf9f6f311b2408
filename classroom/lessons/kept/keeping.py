"""keep(function): put a function that passes its check into ``my_rag``, as a module that imports by itself."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from chunklib.atomic_write import replace_file
from chunklib.errors import CallableFailed
from classroom.judge.errors import CourseError
from classroom.judge.worker.function_pickle import fingerprint
from classroom.lessons import checking
from classroom.lessons.display import Text
from classroom.lessons.kept.outside import descriptions, examined, outside
from classroom.lessons.kept.writing import Module, written
from classroom.lessons.lookup import exercise_of, function_for
from classroom.lessons.store import own_folder

LAID_OUT = Path(__file__).with_name("package")
"""The files that every ``my_rag`` begins with."""


def keep(function: Callable[..., Any], name: str | None = None) -> Text:
    """Keep a function that passes its check: its source becomes a module of your package ``my_rag``.

    The imports, constants and helper functions that it needs are written with it. A function that was not checked as it
    is now is checked first. A version that was kept before goes into ``my_rag/old``.

    Args:
        function: your function.
        name: the name of its exercise, if it is not the function's own.

    Raises:
        CourseError: no exercise has the name, or the function cannot be kept; the line says why, and nothing is lost.
    """
    target = function_for(function)
    exercise = exercise_of(target if name is None else name).name
    if (exercise, fingerprint(target)) not in checking.passed:
        report = checking.check(target, exercise)
        if not report.ok:
            word = f"{exercise} is not kept: only a function that passes its check is."
            return Text(f"{word}\n{report}", f"{exercise} is not kept")
    module = written(target, exercise)
    folder = own_folder()
    try:
        _prove(module, folder)
        return Text(_put(folder, exercise, module.text), f"{exercise} is kept")
    except OSError as error:
        raise CourseError(
            f"{exercise} is not kept ({error.strerror or error}); what was there before is kept"
        ) from None


def _prove(module: Module, folder: Path) -> None:
    """Import the module in a fresh process, where each name must be what it is here.

    Raises:
        CourseError: it does not import, or something in it is another.
    """
    with tempfile.TemporaryDirectory(prefix="chunklib-keep-") as scratch:
        path = Path(scratch, f"{module.name}.py")
        path.write_text(module.text, "utf-8")
        try:
            found = outside(examined, str(path), module.name, str(folder), list(module.values))
        except CallableFailed as error:
            why = f"as a module of its own, without this notebook, it does not import: {error}"
            raise CourseError(f"{module.name} is not kept: {why}") from None
    for name, expected in descriptions(module.values, list(module.values)).items():
        if found[name] != expected:
            why = f"`{name}` is not what its source says. Run the cell of `{name}` again, then this one"
            raise CourseError(f"{module.name} is not kept: {why}")


def _put(folder: Path, name: str, text: str) -> str:
    """Write the module; the one before it is copied first, and so is in the folder whatever happens."""
    path = folder / f"{name}.py"
    shown = f"{folder.name}/{name}.py"
    folder.mkdir(parents=True, exist_ok=True)
    for file in LAID_OUT.glob("*.py"):
        if not (folder / file.name).exists():
            replace_file(folder / file.name, file.read_bytes())
    before = path.read_bytes() if path.exists() else None
    if before == text.encode():
        return f"{name} is already kept in {shown}."
    old = None if before is None else _copied(path, before)
    try:
        replace_file(path, text.encode())
    except OSError:
        if old is not None:  # the version that it is a copy of is still in its place
            with suppress(OSError):
                old.unlink()
        raise
    earlier = f" The version before it is now {folder.name}/old/{old.name}." if old else ""
    return f"{name} is kept in {shown}.{earlier}"


def _copied(path: Path, content: bytes) -> Path:
    """Copy a file into the folder ``old``, under the first number that nobody has taken."""
    (path.parent / "old").mkdir(exist_ok=True)
    number = 1
    while True:
        old = path.parent / "old" / f"{path.stem}-{number}.py"
        try:
            old.touch(exist_ok=False)
            break
        except FileExistsError:
            number += 1
    try:
        replace_file(old, content)
    except OSError:
        old.unlink(missing_ok=True)
        raise
    return old
