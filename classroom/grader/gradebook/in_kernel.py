"""Marks for test cells that need a kernel: the whole notebook is run in the sandbox, and its outputs are made here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from classroom.grader.gradebook.outcomes import UNASSERTED, Outcome, outcome_of, outputs_of_test, shown_outputs
from classroom.grader.gradebook.page import unmarked
from classroom.grader.gradebook.prefetch import hidden_places
from classroom.grader.gradebook.repair import is_check
from classroom.grader.gradebook.teacher_assignments import has_master
from classroom.grader.sandbox.bubblewrap import Bubblewrap, NoSandbox, find_bubblewrap
from classroom.grader.sandbox.discreet import discreet
from classroom.grader.sandbox.kernel import Job, files_beside, run_in_kernel
from classroom.grader.sandbox.self_test import try_sandbox
from classroom.judge.catalogue import EXERCISES

if TYPE_CHECKING:
    from nbformat import NotebookNode


@dataclass(frozen=True)
class Place:
    """Says where a notebook is marked: the folder of the course, the assignment, and how its kernel is run.

    ``seconds`` is what one cell may take. ``trust`` runs without a sandbox.
    """

    root: Path
    assignment: str
    seconds: int
    trust: bool = False

    @property
    def has_functions(self) -> bool:
        """Tell whether check cells of the assignment are judged by properties, without a kernel."""
        return has_master(self.root, self.assignment)


def is_by_properties(cell: NotebookNode, place: Place) -> bool:
    """Tell whether a cell is the check of one of our functions, which needs no kernel."""
    return is_check(cell) and place.has_functions and cell.metadata.nbgrader.grade_id in EXERCISES


def needs_kernel(cell: NotebookNode, place: Place) -> bool:
    """Tell whether a cell earns points by being run."""
    return is_check(cell) and cell.cell_type == "code" and not is_by_properties(cell, place)


def mark_in_kernel(
    nb: NotebookNode, place: Place, refused: str, notes: Callable[[str], Sequence[str]]
) -> dict[str, Outcome]:
    """Run a notebook if one of its cells needs it, and put the outputs into it.

    Args:
        nb: the notebook in its proper form, with its locked cells as the gradebook has them; changed in place.
        place: where it is.
        refused: why the file that was handed in is not a notebook; empty if it is one.
        notes: what was repaired in a cell, by its name.

    Returns:
        What each test cell has earned, by its name; nothing for a notebook that needs no kernel.
    """
    tests = [cell for cell in nb.cells if needs_kernel(cell, place)]
    if not tests:
        return {}
    if refused:
        return _all(tests, Outcome("failed", 0, refused))
    code = [cell for cell in nb.cells if cell.cell_type == "code" and not is_by_properties(cell, place)]
    try:
        files = files_beside(place.root / "exercises" / place.assignment)
        job = Job(tuple(str(cell.source) for cell in code), files, place.seconds)
        result = run_in_kernel(_sandbox(place), job)
    except (NoSandbox, OSError) as error:
        return _all(tests, Outcome("ungraded", None, discreet(str(error))))
    outcomes = {}
    for cell, ran in zip(code, result.cells, strict=True):
        if not needs_kernel(cell, place):
            cell.outputs = shown_outputs(ran)
            continue
        name, worth = cell.metadata.nbgrader.grade_id, float(cell.metadata.nbgrader.points)
        outcome = outcome_of(cell.source, worth, ran)
        if result.unasserted and outcome.points:
            outcome = Outcome("ungraded", None, UNASSERTED)
        cell.outputs = outputs_of_test(outcome, ran, notes(name))
        outcomes[name] = outcome
    return outcomes


def _sandbox(place: Place) -> Bubblewrap | None:
    return None if place.trust else _tried(find_bubblewrap(hidden_places(place.root)))


_TRIED: set[Bubblewrap] = set()


def _tried(found: Bubblewrap) -> Bubblewrap:
    """Try a sandbox before its first use: what is wrong with it is then said with what to do about it."""
    if found not in _TRIED:
        try_sandbox(found)
        _TRIED.add(found)
    return found


def _all(tests: Sequence[NotebookNode], outcome: Outcome) -> dict[str, Outcome]:
    for cell in tests:
        cell.outputs = [unmarked(outcome.reason)]
    return {cell.metadata.nbgrader.grade_id: outcome for cell in tests}
