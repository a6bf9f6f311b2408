"""Right answers to `judge_claim`, written differently."""

import math
from collections import namedtuple
from fractions import Fraction
from itertools import chain
from statistics import fmean

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


Judged = namedtuple("Judged", "mean low high word")


def a_named_tuple(baseline, other, draws, claimed=0):
    """A named tuple is a tuple."""
    return Judged(*helpers_and_fmean(baseline, other, draws, claimed=claimed))


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
    "numpy arrays": numpy_arrays,
    "differences by phase": differences_by_phase,
    "exact fractions": exact_fractions,
    "a named tuple": a_named_tuple,
    "early returns": early_returns,
    "a list": a_list,
}
