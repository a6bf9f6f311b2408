"""Compare what was handed in with the course's own answers and with the library: they are never counted as students."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import chunklib
from classroom.grader.marks.graded import Graded
from classroom.grader.similarity.copies import LEAST_COMMON
from classroom.grader.similarity.forms import prints
from classroom.grader.similarity.program import DEFINITIONS, needed, read
from classroom.judge.catalogue import EXERCISES

LEAST_SHARE = 0.8  # of the shorter program; more than between students, since people think of the same as we do


@dataclass(frozen=True)
class Known:
    """Says that a student's function is one that the course has itself: ``name`` says which and where."""

    exercise: str
    student: str
    name: str
    share: float


def known_answers(graded: Sequence[Graded], exercise: str, solutions: Path | None) -> list[Known]:
    """Return whose function is the same as one of the course's or the library's, with the nearest of these.

    Args:
        graded: submissions; those for another exercise are not looked at.
        exercise: the function that is marked.
        solutions: the teacher's folder ``solutions``; without it the answers in it are not looked at.
    """
    found = []
    for one in graded:
        own = frozenset(one.fingerprint)
        if one.mark.exercise == exercise and len(own) >= LEAST_COMMON:
            share, name = max((_share(own, theirs), name) for name, theirs in _ours(exercise, solutions))
            found += [Known(exercise, one.student, name, share)] if share >= LEAST_SHARE else []
    return sorted(found, key=lambda one: (-one.share, one.student))


def _share(own: frozenset[int], theirs: frozenset[int]) -> float:
    common = len(own & theirs)
    return common / min(len(own), len(theirs)) if common >= LEAST_COMMON else 0.0


@cache
def _ours(exercise: str, solutions: Path | None) -> tuple[tuple[str, frozenset[int]], ...]:
    """Return the prints of all that the course has itself for an exercise, each under its name."""
    answers = [(f"the course's own right answer {path.name}", path) for path in _answers(exercise, solutions)]
    by_function = tuple(one for name, path in answers for one in _each(name, path))
    modules = sorted(path for path in Path(chunklib.__file__).parent.rglob("*.py") if path.is_file())
    whole = [(f"the library's {path.parent.name}/{path.name}", path) for path in modules]
    whole += [(f"the course's {path.parent.name}/{path.name}", path) for path in EXERCISES.sources()]
    return by_function + tuple((name, _whole(path)) for name, path in whole)


def _answers(exercise: str, solutions: Path | None) -> Iterator[Path]:
    if solutions is not None:
        folder = solutions / EXERCISES[exercise].lesson
        lesson = solutions.parent / "notebooks" / "src" / f"{folder.name}.py"
        yield from (
            path for path in (folder / "right" / f"{exercise}.py", folder / "master.py", lesson) if path.is_file()
        )


def _each(name: str, path: Path) -> Iterator[tuple[str, frozenset[int]]]:
    """Yield every function of a file, with what it needs of the file."""
    cells = (path.read_text("utf-8"),)
    for statement in read(cells)[0]:
        if isinstance(statement, DEFINITIONS):
            yield f"{name}: {statement.name}", frozenset(prints(needed(cells, statement.name)))


@cache
def _whole(path: Path) -> frozenset[int]:
    return frozenset(prints(ast.parse(path.read_text("utf-8")).body))
