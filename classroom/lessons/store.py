"""Keep what a learner has done in one small JSON file that survives a restart.

Written in one piece, under a lock, and always merged with what is there: two kernels
at once do not lose each other's entries. Whatever is wrong with the file or its folder ends in a word to the
learner, never in an exception; what cannot be written is remembered as long as the kernel runs.
"""

from __future__ import annotations

import atexit
import json
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from chunklib.atomic_write import replace_file
from chunklib.errors import InvalidValue
from classroom.lessons.display import Text

VERSION = 1
FOLDER = ".chunklib"
FILE = "progress.json"
LOCK_SECONDS = 10.0
LARGEST = 1e30  # a guess or a measurement is never larger

Value: TypeAlias = int | float | str | None
"""A number, a choice, or None where nothing was guessed."""


@dataclass(frozen=True)
class Entry:
    """Holds the record of an exercise: its state, honest tries, hints opened, best points, the last try's digest."""

    state: str = "not started"
    tries: int = 0
    hints: int = 0
    points: int = 0
    last: str = ""


@dataclass(frozen=True)
class Prediction:
    """Holds a guess, what was measured first, and whether the guess came later than that.

    ``guess`` has one value for each question. ``measured`` is empty until the answer is seen.
    """

    guess: tuple[Value, ...] = ()
    measured: tuple[Value, ...] = ()
    late: bool = False

    @property
    def made(self) -> bool:
        """Tell whether anything was guessed."""
        return any(value is not None for value in self.guess)


@dataclass
class Saved:
    """Holds what is saved, by name, and words about what went wrong in reading or writing it.

    A key of ``blanks`` is ``NN_slug/name``, and its value is a state such as ``right``.
    """

    entries: dict[str, Entry] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    predictions: dict[str, Prediction] = field(default_factory=dict)
    blanks: dict[str, str] = field(default_factory=dict)

    def entry(self, name: str) -> Entry:
        """Return the entry of an exercise, a new one if there is none."""
        return self.entries.get(name, Entry())


Record = TypeVar("Record", Entry, Prediction)
_unsaved: dict[Path, Saved] = {}


def course_root(start: Path | None = None) -> Path:
    """Return the folder that has ``exercises`` beside ``notebooks`` or ``solutions``, found upward; else the start."""
    here = (start or Path.cwd()).resolve()
    for folder in (here, *here.parents):
        beside = (folder / "notebooks").is_dir() or (folder / "solutions").is_dir()
        if beside and (folder / "exercises").is_dir():
            return folder
    return here


_practice: list[Path] = []  # at most one folder, which goes when the kernel stops


def practice() -> Text:
    """Leave the record alone: ``check``, ``hint`` and ``progress`` use an empty one until the kernel stops.

    Each call begins anew. For demonstrations, such as that of lesson 0.
    """
    _practice[:] = [Path(tempfile.mkdtemp(prefix="chunklib-"))]
    atexit.register(shutil.rmtree, _practice[0], ignore_errors=True)
    return Text("This is only practice: nothing that follows is written into your record.", "Practice")


def state_folder() -> Path:
    """Return the folder of the progress file: of a practice, else CHUNKLIB_STATE, else ``.chunklib`` in the course."""
    if _practice:
        return _practice[0]
    named = os.environ.get("CHUNKLIB_STATE")
    return Path(named) if named else course_root() / FOLDER


def own_folder() -> Path:
    """Return the folder of what a learner makes, ``my_rag``: in the course, or beside a record kept elsewhere."""
    away = bool(_practice) or "CHUNKLIB_STATE" in os.environ
    return (state_folder() if away else course_root()) / "my_rag"


def load() -> Saved:
    """Return what is saved; a damaged file is set aside, with a note that says so."""
    folder = state_folder()
    with _lock(folder):
        return _read(folder)


def update(name: str, change: Callable[[Entry], Entry]) -> Saved:
    """Change the entry of one exercise and save it; returns what is saved now."""
    return _updated(lambda saved: saved.entries.update({name: change(saved.entry(name))}))


def update_prediction(name: str, change: Callable[[Prediction], Prediction]) -> Saved:
    """Change one prediction and save it; returns what is saved now."""
    return _updated(lambda saved: saved.predictions.update({name: change(saved.predictions.get(name, Prediction()))}))


def update_blank(key: str, state: str) -> Saved:
    """Save the state of one blank, whose key is ``NN_slug/name``; right stays right. Returns what is saved now."""
    return _updated(lambda saved: saved.blanks.update({key: "right" if saved.blanks.get(key) == "right" else state}))


def _updated(change: Callable[[Saved], None]) -> Saved:
    """Read, change and write, all under the lock."""
    folder = state_folder()
    with _lock(folder):
        saved = _read(folder)
        change(saved)
        try:
            _write(folder, saved)
        except OSError as error:
            _unsaved[folder] = replace(saved, notes=())
            word = f"Progress is kept only until the kernel stops: {folder} cannot be written ({error.strerror})."
            saved.notes = (*saved.notes, word)
        else:
            _unsaved.pop(folder, None)
    return saved


def tried(entry: Entry, state: str, points: int, digest: str) -> Entry:
    """Return an entry after a check: right stays right, and neither a stub nor the same code once more counts as a try.

    >>> tried(Entry(), "wrong", 3, "a")
    Entry(state='wrong', tries=1, hints=0, points=3, last='a')
    >>> tried(Entry(tries=1, last="a"), "wrong", 3, "a").tries
    1
    """
    if state == "not started":
        return entry
    return replace(
        entry,
        state="right" if entry.state == "right" else state,
        tries=entry.tries + (digest != entry.last),
        points=max(entry.points, points),
        last=digest,
    )


def _read(folder: Path) -> Saved:
    """Read the file; what an unwritable folder could not take is put on top of it."""
    saved = Saved()
    try:
        saved = _saved(json.loads((folder / FILE).read_text("utf-8")))
    except OSError:  # not there yet, or not ours to read
        pass
    except (ValueError, TypeError, RecursionError):
        saved.notes = (_set_aside(folder),)
    if held := _unsaved.get(folder):
        saved.entries |= held.entries
        saved.predictions |= held.predictions
        saved.blanks |= held.blanks
    return saved


def _saved(data: Any) -> Saved:
    """Return what the file's data says; raises ValueError or TypeError for anything that is not a progress file."""
    if not isinstance(data, dict) or data.get("version") != VERSION:
        raise InvalidValue("not a progress file")
    entries = {name: _checked(Entry(**value)) for name, value in _part(data.get("exercises")).items()}
    # A file of the year before has neither of these.
    guesses = _part(data.get("predictions", {}))
    predictions = {name: _checked(Prediction(**_tuples(value))) for name, value in guesses.items()}
    blanks = _part(data.get("blanks", {}))
    values = [value for one in predictions.values() for value in (*one.guess, *one.measured)]
    if not all(map(is_value, values)) or not all(type(state) is str for state in blanks.values()):
        raise InvalidValue("not a value or not a state")
    return Saved(entries, predictions=predictions, blanks=blanks)


def is_value(value: object) -> bool:
    """Tell whether a value can be kept as part of a guess: None, a text, or a number of a size that one can read."""
    if type(value) is int or type(value) is float:
        return abs(value) <= LARGEST
    return value is None or type(value) is str


def _part(part: Any) -> dict[str, Any]:
    if not isinstance(part, dict):
        raise InvalidValue("not a progress file")
    return part


def _tuples(value: Any) -> dict[str, Any]:
    return {key: tuple(part) if isinstance(part, list) else part for key, part in dict(value).items()}


def _checked(record: Record) -> Record:
    for part in fields(record):
        if type(getattr(record, part.name)) is not type(part.default):
            raise InvalidValue(f"{part.name} is not of its type")
    return record


def _set_aside(folder: Path) -> str:
    """Rename a damaged file to the first free name and say where it is."""
    number = 1
    while (aside := folder / f"progress.damaged-{number}.json").exists():
        number += 1
    try:
        (folder / FILE).replace(aside)
    except OSError as error:
        return f"The progress file is damaged, and it cannot be renamed: {folder / FILE} ({error.strerror})."
    return f"The progress file was damaged. It is kept as {aside}, and a new one begins."


def _write(folder: Path, saved: Saved) -> None:
    data: dict[str, Any] = {"version": VERSION}
    data["exercises"] = {name: asdict(entry) for name, entry in sorted(saved.entries.items())}
    data["predictions"] = {name: asdict(prediction) for name, prediction in sorted(saved.predictions.items())}
    data["blanks"] = dict(sorted(saved.blanks.items()))
    folder.mkdir(parents=True, exist_ok=True)
    replace_file(folder / FILE, (json.dumps(data, indent=1) + "\n").encode())


@contextmanager
def _lock(folder: Path) -> Iterator[None]:
    """Hold the folder's lock for the block; a folder that cannot be locked is used without."""
    handle = None
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        handle = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o666)
    try:
        if handle is not None:
            _acquire(handle)
        yield
    finally:
        if handle is not None:
            os.close(handle)  # which releases it


def _acquire(handle: int) -> None:
    """Wait for the lock, and go on without it if nobody gives it up: an entry lost is better than a hang."""
    until = time.monotonic() + LOCK_SECONDS
    while time.monotonic() < until:
        try:
            _try_lock(handle)
        except (BlockingIOError, PermissionError):  # somebody has it; PermissionError on Windows
            time.sleep(0.002)
        except OSError:  # this file system has no locks
            return
        else:
            return


def _try_lock(handle: int) -> None:
    try:
        import fcntl
    except ImportError:
        import msvcrt

        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
    else:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
