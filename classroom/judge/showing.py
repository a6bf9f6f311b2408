"""Write values and calls on one line: as valid Python where there is room, else cut in the middle with their size."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from classroom.judge.short_values import expression

ROOM = 160
MOST = 2_000  # characters of a value of many parts, each of which is cut


def call_text(name: str, args: Sequence[object], kwargs: Mapping[str, object]) -> str:
    """Return a call as one line of valid Python.

    >>> call_text("windows", ([1, 2],), {"size": 1})
    'windows([1, 2], size=1)'
    """
    return _join(name, [repr(value) for value in args], {key: repr(value) for key, value in kwargs.items()})


def short_call(name: str, args: Sequence[object], kwargs: Mapping[str, object], room: int = ROOM) -> str:
    """Return a call on one line, long arguments cut in the middle.

    >>> short_call("f", ("a" * 500, "one two three four"), {"size": 5}, room=16)
    "f('a' * 500, 'one t'…18 characters…' four', size=5)"
    """
    shown = {key: short(value, room) for key, value in kwargs.items()}
    return _join(name, [short(value, room) for value in args], shown)


def _join(name: str, args: list[str], kwargs: Mapping[str, str]) -> str:
    return f"{name}({', '.join([*args, *(f'{key}={value}' for key, value in kwargs.items())])})"


def short(value: Any, room: int = ROOM) -> str:
    """Return the repr of a value or a shorter expression for it, else the repr cut to about ``room`` characters.

    >>> short([0.1] * 300, room=30)
    '[0.1] * 300'
    >>> short([n * n for n in range(100)], room=30)
    '[0, 1, 4, …100 elements…, 9604, 9801]'
    """
    full = expression(value, room)
    if full is not None:
        return full
    shown = _cut(value, room)
    return shown if len(shown) <= MOST else shown[: MOST - 1] + "…"


def _cut(value: Any, room: int) -> str:
    if isinstance(value, str):
        return _cut_string(value, room)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{short(k, room // 2)}: {short(v, room // 2)}" for k, v in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return _cut_sequence(value, room)
    return repr(value)[: room - 1] + "…"


def _cut_string(value: str, room: int) -> str:
    side = max(room // 2 - 3, 4)
    return f"{value[:side]!r}…{len(value):,} characters…{value[-side:]!r}"


def _cut_sequence(value: Sequence[object], room: int) -> str:
    left, right = ("[", "]") if isinstance(value, list) else ("(", ")")
    each = max(room // 5, 24)
    if len(value) <= 6:
        return left + ", ".join(short(item, room // len(value)) for item in value) + right
    head = ", ".join(short(item, each) for item in value[:3])
    tail = ", ".join(short(item, each) for item in value[-2:])
    return f"{left}{head}, …{len(value):,} elements…, {tail}{right}"


def clean(text: str, limit: int = 300) -> str:
    r"""Return the first line of a text, made safe to show: no lone surrogates, no control characters.

    >>> print(clean("bad \ud800 value\nmore"))
    bad \ud800 value …
    """
    lines = text.splitlines() or [""]
    first = "".join(char if char.isprintable() else ascii(char)[1:-1] for char in lines[0][: limit + 1])
    more = len(lines) > 1 or len(first) > limit
    return first[:limit] + (" …" if more else "")
