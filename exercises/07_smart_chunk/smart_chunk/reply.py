"""Reads the answer of a function with suspicion: it may be any plain data at all.

Every property reads the reply here first, so a wrong shape is said once and in plain words, and the
properties themselves see chunks only. Offsets are read as claims; whether they are true is another question.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from classroom.judge.exercise import Broken, Call, expect_list, kind_of

_FAR = 10**12  # beyond this no offset or count is meant, and Python refuses to print very long integers
_INTEGERS = ("tokens", "start_char", "end_char")
_CAUSE = "A chunk is a dictionary with text, tokens, start_char and end_char; all chunks are returned in a list."


@dataclass(frozen=True, slots=True)
class Piece:
    """One returned chunk as it claims to be: its text, its tokens, and where it lies."""

    text: str
    tokens: int
    start: int
    end: int

    def shown(self) -> dict[str, object]:
        """Return the chunk in the form in which the learner made it, without extra keys."""
        return {"text": self.text, "tokens": self.tokens, "start_char": self.start, "end_char": self.end}


def call(function: Call, case: Mapping[str, Any]) -> list[Piece]:
    """Call the function with the keywords of `case` and read its chunks, or raise `Broken`."""
    return read(function(**case))


def read(reply: object) -> list[Piece]:
    """Read a reply as chunks, or raise `Broken` that names the first thing of the wrong shape.

    >>> read([{"text": "a", "tokens": 1, "start_char": 0, "end_char": 1, "more": None}])
    [Piece(text='a', tokens=1, start=0, end=1)]
    >>> read([{"text": "a", "tokens": True}])
    Traceback (most recent call last):
    ...
    classroom.judge.exercise.Broken: "tokens" of chunks[0] is a truth value; expected an integer
    """
    try:
        return [_piece(index, chunk) for index, chunk in enumerate(expect_list(reply, of=dict))]
    except Broken as broken:
        raise Broken(broken.why, cause=_CAUSE) from None


def _piece(index: int, chunk: dict[object, object]) -> Piece:
    text = _value(index, chunk, "text", str)
    tokens, start, end = (_value(index, chunk, key, int) for key in _INTEGERS)
    return Piece(text, tokens, start, end)


def _value(index: int, chunk: dict[object, object], key: str, kind: type) -> Any:
    if key not in chunk:
        raise Broken(f'chunks[{index}] has no "{key}"')
    value = chunk[key]
    if type(value) is not kind:  # isinstance takes a truth value for an integer, but it is not an offset
        raise Broken(f'"{key}" of chunks[{index}] is {kind_of(value)}; expected {kind_of(kind())}')
    if isinstance(value, int) and abs(value) > _FAR:
        raise Broken(f'"{key}" of chunks[{index}] is an integer beyond all bounds')
    return value


def quote(text: str, limit: int = 30) -> str:
    r"""Quote a piece of text on one line, shortened, with what cannot be seen written as an escape.

    >>> quote("a\n\u00a0b"), quote("abcdef", limit=4)
    ('"a\\n\\xa0b"', '"abcd…"')
    """
    seen = (c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text[:limit])
    return '"' + "".join(seen) + ("…" if len(text) > limit else "") + '"'


def tokens(number: int) -> str:
    """Write a number of tokens in words.

    >>> tokens(1), tokens(2)
    ('1 token', '2 tokens')
    """
    return f"{number} token" if number == 1 else f"{number} tokens"
