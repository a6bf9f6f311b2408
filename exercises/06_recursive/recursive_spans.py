"""A cascade of separators over a text, as spans of characters.

A cut is judged by the tree of pieces: it may lie between two pieces of one split, or between the characters of a piece
that no separator cuts. How pieces are joined is left free, as long as neighbours of one split that fit together are
joined.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from classroom.judge.exercise import Broken, Call, Exercise, Property
from classroom.properties.separator_pieces import Piece, tree
from classroom.properties.spans import read_spans, refuses

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

Separators = tuple[str, ...]
_FIELD = ("\n\n", "\n", ". ", " ")
_BEFORE = "a separator belongs to the piece before it: cut after it"
_OTHERS = "use the separators of the call, and no others"
_BLIND = "cut between characters only where a piece is too long and holds none of the separators that are left"
_SWALLOWED = "split() removes the separators; the position must move on by their length as well"
_BACK = "the place is too early: counted from a slice or a piece and not from the text, or without the separator"
_ENDS = "a span is (start, end), and end is the place after its last character"
_TWICE = "two matches of a separator overlap here; the next search begins after the match"
_EXACT = "only a piece that is too long is cut further, and exactly `size` characters are not too long"
_CHARACTERS = "with no separator left, cut between characters"
_BLIND_SPANS = "the text is cut without a look at the separators"
_PLAIN = ("aa bbbb cc", "aaaa bb cc")  # cut at different places by every answer that looks for spaces
_LAST = "the last piece is still in the buffer when the loop ends"


def _spans(function: Call, text: str, size: int, separators: Separators) -> list[tuple[int, int]]:
    return read_spans(function(text, size=size, separators=separators), len(text))


def _looked(function: Call, spans: list[tuple[int, int]], text: str, size: int, separators: Separators) -> None:
    """Raise `Broken` where spans are wrong because the function never looks at separators: nothing is to judge then.

    One span of everything, one character a span and windows of a fixed size keep most rules about sizes by themselves.
    """
    cuts = {edge for span in spans for edge in span if 0 < edge < len(text)}
    root = tree(text, size, separators)
    if any(end - start > size for start, end in spans) or any(_broken(root, cut, size) for cut in cuts):
        one, other = (_spans(function, plain, 5, (" ",)) for plain in _PLAIN)
        if one == other:
            raise Broken(f"{_PLAIN[0]!r} gives these spans too, and its words end at other places", cause=_BLIND_SPANS)


def _broken(root: Piece, cut: int, size: int) -> Piece | None:
    """Return the piece that fits and that a cut goes through, if there is one."""
    leaf = _around(root, cut)
    return leaf if leaf is not None and len(leaf) <= size else None


def _tiles(function: Call, text: str, size: int, separators: Separators) -> None:
    """The spans lie side by side and cover the text."""
    reached = 0
    for index, (start, end) in enumerate(_spans(function, text, size, separators)):
        if start > reached:
            lost = text[reached:start]
            raise Broken(f"lost {lost!r} at character {reached}", cause=_swallowed(lost, separators))
        if start < reached:
            raise Broken(f"span {index} begins at {start}, but the one before it ends at {reached}", cause=_BACK)
        if end <= start:
            raise Broken(f"span {index} is empty: {start} to {end}", cause=_BACK if end < start else _ENDS)
        reached = end
    if reached < len(text):
        lost = text[reached:]
        cause = _BACK if _broken(tree(text, size, separators), reached, size) else _LAST
        raise Broken(f"lost {lost!r} at character {reached}", cause=_swallowed(lost, separators) or cause)


def _swallowed(lost: str, separators: Separators) -> str:
    """Name the separators as the cause where nothing but separators is lost."""
    rest = lost
    for mark in separators:
        rest = rest.replace(mark, "")
    return "" if rest else _SWALLOWED


def _bounded(function: Call, text: str, size: int, separators: Separators) -> None:
    """No span is longer than the size."""
    spans = _spans(function, text, size, separators)
    for index, (start, end) in enumerate(spans):
        if end - start > size:
            cause = "" if any(mark in text[start:end] for mark in separators) else _CHARACTERS
            why = f"span {index} has {end - start} characters: {text[start:end]!r}; at most {size} are allowed"
            raise Broken(why, cause=cause)
    _looked(function, spans, text, size, separators)


def _lawful(function: Call, text: str, size: int, separators: Separators) -> None:
    """No cut goes through a piece that fits."""
    root = tree(text, size, separators)
    spans = _spans(function, text, size, separators)
    for cut in {edge for span in spans for edge in span if 0 < edge < len(text)}:
        leaf = _broken(root, cut, size)
        if leaf is not None:
            piece = text[leaf.start : leaf.end]
            mark = next(filter(piece.endswith, separators), "")
            after = [mark for mark in (*separators, *_FIELD) if text.endswith(mark, 0, cut)]
            cause = _EXACT if len(leaf) == size else ""
            cause = cause if set(after) & set(separators) else _OTHERS if after else _BLIND
            cause = _BEFORE if mark and cut == leaf.end - len(mark) else cause
            twice = any(text.endswith(one, 0, cut) and one in text[cut - len(one) - 1 : cut - 1] for one in separators)
            cause = _TWICE if twice else cause
            raise Broken(f"cut at {cut}, through the piece {piece!r}, which fits", cause=cause)
    _looked(function, spans, text, size, separators)


def _around(piece: Piece, cut: int) -> Piece | None:
    """Find the leaf that a cut goes through; none where it lies between two pieces."""
    while piece.pieces:
        inside = next((part for part in piece.pieces if part.start < cut < part.end), None)
        if inside is None:
            return None
        piece = inside
    return piece


def _merged(function: Call, text: str, size: int, separators: Separators) -> None:
    """Two neighbours that the same split made, and that fit together, are one span."""
    root = tree(text, size, separators)
    spans = _spans(function, text, size, separators)
    _looked(function, spans, text, size, separators)
    spans = _spans(function, text, size, separators)  # the report shows the last call
    for (start, cut), (begin, end) in pairwise(spans):
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


def _empty(function: Call, size: int, separators: Separators) -> None:
    """No text, no spans."""
    gave = function("", size=size, separators=separators)
    if gave != []:
        raise Broken("returned a span of nothing", expected=[])


def _case(text: str, size: int, separators: Separators = _FIELD) -> Mapping[str, Any]:
    return {"text": text, "size": size, "separators": separators}


def _cases() -> SearchStrategy[dict[str, Any]]:
    from hypothesis import strategies as st

    lists = st.sampled_from(
        [_FIELD, ("\n\n", " "), (", ", " "), ("\n", "。", " "), ("\r\n", "; "), ("ab", "c"), ("aa", " "), ()]
    )
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
    _case("aa\n\naaa bb", 5),
    _case("  aa  ", 3),
    _case("a\n\n\n\nb", 3),
    _case("\n\n\nb", 3),
    _case("aaa bb\n\ncc", 8),
    _case("a b c d eeeeeee", 8),
    _case("aaaab-cc", 4, ("b", "b-")),
    _case("aaa bbb\n\ncc", 4, ()),
    _case("a b--cc", 5, (" ", "--")),
    _case("aXbbxccc", 6, ("X",)),
    _case("a\nbb\u2028ccc", 6),
    _case("a bb\tccc", 6),
    _case("aa bb|cc", 6),
    _case("aa bb|cc", 6, ("|",)),
    _case("né, 汉字, 👩‍🔧, aa", 5, (", ", " ")),
    _case("aa|bb|cc", 4, ("|",)),
    _case("aaaa bbbb", 3, ()),
    _case("a.b.c", 2, (".",)),
    _case(_LONG, 40),
    _case(_VERY_LONG, 3),
)


def _property(name: str, points: int, hints: tuple[str, ...], test: Any, *, gate: bool = False) -> Property:
    return Property(name, points, gate, hints, test, _EXAMPLES, _cases)


EXERCISE = Exercise(
    hints=(
        (
            "Begin with one level: where does each piece end if you cut after every separators[0]? "
            "text.find(separator, at, end) gives the next match, and a piece ends where the match ends."
        ),
        (
            "Write a helper pieces(start, end, level). If the piece fits, it returns [(start, end)]. If not, it cuts "
            "after separators[level] and calls itself with level + 1 for each part. With no separator left it cuts "
            "every size characters."
        ),
        (
            "Then join, in a loop over all pieces: if piece_end - span_start <= size, the piece goes into the open "
            "span; otherwise this span is finished, and the piece opens the next one. A length is a difference of two "
            "offsets, so the separators are counted. After the loop the last span is still open."
        ),
    ),
    properties=(
        _property(
            "every character is in exactly one span",
            2,
            ("each span has to begin where the one before it ends",),
            _tiles,
            gate=True,
        ),
        _property(
            "no span is over the size",
            3,
            (
                "the length of the separators is not counted, or a piece that is still too long is not cut further",
                _CHARACTERS,
            ),
            _bounded,
        ),
        _property(
            "a piece that fits is not cut",
            4,
            ("a weaker separator is used on the whole text; use it only on a piece that is too long",),
            _lawful,
        ),
        _property(
            "neighbours that fit together are joined",
            3,
            ("the pieces are returned as they were cut; join those that fit together, and count the separator",),
            _merged,
        ),
        Property(
            "no text gives no spans",
            1,
            False,
            ("the last span is added after the loop without asking whether there is one",),
            _empty,
            ({"size": 1, "separators": _FIELD}, {"size": 5, "separators": ()}),
        ),
        Property(
            "a size below 1 raises ValueError",
            1,
            False,
            ("the size is not tested before the work begins",),
            refuses,
            (_case("one two", 0, (" ",)), _case("one two", -3, (" ",)), _case("", 0, (" ",))),
        ),
    ),
)
