"""Gather what a learner's folder holds: lessons with blanks, exercises, the glossary, my_rag, and a first page."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, cast

from classroom.judge.catalogue import EXERCISES
from classroom.judge.errors import CourseError
from classroom.judge.manifest import HOME

PAGE = "start_here.md"
LESSONS = "notebooks"
_PAGES = Path(__file__).parent / "pages"
_PACKAGE = Path(__file__).parents[1] / "kept" / "package"
_OF_THE_COURSE = r"\d\d_[a-z0-9_]+"
_TRIP = "side_trip_"
_PART_OF_A_NAME = r"[^./\\:\x00-\x1f][^/\\:\x00-\x1f]*"
_AT_THE_TOP = "|".join(sorted(page.stem for page in _PAGES.glob("*.md")))
_LAID_OUT = re.compile(
    rf"({_AT_THE_TOP})(\.new)?\.md|(docs|my_rag)/[a-z_]+(\.new)?\.(md|py|toml|svg|png)"
    rf"|{LESSONS}/({_OF_THE_COURSE}|{_TRIP}[a-z0-9_]+)(\.new)?\.ipynb|exercises(/{_PART_OF_A_NAME}){{2,}}",
    re.ASCII,
)
_LEFT = {"__pycache__", ".ipynb_checkpoints"}
_PART = re.compile(r"\{lessons (\d\d)-(\d\d)\}|\{side trips\}")
_HEAD = re.compile(r"# (?:(?:\d+|Side trip) · )?(.+)\n+\*(\d+) minutes")


def course_files(home: Path = HOME, package: Path = _PACKAGE) -> dict[str, bytes]:
    """Return all that the course puts into a learner's folder: the bytes by path, with forward slashes.

    Args:
        home: the folder of the course, where the build put its notebooks.
        package: the folder with the files that ``my_rag`` begins with.

    Raises:
        CourseError: there are no lessons for a learner.
        OSError: a file cannot be read.
    """
    paths = {f"{LESSONS}/{path.name}": path for path in (home / LESSONS / "learner").glob("*.ipynb")}
    if not paths:
        raise CourseError(f"{home} has no lessons for a learner: python -m classroom.build makes them")
    paths |= {path.relative_to(home).as_posix(): path for path in _exercises(home)}
    paths |= {f"my_rag/{path.relative_to(package).as_posix()}": path for path in _inside(package)}
    if (glossary := home / "docs" / "glossary.md").is_file():
        paths["docs/glossary.md"] = glossary
    paths |= {path.name: path for path in _PAGES.glob("*.md") if path.name != PAGE}
    files = {name: path.read_bytes() for name, path in sorted(paths.items())}
    return {PAGE: _first_page(files).encode()} | files


def may_be_laid_out(name: str) -> bool:
    """Tell whether a file is called as one that some release of the course may have put into a learner's folder.

    >>> [may_be_laid_out(name) for name in ("notebooks/12_more.ipynb", "exercises/own/data.txt", "start_here.md")]
    [True, True, True]
    >>> [may_be_laid_out(name) for name in ("../a.md", ".bashrc", "exercises/a/../../b", "notes/mine.txt", "/a.md")]
    [False, False, False, False, False]
    """
    return _LAID_OUT.fullmatch(name) is not None


def digest(name: str, data: bytes) -> str:
    """Return what tells two versions of a file apart: of a notebook the text of its cells, not what they show.

    Empty cells do not count: JupyterLab adds one when the last cell is run.

    >>> digest("a.md", b"one" + bytes([13, 10])) == digest("a.md", b"one" + bytes([10]))
    True
    """
    if name.endswith(".ipynb"):
        with suppress(ValueError, LookupError, TypeError, AttributeError, RecursionError):
            data = json.dumps(list(_cells(data))).encode()
    return sha256(data.replace(b"\r\n", b"\n")).hexdigest()


def refuse_answers(files: Mapping[str, bytes]) -> None:
    """Refuse a course with a notebook that holds an answer, since others would get it.

    Raises:
        CourseError: a cell of it shows something, or a function of its exercise is not empty.
    """
    exercises = [(one.name, f"exercises/{one.lesson}/{one.lesson}.ipynb") for one in EXERCISES.values()]
    for name in files:
        if name.endswith(".ipynb"):
            code = [cell for cell in _read(name, files[name]) if cell["cell_type"] == "code"]
            empty = [text for cell in code if "raise NotImplementedError" in (text := "".join(cell["source"]))]
            asked = [exercise for exercise, notebook in exercises if notebook == name]
            answered = not all(any(f"def {one}(" in text for text in empty) for one in asked)
            if answered or any(cell.get("outputs") for cell in code):
                rule = "is filled in, and would be handed out"
                raise CourseError(f"{HOME / name} {rule}: python -m classroom.build makes it again")


def _cells(data: bytes) -> Iterator[tuple[str, str, object]]:
    for cell in json.loads(data)["cells"]:
        source = "".join(cell["source"])
        if source.strip():
            yield cell["cell_type"], source, cell.get("attachments")


def _exercises(home: Path) -> Iterator[Path]:
    """Yield the notebooks of exercises; of an assignment that a teacher added everything, as learners need it."""
    for folder in (home / "exercises").glob("*"):
        of_the_course = re.fullmatch(_OF_THE_COURSE, folder.name) and any(folder.rglob("*.py"))
        yield from folder.glob("*.ipynb") if of_the_course else _inside(folder)


def _inside(folder: Path) -> Iterator[Path]:
    return (path for path in folder.rglob("*") if path.is_file() and _LEFT.isdisjoint(path.parts))


def _first_page(files: Mapping[str, bytes]) -> str:
    """Return the page Start here; the lessons of each part and their minutes are those that the lessons state."""
    found = {name: head for name in files if (head := _head(name, files[name]) if name.startswith(LESSONS) else None)}

    def row(part: re.Match[str]) -> str:
        numbers = {name: "" if (slug := Path(name).name).startswith(_TRIP) else slug[:2] for name in found}
        inside = [name for name in found if (part[1] or "") <= numbers[name] <= (part[2] or "")]
        links = " · ".join(f"{numbers[name]} [{found[name][1]}]({name})".lstrip() for name in inside)
        return f"{links} | {sum(int(found[name][2]) for name in inside)}"

    return _PART.sub(row, (_PAGES / PAGE).read_text("utf-8"))


def _head(name: str, notebook: bytes) -> re.Match[str] | None:
    cells = _read(name, notebook)
    return _HEAD.match("".join(cells[0]["source"])) if cells else None


def _read(name: str, notebook: bytes) -> list[dict[str, Any]]:
    """Return the cells of a notebook of the course."""
    try:
        cells = json.loads(notebook)["cells"]
        _ = ["".join(cell["source"]) + cell["cell_type"] for cell in cells]
    except (ValueError, LookupError, TypeError):
        raise CourseError(f"{name} of the course is not a notebook: make or install the course again") from None
    return cast("list[dict[str, Any]]", cells)
