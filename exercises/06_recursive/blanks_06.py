"""The blanks of lesson 06: where a piece ends, the cascade, what fits, joining, and what is repeated."""

from __future__ import annotations

from functools import partial
from typing import Any

from classroom.judge.exercise import Broken, Call, Property
from classroom.properties.blank_rules import rule


def _gives(why: str, function: Call, expected: object, **given: object) -> None:
    if function(**given) != expected:
        raise Broken(why, expected=expected)


def _blank(name: str, causes: tuple[str, ...], why: str, *examples: dict[str, Any]) -> tuple[Property, ...]:
    return (rule(name, causes, partial(_gives, why), examples),)


def _text(text: str, size: int, separators: list[str], *expected: str) -> dict[str, Any]:
    return {"text": text, "size": size, "separators": separators, "expected": list(expected)}


def _parts(parts: str, new: str, separator: str, size: int) -> dict[str, Any]:
    fits = len(separator.join([*parts, new])) <= size
    return {"parts": list(parts), "new": new, "separator": separator, "size": size, "expected": fits}


BLANKS = {
    "pieces_of": _blank(
        "a separator belongs to the piece before it",
        ("the piece ends where the separator ends: its start is `place`, and its length counts too",),
        "the text is not cut after each separator",
        {"text": "a b", "separator": " ", "expected": ["a ", "b"]},
        {"text": "a b ", "separator": " ", "expected": ["a ", "b "]},
        {"text": "a. b. c", "separator": ". ", "expected": ["a. ", "b. ", "c"]},
        {"text": "\n\na\n\n\n\nb", "separator": "\n\n", "expected": ["\n\n", "a\n\n", "\n\n", "b"]},
        {"text": "abc", "separator": ", ", "expected": ["abc"]},
    ),
    "take_apart": _blank(
        "a weaker separator is used only where it is needed, and characters at the end",
        (
            "first gap: each piece is `size` characters of the text, from `at` on",
            "second gap: the first separator has been used, so the function goes on with the others",
        ),
        "these are not the pieces",
        _text("abcde", 2, [], "ab", "cd", "e"),
        _text("a b c", 3, [" "], "a ", "b ", "c"),
        _text("abcd e", 2, [" "], "ab", "cd", " ", "e"),
        _text("ab cd. e\nf g", 7, ["\n", ". ", " "], "ab cd. ", "e\n", "f g"),
        _text("a b\n\nc d e", 4, ["\n\n", " "], "a ", "b\n\n", "c ", "d ", "e"),
        _text("a b\n\nccc ddd", 5, ["\n\n", " "], "a b\n\n", "ccc ", "ddd"),
    ),
    "fits": _blank(
        "the separators are counted",
        (
            "between n parts there are n − 1 separators: count the chunk that `separator.join` makes, not its parts",
            "the new part is in the chunk too",
        ),
        "count the characters of the joined chunk",
        _parts("a", "cd", " ", 3),
        _parts("a", "cd", " ", 4),
        _parts("", "cd", " ", 2),
        _parts("abc", "d", " ", 6),
        _parts("abc", "d", " ", 7),
        _parts("ab", "c", "\n\n", 6),
        _parts("ab", "c", "\n\n", 7),
    ),
    "pack_pieces": _blank(
        "pieces are joined while they fit",
        (
            "the piece fits if the last chunk and the piece together have at most `size` characters",
            "`chunks[-1]` is the last chunk; exactly `size` characters still fit",
        ),
        "the pieces are not joined while they fit",
        {"pieces": ["ab"], "size": 3, "expected": ["ab"]},
        {"pieces": ["a ", "b "], "size": 4, "expected": ["a b "]},
        {"pieces": ["a ", "b "], "size": 3, "expected": ["a ", "b "]},
        {"pieces": ["a ", "b ", "c ", "d"], "size": 4, "expected": ["a b ", "c d"]},
        {"pieces": ["abc ", "d ", "e"], "size": 5, "expected": ["abc ", "d e"]},
        {"pieces": [], "size": 5, "expected": []},
    ),
    "repeated": _blank(
        "whole pieces are repeated while they fit into the overlap",
        (
            "the piece and what is shared already must fit into the overlap together",
            "exactly `overlap` characters are still allowed",
        ),
        "this is not what the next chunk repeats",
        {"pieces": ["abcd"], "overlap": 3, "expected": ""},
        {"pieces": ["abcd"], "overlap": 4, "expected": "abcd"},
        {"pieces": ["ab ", "cd ", "ef"], "overlap": 5, "expected": "cd ef"},
        {"pieces": ["ab ", "cd ", "ef"], "overlap": 4, "expected": "ef"},
        {"pieces": ["a ", "long piece ", "c"], "overlap": 4, "expected": "c"},
        {"pieces": ["ab ", "c"], "overlap": 9, "expected": "ab c"},
        {"pieces": ["ab"], "overlap": 0, "expected": ""},
    ),
}
