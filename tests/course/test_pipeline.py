"""The pipeline cuts and ranks with what a learner has kept; what fails is named, and the library's takes its place."""

from __future__ import annotations

import os
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
from classroom import keep
from classroom.judge.errors import CourseError
from classroom.lessons.kept import command, pipeline
from tests.course.test_exercises import master_answer
from tests.course.test_keeping import ROOT, hello, keep_master, own, put, quick

__all__ = ["own", "quick"]  # fixtures


CHUNKERS = ("fixed_size_chunks", "sliding_window", "sentence_chunks", "recursive_spans", "smart_chunk")


def test_the_best_kept_chunker_cuts_the_document_at_true_places(own: Path) -> None:
    text = load("handbook")[:30_000] + "\n\nÅse met 李静 👩‍🔧. " * 300
    assert pipeline.split(text) == recursive(text, 200, 0)
    found = {str(pipeline.split(text))}
    for name in CHUNKERS:
        keep_master(name)
        chunks = pipeline.split(text)
        report = audit(text, chunks, size=1_600, overlap=0)
        assert [point.name for point in report.points if not point.ok] in ([], ["clean"]), name
        assert pipeline.in_use() == f"your {name} and the library's BM25"
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
        assert pipeline.split(text) == recursive(text, 200, 0)
    said = capsys.readouterr().out
    assert said.startswith(f"smart_chunk: yours fails on this document ({FAILS[source]}")
    assert said.count("\n") == 1
    assert pipeline.in_use() == "the library's recursive (200 tokens) and the library's BM25"


def test_a_kept_retriever_ranks_and_one_that_fails_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    chunks = pipeline.split(load("handbook"))
    question = "When does a delivered shipment close by itself?"
    library = pipeline.rank(question, chunks, 3)
    assert len(library) == 3
    keep_master("retrieve")
    assert pipeline.rank(question, chunks, 3) == master_answer("retrieve")(question, [one.text for one in chunks], 3)
    assert pipeline.in_use().endswith(" and your retrieve")
    for wrong in ("[-1]", "[1, 1]", "[0, 1, 2, 3]", "'ab'", "[1.0]", "1 / 0"):
        put("retrieve", f"def retrieve(question, chunks, k): return {wrong}")
        assert pipeline.rank(question, chunks, 3) == library
        assert capsys.readouterr().out.startswith("retrieve: yours fails on this document (")
    assert pipeline.rank("xyzzy", chunks, 3) == pipeline.rank(question, [], 3) == []


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
