"""Say which files a learner gets: what the course needs and what they open; and put a folder in its place."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fnmatch import fnmatch
from pathlib import Path

from classroom.build.masters import TEACHERS
from classroom.grader.gradebook.places import own_assignments

_PATTERNS = ("notebooks/*.ipynb", "notebooks/learner/*.ipynb", "exercises/*/*.ipynb", "docs/glossary.md", "LICENSE*")
_SOLUTIONS = "solutions/*/*.ipynb"
_IGNORED = (".ipynb_checkpoints", "__pycache__", "*.pyc")  # nbgrader does not copy them either


def learner_files(root: Path, *, solutions: bool = False) -> list[Path]:
    """List what of a checkout a learner gets, as a course from which their folder is laid out.

    Args:
        root: the checkout.
        solutions: whether the filled-in exercises go with it.

    Returns:
        paths relative to ``root``, sorted. Of a teacher's own exercise all files that were released, as learners need
        what lies beside a notebook. Never masters, right or wrong answers, or hidden properties.
    """
    patterns = [*_PATTERNS, *([_SOLUTIONS] if solutions else [])]
    kinds = ["exercises", *(["solutions"] if solutions else [])]
    found = [path for pattern in patterns for path in root.glob(pattern)]
    found += [path for kind in kinds for own in own_assignments(root) for path in (root / kind / own).rglob("*")]
    return sorted(
        {path.relative_to(root) for path in found if path.is_file() and not _left_out(path.relative_to(root))}
    )


def is_ignored(path: Path) -> bool:
    """Tell whether a path is of what Python and JupyterLab leave behind."""
    return any(fnmatch(part, pattern) for part in path.parts for pattern in _IGNORED)


def _left_out(path: Path) -> bool:
    return is_ignored(path) or (path.parts[0] == "solutions" and path.parts[2] in TEACHERS)


def copy_learner_files(root: Path, folder: Path) -> None:
    """Copy what a learner gets into a folder, at the same places; see ``learner_files``.

    Lessons are copied without what their cells show: it answers what they ask.
    """
    for path in learner_files(root):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        if path.parts[0] == "notebooks":
            (folder / path).write_text(without_outputs((root / path).read_text("utf-8")), "utf-8")
        else:
            shutil.copyfile(root / path, folder / path)


def without_outputs(notebook: str) -> str:
    """Return the text of a notebook without the outputs of its cells; anything else stays as it is."""
    try:
        read = json.loads(notebook)
        code = [cell for cell in read["cells"] if cell["cell_type"] == "code"]
    except (ValueError, LookupError, TypeError):
        return notebook
    for cell in code:
        cell |= {"outputs": [], "execution_count": None}
    read.get("metadata", {}).pop("widgets", None)
    return json.dumps(read, ensure_ascii=False, indent=1) + "\n"


@contextmanager
def to_be_put(out: Path, look_at: Callable[[Path], None]) -> Iterator[Path]:
    """Yield a folder to fill, and move it to its place once it is complete.

    Args:
        out: where the folder goes.
        look_at: what raises for a place that holds anything that should be kept; it is asked again at the end.

    Yields:
        a path beside it, at which nothing is yet. If filling it fails, nothing has changed.

    Raises:
        ValueError: as ``look_at`` does.
        OSError: there is no room, or no right to write.
    """
    look_at(out)
    out = out.resolve()  # "." has no folder beside it by that name
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{out.name}-", dir=out.parent, ignore_cleanup_errors=True) as scratch:
        half, before = Path(scratch, "half"), Path(scratch, "before")
        yield half
        look_at(out)
        if out.exists():
            out.rename(before)
        try:
            half.rename(out)
        except OSError:
            if before.exists():
                before.rename(out)
            raise
