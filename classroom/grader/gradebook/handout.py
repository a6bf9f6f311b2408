"""The students' copy of the course: library, lessons, exercises; no solutions, no teacher's pages, no history."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from chunklib.errors import ChunklibError, InvalidValue
from classroom.build.builder import build_text
from classroom.build.compare import is_as_built
from classroom.build.masters import BuildError, find_masters, stale_notebooks
from classroom.grader.gradebook.learner_files import copy_learner_files, is_ignored, to_be_put
from classroom.judge.manifest import of_exercises

RECORD = ".handout.json"
TARGETS = ("help", "lab", "peers", "clean")
"""What a learner makes; everything else needs something that stays with the teacher."""
_README = Path(__file__).with_name("handout_readme.md")
_LIBRARY = ("chunklib", "classroom", "course", "tiktoken_ext")
_FILES = ("pyproject.toml", *(f"requirements/{group}.txt" for group in ("learner", "peers", "uv")))
_MADE_LATER = (".venv", ".venv-uv", "build", "chunklib.egg-info", "chunklib_course.egg-info")  # by make lab


class NotHandedOut(ChunklibError):
    """Says in one line why a hand-out cannot be made, or must not be written to its place."""


def hand_out(root: Path, out: Path) -> int:
    """Write the students' copy of a course into a folder, in one step.

    Args:
        root: the course, a checkout with library and masters.
        out: a folder that is not there, is empty, or is a hand-out in which nothing was changed, which is replaced.

    Returns:
        the number of files.

    Raises:
        NotHandedOut: the course is not as built, or ``out`` holds something else; nothing has been changed.
        OSError: something cannot be read or written.
    """
    try:
        _look_at_place(root, out)
        _look_at(out)  # before the work; it is looked at again when the hand-out is put there
        look_at_course(root)
        with to_be_put(out, _look_at) as half:
            _fill(root, half)
            record = {path.relative_to(half).as_posix(): _digest(path) for path in _files(half)}
            (half / RECORD).write_text(json.dumps(record, indent=1) + "\n", "utf-8")
    except (BuildError, ValueError) as error:
        raise NotHandedOut(str(error)) from None
    return len(record)


def _look_at_place(root: Path, out: Path) -> None:
    """Refuse a place in the course itself: the next hand-out, or git, would take it for a part of the course."""
    place, inside = out.resolve(), root.resolve()
    if place.is_relative_to(inside) and inside / "build" not in place.parents:
        raise InvalidValue(f"{out} is in the course itself: choose a folder outside of it, or one in {root / 'build'}")


def look_at_course(root: Path) -> None:
    """Refuse a course that is not as built: an exercise that was tried out in its own folder holds an answer.

    Raises:
        ValueError: something is missing, not listed or not as built; the message names it and says what to do.
        BuildError: a master cannot be read.
    """
    for name in (*_LIBRARY, "exercises", *_FILES, "Makefile"):
        if not (root / name).exists():
            raise InvalidValue(f"{root} has no {name}: a hand-out is made from a whole checkout of the course")
    of_exercises(root).names()
    masters = find_masters(root)
    for path in stale_notebooks(root, masters):
        raise InvalidValue(f"{path.relative_to(root)} has no master, and would be handed out: move it away")
    for master in masters:
        for path, text in build_text(master).items():
            if not is_as_built(path, text):
                remedy = f"python -m classroom.build {master.slug[:2]} makes it again"
                raise InvalidValue(f"{path.relative_to(root)} is not as its master says: {remedy}")


def _look_at(out: Path) -> None:
    """Refuse a place that holds anything but a hand-out as it was made."""
    if not os.path.lexists(out):
        return
    if out.is_symlink() or not out.is_dir():
        raise InvalidValue(f"{out} is not a hand-out: choose another folder")
    if not any(out.iterdir()):
        return
    try:
        record = json.loads((out / RECORD).read_text("utf-8"))
        known = dict(record) if isinstance(record, dict) else {}
    except (OSError, ValueError):
        known = {}
    if not known:
        raise InvalidValue(f"{out} is not a hand-out: choose another folder")
    for path in _files(out):
        name = path.relative_to(out).as_posix()
        if path.is_symlink() or known.get(name) != _digest(path):
            raise InvalidValue(f"{out} holds {name}, which is not as it was handed out: choose another folder")


def _files(folder: Path) -> Iterator[Path]:
    """Yield the files of a hand-out, but its record and what Python, JupyterLab and make lab leave in it."""
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder)
        left = name == Path(RECORD) or name.parts[0] in _MADE_LATER or is_ignored(name)
        if not left and (path.is_symlink() or not path.is_dir()):
            yield path


def _digest(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest() if path.is_file() else ""


def _fill(root: Path, half: Path) -> None:
    copy_learner_files(root, half)
    for path in _library(root):
        (half / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(root / path, half / path)
    shutil.copyfile(_README, half / "README.md")
    (half / "Makefile").write_text(learners_makefile((root / "Makefile").read_text("utf-8")), "utf-8")


def _library(root: Path) -> Iterator[Path]:
    """Yield the files of the library, and of the exercises what a check runs; not a teacher's notes beside that."""
    for top in _LIBRARY:
        for path in sorted((root / top).rglob("*")):
            name = path.relative_to(root)
            if path.is_file() and not (path.is_symlink() or is_ignored(name) or name.name.startswith(".")):
                yield name
    manifest = of_exercises(root)
    yield from map(Path, (*manifest.names(), manifest.path.relative_to(root).as_posix(), *_FILES))


def learners_makefile(makefile: str) -> str:
    r"""Return a Makefile with the targets of ``TARGETS``, and with what they use.

    >>> learners_makefile("A := 1\nB := 2\n\nlab: $(A) ## open\n\ntest: $(B) ## try\n")
    'A := 1\n\nlab: $(A) ## open\n'
    """
    targets = re.compile(r"^([a-z-]+):.*?##", re.MULTILINE)
    blocks = [block for block in re.split(r"\n{2,}", makefile.strip()) if _wanted(block, targets)]
    text = "\n\n".join(blocks) + "\n"
    text = re.sub(r"^\.PHONY:.*$", f".PHONY: {' '.join(TARGETS)}", text, flags=re.MULTILINE)
    variable = re.compile(r"^(?:#.*\n)*(\w+) [:?]?=(?:.*\\\n)*.*\n", re.MULTILINE)
    return variable.sub(lambda found: found[0] if re.search(rf"\$\((call )?{found[1]}[),]", text) else "", text)


def _wanted(block: str, targets: re.Pattern[str]) -> bool:
    target = targets.match(block)
    return target is None or target[1] in TARGETS
