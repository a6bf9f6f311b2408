"""Deduplicate: hits that bring nothing new are dropped, by places and never by texts.

Whether a hit brings anything new is counted character by character: slow, and right about every edge.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from classroom.judge.exercise import Broken, Call, Exercise, Property, Raised, expect_list
from classroom.properties.merging import Hit, Place, case, cases, characters, place_of, where, with_keys
from classroom.properties.spans import refuses

from .duplicates import (
    LATER,
    LEVEL,
    LIES_INSIDE,
    NEW_STAYS,
    ORDER,
    REPEATED,
    RISES,
    TEXT,
    TWICE,
    UNCHANGED,
    UNION,
    WHOLE,
    why_missing,
)

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

_KEYS = ("document", "start_char", "end_char", "text", "score")


def _kept(function: Call, hits: Sequence[Hit]) -> list[int]:
    """Call the function and say which hits it kept, as their numbers in the order of the answer."""
    gave = expect_list(function([dict(one) for one in hits]), of=dict)
    numbers: list[int] = []
    for index, one in enumerate(gave):
        with_keys(one, _KEYS, f"hit {index} of the answer")
        same = [number for number, other in enumerate(hits) if dict(other) == one]
        free = [number for number in same if number not in numbers]
        if not same:
            raise Broken(f"hit {index} of the answer ({where(one)}) is none of those given", cause=UNCHANGED)
        if not free:
            raise Broken(f"the hit at {where(one)} is there twice", cause=TWICE)
        numbers.append(free[0])
    return numbers


def _expected(hits: Sequence[Hit]) -> list[int]:
    """Keep a hit that has a character that no hit before it has.

    >>> _expected(case(("day", 0, 5), ("day", 4, 8), ("day", 3, 7))["hits"])
    [0, 1]
    """
    return [number for number, one in enumerate(hits) if characters(one) - characters(*hits[:number])]


def _repeats(hits: Sequence[Hit], kept: Sequence[int]) -> None:
    """No hit stays beside the one just before it, if both have one place: who drops nothing is not judged right."""
    for number in kept:
        if number - 1 in kept and place_of(hits[number]) == place_of(hits[number - 1]):
            raise Broken(f"the hit at {where(hits[number])} repeats the one before it", cause=REPEATED)


def _missing(function: Call, hits: Sequence[Hit], asked: Callable[[int], bool] | None = None) -> None:
    """Every hit that brings something new is there, and none that repeats the hit just before it."""
    kept = _kept(function, hits)
    for number in _expected(hits):
        if number not in kept and (asked is None or asked(number)):
            new = len(characters(hits[number]) - characters(*hits[:number]))
            brings = f"it alone has {new} character{'s' * (new != 1)} that no hit before it has"
            cause = why_missing(hits, number)
            raise Broken(f"the hit at {where(hits[number])} is missing: {brings}", cause=cause)
    _repeats(hits, kept)


def _apart(function: Call, hits: Sequence[Hit]) -> None:
    """Hits that share nothing all stay."""
    _missing(function, hits)


def _partly(function: Call, hits: Sequence[Hit]) -> None:
    """A hit that brings anything new stays."""
    _missing(function, hits)


def _texts(function: Call, hits: Sequence[Hit]) -> None:
    """A hit stays whose text was there before, at another place that shares nothing with it."""

    def asked(number: int) -> bool:
        one, before = hits[number], hits[:number]
        shares = characters(one) & characters(*before)
        return not shares and any(other["text"] == one["text"] for other in before)

    _missing(function, hits, asked)


def _better(function: Call, hits: Sequence[Hit]) -> None:
    """A hit that comes before a larger one stays."""
    _missing(function, hits, lambda number: why_missing(hits, number) == LATER)


def _same(function: Call, hits: Sequence[Hit]) -> None:
    """Of hits at one place the first stays, and no other."""
    kept = _kept(function, hits)
    for number in kept:
        first = next(n for n, one in enumerate(hits) if place_of(one) == place_of(hits[number]))
        if first != number:
            why = f"the hit at {where(hits[number])} with the score {hits[number]['score']:g} repeats an earlier one"
            raise Broken(why, cause=TWICE)


def _inside(function: Call, hits: Sequence[Hit]) -> None:
    """What is inside one hit before it goes."""
    for number in _kept(function, hits):
        for other in hits[:number]:
            if characters(hits[number]) <= characters(other):
                why = f"the hit at {where(hits[number])} is inside the one at {where(other)} before it"
                raise Broken(why, cause=LIES_INSIDE)


def _together(function: Call, hits: Sequence[Hit]) -> None:
    """What the hits before it cover together goes."""
    for number in _kept(function, hits):
        if characters(hits[number]) <= characters(*hits[:number]):
            raise Broken(f"the hits before it cover all of the hit at {where(hits[number])}", cause=UNION)


def _in_order(function: Call, hits: Sequence[Hit]) -> None:
    """What stays keeps its order; where nothing goes, that says nothing."""
    kept = _kept(function, hits)
    if kept != sorted(kept):
        raise Broken("the hits that stay have another order", expected=[hits[number] for number in _expected(hits)])
    _repeats(hits, kept)


def _nothing(function: Call) -> None:
    """No hits, no answer."""
    if function([]) != []:
        raise Broken("returned something for no hits", expected=[])


def _refuses(function: Call, hits: Sequence[Hit]) -> None:
    """Check that hits that are not best first raise ValueError; equal scores are allowed, and change nothing."""
    scores = [one["score"] for one in hits]
    if any(two > one for one, two in pairwise(scores)):
        refuses(function, [dict(one) for one in hits])
        return
    falling = [{**one, "score": -number} for number, one in enumerate(hits)]
    meant = _kept(function, falling)
    try:
        kept = _kept(function, hits)
    except Raised as error:
        if not error.is_a("ValueError"):
            raise
        why = f"refused the scores {', '.join(map(str, scores))}: none of them rises"
        raise Broken(why, expected=[hits[number] for number in _expected(hits)], cause=LEVEL) from None
    if kept != meant:
        why = "with falling scores the answer is another; equal scores are to change nothing"
        raise Broken(why, expected=[hits[number] for number in meant], cause=LEVEL)


def _ranked(scores: Sequence[float], *drawn: Place) -> dict[str, Any]:
    """Make a case of hits with these scores."""
    return {"hits": [{**one, "score": score} for one, score in zip(case(*drawn)["hits"], scores, strict=True)]}


def _elsewhere(*places: Place) -> dict[str, Any]:
    """Make a case of documents that do not exist, or of places far after the end of one."""
    hits = [
        {"document": name, "start_char": start, "end_char": end, "text": "." * (end - start), "score": 9 - rank}
        for rank, (name, start, end) in enumerate(places)
    ]
    return {"hits": hits}


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
_FAR = _elsewhere(("day", 20_000, 20_010), ("day", 20_002, 20_005))
_GLUED = _elsewhere(("day1", 0, 5), ("day", 11, 14), ("Day", 11, 14))
_UNITED = (
    case(("day", 0, 10), ("day", 10, 19), ("day", 5, 15)),
    case(("day", 0, 12), ("day", 8, 19), ("day", 5, 15)),
    case(("day", 20, 30), ("day", 0, 10), ("day", 10, 20), ("day", 2, 28)),
    case(("day", 10, 19), ("eve", 0, 10), ("day", 0, 10), ("eve", 10, 19), ("eve", 3, 17), ("day", 3, 17)),
)
_PARTLY = (
    case(("day", 0, 10), ("day", 9, 19)),
    case(("day", 0, 10), ("day", 0, 10), ("day", 9, 19)),
    case(("day", 0, 10), ("day", 0, 11)),
    case(("day", 1, 10), ("day", 0, 10)),
    case(("day", 0, 10), ("day", 11, 19), ("day", 5, 15)),
    case(("day", 0, 5), ("eve", 5, 10), ("day", 2, 7)),
)
_REPEATED = (
    case(("day", 0, 10), ("day", 20, 30)),
    case(("day", 0, 10), ("day", 0, 10), ("day", 20, 30)),
    case(("day", 0, 10), ("eve", 0, 10)),
    case(("eve", 31, 41), ("day", 41, 51), ("day", 20, 30)),
)
_LARGER = (
    case(("day", 11, 19), ("day", 0, 30)),
    case(("day", 11, 19), ("day", 11, 19), ("day", 0, 30)),
    case(("day", 3, 6), ("day", 2, 7), ("day", 0, 10)),
    case(("eve", 0, 4), ("eve", 6, 10), ("eve", 0, 10)),
)
_LOW, _MIDDLE, _HIGH, _EVE = ("day", 0, 5), ("day", 5, 10), ("day", 10, 15), ("eve", 3, 9)
_SCORES = (
    _ranked([0.5, 0.7], _HIGH, _LOW),
    _ranked([0.9, 0.9, 0.91], _HIGH, _MIDDLE, _LOW),
    _ranked([0.9, 0.2, 0.3, 0.1], _HIGH, _MIDDLE, _LOW, _EVE),
    _ranked([0.5, 0.5], _HIGH, _LOW),
    _ranked([0.5, 0.5005], _HIGH, _LOW),
    _ranked([0.9, 0.5, 0.5, 0.5, 0.1], _HIGH, _EVE, _MIDDLE, _LOW, _LOW),
    _ranked([0.5, 0.7], _HIGH, _EVE),
    _ranked([0.5, 0.7], _HIGH, _HIGH),
    _ranked([0.0, 0.5], _HIGH, _LOW),
    _ranked([-2.0, -1.5], _HIGH, _LOW),
    _ranked([17.5, 8, 0, -3.0], _HIGH, _MIDDLE, _EVE, _LOW),
)


def _rankings() -> SearchStrategy[dict[str, Any]]:
    from hypothesis import strategies as st

    pair = st.tuples(st.sampled_from([0.0, 0.1, 0.5, 0.9]), st.sampled_from([_HIGH, _MIDDLE, _LOW, _EVE]))
    drawn = st.lists(pair, min_size=1, max_size=5)
    either = st.one_of(drawn, drawn.map(lambda pairs: sorted(pairs, key=lambda pair: -pair[0])))
    return either.map(lambda pairs: _ranked([score for score, _ in pairs], *(place for _, place in pairs)))


def _property(name: str, points: int, hint: str, test: Any, examples: Any) -> Property:
    return Property(name, points, False, (hint,), test, examples, cases)


EXERCISE = Exercise(
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
        Property("hits that share nothing all stay", 1, True, (NEW_STAYS,), _apart, _APART),
        _property("of one place the best hit stays", 1, TWICE, _same, _SAME),
        _property("what is inside an earlier hit goes", 2, LIES_INSIDE, _inside, (*_INSIDE, _FAR)),
        _property("what earlier hits cover together goes", 3, UNION, _together, _UNITED),
        Property("the same text at another place stays", 1, False, (TEXT,), _texts, _REPEATED, lambda: cases(3)),
        Property("a larger hit does not replace a better one", 1, False, (LATER,), _better, _LARGER),
        _property("a hit that brings anything new stays", 3, WHOLE, _partly, (*_PARTLY, _GLUED)),
        _property("the order stays", 1, ORDER, _in_order, (*_APART, *_SAME, *_PARTLY, *_UNITED)),
        Property("no hits give an empty list", 1, False, ("an empty list has no first hit",), _nothing, ({},)),
        Property(
            "hits that are not best first raise ValueError",
            1,
            False,
            (RISES,),
            _refuses,
            _SCORES,
            _rankings,
        ),
    ),
)
