"""Say an answer in words: what was said, where it is from, and what was read."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter

from chunklib import cuts
from chunklib.chunk import PATH, Chunk, Span
from chunklib.cuts.structure import Headings
from chunklib.errors import MissingPackage

from .seen import seen

UNANSWERED = "No sentence of the passages shares enough words with the question. Read the passages yourself."
ABSENT = "The sentence that shares most with the question does not have: {}. Read the passages yourself."
NOTHING = "No passage shares a word with the question."
_AROUND, _LONGEST = 60, 160  # characters around a quote, and of a quote, in words
_SHOWN, _PASSAGE = 5, 1_200  # passages that are shown where there is no answer, and characters of one
Places = Sequence[tuple[int, str]]


@dataclass(frozen=True, repr=False)
class Reply:
    """Holds an answer and where it is from.

    ``passages`` are the chunks that were retrieved, best first. ``text`` is the answer, empty if there is none;
    ``declined`` tells that nothing was answered; ``cited`` are the numbers of the passages it cites, from 1.
    ``quotes`` are the places that are shown in the document, and ``notes`` are sentences about the answer. ``called``
    is what the text is called, and ``places`` says which page and headings begin where in a PDF.
    """

    question: str
    passages: tuple[Chunk, ...]
    document: str = ""
    name: str = ""
    kind: str = ""
    text: str = ""
    declined: bool = True
    cited: tuple[int, ...] = ()
    quotes: tuple[Span, ...] = ()
    notes: tuple[str, ...] = ()
    called: str = "answer"
    places: Places = ()

    def __str__(self) -> str:
        return "\n".join([*self.said(), *self.notes])

    def said(self) -> Iterator[str]:
        """Yield the answer with its places and quotes, or the passages where there is none, in lines."""
        yield f"question: {self.question}"
        if self.text:
            yield f"{self.called}: {self.text}"
        for number in self.cited:
            yield f"[{number}] {self.place(number)}"
        for before, quote, after in self.excerpts(_AROUND, _LONGEST):
            yield "in the document: " + " ".join(f"{before}»{quote}«{after}".split())
        for number, passage in self.shown():
            yield f"[{number}] {self.place(number)}"
            yield f"    {' '.join(passage.split())}"

    def place(self, number: int) -> str:
        """Say where a passage is: its characters, its page in a PDF, and the headings above it if there are any."""
        chunk = self.passages[number - 1]
        first = chunk.end_char - len(chunk.text.lstrip())
        quote = next((quote.start for quote in self.quotes if chunk.start_char <= quote.start < chunk.end_char), first)
        above = chunk.context or (_headings(self.document).path(quote) if self.kind == "markdown" else ())
        under = f", under {above if isinstance(above, str) else PATH.join(above)}" if above else ""
        if self.places:
            under = self.places[bisect(self.places, quote, key=itemgetter(0)) - 1][1]
        return f"{self.name}, characters {chunk.start_char:,}–{chunk.end_char:,}{under}"

    def shown(self) -> Iterator[tuple[int, str]]:
        """Yield, where nothing was answered, the first passages, as a reader sees them, with their numbers."""
        for number, chunk in enumerate(self.passages[:_SHOWN] if self.declined and self.text else (), start=1):
            passage = seen(self.document, chunk.start_char, chunk.end_char, self.kind).strip()
            yield number, passage if len(passage) <= _PASSAGE else f"{passage[:_PASSAGE]} …"

    def excerpts(self, around: int, longest: int) -> Iterator[tuple[str, str, str]]:
        """Yield each quote with what is before and after it in the document, as a reader sees them."""
        for start, end in self.quotes:
            first, last = max(0, start - around), min(len(self.document), end + around)
            first = self.document.find(" ", first, start) + 1 if first else 0  # not in the middle of a word
            quote = seen(self.document, start, end, self.kind)
            shown = quote if len(quote) <= longest else f"{quote[:longest]} … "
            before, after = (seen(self.document, *place, self.kind) for place in ((first, start), (end, last)))
            yield "… " * (first > 0) + before, shown, after + " …" * (last < len(self.document))


@lru_cache(maxsize=2)
def _headings(text: str) -> Headings:
    """Find the headings of a Markdown document; none without the package that reads them."""
    with suppress(MissingPackage):
        return Headings(cuts.markdown(text).headings)
    return Headings(())
