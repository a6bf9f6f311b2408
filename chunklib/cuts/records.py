"""Cut records: JSON between members, JSON Lines and CSV between lines and rows; anything else between its lines."""

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np

from chunklib.chunk import Span
from chunklib.cuts.json_values import json_values, place
from chunklib.cuts.separators import LINE, PARAGRAPH, separators
from chunklib.cuts.structure import Level, Structure, first_seen
from chunklib.errors import InvalidValue, check_name
from chunklib.readers import yes_or_no
from chunklib.token_index import view

FORMATS = ("auto", "json", "jsonl", "csv", "tsv")
_DELIMITERS = ",\t;|"
_LEAST_ROWS, _LEAST_SHARE = 3, 0.9  # of a table that nobody says is one
_LOOK = 200_000  # characters that are looked at for the delimiter
_BYTE_ORDER_MARK = "\ufeff"
# A pair of surrogates is one character for a reader of JSON.
_ESCAPE = re.compile(r"(?s)\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|.)")


def records(text: str, form: str = "auto", header: bool = True) -> Structure:  # noqa: FBT001, FBT002 (see sources.by)
    r"""Find the records of a text, and where a record that does not fit may be cut.

    Args:
        text: any text for "auto", else one of that format.
        form: as for the strategy; with "auto", JSON has to begin with a bracket.
        header: whether the first row of a table is its head.

    Returns:
        levels, headings and heads as :func:`chunklib.cuts.json_values.json_values` and :func:`table` say;
        ``blocks`` are the starts of members, rows or lines.

    Raises:
        ValueError: for an unknown format, or a text that is not of the format that was named, with line and column.
        TypeError: for a header that is not True or False.

    >>> found = records("item,price\ntea,3\ncake,4\n")
    >>> list(found.levels[0].offsets), found.heads(11, 17), found.heads(15, 17)
    ([11, 17], ('item,price', 'item,price'), ('price', 'price'))
    """
    check_name("format", form, FORMATS)
    yes_or_no("header", header)
    match form:
        case "json" | "jsonl":
            return json_values(text, lines=form == "jsonl")
        case "csv" | "tsv":
            return table(text, "\t" if form == "tsv" else _guess(text).delimiter, header=header)
        case _:
            return _recognised(text, header=header)


def _recognised(text: str, *, header: bool) -> Structure:
    """Read a text as what it is; what cannot be read to its end as anything else has lines."""
    if found := as_json(text):
        return found[1]
    if delimiter := delimiter_of(text):
        with suppress(InvalidValue):
            return table(text, delimiter, header=header)
    paragraphs, ends = separators(text, PARAGRAPH), separators(text, LINE)
    parts = paragraphs if len(paragraphs) > 1 else ends
    return Structure([Level(paragraphs), Level(ends)], blocks=ends[:-1], parts=parts, implied=True)


def as_json(text: str) -> tuple[str, Structure] | None:
    r"""Read a text that begins with a bracket as JSON, or else as JSON Lines: give the format, and what was found.

    >>> as_json("[1, 2]")[0], as_json("[1]\n[2]")[0], as_json("[sic]")
    ('json', 'jsonl', None)
    """
    if text.removeprefix(_BYTE_ORDER_MARK).lstrip()[:1] in ("{", "["):
        for form in ("json", "jsonl"):
            with suppress(InvalidValue):
                return form, json_values(text, lines=form == "jsonl")
    return None


def delimiter_of(text: str) -> str | None:
    r"""Find what separates the cells of a table; None where the text does not look like one.

    At least nine of ten rows at the beginning, and the first, have the same number of cells.

    >>> delimiter_of("item;price\ntea;3\ncake;4\n"), delimiter_of("First, tea.\nSecond, cake.\nThird, more.")
    (';', None)
    """
    guess = _guess(text)
    named = all(cell.strip() and not cell[0].isspace() for cell in guess.head)  # "First, we …" is a sentence
    return guess.delimiter if named and guess.rows >= _LEAST_ROWS and guess.share >= _LEAST_SHARE else None


def outside_escapes(text: str) -> Sequence[int]:
    r"""Find every place of a JSON text that is not inside an escape, as in ``\n`` or ``\u00e9``.

    >>> list(outside_escapes(r'"a\u00e9b"'))
    [1, 2, 8, 9, 10]
    """
    free = np.ones(len(text) + 1, np.bool_)
    free[0] = False
    for found in _ESCAPE.finditer(text):
        free[found.start() + 1 : found.end()] = False
    return view(np.flatnonzero(free))


def table(text: str, delimiter: str, *, header: bool = True) -> Structure:
    r"""Find the rows of a table in CSV (RFC 4180), whose quoted cells may hold delimiters, quotes and ends of lines.

    Args:
        text: the table. Rows may have different numbers of cells.
        delimiter: the character between two cells.
        header: whether the first row is the head of all others.

    Returns:
        levels: rows, then cells, then the lines in them. The head of a part of a row is that of its columns.

    Raises:
        ValueError: for a quoted cell without an end; it names line and column.
    """
    starts = [start for start, _ in _rows(text, delimiter)]
    cell = _patterns(delimiter)[0]
    cells = Level(lambda: [end for found in cell.finditer(text, starts[0]) if (end := found.end()) < len(text)])
    levels = [Level(starts[1:]), cells, Level(lambda: separators(text, LINE))]
    headed = header and len(starts) > 1 and text[starts[0] : starts[1]].strip()
    heads = _column_heads(text, starts, cell) if headed else ()
    return Structure(levels, blocks=starts[1:], heads=heads, parts=starts[2 if headed else 1 :], implied=True)


def _column_heads(text: str, starts: Sequence[int], cell: re.Pattern[str]) -> Callable[[int, int], tuple[str, str]]:
    """Make what gives the head of a span: if it ends inside of a row, or is its end, the head of those columns."""

    @lru_cache(2)
    def cells(row: int) -> list[int]:
        end = starts[row + 1] if row + 1 < len(starts) else len(text)
        return [found.start() for found in cell.finditer(text, starts[row], end) if found.start() < end] + [end]

    names, ends = text[: starts[1]], cells(0)

    def columns(first: int, last: int) -> str:
        after = min(last + 1, len(ends) - 1)
        name = names[ends[first] : ends[after]] if first < after else ""
        return (name[:-1] if after < len(ends) - 1 else name).strip("\r\n")

    def head(start: int, end: int) -> tuple[str, str]:
        begin = first_seen(text, start)
        if begin < starts[1]:
            return "", ""
        here = cells(bisect_left(starts, max(begin + 1, end)) - 1)
        first = bisect_right(here, begin) - 1
        if first <= 0 and end >= here[-1]:
            return whole, whole
        if first < 0:  # it began in a row before
            return whole, columns(0, 0)
        return columns(first, max(first, bisect_left(here, end) - 1)), columns(first, first)

    whole = columns(0, len(ends))
    return head


@cache
def _patterns(delimiter: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Make what finds a cell with its delimiter, and what finds a row."""
    mark = re.escape(delimiter)
    cell = rf'(?:"(?:[^"]++|"")*+"|(?!"))[^{mark}\r\n]*+'
    end = r"(?:\r\n|\r|\n|\Z)"
    return re.compile(f"{cell}(?:{mark}|{end})"), re.compile(f"(?:{cell}{mark})*+(?:{cell}{end}|(?P<unclosed>))")


def _rows(text: str, delimiter: str) -> Iterator[Span]:
    """Find the rows with their ends; a text has to be a table as far as it is read."""
    pattern = _patterns(delimiter)[1]
    at = int(text.startswith(_BYTE_ORDER_MARK))
    while at < len(text) and (row := pattern.match(text, at)):
        if row["unclosed"] is not None:
            raise InvalidValue(f"not CSV: {place(text, row.end())}: the quote of this cell is never closed")
        yield Span(at, row.end())
        at = row.end()


class _Guess(NamedTuple):
    """How many of ten rows have the same number of cells, two or more, for the delimiter that is best in that."""

    share: float
    delimiter: str
    rows: int = 0
    head: Sequence[str] = ()


def _guess(text: str) -> _Guess:
    """Choose the delimiter by which most rows have the same number of cells; of equals, the first."""
    best = _Guess(0, _DELIMITERS[0])
    for delimiter in _DELIMITERS:
        rows: list[list[str]] = []
        with suppress(InvalidValue):  # the look may end in a quoted cell
            for start, end in _rows(text[:_LOOK], delimiter):
                if row := text[start:end].strip("\r\n"):
                    cells = _patterns(delimiter)[0].findall(row + delimiter)[:-1]
                    rows.append([cell[:-1] for cell in cells])
        counts = Counter(map(len, rows[: -1 if len(text) > _LOOK else None]))
        [(cells_each, same)] = counts.most_common(1) or [(0, 0)]
        if cells_each > 1 and len(rows[0]) == cells_each and (share := same / counts.total()) > best.share:
            best = _Guess(share, delimiter, counts.total(), rows[0])
    return best
