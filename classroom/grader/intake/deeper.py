"""Find an exercise in a whole folder that was handed in: its notebook, and not the lesson of the same name."""

from __future__ import annotations

import filecmp
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

from classroom.grader.intake.entries import NOTEBOOK, files_of
from classroom.grader.intake.naming import Asked
from classroom.grader.intake.notebook import MAX_BYTES, Unreadable, code_cells, notebook_json

_MOST = 2_000  # notebooks of one student
_COMPARED = 10
_LESSONS = ("notebooks", "learner")


def notebooks_of(folder: Path, asked: Asked) -> tuple[list[Path], list[Path]]:
    """Return the notebooks of an exercise at any depth of a student's folder, and the lesson's of the same name."""
    paths = list(islice(files_of(folder, NOTEBOOK), _MOST))
    named = [path for path in paths if asked.named(path.stem)]
    doubtful = named if len(named) > 1 else [path for path in named if _lies_with_lessons(path)]
    lessons = [path for path in doubtful if _is_lesson(path, asked)]
    found = [path for path in named if path not in lessons]
    return found or [path for path in paths if path not in named and _has_check(path, asked)], lessons


def meant_among(notebooks: Sequence[Path], asked: Asked) -> list[Path]:
    """Return the notebooks with the exercise's name; without any the only one that holds it, else the only one.

    >>> meant_among([Path("a/my work.ipynb")], Asked("smart_chunk", "07_smart_chunk"))[0].name
    'my work.ipynb'
    >>> meant_among([Path("a/one.ipynb"), Path("a/two.ipynb")], Asked("smart_chunk", "07_smart_chunk"))
    []
    """
    named = [path for path in notebooks if asked.named(path.stem)]
    like = [path for path in notebooks if asked.within(path.stem)]
    return named or list(next((paths for paths in (like, notebooks) if len(paths) == 1), []))


def different(paths: Sequence[Path]) -> list[Path]:
    """Return files without those that are another one to the byte; of many only the first are compared."""
    once = list(dict.fromkeys(paths))
    return [path for at, path in enumerate(once) if at > _COMPARED or not any(same(path, one) for one in once[:at])]


def same(one: Path, other: Path) -> bool:
    """Tell whether two files are the same to the byte; those that are too large to be marked are not looked at."""
    try:
        plain = all(path.is_file() and not path.is_symlink() for path in (one, other))
        small = plain and one.stat().st_size == other.stat().st_size <= MAX_BYTES
        return small and filecmp.cmp(one, other, shallow=False)
    except OSError:
        return False


def _is_lesson(path: Path, asked: Asked) -> bool:
    """Tell a lesson by its quiz or its folder; what has the exercise's check is the exercise wherever it is."""
    asks = any(source.lstrip().startswith(f'quiz("{asked.lesson}")') for source in _cells(path))
    return (asks or _lies_with_lessons(path)) and not _has_check(path, asked)


def _lies_with_lessons(path: Path) -> bool:
    return path.parent.name.casefold() in _LESSONS


def _has_check(path: Path, asked: Asked) -> bool:
    return any(source.strip() == f"check({asked.function})" for source in _cells(path))


def _cells(path: Path) -> list[str]:
    try:
        return code_cells(notebook_json(path))
    except Unreadable:
        return []
