"""Answer a question from your document, with the functions that you have kept where you have some."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from chunklib.chunk import Chunk
from chunklib.data import load
from chunklib.errors import InvalidValue
from chunklib.strategies import recursive

from .answer import Reply
from .language import spelled
from .quoting import headings, quoted
from .search import index
from .steps import CHUNKERS, SIZE, cut, placed, ranked

PASSAGES = 5
_HERE = Path(__file__).parent


def answer(question: str) -> Reply:
    """Answer a question from the document beside this file, else from the course's handbook."""
    text, name, kind = document()
    chunks, cutter = split(text)
    places, ranker = rank(question, chunks)
    passages = tuple(chunks[place] for place in places)
    above = headings(passages, text, kind)
    found = quoted(Reply(question, "", True, (), passages, text, name, kind, headings=above), chunks)
    return Reply(**{**vars(found), "notes": (*found.notes, f"chunks and ranking: {cutter} and {ranker}")})


def document() -> tuple[str, str, str]:
    """Return the text of your document, its name and its kind, as ``bring`` has put them here."""
    try:
        text = (_HERE / "document.txt").read_bytes().decode("utf-8")
    except FileNotFoundError:
        if (_HERE / "document.json").exists():
            print(
                "document.txt is missing, so the handbook takes its place: bring your document again", file=sys.stderr
            )
        return load("handbook"), "handbook", "markdown"
    except UnicodeDecodeError:
        raise InvalidValue("document.txt is not a text in UTF-8: bring your document again") from None
    if not text.strip():
        raise InvalidValue("document.txt is empty: bring your document again")
    try:
        record = json.loads((_HERE / "document.json").read_bytes())
        return text, str(record["name"]), str(record["kind"])
    except (OSError, ValueError, LookupError, TypeError):
        return text, "document", "prose"


def split(text: str) -> tuple[tuple[Chunk, ...], str]:
    """Cut a text into chunks of about 200 tokens, and say which function has cut them."""
    for name in CHUNKERS:
        if (own := kept(name)) is not None:
            try:
                return tuple(placed(text, cut(name, own, text), shared=False)), f"your {name}"
            except (Exception, SystemExit) as error:  # noqa: BLE001 (it is yours, and may raise anything)
                _fails(name, error)
            break
    return tuple(recursive(text, SIZE, 0)), f"the library's recursive ({SIZE} tokens)"


def rank(question: str, chunks: tuple[Chunk, ...]) -> tuple[list[int], str]:
    """Return the places of the chunks that fit a question best, and say which function has ranked them."""
    if (own := kept("retrieve")) is not None:
        try:
            if found := ranked(own, question, [spelled(chunk.text) for chunk in chunks], PASSAGES):
                return found, "your retrieve"
        except (Exception, SystemExit) as error:  # noqa: BLE001 (likewise)
            _fails("retrieve", error)
    return index(chunks).rank(question, PASSAGES), "BM25"


def kept(name: str) -> Callable[..., Any] | None:
    """Return a function that you have kept; None if there is none, or if its module does not work."""
    if not (_HERE / f"{name}.py").is_file():
        return None
    try:
        function: Callable[..., Any] = getattr(import_module(f".{name}", __package__), name)
    except (Exception, SystemExit) as error:  # noqa: BLE001 (likewise)
        _fails(name, error)
        return None
    return function


def _fails(name: str, error: BaseException) -> None:
    said = " ".join(f"{type(error).__name__}: {error}".split())
    print(f"{name}: yours fails ({said}), so the library's takes its place", file=sys.stderr)
