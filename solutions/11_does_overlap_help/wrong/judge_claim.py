"""Wrong answers to `judge_claim`; each docstring says what is wrong."""

import random
from statistics import fmean

import numpy as np


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


def rows_compared(baseline, other, draws, claimed=0):
    """Compares the lengths of each pair of phases, but not those of one side."""
    if len(baseline) != len(other) or not draws or any(len(a) != len(b) for a, b in zip(baseline, other)):
        raise ValueError("nothing to compare")
    values = _values(baseline, other)
    return _all(values, _means(values, draws), claimed, len(baseline))


def always_supported(baseline, other, draws, claimed=0):
    """Says that everything is supported, with numbers of its own."""
    return 0.25, 0.25, 0.25, "supported"


def never_sure(baseline, other, draws, claimed=0):
    """Never can tell."""
    return 0.0, 0.0, 0.0, "cannot tell"


def always_refuses(baseline, other, draws, claimed=0):
    """Refuses everything."""
    raise ValueError("no")


def the_example(baseline, other, draws, claimed=0):
    """Gives what the examples of the task give, and refuses no draws."""
    if not draws or len(baseline) != len(other):
        raise ValueError("nothing to compare")
    return 0.375, 0.25, 0.5, "supported" if claimed < 0.25 else "refuted" if claimed > 0.5 else "cannot tell"


def one_difference(baseline, other, draws, claimed=0):
    """Looks at the first score of each side alone."""
    gain = other[0][0] - baseline[0][0]
    return gain, gain, gain, _word(gain, gain, claimed, 6)


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


def _other_word(low, high, claimed, phases):
    if phases < 6:
        return "cannot tell"
    return "supported" if low > claimed else "refuted" if high < claimed else "cannot tell"


def _judged(baseline, other, draws, claimed, out=None, word=_other_word):
    """The right answer with one part to exchange: how many are left out at each end, or the word."""
    _validated(baseline, other, draws)
    differences = _differences(baseline, other)
    means = sorted(fmean(differences[number] for number in draw) for draw in draws)
    out = len(draws) * 25 // 1000 if out is None else out
    low, high = means[out], means[len(means) - 1 - out]
    return fmean(differences), low, high, word(low, high, claimed, len(baseline))


def high_may_equal_the_claim(baseline, other, draws, claimed=0):
    """refuted where high is equal to the claim."""
    found = _judged(baseline, other, draws, claimed)
    return (*found[:3], "refuted") if len(baseline) >= 6 and found[2] <= claimed and found[1] <= claimed else found


def five_phases_are_enough(baseline, other, draws, claimed=0):
    """Five phases are enough."""
    return _judged(baseline, other, draws, claimed, word=lambda a, b, c, phases: _other_word(a, b, c, phases + 1))


def few_phases_may_refute(baseline, other, draws, claimed=0):
    """With fewer than six phases nothing is supported, but a claim is refuted."""
    return _judged(
        baseline, other, draws, claimed, word=lambda a, b, c, n: "refuted" if b < c else _other_word(a, b, c, n)
    )


def few_phases_have_no_interval(baseline, other, draws, claimed=0):
    """With fewer than six phases low and high are the mean."""
    found = _judged(baseline, other, draws, claimed)
    return found if len(baseline) >= 6 else (found[0], found[0], found[0], "cannot tell")


def refuted_below_zero(baseline, other, draws, claimed=0):
    """refuted only where high is below 0."""
    return _judged(
        baseline,
        other,
        draws,
        claimed,
        word=lambda a, b, c, n: _other_word(a, b, c, n) if a > c else _other_word(-1, b, min(c, 0), n),
    )


def supported_by_the_mean(baseline, other, draws, claimed=0):
    """The word by the mean: supported where the interval is above 0 and the mean above the claim."""
    found = _judged(baseline, other, draws, claimed)
    return (*found[:3], "supported") if len(baseline) >= 6 and found[1] > 0 and found[0] > claimed else found


def size_of_a_negative_claim(baseline, other, draws, claimed=0):
    """Takes the absolute value of the claim."""
    return _judged(baseline, other, draws, abs(claimed))


def median_over_phases(baseline, other, draws, claimed=0):
    """Takes the median over the phases."""
    _validated(baseline, other, draws)
    sides = [[np.median(side, axis=0).tolist()] * len(side) for side in (baseline, other)]
    return _judged(*sides, draws, claimed)


def equal_draws_once(baseline, other, draws, claimed=0):
    """Draws that are equal count once."""
    return _judged(baseline, other, [list(draw) for draw in dict.fromkeys(map(tuple, draws))], claimed)


def one_left_out_at_least(baseline, other, draws, claimed=0):
    """Leaves out one at each end at least, where there are three or more draws."""
    return _judged(baseline, other, draws, claimed, out=max(len(draws) * 25 // 1000, len(draws) > 2))


def left_out_rounded(baseline, other, draws, claimed=0):
    """Rounds the number that is left out."""
    return _judged(baseline, other, draws, claimed, out=round(len(draws) * 25 / 1000))


def slice_with_minus_zero(baseline, other, draws, claimed=0):
    """Slices [out:-out], which is empty where nothing is left out."""
    _validated(baseline, other, draws)
    differences = _differences(baseline, other)
    out = len(draws) * 25 // 1000
    means = sorted(fmean(differences[number] for number in draw) for draw in draws)[out:-out]
    return fmean(differences), means[0], means[-1], _other_word(means[0], means[-1], claimed, len(baseline))


def phases_cut_by_zip(baseline, other, draws, claimed=0):
    """Cuts the longer list of phases: no error."""
    count = min(len(baseline), len(other))
    return _judged(baseline[:count], other[:count], draws, claimed)


def ragged_cut_by_zip(baseline, other, draws, claimed=0):
    """zip cuts phases that are too long: no error."""
    if len(baseline) != len(other):
        raise ValueError("phases")
    count = min(map(len, baseline + other))
    return _judged([p[:count] for p in baseline], [p[:count] for p in other], draws, claimed)


def first_phases_compared(baseline, other, draws, claimed=0):
    """Looks at the lengths of the first phases only."""
    if len(baseline) == len(other) and len(baseline[0]) != len(other[0]):
        raise ValueError("questions")
    return ragged_cut_by_zip(baseline, other, draws, claimed)


def sides_looked_at_apart(baseline, other, draws, claimed=0):
    """Looks at the lengths within each side, and not across."""
    if any(len(set(map(len, side))) > 1 for side in (baseline, other)):
        raise ValueError("questions")
    return ragged_cut_by_zip(baseline, other, draws, claimed)


def no_draws_are_the_mean(baseline, other, draws, claimed=0):
    """Without draws low and high are the mean."""
    if draws:
        return _judged(baseline, other, draws, claimed)
    _validated(baseline, other, [[0]])
    middle = fmean(_differences(baseline, other))
    return middle, middle, middle, "cannot tell"


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


def capital_letters(baseline, other, draws, claimed=0):
    """The word with a capital letter."""
    *numbers, word = _judged(baseline, other, draws, claimed)
    return (*numbers, word.capitalize())


def word_by_rounded_numbers(baseline, other, draws, claimed=0):
    """Finds the word by numbers rounded to whole points."""
    return _judged(baseline, other, draws, claimed, word=lambda a, b, c, n: _other_word(round(a, 2), round(b, 2), c, n))


def other_sorts_the_draws(baseline, other, draws, claimed=0):
    """Right, but sorts the draws of the caller."""
    found = _judged(baseline, other, draws, claimed)
    draws.sort()
    return found


def other_name_for_unknown(baseline, other, draws, claimed=0):
    """Says unclear for cannot tell."""
    *numbers, word = _judged(baseline, other, draws, claimed)
    return (*numbers, "unclear" if word == "cannot tell" else word)


def other_the_example(baseline, other, draws, claimed=0):
    """The numbers of the example, with the word by the claim."""
    return 0.375, 0.25, 0.5, _other_word(0.25, 0.5, claimed, len(baseline))


def only_errors(baseline, other, draws, claimed=0):
    """Always a ValueError."""
    raise ValueError("no draws")


def the_mean_alone(baseline, other, draws, claimed=0):
    """The mean for all three numbers, and the errors."""
    _validated(baseline, other, draws)
    middle = fmean(_differences(baseline, other))
    return middle, middle, middle, "cannot tell"


LAZY = {
    "always supported": always_supported,
    "never sure": never_sure,
    "always refuses": always_refuses,
    "the example": the_example,
    "one difference": one_difference,
    "the example, written otherwise": other_the_example,
    "always an error": only_errors,
    "the mean alone": the_mean_alone,
}
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
    "rows compared": rows_compared,
    "few phases refused": few_phases_refused,
    "sorts the draws": sorts_the_draws,
    "word alone": word_alone,
    "high may equal the claim": high_may_equal_the_claim,
    "five phases are enough": five_phases_are_enough,
    "few phases may refute": few_phases_may_refute,
    "few phases have no interval": few_phases_have_no_interval,
    "refuted below zero": refuted_below_zero,
    "supported by the mean": supported_by_the_mean,
    "size of a negative claim": size_of_a_negative_claim,
    "median over phases": median_over_phases,
    "equal draws once": equal_draws_once,
    "one left out at least": one_left_out_at_least,
    "left out rounded": left_out_rounded,
    "slice with minus zero": slice_with_minus_zero,
    "phases cut by zip": phases_cut_by_zip,
    "first phases compared": first_phases_compared,
    "sides looked at apart": sides_looked_at_apart,
    "no draws are the mean": no_draws_are_the_mean,
    "few draws are an error": few_draws_are_an_error,
    "repeats are an error": repeats_are_an_error,
    "capital letters": capital_letters,
    "word by rounded numbers": word_by_rounded_numbers,
    "sorts the draws, written otherwise": other_sorts_the_draws,
    "another word": other_name_for_unknown,
}
