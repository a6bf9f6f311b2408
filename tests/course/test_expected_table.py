"""The table of numbers in exercise 07 is typed; the picture above it is computed. They must say the same."""

from __future__ import annotations

import json
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
EXERCISE = ROOT / "exercises" / "07_smart_chunk" / "07_smart_chunk.ipynb"


def test_the_typed_table_says_what_the_picture_says() -> None:
    cells = ["".join(cell["source"]) for cell in json.loads(EXERCISE.read_text(encoding="utf-8"))["cells"]]
    picture = next(cell for cell in cells if "attachment:expected.png" in cell)
    computed = re.findall(r"\[(\d+)\] (\d+)-(\d+), (\d+) tokens, (\d+) shared", picture.replace("\\", ""))
    typed = re.findall(r"^\| \[(\d+)\] \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$", "\n".join(cells), re.MULTILINE)
    assert len(computed) > 1
    assert typed == computed
