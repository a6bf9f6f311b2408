"""The contract of a chunk, checked on anybody's chunks.

One function serves the tests, the exercise checks, the lessons and the command line. It looks only at the
document and at what the splitter returned, never at how it was made.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from chunklib.calculators import OverlapStats, overlap_stats
from chunklib.chunk import Chunk
from chunklib.cuts.graphemes import Graphemes
from chunklib.cuts.sentences import sentences
from chunklib.overlap import Asked, asked
from chunklib.strategies import RulerSpec
from chunklib.tokens import Ruler
from chunklib.tokens import ruler as make_ruler

POINTS = {
    "exact": "the text of a chunk is what the document has between its offsets",
    "bounded": "no chunk measures more than the size",
    "lossless": "every character that is not white space is in some chunk",
    "no waste": "starts and ends both rise: no chunk lies inside another",
    "overlap": "neighbours share no more than was asked",
    "clean": "no U+FFFD that the document has not, no grapheme cluster cut that fits",
}


@dataclass(frozen=True, slots=True)
class Breach:
    """One place where the contract is broken: the chunk's index, the characters concerned, and what is wrong."""

    chunk: int
    start: int
    end: int
    message: str


@dataclass(frozen=True, slots=True)
class Point:
    """One point of the contract and every breach of it, in the order of the document."""

    name: str
    breaches: tuple[Breach, ...]

    @property
    def ok(self) -> bool:
        """Whether the point holds."""
        return not self.breaches

    @property
    def rule(self) -> str:
        """The point in words."""
        return POINTS[self.name]


@dataclass(frozen=True, slots=True)
class Report:
    """What an audit found: the points in order, and what the chunks measure and share in fact."""

    points: tuple[Point, ...]
    stats: OverlapStats
    ruler: str

    @property
    def ok(self) -> bool:
        """Whether every point holds."""
        return all(point.ok for point in self.points)

    @property
    def breaches(self) -> tuple[Breach, ...]:
        """Every breach of every point."""
        return tuple(breach for point in self.points for breach in point.breaches)

    def __getitem__(self, name: str) -> Point:
        """Find a point by its name."""
        return next(point for point in self.points if point.name == name)

    def __str__(self) -> str:
        """Write the report as a table of points, the first breach under each that is broken."""
        lines = [line for point in self.points for line in _lines(point)]
        stats = self.stats
        figures = (
            f"{stats.chunks} chunks of {stats.mean_size:.1f} {self.ruler} on average; "
            f"neighbours share {stats.mean_overlap:.1f} on average, nothing at {stats.bare} "
            f"of {max(stats.chunks - 1, 0)} boundaries; {stats.redundancy:.2f} times the text is stored"
        )
        return "\n".join([*lines, figures])


def _lines(point: Point) -> Iterator[str]:
    count = len(point.breaches)
    yield f"{'✓' if point.ok else '✗'} {point.name:<9} {point.rule}"
    if count:
        yield f"    {point.breaches[0].message}" + (f"  (and {count - 1} more)" if count > 1 else "")


def audit(
    text: str,
    chunks: Sequence[Chunk | Mapping[str, object]],
    *,
    size: int,
    overlap: int | str,
    ruler: RulerSpec = "cl100k_base",
) -> Report:
    """Check chunks from anywhere against the contract, point by point.

    Args:
        text: the document that was split.
        chunks: in order: :class:`Chunk` or mappings with ``text``, ``start_char`` and ``end_char``.
        size: the size that was asked, in units of the ruler.
        overlap: the overlap that was asked: units, a percentage ("15%") or sentences ("2s").
        ruler: see :func:`chunklib.tokens.ruler`.

    Returns:
        a report; ``report.ok`` holds only if every point does.

    Raises:
        ValueError: for an impossible size or overlap.
        TypeError: for a chunk that has no text or offsets.

    >>> chunks = [{"text": "one ", "start_char": 0, "end_char": 4}, {"text": "tw", "start_char": 4, "end_char": 6}]
    >>> report = audit("one two", chunks, size=4, overlap=0, ruler="characters")
    >>> report.ok, report["lossless"].breaches[0].message
    (False, 'lost: "o" at character 6')
    """
    measure, repeat = make_ruler(ruler), asked(overlap, size)
    records = _records(chunks, text, measure)
    found = {
        "exact": _exact(text, records),
        "bounded": _bounded(records, size),
        "lossless": _lossless(text, records),
        "no waste": _no_waste(records),
        "overlap": _overlap(text, records, repeat),
        "clean": _clean(text, records, size, measure),
    }
    points = tuple(Point(name, tuple(breaches)) for name, breaches in found.items())
    return Report(points, overlap_stats(records), measure.name)


def _records(chunks: Sequence[Chunk | Mapping[str, object]], text: str, measure: Ruler) -> list[Chunk]:
    if not isinstance(text, str):
        raise TypeError(f"text must be a str: got {type(text).__name__}")
    if not isinstance(chunks, Sequence) or isinstance(chunks, str):
        raise TypeError(f"chunks must be a list of chunks: got {type(chunks).__name__}")
    records: list[Chunk] = []
    for chunk in chunks:
        records.append(_record(chunk, records[-1] if records else None, text, measure))
    return records


def _record(chunk: Chunk | Mapping[str, object], before: Chunk | None, text: str, measure: Ruler) -> Chunk:
    """Read a chunk from anywhere, and measure it and what it shares with the one before."""
    index = before.index + 1 if before else 0
    get = chunk.get if isinstance(chunk, Mapping) else lambda key: getattr(chunk, key, None)
    content, start, end = get("text"), get("start_char"), get("end_char")
    if not isinstance(content, str):
        raise TypeError(f"chunk {index} has no text: got {content!r}")
    if type(start) is not int or type(end) is not int:
        raise TypeError(f"chunk {index} has no whole numbers as offsets: start_char={start!r}, end_char={end!r}")
    shared = text[start : before.end_char] if before and 0 <= start < before.end_char else ""
    return Chunk(content, start, end, measure(content), measure(shared), index)


def _breach(chunk: Chunk, message: str) -> Breach:
    return Breach(chunk.index, chunk.start_char, chunk.end_char, message)


def _exact(text: str, chunks: Sequence[Chunk]) -> Iterator[Breach]:
    for chunk in chunks:
        start, end = chunk.start_char, chunk.end_char
        if not 0 <= start <= end <= len(text):
            yield _breach(chunk, f"chunk {chunk.index}: offsets {start}-{end} are outside the text (0-{len(text)})")
        elif text[start:end] != chunk.text:
            there, said = _quote(text[start:end]), _quote(chunk.text)
            yield _breach(chunk, f"chunk {chunk.index}: the text at {start}-{end} is {there}, not {said}")


def _bounded(chunks: Sequence[Chunk], size: int) -> Iterator[Breach]:
    for chunk in chunks:
        if chunk.size > size:
            what = f"measures {chunk.size}, the size is {size}: {_quote(chunk.text)}"
            yield _breach(chunk, f"chunk {chunk.index}: {what}")


def _lossless(text: str, chunks: Sequence[Chunk]) -> Iterator[Breach]:
    """Walk over the covered ranges in the order of their starts, and look at what lies between them."""
    covered = 0
    end = Chunk("", len(text), len(text), 0, 0, len(chunks))
    for chunk in [*sorted(chunks, key=lambda chunk: chunk.start_char), end]:
        gap = text[covered : max(chunk.start_char, 0)]
        if covered < chunk.start_char and not gap.isspace() and gap:
            start = covered + len(gap) - len(gap.lstrip())
            lost = gap.strip()
            yield Breach(chunk.index, start, start + len(lost), f"lost: {_quote(lost)} at character {start}")
        covered = max(covered, chunk.end_char)


def _no_waste(chunks: Sequence[Chunk]) -> Iterator[Breach]:
    for before, chunk in pairwise(chunks):
        if chunk.start_char <= before.start_char or chunk.end_char <= before.end_char:
            places = f"{chunk.start_char}-{chunk.end_char} after {before.start_char}-{before.end_char}"
            yield _breach(chunk, f"chunk {chunk.index}: {places}: starts and ends must both rise")
    for chunk in chunks:
        if not chunk.text.strip():
            yield _breach(chunk, f"chunk {chunk.index}: holds nothing but white space")


def _overlap(text: str, chunks: Sequence[Chunk], repeat: Asked) -> Iterator[Breach]:
    graphemes = Graphemes(text)
    starts = [at for at in sentences(text) if graphemes.at(at)] if repeat.sentences else []
    for before, chunk in pairwise(chunks):
        shared, most, unit = chunk.overlap, repeat.units, "units"
        if repeat.sentences:
            # Every sentence that the shared text touches counts, the one it begins inside of as well.
            begun, ended = bisect_right(starts, chunk.start_char), bisect_left(starts, before.end_char)
            shared = ended - begun + 1 if chunk.start_char < before.end_char else 0
            most, unit = repeat.sentences, "sentences"
        if shared > most:
            yield _breach(chunk, f"chunks {before.index} and {chunk.index} share {shared} {unit}, asked were {most}")


def _clean(text: str, chunks: Sequence[Chunk], size: int, measure: Ruler) -> Iterator[Breach]:
    graphemes = Graphemes(text)
    for chunk in chunks:
        if chunk.text.count("\ufffd") > text[chunk.start_char : chunk.end_char].count("\ufffd"):
            yield _breach(chunk, f"chunk {chunk.index}: has U+FFFD that the document has not: {_quote(chunk.text)}")
        for offset in (chunk.start_char, chunk.end_char):
            if 0 < offset < len(text) and not graphemes.at(offset):
                start, end = graphemes.last(-1, offset) or 0, graphemes.first(offset, len(text)) or len(text)
                if measure(text[start:end]) <= size:
                    what = f"cuts {_quote(text[start:end])} at character {offset}"
                    yield _breach(chunk, f"chunk {chunk.index}: {what}")


def _quote(text: str) -> str:
    """Show a text on one line, the middle of a long one left out; only what cannot be seen is escaped."""
    shown = text if len(text) <= 40 else f"{text[:18]} … {text[-18:]}"
    return '"' + "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in shown) + '"'
