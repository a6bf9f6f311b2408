"""Span scores: recall, precision and IoU of retrieved places, in both published forms.

Right answers are floats of one division each, so a tolerance of a billionth takes every way to compute them. The
expected ones are counted character by character, which is slow and cannot be wrong about edges.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from classroom.judge.exercise import Broken, Call, Exercise, Property
from classroom.properties.scores import ROUNDED, rounded, same, scores_of
from classroom.properties.spans import refuses

from .counts import (
    DIVISORS,
    DOCUMENT,
    ONCE,
    SET,
    TOUCH,
    TWICE,
    Ranges,
    cause_of,
    count,
    divided,
    score,
)

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

_KEYS = ("recall", "precision", "iou", "iou_set")


def _equal(key: str, function: Call, retrieved: Ranges, evidence: Ranges, *, exact: bool = False) -> None:
    """One score is what its formula gives; a rounded one is a matter of its own."""
    gave = scores_of(function(list(retrieved), [(_fresh(name), *ends) for name, *ends in evidence]), _KEYS)
    right = score(key, counts := count(retrieved, evidence))
    short = rounded(gave[key], right)
    if not same(gave[key], right) and (exact or not short):
        part, whole = divided(key, counts)
        counted = ", ".join(f"{name} {number}" for name, number in counts._asdict().items())
        cause = ROUNDED if short else cause_of(key, gave, retrieved, evidence)
        raise Broken(f"{key} is {part} / {whole}: {counted}", expected={key: right}, cause=cause)


def _fresh(name: str) -> str:
    """Write a name anew: names of a document are equal, and need not be the same object."""
    return "".join(list(name))


def _all_equal(function: Call, retrieved: Ranges, evidence: Ranges) -> None:
    """All four scores are what their formulas give."""
    for key in _KEYS:
        _equal(key, function, retrieved, evidence)


def _recall(function: Call, retrieved: Ranges, evidence: Ranges) -> None:
    """Recall is the share of the evidence that is found."""
    _equal("recall", function, retrieved, evidence)


def _precision(function: Call, retrieved: Ranges, evidence: Ranges) -> None:
    """Precision is the share of what is given that is evidence."""
    _equal("precision", function, retrieved, evidence)


def _iou(function: Call, retrieved: Ranges, evidence: Ranges) -> None:
    """The first form of IoU counts what is given as often as it is given."""
    _equal("iou", function, retrieved, evidence)


def _iou_set(function: Call, retrieved: Ranges, evidence: Ranges) -> None:
    """The second form counts each character once."""
    _equal("iou_set", function, retrieved, evidence)


def _exact(function: Call, retrieved: Ranges, evidence: Ranges) -> None:
    """Recall, which has many places here, has all of them."""
    _equal("recall", function, retrieved, evidence, exact=True)


def _nothing(function: Call, evidence: Ranges) -> None:
    """Where nothing is retrieved, all scores are 0."""
    gave = scores_of(function([], list(evidence)), _KEYS)
    for key in _KEYS:
        if gave[key] != 0:
            raise Broken(f"{key} is {gave[key]:.6g} where nothing is retrieved", expected=0.0)


def _refuses(function: Call, retrieved: Ranges) -> None:
    """Without evidence there is nothing to score: ValueError."""
    refuses(function, list(retrieved), [])


def _case(retrieved: Ranges, evidence: Ranges) -> Mapping[str, Any]:
    return {"retrieved": list(retrieved), "evidence": list(evidence)}


def _ranges(names: Sequence[str], most: int, many: int, least: int = 0) -> SearchStrategy[list[tuple[str, int, int]]]:
    from hypothesis import strategies as st

    edges = st.tuples(st.integers(0, most), st.integers(1, 9))
    one = st.builds(lambda name, at: (name, at[0], sum(at)), st.sampled_from(names), edges)
    return st.lists(one, min_size=least, max_size=many)


def _apart_ranges(names: Sequence[str], most: int) -> SearchStrategy[list[tuple[str, int, int]]]:
    """Draw ranges that do not overlap, in any order; some touch."""

    def kept(ranges: list[tuple[str, int, int]]) -> list[tuple[str, int, int]]:
        found: list[tuple[str, int, int]] = []
        for document, start, end in ranges:
            if all(document != name or end <= a or b <= start for name, a, b in found):
                found.append((document, start, end))
        return found

    return _ranges(names, most, 4, least=1).map(kept)


def _cases(names: str = "ab", most: int = 25, many: int = 5) -> SearchStrategy[dict[str, Any]]:
    from hypothesis import strategies as st

    return st.fixed_dictionaries(
        {"retrieved": _ranges(names, most, many, least=1), "evidence": _apart_ranges(names, most)}
    )


def _pairs() -> SearchStrategy[dict[str, Any]]:
    """Draw one chunk and one piece in one document; they share characters."""
    from hypothesis import strategies as st

    one = _ranges("a", 9, 1, least=1)
    drawn: SearchStrategy[dict[str, Any]] = st.fixed_dictionaries({"retrieved": one, "evidence": one})
    return drawn.filter(_shares)


def _shares(case: Mapping[str, Ranges]) -> bool:
    return count(case["retrieved"], case["evidence"]).found > 0


def _beside() -> SearchStrategy[dict[str, Any]]:
    """Draw a chunk and a piece of evidence of one document that share nothing, and often touch."""
    drawn = _apart_ranges("a", 12).filter(lambda ranges: len(ranges) > 1)
    return drawn.map(lambda ranges: {"retrieved": ranges[:1], "evidence": ranges[1:2]})


def _strangers() -> SearchStrategy[dict[str, Any]]:
    """Draw chunks and evidence of several documents with the same places; no two chunks overlap."""
    from hypothesis import strategies as st

    names = ("a", "ab", "b")
    return st.fixed_dictionaries({"retrieved": _apart_ranges(names, 4), "evidence": _apart_ranges(names, 4)})


_ONE = (
    _case([("a", 0, 10)], [("a", 5, 15)]),
    _case([("a", 5, 15)], [("a", 0, 10)]),
    _case([("a", 0, 20)], [("a", 5, 10)]),
    _case([("a", 5, 10)], [("a", 0, 20)]),
    _case([("a", 0, 4)], [("a", 6, 9)]),
    _case([("a", 0, 8), ("a", 9, 17)], [("a", 2, 4), ("a", 6, 12)]),
    _case([("a", 0, 5), ("a", 5, 9)], [("a", 4, 6)]),
    _case([("a", 3, 4)], [("a", 3, 4), ("a", 4, 5)]),
    _case([("a", 7, 8)], [("a", 0, 7), ("a", 8, 9)]),
    _case([("a", 90_010, 90_030)], [("a", 90_000, 90_020)]),
)
_OVER = (
    _case([("a", 0, 10), ("a", 8, 18)], [("a", 9, 11)]),
    _case([("a", 0, 10), ("a", 0, 10)], [("a", 0, 10)]),
    _case([("a", 0, 10), ("a", 2, 5), ("a", 4, 12)], [("a", 3, 11)]),
    _case([("a", 8, 18), ("a", 0, 10)], [("a", 0, 4), ("a", 8, 10)]),
    _case([("a", 0, 6), ("a", 3, 9), ("a", 5, 11)], [("a", 4, 8)]),
)
_EDGES = (
    _case([("a", 0, 5)], [("a", 5, 9)]),
    _case([("a", 5, 9)], [("a", 0, 5)]),
)
_NAMES = (
    _case([("b", 0, 10)], [("a", 0, 10)]),
    _case([("a", 0, 4), ("b", 2, 6)], [("a", 0, 4)]),
    _case([("ab", 0, 4), ("a", 2, 6)], [("a", 0, 4)]),
    _case([("a1", 0, 5), ("A", 9, 16)], [("a", 10, 15)]),
    _case([("note", 0, 20)], [("note", 10, 25)]),
    _case([("a", 0, 4), ("b", 0, 4)], [("a", 1, 3), ("b", 2, 6)]),
    _case([("b", 0, 6), ("a", 0, 9), ("b", 7, 12)], [("b", 5, 8)]),
)
_LONG = (
    _case([("a", 0, 1)], [("a", 0, 3)]),
    _case([("a", 5, 9)], [("a", 0, 7)]),
    _case([("b", 0, 7), ("b", 9, 12)], [("b", 5, 11), ("b", 20, 27)]),
)
_EVERY = (*_ONE, *_OVER, *_EDGES, *_NAMES)


def _property(name: str, points: int, hint: str, test: Any, examples: tuple[Mapping[str, Any], ...]) -> Property:
    return Property(name, points, False, (hint,), test, examples, _cases)


EXERCISE = Exercise(
    hints=(
        (
            "Everything comes from four counts: the characters of the evidence, those of it that are found, all that "
            "is given, and the different ones among these. Count them on paper for the picture."
        ),
        (
            "A character is a pair, (document, place). The evidence is a set of such pairs; what is given is a list, "
            "since a pair may come twice, and set(list) has each once. & is what two sets share."
        ),
        (
            "given = [(document, at) for document, start, end in retrieved for at in range(start, end)]; the same of "
            "the evidence, as a set, is wanted. found = len(wanted & set(given)). Then the four divisions of the task; "
            "test for no evidence first, and for nothing given before you divide by it."
        ),
    ),
    properties=(
        Property(
            name="the evidence itself scores 1, a chunk elsewhere 0",
            points=1,
            gate=True,
            causes=("return a dictionary with recall, precision, iou and iou_set, numbers from 0 to 1",),
            test=_all_equal,
            examples=(
                _case([("a", 2, 7)], [("a", 2, 7)]),
                _case([("a", 20, 30)], [("a", 2, 7)]),
                _case([("b", 0, 3)], [("b", 0, 3)]),
            ),
        ),
        Property("what only touches shares nothing", 2, False, (TOUCH,), _all_equal, _EDGES, _beside),
        Property("the four formulas, where chunks lie apart", 2, False, (DIVISORS["iou"],), _all_equal, _ONE, _pairs),
        Property("documents are kept apart", 2, False, (DOCUMENT,), _all_equal, _NAMES, _strangers),
        _property("recall finds evidence once", 2, ONCE, _recall, _EVERY),
        _property("precision counts what is given as often as it is given", 2, TWICE, _precision, _EVERY),
        _property("iou counts what is given as often as it is given", 2, TWICE, _iou, _EVERY),
        _property("iou_set counts each character once", 2, SET, _iou_set, _EVERY),
        Property("the scores are not rounded", 1, False, (ROUNDED,), _exact, _LONG),
        Property(
            name="nothing retrieved scores 0",
            points=1,
            gate=False,
            causes=("where nothing is given, precision divides by 0: answer 0 before the division",),
            test=_nothing,
            examples=({"evidence": [("a", 0, 5)]}, {"evidence": [("a", 0, 5), ("b", 7, 9)]}),
        ),
        Property(
            name="no evidence raises ValueError",
            points=1,
            gate=False,
            causes=("without evidence recall is 0 / 0: refuse it before anything is counted",),
            test=_refuses,
            examples=({"retrieved": [("a", 0, 5)]}, {"retrieved": []}),
        ),
    ),
)
