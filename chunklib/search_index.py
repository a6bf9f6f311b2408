"""Find how far an amount reaches, by any measure that never gives a longer text less.

A measure may be slow (a tokenizer in Python, a model's own), so a search asks it about few long spans. It probes where
the rate of the last search leads to, comes near by secants, and then finds the place with short parts beside the probe
alone. One measure of the whole span proves that no more fits; what has been measured is remembered.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

LOST = 2
"""Units that a header and a text may lose where they meet, at most."""
_REMEMBERED = 8192  # measures that are kept
_SEEN = 32  # spans whose measures bound later searches
_CLOSE = 8  # a proof that exceeds the amount by this part of it is good enough
_GUESSES = 4
_FINE = 256  # a guess may miss by this part of its distance
_PROOF = 1.05  # of the characters that the amount should have: these hardly fit
_WORD = 16  # characters in which a space is looked for: a tokenizer seldom joins what is on its two sides


class _Ray(NamedTuple):
    """Goes from an offset forward (``sign`` 1) or back (-1), in steps of a character."""

    origin: int
    sign: int

    def span(self, near: int, far: int) -> tuple[int, int]:
        """Give the start and the end of what lies between two steps."""
        first, last = self.origin + self.sign * near, self.origin + self.sign * far
        return (first, last) if self.sign > 0 else (last, first)


class _Probe(NamedTuple):
    """A step, and what the span up to there measures."""

    step: int
    units: int


class _Guess(NamedTuple):
    """Holds a step, what the span up to there should measure, and from how many parts that was put together.

    A part that was taken off counts as one less.
    """

    step: int
    units: int
    parts: int


@dataclass
class _Search:
    """Knows of a search its last probe, the furthest step that fits, and the nearest that does not."""

    ray: _Ray
    room: int
    amount: int
    probe: _Probe
    low: int
    high: int
    gap: int = 1

    @property
    def open(self) -> bool:
        """Tell whether there are steps of which it is not known if they fit."""
        return self.high - self.low > 1

    @property
    def close(self) -> bool:
        """Tell whether the last probe missed the amount by no more than a unit."""
        return abs(self.probe.units - self.amount) <= 1


class SearchIndex:
    """Measures spans by a callable, and finds how far an amount reaches by asking it about few of them."""

    def __init__(self, text: str, measure: Callable[[str], int]) -> None:
        self._text = text
        self._rate = 4.0  # characters a unit, as the last measure found
        self._twice = 0  # units that two parts together measure more than the whole, as the last proof found
        self._seen: deque[tuple[int, int, int]] = deque(maxlen=_SEEN)
        # The last step, by direction and amount; 0 where it did not help to find the next.
        self._reached: dict[tuple[int, int], int] = {}
        self._proofs: deque[tuple[int, int, int]] = deque(maxlen=_SEEN)

        @lru_cache(_REMEMBERED)  # a packer asks about the same span again, and a mean size is found by packing again
        def count(start: int, end: int, header: str = "") -> int:
            return measure(header + text[start:end])

        self._count = count

    def size(self, start: int, end: int, header: str = "") -> int:
        """Measure a slice with a header before it."""
        units = self._count(start, end, header)
        if not header:
            self._seen.append((start, end, units))
        return units

    def near(self, start: int, end: int, amount: int) -> bool:
        """Tell whether ``text[start:end]`` may be within the amount; where that is not sure, it is worth a measure."""
        if any(
            start <= first and last <= end and units > amount for first, last, units in (*self._proofs, *self._seen)
        ):
            return False
        length = int(_PROOF * self._rate * amount) + _WORD
        while end - length > start:
            units = self.size(end - length, end)  # at the end, for the starts that are to come
            if units > amount:
                self._proofs.append((end - length, end, units))
                return False
            length = int(_PROOF * length * min(amount / max(units, 1), 4)) + 1
        return True

    def reach(self, start: int, amount: int, *, exact: bool = False) -> int:
        """Find an offset beyond which ``text[start:offset]`` is not within the amount; ``exact``: the first one."""
        find = self._exactly if exact else self._furthest
        return start + find(_Ray(start, 1), len(self._text) - start, amount)

    def back(self, end: int, amount: int, *, exact: bool = False) -> int:
        """Find an offset before which ``text[offset:end]`` is not within the amount; ``exact``: the last one."""
        find = self._exactly if exact else self._furthest
        return end - find(_Ray(end, -1), end, amount)

    def retreat(self, start: int, end: int, excess: int) -> int:
        """Find an offset beyond which ``text[start:offset]`` still exceeds what ``text[start:end]`` exceeds."""
        units = next((units for first, last, units in self._seen if (first, last) == (start, end)), None)
        if units is None:  # it was measured with a header
            units = self.size(start, end) + LOST
        return min(end, self.reach(start, units - excess)) if units > excess else end

    def _furthest(self, ray: _Ray, room: int, amount: int) -> int:
        """Find the largest step that may fit: the next one is proven not to, or there is none."""
        search, guesses = self._begun(ray, room, amount), _GUESSES
        search.gap = room  # the middle is nearer
        while search.open:
            if guesses:
                self._try_guess(search)
                guesses -= 1
            else:
                self._try_beside(search)
            if amount < search.probe.units <= amount + amount // _CLOSE + 2:
                break
        return search.high - 1

    def _exactly(self, ray: _Ray, room: int, amount: int) -> int:
        """Find the largest step that fits, soonest where it was for the same amount; the next one is measured too.

        Beside the place, guesses from parts help only a measure of which parts add up.
        """
        search, guesses, which = self._begun(ray, room, amount), _GUESSES, (ray.sign, amount)
        if search.open and self._reached.get(which):
            self._ask(search, self._reached[which] + 1)
            if not search.close:
                self._reached[which] = 0
        right = not search.close
        while search.open:
            if guesses and (right or not search.close):
                right = self._try_guess(search)
                guesses -= 1
            else:
                self._try_beside(search)
                right = False
        if self._reached.get(which, 1):
            self._reached[which] = search.high - 1
        return search.high - 1

    def _try_guess(self, search: _Search) -> bool:
        """Ask about a step that is guessed from parts; tell whether the span measures what was guessed."""
        step, units, parts = self._guess(search.ray, search.probe, search.low, search.high, search.amount)
        self._ask(search, step)
        if search.probe.step != step:
            return False
        self._twice += _sign(units - search.probe.units) * _sign(parts)
        return units == search.probe.units

    def _try_beside(self, search: _Search) -> None:
        """Ask about a step beside the last probe, further away each time, at most in the middle of what is left."""
        middle = (search.low + search.high) // 2 if search.high <= search.room else 2 * search.low + 1
        fits = search.probe.units <= search.amount
        self._ask(search, min(search.low + search.gap, middle) if fits else max(search.high - search.gap, middle))
        search.gap *= 2

    def _ask(self, search: _Search, step: int) -> None:
        """Measure up to a step, and note whether it fits."""
        step = min(max(step, search.low + 1), search.high - 1)
        search.probe = _Probe(step, self.size(*search.ray.span(0, step)))
        self._learn(*search.probe)
        if search.probe.units <= search.amount:
            search.low = step
        else:
            search.high = step

    def _begun(self, ray: _Ray, room: int, amount: int) -> _Search:
        """Take from the measures so far the nearest probe, a step that fits, and one that does not."""
        probe, low, high = _Probe(0, 0), 0, room + 1
        for first, last, units in self._seen:
            origin, far = (first, last) if ray.sign > 0 else (last, first)
            step = (far - ray.origin) * ray.sign
            inside = (origin - ray.origin) * ray.sign  # >= 0: the ray has all of the span before it
            if units > amount and inside >= 0:
                high = min(high, max(step, 1))
            elif units <= amount and inside <= 0:
                low = max(low, min(step, room))
            if inside == 0 and abs(units - amount) < abs(probe.units - amount):
                probe = _Probe(step, units)
        return _Search(ray, room, amount, probe, min(low, high - 1), high)

    def _guess(self, ray: _Ray, probe: _Probe, low: int, high: int, amount: int) -> _Guess:
        """Guess the first step that does not fit, by measuring what is beside a probe."""
        step, units, parts = self._approach(ray, probe, low, high, amount)
        room = max(0, amount - units) + self._twice
        left, right = 0, int((abs(room) + 1) * self._rate) + 1
        while step + right < high and self._part(ray, step, step + right) <= room:
            left, right = right, 2 * right
        right = min(right, high - step)
        while right - left > 1 + right // _FINE:
            middle = (left + right) // 2
            if self._part(ray, step, step + middle) <= room:
                left = middle
            else:
                right = middle
        if step + right < high:
            units, parts = units + self._part(ray, step, step + right) - self._twice, parts + 1
        return _Guess(step + right, units, parts)

    def _approach(self, ray: _Ray, probe: _Probe, low: int, high: int, amount: int) -> _Guess:
        """Go from a probe to a place shortly before the amount is reached, and estimate the measure up to there."""
        step, units = probe
        margin, parts = amount // 32 + 3, 0
        if 0 < (place := self._after_word(ray, step)) < step:
            units, step, parts = max(0, units - self._part(ray, place, step) + self._twice), place, -1
        for _ in range(_GUESSES):
            rest = amount - units
            if 0 <= rest <= margin:
                break
            place = self._after_word(ray, step + int((rest - margin / 2) * self._rate))
            place = min(max(place, low), high - 1)
            if place == step:
                break
            near, far = min(step, place), max(step, place)
            if near:
                found = max(0, self._part(ray, near, far) - self._twice)
                parts += _sign(place - step)
            else:
                found = self.size(*ray.span(0, far)) if far else 0
            if found > margin:
                self._learn(far - near, found)
            units = units + found if place > step else max(0, units - found)
            step = place
        return _Guess(step, units, parts)

    def _learn(self, length: int, units: int) -> None:
        self._rate = min(length / max(units, 1), 4 * self._rate, len(self._text) + 1)

    def _part(self, ray: _Ray, near: int, far: int) -> int:
        return self._count(*ray.span(near, far))

    def _after_word(self, ray: _Ray, step: int) -> int:
        """Come back to a space, if there is one near: up to there the measure is hardly another for what follows."""
        place = ray.origin + ray.sign * step
        if ray.sign > 0:
            found = self._text.rfind(" ", max(place - _WORD, 0), place + 1)
        else:
            found = self._text.find(" ", max(place, 0), place + _WORD)
        return step if found < 0 else (found - ray.origin) * ray.sign


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
