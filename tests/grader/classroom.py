"""A small course with one exercise, a written answer and a hidden property; its class, and what they hand in."""

from __future__ import annotations

import ast
import json
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

from classroom.build.builder import exercise_of, unexecuted, write
from classroom.build.marking_cells import mark_cells, points_in
from classroom.build.masters import Master, labels
from classroom.build.tidy import tidy, to_json
from classroom.grader.intake.naming import Asked
from classroom.judge.manifest import of_solutions
from tests.answers import answer_file

ROOT = Path(__file__).parents[2]
SLUG = "01_sample"
ASKED = Asked("hello", SLUG)
MASTER = '''# %% [markdown]
# # Exercise 1 · Sample

# %%
from classroom import check

# %% tags=["solution:hello"]
def hello(name: str) -> str:
    """Return a greeting."""
    return f"Hello, {name}!"  # THE SOLUTION


# %%
check(hello)

# %% [markdown] tags=["answer:why", "points:4"]
# THE MODEL ANSWER

# %% [markdown] tags=["solution-only"]
# WHAT ONLY THE SOLUTION HAS
'''
HIDDEN = """
from classroom.judge.exercise import Broken, Property


def _greets(function, name):
    if function(name) != f"Hello, {name}!":
        raise Broken("THE HIDDEN WHY", gave="THE HIDDEN GAVE")


PROPERTIES = (Property("names of every kind", 2, False, ("use the name as it is",), _greets, ({"name": "Zoë Q."},)),)
"""
RIGHT = 'def hello(name):\n    return f"Hello, {name}!"'
WRONG_ANSWER = "no_mark"  # one of the wrong answers to `hello`
HOSTILE = """<script>alert(3)</script> **bold** [x](javascript:alert(4)) ![y](http://evil.example/a.png)

$\\href{javascript:alert(5)}{z}$

```
<script>alert(6)</script>

</pre></code></div><script>alert(7)</script>
```

<img src=x onerror=alert(8)>
"""

Notebook = dict[str, Any]


def wrong_answer() -> str:
    """A wrong answer that a check must reject, as a student would hand it in."""
    source = answer_file("wrong", "hello").read_text(encoding="utf-8")
    found = next(one for one in ast.parse(source).body if getattr(one, "name", "") == WRONG_ANSWER)
    return (ast.get_source_segment(source, found) or "").replace(WRONG_ANSWER, "hello")


def make_course(root: Path) -> Master:
    """Write the course, with its notebooks as the build makes them, but not executed."""
    (root / "solutions" / SLUG / "hidden").mkdir(parents=True)
    (root / "solutions" / SLUG / "master.py").write_text(MASTER, encoding="utf-8")
    (root / "solutions" / SLUG / "hidden" / "hello.py").write_text(HIDDEN, encoding="utf-8")
    of_solutions(root / "solutions").write()
    shutil.copy(ROOT / "nbgrader_config.py", root)
    master = Master(SLUG, "solution", root)
    solution = unexecuted(master)
    label = labels(master, solution)
    mark_cells(solution, label, points_in(root))
    tidy(solution, label)
    write(master.targets["solution"], to_json(solution))
    write(master.targets["exercise"], to_json(exercise_of(master, solution)))
    return master


def nbgrader(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run nbgrader as a teacher does, in the folder of the course."""
    command = [sys.executable, "-m", "nbgrader", *arguments]
    return subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=300, check=False, env=os.environ)


def hand_in(root: Path, student: str, content: Notebook | str, name: str = SLUG) -> Path:
    """Put a notebook, or whatever it is, where nbgrader looks for what a student handed in."""
    path = root / "grading" / "submitted" / student / SLUG / f"{name}.ipynb"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return path


def cell(notebook: Notebook, name: str) -> dict[str, Any]:
    """The cell that the gradebook knows by a name."""
    found: dict[str, Any] = next(one for one in notebook["cells"] if _known_as(one) == name)
    return found


def _known_as(one: dict[str, Any]) -> str:
    return str(one["metadata"].get("nbgrader", {}).get("grade_id", ""))


def answered(exercise: Notebook, code: str, why: str = "Because a greeting is polite.") -> Notebook:
    """The exercise with a function and a written answer filled in."""
    notebook = deepcopy(exercise)
    cell(notebook, "hello-answer")["source"] = code
    cell(notebook, "why")["source"] = why
    return notebook


# What students do to a notebook; each gets a filled one.


def copies(notebook: Notebook) -> None:
    """Copy marked cells: what stops nbgrader's whole batch."""
    notebook["cells"] += [deepcopy(cell(notebook, name)) for name in ("hello", "hello", "hello-answer", "why")]


def deletes(notebook: Notebook) -> None:
    """Delete the cell with the check."""
    notebook["cells"].remove(cell(notebook, "hello"))


def loses_the_answer(notebook: Notebook) -> None:
    """Delete the cell of the written answer, and write the answer elsewhere."""
    notebook["cells"].remove(cell(notebook, "why"))
    notebook["cells"].insert(0, {"cell_type": "markdown", "metadata": {}, "source": "My answer."})


def edits(notebook: Notebook) -> None:
    """Make the check say what one likes, for more points than there are."""
    check = cell(notebook, "hello")
    output = {"output_type": "execute_result", "execution_count": 1, "metadata": {}}
    check.update(
        source="5.0", outputs=[output | {"data": {"text/plain": "5.0", "text/html": "<script>alert(1)</script>"}}]
    )
    check["metadata"]["nbgrader"].update(points=500, locked=False, solution=True)
    cell(notebook, "why")["metadata"]["nbgrader"].update(points=500, grade=False, schema_version=99, extra=[1])


def strips(notebook: Notebook) -> None:
    """Lose all metadata and ids, as some editors do."""
    for one in notebook["cells"]:
        one["metadata"] = {}
        del one["id"]


def changes_kernel(notebook: Notebook) -> None:
    """Ask for another kernel, in a format of the future."""
    spec = {"name": "<script>", "display_name": "x", "language": "brainfuck"}
    notebook.update(
        nbformat=99, metadata={"kernelspec": spec, "widgets": {"a": 1}, "title": "<script>alert(2)</script>"}
    )


def changes_types(notebook: Notebook) -> None:
    """Turn the check into text and the answer into code."""
    cell(notebook, "hello").update(cell_type="markdown")
    cell(notebook, "why").update(cell_type="code", outputs=[], execution_count=1)


def attacks_the_page(notebook: Notebook) -> None:
    """Put a script wherever there may be text."""
    cell(notebook, "why")["source"] = HOSTILE
    cell(notebook, "hello-answer")["source"] += "\n# </pre><script>alert(9)</script>"
    shown = {"output_type": "display_data", "data": {"text/html": "<script>alert(10)</script>"}, "metadata": {}}
    named = {"magics_language": '"><script>alert(11)</script>', "tags": ["<script>"]}
    notebook["cells"] += [
        {"cell_type": "markdown", "id": '"><script>', "metadata": {}, "source": HOSTILE},
        {"cell_type": "raw", "metadata": {"raw_mimetype": "text/html"}, "source": "<script>alert(12)</script>"},
        {"cell_type": "code", "metadata": named, "source": "'<script>alert(13)</script>'", "outputs": [shown]},
        {"cell_type": "<script>", "metadata": "no", "source": {"a": 1}},
        7,
        {"cell_type": "code", "source": "'half a pair: \ud83d'"},
    ]


CHANGES: dict[str, Callable[[Notebook], None]] = {
    "copies": copies,
    "deletes": deletes,
    "loses": loses_the_answer,
    "edits": edits,
    "strips": strips,
    "kernel": changes_kernel,
    "types": changes_types,
    "attacks": attacks_the_page,
}
BROKEN = {
    "cut": '{"cells": [',
    "nothing": "",
    "other": '{"not": "a notebook"}',
    "deep": "[" * 200_000,
}


def make_exchange(course: Path, root: Path) -> Path:
    """Make a folder for nbgrader's exchange, and name it in the course's configuration; return where one hands in."""
    inbound = root / "chunklib" / "inbound"
    inbound.mkdir(parents=True)
    root.chmod(0o777)
    inbound.chmod(0o733)
    with (course / "nbgrader_config.py").open("a", encoding="utf-8") as file:
        file.write(f"\nget_config().Exchange.root = {str(root)!r}\n")
    return inbound


def scores(root: Path) -> dict[tuple[str, str], tuple[Any, ...]]:
    """Return for each student and cell the machine's points, a person's, and whether it waits for a person."""
    query = """select submitted_assignment.student_id, base_cell.name, auto_score, manual_score, needs_manual_grade
        from grade join base_cell on grade.cell_id = base_cell.id
        join submitted_notebook on grade.notebook_id = submitted_notebook.id
        join submitted_assignment on submitted_notebook.assignment_id = submitted_assignment.id"""
    with sqlite3.connect(root / "grading" / "gradebook.db") as book:
        return {(student, name): tuple(rest) for student, name, *rest in book.execute(query)}
