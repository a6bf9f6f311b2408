"""Find how far an amount reaches, by any measure that never gives a longer text less.

A measure may be slow, so a search asks it about few spans: it begins where the rate of the last measure leads to,
goes on from there in steps that grow, and at last halves what is left. It ends at a span that exceeds the amount by a
little, which proves that no more fits. What has been measured is remembered.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

LOST = 2
"""Units that a header and a text may lose where they meet, at most."""
_REMEMBERED = 8192  # measures that are kept
_MORE = 1.25  # of the characters that the amount should have: these hardly fit
_WORD = 16  # characters more, where the amount is small
_FASTER = 4  # the rate of one measure may be so many times that of the last: a run of white space measures nothing


class _Probe(NamedTuple):
    """Holds a step from where a search begins, and what the span up to there measures."""

    step: int
    units: int


_NOTHING = _Probe(0, 0)


class SearchIndex:
    """Measures spans by a callable, and finds how far an amount reaches by asking it about few of them."""

    def __init__(self, text: str, measure: Callable[[str], int], special: int = 0) -> None:
        self.special = special
        self._length = len(text)
        self._rate = 4.0  # characters a unit, as the last measure found
        self._last = (-1, _NOTHING)  # where the last search forward began, and what it found to fit

        @lru_cache(_REMEMBERED)  # a packer asks about the same span again, and a mean size is found by packing again
        def size(start: int, end: int, header: str = "") -> int:
            return measure(header + text[start:end])

        self._size = size

    def size(self, start: int, end: int, header: str = "") -> int:
        """Measure a slice with a header before it."""
        return self._size(start, end, header)

    def near(self, start: int, end: int, amount: int) -> bool:
        """Tell whether ``text[start:end]`` may be within the amount; where that is not sure, it is worth a measure."""
        length = int(_MORE * self._rate * amount) + _WORD
        while length < end - start:
            if self._size(start, start + length) > amount:
                return False
            length *= 2
        return True

    def reach(self, start: int, amount: int) -> int:
        """Find an offset beyond which ``text[start:offset]`` is not within the amount."""
        return self._forward(start, amount)

    def back(self, end: int, amount: int) -> int:
        """Find an offset before which ``text[offset:end]`` is not within the amount, special tokens left out."""
        amount += self.special
        high, spare = _Probe(end + 1, 0), amount // 32 + 1
        _, high = self._closed_in(lambda step: self._size(end - step, end), _NOTHING, high, amount, spare)
        return end + 1 - high.step

    def retreat(self, start: int, end: int, excess: int) -> int:
        """Find an offset beyond which ``text[start:offset]`` still exceeds what ``text[start:end]`` exceeds."""
        if excess <= 0:
            return end
        units = self._size(start, end)
        return self._forward(start, units - excess, _Probe(end - start, units), excess // 4)

    def _forward(self, start: int, amount: int, high: _Probe | None = None, spare: int | None = None) -> int:
        """Search from a start."""
        last, known = self._last
        low = known if last == start and known.units <= amount else _NOTHING
        high = high or _Probe(self._length - start + 1, 0)
        spare = amount // 16 + 1 if spare is None else spare
        low, high = self._closed_in(lambda step: self._size(start, start + step), low, high, amount, spare)
        self._last = start, low
        return start + high.step - 1

    def _closed_in(
        self, measure: Callable[[int], int], low: _Probe, high: _Probe, amount: int, spare: int
    ) -> tuple[_Probe, _Probe]:
        """Close in on the largest step that fits, until the next does not, or one exceeds the amount by a little.

        Args:
            measure: measures up to a step.
            low: a step that fits.
            high: one that does not; if it has no units, they are not known.
            amount: what a step may measure.
            spare: how much more is a little.
        """
        last, wanted, rate, gap = high if high.units else low, amount + (spare + 1) / 2, self._rate, 1.0
        while high.step - low.step > 1 and not amount < high.units <= amount + spare:
            middle = (low.step + high.step) // 2 if high.units else high.step - 1
            away = int(abs(wanted - last.units) * rate * gap) + 1
            step = min(low.step + away, middle) if last is low else max(high.step - away, middle)
            last = _Probe(step, measure(step))
            low, high = (last, high) if last.units <= amount else (low, last)
            rate = min(step / max(last.units, 1), _FASTER * rate)
            gap *= 1.5
        self._rate = min(rate, 2 * self._rate)  # after a run of nothing, the next search begins near
        return low, high
