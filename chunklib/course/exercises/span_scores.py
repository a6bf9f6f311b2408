"""Span scores: recall, precision and IoU of retrieved places, in both published forms.

Right answers are floats of one division each, so a tolerance of a billionth takes every way to compute them. The
expected ones are counted character by character, which is slow and cannot be wrong about edges.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from chunklib.course.exercise import Broken, Call, Exercise, Property
from chunklib.course.exercises._scores import ROUNDED, rounded, scores_of
from chunklib.course.exercises._spans import refuses

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

Ranges = Sequence[tuple[str, int, int]]

_KEYS = ("recall", "precision", "iou", "iou_set")
_TOUCH = "half-open ranges share max(0, min(ends) - max(starts)) characters: 0-5 and 5-9 share none"
_DOCUMENT = "character 7 of one document is not character 7 of another: compare the names too"
_ONCE = "evidence that two chunks have is found once: unite the chunks before you count it"
_TWICE = "precision and iou count what is given as often as it is given: add the lengths of the chunks"
_SET = "iou_set counts each retrieved character once, in precision it counts as often as it is given"
_EITHER = "the divisor of iou is all that is given plus the evidence that is not found"
_CAUSES = {
    "recall": "recall divides what is found by all of the evidence; 0-5 has five characters",
    "precision": "precision divides what is found by all that is given; 0-5 has five characters",
    "iou": _EITHER,
    "iou_set": _EITHER,
}
"""The usual cause, by the score that is wrong where nothing overlaps."""


class _Counts(NamedTuple):
    """Characters: of the evidence, those of it that are retrieved, all retrieved, and these counted once."""

    evidence: int
    found: int
    given: int
    different: int


def _places(ranges: Ranges) -> list[tuple[str, int]]:
    return [(document, place) for document, start, end in ranges for place in range(start, end)]


def _count(retrieved: Ranges, evidence: Ranges) -> _Counts:
    """Count by sets of places.

    >>> _count([("a", 0, 4), ("a", 2, 6)], [("a", 3, 5), ("b", 0, 9)])
    _Counts(evidence=11, found=2, given=8, different=6)
    """
    wanted, given = set(_places(evidence)), _places(retrieved)
    return _Counts(len(wanted), len(wanted & set(given)), len(given), len(set(given)))


def _expected(key: str, counts: _Counts) -> tuple[int, int]:
    """Give what is divided by what."""
    evidence, found, given, different = counts
    divisor = {"recall": evidence, "precision": given, "iou": given + evidence - found}
    return found, divisor.get(key, different + evidence - found)


def _equal(key: str, function: Call, retrieved: Ranges, evidence: Ranges, cause: str = "") -> None:
    """One score is what its formula gives."""
    gave = scores_of(function(list(retrieved), list(evidence)), _KEYS)
    part, whole = _expected(key, counts := _count(retrieved, evidence))
    value = part / whole if whole else 0.0
    if abs(gave[key] - value) > 1e-9:
        counted = ", ".join(f"{name} {number}" for name, number in counts._asdict().items())
        raise Broken(
            f"{key} is {part} / {whole}: {counted}",
            expected={key: value},
            cause=_why(gave[key], value, cause or _CAUSES[key]),
        )


def _why(gave: float, right: float, cause: str) -> str:
    return ROUNDED if rounded(gave, right) else cause


def _perfect(function: Call, retrieved: Ranges, evidence: Ranges) -> None:
    """What is exactly the evidence scores 1 everywhere, and a chunk elsewhere 0."""
    for key in _KEYS:
        _equal(key, function, retrieved, evidence)


def _recall(function: Call, retrieved: Ranges, evidence: Ranges) -> None:
    """Recall is the share of the evidence that is found."""
    _equal("recall", function, retrieved, evidence, _ONCE)


def _precision(function: Call, retrieved: Ranges, evidence: Ranges) -> None:
    """Precision is the share of what is given that is evidence."""
    _equal("precision", function, retrieved, evidence, _TWICE)


def _iou(function: Call, retrieved: Ranges, evidence: Ranges) -> None:
    """The first form of IoU counts what is given as often as it is given."""
    _equal("iou", function, retrieved, evidence, _EITHER if _apart(retrieved) else _TWICE)


def _iou_set(function: Call, retrieved: Ranges, evidence: Ranges) -> None:
    """The second form counts each character once."""
    _equal("iou_set", function, retrieved, evidence, _EITHER if _apart(retrieved) else _SET)


def _single(function: Call, retrieved: Ranges, evidence: Ranges) -> None:
    """The four formulas, where nothing overlaps but evidence and chunk."""
    for key in _KEYS:
        _equal(key, function, retrieved, evidence)


def _touching(function: Call, retrieved: Ranges, evidence: Ranges) -> None:
    """An end does not belong to its range."""
    for key in _KEYS:
        _equal(key, function, retrieved, evidence, _TOUCH)


def _documents(function: Call, retrieved: Ranges, evidence: Ranges) -> None:
    """Places are compared within a document only."""
    for key in _KEYS:
        _equal(key, function, retrieved, evidence, _DOCUMENT)


def _apart(retrieved: Ranges) -> bool:
    """Tell whether no two chunks share a character."""
    places = _places(retrieved)
    return len(places) == len(set(places))


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


def _ranges(names: str, most: int, count: int, least: int = 0) -> SearchStrategy[list[tuple[str, int, int]]]:
    from hypothesis import strategies as st

    edges = st.tuples(st.integers(0, most), st.integers(1, 9))
    one = st.builds(lambda name, at: (name, at[0], sum(at)), st.sampled_from(names), edges)
    return st.lists(one, min_size=least, max_size=count)


def _apart_ranges(names: str, most: int) -> SearchStrategy[list[tuple[str, int, int]]]:
    """Draw ranges that do not overlap, in any order; some touch."""

    def kept(ranges: list[tuple[str, int, int]]) -> list[tuple[str, int, int]]:
        found: list[tuple[str, int, int]] = []
        for document, start, end in ranges:
            if all(document != name or end <= a or b <= start for name, a, b in found):
                found.append((document, start, end))
        return found

    return _ranges(names, most, 4, least=1).map(kept)


def _cases(names: str = "ab", most: int = 25, count: int = 5) -> SearchStrategy[dict[str, Any]]:
    from hypothesis import strategies as st

    return st.fixed_dictionaries(
        {"retrieved": _ranges(names, most, count, least=1), "evidence": _apart_ranges(names, most)}
    )


def _pairs() -> SearchStrategy[dict[str, Any]]:
    """Draw one chunk and one piece in one document; they share characters."""
    from hypothesis import strategies as st

    one = _ranges("a", 9, 1, least=1)
    drawn = st.fixed_dictionaries({"retrieved": one, "evidence": one})
    return drawn.filter(lambda case: _count(**case).found > 0)


def _beside() -> SearchStrategy[dict[str, Any]]:
    """Draw chunks of one document that do not overlap, and often touch evidence."""
    from hypothesis import strategies as st

    return st.fixed_dictionaries({"retrieved": _apart_ranges("a", 12), "evidence": _apart_ranges("a", 12)})


def _strangers() -> SearchStrategy[dict[str, Any]]:
    """Draw chunks and evidence of several documents with the same places; no two chunks overlap."""
    from hypothesis import strategies as st

    return st.fixed_dictionaries({"retrieved": _apart_ranges("abc", 4), "evidence": _apart_ranges("abc", 4)})


_ONE = (
    _case([("a", 0, 10)], [("a", 5, 15)]),
    _case([("a", 5, 15)], [("a", 0, 10)]),
    _case([("a", 0, 20)], [("a", 5, 10)]),
    _case([("a", 5, 10)], [("a", 0, 20)]),
    _case([("a", 0, 4)], [("a", 6, 9)]),
    _case([("a", 0, 8), ("a", 9, 17)], [("a", 2, 4), ("a", 6, 12)]),
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
    _case([("a", 0, 5), ("a", 5, 9)], [("a", 4, 6)]),
    _case([("a", 3, 4)], [("a", 3, 4), ("a", 4, 5)]),
    _case([("a", 7, 8)], [("a", 0, 7), ("a", 8, 9)]),
)
_NAMES = (
    _case([("b", 0, 10)], [("a", 0, 10)]),
    _case([("a", 0, 4), ("b", 2, 6)], [("a", 0, 4)]),
    _case([("a", 0, 4), ("b", 0, 4)], [("a", 1, 3), ("b", 2, 6)]),
    _case([("b", 0, 6), ("a", 0, 9), ("b", 7, 12)], [("b", 5, 8)]),
)
_EVERY = (*_ONE, *_OVER, *_EDGES, *_NAMES)


def _property(name: str, points: int, hint: str, test: Any, examples: tuple[Mapping[str, Any], ...]) -> Property:
    return Property(name, points, False, (hint,), test, examples, _cases)


EXERCISE = Exercise(
    name="span_scores",
    lesson="10_measuring",
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
            hints=("return a dictionary with recall, precision, iou and iou_set, numbers from 0 to 1",),
            test=_perfect,
            examples=(
                _case([("a", 2, 7)], [("a", 2, 7)]),
                _case([("a", 20, 30)], [("a", 2, 7)]),
                _case([("b", 0, 3)], [("b", 0, 3)]),
            ),
        ),
        Property("the four formulas, where chunks lie apart", 2, False, (_EITHER,), _single, _ONE, _pairs),
        Property("what only touches shares nothing", 2, False, (_TOUCH,), _touching, _EDGES, _beside),
        Property("documents are kept apart", 2, False, (_DOCUMENT,), _documents, _NAMES, _strangers),
        _property("recall finds evidence once", 2, _ONCE, _recall, _EVERY),
        _property("precision counts what is given as often as it is given", 2, _TWICE, _precision, _EVERY),
        _property("iou counts what is given as often as it is given", 2, _TWICE, _iou, _EVERY),
        _property("iou_set counts each character once", 2, _SET, _iou_set, _EVERY),
        Property(
            name="nothing retrieved scores 0",
            points=1,
            gate=False,
            hints=("where nothing is given, precision divides by 0: answer 0 before the division",),
            test=_nothing,
            examples=({"evidence": [("a", 0, 5)]}, {"evidence": [("a", 0, 5), ("b", 7, 9)]}),
        ),
        Property(
            name="no evidence raises ValueError",
            points=1,
            gate=False,
            hints=("without evidence recall is 0 / 0: refuse it before anything is counted",),
            test=_refuses,
            examples=({"retrieved": [("a", 0, 5)]}, {"retrieved": []}),
        ),
    ),
)
