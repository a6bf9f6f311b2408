"""Every claim's command runs here, and shows the figures that the finding says it shows."""

from __future__ import annotations

import contextlib
import io
import shlex
import sys
from functools import cache
from pathlib import Path

import pytest

from chunklib.cli import main
from chunklib.evaluation.claims import CLAIMS, Claim, claim
from tests.commandline import launch, runner


@cache
def shown(line: str) -> str:
    """Run a command line once, Python and the command alike in this process, which has imported everything."""
    words, printed = shlex.split(line), io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    with contextlib.redirect_stdout(printed):
        if words[0] == "python":
            exec(words[2], {})  # noqa: S102 (a line of our own)
        else:
            assert main(words[1:]) == 0
    printed.seek(0)
    return printed.read()


@pytest.mark.slow
@pytest.mark.parametrize("one", [pytest.param(one, id=one.key) for one in CLAIMS if one.command])
def test_a_command_runs_here_and_shows_its_figures(one: Claim) -> None:
    output = shown(str(one.command))
    assert [figure for figure in one.figures if figure not in output] == []


def test_a_line_of_python_is_one_that_a_shell_takes(tmp_path: Path) -> None:
    one = claim("random-embedding")
    done = launch(["bash", "-c", f'python() {{ "{sys.executable}" "$@"; }}; {one.command}'], tmp_path)
    assert done.status == 0, done.err
    assert all(figure in done.out.decode() for figure in one.figures)


def test_every_command_for_the_public_benchmark_is_one_that_the_command_line_knows(
    capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """There is no folder DIR: everything else must be right for it to be missed."""
    run = runner(capfdbinary, monkeypatch, tmp_path)
    for line in sorted({one.elsewhere for one in CLAIMS if one.elsewhere}):
        assert "DIR" in run(*shlex.split(line)[1:]).refusal
