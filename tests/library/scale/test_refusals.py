"""Something else than a scheduler at its address is refused in time with one clear line, and no process stays."""

from __future__ import annotations

import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.dask_cluster import dask_cluster
from tests.free_port import free_port

pytestmark = pytest.mark.slow

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
def another_protocol(greeting: bytes) -> Iterator[int]:
    """A port where something speaks first, as servers of mail and of SSH do; or takes connections and says nothing."""
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

        if greeting:
            threading.Thread(target=greet, daemon=True).start()
        yield listening.getsockname()[1]
        listening.shutdown(socket.SHUT_RDWR)


@contextmanager
def a_worker(folder: Path) -> Iterator[int]:
    """The port of a worker."""
    import distributed

    with dask_cluster(folder, workers=1) as cluster:
        with distributed.Client(cluster.address, set_as_default=False) as client:  # type: ignore[no-untyped-call]
            client.wait_for_workers(1, timeout=60)
            [worker] = client.scheduler_info(n_workers=-1)["workers"]
        yield int(worker.rpartition(":")[2])


@pytest.mark.parametrize("what", ["nothing", "worker", "greeting", "silence"])
def test_what_is_no_scheduler_is_one_line_in_time(what: str, tmp_path: Path) -> None:
    with ExitStack() as stack:
        if what == "worker":
            port = stack.enter_context(a_worker(tmp_path))
        elif what == "nothing":
            port = free_port()
        else:
            port = stack.enter_context(another_protocol(b"SSH-2.0-OpenSSH_9.2\r\n" * (what == "greeting")))
        address = f"tcp://127.0.0.1:{port}"
        words = [sys.executable, "-W", "error", "-c", ASK, address]
        done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=60)
    said = f"no Dask scheduler answers at {address} within 1 s; start one with: dask scheduler --host 127.0.0.1\n"
    assert (done.stdout, done.stderr) == (f"{said}['MainThread']\n", "")
