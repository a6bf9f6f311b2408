"""Correct many comparisons by Holm's method, as a family that was declared before it was measured."""

from collections.abc import Collection, Hashable, Mapping, Sequence
from typing import TypeVar

from chunklib.errors import InvalidValue
from chunklib.readers import real

K = TypeVar("K", bound=Hashable)


def holm(p_values: Mapping[K, float], *, declared: Collection[K] | None = None) -> dict[K, float]:
    """Adjust p values so that the chance of one false claim or more in the whole family stays at the level.

    Args:
        p_values: one for each comparison, by name.
        declared: the names of all comparisons of the family, as set down before measuring.

    Returns:
        the adjusted p values, in the order given, each from its p value to 1: sorted, the i-th smallest of m is
        multiplied by m - i + 1, none is smaller than one before it, none more than 1. Source: Holm, 1979, "A simple
        sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6.

    Raises:
        ValueError: for an empty family, a p value that is none, a comparison that was declared and has no result, and
            one that was not declared.
        TypeError: for a p value that is not a number.

    >>> holm({"10 %": 0.02, "20 %": 0.5}, declared=["10 %", "20 %"])
    {'10 %': 0.04, '20 %': 0.5}
    """
    _check(p_values, declared)
    adjusted, largest = dict(p_values), 0.0
    for rank, key in enumerate(sorted(p_values, key=lambda key: p_values[key])):
        largest = max(largest, min(1.0, (len(p_values) - rank) * float(p_values[key])))
        adjusted[key] = largest
    return adjusted


def _check(p_values: Mapping[K, float], declared: Collection[K] | None) -> None:
    names = list(p_values if declared is None else declared)
    if not names:
        raise InvalidValue("a family needs at least one comparison: got none")
    missing = [name for name in names if name not in p_values]
    if missing:
        raise InvalidValue(f"a declared comparison has no result: {_listed(missing)}; a family is adjusted whole")
    undeclared = [key for key in p_values if key not in names]
    if undeclared:
        raise InvalidValue(f"a comparison was not declared: {_listed(undeclared)}")
    for key, p in p_values.items():
        real(f"the p value of {key!r}", p, 0, 1)


def _listed(names: Sequence[object]) -> str:
    shown = ", ".join(repr(name) for name in names[:3])
    return shown if len(names) <= 3 else f"{shown} and {len(names) - 3} more"
