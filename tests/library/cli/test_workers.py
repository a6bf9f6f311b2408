"""`chunk --workers`: the output and the messages of one process, from several."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from chunklib.data import load, path
from tests.commandline import WAIT, Run, command, runner
from tests.each import each

pytestmark = pytest.mark.slow


@pytest.fixture
def run(capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Run a command in this process, in a folder with files of several kinds."""
    (tmp_path / "one.py").write_text("# One.\ndef one():\n    return 1\n", "utf-8")
    (tmp_path / "handbook.md").write_text(load("handbook") * 4, "utf-8")
    (tmp_path / "plain").write_bytes(b"One two.\r\nThree four.\r\n")
    (tmp_path / "latin").write_bytes("Où est le thé ?".encode("latin-1"))
    (tmp_path / "wide.txt").write_text("a 🔧", "utf-8")
    (tmp_path / "a.pdf").write_bytes(path("commissioning").read_bytes())
    return runner(capfdbinary, monkeypatch, tmp_path)


FILES = ("one.py", "gone.md", "handbook.md", "latin", "plain", "a.pdf", "plain", "nothing.pdf")


@each("more", [("--format", "jsonl"), ("--size", 60, "--overlap", "2s"), ("--encoding", "latin-1", "--min-size", 40)])
def test_the_output_is_that_of_one_process(run: Run, more: tuple[object, ...]) -> None:
    plain = run("chunk", *FILES, *more)
    assert (plain.status, plain.out.count(b"Three four.")) == (2, 2)
    assert "gone.md" in plain.err
    assert run("chunk", *FILES, *more, "--workers", 2) == plain


def test_what_fails_in_a_process_is_a_line(run: Run) -> None:
    done = run("chunk", "wide.txt", "plain", "--size", 2, "--overlap", 0, "--workers", 3)
    assert (done.status, done.out[:7]) == (2, b"plain:\n")
    assert done.err.startswith("chunklib: wide.txt: size=2 is too small for the character '🔧'")
    assert run("chunk", "wide.txt", "--size", 2, "--overlap", 0, "--workers", 3).refusal in done.err


def test_a_long_name_does_not_hide_the_reason(run: Run) -> None:
    gone = "/".join(["n" * 90] * 3)
    for workers in (1, 2):
        assert (
            run("chunk", gone, "plain", "--workers", workers).err
            == f"chunklib: cannot read {gone}: no such file or directory\n"
        )


@each("workers", [0, -1, "two", 1.5])
def test_nonsense_is_refused_before_anything_is_split(run: Run, workers: object) -> None:
    assert "workers" in run("chunk", "plain", "one.py", "--workers", workers).refusal


def test_standard_input_is_one_text(run: Run) -> None:
    assert run("chunk", "--workers", 2).refusal == "--workers is for files: standard input is one text"


def test_as_a_command_of_its_own(run: Run, tmp_path: Path) -> None:
    arguments = ("chunk", "handbook.md", "plain", "--workers", 2)
    done = subprocess.run(command(*arguments), cwd=tmp_path, capture_output=True, timeout=WAIT, check=False)
    assert (done.returncode, done.stdout) == (0, run(*arguments).out)
