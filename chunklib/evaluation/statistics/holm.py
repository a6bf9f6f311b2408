"""Correct many comparisons by Holm's method, as a family that was declared before it was measured."""

from collections.abc import Hashable, Mapping
from typing import TypeVar

from chunklib.errors import InvalidValue
from chunklib.readers import real

K = TypeVar("K", bound=Hashable)


def holm(p_values: Mapping[K, float]) -> dict[K, float]:
    """Adjust p values so that the chance of one false claim or more in the whole family stays at the level.

    Args:
        p_values: one for each comparison, by name.

    Returns:
        the adjusted p values, in the order given, each from its p value to 1: sorted, the i-th smallest of m is
        multiplied by m - i + 1, none is smaller than one before it, none more than 1. Source: Holm, 1979, "A simple
        sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6.

    Raises:
        ValueError: for an empty family, and a p value that is none.
        TypeError: for a p value that is not a number.

    >>> holm({"10 %": 0.02, "20 %": 0.5})
    {'10 %': 0.04, '20 %': 0.5}
    """
    if not p_values:
        raise InvalidValue("a family needs at least one comparison: got none")
    adjusted = {key: real(f"the p value of {key!r}", p, 0, 1) for key, p in p_values.items()}
    largest = 0.0
    for rank, key in enumerate(sorted(adjusted, key=lambda key: adjusted[key])):
        largest = max(largest, min(1.0, (len(adjusted) - rank) * adjusted[key]))
        adjusted[key] = largest
    return adjusted
