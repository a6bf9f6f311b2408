"""Nothing is run or read that lies by chance in the folder one is in, or in one that all users share."""

from __future__ import annotations

import gzip
import os
import shutil
import sys
import unicodedata
from pathlib import Path

import pytest

from classroom.grader.sandbox.surroundings import out_of_here
from tests.commandline import launch
from tests.grader.classroom import make_course
from tests.grader.handed_in import put


def test_programs_are_not_taken_from_the_folder_one_is_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", ["", "here", *sys.path])
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(["", "here", str(tmp_path)]))
    for name in ("alembic", "bwrap", "git", "python", "here/alembic", "here/bwrap"):
        put(tmp_path, name, b"#!/bin/sh\n").chmod(0o755)
    for path in (".", "", "here", f":{os.defpath}", f".{os.pathsep}here{os.pathsep}{os.defpath}"):
        monkeypatch.setenv("PATH", path)
        with out_of_here():
            found = [shutil.which(name) for name in ("alembic", "bwrap", "git", "python")]
            assert not [one for one in found if one and Path(one).absolute().is_relative_to(tmp_path)]
            assert (found[0], os.environ["PYTHONSAFEPATH"]) == (str(Path(sys.executable).with_name("alembic")), "1")
            assert os.environ["PYTHONPATH"] == str(tmp_path)
            assert not {"", "here"} & set(sys.path)
        assert os.environ["PATH"] == path
        assert sys.path[0] == ""


CONFIGS = ("jupyter", "jupyter_lab", "jupyter_server", "jupyter_notebook", "nbgrader", "ipython", "ipython_kernel")
HOOKS = ["sitecustomize.py", "usercustomize.py", "conftest.py", "evil.pth", *(f"{one}_config.py" for one in CONFIGS),
         ".ipython/profile_default/startup/evil.py", ".jupyter/jupyter_config.py"]  # fmt: skip
MODULES = (sys.stdlib_module_names | {"psutil", "numpy", "chunklib", "cloudpickle"}) - {"__future__"}
_READS = """
from ipykernel.kernelapp import IPKernelApp
from jupyter_server.serverapp import ServerApp
from jupyterlab.labapp import LabApp
for app in (IPKernelApp, ServerApp, LabApp):
    app().load_config_file()
"""


def test_no_hook_in_the_folder_one_is_in_is_run(tmp_path: Path) -> None:
    """Of Python, pytest, Jupyter or IPython; nor a module that lies there, nor a program that the commands call."""
    make_course(tmp_path / "course")
    (tmp_path / "bare" / "solutions").mkdir(parents=True)
    here, trap = tmp_path / "here", f"open({str(tmp_path / 'RAN')!r}, 'w').close()\n".encode()
    put(here, "ada_hello.ipynb")
    for name in [*HOOKS, *(f"{module}.py" for module in MODULES)]:
        put(here, name, trap)
    for name in ("alembic", "git", "bwrap"):
        put(here, name, f"#!/bin/sh\ntouch {tmp_path / 'RAN'}\n".encode()).chmod(0o755)
    programs = Path(sys.executable).parent
    for words in (
        [programs / "chunklib", "grade", "hello", ".", "--out", "../out", "--trust", "--course", "../bare"],
        [programs / "chunklib", "class-report", "--course", tmp_path / "course"],
        [programs / "chunklib-course", "start", ".", "--only-files"],
        [sys.executable, "-P", "-c", _READS],
    ):
        own = {"PATH": f".:{os.environ['PATH']}", "HOME": str(tmp_path / "home"), "PYTHONPATH": ""}
        done = launch([str(word) for word in words], here, **own)
        assert not (tmp_path / "RAN").exists(), words
        assert "Traceback" not in done.err, done.err
    assert (tmp_path / "course" / "grading" / "gradebook.db").is_file()  # which alembic made
    assert b'"state": "final"' in (tmp_path / "out" / "results.json").read_bytes()


_DRAWS = """
from hypothesis import strategies as st
from classroom.judge.exercise import Property
from classroom.judge.search import search
seen = set()
cases = lambda: st.fixed_dictionaries({"text": st.text(st.characters(whitelist_categories=["Lu"]), min_size=5)})
rule = Property("a", 1, False, ("b",), print, cases=cases)
search(rule, lambda case: bool(seen.update(case["text"])), bool, shrink=False)
print(len(seen) > 20)
"""


@pytest.mark.parametrize("linked", [False, True])
def test_cases_are_drawn_from_no_table_that_another_put_there(tmp_path: Path, linked: bool) -> None:
    """Neither read nor written: in the system's temporary folder, in the folder one is in, or where a link leads."""
    table = f"unicode_data/{unicodedata.unidata_version}/charmap.json.gz"
    for folder in ("tmp/chunklib-hypothesis", "here/.hypothesis", "named"):
        put(tmp_path, f"evil/{folder}/{table}", gzip.compress(b'[["Lu",[[88,88]]]]'))
        (tmp_path / folder).parent.mkdir(exist_ok=True)
        if linked:
            (tmp_path / folder).symlink_to(tmp_path / "evil" / folder)
        else:
            shutil.copytree(tmp_path / "evil" / folder, tmp_path / folder)
    before = sorted(tmp_path.rglob("*"))
    places = {"TMPDIR": str(tmp_path / "tmp"), "HYPOTHESIS_STORAGE_DIRECTORY": str(tmp_path / "named")}
    done = launch([sys.executable, "-c", _DRAWS], tmp_path / "here", **places, TIKTOKEN_CACHE_DIR="")
    assert (done.out, done.err) == (b"True\n", "")
    assert sorted(tmp_path.rglob("*")) == before
