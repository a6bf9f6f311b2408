"""The grader imports only files that the build has listed: a new or changed file stops the run."""

from __future__ import annotations

import marshal
import re
import shutil
import struct
import subprocess
import sys
from importlib.util import MAGIC_NUMBER, cache_from_source
from pathlib import Path

import pytest

from classroom.build.command import main as build
from classroom.judge.manifest import COMMAND, Manifest, of_exercises, of_solutions
from tests.commandline import launch
from tests.each import each
from tests.grader.handed_in import put

ROOT = Path(__file__).resolve().parents[2]
EVIL = "raise SystemExit('STUDENT CODE RUNS')\n"
HIDDEN = "solutions/07_smart_chunk/hidden"


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library of its own with a course, in which nothing was changed."""
    root = tmp_path_factory.mktemp("fresh")
    for name in ("chunklib", "classroom", "exercises", "tiktoken_ext", HIDDEN):
        shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__", "*.ipynb"))
    for name in ("pyproject.toml", "solutions/manifest.json", "solutions/07_smart_chunk/master.py"):
        shutil.copy(ROOT / name, root / name)
    shutil.copy(ROOT / "nbgrader_config.py", root)
    put(root, "handed_in/ada_hello.ipynb")
    return root


@pytest.fixture
def course(fresh: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(fresh, tmp_path / "course"))


def grade(course: Path) -> subprocess.CompletedProcess[str]:
    """Grade in the course, with the library of the course."""
    environment = {"PYTHONPATH": str(course), "PATH": "/usr/bin:/bin", "HOME": str(course.parent)}
    words = ["-m", "chunklib", "grade", "hello", "handed_in", "--out", "out", "--trust", "--jobs", "1"]
    return subprocess.run(
        [sys.executable, *words], cwd=course, env=environment, capture_output=True, text=True, check=False
    )


def test_a_compiled_copy_is_not_run(tmp_path: Path) -> None:
    """It may come with a folder of another person, and no manifest lists it."""
    shutil.copytree(ROOT / "exercises", tmp_path / "exercises", ignore=shutil.ignore_patterns("__pycache__", "*.ipynb"))
    evil = marshal.dumps(compile(EVIL, "evil", "exec"))
    for name in ("00_start_here/hello", "07_smart_chunk/smart_chunk/__init__", "07_smart_chunk/smart_chunk/units"):
        path = tmp_path / "exercises" / f"{name}.py"
        copy, time, size = cache_from_source(str(path)), int(path.stat().st_mtime), path.stat().st_size
        put(tmp_path, copy, MAGIC_NUMBER + struct.pack("<LLL", 0, time, size) + evil)  # as Python writes it
    code = "from classroom.judge.catalogue import EXERCISES as e; print(e['hello'].name, e.module('smart_chunk.units'))"
    environment = {"PYTHONPATH": str(ROOT), "CHUNKLIB_COURSE": str(tmp_path), "HOME": str(tmp_path)}
    done = launch([sys.executable, "-c", code], tmp_path, **environment)
    assert (done.status, done.err) == (0, "")
    assert f"{tmp_path}/exercises/07_smart_chunk/smart_chunk/units.py" in done.out.decode()


def test_the_manifests_of_the_course_are_up_to_date() -> None:
    assert of_exercises(ROOT).differences() + of_solutions(ROOT / "solutions").differences() == [], COMMAND


def said(name: str, how: str) -> str:
    place = "solutions" if name.startswith("solutions") else "exercises"
    remedy = "remove it" if how == "is not in" else "put it back as it was"
    return f"{name} {how} {place}/manifest.json, so nothing is run: if this is your work, {COMMAND}; if not, {remedy}"


@each(("name", "how"), [
    ("exercises/07_smart_chunk/07_smart_chunk.py", "is not in"),
    ("exercises/99_evil/evil.py", "is not in"),
    ("exercises/00_start_here/hello/__init__.py", "is not in"),
    ("exercises/07_smart_chunk/smart_chunk/evil.py", "is not in"),
    ("exercises/00_start_here/hello.so", "is not in"),
    ("exercises/00_start_here/hello.pyc", "is not in"),
    ("exercises/00_start_here/hello.py", "is not as in"),
    ("exercises/00_start_here/hello.py", "is missing, but is in"),
    ("tiktoken_ext/evil.py", "is not in"),
    (f"{HIDDEN}/hello.py", "is not in"),
    (f"{HIDDEN}/smart_chunk.py", "is not as in"),
    (f"{HIDDEN}/smart_chunk.py", "is missing, but is in"),
])  # fmt: skip
def test_a_file_that_is_not_as_listed_is_named(course: Path, name: str, how: str) -> None:
    path = course / name
    before = path.read_bytes() if path.exists() else None
    put(course, name, EVIL.encode())
    if "missing" in how:
        path.unlink()
    manifest = of_solutions(course / "solutions") if name.startswith("solutions") else of_exercises(course)
    with pytest.raises(ValueError, match=f"^{re.escape(said(name, how))}$"):
        manifest.names()
    path.unlink(missing_ok=True)
    if before is not None:
        path.write_bytes(before)
    assert manifest.names()


def test_such_a_file_stops_the_grader_before_it_is_run(course: Path) -> None:
    for name in (f"{HIDDEN}/evil.py", "exercises/00_start_here/evil.py"):
        put(course, name, EVIL.encode())
        done = grade(course)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.splitlines()[-1] == f"chunklib: {said(name, 'is not in')}"
        assert "STUDENT CODE" not in done.stderr
        assert not (course / "out" / "results.csv").exists()


def test_what_python_cannot_import_stops_nothing_and_ends_of_lines_are_no_change(course: Path) -> None:
    for name in ("README.md", "hello.py~", ".ipynb_checkpoints/hello-checkpoint.py", "__pycache__/x.pyc"):
        for folder in ("exercises/00_start_here", HIDDEN):
            put(course, f"{folder}/{name}", EVIL.encode())
    path = course / "exercises/00_start_here/hello.py"
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert of_exercises(course).differences() + of_solutions(course / "solutions").differences() == []


def test_what_is_new_is_listed_once(course: Path) -> None:
    hello = (course / "exercises/00_start_here/hello.py").read_bytes()
    put(course, "exercises/00_start_here/greet.py", hello)
    assert of_exercises(course).write() == ["exercises/00_start_here/greet.py (new)"]
    assert "exercises/00_start_here/greet.py" in of_exercises(course).names()
    assert of_exercises(course).write() == []


def test_the_build_refuses_a_name_that_is_no_identifier(course: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = "exercises/07_smart_chunk/07_smart_chunk.py"
    put(course, name, EVIL.encode())
    assert build(["--manifest", "--root", str(course)]) == 2
    assert capsys.readouterr().err == (
        f"build: {name}: a module's name must be an identifier; rename it, or remove it\n"
    )


def test_a_check_of_the_build_names_what_is_not_listed(
    course: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (course / f"{HIDDEN}/evil.py").write_text(EVIL, "utf-8")
    monkeypatch.setattr("classroom.build.command.find_masters", lambda root: [])
    assert build(["--check-text", "--root", str(course)]) == 1
    assert capsys.readouterr().out == f"not listed {HIDDEN}/evil.py (new)\n"


@each("content", ["", "[]", "<<<<<<< HEAD\n{}"])
def test_a_damaged_manifest_is_said_and_written_again(tmp_path: Path, content: str) -> None:
    put(tmp_path, "x/one.py", b"")
    (tmp_path / "manifest.json").write_text(content, "utf-8")
    manifest = Manifest(tmp_path, tmp_path / "manifest.json", ("x",))
    with pytest.raises(ValueError, match=r"manifest\.json is damaged: python -m classroom\.build --manifest"):
        manifest.names()
    assert manifest.write() == ["x/one.py (new)"]
    assert manifest.names() == ["x/one.py"]
