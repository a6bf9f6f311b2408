"""The document that the course works on: the learner's own if they brought one, else our handbook."""

from __future__ import annotations

from dataclasses import dataclass

from chunklib.data import load


@dataclass(frozen=True, slots=True)
class Document:
    """Holds a document: its name, its text, and whether the learner brought it."""

    name: str
    text: str
    own: bool = False


def current() -> Document:
    """Return the document that ``ask``, the widgets and ``my_rag`` work on.

    >>> current().name
    'handbook'
    """
    return Document("handbook", load("handbook"))
