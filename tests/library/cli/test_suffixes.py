"""`chunk` without a strategy: the suffix of each file chooses, and one that fails does not stop the others."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from chunklib import STRATEGIES, Chunker
from chunklib.chunk_config import BY_SUFFIX
from chunklib.cuts.code import _grammar
from chunklib.cuts.code_grammars import LANGUAGES
from tests.commandline import ROOT, Run, runner
from tests.each import each

SOURCE = "# One.\ndef one():\n    return 1\n"


@pytest.fixture
def run(capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Run a command in this process, in a folder with files of several kinds."""
    for name in ("one.py", "ONE.PY", "a.md", "a.rst", "a.tex", "a.html", "a.sh", "a.Odd", "b.odd", "c.kt", "plain"):
        (tmp_path / name).write_text(SOURCE, encoding="utf-8")
    (tmp_path / "broken.go").write_bytes(b"package \xff")
    return runner(capfdbinary, monkeypatch, tmp_path)


@each(("name", "strategy", "options"), [
    ("one.py", "code", {"language": "python"}),
    ("a.sh", "code", {"language": "bash"}),
    ("a.md", "markdown", {}),
    ("a.MDX", "markdown", {}),
    ("a.log", "recursive", {}),
    ("a.html", "html", {}),
    ("a.rst", "rst", {}),
    ("a.tex", "latex", {}),
    ("a.unknown", "recursive", {}),
])  # fmt: skip
def test_a_suffix_chooses(name: str, strategy: str, options: dict[str, str]) -> None:
    chunker = Chunker.for_file(f"folder.md/{name}", size=9)
    assert dict(chunker.config) == {"strategy": strategy, "size": 9, "overlap": "15%", **options}
    assert chunker(SOURCE, "x") == STRATEGIES[strategy](SOURCE, 9, document="x", **options)


def test_every_language_has_a_suffix() -> None:
    assert {entry["language"] for entry in BY_SUFFIX.values() if "language" in entry} == set(LANGUAGES)


def test_a_setting_takes_the_place_of_the_suffix() -> None:
    assert Chunker.for_file("a.h", language="cpp").config["language"] == "cpp"
    for name in ("a.md", "a.py", "a.tex", "a.csv"):
        assert Chunker.for_file(name, strategy="sentences").config == Chunker("sentences").config
    with pytest.raises(TypeError, match="markdown takes no option 'language'"):
        Chunker.for_file("a.md", language="c")
    with pytest.raises(TypeError, match="a path must be a str or a Path: got NoneType"):
        Chunker.for_file(None)  # type: ignore[arg-type]


def test_many_files_are_one_output_and_what_fails_is_a_line_each(run: Run) -> None:
    done = run("chunk", "one.py", "gone.md", "broken.go", "a.rst", "plain", "--size", 9, "--format", "jsonl")
    assert done.status == 2
    assert done.err.splitlines() == [
        "chunklib: cannot read gone.md: no such file or directory",
        "chunklib: broken.go is not UTF-8: byte 0xff at offset 8",
    ]
    chunks = [json.loads(line) for line in done.out.decode().splitlines()]
    assert [*dict.fromkeys(chunk["document"] for chunk in chunks)] == ["one.py", "a.rst", "plain"]
    assert len({tuple(chunk) for chunk in chunks}) == 1
    assert len({chunk["id"] for chunk in chunks}) == len(chunks)
    texts = run("chunk", "one.py", "plain").out.decode()
    assert texts.startswith("one.py:\n[0]")
    assert "\nplain:\n[0]" in texts


def test_a_suffix_that_is_not_known_is_said_once(run: Run) -> None:
    said = "chunklib: {} is not a suffix that is known: cut as plain text (recursive)"
    for more in ((), ("--workers", 2)):
        done = run("chunk", "a.Odd", "one.py", "gone.zig", "c.kt", "b.odd", "plain", *more)
        gone = "chunklib: cannot read gone.zig: no such file or directory"
        assert done.err.splitlines() == [said.format(".odd"), gone, said.format(".kt")]
    for name in ("chunk", "audit"):
        assert run(name, "a.Odd").err == f"{said.format('.odd')}\n"
    for known in (("one.py", "a.md", "plain"), ("a.Odd", "--strategy", "sentences"), ("-",)):
        assert (run("chunk", *known).status, run("chunk", *known).err) == (0, "")


def test_chunks_of_a_page_are_audited_against_its_text(run: Run) -> None:
    Path("page.html").write_text("<h1>Tea</h1><p>Boil &amp; wait.")
    Path("chunks.jsonl").write_bytes(run("chunk", "page.html", "--format", "jsonl").out)
    for more in (("--chunks", "chunks.jsonl"), ()):
        done = run("audit", "page.html", *more)
        assert (done.status, done.out.decode().splitlines()[-1][:28]) == (0, "1 chunk of 8.0 cl100k_base o")


def test_the_page_lists_every_suffix() -> None:
    by_config: dict[str, list[str]] = {}
    for suffix, usual in BY_SUFFIX.items():
        more = "".join(f", {key} `{value}`" for key, value in usual.items() if key != "strategy")
        by_config.setdefault(f"`{usual['strategy']}`{more}", []).append(f"`{suffix}`" if suffix else "none")
    table = "".join(f"| {' '.join(suffixes)} | {config} |\n" for config, suffixes in by_config.items())
    assert (ROOT / "docs/cli.md").read_text("utf-8").endswith(f"\n| suffix | strategy |\n|---|---|\n{table}")


def test_a_grammar_that_is_missing_stops_only_its_files(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tree_sitter_bash", None)
    _grammar.cache_clear()
    done = run("chunk", "a.sh", "plain")
    assert (done.status, done.out.decode().startswith("plain:\n")) == (2, True)
    assert "pip install 'chunklib[code-bash]'" in done.err
