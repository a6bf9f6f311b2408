"""Wrong use of the command line: one line on standard error, nothing on standard output, exit status 2."""

import re
from pathlib import Path

import pytest

from chunklib import Chunk, chunk_config
from chunklib.cli import reading
from tests.commandline import Run

KNOWN = "rulers: characters, words, "
WRONG = {
    "--chunk-size": "--size",
    "--chunk-overlap": "--overlap",
    "--max-tokens": "--size",
    "--encoding-name": "--ruler",
    "--tokenizer": "--ruler",
    "--strategis": "--strategy",
}
REFUSED: dict[tuple[object, ...], str] = {
    (): "the following arguments are required: COMMAND; see chunklib --help",
    ("split",): "argument COMMAND: invalid choice: 'split'",
    ("chnk",): "); did you mean 'chunk'?; see chunklib --help",
    ("chunk", "missing"): "cannot read missing: no such file or directory",
    ("chunk", "n" * 300): "cannot read nnnnn",
    ("chunk", "-", "-"): "standard input can be read only once",
    ("chunk", "doc", "--bogus"): "unrecognized arguments: --bogus; see chunklib chunk --help",
    **{
        ("chunk", "doc", wrong, "20"): f"unrecognized arguments: {wrong} 20; did you mean '{right}'?; see chunklib"
        for wrong, right in WRONG.items()
    },
    ("sweep", "--jobs", "1", "--chunk-size=20"): "--chunk-size=20; did you mean '--sizes'?; see chunklib sweep --help",
    ("chunk", "doc", "--format", "jsn"): "(choose from 'text', 'jsonl'); did you mean 'jsonl'?",
    ("chunk", "doc", "--strategy", "best"):
        "unknown strategy 'best': choose one of fixed_characters, token_windows, sentences, recursive",
    ("chunk", "doc", "--size", "ten"):
        "argument --size: must be a whole number (of up to 18 digits): got 'ten'; see chunklib chunk --help",
    ("chunk", "doc", "--size", "9" * 5000): f"got '{'9' * 40}'; see",
    ("chunk", "doc", "--size"): "argument --size: expected one argument",
    ("chunk", "doc", "--size", "50", "--overlap", "75"): "overlap must be smaller than size: got overlap=75, size=50",
    ("chunk", "doc", "--overlap", "100%"): "an overlap in per cent must be from 0 to below 100: got 100%",
    ("chunk", "doc", "--overlap", "-5%"): "argument --overlap: expected one argument",
    ("chunk", "doc", "--overlap", "x"):
        "overlap must be a whole number, a percentage such as '15%', sentences such as '2s', Adaptive or Semantic: "
        "got 'x'",
    ("chunk", "doc", "--ruler", "p50k_base"):
        f"ruler 'p50k_base' needs p50k_base, whose vocabulary is not on board; {KNOWN}",
    ("chunk", "doc", "--count-context"): "recursive takes no option '--count-context'; it takes --size, ",
    ("chunk", "doc", "--strategy", "token_windows", "--min-size", "501"):
        "min_size must be from 0 to size: got min_size=501, size=500",
    ("chunk", "doc", "--strategy", "token_windows", "--separator", "x"):
        "token_windows takes no option '--separator'; it takes --size, --overlap, --ruler",
    ("chunk", "doc", "--format", "xml"): "argument --format: invalid choice: 'xml'",
    ("chunk", "emoji", "--size", "1"):
        "emoji: size=1 is too small for the character '🔧' (U+1F527) at offset 2, which measures 3",
    ("audit", "doc", "doc", "--chunks", "doc"): "--chunks belongs to one FILE: got 2",
    ("audit", "doc", "--chunks", ""): "cannot read : is a directory",
    ("audit", "doc", "--overlap", "x", "--chunks", "missing"): "overlap must be a whole number",
    ("audit", "--chunks", "-"): "standard input can be read only once",
    ("cost", "doc", "--tokens", "5"): "give a FILE or --tokens, not both: got doc and 5",
    ("cost", "doc", "--ruler", "words"): "the cost is in tokens: give --ruler an encoding or a model, not words",
    ("cost", "--tokens", "-5"): "tokens must be at least 0: got tokens=-5",
    ("cost", "--tokens", "5", "--price", "cheap"):
        "argument --price: must be a number of dollars, at least 0: got 'cheap'",
    ("cost", "--tokens", "5", "--price", "nan"): "at least 0: got 'nan'",
}  # fmt: skip


@pytest.mark.parametrize("arguments", REFUSED, ids=lambda arguments: " ".join(map(str, arguments))[:60])
def test_wrong_use(run: Run, arguments: tuple[object, ...]) -> None:
    Path("doc").write_text("one two", "utf-8")
    Path("emoji").write_text("a 🔧", "utf-8")
    refusal = run(*arguments).refusal
    assert REFUSED[arguments] in refusal
    assert len(refusal) <= 500


def test_a_file_that_we_may_not_read(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(path: Path) -> bytes:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "read_bytes", forbidden)
    assert run("chunk", "secret").refusal == "cannot read secret: permission denied"


@pytest.mark.parametrize(("data", "where"), [
    ("café".encode("latin-1"), "byte 0xe9 at offset 3"),
    ("one 汉".encode()[:-1], "byte 0xe6 at offset 4"),
])  # fmt: skip
def test_a_wrong_encoding_is_named_with_its_place(run: Run, data: bytes, where: str) -> None:
    Path("doc").write_bytes(data)
    assert run("chunk", "doc").refusal == f"doc is not UTF-8: {where}"
    assert run("cost", "doc").refusal == f"doc is not UTF-8: {where}"
    assert run("audit", stdin=data).refusal == f"standard input is not UTF-8: {where}"
    Path("good").write_bytes(b"one")
    assert run("audit", "good", "--chunks", "doc").refusal == f"doc is not UTF-8: {where}"


GOOD = '{"text": "one", "start_char": 0, "end_char": 3}'


@pytest.mark.parametrize(("line", "why"), [
    ("one", "c.jsonl, line 3: not JSON, an object a line: Expecting value at column 1"),
    (GOOD[:-1], "c.jsonl, line 3: not JSON, an object a line: Expecting ',' delimiter at column 47"),
    (f"[{GOOD}]", "c.jsonl, line 3: not an object with text, start_char and end_char"),
    ("{}", "c.jsonl: chunk 1 has no text: got None"),
    ('{"text": "one"}', "c.jsonl: chunk 1 has no whole numbers as offsets: start_char=None, end_char=None"),
    (GOOD.replace("3", '"3"'), "c.jsonl: chunk 1 has no whole numbers as offsets: start_char=0, end_char='3'"),
])  # fmt: skip
def test_foreign_chunks_that_are_none(run: Run, line: str, why: str) -> None:
    Path("doc").write_text("one", "utf-8")
    Path("c.jsonl").write_text(f"{GOOD}\n\n{line}\n", "utf-8")
    assert run("audit", "doc", "--chunks", "c.jsonl").refusal.startswith(why)


def test_options_are_looked_at_before_anything_is_read(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def untouched(name: str) -> str:
        raise AssertionError(f"{name} was read")

    monkeypatch.setattr(reading, "bytes_of", untouched)
    for name in ("chunk", "audit", "compare", "cost"):
        assert "got overlap=75, size=50" in run(name, "doc", "--size", 50, "--overlap", 75).refusal
        assert "ruler 'yards' is unknown" in run(name, "doc", "--ruler", "yards").refusal


@pytest.mark.parametrize(("error", "said"), [
    (MemoryError(), "not enough memory"),
    (ModuleNotFoundError("sentences need nupunkt:\n  pip install it"), r"sentences need nupunkt:\n  pip install it"),
    (OSError("the disk is gone"), "the disk is gone"),
])  # fmt: skip
def test_what_goes_wrong_on_the_way_is_one_line(
    run: Run, monkeypatch: pytest.MonkeyPatch, error: Exception, said: str
) -> None:
    def fail(text: str, size: int, overlap: str, ruler: str = "words", document: str = "") -> list[Chunk]:
        raise error

    monkeypatch.setattr(chunk_config, "STRATEGIES", {"recursive": fail})
    assert run("chunk", stdin=b"one").refusal == said


def test_a_bug_of_ours_is_told_as_one(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(text: str, size: int, overlap: str) -> list[Chunk]:
        return [text[size]]  # type: ignore[list-item]

    monkeypatch.setattr(chunk_config, "STRATEGIES", {"recursive": fail})
    done = run("chunk", stdin=b"one")
    assert (done.status, done.out) == (70, b"")
    assert re.fullmatch(
        r"chunklib: a bug of ours in chunklib\.chunk_config, line \d+ \(--traceback shows more\): "
        r"IndexError: string index out of range\n",
        done.err,
    )
    shown = run("chunk", "--traceback", stdin=b"one")
    assert shown.status == 70
    assert shown.err.startswith("Traceback (most recent call last):")
    assert shown.err.endswith(done.err)


def test_a_mistake_of_a_user_is_one_line_also_where_a_traceback_is_asked_for(run: Run) -> None:
    assert "got overlap=75, size=50" in run("chunk", "--size", 50, "--overlap", 75, "--traceback").refusal
