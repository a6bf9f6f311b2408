"""Judge a claim: the mean difference of two settings, an interval from given draws, and one of three words.

Everything is computed again in fractions. Scores are drawn as multiples of 1/8; the word is asked exactly where the end
of the interval is clearly on one side of the claim, and where it meets the claim in numbers that floats have exactly.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from classroom.judge.exercise import Broken, Call, Exercise, Property, Raised, kind_of
from classroom.properties.scores import ROUNDED, exact_cause, rounded, same
from classroom.properties.spans import refuses

from .claims import (
    CANNOT_TELL,
    DIRECTION,
    ENDS,
    ENOUGH,
    FEW,
    IN_POINTS,
    MEAN,
    ORDER,
    QUESTIONS,
    REFUTED,
    RULE,
    STEPS,
    SUPPORTED,
    Draws,
    Phases,
    cause_of_ends,
    cause_of_refusal,
    cause_of_word,
    draws_by_chance,
    judged,
    scores_by_chance,
)

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


def _call(function: Call, case: Mapping[str, Any]) -> tuple[float, float, float, str]:
    """Call the function, and refuse an answer that is not a mean, two ends and a word."""
    gave = function(**{name: _copied(value) for name, value in case.items()})
    if not isinstance(gave, (tuple, list)) or len(gave) != 4:
        what = f"{kind_of(gave)} of {len(gave)}" if isinstance(gave, (tuple, list)) else kind_of(gave)
        raise Broken(f"returned {what}; expected (mean, low, high, word)", cause=ORDER)
    for name, value in zip(("mean", "low", "high"), gave[:3], strict=True):
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise Broken(f"{name} is {kind_of(value)}; expected a float", cause=exact_cause(value) or ORDER)
    if gave[3] not in (SUPPORTED, REFUTED, CANNOT_TELL):
        raise Broken(f"the word is {gave[3]!r}; expected 'supported', 'refuted' or 'cannot tell'", cause=RULE)
    return gave[0], gave[1], gave[2], gave[3]


def _copied(value: Any) -> Any:
    return [list(row) for row in value] if isinstance(value, (list, tuple)) else value


def _clear(function: Call, **case: Any) -> None:
    """What is better by the same in every question and placing is supported."""
    right = judged(**{"claimed": 0, **case})
    mean, _, _, word = _call(function, case)
    if word != right.word:
        turned = same(mean, -float(right.mean))
        expected = (*map(float, right[:3]), right.word)
        cause = DIRECTION if turned else cause_of_word(word, right, case)
        raise Broken(f"said {word!r}; expected {right.word!r}", expected=expected, cause=cause)


def _mean(function: Call, **case: Any) -> None:
    """The mean difference is right."""
    right = judged(**{"claimed": 0, **case})
    try:
        gave = _call(function, case)[0]
    except Raised as error:
        if error.is_a("ValueError") and len(case["baseline"]) < ENOUGH:
            raise Broken("refused fewer than six placings; they have numbers, too", cause=FEW) from None
        raise
    turned = same(gave, -float(right.mean))
    _near("mean", gave, right.mean, DIRECTION if turned else IN_POINTS if same(gave, float(100 * right.mean)) else MEAN)


def _interval(function: Call, **case: Any) -> None:
    """Both ends of the interval are right."""
    right = judged(**{"claimed": 0, **case})
    _, low, high, _ = _call(function, case)
    cause = cause_of_ends(low, high, right, case)
    _near("low", low, right.low, cause)
    _near("high", high, right.high, cause)


def _exact(function: Call, **case: Any) -> None:
    """The mean, which has many places here, has all of them."""
    right = judged(**{"claimed": 0, **case})
    _near("mean", _call(function, case)[0], right.mean, MEAN, exact=True)


def _word(function: Call, **case: Any) -> None:
    """The word follows from the interval; where an end is as good as the claim, floats may fall on either side."""
    right = judged(**{"claimed": 0, **case})
    word = _call(function, case)[3]
    claimed = Fraction(case.get("claimed", 0))
    close = same(float(right.low), float(claimed)) or same(float(right.high), float(claimed))
    if word != right.word and not close:
        where = f"low {_write(right.low)}, high {_write(right.high)}, claimed {_write(claimed)}"
        why = f"said {word!r}; expected {right.word!r}: {where}, placings {len(case['baseline'])}"
        raise Broken(why, cause=cause_of_word(word, right, case))


def _at_the_claim(function: Call, **case: Any) -> None:
    """An end that is the claim itself does not decide."""
    right = judged(**{"claimed": 0, **case})
    word = _call(function, case)[3]
    if word != right.word:
        raise Broken(f"said {word!r}; expected {right.word!r}: an end of the interval is the claim itself")


def _refuses(function: Call, **case: Any) -> None:
    """What cannot be compared raises ValueError."""
    try:
        refuses(function, **{name: _copied(value) for name, value in case.items()})
    except Broken as broken:
        broken.cause = broken.cause or cause_of_refusal(case)
        raise


def _near(name: str, gave: float, right: Fraction, cause: str, *, exact: bool = False) -> None:
    """A number is the right one; a rounded one is a matter of its own."""
    short = rounded(gave, float(right))
    if not same(gave, float(right)) and (exact or not short):
        raise Broken(f"{name} is {gave:.6g}; expected {_write(right)}", cause=ROUNDED if short else cause)


def _write(number: Fraction) -> str:
    return f"{float(number):.6g}"


def _case(baseline: Phases, other: Phases, draws: Draws, claimed: float | None = None) -> Mapping[str, Any]:
    case = {"baseline": baseline, "other": other, "draws": draws}
    return case if claimed is None else {**case, "claimed": claimed}


def _raised(scores: Phases, by: float) -> list[list[float]]:
    return [[score + by for score in row] for row in scores]


def _cases() -> SearchStrategy[dict[str, Any]]:
    from hypothesis import strategies as st

    @st.composite
    def cases(draw: Any) -> dict[str, Any]:
        phases, questions = draw(st.integers(1, 8)), draw(st.integers(1, 4))
        row = st.lists(st.integers(0, STEPS).map(lambda n: n / STEPS), min_size=questions, max_size=questions)
        scores = st.lists(row, min_size=phases, max_size=phases)
        drawn = st.lists(st.integers(0, questions - 1), min_size=questions, max_size=questions)
        found = {"baseline": draw(scores), "other": draw(scores)}
        found["draws"] = draw(
            st.one_of(st.lists(drawn, min_size=1, max_size=4), st.just(draws_by_chance(80, questions)))
        )
        if draw(st.booleans()):
            found["claimed"] = draw(st.integers(-5, 5)) / 10
        return found

    return cases()


_MANY = draws_by_chance(200, 8)
_FLAT = [[0.25, 0.5]] * 6
_SPREAD = [[0.75, 0.25, 0.5, 0.0]] * 6
_EXAMPLES = (
    _case(_FLAT, _raised(_FLAT, 0.25), [[0, 0], [1, 1], [0, 1]]),
    _case(_SPREAD, [[0.5, 0.75, 0.5, 1.0]] * 6, [[0, 1, 2, 3], [0, 0, 2, 2], [1, 1, 3, 3]]),
    _case(scores_by_chance(6, 8, 0), scores_by_chance(6, 8, 5), _MANY),
    _case(scores_by_chance(6, 8, 3), scores_by_chance(6, 8, 4), _MANY, 0.05),
    _case(scores_by_chance(7, 8, 2), _raised(scores_by_chance(7, 8, 2), 0.125), draws_by_chance(79, 8), 0.2),
    _case(scores_by_chance(6, 3, 5), scores_by_chance(6, 3, 1), draws_by_chance(41, 3), -0.3),
    _case(
        [[0.0] * 8] * 6, [[2.0**-q for q in range(8)]] * 6, draws_by_chance(60, 8)
    ),  # 60 * 0.025 is 1.5: one is left out
    _case(scores_by_chance(2, 4, 1), _raised(scores_by_chance(2, 4, 1), 0.5), draws_by_chance(40, 4)),
    _case([[0.0, 1.0], *[[1.0, 1.0]] * 5], [[1.0, 1.0], *[[0.0, 0.5]] * 5], [[0, 1], [1, 0], [0, 0]]),
)
_LONG = (
    _case([[0.0, 0.0, 0.0]], [[0.25, 0.0, 0.0]], [[0, 1, 2]]),
    _case([[0.0] * 3] * 6, [[0.5, 0.25, 0.25]] * 6, [[0, 1, 2], [0, 0, 1]]),
    _case(scores_by_chance(7, 3, 2), scores_by_chance(7, 3, 6), draws_by_chance(40, 3), 0.1),
)
_WORDS = (
    *_EXAMPLES,
    _case([[0.0, 0.5]] * 6, [[0.5, 0.0]] * 6, [[0, 0], [1, 1]]),
    _case(_FLAT, _raised(_FLAT, 0.25), [[0, 1]], 0.1),
    _case(_FLAT, _raised(_FLAT, 0.25), [[0, 1]], 0.3),
    _case(_raised(_FLAT, 0.25), _FLAT, [[0, 1]]),
    _case([[0.5, 0.5]] * 6, [[1.0, 0.25]] * 6, [[0, 0], [1, 1]], 0.1),
    _case([[0.5, 0.5]] * 5, [[1.0, 1.0]] * 5, [[0, 1]]),
    _case([[0.0]] * 6, [[0.125]] * 6, [[0]], 0.122),
    _case([[0.5, 0.5]] * 5, [[0.0, 0.0]] * 5, [[0, 1]]),
    _case([[0.5, 0.5]], [[1.0, 1.0]], [[0, 1]]),
    _case([[0.5, 0.5]] * 6, [[1.0, 1.0]] * 6, [[0, 1]]),
)

EXERCISE = Exercise(
    hints=(
        (
            "Three steps, each a few lines: one difference for each question; the mean of them, and the means of the "
            "draws; then the word. Do the example in the picture on paper first."
        ),
        (
            "The difference of question q: the mean of other[p][q] over placings p, minus the mean of baseline[p][q]. "
            "A draw is a list of question numbers, some of them twice: the mean of a draw is the mean of the "
            "differences at these numbers. Sort the means of all draws in a list of your own."
        ),
        (
            "With means sorted and cut = len(means) * 25 // 1000, low is means[cut] and high is means[-1 - cut]. "
            "Then: fewer than 6 placings, cannot tell; low > claimed, supported; high < claimed, refuted; else cannot "
            "tell. Before all this, raise ValueError where shapes differ or draws is empty."
        ),
    ),
    properties=(
        Property(
            name="what is better everywhere is supported",
            points=1,
            gate=True,
            causes=(RULE,),
            test=_clear,
            examples=(
                _case(_FLAT, _raised(_FLAT, 0.25), [[0, 1], [1, 0]]),
                _case([[0.0]] * 6, [[1.0]] * 6, [[0]]),
            ),
        ),
        Property(
            name="the mean is over questions and placings",
            points=1,
            gate=False,
            causes=(MEAN,),
            test=_mean,
            examples=_EXAMPLES,
            cases=_cases,
        ),
        Property("the numbers are not rounded", 1, False, (ROUNDED,), _exact, _LONG),
        Property(
            name="the interval leaves out 2.5 % of the draws at each end",
            points=2,
            gate=False,
            causes=(ENDS,),
            test=_interval,
            examples=_EXAMPLES,
            cases=_cases,
        ),
        Property(
            name="the word follows from the interval and the placings",
            points=2,
            gate=False,
            causes=(f"with six placings or more: {RULE}; with fewer always cannot tell",),
            test=_word,
            examples=_WORDS,
            cases=_cases,
        ),
        Property(
            name="an end at the claim does not decide",
            points=1,
            gate=False,
            causes=("compare with > and <, not with >= and <=",),
            test=_at_the_claim,
            examples=(
                _case([[0.5, 0.5]] * 8, [[0.75, 0.75]] * 8, [[0, 1]], 0.25),
                _case([[0.5, 0.5]] * 8, [[0.75, 1.0]] * 8, [[0, 0], [1, 1]], 0.25),
                _case([[0.5, 0.5]] * 8, [[0.75, 1.0]] * 8, [[0, 0], [1, 1]], 0.5),
                _case([[0.5, 0.5]] * 8, [[0.5, 0.5]] * 8, [[0, 1]]),
            ),
        ),
        Property(
            name="what cannot be compared raises ValueError",
            points=1,
            gate=False,
            causes=(QUESTIONS,),
            test=_refuses,
            examples=(
                _case(_FLAT, _FLAT[:5], [[0, 1]]),
                _case(_FLAT[:1], _FLAT, [[0, 1]]),
                _case(_FLAT, [[0.25]] * 6, [[0, 0]]),
                _case(_FLAT, [*_FLAT[:5], [0.5]], [[0, 0]]),
                _case([*_FLAT[:5], [0.5]], [*_FLAT[:5], [0.5]], [[0, 0]]),
                _case([[0.5], *_FLAT[:5]], [[0.5], *_FLAT[:5]], [[0, 0]]),
                _case(_FLAT, _FLAT, []),
            ),
        ),
    ),
)
