"""Read a page of HTML as a text: what a reader of the page sees, with headings, tables and code as in Markdown."""

from __future__ import annotations

from itertools import groupby, pairwise

from chunklib.cuts.html import PlainText
from chunklib.cuts.html_elements import Outline


def readable(page: str) -> str:
    r"""Return the text that a reader of a page sees: no tags, scripts and styles, and entities as characters.

    >>> readable("<title>Tea</title><h1>Green &amp; white</h1><p>Boil <b>water</b>.<table><tr><td>3<td>min</table>")
    'Tea\n\n# Green & white\n\nBoil water.\n\n| 3 | min |\n| --- | --- |'
    """
    plain = PlainText(page)
    outline = Outline(page, plain.tags)
    titles = {title.start: title.rank for title in outline.titles}
    code = {start for start, _ in outline.verbatim}
    inside = [*((title.start, title.end) for title in outline.titles), *outline.verbatim]
    edges = sorted({0, len(page), *(edge for span in inside for edge in span)})
    parts: list[str] = []
    for start, end in pairwise(edges):
        if not (seen := plain.of(start, end)):
            continue
        if start in titles:
            parts.append(f"{'#' * titles[start]} {' '.join(seen.split())}")
        elif start in code:
            parts.append(f"```\n{seen}\n```")
        else:
            parts += _blocks(seen)
    return "\n\n".join(parts)


def _blocks(seen: str) -> list[str]:
    """Part lines into paragraphs, and rows of cells into tables."""
    parts: list[str] = []
    for is_table, lines in groupby(seen.split("\n"), key=lambda line: "\t" in line):
        if not is_table:
            parts += lines
            continue
        rows = [f"| {' | '.join(cell.replace('|', '/') for cell in line.split(chr(9)))} |" for line in lines]
        parts.append("\n".join([rows[0], rows[0].count(" | ") * "| --- " + "| --- |", *rows[1:]]))
    return parts
