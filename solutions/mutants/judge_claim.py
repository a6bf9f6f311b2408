"""Wrong answers to `judge_claim`; each docstring says what is wrong."""

import random


def _guard(baseline, other, draws):
    sizes = {len(row) for row in [*baseline, *other]}
    if len(baseline) != len(other) or len(sizes) != 1 or not draws:
        raise ValueError("nothing to compare")


def _values(baseline, other):
    """Compute the differences rightly; most mutants are wrong elsewhere."""
    sides = [[sum(column) / len(column) for column in zip(*side)] for side in (baseline, other)]
    return [two - one for one, two in zip(*sides)]


def _means(values, draws):
    return sorted(sum(values[at] for at in draw) / len(draw) for draw in draws)


def _ends(means, share=25):
    cut = len(means) * share // 1000
    return means[cut], means[-1 - cut]


def _word(low, high, claimed, phases):
    if phases < 6:
        return "cannot tell"
    return "supported" if low > claimed else "refuted" if high < claimed else "cannot tell"


def _all(values, means, claimed, phases):
    low, high = _ends(means)
    return sum(values) / len(values), low, high, _word(low, high, claimed, phases)


def first_phase_only(baseline, other, draws, claimed=0):
    """Looks at the first phase, whatever the others say."""
    _guard(baseline, other, draws)
    values = _values(baseline[:1], other[:1])
    return _all(values, _means(values, draws), claimed, len(baseline))


def best_phase(baseline, other, draws, claimed=0):
    """Takes the phase in which the other setting looks best."""
    _guard(baseline, other, draws)
    pairs = sorted(zip(baseline, other), key=lambda pair: sum(pair[1]) - sum(pair[0]))
    values = _values([pairs[-1][0]], [pairs[-1][1]])
    return _all(values, _means(values, draws), claimed, len(baseline))


def best_of_each(baseline, other, draws, claimed=0):
    """Compares the best phase of one side with the best of the other, question by question."""
    _guard(baseline, other, draws)
    values = [max(two) - max(one) for one, two in zip(zip(*baseline), zip(*other))]
    return _all(values, _means(values, draws), claimed, len(baseline))


def wrong_way_round(baseline, other, draws, claimed=0):
    """Subtracts other from baseline."""
    _guard(baseline, other, draws)
    values = _values(other, baseline)
    return _all(values, _means(values, draws), claimed, len(baseline))


def absolute(baseline, other, draws, claimed=0):
    """Drops the signs of the differences."""
    _guard(baseline, other, draws)
    values = list(map(abs, _values(baseline, other)))
    return _all(values, _means(values, draws), claimed, len(baseline))


def unpaired(baseline, other, draws, claimed=0):
    """Makes an interval for each side and subtracts the ends, as if the questions were others."""
    _guard(baseline, other, draws)
    nothing = [[0] * len(baseline[0])]
    one, two = (_ends(_means(_values(nothing, side), draws)) for side in (baseline, other))
    low, high = two[0] - one[1], two[1] - one[0]
    values = _values(baseline, other)
    return sum(values) / len(values), low, high, _word(low, high, claimed, len(baseline))


def deviation(baseline, other, draws, claimed=0):
    """Takes mean and standard deviation over questions for an interval."""
    _guard(baseline, other, draws)
    values = _values(baseline, other)
    mean = sum(values) / len(values)
    spread = (sum((value - mean) ** 2 for value in values) / len(values)) ** 0.5
    return mean, mean - spread, mean + spread, _word(mean - spread, mean + spread, claimed, len(baseline))


def normal(baseline, other, draws, claimed=0):
    """Takes 1.96 standard errors and never looks at the draws."""
    _guard(baseline, other, draws)
    values = _values(baseline, other)
    n, mean = len(values), sum(values) / len(values)
    reach = 1.96 * (sum((value - mean) ** 2 for value in values) / max(1, n - 1) / n) ** 0.5
    return mean, mean - reach, mean + reach, _word(mean - reach, mean + reach, claimed, len(baseline))


def own_draws(baseline, other, draws, claimed=0):
    """Draws by itself."""
    _guard(baseline, other, draws)
    values, chance = _values(baseline, other), random.Random(0)
    mine = [chance.choices(range(len(values)), k=len(values)) for _ in draws]
    return _all(values, _means(values, mine), claimed, len(baseline))


def each_once(baseline, other, draws, claimed=0):
    """Counts a question that was drawn twice once."""
    _guard(baseline, other, draws)
    values = _values(baseline, other)
    return _all(values, _means(values, [sorted(set(draw)) for draw in draws]), claimed, len(baseline))


def five_per_cent(baseline, other, draws, claimed=0):
    """Leaves out 5 % at each end: an interval of 90 %."""
    _guard(baseline, other, draws)
    values = _values(baseline, other)
    low, high = _ends(_means(values, draws), 50)
    return sum(values) / len(values), low, high, _word(low, high, claimed, len(baseline))


def extremes(baseline, other, draws, claimed=0):
    """Takes the smallest and the largest draw."""
    _guard(baseline, other, draws)
    values = _values(baseline, other)
    low, high = _ends(_means(values, draws), 0)
    return sum(values) / len(values), low, high, _word(low, high, claimed, len(baseline))


def one_too_far(baseline, other, draws, claimed=0):
    """Takes means[-cut] for the upper end, one place too high, and fails where nothing is left out."""
    _guard(baseline, other, draws)
    values = _values(baseline, other)
    means = _means(values, draws)
    cut = len(means) * 25 // 1000
    low, high = means[cut], means[-max(1, cut)]
    return sum(values) / len(values), low, high, _word(low, high, claimed, len(baseline))


def unsorted_draws(baseline, other, draws, claimed=0):
    """Forgets to sort the means of the draws."""
    _guard(baseline, other, draws)
    values = _values(baseline, other)
    low, high = _ends([sum(values[at] for at in draw) / len(draw) for draw in draws])
    return sum(values) / len(values), low, high, _word(low, high, claimed, len(baseline))


def mean_of_draws(baseline, other, draws, claimed=0):
    """Returns the mean of the draws in place of the mean of the questions."""
    _guard(baseline, other, draws)
    values = _values(baseline, other)
    means = _means(values, draws)
    return (sum(means) / len(means), *_all(values, means, claimed, len(baseline))[1:])


def median(baseline, other, draws, claimed=0):
    """Returns the middle difference."""
    _guard(baseline, other, draws)
    values = _values(baseline, other)
    return (sorted(values)[len(values) // 2], *_all(values, _means(values, draws), claimed, len(baseline))[1:])


def ends_exchanged(baseline, other, draws, claimed=0):
    """Returns high before low."""
    _guard(baseline, other, draws)
    values = _values(baseline, other)
    mean, low, high, word = _all(values, _means(values, draws), claimed, len(baseline))
    return mean, high, low, word


def in_points(baseline, other, draws, claimed=0):
    """Returns points of a hundred."""
    _guard(baseline, other, draws)
    values = _values(baseline, other)
    mean, low, high, word = _all(values, _means(values, draws), claimed, len(baseline))
    return 100 * mean, 100 * low, 100 * high, word


def rounded(baseline, other, draws, claimed=0):
    """Rounds to two digits."""
    _guard(baseline, other, draws)
    values = _values(baseline, other)
    mean, low, high, word = _all(values, _means(values, draws), claimed, len(baseline))
    return round(mean, 2), round(low, 2), round(high, 2), word


def by_the_mean(baseline, other, draws, claimed=0):
    """Decides by the mean, not by the interval."""
    _guard(baseline, other, draws)
    values = _values(baseline, other)
    mean, low, high, _ = _all(values, _means(values, draws), claimed, len(baseline))
    return mean, low, high, _word(mean, mean, claimed, len(baseline))


def refuted_if_not_supported(baseline, other, draws, claimed=0):
    """Takes what is not shown for refuted."""
    _guard(baseline, other, draws)
    values = _values(baseline, other)
    mean, low, high, word = _all(values, _means(values, draws), claimed, len(baseline))
    enough = len(baseline) >= 6
    return mean, low, high, "refuted" if enough and word != "supported" else word


def claim_forgotten(baseline, other, draws, claimed=0):
    """Compares with 0, whatever is claimed."""
    _guard(baseline, other, draws)
    values = _values(baseline, other)
    return _all(values, _means(values, draws), 0, len(baseline))


def phases_forgotten(baseline, other, draws, claimed=0):
    """Decides on one phase as well."""
    _guard(baseline, other, draws)
    values = _values(baseline, other)
    return _all(values, _means(values, draws), claimed, 6)


def six_are_too_few(baseline, other, draws, claimed=0):
    """Wants more than six phases."""
    _guard(baseline, other, draws)
    values = _values(baseline, other)
    return _all(values, _means(values, draws), claimed, len(baseline) - 1)


def at_the_claim(baseline, other, draws, claimed=0):
    """Takes an end at the claim for a decision."""
    _guard(baseline, other, draws)
    values = _values(baseline, other)
    mean, low, high, word = _all(values, _means(values, draws), claimed, len(baseline))
    if len(baseline) >= 6:
        word = "supported" if low >= claimed else "refuted" if high <= claimed else word
    return mean, low, high, word


def another_default(baseline, other, draws, claimed=0.05):
    """Claims five points where nothing is claimed."""
    _guard(baseline, other, draws)
    values = _values(baseline, other)
    return _all(values, _means(values, draws), claimed, len(baseline))


def not_guarded(baseline, other, draws, claimed=0):
    """Compares what it can, and says nothing of the rest."""
    values = _values(baseline, other)
    return _all(values, _means(values, draws), claimed, min(len(baseline), len(other)))


def phases_not_guarded(baseline, other, draws, claimed=0):
    """Looks at the questions, but lets the number of phases differ."""
    if len(baseline[0]) != len(other[0]) or not draws:
        raise ValueError("nothing to compare")
    values = _values(baseline, other)
    return _all(values, _means(values, draws), claimed, len(baseline))


def few_phases_refused(baseline, other, draws, claimed=0):
    """Raises for one phase, where an answer is asked."""
    _guard(baseline, other, draws)
    if len(baseline) < 6:
        raise ValueError("too few phases")
    values = _values(baseline, other)
    return _all(values, _means(values, draws), claimed, len(baseline))


def sorts_the_draws(baseline, other, draws, claimed=0):
    """Computes all rightly, but sorts the caller's draws."""
    _guard(baseline, other, draws)
    values = _values(baseline, other)
    draws.sort()
    return _all(values, _means(values, draws), claimed, len(baseline))


def word_alone(baseline, other, draws, claimed=0):
    """Returns the word without the numbers."""
    _guard(baseline, other, draws)
    values = _values(baseline, other)
    return _all(values, _means(values, draws), claimed, len(baseline))[3]


def truth_value(baseline, other, draws, claimed=0):
    """Returns a truth value for the word."""
    _guard(baseline, other, draws)
    values = _values(baseline, other)
    mean, low, high, word = _all(values, _means(values, draws), claimed, len(baseline))
    return mean, low, high, word == "supported"


ALL = {
    "first phase only": first_phase_only,
    "best phase": best_phase,
    "best of each": best_of_each,
    "wrong way round": wrong_way_round,
    "signs dropped": absolute,
    "not paired": unpaired,
    "standard deviation": deviation,
    "normal interval": normal,
    "draws of its own": own_draws,
    "each question once": each_once,
    "90 % interval": five_per_cent,
    "smallest and largest": extremes,
    "one place too far": one_too_far,
    "not sorted": unsorted_draws,
    "mean of the draws": mean_of_draws,
    "median": median,
    "ends exchanged": ends_exchanged,
    "points": in_points,
    "rounded": rounded,
    "by the mean": by_the_mean,
    "refuted if not supported": refuted_if_not_supported,
    "claim forgotten": claim_forgotten,
    "phases forgotten": phases_forgotten,
    "six are too few": six_are_too_few,
    "at the claim": at_the_claim,
    "another default": another_default,
    "not guarded": not_guarded,
    "phases not guarded": phases_not_guarded,
    "few phases refused": few_phases_refused,
    "sorts the draws": sorts_the_draws,
    "word alone": word_alone,
    "truth value": truth_value,
}
