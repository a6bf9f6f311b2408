"""A real Chroma server on loopback, for as long as a test needs it."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

_PATIENCE = 60  # seconds that a busy machine may need to start it
_COMMAND = Path(sys.executable).with_name("chroma")


def free_port() -> int:
    """A port of loopback that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def chroma_server(folder: Path) -> Iterator[str]:
    """Run `chroma run` on a folder; gives its address, and ends it afterwards."""
    if not _COMMAND.exists():
        pytest.skip("the command chroma is not beside this Python")
    port = free_port()
    words = [str(_COMMAND), "run", "--host", "127.0.0.1", "--port", str(port), "--path", str(folder)]
    quiet = {**os.environ, "ANONYMIZED_TELEMETRY": "FALSE"}
    with (
        Path(folder.parent, "server.log").open("wb") as log,
        subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=quiet) as process,
    ):
        try:
            address = f"http://127.0.0.1:{port}"
            _wait(address, process, Path(log.name))
            yield address
        finally:
            process.kill()


def _wait(address: str, process: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + _PATIENCE
    while process.poll() is None and time.monotonic() < end:
        try:
            urllib.request.urlopen(f"{address}/api/v2/heartbeat", timeout=1).close()  # noqa: S310
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise RuntimeError(f"chroma run did not start: {log.read_text('utf-8', 'replace')[-500:]}")
