"""Choose a strategy with its settings once, for adapters that split many documents."""

from collections.abc import Iterable, Mapping
from typing import Any

from chunklib.chunk import Chunk
from chunklib.chunk_config import Chunker
from chunklib.errors import check_name, refuse_options
from chunklib.overlap import OverlapSpec
from chunklib.strategies import TEXT_STRATEGIES, arguments


def chosen(strategy: str, size: int, overlap: OverlapSpec, options: Mapping[str, Any]) -> Chunker:
    """Make the chunker of an adapter: of a strategy that takes a text; what is wrong with the settings shows at once.

    Raises:
        ValueError: for an unknown strategy or an impossible setting.
        TypeError: for an option that the strategy does not take.
    """
    check_name("strategy", strategy, TEXT_STRATEGIES)
    theirs = "document", "metadata"  # which documents have
    refuse_options(strategy, options, [name for name in arguments(strategy) if name not in theirs])
    return Chunker(strategy, size=size, overlap=overlap, **options)


def said_of(chunk: Chunk) -> dict[str, Any]:
    """Write down what a framework's record of a chunk says of it; the context only where there is one."""
    said = {"chunk_id": chunk.id, "chunk_size": chunk.size, "chunk_overlap": chunk.overlap}
    return {**said, "chunk_context": chunk.context} if chunk.context else said


def unique(names: Iterable[str]) -> list[str]:
    """Tell documents of the same name apart.

    Returns:
        the names in order, no two alike: the second of the same name is called …~2, the third …~3.

    >>> unique(["a", "b", "a", "a"])
    ['a', 'b', 'a~2', 'a~3']
    """
    listed = list(names)
    taken, count = set(listed), dict.fromkeys(listed, 0)
    found = []
    for name in listed:
        count[name] += 1
        new = name
        while count[name] > 1 and (new := f"{name}~{count[name]}") in taken:
            count[name] += 1
        taken.add(new)
        found.append(new)
    return found
