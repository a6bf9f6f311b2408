"""checked("name"): judge what a learner wrote into a blank, show it, and give the lesson a function that works."""

from __future__ import annotations

import ast
import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import FunctionType
from typing import Any

from classroom.judge.catalogue import Blanks, named_course
from classroom.judge.errors import CourseError, Interrupted
from classroom.judge.exercise import Exercise, kind_of
from classroom.judge.probe import Failure
from classroom.judge.showing import clean
from classroom.judge.verdict import Verdict, judge
from classroom.judge.worker.client import Limits
from classroom.judge.worker.function_pickle import codes, family
from classroom.judge.worker.processes import MARK
from classroom.lessons import store
from classroom.lessons.display import in_notebook
from classroom.lessons.last_cell import last_cell, names
from classroom.lessons.lookup import suggestion
from classroom.lessons.report import Line, Report, failure_lines

BLANKS = Blanks(named_course, learner=True)
GAP = "____"
BRIEF = Limits(cpu=0.5, wall=1.5, first=0.25, total=10.0)
"""An endless loop ends within a second of work; a busy machine has longer."""
_ENDS = {"raises": "it stops with an error", "slow": "it does not end"}
_WRITTEN = "_written_by_the_learner"
_OPEN = f"Put your code in the place of {GAP}, run its cell, then run this one."
_ABSENT = (
    "No function has this name yet: the cell above was not run, or it stopped with an error. Run it, then this one."
)


@dataclass(frozen=True, repr=False)
class BlankReport(Report):
    """Shows the verdict on a blank in a few lines; ``words`` say what happens next."""

    words: tuple[str, ...] = ()

    def headline(self) -> str:
        """Return the first line: state as a sign, name, and what holds or what does not."""
        if self.state == "not started":
            return f"○ {self.name}: not started yet"
        if self.ok:
            return f"✓ {self.name}: {', '.join(self.held)}"
        holds = f'"{self.broken}" does not hold yet' if self.broken else "not right yet"
        return f"✗ {self.name}: {_ENDS.get(self.state, holds)}"

    def lines(self) -> Iterator[Line]:
        """Yield what comes below the first line."""
        lines = failure_lines(self, self.failure) if self.failure is not None else ()
        yield from (line for line in lines if line.kind not in ("broken", "cut"))
        yield from (Line("word", word) for word in self.words)
        yield from (Line("note", note) for note in self.notes)


def checked(name: str) -> Callable[..., Any]:
    """Check the function that you wrote into a blank, and return it if it is right, else the course's own.

    The function is looked for by its name where this is called. It runs in a process of its own, on fixed cases, and
    the check ends whatever it does. What comes out is shown, and noted in your record.

    Raises:
        CourseError: no blank has the name.
    """
    if MARK in os.environ:
        raise CourseError("a function under check cannot call checked")
    if not isinstance(name, str):
        raise CourseError('checked takes the name of a blank in quotes: checked("windows_that_end")')
    if name not in BLANKS:
        raise CourseError(f'there is no blank "{name}"; {suggestion(name, BLANKS)}')
    space = sys._getframe(1).f_globals
    found = space.get(name)
    written = vars(found).get(_WRITTEN, found) if isinstance(found, FunctionType) else found
    try:
        report = _report(written, BLANKS[name])
    except Interrupted:  # the cell ends here, and those below would use what nobody has checked
        space[name] = _instead(name, written)
        raise
    given: Any = written if report.ok else _instead(name, written)
    if in_notebook():
        from IPython.display import display

        display(report)  # type: ignore[no-untyped-call]
    else:
        print(report)
    return given  # type: ignore[no-any-return]


def _report(written: object, blank: Exercise) -> BlankReport:
    """Judge what was written and note it; whatever stops the check itself becomes a sentence of the report."""
    notes: tuple[str, ...] = ()
    try:
        verdict = _verdict(written, blank)
        notes = store.update_blank(f"{blank.lesson}/{blank.name}", verdict.state).notes
    except KeyboardInterrupt:
        raise Interrupted(f"check of {blank.name} stopped") from None
    except Exception as error:  # noqa: BLE001 -- no process can start, the folder is gone: the lesson goes on
        why = f"the check itself could not run: {clean(str(error))}"
        verdict = Verdict(blank, "raises", failure=Failure("raises", why))
    first = (_ABSENT if written is None else _OPEN,) if verdict.state == "not started" else ()
    until = f"Until yours is right, the cells below use the course's {blank.name}."
    words = () if verdict.ok else (*first, f"{until} This cell's result is the course's, too.")
    return BlankReport(**vars(verdict), notes=notes, words=words)


def _verdict(written: object, blank: Exercise) -> Verdict:
    if fault := _fault_above(blank.name):
        return Verdict(blank, fault.state, failure=fault)
    if written is None:
        return Verdict(blank, "not started")
    if not callable(written):
        failure = Failure("wrong", f"{blank.name} is {kind_of(written)}; expected a function")
        return Verdict(blank, "wrong", failure=failure)
    return Verdict(blank, "not started") if is_open(written) else judge(written, blank, BRIEF, thorough=False)


def _fault_above(name: str) -> Failure | None:
    """Say what is wrong with the newest cell that gives ``name`` a value or has the blank's task, if anything is.

    The function of this name is then an earlier one.
    """
    task = None
    with suppress(OSError, ValueError, LookupError):  # the solved lesson may be gone or changed
        task = _cells_up_to(BLANKS.notebook(name), name)[-1].partition("\n")[0]
    newest, fault = last_cell(name, task)
    if fault:
        return Failure("raises", f"the cell above is {fault}")
    if not newest or names(newest, name):
        return None
    return Failure("wrong", f"the cell above does not define {name}: look at how you wrote the name")


def is_open(function: Callable[..., Any]) -> bool:
    """Tell whether a gap of a function still holds ``____``; nothing of it runs."""
    own = family(function)[:1]
    return any(GAP in (*code.co_names, *code.co_varnames) for one in own for code in codes(one.__code__))


def _instead(name: str, written: object) -> Callable[..., Any]:
    """Return the course's function, which remembers what the learner wrote, so that a second check judges that."""
    try:
        given = course_function(BLANKS.notebook(name), name)
    except Exception as error:  # noqa: BLE001 -- the solved lesson may be gone or changed; only a call then fails
        given = partial(_missing, f"the course's {name} cannot be loaded: {clean(str(error))}")
    else:
        setattr(given, _WRITTEN, written)
    return given


def course_function(notebook: Path, name: str) -> Callable[..., Any]:
    """Return the function of a blank as the solved lesson has it, whatever the learner's kernel holds.

    It comes with the imports, functions and literal constants of the cells before it.

    Raises:
        OSError, ValueError, LookupError: the notebook cannot be read, or has no such blank.
    """
    *before, blank = _cells_up_to(notebook, name)
    names: dict[str, Any] = {"__name__": "__main__"}
    for cell in before:
        for statement in filter(_is_definition, ast.parse(cell).body):
            with suppress(Exception):  # what the function needs is missed where it is called
                _run(statement, names, name)
    for statement in ast.parse(blank).body:
        _run(statement, names, name)
    function: Callable[..., Any] = names[name]
    return function


def _cells_up_to(notebook: Path, name: str) -> list[str]:
    """Read the code cells of a solved lesson up to that of a blank, which is the last."""
    cells = json.loads(notebook.read_text("utf-8"))["cells"]
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    [last] = [at for at, cell in enumerate(code) if f"blank:{name}" in cell["metadata"].get("tags", [])]
    return ["".join(cell["source"]) for cell in code[: last + 1]]


def _is_definition(statement: ast.stmt) -> bool:
    """Tell whether a statement imports, defines a function or names a literal."""
    if isinstance(statement, ast.Assign):
        with suppress(ValueError):
            ast.literal_eval(statement.value)
            return True
    return isinstance(statement, ast.Import | ast.ImportFrom | ast.FunctionDef)


def _run(statement: ast.stmt, names: dict[str, Any], name: str) -> None:
    exec(compile(ast.Module([statement], []), f"<the course's {name}>", "exec"), names)  # noqa: S102 -- our own


def _missing(why: str, *_: object, **__: object) -> None:
    raise CourseError(why)
