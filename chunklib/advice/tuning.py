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


def redundancy(size: int, overlap: int) -> float:
    """Compute how many times its own text a long document stores: ``1 / (1 - overlap / size)``.

    It is the limit of :func:`chunklib.calculators.storage_impact`.

    >>> redundancy(500, 100), redundancy(500, 250)
    (1.25, 2.0)
    """
    return size / (size - overlap)


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


@dataclass(frozen=True, slots=True)
class _Goal:
    """What is wanted, and where the search may go."""

    target: float
    storage_limit: float
    tolerance: float
    step: int
    most: int

    def verdict(self, score: float, storage: float) -> str:
        if storage > self.storage_limit:
            return "lower"
        return "enough" if score >= self.target - self.tolerance else "raise"


def tune(
    measure: Measure,
    *,
    size: SupportsIndex = 500,
    start: float = 12.5,
    target: float = 0.9,
    storage_limit: float = 2.0,
    tolerance: float = 0.0,
    storage: Measure = redundancy,
) -> Tuning:
    """Find an overlap by measuring: raise it while the score is too low, lower it while storage is too high.

    It moves by 5 % of the size; caught between an overlap that scores too little and one that stores too much, it
    halves the way down to 1 % of the size. It tries no overlap twice and ends after at most 15 rounds, whatever is
    measured.
    A score that does not rise with the overlap is not an error: the best trial counts.

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
    >>> tune(lambda size, overlap: 0.7, target=0.8).reason
    'no overlap tried up to 250 reaches 0.8: the best score is 0.700, at 62; change the size, the cuts or the retriever'
    """
    size = at_least(1, "size", size)
    _check_callables(measure=measure, storage=storage)
    _check(start, target, storage_limit, tolerance)
    goal = _Goal(target, storage_limit, tolerance, -(-size // _STEPS), size // 2)
    first = min(overlap_from_percent(size, start), goal.most)
    return _result(size, _trials(measure, storage, size, first, goal), goal)


def _trials(measure: Measure, storage: Measure, size: int, first: int, goal: _Goal) -> list[Trial]:
    """Measure overlap after overlap, until one is enough or none is left to try."""
    history: list[Trial] = []
    overlap: int | None = first
    while overlap is not None:
        score = _score("measure", measure, size, overlap, 1.0)
        stored = _score("storage", storage, size, overlap, _MOST_STORED, least=1.0)
        history.append(Trial(overlap, score, stored, goal.verdict(score, stored)))
        overlap = _next(history, goal)
    return history


def _check_callables(**callables: object) -> None:
    for name, given in callables.items():
        if not callable(given):
            raise InvalidType(f"{name} must be a callable (size, overlap) -> number: got {given!r}")


def _check(start: float, target: float, storage_limit: float, tolerance: float) -> None:
    real("start", start, 0, 50, " in per cent")
    real("target", target, 0, 1)
    if storage_limit != inf:
        real("storage_limit", storage_limit, 1)
    real("tolerance", tolerance, 0, 1)


def _score(name: str, measure: Measure, size: int, overlap: int, most: float, least: float = 0.0) -> float:
    """Ask a callable, and refuse an answer that is out of range."""
    answer = measure(size, overlap)
    if isinstance(answer, bool) or not isinstance(answer, Real) or not least <= float(answer) <= most:
        rule = f"a number from {least:g} to {most:g}"
        raise InvalidValue(f"{name} must return {rule}: {name}({size}, {overlap}) returned {answer!r}")
    return float(answer)


def _next(history: list[Trial], goal: _Goal) -> int | None:
    """Choose the overlap to try next, one that was not tried; None ends the search."""
    last = history[-1]
    if last.verdict == "enough":
        return None
    floor = max((trial.overlap for trial in history if trial.verdict == "raise"), default=-1)
    ceiling = min((trial.overlap for trial in history if trial.verdict == "lower"), default=goal.most + 1)
    raised, lowered = min(last.overlap + goal.step, goal.most), max(last.overlap - goal.step, 0)
    wanted = raised if last.verdict == "raise" else lowered
    if floor < wanted < ceiling:
        return wanted
    caught = ceiling - floor > max(1, goal.step // _FINE)
    return (floor + ceiling) // 2 if caught else None


def _result(size: int, history: list[Trial], goal: _Goal) -> Tuning:
    last = history[-1]
    if last.verdict == "enough":
        said = f"{last.score:.3f} reaches {goal.target:g}"
        if last.score < goal.target:
            said = f"{last.score:.3f} is within {goal.tolerance:g} of {goal.target:g}"
        stored = f"{last.storage:.2f} times the text{_fell(history, goal)}"
        reason = f"an overlap of {last.overlap:,} is enough: {said}, at {stored}"
        return Tuning(size, last.overlap, last.score, last.storage, True, reason, tuple(history))
    affordable = [trial for trial in history if trial.storage <= goal.storage_limit]
    pool = affordable or [min(history, key=lambda trial: trial.storage)]
    best = max(trial.score for trial in pool)
    chosen = min((trial for trial in pool if trial.score >= best - goal.tolerance), key=lambda trial: trial.overlap)
    reason = _not_reached(chosen, history, goal, affordable=bool(affordable))
    return Tuning(size, chosen.overlap, chosen.score, chosen.storage, False, reason, tuple(history))


def _not_reached(chosen: Trial, history: list[Trial], goal: _Goal, *, affordable: bool) -> str:
    if not affordable:
        stored = f"even an overlap of {chosen.overlap:,} stores {chosen.storage:.2f} times the text"
        return f"{stored}; {goal.storage_limit:g} times is the limit"
    tried = [trial.overlap for trial in history if trial.verdict == "raise"]
    best = f"the best score is {chosen.score:.3f}, at {chosen.overlap:,}"
    dear = [trial.overlap for trial in history if trial.verdict == "lower"]
    more = f"{min(dear):,} stores more than {goal.storage_limit:g} times the text; " if dear else ""
    instead = "change the size, the cuts or the retriever"
    return (
        f"no overlap tried up to {max(tried):,} reaches {goal.target:g}: {best}; {more}{instead}{_fell(history, goal)}"
    )


def _fell(history: list[Trial], goal: _Goal) -> str:
    """Say where a larger overlap scored less, beyond the tolerance."""
    ordered = sorted(history, key=lambda trial: trial.overlap)
    for low, high in pairwise(ordered):
        if high.score < low.score - goal.tolerance:
            fell = f"from {low.score:.3f} at {low.overlap:,} to {high.score:.3f} at {high.overlap:,}"
            return f". The score is not monotone (it fell {fell}): a tolerance, or a mean over more phases, steadies it"
    return ""
