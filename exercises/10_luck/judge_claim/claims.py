"""Computes again, in fractions, what `judge_claim` must give, and names the usual causes if an answer differs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from classroom.properties.scores import same

Phases = Sequence[Sequence[float]]
Draws = Sequence[Sequence[int]]

SUPPORTED, REFUTED, CANNOT_TELL = "supported", "refuted", "cannot tell"
ENOUGH = 6
STEPS = 8
ENDS = (
    "sort the means of the draws and leave out len(draws) * 25 // 1000 at each end; what is outermost then is the end"
)
MEAN = (
    "for each question: the mean over the placings of other, minus that of baseline; then the mean over the questions"
)
NO_DRAWS = "without draws there is no interval: refuse them before anything is counted"
QUESTIONS = "compare the lengths of all placings first: zip() stops at the shorter list and says nothing"
DIRECTION = "the sign is wrong: a difference is other minus baseline, and its sign counts"
GIVEN = "each end is the mean of the differences at the numbers of one given draw, each as often as it is there"
INTERPOLATED = "do not interpolate, as np.percentile does: each end is one of the sorted means of the draws"
PHASES = "compare the numbers of placings first: zip() stops at the shorter list and says nothing"
IN_POINTS = "scores and differences are fractions here: 0.015, not 1.5"
EXCHANGED = "the ends are exchanged: sort the means of the draws, and return the lower end first"
FEW = "with fewer than six placings the word is always cannot tell, and the numbers are computed all the same"
ORDER = "return mean, low, high, word"
RULE = "supported if low > claimed, refuted if high < claimed, else cannot tell"


class Judged(NamedTuple):
    """Holds what a right answer returns."""

    mean: Fraction
    low: Fraction
    high: Fraction
    word: str


def judged(baseline: Phases, other: Phases, draws: Draws, claimed: float) -> Judged:
    """Judge in fractions.

    >>> found = judged([[0.5, 0.0]] * 6, [[0.75, 0.5]] * 6, [[0, 0], [1, 1]], 0.125)
    >>> [str(part) for part in found]
    ['3/8', '1/4', '1/2', 'supported']
    """
    values = [after - before for before, after in zip(_by_question(baseline), _by_question(other), strict=True)]
    means = means_of(baseline, other, draws)
    cut = len(means) * 25 // 1000
    low, high = means[cut], means[len(means) - 1 - cut]
    word = word_of(low, high, claimed)
    return Judged(sum(values, Fraction(0)) / len(values), low, high, word if len(baseline) >= ENOUGH else CANNOT_TELL)


def _by_question(scores: Phases) -> list[Fraction]:
    return [sum(map(Fraction, own), Fraction(0)) / len(scores) for own in zip(*scores, strict=True)]


def means_of(baseline: Phases, other: Phases, draws: Draws) -> list[Fraction]:
    """Return the mean difference of each draw, sorted.

    >>> [str(mean) for mean in means_of([[0.5, 0.0]], [[0.75, 0.5]], [[1, 1], [0, 0]])]
    ['1/4', '1/2']
    """
    values = [after - before for before, after in zip(_by_question(baseline), _by_question(other), strict=True)]
    return sorted(Fraction(sum(values[at] for at in draw)) / len(draw) for draw in draws)


def word_of(low: Fraction, high: Fraction, claimed: float) -> str:
    """Say what an interval decides of a claim.

    >>> word_of(Fraction(1, 4), Fraction(1, 2), 0.3)
    'cannot tell'
    """
    return SUPPORTED if low > Fraction(claimed) else REFUTED if high < Fraction(claimed) else CANNOT_TELL


def cause_of_word(word: str, right: Judged, case: Mapping[str, Any]) -> str:
    """Say why a word is wrong, as far as that can be seen.

    >>> case = {"baseline": [[0.0]], "other": [[0.5]], "draws": [[0]]}
    >>> cause_of_word("supported", judged(**case, claimed=0), case) == FEW
    True
    """
    claimed = case.get("claimed", 0)
    if len(case["baseline"]) < ENOUGH:
        return FEW
    if claimed and word == word_of(right.low, right.high, 0):
        return "compare the ends with what is claimed, not with 0"
    if word == word_of(right.mean, right.mean, claimed):
        return f"the ends of the interval decide, and not the mean: {RULE}"
    if word == CANNOT_TELL and right.word == SUPPORTED and len(case["baseline"]) == ENOUGH:
        return f"six placings are enough: {RULE}"
    return RULE if "claimed" in case else f"{RULE}; left out, claimed is 0"


def cause_of_ends(low: float, high: float, right: Judged, case: Mapping[str, Any]) -> str:
    """Say why an end is wrong, as far as that can be seen.

    >>> case = {"baseline": [[0.0]], "other": [[0.5]], "draws": [[0]]}
    >>> cause_of_ends(0.1, 0.5, judged(**case, claimed=0), case) == GIVEN
    True
    """
    if same(low, float(right.high)) and same(high, float(right.low)):
        return EXCHANGED
    if same(low, float(100 * right.low)) and same(high, float(100 * right.high)):
        return IN_POINTS
    means = means_of(case["baseline"], case["other"], case["draws"])
    if all(same(end, float(_between(means, Fraction(n, 1000)))) for end, n in ((low, 25), (high, 975))):
        return INTERPOLATED
    drawn = all(any(same(end, float(mean)) for mean in means) for end in (low, high))
    return ENDS if drawn else GIVEN


def _between(means: Sequence[Fraction], share: Fraction) -> Fraction:
    """Return what `np.percentile` gives: a number between two of the sorted means."""
    at, part = divmod(share * (len(means) - 1), 1)
    return means[at] + part * (means[min(at + 1, len(means) - 1)] - means[at])


def cause_of_refusal(case: Mapping[str, Any]) -> str:
    """Say what should have been refused.

    >>> cause_of_refusal({"baseline": [], "other": [], "draws": []}) == NO_DRAWS
    True
    """
    if not case["draws"]:
        return NO_DRAWS
    return QUESTIONS if len(case["baseline"]) == len(case["other"]) else PHASES


def scores_by_chance(phases: int, questions: int, start: int) -> list[list[float]]:
    """Return scores that look like chance and are always the same."""
    return [[(start + 37 * p + 23 * q + 11 * p * q) % 9 / STEPS for q in range(questions)] for p in range(phases)]


def draws_by_chance(count: int, questions: int) -> list[list[int]]:
    """Return draws that look like chance and are always the same."""
    state, found = 1, []
    for _ in range(count * questions):
        state = (state * 1_103_515_245 + 12_345) % 2**31
        found.append((state >> 16) % questions)
    return [found[at : at + questions] for at in range(0, len(found), questions)]
