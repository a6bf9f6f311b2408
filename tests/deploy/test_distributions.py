"""Each distribution alone in an environment: what is in it, what works, and what it says about the rest. Needs PyPI."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from deploy import distributions

ROOT = Path(__file__).resolve().parents[2]
RUN = """
import sys, nbclient, nbformat
notebook = nbformat.read(sys.argv[1], as_version=4)
nbclient.NotebookClient(notebook, timeout=120, resources={"metadata": {"path": sys.argv[2]}}).execute()
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with both wheels and both source archives."""
    folder = tmp_path_factory.mktemp("dist")
    assert distributions.main(str(folder)) == 0
    return folder


def wheel(built: Path, name: str) -> Path:
    [found] = built.glob(f"{name}-*.whl")
    return found


def source(built: Path, name: str) -> Path:
    [found] = built.glob(f"{name}-*.tar.gz")
    return found


def run(*words: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run a command to its end in a folder that is not the checkout."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    command = list(map(str, words))
    return subprocess.run(command, cwd=cwd, env=kept, capture_output=True, text=True, check=False)


def environment(folder: Path, *packages: str | Path) -> Path:
    """An environment with what pip finds for some packages, in the releases of the lock; its folder of commands."""
    done = run(sys.executable, "-m", "venv", folder, cwd=folder.parent)
    assert done.returncode == 0, done.stderr
    pins = folder / "pins.txt"
    locked = (ROOT / "requirements" / "learner.txt").read_text("utf-8")
    pins.write_text("\n".join(re.findall(r"^\S+==[^\\\n]+", locked, re.MULTILINE)), "utf-8")
    install = ("-m", "pip", "install", "--quiet", "--no-compile", "--constraint", pins, *packages)
    done = run(folder / "bin/python", *install, cwd=folder)
    if done.returncode:
        pytest.skip(f"the packages could not be installed; is PyPI in reach? {done.stderr[-300:]}")
    return folder / "bin"


def test_the_library_holds_the_library_and_nothing_else(built: Path) -> None:
    names = {name for name in zipfile.ZipFile(wheel(built, "chunklib")).namelist() if ".dist-info/" not in name}
    files = [path for top in ("chunklib", "tiktoken_ext") for path in (ROOT / top).rglob("*") if path.is_file()]
    tree = {path.relative_to(ROOT).as_posix() for path in files if "__pycache__" not in path.parts}
    assert names == tree - {"chunklib/README.md"}
    assert "chunklib/py.typed" in names
    assert "tiktoken_ext/__init__.py" not in names  # would hide tiktoken's own module


def test_the_course_holds_lessons_and_exercises_and_no_solution(built: Path) -> None:
    names = set(zipfile.ZipFile(wheel(built, "chunklib_course")).namelist())
    lessons = {f"classroom/course/{path.as_posix()}" for path in distributions.lesson_files(ROOT)}
    assert lessons <= names
    masters = len(list((ROOT / "notebooks" / "src").glob("*.py")))
    assert len([name for name in lessons if "/notebooks/" in name]) == 2 * masters  # solved, and the learner's copies
    assert "classroom/course/docs/glossary.md" in lessons
    assert "classroom/lessons/minilm.npz" in names
    assert [name for name in names if "solutions" in name or name.startswith("chunklib/")] == []
    data = sorted(name.partition(".data/data/")[2] for name in names if ".data/data/" in name)
    assert data == [
        "etc/jupyter/jupyter_server_config.d/zz-chunklib.json",
        "share/jupyter/nbconvert/templates/formgrade/mathjax.html.j2",
    ]


@pytest.mark.parametrize("name", ["chunklib", "chunklib_course"])
def test_a_source_archive_gives_the_same_wheel(built: Path, name: str, tmp_path: Path) -> None:
    with tarfile.open(source(built, name)) as archive:
        archive.extractall(tmp_path, filter="data")
    [unpacked] = tmp_path.iterdir()
    again = "import setuptools.build_meta as build; build.build_wheel('wheels')"
    done = run(sys.executable, "-c", again, cwd=unpacked)
    assert done.returncode == 0, done.stderr
    [made] = (unpacked / "wheels").iterdir()
    contents = [set(zipfile.ZipFile(path).namelist()) for path in (made, wheel(built, name))]
    assert contents[0] == contents[1]


def test_their_pages_are_what_a_package_index_shows(built: Path) -> None:
    done = run(Path(sys.executable).with_name("twine"), "check", "--strict", *built.iterdir(), cwd=built)
    assert done.returncode == 0, done.stdout
    for page in (ROOT / "chunklib/README.md", ROOT / "course/README.md"):  # an index has no files beside a page
        assert re.findall(r"\]\((?!https://)[\w./#-]+\)", page.read_text("utf-8")) == []


@pytest.mark.required_in_ci
def test_the_library_works_alone(built: Path, tmp_path: Path) -> None:
    here = environment(tmp_path / "env", wheel(built, "chunklib"))
    [snippet] = re.findall(r"```python\n(.*?)```", (ROOT / "chunklib/README.md").read_text("utf-8"), re.DOTALL)
    done = run(here / "python", "-c", snippet, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[1] == "True"
    (tmp_path / "note.txt").write_text("One two. Three four.\n\nFive six.", "utf-8")
    done = run(here / "chunklib", "chunk", "note.txt", "--size", "5", "--overlap", "0", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    done = run(here / "chunklib", "grade", "hello", ".", "--out", "marks", cwd=tmp_path)
    assert done.stderr == "chunklib: grade is a command of the course; pip install 'chunklib-course[class]'\n"
    assert done.returncode == 2
    assert run(here / "chunklib", "doctor", cwd=tmp_path).returncode == 0


@pytest.mark.required_in_ci
def test_the_course_runs_its_first_lesson(built: Path, tmp_path: Path) -> None:
    here = environment(tmp_path / "env", wheel(built, "chunklib"), wheel(built, "chunklib_course"), "nbclient")
    done = run(here / "chunklib-course", "start", "mine", "--only-files", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    lesson = tmp_path / "mine/notebooks/00_start_here.ipynb"
    done = run(here / "python", "-c", RUN, lesson, lesson.parent, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    done = run(here / "chunklib", "doctor", "--course", cwd=tmp_path)
    assert done.returncode == 0, done.stdout
    done = run(here / "chunklib", "collect", "07", cwd=tmp_path)
    assert done.stderr == "chunklib: not installed: nbgrader; pip install 'chunklib-course[class]'\n"
