"""Wrong use of `evaluate` and `sweep`: one line on standard error, nothing written, exit status 2."""

import csv
import io
import json
from pathlib import Path

import pytest

from tests.commandline import Run, runner
from tests.small_benchmark import SMALL, written

FORMS = "overlap must be a whole number, a percentage such as '15%', sentences such as '2s', Adaptive or Semantic: got "
FEW = ("--sizes", "20", "--overlaps", "0,20%", "--phases", "1", "--jobs", "1", "--k", "3", "--out", "table.csv")
AT = ("--benchmark", "bench")
SIZES = "argument --sizes: must be a whole number (of up to 18 digits): got "
NAMES = "bm25, dense, hybrid"
REFUSED: dict[tuple[str, ...], str] = {
    ("evaluate", "--strategy", "best"): "unknown strategy 'best': choose one of ",
    ("evaluate", "--strategy", "pdf"): "pdf takes a file: the documents of a benchmark are texts",
    ("evaluate", "--retriever", "bm26"): f"unknown retriever 'bm26': choose one of {NAMES}; did you mean 'bm25'?",
    ("evaluate", "--embed", "hashing"): "bm25 embeds nothing: --embed hashing needs --retriever dense or hybrid",
    ("evaluate", "--size", "0"): "size must be at least 1: got size=0",
    ("evaluate", "--separator", "x", "--strategy", "sentences"):
        "sentences takes no option '--separator'; it takes --size",
    ("evaluate", "--config", "gone.toml"): "cannot read gone.toml: no such file or directory",
    ("evaluate", "--benchmark", "gone"): "cannot read gone: no such file or directory",
    ("evaluate", "--benchmark", ""): "corpora/*.md and questions_df.csv: questions_df.csv is not there",
    ("evaluate", "--no-strict"): "--strict is for a benchmark that you name: the course's own is whole",
    ("evaluate", *AT, "--k", "0"): "k must be at least 1: got k=0",
    ("evaluate", "bench"): "unrecognized arguments: bench",
    ("sweep", *AT, *FEW, "--strategies", "best"): "unknown strategy 'best' for a text: choose one of ",
    ("sweep", *AT, *FEW, "--strategies", " , "): "a grid needs at least one strategy",
    ("sweep", *AT, *FEW, "--retrievers", "bm25,bm26"): f"'bm26': choose one of {NAMES}; did you mean 'bm25'?",
    ("sweep", *AT, *FEW, "--metrics", "recall,recal"): "unknown metric 'recal': choose one of recall, precision, ",
    ("sweep", *AT, *FEW, "--metrics", "recall,recall"): "metrics must be at least one, each once: got recall, recall",
    ("sweep", *AT, *FEW, "--sizes", "20,b"): f"{SIZES}'b'",
    ("sweep", *AT, *FEW, "--sizes", "٢٠"): f"{SIZES}'٢٠'",
    ("sweep", *AT, *FEW, "--sizes", "20,20"): "a setting must occur once: token_windows 20/0, bm25@3 occurs twice",
    ("sweep", *AT, *FEW, "--overlaps", "0,20"): "overlap must be smaller than size: got overlap=20, size=20",
    ("sweep", *AT, *FEW, "--overlaps", ","): "a grid needs at least one",
    ("sweep", *AT, *FEW, "--phases", "0"): "phases must be at least 1: got phases=0",
    ("sweep", *AT, *FEW, "--jobs", "0"): "jobs must be at least 1: got jobs=0",
    ("sweep", *AT, *FEW, "--out", "gone/table.csv"): "cannot write gone/table.csv, or its parts beside it: no such",
    ("sweep", *AT, *FEW, "--out", "bench"): "cannot write bench: it is a folder, not a file",
    ("effects", "--only", ""): "no effect is named: --only ''",
    ("effects", "--only", "x"): "unknown effect 'x': choose one of overlap-token_windows",
}  # fmt: skip


@pytest.fixture
def run(capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Run a command in this process, in a folder of its own with a benchmark in it."""
    written(SMALL, tmp_path / "bench")
    return runner(capfdbinary, monkeypatch, tmp_path)


@pytest.mark.parametrize("arguments", REFUSED, ids=lambda arguments: " ".join(arguments)[:70])
def test_wrong_use(run: Run, arguments: tuple[str, ...]) -> None:
    refusal = run(*arguments).refusal
    assert REFUSED[arguments] in refusal
    assert len(refusal) <= 500
    assert [path.name for path in Path().iterdir()] == ["bench"]


@pytest.mark.parametrize("arguments", [
    ("evaluate", "--strategy", "best"), ("evaluate", "--overlap", "x"), ("evaluate", "--retriever", "bm26"),
    ("sweep", "--sizes", "x"), ("sweep", "--metrics", "recal"), ("sweep", "--overlaps", "100%"), ("sweep", "--k", "0"),
])  # fmt: skip
def test_options_are_looked_at_before_anything_is_read(run: Run, arguments: tuple[str, ...]) -> None:
    assert "gone" not in run(*arguments, "--benchmark", "gone").refusal


TEXT = "Cold rooms hold four degrees. Warm rooms hold twenty. " * 9


def row(*references: object, question: str = "How cold?", document: str = "note") -> str:
    """A table of one question."""
    table = io.StringIO()
    csv.writer(table).writerows([["question", "references", "corpus_id"], [question, json.dumps(references), document]])
    return table.getvalue()


def place(start: int, end: int, content: str | None = None) -> dict[str, object]:
    return {"content": TEXT[start:end] if content is None else content, "start_index": start, "end_index": end}


WHERE = "bench/questions_df.csv, question 1"
HEAD = b"question,references,corpus_id\n"
LATIN = "é".encode("latin-1")
CONTENTS: dict[str, tuple[dict[str, bytes | None], str]] = {
    "no table": ({"questions_df.csv": None}, "bench/questions_df.csv is not there"),
    "no JSON": ({"questions_df.csv": HEAD + b"How?,[,note\n"}, "references are not JSON: '['"),
    "white space": ({"corpora/note.md": b" \n\t " * 200}, f"{WHERE}: 'Cold rooms' is not at 0-10: the text has "),
    "no UTF-8": ({"corpora/note.md": b"n" + LATIN}, "bench/corpora/note.md is not UTF-8: byte 0xe9 at offset"),
}  # fmt: skip
REFERENCES: dict[str, tuple[str, str]] = {
    "reversed": (row(place(10, 5, "")), "a span must end after its start: got 10-5"),
    "outside": (row(place(480, 9999)), "the span 480-9999 is outside the text of 'note' (486 characters)"),
    "no numbers": (row({"content": "Cold"}), f"{WHERE}: a reference needs whole numbers start_index and end_index"),
}


@pytest.fixture
def bench(run: Run) -> Path:
    """A benchmark of one document and one question."""
    folder = Path("bench")
    for path in (folder / "corpora").iterdir():
        path.unlink()
    (folder / "corpora" / "note.md").write_text(TEXT, "utf-8")
    (folder / "questions_df.csv").write_text(row(place(0, 10)), "utf-8")
    return folder


COMMANDS = (("evaluate", *AT), ("sweep", *AT, *FEW))


def refused_by_all(run: Run, why: str) -> None:
    for words in COMMANDS:
        refusal = run(*words).refusal
        assert why in refusal
        assert len(refusal) <= 500
        assert [path.name for path in Path().iterdir()] == ["bench"]


def test_the_benchmark_of_these_tests_is_sound(run: Run, bench: Path) -> None:
    assert run("evaluate", *AT, "--size", 20, "--overlap", 0).status == 0
    assert "at least 2 questions" in run("sweep", *AT, *FEW).refusal
    assert [path.name for path in Path().iterdir()] == ["bench"]


@pytest.mark.parametrize("case", CONTENTS)
def test_a_folder_that_is_no_benchmark(run: Run, bench: Path, case: str) -> None:
    files, why = CONTENTS[case]
    for name, data in files.items():
        path = bench / name
        if data is None:
            path.unlink()
        else:
            path.write_bytes(data)
    refused_by_all(run, why)


@pytest.mark.parametrize("case", REFERENCES)
def test_references_that_cannot_be(run: Run, bench: Path, case: str) -> None:
    table, why = REFERENCES[case]
    (bench / "questions_df.csv").write_text(table, "utf-8")
    refused_by_all(run, why)


@pytest.mark.parametrize(("data", "why"), [
    (b"", "bench is not JSON: Expecting value"),
    (b"%PDF-1.7\n\xe2\xe3", "bench is not UTF-8: byte 0xe2 at offset 9"),
    (b"{}", "bench is not in the format of SQuAD: 'data' is missing"),
    (b'{"data": []}', "the benchmark 'bench' has no text"),
    (b'{"data": %b}' % (b"9" * 5000), "Exceeds the limit"),
])  # fmt: skip
def test_a_file_of_another_kind(run: Run, bench: Path, data: bytes, why: str) -> None:
    bench.rename("folder")
    bench.write_bytes(data)
    for words in COMMANDS:
        assert why in run(*words).refusal
        assert sorted(path.name for path in Path().iterdir()) == ["bench", "folder"]


def test_files_that_we_may_not_read(run: Run, bench: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(path: Path) -> bytes:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "read_bytes", forbidden)
    refused_by_all(run, "cannot read bench/corpora/note.md: permission denied")


def test_a_document_that_is_a_folder(run: Run, bench: Path) -> None:
    (bench / "corpora" / "more.md").mkdir()
    refused_by_all(run, "cannot read bench/corpora/more.md: is a directory")
