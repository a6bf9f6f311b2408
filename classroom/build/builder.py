"""Turn one master into the text of its notebooks, and write the files."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import nbformat

from chunklib.atomic_write import replace_file
from classroom.build.blanks import learners_copy, refuse_bad_blanks, solved_lesson
from classroom.build.compare import is_as_built
from classroom.build.cutting import exercise_notebook, say_what_to_hand_in, without
from classroom.build.execute import execute, first_line
from classroom.build.marking_cells import mark_cells, points_in, seal
from classroom.build.masters import EXERCISE_ONLY, BuildError, labels, read_master
from classroom.build.tidy import tidy, to_json

if TYPE_CHECKING:
    from collections.abc import Mapping

    from nbformat import NotebookNode

    from classroom.build.masters import Kind, Master


def unexecuted(master: Master) -> NotebookNode:
    """Return the notebook that the build executes: the lesson, or the solution, before its run.

    Raises:
        BuildError: the master cannot be read, or a blank of the lesson is not as it must be.
    """
    notebook = read_master(master)
    if master.kind == "solution":
        return without(notebook, EXERCISE_ONLY)
    refuse_bad_blanks(master, notebook, labels(master, notebook))
    return solved_lesson(notebook)


async def build(master: Master) -> dict[Path, str]:
    """Return the file contents of every notebook that ``master`` becomes; writes nothing.

    The cells run in the folder of the notebook that is executed, so that folder must exist.

    Raises:
        BuildError: the master cannot be built; says where and why in one line.
    """
    executed = unexecuted(master)
    label = labels(master, read_master(master))
    await execute(executed, master.targets[master.kind].parent, label)
    if master.kind == "solution":
        _refuse_what_is_not_right(executed, label)
    return _contents(master, executed)


_CHECK = re.compile(r"\s*check\(\w+\)\s*")


def _refuse_what_is_not_right(executed: NotebookNode, label: Mapping[str, str]) -> None:
    """Refuse a solution that its own check does not find right."""
    for cell in executed.cells:
        if cell.cell_type == "code" and _CHECK.fullmatch(cell.source):
            shown = "".join(str(output.get("data", {}).get("text/plain", "")) for output in cell.outputs)
            if "✓ right" not in first_line(shown):
                raise BuildError(f"{label[cell.id]}: the solution is not right: {first_line(shown)}")


def build_text(master: Master) -> dict[Path, str]:
    """Return the file contents as ``build`` gives them, with what cells show taken from the stored notebook.

    Nothing runs.

    Raises:
        BuildError: the master cannot be built; says where and why in one line.
    """
    executed = unexecuted(master)
    _recall(executed, master.targets[master.kind])
    return _contents(master, executed)


def _recall(notebook: NotebookNode, stored: Path) -> None:
    """Give each code cell what the cell with its id shows in a file, if there are such a file and cell."""
    shown: dict[str, NotebookNode] = {}
    with suppress(OSError, ValueError, KeyError, TypeError, AttributeError, nbformat.ValidationError):
        read = nbformat.read(stored, as_version=4)  # type: ignore[no-untyped-call]
        shown = {cell.id: cell for cell in read.cells if cell.cell_type == "code"}
    for cell in notebook.cells:
        if cell.cell_type == "code" and cell.id in shown:
            cell.outputs, cell.execution_count = shown[cell.id].outputs, shown[cell.id].execution_count


def _contents(master: Master, executed: NotebookNode) -> dict[Path, str]:
    """Write out the notebook that was executed, and the one for the learner: a copy of the lesson, or the exercise."""
    label = labels(master, read_master(master))
    made: dict[Kind, NotebookNode] = {master.kind: executed}
    if master.kind == "solution":
        mark_cells(executed, label, points_in(master.root))
        made["exercise"] = exercise_of(master, executed)
    else:
        made["learner"] = learners_copy(read_master(master))
    for part in made.values():
        tidy(part, label)
    return {master.targets[kind]: to_json(part) for kind, part in made.items()}


def exercise_of(master: Master, executed: NotebookNode) -> NotebookNode:
    """Return the exercise that ``master`` becomes, ready to be written.

    Args:
        master: the master of a solution.
        executed: the solution after its run, from which the expected pictures are taken.

    Raises:
        BuildError: the master cannot be read, or nothing can be cut out of it.
    """
    notebook = read_master(master)
    label = labels(master, notebook)
    exercise = exercise_notebook(notebook, executed, label)
    say_what_to_hand_in(exercise, master.slug)
    mark_cells(exercise, label, points_in(master.root))
    seal(exercise)
    tidy(exercise, label)
    return exercise


def write(path: Path, text: str) -> bool:
    """Put ``text`` into ``path`` in one step, unless it is as built already; tells whether the file changed.

    A reader sees the old file or the new one, never a part of either.
    """
    if is_as_built(path, text):
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    replace_file(path, text.encode("utf-8"))
    return True
