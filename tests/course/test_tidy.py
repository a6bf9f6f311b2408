"""Noise of a run that the build takes out, on notebooks made by hand."""

from __future__ import annotations

import re
from typing import Any

import nbformat
import pytest

from classroom.build.masters import BuildError
from classroom.build.tidy import tidy
from tests.each import each


def stored(*outputs: dict[str, Any]) -> list[Any]:
    """Return what is kept of a cell's outputs."""
    cell = {"cell_type": "code", "id": "only", "source": "…", "metadata": {}, "outputs": list(outputs)}
    notebook = nbformat.from_dict({"cells": [cell], "metadata": {}})  # type: ignore[no-untyped-call]
    tidy(notebook, {"only": "cell 1"})
    return list(notebook.cells[0].outputs)


def stream(name: str, text: str) -> dict[str, Any]:
    return {"output_type": "stream", "name": name, "text": text}


def test_a_stream_that_arrives_in_pieces_is_stored_whole() -> None:
    pieces = [("stdout", "0"), ("stdout", " [250, 250]\n"), ("stderr", "note\n"), ("stdout", "end\n")]
    kept = [(output.name, output.text) for output in stored(*(stream(*piece) for piece in pieces))]
    assert kept == [("stdout", "0 [250, 250]\n"), ("stderr", "note\n"), ("stdout", "end\n")]


def test_results_between_two_prints_keep_their_place() -> None:
    shown = {"output_type": "display_data", "data": {"text/plain": "1"}, "metadata": {}}
    kept = stored(stream("stdout", "a\n"), shown, stream("stdout", "b\n"))
    assert [output.output_type for output in kept] == ["stream", "display_data", "stream"]


@each(("kind", "data", "said"), [
    ("execute_result", {"text/plain": "<object at 0x7f01234567>"}, "differs in each run: it holds 'at 0x7f01234567'"),
    ("stream", "<object at 0x7f01234567>", "the output differs in each run: it holds 'at 0x7f01234567'"),
    ("display_data", {"image/png": "aaaa"}, "shows a picture without words; use figure(fig, alt)"),
])  # fmt: skip
def test_what_cannot_be_stored_stops_the_build(kind: str, data: Any, said: str) -> None:
    shown = stream("stdout", data) if kind == "stream" else {"output_type": kind, "data": data, "metadata": {}}
    with pytest.raises(BuildError, match=f"^cell 1: .*{re.escape(said)}"):
        stored(shown)
