"""The document that the course works on: the learner's own if they brought one, else our handbook."""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chunklib.chunk import document_id
from chunklib.data import load
from chunklib.errors import InvalidValue
from classroom.judge.errors import CourseError
from classroom.lessons.inside import write_inside
from classroom.lessons.kept.package.answer import Places
from classroom.lessons.lock import locked
from classroom.lessons.store import own_folder, state_folder

if TYPE_CHECKING:
    from classroom.lessons.display import Text

OURS = "handbook"
TEXT, RECORD = "document.txt", "document.json"
_DAMAGED = (ValueError, TypeError, KeyError, RecursionError)


@dataclass(frozen=True, slots=True)
class Document:
    """Holds a document: its name, its text, whether the learner brought it, its kind, and the places in a PDF."""

    name: str
    text: str
    own: bool = False
    kind: str = "markdown"
    places: Places = ()

    def record(self) -> dict[str, object]:
        """Return what is kept beside the text."""
        return {"name": self.name, "kind": self.kind, "digest": document_id(self.text), "places": self.places}


def current() -> Document:
    """Return the document that ``ask``, the widgets and ``my_rag`` work on.

    A document that was brought and is damaged now is set aside and named in one printed line; the handbook takes its
    place.

    >>> current().name
    'handbook'
    """
    try:
        try:
            return _there()
        except _DAMAGED:  # or another notebook is bringing one at this moment
            with locked(state_folder()):
                return _there_or_set_aside()
    except OSError as error:
        print(f"Your document cannot be read: {error}. The handbook takes its place.")
    return handbook()


def bring(source: object) -> Text:
    """Bring a document of your own: ``ask``, the widgets and ``my_rag`` use it from now on.

    Args:
        source: the path of a Markdown, HTML, text or PDF file; or the text itself, which has a line break or more
            than 255 characters; or None or "handbook" to return to our handbook. The other documents of the
            course can be brought by their names.

    Returns:
        what was found in it, which shows itself. A text is kept exactly, in the folder ``my_rag``; of a page
        of HTML what a reader sees of it, and ligatures of a PDF as letters.

    Raises:
        CourseError: for a file that is not there, too large, empty, a scan, encrypted, or not a text, and where it
            cannot be kept. What was there before is then still there.
    """
    from chunklib.errors import MissingPackage
    from classroom.lessons.document_found import report
    from classroom.lessons.document_source import read

    try:
        if source is None or source == OURS:
            with locked(state_folder()):
                for name in (TEXT, RECORD):  # without the text nothing is kept
                    (own_folder() / name).unlink(missing_ok=True)
            return report(handbook(), "our handbook")
        found = read(source)
        with locked(state_folder()):
            _keep(found.document, own_folder())
    except OSError as error:
        raise CourseError(f"bring: {Path(error.filename or '.').name[:80]}: {error.strerror or error}") from None
    except (ValueError, TypeError, MissingPackage) as error:
        raise CourseError(f"bring: {error}") from None
    return report(*found)


def handbook() -> Document:
    """Return our own document."""
    return Document(OURS, load(OURS))


def _there() -> Document:
    """Return the document that is kept, or the handbook where none is."""
    folder = own_folder()
    try:
        text = (folder / TEXT).read_bytes().decode("utf-8")
    except FileNotFoundError:
        if (folder / RECORD).exists():
            raise InvalidValue(TEXT) from None
        return handbook()
    return _brought(folder, text)


def _there_or_set_aside() -> Document:
    try:
        return _there()
    except _DAMAGED:
        print(_set_aside(own_folder()))
        return handbook()


def _brought(folder: Path, text: str) -> Document:
    """Return the document whose text is kept; raises ValueError where the record is of another text, or is damaged."""
    try:
        record: Any = json.loads((folder / RECORD).read_bytes())
    except FileNotFoundError:
        raise InvalidValue(RECORD) from None
    digest = document_id(text)
    while record["digest"] != digest:  # the record before counts until the new text is there
        record = record["before"]
    name, kind = record["name"], record["kind"]
    if not (isinstance(name, str) and isinstance(kind, str) and text.strip()):
        raise InvalidValue(RECORD)
    return Document(name, text, own=True, kind=kind, places=record.get("places", ()))


def _keep(document: Document, folder: Path) -> None:
    """Write record and text so that at any moment the old document or the new one is there, and whole."""
    before = _there_or_set_aside()
    record = document.record() | {"before": before.record() if before.own else None}
    write_inside(folder, folder / RECORD, (json.dumps(record, indent=1) + "\n").encode())
    write_inside(folder, folder / TEXT, document.text.encode())


def _set_aside(folder: Path) -> str:
    """Rename a damaged document to the first free name, and say where it is; its record goes."""
    aside = next(place for n in count(1) if not (place := folder / f"document.damaged-{n}.txt").exists())
    instead = "The handbook takes its place"
    try:
        (folder / TEXT).replace(aside)
        said = f"Your document was damaged. What is left of it is kept as {aside}. {instead}."
    except FileNotFoundError:
        said = f"{folder.name}/{TEXT} is missing. {instead}; bring your document again."
    except OSError as error:
        return f"Your document is damaged and cannot be moved away: {error}. {instead}."
    (folder / RECORD).unlink(missing_ok=True)
    return said
