"""Mark submissions of one exercise: the same cases for everybody, drawn from the class's secret seed."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from chunklib.course.exercise import Exercise
from chunklib.course.grading.bubblewrap import Bubblewrap
from chunklib.course.grading.cases import with_drawn_cases
from chunklib.course.grading.hidden import hidden_properties, with_hidden
from chunklib.course.grading.inmate import INSIDE, Student
from chunklib.course.grading.marking import Open, mark_properties
from chunklib.course.grading.marks import Mark, PropertyMark
from chunklib.course.judging.probe import Probe
from chunklib.course.judging.showing import clean
from chunklib.course.lookup import exercise_of
from chunklib.course.sandbox.conversation import Dead, Limits

_CELL = "<cell "
MAX_WORDS = 100


class CannotLoad(Exception):
    """Raised where a submission has no function to call; the message says why."""


@dataclass(frozen=True)
class Text:
    """What is known of a submitted function's text; the worker only says names and numbers, and they are checked."""

    cells: Sequence[str]
    names: Sequence[str]

    def parameters(self) -> Sequence[str]:
        """Return the names of the parameters."""
        return self.names

    def line_of(self, frames: object) -> tuple[str, int]:
        """Return the innermost line of the submission's own cells among `frames`, and its number."""
        for frame in frames if isinstance(frames, list) else []:
            if isinstance(frame, tuple) and len(frame) == 2 and isinstance(frame[1], int):
                lines = self._cell(frame[0])
                if 0 < frame[1] <= len(lines):
                    return lines[frame[1] - 1].strip(), frame[1]
        return "", 0

    def _cell(self, name: object) -> list[str]:
        number = name[len(_CELL) : -1] if isinstance(name, str) and name.startswith(_CELL) else ""
        inside = number.isdecimal() and len(number) < 6 and 0 < int(number) <= len(self.cells)
        return self.cells[int(number) - 1].split("\n") if inside else []


class Grader:
    """Marks submissions of one exercise.

    Args:
        name: the exercise's name.
        seed: the class's secret; the same seed gives the same cases and the same marks.
        bubblewrap: what makes the sandbox; None runs the code as a plain process, for code that is trusted.
        solutions: the teacher's folder `solutions`, where hidden properties are; None leaves them out.

    Raises `CourseError` for an unknown exercise and `BadHidden` for hidden properties that cannot be used.
    """

    def __init__(
        self,
        name: str,
        seed: str,
        bubblewrap: Bubblewrap | None,
        solutions: Path | None = None,
        limits: Limits = INSIDE,
    ) -> None:
        exercise = exercise_of(name)
        hidden = hidden_properties(exercise.name, solutions)
        self.exercise: Exercise = with_drawn_cases(with_hidden(exercise, hidden), seed)
        self._hidden = frozenset(rule.name for rule in hidden)
        self._bubblewrap = bubblewrap
        if bubblewrap is not None and solutions is not None:
            self._bubblewrap = replace(bubblewrap, hide=(*bubblewrap.hide, solutions))
        self._limits = limits

    @property
    def max_points(self) -> int:
        """Return the points of all properties, hidden ones included."""
        return self.exercise.max_points

    def mark(self, cells: Sequence[str]) -> Mark:
        """Return the mark of the function in the code cells of a submission.

        Its state is `final`, or `failed` where there is no function that can be called.
        """
        try:
            marks = mark_properties(self.exercise, self._hidden, self._opener(cells))
        except CannotLoad as word:
            return self.failed(str(word))
        points = _points(self.exercise, marks)
        return Mark(self.exercise.name, "final", points, self.max_points, _reason(marks), tuple(marks))

    def failed(self, reason: str) -> Mark:
        """Return the mark of a submission in which there is nothing to judge."""
        return Mark(self.exercise.name, "failed", 0, self.max_points, reason)

    def _opener(self, cells: Sequence[str]) -> Open:
        """Return what runs the cells and finds the function; where all of them cannot be run, what they define."""
        trouble = ""

        def start() -> Probe:
            nonlocal trouble
            try:
                return self._loaded(cells, definitions=bool(trouble))
            except Dead as dead:
                if trouble:
                    raise CannotLoad(f"the notebook {trouble} while its cells were run") from None
                trouble = dead.detail
            return start()

        return start

    def _loaded(self, cells: Sequence[str], *, definitions: bool) -> Probe:
        name = self.exercise.name
        student = Student(self._bubblewrap, cells, name, self._limits, definitions=definitions)
        try:
            parameters = _parameters(name, student.ready().get("value"))
        except BaseException:
            student.close()
            raise
        return Probe(Text(cells, parameters), name, student)


def _parameters(name: str, known: object) -> list[str]:
    """Return the parameters of the function, of which the process inside says what it knows."""
    if not isinstance(known, dict):
        raise Dead("ended", "disturbed the process it ran in")
    if known.get("defined") is not True:
        raise CannotLoad(_missing(name, known))
    return _words(known.get("parameters"))


def _words(value: object) -> list[str]:
    """Return the first of the words that a worker sent, made safe to show; it may send anything."""
    words = value[:MAX_WORDS] if isinstance(value, list) else []
    return [clean(word[:200], 80) for word in words if isinstance(word, str)]


def _missing(name: str, known: Mapping[str, Any]) -> str:
    """Say why there is no function of that name."""
    if known.get("there") is True:
        return f"{name} is not a function"
    names = _words(known.get("names"))
    errors = known.get("errors")
    first = errors[0] if isinstance(errors, list) and errors else None
    word = f"no function {name} is defined"
    twin = next((other for other in names if other != name and _skeleton(other) == _skeleton(name)), None)
    if twin is not None:
        odd = next((char for char in twin if not char.isascii()), "")
        with_what = f", with a {unicodedata.name(odd, 'strange character')}" if odd else f": {twin}"
        return f"{word}; there is one that looks like it{with_what}"
    if isinstance(first, tuple) and len(first) == 2 and isinstance(first[0], int) and isinstance(first[1], str):
        return f"{word}; code cell {first[0]} failed first: {clean(first[1], 200)}"
    close = get_close_matches(name, names, n=1)
    return f"{word}; there is {close[0]}" if close else word


_LOOK_ALIKE = str.maketrans("асеорухіјѕһԁԛԝνοιακρтмпкнв", "aceopyxijshdqwvoiakptmnkhb")


def _skeleton(name: str) -> str:
    """Return a name with letters of other alphabets in the place of their Latin twins."""
    return unicodedata.normalize("NFKC", name).casefold().translate(_LOOK_ALIKE)


def _points(exercise: Exercise, marks: Sequence[PropertyMark]) -> int:
    gates = {rule.name for rule in exercise.properties if rule.gate}
    if any(mark.name in gates and not mark.earned for mark in marks):
        return 0
    return sum(mark.points for mark in marks if mark.earned)


def _reason(marks: Sequence[PropertyMark]) -> str:
    """Say in one line how the points came about."""
    broken = [mark for mark in marks if not mark.earned]
    if not broken:
        return "all properties hold"
    if broken[0].why.startswith("NotImplementedError"):
        return "not started: it still raises NotImplementedError"
    first = next((mark for mark in broken if mark.looked_at), broken[0])
    held = f"{len(marks) - len(broken)} of {len(marks)} properties hold"
    return f"{held}; first broken: {first.name}" + (f" ({clean(first.why, 160)})" if first.why else "")
