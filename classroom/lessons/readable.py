"""Read a page of HTML as a text: what a reader of the page sees, with headings, tables and code as in Markdown."""

from __future__ import annotations

import re
from itertools import pairwise

from chunklib.cuts.html import PlainText
from chunklib.cuts.html_elements import Outline

_ROWS = re.compile(r"(?m)^[^\n\t]*+\t.*(?:\n[^\n\t]*+\t.*)*+$")
_BETWEEN = re.compile(r"(?<!\|)\n|\n(?!\|)")  # ends of lines that are not inside a table


def readable(page: str) -> str:
    r"""Return the text that a reader of a page sees: no tags, scripts and styles, and entities as characters.

    >>> readable("<title>Tea</title><h1>Green &amp; white</h1><p>Boil <b>water</b>.<table><tr><td>3<td>min</table>")
    'Tea\n\n# Green & white\n\nBoil water.\n\n| 3 | min |\n| --- | --- |'
    """
    plain = PlainText(page)
    outline = Outline(page, plain.tags)
    titles, code = {title.start: title for title in outline.titles}, dict(outline.verbatim)
    edges = {edge for title in titles.values() for edge in (title.start, title.end)} | {*code, *code.values()}
    parts = []
    for start, end in pairwise(sorted({0, len(page), *edges})):
        seen = plain.of(start, end)
        if start in titles:
            seen = f"{'#' * titles[start].rank} {' '.join(seen.split())}"
        elif start in code:
            seen = f"```\n{seen}\n```"
        else:
            seen = _BETWEEN.sub("\n\n", _ROWS.sub(_table, seen))
        parts.append(seen)
    return "\n\n".join(part for part in parts if part.strip("# `\n"))


def _table(found: re.Match[str]) -> str:
    """Write lines whose cells are separated by tabs as a table of Markdown."""
    first, *rows = (f"| {' | '.join(line.replace('|', '/').split(chr(9)))} |" for line in found[0].split("\n"))
    return "\n".join([first, re.sub(r"[^|]+", " --- ", first), *rows])
