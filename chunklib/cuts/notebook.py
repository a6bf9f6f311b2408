"""Read a Jupyter notebook as Markdown, cell by cell: outputs and attachments are left out."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Any, NamedTuple

from chunklib.chunk import Span
from chunklib.cuts.blocks import Block, line_starts, structure
from chunklib.cuts.code import LINE_LEVELS, code
from chunklib.cuts.code_grammars import LANGUAGES
from chunklib.cuts.markdown import blocks_of
from chunklib.cuts.structure import SOLID, Level, Structure, inside
from chunklib.errors import InvalidValue, said

_BACKTICKS = re.compile("`{3,}")
_DATA = re.compile(r"(?<=;base64,)[A-Za-z0-9+/=]{64,}+")  # of a picture in Markdown
_MAGIC = re.compile(r"\A\s*+%%(?s:.*)|(?m:^)[ \t]*+[%!][^\n]*+")  # IPython reads it, and Python does not


class _Cell(NamedTuple):
    """A cell: its number from 1, its kind, what it shows as Markdown, and where its code begins in that."""

    number: int
    kind: str
    shown: str
    code: Span


def notebook(text: str) -> tuple[str, Structure, Callable[[Span], Mapping[str, object]]]:
    r"""Read a notebook.

    Args:
        text: a notebook of nbformat 3 or 4; white space alone has no cells.

    Returns:
        the cells as Markdown, with code in fences; its structure, in which nothing of a cell reaches into the next; and
        what finds the numbers of the first and the last cell of a span, from 1. Levels: those of Markdown where a cell
        begins; cells; those of Markdown; statements of code. ``parts`` are the cells.

    Raises:
        ValueError: for what is not a notebook.
        ModuleNotFoundError: without the package for Markdown, or for the language; the message names the extra.

    >>> cells = '[{"cell_type": "code", "source": "a = 1"}, {"cell_type": "markdown", "source": ["# A\\n", "b"]}]'
    >>> notebook(f'{{"cells": {cells}}}')[0]
    '```\na = 1\n```\n\n# A\nb\n'
    """
    cells, language = _cells(text) if text.strip() else ([], "")
    starts = [0, *accumulate(len(cell.shown) + 2 for cell in cells)][: len(cells)]
    whole = "\n\n".join(cell.shown for cell in cells) + "\n" * bool(cells)
    placed = list(zip(starts, cells, strict=True))
    found, begins = structure(block for start, cell in placed for block in _blocks(cell, start)), {*starts}
    ends = {start + len(cell.shown) for start, cell in placed}  # there a chunk may end, also with a title
    titles = [title for title in found.titles if title.start + len(whole[slice(*title)].rstrip()) not in ends]
    at_cells = [[at for at in level.offsets if at in begins] for level in found.levels]
    levels = [*map(Level, filter(None, [*at_cells, starts[1:]])), *found.levels]
    if language in LANGUAGES:
        spans = [Span(start + cell.code.start, start + cell.code.end) for start, cell in placed]
        levels[-1:-1] = _statements(whole, spans, language)

    def numbers(span: Span) -> Mapping[str, object]:
        here = inside(whole, starts, span)
        return {"cells": (cells[here[0]].number, cells[here[-1]].number)}

    return whole, replace(found, levels=levels, titles=titles, parts=starts[1:]), numbers


def _cells(text: str) -> tuple[list[_Cell], str]:
    """Read the cells that show something, and the language of the code."""
    try:
        read = json.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError) as error:
        raise InvalidValue(f"not a notebook: it is not JSON: {said(error)}") from None
    sheets = _listed(read, "worksheets") if isinstance(read, dict) and "worksheets" in read else [read]
    every = [cell for sheet in sheets for cell in _listed(sheet, "cells")]
    language = _language(read.get("metadata"), every)
    cells = [_cell(number, cell, language) for number, cell in enumerate(every, 1)]
    return [cell for cell in cells if cell.shown.strip()], language


def _listed(value: Any, key: str) -> list[Any]:
    """Take a list out of an object."""
    found = value.get(key) if isinstance(value, dict) else None
    if not isinstance(found, list):
        raise InvalidValue(f'not a notebook: it must be an object with a list of "{key}"')
    return found


def _language(metadata: Any, cells: Sequence[Any]) -> str:
    """Find the language of the code: what the kernel says, else a code cell (nbformat 3)."""
    told = metadata if isinstance(metadata, dict) else {}
    places = [(told.get("language_info"), "name"), (told.get("kernelspec"), "language")]
    places += [(cell, "language") for cell in cells]
    names = (place.get(key) for place, key in places if isinstance(place, dict))
    found = next((name for name in names if isinstance(name, str) and re.fullmatch(r"[\w+#.-]{1,40}", name)), "")
    return found.lower()


def _cell(number: int, cell: Any, language: str) -> _Cell:
    """Read a cell."""
    kind = cell.get("cell_type") if isinstance(cell, dict) else None
    if not isinstance(kind, str):
        raise InvalidValue(f'not a notebook: cell {number} must be an object with a "cell_type"')
    source = cell.get("source", cell.get("input"))
    lines = source if isinstance(source, list) else [source]
    if wrong := [type(line).__name__ for line in lines if not isinstance(line, str)]:
        rule = "must be a text or a list of texts"
        raise InvalidValue(f"not a notebook: the source of cell {number} {rule}: got {wrong[0]}")
    shown, no_code = "".join(lines).rstrip(), Span(0, 0)
    if kind == "heading":  # of nbformat 3
        marks = "#" * (cell["level"] if cell.get("level") in range(1, 7) else 1)
        return _Cell(number, kind, f"{marks} {' '.join(shown.split())}", no_code)
    if kind != "code" or not shown:
        return _Cell(number, kind, _DATA.sub("", shown), no_code)
    fence = "`" * max([3, *(len(run) + 1 for run in _BACKTICKS.findall(shown))])
    first = f"{fence}{language}\n"
    return _Cell(number, kind, f"{first}{shown}\n{fence}", Span(len(first), len(first) + len(shown)))


def _blocks(cell: _Cell, start: int) -> Iterator[Block]:
    """Find the blocks of a cell, as if nothing were before or after it."""
    if cell.kind == "raw":
        yield Block(Span(start, start + len(cell.shown)), lines=[start + at for at in line_starts(cell.shown)[1:-1]])
        return
    for block in blocks_of(cell.shown):
        lines, tags = [start + at for at in block.lines], [Span(start + a, start + b) for a, b in block.tags]
        head, span = block.head and start + block.head, Span(start + block.span.start, start + block.span.end)
        yield block._replace(span=span, lines=lines, head=head, tags=tags)


def _statements(whole: str, spans: Sequence[Span], language: str) -> list[Level]:
    """Find the levels of code, the rest blanked out; none has a cut below the first line of a fence."""
    parts, done = list[str](), 0
    for start, end in spans:
        magic = _MAGIC.sub(lambda found: SOLID.sub(" ", found[0]), whole[start:end])
        parts += [SOLID.sub(" ", whole[done:start]), magic]
        done = end
    found = code("".join([*parts, SOLID.sub(" ", whole[done:])]), language).levels[:-LINE_LEVELS]
    firsts = {start for start, _ in spans}
    return [replace(level, found=[at for at in level.offsets if at not in firsts]) for level in found]
