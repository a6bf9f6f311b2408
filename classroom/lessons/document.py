"""The document that the course works on: the learner's own if they brought one, else our handbook."""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from chunklib.chunk import document_id
from chunklib.data import load
from chunklib.errors import InvalidValue
from classroom.lessons.inside import locked
from classroom.lessons.kept.package.answer import Places
from classroom.lessons.store import own_folder, state_folder

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
                return there_or_set_aside()
    except OSError as error:
        print(f"Your document cannot be read: {error}. The handbook takes its place.")
    return handbook()


def question_about(mine: str, handbook: str) -> str:
    """Return your question about the current document, or one about the handbook if you have written none.

    For a document of your own without a question, it says what to write and returns an empty text.
    """
    document = current()
    if mine.strip() or not document.own:
        return mine if mine.strip() else handbook
    print(f"Write a question about {document.name} between the quotes of `mine`, and run this cell again.")
    return ""


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


def there_or_set_aside() -> Document:
    """Return the document that is kept; a damaged one is set aside, and the handbook takes its place."""
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
    places = tuple((int(start), str(where)) for start, where in record.get("places", ()))
    return Document(name, text, own=True, kind=kind, places=places)


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
