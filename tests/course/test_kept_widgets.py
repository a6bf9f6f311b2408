"""A saved notebook keeps of its widgets the states that its outputs need, and no others."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from classroom.lessons.display import VIEW
from classroom.lessons.jupyter import STATE, keep_widgets
from tests.each import each

BOX = {"box": {"state": {"children": ["IPY_MODEL_number"], "layout": "IPY_MODEL_wide"}}}
PARTS = {"number": {"state": {"value": 4}}, "wide": {"state": {}}}
WHOLE = BOX | PARTS
OTHER = {"other": {"state": {"value": 'IPY_MODEL_nothing is not a name here: "IPY_MODEL_quoted"'}}}
CAPTURED = {"out": {"state": {"outputs": [{"data": {VIEW: {"model_id": "box"}}}]}}}


def shows(*names: str, states: dict[str, Any] | None = None) -> dict[str, Any]:
    """A notebook that shows widgets, each with its text beside it, and a cell that was never run."""
    shown = [{"data": {VIEW: {"model_id": name}, "text/html": f"<p>{name}"}} for name in names]
    cells = [{"source": "# Text"}, {"source": "", "outputs": []}, {"source": "", "outputs": [*shown, {"text": "out"}]}]
    more = {} if states is None else {"widgets": {STATE: {"version_major": 2, "state": states}}}
    return {"cells": cells, "metadata": {"kernelspec": {}} | more}


def views(notebook: dict[str, Any]) -> list[str]:
    data = [output.get("data", {}) for cell in notebook["cells"] for output in cell.get("outputs", [])]
    return [one[VIEW]["model_id"] for one in data if VIEW in one]


@each(
    "shown, lives, before, kept",
    [
        (["box"], WHOLE, {}, WHOLE),
        (["box"], WHOLE | OTHER, OTHER, WHOLE),  # run again
        (["box"], {}, WHOLE, WHOLE),  # the kernel was restarted, or is another day's
        (["box", "other"], OTHER, WHOLE, WHOLE | OTHER),  # and one cell was run since
        (["box"], PARTS, BOX, WHOLE),
        (["number"], {"number": {"state": {"value": 5}}}, WHOLE, {"number": {"state": {"value": 5}}}),
        (["out"], CAPTURED | WHOLE, {}, CAPTURED | WHOLE),
        (["box", "box"], WHOLE, {}, WHOLE),
        ([], WHOLE, WHOLE, {}),  # the outputs were cleared
        (["box"], {}, {}, {}),  # it ended before anything was saved
        (["box", "other"], BOX | OTHER, {"number": {}}, OTHER),  # a part of it is not known
    ],
)  # fmt: skip
def test_what_is_shown_is_kept(
    shown: list[str], lives: dict[str, Any], before: dict[str, Any], kept: dict[str, Any], tmp_path: Path
) -> None:
    path = tmp_path / "lesson.ipynb"
    path.write_text(json.dumps(shows(states=before)), "utf-8")
    notebook = shows(*shown, states=lives)
    keep_widgets(notebook, path)
    assert views(notebook) == [name for name in shown if name in kept]
    texts = [output["data"]["text/html"] for output in notebook["cells"][2]["outputs"] if "data" in output]
    assert texts == [f"<p>{name}" for name in shown]
    envelope = {"widgets": {STATE: {"version_major": 2, "state": kept}}} if kept else {}
    assert notebook["metadata"] == {"kernelspec": {}} | envelope


@each("before", [None, b"", b"[]", b"\xff", b"[" * 10**5, json.dumps(shows(states={})).replace("{}", "3").encode()])
def test_a_file_that_cannot_be_read_stops_no_saving(before: bytes | None, tmp_path: Path) -> None:
    path = tmp_path / "lesson.ipynb"
    if before is not None:
        path.write_bytes(before)
    notebook = shows("box", "other", states=WHOLE)
    keep_widgets(notebook, path)
    assert views(notebook) == ["box"]
    notebook = shows("box")  # of a Lab that saves no states
    keep_widgets(notebook, path)
    assert notebook == shows("box")
