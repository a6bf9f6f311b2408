"""The blanks of lesson 09: what a chunk has of the evidence, recall, a budget, and where an answer was lost."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from classroom.properties.blank_rules import cases, gives, rule

Place = tuple[int, int]


def _shared(chunk: Place, piece: Place) -> int:
    return len({*range(*chunk)} & {*range(*piece)})


def _recall(chunks: Sequence[Place], evidence: Sequence[Place]) -> float:
    found = sum(_shared(chunk, piece) for chunk in chunks for piece in evidence)
    return found / sum(len(range(*piece)) for piece in evidence)


def _read(sizes: Sequence[int], budget: int) -> list[int]:
    """Count what is read up to each chunk, and take the differences."""
    ends = [min(sum(sizes[:many]), budget) for many in range(len(sizes) + 1)]
    return [end - start for start, end in pairwise(ends)]


def _outcome(holders: Sequence[Sequence[int]], ranking: Sequence[int]) -> str:
    if not all(map(len, holders)):
        return "torn by a cut"
    ranks = [min((ranking.index(chunk) + 1 for chunk in piece if chunk in ranking), default=0) for piece in holders]
    if 0 in ranks:
        return "not found"
    return "found" if max(ranks) <= 5 else "ranked too low"


_PLACES = cases(
    "chunk piece",
    ((0, 9), (2, 5)),
    ((0, 4), (2, 7)),
    ((3, 9), (2, 7)),
    ((4, 6), (2, 9)),
    ((0, 3), (3, 6)),
    ((6, 9), (3, 6)),
    ((0, 2), (5, 9)),
    ((2, 5), (2, 5)),
    ((7, 9), (0, 3)),
)

BLANKS = {
    "found_characters": (
        rule(
            "it counts the characters that both have",
            "the shared part starts where the later of the two starts, and ends where the earlier of the two ends",
            gives(_shared, "this is not the number of characters that chunk and evidence share"),
            _PLACES,
        ),
    ),
    "recall": (
        rule(
            "it divides what is found by all of the evidence",
            "recall divides by the length of all pieces of the evidence together, not by what the chunks have",
            gives(_recall, "this is not the share of the evidence that the chunks have"),
            cases(
                "chunks evidence",
                ([(0, 9)], [(2, 5)]),
                ([(0, 4)], [(2, 6)]),
                ([(0, 4), (4, 9)], [(2, 6)]),
                ([(0, 4)], [(0, 2), (8, 9)]),
                ([(0, 4), (6, 9)], [(1, 3), (7, 9), (20, 24)]),
                ([(6, 9)], [(0, 4)]),
                ([], [(0, 4)]),
            ),
        ),
    ),
    "fill_budget": (
        rule(
            "it fills the budget, and no more",
            "of the next chunk, read all of it, or what is left of the budget if that is less: budget - sum(read)",
            gives(_read, "these are not the tokens that are read of each chunk"),
            cases(
                "sizes budget",
                ([5], 9),
                ([5], 3),
                ([5, 5], 8),
                ([5, 5, 5], 8),
                ([2, 7, 4], 9),
                ([3, 9, 1, 1], 4),
                ([], 4),
            ),
        ),
    ),
    "holds_all": (
        rule(
            "it is true if the chunk has every character of the piece",
            "compare `found` with the length of the piece, end - start",
            gives(lambda chunk, piece: _shared(chunk, piece) == len(range(*piece)), "this is not the answer"),
            _PLACES,
        ),
    ),
    "outcome": (
        rule(
            "an answer is torn if some piece of its evidence is whole in no chunk",
            "`holders` has a list for each piece; if one of these lists is empty, no chunk holds all of that piece",
            gives(_outcome, "this is not where the answer was lost"),
            cases(
                "holders ranking",
                ([[]], [1, 2]),
                ([[1]], [1, 2]),
                ([[3]], [1, 2]),
                ([[2], []], [1, 2]),
                ([[], [2]], [1, 2]),
                ([[2], [1, 7]], [1, 2]),
                ([[9]], [1, 2, 3, 4, 5, 6, 7, 8, 9]),
                ([[], []], [1]),
                ([[0]], [0, 1]),
            ),
        ),
    ),
}
