"""One text, measured, and the three answers put together: what every strategy is made of."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from chunklib import cuts
from chunklib.chunk import PATH, SEPARATOR, Chunk, Span, document_id
from chunklib.cuts import Cuts, Graphemes, Positions
from chunklib.cuts.separators import SENTENCE
from chunklib.cuts.structure import Headings, Level, Structure
from chunklib.embed import Embedder, embedder
from chunklib.overlap import Adaptive, Overlap, OverlapSpec, Semantic, Sentences, Units, asked
from chunklib.overlap.semantic import SentenceVectors, SimilarSentences
from chunklib.pack import Packer
from chunklib.tokens import Index, RulerSpec
from chunklib.tokens import ruler as make_ruler

if TYPE_CHECKING:
    from collections.abc import Iterator

Describe = Callable[[Span], tuple[str, Mapping[str, object]]]
"""Gives the context and the metadata of the chunk of a span."""

_SOLID = re.compile(r"\S")
_LEAST_ROOM = 16  # units that a heading path leaves for text: any character fits in them


class Document:
    """One text, measured, with the kinds of cuts that every strategy falls back to."""

    def __init__(self, text: str, ruler: RulerSpec, document: str | None, embed: str | Embedder | None = None) -> None:
        if not isinstance(text, str):
            raise TypeError(f"text must be a str: got {type(text).__name__}")
        self.text = text
        self.index: Index = make_ruler(ruler).index(text)
        self.name = document_id(text) if document is None else document
        self.graphemes = Graphemes(text)
        self._vectors: dict[object, SentenceVectors] = {}
        self.embed = embed  # what an overlap by meaning uses that names no embedder

    def cuts(self, find: Callable[[], Sequence[int]]) -> Positions:
        """Make cuts of offsets, none of them inside a grapheme cluster."""
        return Positions(find, self.graphemes)

    def words(self) -> Positions:
        """Make cuts between words."""
        return self.cuts(lambda: cuts.words(self.text))

    def sentence_ends(self, titles: Sequence[Span]) -> Positions:
        """Make cuts behind what looks like the end of a sentence: quicker than :meth:`sentences`, and not as good."""

        def find() -> Sequence[int]:
            ends = cuts.separators(self.text, SENTENCE)
            inside = {at for start, end in titles for at in ends[bisect_right(ends, start) : bisect_left(ends, end)]}
            return [at for at in ends if at not in inside] if inside else ends

        return self.cuts(find)

    @cached_property
    def _sentences(self) -> Sequence[int]:
        return cuts.sentences(self.text)

    def sentences(self) -> Positions:
        """Make cuts between sentences."""
        return self.cuts(lambda: self._sentences)

    def vectors(self, embed: Embedder) -> SentenceVectors:
        """Find the sentences with their vectors; whoever asks again with the same embedder gets the same ones."""
        key = embed if isinstance(embed, Hashable) else id(embed)  # a method is a new object each time, and equal
        return self._vectors.setdefault(key, SentenceVectors(self.text, lambda: self._sentences, embed))

    def level(self, level: Level, size: int) -> Positions:
        """Make cuts of a level: its offsets, and the starts of its blocks that fit in the size by themselves."""
        return self.cuts(lambda: self._offsets(level, size))

    def _offsets(self, level: Level, size: int) -> Sequence[int]:
        fitting = [block for block in level.blocks if self._fits(block, size)]
        places = {block.start for block in fitting} | {block.end for block in fitting if level.ends}
        places.discard(0)
        offsets = sorted(places.union(level.offsets)) if fitting else level.offsets
        end = len(self.text)
        return offsets if offsets[-1:] == [end] else [*offsets, end]

    def _fits(self, block: Span, size: int) -> bool:
        """Tell whether a block fits, the white space behind it left out."""
        end = block.start + len(self.text[slice(*block)].rstrip())
        return end <= self.index.reach(block.start, size) and self.index.size(block.start, end) <= size

    def packer(
        self,
        kinds: Sequence[Cuts],
        size: int,
        overlap: OverlapSpec,
        starts: Sequence[Cuts],
        *,
        header: Callable[[int], str] | None = None,
        stops: Cuts | None = None,
        least: int = 0,
    ) -> Packer:
        """Put the three answers together; an overlap in units begins at one of ``starts``, or between clusters."""
        rule = self._rule(overlap, size, (*starts, self.graphemes))
        return Packer(self.text, self.index, self.graphemes, kinds, size, rule, header, stops, least)

    def _rule(self, overlap: OverlapSpec, size: int, levels: Sequence[Cuts]) -> Overlap:
        repeat = asked(overlap, size)
        if isinstance(overlap, Adaptive):
            return overlap.on(self.text, levels)
        if isinstance(overlap, Semantic):
            return SimilarSentences(
                self.vectors(embedder(self.embed if overlap.embed is None else overlap.embed)),
                self.graphemes.at,
                overlap,
            )
        if repeat.sentences:
            return Sentences(repeat.sentences, self.sentences())
        return Units(repeat.units, levels)

    def chunks(self, packer: Packer, spans: Iterable[Span], describe: Describe | None = None) -> list[Chunk]:
        """Slice the text, once, and say what each chunk measures and shares."""
        return list(self._slices(packer, spans, describe or (lambda _: ("", {}))))

    def _slices(self, packer: Packer, spans: Iterable[Span], describe: Describe) -> Iterator[Chunk]:
        before: Span | None = None
        for index, span in enumerate(spans):
            start, end = span
            shared = self.index.size(start, before.end) if before and start < before.end else 0
            context, metadata = describe(span)
            if before:
                metadata = {**metadata, **packer.overlap.notes(self.index, *before)}
            size = self.index.size(start, end)
            yield Chunk(self.text[start:end], start, end, size, shared, index, self.name, context, metadata)
            before = span

    def structured(
        self,
        structure: Structure,
        size: int,
        overlap: OverlapSpec,
        *,
        count_context: bool,
        sentences: bool = False,
        repeat_last: bool = False,
        metadata: Callable[[Span], Mapping[str, object]] = lambda _: {},
    ) -> list[Chunk]:
        """Pack a text by its structure; each chunk gets the path of the headings above it as its context.

        What no cut of the structure serves for is cut at the ends of ``sentences`` (where the structure has not its
        own), else between blocks, else between words. An overlap begins at a word; with ``repeat_last`` at a cut of the
        structure's last level, where one serves.
        """
        asked(overlap, size)  # before the structure is measured against it
        if not isinstance(count_context, bool):
            raise TypeError(f"count_context must be True or False: got {count_context!r}")
        headings = Headings(structure.headings)
        path = self._short_path(headings, size) if count_context else headings.path
        kinds = [self.level(level, size) for level in structure.levels]
        starts = kinds[-1:] if repeat_last else []
        if sentences:
            kinds.append(self.sentence_ends(structure.titles))
        if structure.blocks:
            kinds.append(self.cuts(lambda: [*structure.blocks, len(self.text)]))
        words = self.words()
        packer = self.packer(
            (*kinds, words),
            size,
            overlap,
            starts=(*starts, words),
            header=(lambda start: _headed(path(self._first_character(start)))) if count_context else None,
        )

        def describe(span: Span) -> tuple[str, Mapping[str, object]]:
            at = self._first_character(span.start)
            return PATH.join(path(at)), {"headings": headings.path(at), **metadata(span)}

        return self.chunks(packer, packer.spans(), describe)

    def _first_character(self, start: int) -> int:
        """Find the first character from an offset on that is not white space: that is where a chunk's words begin."""
        found = _SOLID.search(self.text, start)
        return found.start() if found else start

    def _short_path(self, headings: Headings, size: int) -> Callable[[int], tuple[str, ...]]:
        """Leave out the outermost headings of a path that takes more than half of the size."""
        room = min(size // 2, size - _LEAST_ROOM)
        known: dict[tuple[str, ...], tuple[str, ...]] = {(): ()}

        def path(offset: int) -> tuple[str, ...]:
            full = headings.path(offset)
            if full not in known:
                short = full
                while short and self.index.headed(_headed(short), 0, 0) > room:
                    short = short[1:]
                known[full] = short
            return known[full]

        return path


def _headed(path: tuple[str, ...]) -> str:
    return PATH.join(path) + SEPARATOR if path else ""
