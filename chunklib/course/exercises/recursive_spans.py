"""A cascade of separators over a text, as spans of characters.

A cut is judged by the tree of pieces: it may lie between two pieces of one split, or between the characters of a piece
that no separator cuts. How pieces are joined is left free, as long as neighbours of one split that fit together are
joined.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from chunklib.course.exercise import Broken, Call, Exercise, Property
from chunklib.course.exercises._spans import read_spans, refuses
from chunklib.course.pieces import Piece, tree

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

_FIELD = ["\n\n", "\n", ". ", " "]
_BEFORE = "a separator belongs to the piece before it: cut behind it"
_BLIND = "cut between characters only where a piece is too long and holds none of the separators that are left"
_SWALLOWED = "split() takes the separators away; the position must move on by their length as well"
_BACK = "the position does not move on by the separator's length, or is looked up with find(); nothing is repeated here"
_NEVER = "the text is returned as it came, whatever the size is"
_PLAIN = "a b\n\nc d\n\ne f", 2, ["\n\n", " "]
_LAST = "the last piece is still in the buffer when the loop ends"


def _spans(function: Call, text: str, size: int, separators: list[str]) -> list[tuple[int, int]]:
    return read_spans(function(text, size=size, separators=separators), len(text))


def _cut(function: Call, text: str, size: int, separators: list[str]) -> list[tuple[int, int]]:
    """Return the spans, or raise `Broken` where a text is never cut: there is nothing to judge then.

    The plain text is over its size in characters, words and quarters of characters, and has each of its separators: an
    answer with another fault cuts it somewhere.
    """
    spans = _spans(function, text, size, separators)
    if spans == [(0, len(text))] and len(text) > 2 * size and _spans(function, *_PLAIN) == [(0, len(_PLAIN[0]))]:
        raise Broken(f"the whole text is one span of {len(_PLAIN[0])} characters; at most 2 are allowed", cause=_NEVER)
    return spans


def _tiles(function: Call, text: str, size: int, separators: list[str]) -> None:
    """The spans lie side by side and cover the text."""
    reached = 0
    for index, (start, end) in enumerate(_spans(function, text, size, separators)):
        if start > reached:
            raise Broken(f"lost {text[reached:start]!r} at character {reached}")
        if start < reached:
            raise Broken(f"span {index} begins at {start}, but the one before it ends at {reached}", cause=_BACK)
        if end <= start:
            raise Broken(f"span {index} is empty: {start} to {end}")
        reached = end
    if reached < len(text):
        raise Broken(f"lost {text[reached:]!r} at character {reached}", cause=_LAST)


def _bounded(function: Call, text: str, size: int, separators: list[str]) -> None:
    """No span is longer than the size."""
    for index, (start, end) in enumerate(_spans(function, text, size, separators)):
        if end - start > size:
            raise Broken(f"span {index} has {end - start} characters: {text[start:end]!r}; at most {size} are allowed")


def _lawful(function: Call, text: str, size: int, separators: list[str]) -> None:
    """No cut goes through a piece that fits."""
    root = tree(text, size, separators)
    spans = _cut(function, text, size, separators)
    for cut in {edge for span in spans for edge in span if 0 < edge < len(text)}:
        leaf = _around(root, cut)
        if leaf is not None and len(leaf) <= size:
            piece = text[leaf.start : leaf.end]
            mark = next(filter(piece.endswith, separators), "")
            behind = any(text.endswith(mark, 0, cut) for mark in separators)
            cause = _BEFORE if mark and cut == leaf.end - len(mark) else "" if behind else _BLIND
            raise Broken(f"cut at {cut}, through the piece {piece!r}, which fits", cause=cause)


def _around(piece: Piece, cut: int) -> Piece | None:
    """Find the leaf that a cut goes through; none where it lies between two pieces."""
    while piece.pieces:
        inside = [part for part in piece.pieces if part.start < cut < part.end]
        if not inside:
            return None
        piece = inside[0]
    return piece


def _merged(function: Call, text: str, size: int, separators: list[str]) -> None:
    """Two neighbours that the same split made, and that fit together, are one span."""
    root = tree(text, size, separators)
    for (start, cut), (begin, end) in pairwise(_cut(function, text, size, separators)):
        if cut == begin and end - start <= size and _whole_pieces(root, start, cut, end):
            one, other = text[start:cut], text[cut:end]
            raise Broken(f"{one!r} and {other!r} fit together: {end - start} characters")


def _whole_pieces(piece: Piece, start: int, cut: int, end: int) -> bool:
    """Tell whether all three edges were made by one split."""
    while (inside := [part for part in piece.pieces if part.start < cut < part.end]) != []:
        piece = inside[0]
    if not piece.pieces:
        return piece.start <= start and end <= piece.end
    edges = {piece.start, *(part.end for part in piece.pieces)}
    return {start, cut, end} <= edges


def _empty(function: Call, size: int, separators: list[str]) -> None:
    """No text, no spans."""
    gave = function("", size=size, separators=separators)
    if gave != []:
        raise Broken("returned a span of nothing", expected=[])


def _refuses(function: Call, size: int) -> None:
    """A size below 1 raises ValueError."""
    refuses(function, "one two", size=size, separators=[" "])


def _case(text: str, size: int, separators: list[str] | None = None) -> Mapping[str, Any]:
    return {"text": text, "size": size, "separators": _FIELD if separators is None else separators}


def _cases() -> SearchStrategy[dict[str, Any]]:
    from hypothesis import strategies as st

    lists = st.sampled_from([_FIELD, ["\n\n", " "], [", ", " "], ["\n", "。", " "], ["\r\n", "; "], ["ab", "c"], []])
    parts = st.sampled_from(
        ["a", "bb", "ccc", "é", "汉", "👩‍🔧", " ", "\n", "\n\n", ". ", ".", "  ", ", ", "。", "\r\n"]
    )
    texts = st.lists(parts, min_size=1, max_size=12).map("".join)
    return st.fixed_dictionaries({"text": texts, "size": st.integers(1, 8), "separators": lists})


_LONG = "One two three. Four five six seven.\n\n" * 60 + "x" * 500 + " end"
_VERY_LONG = "ab " * 1500  # more spans than a function may call itself
_EXAMPLES = (
    _case("aa", 5),
    _case("aa bb", 3),
    _case("aa bb cc", 5),
    _case("aa\n\nbb", 4),
    _case("aa bb\n\ncc", 6),
    _case("aaaaaaa", 3),
    _case("aa bb\ncc dd\n\nee", 6),
    _case("aa. bb. cc", 8),
    _case("aa\n\naa\n\naa", 4),
    _case("  aa  ", 3),
    _case("a\n\n\n\nb", 3),
    _case("né, 汉字, 👩‍🔧, aa", 5, [", ", " "]),
    _case("aa|bb|cc", 4, ["|"]),
    _case("aaaa bbbb", 3, []),
    _case("a.b.c", 2, ["."]),
    _case(_LONG, 40),
    _case(_VERY_LONG, 3),
)


def _property(name: str, points: int, hints: tuple[str, ...], test: Any, *, gate: bool = False) -> Property:
    return Property(name, points, gate, hints, test, _EXAMPLES, _cases)


EXERCISE = Exercise(
    name="recursive_spans",
    lesson="06_recursive",
    hints=(
        (
            "Begin with one level: where does each piece end if you cut behind every separators[0]? "
            "text.find(separator, at, end) gives the next match, and a piece ends where the match ends."
        ),
        (
            "Write a helper pieces(start, end, level). If the piece fits, it returns [(start, end)]. If not, it cuts "
            "behind separators[level] and calls itself with level + 1 for each part. With no separator left it cuts "
            "every size characters."
        ),
        (
            "Then join, in a loop over all pieces: if piece_end - span_start <= size, the piece goes into the open "
            "span; otherwise that span is finished and the piece opens the next. Lengths come from offsets, so "
            "separators are counted by themselves. After the loop the last span is still open."
        ),
    ),
    properties=(
        _property(
            "every character is in exactly one span",
            3,
            (_SWALLOWED,),
            _tiles,
            gate=True,
        ),
        _property(
            "no span is over the size",
            3,
            (
                "the separators' own length is not counted, or a piece that is still too long is not cut further",
                "with no separator left, cut between characters",
            ),
            _bounded,
        ),
        _property(
            "a piece that fits is not cut",
            3,
            ("a weaker separator is used on the whole text, where only a piece that is too long needs it",),
            _lawful,
        ),
        _property(
            "neighbours that fit together are joined",
            3,
            ("the pieces are returned as they were cut; join those that fit together, the separator counted",),
            _merged,
        ),
        Property(
            "no text gives no spans",
            1,
            False,
            ("the last span is added after the loop without asking whether there is one",),
            _empty,
            ({"size": 1, "separators": _FIELD}, {"size": 5, "separators": []}),
        ),
        Property(
            "a size below 1 raises ValueError",
            1,
            False,
            ("the size is not tested before the work begins",),
            _refuses,
            ({"size": 0}, {"size": -3}),
        ),
    ),
)
