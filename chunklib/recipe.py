"""Follow a recipe, the answers to three questions: where may I cut, how much fits, what do I repeat?

Whatever its answers are, a strategy keeps the contract of :mod:`chunklib.contract`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple, TypedDict, TypeVar, Unpack

from chunklib.chunk import OWN, PATH, Chunk, Span, headed
from chunklib.cuts.separators import listed
from chunklib.cuts.structure import Headings, first_seen
from chunklib.document import CutKind, Document
from chunklib.errors import InvalidType, InvalidValue, refuse_options, unknown
from chunklib.kinds_of_cuts import parts
from chunklib.overlap import OverlapSpec, parse_overlap
from chunklib.pack import Packer
from chunklib.readers import a_mapping, a_text, whole, yes_or_no
from chunklib.repack import lengthen_last, without_separators
from chunklib.sources import FileChunks, Options, Source, plain_text
from chunklib.tokens import RulerSpec

_LEAST_ROOM = 16  # units that a heading path leaves for text: any character fits in them

_NONE: Options = MappingProxyType({})

SIZE, OVERLAP = 500, "15%"
"""The size and the overlap where none are given."""


class Shared(TypedDict, total=False):
    """Lists the arguments that every strategy takes by name; :mod:`chunklib.strategies` describes them."""

    ruler: RulerSpec
    document: str | None
    metadata: Mapping[str, object] | None
    min_size: int


class Structured(Shared, total=False):
    """Adds those that every strategy for structured texts takes."""

    count_context: bool
    join: bool


SHARED: Mapping[str, object] = MappingProxyType({"document": None, "metadata": None, "min_size": 0})
"""The defaults of these arguments, but of the ruler, which a recipe names."""


Strategy = Callable[..., list[Chunk]]
"""Takes a text (or a file), a size and an overlap, and by name a ruler, a document and the strategy's own options."""

_Found = TypeVar("_Found")


class Split(NamedTuple):
    """Holds a document, its spans as packed, and the maker of its chunks."""

    doc: Document
    packed: list[Span]
    chunks: Iterator[Chunk]


class Named(dict[str, _Found]):
    """Answers an unknown name with the names that there are."""

    def __missing__(self, name: object) -> _Found:
        raise unknown("strategy", name, self)


@dataclass(frozen=True)
class Recipe:
    """Holds a strategy's answers to the three questions.

    Args:
        name: what the strategy is called.
        cut: where may I cut? Kinds of cuts, strongest first; grapheme clusters follow.
        repeat: what do I repeat? Kinds of cuts at which an overlap in units begins, finest natural unit first.
        ruler: how much fits? What measures the size, if the caller names no ruler.
        read: finds the structure of a text, or the text of a file.
        stops: whether a chunk ends at a cut of the first kind even where more would fit.
        movable: whether every cut follows from where the first chunk ends, so that the windows can be moved.
        file: whether it takes a file in place of a text.
        needs: an option that it cannot do without.
        of: the only kind of text that it takes; empty for any text.
    """

    name: str
    cut: Sequence[CutKind]
    repeat: Sequence[CutKind]
    ruler: str = "cl100k_base"
    read: Callable[[Any, Options], Source] = plain_text
    stops: bool = False
    movable: bool = False
    file: bool = False
    needs: str = ""
    of: str = ""

    @property
    def takes_any_text(self) -> bool:
        """Tell whether a text is all that it needs, whatever it says."""
        return not (self.file or self.needs or self.of)

    @property
    def structured(self) -> Mapping[str, object]:
        """Give the arguments that only strategies for structured texts share, with their defaults."""
        return {} if self.read is plain_text else {"count_context": False, "join": True}

    @property
    def streams(self) -> bool:
        """Tell whether each cut follows from the text near it, so that a text can be split a part after the other."""
        return self.read is plain_text and not self.stops

    def __call__(
        self, source: Any, size: int, overlap: OverlapSpec, own: Options = _NONE, /, **shared: Unpack[Structured]
    ) -> list[Chunk]:
        """Split a text or a file: read it, pack it, and say of each chunk what it measures, shares and is about.

        ``own`` are all of the strategy's own options, ``shared`` is what else the caller gave by name.
        """
        refuse_options(self.name, shared, ("size", "overlap", *Shared.__annotations__, *own, *self.structured))
        doc, _, chunks = self.split(source, size, overlap, {**shared, **own})
        return list(chunks) if doc.text is source else FileChunks(doc.text, chunks)

    def split(
        self,
        source: Any,
        size: int,
        overlap: OverlapSpec,
        options: Options,
        done: Sequence[Span] = (),
        begin: int = 0,
        *,
        ended: bool = True,
    ) -> Split:
        """Split a text or a file, or a part of one that has not ``ended``, after spans of it that come again."""
        if self.needs and options.get(self.needs) is None:
            raise InvalidType(f"{self.name} needs {self.needs}: it was not given")
        repeat, least = parse_overlap(overlap, size), whole("min_size", options.get("min_size", 0))
        if not 0 <= least <= size:
            raise InvalidValue(f"min_size must be from 0 to size: got min_size={least}, size={size}")
        count_context = yes_or_no("count_context", options.get("count_context", False))
        given = given_metadata(options.get("metadata"))
        if not self.file:
            a_text("text", source)
        text, structure, metadata = self.read(source, options)
        doc = Document(
            text,
            options.get("ruler", self.ruler),
            options.get("document"),
            structure=structure,
            size=size,
            room=size - repeat.units,
            options=options,
            begin=begin,
        )
        kinds = [cuts for kind in self.cut for cuts in doc.kind(kind)]
        starts = [*(cuts for kind in self.repeat for cuts in doc.kind(kind)), doc.graphemes]
        contexts = _Contexts(doc, count_context=count_context) if doc.has_structure else None
        header = contexts.header if contexts and count_context else None
        apart = [] if yes_or_no("join", options.get("join", True)) else doc.kind(parts)
        kinds = [*apart, *kinds]
        stops = kinds[0] if self.stops or apart else None
        packer = Packer(doc, kinds, repeat.on(doc, starts), header, stops, least, stops if apart else None)
        packed = [*done, *packer.spans(done[-1] if done else None)]
        spans = _ended(packer, packed, options, ended=ended)
        return Split(doc, packed, _sliced(doc, packer, spans, contexts, metadata, given))


def _ended(packer: Packer, spans: list[Span], options: Options, *, ended: bool) -> list[Span]:
    """Lengthen the last span to the least size, and take the separators off the ends, as the options ask."""
    if packer.least and ended:
        spans = lengthen_last(packer, spans)
    if not options.get("keep_separators", True):
        spans = without_separators(packer, spans, listed(options["separators"]))
    return spans


def given_metadata(metadata: object, of: str = "") -> dict[str, object]:
    """Read the metadata of a document; ``of`` names it in messages."""
    if metadata is None:
        return {}
    found = a_mapping(f"metadata{of}", metadata)
    return {a_text(f"a key of metadata{of}", name): value for name, value in found.items()}


def with_given(given: Mapping[str, object], found: Mapping[str, object]) -> dict[str, object]:
    """Put the metadata of a document before what a strategy found for a chunk of it."""
    if both := ", ".join(repr(name) for name in given if name in found):
        raise InvalidValue(f"metadata must not have a key that the strategy writes itself: got {both}")
    return {**given, **found}


def _sliced(
    doc: Document,
    packer: Packer,
    spans: Sequence[Span],
    contexts: "_Contexts | None",
    metadata: Callable[[Span], Mapping[str, object]],
    given: Mapping[str, object],
) -> Iterator[Chunk]:
    """Slice the text, once, and say what each chunk measures, shares and is about."""
    size_of = doc.index.size
    before: Span | None = None
    for index, span in enumerate(spans):
        start, end = span
        shared = size_of(start, before.end) - doc.index.special if before and start < before.end else 0
        context, said = contexts.of(start, end) if contexts else ("", {})
        found = {**said, **metadata(span)}
        if before:
            found.update(packer.overlap.notes(doc.index, *before))
        found = with_given(given, found) if given else found
        yield Chunk(doc.text[start:end], start, end, size_of(start, end), shared, index, doc.name, context, found)
        before = span


class _Contexts:
    """Gives the context of a span: the headings that hold for all of it, and below them the head of a table.

    The head is that of the table in which the span begins, also where the span goes on after the table. Where the
    context is counted, what of it is put before the text takes at most half of the size: a head that takes more by
    itself is left out; then the outermost headings are, until the rest of the path and the head fit.
    """

    def __init__(self, doc: Document, *, count_context: bool) -> None:
        structure = doc.structure
        self._text, self._counted, self._measure = doc.text, count_context, doc.index.size
        self._headings = Headings(structure.headings, doc.text, said=not structure.implied)
        self._heads = structure.heads if callable(structure.heads) else Headings(structure.heads)
        self._implied = structure.implied
        self._room = min(doc.size // 2, doc.size - _LEAST_ROOM)
        self._known: dict[tuple[tuple[str, ...], int, str], tuple[str, str, bool]] = {}

    def header(self, start: int, end: int) -> str:
        """Give what is put before the text of a span, with the blank line between them."""
        path, own = self._headings.common(start, end)
        return headed(self._joined(path, own, *self._head(start, end))[1], "")

    def of(self, start: int, end: int) -> tuple[str, dict[str, object]]:
        """Give the context of a span, and what the metadata say of its place."""
        found, head = self._headings.about(start, end), self._head(start, end)
        context, _, headless = self._joined(found["headings"], found.get(OWN, 0), *head)
        return context, {**found, "head_left_out": True} if headless else found

    def _head(self, start: int, end: int) -> tuple[str, str]:
        """Give the head of a span, and the least of it that is kept."""
        if not isinstance(self._heads, Headings):
            return self._heads(start, end)
        head = "".join(self._heads.path(first_seen(self._text, start))[-1:])
        return head, head

    def _fits(self, before: str) -> bool:
        return not self._counted or self._measure(0, 0, headed(before, "")) <= self._room

    def _joined(self, path: tuple[str, ...], own: int, head: str, least: str) -> tuple[str, str, bool]:
        """Join a path and a head: the context, what of it is put before the text, and whether the head is left out."""
        if self._implied and all(title.isdigit() for title in path):  # of indices alone nobody learns what it is about
            path = ()
        if found := self._known.get((path, own, head)):
            return found
        kept, last = head if self._fits(least) else "", len(path) - own
        for first in range(last + 1):
            before = "\n".join(filter(None, (PATH.join(path[first:last]), kept)))
            if self._fits(before):
                break
        full = "\n".join(filter(None, (PATH.join(path[first:]), kept)))
        return self._known.setdefault((path, own, head), (full, before, kept != head))
