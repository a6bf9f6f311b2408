"""The blanks of lesson 02: a limit, places in bytes, bytes that begin a character, sums of counts, a full chunk."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from chunklib.tokens import ruler
from classroom.judge.exercise import Property
from classroom.properties.blank_rules import gives, rule


def _count(text: str) -> int:
    return ruler("cl100k_base")(text)


def _too_long(texts: list[str], limit: int) -> list[str]:
    return [text for text in texts if _count(text) > limit]


def _character_at(data: bytes, place: int) -> int:
    return len(data[:place].decode())


def _characters_begun(data: bytes) -> int:
    return sum(byte & 0xC0 != 0x80 for byte in data)


def _too_much(left: str, right: str) -> int:
    return _count(left) + _count(right) - _count(left + right)


def _fill(pieces: list[str], limit: int) -> str:
    over = [end for end in range(1, len(pieces) + 1) if _count("".join(pieces[:end])) > limit]
    return "".join(pieces[: over[0] - 1] if over else pieces)


def _rule(name: str, cause: str, reference: Callable[..., object], why: str, *examples: dict[str, Any]) -> Property:
    return rule(name, cause, gives(reference, why), examples)


BLANKS = {
    "too_long": (
        _rule(
            "it lists the texts over the limit",
            "compare the tokens, count(text), with the limit; exactly the limit is still allowed",
            _too_long,
            "these are not the texts that have more tokens than the limit",
            {"texts": ["one two"], "limit": 2},
            {"texts": ["one two"], "limit": 1},
            {"texts": ["one", "one two three", "one two"], "limit": 2},
            {"texts": ["ประตูห้องเย็น"], "limit": 10},
            {"texts": [" " * 60], "limit": 5},
            {"texts": [], "limit": 1},
        ),
    ),
    "character_at": (
        _rule(
            "it turns bytes into characters",
            "take the bytes before the place, decode them, and take the length of the text",
            _character_at,
            "this is not the number of characters before the place",
            {"data": b"rain", "place": 2},
            {"data": "é!".encode(), "place": 2},
            {"data": "rain ☂ snow".encode(), "place": 8},
            {"data": "ไ👩 é".encode(), "place": 7},
            {"data": b"", "place": 0},
        ),
    ),
    "characters_begun": (
        _rule(
            "it counts the characters that begin",
            "a byte is a number here: do not count it if it is 0x80, 0xBF, or between them",
            _characters_begun,
            "this is not the number of characters that begin in the bytes",
            {"data": b"a"},
            {"data": "é".encode()},
            {"data": b"\x82"},
            {"data": b" \xe2\x98"},
            {"data": "¿À\u007f\u0080\u00bf".encode()},
            {"data": "ไ👩 é☂".encode()},
            {"data": b""},
        ),
    ),
    "too_much": (
        _rule(
            "it sets the sum beside the joined text",
            "subtract count(left + right) from the sum of count(left) and count(right)",
            _too_much,
            "this is not how many tokens the sum has too much",
            {"left": "cold", "right": " room"},
            {"left": "cold ", "right": "room"},
            {"left": "toke", "right": "n"},
            {"left": "  ", "right": "-H"},
            {"left": "", "right": ""},
        ),
    ),
    "fill": (
        _rule(
            "it fills the chunk, and keeps the limit",
            "ask count(...) of the joined text, text + piece; exactly the limit is still allowed",
            _fill,
            "this is not the longest joined text that keeps the limit",
            {"pieces": ["one"], "limit": 1},
            {"pieces": ["one", " two", " three"], "limit": 2},
            {"pieces": ["cold ", "room"], "limit": 2},
            {"pieces": ["  ", "-H", " on"], "limit": 2},
            {"pieces": ["one two", " three"], "limit": 1},
            {"pieces": [], "limit": 3},
        ),
    ),
}
