"""A notebook's own metadata never decides which files JupyterLab reads and writes when it opens and saves it."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from queue import Empty
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from jupyter_client.blocking.client import BlockingKernelClient
from nbformat.v4 import new_code_cell, new_notebook

from tests.project.test_tooling import make

ROOT = Path(__file__).resolve().parents[2]
BIN = Path(sys.prefix, "bin")
HANDED_IN = "grading/submitted/eva/07_smart_chunk/07_smart_chunk.ipynb"
MASTER = "# %%\ndef smart_chunk(text):\n    return 'the model answer'\n"
OPTIONS = ("--no-browser", "--IdentityProvider.token=t", "--ServerApp.port_retries=0", "--ServerApp.ip=127.0.0.1")
FORMATS = {
    "into the library": "grading/submitted/eva/07_smart_chunk///ipynb,exercises/07_smart_chunk///py:percent",
    "out of the masters": "ipynb,../../../../solutions/07_smart_chunk//py:percent",
    "beside it": "ipynb,py:percent",
}
HOW = (
    "make lab",
    "make grader",
    "jupyter lab",
    "a teacher's server of the hub",
    "a student's server of the hub",
    "the bundle",
)


FORM_GRADER = {"make grader", "jupyter lab", "a teacher's server of the hub"}
"""Where it can be opened."""
LEARNERS = {"make lab", "the bundle"}
"""What opens a learner's folder, which is laid out beside."""


@dataclass(frozen=True)
class Lab:
    """A running JupyterLab, asked as a browser asks it."""

    port: int

    def ask(self, method: str, place: str, body: object = None) -> tuple[int, Any]:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            sent = None if body is None else json.dumps(body)
            connection.request(method, place, sent, {"Authorization": "token t"})
            reply = connection.getresponse()
            data = reply.read()
            return reply.status, json.loads(data or "null") if "json" in reply.getheader(
                "Content-Type", "json"
            ) else data
        finally:
            connection.close()


def command(how: str, course: Path, port: int) -> tuple[list[str], dict[str, str]]:
    """How JupyterLab is started, and the variables that belong to it."""
    options = [*OPTIONS, f"--port={port}"]
    root = ["--allow-root"] if os.getuid() == 0 else []
    if how.startswith("make "):
        return [*how.split(), f"LAB_FLAGS={' '.join(options)}"], {}
    if how == "the bundle":
        return [sys.executable, str(course / "start.py"), *options, *root], {}
    variables = {}
    if "hub" in how:
        role = "teacher" if "teacher" in how else "student"
        variables["JUPYTER_CONFIG_PATH"] = os.pathsep.join(str(ROOT / "deploy/config" / o) for o in (role, "everyone"))
    return [str(BIN / "jupyter"), "lab", *options, *root], variables


def a_course(folder: Path) -> Path:
    """Everything that JupyterLab is started with."""
    folder.mkdir()
    for name in (
        "Makefile",
        "nbgrader_config.py",
        "pyproject.toml",
        "deploy/bundle/room/start.py",
    ):
        shutil.copy(ROOT / name, folder)
    for name in ("course", "requirements"):
        shutil.copytree(ROOT / name, folder / name)
    (folder / "course-env").symlink_to(sys.prefix)
    as_if_made(folder)
    return folder


def put_submission(opened: Path) -> None:
    """Put a submission and a master into the folder that JupyterLab has opened."""
    for name in ("notebooks", "solutions/07_smart_chunk", "exercises/07_smart_chunk", Path(HANDED_IN).parent):
        (opened / name).mkdir(parents=True, exist_ok=True)
    (opened / "solutions/07_smart_chunk/master.py").write_text(MASTER, "utf-8")


def as_if_made(folder: Path) -> None:
    """Give a course the environment of these tests, so that make does not make one."""
    (folder / ".venv").mkdir(exist_ok=True)
    for path in Path(sys.prefix).iterdir():
        if not path.name.startswith("made-"):
            (folder / ".venv" / path.name).symlink_to(path)
    for stamp in re.findall(r"touch (\S+)", make(folder, "--just-print", "lab", "grader").stdout):
        (folder / stamp).touch()


@contextmanager
def running(how: str, course: Path, home: Path) -> Iterator[Lab]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        lab = Lab(free.getsockname()[1])
    words, variables = command(how, course, lab.port)
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "JUPYTER", "PYTEST"))}
    environment = kept | {"HOME": str(home)} | variables
    log = home / "lab.log"
    with (
        log.open("wb") as out,
        subprocess.Popen(words, cwd=course, env=environment, stdout=out, stderr=out, start_new_session=True) as process,
    ):
        try:
            _wait(lab, process, log)
            yield lab
        finally:
            os.killpg(process.pid, 15)


def _wait(lab: Lab, process: subprocess.Popen[bytes], log: Path) -> None:
    for _ in range(600):
        assert process.poll() is None, log.read_text("utf-8")
        try:
            if lab.ask("GET", "/api/status")[0] == 200:
                return
        except OSError:
            time.sleep(0.2)
    raise AssertionError(log.read_text("utf-8"))


def files(course: Path) -> dict[str, bytes]:
    """Everything in the course; JupyterLab keeps a copy of what it saves in .ipynb_checkpoints."""
    found = (Path(folder, name) for folder, _, names in os.walk(course) for name in names)
    return {path.relative_to(course).as_posix(): path.read_bytes() for path in found if "_checkpoints" not in str(path)}


def a_notebook(formats: str) -> dict[str, Any]:
    made: dict[str, Any] = new_notebook(cells=[new_code_cell("mine")], metadata={"jupytext": {"formats": formats}})  # type: ignore[no-untyped-call]
    return made


def save(lab: Lab, course: Path, formats: str) -> None:
    """Open what was handed in and save it, and look at what was read and at every file."""
    path = course / HANDED_IN
    path.write_text(json.dumps(a_notebook(formats)), "utf-8")
    before = files(course)
    status, opened = lab.ask("GET", f"/api/contents/{HANDED_IN}?type=notebook&content=1")
    assert (status, [cell["source"] for cell in opened["content"]["cells"]]) == (200, ["mine"])
    opened["content"]["cells"][0]["source"] = "print('student code')"
    body = {"type": "notebook", "format": "json", "content": opened["content"]}
    status, said = lab.ask("PUT", f"/api/contents/{HANDED_IN}", body)
    assert status == 200, said
    after = files(course)
    assert {name for name in before | after if before.get(name) != after.get(name)} == {HANDED_IN}
    assert "student code" in after[HANDED_IN].decode()


def open_with_a_kernel(lab: Lab, course: Path, home: Path) -> None:
    """Do what JupyterLab does when a notebook is opened, beside files that have the names of Python's own modules."""
    folder = (course / HANDED_IN).parent
    trap = f"open({str(course / 'RAN')!r}, 'a').write(__name__)\n"
    names = [name for name in sys.stdlib_module_names if not name.startswith("__")]
    for name in names:
        (folder / f"{name}.py").write_text(trap, "utf-8")
    body = {"path": HANDED_IN, "name": "", "type": "notebook", "kernel": {"name": "python3"}}
    status, session = lab.ask("POST", "/api/sessions", body)
    assert status == 201, session
    [connection] = home.rglob(f"kernel-{session['kernel']['id']}.json")
    client = BlockingKernelClient(connection_file=str(connection))
    client.load_connection_file()
    client.start_channels()
    with suppress(Empty, TimeoutError):  # it has ended: the trap says why
        answered = client.kernel_info(reply=True, timeout=60)
    assert not (course / "RAN").exists(), (course / "RAN").read_text("utf-8")
    assert answered["content"]["status"] == "ok"
    client.stop_channels()
    assert lab.ask("DELETE", f"/api/sessions/{session['id']}")[0] == 204
    for name in names:
        (folder / f"{name}.py").unlink()


@pytest.mark.slow
@pytest.mark.required_in_ci
@pytest.mark.skipif(not shutil.which("make"), reason="no make here")
@pytest.mark.parametrize("how", HOW)
def test_a_notebook_that_is_opened_and_saved_is_the_only_file_that_is_read_and_written(
    tmp_path: Path, how: str
) -> None:
    started = a_course(tmp_path / "course")
    course = started / ("my_course" if how in LEARNERS else "")
    page = (ROOT / "docs/teaching/marking.md").read_text("utf-8")
    assert "| written answers | `make grader`" in page
    with TemporaryDirectory() as home, running(how, started, Path(home)) as lab:  # a short path: it names a socket
        put_submission(course)
        for formats in FORMATS.values():
            save(lab, course, formats)
        assert (lab.ask("GET", "/formgrader/manage_assignments")[0] == 200) == (how in FORM_GRADER)
        open_with_a_kernel(lab, course, Path(home))
        # A file of settings beside the notebook is handed in as easily as the notebook.
        (course / HANDED_IN).with_name("jupytext.toml").write_text('formats = "ipynb,py:percent"\n', "utf-8")
        save(lab, course, "")
