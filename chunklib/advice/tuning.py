"""Tune an overlap as the field does: start at 10 to 15 %, measure, raise or lower, and stop with an explanation."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, astuple, dataclass
from itertools import pairwise
from math import inf
from numbers import Real
from typing import Any, SupportsIndex

from chunklib.calculators import overlap_from_percent
from chunklib.columns import columns
from chunklib.errors import InvalidType, InvalidValue
from chunklib.evaluation.plain_data import PlainData
from chunklib.readers import at_least, real

Measure = Callable[[int, int], float]
"""``(size, overlap) -> score``."""


_MOST_STORED = 1e6  # times the text: more than any overlap that is tried can store
_STEPS = 20  # to the size: 5 %
_FINE = 5  # parts of a step: a hundredth of the size


@dataclass(frozen=True, slots=True)
class Trial:
    """Records a round: what was tried, what was measured (``storage``: stored over own text), what followed from it."""

    overlap: int
    score: float
    storage: float
    verdict: str


@dataclass(frozen=True, slots=True)
class Tuning(PlainData):
    """Says how the search ended: ``reached`` tells whether both target and storage limit hold at ``overlap``.

    Where they do not, ``overlap`` is the smallest that was tried within the storage limit whose score is within the
    tolerance of the best there. ``history`` has the trials in order; no overlap is tried twice.
    """

    size: int
    overlap: int
    score: float
    storage: float
    reached: bool
    reason: str
    history: tuple[Trial, ...]

    def __str__(self) -> str:
        """Write the rounds as a table, and the end of the search below."""
        rows = [
            (f"{trial.overlap:,}", f"{trial.score:.3f}", f"{trial.storage:.2f}", trial.verdict)
            for trial in self.history
        ]
        found = (
            f"size {self.size:,}, overlap {self.overlap:,}: score {self.score:.3f}, {self.storage:.2f} times the text"
        )
        return "\n".join([*columns(("overlap", "score", "stored", "verdict"), rows, plain=True), found, self.reason])

    def _data(self) -> dict[str, Any]:
        return asdict(self)

    def _table(self) -> Iterator[Sequence[object]]:
        yield "overlap", "score", "storage", "verdict"
        yield from map(astuple, self.history)


def tune(
    measure: Measure,
    *,
    size: SupportsIndex = 500,
    start: float = 12.5,
    target: float = 0.9,
    storage_limit: float = 2.0,
    tolerance: float = 0.0,
    storage: Measure = lambda size, overlap: size / (size - overlap),
) -> Tuning:
    """Find an overlap by measuring: raise it while the score is too low, lower it while storage is too high.

    It moves by 5 % of the size; caught between an overlap that scores too little and one that stores too much, it
    halves the way down to 1 % of the size. It ends after at most 15 rounds, and the best trial counts.

    Args:
        measure: ``(size, overlap) -> score``, for example recall, from 0 to 1.
        size: the size of a chunk, in units; it stays as it is.
        start: where to begin, in per cent of the size, 0 to 50; the field starts at 10 to 15.
        target: the score that is enough.
        storage_limit: the most that may be stored, over the text itself: 2.0 is twice the text.
        tolerance: differences of scores up to this are taken for noise: a score so little below the target is enough.
        storage: ``(size, overlap) -> stored over own text``; by default what windows store, ``1 / (1 - overlap/size)``.

    Returns:
        a record with every trial, and the reason why the search ended. ``0 <= overlap <= size / 2``.

    Raises:
        TypeError: for a measure that cannot be called, and a goal that is not a number.
        ValueError: for a score that is not a number from 0 to 1, a storage below 1, a goal out of range; each is named.

    >>> found = tune(lambda size, overlap: 0.7 + overlap / 1000, size=500, target=0.8)
    >>> [trial.overlap for trial in found.history], found.overlap, found.reached
    ([62, 87, 112], 112, True)
    """
    size = at_least(1, "size", size)
    real("start", start, 0, 50, " in per cent")
    least = real("target", target, 0, 1) - real("tolerance", tolerance, 0, 1)
    if storage_limit != inf:
        real("storage_limit", storage_limit, 1)
    overlap = min(overlap_from_percent(size, start), size // 2)
    history = _history(measure, storage, (least, storage_limit), size, overlap)
    chosen, reason = _end(history, target, storage_limit, tolerance)
    reached = chosen.verdict == "enough"
    return Tuning(size, chosen.overlap, chosen.score, chosen.storage, reached, reason, tuple(history))


def _history(
    measure: Measure, storage: Measure, goals: tuple[float, float], size: int, overlap: int | None
) -> list[Trial]:
    """Try one overlap after the other, until there is none to try next."""
    history: list[Trial] = []
    while overlap is not None:
        stored = _answer("storage", storage, (size, overlap), 1.0, _MOST_STORED)
        score = _answer("measure", measure, (size, overlap), 0.0, 1.0)
        enough = "enough" if score >= goals[0] else "raise"
        history.append(Trial(overlap, score, stored, "lower" if stored > goals[1] else enough))
        overlap = _next(history, size)
    return history


def _answer(name: str, ask: Measure, asked: tuple[int, int], least: float, most: float) -> float:
    """Ask a callable, and refuse an answer that is out of range."""
    if not callable(ask):
        raise InvalidType(f"{name} must be a callable (size, overlap) -> number: got {ask!r}")
    answer = ask(*asked)
    if isinstance(answer, bool) or not isinstance(answer, Real) or not least <= float(answer) <= most:
        rule = f"a number from {least:g} to {most:g}"
        raise InvalidValue(f"{name} must return {rule}: {name}{asked} returned {answer!r}")
    return float(answer)


def _next(history: list[Trial], size: int) -> int | None:
    """Choose the overlap to try next, one that was not tried; None ends the search."""
    last, step, most = history[-1], -(-size // _STEPS), size // 2
    if last.verdict == "enough":
        return None
    floor = max((trial.overlap for trial in history if trial.verdict == "raise"), default=-1)
    ceiling = min((trial.overlap for trial in history if trial.verdict == "lower"), default=most + 1)
    raised, lowered = min(last.overlap + step, most), max(last.overlap - step, 0)
    wanted = raised if last.verdict == "raise" else lowered
    if floor < wanted < ceiling:
        return wanted
    caught = ceiling - floor > max(1, step // _FINE)
    return (floor + ceiling) // 2 if caught else None


def _end(history: list[Trial], target: float, storage_limit: float, tolerance: float) -> tuple[Trial, str]:
    """Choose a trial, and say why the search ended with it."""
    last, limit = history[-1], f"{storage_limit:g} times"
    if last.verdict == "enough":
        within = "reaches" if last.score >= target else f"is within {tolerance:g} of"
        said = f"{last.score:.3f} {within} {target:g}, at {last.storage:.2f} times the text"
        return last, f"an overlap of {last.overlap:,} is enough: {said}{_fell(history, tolerance)}"
    low = [trial for trial in history if trial.verdict == "raise"]
    if not low:
        least = min(history, key=lambda trial: trial.storage)
        stored = f"even an overlap of {least.overlap:,} stores {least.storage:.2f} times the text"
        return least, f"{stored}; {limit} is the limit"
    best = max(trial.score for trial in low) - tolerance
    chosen = min((trial for trial in low if trial.score >= best), key=lambda trial: trial.overlap)
    reached = f"no overlap tried up to {max(trial.overlap for trial in low):,} reaches {target:g}"
    dear = [trial.overlap for trial in history if trial.verdict == "lower"]
    more = f"{min(dear):,} stores more than {limit} the text; " if dear else ""
    instead = f"{more}change the size, the cuts or the retriever{_fell(history, tolerance)}"
    return chosen, f"{reached}: the best score is {chosen.score:.3f}, at {chosen.overlap:,}; {instead}"


def _fell(history: list[Trial], tolerance: float) -> str:
    """Say where a larger overlap scored less, beyond the tolerance."""
    for low, high in pairwise(sorted(history, key=lambda trial: trial.overlap)):
        if high.score < low.score - tolerance:
            fell = f"from {low.score:.3f} at {low.overlap:,} to {high.score:.3f} at {high.overlap:,}"
            return f". The score is not monotone (it fell {fell}): a tolerance, or a mean over more phases, steadies it"
    return ""
