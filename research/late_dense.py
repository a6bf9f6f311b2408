"""Search chunks by late vectors: each is the mean of the vectors of its tokens, which have seen text around it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from chunklib.chunk import Chunk
from chunklib.context.late import TokenEmbedder, late_chunks
from chunklib.embed import Embedder, vectors
from chunklib.errors import InvalidType, InvalidValue
from chunklib.readers import a_mapping
from chunklib.retrieval.exact_search import Vectors, embedded
from chunklib.retrieval.retriever import Retriever, Scored, indexed
from chunklib.retrieval.where import Where


class LateDense:
    """Makes retrievers of chunks, as ``evaluate(…, retriever=…)`` takes them: late chunking, and exact search.

    A document is embedded token by token when its chunks are first searched, and its tokens are kept: another
    chunking of the same documents only pools them. A chunk's context is not read, since its document is.

    Args:
        documents: texts by their names, such as ``benchmark.documents``.
        embed_tokens: ``text -> (vectors, offsets)``, as :func:`chunklib.context.pool` takes them.
        embed: embeds queries: a callable ``list[str] -> array`` of the same model.

    Raises:
        TypeError: for documents that are not a mapping, and what cannot be called.
        ValueError: when called with a chunk of no document, and as :func:`chunklib.context.late_chunks`.

    >>> from research.minilm import MiniLM
    >>> text, model = "Berlin is in Germany. The city has four million inhabitants.", MiniLM()
    >>> one, two = Chunk(text[:21], 0, 21, 5, 0, 0, "note"), Chunk(text[22:], 22, 60, 6, 0, 1, "note")
    >>> late = LateDense({"note": text}, model.tokens, model)
    >>> [hit.chunk.index for hit in late([one, two]).search("How many people live in Berlin?", k=1)]
    [1]
    """

    def __init__(self, documents: Mapping[str, str], embed_tokens: TokenEmbedder, embed: Embedder) -> None:
        a_mapping("documents", documents, "a mapping of names to texts")
        if not callable(embed_tokens) or not callable(embed):
            raise InvalidType("embed_tokens and embed must be callables, such as model.tokens and model of MiniLM()")
        self._documents, self._embed_tokens, self._embed = documents, embed_tokens, embed
        self._tokens: dict[str, tuple[Any, Any]] = {}

    def __call__(self, chunks: Iterable[Chunk]) -> Retriever:
        """Make a retriever of these chunks."""
        found = indexed(chunks)
        places: dict[str, list[int]] = {}
        for place, chunk in enumerate(found):
            places.setdefault(chunk.document, []).append(place)
        rows: dict[int, NDArray[np.float64]] = {}
        for name, here in places.items():
            if name not in self._documents:
                raise InvalidValue(f"chunk {found[here[0]].id} is of none of the {len(self._documents)} documents")
            rows |= zip(here, late_chunks(self._documents[name], [found[at] for at in here], self._once), strict=True)
        if len(lengths := {len(row) for row in rows.values()}) > 1:
            raise InvalidValue(f"embed_tokens must give vectors of one length: got {sorted(lengths)}")
        in_order = [rows[at] for at in range(len(found))]
        return _ByVectors(found, vectors(lambda _: in_order, [chunk.text for chunk in found]), self._embed)

    def _once(self, text: str) -> tuple[Any, Any]:
        """Embed the tokens of a document if that was not yet done."""
        if text not in self._tokens:
            self._tokens[text] = self._embed_tokens(text)
        return self._tokens[text]


class _ByVectors(Scored):
    """Searches chunks that have a vector each; ``embed`` embeds queries."""

    def __init__(self, chunks: Sequence[Chunk], rows: NDArray[Any], embed: Embedder) -> None:
        super().__init__(chunks)
        self._vectors, self._embed = Vectors(self.chunks, rows), embed

    def _scores(self, queries: list[str], where: Where | None) -> Iterator[NDArray[np.floating[Any]]]:
        return self._vectors.scores(embedded(self._embed, queries), where)
