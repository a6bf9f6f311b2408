"""Wrong answers to `judge_claim`; each docstring says what is wrong."""


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


def _ends(means):
    cut = len(means) * 25 // 1000
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


def sorts_the_draws(baseline, other, draws, claimed=0):
    """Computes all rightly, but sorts the caller's draws."""
    found = _judged(baseline, other, draws, claimed)
    draws.sort()
    return found


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


ALL = {
    "sorts the draws": sorts_the_draws,
    "first placing only": _with(
        "Looks at the first placing, whatever the others say.", values=lambda a, b: _values(a[:1], b[:1])
    ),
    "wrong way round": _with("Subtracts other from baseline.", values=lambda a, b: _values(b, a)),
    "mean of the draws": _with(
        "Returns the mean of the draws in place of the mean of the questions.",
        middle=lambda values, draws: _mean(_means(values, draws)),
    ),
    "normal interval": _with(
        "Takes 1.96 standard errors and never looks at the draws.",
        ends=lambda values, draws: _around(values, 1.96 * (max(1, len(values) - 1) * len(values)) ** -0.5),
    ),
    "one place too far": _with(
        "Takes means[-cut] for the upper end, one place too high, and fails where nothing is left out.",
        ends=_one_too_far,
    ),
    "slice with minus zero": _with("Slices [out:-out], which is empty where nothing is left out.", ends=_minus_zero),
    "points": _with("Returns points of a hundred.", lambda *found: (*(100 * one for one in found[:3]), found[3])),
    "rounded": _with("Rounds to two digits.", lambda *found: (*(round(one, 2) for one in found[:3]), found[3])),
    "word alone": _with("Returns the word without the numbers.", lambda *found: found[3]),
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
    "claim forgotten": _with(
        "Compares with 0, whatever is claimed.", word=lambda mean, low, high, c, n: _word(low, high, 0, n)
    ),
    "placings forgotten": _with(
        "Decides on one placing as well.", word=lambda mean, low, high, c, n: _word(low, high, c, 6)
    ),
    "not guarded": _with(
        "Compares what it can, and says nothing of the rest.", guard=lambda baseline, other, draws: None
    ),
}
# Answers without any work: each earns less than a third.
LAZY = {
    "always supported": lambda baseline, other, draws, claimed=0: (0.25, 0.25, 0.25, "supported"),
    "always refuses": lambda baseline, other, draws, claimed=0: _guard([], [], []),
}
