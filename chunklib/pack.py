"""Answer question 2, how much fits: one packer for every strategy.

It walks through the text once. From a start it takes the furthest cut of the strongest kind that is in reach; then
it looks at the piece that comes next, and lets the overlap begin as early as that piece leaves room for. So a
paragraph that fits with some overlap is never broken to make room for more, and an overlap is absent only where
not one unit of it fits beside the next piece.

Always, for the spans it returns: each fits in the size; starts and ends both rise; every character that is not
white space is in some span. White space stays with the chunk before it, and is left out only where it fits nowhere.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property

from chunklib.chunk import Span
from chunklib.cuts.graphemes import CodePoints
from chunklib.cuts.positions import AfterTitles, Cuts
from chunklib.cuts.structure import SOLID, Title, led_titles
from chunklib.document import Document, content_end
from chunklib.errors import InvalidValue
from chunklib.overlap.kind import Overlap
from chunklib.search_index import LOST

_SHORT = 32  # characters: a piece as short as this is measured, whatever the index guesses of its reach


@dataclass(frozen=True)
class Packer:
    """Puts the three answers together for one document.

    Args:
        doc: the document; its ``size`` is the most that a chunk may measure, in units of the ruler.
        kinds: kinds of cuts, strongest first. Grapheme clusters and, inside one that does not fit by itself,
            code points follow by themselves.
        overlap: what is repeated.
        header: gives the text that is counted with a span, before it; that of a longer one may be another.
        stops: cuts that a chunk does not cross once it measures ``least``.
        least: what a chunk should measure, in units of the ruler; where it would be less, a weaker kind is taken.
        parts: cuts across which nothing is repeated.
    """

    doc: Document
    kinds: Sequence[Cuts]
    overlap: Overlap
    header: Callable[[int, int], str] | None = None
    stops: Cuts | None = None
    least: int = 0
    parts: Cuts | None = None

    @cached_property
    def levels(self) -> tuple[Cuts, ...]:
        """List all kinds of cuts, strongest first; the last allows a cut anywhere.

        But for the stops, no other is between a title and what follows it where the two fit together.
        """
        found = *self.kinds, self.doc.graphemes
        if titles := led_titles(self.doc.text, self.doc.structure):
            fits = cache(replace(self)._leads)  # of a copy: no circle waits for the garbage collector
            found = tuple(cuts if cuts is self.stops else AfterTitles(cuts, titles, fits) for cuts in found)
        return (*found, CodePoints())

    def _leads(self, title: Title) -> bool:
        """Tell whether a title fits together with what it stays with; a beginning is as small as can be."""
        (start, after, whole), length = title, len(self.doc.text)
        if whole and self.fits(after, content_end(self.doc.text, after, whole)):
            return self.fits(start, content_end(self.doc.text, after, whole))
        return any(self.fits(start, end) for end in self._ends(after, self.kinds[-1].first(after, length), length))

    def spans(self, before: Span | None = None) -> Iterator[Span]:
        """Pack the whole document, or what follows the span ``before``; white-space text gives none."""
        all_said = len(self.doc.text.rstrip())
        span = before
        while (done := span.end if span else 0) < all_said:
            content = self._content(done)
            wanted = next(self._starts(span), content) if span else content
            piece, cuts = self._next_piece(content, wanted)
            start = self._start(span, content, piece, wanted)
            if span and span is not before:
                yield self._up_to(start, span)
            span = Span(start, self._best_end(start, content, piece, cuts))
        if span and span is not before:
            yield span

    def _content(self, offset: int) -> int:
        """Find where something begins, from ``offset`` on, that is not white space alone."""
        found = SOLID.search(self.doc.text, offset)
        return self._cluster(found.start()) if found else len(self.doc.text)

    def _cluster(self, offset: int) -> int:
        """Go back to a white space that carries the mark at ``offset``, where the two fit together."""
        if self.doc.graphemes.at(offset):
            return offset
        start = self.doc.graphemes.last(-1, offset) or 0
        end = self.doc.graphemes.first(offset, len(self.doc.text)) or len(self.doc.text)
        near = self.doc.index.near(start, end, self.doc.size)
        return start if near and self.fits(start, end) else offset

    def fits(self, start: int, end: int) -> bool:
        """Tell whether a span measures no more than the size, with the header that a chunk from there has."""
        return self._measure(start, end) <= self.doc.size

    def with_last(self, span: Span, end: int) -> list[Span]:
        """Give a span and the last one after it, which goes on to ``end``."""
        content = self._content(span.end)
        wanted = next(self._starts(span), content)
        start = self._start(span, content, end, wanted)
        return [self._up_to(start, span), Span(start, end)]

    def _up_to(self, start: int, span: Span) -> Span:
        """Extend a span over the white space up to the start of the next one, if it still fits."""
        return Span(span.start, start) if span.end < start and self.fits(span.start, start) else span

    def _measure(self, start: int, end: int) -> int:
        """Measure a span as it counts against the size: with the header that a chunk from there has."""
        return self.doc.index.size(start, end, self.header(start, end) if self.header else "")

    def _start(self, previous: Span | None, content: int, piece: int, wanted: int) -> int:
        """Start as early as the overlap allows with room for the next piece; without overlap after the last chunk.

        White space there is kept where the piece fits with it.
        """
        done = previous.end if previous else 0
        if previous and wanted < done:
            if self.fits(wanted, piece):
                return wanted
            # What starts before this cannot hold the piece; in a wide gap that spares thousands of measures.
            for start in self._starts(previous, self.doc.index.back(piece, self.doc.size)):
                if self.fits(start, piece):
                    return start
        return done if self.fits(done, piece) else content

    def _starts(self, span: Span, early: int = 0) -> Iterator[int]:
        """Propose starts for the chunk after a span, the earliest first: in the part that goes on there."""
        part = self.parts.last(-1, self._content(span.end)) if self.parts else 0
        early = max(early, part or 0)
        return (start for start in self.overlap.starts(self.doc.index, *span, early) if start >= early)

    def _next_piece(self, content: int, wanted: int) -> tuple[int, Cuts]:
        """Find where the strongest piece that begins at ``content`` and fits by itself ends, and the kind of that cut.

        One that fits with the overlap that is wanted before it needs no other measure.
        """
        near, size, reach = self.doc.index.near, self.doc.size, len(self.doc.text)
        for cuts in self.levels:
            for place in self._ends(content, cuts.first(content, len(self.doc.text)), reach):
                if place <= content + _SHORT or near(content, place, size):
                    if self.fits(wanted, place) or self.fits(content, place):
                        return place, cuts
                else:
                    reach = place - 1
        character, measured = self.doc.text[content], self.doc.index.size(content, content + 1)
        raise InvalidValue(
            f"size={self.doc.size} is too small for the character {character!r} (U+{ord(character):04X}) "
            f"at offset {content + self.doc.begin}, which measures {measured}"
        )

    def _ends(self, low: int, end: int | None, reach: int) -> Iterator[int]:
        """Yield the end of a piece without the white space after it, then with it, as far as they are in reach."""
        if end is None:
            return
        reach = max(reach, low + _SHORT)
        bare = content_end(self.doc.text, low, end)
        if low < bare < end and bare <= reach and self.doc.graphemes.at(bare):
            yield bare
        if end <= reach:
            yield end

    def _best_end(self, start: int, content: int, piece: int, kind: Cuts) -> int:
        """Find the furthest cut of the strongest kind; something new, from ``content`` on, has to be inside.

        A kind whose furthest cut leaves less than ``least`` gives way to the next; if none does it, most is taken.
        That ``text[start:piece]`` fits is known, even where the index guesses that it is out of reach; ``kind`` is that
        of the cut after the piece, the strongest that has one.
        """
        if kind is self.stops:
            end = self._best_stop(kind, start, content, piece)
            if end is not None:
                return end
        reach = max(self.doc.index.reach(start, self.doc.size), piece)
        short = 0
        for cuts in self.levels:
            if short and cuts is self.levels[-1]:  # a grapheme cluster that fits is not cut to make a chunk longer
                break
            first, most = cuts.first(content, len(self.doc.text)), self._with_space(cuts, content, reach)
            end = self._last_fit(cuts, start, content, most) if first is not None and first <= most else None
            if end is None and piece in self._ends(content, first, reach):
                end = piece
            if end is not None and (not self.least or self.doc.index.size(start, end) >= self.least):
                return end
            short = max(short, end or 0)
        return short or piece

    def _with_space(self, cuts: Cuts, content: int, reach: int) -> int:
        """Reach the end of white space, which may be left out, if the kind has no cut before it or in it."""
        if not self.doc.text[reach : reach + 1].isspace():
            return reach
        if cuts.last(content_end(self.doc.text, content, reach) - 1, reach) is not None:
            return reach
        solid = SOLID.search(self.doc.text, reach)
        return solid.start() if solid else len(self.doc.text)

    def _best_stop(self, stops: Cuts, start: int, content: int, piece: int) -> int | None:
        """Find the first stop after which the chunk is large enough, if it fits; the first does, to ``piece``."""
        stop, low = stops.first(content, len(self.doc.text)), content
        while stop is not None:
            end = self._last_fit(stops, start, low, stop) or (piece if low == content else None)
            if end is None or self.doc.index.size(start, end) >= self.least:
                return end
            low = stop
            stop = stops.first(stop, len(self.doc.text))
            if stop and not self.doc.index.near(start, content_end(self.doc.text, low, stop), self.doc.size):
                return None
        return None

    def _last_fit(self, cuts: Cuts, start: int, low: int, high: int) -> int | None:
        end, short = cuts.last(low, high), low
        while end is not None and end > short:
            excess = self._measure(start, end) - self.doc.size
            if excess <= 0:
                return end
            bare = content_end(self.doc.text, low, end)
            if short < bare < end and self.doc.graphemes.at(bare) and self.fits(start, bare):
                if self.doc.index.size(start, bare) >= self.least:
                    return bare
                short = bare  # a part of the white space after it may make it long enough
            lost = LOST if self.header else 0  # where the header and the text meet
            if self.header and self.header(start, low) != self.header(start, end):  # that of less may be shorter
                excess = excess * self.doc.index.size(start, end) // (self.doc.size + excess)
            end = cuts.last(low, min(end - 1, self.doc.index.retreat(start, end, excess - lost)))
        return short if short > low else None
