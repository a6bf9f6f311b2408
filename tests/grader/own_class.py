"""A teacher's own assignment with plain nbgrader cells, and what a small class hands in."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import nbformat
from nbformat import v4

from tests.grader.classroom import Notebook, cell

code: Any = v4.new_code_cell
text: Any = v4.new_markdown_cell
notebook_of: Any = v4.new_notebook
write: Any = nbformat.write

NAME = "quiz"
MORE = "second part"
HIDDEN = "assert square(-41) == 1681"
SQUARE = """def square(n):
    ### BEGIN SOLUTION
    return n * n  # THE SOLUTION
    ### END SOLUTION"""
TEST = f"""assert square(2) == 4
### BEGIN HIDDEN TESTS
{HIDDEN}, "THE HIDDEN WORD"
### END HIDDEN TESTS"""
SCORE = "sum(square(n) == n * n for n in (0, 1, 2))"
READ = "assert open('data/words.txt').read().split() == ['two', 'words']"
RIGHT = "def square(n):\n    return n * n"


def _marks(name: str, *, points: float | None = None, solution: bool = False) -> dict[str, Any]:
    grade = points is not None
    flags = {"grade": grade, "grade_id": name, "locked": grade and not solution, "solution": solution, "task": False}
    return {"nbgrader": flags | {"schema_version": 3} | ({"points": points} if grade else {})}


def solution_notebook() -> Any:
    """Return what the teacher writes: a function, three cells of tests, and an answer that a person marks."""
    cells = [
        text("# Quiz", id="title"),
        code("from pathlib import Path\nprint('ready')", id="start"),
        code(SQUARE, id="square", metadata=_marks("square", solution=True)),
        code(READ, id="read", metadata=_marks("read", points=1)),
        code(SCORE, id="score", metadata=_marks("score", points=3)),
        code(TEST, id="test", metadata=_marks("test", points=2)),
        code("assert square(3) == 9, 'three'", id="last", metadata=_marks("last", points=1)),
        text("THE MODEL ANSWER", id="why", metadata=_marks("why", points=2, solution=True)),
    ]
    return notebook_of(cells=cells, metadata={"kernelspec": {"name": "python3", "display_name": "Python 3"}})


def second_notebook() -> Any:
    """A second notebook of the same assignment."""
    cells = [
        code("### BEGIN SOLUTION\nx = 1\n### END SOLUTION", id="x", metadata=_marks("x", solution=True)),
        code("assert x == 1", id="is-x", metadata=_marks("is-x", points=1)),
    ]
    return notebook_of(cells=cells)


def make_own(root: Path) -> None:
    """Write the assignment, with a file that learners are given beside it."""
    folder = root / "solutions" / NAME
    (folder / "data").mkdir(parents=True)
    (folder / "data" / "words.txt").write_text("two words\n", encoding="utf-8")
    write(solution_notebook(), folder / f"{NAME}.ipynb")
    write(second_notebook(), folder / f"{MORE}.ipynb")


def released(root: Path, name: str = NAME) -> Notebook:
    """The notebook that learners were given."""
    content: Notebook = json.loads((root / "exercises" / NAME / f"{name}.ipynb").read_text(encoding="utf-8"))
    return content


def filled(exercise: Notebook, code: str, why: str = "Because.") -> Notebook:
    """The exercise with a function and an answer filled in."""
    notebook = deepcopy(exercise)
    cell(notebook, "square")["source"] = code
    cell(notebook, "why")["source"] = why
    return notebook


def hand_in(root: Path, student: str, content: Notebook | str, name: str = NAME) -> None:
    """Put a notebook, or whatever it is, where nbgrader looks."""
    path = root / "grading" / "submitted" / student / NAME / f"{name}.ipynb"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
