"""Choose among sets of cuts the one whose chunks measure, on average, what was asked."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from chunklib.cuts import Cuts
from chunklib.end_of_text import lengthen_last
from chunklib.pack import Packer

_NEAR = 8  # choices that are compared on either side


def with_mean_size(packer: Packer, choices: Sequence[Cuts], mean: int) -> Packer:
    """Give a packer the stops with which the mean size of its chunks is nearest to a number of units.

    More cuts make smaller chunks, but an overlap and a least size may reverse that between neighbouring choices: so
    a search by halves finds the place, and then the choices around it are compared.

    Args:
        packer: what packs the chunks.
        choices: what may be its first kind of cuts and its stops, the fewest cuts first.
        mean: the mean size that is wanted, in units of the ruler.
    """

    @cache
    def packed(which: int) -> Packer:
        return replace(packer, kinds=[choices[which], *packer.kinds[1:]], stops=choices[which])

    @cache
    def measured(which: int) -> float:
        spans = list(packed(which).spans())
        if packer.least:
            spans = lengthen_last(packed(which), spans)
        return sum(packer.doc.index.size(*span) for span in spans) / max(len(spans), 1)

    low, high = 0, len(choices) - 1
    while low < high:
        middle = (low + high) // 2
        low, high = (middle + 1, high) if measured(middle) > mean else (low, middle)
    near = range(max(low - _NEAR, 0), min(low + _NEAR + 1, len(choices)))
    return packed(min(near, key=lambda which: (abs(measured(which) - mean), which)))
