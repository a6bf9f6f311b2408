"""Every claim's command runs here, and shows the figures that the finding says it shows."""

from __future__ import annotations

import contextlib
import io
import shlex
import sys
from functools import cache
from pathlib import Path
from typing import get_args

import pytest

from chunklib.cli import main
from chunklib.evaluation.claims import CLAIMS, Claim, Status, claim
from tests.commandline import ROOT, launch, runner
from tests.each import each

RUN = [pytest.param(one, id=one.key) for one in CLAIMS if one.command]


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


@pytest.mark.parametrize("one", RUN)
def test_a_command_runs_here_and_shows_its_figures(one: Claim) -> None:
    assert one.command
    output = shown(one.command)
    assert [figure for figure in one.figures if figure not in output] == []


def test_a_line_of_python_is_one_that_a_shell_takes(tmp_path: Path) -> None:
    one = claim("random-embedding")
    done = launch(["bash", "-c", f'python() {{ "{sys.executable}" "$@"; }}; {one.command}'], tmp_path)
    assert done.status == 0, done.err
    assert all(figure in done.out.decode() for figure in one.figures)


@each("one", CLAIMS)
def test_a_finding_says_what_its_command_shows(one: Claim) -> None:
    assert [figure for figure in one.figures if figure not in one.found] == []
    assert bool(one.command) == bool(one.figures)
    assert bool(one.command) != bool(one.why_not)
    assert one.status in get_args(Status)
    assert all((one.who, one.said, one.source))


def test_keys_are_unique_and_lead_to_their_claims() -> None:
    assert len({one.key for one in CLAIMS}) == len(CLAIMS)
    assert [claim(one.key) for one in CLAIMS] == list(CLAIMS)
    with pytest.raises(KeyError, match=r"no claim 'tea': choose one of window-loop, "):
        claim("tea")


def test_what_was_measured_elsewhere_says_so_and_how_to_measure_it() -> None:
    public = [one for one in CLAIMS if "Public:" in one.found]
    assert len(public) >= 5
    assert all("not on board" in one.source for one in public)
    asked = [one.elsewhere for one in CLAIMS if one.elsewhere]
    assert all(line.startswith("chunklib sweep --benchmark DIR") for line in asked)


@each("one", CLAIMS)
def test_a_claim_is_read_as_text_with_everything_in_it(one: Claim) -> None:
    read = " ".join(str(one).split())
    for part in (one.key, one.said, one.who, one.status, one.found, one.source, one.why_not, one.elsewhere):
        assert " ".join(part.split()) in read
    if one.command:
        assert one.command in str(one)  # in one line, to be copied


def test_every_command_for_the_public_benchmark_is_one_that_the_command_line_knows(
    capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """There is no folder DIR: everything else must be right for it to be missed."""
    run = runner(capfdbinary, monkeypatch, tmp_path)
    for line in sorted({one.elsewhere for one in CLAIMS if one.elsewhere}):
        assert "DIR" in run(*shlex.split(line)[1:]).refusal


def test_commands_need_nothing_but_the_course() -> None:
    """Not the folder they are run in, and no file of this machine."""
    assert all(str(ROOT) not in (one.command or "") and "../" not in (one.command or "") for one in CLAIMS)
