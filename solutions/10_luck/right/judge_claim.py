"""Right answers to `judge_claim`, written differently."""

import math
from fractions import Fraction

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
    """Arrays: the mean over placings is one call, all draws are one index."""
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
    """Without rounding; placings are averaged last."""
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


def _word(low, high, claimed, phases):
    if phases < 6:
        return "cannot tell"
    return "supported" if low > claimed else "refuted" if high < claimed else "cannot tell"


def _interval(differences, draws):
    means = sorted(math.fsum(differences[number] for number in draw) / len(draw) for draw in draws)
    out = len(draws) * 25 // 1000
    return means[out], means[-1 - out]


def differences_by_phase(baseline, other, draws, claimed=0):
    """Subtracts placing by placing, then takes the mean over the placings: the same differences."""
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


ALL = {
    "loops": plain,
    "numpy": with_numpy,
    "fractions": in_fractions,
    "differences by phase": differences_by_phase,
}
