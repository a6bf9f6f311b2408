"""Find the steps that lead to the chunks of ``recursive``.

The chunks are the library's, and so are the cuts and the sizes; the steps say how its rule comes to them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from chunklib.chunk import Chunk
from chunklib.cuts import DEFAULT_SEPARATORS
from chunklib.cuts.graphemes import CodePoints
from chunklib.cuts.separators import LINE, PARAGRAPH, SENTENCE, Separator
from chunklib.cuts.structure import SOLID
from chunklib.document import Document
from chunklib.strategies import RECIPES, recursive
from chunklib.tokens import ruler as make_ruler
from classroom.judge.showing import clean

NAMES: dict[Separator, str] = {PARAGRAPH: "paragraph", LINE: "line", SENTENCE: "sentence"}
SMALLER = "word", "character", "part of a character"
MOST_CHUNKS = 400


@dataclass(frozen=True, slots=True)
class Step:
    """Holds a step: chunk ``text[start:end]`` is open, and the piece ``text[end:after]`` is looked at.

    ``did`` is "opens", "takes", "tries smaller" or "closes"; ``size`` measures the chunk, ``piece`` the piece alone
    and ``joined`` both. At the end of the text there is no piece.
    """

    did: str
    chunk: int
    level: str
    start: int
    end: int
    after: int
    size: int
    piece: int
    joined: int


@lru_cache(maxsize=8)
def stepped(text: str, size: int, overlap: int, ruler: str) -> tuple[tuple[Chunk, ...], tuple[Step, ...], str]:
    """Return the chunks of a text, the steps that lead to them, and why there are none."""
    try:
        chunks = tuple(recursive(text, size, overlap, ruler=ruler, document="text"))
        found = tuple(steps(text, chunks, size, ruler)) if len(chunks) <= MOST_CHUNKS else ()
    except ValueError as error:
        return (), (), f"No steps. {clean(str(error))}"
    why = f"There are more than {MOST_CHUNKS} chunks: take a larger size." if chunks else "The text is empty."
    return (chunks, found, "") if found else ((), (), f"No steps. {why}")


def _names(count: int) -> list[str]:
    """Name so many levels, from the largest piece to the smallest; a level without a name of its own gets a number."""
    names = [NAMES.get(separator, "") for separator in DEFAULT_SEPARATORS]
    names += [""] * (count - len(names) - len(SMALLER)) + [*SMALLER]
    return [name or f"piece of level {number}" for number, name in enumerate(names, 1)]


def steps(text: str, chunks: tuple[Chunk, ...], size: int, ruler: str) -> Iterator[Step]:
    """Find the steps that lead to chunks of ``recursive``: of the largest kind of piece that fits, as many as fit."""
    doc = Document(text, make_ruler(ruler), "text", size=size, options={"separators": DEFAULT_SEPARATORS})
    kinds = [cuts for kind in RECIPES["recursive"].cut for cuts in doc.kind(kind)]
    ways = [*kinds, doc.graphemes, CodePoints()]
    levels = dict(zip(_names(len(ways)), ways, strict=True))

    def step(did: str, chunk: Chunk, level: str, end: int, after: int) -> Step:
        places = (chunk.start_char, end), (end, after), (chunk.start_char, after)
        measured = (doc.index.size(*place) for place in places)
        return Step(did, chunk.index, level, chunk.start_char, end, after, *measured)

    def bare(at: int, after: int) -> int:
        return at + len(text[at:after].rstrip())

    def next_piece(level: str, at: int) -> int:
        solid = SOLID.search(text, at)
        return (solid and levels[level].first(solid.start(), len(text))) or len(text)

    done = 0
    for chunk in chunks:
        at, solid = max(done, chunk.start_char), chunk.start_char + len(chunk.text.rstrip())
        yield step("opens", chunk, "", at, at)
        kept = list(levels)
        while (after := bare(at, next_piece(kept[0], at))) > solid and len(kept) > 1:
            yield step("tries smaller", chunk, kept.pop(0), at, after)
        while at < solid:
            after = next_piece(kept[0], at)
            after = after if after < solid else chunk.end_char
            yield step("takes", chunk, kept[0], at, after)
            at = after
        done = chunk.end_char
        yield step("closes", chunk, kept[0], at, next_piece(kept[0], at) if text[at:].strip() else at)
