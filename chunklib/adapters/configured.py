"""Choose a strategy with its settings once, for adapters that split many documents."""

from collections.abc import Iterable, Mapping
from typing import Any

from chunklib.chunk_config import Chunker
from chunklib.errors import InvalidValue, check_name, refuse_options
from chunklib.overlap import OverlapSpec
from chunklib.strategies import RECIPES, TEXT_STRATEGIES, arguments


def chosen(strategy: str, size: int, overlap: OverlapSpec, options: Mapping[str, Any]) -> Chunker:
    """Make the chunker of an adapter: of a strategy that takes a text; what is wrong with the settings shows at once.

    Raises:
        ValueError: for an unknown strategy or an impossible setting.
        TypeError: for an option that the strategy does not take.
    """
    if strategy in RECIPES and RECIPES[strategy].file:
        instead = f"give the chunks of chunklib.{strategy}(path) to to_langchain or to_llamaindex"
        raise InvalidValue(f"{strategy} takes a file, and a splitter is given texts: {instead}")
    check_name("strategy", strategy, TEXT_STRATEGIES)
    theirs = "document", "metadata"  # which documents have
    refuse_options(strategy, options, [name for name in arguments(strategy) if name not in theirs])
    return Chunker(strategy, size=size, overlap=overlap, **options)


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
