"""Try the sandbox once, before any submission: what is wrong with it is said here, and costs nobody a mark."""

from __future__ import annotations

import stat
import sys
import sysconfig
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from classroom.grader.sandbox import bubblewrap
from classroom.grader.sandbox.bubblewrap import Bubblewrap, NoSandbox
from classroom.grader.sandbox.sandbox_process import Student
from classroom.judge.worker.client import Dead
from tiktoken_ext import chunklib_vocabularies

_CELL = """
def trial(text):
    import numpy, regex, tiktoken
    from chunklib.data import load
    load("handbook")
    return tiktoken.encoding_for_model("gpt-4").encode(text)
"""
_TEXT = "Two words"
_REFUSED = ("setting up uid map", "No permissions to create", "RTM_NEWADDR", "Creating new namespace", "user namespace")


def try_sandbox(found: Bubblewrap) -> None:
    """Run a function in the sandbox that uses what a submission may use.

    Raises:
        NoSandbox: it does not work here; the message has bubblewrap's own last line and says what to do.
    """
    try:
        with Student(found, [_CELL], "trial") as student:
            student.ready()
            answer = student.call((_TEXT,), {})
    except NoSandbox as error:
        raise NoSandbox(f"{error}{_advice(found, str(error))}") from None
    except Dead as dead:
        raise NoSandbox(f"the sandbox does not work here: a trial {dead.detail}") from None
    except OSError as error:
        raise NoSandbox(f"the sandbox cannot be started: {error}") from None
    if "raised" in answer or answer.get("value") is None:
        why = f"{answer.get('raised')}: {answer.get('message')}"
        raise NoSandbox(f"the library does not work in the sandbox: {why}{_advice(found, why)}")


def _advice(found: Bubblewrap, why: str) -> str:
    """Say what to do about a failure, where that is known.

    >>> _advice(Bubblewrap("bwrap"), "bwrap: setting up uid map: Permission denied")[:55]
    '. This system lets ordinary users make no namespaces. U'
    """
    if any(word in why for word in _REFUSED) or (found.user is None and "Operation not permitted" in why):
        return (
            ". This system lets ordinary users make no namespaces. Ubuntu 24.04 and later: give bwrap an AppArmor"
            " profile with `userns` (bubblewrap issue 632), or grade as root. In a container: allow user namespaces"
        )
    closed = next(filter(_is_closed, _needed()), None) if found.user is not None else None
    if closed is not None:
        return (
            f". Started by root, the sandbox runs as a user that owns no file, and only its owner may read {closed}:"
            f" chmod -R go+rX {closed}, or grade as an ordinary user"
        )
    return ""


def _needed() -> Iterator[Path]:
    """Yield folders and files that code in the sandbox reads, one of each kind."""
    for name in (
        "chunklib",
        "classroom",
        "chunklib/data",
        "chunklib/data/handbook.md",
        "classroom/judge/exercise.py",
    ):
        yield bubblewrap.HOME / name
    yield from (Path(path) for path in (sys.executable, sys.prefix, sysconfig.get_path("stdlib")))
    for name in ("numpy", "regex", "tiktoken"):
        spec = find_spec(name)
        yield from (Path(spec.origin),) if spec and spec.origin else ()
    board = chunklib_vocabularies.put_on_board()
    if board is not None:
        yield from (board, *board.iterdir())


def _is_closed(path: Path) -> bool:
    wanted = stat.S_IROTH | stat.S_IXOTH if path.is_dir() else stat.S_IROTH
    return path.exists() and path.stat().st_mode & wanted != wanted
