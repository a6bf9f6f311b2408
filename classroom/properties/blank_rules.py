"""Make the checks of blanks: fixed cases, no points, and answers compared with those of a reference."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import isclose
from typing import Any

from classroom.judge.exercise import Broken, Call, Property

_NEAR = 1e-9


def rule(
    name: str, causes: str | Sequence[str], test: Callable[..., None], examples: Iterable[Mapping[str, Any]]
) -> Property:
    """Make a property of a blank, which earns no points and is tried on its examples alone."""
    named = (causes,) if isinstance(causes, str) else tuple(causes)
    return Property(name, 0, False, named, test, tuple(examples))


def cases(names: str, *values: Sequence[Any]) -> tuple[dict[str, Any], ...]:
    """Make a case of each sequence of values, for the arguments with these names.

    >>> cases("size overlap", (4, 0), (4, 1))
    ({'size': 4, 'overlap': 0}, {'size': 4, 'overlap': 1})
    """
    return tuple(dict(zip(names.split(), case, strict=True)) for case in values)


def gives(reference: Callable[..., Any], why: str) -> Callable[..., None]:
    """Make a test that requires what a reference returns; numbers may differ by what rounding does to them."""

    def test(function: Call, **case: Any) -> None:
        expected, gave = reference(**case), function(**case)
        if not _same(gave, expected):
            raise Broken(why, expected=expected)

    return test


def _same(gave: Any, expected: object) -> bool:
    if isinstance(expected, bool) or not isinstance(expected, int | float):
        return bool(gave == expected)
    return isinstance(gave, int | float) and not isinstance(gave, bool) and isclose(gave, expected, abs_tol=_NEAR)
