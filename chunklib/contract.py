"""Check anybody's chunks against the contract of a chunk.

One function serves the tests, the exercise checks, the lessons and the command line. It looks only at the
document and at what the splitter returned, never at how it was made.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, zip_longest

from chunklib.calculators import OverlapStats, overlap_stats
from chunklib.chunk import Chunk, headed, unsaid
from chunklib.chunk_records import NOWHERE, Record, place, records, said_beside
from chunklib.cuts.graphemes import Graphemes
from chunklib.cuts.sentences import sentences
from chunklib.overlap import OverlapKind, OverlapSpec, parse_overlap
from chunklib.terminal_progress import one_line
from chunklib.tokens import Ruler, RulerSpec
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
    """Names a place where the contract is broken: the chunk's index, the characters concerned, and what is wrong.

    ``amount`` says how bad it is beside other breaches of the same point: units over the size or the overlap,
    otherwise the characters concerned.
    """

    chunk: int
    start: int
    end: int
    message: str
    amount: int = 0


@dataclass(frozen=True, slots=True)
class Point:
    """Holds one point of the contract and every breach of it, in the order of the document."""

    name: str
    breaches: tuple[Breach, ...]

    @property
    def ok(self) -> bool:
        """Tell whether the point holds."""
        return not self.breaches

    @property
    def rule(self) -> str:
        """Say the point in words."""
        return POINTS[self.name]

    @property
    def worst(self) -> Breach | None:
        """Find the breach with the largest amount, the first of several; None where the point holds."""
        return max(self.breaches, key=lambda breach: breach.amount, default=None)


@dataclass(frozen=True, slots=True)
class Report:
    """Holds what an audit found: the points in order, what the chunks really measure and share, and the chunks."""

    points: tuple[Point, ...]
    stats: OverlapStats
    ruler: str
    chunks: tuple[Chunk, ...] = field(default=(), repr=False)

    @property
    def ok(self) -> bool:
        """Tell whether every point holds."""
        return all(point.ok for point in self.points)

    @property
    def breaches(self) -> tuple[Breach, ...]:
        """List every breach of every point."""
        return tuple(breach for point in self.points for breach in point.breaches)

    def __getitem__(self, name: str) -> Point:
        """Find a point by its name."""
        return next(point for point in self.points if point.name == name)

    def __str__(self) -> str:
        """Write the report as a table of points, the first breach under each that is broken."""
        return self.table()

    def table(self, *, worst: bool = False) -> str:
        """Write it with the first breach, or the worst, under each point that is broken."""
        lines: list[str] = []
        for point in self.points:
            lines.append(f"{'✓' if point.ok else '✗'} {point.name:<9} {point.rule}")
            if breach := point.worst if worst else next(iter(point.breaches), None):
                more = len(point.breaches) - 1
                lines.append(f"    {breach.message}" + (f"  (and {more} more)" if more else ""))
        stats = self.stats
        figures = (
            f"{stats.chunks} chunks of {stats.mean_size:.1f} {self.ruler} on average; "
            f"neighbours share {stats.mean_overlap:.1f} on average, nothing at {stats.bare} "
            f"of {max(stats.chunks - 1, 0)} boundaries; {stats.redundancy:.2f} times the text is stored"
        )
        return "\n".join([*lines, figures])


def audit(
    text: str,
    chunks: object,
    *,
    size: int,
    overlap: OverlapSpec,
    ruler: RulerSpec = "cl100k_base",
    count_context: bool = False,
) -> Report:
    """Check chunks from anywhere against the contract, point by point.

    Args:
        text: the document that was split.
        chunks: what a splitter returned, in order: :class:`Chunk`, dictionaries, other libraries' chunks, or plain
            strings, whose places are then found; see :func:`chunklib.chunk_records.records`.
        size: the size that was asked, in units of the ruler.
        overlap: the overlap that was asked: units, a percentage ("15%") or sentences ("2s").
        ruler: see :func:`chunklib.tokens.ruler`.
        count_context: whether the context had to fit in the size too, as :func:`chunklib.in_full` puts it before it.

    Returns:
        a report; ``report.ok`` holds only if every point does.

    Raises:
        ValueError: for an impossible size or overlap.
        TypeError: for anything but a list of chunks, and for a chunk that has no text or wrong offsets.

    >>> chunks = [{"text": "one ", "start_char": 0, "end_char": 4}, {"text": "tw", "start_char": 4, "end_char": 6}]
    >>> report = audit("one two", chunks, size=4, overlap=0, ruler="characters")
    >>> report.ok, report["lossless"].breaches[0].message
    (False, 'lost: "o" at character 6')
    """
    measure, repeat = make_ruler(ruler), parse_overlap(overlap, size)
    counted = [unsaid(*said) if count_context else "" for said in said_beside(chunks)]
    measured = _measured(records(chunks, text), counted, text, measure)
    placed = _placed(text, measured, measure)
    found = {
        "exact": _exact(text, measured),
        "bounded": _bounded(measured, size, measure),
        "lossless": _lossless(text, placed),
        "no waste": _no_waste(measured),
        "overlap": _overlap(text, measured, repeat),
        "clean": _clean(text, measured, size, measure),
    }
    points = tuple(Point(name, tuple(breaches)) for name, breaches in found.items())
    return Report(points, overlap_stats(placed, measure(text)), measure.name, tuple(measured))


def _measured(found: Sequence[Record], counted: Sequence[str], text: str, measure: Ruler) -> list[Chunk]:
    """Measure each chunk, and what it shares with the one before; figures that the chunks bring are not believed."""
    chunks: list[Chunk] = []
    end = 0
    for index, (record, context) in enumerate(zip(found, counted, strict=True)):
        start = record.start_char
        shared = measure(text[start:end]) - measure.special if 0 <= start < end else 0
        chunks.append(Chunk(*record, measure(record.text), shared, index, context=context))
        end = record.end_char
    return chunks


def _placed(text: str, chunks: Sequence[Chunk], measure: Ruler) -> Sequence[Chunk]:
    """Find places for the texts if a chunk has none: what is lost or shared does not depend on offsets."""
    if all(chunk.start_char != NOWHERE for chunk in chunks):
        return chunks
    placed = place([chunk.text for chunk in chunks], text)
    return _measured(placed, [chunk.context for chunk in chunks], text, measure)


def _breach(chunk: Chunk, message: str, amount: int) -> Breach:
    return Breach(chunk.index, chunk.start_char, chunk.end_char, message, amount)


def _exact(text: str, chunks: Sequence[Chunk]) -> Iterator[Breach]:
    for chunk in chunks:
        start, end = chunk.start_char, chunk.end_char
        if start == end == NOWHERE:
            what = f"found nowhere in the text (offset {NOWHERE}): {_quote(chunk.text)}"
        elif not 0 <= start <= end <= len(text):
            what = f"offsets {start}-{end} are outside the text (0-{len(text)})"
        elif text[start:end] != chunk.text:
            what = f"the text at {start}-{end} is {_quote(text[start:end])}, not {_quote(chunk.text)}"
        else:
            continue
        yield _breach(chunk, f"chunk {chunk.index}: {what}", len(chunk.text))


def _bounded(chunks: Sequence[Chunk], size: int, measure: Ruler) -> Iterator[Breach]:
    for chunk in chunks:
        full = measure(headed(chunk.context, chunk.text)) if chunk.context else chunk.size
        if full > size:
            with_context = " with its context" if chunk.context else ""
            what = f"measures {full}{with_context}, the size is {size}: {_quote(chunk.text)}"
            yield _breach(chunk, f"chunk {chunk.index}: {what}", full - size)


def _lossless(text: str, chunks: Sequence[Chunk]) -> Iterator[Breach]:
    """Walk over the covered ranges in the order of their starts, and look at what lies between them."""
    covered = 0
    end = Chunk("", len(text), len(text), 0, 0, len(chunks))
    held = (chunk for chunk in chunks if 0 <= chunk.start_char < chunk.end_char)  # others cover nothing
    for chunk in [*sorted(held, key=lambda chunk: chunk.start_char), end]:
        gap = text[covered : chunk.start_char]
        lost = gap.strip()
        if covered < chunk.start_char and lost:
            start = covered + len(gap) - len(gap.lstrip())
            what = f"lost: {_quote(lost)} at character {start}"
            yield Breach(chunk.index, start, start + len(lost), what, len(lost))
        covered = max(covered, chunk.end_char)


def _no_waste(chunks: Sequence[Chunk]) -> Iterator[Breach]:
    placed = [chunk for chunk in chunks if chunk.start_char != NOWHERE]  # the others are not exact already
    for before, chunk in pairwise(placed):
        if chunk.start_char <= before.start_char or chunk.end_char <= before.end_char:
            places = f"{chunk.start_char}-{chunk.end_char} after {before.start_char}-{before.end_char}"
            yield _breach(chunk, f"chunk {chunk.index}: {places}: starts and ends must both rise", len(chunk.text))
    for chunk in chunks:
        if not chunk.text.strip():
            yield _breach(chunk, f"chunk {chunk.index}: holds nothing but white space", len(chunk.text))


def _overlap(text: str, chunks: Sequence[Chunk], repeat: OverlapKind) -> Iterator[Breach]:
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
            what = f"chunks {before.index} and {chunk.index} share {shared} {unit}, asked were {most}"
            yield _breach(chunk, what, shared - most)


def _clean(text: str, chunks: Sequence[Chunk], size: int, measure: Ruler) -> Iterator[Breach]:
    graphemes = Graphemes(text, begins=False)  # a byte order mark alone breaks no character
    for chunk, following in zip_longest(chunks, chunks[1:]):
        foreign = chunk.text.count("\ufffd") - text[chunk.start_char : chunk.end_char].count("\ufffd")
        if foreign > 0:
            what = f"has U+FFFD that the document has not: {_quote(chunk.text)}"
            yield _breach(chunk, f"chunk {chunk.index}: {what}", foreign)
        # A cluster that a chunk ends in could have gone to the next one, with the context of that one.
        around = {chunk.start_char: [chunk], chunk.end_char: [chunk, following or chunk]}
        for offset, near in around.items():
            if 0 < offset < len(text) and not graphemes.at(offset):
                start, end = graphemes.last(-1, offset) or 0, graphemes.first(offset, len(text)) or len(text)
                if all(measure(headed(beside.context, text[start:end])) <= size for beside in near):
                    what = f"cuts {_quote(text[start:end])} at character {offset}"
                    yield _breach(chunk, f"chunk {chunk.index}: {what}", end - start)


def _quote(text: str) -> str:
    """Show a text on one line, the middle of a long one left out; only what cannot be seen is escaped."""
    shown = text if len(text) <= 40 else f"{text[:18]} … {text[-18:]}"
    return f'"{one_line(shown)}"'
