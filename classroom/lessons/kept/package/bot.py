"""Answer a question from your document, with the functions that you have kept where you have some."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

from chunklib.chunk import Chunk
from chunklib.data import load
from chunklib.errors import InvalidValue
from chunklib.retrieval.spelling import spelled
from chunklib.strategies import recursive
from chunklib.terminal_progress import progress

from . import search
from .answer import Places, Reply
from .reader import quoted
from .steps import CHUNKERS, SIZE, cut, placed, ranked

PASSAGES = 5
_HERE = Path(__file__).parent
Result = TypeVar("Result")


def answer(question: str) -> Reply:
    """Answer a question from the document beside this file, else from the course's handbook."""
    text, name, kind, pages = document()
    with progress("indexing the document"):  # which a terminal shows if it takes long
        chunks, cutter = split(text)
        places, ranker = rank(question, chunks)
    used = f"chunks and ranking: {cutter} and {ranker}"
    passages = tuple(chunks[place] for place in places)
    return quoted(Reply(question, passages, text, name, kind, notes=(used,), places=pages), chunks)


def document() -> tuple[str, str, str, Places]:
    """Return the text of your document, its name, its kind and its places, as ``bring`` has put them here."""
    if not (_HERE / "document.txt").is_file():
        return load("handbook"), "handbook", "markdown", ()
    text = (_HERE / "document.txt").read_bytes().decode("utf-8", "replace")
    with suppress(OSError, ValueError, LookupError, TypeError):
        record = json.loads((_HERE / "document.json").read_bytes())
        name, kind = str(record["name"]), str(record["kind"])
        return text, name, kind, tuple((int(start), str(where)) for start, where in record.get("places", ()))
    return text, "document", "prose", ()


def split(text: str) -> tuple[tuple[Chunk, ...], str]:
    """Cut a text into chunks of about 200 tokens, and say which function has cut them."""
    name = next(filter(is_kept, CHUNKERS), None)
    if name is None:
        return tuple(recursive(text, SIZE, 0)), f"the library's recursive ({SIZE} tokens)"
    return using(name, lambda own: tuple(placed(text, cut(name, own, text), shared=False))), f"your {name}"


def rank(question: str, chunks: tuple[Chunk, ...]) -> tuple[list[int], str]:
    """Return the places of the chunks that fit a question best, and say which function has ranked them."""
    texts = [spelled(chunk.text) for chunk in chunks]
    if is_kept("retrieve") and (found := using("retrieve", lambda own: ranked(own, question, texts, PASSAGES))):
        return found, "your retrieve"
    return search.rank(question, chunks, PASSAGES), "BM25"


def is_kept(name: str) -> bool:
    """Tell whether you have kept a function."""
    return (_HERE / f"{name}.py").is_file()


def using(name: str, use: Callable[[Callable[..., Any]], Result]) -> Result:
    """Use a function that you have kept, and say which it is if it fails."""
    try:
        return use(getattr(import_module(f".{name}", __package__), name))
    except (Exception, SystemExit) as error:  # noqa: BLE001 (it is yours, and may raise anything)
        raise InvalidValue(f"your {name} fails: {type(error).__name__}: {error}") from None
