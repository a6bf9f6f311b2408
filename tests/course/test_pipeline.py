"""The pipeline cuts and ranks with what a learner has kept; what fails is named, and the library's takes its place."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import classroom
from chunklib import audit
from chunklib.data import load
from chunklib.strategies import recursive
from classroom import ask, bring, keep
from classroom.judge.errors import CourseError
from classroom.lessons.kept import pipeline
from tests.course.test_exercises import master_answer
from tests.course.test_keeping import ROOT, hello, keep_master, own, put, quick

pytestmark = pytest.mark.slow  # programs of their own, in folders of their own

__all__ = ["own", "quick"]  # fixtures


LIBRARY = "the library's recursive (200 tokens)"
CHUNKERS = ("fixed_size_chunks", "sliding_window", "sentence_chunks", "recursive_spans", "smart_chunk")


def test_the_best_kept_chunker_cuts_the_document_at_true_places(own: Path) -> None:
    text = load("handbook")[:30_000] + "\n\nÅse met 李静 👩‍🔧. " * 300
    assert pipeline.split(text) == (tuple(recursive(text, 200, 0)), LIBRARY)
    found = {str(pipeline.split(text)[0])}
    for name in CHUNKERS:
        keep_master(name)
        chunks, who = pipeline.split(text)
        report = audit(text, chunks, size=1_600, overlap=0)
        assert [point.name for point in report.points if not point.ok] in ([], ["clean"]), name
        assert who == f"your {name}"
        assert 30 < len(chunks) < 300
        found.add(str(chunks))
    assert len(found) == 1 + len(CHUNKERS)


FAILS = {
    "def smart_chunk(*args): 1 / 0": "ZeroDivisionError: division by zero",
    "def smart_chunk(*args):\n    while True: pass": "had not ended after 0.5 seconds of work",
    "def smart_chunk(*args): return None": "TypeError: 'NoneType' object is not iterable",
    "def smart_chunk(*args): return [{'start_char': 0, 'end_char': 4}]": "what follows character 4 is in no chunk",
    "def smart_chunk(*args): return [{'start_char': 0, 'end_char': 4e9}]": "TypeError: it returned places that are not",
    "def smart_chunk(*args): return [{'start_char': 9, 'end_char': 20}]": "chunk 0 is at 9 to 20, and the one before",
    "import os\ndef smart_chunk(*args): os._exit(3)": "ended the process it ran in (exit status 3)",
}


@pytest.mark.parametrize("source", FAILS)
def test_a_chunker_that_fails_is_named_once_and_the_library_cuts(
    source: str, quick: None, capsys: pytest.CaptureFixture[str]
) -> None:
    put("smart_chunk", source)
    text = load("handbook")
    for _ in range(2):
        assert pipeline.split(text) == (tuple(recursive(text, 200, 0)), LIBRARY)
    said = capsys.readouterr().out
    assert said.startswith(f"smart_chunk: yours fails on this document ({FAILS[source]}")
    assert said.count("\n") == 1


def test_a_kept_retriever_ranks_and_one_that_fails_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    chunks, _ = pipeline.split(load("handbook"))
    question = "When does a delivered shipment close by itself?"
    library = pipeline.rank(question, chunks, 3)
    assert (len(library[0]), library[1]) == (3, "the library's BM25")
    keep_master("retrieve")
    places = master_answer("retrieve")(question, [one.text for one in chunks], 3)
    assert pipeline.rank(question, chunks, 3) == (places, "your retrieve")
    for wrong in ("[-1]", "[1, 1]", "[0, 1, 2, 3]", "'ab'", "[1.0]", "1 / 0"):
        put("retrieve", f"def retrieve(question, chunks, k): return {wrong}")
        assert pipeline.rank(question, chunks, 3) == library
        assert capsys.readouterr().out.startswith("retrieve: yours fails on this document (")
    assert pipeline.rank("xyzzy", chunks, 3)[0] == pipeline.rank(question, (), 3)[0] == []


def test_a_document_of_one_chunk_is_found_although_each_word_of_it_is_in_every_chunk() -> None:
    bring("Tea needs four minutes.\nCoffee needs two minutes.")
    keep_master("retrieve")
    found = ask("How many minutes does coffee need?")
    assert found.text == "“Coffee needs two minutes.” [1]"
    assert found.notes[-1].endswith(" and the library's BM25 (your retrieve finds no chunk for this question)")
    assert ask("xyzzy").notes[-1].endswith(" and your retrieve")


def five_megabytes() -> str:
    return load("handbook") * (5_000_000 // len(load("handbook")) + 1)


def test_the_package_answers_from_the_command_line(
    own: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    keep(hello)
    run: Callable[..., Any] = subprocess.run
    done = run(
        [sys.executable, "-m", "my_rag"],
        cwd=own.parent,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert (done.returncode, done.stdout, done.stderr) == (2, "", 'usage: python -m my_rag "your question"\n')
    ours, theirs = os.pipe()
    os.close(ours)  # a reader that goes away
    unread = run(
        [sys.executable, "-m", "my_rag", "When does it close?"],
        cwd=own.parent,
        stdout=theirs,
        stderr=subprocess.PIPE,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    os.close(theirs)
    assert (unread.returncode, unread.stderr) == (141, b"")
    code = "from my_rag.hello import hello; print(hello('Ada'))"
    assert run([sys.executable, "-c", code], cwd=own.parent, capture_output=True, text=True).stdout == "Hello, Ada!\n"

    def asked(question: str) -> str:
        if "?" not in question:
            raise CourseError("no question")
        return f"an answer to {question}"

    monkeypatch.setattr(classroom, "ask", asked, raising=False)
    assert command.main(["Why?"]) == 0
    assert command.main(["Why"]) == command.main([" "]) == command.main(["Why", "so?"]) == 2
    out, err = capsys.readouterr()
    assert out == "an answer to Why?\n"
    assert err.splitlines()[0] == "my_rag: no question"


def test_the_package_answers_from_its_own_document_in_any_folder_and_on_any_terminal(
    own: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    course, away = tmp_path / "course", tmp_path / "away"
    for folder in (course / "notebooks", course / "exercises", away):
        folder.mkdir(parents=True)
    monkeypatch.delenv("CHUNKLIB_STATE")
    monkeypatch.chdir(course)
    keep(hello)
    bring("Tea needs four minutes.\nCoffee needs two minutes.")
    env = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{course}", "PYTHONIOENCODING": "ascii"}

    def asked(*arguments: str) -> Any:
        command = [sys.executable, "-m", "my_rag", *arguments]
        return subprocess.run(command, cwd=away, env=env, capture_output=True, text=True, check=False)

    assert "\nanswer: ?Coffee needs two minutes.? [1]\n" in asked("How many minutes does coffee need?").stdout
    assert asked("--help").stderr == 'usage: python -m my_rag "your question"\n'
    (course / "my_rag" / "document.txt").unlink()
    said = [asked("Who pays?").stdout.splitlines()[0] for _ in range(2)]
    missing = "my_rag/document.txt is missing. The handbook takes its place; bring your document again."
    assert said == [missing, "question: Who pays?"]
    assert list(away.iterdir()) == []


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_five_megabytes_show_a_bar_on_a_terminal(own: Path) -> None:
    bring(five_megabytes())
    keep(hello)
    ours, theirs = os.openpty()
    done = subprocess.run(
        [sys.executable, "-m", "my_rag", "When does a delivered shipment close by itself?"],
        cwd=own.parent,
        stdout=subprocess.PIPE,
        stderr=theirs,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    os.close(theirs)
    shown = os.read(ours, 100_000).decode()
    os.close(ours)
    assert "72 hours after delivery" in done.stdout
    assert re.search(r"\r\d+ s  \[#*\.+\] \d of 3  indexing the document\r", shown)
    assert shown.split("\r")[-2:] == [" " * 79, ""]
