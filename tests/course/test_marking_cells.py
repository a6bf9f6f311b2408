"""The build writes which cells a gradebook marks and for how many points, and nbgrader reads the same."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbgrader.nbgraderformat import MetadataValidator
from nbgrader.utils import compute_checksum

from classroom.build.builder import exercise_of, unexecuted
from classroom.build.cutting import PLACEHOLDER
from classroom.build.marking_cells import mark_cells, points_in
from classroom.build.masters import SOLUTION, BuildError, Master, find_masters, labels, named
from classroom.judge.catalogue import EXERCISES
from classroom.judge.manifest import of_solutions
from tests.course.folder import master, put
from tests.each import each

ROOT = Path(__file__).parents[2]
STUB = '# %% tags=["solution:hello"]\ndef hello(name):\n    """Greet."""\n    return name\n\n'
HIDDEN = """
from classroom.judge.exercise import Property
PROPERTIES = (Property("secret", 2, False, ("no",), print, ({},)),)
"""


def both(root: Path, text: str) -> tuple[Any, Any]:
    """The solution, not executed, and the exercise, with what a gradebook reads in them."""
    made = master(root, "solution", text)
    solution = unexecuted(made)
    mark_cells(solution, labels(made, solution), points_in(root))
    return solution, exercise_of(made, solution)


def marks(notebook: Any) -> dict[str, Any]:
    return {one.metadata.nbgrader.grade_id: one for one in notebook.cells if "nbgrader" in one.metadata}


ANSWER = '# %% [markdown] tags=["answer:why", "points:4"]\n# THE MODEL ANSWER\n'


def test_marked_cells(tmp_path: Path) -> None:
    text = f"{STUB}# %%\ncheck(hello)\n\n# %%\ncheck(other, 'hello')\n\n{ANSWER}\n# %%\n1\n"
    for notebook in both(tmp_path, text):
        MetadataValidator().validate_nb(notebook)
        found = marks(notebook)
        flags = {
            name: (m.grade, m.solution, m.locked) for name, m in ((n, c.metadata.nbgrader) for n, c in found.items())
        }
        assert flags == {
            "hello-answer": (False, True, False),
            "hello": (True, False, True),
            "why": (True, True, False),
        }
        assert (found["hello"].metadata.nbgrader.points, found["why"].metadata.nbgrader.points) == (3, 4)
        assert {name for name, one in found.items() if one.metadata.get("editable") is False} == {"hello"}
        assert all(one.metadata.deletable is False for one in found.values())
        assert len(found) == 3


def hiding(root: Path, hidden: str) -> Master:
    """A master whose exercise has hidden properties."""
    made = master(root, "solution", f"{STUB}# %%\ncheck(hello)\n")
    put(root, {"solutions/01_sample/hidden/hello.py": hidden.encode()})
    of_solutions(root / "solutions").write()
    return made


def test_hidden_properties_count(tmp_path: Path) -> None:
    made = hiding(tmp_path, HIDDEN)
    exercise = exercise_of(made, unexecuted(made))
    assert marks(exercise)["hello"].metadata.nbgrader.points == 5
    assert "secret" not in str(exercise)


def test_exercise_has_room_for_the_answer(tmp_path: Path) -> None:
    solution, exercise = both(tmp_path, f"{STUB}{ANSWER}")
    assert marks(solution)["why"].source == "THE MODEL ANSWER"
    assert marks(exercise)["why"].source == PLACEHOLDER
    assert "MODEL ANSWER" not in str(exercise)
    assert marks(exercise)["why"].id == marks(solution)["why"].id


def test_exercise_is_sealed_as_nbgrader_seals(tmp_path: Path) -> None:
    solution, exercise = both(tmp_path, f"{STUB}# %%\ncheck(hello)\n\n{ANSWER}")
    for one in marks(exercise).values():
        assert one.metadata.nbgrader.checksum == compute_checksum(one)
        assert one.metadata.nbgrader.cell_type == one.cell_type
    assert all("checksum" not in one.metadata.nbgrader for one in marks(solution).values())


@each(("text", "message"), [
    (
        '# %% [markdown] tags=["answer:why"]\n# a\n',
        "a written answer needs one tag points:<n>, a whole number above 0: got none",
    ),
    ('# %% [markdown] tags=["answer:why", "points:1.5"]\n# a\n', "got '1.5'"),
    ('# %% [markdown] tags=["answer:why", "points:1", "points:2"]\n# a\n', "got '1', '2'"),
    ('# %% [markdown] tags=["answer:the why", "points:1"]\n# a\n', "'the why' is not a name for a marked cell"),
    ('# %% [markdown] tags=["points:1"]\n# a\n', "points:<n> belongs to a written answer"),
    (f"{STUB}# %%\ncheck(hello)\n\n{ANSWER.replace('why', 'hello')}", "a second cell is named 'hello'"),
    (
        f"{STUB}# %%\ncheck(hello)\n".replace("hello", "hallo"),
        "check(hallo) marks no exercise that there is; there are ",
    ),
    ('# %% tags=["answer:why"]\n1\n', "unknown tag 'answer:why'"),
])  # fmt: skip
def test_what_cannot_be_marked_stops_the_build(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(BuildError, match=re.escape(message)) as error:
        both(tmp_path, text)
    assert str(error.value).startswith("solutions/01_sample/master.py, cell ")
    assert "\n" not in str(error.value)


def test_hidden_properties_that_do_not_load_stop_the_build(tmp_path: Path) -> None:
    made = hiding(tmp_path, "PROPERTIES = 1")
    with pytest.raises(BuildError, match=r"solutions/01_sample/hidden/hello\.py needs PROPERTIES"):
        exercise_of(made, unexecuted(made))


@each("made", [m for m in find_masters(ROOT) if m.kind == "solution"])
def test_every_exercise_of_the_course_is_marked(made: Master) -> None:
    """Each function has its cell to fill in and its check with the points of its properties, in both notebooks."""
    for kind in ("solution", "exercise"):
        notebook = nbformat.read(made.targets[kind], as_version=4)  # type: ignore[no-untyped-call]
        MetadataValidator().validate_nb(notebook)
        names = [name for one in notebook.cells if (name := named(one, SOLUTION)) is not None]
        found = marks(notebook)
        for name in names:
            assert found[name].metadata.nbgrader.points == points_in(ROOT)(name) >= EXERCISES[name].max_points
            assert found[f"{name}-answer"].metadata.nbgrader.solution
        assert names
