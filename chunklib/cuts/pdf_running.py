"""Find what is of the pages of a PDF and not of its text: headers, footers, and hyphens that divide words."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from itertools import groupby, pairwise

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


def running(lines: Sequence[Line], pages: Sequence[Page]) -> set[int]:
    """Find the headers and footers of a file of three pages or more: numbers of lines.

    They are set apart near the top or the bottom of the page, at one height on half of the pages, and half of them say
    the same as on a page nearby, numbers aside, or begin or end as there (with the name of a chapter). Larger letters
    than the body's are one only if they say the same. A number alone is one on three pages if it rises with the pages.
    """
    places: dict[tuple[bool, int], list[tuple[int, bool]]] = defaultdict(list)
    said: dict[tuple[bool, str | int], set[int]] = defaultdict(set)  # on which pages
    for top, number, apart in _edges(lines, pages) if len(pages) >= _FEWEST else ():
        places[top, round(lines[number].y)].append((number, apart))
        for mark in _marks(lines[number]):
            said[top, mark].add(lines[number].page)
    found: set[int] = set()
    largest = OTHER_SIZE * body_size(lines)
    for (top, _), edges in places.items():
        on = {lines[number].page for number, _ in edges}
        near = 0
        for number, _ in edges:
            around = {lines[number].page + by for by in (-2, -1, 1, 2)}
            near += any(around & said[top, mark] for mark in _marks(lines[number]))
        common = 2 * min(near, sum(apart for _, apart in edges)) >= len(edges) and 2 * len(on) >= len(pages) - 1
        for number, _ in edges:
            mark = _marks(lines[number])[0]
            alike = len(said[top, mark])
            here = common and (alike > 1 or lines[number].size <= largest)
            if here or (alike >= _FEWEST and isinstance(mark, int)):
                found.add(number)
    return found


def _edges(lines: Sequence[Line], pages: Sequence[Page]) -> Iterator[tuple[bool, int, bool]]:
    """Find the few lines in the top and the bottom margin of each page that a gap sets apart from what is inside.

    Each comes with whether it is at the top, and whether the gap is wider than the next one, and not of a table.
    """
    widest = GAP * usual_leading(lines)
    for page, numbers in groupby(range(len(lines)), lambda number: lines[number].page):
        level = sorted((at for at in numbers if not math.isnan(lines[at].y)), key=lambda at: -lines[at].y)
        _, bottom, top, _ = pages[page]
        for end, inwards in ((top, level), (bottom, level[::-1])):
            gaps = [abs(lines[at].y - lines[after].y) for at, after in pairwise(inwards)]
            for count, gap in enumerate(gaps[: min(_DEEPEST, len(level) // 2)], 1):
                if gap > widest * max(lines[at].size for at in inwards[count - 1 : count + 1]):
                    apart = gap > OTHER_SIZE * sum(gaps[count : count + 1])
                    edges = (at for at in inwards[:count] if abs(lines[at].y - end) <= _MARGIN * (top - bottom))
                    yield from ((end == top, at, apart) for at in edges)
                    break


def _marks(line: Line) -> Sequence[str | int]:
    """Give what a line says, with zeros for its numbers, then its beginning and its end.

    Of a number alone, it is how far it is from that of its page; a Roman one may be any.
    """
    if found := _NUMBER.fullmatch(line.text):
        return [int(found[1][-9:]) - line.page if found[1] else 0]
    words = _DIGITS.sub("0", line.text).split()
    return [" ".join(some) for some in (words, words[:2], words[-2:])]


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
