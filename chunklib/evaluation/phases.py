"""Phases of the window grid: the same windows, begun elsewhere.

Where windows are cut depends on where the first one begins. Moving the grid by a part of its stride moves recall by as
much as an overlap does, so one grid alone cannot tell the two apart: several phases are measured, and averaged.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from chunklib.chunk import Chunk
from chunklib.cuts.graphemes import Graphemes
from chunklib.overlap import OverlapSpec, asked
from chunklib.recipe import Chunker, make
from chunklib.strategies import STRATEGIES
from chunklib.tokens import Ruler
from chunklib.tokens import ruler as make_ruler
from chunklib.whole import at_least

PHASES = 6
"""How many phases are averaged where a chunking has them."""

MOVABLE = ("fixed_characters", "token_windows", "sentences", "recursive")
"""The strategies whose cuts follow from where the first chunk ends; those of the others follow from the document."""

_PREFIX = 12  # characters a unit: in so much text the first chunks are looked for; in more where it gives too few
_BEGINNING = 3  # chunks that show where the second begins, whatever stands behind them


def phases_of(strategy: str, phases: int = PHASES) -> int:
    """Say how many phases a strategy has: one, where there is no grid to move.

    >>> phases_of("token_windows", 6), phases_of("markdown", 6)
    (6, 1)
    """
    phases = at_least(1, "phases", phases)
    return phases if strategy in MOVABLE else 1


def shifted(chunker: Chunker, text: str, document: str, phase: int = 0, phases: int = PHASES) -> list[Chunk]:
    """Split a text with the grid moved by a part of the stride.

    The first chunk is asked to be shorter by ``phase / phases`` of the stride; the strategy goes on from where its
    second chunk then begins. So cuts and overlaps stay the strategy's own.

    Args:
        chunker: one of :data:`MOVABLE`, or any for phase 0.
        text: the document.
        document: its name, in the chunks' ids.
        phase: from 0, which moves nothing, to ``phases - 1``.
        phases: how many parts the stride has.

    Returns:
        chunks that keep the contract.

    Raises:
        ValueError: for a phase out of range, and for one above 0 of a strategy that has no grid.

    >>> chunker = make({"strategy": "token_windows", "size": 4, "overlap": 0})
    >>> [chunk.text for chunk in shifted(chunker, "a b c d e f g h", "letters", phase=1, phases=2)]
    ['a b', ' c d e f', ' g h']
    """
    phases, phase = at_least(1, "phases", phases), at_least(0, "phase", phase)
    config = dict(chunker.config)
    if phase >= phases:
        raise ValueError(f"phase must be smaller than phases: got phase={phase}, phases={phases}")
    named = make({**config, "document": document})
    if phase == 0:
        return named(text)
    if config["strategy"] not in MOVABLE:
        raise ValueError(
            f"{config['strategy']} has no grid to move: its cuts follow from the document, not from phases"
        )
    return _moved(named, config, text, phase / phases)


def ruler_of(chunker: Chunker) -> Ruler:
    """Say what measures the chunks of a chunker."""
    usual = inspect.signature(STRATEGIES[chunker.config["strategy"]]).parameters["ruler"].default
    return make_ruler(chunker.config.get("ruler", usual))


def _moved(chunker: Chunker, config: Mapping[str, Any], text: str, part: float) -> list[Chunk]:
    size, overlap = config["size"], _fixed(chunker.overlap, config["size"])
    stride = size - asked(overlap, size).units
    shorter = size - min(round(stride * part), stride - 1)  # a stride of none is no window
    first = make(
        {**_without_least(config), "size": shorter, "overlap": overlap, "document": chunker.config["document"]}
    )
    begun = _beginning(first, text, _PREFIX * size)
    if not _cuts_no_cluster(begun, text):  # what fits in the size only must not be cut
        return chunker(text)
    head, at = begun[0], begun[1].start_char
    try:
        rest = chunker(text[at:])
    except ValueError:  # refused for a character, which is named by its place in the document
        return chunker(text)
    # The rest may begin with what the head has already: the strongest cut in its reach can be the head's own end.
    new = [chunk for chunk in rest if chunk.end_char + at > head.end_char]
    moved = [
        replace(chunk, start_char=chunk.start_char + at, end_char=chunk.end_char + at, index=index)
        for index, chunk in enumerate(new, 1)
    ]
    shared = text[moved[0].start_char : head.end_char]
    return [head, replace(moved[0], overlap=ruler_of(chunker)(shared) if shared else 0), *moved[1:]]


def _cuts_no_cluster(begun: Sequence[Chunk], text: str) -> bool:
    """Tell whether there are two chunks, and none of their cuts is inside a grapheme cluster."""
    at = Graphemes(text).at
    return len(begun) > 1 and at(begun[0].start_char) and at(begun[0].end_char) and at(begun[1].start_char)


def _beginning(first: Chunker, text: str, length: int) -> list[Chunk]:
    """Find the first chunks of a text; none, where it has a character that does not fit in them."""
    try:
        begun = first(text[:length])
        while len(begun) < _BEGINNING and length < len(text):
            length *= 4
            begun = first(text[:length])
    except ValueError:
        return []
    return begun


def _fixed(overlap: OverlapSpec, size: int) -> OverlapSpec:
    """Turn a share of the size into units, since the first chunk has another size."""
    return asked(overlap, size).units if isinstance(overlap, str) and overlap.endswith("%") else overlap


def _without_least(config: Mapping[str, Any]) -> dict[str, Any]:
    """Leave out what only concerns the end of a document."""
    return {key: value for key, value in config.items() if key != "min_size"}
