"""The folder of a batch: each mark in a file of its own, so that a batch can be broken off at any time.

DIR/seed             the class's secret; only its owner may read it
DIR/settings.json    what the marks depend on
DIR/marks/*.json     one file a submission and function, written whole or not at all
DIR/results.csv, DIR/results.json, DIR/totals.csv, DIR/totals.json, DIR/class.html, DIR/feedback/
DIR/pages            the names of the pages in feedback/, so that those of submissions that are gone can be removed
"""

from __future__ import annotations

import hmac
import json
import re
import secrets
import unicodedata
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from chunklib.atomic_write import replace_file, tidy
from chunklib.errors import InvalidValue
from chunklib.journal import Journal, locked
from classroom.grader.marks.model import Graded, graded_from, of_type
from classroom.grader.marks.versions import Settings, settings_of
from classroom.judge.ownership import look_at, look_at_secret, look_through

MARKS, FEEDBACK, SEED, SETTINGS, LOCK, PAGES = "marks", "feedback", "seed", "settings.json", "lock", "pages"
_MOST = 60  # characters of a student's name in a file's name
_ENDINGS = (SEED, PAGES, ".json", ".csv", ".html")
_DAMAGED = (ValueError, KeyError, TypeError, RecursionError)
"""What a damaged file makes of an attempt to read it."""


@dataclass
class Folder:
    """Holds an open folder of marks.

    ``seed`` is what the cases are drawn from; ``changed`` says in words what is no longer as it was when older marks
    were made, empty where nothing is.
    """

    journal: Journal
    seed: str
    settings: Settings
    trusted: bool
    changed: str = ""
    seen: set[str] = field(default_factory=set)

    def kept(self, student: str, function: str, file: str, digest: str) -> Graded | None:
        """Return the mark of a submission, None where it has to be made: none is kept, or something has changed.

        A mark that was made without a sandbox is kept only while the work is trusted; what is ``ungraded`` never is.
        """
        name = safe_name(student, function, file)
        self.seen.add(name)
        found = self.journal.get(name, _record) if digest else None
        if found is None:
            return None
        settings, trusted, graded = found
        mine = (graded.student, graded.mark.exercise, graded.file, graded.digest) == (student, function, file, digest)
        good = settings == self.settings.digest and (self.trusted or not trusted)
        return graded if good and mine and graded.mark.state in ("final", "failed") else None

    def keep(self, graded: Graded) -> None:
        """Write a mark down.

        Raises:
            OSError: the mark cannot be written.
        """
        record = {"settings": self.settings.digest, "trusted": self.trusted, "graded": asdict(graded)}
        name = safe_name(graded.student, graded.mark.exercise, graded.file)
        with _worded(self.journal.path(name)):
            self.journal.put(name, json.dumps(record, indent=1).encode("ascii"))

    def left_over(self) -> int:
        """Count the kept marks of submissions that were not asked for since the folder was opened."""
        return sum(name not in self.seen for name in self.journal)

    @property
    def damaged(self) -> int:
        """Return how many marks could not be read, and are made again."""
        return len(self.journal.damaged)

    def about_kept(self, old: int, number: int) -> Iterator[str]:
        """Say in words what became of the marks of an earlier run: ``old`` of a ``number`` were kept."""
        if self.changed:
            yield f"{self.changed} changed since the last run: everything is marked again"
        yield f"{old:,} of {number:,} marks are kept"
        if self.damaged:
            yield f"damaged, and made again: {self.damaged:,}"
        left = self.left_over()
        if left:
            older = "1 older mark is of a submission" if left == 1 else f"{left:,} older marks are of submissions"
            yield f"{older} that {'is' if left == 1 else 'are'} not here: left out of the results"


def _record(data: bytes) -> tuple[object, bool, Graded]:
    record = json.loads(data)
    return record["settings"], of_type(bool, record["trusted"]), graded_from(record["graded"])


@dataclass(frozen=True)
class Wanted:
    """Says which marks a folder is opened for.

    ``seed`` is what a teacher said, ``class_seed`` the one to begin a new folder with; with neither, a new one is
    drawn. ``resume`` goes on with marks that are there; ``trusted`` submissions run without a sandbox; ``forbids`` are
    libraries that no answer may lean on.
    """

    functions: tuple[str, ...]
    seed: str | None = None
    class_seed: str | None = None
    solutions: Path | None = None
    resume: bool = False
    trusted: bool = False
    forbids: tuple[str, ...] = ()


@contextmanager
def opened(out: Path, wanted: Wanted) -> Iterator[Folder]:
    """Open a folder for the marks of a batch, and keep others from it until the end.

    A folder that is missing is made, for its owner alone.

    Raises:
        ValueError: it holds marks already, or those of another exercise or seed.
        NotOurs: another user could have written something in it.
        OSError: it cannot be written.
    """
    look_at(out)  # before anything is made there
    with _worded(out):
        out.mkdir(mode=0o700, parents=True, exist_ok=True)
        (out / MARKS).mkdir(mode=0o700, exist_ok=True)
    look_through(out)
    with ExitStack() as held:
        with _worded(out):
            held.enter_context(locked(out / LOCK, f"another grader is at work in {out}"))
        for folder in (out, out / FEEDBACK):
            tidy(folder, _ENDINGS)
        journal = Journal(out / MARKS, ".json", _DAMAGED)
        known = _known(out) if any(journal) else {}
        if known:
            _check(out, known, wanted)
        seed = wanted.seed or _seed(out) or wanted.class_seed or secrets.token_hex(16)
        settings = settings_of(wanted.functions, seed, wanted.solutions, wanted.forbids)
        if known and known.get("seed") != settings.seed:
            raise InvalidValue(f"{out} holds marks of another seed: leave --seed out, or name another folder")
        write(out / SEED, f"{seed}\n".encode(), mode=0o600)
        write(out / SETTINGS, json.dumps(asdict(settings), indent=1).encode("ascii"))
        yield Folder(journal, seed, settings, wanted.trusted, _changed(known, settings))


def _check(out: Path, known: dict[str, Any], wanted: Wanted) -> None:
    if not wanted.resume:
        raise InvalidValue(f"{out} holds marks already: --resume goes on with them, or name another folder")
    if known.get("exercise") != list(wanted.functions):
        were, are = known.get("exercise"), ", ".join(wanted.functions)
        were = ", ".join(map(str, were)) if isinstance(were, list) else "another exercise"
        raise InvalidValue(f"{out} holds marks of {were}, not of {are}: name another folder")


def write(path: Path, content: bytes, mode: int = 0o666) -> None:
    """Write a file in one piece, see ``chunklib.atomic_write.replace_file``; a failure is one line."""
    with _worded(path):
        replace_file(path, content, mode=mode)


@contextmanager
def _worded(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if error.strerror is None:
            raise
        raise OSError(f"cannot write {path}: {error.strerror.lower()}") from None


def _known(out: Path) -> dict[str, Any]:
    """Return the settings of the marks that are there."""
    try:
        found: dict[str, Any] = of_type(dict, json.loads((out / SETTINGS).read_bytes()))
        for name in ("seed", "version", "code"):
            of_type(str, found[name])
        for name in ("exercise", "hidden"):
            of_type(list, found[name], str)
        if found["exercise"] and len(found["exercise"]) == len(found["hidden"]):
            return found
    except (OSError, *_DAMAGED):
        pass
    raise InvalidValue(f"{out} holds marks, and no {SETTINGS} that says whose: name another folder")


def read_seed(path: Path) -> str:
    """Return the seed in a file.

    Raises:
        ValueError: it is not UTF-8 text.
        NotOurs: others may read or write it.
        FileNotFoundError: there is no file.
        OSError: it cannot be read.
    """
    look_at_secret(path)
    try:
        return path.read_text("utf-8").strip()
    except FileNotFoundError:
        raise
    except UnicodeDecodeError:
        raise InvalidValue(f"cannot read {path}: not UTF-8 text") from None
    except OSError as error:
        raise OSError(f"cannot read {path}: {(error.strerror or str(error)).lower()}") from None


def _seed(out: Path) -> str:
    with suppress(FileNotFoundError):
        return read_seed(out / SEED)
    return ""


def _changed(known: dict[str, Any], settings: Settings) -> str:
    now = asdict(settings)
    words = {"hidden": "the hidden properties", "version": "chunklib's version", "code": "chunklib's code"}
    words["forbids"] = "what --forbid names"
    return " and ".join(word for name, word in words.items() if known and known.get(name, []) != now[name])


def safe_name(student: str, *more: str) -> str:
    """Return a file's name (without a suffix) that no two students share, and that every system can write.

    >>> safe_name("../Ada Lovelace")[:13], safe_name("Ada Lovelace") == safe_name("Ada-Lovelace")
    ('Ada-Lovelace-', False)
    """
    digest = sha256("\0".join((student, *more)).encode("utf-8", "surrogatepass")).hexdigest()[:12]
    readable = _readable(student)
    return f"{readable}-{digest}" if readable else digest


def page_name(student: str, seed: str) -> str:
    """Return the name of a student's page: the same in every run, and only the class's secret seed gives it.

    >>> page_name("Zoë", "a seed"), page_name("Zoë", "another")[4:9]
    ('Zoe-c4069cc6448fa0e810605d3c.html', '761b6')
    """
    digest = hmac.digest(f"page of\0{seed}".encode(), student.encode("utf-8", "surrogatepass"), "sha256").hex()[:24]
    return f"{_readable(student) or 'student'}-{digest}.html"


def _readable(student: str) -> str:
    latin = unicodedata.normalize("NFKD", student[: 4 * _MOST]).encode("ascii", "ignore").decode("ascii")
    return re.sub(r"[^A-Za-z0-9]+", "-", latin).strip("-")[:_MOST]
