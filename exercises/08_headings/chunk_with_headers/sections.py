"""Sections of a Markdown text by the rules of the exercise, and reading the chunks that were made of them.

A heading is a line, a fence goes from one line of backticks to the next, and only a newline ends a line.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

from classroom.judge.exercise import Broken, Call, expect_list, kind_of
from classroom.judge.showing import short

_ALL_KEYS = "each chunk is a dictionary with text, start_char, end_char, context and full_text"
_OUTSIDE = "a position is searched or guessed: let it move on by the length of each line, end of line included"
_ROWS = "the task says what each element of the list holds, and in which order"
_KEYS = {"text": str, "start_char": int, "end_char": int, "context": str, "full_text": str}
DEFAULT_SIZE = 500
_NEVER = "the text is returned as it came: it is cut neither at headings nor by the size"
_NOT_THERE = "first cut before each heading, and then by the size what is too long"
_CRUMBS = "a section that fits is one chunk, however many lines it has"
_PLAIN, _PLAIN_SIZE = "# A\naa\n# B\nbbb\n# C\nc\n", 8
_HEADING = re.compile(r"(#{1,6}) +(.*\S)")


@dataclass(frozen=True)
class Section:
    """A section of the text, from its heading to the next, and the titles in force in it."""

    start: int
    end: int
    titles: tuple[str, ...]

    @property
    def context(self) -> str:
        """Return the path as the task writes it.

        >>> Section(0, 9, ("Tea", "Green")).context
        '[Tea] [Green]'
        """
        return " ".join(f"[{title}]" for title in self.titles)


class Found(NamedTuple):
    """A chunk and its number in what was returned; ``first`` to ``last`` is its place without blank ends."""

    number: int
    start: int
    end: int
    first: int
    last: int
    given: Mapping[str, Any]


def lines_of(text: str) -> Iterator[tuple[int, int]]:
    """Yield the place of each line, its end of line included; only a newline ends a line."""
    start = 0
    while start < len(text):
        end = text.find("\n", start) + 1 or len(text)
        yield start, end
        start = end


def headings_of(text: str) -> dict[int, tuple[int, str]]:
    """Find the headings, lines of one to six # outside fences; return level and title by the place of the line."""
    found, fenced = {}, False
    for start, end in lines_of(text):
        line = text[start:end]
        heading = None if fenced else _HEADING.match(line)
        if line.startswith("```"):
            fenced = not fenced
        elif heading:
            found[start] = (len(heading[1]), heading[2].strip())
    return found


def sections_of(text: str) -> list[Section]:
    """Cut the text before each heading; what comes before the first is a section without titles."""
    starts: list[tuple[int, tuple[str, ...]]] = [(0, ())]
    path: dict[int, str] = {}
    for start, (level, title) in headings_of(text).items():
        path = {above: name for above, name in path.items() if above < level} | {level: title}
        starts.append((start, tuple(path.values())))
    edges = [start for start, _ in starts] + [len(text)]
    parts = [Section(*edge, titles) for edge, (_, titles) in zip(pairwise(edges), starts, strict=True)]
    return [part for part in parts if text[part.start : part.end].strip()]


def read_rows(value: object, length: int, *kinds: type) -> list[Any]:
    """Return a list of tuples with values of these kinds, of which the first is a place; or raise ``Broken``."""
    wanted = f"({', '.join(kind.__name__ for kind in kinds)})"
    rows = []
    for index, row in enumerate(expect_list(value)):
        if not isinstance(row, (tuple, list)) or [type(one) for one in row] != list(kinds):
            raise Broken(f"element {index} is {short(row)}; expected {wanted}", cause=_ROWS)
        if not 0 <= row[0] <= length:
            raise Broken(f"element {index} begins at {row[0]}; the text has {length} characters", cause=_OUTSIDE)
        rows.append(tuple(row))
    return rows


def read_chunks(function: Call, text: str, size: int | None) -> list[Found]:
    """Call the function and read its dictionaries, without those of white space alone: one property is about them."""
    settings = {} if size is None else {"size": size}
    found = []
    for index, chunk in enumerate(expect_list(function(text, **settings), of=dict)):
        for key, kind in _KEYS.items():
            if key not in chunk:
                raise Broken(f"chunk {index} has no key {key!r}", cause=_ALL_KEYS)
            if type(chunk[key]) is not kind:
                why = f"{key} of chunk {index} is {kind_of(chunk[key])}; expected {kind_of(kind())}"
                raise Broken(why, gave=chunk[key], cause=_ALL_KEYS)
        start, end = chunk["start_char"], chunk["end_char"]
        if not 0 <= start <= end <= len(text):
            raise Broken(f"chunk {index} lies at {start} to {end}; the text has {len(text)} characters", cause=_OUTSIDE)
        inside = text[start:end]
        first = start + len(inside) - len(inside.lstrip())
        if inside.strip() or chunk["text"].strip():
            found.append(Found(index, start, end, first, start + len(inside.rstrip()), chunk))
    return found


def read_cut(function: Call, text: str, size: int | None) -> list[Found]:
    """Read the chunks, or raise `Broken` where not even a plain text is cut into sections: there is nothing to judge.

    Its three sections fit, and no two of them together. An answer with another fault finds one of their headings.
    """
    chunks = read_chunks(function, _PLAIN, _PLAIN_SIZE)
    texts = [_PLAIN[chunk.first : chunk.last] for chunk in chunks]
    if texts == [_PLAIN.strip()]:
        why = f"the whole text is one chunk of {len(_PLAIN)} characters; at most {_PLAIN_SIZE} are allowed"
        raise Broken(why, cause=_NEVER)
    if not any(found.strip().startswith(("# B", "# C")) for found in [*texts, *(c.given["text"] for c in chunks)]):
        raise Broken("neither the second nor the third heading begins a chunk", cause=_NOT_THERE)
    if not any("\n" in found for found in texts):
        raise Broken(f"no chunk has two lines, and each section fits into {_PLAIN_SIZE} characters", cause=_CRUMBS)
    return read_chunks(function, text, size)


def section_at(sections: Sequence[Section], offset: int) -> Section:
    """Find the section that holds a character."""
    starts = [part.start for part in sections]
    return sections[max(0, bisect_right(starts, offset) - 1)]
