"""Does every chunk end where the text itself pauses: at the largest natural unit that fits?

What is asked hangs on the place. Where all paragraphs that a chunk touches fit with room for the overlap,
the chunk ends at a paragraph's end; else the same is asked of lines, then of sentences, then of words. To fit,
a unit must fit with and without the white space around it, so that nobody fails over who owns a line break.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Any

from classroom.judge.exercise import Broken, Call, Words

from .content import placed
from .cutting import require_cuts, require_work
from .reply import Piece, quote
from .units import LEVELS, Unit, count, units


def natural_boundaries(function: Call, **case: Any) -> None:
    """Every chunk ends at the end of a paragraph, line, sentence or word, the largest that fits there."""
    require_work(function)
    text = case["text"]
    levels = {level: units(text, level) for level in LEVELS}
    fitting = _fitting(levels, case)
    pieces = placed(function, case)
    require_cuts(case, pieces)
    for index, piece in enumerate(pieces):
        level = _level_asked(piece, levels, fitting)
        end = len(text[: piece.end].rstrip())
        if level and end and end not in {unit.end for unit in levels[level]}:
            cut = next(unit for unit in levels[level] if unit.start < end < unit.end)
            _complain(index, level, text, cut, piece)


def _complain(index: int, level: str, text: str, cut: Unit, piece: Piece) -> None:
    why = f"chunks[{index}] ends inside a {level} that fits: {quote(text[cut.start : cut.end], 40)}"
    raise Broken(why, gave=piece.text, expected=Words(f"chunks that end where a {level} ends"))


def _level_asked(piece: Piece, levels: dict[str, list[Unit]], fitting: dict[str, set[Unit]]) -> str | None:
    for level in LEVELS:
        touched = _touched(piece, levels[level])
        if touched and all(unit in fitting[level] for unit in touched):
            return level
    return None


def _touched(piece: Piece, found: Iterable[Unit]) -> list[Unit]:
    return [unit for unit in found if unit.start < piece.end and piece.start < unit.end]


def _fitting(levels: dict[str, list[Unit]], case: dict[str, Any]) -> dict[str, set[Unit]]:
    """Return the units of each level that fit, with all their words.

    A word alone may have more tokens than the sentence it is in, because a space in front makes it cheap;
    an answer that cuts that word first must not fail.
    """
    too_long = [word for word in levels["word"] if not _fits(word, case)]
    return {
        level: {unit for unit in found if _fits(unit, case) and not _holds(unit, too_long)}
        for level, found in levels.items()
    }


def _holds(unit: Unit, words: Iterable[Unit]) -> bool:
    return any(unit.start <= word.start < unit.end for word in words)


def _fits(unit: Unit, case: dict[str, Any]) -> bool:
    return room_needed(case["text"], unit, case["overlap_tokens"]) <= int(case["max_tokens"])


def room_needed(text: str, unit: Unit, overlap: int) -> int:
    """Return the tokens that a unit may cost, however white space around it is shared out, and the overlap.

    White space in front can make a word cheaper, so each way to cut is counted. Where there is an overlap one
    token more is granted: counts of tokens do not add up exactly.
    """
    starts, ends = (unit.before, unit.start), (unit.end, unit.after)
    size = max(count(text[start:end]) for start, end in product(starts, ends))
    return size + overlap + 1 if overlap else size
