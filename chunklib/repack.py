"""Change how a text was packed without breaking the contract.

The last span is made longer, or each ends before its separator.
"""

from collections.abc import Sequence
from itertools import zip_longest

from chunklib.chunk import Span
from chunklib.cuts.separators import Separator, beginnings
from chunklib.pack import Packer


def lengthen_last(packer: Packer, spans: Sequence[Span]) -> list[Span]:
    """Join a last span that measures less than ``packer.least`` to the one before, or move the cut between them.

    Returns:
        spans that keep the contract: one less where the last two fit together; unchanged where the last is long enough
        or alone, or where no cut serves. The strongest kind of cut is taken that makes both long enough, else the last.
    """
    doc, least = packer.doc, packer.least
    if len(spans) < 2 or doc.index.size(*spans[-1]) >= least:
        return list(spans)
    *others, before, last = spans
    if packer.fits(before.start, last.end):
        return [*others, Span(before.start, last.end)]
    low = max(others[-1].end if others else 0, before.start)
    for enough in (least, 1):
        for cuts in packer.levels[:-1]:
            end = cuts.last(low, max(before.end, last.start) - 1)  # white space between them may count for either
            while end is not None and doc.index.size(before.start, end) >= enough:
                found = packer.with_last(Span(before.start, end), last.end)
                if not packer.fits(*found[1]):
                    break
                missing = least - doc.index.size(*found[1])
                if missing <= 0 and packer.fits(*found[0]) and doc.text[slice(*found[0])].strip():
                    return [*others, *found]
                end = cuts.last(low, min(end - 1, doc.index.retreat(before.start, end, max(missing, 0))))
    return list(spans)


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
            and packer.least <= doc.index.size(start, bare) <= doc.size
            and (following is None or packer.overlap.allows(doc.index, following.start, bare))
        )
        kept.append(Span(start, bare if serves else end))
    return kept
