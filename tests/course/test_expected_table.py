"""What exercise 07 expects is typed, because the functions are the learner's: each number must be what ours return."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from typing import Any

from classroom.judge.catalogue import EXERCISES

ROOT = Path(__file__).parents[2]
EXERCISE = ROOT / "exercises" / "07_smart_chunk" / "07_smart_chunk.ipynb"
PARTS = ("span_size", "natural_pieces", "pack_spans", "overlap_start")


def cells_of_the_exercise() -> list[str]:
    return ["".join(cell["source"]) for cell in json.loads(EXERCISE.read_text(encoding="utf-8"))["cells"]]


def names() -> dict[str, Any]:
    [note] = [line for line in cells_of_the_exercise()[1].splitlines() if line.startswith("note = ")]
    ours = {name: EXERCISES.module(name).in_library for name in PARTS}
    return {**ours, "note": ast.literal_eval(note.removeprefix("note = "))}


def test_the_tables_of_the_parts_say_what_our_parts_return() -> None:
    rows = re.findall(r"^\| `((\w+)\(.*\))` \| `(.*?)` \|", "\n".join(cells_of_the_exercise()), re.MULTILINE)
    assert {part for _, part, _ in rows} == set(PARTS)
    for call, _, result in rows:
        assert eval(call.replace("\\|", "|"), names()) == ast.literal_eval(result), call  # noqa: S307 -- our own


def test_the_picture_of_the_parts_shows_what_our_parts_return() -> None:
    note, size, cut, pack, start = (names()[name] for name in ("note", *PARTS))
    pieces = cut(note, 0, len(note), 16)
    spans = pack(note, pieces, 16 - 4)
    chunks: list[tuple[int, int]] = []
    for span in spans:
        chunks.append((start(note, chunks[-1], span, 16, 4) if chunks else span[0], span[1]))
    text = "\n".join(cells_of_the_exercise())
    rows = (pieces, spans, *([chunk] for chunk in chunks))
    places = [", ".join(f"{first}-{last}" for first, last in row) for row in rows]
    named = zip(["pieces", "spans", r"chunk \[0\]", r"chunk \[1\]", r"chunk \[2\]"], places, strict=True)
    assert "; ".join(f"{name} {row}" for name, row in named) in text
    assert f"a note of {size(note, 0, len(note))} tokens" in text


def test_the_typed_table_says_what_the_picture_says() -> None:
    cells = cells_of_the_exercise()
    picture = [cell for cell in cells if "attachment:expected.png" in cell][1]
    computed = re.findall(r"\[(\d+)\] (\d+)-(\d+), (\d+) tokens, (\d+) shared", picture.replace("\\", ""))
    typed = re.findall(r"^\| \[(\d+)\] \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$", "\n".join(cells), re.MULTILINE)
    assert len(computed) > 1
    assert typed == computed
