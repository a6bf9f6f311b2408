"""Keep what a learner has done in one small JSON file that survives a restart.

Written in one piece, under a lock, and always merged with what is there: two kernels
at once do not lose each other's entries. Whatever is wrong with the file or its folder ends in a word to the
learner, never in an exception; what cannot be written is remembered as long as the kernel runs.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from chunklib.errors import InvalidValue
from classroom.judge.errors import CourseError
from classroom.lessons.display import Text
from classroom.lessons.inside import locked, look_inside, write_inside

VERSION = 1
FOLDER = ".chunklib"
FILE = "progress.json"
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
    """Holds a guess, what was measured first, and whether the guess came later than the answer.

    ``guess`` has one value for each question. ``measured`` is empty until then; ``opened``: its fold was opened before.
    """

    guess: tuple[Value, ...] = ()
    measured: tuple[Value, ...] = ()
    late: bool = False
    opened: bool = False

    @property
    def begun(self) -> bool:
        """Tell whether anything was guessed."""
        return any(value is not None for value in self.guess)

    @property
    def made(self) -> bool:
        """Tell whether every question was answered."""
        return self.begun and None not in self.guess


@dataclass(frozen=True)
class Scored:
    """Holds a score: digests of the document and of the kept functions, the day, and counts.

    Of so many ``pieces`` of evidence ``read`` were read, and of so many ``questions`` ``answered`` were answered.
    """

    about: str = ""
    kept: str = ""
    day: str = ""
    pieces: int = 0
    read: int = 0
    questions: int = 0
    answered: int = 0


@dataclass
class Saved:
    """Holds what is saved, by name, and words about what went wrong in reading or writing it.

    A key of ``blanks`` is ``NN_slug/name``, and its value is a state such as ``right``. ``scores`` are the last one and
    the one before it. ``more`` is what a newer course has saved beside these: it stays in the file.
    """

    entries: dict[str, Entry] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    predictions: dict[str, Prediction] = field(default_factory=dict)
    blanks: dict[str, str] = field(default_factory=dict)
    scores: tuple[Scored, ...] = ()
    more: dict[str, Any] = field(default_factory=dict)

    def entry(self, name: str) -> Entry:
        """Return the entry of an exercise, a new one if there is none."""
        return self.entries.get(name, Entry())


Record = TypeVar("Record", Entry, Prediction, Scored)
Change: TypeAlias = Callable[[Saved], None]
_unsaved: dict[Path, list[Change]] = {}  # what could not be written; it is done again on whatever the file says then
_practised: list[dict[str, Entry]] = []  # at most one practice, with the entry of its exercise


def course_root(start: Path | None = None) -> Path:
    """Return the folder that has ``exercises`` beside ``notebooks`` or ``solutions``, found upward; else the start."""
    try:
        here = (start or Path.cwd()).resolve()
    except FileNotFoundError:
        raise CourseError("the folder in which this notebook runs was removed: open the notebook again") from None
    for folder in (here, *here.parents):
        beside = (folder / "notebooks").is_dir() or (folder / "solutions").is_dir()
        if beside and (folder / "exercises").is_dir():
            return folder
    return here


def practice() -> Text:
    """Leave the record of one exercise alone: the one that ``check`` or ``hint`` is asked about next.

    As long as the kernel runs, its tries and hints are only remembered; all else goes into the record as ever.
    Each call begins anew. For demonstrations, such as that of lesson 0.
    """
    _practised[:] = [{}]
    return Text("This is only practice: the tries and hints that follow are not written into your record.", "Practice")


def state_folder() -> Path:
    """Return the folder of the progress file: CHUNKLIB_STATE, else ``.chunklib`` in the course."""
    named = os.environ.get("CHUNKLIB_STATE")
    return Path(named) if named else _in(course_root(), FOLDER)


def own_folder() -> Path:
    """Return the folder of what a learner makes, ``my_rag``: in the course, or beside a record kept elsewhere."""
    away = bool(os.environ.get("CHUNKLIB_STATE"))
    return _in(state_folder() if away else course_root(), "my_rag")


def _in(folder: Path, name: str) -> Path:
    """Return a folder in the learner's, which must not be a link: what is written would land elsewhere."""
    look_inside(folder, folder / name)
    return folder / name


def load() -> Saved:
    """Return what is saved; a damaged file is set aside, with a note that says so."""
    folder = state_folder()
    with locked(folder):
        return _read(folder)


def update(name: str, change: Callable[[Entry], Entry]) -> Saved:
    """Change the entry of one exercise and save it, unless it is practised; returns what is saved now."""
    if _practised and name in (_practised[0] or {name}):
        _practised[0][name] = change(_practised[0].get(name, Entry()))
        return Saved(dict(_practised[0]))
    return _updated(lambda saved: saved.entries.update({name: change(saved.entry(name))}))


def update_prediction(name: str, change: Callable[[Prediction], Prediction]) -> Saved:
    """Change one prediction and save it; returns what is saved now."""
    return _updated(lambda saved: saved.predictions.update({name: change(saved.predictions.get(name, Prediction()))}))


def update_blank(key: str, state: str) -> Saved:
    """Save the state of one blank, whose key is ``NN_slug/name``; right stays right. Returns what is saved now."""
    return _updated(lambda saved: saved.blanks.update({key: "right" if saved.blanks.get(key) == "right" else state}))


def update_score(now: Scored) -> Saved:
    """Save a score, and before it the last one of the same document with other functions or of another day."""

    def change(saved: Saved) -> None:
        others = [one for one in saved.scores if one.about == now.about and (one.kept, one.day) != (now.kept, now.day)]
        saved.scores = (*others[-1:], now)

    return _updated(change)


def _updated(change: Change) -> Saved:
    """Read, change and write, all under the lock."""
    folder = state_folder()
    with locked(folder):
        saved = _read(folder)
        change(saved)
        try:
            if saved.notes and os.path.lexists(folder / FILE):
                raise OSError("a file is there that can be neither read nor renamed")  # noqa: TRY301
            _write(folder, saved)
        except OSError as error:
            _unsaved.setdefault(folder, []).append(change)
            why = error.strerror or error
            word = f"Progress is kept only until the kernel stops: {folder} cannot be written ({why})."
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
    """Read the file, and do again what an unwritable folder could not take."""
    try:
        look_inside(folder, folder / FILE)
        saved = _saved(json.loads((folder / FILE).read_text("utf-8")))
    except (FileNotFoundError, NotADirectoryError):
        saved = Saved()
    except OSError as error:  # a new file would take its place, so it must not stay there
        saved = Saved(notes=(_set_aside(folder, f"could not be read ({error.strerror or error})"),))
    except CourseError:
        saved = Saved(notes=(_set_aside(folder, "is a link, or no file at all"),))
    except (ValueError, TypeError, RecursionError, MemoryError):
        saved = Saved(notes=(_set_aside(folder, "was damaged, or is of a newer course"),))
    for change in _unsaved.get(folder, ()):
        change(saved)
    return saved


def _saved(data: Any) -> Saved:
    """Return what the file's data says; raises ValueError or TypeError for anything that is not a progress file."""
    more = dict(_part(data))
    if more.pop("version", None) != VERSION:
        raise InvalidValue("not a progress file")
    entries = {name: _checked(Entry(**value)) for name, value in _part(more.pop("exercises", None)).items()}
    # A file of the year before has none of these.
    scores = tuple(_checked(Scored(**dict(value))) for value in more.pop("scores", ()))
    guesses = _part(more.pop("predictions", {}))
    predictions = {name: _checked(Prediction(**_tuples(value))) for name, value in guesses.items()}
    blanks = _part(more.pop("blanks", {}))
    values = [value for one in predictions.values() for value in (*one.guess, *one.measured)]
    if not all(map(is_value, values)) or not all(type(state) is str for state in blanks.values()):
        raise InvalidValue("not a value or not a state")
    return Saved(entries, (), predictions, blanks, scores, more)


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
        value = getattr(record, part.name)
        if type(value) is not type(part.default) or (type(value) is int and value < 0):
            raise InvalidValue(f"{part.name} is not a value of its type")
    return record


def _set_aside(folder: Path, trouble: str) -> str:
    """Rename a file that cannot be used to the first free name and say where it is."""
    number = 1
    while os.path.lexists(aside := folder / f"progress.damaged-{number}.json"):
        number += 1
    try:
        (folder / FILE).replace(aside)
    except OSError as error:
        return f"The progress file {trouble}, and it cannot be renamed: {folder / FILE} ({error.strerror})."
    return f"The progress file {trouble}. It is kept as {aside}, and a new one begins."


def _write(folder: Path, saved: Saved) -> None:
    entries = {name: asdict(entry) for name, entry in saved.entries.items()}
    predictions = {name: asdict(prediction) for name, prediction in saved.predictions.items()}
    known = {"version": VERSION, "exercises": entries, "predictions": predictions, "blanks": saved.blanks}
    known |= {"scores": [asdict(one) for one in saved.scores]} if saved.scores else {}
    write_inside(folder, folder / FILE, (json.dumps(saved.more | known, indent=1, sort_keys=True) + "\n").encode())
