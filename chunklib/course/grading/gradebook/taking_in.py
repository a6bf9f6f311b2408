"""Take in submissions from a folder or a zip: of a learning platform, of a mailbox, or a folder for each student.

Each goes to ``grading/submitted/<student>/<exercise>/<exercise>.ipynb``, where nbgrader looks. Only notebooks are
taken, only plain files, and each with a word of what became of it.
"""

from __future__ import annotations

import filecmp
import re
import shutil
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from chunklib.course.grading.gradebook.driving import Failed
from chunklib.course.grading.gradebook.handed_in import copy_plain, meant_notebook
from chunklib.course.grading.gradebook.own import released_notebooks
from chunklib.course.grading.gradebook.places import GRADING
from chunklib.course.grading.naming import Asked, owner_of
from chunklib.course.grading.notebook import MAX_BYTES

MAX_ENTRIES = 5_000
_NAME = re.compile(r"[\w@][\w@+.' -]{0,79}")

Became = Literal["taken", "replaced", "unchanged", "refused"]


@dataclass(frozen=True)
class Taken:
    """What became of one submission: its student, the place it came from, and why where it was refused."""

    student: str
    place: str
    became: Became
    reason: str = ""


def take_in(source: Path, asked: Asked, root: Path) -> Iterator[Taken]:
    """Copy the submissions in a folder or a zip to where nbgrader looks; yields a word on each.

    Args:
        source: a folder, or a zip of one: ``<student>/<slug>/*.ipynb``, ``<student>/*.ipynb`` or ``<student>*.ipynb``.
        asked: the exercise that they are of.
        root: the folder of the course.

    Raises:
        Failed: There is no such folder, or the zip cannot be read.
    """
    slug = asked.lesson
    with _opened(source) as folder:
        for student, paths in _by_student(folder, asked).items():
            place = ", ".join(path.name for path in paths)
            if not _NAME.fullmatch(student) or asked.named(student):
                yield Taken(student, place, "refused", "no name in it that a gradebook can hold")
            elif len(paths) > 1:
                yield Taken(student, place, "refused", "two submissions by one student: take one away")
            else:
                yield _taken(student, paths[0], slug, root)


def _by_student(folder: Path, asked: Asked) -> dict[str, list[Path]]:
    """Return what lies in a folder by the student it is named after; a platform's number tells namesakes apart."""
    found: dict[str, dict[str, list[Path]]] = {}
    for path in sorted(folder.iterdir()):
        if path.is_dir() or path.suffix == ".ipynb":
            owner = owner_of(path.stem if path.suffix == ".ipynb" else path.name, asked)
            found.setdefault(owner.student, {}).setdefault(owner.number, []).append(path)
    several = {student for student, numbers in found.items() if len(set(numbers) - {""}) > 1}
    named = [
        (f"{student}_{number}" if student in several and number else student, paths)
        for student, numbers in found.items()
        for number, paths in numbers.items()
    ]
    merged: dict[str, list[Path]] = {}
    for student, paths in named:
        merged.setdefault(student, []).extend(paths)
    return merged


def _taken(student: str, path: Path, slug: str, root: Path) -> Taken:
    """Copy one submission, a folder or a single notebook, in one step."""
    target = root / GRADING / "submitted" / student / slug
    target.parent.mkdir(parents=True, exist_ok=True)
    fresh = Path(tempfile.mkdtemp(dir=target.parent, prefix=".taking-"))
    try:
        copy = fresh / slug
        copy_plain(_files_of(path, slug), copy)
        refused = _named(copy, released_notebooks(root, slug))
        if refused:
            return Taken(student, path.name, "refused", refused)
        return Taken(student, path.name, _put(copy, target, root / GRADING / "autograded" / student / slug))
    except OSError as error:
        return Taken(student, path.name, "refused", f"cannot be copied: {(error.strerror or str(error)).lower()}")
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def _named(copy: Path, wanted: Sequence[str]) -> str:
    """Give the notebook that is meant the name that is looked for; returns why none is meant, or nothing."""
    found = sorted(copy.glob("*.ipynb"))
    if len(wanted) > 1:
        there = any(path.name in wanted for path in found)
        return "" if there else f"{len(found)} notebooks, and none is called {' or '.join(wanted)}"
    notebook = meant_notebook(found, Path(wanted[0]).stem)
    if notebook is None:
        return f"{len(found)} notebooks, and none is called {wanted[0]}" if found else "no notebook in it"
    notebook.replace(copy / wanted[0])
    return ""


def _files_of(path: Path, slug: str) -> list[Path]:
    """Return what lies in the folder of a submission; a submission may be a single file."""
    if path.is_symlink() or not path.is_dir():
        return [path]
    inner = path / slug
    return sorted((inner if inner.is_dir() and not inner.is_symlink() else path).iterdir())


def _put(copy: Path, target: Path, marked: Path) -> Became:
    """Move a copy to its place, and take nbgrader's marked copy of an older one away, so that it is marked again."""
    if not target.exists():
        copy.replace(target)
        return "taken"
    with suppress(OSError):
        ours, theirs = ({path.name for path in folder.glob("*.ipynb")} for folder in (copy, target))
        if ours == theirs and all(filecmp.cmp(copy / name, target / name, shallow=False) for name in ours):
            return "unchanged"
    shutil.rmtree(target)
    copy.replace(target)
    shutil.rmtree(marked, ignore_errors=True)
    return "replaced"


@contextmanager
def _opened(source: Path) -> Iterator[Path]:
    if source.is_dir():
        yield source
    elif source.is_file():
        with tempfile.TemporaryDirectory(prefix="chunklib-collect-") as scratch:
            _unpack(source, Path(scratch))
            yield Path(scratch)
    else:
        raise Failed(f"{source} is neither a folder nor a zip")


def _unpack(archive: Path, folder: Path) -> None:
    """Unpack the notebooks of a zip, whatever their names and sizes claim."""
    try:
        with zipfile.ZipFile(archive) as content:
            entries = [one for one in content.infolist() if one.filename.endswith(".ipynb")]
            if len(entries) > MAX_ENTRIES:
                raise Failed(f"{archive} has {len(entries):,} notebooks, and {MAX_ENTRIES:,} are taken at a time")
            for entry in entries:
                parts = Path(entry.filename.replace("\\", "/")).parts
                if not any(part in ("..", "/", "__MACOSX") or ":" in part for part in parts):
                    _write(content, entry, folder.joinpath(*parts))
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError) as error:
        raise Failed(f"cannot read {archive}: {str(error).lower()}") from None


def _write(content: zipfile.ZipFile, entry: zipfile.ZipInfo, path: Path) -> None:
    """Write one notebook; of a larger one no more than shows that it is too large."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with content.open(entry) as packed, path.open("wb") as file:
        file.write(packed.read(MAX_BYTES + 1))
