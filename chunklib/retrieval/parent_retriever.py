"""Search small chunks, and give the larger ones that they lie in: their parents, or enough of them merged."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import accumulate

from chunklib.chunk import Chunk
from chunklib.embed import Embedder
from chunklib.errors import InvalidValue
from chunklib.readers import at_least, real
from chunklib.retrieval.neighbour_retriever import MakesSearch, Widened
from chunklib.retrieval.retriever import NOTHING, Hit, indexed
from chunklib.retrieval.where import Where


class ParentRetriever(Widened):
    """Searches children and gives their parents: what is small is found, what is large is read.

    Five lines find with 64 tokens and answer with 256, the last two on a benchmark::

        from chunklib.context import parents
        from chunklib.retrieval import ParentRetriever
        small = {"strategy": "recursive", "size": 64, "overlap": 0}
        hits = ParentRetriever(parents(text, small, 256).chunks).search("How cold is the cold room?")
        evaluate(own_benchmark(), lambda text: parents(text, small, 256).chunks, retriever=ParentRetriever)

    So ``evaluate`` counts parents and children as stored. Its metrics that judge chunks, whatever was retrieved
    (``contained``, ``boundary_cut``, ``precision_omega``), look at both too. A database holds the children alone:
    ``ParentRetriever(family.chunks, of=lambda children: database)``. A filter chooses among the children, and the
    parent of one that it lets through is given, whatever its own metadata are.

    Args:
        chunks: parents and children, as :attr:`chunklib.context.Family.chunks` has them, of one document or of several.
            Which is whose is read from their places: a chunk that lies in another is its child.
        of: what searches the children, as in :class:`Widened`.
        share: which share of a parent's children must be among the hits so that it is given instead of them
            (auto-merging); with 0 every hit brings its parent. A chunk that has no parent stays.
        depth: how many hits of a search count towards the share. Those after them stay children, so that more hits
            never change the first ones.
        embed: as in :class:`Widened`.

    Raises:
        ValueError: for a share outside 0 to 1, a hit that is not among the chunks, and chunks in three levels.
        TypeError: for anything but chunks.

    >>> from chunklib.context import parents
    >>> small = {"strategy": "sentences", "size": 3, "overlap": 0, "ruler": "words"}
    >>> family = parents("It rained. He left. Then sun came. We ate.", small, 6, document="day")
    >>> [hit.chunk.text for hit in ParentRetriever(family.chunks).search("Did the sun come?", k=1)]
    ['Then sun came. We ate.']
    """

    def __init__(
        self,
        chunks: Iterable[Chunk],
        of: str | MakesSearch = "bm25",
        *,
        share: float = 0,
        depth: int = 20,
        embed: str | Embedder | None = None,
    ) -> None:
        self._share, self._depth = real("share", share, 0, 1), at_least(1, "depth", depth)
        given = indexed(chunks)
        self._parent = _parents(given)
        self._sizes = Counter(parent for at, parent in self._parent.items() if at != parent)
        self._children = [given[at] for at in sorted(self._parent) if at not in self._sizes]
        # How many children the largest families have together: none, the largest one, the two largest, …
        largest = sorted((self._sizes[at] or 1 for at, parent in self._parent.items() if at == parent), reverse=True)
        self._before = [0, *accumulate(largest)]
        super().__init__(given, self._children, of, embed)

    def _enough(self, k: int) -> int:
        """Ask for one more than the k - 1 largest families have together: these are surely of k parents."""
        enough = min(self._before[min(k, len(self._before)) - 1] + 1, len(self._children))
        return max(enough, self._depth if self._share else 0)

    def _given(self, hits: list[Hit], where: Where | None) -> list[tuple[int, float]]:  # noqa: ARG002 (it chose the hits)
        """Find what is given for hits: the first of them, up to the depth, make the share."""
        places = [self._place(hit) for hit in hits]
        counts = Counter(self._parent[at] for at in dict.fromkeys(places[: self._depth]) if self._parent[at] != at)
        found: dict[int, float] = {}
        for at, hit in zip(places, hits, strict=True):
            parent = self._parent[at]
            if parent not in found:
                whole = at == parent or counts[parent] / self._sizes[parent] >= self._share
                found.setdefault(parent if whole else at, hit.score)
        return list(found.items())


def _parents(chunks: Sequence[Chunk]) -> dict[int, int]:
    """Find in which chunk each lies: places to places; one that lies in no other is its own parent."""
    places = {chunks[at].id: at for at in reversed(range(len(chunks)))}.values()
    found: dict[int, int] = {}
    document, top, inner = None, NOTHING, NOTHING  # of this document so far: the last parent, the furthest child
    for at in sorted(places, key=lambda at: (chunks[at].document, chunks[at].start_char, -chunks[at].end_char)):
        chunk = chunks[at]
        if chunk.document != document:
            document, top, inner = chunk.document, NOTHING, NOTHING
        if top != NOTHING and chunk.end_char <= chunks[top].end_char:
            if inner != NOTHING and chunk.end_char <= chunks[inner].end_char:
                levels = f"{chunk.id} lies in {chunks[inner].id}, which lies in {chunks[found[inner]].id}"
                raise InvalidValue(f"chunks must be parents and children, no third level: {levels}")
            found[at], inner = top, at
        else:
            found[at], top = at, at
    return found
