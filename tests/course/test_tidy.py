"""Noise of a run that the build takes out, on notebooks made by hand."""

from __future__ import annotations

from typing import Any

import nbformat

from classroom.build.tidy import tidy


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
