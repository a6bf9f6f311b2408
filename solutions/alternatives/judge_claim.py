"""Right answers to `judge_claim`, written differently."""


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
    import numpy as np

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
    from fractions import Fraction

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
    from statistics import fmean

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


ALL = {"loops": plain, "numpy": with_numpy, "fractions": in_fractions, "heaps": with_heaps}
