r"""Cuts in source code: between definitions, members and statements, and between lines; comments stay with their owner.

Python, JavaScript and TypeScript, by tree-sitter. A file with errors has what could be made of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import numpy as np

from chunklib.chunk import Span
from chunklib.cuts.code_parser import Offsets, encode, parse
from chunklib.cuts.code_statements import DEPTHS, Definition, Place, Statements
from chunklib.cuts.separators import LINE, PARAGRAPH, separators
from chunklib.cuts.structure import Heading, Later, Level, Structure
from chunklib.token_index import view

_BLANK_LINES = re.compile(r"\n(?>[^\S\n]*+\n)++")


def code(text: str, language: str = "python") -> Structure:
    r"""Find the definitions, statements and lines of a source.

    Args:
        text: any text; what is no program has lines at least.
        language: "python", "javascript", "typescript" or "tsx".

    Returns:
        levels: places before and behind the definitions of the file, then between its other statements; the same
        inside of definitions and blocks, depth by depth, each followed by the definitions that fit only without the
        first line of what they are in, or without the comment above them; blank lines; lines. Comments directly above
        and decorators belong to what is below, a comment behind a statement to its line, indentation to what it
        indents. Headings are the definitions that a place is in; one without a title ends them.

    Raises:
        ValueError: for another language.
        ModuleNotFoundError: without tree-sitter or the language's grammar; the message names the extra.

    >>> found = code("import os\n\n# One.\ndef one():\n    return 1\n\nprint(one())\n")
    >>> list(found.levels[0].offsets), found.headings[0]
    ([11, 43, 56], Heading(start=11, rank=1, title='one'))
    """
    data = encode(text)
    tree = parse(data, language)
    offsets = Offsets(data)
    lines = [Level(found) for found in _lines(text, data, offsets)] if text else []
    if tree is None:
        return Structure(lines)
    found = Statements(data, tree)
    return Structure([*_levels(found.places, offsets, len(text)), *lines], list(_headings(found.definitions, offsets)))


def _lines(text: str, data: bytes, offsets: Offsets) -> Sequence[Sequence[int]]:
    """Find where lines begin behind blank ones, then all; where all end in a line feed, as most do, that is quick."""
    if any(end in text for end in "\r\v\f\x85\u2028\u2029"):
        return separators(text, PARAGRAPH), separators(text, LINE)
    ends = np.append(np.flatnonzero(np.frombuffer(data, np.uint8) == ord("\n")) + 1, len(data))
    return Later(lambda: separators(text, _BLANK_LINES)), view(np.unique(offsets.of(ends)).astype(np.int64))


def _levels(places: Sequence[Place], offsets: Offsets, length: int) -> Iterator[Level]:
    """Make levels of places: by depth, and at each depth those beside a definition first."""
    columns = np.array(places, np.int64).reshape(-1, 5)
    starts, inner, ends = (offsets.of(column) for column in columns.T[:3])
    depths, border = columns[:, 3], columns[:, 4] > 0
    for depth in range(DEPTHS + 1):
        here = depths == depth
        for kind in (here & border, here & ~border):
            found = np.unique(starts[kind & (starts > 0)])
            if len(found):
                yield Level(np.unique(np.append(found, length)).tolist())
        for kind in (here & (starts == 0) & (inner > 0), here & (starts != 0) & (starts < inner)):
            if kind.any():
                order = np.argsort(inner[kind], kind="stable")
                spans = zip(inner[kind][order].tolist(), ends[kind][order].tolist(), strict=True)
                yield Level((), [Span(start, end) for start, end in spans])


def _headings(definitions: Sequence[Definition], offsets: Offsets) -> Iterator[Heading]:
    """Make headings of definitions: one where each begins, and one without a title where it ends."""
    begins = [(each.start, 1, each.rank, each.name) for each in definitions]
    ends = [(each.end, 0, each.rank, "") for each in definitions]
    marks = sorted(begins + ends)
    places = offsets.of(np.array([mark[0] for mark in marks], np.int64)).tolist()
    return (Heading(at, rank, title) for at, (_, _, rank, title) in zip(places, marks, strict=True))
