"""After retrieval: the chunks before and after a hit, by their links."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from chunklib.chunk import Chunk
from chunklib.errors import InvalidType, InvalidValue
from chunklib.integers import at_least
from chunklib.retrieval.retriever import Hit


def with_neighbours(hits: Iterable[Hit], chunks: Iterable[Chunk], before: int = 1, after: int = 1) -> list[Hit]:
    """Add to each hit the chunks before and after it in the same document.

    Args:
        hits: what was found, best first.
        chunks: what was searched, as :func:`chunklib.context.link` returns it; the hits themselves need no links.
        before: how many chunks before each hit.
        after: how many after it.

    Returns:
        each chunk once: around the first hit the chunks in the order of the text, with its score; then those around
        the second that are not there yet, with the second's, and so on. At the ends of a document there are fewer.
        :func:`merge_adjacent` makes passages of them.

    Raises:
        ValueError: for a negative number, chunks without links, and a hit or a neighbour that is not among the chunks.
        TypeError: for what is no hit, and no whole number.

    >>> texts = ["It rained. ", "He left. ", "Then sun."]
    >>> places = [(0, 11), (11, 20), (20, 29)]
    >>> from chunklib.context import link
    >>> chunks = link(Chunk(text, *place, 3, 0, 0, "day") for text, place in zip(texts, places))
    >>> [(hit.chunk.text, hit.score) for hit in with_neighbours([Hit(chunks[2], 0.9)], chunks)]
    [('He left. ', 0.9), ('Then sun.', 0.9)]
    """
    before, after = at_least(0, "before", before), at_least(0, "after", after)
    known = {chunk.id: chunk for chunk in chunks}
    found: dict[str, Hit] = {}
    for hit in hits:
        if not isinstance(hit, Hit):
            raise InvalidType(f"hits must be Hit(chunk, score): got {type(hit).__name__}")
        chunk = _find(known, hit.chunk.id)
        earlier = _follow(known, chunk, "previous_id", before)
        for near in [*reversed(earlier), chunk, *_follow(known, chunk, "next_id", after)]:
            found.setdefault(near.id, Hit(near, hit.score))
    return list(found.values())


def _follow(known: Mapping[str, Chunk], chunk: Chunk, link: str, steps: int) -> list[Chunk]:
    """Follow a kind of link, nearest chunk first; it ends where the document does."""
    found: list[Chunk] = []
    for _ in range(steps):
        if link not in chunk.metadata:
            raise InvalidValue(
                f"chunk {chunk.id} has no links: link the chunks first, with chunklib.context.link(chunks)"
            )
        beside = chunk.metadata[link]
        if beside is None:
            break
        chunk = _find(known, str(beside))
        found.append(chunk)
    return found


def _find(known: Mapping[str, Chunk], name: str) -> Chunk:
    if name not in known:
        raise InvalidValue(f"chunk {name} is not among the {len(known)} chunks")
    return known[name]
