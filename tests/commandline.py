"""The command line as its users call it: in this process or in one of its own, and how it ended."""

import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from chunklib import cli

ROOT = Path(__file__).parents[1]
ODD = (
    "\ufeffOne two three.\r\nFour \x00 five six.\n\nSeven\u2028eight\u2029nine\x85ten \x1c 👩\u200d🔧 e\u0301 naïve.\r"
    '<|endoftext|> 汉字分块。 “Yes.” Dr. Lind took 2.5 l of tea.\r\n\r\nThe end \\ "quoted" \U0010ffff'
)
MANY = "One two three, four five six. " * 40_000
WAIT = 60  # seconds that a busy machine may need for one command


class Done(NamedTuple):
    """How a command ended."""

    status: int
    out: bytes
    err: str

    @property
    def chunks(self) -> list[dict[str, Any]]:
        """The output as JSON lines; whatever Python or a browser takes for the end of a line must end an object."""
        assert (self.status, self.err) == (0, "")
        return [json.loads(line) for line in self.out.decode().splitlines()]

    @property
    def refusal(self) -> str:
        """The one line that says why nothing was done; a command for a class has said before which course it uses."""
        err = re.sub(r"^chunklib: the course is .*\n", "", self.err)
        assert (self.status, self.out) == (2, b"")
        assert err.startswith("chunklib: ")
        assert err.endswith("\n")
        assert err.count("\n") == 1
        return err.removeprefix("chunklib: ").rstrip("\n")


Run = Callable[..., Done]


def runner(capture: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch, folder: Path) -> Run:
    """Make a function that runs a command in this process, in a folder."""
    monkeypatch.chdir(folder)

    def run(*arguments: object, stdin: bytes = b"") -> Done:
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
            status = cli.main([str(argument) for argument in arguments])
        out, err = capture.readouterr()
        return Done(status, out, err.decode())

    return run


def command(*arguments: object, first: str = "") -> list[str]:
    """The command in a process of its own; with a statement that runs `first`, one that only a test needs."""
    script = (
        ["-c", f"{first}; from chunklib.cli import main; raise SystemExit(main())"] if first else ["-m", "chunklib"]
    )
    return [sys.executable, *script, *map(str, arguments)]


def environment(**changes: str) -> dict[str, str]:
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}  # as users have it
    return {**buffered, "PYTHONPATH": str(ROOT), **changes}


def launch(words: Sequence[str], folder: Path, **changes: str) -> Done:
    """Run a command in a process of its own."""
    env = environment(**changes)
    done = subprocess.run(words, cwd=folder, env=env, capture_output=True, timeout=WAIT, check=False)
    return Done(done.returncode, done.stdout, done.stderr.decode())


def shell(line: str, folder: Path) -> Done:
    """Run a line of a shell, in which `chunklib` is the command."""
    script = f'chunklib() {{ "{sys.executable}" -m chunklib "$@"; }}; {line}'
    return launch(["bash", "-c", script], folder)
