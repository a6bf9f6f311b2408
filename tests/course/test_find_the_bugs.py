"""Count what the answers to *Find the bugs* of exercise 7 say about its exhibits."""

from __future__ import annotations

import json
import re
from typing import Any

import tiktoken

from chunklib import audit
from tests.answers import answer_file


def test_a_test_of_the_limit_finds_three_of_the_seven_exhibits() -> None:
    """C, D and G; F raises, and the other three are within the limit."""
    notebook = answer_file("right", "smart_chunk").parents[1] / "07_smart_chunk.ipynb"
    sources = ["".join(cell["source"]) for cell in json.loads(notebook.read_text("utf-8"))["cells"]]
    names: dict[str, Any] = {"tiktoken": tiktoken, "audit": audit}
    exec(next(source for source in sources if source.startswith("def published_splitter")), names)  # noqa: S102 -- ours
    found = []

    def over_the_limit(text: str, size: int, overlap: int, point: str) -> None:
        chunks = names["published_splitter"](text, size, overlap)
        report = audit(text, chunks, size=size, overlap=overlap, ruler="gpt-4")
        found.append(bool(report["bounded"].breaches))

    names["exhibit"] = over_the_limit
    for source in sources:
        if re.search(r"^ *exhibit\(", source, re.MULTILINE):
            exec(source, names)  # noqa: S102 -- ours
    assert [letter for letter, over in zip("ABCDEG", found, strict=True) if over] == ["C", "D", "G"]
