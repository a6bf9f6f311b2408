"""One state of the heading path widget: a Markdown text, its outline, its chunks, and one of them in full.

It depends on the settings alone, so a stored output can be compared.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import cast

from chunklib import cuts
from chunklib.chunk import PATH, Chunk
from chunklib.context import in_full
from chunklib.cuts.structure import Heading, Headings
from chunklib.strategies import markdown
from chunklib.tokens import ruler
from classroom.judge.showing import clean, short
from classroom.lessons.widgets.parts import totals_text

_BEFORE = "(before the first heading)"
_SHOWN = 120
_MOST_ROWS = 400


@dataclass(frozen=True, slots=True)
class Settings:
    """Holds the values of the controls; ``size`` in tokens, ``chosen`` numbers a chunk, ``words`` are searched."""

    text: str
    size: int
    count_context: bool = False
    chosen: int = 0
    words: str = ""


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


@dataclass(frozen=True, slots=True)
class View:
    """Holds settings, and the chunks and rows of the outline, or one line that says why there are none."""

    settings: Settings
    chunks: tuple[Chunk, ...] = ()
    rows: tuple[Row, ...] = ()
    error: str = ""

    def __str__(self) -> str:
        asked = self.settings
        counted = "counted" if asked.count_context else "not counted"
        head = f"size {asked.size}, path {counted}, on a text of {len(asked.text):,} characters"
        if self.error:
            return f"{head}\n{self.error}"
        return "\n".join([head, *totals_text(self.totals()), *self._outline(), *self._chosen()])

    def totals(self) -> list[tuple[str, str]]:
        """Say what the chunks come to: names and values."""
        blocks = [block for row in self.rows for block in row.blocks]
        over = sum(block.full > self.settings.size for block in blocks)
        most, full = max(block.tokens for block in blocks), max(block.full for block in blocks)
        totals = [
            ("chunks", f"{len(self.chunks):,}"),
            ("largest", f"{most} tokens of text, {full} with the path"),
            ("over the size with the path", f"{over}"),
        ]
        wanted = words_of(self.settings.words)
        if wanted:
            own = sum(wanted <= words_of(chunk.text) for chunk in self.chunks)
            both = sum(wanted <= words_of(in_full(chunk)) for chunk in self.chunks)
            totals.append(("all words found", f"in the text of {own}, with the path in {both}"))
        return totals

    @property
    def chosen(self) -> Chunk:
        """Return the chosen chunk, or the last where there are not so many."""
        return self.chunks[min(self.settings.chosen, len(self.chunks) - 1)]

    def above(self) -> tuple[tuple[str, ...], str]:
        """Give what the context of the chosen chunk holds: the titles of its path, then the head of a table."""
        context, titles = self.chosen.context, cast("tuple[str, ...]", self.chosen.metadata["headings"])
        for first in range(len(titles)):  # where the path counts inside the size, the outermost may be left out
            path = PATH.join(titles[first:])
            if context == path or context.startswith(f"{path}\n"):
                return titles[first:], context.removeprefix(path).strip("\n")
        return (), context

    def seen(self) -> tuple[Seen, Seen]:
        """Give the chosen chunk as a search sees it: without the path and with it."""
        return _seen(self.chosen.text, self.settings.words), _seen(in_full(self.chosen), self.settings.words)

    def _outline(self) -> Iterator[str]:
        for row in self.rows[:_MOST_ROWS]:
            begun = " ".join(f"[{block.number}] {block.tokens}+{block.full - block.tokens}" for block in row.blocks)
            yield f"{'  ' * row.depth}{row.title}: {begun or f'in [{row.inside}]'}"
        if len(self.rows) > _MOST_ROWS:
            yield f"… and {len(self.rows) - _MOST_ROWS:,} more headings"

    def _chosen(self) -> list[str]:
        chunk, (titles, head), (own, full) = self.chosen, self.above(), self.seen()
        lines = [
            f"chosen: [{chunk.index}] characters {chunk.start_char}-{chunk.end_char}",
            f"path: {PATH.join(titles) or 'none'}",
            *([f"head of a table: {short(head, _SHOWN)}"] if head else []),
            f"text: {short(chunk.text, _SHOWN)}",
        ]
        for name, seen in (("without the path", own), ("with the path", full)):
            lines.append("; ".join(filter(None, [f"{name}: {seen.tokens} tokens", seen.finds()])))
        return lines


def view(settings: Settings) -> View:
    r"""Cut the text of the settings by its headings.

    Args:
        settings: any; ``chosen`` counts from 0.

    Returns:
        A view with the chunks, or with a line that says what is wrong with the settings.

    >>> print(view(Settings("# Tea\n\nBoil water.\n\n## Green\n\nWait.", size=11, words="tea wait", chosen=1)))
    size 11, path not counted, on a text of 35 characters
    chunks: 2
    largest: 7 tokens of text, 10 with the path
    over the size with the path: 0
    all words found: in the text of 0, with the path in 1
    Tea: [0] 7+3
      Green: [1] 5+5
    chosen: [1] characters 20-35
    path: Tea > Green
    text: '## Green\n\nWait.'
    without the path: 5 tokens; finds wait; does not find tea
    with the path: 10 tokens; finds tea, wait
    """
    try:
        chunks, rows = _cut(settings.text, settings.size, settings.count_context)
    except ValueError as error:
        return View(settings, error=f"No chunks. {clean(str(error))}")
    empty = "" if chunks else "No chunks. The text is empty, or nothing but white space."
    return View(settings, chunks, rows, empty)


def words_of(text: str) -> frozenset[str]:
    """Give the words of a text, small letters and capitals alike.

    >>> sorted(words_of("Boil, then BOIL again."))
    ['again', 'boil', 'then']
    """
    return frozenset(re.findall(r"\w+", text.casefold()))


def _seen(text: str, words: str) -> Seen:
    there = words_of(text)
    wanted = sorted(words_of(words))
    found = tuple(word for word in wanted if word in there)
    missed = tuple(word for word in wanted if word not in there)
    return Seen(text, ruler("cl100k_base")(text), found, missed)


@lru_cache(maxsize=4)
def _cut(text: str, size: int, count_context: bool) -> tuple[tuple[Chunk, ...], tuple[Row, ...]]:  # noqa: FBT001
    """Cut a text, once for all chunks that are chosen and words that are searched in it."""
    chunks = tuple(markdown(text, size, 0, count_context=count_context))
    return chunks, tuple(_rows(chunks, [heading for heading in cuts.markdown(text).headings if heading.title]))


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
