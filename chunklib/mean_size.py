"""Choose among sets of cuts the one whose chunks measure, on average, what was asked."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from chunklib.cuts import Cuts
from chunklib.end_of_text import lengthen_last
from chunklib.pack import Packer

_NEAR = 8  # choices on either side of the one found that are looked at too


def with_mean_size(packer: Packer, choices: Sequence[Cuts], mean: int, cuts: Cuts) -> Packer:
    """Give a packer the stops with which the mean size of its chunks is nearest to ``mean``."""

    @cache
    def packed(which: int) -> Packer:
        return replace(packer, kinds=[choices[which], *packer.kinds[1:]], stops=choices[which])

    @cache
    def measured(which: int) -> float:
        spans = list(packed(which).spans())
        if packer.least:
            spans = lengthen_last(packed(which), spans, packer.least, cuts)
        return sum(packer.doc.index.size(*span) for span in spans) / max(len(spans), 1)

    low, high = 0, len(choices) - 1
    while low < high:
        middle = (low + high) // 2
        low, high = (middle + 1, high) if measured(middle) > mean else (low, middle)
    near = range(max(low - _NEAR, 0), min(low + _NEAR + 1, len(choices)))
    return packed(min(near, key=lambda which: (abs(measured(which) - mean), which)))
