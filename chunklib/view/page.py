"""Write files with their chunks as one page: it loads nothing from elsewhere, and has no script."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from importlib.resources import files as resources
from itertools import pairwise
from string import Template
from typing import NamedTuple

from chunklib.chunk import Chunk
from chunklib.contract import Report
from chunklib.evaluation.wording import counted
from chunklib.view.spans import KEY, drawn, drawn_until, left_out, safe

OURS = '<meta name="generator" content="chunklib view">'
"""What a page of ours has in its head."""

_MOST = 600  # characters of a context that are on the page
_NONE = '<li class="note">No chunks: the text is empty, or nothing but white space.</li>'
_PLACES = {"pages": "-", "cells": "-", "times": "-", "speakers": ", "}


class Cutting(NamedTuple):
    """Holds the chunks of a text with what was asked for, in words, and what an audit found."""

    asked: str
    chunks: Sequence[Chunk]
    report: Report


class Viewed(NamedTuple):
    """Holds a file's name, its text, and how it was cut: by one strategy, or by two."""

    name: str
    text: str
    cuttings: Sequence[Cutting]


def page(shown: Sequence[Viewed]) -> str:
    """Write the page of one or several files.

    Args:
        shown: files, and the chunks of each; starts and ends of chunks both rise.

    Returns:
        HTML that is one whole file. Every text in it is escaped, and of a long one only the first part is drawn.
    """
    one = f"Chunks of {safe(shown[0].name)}" if len(shown) == 1 else f"Chunks of {len(shown)} files"
    links = "".join(
        f'<li><a href="#file-{number}"><bdi>{safe(file.name)}</bdi></a>: {safe(summary(file))}</li>\n'
        for number, file in enumerate(shown)
    )
    files = f'<nav aria-label="Files"><ol>{links}</ol></nav>' if len(shown) > 1 else ""
    return filled(one, "Chunks in their text", KEY, files, "\n".join(map(_part, range(len(shown)), shown)))


def filled(title: str, heading: str, key: str, files: str, parts: str) -> str:
    """Fill the frame of every page: what it is called, what its signs mean, what is in it, and its parts."""
    template = Template(resources(__package__).joinpath("page.html").read_text("utf-8"))
    return template.substitute(title=title, heading=heading, key=key, files=files, parts=parts)


def summary(file: Viewed) -> str:
    """Say in one line how a file was cut, and what the audit found."""
    return "; ".join(f"{one.asked}: {counted(len(one.chunks), 'chunk')}, {_verdict(one)}" for one in file.cuttings)


def _verdict(cutting: Cutting) -> str:
    broken = [point.name for point in cutting.report.points if not point.ok]
    return f"✗ the audit found breaches: {', '.join(broken)}" if broken else "✓ the audit found no breach"


def _part(number: int, file: Viewed) -> str:
    """Draw a file: two strategies are side by side, and a row begins wherever a chunk of either does."""
    text, chunks = file.text, [one.chunks for one in file.cuttings]
    until = min(drawn_until(text, one) for one in chunks)
    begins = [[0, *(chunk.start_char for chunk in one[1:] if chunk.start_char < until)] for one in chunks]
    rows = sorted({start for starts in begins for start in starts})
    sides = "\n".join(_side(file, one, starts, rows, until) for one, starts in zip(file.cuttings, begins, strict=True))
    return (
        f'<section id="file-{number}" aria-labelledby="name-{number}"><h2 id="name-{number}"><bdi>{safe(file.name)}'
        f'</bdi></h2>\n<div class="{"two" if len(chunks) > 1 else "one"}">{sides}</div></section>'
    )


def _side(file: Viewed, cutting: Cutting, starts: Sequence[int], rows: Sequence[int], until: int) -> str:
    """Draw what one strategy made of a file: the audit, the totals, and a list of the chunks, each beside its text."""
    cells = ["" for _ in rows]
    for start, html in drawn(file.text, cutting.chunks, until, rows):
        cells[bisect_right(rows, start) - 1] += html
    items = "\n".join(
        _item(chunk, cells[bisect_left(rows, start) : bisect_left(rows, end)])
        for chunk, (start, end) in zip(cutting.chunks, pairwise((*starts, until)), strict=False)
    )
    asked, style = safe(cutting.asked).replace('"', "&quot;"), f'style="grid-row:span {len(rows)}"'
    points, _, figures = safe(cutting.report.table(worst=True)).rpartition("\n")
    state = "good" if cutting.report.ok else "bad"
    return (
        f'<section aria-label="{asked}" style="grid-row:1/span {len(rows) + 1}"><div class="head"><h3>{asked}</h3>'
        f'<details><summary class="{state}">{_verdict(cutting)}</summary>'
        f"<pre>{points}</pre></details>"
        f"<p>{figures}</p><p>{left_out(file.text, cutting.chunks, until)}</p></div>"
        f'<ol class="chunks" role="list" {style}>{items or _NONE}</ol></section>'
    )


def _item(chunk: Chunk, cells: Sequence[str]) -> str:
    """Draw what a chunk measures and shares and where it is, and beside it the text up to the start of the next one."""
    facts = [f"size {chunk.size:,}", f"overlap {chunk.overlap:,}", f"characters {chunk.start_char}-{chunk.end_char}"]
    for name, between in _PLACES.items():
        found = chunk.metadata.get(name)
        if found and isinstance(found, tuple):
            facts.append(f"{name} {between.join(dict.fromkeys(map(str, found)))}")
    context = chunk.context if len(chunk.context) <= _MOST else f"{chunk.context[:_MOST]}…"
    within = f'<div class="context">in&nbsp;<bdi>{safe(context)}</bdi></div>' if context else ""
    text = "".join(f'<div class="text" dir="auto">{cell}</div>' for cell in cells)
    note = f'<div class="note"><b>[{chunk.index}]</b> {" · ".join(map(safe, facts))}{within}</div>'
    return f'<li style="grid-row:span {len(cells)}">{note}{text}</li>'
