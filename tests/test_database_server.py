"""The vector database beside other processes: a server, a second process, and no network."""

from __future__ import annotations

import gc
import http.server
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from chunklib.retrieval import database as module
from chunklib.retrieval.changes import Changes
from tests.chroma_server import chroma_server, free_port
from tests.promises import refused
from tests.test_database import pieces
from tests.test_database_refusals import TWO, opened

ROOT = Path(__file__).parents[1]


def test_a_server_that_is_not_there() -> None:
    where = f"http://127.0.0.1:{free_port()}"
    refused(opened(where), ConnectionError, f"no server answers at {where}: ", "refused")


@contextmanager
def answering(body: bytes, status: int = 200) -> Iterator[str]:
    """A server that says the same to everybody."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


@pytest.mark.parametrize(("body", "status"), [(b"<html>", 200), (b"", 404), (b"{}", 200), (b"7", 200), (b"\xff", 200)])
def test_a_server_of_another_kind(body: bytes, status: int) -> None:
    with answering(body, status) as where:
        refused(opened(where), ConnectionError, f"what answers at {where} is not a Chroma server")


@pytest.mark.required_in_ci
def test_a_server_that_goes_away_and_comes_back(tmp_path: Path) -> None:
    with chroma_server(tmp_path / "data") as where:
        database = opened(where)()
        database.index(TWO)
    refused(lambda: database.search("fish", 1), ConnectionError, f"the server at {where} went away: ")
    refused(lambda: database.index(TWO), ConnectionError, f"the server at {where} went away: ")
    database.close()
    with opened(tmp_path / "data")() as database:  # the same folder without a server
        assert database.search("fish", 1) == [(TWO[0], 1.0)]
    gc.collect()  # a socket that was left open warns, and a warning fails


# ------------------------------------------------------------------ beside others


def test_two_in_one_process_see_each_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with opened("here")() as one, opened(tmp_path / "here")() as two:
        one.index(TWO)
        assert two.search("bread", 1) == one.search("bread", 1) == [(TWO[1], 1.0)]
        two.remove("d")
        assert len(one) == 0
    with opened("here")() as again:
        assert again.chunks == []


SECOND = """
import sys
from chunklib.retrieval.database import Database
from tests.test_database import pieces
with Database(sys.argv[1], embed="hashing") as database:
    found = [chunk.text for chunk in database.chunks]
    assert [database.search(text, 1)[0].chunk.text for text in found] == found == ["fish", "bread"]
    database.index(pieces("e", ["milk"]))
    database.index(pieces("d", ["bread"]))
"""


def python(code: str, *arguments: object) -> None:
    words = [sys.executable, "-W", "error", "-c", code, *map(str, arguments)]
    done = subprocess.run(words, check=False, cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize("exact", [True, False])
def test_two_processes_that_both_write_lose_nothing(
    exact: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "EXACT", 9 if exact else 0)
    with opened(tmp_path)() as database:
        database.index(TWO)
        assert database.search("fish", 1)[0].score == 1
        python(SECOND, tmp_path)
        assert [piece.id for piece in database.chunks] == ["d:0-5", "e:0-4"]
        if exact:
            assert [hit.chunk.id for hit in database.search("milk", 2)] == ["e:0-4", "d:0-5"]
        database.index(pieces("f", ["salt"]))  # from now on every search knows what the other has written
        assert [database.search(text, 1)[0].chunk.id for text in ("bread", "milk", "salt")] == [
            "d:0-5",
            "e:0-4",
            "f:0-4",
        ]
        assert database.index(pieces("e", ["x", "milk"])) == Changes(("e:0-1", "e:2-6"), (), ("e:0-4",))
    with opened(tmp_path)() as database:
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
from tests.test_database import pieces
with Database(sys.argv[1], embed="wordllama") as database:
    database.index(pieces("d", ["fish", "bread"]))
    assert database.search("fish", 1)[0].chunk.text == "fish"
"""


def test_it_asks_no_network_and_makes_no_noise(tmp_path: Path) -> None:
    python(ALONE, tmp_path)
