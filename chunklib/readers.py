"""Read texts, mappings, lists, numbers, and yes or no from callers, and refuse anything else in one line."""

import operator
from collections.abc import Iterable, Mapping
from math import inf
from numbers import Real
from typing import Any, SupportsIndex

from chunklib.errors import InvalidType, InvalidValue


def a_text(name: str, value: object) -> str:
    """Read a text.

    Raises:
        TypeError: for anything else.
    """
    if not isinstance(value, str):
        raise InvalidType(f"{name} must be a text (str): got {type(value).__name__}")
    return value


def a_mapping(name: str, value: object, of: str = "a dictionary") -> Mapping[Any, Any]:
    """Read a mapping; ``of`` says what must be in it.

    Raises:
        TypeError: for anything else.
    """
    if not isinstance(value, Mapping):
        raise InvalidType(f"{name} must be {of}: got {type(value).__name__}")
    return value


def listed(rule: str, value: object, kind: type | None = None) -> list[Any]:
    """Read a list, or anything else that gives its values one by one.

    Args:
        rule: what the message begins with.
        value: the list; one text is not a list of texts, and one value of the kind is not a list.
        kind: what each value must be; None for anything.

    Raises:
        TypeError: for anything else; the message names the place of a value of another kind.

    >>> listed("queries must be a list of texts", ("one", "two"), str)
    ['one', 'two']
    """
    if isinstance(value, (str, bytes, kind or str)) or not isinstance(value, Iterable):
        raise InvalidType(f"{rule}: got {type(value).__name__}")
    found = list(value)
    for place, one in enumerate(found):
        if kind is not None and not isinstance(one, kind):
            raise InvalidType(f"{rule}: got {type(one).__name__} at place {place}")
    return found


def real(name: str, value: float, least: float, most: float = inf, about: str = "") -> float:
    """Read a finite number that is not outside its limits; numpy's numbers are numbers too.

    Raises:
        ValueError: for a number outside, one that is infinite, and NaN.
        TypeError: for what is not a number, and for True and False.

    >>> real("c", 1, 0)
    1.0
    """
    if isinstance(value, bool) or not isinstance(value, Real):
        raise InvalidType(f"{name} must be a number: got {value!r}")
    if not least <= value <= most or value == inf:  # NaN fails too
        limits = f"from {least:.0f} to {most:.0f}" if most < inf else f"at least {least:.0f}, and finite"
        raise InvalidValue(f"{name}{about} must be {limits}: got {value}")
    return float(value)


def whole(name: str, value: SupportsIndex) -> int:
    """Read a whole number.

    Args:
        name: what the number is called in the message.
        value: an ``int`` or anything that stands for one exactly (a numpy integer), but no ``bool``.

    Raises:
        TypeError: for anything else.

    >>> whole("size", 500)
    500
    """
    try:
        number = operator.index(value)
    except TypeError:
        raise InvalidType(f"{name} must be a whole number: got {value!r}") from None
    if isinstance(value, bool):
        raise InvalidType(f"{name} must be a whole number: got {value!r}")
    return number


def yes_or_no(name: str, value: object) -> bool:
    """Refuse what is not True or False.

    Raises:
        TypeError: for anything else.
    """
    if not isinstance(value, bool):
        raise InvalidType(f"{name} must be True or False: got {value!r}")
    return value


def at_least(least: int, name: str, value: SupportsIndex) -> int:
    """Read a whole number that must not be smaller than ``least``.

    Raises:
        ValueError: for a smaller one.
        TypeError: as :func:`whole`.

    >>> at_least(0, "tokens", 7)
    7
    """
    number = whole(name, value)
    if number < least:
        raise InvalidValue(f"{name} must be at least {least}: got {name}={number}")
    return number


def size_and_overlap(size: SupportsIndex, overlap: SupportsIndex) -> tuple[int, int]:
    """Read a size and an overlap in the same units.

    Raises:
        ValueError: unless ``0 <= overlap < size``; the message names both.
        TypeError: as :func:`whole`.

    >>> size_and_overlap(500, 75)
    (500, 75)
    """
    size, overlap = at_least(1, "size", size), whole("overlap", overlap)
    if overlap >= size:
        raise InvalidValue(f"overlap must be smaller than size: got overlap={overlap}, size={size}")
    if overlap < 0:
        raise InvalidValue(f"overlap must not be negative: got overlap={overlap}, size={size}")
    return size, overlap
