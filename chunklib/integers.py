"""Read whole numbers, and yes or no, from callers, and refuse anything else in one line."""

import operator
from typing import SupportsIndex

from chunklib.errors import InvalidType, InvalidValue


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
