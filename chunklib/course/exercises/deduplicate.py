"""Deduplicate: hits that bring nothing new are dropped, by places and never by texts.

Whether a hit brings anything new is counted character by character: slow, and right about every edge.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from chunklib.course.exercise import Broken, Call, Exercise, Property, Raised, expect_list
from chunklib.course.exercises._merging import Hit, Place, case, cases, characters, place_of, where, with_keys
from chunklib.course.exercises._spans import refuses

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

_KEYS = ("document", "start_char", "end_char", "text", "score")
_ALL = "start with an empty list, append each hit that brings something new, and return the list"
_TWICE = "a place is (document, start_char, end_char); the first hit at a place is the best"
_UNION = "two hits may cover a third together: compare with all that is covered, not with one hit at a time"
_WHOLE = "a hit that brings a single new character stays, whole: another ending is not the same place"
_TEXT = "the same words at two places are two places: compare documents and offsets, not texts"
_ORDER = "go through the hits from first to last, and change neither their order nor the hits"
_LEVEL = "equal scores are in order: no hit is refused, lost or moved for them"
_LATER = "a hit is compared with those before it only: a larger one that comes later does not take its place"


def _kept(function: Call, hits: Sequence[Hit]) -> list[int]:
    """Call the function and say which hits it kept, as their numbers in the order of the answer."""
    gave = expect_list(function([dict(one) for one in hits]), of=dict)
    numbers: list[int] = []
    for index, one in enumerate(gave):
        with_keys(one, _KEYS, f"hit {index} of the answer")
        same = [number for number, other in enumerate(hits) if dict(other) == one]
        free = [number for number in same if number not in numbers]
        if not same:
            raise Broken(f"hit {index} of the answer ({where(one)}) is none of those given", cause=_ORDER)
        if not free:
            raise Broken(f"the hit at {where(one)} is there twice", cause=_TWICE)
        numbers.append(free[0])
    return numbers


def _expected(hits: Sequence[Hit]) -> list[int]:
    """Keep a hit that has a character that no hit before it has.

    >>> _expected(case(("day", 0, 5), ("day", 4, 8), ("day", 3, 7))["hits"])
    [0, 1]
    """
    return [number for number, one in enumerate(hits) if characters(one) - characters(*hits[:number])]


def _missing(function: Call, hits: Sequence[Hit], cause: str) -> None:
    """Every hit that brings something new is there."""
    kept = _kept(function, hits)
    for number in _expected(hits):
        if number not in kept:
            new = len(characters(hits[number]) - characters(*hits[:number]))
            brings = f"it alone has {new} character{'s' * (new != 1)} that no hit before it has"
            raise Broken(f"the hit at {where(hits[number])} is missing: {brings}", cause=cause)


def _apart(function: Call, hits: Sequence[Hit]) -> None:
    """Hits that share nothing all stay."""
    _missing(function, hits, _ALL)


def _partly(function: Call, hits: Sequence[Hit]) -> None:
    """A hit that brings anything new stays."""
    _missing(function, hits, _WHOLE)


def _texts(function: Call, hits: Sequence[Hit]) -> None:
    """The same text at another place stays."""
    _missing(function, hits, _TEXT)


def _better(function: Call, hits: Sequence[Hit]) -> None:
    """A hit that stands before a larger one stays."""
    _missing(function, hits, _LATER)


def _same(function: Call, hits: Sequence[Hit]) -> None:
    """Of hits at one place the first stays, and no other."""
    kept = _kept(function, hits)
    for number in kept:
        first = next(n for n, one in enumerate(hits) if place_of(one) == place_of(hits[number]))
        if first != number:
            why = f"the hit at {where(hits[number])} with the score {hits[number]['score']:g} repeats an earlier one"
            raise Broken(why, cause=_TWICE)


def _inside(function: Call, hits: Sequence[Hit]) -> None:
    """What lies inside one hit before it goes."""
    for number in _kept(function, hits):
        for other in hits[:number]:
            if characters(hits[number]) <= characters(other):
                raise Broken(f"the hit at {where(hits[number])} lies inside the one at {where(other)} before it")


def _together(function: Call, hits: Sequence[Hit]) -> None:
    """What the hits before it cover together goes."""
    for number in _kept(function, hits):
        if characters(hits[number]) <= characters(*hits[:number]):
            raise Broken(f"the hits before it cover all of the hit at {where(hits[number])}", cause=_UNION)


def _in_order(function: Call, hits: Sequence[Hit]) -> None:
    """What stays keeps its order."""
    kept = _kept(function, hits)
    if kept != sorted(kept):
        raise Broken("the hits that stay have another order", expected=[hits[number] for number in _expected(hits)])


def _nothing(function: Call) -> None:
    """No hits, no answer."""
    if function([]) != []:
        raise Broken("returned something for no hits", expected=[])


def _refuses(function: Call, scores: Sequence[float]) -> None:
    """Hits that are not best first raise ValueError; equal scores are no rise, and give the same as falling ones."""
    places: list[Place] = [("day", at * 5, at * 5 + 5) for at in reversed(range(len(scores)))]
    falling = case(*places)["hits"]
    hits = [one | {"score": score} for one, score in zip(falling, scores, strict=True)]
    if any(two > one for one, two in pairwise(scores)):
        refuses(function, hits)
        return
    meant = _kept(function, falling)
    try:
        kept = _kept(function, hits)
    except Raised as error:
        if not error.is_a("ValueError"):
            raise
        why = f"refused the scores {', '.join(map(str, scores))}: none of them rises"
        raise Broken(why, expected=hits, cause=_LEVEL) from None
    if kept != meant:
        why = "with falling scores the answer is another; equal scores are to change nothing"
        raise Broken(why, expected=[hits[number] for number in meant], cause=_LEVEL)


_APART = (
    case(("day", 0, 10)),
    case(("day", 20, 30), ("day", 0, 9)),
    case(("day", 0, 9), ("eve", 20, 30), ("day", 9, 19)),
)
_SAME = (
    case(("day", 0, 10), ("day", 0, 10)),
    case(("day", 0, 10), ("eve", 0, 10), ("day", 0, 10), ("eve", 0, 10)),
    case(("day", 3, 9), ("day", 20, 30), ("day", 3, 9), ("day", 3, 9)),
)
_INSIDE = (
    case(("day", 0, 30), ("day", 11, 19)),
    case(("day", 0, 10), ("day", 0, 4)),
    case(("day", 0, 10), ("day", 6, 10)),
    case(("eve", 11, 19), ("day", 0, 30), ("day", 11, 19)),
)
_UNITED = (
    case(("day", 0, 10), ("day", 10, 19), ("day", 5, 15)),
    case(("day", 0, 12), ("day", 8, 19), ("day", 5, 15)),
    case(("day", 20, 30), ("day", 0, 10), ("day", 10, 20), ("day", 2, 28)),
    case(("day", 10, 19), ("eve", 0, 10), ("day", 0, 10), ("eve", 10, 19), ("eve", 3, 17), ("day", 3, 17)),
)
_PARTLY = (
    case(("day", 0, 10), ("day", 9, 19)),
    case(("day", 0, 10), ("day", 0, 11)),
    case(("day", 1, 10), ("day", 0, 10)),
    case(("day", 0, 10), ("day", 11, 19), ("day", 5, 15)),
    case(("day", 0, 5), ("eve", 5, 10), ("day", 2, 7)),
)
_REPEATED = (
    case(("day", 0, 10), ("day", 20, 30)),
    case(("day", 0, 10), ("eve", 0, 10)),
    case(("eve", 31, 41), ("day", 41, 51), ("day", 20, 30)),
)
_LARGER = (
    case(("day", 11, 19), ("day", 0, 30)),
    case(("day", 3, 6), ("day", 2, 7), ("day", 0, 10)),
    case(("eve", 0, 4), ("eve", 6, 10), ("eve", 0, 10)),
)
_SCORES: tuple[dict[str, Any], ...] = (
    {"scores": [0.5, 0.7]},
    {"scores": [0.9, 0.9, 0.91]},
    {"scores": [0.9, 0.2, 0.3, 0.1]},
    {"scores": [0.5, 0.5]},
    {"scores": [0.9, 0.5, 0.5, 0.5, 0.1]},
)


def _rankings() -> SearchStrategy[dict[str, Any]]:
    from hypothesis import strategies as st

    scores = st.lists(st.sampled_from([0.1, 0.5, 0.9]), min_size=1, max_size=5)
    either = st.one_of(scores, scores.map(lambda drawn: sorted(drawn, reverse=True)))
    return either.map(lambda drawn: {"scores": drawn})


def _property(name: str, points: int, hint: str, test: Any, examples: Any) -> Property:
    return Property(name, points, False, (hint,), test, examples, cases)


EXERCISE = Exercise(
    name="deduplicate",
    lesson="12_production",
    hints=(
        (
            "Which characters does a hit bring that no hit before it has? If there are none, it goes. That question "
            "answers for the same place, for what lies inside, and for what several hits cover together."
        ),
        (
            "A character is a pair, (document, place). Keep a set of those that are covered so far. A hit stays if its "
            "own set is not a part of it; <= compares sets."
        ),
        (
            'own = {(hit["document"], at) for at in range(hit["start_char"], hit["end_char"])}; if not own <= covered: '
            "append the hit, and covered |= own. Before the loop, compare each score with the next: a rise is a "
            "ValueError."
        ),
    ),
    properties=(
        Property("hits that share nothing all stay", 1, True, (_ALL,), _apart, _APART),
        _property("of one place the best hit stays", 1, _TWICE, _same, _SAME),
        _property("what lies inside an earlier hit goes", 2, "start and end both lie within", _inside, _INSIDE),
        _property("what earlier hits cover together goes", 3, _UNION, _together, _UNITED),
        Property("the same text at another place stays", 2, False, (_TEXT,), _texts, _REPEATED, lambda: cases(3)),
        Property("a larger hit does not replace a better one", 1, False, (_LATER,), _better, _LARGER),
        _property("a hit that brings anything new stays", 2, _WHOLE, _partly, _PARTLY),
        _property("the order stays", 1, _ORDER, _in_order, (*_APART, *_PARTLY, *_UNITED)),
        Property("no hits give an empty list", 1, False, ("an empty list has no first hit",), _nothing, ({},)),
        Property(
            "hits that are not best first raise ValueError",
            1,
            False,
            ("compare each score with the next one before the work begins; equal scores are in order",),
            _refuses,
            _SCORES,
            _rankings,
        ),
    ),
)
