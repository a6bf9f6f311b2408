"""The tree of pieces: it covers the text, cuts only what is too long, and only after separators."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from classroom.properties.separator_pieces import Piece, tree

TEXTS = st.text(st.sampled_from("ab .,\n"), max_size=40)
LISTS = st.lists(st.sampled_from(["\n\n", "\n", ". ", " ", ",", "ab", ".."]), max_size=4, unique=True)


@given(TEXTS, st.integers(1, 12), LISTS)
def test_leaves_lie_side_by_side_and_cover_the_text(text: str, size: int, separators: list[str]) -> None:
    leaves = list(tree(text, size, separators).leaves())
    assert (leaves[0].start, leaves[-1].end) == (0, len(text))
    assert all(one.end == other.start for one, other in pairwise(leaves))


@given(TEXTS, st.integers(1, 12), LISTS)
def test_a_piece_is_cut_exactly_when_it_is_too_long_and_holds_a_separator(
    text: str, size: int, separators: list[str]
) -> None:
    def walk(piece: Piece, level: int) -> None:
        inside = text[piece.start : piece.end]
        left = [mark for mark in separators[level:] if mark in inside[:-1] and not _only_at_end(inside, mark)]
        assert bool(piece.pieces) == (len(piece) > size and bool(left))
        if piece.pieces:
            mark = separators[piece.level]
            assert mark == left[0]
            parts = [text[part.start : part.end] for part in piece.pieces]
            assert "".join(parts) == inside
            assert all(part.endswith(mark) for part in parts[:-1])
            assert [part.removesuffix(mark) for part in parts[:-1]] == inside.split(mark)[: len(parts) - 1]
        for part in piece.pieces:
            walk(part, piece.level + 1)

    walk(tree(text, size, separators), 0)


def _only_at_end(text: str, mark: str) -> bool:
    """Tell whether the first match ends the text, so that a cut after it would cut off nothing."""
    return text.find(mark) + len(mark) == len(text)


def test_a_long_text_needs_no_deep_recursion() -> None:
    text = "word " * 20_000
    assert sum(1 for _ in tree(text, 5, ["\n", " "]).leaves()) == 20_000
