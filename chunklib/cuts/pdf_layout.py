"""Make the lines of a PDF's pages one text: their order, where a paragraph begins, and what is of the pages alone.

A PDF has no paragraphs, only glyphs with a place. Blank lines are put where the gap between two lines, their
sizes, or an indented first line say that a paragraph begins. Headers, footers and hyphens that divide words go.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby, pairwise

import regex

from chunklib.cuts.pdf_lines import DIVIDED, Line, Page
from chunklib.tokens import ruler

_USUAL = 1.2  # leading by size where a document has no two lines of one size to tell it
_GAP = 1.25  # as much wider than the usual leading is a gap between paragraphs
_LEVEL = 0.1  # baselines that differ by less, in multiples of the size, are one
_OTHER_SIZE = 1.1  # sizes that differ by this factor are not of one paragraph
_BLOCK = 4.0  # the most that lines of one block are apart, in multiples of their size
_MOST_BLOCKS = 200  # on a page; of one that is in more pieces, the order is the file's
_FINISHED = regex.compile(r"""[.!?…:。！？]["'”’»)\]」』）]*$""")
_FEWEST = 3  # pages: two that are alike do not make a rule
_DEEPEST = 3  # lines of a header or a footer
_LONGEST = 500  # characters of a line to which more are brought up
_MARGIN = 1 / 6  # of the height of a page
_DIGITS = regex.compile(r"\d+")
_NUMBER = regex.compile(r"\W*(?:(\d+)|[ivxlc]+|[IVXLC]+)\W*")
_WORD = regex.compile(r"[\p{L}\p{M}]+(?:-[\p{L}\p{M}]+)*")
_FIRST_HALF = regex.compile(r"(?<![^\s\p{Ps}\p{Pi}\"'])[\p{L}\p{M}]++(?=[-\ufffe]$)")
_OTHER_HALF = regex.compile(r"[\p{L}\p{M}]+")


def in_order(lines: Sequence[Line]) -> list[Line]:
    """Put the lines of a page in the order of the page: what was drawn late, above what it belongs over, goes there.

    Lines that go on downwards are a block, and blocks keep the order in which they were drawn otherwise: so columns do.
    What is side by side, such as the cells of a table, is put on one line, two spaces apart.
    """
    blocks: list[list[Line]] = []
    for line in lines:
        before = blocks[-1][-1] if blocks else None
        beside = before and (line.x > before.right or line.right < before.x)
        if before and not (beside or line.y > before.y or before.y - line.y > _BLOCK * line.size):
            blocks[-1].append(line)
        else:
            blocks.append([line])
    if len(blocks) > _MOST_BLOCKS:
        return _rows(lines)
    placed: list[list[Line]] = []
    for block in blocks:
        at = next((at for at, other in enumerate(placed) if _above(block, other)), len(placed))
        placed.insert(at, block)
    return _rows(line for block in placed for line in block)


def _above(block: Sequence[Line], other: Sequence[Line]) -> bool:
    """Tell whether a block is above another one, and not beside it."""
    left, right = min(line.x for line in block), max(line.right for line in block)
    first = other[0]
    beside = all(line.x > right or line.right < left for line in other)
    return block[-1].y > first.y + first.size / 2 and not beside


def _rows(lines: Iterable[Line]) -> list[Line]:
    """Put what is side by side on one line."""
    rows: list[Line] = []
    for line in lines:
        before = rows[-1] if rows else None
        if before and line.x > before.x and abs(line.y - before.y) < _LEVEL * line.size:
            most = max(before, line, key=lambda part: len(part.text))
            apart = "  " if line.x - before.right > before.size / 2 else ""
            rows[-1] = most._replace(text=f"{before.text}{apart}{line.text}", x=before.x, y=before.y, right=line.right)
        else:
            rows.append(line)
    return rows


def first_line(lines: Sequence[Line], page: int) -> int:
    """Find the number of the first line that is on a page or after it."""
    return bisect_left(lines, page, key=lambda line: line.page)


def same_size(one: Line, other: Line) -> bool:
    """Tell whether two lines may be of one paragraph by their sizes."""
    low, high = sorted((one.size, other.size))
    return high <= low * _OTHER_SIZE


def usual_leading(lines: Sequence[Line]) -> float:
    """Find the usual distance of two lines as a multiple of their size.

    Full lines are inside paragraphs and short ones end them, so a distance counts by the characters above it.
    """
    found: Counter[float] = Counter()
    for line, after in pairwise(lines):
        gap = line.y - after.y
        if line.page == after.page and same_size(line, after) and 0 < gap < 3 * line.size:
            found[round(gap / line.size, 1)] += len(line.text)
    return found.most_common(1)[0][0] if found else _USUAL


def paragraph_starts(lines: Sequence[Line]) -> set[int]:
    """Find the numbers of the lines that begin a paragraph; the first is one of them.

    Over a page break, and up to the next column, a paragraph ends with a finished sentence that no small letter
    follows; a line of another size (a title, a footer) is never in the paragraph.
    """
    gap = _GAP * usual_leading(lines)
    starts = {0} if lines else set()
    for number, (line, after) in enumerate(pairwise(lines), 1):
        finished = _FINISHED.search(line.text) is not None
        apart = finished and not after.text[0].islower()
        if line.page == after.page and after.y <= line.y:
            apart = line.y - after.y > gap * line.size or (finished and _indented(*lines[number - 1 : number + 2]))
        if apart or not same_size(line, after):
            starts.add(number)
    return starts


def _indented(line: Line, after: Line, then: Line | None = None) -> bool:
    """Tell whether ``after`` is set in from its neighbours, as the first line of a paragraph is."""
    if then is None or then.page != after.page or then.y >= after.y:
        return False
    em = after.size
    return abs(line.x - then.x) < _LEVEL * em and 0.8 * em < after.x - line.x < 3 * em


def half_points(size: float) -> float:
    """Round to half a point, so that sizes that a reader cannot tell apart are equal."""
    return round(2 * size) / 2


def body_size(lines: Sequence[Line]) -> float:
    """Find the size of most characters of a document."""
    characters: Counter[float] = Counter()
    for line in lines:
        characters[half_points(line.size)] += len(line.text)
    return characters.most_common(1)[0][0]


def running(lines: Sequence[Line], pages: Sequence[Page]) -> set[int]:
    """Find the headers and footers of a file of three pages or more: numbers of lines.

    They are set apart near the top or the bottom of the page, at one height on half of the pages, and half of them say
    the same as on a page nearby, numbers aside, or begin or end as there (with the name of a chapter). Larger letters
    than the body's are one only if they say the same. A number alone is one on three pages if it rises with the pages.
    What is not level, such as "DRAFT" across a page, is one wherever it is.
    """
    places: dict[tuple[bool, int | str], list[tuple[int, bool]]] = defaultdict(list)
    said: dict[tuple[bool, str | int], set[int]] = defaultdict(set)  # on which pages
    for top, number, apart in _edges(lines, pages) if len(pages) >= _FEWEST else ():
        line = lines[number]
        places[top, line.text if math.isnan(line.y) else round(line.y)].append((number, apart))
        for mark in _marks(line):
            said[top, mark].add(line.page)
    found: set[int] = set()
    largest = _OTHER_SIZE * body_size(lines)
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
    """Find the few lines in the top and the bottom margin of each page that a gap sets apart, and what is not level.

    Each comes with whether it is at the top, and whether the gap is wider than the next one, and not of a table.
    """
    widest = _GAP * usual_leading(lines)
    yield from ((True, at, True) for at, line in enumerate(lines) if math.isnan(line.y))
    for page, numbers in groupby(range(len(lines)), lambda number: lines[number].page):
        level = sorted((at for at in numbers if not math.isnan(lines[at].y)), key=lambda at: -lines[at].y)
        _, bottom, top, _ = pages[page]
        for end, inwards in ((top, level), (bottom, level[::-1])):
            gaps = [abs(lines[at].y - lines[after].y) for at, after in pairwise(inwards)]
            for count, gap in enumerate(gaps[: min(_DEEPEST, len(level) // 2)], 1):
                if gap > widest * max(lines[at].size for at in inwards[count - 1 : count + 1]):
                    apart = gap > _OTHER_SIZE * sum(gaps[count : count + 1])
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
