"""The blanks of lesson 1: whole evidence, shared words, a budget, and the weight of a word."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import log

from bm25s.stopwords import STOPWORDS_EN

from classroom.judge.exercise import Broken, Call, expect_list
from classroom.properties.blank_rules import cases, gives, rule

_INSIDE = ((0, 9, 2, 5), (0, 9, 0, 9), (3, 9, 3, 4), (3, 9, 8, 9))
_OUTSIDE = ((5, 9, 2, 7), (0, 4, 2, 7), (3, 5, 2, 7), (0, 2, 4, 6), (6, 9, 2, 4), (1, 9, 0, 9), (0, 8, 0, 9))
_PLACES = "chunk_start chunk_end start end"


def _holds(function: Call, chunk_start: int, chunk_end: int, start: int, end: int) -> None:
    expected = chunk_start <= start and end <= chunk_end
    if bool(function(chunk_start, chunk_end, start, end)) is not expected:
        raise Broken("the evidence is whole" if expected else "a part of the evidence is outside", expected=expected)


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w\w+", text.lower())) - set(STOPWORDS_EN)


def _shared(question: str, chunk: str) -> list[str]:
    return sorted(_words(question) & _words(chunk))


def _at_most(function: Call, sizes: Sequence[int], budget: int) -> None:
    total = sum(expect_list(function(list(sizes), budget)))
    if total > budget:
        raise Broken(f"{total} tokens are read; the budget is {budget}")


def _read(sizes: Sequence[int], budget: int) -> list[int]:
    read: list[int] = []
    for size in sizes:
        read.append(min(size, budget))
        budget -= read[-1]
    return read


def _weight(n: int, total: int) -> float:
    return log(1 + (total - n + 0.5) / (n + 0.5))


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
        rule(
            "evidence inside the chunk is whole",
            "the evidence may begin where the chunk begins, and end where it ends: compare with <=",
            _holds,
            cases(_PLACES, *_INSIDE),
        ),
        rule(
            "evidence that leaves the chunk is not whole",
            "test both ends: the chunk must not begin after the evidence, nor end before it; join the tests with `and`",
            _holds,
            cases(_PLACES, *_OUTSIDE),
        ),
    ),
    "shared": (
        rule(
            "it finds the words that both texts have",
            "words(...) makes a set of the words of each text, and & keeps what is in both sets",
            gives(_shared, "these are not the words that both texts have"),
            cases("question chunk", *_TEXTS),
        ),
    ),
    "tokens_read": (
        rule(
            "no more than the budget is read",
            "read the whole chunk, or what is left of the budget if that is less; then subtract what was read",
            _at_most,
            cases("sizes budget", *_BUDGETS),
        ),
        rule(
            "each chunk is read as far as the budget goes",
            "subtract what was read, read[-1], and not the whole size: the budget does not fall below 0",
            gives(_read, "the tokens of some chunk are wrong"),
            cases("sizes budget", *_BUDGETS),
        ),
    ),
    "weight": (
        rule(
            "a rare word weighs more, as in the formula",
            "both counts get a half: (chunks without it + 0.5) / (chunks with it + 0.5), each in brackets",
            gives(_weight, "this is not the weight of a word that so many chunks have"),
            cases("n total", (1, 5), (4, 5), (0, 5), (5, 5), (18, 95)),
        ),
    ),
}
