"""One state of the separator tree: a text, separators and a size, and the pieces and chunks that they give.

It depends on the settings alone, so a stored output can be compared.
"""

from __future__ import annotations

import ast
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from classroom.lessons.widgets.parts import excerpt, totals_text
from classroom.properties.separator_pieces import Piece, tree

_MOST_LINES = 400
_FORM = "separators are written as a Python list of texts, such as ['\\n\\n', ' ']"
_NAMES = {
    "\n\n": "blank line",
    "\n": "end of line",
    "\r\n": "end of line",
    ". ": "full stop and space",
    ", ": "comma and space",
    " ": "space",
    "\t": "tab",
    "。": "Chinese full stop",
}


def name_of(separator: str) -> str:
    r"""Call a separator by its name, if it has one.

    >>> name_of("\n\n"), name_of("|")
    ('blank line', "'|'")
    """
    return _NAMES.get(separator, repr(separator))


@dataclass(frozen=True, slots=True)
class Settings:
    """Holds the values of the controls; ``size`` in characters, ``separators`` strongest first."""

    text: str
    separators: tuple[str, ...]
    size: int


@dataclass(frozen=True, slots=True)
class View:
    """Holds settings and what came of them: the tree and the chunks, or one line that says why there is none.

    ``chunks`` are spans: neighbouring leaves joined from left to right while they fit.
    """

    settings: Settings
    root: Piece
    chunks: tuple[tuple[int, int], ...]
    error: str = ""

    def __str__(self) -> str:
        asked = self.settings
        marks = ", ".join(map(repr, asked.separators)) or "none"
        head = f"size {asked.size}, separators {marks}, on a text of {len(asked.text):,} characters"
        if self.error:
            return f"{head}\n{self.error}"
        return "\n".join(
            [head, *totals_text(self.totals()), *(f"{'  ' * depth}{words}" for depth, words in self.lines())]
        )

    def totals(self) -> list[tuple[str, str]]:
        """Say what the tree comes to: names and values."""
        longest = max((end - start for start, end in self.chunks), default=0)
        return [
            ("pieces", f"{sum(1 for _ in self.root.leaves()):,}"),
            ("cuts", self._cuts()),
            ("chunks", f"{len(self.chunks):,}, the longest of {longest} characters"),
        ]

    def chunk_of(self, offset: int) -> int:
        """Number the chunk that holds a character."""
        return bisect_right(self.chunks, offset, key=lambda span: span[1])

    def _cuts(self) -> str:
        """Count the cuts that each separator made."""
        made: Counter[int] = Counter()
        for piece in _walk(self.root):
            made[piece.level] += max(0, len(piece.pieces) - 1)
            if not piece.pieces and len(piece) > self.settings.size:
                made[piece.level] += -(-len(piece) // self.settings.size) - 1
        names = [*map(name_of, self.settings.separators), "between characters"]
        return ", ".join(f"{made[level]} {name}" for level, name in enumerate(names) if made[level]) or "none"

    def lines(self) -> Iterator[tuple[int, str]]:
        """Yield a line for each piece with its depth; of a large tree only the first."""
        lines = list(self._below(self.root, 0))
        yield from lines[:_MOST_LINES]
        if len(lines) > _MOST_LINES:
            yield 0, f"… and {len(lines) - _MOST_LINES:,} more pieces"

    def _below(self, piece: Piece, depth: int) -> Iterator[tuple[int, str]]:
        place, text = f"{piece.start}-{piece.end}", self.settings.text[piece.start : piece.end]
        if not piece.pieces and len(piece) <= self.settings.size:
            yield depth, f"{place}  fits, {len(piece)}: chunk [{self.chunk_of(piece.start)}]  {_quoted(text)}"
            return
        yield depth, f"{place}  {len(piece)} is over {self.settings.size}: cut {self._after(piece)}"
        for part in piece.pieces:
            yield from self._below(part, depth + 1)

    def _after(self, piece: Piece) -> str:
        if not piece.pieces:
            first, last = self.chunk_of(piece.start), self.chunk_of(piece.end - 1)
            text = _quoted(self.settings.text[piece.start : piece.end])
            return f"between characters: chunks [{first}] to [{last}]  {text}"
        separator = self.settings.separators[piece.level]
        return f"after {separator!r} ({name_of(separator)}) into {len(piece.pieces)}"


def view(settings: Settings) -> View:
    """Cut the text of the settings into its tree, and join the leaves into chunks, or say what is wrong with them.

    An empty separator is allowed in the last place, where it says what happens anyway.
    """
    if settings.separators[-1:] == ("",):
        settings = Settings(settings.text, settings.separators[:-1], settings.size)
    error = _complaint(settings)
    if error:
        return View(settings, Piece(0, len(settings.text)), (), f"No pieces. {error}")
    root = tree(settings.text, settings.size, settings.separators)
    return View(settings, root, tuple(_joined(root, settings.size)))


def view_of_typed(text: str, typed: str, size: int) -> View:
    """Cut a text by separators as they are typed; a list that cannot be read gives a view with a line."""
    listed = read(typed)
    if listed is not None:
        return view(Settings(text, tuple(listed), size))
    return View(Settings(text, (), size), Piece(0, len(text)), (), f"No pieces. {_FORM}: got {typed!r}")


def read(typed: str) -> list[str] | None:
    """Read a list of texts as Python writes it; None if it is not one."""
    try:
        value = ast.literal_eval(typed.strip())
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return None
    if not isinstance(value, (list, tuple)) or not all(isinstance(mark, str) for mark in value):
        return None
    return list(value)


def _complaint(settings: Settings) -> str:
    if settings.size < 1:
        return f"size must be at least 1: got size={settings.size}"
    if "" in settings.separators:
        return "an empty separator can only be the last: after it nothing is left to cut"
    return "" if settings.text else "The text is empty."


def _joined(root: Piece, size: int) -> Iterator[tuple[int, int]]:
    """Join neighbouring leaves from left to right while they fit; one that is too long is cut every ``size``."""
    start = end = 0
    for leaf in root.leaves():
        for at in range(leaf.start, leaf.end, size):
            stop = min(at + size, leaf.end)
            if stop - start > size:
                yield start, end
                start = at
            end = stop
    yield start, end


def _walk(piece: Piece) -> Iterator[Piece]:
    yield piece
    for part in piece.pieces:
        yield from _walk(part)


def _quoted(text: str) -> str:
    """Quote a text on one line, its middle left out; its end says which separator closed it."""
    return excerpt(text, 44, 22, 19)
