"""Right answers to `judge_claim`, written differently."""

import math
from collections import namedtuple
from dataclasses import astuple, dataclass
from fractions import Fraction
from functools import cache, reduce
from heapq import nlargest, nsmallest
from itertools import chain
from operator import add, itemgetter
from statistics import fmean, mean

import numpy as np


def plain(baseline, other, draws, claimed=0):
    """Loops and sums."""
    questions = len(baseline[0]) if baseline else 0
    if len(baseline) != len(other) or any(len(row) != questions for row in [*baseline, *other]):
        raise ValueError("phases and questions must be the same on both sides")
    if not draws:
        raise ValueError("an interval needs draws")
    differences = []
    for question in range(questions):
        mine = sum(row[question] for row in baseline) / len(baseline)
        theirs = sum(row[question] for row in other) / len(other)
        differences.append(theirs - mine)
    means = sorted(sum(differences[at] for at in draw) / len(draw) for draw in draws)
    cut = len(means) * 25 // 1000
    low, high = means[cut], means[-1 - cut]
    word = "cannot tell"
    if len(baseline) >= 6:
        if low > claimed:
            word = "supported"
        elif high < claimed:
            word = "refuted"
    return sum(differences) / questions, low, high, word


def with_numpy(baseline, other, draws, claimed=0):
    """Arrays: the mean over phases is one call, all draws are one index."""
    if len(draws) == 0:
        raise ValueError("no draws")
    first, second = np.array(baseline, float), np.array(other, float)  # ragged rows are a ValueError already
    if first.shape != second.shape:
        raise ValueError("shapes differ")
    values = (second - first).mean(axis=0)
    means = np.sort(values[np.array(draws)].mean(axis=1))
    cut = len(means) * 25 // 1000
    low, high = float(means[cut]), float(means[::-1][cut])
    decided = "supported" if low > claimed else "refuted" if high < claimed else "cannot tell"
    return float(values.mean()), low, high, decided if len(first) >= 6 else "cannot tell"


def in_fractions(baseline, other, draws, claimed=0):
    """Without rounding; phases are averaged last."""
    shapes = [[len(row) for row in side] for side in (baseline, other)]
    if shapes[0] != shapes[1] or len(set(shapes[0])) != 1 or not draws:
        raise ValueError("nothing to compare")
    gains = [[Fraction(b) - Fraction(a) for a, b in zip(one, two)] for one, two in zip(baseline, other)]

    def mean(places):
        drawn = [row[place] for row in gains for place in places]
        return sum(drawn) / Fraction(len(drawn))

    means = sorted(map(mean, draws))
    while len(means) > len(draws) - 2 * (len(draws) * 25 // 1000):
        del means[0], means[-1]
    low, high = means[0], means[-1]
    votes = (low > Fraction(claimed)) - (high < Fraction(claimed))
    word = ("cannot tell", "supported", "refuted")[votes if len(gains) > 5 else 0]
    return [float(mean(range(len(gains[0])))), float(low), float(high), word]


def with_heaps(baseline, other, draws, claimed=0):
    """Finds the ends without sorting, from the largest and smallest few."""
    import heapq

    if len(baseline) != len(other) or not draws:
        raise ValueError("phases or draws are missing")
    columns = []
    for side in (baseline, other):
        columns.append([fmean(column) for column in zip(*side, strict=True)])
    values = [two - one for one, two in zip(*columns, strict=True)]
    means = [fmean(values[at] for at in draw) for draw in draws]
    rank = len(means) * 25 // 1000 + 1
    low, high = heapq.nsmallest(rank, means)[-1], heapq.nlargest(rank, means)[-1]
    if len(baseline) < 6 or low <= claimed <= high:
        return fmean(values), low, high, "cannot tell"
    return fmean(values), low, high, "supported" if low > claimed else "refuted"


def _validated(baseline, other, draws):
    """The three errors."""
    if len(baseline) != len(other):
        raise ValueError("the numbers of phases differ")
    if len({len(phase) for phase in [*baseline, *other]}) > 1:
        raise ValueError("the numbers of questions differ")
    if not draws:
        raise ValueError("no draws")


def _differences(baseline, other):
    return [fmean(new) - fmean(old) for new, old in zip(zip(*other), zip(*baseline))]


def _word(low, high, claimed, phases):
    if phases < 6:
        return "cannot tell"
    return "supported" if low > claimed else "refuted" if high < claimed else "cannot tell"


def _interval(differences, draws):
    means = sorted(fmean(differences[number] for number in draw) for draw in draws)
    out = len(draws) * 25 // 1000
    return means[out], means[-1 - out]


def step_by_step(baseline, other, draws, claimed=0):
    """The four steps of the task, with loops."""
    if len(baseline) != len(other) or len(draws) == 0:
        raise ValueError("cannot be compared")
    count = len(baseline[0])
    for phase in baseline + other:
        if len(phase) != count:
            raise ValueError("not all of one length")
    differences = []
    for question in range(count):
        old = sum(phase[question] for phase in baseline) / len(baseline)
        new = sum(phase[question] for phase in other) / len(other)
        differences.append(new - old)
    means = []
    for draw in draws:
        means.append(sum(differences[number] for number in draw) / len(draw))
    means.sort()
    out = len(draws) * 25 // 1000
    kept = means[out : len(means) - out]
    low, high = kept[0], kept[-1]
    word = "cannot tell"
    if len(baseline) >= 6:
        if low > claimed:
            word = "supported"
        elif high < claimed:
            word = "refuted"
    return sum(differences) / count, low, high, word


def helpers_and_fmean(baseline, other, draws, claimed=0):
    """Helpers and fmean."""
    _validated(baseline, other, draws)
    differences = _differences(baseline, other)
    low, high = _interval(differences, draws)
    return fmean(differences), low, high, _word(low, high, claimed, len(baseline))


def numpy_arrays(baseline, other, draws, claimed=0):
    """Arrays; the three numbers are numpy floats, which are floats."""
    lengths = [len(phase) for phase in chain(baseline, other)]
    if len(baseline) != len(other) or min(lengths) != max(lengths) or not len(draws):
        raise ValueError("cannot be compared")
    differences = np.mean(other, axis=0) - np.mean(baseline, axis=0)
    means = np.sort(differences[np.array(draws)].mean(axis=1))
    out = len(draws) * 25 // 1000
    low, high = means[out], means[len(means) - 1 - out]
    return differences.mean(), low, high, _word(low, high, claimed, len(baseline))


def differences_by_phase(baseline, other, draws, claimed=0):
    """Subtracts phase by phase, then takes the mean over the phases: the same differences."""
    if len(baseline) != len(other):
        raise ValueError("phases")
    if len(set(map(len, baseline + other))) != 1:
        raise ValueError("questions")
    if draws == []:
        raise ValueError("draws")
    rows = [[new - old for old, new in zip(a, b)] for a, b in zip(baseline, other)]
    differences = [math.fsum(column) / len(rows) for column in zip(*rows)]
    low, high = _interval(differences, draws)
    return math.fsum(differences) / len(differences), low, high, _word(low, high, claimed, len(rows))


def exact_fractions(baseline, other, draws, claimed=0):
    """Fractions all the way: exact, and floats at the end."""
    _validated(baseline, other, draws)
    phases = len(baseline)
    old, new = ([sum(map(Fraction, column)) / phases for column in zip(*side)] for side in (baseline, other))
    differences = [b - a for a, b in zip(old, new)]
    means = sorted(sum(differences[number] for number in draw) / len(draw) for draw in draws)
    out = len(means) * 25 // 1000
    low, high = float(means[out]), float(means[~out])
    return float(sum(differences) / len(differences)), low, high, _word(low, high, claimed, phases)


def heaps(baseline, other, draws, claimed=0):
    """heapq finds the smallest and the largest that remain."""
    _validated(baseline, other, draws)
    differences = _differences(baseline, other)
    means = [mean(itemgetter(*draw, draw[0])(differences)[:-1]) for draw in draws]
    out = len(draws) * 25 // 1000
    low, high = nsmallest(out + 1, means)[-1], nlargest(out + 1, means)[-1]
    return mean(differences), low, high, _word(low, high, claimed, len(other))


def taken_off_one_by_one(baseline, other, draws, claimed=0):
    """Removes the smallest and the largest mean, one pair at a time: slow and right."""
    _validated(baseline, other, draws)
    differences = _differences(baseline, other)
    means = [sum(differences[number] for number in draw) / len(draw) for draw in draws]
    for _ in range(len(draws) * 25 // 1000):
        means.remove(min(means))
        means.remove(max(means))
    low, high = min(means), max(means)
    return sum(differences) / len(differences), low, high, _word(low, high, claimed, len(baseline))


def recursive_trimming(baseline, other, draws, claimed=0):
    """Recursion takes the ends off a sorted list, and reduce adds."""
    _validated(baseline, other, draws)
    differences = _differences(baseline, other)

    def trimmed(values, out):
        return values if out == 0 else trimmed(values[1:-1], out - 1)

    means = sorted(reduce(add, (differences[number] for number in draw)) / len(draw) for draw in draws)
    low, *_, high = [means[0]] * 0 + trimmed(means, len(draws) * 25 // 1000) * 2
    return fmean(differences), low, high, _word(low, high, claimed, len(baseline))


def by_counts(baseline, other, draws, claimed=0):
    """Counts how often each question is drawn, and multiplies."""
    _validated(baseline, other, draws)
    differences = np.subtract(np.mean(other, axis=0), np.mean(baseline, axis=0))
    means = [float(np.bincount(draw, minlength=len(differences)) @ differences) / len(draw) for draw in draws]
    means.sort()
    out = 25 * len(means) // 1000
    low, high = means[out], means[len(means) - out - 1]
    return float(np.mean(differences)), low, high, _word(low, high, claimed, len(baseline))


Judged = namedtuple("Judged", "mean low high word")


def a_named_tuple(baseline, other, draws, claimed=0):
    """A named tuple is a tuple."""
    return Judged(*helpers_and_fmean(baseline, other, draws, claimed=claimed))


@dataclass
class _Comparison:
    differences: list
    phases: int

    def mean_at(self, numbers):
        return sum(self.differences[number] for number in numbers) / len(numbers)


@dataclass
class _Verdict:
    mean: float
    low: float
    high: float
    word: str = "cannot tell"


def dataclasses_made_a_tuple(baseline, other, draws, claimed=0):
    """Dataclasses inside, astuple at the end."""
    _validated(baseline, other, draws)
    one = _Comparison(_differences(baseline, other), len(baseline))
    means = sorted(map(one.mean_at, draws))
    out = len(draws) * 25 // 1000
    verdict = _Verdict(one.mean_at(range(len(one.differences))), means[out], means[-(out + 1)])
    if one.phases >= 6 and verdict.low > claimed:
        verdict.word = "supported"
    if one.phases >= 6 and verdict.high < claimed:
        verdict.word = "refuted"
    return astuple(verdict)


def memoised_difference(baseline, other, draws, claimed=0):
    """Computes each difference when it is first asked for, and keeps it for this call."""
    _validated(baseline, other, draws)

    @cache
    def difference(number):
        return fmean(phase[number] for phase in other) - fmean(phase[number] for phase in baseline)

    means = sorted(fmean(map(difference, draw)) for draw in draws)
    out = len(draws) * 25 // 1000
    low, high = means[out], means[-out - 1]
    every = fmean(map(difference, range(len(baseline[0]))))
    return every, low, high, _word(low, high, claimed, len(baseline))


def early_returns(
    baseline: list[list[float]], other: list[list[float]], draws: list[list[int]], claimed: float = 0
) -> tuple[float, float, float, str]:
    """Annotated; an early return for fewer than six phases; the side of the claim is found by match."""
    _validated(tuple(baseline), tuple(other), tuple(draws))
    differences = _differences(baseline, other)
    numbers = (fmean(differences), *_interval(differences, draws))
    if len(baseline) < 6:
        return (*numbers, "cannot tell")
    match numbers[1] > claimed, numbers[2] < claimed:
        case True, _:
            return (*numbers, "supported")
        case _, True:
            return (*numbers, "refuted")
    return (*numbers, "cannot tell")


def quantile_by_partition(baseline, other, draws, claimed=0):
    """numpy's partition puts the two places right without sorting all."""
    _validated(baseline, other, draws)
    differences = np.array(_differences(baseline, other))
    means = np.array([differences[list(draw)].mean() for draw in draws])
    out = len(draws) * 25 // 1000
    places = np.partition(means, (out, len(means) - 1 - out))
    low, high = float(places[out]), float(places[len(means) - 1 - out])
    return float(differences.mean()), low, high, _word(low, high, claimed, len(baseline))


def _judged(baseline, other, draws, claimed, out=None, word=_word):
    """The right answer with one part to exchange: how many are left out at each end, or the word."""
    _validated(baseline, other, draws)
    differences = _differences(baseline, other)
    means = sorted(fmean(differences[number] for number in draw) for draw in draws)
    out = len(draws) * 25 // 1000 if out is None else out
    low, high = means[out], means[len(means) - 1 - out]
    return fmean(differences), low, high, word(low, high, claimed, len(baseline))


def a_list(baseline, other, draws, claimed=0):
    """A list and not a tuple."""
    return list(_judged(baseline, other, draws, claimed))


ALL = {
    "loops": plain,
    "numpy": with_numpy,
    "fractions": in_fractions,
    "heaps": with_heaps,
    "step by step": step_by_step,
    "helpers and fmean": helpers_and_fmean,
    "numpy arrays": numpy_arrays,
    "differences by phase": differences_by_phase,
    "exact fractions": exact_fractions,
    "heaps, written otherwise": heaps,
    "taken off one by one": taken_off_one_by_one,
    "recursive trimming": recursive_trimming,
    "by counts": by_counts,
    "a named tuple": a_named_tuple,
    "dataclasses made a tuple": dataclasses_made_a_tuple,
    "memoised difference": memoised_difference,
    "early returns": early_returns,
    "numpy partition": quantile_by_partition,
    "a list": a_list,
}
