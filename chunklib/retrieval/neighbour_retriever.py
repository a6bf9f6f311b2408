"""Search chunks, and give more than what was found: the base for that, and the chunks beside each hit."""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence

from chunklib.chunk import Chunk
from chunklib.embed import Embedder
from chunklib.errors import InvalidType, InvalidValue
from chunklib.readers import at_least
from chunklib.retrieval.hybrid import make_retriever
from chunklib.retrieval.index_plan import in_document_order
from chunklib.retrieval.merging import checked_hits
from chunklib.retrieval.retriever import Hit, Retriever, Searching, indexed
from chunklib.retrieval.where import Metadata, Where

MakesSearch = Callable[[Sequence[Chunk]], Retriever]


class Widened(Searching):
    """Searches some chunks with a retriever, and gives others for what it finds.

    Args:
        chunks: what can be given.
        searched: what is searched.
        of: ``"bm25"``, ``"dense"``, ``"hybrid"``, or a callable from the chunks that are searched to a retriever.
        embed: what dense and hybrid embed with.

    Raises:
        TypeError: for anything but a name or a callable, and what it makes has no ``search``.
    """

    def __init__(
        self,
        chunks: Sequence[Chunk],
        searched: Sequence[Chunk],
        of: str | MakesSearch = "bm25",
        embed: str | Embedder | None = None,
    ) -> None:
        self.chunks = chunks
        self._places = {chunks[at].id: at for at in reversed(range(len(chunks)))}  # of equal ones the first counts
        if not isinstance(of, str) and not callable(of):
            raise InvalidType(f"chunks are searched by a name or a callable: got {type(of).__name__}")
        self._retriever = make_retriever(of, searched, embed) if isinstance(of, str) else of(searched)
        if not callable(getattr(self._retriever, "search", None)):
            raise InvalidType(f"a retriever has search(query, k): got {type(self._retriever).__name__}")

    @abstractmethod
    def _enough(self, k: int) -> int:
        """Say how many hits bring k chunks."""

    def _place(self, hit: Hit) -> int:
        if hit.chunk.id not in self._places:
            raise InvalidValue(f"chunk {hit.chunk.id} is not among the {len(self.chunks)} chunks")
        return self._places[hit.chunk.id]

    @abstractmethod
    def _given(self, hits: list[Hit], where: Where | None) -> list[tuple[int, float]]:
        """Find the places in ``chunks``, and the scores, of what is given for hits, best first."""

    def _found(self, queries: list[str], k: int, where: Where | None) -> Iterator[Sequence[tuple[int, float]]]:
        search = self._retriever.search
        more: dict[str, Where] = {"where": where} if where else {}  # a retriever of yours may know no filter
        for query in queries:
            yield self._given(checked_hits(search(query, self._enough(k), **more) if k else []), where)[:k]


class NeighbourRetriever(Widened):
    """Finds chunks, and gives with each those before and after it in the same document.

    First come those around the first hit, in the order of the text and with its score; then those around the second
    that are not there yet, with the second's, and so on. So neighbours can be measured in the place of overlap:
    ``evaluate(benchmark, {"strategy": "sentences", "overlap": 0}, retriever=NeighbourRetriever)``.

    Args:
        chunks: what is searched, in any order.
        of: as in :class:`Widened`.
        before: how many chunks before each hit.
        after: how many after it. The neighbours count among the k that are asked for, and a filter excludes them too.
        embed: as in :class:`Widened`.

    >>> texts = ["It rained. ", "He left. ", "Then sun."]
    >>> places = [(0, 11), (11, 20), (20, 29)]
    >>> chunks = [Chunk(text, *place, 3, 0, 0, "day") for text, place in zip(texts, places)]
    >>> [hit.chunk.text for hit in NeighbourRetriever(chunks, after=0).search("sun", k=2)]
    ['He left. ', 'Then sun.']
    """

    def __init__(
        self,
        chunks: Iterable[Chunk],
        of: str | MakesSearch = "bm25",
        *,
        before: int = 1,
        after: int = 1,
        embed: str | Embedder | None = None,
    ) -> None:
        self._before, self._after = at_least(0, "before", before), at_least(0, "after", after)
        given = indexed(chunks)
        super().__init__(given, given, of, embed)
        self._order = sorted(range(len(given)), key=lambda at: in_document_order(given[at]))
        self._ranks, self._metadata = {at: rank for rank, at in enumerate(self._order)}, Metadata(given)

    def _enough(self, k: int) -> int:
        return k

    def _given(self, hits: list[Hit], where: Where | None) -> list[tuple[int, float]]:
        may, found = self._metadata.matching(where), dict[int, float]()
        for hit in hits:
            rank = self._ranks[self._place(hit)]
            for at in self._order[max(0, rank - self._before) : rank + self._after + 1]:
                if may[at] and self.chunks[at].document == hit.chunk.document:
                    found.setdefault(at, hit.score)
        return list(found.items())
