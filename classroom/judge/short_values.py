"""Write a long value as a short expression to copy: ``[0.1] * 300``, ``'ab' * 200``, ``list(range(500))``."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

MOST = 20_000  # elements of a value that is looked at
UNIT = 64  # elements of what is repeated
_LEAST = 4  # elements that count as a run of numbers


def expression(value: Any, room: int) -> str | None:
    """Return an expression of at most ``room`` characters whose value is ``value``; None where none is found.

    >>> expression("ab" * 200 + "c", 40)
    "'ab' * 200 + 'c'"
    >>> expression({"tokens": list(range(500))}, 40)
    "{'tokens': list(range(0, 500))}"
    """
    full = repr(value)
    if len(full) <= room:
        return full
    if type(value) in (str, list, tuple) and len(value) <= MOST:
        written = _runs(value, room)
        if written is not None:
            return written
    return _by_parts(value, room)


def _by_parts(value: Any, room: int) -> str | None:
    """Write each part of a list, tuple or dictionary by itself."""
    if type(value) is dict:
        parts = [(repr(key) + ": ", part) for key, part in value.items()]
        left, right = "{}"
    elif type(value) in (list, tuple) and len(value) > 1:
        parts = [("", part) for part in value]
        left, right = "[]" if type(value) is list else "()"
    else:
        return None
    written, used = [], 2
    for key, part in parts:
        one = expression(part, room - used - len(key))
        if one is None:
            return None
        written.append(key + one)
        used += len(key) + len(one) + 2
    return left + ", ".join(written) + right if used - 2 <= room else None


def _runs(value: Sequence[Any], room: int) -> str | None:
    """Write a sequence as a sum of what is repeated, of runs of numbers or characters, and of what is between them."""
    same = value if isinstance(value, str) else list(map(repr, value))  # 1, 1.0 and True are equal
    parts: list[str] = []
    start = at = used = 0
    while at < len(value):
        text, length = _longest(value, same, at)
        if length and len(text) < len(repr(value[at : at + length])):
            parts += [repr(value[start:at])] if start < at else []
            parts.append(text)
            at = start = at + length
            used = sum(map(len, parts))
        else:
            at += 1
        if used + (at - start) > room:
            return None
    parts += [repr(value[start:])] if start < at else []
    written = " + ".join(parts)
    return written if len(written) <= room else None


def _longest(value: Sequence[Any], same: Sequence[str], at: int) -> tuple[str, int]:
    """Return the longest run that begins at a place, as an expression, and how many elements it has."""
    best, length = _counted(value, at)
    for unit in range(1, min(UNIT, (len(value) - at) // 2) + 1):
        if at + length == len(value):  # no run is longer
            break
        repeated, end = same[at : at + unit], at + unit
        while same[end : end + unit] == repeated:
            end += unit
        if end - at > max(length, unit):
            best, length = f"{value[at : at + unit]!r} * {(end - at) // unit}", end - at
    return best, length


def _counted(value: Sequence[Any], at: int) -> tuple[str, int]:
    """Return a run of numbers that rise by one, or of characters whose code points do."""
    if isinstance(value, tuple) or (isinstance(value, list) and type(value[at]) is not int):
        return "", 0
    numbers = map(ord, value[at:]) if isinstance(value, str) else value[at:]
    end = at + 1
    for one, other in pairwise(numbers):
        if type(other) is not int or other != one + 1:
            break
        end += 1
    first = ord(value[at]) if isinstance(value, str) else value[at]
    if end - at < _LEAST:
        return "", 0
    counted = f"range({first}, {first + end - at})"
    return (f"''.join(map(chr, {counted}))" if isinstance(value, str) else f"list({counted})"), end - at
