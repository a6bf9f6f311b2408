"""Every kind of store, running for as long as a test needs it, and chunks to put in."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from chunklib.chunk import Chunk
from chunklib.embed import hashing
from chunklib.retrieval.database import Database
from tests.chroma_server import chroma_server
from tests.postgres_server import postgres_server


def slowly(*kinds: str) -> list[Any]:
    """Parameters of tests that need more than Python and numpy."""
    return [pytest.param(kind, marks=[pytest.mark.required_in_ci, pytest.mark.slow_server]) for kind in kinds]


class Kind(NamedTuple):
    """A kind of store: the package that it needs, its extra, a place of the kind where nothing is."""

    package: str = ""
    extra: str = ""
    nowhere: str = ""
    is_exact: bool = True
    is_server: bool = False
    has_transactions: bool = False


KINDS = {
    "sqlite": Kind(has_transactions=True),
    "chroma": Kind("chromadb", "chroma", "chroma:in"),
    "chroma server": Kind("chromadb", "chroma", "http://127.0.0.1:9", is_server=True),
    "postgres": Kind("psycopg", "postgres", "postgresql://h/x", is_server=True, has_transactions=True),
    "chroma index": Kind("chromadb", "chroma", "chroma:in", is_exact=False),  # more chunks than it searches exactly
}


def stores(which: Callable[[Kind], bool] = lambda kind: True) -> list[Any]:
    """Parameters of tests: the kinds of stores that fit."""
    found = [name for name, kind in KINDS.items() if which(kind)]
    return [param for name in found for param in (slowly(name) if KINDS[name].package else [name])]


NAMES = (f"collection-{number}" for number in itertools.count())


@contextmanager
def running(kind: str, folder: Path) -> Iterator[str]:
    """Run a store of a kind; gives its address."""
    if kind == "sqlite":
        yield str(folder)
    elif kind == "postgres":
        with postgres_server() as address:
            yield address
    else:
        if find_spec("chromadb") is None:
            pytest.skip("the package chromadb is not installed")
        from chunklib.retrieval import chroma_store as store

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(store, "EXACT", 0 if kind.endswith("index") else store.EXACT)
            if "server" not in kind:
                yield f"chroma:{folder}"
                return
            with chroma_server(folder / "data") as address:
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
