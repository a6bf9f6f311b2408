r"""Build the tree of pieces: cut a text after its strongest separator, and what is still too long after the next.

The widget of lesson 06 draws this tree, and the check of ``recursive_spans`` asks it where a cut is allowed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise


@dataclass(frozen=True)
class Piece:
    """Holds a stretch ``text[start:end]``, and the pieces that it was cut into.

    A leaf has no pieces: either it fits, or no separator is left and it may be cut between any two characters.
    ``level`` is the place in the list of separators of the one that cut it; for a leaf that is too long, the
    number of separators.
    """

    start: int
    end: int
    level: int = 0
    pieces: tuple[Piece, ...] = ()

    def __len__(self) -> int:
        return self.end - self.start

    def leaves(self) -> Iterator[Piece]:
        """Yield the pieces that were not cut further, in the order of the text."""
        for piece in self.pieces:
            yield from piece.leaves()
        if not self.pieces:
            yield self


def tree(text: str, size: int, separators: Sequence[str]) -> Piece:
    r"""Cut what is longer than ``size`` after each match of the next separator that it contains.

    Args:
        text: any text.
        size: the most characters that a piece may have, at least 1.
        separators: strings that are not empty, strongest first. Matches are found from left to right and do not
            overlap; each belongs to the piece before it.

    Returns:
        The whole text as a piece. The pieces of a piece lie side by side and cover it.

    >>> [(leaf.start, leaf.end) for leaf in tree("one two\n\nthree", 7, ["\n\n", " "]).leaves()]
    [(0, 4), (4, 9), (9, 14)]
    """
    return _cut(text, 0, len(text), size, separators, 0)


def _cut(text: str, start: int, end: int, size: int, separators: Sequence[str], level: int) -> Piece:
    """Cut one piece; recursion goes as deep as there are separators, whatever the text."""
    if end - start <= size:
        return Piece(start, end, level)
    for number in range(level, len(separators)):
        edges = list(_ends(text, start, end, separators[number]))
        if len(edges) > 1:
            parts = pairwise([start, *edges])
            return Piece(
                start, end, number, tuple(_cut(text, low, high, size, separators, number + 1) for low, high in parts)
            )
    return Piece(start, end, len(separators))


def _ends(text: str, start: int, end: int, separator: str) -> Iterator[int]:
    """Yield where the pieces between ``start`` and ``end`` end, ``end`` itself last."""
    at = start
    while (found := text.find(separator, at, end)) >= 0:
        at = found + len(separator)
        if at < end:
            yield at
    yield end
