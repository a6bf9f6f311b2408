"""Checks what neighbours share: never more than asked, and at least a word where one would have fitted.

The second half is asked with care. Designs differ in what they repeat (sentences, words, tokens) and in who
owns white space, so a missing overlap counts as broken only when the last word of the chunk before fits in
every reading: with and without the white space around it, and together with the first natural piece of the
next chunk, taken as large as that chunk allows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise, product
from typing import Any

from classroom.judge.exercise import Broken, Call, Words

from .content import placed
from .cutting import require_cuts, require_work
from .reply import Piece, quote, tokens
from .units import LEVELS, count, is_plain, units

_TOO_MUCH = "The overlap is counted in words or characters, for another model, or is added twice."
_NOTHING = "words[-n:] with n = 0 is the whole list: asked for no overlap, it repeats everything."
_SPAN = "The chunk before also holds what it repeats: go back through all of it, not only through what it brings."
_PART = "A part of a word is shared, where the whole word fits: count in tokens, and go back word by word."


def overlap(function: Call, **case: Any) -> None:
    """Neighbours share at most `overlap_tokens` tokens, and at least a word wherever one fits."""
    require_work(function)
    pieces = placed(function, case)
    require_cuts(case, pieces)
    require_small_overlap(case, pieces)
    for index, (before, piece) in enumerate(pairwise(pieces), start=1):
        word = _missing_word(case, before, piece)
        if word:
            why = f"chunks[{index}] does not repeat {quote(word)}, and there is room for it"
            expected = Words(f"a chunk that starts with {quote(word)} or before it")
            cut = piece.start < before.end and case["text"][piece.start - 1 : piece.start].strip()
            brought = case["text"][max(pieces[index - 2].end if index > 1 else 0, before.start) : before.end]
            cause = _PART if cut else _SPAN if brought.split() == [word] else ""
            raise Broken(why, gave=piece.text, expected=expected, cause=cause)


def require_small_overlap(case: dict[str, Any], pieces: Sequence[Piece]) -> None:
    """Raise `Broken` for the first two neighbours that share more tokens than asked."""
    asked = case["overlap_tokens"]
    for index, (before, piece) in enumerate(pairwise(pieces), start=1):
        shared = case["text"][piece.start : before.end]
        size = count(shared, case.get("model", "gpt-4"))
        if size > asked:
            why = f"chunks[{index - 1}] and chunks[{index}] share {tokens(size)}; at most {asked} may be shared"
            raise Broken(why, gave=shared, cause=_TOO_MUCH if asked else _NOTHING)


def _missing_word(case: dict[str, Any], before: Piece, piece: Piece) -> str:
    """Return the last word of `before` where `piece` does not repeat it whole and could, else an empty string."""
    text = case["text"]
    end = len(text[: before.end].rstrip())
    start = max(text.rfind(" ", 0, end), text.rfind("\n", 0, end)) + 1
    cut_inside = end == before.end < len(text) and not text[end].isspace()
    alone = start <= before.start or not text[before.start : start].strip()
    whole = piece.start < end and text[piece.start - 1].isspace()  # a word, where people differ on what is one
    if piece.start <= start or start >= end or whole or cut_inside or alone:
        return ""
    shared_ends = {end, before.end}
    piece_end = _piece_end(case, max(end, piece.start), piece)
    if piece_end and _all_fit(case, _starts(text, start, end, piece.start), shared_ends, _with_space(text, piece_end)):
        return str(text[start:end])
    return ""


def _starts(text: str, start: int, end: int, taken: int) -> set[int]:
    """Return where an overlap of one word may start; where a part of it is shared, also inside the word.

    An answer that goes back from the end letter by letter stops where one step is too much, although the whole word
    may have fewer tokens than a part of it. So a part counts as too little only where each part fits.
    """
    spaced = {start, start - 1, len(text[:start].rstrip())}
    return spaced | set(range(start, end)) if taken < end else spaced


def _with_space(text: str, end: int) -> set[int]:
    return {end, len(text) - len(text[end:].lstrip())}


def _piece_end(case: dict[str, Any], start: int, piece: Piece) -> int | None:
    """Return the end of the largest natural piece that starts at `start` and lies within the chunk.

    None where no piece is whole: the chunk brings only white space, or a part of a word that does not fit.
    Who leaves room for a whole overlap has done enough: then the chunk counts as one piece. (Counts do not
    add up, so that room can turn out too small by a token.)
    """
    text, model = case["text"], case.get("model", "gpt-4")
    start = len(text) - len(text[start:].lstrip())
    last = len(text[: piece.end].rstrip())
    if not text[start:last] or (len(text[start:last].split()) == 1 and text[last : last + 1].strip()):
        return None
    left_room = count(text[start:last], model) + case["overlap_tokens"] <= case["max_tokens"]
    if is_plain(text) and not left_room:
        for level in LEVELS:
            ends = [unit.end for unit in units(text, level) if unit.start <= start < unit.end <= last]
            if ends:
                return ends[0]
    return last


def _all_fit(
    case: dict[str, Any], starts: Iterable[int], shared_ends: Iterable[int], piece_ends: Iterable[int]
) -> bool:
    text, model = case["text"], case.get("model", "gpt-4")
    limits = ((shared_ends, case["overlap_tokens"]), (piece_ends, case["max_tokens"]))
    return all(
        count(text[start:end], model) <= limit
        for ends, limit in limits
        for start, end in product(list(starts), list(ends))
    )
