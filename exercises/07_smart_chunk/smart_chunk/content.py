"""Two questions about content: is every character there, and does each chunk lie where it says?

A function may lose nothing and yet say wrong offsets. So whether something is lost is answered by the chunks'
texts when their offsets cannot be trusted; a learner who fixes offsets is not told that text is missing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any
from unicodedata import normalize

from classroom.judge.exercise import Broken, Call
from classroom.properties.spans import FROM_SLICE

from .reply import Piece, call, quote

_BYTES = "Bytes are counted where characters are meant."
_OTHER_TEXT = "This chunk is of another text: something is left over from the call before."
_OTHER_UNITS = (
    "Something else than characters is counted, such as the two halves of an emoji, or a length is added twice."
)
_HALF_CHARACTERS = "Tokens are decoded that hold only a part of a character."


def nothing_is_lost(function: Call, **case: Any) -> None:
    """Every character that is not white space is in some chunk."""
    text = case["text"]
    pieces = call(function, case)
    lost = lost_at(text, pieces)
    if lost is not None:
        raise Broken(f"lost {_lost_word(text, lost)} at character {lost}", cause=_why_lost(text, lost, pieces))


def _why_lost(text: str, lost: int, pieces: Sequence[Piece]) -> str:
    joined = "".join(piece.text for piece in pieces)
    if "\ufffd" not in text and "\ufffd" in joined:
        return _HALF_CHARACTERS
    if "".join(normalize("NFC", joined).split()) == "".join(normalize("NFC", text).split()):
        return "The text itself is changed, letters are composed: slice the original."
    if any(two.start <= one.start or two.end <= one.end for one, two in pairwise(pieces)):
        return FROM_SLICE
    rest = text[lost:].split(maxsplit=1)
    if not any(letter.isalnum() for letter in rest[0]):
        return "A separator or a sign is removed, by split() or strip(), or a short last piece is left out."
    if len(rest) > 1 and rest[1].split()[-1] in joined:
        return "A piece that is too long, or very short, is left out."
    return "The last piece is still in the buffer when the loop ends, or a piece is left out as too short or too long."


def offsets(function: Call, **case: Any) -> None:
    """Each chunk's text is the text between its offsets, and together they cover the text."""
    text = case["text"]
    pieces = call(function, case)
    require_offsets(text, pieces)
    hole = _first_uncovered(text, pieces)
    if hole is not None:
        why = f"{_lost_word(text, hole)} at character {hole} is between the offsets of no chunk"
        raise Broken(why, cause="The place is searched for, and the same words appear earlier in the text.")


def require_offsets(text: str, pieces: Iterable[Piece]) -> None:
    """Raise `Broken` for the first chunk that is not the text between its offsets."""
    for index, piece in enumerate(pieces):
        if not 0 <= piece.start <= piece.end <= len(text):
            where = f"{piece.start} to {piece.end}"
            why = f"chunks[{index}] is said to go from {where}; the text goes from 0 to {len(text)}"
            cause = _BYTES if _counts_bytes(text, piece) else _OTHER_TEXT if piece.text not in text else _OTHER_UNITS
            raise Broken(why, gave=piece.shown(), cause=cause)
        there = text[piece.start : piece.end]
        if there != piece.text:
            why = f"chunks[{index}] is not the text between its offsets, {piece.start} and {piece.end}"
            raise Broken(why, gave=piece.text, expected=there, cause=_cause(text, piece, there))


def _cause(text: str, piece: Piece, there: str) -> str:
    if piece.text.strip() == there.strip():
        return "White space is stripped from the text, and the offsets are those from before."
    if piece.text.split() == there.split():
        return "Words are joined again with other white space than the text has."
    if _counts_bytes(text, piece):
        return _BYTES
    if "\ufffd" in piece.text and "\ufffd" not in text:
        return _HALF_CHARACTERS
    if piece.text in text:
        return "The text is right, but its place counts from a slice, adds up a length wrongly or is one off."
    return "The text is put together from parts; slice it from the original, and it cannot differ."


def _counts_bytes(text: str, piece: Piece) -> bool:
    return piece.start >= 0 and text.encode()[piece.start : piece.end] == piece.text.encode("utf-8", "surrogatepass")


def placed(function: Call, case: dict[str, Any]) -> list[Piece]:
    """Call the function and return its chunks, whose offsets are true; else raise `Broken`."""
    pieces = call(function, case)
    try:
        require_offsets(case["text"], pieces)
    except Broken as broken:
        cause = "This cannot be looked at before the offsets are right: they come first."
        raise Broken(broken.why, gave=broken.gave, expected=broken.expected, cause=cause) from None
    return pieces


def lost_at(text: str, pieces: Sequence[Piece]) -> int | None:
    """Return the place of the first lost character, or None if none is lost.

    Only what a chunk's text holds counts as there; offsets alone are cheap to claim.

    >>> lost_at("aa b", [Piece("aa", 1, 0, 2)]), lost_at("aa b", [Piece("aa", 1, 0, 2), Piece("b", 1, 0, 1)])
    (3, None)
    """
    exact = [piece for piece in pieces if piece.start >= 0 and text[piece.start : piece.end] == piece.text]
    by_offsets = _first_uncovered(text, exact)
    by_content = _first_absent(text, pieces)
    if by_offsets is None or by_content is None:
        return None
    return by_offsets if len(exact) == len(pieces) else by_content


def _first_uncovered(text: str, pieces: Iterable[Piece]) -> int | None:
    covered = bytearray(len(text))
    for piece in pieces:
        start, end = max(piece.start, 0), min(piece.end, len(text))
        if start < end:
            covered[start:end] = b"\1" * (end - start)
    return next((i for i, c in enumerate(text) if not covered[i] and not c.isspace()), None)


def _first_absent(text: str, pieces: Iterable[Piece]) -> int | None:
    """Return the first character that the chunks' texts, read one after the other, do not bring in its turn."""
    wanted = ((i, c) for i, c in enumerate(text) if not c.isspace())
    current = next(wanted, None)
    for piece in pieces:
        for c in piece.text:
            if current is not None and c == current[1]:
                current = next(wanted, None)
    return None if current is None else current[0]


def _lost_word(text: str, position: int) -> str:
    return quote(text[position:].split(maxsplit=1)[0], limit=20)
