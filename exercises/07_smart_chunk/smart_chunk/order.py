"""Is each chunk needed: does it start and end after the one before, and is nothing cut finer than it must be?"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from classroom.judge.exercise import Broken, Call

from .cutting import require_cuts, require_work
from .reply import Piece, call, quote, tokens
from .units import count, is_plain, units

_BLANK = "White space alone gives no chunk: look whether anything else is there."
_TWICE = "The same chunk is added twice: in the loop, and once more after it."
_BACKWARDS = "The chunks come in the order of the text, not by size or from the end."
_SWALLOWED = "The overlap reaches back to the start of the chunk before, which is then of no use."
_CRUMBS = 4
"""This many neighbours of one sentence that fit into one chunk are too many; good packers leave two at most."""


def no_waste(function: Call, **case: Any) -> None:
    """Starts and ends both go up, white space alone gives no chunk, and no sentence is cut into crumbs."""
    require_work(function)
    text = case["text"]
    pieces = call(function, case)
    if not text.strip() and pieces:
        why = "a text without a word has no chunks"
        raise Broken(why, gave=[p.shown() for p in pieces[:3]], expected=[], cause=_BLANK)
    require_cuts(case, pieces)
    _require_order(pieces)
    if is_plain(text):
        _require_no_crumbs(case, pieces)


def _require_order(pieces: Sequence[Piece]) -> None:
    for index, piece in enumerate(pieces):
        if piece.start >= piece.end:
            raise Broken(f"chunks[{index}] is empty: it goes from {piece.start} to {piece.end}")
    for index, (before, piece) in enumerate(pairwise(pieces), start=1):
        where = f"chunks[{index}] ({piece.start} to {piece.end})"
        former = f"chunks[{index - 1}] ({before.start} to {before.end})"
        if (before.start, before.end) == (piece.start, piece.end):
            raise Broken(f"{where} is {former} again", gave=piece.text, cause=_TWICE)
        if before.start <= piece.start and piece.end <= before.end:
            raise Broken(f"{where} lies inside {former}", gave=piece.text)
        if piece.start <= before.start or piece.end <= before.end:
            cause = _BACKWARDS if piece.end <= before.start else _SWALLOWED if piece.end > before.end else ""
            raise Broken(f"{where} must start and end after {former}", gave=piece.text, cause=cause)


def _require_no_crumbs(case: dict[str, Any], pieces: Sequence[Piece]) -> None:
    text, model = case["text"], case.get("model", "gpt-4")
    room = case["max_tokens"] - case["overlap_tokens"]
    if room < _CRUMBS:  # here a cut can cost as many tokens as it parts
        return
    ends = {unit.end for unit in units(text, "sentence")}
    for first in range(len(pieces) - _CRUMBS + 1):
        group = pieces[first : first + _CRUMBS]
        if any(len(text[: piece.end].rstrip()) in ends for piece in group[:-1]):
            continue
        together = text[group[0].start : group[-1].end]
        size = count(together, model)
        if size <= room:
            why = f"chunks[{first}] to chunks[{first + _CRUMBS - 1}] together have only {tokens(size)}"
            cause = "The pieces of a long sentence are not packed together again."
            raise Broken(why, gave=[quote(piece.text) for piece in group], cause=cause)
