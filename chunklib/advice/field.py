"""What the field's tutorials teach, and where each of it is found here: the forms of it, pictures, hints.

A counterpart's ``call`` is an expression that runs: with ``chunklib`` and its parts imported, ``text`` a document,
``chunks`` what ``chunklib.STRATEGIES["recursive"](text)`` gives, ``embed`` an embedder (``chunklib.embed.hashing``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

LESSONS: Mapping[int, str] = MappingProxyType(
    dict(
        enumerate(
            (
                "start_here",
                "why_chunk",
                "characters_and_tokens",
                "fixed_windows",
                "overlap_arithmetic",
                "sentences",
                "recursive",
                "smart_chunk",
                "structure",
                "meaning_and_adaptation",
                "measuring",
                "does_overlap_help",
                "production",
                "capstone",
            )
        )
    )
)
"""The lessons of the course by number."""

Gives = Literal["chunks", "linked", "offsets", "numbers", "texts", "nodes", "scores", "hits"]


@dataclass(frozen=True, slots=True)
class Counterpart:
    """A function that tutorials teach, and ours: ``call`` gives what ``gives`` says; ``differs`` says in what.

    ``lesson`` is the number of the lesson that teaches it.
    """

    name: str
    signature: str
    call: str
    lesson: int
    differs: str
    gives: Gives = "chunks"


@dataclass(frozen=True, slots=True)
class Place:
    """Something that tutorials show, and the lessons (by number) in which it has its place."""

    name: str
    lessons: tuple[int, ...]
    exercise: str = ""


PICTURES: tuple[Place, ...] = (
    Place("the same text with and without overlap", (3, 4)),
    Place("the stride along a document line", (4,)),
    Place("too small, good, too large", (1,)),
    Place("the cascade of separators", (6,)),
    Place("the decision tree by document", (8, 13)),
    Place("the decision tree by overlap", (9, 13)),
    Place("the loop: measure, raise or lower, measure", (11,)),
    Place("recall against storage", (11,)),
)
"""The pictures that tutorials draw; ours are computed from real chunks."""

HINTS: tuple[Place, ...] = (
    Place("count with tiktoken", (7,), "smart_chunk"),
    Place("split on natural boundaries first", (7,), "smart_chunk"),
    Place("track character positions while chunking", (7,), "smart_chunk"),
    Place("return metadata that helps debugging", (7,), "smart_chunk"),
)
"""The hints of the field's smart_chunk exercise, all of them taught by ours."""
