"""Move the grid of windows through its phases: the same windows, begun elsewhere.

Where windows are cut depends on where the first one begins. Moving the grid by a part of its stride moves recall by as
much as an overlap does, so one grid alone cannot tell the two apart: several phases are measured, and averaged.
"""

from contextlib import suppress
from dataclasses import replace

from chunklib.chunk import Chunk
from chunklib.chunk_config import Chunker
from chunklib.cuts.graphemes import Graphemes
from chunklib.errors import InvalidValue
from chunklib.readers import at_least
from chunklib.strategies import RECIPES

PHASES = 6
"""How many phases are averaged where a chunking has them."""

_MOST = 10_000  # phases that are measured: a window is moved by whole units, so more would be the same again
_PREFIX = 12  # characters a unit: in so much text the first chunks are looked for; in all where it gives too few


def phases_of(strategy: str, phases: int = PHASES) -> int:
    """Say how many phases a strategy has: one, where there is no grid to move."""
    phases = at_least(1, "phases", phases)
    if phases > _MOST:
        raise InvalidValue(f"phases must be at most {_MOST:,}: got phases={phases}")
    return phases if RECIPES[strategy].movable else 1


def shifted(chunker: Chunker, text: str, document: str, phase: int = 0, phases: int = PHASES) -> list[Chunk]:
    """Split a text with the grid moved by a part of the stride.

    The first chunk is asked to be shorter by ``phase / phases`` of the stride; the strategy goes on from where its
    second chunk then begins. So cuts and overlaps stay the strategy's own, and chunks keep the contract.

    Args:
        chunker: one whose recipe is ``movable``, or any for phase 0.
        text: the document.
        document: its name, in the chunks' ids.
        phase: from 0, which moves nothing, to ``phases - 1``.
        phases: how many parts the stride has.

    Raises:
        ValueError: for a phase out of range, and for one above 0 of a strategy that has no grid.

    >>> chunker = Chunker("token_windows", size=4, overlap=0)
    >>> [chunk.text for chunk in shifted(chunker, "a b c d e f g h", "letters", phase=1, phases=2)]
    ['a b', ' c d e f', ' g h']
    """
    phases, phase = at_least(1, "phases", phases), at_least(0, "phase", phase)
    if phase >= phases:
        raise InvalidValue(f"phase must be smaller than phases: got phase={phase}, phases={phases}")
    if phase == 0:
        return chunker(text, document)
    if not chunker.recipe.movable:
        why = "its cuts follow from the document, not from phases"
        raise InvalidValue(f"{chunker.strategy} has no grid to move: {why}")
    with suppress(ValueError):  # a character that does not fit: the chunker itself names it by its place in the text
        return _moved(chunker.but(document=document), text, phase / phases)
    return chunker(text, document)


def _moved(chunker: Chunker, text: str, part: float) -> list[Chunk]:
    size, overlap = chunker.size, chunker.overlap.for_size(chunker.size)  # in units: the first chunk has another size
    stride = size - overlap.units
    shorter = size - min(round(stride * part), stride - 1)  # a stride of none is not a window
    end = {"min_size": 0} if "min_size" in chunker.config else {}  # the first is short on purpose
    first = chunker.but(size=shorter, overlap=overlap, **end)
    begun = first(text[: _PREFIX * size])
    if len(begun) < 3:  # the third shows where the second begins, whatever is after them
        begun = first(text)
    whole = Graphemes(text).at
    cuts = [begun[0].start_char, begun[0].end_char, begun[1].start_char] if len(begun) > 1 else []
    if not cuts or not all(map(whole, cuts)):  # what fits in the size only must not be cut
        return chunker(text)
    head, at = begun[0], begun[1].start_char
    # The rest may begin with what the head has already: the strongest cut in its reach can be the head's own end.
    new = [chunk for chunk in chunker(text[at:]) if chunk.end_char + at > head.end_char]
    moved = [
        replace(chunk, start_char=chunk.start_char + at, end_char=chunk.end_char + at, index=index)
        for index, chunk in enumerate(new, 1)
    ]
    shared = text[moved[0].start_char : head.end_char]
    measured = chunker.ruler(shared) - chunker.ruler.special if shared else 0
    return [head, replace(moved[0], overlap=measured), *moved[1:]]
