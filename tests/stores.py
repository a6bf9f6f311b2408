"""Every kind of store, running for as long as a test needs it, and chunks to put in."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from chunklib.chunk import Chunk
from chunklib.embed import hashing
from chunklib.retrieval.database import Database
from tests.postgres_server import postgres_server


def slowly(*kinds: str) -> list[Any]:
    """Parameters of tests that need more than Python and numpy."""
    return [pytest.param(kind, marks=[pytest.mark.required_in_ci, pytest.mark.slow_server]) for kind in kinds]


KINDS = ["sqlite", *slowly("postgres")]
NAMES = (f"collection-{number}" for number in itertools.count())


@contextmanager
def running(kind: str, folder: Path) -> Iterator[str]:
    """Run a store of a kind; gives its address."""
    if kind == "sqlite":
        yield str(folder)
    else:
        with postgres_server() as address:
            yield address


def opened(where: Any, **more: Any) -> Any:
    """Make what opens a database, whose methods may be called with anything."""
    return partial(Database, where, **{"embed": "hashing", **more})


class Counting:
    """An embedder that remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def __call__(self, texts: list[str]) -> Any:
        self.asked += texts
        return hashing(texts)


def chunk(text: str, start: int, document: str = "d", **more: Any) -> Chunk:
    given: dict[str, Any] = {"size": len(text.split()), "overlap": 0, "index": 0, "document": document, **more}
    return Chunk(text, start, start + len(text), **given)


def pieces(document: str, words: Sequence[str]) -> list[Chunk]:
    """A document of these words, a chunk each."""
    starts = itertools.accumulate((len(word) + 1 for word in words), initial=0)
    each = enumerate(zip(words, starts, strict=False))
    return [chunk(word, start, document, index=place) for place, (word, start) in each]


TWO = pieces("d", ["fish", "bread"])
