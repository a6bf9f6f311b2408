"""Judge a claim: the mean difference of two settings, an interval from given draws, and one of three words.

Everything is computed again in fractions. Scores are drawn as multiples of 1/8; the word is asked exactly where the end
of the interval is clearly on one side of the claim, and where it meets the claim in numbers that floats have exactly.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from chunklib.course.exercise import Broken, Call, Exercise, Property, Raised, kind_of
from chunklib.course.exercises._scores import ROUNDED, exact_cause, rounded

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

    Phases = Sequence[Sequence[float]]
    Draws = Sequence[Sequence[int]]

SUPPORTED, REFUTED, CANNOT_TELL = "supported", "refuted", "cannot tell"
ENOUGH = 6
_NEAR = 1e-9
_STEPS = 8
_ENDS = (
    "sort the means of the draws and leave out len(draws) * 25 // 1000 at each end; what is outermost then is the end"
)
_MEAN = "for each question: the mean over the phases of other, minus that of baseline; then the mean over the questions"
_NO_DRAWS = "without draws there is no interval: refuse them before anything is counted"
_ORDER = "return mean, low, high, word"
_RULE = "supported if low > claimed, refuted if high < claimed, else cannot tell"


class Judged(NamedTuple):
    """What a right answer returns."""

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
    values = [other_mean - own for own, other_mean in zip(_by_question(baseline), _by_question(other), strict=True)]
    means = sorted(Fraction(sum(values[at] for at in draw)) / len(draw) for draw in draws)
    cut = len(means) * 25 // 1000
    low, high = means[cut], means[len(means) - 1 - cut]
    word = SUPPORTED if low > Fraction(claimed) else REFUTED if high < Fraction(claimed) else CANNOT_TELL
    return Judged(sum(values, Fraction(0)) / len(values), low, high, word if len(baseline) >= ENOUGH else CANNOT_TELL)


def _by_question(scores: Phases) -> list[Fraction]:
    return [sum(map(Fraction, own), Fraction(0)) / len(scores) for own in zip(*scores, strict=True)]


def _call(function: Call, case: Mapping[str, Any]) -> tuple[float, float, float, str]:
    """Call the function, and refuse what is no mean, two ends and a word."""
    gave = function(**{name: _copied(value) for name, value in case.items()})
    if not isinstance(gave, (tuple, list)) or len(gave) != 4:
        what = f"{kind_of(gave)} of {len(gave)}" if isinstance(gave, (tuple, list)) else kind_of(gave)
        raise Broken(f"returned {what}; expected (mean, low, high, word)", cause=_ORDER)
    for name, value in zip(("mean", "low", "high"), gave[:3], strict=True):
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise Broken(f"{name} is {kind_of(value)}; expected a float", cause=exact_cause(value) or _ORDER)
    if gave[3] not in (SUPPORTED, REFUTED, CANNOT_TELL):
        raise Broken(f"the word is {gave[3]!r}; expected 'supported', 'refuted' or 'cannot tell'", cause=_RULE)
    return gave[0], gave[1], gave[2], gave[3]


def _copied(value: Any) -> Any:
    return [list(row) for row in value] if isinstance(value, (list, tuple)) else value


def _clear(function: Call, **case: Any) -> None:
    """What is better by the same in every question and phase is supported."""
    right = judged(**{"claimed": 0, **case})
    gave = _call(function, case)
    if gave[3] != right.word:
        raise Broken(f"said {gave[3]!r}; expected {right.word!r}", expected=(*map(float, right[:3]), right.word))


def _mean(function: Call, **case: Any) -> None:
    """The mean difference is right."""
    right = judged(**{"claimed": 0, **case})
    _same("mean", _call(function, case)[0], right.mean)


def _interval(function: Call, **case: Any) -> None:
    """Both ends of the interval are right."""
    right = judged(**{"claimed": 0, **case})
    _, low, high, _ = _call(function, case)
    _same("low", low, right.low)
    _same("high", high, right.high)


def _word(function: Call, **case: Any) -> None:
    """The word follows from the interval; where an end is as good as the claim, floats may fall on either side."""
    right = judged(**{"claimed": 0, **case})
    word = _call(function, case)[3]
    claimed = Fraction(case.get("claimed", 0))
    close = min(abs(right.low - claimed), abs(right.high - claimed)) < _NEAR
    if word != right.word and not close:
        where = f"low {_write(right.low)}, high {_write(right.high)}, claimed {_write(claimed)}"
        raise Broken(f"said {word!r}; expected {right.word!r}: {where}, phases {len(case['baseline'])}")


def _at_the_claim(function: Call, **case: Any) -> None:
    """An end that is the claim itself does not decide."""
    right = judged(**{"claimed": 0, **case})
    word = _call(function, case)[3]
    if word != right.word:
        raise Broken(f"said {word!r}; expected {right.word!r}: an end of the interval is the claim itself")


def _refuses(function: Call, **case: Any) -> None:
    """What cannot be compared raises ValueError."""
    try:
        gave = function(**{name: _copied(value) for name, value in case.items()})
    except Raised as error:
        if error.is_a("ValueError"):
            return
        raise Broken(f"raised {error.type_name}; expected ValueError") from None
    raise Broken(f"returned {kind_of(gave)}; expected ValueError", cause="" if case["draws"] else _NO_DRAWS)


def _same(name: str, gave: float, right: Fraction) -> None:
    if not abs(gave - float(right)) <= _NEAR:  # NaN is not the same
        cause = ROUNDED if rounded(gave, float(right)) else ""
        raise Broken(f"{name} is {gave:.6g}; expected {_write(right)}", cause=cause)


def _write(number: Fraction) -> str:
    return f"{float(number):.6g}"


def _case(baseline: Phases, other: Phases, draws: Draws, claimed: float | None = None) -> Mapping[str, Any]:
    case = {"baseline": baseline, "other": other, "draws": draws}
    return case if claimed is None else {**case, "claimed": claimed}


def _scores(phases: int, questions: int, start: int) -> list[list[float]]:
    """Scores that look like chance and are always the same."""
    return [[(start + 37 * p + 23 * q + 11 * p * q) % 9 / _STEPS for q in range(questions)] for p in range(phases)]


def _draws(count: int, questions: int) -> list[list[int]]:
    """Draws that look like chance and are always the same."""
    state, found = 1, []
    for _ in range(count * questions):
        state = (state * 1_103_515_245 + 12_345) % 2**31
        found.append((state >> 16) % questions)
    return [found[at : at + questions] for at in range(0, len(found), questions)]


def _raised(scores: Phases, by: float) -> list[list[float]]:
    return [[score + by for score in row] for row in scores]


def _cases() -> SearchStrategy[dict[str, Any]]:
    from hypothesis import strategies as st

    @st.composite
    def cases(draw: Any) -> dict[str, Any]:
        phases, questions = draw(st.integers(1, 8)), draw(st.integers(1, 4))
        row = st.lists(st.integers(0, _STEPS).map(lambda n: n / _STEPS), min_size=questions, max_size=questions)
        scores = st.lists(row, min_size=phases, max_size=phases)
        drawn = st.lists(st.integers(0, questions - 1), min_size=questions, max_size=questions)
        found = {"baseline": draw(scores), "other": draw(scores)}
        found["draws"] = draw(st.one_of(st.lists(drawn, min_size=1, max_size=4), st.just(_draws(80, questions))))
        if draw(st.booleans()):
            found["claimed"] = draw(st.integers(-5, 5)) / 10
        return found

    return cases()


_EIGHT = _scores(8, 4, 1)
_MANY = _draws(200, 8)
_FLAT = [[0.25, 0.5]] * 6
_SPREAD = [[0.75, 0.25, 0.5, 0.0]] * 6
_EXAMPLES = (
    _case(_FLAT, _raised(_FLAT, 0.25), [[0, 0], [1, 1], [0, 1]]),
    _case(_SPREAD, [[0.5, 0.75, 0.5, 1.0]] * 6, [[0, 1, 2, 3], [0, 0, 2, 2], [1, 1, 3, 3]]),
    _case(_scores(6, 8, 0), _scores(6, 8, 5), _MANY),
    _case(_scores(6, 8, 3), _scores(6, 8, 4), _MANY, 0.05),
    _case(_scores(7, 8, 2), _raised(_scores(7, 8, 2), 0.125), _draws(79, 8), 0.2),
    _case(_scores(6, 3, 5), _scores(6, 3, 1), _draws(41, 3), -0.3),
    _case([[0.0] * 8] * 6, [[2.0**-q for q in range(8)]] * 6, _draws(60, 8)),  # 60 * 0.025 is 1.5: one is left out
    _case(_scores(2, 4, 1), _raised(_scores(2, 4, 1), 0.5), _draws(40, 4)),
    _case([[0.0, 1.0], *[[1.0, 1.0]] * 5], [[1.0, 1.0], *[[0.0, 0.5]] * 5], [[0, 1], [1, 0], [0, 0]]),
)
_WORDS = (
    *_EXAMPLES,
    _case([[0.0, 0.5]] * 6, [[0.5, 0.0]] * 6, [[0, 0], [1, 1]]),
    _case(_FLAT, _raised(_FLAT, 0.25), [[0, 1]], 0.1),
    _case(_FLAT, _raised(_FLAT, 0.25), [[0, 1]], 0.3),
    _case(_raised(_FLAT, 0.25), _FLAT, [[0, 1]]),
    _case([[0.5, 0.5]] * 6, [[1.0, 0.25]] * 6, [[0, 0], [1, 1]], 0.1),
    _case([[0.5, 0.5]] * 5, [[1.0, 1.0]] * 5, [[0, 1]]),
    _case([[0.5, 0.5]] * 5, [[0.0, 0.0]] * 5, [[0, 1]]),
    _case([[0.5, 0.5]], [[1.0, 1.0]], [[0, 1]]),
    _case([[0.5, 0.5]] * 6, [[1.0, 1.0]] * 6, [[0, 1]]),
)

EXERCISE = Exercise(
    name="judge_claim",
    lesson="11_does_overlap_help",
    hints=(
        (
            "Three steps, each a few lines: one difference for each question; the mean of them, and the means of the "
            "draws; then the word. Do the example in the picture on paper first."
        ),
        (
            "The difference of question q: the mean of other[p][q] over phases p, minus the mean of baseline[p][q]. "
            "A draw is a list of question numbers, some of them twice: the mean of a draw is the mean of the "
            "differences at these numbers. Sort the means of all draws in a list of your own."
        ),
        (
            "With means sorted and cut = len(means) * 25 // 1000, low is means[cut] and high is means[-1 - cut]. "
            "Then: fewer than 6 phases, cannot tell; low > claimed, supported; high < claimed, refuted; else cannot "
            "tell. Before all this, raise ValueError where shapes differ or draws is empty."
        ),
    ),
    properties=(
        Property(
            name="what is better everywhere is supported",
            points=1,
            gate=True,
            hints=(_RULE,),
            test=_clear,
            examples=(
                _case(_FLAT, _raised(_FLAT, 0.25), [[0, 1], [1, 0]]),
                _case([[0.0]] * 6, [[1.0]] * 6, [[0]]),
            ),
        ),
        Property(
            name="the mean is over questions and phases",
            points=1,
            gate=False,
            hints=(_MEAN,),
            test=_mean,
            examples=_EXAMPLES,
            cases=_cases,
        ),
        Property(
            name="the interval leaves out 2.5 % of the draws at each end",
            points=2,
            gate=False,
            hints=(_ENDS,),
            test=_interval,
            examples=_EXAMPLES,
            cases=_cases,
        ),
        Property(
            name="the word follows from the interval and the phases",
            points=2,
            gate=False,
            hints=(f"with six phases or more: {_RULE}; with fewer always cannot tell",),
            test=_word,
            examples=_WORDS,
            cases=_cases,
        ),
        Property(
            name="an end at the claim does not decide",
            points=1,
            gate=False,
            hints=("compare with > and <, not with >= and <=",),
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
            hints=("zip() stops at the shorter list and says nothing: compare the lengths first",),
            test=_refuses,
            examples=(
                _case(_FLAT, _FLAT[:5], [[0, 1]]),
                _case(_FLAT[:1], _FLAT, [[0, 1]]),
                _case(_FLAT, [[0.25]] * 6, [[0, 0]]),
                _case(_FLAT, [*_FLAT[:5], [0.5]], [[0, 0]]),
                _case(_FLAT, _FLAT, []),
            ),
        ),
    ),
)
