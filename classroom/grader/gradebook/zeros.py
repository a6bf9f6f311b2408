"""Say why a submission that was judged has no points: every zero in a gradebook comes with its reason."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from classroom.grader.gradebook.page import NOT_MARKED

FINAL = "final: "
"""What a comment begins with that says how a function that was judged came to no points."""
_NO_RESPONSE = "No response."  # what nbgrader says of a cell that is as it was released
_MOST = 200  # characters of an error


def why_nothing(submission: Any, folder: Path) -> list[str]:
    """Return at least one reason.

    Args:
        submission: of nbgrader's gradebook, with no points.
        folder: with nbgrader's marked copies of its notebooks; they may be missing.
    """
    if submission.score > 0:
        return [f"judged with {submission.score:g} points, all taken by the penalty for being late"]
    found = [reason for notebook in submission.notebooks for reason in _of_notebook(notebook, folder)]
    return list(dict.fromkeys(found)) or ["nothing in it has points"]


def _of_notebook(notebook: Any, folder: Path) -> Iterator[str]:
    comments = {one.cell.name: str(one.auto_comment or "") for one in notebook.comments}
    said = [words.removeprefix(FINAL) for words in comments.values() if words.startswith(FINAL)]
    yield from said
    errors = {} if said else _errors(folder / f"{notebook.name}.ipynb")
    for grade in notebook.grades:
        name, worth = grade.cell.name, f"0 of {grade.max_score:g} points"
        if grade.manual_score is not None:
            yield f"{name}: {worth}, given by a person"
        elif comments.get(name) == _NO_RESPONSE:
            yield f"{name}: nothing was written"
        elif not said and grade.max_score:
            yield f"{name}: {errors.get(name, worth)}"


def _errors(copy: Path) -> dict[str, str]:
    """Return the first error of each marked cell of a marked copy, for the teacher: it may tell of a hidden test."""
    found: dict[str, str] = {}
    with suppress(OSError, ValueError, LookupError, TypeError, AttributeError):  # no copy of ours
        for cell in json.loads(copy.read_bytes())["cells"]:
            name = cell["metadata"].get("nbgrader", {}).get("grade_id", "")
            errors = [one for one in cell.get("outputs", ()) if one["output_type"] == "error"]
            if name and errors:
                kind = "" if errors[0]["ename"] == NOT_MARKED else f"{errors[0]['ename']}: "
                found[name] = f"{kind}{errors[0]['evalue']}"[:_MOST]
    return found
