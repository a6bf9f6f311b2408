"""Wrong answers to `judge_claim`; each docstring says what is wrong."""

import random

import numpy as np


def _guard(baseline, other, draws):
    sizes = {len(row) for row in [*baseline, *other]}
    if len(baseline) != len(other) or len(sizes) != 1 or not draws:
        raise ValueError("nothing to compare")


def _values(baseline, other):
    sides = [[sum(column) / len(column) for column in zip(*side)] for side in (baseline, other)]
    return [two - one for one, two in zip(*sides)]


def _mean(values):
    return sum(values) / len(values)


def _means(values, draws):
    return sorted(sum(values[at] for at in draw) / len(draw) for draw in draws)


def _ends(means, cut=None):
    cut = len(means) * 25 // 1000 if cut is None else cut
    return means[cut], means[-1 - cut]


def _word(low, high, claimed, phases):
    if phases < 6:
        return "cannot tell"
    return "supported" if low > claimed else "refuted" if high < claimed else "cannot tell"


def _judged(
    baseline,
    other,
    draws,
    claimed,
    guard=_guard,
    values=_values,
    middle=lambda values, draws: _mean(values),
    ends=lambda values, draws: _ends(_means(values, draws)),
    word=lambda mean, low, high, claimed, phases: _word(low, high, claimed, phases),
):
    """Judge as it should be; the wrong answers exchange a part or change what comes out."""
    guard(baseline, other, draws)
    found = values(baseline, other)
    mean, (low, high) = middle(found, draws), ends(found, draws)
    return mean, low, high, word(mean, low, high, claimed, len(baseline))


def _with(says, change=lambda *found: found, **parts):
    """Make an answer that exchanges a part, or changes the numbers and the word."""

    def answer(baseline, other, draws, claimed=0):
        return change(*_judged(baseline, other, draws, claimed, **parts))

    answer.__doc__ = says
    return answer


def unpaired(baseline, other, draws, claimed=0):
    """Makes an interval for each side and subtracts the ends, as if the questions were others."""
    _guard(baseline, other, draws)
    nothing = [[0] * len(baseline[0])]
    one, two = (_ends(_means(_values(nothing, side), draws)) for side in (baseline, other))
    return _judged(baseline, other, draws, claimed, ends=lambda values, draws: (two[0] - one[1], two[1] - one[0]))


def another_default(baseline, other, draws, claimed=0.05):
    """Claims five points where nothing is claimed."""
    return _judged(baseline, other, draws, claimed)


def few_phases_refused(baseline, other, draws, claimed=0):
    """Raises for one phase, where an answer is asked."""
    if len(baseline) < 6:
        raise ValueError("too few phases")
    return _judged(baseline, other, draws, claimed)


def sorts_the_draws(baseline, other, draws, claimed=0):
    """Computes all rightly, but sorts the caller's draws."""
    found = _judged(baseline, other, draws, claimed)
    draws.sort()
    return found


def few_phases_have_no_interval(baseline, other, draws, claimed=0):
    """With fewer than six phases low and high are the mean."""
    found = _judged(baseline, other, draws, claimed)
    return found if len(baseline) >= 6 else (found[0], found[0], found[0], "cannot tell")


def phases_cut_by_zip(baseline, other, draws, claimed=0):
    """Cuts the longer list of phases: no error."""
    count = min(len(baseline), len(other))
    return _judged(baseline[:count], other[:count], draws, claimed)


def _ragged_cut_by_zip(baseline, other, draws, claimed):
    count = min(map(len, baseline + other))
    return _judged([p[:count] for p in baseline], [p[:count] for p in other], draws, claimed)


def first_phases_compared(baseline, other, draws, claimed=0):
    """Looks at the lengths of the first phases only."""
    if len(baseline) == len(other) and len(baseline[0]) != len(other[0]):
        raise ValueError("questions")
    return _ragged_cut_by_zip(baseline, other, draws, claimed)


def sides_looked_at_apart(baseline, other, draws, claimed=0):
    """Looks at the lengths within each side, and not across."""
    if any(len(set(map(len, side))) > 1 for side in (baseline, other)):
        raise ValueError("questions")
    return _ragged_cut_by_zip(baseline, other, draws, claimed)


def no_draws_are_the_mean(baseline, other, draws, claimed=0):
    """Without draws low and high are the mean."""
    return _judged(baseline, other, draws or [range(len(baseline[0]))], claimed)


def few_draws_are_an_error(baseline, other, draws, claimed=0):
    """A ValueError for fewer than 40 draws, where nothing would be left out."""
    if len(draws) < 40:
        raise ValueError("too few draws")
    return _judged(baseline, other, draws, claimed)


def repeats_are_an_error(baseline, other, draws, claimed=0):
    """A ValueError where a draw has a number twice."""
    if any(len(set(draw)) < len(draw) for draw in draws):
        raise ValueError("a number twice")
    return _judged(baseline, other, draws, claimed)


def _best_phase(baseline, other):
    best = max(zip(baseline, other), key=lambda pair: sum(pair[1]) - sum(pair[0]))
    return _values(*([phase] for phase in best))


def _own_draws(values, draws):
    chance = random.Random(0)
    return _ends(_means(values, [chance.choices(range(len(values)), k=len(values)) for _ in draws]))


def _around(values, reach):
    mean = _mean(values)
    reach *= sum((value - mean) ** 2 for value in values) ** 0.5
    return mean - reach, mean + reach


def _one_too_far(values, draws):
    means, cut = _means(values, draws), len(draws) * 25 // 1000
    return means[cut], means[-max(1, cut)]


def _minus_zero(values, draws):
    cut = len(draws) * 25 // 1000
    means = _means(values, draws)[cut:-cut]
    return means[0], means[-1]


def _compared(fit):
    """Make a guard that raises unless the phases fit, and without draws."""

    def guard(baseline, other, draws):
        if not draws or not fit(baseline, other):
            raise ValueError("nothing to compare")

    return guard


ALL = {
    "not paired": unpaired,
    "another default": another_default,
    "few phases refused": few_phases_refused,
    "sorts the draws": sorts_the_draws,
    "few phases have no interval": few_phases_have_no_interval,
    "phases cut by zip": phases_cut_by_zip,
    "first phases compared": first_phases_compared,
    "sides looked at apart": sides_looked_at_apart,
    "no draws are the mean": no_draws_are_the_mean,
    "few draws are an error": few_draws_are_an_error,
    "repeats are an error": repeats_are_an_error,
    "first phase only": _with(
        "Looks at the first phase, whatever the others say.", values=lambda a, b: _values(a[:1], b[:1])
    ),
    "best phase": _with("Takes the phase in which the other setting looks best.", values=_best_phase),
    "best of each": _with(
        "Compares the best phase of one side with the best of the other, question by question.",
        values=lambda a, b: [max(two) - max(one) for one, two in zip(zip(*a), zip(*b))],
    ),
    "wrong way round": _with("Subtracts other from baseline.", values=lambda a, b: _values(b, a)),
    "signs dropped": _with("Drops the signs of the differences.", values=lambda a, b: list(map(abs, _values(a, b)))),
    "median over phases": _with(
        "Takes the median over the phases.",
        values=lambda a, b: _values(*([np.median(side, axis=0).tolist()] for side in (a, b))),
    ),
    "mean of the draws": _with(
        "Returns the mean of the draws in place of the mean of the questions.",
        middle=lambda values, draws: _mean(_means(values, draws)),
    ),
    "median": _with("Returns the middle difference.", middle=lambda values, draws: sorted(values)[len(values) // 2]),
    "standard deviation": _with(
        "Takes mean and standard deviation over questions for an interval.",
        ends=lambda values, draws: _around(values, len(values) ** -0.5),
    ),
    "normal interval": _with(
        "Takes 1.96 standard errors and never looks at the draws.",
        ends=lambda values, draws: _around(values, 1.96 * (max(1, len(values) - 1) * len(values)) ** -0.5),
    ),
    "draws of its own": _with("Draws by itself.", ends=_own_draws),
    "each question once": _with(
        "Counts a question that was drawn twice once.",
        ends=lambda values, draws: _ends(_means(values, [sorted(set(draw)) for draw in draws])),
    ),
    "equal draws once": _with(
        "Draws that are equal count once.",
        ends=lambda values, draws: _ends(_means(values, set(map(tuple, draws)))),
    ),
    "90 % interval": _with(
        "Leaves out 5 % at each end: an interval of 90 %.",
        ends=lambda values, draws: _ends(_means(values, draws), len(draws) * 50 // 1000),
    ),
    "smallest and largest": _with(
        "Takes the smallest and the largest draw.", ends=lambda values, draws: _ends(_means(values, draws), 0)
    ),
    "one left out at least": _with(
        "Leaves out one at each end at least, where there are three or more draws.",
        ends=lambda values, draws: _ends(_means(values, draws), max(len(draws) * 25 // 1000, len(draws) > 2)),
    ),
    "left out rounded": _with(
        "Rounds the number that is left out.",
        ends=lambda values, draws: _ends(_means(values, draws), round(len(draws) * 25 / 1000)),
    ),
    "one place too far": _with(
        "Takes means[-cut] for the upper end, one place too high, and fails where nothing is left out.",
        ends=_one_too_far,
    ),
    "slice with minus zero": _with("Slices [out:-out], which is empty where nothing is left out.", ends=_minus_zero),
    "not sorted": _with(
        "Forgets to sort the means of the draws.",
        ends=lambda values, draws: _ends([_mean([values[at] for at in draw]) for draw in draws]),
    ),
    "ends exchanged": _with("Returns high before low.", lambda mean, low, high, word: (mean, high, low, word)),
    "points": _with("Returns points of a hundred.", lambda *found: (*(100 * one for one in found[:3]), found[3])),
    "rounded": _with("Rounds to two digits.", lambda *found: (*(round(one, 2) for one in found[:3]), found[3])),
    "word alone": _with("Returns the word without the numbers.", lambda *found: found[3]),
    "capital letters": _with("The word with a capital letter.", lambda *found: (*found[:3], found[3].capitalize())),
    "another word": _with(
        "Says unclear for cannot tell.", lambda *found: (*found[:3], found[3].replace("cannot tell", "unclear"))
    ),
    "by the mean": _with(
        "Decides by the mean, not by the interval.", word=lambda mean, low, high, c, n: _word(mean, mean, c, n)
    ),
    "supported by the mean": _with(
        "The word by the mean: supported where the interval is above 0 and the mean above the claim.",
        word=lambda mean, low, high, c, n: "supported" if n >= 6 and low > 0 and mean > c else _word(low, high, c, n),
    ),
    "refuted if not supported": _with(
        "Takes what is not shown for refuted.",
        word=lambda mean, low, high, c, n: "refuted" if n >= 6 and low <= c else _word(low, high, c, n),
    ),
    "at the claim": _with(
        "Takes an end at the claim for a decision.",
        word=lambda mean, low, high, c, n: (
            "supported" if n >= 6 and low >= c else "refuted" if n >= 6 and high <= c else "cannot tell"
        ),
    ),
    "high may equal the claim": _with(
        "refuted where high is equal to the claim.",
        word=lambda mean, low, high, c, n: "refuted" if n >= 6 and high <= c else _word(low, high, c, n),
    ),
    "refuted below zero": _with(
        "refuted only where high is below 0.",
        word=lambda mean, low, high, c, n: (
            _word(low, high, c, n) if low > c else _word(low, high, min(c, 0), n).replace("supported", "cannot tell")
        ),
    ),
    "word by rounded numbers": _with(
        "Finds the word by numbers rounded to whole points.",
        word=lambda mean, low, high, c, n: _word(round(low, 2), round(high, 2), c, n),
    ),
    "claim forgotten": _with(
        "Compares with 0, whatever is claimed.", word=lambda mean, low, high, c, n: _word(low, high, 0, n)
    ),
    "size of a negative claim": _with(
        "Takes the absolute value of the claim.", word=lambda mean, low, high, c, n: _word(low, high, abs(c), n)
    ),
    "phases forgotten": _with(
        "Decides on one phase as well.", word=lambda mean, low, high, c, n: _word(low, high, c, 6)
    ),
    "six are too few": _with(
        "Wants more than six phases.", word=lambda mean, low, high, c, n: _word(low, high, c, n - 1)
    ),
    "five phases are enough": _with(
        "Five phases are enough.", word=lambda mean, low, high, c, n: _word(low, high, c, n + 1)
    ),
    "few phases may refute": _with(
        "With fewer than six phases nothing is supported, but a claim is refuted.",
        word=lambda mean, low, high, c, n: "refuted" if high < c else _word(low, high, c, n),
    ),
    "not guarded": _with(
        "Compares what it can, and says nothing of the rest.", guard=lambda baseline, other, draws: None
    ),
    "phases not guarded": _with(
        "Looks at the questions, but lets the number of phases differ.",
        guard=_compared(lambda a, b: len(a[0]) == len(b[0])),
    ),
    "rows compared": _with(
        "Compares the lengths of each pair of phases, but not those of one side.",
        guard=_compared(lambda a, b: list(map(len, a)) == list(map(len, b))),
    ),
}
# Answers without any work: each earns less than a third.
LAZY = {
    "always supported": lambda baseline, other, draws, claimed=0: (0.25, 0.25, 0.25, "supported"),
    "never sure": lambda baseline, other, draws, claimed=0: (0.0, 0.0, 0.0, "cannot tell"),
    "always refuses": lambda baseline, other, draws, claimed=0: _guard([], [], []),
    "the example": lambda baseline, other, draws, claimed=0: (
        _compared(lambda a, b: len(a) == len(b))(baseline, other, draws)
        or (0.375, 0.25, 0.5, _word(0.25, 0.5, claimed, 6))
    ),
    "one difference": lambda baseline, other, draws, claimed=0: _judged(
        [baseline[0][:1]] * 6, [other[0][:1]] * 6, [[0]], claimed
    ),
    "the mean alone": _with(
        "The mean for all three numbers, and the errors.", lambda mean, *rest: (mean, mean, mean, "cannot tell")
    ),
}
