"""Build both distributions of this repository: ``python -m deploy.distributions FOLDER``.

The library is chunklib with the vocabularies of tiktoken. The course is classroom with lessons, exercises and quizzes,
and without solutions. Each is copied to a scratch folder as it will be unpacked, and built there, so nothing is left in
the checkout.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
_LICENSES = ("LICENSE", "LICENSE-TEXT")
_LIBRARY = ("pyproject.toml", "chunklib", "tiktoken_ext")
_COURSE = ("classroom",)
_LESSONS = ("notebooks/*.ipynb", "notebooks/learner/*.ipynb", "exercises/**/*", "docs/glossary.md")
"""What a learner opens, and the solved lessons; it is installed in the folder ``course`` of the package classroom."""
_LEFT = shutil.ignore_patterns("__pycache__", ".ipynb_checkpoints", ".*")
_BUILD = """
import sys, setuptools.build_meta as build
folder = sys.argv[1]  # setuptools writes arguments of its own there
build.build_sdist(folder)
build.build_wheel(folder)
"""


def main(folder: str) -> int:
    """Build a wheel and a source archive of each distribution into a folder, which is emptied first."""
    shutil.rmtree(folder, ignore_errors=True)
    Path(folder).mkdir(parents=True)
    for archive in [*build_library(ROOT, Path(folder)), *build_course(ROOT, Path(folder))]:
        print(f"{archive.stat().st_size / 1e3:8,.0f} kB  {archive.name}")
    return 0


def build_library(root: Path, folder: Path) -> list[Path]:
    """Build the library.

    Args:
        root: the checkout.
        folder: where the archives go; it exists.

    Returns:
        the source archive and the wheel.

    Raises:
        RuntimeError: setuptools cannot build it; with its last line.
    """
    with tempfile.TemporaryDirectory(prefix="chunklib-build-") as scratch:
        for name in (*_LIBRARY, *_LICENSES):
            _copy(root / name, Path(scratch, name))
        return _build(Path(scratch), folder)


def build_course(root: Path, folder: Path, more: Iterable[Path] = ()) -> list[Path]:
    """Build the course; see ``build_library``.

    Args:
        root: the checkout.
        folder: where the archives go; it exists.
        more: further files for the folder of the course, relative to ``root``.
    """
    with tempfile.TemporaryDirectory(prefix="chunklib-build-") as scratch:
        for name in (*_COURSE, *_LICENSES):
            _copy(root / name, Path(scratch, name))
        for path in (root / "course").iterdir():
            if path.is_file():
                Path(scratch, path.name).write_text(path.read_text("utf-8").replace("../", ""), "utf-8")
        for path in (*lesson_files(root), *more):
            _copy(root / path, Path(scratch, "classroom", "course", path))
        return _build(Path(scratch), folder)


def lesson_files(root: Path) -> list[Path]:
    """List what a learner opens, relative to the checkout: lessons, exercises and the glossary."""
    found = {path for pattern in _LESSONS for path in root.glob(pattern) if path.is_file()}
    left = {"__pycache__", ".ipynb_checkpoints"}
    return sorted(path.relative_to(root) for path in found if left.isdisjoint(path.parts))


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.is_dir():
        shutil.copytree(source, target, ignore=_LEFT)
    else:
        shutil.copyfile(source, target)


def _build(source: Path, folder: Path) -> list[Path]:
    with tempfile.TemporaryDirectory(dir=folder.resolve(), prefix=".new-") as fresh:
        command = [sys.executable, "-c", _BUILD, fresh]
        done = subprocess.run(command, cwd=source, capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError(f"setuptools: {(done.stderr.strip().splitlines() or ['failed'])[-1]}")
        return [archive.replace(folder / archive.name) for archive in sorted(Path(fresh).iterdir())]


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
