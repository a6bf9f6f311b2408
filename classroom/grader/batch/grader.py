"""Mark submissions of one exercise: the same cases for everybody, drawn from the class's secret seed."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from chunklib.errors import ChunklibError
from classroom.grader.batch.property_scores import mark_properties, with_drawn_cases
from classroom.grader.intake.pick_submission import skeleton
from classroom.grader.marks.model import Mark, PropertyMark
from classroom.grader.sandbox.bubblewrap import Bubblewrap
from classroom.grader.sandbox.sandbox_process import INSIDE, Student
from classroom.judge.catalogue import EXERCISES
from classroom.judge.exercise import Exercise
from classroom.judge.hidden import hidden_properties, with_hidden
from classroom.judge.probe import Probe
from classroom.judge.showing import clean
from classroom.judge.worker.client import Dead, Limits

_CELL = "<cell "
MAX_WORDS = 100
SKIPPED = 2  # statements that may be left out, one after the other


class CannotLoad(ChunklibError):
    """Says why a submission has no function to call."""


@dataclass(frozen=True)
class Text:
    """Holds the text of a submitted function. The worker only gives names and numbers, and they are checked."""

    cells: Sequence[str]
    names: Sequence[str]

    def parameters(self) -> Sequence[str]:
        """Return the names of the parameters."""
        return self.names

    def line_of(self, frames: object) -> tuple[str, int]:
        """Return the innermost line of the submission's own cells among ``frames``, and its number."""
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
        solutions: the teacher's folder ``solutions``, where hidden properties are; None leaves them out.

    Raises:
        KeyError: no exercise has the name.
        BadHidden: there are hidden properties that cannot be used.
    """

    def __init__(
        self,
        name: str,
        seed: str,
        bubblewrap: Bubblewrap | None,
        solutions: Path | None = None,
        limits: Limits = INSIDE,
    ) -> None:
        exercise = EXERCISES[name]
        hidden = hidden_properties(exercise.name, solutions)
        self.exercise: Exercise = with_drawn_cases(with_hidden(exercise, hidden), seed)
        self._hidden = frozenset(rule.name for rule in hidden)
        self._bubblewrap = bubblewrap
        if bubblewrap is not None and solutions is not None:
            self._bubblewrap = replace(bubblewrap, hide=(*bubblewrap.hide, solutions))
        self._limits = limits
        self.seen: set[str] = set()
        """Which libraries ran in the calls of the last submission, as its process says; no mark depends on it."""

    @property
    def max_points(self) -> int:
        """Return the points of all properties, hidden ones included."""
        return self.exercise.max_points

    def mark(self, cells: Sequence[str]) -> Mark:
        """Return the mark of the function in the code cells of a submission.

        Its state is ``final``, or ``failed`` where there is no function that can be called.
        """
        loading = _Loading(cells)
        self.seen = set()
        try:
            marks = mark_properties(self.exercise, self._hidden, lambda: self._opened(loading))
        except CannotLoad as word:
            return self.failed("; ".join(filter(None, [str(word), loading.left_out])))
        points = _points(self.exercise, marks)
        reason = "; ".join(filter(None, [_reason(marks), loading.left_out, loading.failed_cell(marks)]))
        return Mark(self.exercise.name, "final", points, self.max_points, reason, tuple(marks))

    def failed(self, reason: str) -> Mark:
        """Return the mark of a submission in which there is nothing to judge."""
        return Mark(self.exercise.name, "failed", 0, self.max_points, reason)

    def _opened(self, loading: _Loading) -> Probe:
        """Run the cells and find the function; what ends them is left out, and they are run again."""
        while True:
            student = Student(
                self._bubblewrap,
                loading.cells,
                self.exercise.name,
                self._limits,
                skipped=loading.skipped,
                definitions=loading.definitions,
            )
            student.seen = self.seen
            try:
                known = student.ready().get("value")
                parameters = _parameters(self.exercise.name, known)
            except Dead as dead:
                loading.lost += student.spent()
                student.close()
                loading.leave_out(student.at, dead)
                continue
            except BaseException:
                student.close()
                raise
            student.lost, loading.lost = loading.lost, 0.0
            loading.known = known
            return Probe(Text(loading.cells, parameters), self.exercise.name, student)


@dataclass
class _Loading:
    """How the cells of a submission are run: all of them, but for what has ended the process before."""

    cells: Sequence[str]
    skipped: tuple[tuple[int, int], ...] = ()
    definitions: bool = False
    left_out: str = ""
    lost: float = 0.0
    known: Any = None

    def leave_out(self, at: tuple[int, int], dead: Dead) -> None:
        """Leave out the statement that ended the process; where that did not help, all but definitions and settings.

        Memory may be taken by what an earlier statement started, so nobody knows which one to leave out.

        Raises:
            CannotLoad: That did not help either.
        """
        where = f"code cell {at[0]}" if 0 < at[0] <= len(self.cells) else "the notebook"
        if self.definitions:
            raise CannotLoad(f"{where} {dead.detail}, also when its definitions alone were run")
        unknown = where == "the notebook" or dead.reason == "memory"
        if unknown or at in self.skipped or len(self.skipped) >= SKIPPED:
            self.definitions = True
        else:
            self.skipped += (at,)
        rest = "only the definitions and settings of the notebook were used"
        self.left_out = f"{where} {dead.detail}: {rest if self.definitions else 'the statement was left out'}"

    def failed_cell(self, marks: Sequence[PropertyMark]) -> str:
        """Name the failed cell that may have cost points, or return an empty text."""
        broken = next((mark for mark in marks if not mark.earned), None)
        errors = _errors(self.known)
        home = next((error for error in errors if f"{_CELL}{error[0]}>" == self.known.get("home")), None)
        if broken is not None and errors and (home or broken.why.startswith("NameError")):
            return _failure(home or errors[0])
        return ""


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
    errors = _errors(known)
    word = f"no function {name} is defined"
    twin = next((other for other in names if other != name and skeleton(other) == skeleton(name)), None)
    if twin is not None:
        odd = next((char for char in twin if not char.isascii()), "")
        with_what = f", with a {unicodedata.name(odd, 'strange character')}" if odd else f": {twin}"
        return f"{word}; there is one that looks like it{with_what}"
    if errors:
        return f"{word}; {_failure(errors[0])}"
    close = get_close_matches(name, names, n=1)
    return f"{word}; there is {close[0]}" if close else word


def _errors(known: object) -> list[tuple[int, str]]:
    """Return which cells failed with what, of what a worker says; it may say anything."""
    errors = known.get("errors") if isinstance(known, dict) else None
    pairs = [one for one in (errors if isinstance(errors, list) else []) if isinstance(one, tuple) and len(one) == 2]
    return [(cell, text) for cell, text in pairs if type(cell) is int and isinstance(text, str)]


def _failure(error: tuple[int, str]) -> str:
    return f"code cell {error[0]} failed: {clean(error[1][:1_000], 200)}"


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
