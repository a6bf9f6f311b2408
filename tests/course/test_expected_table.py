"""Hold what exercises 06 to 08 show as expected, which is typed, to what the solution's functions return."""

from __future__ import annotations

import ast
import json
import re
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

from classroom.judge.catalogue import EXERCISES
from classroom.judge.exercise import Broken
from tests.course.test_exercises import master_answer

ROOT = Path(__file__).parents[2]
EXERCISE = ROOT / "exercises" / "07_smart_chunk" / "07_smart_chunk.ipynb"
PARTS = ("span_size", "natural_pieces", "pack_spans", "overlap_start")


def cells_of_the_exercise() -> list[str]:
    return ["".join(cell["source"]) for cell in json.loads(EXERCISE.read_text(encoding="utf-8"))["cells"]]


def names() -> dict[str, Any]:
    [note] = [line for line in cells_of_the_exercise()[1].splitlines() if line.startswith("note = ")]
    ours = {name: master_answer(name) for name in PARTS}
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


def test_the_tables_of_exercise_08_say_what_our_parts_return() -> None:
    parts = ("headings", "sections", "chunk_with_headers")
    cells = json.loads((ROOT / "exercises/08_headings/08_headings.ipynb").read_text(encoding="utf-8"))["cells"]
    sources = ["".join(cell["source"]) for cell in cells]
    [tea] = [line for line in sources[1].splitlines() if line.startswith("tea = ")]
    ours = {**{name: master_answer(name) for name in parts}, "tea": ast.literal_eval(tea.removeprefix("tea = "))}
    rows = re.findall(r"^\| `((\w+)\(.*\))` \| `(.*)` \|$", "\n".join(sources), re.MULTILINE)
    assert {part for _, part, _ in rows} == {*parts}
    for call, part, result in rows:
        gave = eval(call, ours)  # noqa: S307 -- our own
        if part == "chunk_with_headers":
            gave = tuple((chunk["start_char"], chunk["end_char"], chunk["context"]) for chunk in gave)
        assert gave == ast.literal_eval(result), call


def test_exercise_06_shows_every_right_answer_to_its_text() -> None:
    text, size, shown = "One two three.\nGo.", 12, []
    for count in range(1, 4):
        for cuts in combinations(range(1, len(text)), count):
            spans = list(pairwise((0, *cuts, len(text))))
            if all(end - start <= size for start, end in spans) and _right(text, size, spans):
                shown.append(spans)
    assert sorted(shown) == [[(0, 4), (4, 15), (15, 18)], [(0, 8), (8, 15), (15, 18)], [(0, 8), (8, 18)]]
    cells = json.loads((ROOT / "exercises/06_recursive/06_recursive.ipynb").read_text(encoding="utf-8"))["cells"]
    picture = ["".join(cell["source"]) for cell in cells if "attachment:expected.png" in "".join(cell["source"])][1]
    for spans in shown:
        assert ", ".join(f"{start} to {end}" for start, end in spans) in picture


def _right(text: str, size: int, spans: list[tuple[int, int]]) -> bool:
    try:
        for rule in EXERCISES["recursive_spans"].properties[2:4]:
            rule.test(lambda text, **_: spans, text=text, size=size, separators=("\n\n", "\n", ". ", " "))
    except Broken:
        return False
    return True
