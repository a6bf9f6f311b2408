"""Questions of a file that a benchmark cannot hold: they are an error, or are counted with their reason."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from chunklib.chunk import Span
from chunklib.cli import main
from chunklib.evaluation import evaluate, load_benchmark
from tests.promises import refused

TEXT = "Notice is 30 days.\r\nThe law of Ohio applies. 汉\r\n"


def squad2(path: Path, **asked: object) -> Path:
    qas = [
        {"id": 1, "question": "How cold?", "answers": [{"text": "4", "answer_start": 3}], "is_impossible": False},
        {"id": 2, "question": "Who?", "answers": [], "plausible_answers": [], "is_impossible": True},
        {"id": 3, "question": "Why?", "answers": [], **asked},
    ]
    content = {"version": "v2.0", "data": [{"title": "Room", "paragraphs": [{"context": "At 4 degrees.", "qas": qas}]}]}
    path.write_text("\ufeff" + json.dumps(content), "utf-8")
    return path


def evidence(start: int, end: int, content: str | None = None) -> dict[str, Any]:
    return {"content": TEXT[start:end] if content is None else content, "start_index": start, "end_index": end}


def layout(folder: Path, *rows: tuple[list[dict[str, Any]], str]) -> Path:
    """Write a benchmark in Chroma's layout: evidence, and the name of its document."""
    (folder / "corpora").mkdir(parents=True)
    (folder / "corpora" / "note.md").write_bytes(TEXT.encode())
    with (folder / "questions_df.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(
            [("question", "references", "corpus_id"), *(("Q?", json.dumps(spans), name) for spans, name in rows)]
        )
    return folder


GOOD = ([evidence(0, 6)], "note")


@pytest.mark.parametrize("folder", [False, True])
def test_questions_of_squad_that_are_impossible_are_unanswerable(tmp_path: Path, folder: bool) -> None:
    path = squad2(tmp_path / "dev-v2.0.json", is_impossible=True)
    found = load_benchmark(tmp_path if folder else path)
    assert [(one.id, one.spans) for one in found.questions] == [("1", (Span(3, 4),))]
    assert [one.id for one in found.unanswerable] == ["2", "3"]
    assert found.left_out == ()
    assert evaluate(found, {"strategy": "token_windows", "size": 4, "overlap": 0}).mean("contained") <= 1


def test_a_question_of_squad_without_an_answer_is_counted(tmp_path: Path) -> None:
    (left,) = load_benchmark(squad2(tmp_path / "two.json")).left_out
    assert (left.reason, left.count) == ("no answer is given", 1)
    refused(lambda: load_benchmark(tmp_path / "two.json", strict=True), ValueError, "question 3 has no answer")


def test_of_several_files_none_is_chosen(tmp_path: Path) -> None:
    for name in ("one.json", "two.json"):
        squad2(tmp_path / name)
    refused(lambda: load_benchmark(tmp_path), FileNotFoundError, "questions_df.csv is not there", "SQuAD's JSON")


FAULTS: dict[str, tuple[tuple[list[dict[str, Any]], str], str, str]] = {
    "elsewhere": (([evidence(0, 6, "Ohio")], "note"), "the evidence is not at its offsets", "'Ohio' is not at 0-6"),
    "outside": (([evidence(0, 999)], "note"), "evidence outside its document", "0-999"),
    "missing": (([evidence(0, 6)], "no"), "the document is missing", "unknown document 'no'"),
    "nothing": (([], "note"), "a question needs evidence", "needs evidence"),
    "twice": (([evidence(0, 6), evidence(3, 9)], "note"), "spans must not overlap", "0-6 and 3-9"),
}


@pytest.mark.parametrize("case", FAULTS)
def test_what_a_file_breaks_is_an_error_or_counted(tmp_path: Path, case: str) -> None:
    row, reason, message = FAULTS[case]
    place = layout(tmp_path, GOOD, row)
    for strict in (None, True):
        refused(lambda strict=strict: load_benchmark(place, strict=strict), ValueError, message)  # type: ignore[misc]
    found = load_benchmark(place, strict=False)
    assert [(one.reason, one.count) for one in found.left_out] == [(reason, 1)]
    assert len(found.questions) == 1
    assert message in found.left_out[0].first


def test_a_benchmark_of_which_nothing_is_left_says_why(tmp_path: Path) -> None:
    place = layout(tmp_path, FAULTS["missing"][0])
    refused(lambda: load_benchmark(place, strict=False), ValueError, "no questions", "the document is missing")


def test_strict_is_a_truth_or_nothing(tmp_path: Path) -> None:
    strict: Any = "no"
    refused(lambda: load_benchmark(layout(tmp_path, GOOD), strict=strict), TypeError, "strict")


COMMANDS = {
    "evaluate": ["evaluate", "--size", "20", "--benchmark"],
    "sweep": ["sweep", "--sizes", "20", "--overlaps", "0,5", "--phases", "1", "--jobs", "1", "--benchmark"],
}


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_may_be_strict(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = layout(tmp_path / "data", GOOD, ([evidence(10, 16)], "note"), FAULTS["outside"][0])
    arguments = [*COMMANDS[command], str(place)]
    for strict in ([], ["--strict"]):
        assert main([*arguments, *strict]) == 2
        assert "0-999" in capsys.readouterr().err
    assert main([*arguments, "--no-strict"]) == 0
    told = capsys.readouterr().err
    assert told.startswith("chunklib: left out: 1 question, evidence outside its document")
    assert command != "evaluate" or told.count("\n") == 1
