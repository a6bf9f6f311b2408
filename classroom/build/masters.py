"""Find the masters, read them, and say which notebooks they become.

A cell's id is derived from the slug, the cell's text and how often that text came before: it survives the
insertion of other cells, and a cell has the same id in the exercise and in the solution.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Literal

import jupytext
from nbformat import NotebookNode, ValidationError

from chunklib.errors import ChunklibError
from classroom.build.you_are_here import with_map

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

Kind = Literal["lesson", "trip", "learner", "solution", "exercise"]

SOLUTION = "solution:"
BLANK = "blank:"
ANSWER = "answer:"
POINTS = "points:"
AFTER = "after:"
NUMBERS = "numbers:"
SOLUTION_ONLY = "solution-only"
EXERCISE_ONLY = "exercise-only"
EXPECTED_PICTURE = "expected-picture"
RAISES = "raises-exception"
PLOT = "plot"

TEACHERS = ("master.py", "right", "wrong", "hidden", "blanks.toml")
"""What is beside a solution's notebook and stays with the teacher."""

_LESSON_TAGS = frozenset({RAISES, PLOT})
_SOLUTION_TAGS = frozenset({RAISES, SOLUTION_ONLY, EXERCISE_ONLY, EXPECTED_PICTURE})
_TRIP = "side_trip_"
_SLUG = re.compile(rf"\d\d_[a-z0-9_]+|{_TRIP}[a-z0-9_]+")
_PERCENT = {"extension": ".py", "format_name": "percent", "comment_magics": False}


class BuildError(ChunklibError):
    """Says what stops the build, in one line for the author of a master."""


@dataclass(frozen=True, slots=True)
class Master:
    """Holds what is known of one master: its slug, what it teaches with, and the folder of the course."""

    slug: str
    kind: Literal["lesson", "trip", "solution"]
    root: Path

    @property
    def name(self) -> str:
        """Return the master's path inside the course, with forward slashes."""
        return f"solutions/{self.slug}/master.py" if self.kind == "solution" else f"notebooks/src/{self.slug}.py"

    @property
    def targets(self) -> dict[Kind, Path]:
        """Return the notebooks that this master becomes; the first one is executed."""
        file = f"{self.slug}.ipynb"
        if self.kind == "solution":
            return {kind: self.root / f"{kind}s" / self.slug / file for kind in ("solution", "exercise")}
        notebooks = self.root / "notebooks"
        return {self.kind: notebooks / file, "learner": notebooks / "learner" / file}


def find_masters(root: Path) -> list[Master]:
    """Return all masters of the course at ``root``: lessons, side trips, solutions, each in the order of their slugs.

    Raises:
        BuildError: there is none, or a name is not a slug like ``03_fixed_windows``.
    """
    pages = (path.stem for path in sorted(root.glob("notebooks/src/*.py")))
    lessons = [Master(slug, "trip" if slug.startswith(_TRIP) else "lesson", root) for slug in pages]
    solutions = [Master(path.parent.name, "solution", root) for path in sorted(root.glob("solutions/*/master.py"))]
    masters = lessons + solutions
    if not masters:
        raise BuildError(f"no masters in {root}: expected notebooks/src/*.py or solutions/*/master.py")
    for master in masters:
        if not _SLUG.fullmatch(master.slug):
            raise BuildError(
                f"{master.name}: a master is named after its lesson, NN_slug, or {_TRIP}slug: small letters"
            )
    return masters


def choose(masters: Sequence[Master], names: Iterable[str]) -> list[Master]:
    """Return the masters that ``names`` ask for (a number such as ``03``, or a whole slug); all if none is named.

    Raises:
        BuildError: a name fits no master.
    """
    wanted = set()
    for name in names:
        found = {master.slug for master in masters if master.slug == name or master.slug[:2] == name}
        if not found:
            raise BuildError(f"no master {name!r}; there are {', '.join(sorted({m.slug for m in masters}))}")
        wanted |= found
    return [master for master in masters if not wanted or master.slug in wanted]


def stale_notebooks(root: Path, masters: Iterable[Master]) -> list[Path]:
    """Find notebooks at the places of generated ones that no master becomes, in the order of their paths.

    A teacher's own assignment, in ``solutions`` and released into ``exercises``, is none.
    """
    masters = list(masters)
    expected = {path for master in masters for path in master.targets.values()}
    slugs = {master.slug for master in masters}
    lessons = {*root.glob("notebooks/*.ipynb"), *root.glob("notebooks/learner/*.ipynb")}
    others = {path for folder in ("solutions", "exercises") for path in root.glob(f"{folder}/*/*.ipynb")} - expected
    found = lessons | {path for path in others if path.parent.name in slugs or was_built(path)}
    return sorted(path for path in found - expected if path.parent.name != ".ipynb_checkpoints")


def was_built(path: Path) -> bool:
    """Tell whether an exercise or a solution came out of this build; so counts what holds no cell.

    A cell that nobody has changed still has the id that is derived from its text and its folder's name.
    """
    try:
        cells = [cell for cell in json.loads(path.read_text(encoding="utf-8"))["cells"] if isinstance(cell, dict)]
    except (OSError, ValueError, LookupError, TypeError):
        return True
    return not cells or any(_built_id(path.parent.name, cell) for cell in cells)


def _built_id(slug: str, cell: Mapping[str, object]) -> bool:
    source = cell.get("source")
    text = "".join(map(str, source)) if isinstance(source, list) else str(source)
    return cell.get("id") == _cell_id(f"{slug}\n{cell.get('cell_type')}\n{text}", 0)


def _cell_id(key: str, before: int) -> str:
    return sha256(f"{key}\n{before}".encode("utf-8", "surrogatepass")).hexdigest()[:12]


def read_master(master: Master) -> NotebookNode:
    """Return the master as a notebook without outputs: cells with stable ids and, of their metadata, only the tags.

    Raises:
        BuildError: the file is not UTF-8 text, or a cell has a tag that the build does not know.
    """
    path = master.root / master.name
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise BuildError(f"{master.name}: not UTF-8 text at byte {error.start}") from None
    try:
        read = jupytext.reads(text, fmt=_PERCENT).cells
    except ValidationError as error:  # such as a tag with a comma
        raise BuildError(f"{master.name}: {str(error).partition(chr(10))[0]}") from None
    seen: Counter[str] = Counter()
    cells: list[NotebookNode] = []
    for cell in read:
        key = f"{master.slug}\n{cell.cell_type}\n{cell.source}"
        kept: dict[str, object] = {"tags": list(cell.metadata["tags"])} if cell.metadata.get("tags") else {}
        if PLOT in cell.metadata.get("tags", ()):
            kept["jupyter"] = {"source_hidden": True}  # Lab folds the code of a picture away
        source = with_map(cell.source) if master.kind != "solution" and not cells else cell.source
        cells.append(new_cell(cell.cell_type, source, _cell_id(key, seen[key]), metadata=kept))
        seen[key] += 1
    notebook = node({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})
    _reject_unknown_tags(master, notebook)
    return notebook


def new_cell(kind: str, source: str, cell_id: str, **more: object) -> NotebookNode:
    """Return a cell that was not run; ``more`` are further fields of the cell, such as its metadata."""
    run: dict[str, object] = {"execution_count": None, "outputs": []} if kind == "code" else {}
    fields = {"cell_type": kind, "id": cell_id, "metadata": {}, "source": source} | run | more
    return node(fields)


def node(fields: Mapping[str, object]) -> NotebookNode:
    """Return ``fields`` as a node of a notebook, nested ones too."""
    return NotebookNode(fields)  # type: ignore[no-untyped-call]


def tags(cell: NotebookNode) -> list[str]:
    """Return the tags of a cell."""
    return list(cell.metadata.get("tags", []))


def named(cell: NotebookNode, start: str) -> str | None:
    """Return what the tag of a cell that begins with ``start`` names, such as a function, or ``None``."""
    return next((tag.removeprefix(start) for tag in tags(cell) if tag.startswith(start)), None)


def labels(master: Master, notebook: NotebookNode) -> dict[str, str]:
    """Return, by cell id, the words by which messages name the cell: master, number from 1, first line."""
    return {
        cell.id: f"{master.name}, cell {number} ({cell.source.strip().partition(chr(10))[0][:60]})"
        for number, cell in enumerate(notebook.cells, start=1)
    }


def _reject_unknown_tags(master: Master, notebook: NotebookNode) -> None:
    known = _SOLUTION_TAGS if master.kind == "solution" else _LESSON_TAGS
    named = {"code": (BLANK,), "markdown": (AFTER, NUMBERS)}
    if master.kind == "solution":
        named = {"code": (SOLUTION,), "markdown": (ANSWER, POINTS)}
    label = labels(master, notebook)
    for cell in notebook.cells:
        for tag in tags(cell):
            if tag not in known and not tag.startswith(named.get(cell.cell_type, ())):
                places = [*sorted(known), *(f"{start}<name>" for starts in named.values() for start in starts)]
                raise BuildError(f"{label[cell.id]}: unknown tag {tag!r}; tags here: {', '.join(places)}")
