"""A strategy with its settings, chosen once by those who split many documents."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

from chunklib.chunk import Chunk
from chunklib.overlap import OverlapSpec, asked
from chunklib.strategies import TEXT_STRATEGIES
from chunklib.tokens import Ruler
from chunklib.tokens import ruler as make_ruler


def chosen(
    strategy: str, size: int, overlap: OverlapSpec, options: Mapping[str, Any]
) -> tuple[Callable[..., list[Chunk]], Ruler, int]:
    """Make a splitter of a strategy's name and settings; what is wrong with them shows at once.

    Args:
        strategy: a name in ``TEXT_STRATEGIES``.
        size: the most that a chunk may measure, in units of the ruler.
        overlap: what is asked to be shared.
        options: what the strategy takes besides.

    Returns:
        a function ``(text, document=None) -> chunks``, the ruler that it measures with, and the overlap in units of it
        (0 for sentences).

    Raises:
        ValueError: for an unknown strategy or an impossible setting.
        TypeError: for an option that the strategy does not take.
    """
    if not isinstance(strategy, str) or strategy not in TEXT_STRATEGIES:
        raise ValueError(f"unknown strategy {strategy!r}: choose one of {', '.join(TEXT_STRATEGIES)}")
    split = TEXT_STRATEGIES[strategy]
    known = inspect.signature(split).parameters
    takes = [name for name in known if name not in ("text", "size", "overlap", "document")]
    for name in options:
        if name not in takes:
            raise TypeError(f"{strategy} takes no option {name!r}; it takes {', '.join(takes)}")
    splitter = partial(split, size=size, overlap=overlap, **options)
    splitter("")
    measure = make_ruler(options.get("ruler", known["ruler"].default))
    return splitter, measure, asked(overlap, size).units


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
