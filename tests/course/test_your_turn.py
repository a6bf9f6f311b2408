"""Lessons 07 to 10, 13 and 14 in a learner's folder: their turn works with what they brought, kept and labelled."""

from __future__ import annotations

import ast
import json
import re
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest

from chunklib.chunk import Span
from chunklib.evaluation import SELF_CONTAINED, Question, own_benchmark
from classroom import bring
from classroom.lessons.document import current
from classroom.lessons.folder.contents import course_files
from classroom.lessons.folder.laying import lay_out
from classroom.lessons.kept.smart import smart_chunks
from classroom.lessons.store import own_folder
from classroom.lessons.widgets.labelling_file import change, labelled
from tests.course.test_in_notebook import executed
from tests.course.test_keeping import keep_master, put

Said = pytest.CaptureFixture[str]
pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning")

KEYS = "".join(f"Key {n} opens shelf {n}; 钥匙。\n\n" for n in range(150))
SHOP = f"# Tea shop\n\nWe open at nine.\n\n## Keys\n\n{KEYS}## Pages\n\nA cursor is valid for a day.\n"
ONE_LINE = "It rains.\n"
SHOWN = {
    "07": ("your smart_chunk\n✓ exact ",) * 2,
    "08": ("your smart_chunk (about 200 tokens): 0 of ",) * 2,
    "09": ("questions that you have labelled: 3\n",) * 2,
    "10": ("sentences: 155, torn ", "sentences: 1, torn at some placings and whole at others: 0\n"),
    "11": ("token_windows, 0: ",) * 2,
    "13": ("your smart_chunk; hits: ", "No passage shares a word with the question.\n"),
    "14": ("“A cursor is valid for a day.” [1]\n", "No passage shares a word with the question.\n"),
}
"""How that begins which a turn shows, with the shop and with the line."""


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A learner's folder with a kept chunker, and three questions about a document of their own."""
    folder = tmp_path_factory.mktemp("course")
    lay_out(folder, course_files())
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CHUNKLIB_STATE", str(folder))  # so that my_rag is where it is for a learner
        keep_master("smart_chunk")
        bring(SHOP)
        asked = [
            Question("", f"Which shelf does key {n} open?", current().name, (Span(50 * n, 50 * n + 9),))
            for n in (2, 4, 6)
        ]
        change(own_folder() / "questions", current(), lambda _: asked)
    return folder


def turn(folder: Path, number: str) -> tuple[list[str], str]:
    """Return what the turn of a lesson needs (its imports, and functions of the lesson), and the cells of the turn."""
    [path] = (folder / "notebooks").glob(f"{number}_*.ipynb")
    cells = [(cell["cell_type"], "".join(cell["source"])) for cell in json.loads(path.read_text("utf-8"))["cells"]]
    at = next(at for at, (_, source) in enumerate(cells) if "**Your turn.**" in source)
    cells_of_it = [source for _, source in takewhile(lambda cell: cell[0] == "code", cells[at + 1 :])]
    assert cells[at + 1 + len(cells_of_it)][1].startswith(("## Pitfalls", "## Recap", "`score()`"))
    code = [source for kind, source in cells[:at] if kind == "code"]
    parsed = [one for source in code for one in ast.parse(source).body]
    mine = "\n".join(cells_of_it)
    names = {one: one.name if isinstance(one, ast.FunctionDef) else _checked(one) for one in parsed}
    needed = [ast.unparse(one) for one, name in names.items() if name and f"{name}(" in mine]
    return [code[0], *needed], mine


def _checked(statement: ast.stmt) -> str:
    """The name of a blank, in the statement that checks it."""
    found = re.match(r"(\w+) = checked\(", ast.unparse(statement))
    return found[1] if found else ""


@pytest.mark.slow
@pytest.mark.parametrize("number", SHOWN)
def test_a_turn_works_with_what_the_learner_has(number: str, started: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CHUNKLIB_STATE", raising=False)
    needed, mine = turn(started, number)
    brought = [f"from classroom import bring\nbring({text!r})" for text in (SHOP, ONE_LINE)]
    asked = mine.replace('mine = ""', 'mine = "How long is a cursor valid?"')
    cells = executed(started / "notebooks", [*needed, brought[0], asked, brought[1], asked, mine]).cells
    for cell, begins in zip(cells[-4::2], SHOWN[number], strict=True):
        assert printed(cell).startswith(begins)
        assert "fails" not in printed(cell)
    assert printed(cells[-1]).startswith("Write a question about my_text between the quotes") == (asked != mine)


def printed(cell: Any) -> str:
    return "".join(output["text"] for output in cell.outputs if output.get("name") == "stdout")


FAILS = {
    "def smart_chunk(*a): return ()": "it returned tuple, not a list",
    "def smart_chunk(*a): return [{}]": "KeyError: 'start_char'",
    "def smart_chunk(t, *a): return [{'text': t, 'start_char': None, 'end_char': None}]": "it returned places",
    "def smart_chunk(t, *a): return [{'text': 'a', 'start_char': 0, 'end_char': len(t)}]": "chunk 0 is not the text",
    "def smart_chunk(t, *a): return [{'text': t, 'start_char': 0, 'end_char': len(t) + 9}]": "chunk 0 is at 0 to 19",
}


@pytest.mark.parametrize("source", FAILS)
def test_a_smart_chunk_that_fails_is_named_once_and_the_library_cuts(source: str, quick: None, capsys: Said) -> None:
    put("smart_chunk", source)
    for overlap in (0, 4):
        chunks, by = smart_chunks([ONE_LINE, SHOP], 20, overlap)
        assert by == "the library's smart_chunk"
        assert [chunk.text for chunk in chunks[ONE_LINE]] == [ONE_LINE]
    said = capsys.readouterr().out
    assert said.startswith(f"smart_chunk: yours fails on one of these documents ({FAILS[source]}")
    assert said.count("\n") == 1


def test_a_kept_smart_chunk_repeats_what_it_is_asked_to_and_loses_nothing() -> None:
    keep_master("smart_chunk")
    for overlap in (0, 15):
        cut, by = smart_chunks([SHOP], 60, overlap)
        assert by == "your smart_chunk"
        assert [SHOP[one.start_char : one.end_char] for one in cut[SHOP]] == [one.text for one in cut[SHOP]]
        assert max(one.overlap for one in cut[SHOP]) in (range(1) if overlap == 0 else range(10, 16))


def test_questions_that_cannot_be_used_are_named_and_the_course_s_are_asked(own: Path, capsys: Said) -> None:
    ours = own_benchmark().of_kinds(*SELF_CONTAINED)
    assert labelled(ours) is ours
    folder = own / "questions"
    (folder / "corpora").mkdir(parents=True)
    (folder / "corpora" / "note.md").write_text("It rains.")
    (folder / "questions_df.csv").write_text("question,references\nRain?,[]\n")
    assert labelled(ours) is ours
    none, damaged = capsys.readouterr().out.splitlines()
    assert none == "the course's 192 questions (you have labelled none)"
    assert damaged.startswith("the course's 192 questions; yours cannot be used: ")
    assert damaged.endswith("corpus_id is missing")
