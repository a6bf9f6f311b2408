"""Change packed spans without breaking the contract: lengthen the last one, or end each before its separator."""

from collections.abc import Sequence
from itertools import zip_longest

from chunklib.chunk import Span
from chunklib.cuts import Cuts
from chunklib.cuts.separators import Separator, beginnings
from chunklib.pack import Packer


def lengthen_last(packer: Packer, spans: Sequence[Span], least: int, cuts: Cuts) -> list[Span]:
    """Join a short last span to the one before, or start it earlier and let that one give way; no text is dropped.

    Args:
        packer: what made the spans.
        spans: what the packer returned.
        least: what the last span should measure, in units of the ruler, at most the packer's size.
        cuts: where the last two spans may start and end now.

    Returns:
        spans within the size that share no more than the overlap allows: one less where the last two fit together;
        unchanged where the last is long enough, alone, or where no cut serves.
    """
    unchanged, doc, size = list(spans), packer.doc, packer.doc.index.size
    if len(spans) < 2 or size(*spans[-1]) >= least:
        return unchanged
    before, last = spans[-2:]
    if size(before.start, last.end) <= doc.size:
        return [*spans[:-2], Span(before.start, last.end)]
    start = cuts.last(before.start, last.start - 1)
    while start is not None and size(start, last.end) < least:
        start = cuts.last(before.start, start - 1)
    if start is None or size(start, last.end) > doc.size:
        return unchanged
    low = max(start - 1, spans[-3].end if len(spans) > 2 else before.start)
    end = cuts.last(low, before.end)
    while end is not None and not (
        packer.overlap.allows(doc.index, start, end) and size(before.start, end) <= doc.size
    ):
        end = cuts.last(low, end - 1)
    if end is None or doc.text[before.start : end].isspace():
        return unchanged
    return [*spans[:-2], Span(before.start, end), Span(start, last.end)]


def without_separators(packer: Packer, spans: Sequence[Span], separators: Sequence[Separator]) -> list[Span]:
    """End each span before the white space of its last separator, where the contract still holds."""
    doc, begins = packer.doc, dict[int, int]()
    for kind in separators:
        begins = {**(beginnings(doc.text, kind) if kind != "" else {}), **begins}
    kept: list[Span] = []
    for (start, end), following in zip_longest(spans, spans[1:]):
        bare = max(begins.get(end, end), start + len(doc.text[start:end].rstrip()))
        serves = (
            bare > (kept[-1].end if kept else 0)
            and doc.graphemes.at(bare)
            and doc.index.size(start, bare) <= doc.size
            and (following is None or packer.overlap.allows(doc.index, following.start, bare))
        )
        kept.append(Span(start, bare if serves else end))
    return kept
