"""Find what is of the pages of a PDF and not of its text: headers, footers, and hyphens that divide words."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

import regex

from chunklib.cuts.pdf_layout import GAP, OTHER_SIZE, body_size, same_size, usual_leading
from chunklib.cuts.pdf_lines import DIVIDED, Line, Page
from chunklib.tokens import ruler

_FEWEST = 3  # pages: two that are alike do not make a rule
_DEEPEST = 3  # lines of a header or a footer
_LONGEST = 500  # characters of a line to which more are brought up
_MARGIN = 1 / 6  # of the height of a page
_DIGITS = regex.compile(r"\d+")
_NUMBER = regex.compile(r"\W*(?:(\d+)|[ivxlc]+|[IVXLC]+)\W*")
_WORD = regex.compile(r"[\p{L}\p{M}]+(?:-[\p{L}\p{M}]+)*")
_FIRST_HALF = regex.compile(r"(?<![^\s\p{Ps}\p{Pi}\"'])[\p{L}\p{M}]++(?=[-\ufffe]$)")
_OTHER_HALF = regex.compile(r"[\p{L}\p{M}]+")


class _Edge(NamedTuple):
    """Describes a line at an edge of its page: its number, whether it is at the top, whether a wide gap follows."""

    number: int
    top: bool
    apart: bool


def running(lines: Sequence[Line], pages: Sequence[Page]) -> set[int]:
    """Find the headers and footers of a file of three pages or more: numbers of lines.

    They are set apart near the top or the bottom of the page, at one height on most pages, or on most left or right
    ones, and half of them say the same as on a page nearby, numbers aside, or begin or end as there (with the name of
    a chapter). A number alone rises with the pages. Larger letters than the body's are one only if they say the same.
    What is not level, such as "DRAFT" across a page, is one wherever it is.
    """
    places: dict[tuple[bool, int | str], list[_Edge]] = defaultdict(list)
    said: dict[tuple[bool, str | int], set[int]] = defaultdict(set)  # on which pages
    for edge in _edges(lines, pages) if len(pages) >= _FEWEST else ():
        line = lines[edge.number]
        places[edge.top, line.text if math.isnan(line.y) else round(line.y)].append(edge)
        for mark in _marks(line):
            said[edge.top, mark].add(line.page)
    found: set[int] = set()
    largest = OTHER_SIZE * body_size(lines)
    for (top, _), edges in places.items():
        if 2 * sum(edge.apart for edge in edges) < len(edges):
            continue
        near, out = 0, []
        for number, *_ in edges:
            around = {lines[number].page + by for by in (-2, -1, 1, 2)}
            marks = _marks(lines[number])
            same, *alike = (not around.isdisjoint(said[top, mark]) for mark in marks)
            if not alike and len(said[top, marks[0]]) >= _FEWEST:
                found.add(number)
            near += any(alike)
            if same or lines[number].size <= largest:
                out.append(number)
        if 2 * near >= len(edges) and _common({lines[edge.number].page for edge in edges}, len(pages)):
            found.update(out)
    return found


def _edges(lines: Sequence[Line], pages: Sequence[Page]) -> Iterator[_Edge]:
    """Find the few lines in the top and the bottom margin of each page that a gap sets apart, and what is not level.

    A gap that is not wider than the next one is between the rows of a table.
    """
    widest = GAP * usual_leading(lines)
    yield from (_Edge(at, top=True, apart=True) for at, line in enumerate(lines) if math.isnan(line.y))
    for page, numbers in groupby(range(len(lines)), lambda number: lines[number].page):
        level = sorted((at for at in numbers if not math.isnan(lines[at].y)), key=lambda at: -lines[at].y)
        _, bottom, top, _ = pages[page]
        for end, inwards in ((top, level), (bottom, level[::-1])):
            gaps = [abs(lines[at].y - lines[after].y) for at, after in pairwise(inwards)]
            for count, gap in enumerate(gaps[: min(_DEEPEST, len(level) // 2)], 1):
                if gap > widest * max(lines[at].size for at in inwards[count - 1 : count + 1]):
                    apart = gap > OTHER_SIZE * sum(gaps[count : count + 1])
                    edges = (at for at in inwards[:count] if abs(lines[at].y - end) <= _MARGIN * (top - bottom))
                    yield from (_Edge(at, end == top, apart) for at in edges)
                    break


def _marks(line: Line) -> Sequence[str | int]:
    """Give what a line says, with zeros for its numbers, then its beginning and its end.

    Of a number alone, it is how far it is from that of its page; a Roman one may be any.
    """
    if found := _NUMBER.fullmatch(line.text):
        return [int(found[1][-9:]) - line.page if found[1] else 0]
    text = _DIGITS.sub("0", line.text)
    words = text.split()
    return [text, f"{' '.join(words[:2])} …", f"… {' '.join(words[-2:])}"]


def _common(on: Collection[int], pages: int) -> bool:
    """Tell whether something is on most pages of a file, or on most of those with an even or with an odd number."""
    odd = sum(page % 2 for page in on)
    among = pages // 2 if odd == len(on) else (pages + 1) // 2 if not odd else pages
    return len(on) > 1 and 2 * len(on) > among


def joined(lines: Sequence[Line]) -> list[Line]:
    """Bring the second half of a divided word up to the first, with the hyphen or without, as is likelier.

    A word is written as it is elsewhere in the document; else as one word if that is a token of a common vocabulary,
    and with its hyphen if both halves are words.
    """
    known = {word.lower() for line in lines for word in _WORD.findall(line.text)[1:-1]}  # no halves are among them
    made: list[Line] = []
    for line in lines:
        rest = line.text
        if made and _divides(before := made[-1], line) and len(before.text) < _LONGEST:
            half, _, rest = rest.partition(" ")
            rest = rest.lstrip()
            one = _is_one(_FIRST_HALF.search(before.text), _OTHER_HALF.match(half), known)
            made[-1] = before._replace(text=f"{before.text[:-1]}{'' if one else '-'}{half}")
        if rest:
            made.append(line._replace(text=rest))
    return [line._replace(text=line.text.replace(DIVIDED, "-")) for line in made]


def _divides(line: Line, after: Line) -> bool:
    """Tell whether a hyphen at the end of a line divides a word that goes on in the next one."""
    hyphen = line.text.endswith("-") and line.text[-2:-1].isalpha() and after.text[0].islower()
    return (hyphen or line.text.endswith(DIVIDED)) and same_size(line, after) and after.text[0].isalnum()


def _is_one(first: regex.Match[str] | None, second: regex.Match[str] | None, known: Collection[str]) -> bool:
    """Tell whether two halves are one word."""
    if not first or not second:
        return False
    half, other = first[0], second[0]
    word = f"{half}{other}".lower()
    if word in known:
        return True
    if f"{half}-{other}".lower() in known or (other[0].isupper() and not half.isupper()):
        return False
    common = ruler("cl100k_base")
    return common(f" {word}") == 1 or not all(
        part in known or common(f" {part}") == 1 for part in (half.lower(), other.lower())
    )
