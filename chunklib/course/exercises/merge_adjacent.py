"""Merge adjacent: hits that overlap or touch become one passage, gaps stay gaps, order and budget are kept.

The expected passages are the runs of a set of characters: slow, and right about every edge.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from chunklib.course.exercise import Broken, Call, Exercise, Property, expect_list
from chunklib.course.exercises._merging import (
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
from chunklib.course.exercises._spans import refuses

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

GAP = "\n[…]\n"
_KEYS = ("document", "start_char", "end_char", "text")
_ALL = "hits that neither overlap nor touch become a passage each: document, start_char, end_char, text"
_ONE = "sort the hits of a document by start; one that begins inside the passage, or at its end, extends it"
_TWICE = "append only the characters behind the end of the passage: text[passage end - hit start:]"
_SHORTER = "a hit may end inside the passage: the end is the larger of the two, and nothing is appended"
_GLUED = "a single character between two hits is in no hit: two passages, and the mark goes between them"
_DOCUMENT = "character 7 of one document is not character 7 of another: merge within a document"
_BEST = "a passage stands where its best hit stood: the smallest number among its hits"
_BUDGET = 'what counts is len("\\n[…]\\n".join(texts)) of the merged passages, marks included'
_GREEDY = "go through the hits in order: try each with all that were taken; one that does not fit is left out whole"


def _passages(function: Call, hits: Sequence[Hit], budget: int | None = None) -> list[Mapping[str, Any]]:
    """Call the function and read its passages."""
    own = [dict(one) for one in hits]
    gave = expect_list(function(own) if budget is None else function(own, budget), of=dict)
    for index, one in enumerate(gave):
        with_keys(one, _KEYS, f"passage {index}")
        if one["document"] not in DOCUMENTS:
            raise Broken(f"passage {index} is of a document {one['document']!r}", cause="the name comes from the hit")
        if not isinstance(one["text"], str):
            raise Broken(f"text of passage {index} is no string")
    return gave


def _merged(hits: Sequence[Hit]) -> list[dict[str, Any]]:
    """Make the passages: runs of characters, in the order of their best hits.

    >>> [where(one) for one in _merged(case(("day", 20, 30), ("day", 0, 5), ("day", 5, 9))["hits"])]
    ['day 20-30', 'day 0-9']
    """
    covered = sorted(characters(*hits))
    starts = [at for at in covered if (at[0], at[1] - 1) not in covered]
    ends = [(name, at + 1) for name, at in covered if (name, at + 1) not in covered]
    runs = [hit((name, start, end)) for (name, start), (_, end) in zip(starts, ends, strict=True)]
    return sorted(runs, key=lambda run: next(n for n, one in enumerate(hits) if characters(one) <= characters(run)))


def _taken(hits: Sequence[Hit], budget: int) -> list[Hit]:
    """Take hits in their order while what they make fits."""
    taken: list[Hit] = []
    for one in hits:
        if _length(_merged([*taken, one])) <= budget:
            taken.append(one)
    return taken


def _length(passages: Sequence[Hit]) -> int:
    return len(GAP.join(one["text"] for one in passages))


def _found(function: Call, hits: Sequence[Hit], cause: str) -> None:
    """The places of the passages are the right ones, in any order."""
    gave = [place_of(one) for one in _passages(function, hits)]
    expected = _merged(hits)
    for one in expected:
        if place_of(one) not in gave:
            raise Broken(f"there is no passage {where(one)}", expected=[where(each) for each in expected], cause=cause)
    for place in gave:
        if place not in [place_of(one) for one in expected] or gave.count(place) > 1:
            right = [where(each) for each in expected]
            raise Broken("there is a passage {} {}-{}".format(*place), expected=right, cause=cause)


def _apart(function: Call, hits: Sequence[Hit]) -> None:
    """Hits apart are a passage each."""
    _found(function, hits, _ALL)


def _joined(function: Call, hits: Sequence[Hit]) -> None:
    """Hits that overlap or touch are one passage."""
    _found(function, hits, _ONE)


def _holding(function: Call, hits: Sequence[Hit]) -> None:
    """A hit inside another, or inside several, adds nothing."""
    _found(function, hits, _SHORTER)


def _gaps(function: Call, hits: Sequence[Hit]) -> None:
    """A gap stays a gap."""
    _found(function, hits, _GLUED)


def _documents(function: Call, hits: Sequence[Hit]) -> None:
    """Passages are within a document."""
    _found(function, hits, _DOCUMENT)


def _texts(function: Call, hits: Sequence[Hit]) -> None:
    """The text of a passage is that of its place, no character twice."""
    for one in _passages(function, hits):
        document, start, end = place_of(one)
        expected = DOCUMENTS[document][start:end] if start >= 0 else ""
        if one["text"] != expected:
            cause = _TWICE if len(one["text"]) > len(expected) else ""
            raise Broken(f"the text of {where(one)} is not right", gave=one["text"], expected=expected, cause=cause)


def _in_order(function: Call, hits: Sequence[Hit]) -> None:
    """Passages stand in the order of their best hits."""
    gave, expected = ([where(one) for one in ones] for ones in (_passages(function, hits), _merged(hits)))
    if gave != expected and sorted(gave) == sorted(expected):
        raise Broken("the passages stand in another order", gave=gave, expected=expected)


def _fits(function: Call, hits: Sequence[Hit], budget: int) -> None:
    """What comes back keeps the budget."""
    gave = _passages(function, hits, budget)
    if _length(gave) > budget:
        raise Broken(f"the passages with their marks have {_length(gave)} characters; the budget is {budget}")


def _fills(function: Call, hits: Sequence[Hit], budget: int) -> None:
    """Hits are taken in their order, whole, while they fit."""
    gave = [where(one) for one in _passages(function, hits, budget)]
    taken = _taken(hits, budget)
    expected = [where(one) for one in _merged(taken)]
    if gave != expected:
        fit = ", ".join(where(one) for one in taken) or "none"
        raise Broken(f"the hits that fit are {fit}", gave=gave, expected=expected)


def _nothing(function: Call, budget: int | None) -> None:
    """No hits, no passages."""
    if _passages(function, [], budget):
        raise Broken("returned a passage of no hits", expected=[])


def _refuses_budget(function: Call, hits: Sequence[Hit], budget: int) -> None:
    """A budget below 1 raises ValueError."""
    refuses(function, [dict(one) for one in hits], budget)


def _refuses_texts(function: Call, hits: Sequence[Hit]) -> None:
    """Hits that do not agree on the text that they share raise ValueError."""
    for one, two in pairwise(hits):
        refuses(function, [dict(one), dict(two)])


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
_BUDGETS = (
    case(("day", 0, 10), ("day", 20, 30), budget=25),
    case(("day", 0, 10), ("day", 20, 30), budget=24),
    case(("day", 0, 10), ("day", 20, 30), budget=20),
    case(("day", 0, 10), ("day", 8, 19), budget=19),
    case(("day", 0, 10), ("day", 10, 19), budget=20),
    case(("day", 0, 19), ("day", 25, 45), ("day", 19, 24), budget=24),
    case(("day", 0, 19), ("day", 31, 40), ("day", 20, 24), budget=29),
    case(("day", 0, 5), ("day", 10, 15), ("day", 5, 10), budget=15),
    case(("day", 0, 30), ("eve", 0, 10), ("eve", 9, 12), budget=12),
    case(("day", 0, 30), budget=29),
    case(("day", 0, 10), ("day", 20, 30), ("day", 10, 20), budget=30),
    case(("day", 0, 10), ("day", 11, 19), ("day", 10, 11), budget=23),
)
_WRONG = (
    {"hits": [hit(("day", 0, 10)), _changed(("day", 8, 19), "X. He left.")]},
    {"hits": [hit(("day", 0, 19)), _changed(("day", 5, 9), "RAIN")]},
    {"hits": [hit(("day", 10, 19)), _changed(("day", 0, 12), "It rained.__")]},
)


def _with_budgets() -> SearchStrategy[dict[str, Any]]:
    from hypothesis import strategies as st

    return st.builds(lambda drawn, budget: case(*drawn, budget=budget), places(5), st.integers(1, 60))


def _property(name: str, points: int, hint: str, test: Any, examples: Any) -> Property:
    return Property(name, points, False, (hint,), test, examples, cases)


EXERCISE = Exercise(
    name="merge_adjacent",
    lesson="12_production",
    hints=(
        (
            "Two jobs, one after the other: which hits are taken, and what passages they make. Write the second first, "
            "for hits of one document sorted by their starts."
        ),
        (
            "A hit extends the last passage if it begins at its end or before. Remember for each passage the smallest "
            "number among its hits, and sort by it. For the budget, merge what was taken and one more, and measure."
        ),
        (
            'One step: shared = last["end_char"] - hit["start_char"]; if shared >= 0 and the document is the same, '
            'last["text"] += hit["text"][shared:] and last["end_char"] = max of both ends. Before that, '
            'hit["text"][:shared] must be what the passage has there, else ValueError.'
        ),
    ),
    properties=(
        Property("hits that lie apart are a passage each", 1, True, (_ALL,), _apart, _APART),
        _property("hits that overlap or touch are one passage", 2, _ONE, _joined, _JOINED),
        _property("what lies inside adds nothing", 1, _SHORTER, _holding, _HOLDING),
        Property("a gap stays a gap", 2, False, (_GLUED,), _gaps, _GAPS, lambda: cases(4, "day")),
        _property("documents are kept apart", 1, _DOCUMENT, _documents, _STRANGERS),
        _property("no character is there twice", 2, _TWICE, _texts, _EVERY),
        _property("passages stand in the order of their best hits", 2, _BEST, _in_order, _EVERY),
        Property("the budget is kept", 2, False, (_BUDGET,), _fits, _BUDGETS, _with_budgets),
        Property(
            "hits are taken in order, whole, while they fit", 2, False, (_GREEDY,), _fills, _BUDGETS, _with_budgets
        ),
        Property(
            "no hits give no passages",
            1,
            False,
            ("an empty list has no first hit",),
            _nothing,
            ({"budget": None}, {"budget": 5}),
        ),
        Property(
            "a budget below 1 raises ValueError",
            1,
            False,
            ("a budget of 0 is not no budget: test it with `is not None`",),
            _refuses_budget,
            (case(("day", 0, 10), budget=0), case(("day", 0, 10), budget=-5), {"hits": [], "budget": 0}),
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
