"""A database whose process is killed in the middle of its work: nothing is lost, and the next index completes it."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from chunklib.chunk import Chunk
from chunklib.retrieval.index_plan import Changes
from tests.stores import KINDS, NAMES, opened, pieces, running, slowly

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="only a signal ends a process anywhere"),
]

ROOT = Path(__file__).parents[3]
OTHER = pieces("other", ["alpha", "beta"])
OLD = pieces("d", [f"word{n:02}" for n in range(40)])
# Twelve stay, twelve have another text in the same place, twelve move, four are gone, four are new.
NEW = pieces("d", [*(f"word{n:02}" for n in range(12)), *(f"else{n:02}" for n in range(12)), "x"])
NEW += [
    Chunk(text, 200 + 7 * n, 206 + 7 * n, 1, 0, 25 + n, "d")
    for n, text in enumerate([*(f"word{n:02}" for n in range(24, 36)), "fresh1", "fresh2", "fresh3"])
]
WRITES = {  # what a process is stopped before
    "sqlite": ["begin", "version", "delete", "add", "commit"],
    "postgres": ["version", "delete", "add"],
}
KILLS = [  # the place in WRITES, and the seconds after it
    *[(kind, point, 0.0) for kind, points in (("sqlite", (2, 3, 4)), ("postgres", (1, 2))) for point in points],
    ("sqlite", 0, 0.002),
    ("sqlite", 0, 0.01),
]


def watch(kind: str, reach: Callable[[str], None]) -> None:
    """Let a process say of each step of its writing that it comes."""
    if kind == "sqlite":
        watch_sqlite(reach)
    else:
        import psycopg

        before(psycopg.Connection, "execute", lambda query, *_: _STEPS.get(str(query)[:6]), reach)
        before(psycopg.Cursor, "executemany", lambda query, *_: _STEPS_OF_MANY[query[:6]], reach)


_STEPS = {"BEGIN ": "begin", "INSERT": "version", "UPDATE": "version", "DELETE": "delete", "COMMIT": "commit"}
_STEPS_OF_MANY = {"DELETE": "delete", "INSERT": "add"}


def before(kind: type, name: str, step_of: Callable[..., str | None], reach: Callable[[str], None]) -> None:
    """Reach a step before each call of a method that is one."""
    method = getattr(kind, name)

    def watched(self: object, *given: Any, **more: Any) -> Any:
        if step := step_of(*given, **more):
            reach(step)
        return method(self, *given, **more)

    setattr(kind, name, watched)


def watch_sqlite(reach: Callable[[str], None]) -> None:
    """So little is kept in memory that the file is changed before the end, as in a large writing."""

    class Watched(sqlite3.Connection):
        writing = False

        def execute(self, query: str, *given: Any) -> sqlite3.Cursor:
            self.writing = self.writing or query == "BEGIN IMMEDIATE"
            if self.writing and query[:6] in _STEPS:
                reach(_STEPS[query[:6]])
            return super().execute(query, *given)

        def cursor(self, *_: Any) -> sqlite3.Cursor:  # type: ignore[override]
            return super().cursor(WatchedCursor)

    class WatchedCursor(sqlite3.Cursor):
        def executemany(self, query: str, rows: Any) -> WatchedCursor:
            reach(_STEPS_OF_MANY[query[:6]])
            return super().executemany(query, rows)

    connect = sqlite3.connect

    def watched(*given: Any, **more: Any) -> sqlite3.Connection:
        found = connect(*given, factory=Watched, **more)
        found.execute("PRAGMA cache_size = 1")
        return found

    sqlite3.connect = watched  # type: ignore[assignment]


CHILD = """
import sys, time
from tests.library.retrieval import test_store_kill as module

kind, where, name, point, pause = sys.argv[1:]
done = []

def reach(step):
    done.append(step)
    if len(done) == int(point) + 1:
        print("reached", flush=True)
        time.sleep(float(pause))

database = module.opened(where, collection=name)()
module.watch(kind, reach)
database.index(module.NEW)
print("finished", *done, flush=True)
time.sleep(60)
"""


@pytest.fixture(scope="module", params=KINDS)
def place(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    with running(request.param, tmp_path_factory.mktemp("store")) as where:
        yield request.param, where


def index_in_a_process(kind: str, where: str, name: str, point: int, pause: float) -> subprocess.Popen[str]:
    """Index in a process that stops before a step."""
    command = [sys.executable, "-c", CHILD, kind, where, name, str(point), str(pause)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)


def said(process: subprocess.Popen[str]) -> str:
    assert process.stdout
    return process.stdout.readline().rstrip()


def test_the_work_is_what_is_interrupted_below(place: tuple[str, str]) -> None:
    kind, where = place
    name = next(NAMES)
    with opened(where, collection=name)() as database:
        database.index([*OLD, *OTHER])
    with index_in_a_process(kind, where, name, 99, 0) as process:
        assert said(process) == " ".join(["finished", *WRITES[kind]])
        process.kill()
    with opened(where, collection=name)() as database:
        assert database.chunks == [*NEW, *OTHER]


@pytest.mark.parametrize(
    ("place", "point", "wait"),
    [pytest.param(kind, *more, marks=[] if kind == "sqlite" else slowly("")[0].marks) for kind, *more in KILLS],
    indirect=["place"],
)
def test_what_is_killed_is_all_there_before_or_after(place: tuple[str, str], point: int, wait: float) -> None:
    kind, where = place
    name = next(NAMES)
    with opened(where, collection=name)() as database:
        database.index([*OLD, *OTHER])
    with index_in_a_process(kind, where, name, point, 0 if wait else 60) as process:
        assert said(process) == "reached"
        time.sleep(wait)
        os.kill(process.pid, signal.SIGKILL)
    with opened(where, collection=name)() as database:
        there = database.chunks
        whole = [side for side in (OLD, NEW) if all(chunk in there for chunk in side)]
        assert whole, sorted({chunk.id for chunk in OLD} - {chunk.id for chunk in there})
        for side in whole:
            assert [database.search(chunk.text, 1)[0].chunk.text for chunk in side] == [chunk.text for chunk in side]
        assert all(chunk in there for chunk in OTHER)
        changes = database.index(NEW)
        assert set(changes.added) | set(changes.kept) == {chunk.id for chunk in NEW}
        assert database.chunks == [*NEW, *OTHER]
        assert database.index(NEW) == Changes((), tuple(chunk.id for chunk in NEW), ())
        assert [database.search(chunk.text, 1)[0] for chunk in NEW] == [(chunk, 1.0) for chunk in NEW]
