"""``chunklib-course start`` opens the notebook that was saved last, and finds a JupyterLab that runs already."""

from __future__ import annotations

import json
import os
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from classroom.lessons.folder.lab import FIRST, last_open, options, running
from tests.course.folder import EXERCISE, LESSON, files, notebook, put
from tests.each import each

LOST = "notebooks/13_production.ipynb"


@each("saved, found", [
    ([], FIRST),
    ([LESSON, EXERCISE], EXERCISE),
    ([EXERCISE, LESSON], LESSON),
    ([LESSON, "notebooks/thoughts.ipynb", "start_here.md", "my_rag/__init__.py"], LESSON),
    ([LESSON, f"as laid out: {LOST}"], LESSON),
])  # fmt: skip
def test_it_opens_what_was_saved_last(saved: list[str], found: str, tmp_path: Path) -> None:
    put(tmp_path, files())
    for number, name in enumerate(saved):
        path = tmp_path / name.removeprefix("as laid out: ")
        path.write_bytes(files()[LOST] if path != tmp_path / name else notebook("version = 1", shows="1"))
        os.utime(path, ns=(number, 2**60 + number))
    assert last_open(tmp_path, files()) == found


def test_a_page_is_named_as_an_address() -> None:
    page = "--LabApp.default_url=/lab/tree/exercises/my%20own%3F/%C3%BCber.ipynb?file-browser-path=/"
    assert page in options("exercises/my own?/über.ipynb")


def test_an_option_that_is_given_takes_the_place_of_ours() -> None:
    ours = options()
    mine = [f"{ours[0].partition('=')[0]}=/lab", "--port=1", "--ServerApp.jpserver_extensions=mine=True"]
    assert set(options(more=mine)) == {*ours[1:], *mine}


class Answers(BaseHTTPRequestHandler):
    """Answers as JupyterLab does to who knows its token."""

    def do_GET(self) -> None:
        known = self.headers["Authorization"] == "token right" and self.path == "/lab/api/workspaces"
        self.send_response(200 if known else 403)
        self.end_headers()


CLOSED = "http://127.0.0.1:9/"


@pytest.mark.parametrize(("changes", "found"), [
    ({}, True),
    ({"root_dir": "link"}, True),
    ({"root_dir": "other"}, False),
    ({"root_dir": None}, False),
    ({"token": "of another server on this port"}, False),
    ({"url": CLOSED}, False),  # it was killed, and its number is another process's now
    ({"url": "no address"}, False),
    ({"url": "http+unix://%2Frun%2Flab/"}, False),
    ({"pid": 2**22 + 1}, False),
])  # fmt: skip
def test_a_lab_that_runs_is_found_and_a_record_that_was_left_is_not(
    changes: dict[str, Any], found: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(tmp_path, {"mine/a.txt": b"", "other/a.txt": b"", "runtime/jpserver-3.json": b"{"})
    (tmp_path / "link").symlink_to("mine")
    monkeypatch.setenv("JUPYTER_RUNTIME_DIR", str(tmp_path / "runtime"))
    monkeypatch.setenv("http_proxy", CLOSED)
    monkeypatch.chdir(tmp_path)
    with HTTPServer(("127.0.0.1", 0), Answers) as http:
        Thread(target=http.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{http.server_port}/"
        server = {"url": url, "root_dir": str(tmp_path / "mine"), "token": "right", "pid": os.getpid()} | changes
        put(tmp_path, {"runtime/jpserver-1.json": json.dumps(server).encode()})
        address = f"{url}lab/tree/notebooks/a.ipynb?file-browser-path=/&token=right"
        assert running(Path("mine"), "notebooks/a.ipynb") == (address if found else None)
        http.shutdown()
