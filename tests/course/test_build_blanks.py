"""The build of a lesson with blanks: what the solved lesson and the learner's copy hold, and what stops it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
import pytest

from classroom.build.blanks import learners_copy, solved_lesson
from classroom.build.builder import build_text
from classroom.build.masters import BuildError, new_cell, node
from classroom.judge.manifest import of_exercises
from tests.course.folder import master, put

SAMPLES = Path(__file__).with_name("samples")
LESSON = (SAMPLES / "blanks_lesson.txt").read_text("utf-8")


def built(root: Path, lesson: str) -> dict[str, Any]:
    """Build without a run; returns the cells of each notebook, code alone, by its kind."""
    put(root, {"exercises/01_sample/blanks_01.py": (SAMPLES / "blanks_checks.txt").read_bytes()})
    of_exercises(root).write()
    made = master(root, "lesson", lesson)
    texts = build_text(made)
    read = {kind: nbformat.reads(texts[path], as_version=4) for kind, path in made.targets.items()}  # type: ignore[no-untyped-call]
    return {kind: [cell for cell in page.cells if cell.cell_type == "code"] for kind, page in read.items()}


def test_the_learner_s_copy_has_gaps_where_the_solved_lesson_has_code(tmp_path: Path) -> None:
    cells = built(tmp_path, LESSON.replace("# %%\nimport", '# %% tags=["plot"]\nimport'))
    solved, copy = cells["lesson"], cells["learner"]
    assert solved[1].source == (
        "# Halve until nothing is left.\ndef halvings(n):\n    count = 0\n"
        "    while part(n) > 0:\n        n = part(n)\n        count += 1\n    return count"
    )
    opened = solved[1].source.replace("part(n) > 0", "____").replace("n = part(n)", "____")
    assert copy[1].source == opened
    assert [one.source for one in copy[2:]] == [one.source for one in solved[2:]]
    assert [(one.id, one.metadata) for one in copy] == [(one.id, one.metadata) for one in solved]
    assert copy[0].metadata == {"tags": ["plot"], "jupyter": {"source_hidden": True}}
    assert copy[1].metadata == {"tags": ["blank:halvings"]}
    assert all(one.outputs == [] and one.execution_count is None for one in copy)


def test_the_learner_s_copy_folds_the_answer_to_a_guess() -> None:
    answer = new_cell("markdown", "**5**, see [there](a.md).", "a", metadata={"tags": ["after:01-a"]})
    notebook = node({"cells": [answer, new_cell("markdown", "And now?", "b")]})
    fold = '<details class="chunklib-after-01-a"><summary>Open after your guess</summary>'
    folded = [f"{fold}\n\n**5**, see [there](a.md).\n\n</details>", "And now?"]
    assert [cell.source for cell in learners_copy(notebook).cells] == folded
    assert [cell.source for cell in solved_lesson(notebook).cells] == ["**5**, see [there](a.md).", "And now?"]


@pytest.mark.parametrize(("old", "new", "message"), [
    ("# ____ part(n) > 0", "# ____ n > 1", "'n > 1' must be once in 'while part(n) > 0:', and is there 0 times"),
    ("n = part(n)  # ____", "n = n - n  # ____ n", "'n' must be once in 'n = n - n', and is there 3 times"),
    ("# ____ part(n) > 0", "# ____", "with its gaps it is not Python: "),
    ("# Halve until nothing is left.\n", "", "the first line of a blank is a comment: the task in one line"),
    ("def halvings", "def halve", "a blank defines its function halvings() and nothing else; this one has halve"),
    ("    return count\n", "    return count\n\n\nSTEP = 3\n", "and nothing else; this one has halvings, STEP = 3"),
    ("# ____", "#", "no line of the blank ends in a comment '# ____ TEXT'"),
    ("halvings = checked(", "checked(", 'the next cell must begin with halvings = checked("halvings")'),
    ("# %%\nhalvings = ", "# %% [markdown]\n# ", "the next cell must begin with"),
    ("halvings", "halvings_of", "there are no checks for 'halvings_of' in exercises/01_sample/blanks_01.py"),
])  # fmt: skip
def test_a_bad_blank_stops_the_build_in_one_line(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert old in LESSON
    with pytest.raises(BuildError) as error:
        built(tmp_path, LESSON.replace(old, new))
    assert str(error.value).startswith("notebooks/src/01_sample.py, cell 3 (")
    assert message in str(error.value)
    assert "\n" not in str(error.value)
