"""nbgrader's form grader, run by a real server and asked as a browser asks it."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any


class FormGrader:
    """Asks for what a person with a browser can ask for."""

    def __init__(self, port: int) -> None:
        self.port = port

    def page(self, place: str, body: object = None) -> str:
        """The page at a place, or what came of sending something there."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            sent = None if body is None else json.dumps(body)
            headers = {"Authorization": "token t"}
            place = place if place.startswith("/") else f"/formgrader/{place}"
            connection.request("GET" if sent is None else "PUT", place, sent, headers)
            reply = connection.getresponse()
            assert reply.status == 200, (place, reply.status)
            return reply.read().decode()
        finally:
            connection.close()

    def get(self, place: str) -> Any:
        return json.loads(self.page(place))

    def put(self, place: str, body: object) -> Any:
        return json.loads(self.page(place, body))


@contextmanager
def running(course: Path) -> Iterator[FormGrader]:
    """Run the form grader of a course, as nbgrader's manual says."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        grader = FormGrader(free.getsockname()[1])
    command = [sys.executable, "-m", "jupyter", "server", "--allow-root", "--no-browser", f"--port={grader.port}"]
    command += ["--IdentityProvider.token=t", "--ServerApp.port_retries=0", "--ServerApp.ip=127.0.0.1"]
    command += ["--ServerApp.jpserver_extensions={'nbgrader.server_extensions.formgrader': True}"]
    log = course / "grading" / "server.log"
    with log.open("wb") as file, subprocess.Popen(command, cwd=course, stdout=file, stderr=file) as process:
        try:
            _wait(grader, process, log)
            yield grader
        finally:
            process.terminate()


def _wait(grader: FormGrader, process: subprocess.Popen[bytes], log: Path) -> None:
    for _ in range(300):
        assert process.poll() is None, log.read_text(encoding="utf-8")
        try:
            grader.page("manage_assignments")
        except OSError:
            time.sleep(0.2)
        else:
            return
    raise AssertionError(log.read_text(encoding="utf-8"))
