"""Collect all pages of the course: the notebook that each master becomes, and each notebook that is stored."""

from __future__ import annotations

from typing import TYPE_CHECKING

import nbformat

from classroom.build.blanks import learners_copy, solved_lesson
from classroom.build.cutting import say_what_to_hand_in, solution_notebook, stubbed
from classroom.build.masters import EXPECTED_PICTURE, find_masters, labels, read_master, tags
from classroom.build.page import Page

if TYPE_CHECKING:
    from pathlib import Path

    from nbformat import NotebookNode

    from classroom.build.masters import Kind, Master


def pages(root: Path) -> list[Page]:
    """Return the pages of the course at ``root``, in the order of their masters.

    Raises:
        BuildError: there is no master, or one cannot be read.
    """
    masters = find_masters(root)
    known = frozenset(path.resolve() for master in masters for path in master.targets.values())
    return [page for master in masters for page in _pages(master, known)]


def _pages(master: Master, known: frozenset[Path]) -> list[Page]:
    found = []
    for kind, cells in _cut(master).items():
        target = master.targets[kind]
        source = master.root / master.name
        seen_from = master.targets["lesson" if kind == "learner" else kind]  # a copy has the links of its lesson
        place = (seen_from.parent, master.root)
        found.append(Page(master.slug, kind, "master", source, *place, tuple(cells), known))
        if target.is_file():
            # The expected picture is a code cell in the master, and in the exercise its result.
            kept = [c.source for c in cells if not (kind == "exercise" and EXPECTED_PICTURE in tags(c))]
            stored = nbformat.read(target, as_version=4).cells  # type: ignore[no-untyped-call]
            found.append(Page(master.slug, kind, "notebook", target, *place, tuple(stored), known, tuple(kept)))
    return found


def _cut(master: Master) -> dict[Kind, list[NotebookNode]]:
    notebook = read_master(master)
    if master.kind == "lesson":
        return {"lesson": solved_lesson(notebook).cells, "learner": learners_copy(notebook).cells}
    exercise = stubbed(notebook, labels(master, notebook))
    say_what_to_hand_in(exercise, master.slug)
    return {"solution": solution_notebook(notebook).cells, "exercise": exercise.cells}
