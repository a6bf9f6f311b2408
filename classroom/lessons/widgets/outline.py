"""Lay the chunks of a Markdown text out under its headings, and say what a search finds in one of them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from chunklib import cuts
from chunklib.chunk import Chunk
from chunklib.context import in_full
from chunklib.cuts.structure import Heading, Headings
from chunklib.strategies import markdown
from chunklib.tokens import ruler
from classroom.judge.showing import clean

_BEFORE = "(before the first heading)"


@dataclass(frozen=True, slots=True)
class Block:
    """Describes a chunk as the outline shows it: its number, the tokens of its text, and with its path."""

    number: int
    tokens: int
    full: int


@dataclass(frozen=True, slots=True)
class Row:
    """Describes a heading of the outline: depth, title, the chunks that begin under it, or the one that it is in."""

    depth: int
    title: str
    blocks: tuple[Block, ...]
    inside: int | None = None


@dataclass(frozen=True, slots=True)
class Seen:
    """Describes a chunk as a search sees it: a text, its tokens, and which of the words are in it."""

    text: str
    tokens: int
    found: tuple[str, ...]
    missed: tuple[str, ...]

    def finds(self) -> str:
        """Say which words are found; nothing where none is searched."""
        parts = [f"finds {', '.join(self.found)}"] if self.found else []
        parts += [f"does not find {', '.join(self.missed)}"] if self.missed else []
        return "; ".join(parts)


def words_of(text: str) -> frozenset[str]:
    """Give the words of a text, small letters and capitals alike.

    >>> sorted(words_of("Boil, then BOIL again."))
    ['again', 'boil', 'then']
    """
    return frozenset(re.findall(r"\w+", text.casefold()))


def searched(text: str, words: str) -> Seen:
    """Search a text for words: say which are found and which are missed."""
    there, wanted = words_of(text), sorted(words_of(words))
    found, missed = (tuple(word for word in wanted if (word in there) == is_there) for is_there in (True, False))
    return Seen(text, ruler("cl100k_base")(text), found, missed)


@lru_cache(maxsize=4)
def outlined(text: str, size: int, count_context: bool) -> tuple[tuple[Chunk, ...], tuple[Row, ...], str]:  # noqa: FBT001
    """Cut a text, and return its chunks, the rows of its outline, and why there are none."""
    try:
        chunks = tuple(markdown(text, size, 0, count_context=count_context))
    except ValueError as error:
        return (), (), f"No chunks. {clean(str(error))}"
    rows = tuple(_rows(chunks, [heading for heading in cuts.markdown(text).headings if heading.title]))
    return chunks, rows, "" if chunks else "No chunks. The text is empty, or nothing but white space."


def _rows(chunks: Sequence[Chunk], headings: Sequence[Heading]) -> Iterator[Row]:
    measure, paths = ruler("cl100k_base"), Headings(headings)
    starts = [heading.start for heading in headings]
    under: list[list[Block]] = [[] for _ in range(len(headings) + 1)]
    for chunk in chunks:
        block = Block(chunk.index, measure(chunk.text), measure(in_full(chunk)))
        under[bisect_right(starts, chunk.start_char)].append(block)
    if under[0]:
        yield Row(0, _BEFORE, tuple(under[0]))
    begun = [chunk.start_char for chunk in chunks]
    for heading, blocks in zip(headings, under[1:], strict=True):
        inside = None if blocks else max(0, bisect_right(begun, heading.start) - 1)
        yield Row(len(paths.path(heading.start)) - 1, heading.title, tuple(blocks), inside)
