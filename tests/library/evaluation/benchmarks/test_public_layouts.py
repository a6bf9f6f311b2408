"""Benchmarks in the layouts of SQuAD 2.0, BEIR and LegalBench-RAG: what is read, what is left out, what is refused."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from chunklib.chunk import Span
from chunklib.cli import main
from chunklib.evaluation import evaluate, load_benchmark
from tests.promises import refused

CONTRACT = "Notice is 30 days.\r\nThe law of Ohio applies. 汉\r\n"
READ = CONTRACT.replace("\r\n", "\n")  # as offsets count it
MARK = "\ufeff"


def lines(path: Path, *records: object) -> None:
    path.write_text("\n".join(one if isinstance(one, str) else json.dumps(one) for one in records) + "\n", "utf-8")


def beir(folder: Path, *qrels: str) -> Path:
    (folder / "qrels").mkdir(parents=True)
    corpus = [{"_id": f"d{at}", "title": "" if at % 2 else f"Title {at}", "text": f"Text {at}."} for at in range(6)]
    lines(folder / "corpus.jsonl", MARK + json.dumps(corpus[0]), "", *corpus[1:])
    lines(folder / "queries.jsonl", *({"_id": f"q{at}", "text": f"What is {at}?"} for at in range(6)))
    rows = qrels or ("q0\td0\t1", "q1\td1\t2", "q2\td2\t0")
    lines(folder / "qrels" / "test.tsv", "query-id\tcorpus-id\tscore", *rows)
    return folder


def snippet(start: int, end: int, file: str = "nda/one.txt", **more: object) -> dict[str, Any]:
    return {"file_path": file, "span": [start, end], **more}


def legal(folder: Path, *tests: object) -> Path:
    """Write data/benchmarks/nda.json beside data/corpus, as it is published."""
    (folder / "corpus" / "nda").mkdir(parents=True)
    (folder / "benchmarks").mkdir()
    for name in ("one", "three", "two"):
        (folder / "corpus" / "nda" / f"{name}.txt").write_bytes(CONTRACT.encode())
    asked = tests or ({"query": "Which law?", "snippets": [snippet(19, 43, answer=READ[19:43])]},)
    (folder / "benchmarks" / "nda.json").write_text(json.dumps({"tests": asked}), "utf-8")
    return folder


def squad2(path: Path, **asked: object) -> Path:
    qas = [
        {"id": 1, "question": "How cold?", "answers": [{"text": "4", "answer_start": 3}], "is_impossible": False},
        {"id": 2, "question": "Who?", "answers": [], "plausible_answers": [], "is_impossible": True},
        {"id": 3, "question": "Why?", "answers": [], **asked},
    ]
    content = {"version": "v2.0", "data": [{"title": "Room", "paragraphs": [{"context": "At 4 degrees.", "qas": qas}]}]}
    path.write_text(MARK + json.dumps(content), "utf-8")
    return path


# ------------------------------------------------------------------ what is read


def test_beir_has_whole_documents_as_evidence(tmp_path: Path) -> None:
    found = load_benchmark(beir(tmp_path / "sci"))
    assert found.name == "sci"
    assert dict(found.documents) == {"d0": "Title 0\n\nText 0.", "d1": "Text 1."}
    assert [(one.id, one.text, found.evidence(one)) for one in found.questions] == [
        ("q0", "What is 0?", ["Title 0\n\nText 0."]),
        ("q1", "What is 1?", ["Text 1."]),
    ]
    assert found.left_out == ()


@pytest.mark.parametrize(("limit", "names"), [(0, "d0 d1"), (2, "d0 d1 d2 d3"), (None, "d0 d1 d2 d3 d4 d5")])
def test_beir_keeps_as_many_other_documents_as_are_asked_for(tmp_path: Path, limit: int | None, names: str) -> None:
    assert list(load_benchmark(beir(tmp_path), limit=limit).documents) == names.split()


def test_beir_takes_another_split_and_a_table_without_a_head(tmp_path: Path) -> None:
    folder = beir(tmp_path)
    (folder / "qrels" / "test.tsv").unlink()
    (folder / "qrels" / "dev.tsv").write_bytes(b"q3\td3\t1\r\n")
    assert [one.document for one in load_benchmark(folder).questions] == ["d3"]


@pytest.mark.parametrize("place", ["", "benchmarks/nda.json"])
def test_legalbench_counts_characters_of_what_is_read(tmp_path: Path, place: str) -> None:
    found = load_benchmark(legal(tmp_path / "data") / place)
    (one,) = found.questions
    assert dict(found.documents) == {"nda/one.txt": READ}
    assert (one.id, one.document, found.evidence(one)) == ("nda-0001", "nda/one.txt", ["The law of Ohio applies."])
    assert found.name == ("nda" if place else "data")
    assert list(load_benchmark(tmp_path / "data" / place, limit=1).documents) == ["nda/one.txt", "nda/three.txt"]


@pytest.mark.parametrize("strict", [None, True, False])
def test_evidence_may_be_told_in_any_order(tmp_path: Path, strict: bool | None) -> None:
    place = legal(tmp_path, {"query": "Q?", "snippets": [snippet(19, 43), snippet(0, 6)]})
    (one,) = load_benchmark(place, strict=strict).questions
    assert one.spans == (Span(0, 6), Span(19, 43))


@pytest.mark.parametrize("folder", [False, True])
def test_questions_of_squad_that_are_impossible_are_unanswerable(tmp_path: Path, folder: bool) -> None:
    path = squad2(tmp_path / "dev-v2.0.json", is_impossible=True)
    found = load_benchmark(tmp_path if folder else path)
    assert [(one.id, one.spans) for one in found.questions] == [("1", (Span(3, 4),))]
    assert [one.id for one in found.unanswerable] == ["2", "3"]
    assert found.left_out == ()


def test_what_is_read_can_be_measured(tmp_path: Path) -> None:
    windows = {"strategy": "token_windows", "size": 4, "overlap": 0}
    for place in (beir(tmp_path / "a"), legal(tmp_path / "b"), squad2(tmp_path / "c.json")):
        assert evaluate(load_benchmark(place), windows).mean("contained") <= 1


# ------------------------------------------------------------------ what is left out


def in_several(folder: Path) -> Path:
    return beir(folder, "q0\td0\t1", "q1\td1\t1", "q1\td2\t1", "q3\td3\t1", "q3\td1\t3")


def in_several_files(folder: Path) -> Path:
    good = {"query": "Q?", "snippets": [snippet(0, 6), snippet(10, 12)]}
    return legal(folder, good, *[{"query": "Q?", "snippets": [snippet(0, 6), snippet(0, 6, "nda/two.txt")]}] * 2)


@pytest.mark.parametrize("make", [in_several, in_several_files])
def test_evidence_in_several_documents_is_left_out_and_counted(tmp_path: Path, make: Callable[[Path], Path]) -> None:
    place = make(tmp_path / "data")
    for strict in (None, False):
        found = load_benchmark(place, strict=strict)
        (left,) = found.left_out
        assert (len(found.questions), left.reason, left.count) == (1, "evidence in several documents", 2)
        assert str(left).startswith("left out: 2 questions, evidence in several documents, first ")
    refused(lambda: load_benchmark(place, strict=True), ValueError, str(tmp_path), "documents")


def test_a_question_of_squad_without_an_answer_is_counted(tmp_path: Path) -> None:
    (left,) = load_benchmark(squad2(tmp_path / "two.json")).left_out
    assert (left.reason, left.count) == ("no answer is given", 1)
    refused(lambda: load_benchmark(tmp_path / "two.json", strict=True), ValueError, "question 3 has no answer")


LEGAL_FAULTS: dict[str, tuple[list[dict[str, Any]], str, str]] = {
    "elsewhere": ([snippet(0, 6, answer="Ohio")], "the evidence is not at its offsets", "'Ohio' is not at 0-6"),
    "outside": ([snippet(0, 999)], "evidence outside its document", "0-999"),
    "missing": ([snippet(0, 6, "nda/no.txt")], "the document is missing", "'nda/no.txt' is not in"),
    "above": ([snippet(0, 6, "../benchmarks/nda.json")], "the document is missing", "is not in"),
    "a folder": ([snippet(0, 6, "nda")], "the document is missing", "is not in"),
    "no name of a file": ([snippet(0, 6, "nda" * 1_000)], "the document is missing", "is not in"),
    "nothing": ([], "a question needs evidence", "needs evidence"),
    "twice": ([snippet(0, 6), snippet(3, 9)], "spans must not overlap", "0-6 and 3-9"),
}


def test_a_document_is_the_same_however_its_path_is_written(tmp_path: Path) -> None:
    tests = [{"query": "Q?", "snippets": [snippet(0, 6, file)]} for file in ("nda/one.txt", "./nda//one.txt")]
    assert list(load_benchmark(legal(tmp_path, *tests)).documents) == ["nda/one.txt"]


@pytest.mark.parametrize("case", LEGAL_FAULTS)
def test_what_a_file_breaks_is_an_error_or_counted(tmp_path: Path, case: str) -> None:
    snippets, reason, message = LEGAL_FAULTS[case]
    place = legal(tmp_path, {"query": "Q?", "snippets": [snippet(0, 6)]}, {"query": "Q?", "snippets": snippets})
    for strict in (None, True):
        refused(lambda strict=strict: load_benchmark(place, strict=strict), ValueError, message)  # type: ignore[misc]
    found = load_benchmark(place, strict=False)
    assert [(one.reason, one.count) for one in found.left_out] == [(reason, 1)]
    assert len(found.questions) == 1
    assert message in found.left_out[0].first


@pytest.mark.parametrize(
    ("row", "reason"), [("q1\tno\t1", "the document is missing"), ("no\td1\t1", "the query is missing")]
)
def test_relevance_of_what_is_not_there(tmp_path: Path, row: str, reason: str) -> None:
    place = beir(tmp_path, "q0\td0\t1", row)
    refused(lambda: load_benchmark(place), ValueError, "'no'")
    assert [one.reason for one in load_benchmark(place, strict=False).left_out] == [reason]


def test_a_benchmark_of_which_nothing_is_left_says_why(tmp_path: Path) -> None:
    refused(lambda: load_benchmark(beir(tmp_path, "q1\td1\t1", "q1\td2\t1")), ValueError, "no questions", "several")


def test_the_command_line_says_what_is_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["evaluate", "--benchmark", str(in_several(tmp_path)), "--size", "20"]) == 0
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert told.startswith("chunklib: left out: 2 questions, evidence in several documents")


COMMANDS = {
    "evaluate": ["evaluate", "--size", "20", "--benchmark"],
    "sweep": ["sweep", "--sizes", "20", "--overlaps", "0,5", "--phases", "1", "--jobs", "1", "--benchmark"],
    "tune": ["tune", "--size", "20", "--phases", "1"],
}


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_may_be_strict(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = [{"query": "Q?", "snippets": [snippet(start, start + 6)]} for start in (0, 10)]
    place = legal(tmp_path / "data", *asked, {"query": "Q?", "snippets": [snippet(0, 999)]})
    arguments = [*COMMANDS[command], str(place)]
    for strict in ([], ["--strict"]):
        assert main([*arguments, *strict]) == 2
        assert "0-999" in capsys.readouterr().err
    assert main([*arguments, "--no-strict"]) == 0
    assert capsys.readouterr().err.startswith("chunklib: left out: 1 question, evidence outside its document")


def test_the_command_line_keeps_other_documents(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place, stored = beir(tmp_path), list[int]()
    for limit in ("0", "2", "all"):
        assert main(["evaluate", "--benchmark", str(place), "--size", "20", "--limit", limit, "--json"]) == 0
        stored.append(json.loads(capsys.readouterr().out)["chunks"])
    assert stored == [2, 4, 6]


# ------------------------------------------------------------------ what is refused

DEEP = "[" * 10_000

BROKEN: dict[str, tuple[Callable[[Path], Path], str, str, str]] = {
    "no JSON in a line": (
        beir,
        "corpus.jsonl",
        '{"_id": "a", "text": ""}\n{"_id"\n',
        "corpus.jsonl, line 2 is not JSON",
    ),
    "nested too deep": (beir, "queries.jsonl", DEEP, "queries.jsonl, line 1: its JSON is nested too deep"),
    "another object": (
        beir,
        "corpus.jsonl",
        '{"id": "a", "text": "b"}',
        "corpus.jsonl, line 1 needs an object with _id",
    ),
    "no text": (beir, "queries.jsonl", '{"_id": "a", "text": null}', "queries.jsonl, line 1 needs"),
    "two columns": (beir, "qrels/test.tsv", "query-id\tcorpus-id\n", "test.tsv, line 1 needs three columns"),
    "a score in words": (beir, "qrels/test.tsv", "a\tb\t1\na\tb\tyes\n", "test.tsv, line 2: a score must be a number"),
    "no relevance": (beir, "qrels/test.tsv", "a\tb\t0\n", "no score is above 0"),
    "a document twice": (beir, "corpus.jsonl", '{"_id": "d0", "text": "a"}\n' * 2, "'d0' occurs twice"),
    "a query twice": (
        beir,
        "queries.jsonl",
        '{"_id": "q0", "text": "a"}\n{"_id": "q0", "text": "b"}\n',
        "'q0' occurs twice",
    ),
    "a score of NaN": (beir, "qrels/test.tsv", "a\tb\t1\na\tb\tnan\n", "test.tsv, line 2: a score must be a number"),
    "a key twice": (
        legal,
        "benchmarks/nda.json",
        '{"tests": [], "tests": []}',
        "nda.json is not JSON: the key 'tests' occurs twice",
    ),
    "tests by name": (legal, "benchmarks/nda.json", '{"tests": {}}', "no list of tests"),
    "another test": (
        legal,
        "benchmarks/nda.json",
        '{"tests": [{"query": "a"}]}',
        "nda.json, test 1 is not in the format",
    ),
    "fractions": (
        legal,
        "benchmarks/nda.json",
        json.dumps({"tests": [{"query": "a", "snippets": [{"file_path": "nda/one.txt", "span": [0.0, 1]}]}]}),
        "nda.json, test 1 is not in the format",
    ),
    "deep tests": (legal, "benchmarks/nda.json", '{"tests": ' + DEEP, "nested too deep"),
    "not UTF-8": (beir, "corpus.jsonl", "\udcff", "corpus.jsonl, line 1 is not UTF-8"),
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_file_is_refused_with_its_place(tmp_path: Path, case: str) -> None:
    make, file, content, message = BROKEN[case]
    place = make(tmp_path)
    (place / file).write_bytes(content.encode("utf-8", "surrogateescape"))
    for strict in (None, False):
        refused(lambda strict=strict: load_benchmark(place, strict=strict), ValueError, message)  # type: ignore[misc]


@pytest.mark.parametrize(("make", "gone"), [(beir, "qrels/test.tsv"), (beir, "corpus.jsonl"), (beir, "queries.jsonl")])
def test_a_missing_file_is_named(tmp_path: Path, make: Callable[[Path], Path], gone: str) -> None:
    place = make(tmp_path)
    (place / gone).unlink()
    refused(lambda: load_benchmark(place), FileNotFoundError, gone.rpartition("/")[2])


def test_tests_without_their_documents_are_refused(tmp_path: Path) -> None:
    (tmp_path / "nda.json").write_text('{"tests": []}')
    refused(lambda: load_benchmark(tmp_path / "nda.json"), FileNotFoundError, "nda.json", "corpus")


@pytest.mark.parametrize(
    ("name", "value", "kind"), [("limit", -1, ValueError), ("limit", "2", TypeError), ("strict", "no", TypeError)]
)
def test_settings_that_cannot_be(tmp_path: Path, name: str, value: Any, kind: type[Exception]) -> None:
    refused(lambda: load_benchmark(beir(tmp_path), **{name: value}), kind, name)
