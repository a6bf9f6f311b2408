"""Clean what was handed in, before nbgrader touches it: no links, and the notebook by its own name.

nbgrader copies what lies beside a notebook and follows links while it does, with the rights of the teacher.
"""

from __future__ import annotations

import os
import re
import secrets
import shutil
import stat
import warnings
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import UTC
from pathlib import Path

from nbgrader.exchange.default import ExchangeCollect
from nbgrader.utils import parse_utc

from classroom.grader.gradebook.places import OwnAsked, released_notebooks
from classroom.grader.intake.entries import meant_among
from classroom.grader.intake.notebook import MAX_BYTES
from classroom.grader.intake.times import EXCHANGE_FILES, KEY_FILE, STAMP, handed_in, moment_of, stamp_of
from classroom.judge.manifest import HOME, of_exercises, of_solutions

_MOST_FILES = 200


def make_safe(assignment: str, student: str, notebooks: list[str]) -> None:  # noqa: ARG001 -- nbgrader names them
    """Make one submission safe to be copied, and put its notebook under the name of the exercise.

    Args:
        assignment: the exercises' slug.
        student: nbgrader's pattern for students; which one it is, the paths say.
        notebooks: the notebooks that nbgrader found in one submission; changed in place.

    Raises:
        SystemExit: what would mark it is not as the build has listed it. That stops the whole batch.
    """
    if not notebooks:
        return
    folder = Path(notebooks[0]).parent
    root = folder.parents[3]  # <root>/<grading>/submitted/<student>/<assignment>
    _stop_unless_listed(root)
    for path in strange_files(folder):
        path.unlink()
    put_exchange_files(folder)
    wanted = [folder / name for name in released_notebooks(root, assignment)]
    if len(wanted) > 1:
        notebooks[:] = [name for name in notebooks if Path(name) in wanted] or notebooks
        return
    meant = meant_among([Path(name) for name in notebooks], OwnAsked("", assignment, (wanted[0].stem,)))
    if str(wanted[0]) not in notebooks and len(meant) == 1:
        shutil.copy2(meant[0], wanted[0], follow_symlinks=False)
        notebooks[:] = [str(wanted[0])]


def _stop_unless_listed(root: Path) -> None:
    try:
        for manifest in (*map(of_exercises, {HOME, root}), of_solutions(root / "solutions")):
            manifest.names()
    except ValueError as error:  # nbgrader would take any other exception for the fault of one student, and go on
        raise SystemExit(f"chunklib: {error}") from None


def put_exchange_files(folder: Path) -> None:
    """Repair the two small files by which nbgrader hands feedback back: one that is missing stops it for everybody.

    A time that cannot be read becomes an empty one, one that nbgrader would read as another is written in UTC, and a
    secret that nbgrader did not write is replaced by a new one.
    """
    time, secret = folder / STAMP, folder / KEY_FILE
    said = _start_of(time).strip()
    known = _in_utc(said)
    if known != said or not said:
        time.write_text(known, encoding="ascii")
    if not re.fullmatch(r"[0-9a-f]{128}", _start_of(secret)):
        secret.write_text(secrets.token_hex(64), encoding="ascii")


def _in_utc(written: str) -> str:
    """Return a time that nbgrader reads as what it is: it takes a zone that it does not know for UTC.

    Nothing is returned for a text that is not a time; a text that only nbgrader can read is left as it is.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of dateutil, at a zone that it does not know
        try:
            read = parse_utc(written or None)
        except Exception:  # noqa: BLE001 -- a student's file may make a date's parser fail in any way
            return ""
    with suppress(ValueError, OverflowError):
        meant = stamp_of(moment_of(written, UTC))
        return written if read == parse_utc(meant) else meant
    return written


def _start_of(path: Path) -> str:
    if not path.is_file():
        return ""
    with path.open("rb") as file:
        return file.read(200).decode("utf-8", "replace")


def strange_files(folder: Path) -> Iterator[Path]:
    """Yield what is neither a plain file nor a folder: links, pipes, devices."""
    found = [Path(place, name) for place, folders, files in os.walk(folder) for name in (*folders, *files)]
    for path in found:  # follows no links
        mode = path.lstat().st_mode
        if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode) and path.suffix != ".ipynb":
            yield path


def copy_plain(files: Sequence[Path], target: Path) -> list[str]:
    """Copy the notebooks and the exchange's files of a submission; returns the names of all else, which is left out."""
    left: list[str] = []
    target.mkdir(parents=True)
    for path in files[:_MOST_FILES]:
        wanted = path.suffix == ".ipynb" or path.name in EXCHANGE_FILES
        if not wanted or not copy_file(path, target / path.name, notebook=path.suffix == ".ipynb"):
            left.append(path.name)
    return left


def copy_file(path: Path, copy: Path, *, notebook: bool = True) -> bool:
    """Copy one plain file with its time; returns whether there is a copy.

    A notebook that is too large keeps its size and loses its content, and one that is a link becomes a link to
    nothing: the grader says so of each, and nothing else reads them.
    """
    about = path.lstat()
    if notebook and stat.S_ISLNK(about.st_mode):
        copy.symlink_to("left-out")
    elif notebook and stat.S_ISREG(about.st_mode) and about.st_size > MAX_BYTES:
        with copy.open("wb") as file:
            file.truncate(about.st_size)
    elif stat.S_ISREG(about.st_mode) and about.st_size <= MAX_BYTES:
        shutil.copyfile(path, copy, follow_symlinks=False)
    else:
        return False
    if not copy.is_symlink():
        os.utime(copy, ns=(about.st_atime_ns, about.st_mtime_ns))
    return True


def put_later_time(notebooks: Sequence[Path]) -> None:
    """Write the time that counts into ``timestamp.txt`` beside notebooks, if it is later than what that file says."""
    found = [moment for moment in map(handed_in, notebooks) if moment is not None and moment.stamp is not None]
    if any(moment.seconds != moment.stamp for moment in found):
        with suppress(ValueError):  # no calendar has it
            notebooks[0].with_name(STAMP).write_text(stamp_of(max(one.seconds for one in found)), encoding="ascii")


class SafeCollect(ExchangeCollect):  # type: ignore[misc]
    """Collects from nbgrader's exchange what is a plain file, and lets no submission stop the others."""

    def do_copy(self, src: str, dest: str, log: object = None) -> None:  # noqa: ARG002 -- nbgrader gives it
        """Copy one submission; a link to another student's work is marked as one, and copies nothing."""
        source, target = Path(src), Path(dest)
        if source.is_symlink():
            target.mkdir(parents=True)
            for name in released_notebooks(Path(self.coursedir.root), self.coursedir.assignment_id):
                (target / name).symlink_to("left-out")
            return
        try:
            for name in copy_plain(sorted(source.iterdir()), target):
                self.log.warning("left out of %s: %r", src, name)
            put_later_time(sorted(target.glob("*.ipynb")))
        except OSError as error:
            self.log.warning("cannot collect %s: %s", src, error.strerror or error)
            target.mkdir(parents=True, exist_ok=True)
