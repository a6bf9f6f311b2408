"""Merge adjacent: hits that overlap or touch become one passage, gaps stay gaps, order and limit are kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from classroom.judge.exercise import Broken, Call, Exercise, Property, expect_list
from classroom.properties.merging import (
    DOCUMENTS,
    Hit,
    case,
    cases,
    characters,
    hit,
    place_of,
    places,
    where,
    with_keys,
)
from classroom.properties.spans import refuses

from .passages import (
    ALL,
    BEST,
    DOCUMENT,
    GAP,
    GLUED,
    GREEDY,
    LIMIT,
    NO_OWN,
    ONE,
    SHORTER,
    TWICE,
    length,
    merged,
    taken,
    why_not_found,
    why_not_taken,
    why_text,
)

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

_KEYS = ("document", "start_char", "end_char", "text")
_FAR = 100  # no document has so many characters, and a passage of a trillion would fill the memory of what judges it


def _passages(function: Call, hits: Sequence[Hit], most: int | None = None) -> list[Mapping[str, Any]]:
    """Call the function and read its passages."""
    own = [dict(one) for one in hits]
    gave = expect_list(function(own) if most is None else function(own, most), of=dict)
    for index, one in enumerate(gave):
        with_keys(one, _KEYS, f"passage {index}")
        if one["document"] not in DOCUMENTS:
            raise Broken(f"passage {index} is of a document {one['document']!r}", cause="the name comes from the hit")
        if not isinstance(one["text"], str):
            raise Broken(f"text of passage {index} is not a string")
        if max(map(abs, place_of(one)[1:])) > _FAR:
            raise Broken(f"passage {index} is at a place that no document has")
    return gave


def _found(function: Call, hits: Sequence[Hit]) -> None:
    """The places of the passages are the right ones, in any order."""
    gave = [place_of(one) for one in _passages(function, hits)]
    expected = merged(hits)
    right = [where(hit(place)) for place in expected]
    for place in expected:
        if place not in gave:
            cause = why_not_found(hits, hit(place), gave)
            raise Broken(f"there is no passage {where(hit(place))}", expected=right, cause=cause)
    for place in gave:
        if place not in expected or gave.count(place) > 1:
            raise Broken("there is a passage {} {}-{}".format(*place), expected=right, cause=NO_OWN)


def _texts(function: Call, hits: Sequence[Hit]) -> None:
    """The text of a passage is that of its place, no character twice, also in no two passages."""
    passages = _passages(function, hits)
    for one in passages:
        document, start, end = place_of(one)
        expected = DOCUMENTS[document][start:end] if start >= 0 else ""
        if one["text"] != expected:
            why = f"the text of {where(one)} is not right"
            raise Broken(why, gave=one["text"], expected=expected, cause=why_text(one["text"], expected))
    for number, one in enumerate(passages):
        for other in passages[:number]:
            if characters(one) & characters(other):
                raise Broken(f"{where(other)} and {where(one)} have characters in common", cause=ONE)


def _in_order(function: Call, hits: Sequence[Hit], *, judged: bool = False) -> None:
    """Passages are in the order of their best hits; where no hits are merged, that says nothing."""
    gave, expected = ([where(one) for one in ones] for ones in (_passages(function, hits), map(hit, merged(hits))))
    if gave != expected and sorted(gave) == sorted(expected):
        raise Broken("the passages are in another order", gave=gave, expected=expected)
    if judged and gave != expected:
        raise Broken("these are not the passages", gave=gave, expected=expected, cause=ONE)


def _fits(function: Call, hits: Sequence[Hit], most: int) -> None:
    """What comes back keeps the limit; an empty answer does so only where nothing fits."""
    gave = _passages(function, hits, most)
    if length(gave) > most:
        raise Broken(f"the passages with their marks have {length(gave)} characters; {most} are allowed")
    first = len(hits[0]["text"])
    if not gave and first + len(GAP) <= most:
        raise Broken(f"nothing came back; the first hit has {first} characters, and {most} are allowed", cause=GREEDY)


def _fills(function: Call, hits: Sequence[Hit], most: int) -> None:
    """Hits are taken in their order, whole, while they fit."""
    gave = [place_of(one) for one in _passages(function, hits, most)]
    fitting = taken(hits, most)
    expected = merged(fitting)
    if gave != expected:
        fit = ", ".join(where(one) for one in fitting) or "none"
        shown = ["{} {}-{}".format(*place) for place in gave]
        cause = why_not_taken(hits, most, gave)
        right = [where(hit(place)) for place in expected]
        raise Broken(f"the hits that fit are {fit}", gave=shown, expected=right, cause=cause)


def _nothing(function: Call, most: int | None) -> None:
    """No hits, no passages."""
    if _passages(function, [], most):
        raise Broken("returned a passage of no hits", expected=[])


def _refuses_limit(function: Call, hits: Sequence[Hit], most: int) -> None:
    """A limit below 1 raises ValueError."""
    refuses(function, [dict(one) for one in hits], most)


def _refuses_texts(function: Call, hits: Sequence[Hit]) -> None:
    """Hits that do not agree on the text that they share raise ValueError."""
    refuses(function, [dict(one) for one in hits])


def _changed(place: tuple[str, int, int], text: str) -> dict[str, Any]:
    return hit(place, 1) | {"text": text}


_APART = (
    case(("day", 0, 10)),
    case(("day", 20, 30), ("day", 0, 10)),
    case(("day", 0, 10), ("eve", 20, 30), ("day", 31, 40)),
)
_JOINED = (
    case(("day", 0, 12), ("day", 8, 19)),
    case(("day", 0, 10), ("day", 10, 19)),
    case(("day", 10, 19), ("day", 0, 10)),
    case(("day", 0, 10), ("day", 20, 30), ("day", 10, 20)),
    case(("day", 9, 19), ("day", 0, 10), ("day", 18, 30), ("day", 29, 40)),
    case(("day", 0, 10), ("day", 0, 10)),
)
_HOLDING = (
    case(("day", 0, 30), ("day", 11, 19)),
    case(("day", 11, 19), ("day", 0, 30)),
    case(("day", 0, 30), ("day", 3, 6), ("day", 25, 40)),
    case(("day", 0, 12), ("day", 8, 19), ("day", 5, 15)),
    case(("day", 0, 9), ("day", 0, 19), ("day", 0, 4)),
)
_GAPS = (
    case(("day", 0, 9), ("day", 10, 19)),
    case(("day", 11, 19), ("day", 0, 10)),
    case(("day", 0, 4), ("day", 5, 9), ("day", 10, 14)),
)
_STRANGERS = (
    case(("day", 0, 10), ("eve", 10, 19)),
    case(("day", 0, 10), ("eve", 5, 15)),
    case(("day", 0, 10), ("eve", 0, 10)),
    case(("eve", 0, 12), ("day", 4, 9), ("eve", 10, 20), ("day", 9, 19)),
)
_ORDERED = (
    case(("day", 31, 40), ("day", 0, 10), ("day", 20, 30)),
    case(("eve", 20, 30), ("day", 0, 10), ("eve", 0, 10)),
    case(("day", 20, 30), ("day", 0, 9), ("day", 31, 40), ("day", 30, 31)),
    case(("eve", 20, 30), ("day", 20, 30), ("day", 0, 10), level=True),
    case(("day", 10, 15), ("day", 20, 30), ("day", 0, 5), ("day", 28, 33), ("day", 5, 10)),
)
_EVERY = (*_APART, *_JOINED, *_HOLDING, *_GAPS, *_STRANGERS, *_ORDERED)
_LIMITS = (
    case(("day", 0, 10), ("day", 20, 30), most=25),
    case(("day", 0, 10), ("day", 20, 30), most=24),
    case(("day", 0, 10), ("day", 20, 30), most=20),
    case(("day", 0, 10), ("day", 8, 19), most=19),
    case(("day", 0, 10), ("day", 10, 19), most=20),
    case(("day", 0, 19), ("day", 25, 45), ("day", 19, 24), most=24),
    case(("day", 0, 19), ("day", 31, 40), ("day", 20, 24), most=29),
    case(("day", 0, 5), ("day", 10, 15), ("day", 5, 10), most=15),
    case(("day", 0, 30), ("eve", 0, 10), ("eve", 9, 12), most=12),
    case(("day", 0, 30), most=29),
    case(("day", 0, 10), ("day", 20, 30), ("day", 10, 20), most=30),
    case(("day", 0, 10), ("day", 11, 19), ("day", 10, 11), most=23),
    case(("day", 0, 30), ("day", 40, 50), ("day", 0, 10), most=25),
    case(("day", 0, 10), ("day", 13, 30), ("day", 8, 15), most=30),
    case(("note", 0, 8), ("note", 32, 37), most=18),
)
_WRONG = (
    {"hits": [hit(("day", 0, 10)), _changed(("day", 8, 19), "X. He left.")]},
    {"hits": [hit(("day", 0, 19)), _changed(("day", 5, 9), "RAIN")]},
    {"hits": [hit(("day", 10, 19)), _changed(("day", 0, 12), "It rained.__")]},
    {"hits": [hit(("day", 0, 10)), hit(("eve", 20, 30), 1), _changed(("day", 5, 12), "ine. X.")]},
    {"hits": [hit(("day", 0, 10)), _changed(("day", 5, 12), "ine*. H")]},
    {"hits": [hit(("day", 0, 10)), _changed(("day", 8, 19), "D. He left.")]},
    {"hits": [hit(("day", 0, 19)), hit(("day", 3, 5), 1), _changed(("day", 8, 13), "d.-He")]},
)


_TOLD = tuple(
    {**one, "judged": True}
    for one in (
        case(("day", 20, 30), ("day", 28, 40), ("day", 0, 10)),
        case(("eve", 8, 12), ("eve", 11, 19), ("day", 0, 9)),
    )
)


def _with_limits() -> SearchStrategy[dict[str, Any]]:
    from hypothesis import strategies as st

    return st.builds(lambda drawn, most: case(*drawn, most=most), places(5), st.integers(1, 60))


def _property(name: str, points: int, hint: str, test: Any, examples: Any) -> Property:
    return Property(name, points, False, (hint,), test, examples, cases)


EXERCISE = Exercise(
    hints=(
        (
            "Two jobs, one after the other: which hits are taken, and what passages they make. Write the second first, "
            "for hits of one document sorted by their starts."
        ),
        (
            "A hit extends the last passage if it begins at its end or before. Remember for each passage the smallest "
            "number among its hits, and sort by it. For the limit, merge what was taken and one more, and measure."
        ),
        (
            'One step: shared = last["end_char"] - hit["start_char"]; if shared >= 0 and the document is the same, '
            'last["text"] += hit["text"][shared:] and last["end_char"] = max of both ends. Before that, '
            'hit["text"][:shared] must be what the passage has there, else ValueError.'
        ),
    ),
    properties=(
        Property("hits that lie apart are a passage each", 1, True, (ALL,), _found, _APART),
        _property("hits that overlap or touch are one passage", 2, ONE, _found, _JOINED),
        _property("what lies inside adds nothing", 1, SHORTER, _found, _HOLDING),
        Property("a gap stays a gap", 2, False, (GLUED,), _found, _GAPS, lambda: cases(4, "day")),
        _property("documents are kept apart", 1, DOCUMENT, _found, _STRANGERS),
        _property("no character is there twice", 2, TWICE, _texts, _EVERY),
        _property("passages are in the order of their best hits", 2, BEST, _in_order, (*_TOLD, *_EVERY)),
        Property("the limit of characters is kept", 2, False, (LIMIT,), _fits, _LIMITS, _with_limits),
        Property("hits are taken in order, whole, while they fit", 2, False, (GREEDY,), _fills, _LIMITS, _with_limits),
        Property(
            "no hits give no passages",
            1,
            False,
            ("an empty list has no first hit",),
            _nothing,
            ({"most": None}, {"most": 5}),
        ),
        Property(
            "a limit below 1 raises ValueError",
            1,
            False,
            ("a limit of 0 is not no limit: test it with `is not None`",),
            _refuses_limit,
            (case(("day", 0, 10), most=0), case(("day", 0, 10), most=-5), {"hits": [], "most": 0}),
        ),
        Property(
            "hits that do not agree on their text raise ValueError",
            1,
            False,
            ("compare what both have of the shared place before anything is appended",),
            _refuses_texts,
            _WRONG,
        ),
    ),
)
