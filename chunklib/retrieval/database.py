"""Retrieval from a vector database: Chroma in a folder, or on a server by its address."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from chunklib.chunk import Chunk
from chunklib.context import in_full
from chunklib.embed import Embedder, embedder, hashing, vectors
from chunklib.retrieval.changes import Changes, chunk_of, in_document_order, plan
from chunklib.retrieval.chroma_client import connect, disconnect, in_words
from chunklib.retrieval.cosines import DECIMALS, Vectors, embedded
from chunklib.retrieval.hits import NOTHING, Hit, how_many
from chunklib.retrieval.scored import asked
from chunklib.retrieval.stored import Held, Mark, Stored, check_name
from chunklib.retrieval.wanted import documents_of, wanted_chunks

if TYPE_CHECKING:
    from numpy.typing import NDArray

EXACT = 4000
"""Up to so many chunks a database is searched exactly. So many take a second or so to be read when they have changed,
and each search some milliseconds to see that they have not."""

_QUERIES = 100  # that are sent together
_WORDLLAMA = f"{hashing.__module__}._wordllama.<locals>.wordllama_embedding"


class Database:
    """Chunks in a collection of Chroma, found by the cosine between their vector and the query's.

    A chunk is found by its context, a blank line, and its text. A vector of zeros has no direction: such a chunk is
    never found, such a query finds nothing.

    Up to :data:`EXACT` chunks the search is exact: the hits, scores and order of ties are those of :class:`Dense` over
    ``chunks``. They are read into memory when they are first searched, and again when somebody has changed them.

    With more chunks, or while others write faster than they can be read, the index of Chroma is asked (HNSW), which is
    approximate: it may miss the best hits, and give fewer than k. What it misses above all is texts that are equal or
    nearly equal (a footer on every page, tickets of one form), and what stands beside many of them: it links such
    vectors only to each other, so that a search does not reach them, or finds nothing else, whatever k.

    The collection is made when the first chunks are indexed, and remembers the name of its embedder and the
    dimensions of its vectors. A callable is known by its module and name, an object by its type; two that share name
    and dimensions (two lambdas of one function) cannot be told apart.

    What is written survives a crash at any point: a chunk is only deleted after the new ones are there, and the next
    ``index`` completes what was begun. The vector index itself is not on the disk (Chroma's files of it do not survive
    a crash): whoever opens the folder makes it again from there when it is first used.

    A folder is for one process at a time. A second one may open it, and nothing is lost when both write; but with more
    than :data:`EXACT` chunks ``search`` finds what another process has written only after an ``index`` here, or when it
    is opened anew. For several processes at once run a server (``chroma run --path FOLDER``) and give its address.

    Args:
        where: a folder, or the address of a server, ``http://host:port``.
        collection: the name of the collection.
        embed: a name or a callable, as :func:`chunklib.embed.embedder` takes it; it embeds chunks and queries.

    Raises:
        ValueError: for a folder that cannot be opened or is damaged, a collection of somebody else or of another
            embedder, a name that Chroma does not take.
        PermissionError: for a folder that may not be read and written.
        ConnectionError: where no Chroma server answers.
        ModuleNotFoundError: without chromadb (the extra ``database``).

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
        name = check_name(collection)
        self._embed = embedder(embed)
        self.where = where
        self._client = connect(where)
        try:
            with in_words(where):
                self._records = Stored(self._client, name)
            if self._records.mark:
                self._check(vectors(self._embed, ["chunk"]))
        except BaseException:
            disconnect(self._client)
            raise
        self._open = True
        self._held: tuple[Held, Vectors] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the folder or the server; closing twice does no harm."""
        if self._open:
            self._open, self._held = False, None
            disconnect(self._client)

    def index(self, chunks: Iterable[Chunk], documents: Iterable[str] | None = None) -> Changes:
        """Make the collection hold exactly these chunks of these documents; other documents stay as they are.

        A text that is stored already, wherever it stands in these documents, is not embedded again.

        Args:
            chunks: all chunks of some documents, each id once.
            documents: the names of these documents; by default those that the chunks name. A document that became
                empty has no chunk to name it: name it here.

        Returns:
            the ids of what was added, kept and deleted.

        Raises:
            ValueError: without chunks and documents, for an id that occurs twice, a chunk of another document, and an
                embedder of other dimensions. Nothing is written then.
            TypeError: for what is no chunk, and metadata that is no JSON.
        """
        wanted = wanted_chunks(chunks)
        names = documents_of(wanted, documents)
        with self._use() as records:
            records.catch_up()
            stored = records.read(names)
            steps = plan(stored, wanted)
            texts = [in_full(chunk) for chunk in (*steps.new, *steps.replaced)]
            known = {in_full(chunk): record for record, chunk in stored.items()}
            old = records.vectors(list(dict.fromkeys(known[text] for text in texts if text in known)))
        rows = self._rows(texts, {text: old[known[text]] for text in texts if text in known})
        with self._use() as records:
            if len(rows) and not records.mark:
                records.make(Mark(embedder_name(self._embed), rows.shape[1]))
            if len(rows):
                self._check(rows)
            records.write(steps, rows)
        return steps.changes

    def remove(self, document: str) -> Changes:
        """Delete all chunks of a document; one that is not there changes nothing."""
        return self.index([], documents=[document])

    @property
    def chunks(self) -> list[Chunk]:
        """All stored chunks in the order of documents (by name) and of their text; each call reads them again."""
        with self._use() as records:
            return sorted(records.read().values(), key=in_document_order)

    def __len__(self) -> int:
        """Count the stored chunks."""
        with self._use() as records:
            return records.count()

    def search(self, query: str, k: int = 5) -> list[Hit]:
        """Find the k best chunks for a query, best first; the score is the cosine (6 decimals).

        Returns:
            at most k hits. Equal scores are in document order; with more than :data:`EXACT` chunks, which of them are
            among the k is left to Chroma.

        Raises:
            ValueError: for a k below 1, and for an embedder that now has other dimensions.
            TypeError: for a query that is no text.
        """
        if exact := self._exact():
            return exact.search(query, k)
        k, queries = how_many(k, len(self)), asked([query])
        rows = self._asked(queries)
        if not k or not rows.any():
            return []
        wanted = ["metadatas", "documents", "distances"]
        with self._use() as records:
            found = records.nearest(rows, k, wanted)
            if any(beside["blank"] for beside in found["metadatas"][0]):
                found = records.nearest(rows, k + len(records.blanks()), wanted)
        each = zip(found["documents"][0], found["metadatas"][0], found["distances"][0], strict=True)
        hits = [Hit(chunk_of(text, beside), _score(far)) for text, beside, far in each if not beside["blank"]]
        return sorted(hits, key=lambda hit: (-hit.score, in_document_order(hit.chunk)))[:k]

    def rank(self, queries: Sequence[str], k: int) -> NDArray[np.intp]:
        """Find the places in ``chunks`` of the k best for each of n queries, best first.

        Returns:
            an array of shape (n, k), or (n, number of chunks) where k is more, filled up with -1.

        Raises:
            ValueError: as :meth:`search`.
            TypeError: as :meth:`search`.
        """
        if exact := self._exact():
            return exact.rank(queries, k)
        rows = self._asked(asked(queries))
        somewhere = np.flatnonzero(rows.any(axis=1))
        with self._use() as records:
            stored, blanks = records.read(), records.blanks()
            k = how_many(k, len(stored))
            if not k:
                return np.full((len(rows), 0), NOTHING, np.intp)
            order = sorted(stored, key=lambda record: in_document_order(stored[record]))
            places = {record: place for place, record in enumerate(order) if record not in blanks}
            ranked = np.full((len(rows), k), NOTHING, np.intp)
            for at in range(0, len(somewhere), _QUERIES):
                part = somewhere[at : at + _QUERIES]
                found = records.nearest(rows[part], min(k + len(blanks), len(stored)), ["distances"])
                for row, ids, far in zip(part, found["ids"], found["distances"], strict=True):
                    best = sorted((-_score(d), places[i]) for i, d in zip(ids, far, strict=True) if i in places)[:k]
                    ranked[row, : len(best)] = [place for _, place in best]
        return ranked

    @contextmanager
    def _use(self) -> Iterator[Stored]:
        """Give access to the records, and say in one line what fails."""
        if not self._open:
            raise ValueError(f"the database {self.where} was closed")
        with in_words(self.where):
            self._records.find()
            yield self._records

    def _check(self, rows: NDArray[np.float32]) -> None:
        """Refuse vectors that another embedder made than those of the collection."""
        mark, ours = self._records.mark, Mark(embedder_name(self._embed), rows.shape[1])
        if mark and mark != ours:
            theirs = f"{mark.embedder} ({mark.dimensions} dimensions)"
            message = f"the collection {self._records.name!r} was made with the embedder {theirs}"
            raise ValueError(f"{message}: got {ours.embedder} ({ours.dimensions} dimensions)")

    def _exact(self) -> Vectors | None:
        """Hold what is stored in memory, as it is now, if it is not too much."""
        with self._use() as records:
            if self._held is None or not records.holds(self._held[0]):
                held = records.hold() if 0 < records.count() <= EXACT else None
                self._held = None if held is None else (held, Vectors(held.chunks, held.rows, self._asked))
        return self._held and self._held[1]

    def _asked(self, queries: Sequence[str]) -> NDArray[np.float32]:
        rows = embedded(self._embed, queries)
        if len(rows):
            self._check(rows)
        return rows

    def _rows(self, texts: Sequence[str], known: Mapping[str, NDArray[np.float32]]) -> NDArray[np.float32]:
        """Embed each text once, and only those whose vector is not known."""
        unknown = [text for text in dict.fromkeys(texts) if text not in known]
        fresh = vectors(self._embed, unknown)
        if unknown:
            self._check(fresh)
        rows = {**known, **dict(zip(unknown, fresh, strict=True))}
        return np.array([rows[text] for text in texts], np.float32).reshape(len(texts), -1 if texts else 1)


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


def _score(distance: float) -> float:
    return round(1 - distance, DECIMALS) + 0.0  # no -0.0
