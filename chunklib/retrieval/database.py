"""Keep chunks in a database: one way to all stores, which takes chunks and answers queries."""

import re
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from chunklib.chunk import Chunk
from chunklib.context import in_full
from chunklib.embed import Embedder, embedder, hashing, vectors
from chunklib.errors import InvalidType, InvalidValue
from chunklib.readers import a_text, at_least
from chunklib.retrieval.exact_search import embedded
from chunklib.retrieval.index_plan import Changes, documents_of, in_document_order, plan, wanted_chunks
from chunklib.retrieval.retriever import Hit, asked, filled_up
from chunklib.retrieval.store import Mark, Store, shown
from chunklib.retrieval.where import Where, conditions

_PLACES = "a file or a folder, or postgresql://user@host:port/name"
_WORDLLAMA = f"{hashing.__module__}._wordllama.<locals>.wordllama_embedding"


class Database:
    """Keeps chunks in a file or on a server, and finds them by the cosine between their vector and the query's.

    A chunk is found by its context, a blank line, and its text. The search is exact: the hits, scores and order of ties
    are those of :class:`Dense` over ``chunks``. A SQLite file is read into memory when it is first searched, and again
    when another process has changed it; for more than some hundred thousand chunks use a server.

    The collection, and the file, are made when the first chunks are indexed; before that a search is an error. A file
    that may only be read can be searched. The collection remembers the name of its embedder and the
    dimensions of its vectors. A callable is known by its module and name, an object by its type; two that share name
    and dimensions (two lambdas of one function) cannot be told apart.

    What is written survives a crash at any point: all old chunks are there, or all new ones. Several processes may
    write at the same time, and nothing is lost.

    Args:
        where: a SQLite file, a folder (the file ``chunks.sqlite3`` in it), or ``"postgresql://user@host/x"``
            (PostgreSQL with pgvector; the extra ``postgres``).
        collection: the name of the collection.
        embed: a name or a callable, as :func:`chunklib.embed.embedder` takes it; it embeds chunks and queries.

    Raises:
        ValueError: for a place that cannot be opened or is damaged, a collection of another embedder, and one
            that another program made.
        PermissionError: for a place that may not be read, and from :meth:`index` for one that may not be written.
        ConnectionError: where no server answers.
        ModuleNotFoundError: where the extra of a store is not installed.

    >>> from tempfile import TemporaryDirectory
    >>> fish = Chunk("Fish is cold.", 0, 13, size=4, overlap=0, index=0, document="note")
    >>> bread = Chunk("Bread is warm.", 14, 28, size=4, overlap=0, index=1, document="note")
    >>> with TemporaryDirectory() as folder, Database(folder, embed="hashing") as database:
    ...     changes = database.index([fish, bread])
    ...     hits = database.search("warm bread", k=2)
    >>> changes.added
    ('note:0-13', 'note:14-28')
    >>> [(hit.chunk.id, round(hit.score, 3)) for hit in hits]
    [('note:14-28', 0.816), ('note:0-13', 0.0)]
    """

    def __init__(self, where: str | Path, *, collection: str = "chunks", embed: str | Embedder | None = None) -> None:
        self.where, self._name, self._embed = where, collection, embedder(embed)
        self._store: Store | None = open_store(where, collection)
        try:
            if self._use().mark():
                self._check(vectors(self._embed, ["chunk"]))
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file or the server; closing twice does no harm."""
        store, self._store = self._store, None
        if store:
            store.close()

    def index(self, chunks: Iterable[Chunk], documents: Iterable[str] | None = None) -> Changes:
        """Make the collection hold exactly these chunks of these documents; other documents stay as they are.

        A text that is stored already, wherever it is in these documents, is not embedded again.

        Args:
            chunks: all chunks of some documents, each id once.
            documents: the names of these documents; by default those that the chunks name. A document that became
                empty has no chunk to name it: name it here.

        Returns:
            the ids of what was added, kept and deleted.

        Raises:
            ValueError: without chunks and documents, for an id that occurs twice, a chunk of another document, and an
                embedder of other dimensions. Nothing is written then.
            TypeError: for anything but a chunk, and metadata that is not JSON.
        """
        wanted = wanted_chunks(chunks)
        names = documents_of(wanted, documents)
        store = self._use()
        fresh: dict[str, NDArray[np.float32]] = {}
        while True:
            held = store.read(names)
            steps = plan(held.chunks, wanted)
            if not (steps.gone or steps.coming):
                return steps.changes
            store.ready()
            texts = [in_full(chunk) for chunk in steps.coming]
            known = fresh | {in_full(chunk): row for chunk, row in zip(held.chunks.values(), held.rows, strict=True)}
            if new := list(dict.fromkeys(text for text in texts if text not in known)):
                ours = vectors(self._embed, new)
                self._check(ours)
                fresh |= zip(new, ours, strict=True)
            rows = np.array([known.get(text, fresh.get(text)) for text in texts], np.float32)
            if len(rows):
                self._check(rows)
            if store.write(Mark(embedder_name(self._embed), rows.shape[-1]), steps, rows, held.version):
                return steps.changes

    def remove(self, document: str) -> Changes:
        """Delete all chunks of a document; one that is not there changes nothing."""
        return self.index([], documents=[document])

    @property
    def chunks(self) -> list[Chunk]:
        """Read all stored chunks, in the order of documents (by name) and of their text; each call reads them again."""
        return sorted(self._use().read(None).chunks.values(), key=in_document_order)

    def __len__(self) -> int:
        """Count the stored chunks."""
        return self._use().count()

    def search(self, query: str, k: int = 5, *, where: Where | None = None) -> list[Hit]:
        """Find the k best chunks for a query, as our retrievers do; the score is the cosine (6 decimals).

        The store applies the filter. An embedder that now has other dimensions raises a ``ValueError``.
        """
        (found,) = self._search([query], k, where)
        return found

    def rank(self, queries: Sequence[str], k: int, *, where: Where | None = None) -> NDArray[np.intp]:
        """Find the places in ``chunks`` of the k best for each of n queries, as :meth:`Retriever.rank` does."""
        found = self._search(queries, k, where)
        places = {chunk: place for place, chunk in enumerate(self.chunks)}
        known = [[places[hit.chunk] for hit in hits if hit.chunk in places] for hits in found]
        return filled_up(known, min(k, len(places)))

    def _search(self, queries: Sequence[str], k: int, where: Where | None) -> list[list[Hit]]:
        k, texts, store = at_least(1, "k", k), asked(queries), self._use()
        conditions(where)
        if not texts:
            return []
        if not store.mark():
            message = f"the database {shown(self.where)} has no collection {self._name!r}"
            raise InvalidValue(f"{message} to search: it is made when chunks are first indexed")
        rows = embedded(self._embed, texts)
        self._check(rows)
        return store.search(rows, k, where)

    def _use(self) -> Store:
        if self._store is None:
            raise InvalidValue(f"the database {shown(self.where)} was closed")
        return self._store

    def _check(self, rows: NDArray[np.float32]) -> None:
        """Refuse vectors that another embedder made than those of the collection."""
        mark, ours = self._use().mark(), Mark(embedder_name(self._embed), rows.shape[1])
        if mark and mark != ours:
            theirs = f"{mark.embedder} ({mark.dimensions} dimensions)"
            message = f"the collection {self._name!r} was made with the embedder {theirs}"
            raise InvalidValue(f"{message}: got {ours.embedder} ({ours.dimensions} dimensions)")


def embedder_name(embed: Embedder) -> str:
    """Name an embedder: ``wordllama``, ``hashing``, or the module and name of a function or of an object's type.

    >>> embedder_name(hashing), embedder_name(len)
    ('hashing', 'builtins.len')
    """
    if embed is hashing:
        return "hashing"
    while isinstance(embed, partial):
        embed = embed.func
    named: Any = embed if hasattr(embed, "__qualname__") else type(embed)
    name = f"{named.__module__}.{named.__qualname__}"
    return "wordllama" if name == _WORDLLAMA else name


def open_store(where: str | Path, name: str) -> Store:
    """Open the store at a place."""
    if not re.fullmatch(r"[\w.-]{1,512}", a_text("the name of a collection", name)):
        raise InvalidValue(f"the name of a collection must have 1-512 letters, digits, '.', '_' and '-': got {name!r}")
    if not isinstance(where, str | Path):
        raise InvalidType(f"a database is {_PLACES}: got {type(where).__name__}")
    address = where if isinstance(where, str) else ""
    if re.match(r"postgres(ql)?://", address):
        from chunklib.retrieval.postgres_store import PostgresStore

        return PostgresStore(address, name)
    if where == "" or "://" in address or re.fullmatch(r"[\w.-]*:[\w:]*", address):  # localhost:8000, :memory:
        raise InvalidValue(f"a database is {_PLACES}: got {where!r}")
    from chunklib.retrieval.sqlite_store import SqliteStore

    return SqliteStore(where, name)
