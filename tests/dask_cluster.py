"""A real Dask scheduler and its workers on loopback, each a process of its own, for as long as a test needs them."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import distributed
import pytest

from tests.free_port import free_port

_PATIENCE = 60  # seconds that a busy machine may need to start a process
_COMMAND = Path(sys.executable).with_name("dask")
_ROOT = Path(__file__).parents[1]


@dataclass
class Cluster:
    """A client of a scheduler, and the scheduler's process."""

    client: Any
    scheduler: subprocess.Popen[bytes]


@contextmanager
def dask_cluster(folder: Path, workers: int = 2) -> Iterator[Cluster]:
    """Run `dask scheduler` and so many processes of `dask worker`; all end afterwards."""
    if not _COMMAND.exists():
        pytest.skip("the command dask is not beside this Python")
    port = free_port()
    address = f"tcp://127.0.0.1:{port}"
    with ExitStack() as stack:
        scheduler = _started(stack, folder, "scheduler", "--host", "127.0.0.1", "--port", str(port))
        _wait(port, scheduler)
        for number in range(workers):
            own = folder / f"worker-{number}"
            words = (address, "--host", "127.0.0.1", "--nthreads", "1", "--local-directory", str(own))
            _started(stack, folder, "worker", *words)
        client = stack.enter_context(distributed.Client(address, set_as_default=False))  # type: ignore[no-untyped-call]
        if workers:
            client.wait_for_workers(workers, timeout=_PATIENCE)
        yield Cluster(client, scheduler)


def _started(stack: ExitStack, folder: Path, kind: str, *words: str) -> subprocess.Popen[bytes]:
    with Path(folder, f"{kind}.log").open("ab") as log:
        process = stack.enter_context(
            subprocess.Popen(
                [str(_COMMAND), kind, *words, "--no-dashboard", "--dashboard-address", "127.0.0.1:0"],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env={**os.environ, "PYTHONPATH": str(_ROOT)},  # so that workers find the functions of tests
                start_new_session=True,  # a worker has a nanny: both end together
            )
        )
    stack.callback(_ended, process)
    return process


def _ended(process: subprocess.Popen[bytes]) -> None:
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        return


def _wait(port: int, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + _PATIENCE
    while process.poll() is None and time.monotonic() < end:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise RuntimeError("dask scheduler did not start")
