"""The vector database, killed in the middle of its work: nothing is lost, and the next index completes it."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from chunklib.chunk import Chunk
from chunklib.retrieval import database as module
from chunklib.retrieval.changes import Changes
from chunklib.retrieval.database import Database
from tests.test_database import pieces

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="the killed process is forked, to start quickly")

ROOT = Path(__file__).parents[1]
OTHER = pieces("other", ["alpha", "beta"])
OLD = pieces("d", [f"word{n:02}" for n in range(40)])
# Twelve stay, twelve have another text in the same place, twelve move, four are gone, four are new: 28 records to add
# (12 of them under a provisional id), 28 to delete, 12 to add under their own id, 12 provisional ones to delete.
NEW = pieces("d", [*(f"word{n:02}" for n in range(12)), *(f"else{n:02}" for n in range(12)), "x"])
NEW += [
    Chunk(text, 200 + 7 * n, 206 + 7 * n, 1, 0, 25 + n, "d")
    for n, text in enumerate([*(f"word{n:02}" for n in range(24, 36)), "fresh1", "fresh2", "fresh3"])
]
WRITES = ["add"] * 3 + ["delete"] * 3 + ["add"] * 2 + ["delete"] * 2  # of 10 records at most
CHILD = """
import os, sys, time
from chromadb.api.models.Collection import Collection
from chunklib.embed import hashing
from chunklib.retrieval import stored
from chunklib.retrieval.database import Database
from tests.test_database_kill import NEW

stored._ROWS, done = 10, []

def reach(name):
    done.append(name)
    if len(done) == point:
        print("reached", name, flush=True)
        time.sleep(pause)

def watched(name, method):
    def call(self, *given, ids, **more):
        if ids != ["~"]:
            reach(name)
        return method(self, *given, ids=ids, **more)
    return call

def slow(texts):
    reach("embed")
    return hashing(texts)

slow.__module__, slow.__qualname__ = "tests", "slow"
Collection.upsert = watched("add", Collection.upsert)
Collection.delete = watched("delete", Collection.delete)
for line in sys.stdin:
    folder, point, pause = line.split()
    point, pause = int(point), float(pause)
    child = os.fork()
    if not child:
        with Database(folder, embed=slow) as database:
            database.index(NEW)
        print("finished", *done[2:], flush=True)
        time.sleep(0 if pause else 60)
        os._exit(0)
    print(child, flush=True)
    print("ended", os.waitpid(child, 0)[1], flush=True)
"""


def slow(texts: list[str]) -> object:
    from chunklib.embed import hashing

    return hashing(texts)


slow.__module__, slow.__qualname__ = "tests", "slow"


class Nursery:
    """A process with everything imported, that has others do the work."""

    def __init__(self) -> None:
        words = [sys.executable, "-W", "ignore::DeprecationWarning", "-c", CHILD]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(words, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe, text=True)

    def start(self, folder: Path, point: int, pause: float = 60) -> int:
        """Index in a process that stops before its point-th thing; without a pause it goes on, and stays when done."""
        assert self.process.stdin
        self.process.stdin.write(f"{folder} {point} {pause}\n")
        self.process.stdin.flush()
        return int(self.said())

    def said(self) -> str:
        assert self.process.stdout
        return self.process.stdout.readline().rstrip()


@pytest.fixture(scope="module")
def nursery() -> Iterator[Nursery]:
    nursery = Nursery()
    with nursery.process:
        yield nursery
        _, said = nursery.process.communicate()
    assert (nursery.process.returncode, said) == (0, "")


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the old chunks."""
    folder = tmp_path_factory.mktemp("before")
    with Database(folder, embed=slow) as database:
        database.index([*OLD, *OTHER])
    return folder


def assert_nothing_is_lost(folder: Path) -> None:
    """Whichever way it is searched; two indexes that go on do the same."""
    copy = shutil.copytree(folder, folder.with_name("copy"))
    assert_found(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "EXACT", 0)
        assert_found(copy)


def assert_found(folder: Path) -> None:
    """All old chunks are there and found, or all new ones; and the next index does the rest."""
    with Database(folder, embed=slow) as database:
        there = database.chunks
        whole = [side for side in (OLD, NEW) if all(chunk in there for chunk in side)]
        assert whole, sorted({chunk.id for chunk in OLD} - {chunk.id for chunk in there})
        for side in whole:
            for chunk in side:
                assert database.search(chunk.text, 1)[0].chunk.text == chunk.text
        assert all(chunk in there for chunk in OTHER)
        changes = database.index(NEW)
        assert set(changes.added) | set(changes.kept) == {chunk.id for chunk in NEW}
        assert database.chunks == [*NEW, *OTHER]
        assert database.index(NEW) == Changes((), tuple(chunk.id for chunk in NEW), ())
        assert [database.search(chunk.text, 1)[0] for chunk in NEW] == [(chunk, 1.0) for chunk in NEW]


def test_the_work_is_what_is_interrupted_below(nursery: Nursery, before: Path, tmp_path: Path) -> None:
    """One that is not killed: it opens (and asks for the dimensions), embeds, and writes in these steps."""
    folder = shutil.copytree(before, tmp_path / "folder")
    nursery.start(folder, 0)
    assert nursery.said() == " ".join(["finished", *WRITES])
    assert nursery.said() == "ended 0"
    with Database(folder, embed=slow) as database:
        assert database.chunks == [*NEW, *OTHER]


@pytest.mark.parametrize("point", range(2, 13))
def test_killed_between_two_steps(point: int, nursery: Nursery, before: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(before, tmp_path / "folder")
    child = nursery.start(folder, point)
    assert nursery.said() == f"reached {['embed', 'embed', *WRITES][point - 1]}"
    os.kill(child, signal.SIGKILL)
    assert nursery.said() == f"ended {int(signal.SIGKILL)}"
    assert_nothing_is_lost(folder)


@pytest.mark.parametrize("wait", [0, 0.005, 0.02, 0.05, 0.1])
def test_killed_while_it_writes(wait: float, nursery: Nursery, before: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(before, tmp_path / "folder")
    child = nursery.start(folder, 3, pause=0)
    assert nursery.said() == "reached add"
    time.sleep(wait)
    os.kill(child, signal.SIGKILL)
    while not nursery.said().startswith("ended"):
        pass
    assert_nothing_is_lost(folder)
