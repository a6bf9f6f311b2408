"""Stores beside other processes: servers that are not there or go away, a second process, and no network."""

from __future__ import annotations

import gc
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from chunklib.retrieval.index_plan import Changes
from tests.free_port import free_port
from tests.promises import refused
from tests.stores import KINDS, NAMES, TWO, opened, pieces, running, slowly

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("address", slowly("postgresql://me:secret@127.0.0.1:{}/notes"))
def test_a_server_that_is_not_there(address: str) -> None:
    where = address.format(free_port())
    refused(opened(where), ConnectionError, f"no server answers at {where.replace('secret', '***')}: ", "refused")


@pytest.mark.parametrize("where", slowly("postgresql://h/x?unknown=1", "postgres://[h"))
def test_addresses_that_libpq_does_not_take(where: str) -> None:
    said = "the address of a database must be postgresql://user@host:port/name: got "
    refused(opened(where), ValueError, f"{said}{where!r}")


@pytest.mark.required_in_ci
@pytest.mark.slow_server
def test_a_server_that_goes_away(tmp_path: Path) -> None:
    with ExitStack() as stack:
        where = stack.enter_context(running("postgres", tmp_path))
        database = opened(where)()
        database.index(TWO)
        stack.close()
        refused(lambda: database.search("fish", 1), ConnectionError, f"the server at {where} went away: ")
        refused(lambda: database.index(TWO), ConnectionError, f" at {where}")
        database.close()
    gc.collect()  # a socket that was left open warns, and a warning fails


@pytest.mark.required_in_ci
@pytest.mark.slow_server
def test_a_connection_that_broke_is_made_again(tmp_path: Path) -> None:
    import psycopg

    with running("postgres", tmp_path) as where, opened(where)() as database:
        database.index(TWO)
        with psycopg.connect(where, autocommit=True) as other:
            other.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
        refused(lambda: database.chunks, ConnectionError, f"the server at {where} went away: ")
        assert database.chunks == TWO
        refused(lambda: database.index(pieces("a\0", ["x"])), ValueError, f"the database {where} failed: ", "NUL")
        assert database.chunks == TWO


# ------------------------------------------------------------------ beside others

SECOND = """
import sys
from chunklib.retrieval.database import Database
from tests.stores import pieces
with Database(sys.argv[1], collection=sys.argv[2], embed="hashing") as database:
    found = [chunk.text for chunk in database.chunks]
    assert [database.search(text, 1)[0].chunk.text for text in found] == found == ["fish", "bread"]
    database.index(pieces("e", ["milk"]))
    database.index(pieces("d", ["bread"]))
"""


def python(code: str, *arguments: object) -> None:
    words = [sys.executable, "-W", "error", "-c", code, *map(str, arguments)]
    done = subprocess.run(words, check=False, cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize("kind", KINDS)
def test_two_processes_that_both_write_lose_nothing(kind: str, tmp_path: Path) -> None:
    name = next(NAMES)
    with running(kind, tmp_path) as where:
        with opened(where, collection=name)() as database:
            database.index(TWO)
            assert database.search("fish", 1)[0].score == 1
            python(SECOND, where, name)
            assert [piece.id for piece in database.chunks] == ["d:0-5", "e:0-4"]
            assert [hit.chunk.id for hit in database.search("milk", 2)] == ["e:0-4", "d:0-5"]
            database.index(pieces("f", ["salt"]))
            found = [database.search(text, 1)[0].chunk.id for text in ("bread", "milk", "salt")]
            assert found == ["d:0-5", "e:0-4", "f:0-4"]
            assert database.index(pieces("e", ["x", "milk"])) == Changes(("e:0-1", "e:2-6"), (), ("e:0-4",))
        with opened(where, collection=name)() as database:
            assert [database.search(piece.text, 1)[0].chunk for piece in database.chunks] == database.chunks


ALONE = """
import socket, sys
connect = socket.socket.connect
def guarded(self, address):
    if self.family != socket.AF_UNIX and address[0] not in ("127.0.0.1", "::1"):
        raise AssertionError(f"asked the network for {address}")
    return connect(self, address)
def lookup(*given, **more):
    raise AssertionError(f"asked the network for {given}")
socket.socket.connect, socket.getaddrinfo = guarded, lookup
from chunklib.retrieval.database import Database
from tests.stores import pieces
with Database(sys.argv[1], embed="wordllama") as database:
    database.index(pieces("d", ["fish", "bread"]))
    assert database.search("fish", 1)[0].chunk.text == "fish"
"""


def test_it_asks_no_network_and_makes_no_noise(tmp_path: Path) -> None:
    python(ALONE, tmp_path)
