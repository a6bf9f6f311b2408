"""The blanks of lesson 1: whole evidence, shared words, a budget, and the weight of a word."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import log
from typing import Any

from bm25s.stopwords import STOPWORDS_EN

from classroom.judge.exercise import Broken, Call, Property, expect_list

_INSIDE = ((0, 9, 2, 5), (0, 9, 0, 9), (3, 9, 3, 4), (3, 9, 8, 9))
_OUTSIDE = ((5, 9, 2, 7), (0, 4, 2, 7), (3, 5, 2, 7), (0, 2, 4, 6), (6, 9, 2, 4), (1, 9, 0, 9), (0, 8, 0, 9))
_PLACES = ("chunk_start", "chunk_end", "start", "end")


def _holds(function: Call, chunk_start: int, chunk_end: int, start: int, end: int) -> None:
    expected = chunk_start <= start and end <= chunk_end
    if bool(function(chunk_start, chunk_end, start, end)) is not expected:
        raise Broken("the evidence is whole" if expected else "a part of the evidence is outside", expected=expected)


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w\w+", text.lower())) - set(STOPWORDS_EN)


def _shared(function: Call, question: str, chunk: str) -> None:
    expected = sorted(_words(question) & _words(chunk))
    if expect_list(function(question, chunk)) != expected:
        raise Broken("these are not the words that both texts have", expected=expected)


def _at_most(function: Call, sizes: Sequence[int], budget: int) -> None:
    total = sum(expect_list(function(list(sizes), budget)))
    if total > budget:
        raise Broken(f"{total} tokens are read; the budget is {budget}")


def _in_order(function: Call, sizes: Sequence[int], budget: int) -> None:
    expected, left = [], budget
    for size in sizes:
        expected.append(min(size, left))
        left -= expected[-1]
    if expect_list(function(list(sizes), budget)) != expected:
        raise Broken("the tokens of some chunk are wrong", expected=expected)


def _weighs(function: Call, n: int, total: int) -> None:
    expected = log(1 + (total - n + 0.5) / (n + 0.5))
    gave: Any = function(n, total)
    if not isinstance(gave, int | float) or abs(gave - expected) > 1e-9:
        raise Broken(f"a word in {n} of {total} chunks has another weight", expected=round(expected, 4))


def _property(name: str, cause: str, test: Any, names: tuple[str, ...], cases: Sequence[tuple[Any, ...]]) -> Property:
    return Property(name, 0, False, (cause,), test, tuple(dict(zip(names, case, strict=True)) for case in cases))


_BUDGETS: tuple[tuple[list[int], int], ...] = (
    ([3], 5),
    ([5], 3),
    ([3, 3], 5),
    ([3, 3, 3], 5),
    ([2, 2, 2], 4),
    ([400, 400, 400], 1000),
    ([], 5),
)
_TEXTS = (
    ("cold ice", "ice tea"),
    ("Is the ice cold?", "The rice is cold."),
    ("When does it close?", "It is closed by itself."),
    ("ice", "ice ice"),
    ("ice", "tea"),
)

BLANKS = {
    "holds": (
        _property(
            "evidence inside the chunk is whole",
            "the evidence may begin where the chunk begins, and end where it ends: compare with <=",
            _holds,
            _PLACES,
            _INSIDE,
        ),
        _property(
            "evidence that leaves the chunk is not whole",
            "test both ends: the chunk must not begin after the evidence, nor end before it; join the tests with `and`",
            _holds,
            _PLACES,
            _OUTSIDE,
        ),
    ),
    "shared": (
        _property(
            "it finds the words that both texts have",
            "words(...) makes a set of the words of each text, and & keeps what is in both sets",
            _shared,
            ("question", "chunk"),
            _TEXTS,
        ),
    ),
    "tokens_read": (
        _property(
            "no more than the budget is read",
            "read the whole chunk, or what is left of the budget if that is less; then subtract what was read",
            _at_most,
            ("sizes", "budget"),
            _BUDGETS,
        ),
        _property(
            "each chunk is read as far as the budget goes",
            "subtract what was read, read[-1], and not the whole size: the budget does not fall below 0",
            _in_order,
            ("sizes", "budget"),
            _BUDGETS,
        ),
    ),
    "weight": (
        _property(
            "a rare word weighs more, as in the formula",
            "both counts get a half: (chunks without it + 0.5) / (chunks with it + 0.5), each in brackets",
            _weighs,
            ("n", "total"),
            ((1, 5), (4, 5), (0, 5), (5, 5), (18, 95)),
        ),
    ),
}
