"""A wrong scheduler, client or chunk is refused in time with one clear line, and no process stays."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from chunklib import STRATEGIES
from chunklib.chunk import Chunk
from chunklib.scale import chunk_documents, each_document, local_client
from tests.dask_cluster import dask_cluster
from tests.free_port import free_port

pytestmark = pytest.mark.slow
RECIPE = {"strategy": "recursive", "size": 64, "overlap": 16}
DOCUMENTS = {"a": "One.", "odd": "Two.", "b": "Six."}

# The process of a user whose address is not a scheduler's. It must end by itself: threads and loops of Dask would not.
ASK = """
import sys, threading
from chunklib.scale import chunk_documents
try:
    chunk_documents({"a": "One."}, {"strategy": "recursive", "size": 64, "overlap": 16}, sys.argv[1], patience=1)
except ConnectionError as error:
    print(error)
print([thread.name for thread in threading.enumerate()])
"""


@contextmanager
def silence() -> Iterator[int]:
    """A port that takes connections and says nothing."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen(5)
        yield listening.getsockname()[1]


@contextmanager
def another_protocol(greeting: bytes) -> Iterator[int]:
    """A port where something speaks first, as servers of mail and of SSH do."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def greet() -> None:
            try:
                while True:
                    connection, _ = listening.accept()
                    with connection:
                        connection.sendall(greeting)
                        connection.recv(1)
            except OSError:  # the end of the test
                return

        threading.Thread(target=greet, daemon=True).start()
        yield listening.getsockname()[1]
        listening.shutdown(socket.SHUT_RDWR)


@contextmanager
def pages(folder: Path) -> Iterator[int]:
    """A web server."""

    class Quiet(SimpleHTTPRequestHandler):
        def __init__(self, *given: Any) -> None:
            super().__init__(*given, directory=str(folder))

        def log_message(self, *_: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Quiet) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_address[1]
        server.shutdown()


@contextmanager
def something(what: str, folder: Path) -> Iterator[int]:
    """A port at which there is something other than a scheduler."""
    with ExitStack() as stack:
        if what in ("dashboard", "worker"):
            cluster = stack.enter_context(dask_cluster(folder, workers=1, dashboard=True))
            with local_copy(cluster.address) as info:
                dashboard = int(info["services"]["dashboard"])
                [worker] = info["workers"]
            yield dashboard if what == "dashboard" else int(worker.rpartition(":")[2])
        elif what == "pages":
            yield stack.enter_context(pages(folder))
        elif what == "greeting":
            yield stack.enter_context(another_protocol(b"SSH-2.0-OpenSSH_9.2\r\n"))
        else:
            yield stack.enter_context(silence())


@contextmanager
def local_copy(address: str) -> Iterator[Any]:
    """Ask a scheduler about itself, once it has its worker."""
    import distributed

    with distributed.Client(address, set_as_default=False) as client:  # type: ignore[no-untyped-call]
        client.wait_for_workers(1, timeout=60)
        yield client.scheduler_info(n_workers=-1)


@pytest.mark.parametrize("what", ["dashboard", "worker", "pages", "greeting", "silence"])
def test_what_is_no_scheduler_is_one_line_in_time(what: str, tmp_path: Path) -> None:
    with something(what, tmp_path) as port:
        address = f"tcp://127.0.0.1:{port}"
        words = [sys.executable, "-W", "error", "-c", ASK, address]
        done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=60)
    said = f"no Dask scheduler answers at {address} within 1 s; start one with: dask scheduler --host 127.0.0.1\n"
    assert (done.stdout, done.stderr) == (f"{said}['MainThread']\n", "")


@pytest.mark.parametrize(
    ("wrong", "more"),
    [
        ("tls://127.0.0.1:8786", "; for TLS or another protocol give a client"),
        ("ucx://127.0.0.1:8786", "; for TLS or another protocol give a client"),
        ("tcp://:8786", ""),
        ("tcp://127.0.0.1:0", ""),
        ("tcp://127.0.0.1:65536", ""),
        ("tcp://127.0.0.1:²", ""),
    ],
)
def test_an_address_that_cannot_be_one_is_refused(wrong: str, more: str) -> None:
    said = f"the address of a Dask scheduler is tcp://host:port: got {wrong!r}{more}"
    with pytest.raises(ValueError, match=re.escape(said)):
        chunk_documents(DOCUMENTS, RECIPE, wrong)


@pytest.mark.parametrize("wrong", [0, -1, float("nan"), float("inf")])
def test_a_patience_that_cannot_be_one_is_refused(wrong: float) -> None:
    with pytest.raises(ValueError, match=re.escape(f"patience must be seconds above 0: got {wrong!r}")):
        chunk_documents(DOCUMENTS, RECIPE, f"tcp://127.0.0.1:{free_port()}", patience=wrong)


def test_a_closed_client_is_refused() -> None:
    with local_client(1, processes=False) as client:
        assert chunk_documents(DOCUMENTS, RECIPE, client).failures == {}
    with pytest.raises(ConnectionError, match=r"^the client of Dask is closed: make another$"):
        each_document(DOCUMENTS, RECIPE, client)


def test_a_client_that_is_closed_meanwhile_is_one_line() -> None:
    long = {str(number): "One. " * 50_000 for number in range(9)}  # each is a task, and not all are sent ahead
    with local_client(1, processes=False) as client:
        found = each_document(long, RECIPE, client)
        assert next(found).document == "0"
    with pytest.raises(ConnectionError, match=r"^the client of Dask was closed before '\d' was chunked$"):
        list(found)


@pytest.mark.parametrize("wrong", [5, ["tcp://127.0.0.1:8786"], RECIPE])
def test_what_is_no_client_is_refused(wrong: Any) -> None:
    said = f"client must be None, a client of Dask or an address: got {type(wrong).__name__}"
    with pytest.raises(TypeError, match=re.escape(said)):
        each_document(DOCUMENTS, RECIPE, wrong)


def test_an_asynchronous_client_is_refused() -> None:
    import asyncio

    import distributed

    async def ask() -> None:
        cluster = distributed.LocalCluster(  # type: ignore[no-untyped-call]
            n_workers=0, processes=False, asynchronous=True, host="127.0.0.1", dashboard_address=None, protocol="tcp"
        )
        async with cluster:
            given = distributed.Client(cluster, asynchronous=True, set_as_default=False)  # type: ignore[no-untyped-call]
            async with given as client:
                with pytest.raises(TypeError, match=r"^client must not be asynchronous: make it with"):
                    each_document(DOCUMENTS, RECIPE, client)

    asyncio.run(ask())


# Splitters that do what they should not


class Shy(Exception):
    def __str__(self) -> str:
        raise ValueError


def shy(text: str) -> list[Chunk]:
    raise Shy


def leaves(text: str) -> list[Chunk]:
    sys.exit("bye")


def texts(text: str) -> Any:
    return text.split()


def a_text(text: str) -> Any:
    return text


def nothing(text: str) -> Any:
    return None


WRONG = {
    shy: "Shy",
    leaves: "SystemExit: bye",
    texts: "TypeError: a splitter must give chunks (chunklib.Chunk): got str",
    a_text: "TypeError: a splitter must give chunks (chunklib.Chunk): got str",
    nothing: "TypeError: 'NoneType' object is not iterable",
}


class SomeWrong:
    """Splits as a strategy does, but for one document."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __call__(self, text: str, *, document: str) -> Any:
        if document == "odd":
            return globals()[self.name](text)
        return STRATEGIES["sentences"](text, 20, 0, document=document)


@pytest.mark.parametrize("where", ["here", "workers"])
@pytest.mark.parametrize("split", WRONG, ids=lambda split: split.__name__)
def test_a_splitter_that_fails_in_an_odd_way_loses_no_other_document(split: Any, where: str) -> None:
    with ExitStack() as stack:
        client = stack.enter_context(local_client(1, processes=False)) if where == "workers" else None
        found = chunk_documents(DOCUMENTS, SomeWrong(split.__name__), client)
    assert [chunk.document for chunk in found.chunks] == ["a", "b"]
    assert found.failures == {"odd": WRONG[split]}


def test_the_keyboard_still_ends_it() -> None:
    def interrupted(text: str, *, document: str) -> list[Chunk]:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        chunk_documents(DOCUMENTS, interrupted)
