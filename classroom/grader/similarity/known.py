"""Compare what was handed in with the course's own answers and with the library: they are never counted as students."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import product
from pathlib import Path

import chunklib
from classroom.grader.marks.graded import Graded
from classroom.grader.similarity.copies import Member, Pair, fingerprint, pairs
from classroom.grader.similarity.forms import prints
from classroom.grader.similarity.program import DEFINITIONS, read
from classroom.judge.catalogue import EXERCISES

LEAST_SHARE = 0.8  # of the shorter program; more than between students, since people think of the same as we do


def known_answers(graded: Sequence[Graded], exercise: str, solutions: Path | None) -> list[Pair]:
    """Return whose function is the same as one of the course's or the library's, each with the nearest of these.

    Args:
        graded: submissions; those for another exercise are not looked at.
        exercise: the function that is marked.
        solutions: the teacher's folder ``solutions``; without it the answers in it are not looked at.
    """
    own = [Member(one.student, frozenset(one.fingerprint)) for one in graded if one.mark.exercise == exercise]
    found = pairs(exercise, product(own, (*_answers(exercise, solutions), *_modules())), LEAST_SHARE)
    return list({pair.students[0]: pair for pair in reversed(found)}.values())[::-1]


@cache
def _answers(exercise: str, solutions: Path | None) -> tuple[Member, ...]:
    """Return every function of the course's answers to an exercise, with what it needs of its file."""
    if solutions is None:
        return ()
    folder = solutions / EXERCISES[exercise].lesson
    lesson = solutions.parent / "notebooks" / "src" / f"{folder.name}.py"
    return tuple(
        Member(f"the course's own right answer {path.name}: {one.name}", frozenset(fingerprint([text], one.name)))
        for path in (folder / "right" / f"{exercise}.py", folder / "master.py", lesson)
        if path.is_file()
        for text in [path.read_text("utf-8")]
        for one in read((text,))[0]
        if isinstance(one, DEFINITIONS)
    )


@cache
def _modules() -> tuple[Member, ...]:
    """Return every module of the library and of the exercises as a whole."""
    library = [("library", path) for path in sorted(Path(chunklib.__file__).parent.rglob("*.py")) if path.is_file()]
    return tuple(
        Member(f"the {whose}'s {path.parent.name}/{path.name}", frozenset(prints(read((path.read_text("utf-8"),))[0])))
        for whose, path in (*library, *(("course", path) for path in EXERCISES.sources()))
    )
