"""The command line prints results and errors, and its exit status says yes or no."""

import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from chunklib import STRATEGIES, TEXT_STRATEGIES, Chunk, audit, chunk_config, cli, doctor
from chunklib.calculators import storage_impact
from chunklib.tokens import ruler
from tests.commandline import ODD, ROOT, Done, Run

HANDBOOK = ROOT / "chunklib" / "data" / "handbook.md"


def spans(chunks: Sequence[Chunk]) -> list[tuple[int, int, int, int]]:
    return [(chunk.start_char, chunk.end_char, chunk.size, chunk.overlap) for chunk in chunks]


def json_spans(chunks: Sequence[dict[str, Any]]) -> list[tuple[int, int, int, int]]:
    return [(chunk["start_char"], chunk["end_char"], chunk["size"], chunk["overlap"]) for chunk in chunks]


def write_lines(path: Path, *objects: object) -> Path:
    path.write_text("".join(f"{json.dumps(thing)}\n" for thing in objects), "utf-8")
    return path


@pytest.mark.parametrize("source", ["file", "standard input"])
@pytest.mark.parametrize("strategy", TEXT_STRATEGIES)
def test_offsets_in_the_json_are_exact(run: Run, strategy: str, source: str) -> None:
    Path("odd.txt").write_bytes(ODD.encode())
    options = ("--strategy", strategy, "--size", 12, "--overlap", 3, "--format", "jsonl")
    given = run("chunk", "odd.txt", *options) if source == "file" else run("chunk", *options, stdin=ODD.encode())
    text = Path("odd.txt").read_bytes().decode()
    name = "odd.txt" if source == "file" else None
    expected = STRATEGIES[strategy](text, 12, 3, document=name)
    assert json_spans(given.chunks) == spans(expected)
    assert [chunk["id"] for chunk in given.chunks] == [chunk.id for chunk in expected]
    assert [chunk["index"] for chunk in given.chunks] == list(range(len(expected)))
    assert len(expected) > 3
    assert [chunk["text"] for chunk in given.chunks] == [chunk.text for chunk in expected]


@pytest.mark.parametrize("dash", [(), ("-",)])
def test_chunks_to_read(run: Run, dash: tuple[str, ...]) -> None:
    done = run("chunk", *dash, "--size", 4, "--overlap", 1, "--ruler", "words", stdin="Café au lait\nand tea".encode())
    expected = (
        "[0] characters 0-13, size 3, overlap 0\nCafé au lait\n\n\n"
        "[1] characters 8-20, size 3, overlap 1\nlait\nand tea\n\n"
    )
    assert (done.status, done.out.decode(), done.err) == (0, expected, "")


OPTIONS: dict[str, tuple[tuple[object, ...], str, dict[str, Any]]] = {
    "overlap in units": (("--overlap", "7"), "recursive", {"overlap": 7}),
    "overlap in per cent": (("--overlap", "40%"), "recursive", {"overlap": "40%"}),
    "overlap in sentences": (("--overlap", "2s"), "recursive", {"overlap": "2s"}),
    "no overlap": (("--overlap", "0"), "recursive", {"overlap": 0}),
    "ruler": (("--ruler", "words"), "recursive", {"ruler": "words"}),
    "a model as ruler": (("--ruler", "gpt-4o"), "recursive", {"ruler": "o200k_base"}),
    "separators": (("--separator", "a", "--separator", "the"), "recursive", {"separators": ["a", "the"]}),
    "another order": (("--separator", "the", "--separator", "a"), "recursive", {"separators": ["the", "a"]}),
    "min size": (("--strategy", "token_windows", "--min-size", 40), "token_windows", {"min_size": 40}),
}  # fmt: skip


@pytest.mark.parametrize("case", OPTIONS)
def test_options_reach_the_strategy(run: Run, case: str) -> None:
    arguments, strategy, options = OPTIONS[case]
    text = HANDBOOK.read_bytes()[:6000].decode()
    done = run("chunk", "--size", 41, *arguments, "--format", "jsonl", stdin=text.encode())
    plain: dict[str, Any] = {"size": 41, "overlap": "15%"}
    assert json_spans(done.chunks) == spans(STRATEGIES[strategy](text, **{**plain, **options}))
    assert json_spans(done.chunks) != spans(STRATEGIES[strategy](text, **plain))


@pytest.mark.parametrize("text", [b"", b" \r\n\t\n"])
@pytest.mark.parametrize("form", ["text", "jsonl"])
def test_nothing_to_split(run: Run, text: bytes, form: str) -> None:
    assert run("chunk", "--format", form, stdin=text) == Done(0, b"", "")


@pytest.mark.skipif(sys.platform in ("darwin", "win32"), reason="names of files are Unicode there")
def test_a_name_that_is_no_text(run: Run) -> None:
    name = os.fsdecode(b"caf\xe9")
    Path(name).write_text("some text", "utf-8")
    assert run("chunk", name, "--format", "jsonl").chunks[0]["id"] == f"{name}:0-9"
    done = run("audit", name, name)
    assert (done.status, done.out.decode().splitlines()[0]) == (0, r"caf\udce9:")
    assert run("chunk", name, "--size", 0).refusal == "size must be at least 1: got size=0"
    assert run("chunk", f"no {name}").refusal == r"cannot read no caf\udce9: no such file or directory"


def test_a_name_with_a_line_end(run: Run) -> None:
    Path("two\nlines").write_text("some text", "utf-8")
    assert run("audit", "two\nlines", "two\nlines").out.decode().splitlines()[0] == r"two\nlines:"
    assert run("chunk", "no\x1b[2J\n").refusal == r"cannot read no\x1b[2J\n: no such file or directory"


# audit


@pytest.mark.parametrize("strategy", ["recursive", "fixed_characters"])
def test_our_own_chunks_keep_the_contract(run: Run, strategy: str) -> None:
    text = ODD * 3
    Path("odd.txt").write_bytes(text.encode())
    done = run("audit", "odd.txt", "--strategy", strategy, "--size", 20, "--overlap", "20%")
    measure = "characters" if strategy == "fixed_characters" else "cl100k_base"
    report = audit(text, STRATEGIES[strategy](text, 20, 4), size=20, overlap=4, ruler=measure)
    assert (done.status, done.out.decode(), done.err) == (0, f"{report}\n", "")


@pytest.mark.parametrize(("mark", "end"), [("", "\n"), ("\ufeff", "\r\n"), ("", "\n\n")])
def test_what_chunk_writes_audit_can_read(run: Run, mark: str, end: str) -> None:
    options = ("--size", 30, "--overlap", 5, "--ruler", "words")
    Path("odd.txt").write_bytes(ODD.encode())
    written = run("chunk", "odd.txt", *options, "--format", "jsonl").out.decode()
    Path("chunks.jsonl").write_bytes((mark + written.replace("\n", end)).encode())
    done = run("audit", "odd.txt", *options, "--chunks", "chunks.jsonl")
    assert (done.status, done.out.decode().count("✓"), done.err) == (0, 6, "")


@pytest.mark.parametrize(("chunks", "broken"), [
    ([{"text": "one ", "start_char": 0, "end_char": 4}], "lossless"),
    ([{"text": "one two", "start_char": 0, "end_char": 7}] * 2, "no waste"),
    ([{"text": "One two", "start_char": 0, "end_char": 7}], "exact"),
    ([{"text": "one two", "start_char": -1, "end_char": 10**30}], "exact"),
    ([], "lossless"),
])  # fmt: skip
def test_a_breach_in_foreign_chunks_is_status_1(run: Run, chunks: list[object], broken: str) -> None:
    Path("doc.txt").write_text("one two", "utf-8")
    write_lines(Path("chunks.jsonl"), *chunks)
    done = run("audit", "doc.txt", "--chunks", "chunks.jsonl", "--size", 2, "--overlap", 1, "--ruler", "words")
    assert (done.status, done.err) == (1, "")
    assert f"✗ {broken}" in done.out.decode()


def test_several_files_are_reported_one_by_one(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def lossy(text: str, size: int, overlap: str, ruler: str = "words", document: str = "") -> list[Chunk]:
        return [Chunk(text, 0, len(text), 1, 0, 0)] if text == "whole" else []

    monkeypatch.setattr(chunk_config, "STRATEGIES", {"recursive": lossy})
    Path("a").write_text("whole", "utf-8")
    Path("b").write_text("lost", "utf-8")
    done = run("audit", "a", "b", "a")
    lines = done.out.decode().splitlines()
    assert [line for line in lines if line.endswith(":")] == ["a:", "b:", "a:"]
    assert [line[0] for line in lines if "lossless" in line] == ["✓", "✗", "✓"]
    assert done.status == 1  # also when the last file is in order
    assert run("audit", "a", "a").status == 0


# cost


@pytest.mark.parametrize(("overlap", "units"), [("250", 250), ("15%", 75), ("0", 0)])
def test_cost_of_a_number_of_tokens(run: Run, overlap: str, units: int) -> None:
    done = run("cost", "--tokens", 100_000, "--size", 500, "--overlap", overlap, "--price", 0.13)
    impact = storage_impact(100_000, 500, units, 0.13)
    expected = (
        "document  100,000 tokens\n"
        f"windows   {impact.chunks:,} of 500, sharing {units}\n"
        f"stored    {impact.tokens:,} tokens, {impact.redundancy:.4g} times the document\n"
        f"cost      ${impact.cost:.6f} at $0.13 per million tokens\n"
    )
    assert (done.status, done.out.decode(), done.err) == (0, expected, "")


@pytest.mark.parametrize(("options", "encoding"), [((), "cl100k_base"), (("--ruler", "gpt-4o"), "o200k_base")])
def test_cost_of_a_document(run: Run, options: tuple[str, ...], encoding: str) -> None:
    data = HANDBOOK.read_bytes()
    tokens = ruler(encoding)(data.decode())
    done = run("cost", HANDBOOK, *options)
    assert done.out.decode() == run("cost", "--tokens", tokens).out.decode()
    assert done == run("cost", *options, stdin=data)


# doctor


@pytest.mark.parametrize(("state", "status"), [("works", 0), ("fails", 1)])
def test_doctor(run: Run, monkeypatch: pytest.MonkeyPatch, state: str, status: int) -> None:
    def look() -> str:
        if state == "fails":
            raise doctor.Trouble("is ill")
        return "is well"

    monkeypatch.setattr(doctor, "parts", lambda: [doctor.Part("heart", look, ())])
    done = run("doctor")
    assert (done.status, done.err) == (status, "")
    assert done.out.decode().endswith("is ill\n" if status else "is well\n")


def test_doctor_of_the_course(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "parts", lambda: [doctor.Part("toy", lambda: "", ("no-such-package",), "course")])
    assert (run("doctor").status, run("doctor", "--course").status) == (0, 1)


@pytest.mark.parametrize(("name", "told"), [
    ("", ["chunk ", "audit ", "cost ", "doctor ", "Exit status: 0 done; 1 ", "2 wrong use"]),
    ("chunk", ["else recursive)", "(500)", "(15%)", "(cl100k_base;", "(0)", "(text)", *STRATEGIES]),
    ("audit", ["else recursive)", "(500)", "(15%)", "fixed_characters: characters)", "--chunks JSONL", "end_char"]),
    ("cost", ["(500)", "(15%)", "(cl100k_base)", "(0.02)", "--tokens"]),
    ("doctor", ["--course"]),
])  # fmt: skip
def test_help_fits_a_terminal_and_says_the_defaults(
    name: str, told: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    with pytest.raises(SystemExit) as ended:
        cli.main([*name.split(), "--help"])
    out, err = capsys.readouterr()
    assert (ended.value.code, err) == (0, "")
    assert out.isascii()
    assert max(map(len, out.splitlines())) <= 80
    flat = " ".join(out.split())
    assert [words for words in told if words not in flat + " "] == []
    assert "None" not in flat
