"""Phases of the window grid: the same windows, begun elsewhere.

Where windows are cut depends on where the first one begins. Moving the grid by a few tokens moves recall by as much as
an overlap does, so one grid alone cannot tell the two apart: several phases are measured, and averaged.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from chunklib.chunk import Chunk
from chunklib.overlap import OverlapSpec, asked
from chunklib.recipe import Chunker, make
from chunklib.whole import at_least

PHASES = 6
"""How many phases are averaged where a chunking has them."""

MOVABLE = ("fixed_characters", "token_windows", "sentences", "recursive")
"""The strategies whose cuts follow from where the first chunk ends; those of the others follow from the document."""

_PREFIX = 4  # sizes of text, at least, in which the first chunk and the start of the second are looked for
_LONGEST = 16  # characters that a unit may have on average there


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


def _moved(chunker: Chunker, config: Mapping[str, Any], text: str, part: float) -> list[Chunk]:
    size, overlap = config["size"], _fixed(chunker.overlap, config["size"])
    stride = size - asked(overlap, size).units
    shorter = size - round(stride * part)
    first = make(
        {**_without_least(config), "size": shorter, "overlap": overlap, "document": chunker.config["document"]}
    )
    begun = first(text[: _PREFIX * _LONGEST * size])
    if len(begun) < 2:
        return chunker(text)
    head, at = begun[0], begun[1].start_char
    rest = chunker(text[at:])
    moved = [
        replace(chunk, start_char=chunk.start_char + at, end_char=chunk.end_char + at, index=chunk.index + 1)
        for chunk in rest
    ]
    return [head, replace(moved[0], overlap=begun[1].overlap), *moved[1:]]


def _fixed(overlap: OverlapSpec, size: int) -> OverlapSpec:
    """Turn a share of the size into units, since the first chunk has another size."""
    return asked(overlap, size).units if isinstance(overlap, str) and overlap.endswith("%") else overlap


def _without_least(config: Mapping[str, Any]) -> dict[str, Any]:
    """Leave out what only concerns the end of a document."""
    return {key: value for key, value in config.items() if key != "min_size"}
