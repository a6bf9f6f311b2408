"""The pipeline cuts and ranks with what a learner has kept; what fails is named, and the library's takes its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from chunklib import audit
from chunklib.data import load
from chunklib.strategies import recursive
from classroom import ask, bring
from classroom.lessons.kept import pipeline
from tests.course.test_exercises import master_answer
from tests.course.test_keeping import keep_master, put

pytestmark = pytest.mark.slow  # programs of their own, in folders of their own

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
        assert who == f"your {name} (about 200 tokens)"
        assert 30 < len(chunks) < 300
        found.add(str(chunks))
    assert len(found) == 1 + len(CHUNKERS)


FAILS = {
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
    assert (len(library[0]), library[1]) == (3, "BM25")
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
    assert found.notes[-1].endswith(" and BM25 (your retrieve finds no chunk for this question)")
    assert ask("xyzzy").notes[-1].endswith(" and your retrieve")


def five_megabytes() -> str:
    return load("handbook") * (5_000_000 // len(load("handbook")) + 1)
