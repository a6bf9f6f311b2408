"""Checks `storage_impact`: how much overlapping windows of a document store and cost."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from chunklib.calculators import count_windows, storage_impact
from classroom.judge.exercise import Broken, Call, Exercise, Property, kind_of
from classroom.properties.spans import refuses
from classroom.properties.window_sums import IMPOSSIBLE, impossible, judge_count, number_of, settings

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

Case = tuple[int, int, int]
KEYS = ("chunks", "tokens", "redundancy", "cost")
_PRICE = 0.02  # US dollars per million tokens


def _named(case: Case) -> dict[str, int]:
    return dict(zip(("tokens", "size", "overlap"), case, strict=True))


def _answer(function: Call, tokens: int, size: int, overlap: int) -> dict[str, int | float]:
    """Call the function, and read its four numbers."""
    gave = function(tokens=tokens, size=size, overlap=overlap)
    if not isinstance(gave, dict):
        cause = "the function ends without a return; without one it gives None"
        names = "the four numbers need their names: {'chunks': …, 'tokens': …, …}"
        raise Broken(f"returned {kind_of(gave)}; expected a dictionary", cause=cause if gave is None else names)
    missing = [key for key in KEYS if key not in gave]
    if missing:
        raise Broken(f"the key {missing[0]!r} is missing", cause="the keys are written as in the task")
    return {key: number_of(gave[key], key) for key in KEYS}


def _chunks(function: Call, tokens: int, size: int, overlap: int) -> None:
    """The number of windows is exact."""
    judge_count(_answer(function, tokens, size, overlap)["chunks"], "'chunks' is", tokens, size, overlap)


def _total(function: Call, tokens: int, size: int, overlap: int) -> None:
    """The tokens are those of the windows, the last one as short as it is."""
    gave = _answer(function, tokens, size, overlap)["tokens"]
    chunks, expected = count_windows(tokens, size, overlap), storage_impact(tokens, size, overlap).tokens
    if gave != expected:
        known = (
            (tokens * size / (size - overlap), _LIMIT),
            (chunks * size, "windows × size counts the last window as full; it is as long as what is left"),
            (tokens + chunks * overlap, "the first window shares nothing: only the others store the overlap again"),
            (expected - tokens, "the document itself is stored too, not only what is repeated"),
            (tokens * (1 + overlap / size), "a part of the size is not the part that is stored again"),
        )
        raise Broken(f"'tokens' is {gave}; expected {expected}", cause=_only(known, gave))


_LIMIT = "size / stride is the limit for long documents; count what this document's windows repeat"


def _only(known: Sequence[tuple[float, str]], gave: float) -> str:
    """Return the cause of a wrong number where a single mistake gives it."""
    found = [cause for value, cause in known if math.isclose(gave, value)]
    return found[0] if len(found) == 1 else ""


def _ratio(function: Call, tokens: int, size: int, overlap: int) -> None:
    """The redundancy is stored tokens over document tokens, and 1 for nothing."""
    gave = _answer(function, tokens, size, overlap)["redundancy"]
    total = storage_impact(tokens, size, overlap).tokens
    expected = total / tokens if tokens else 1.0
    if not math.isclose(gave, expected, rel_tol=1e-9):
        cause = ""
        if tokens and math.isclose(gave, expected - 1, abs_tol=1e-12):
            cause = "the ratio counts the document itself too: 1 means that nothing is stored twice"
        elif math.isclose(gave, size / (size - overlap)):
            cause = "size / stride is the limit for long documents; this document has its own number"
        elif math.isclose(gave * expected, 1):
            cause = "it is stored tokens over document tokens, not the other way round"
        quotient = f"{total} / {tokens} = " if tokens else ""
        raise Broken(f"'redundancy' is {gave}; expected {quotient}{expected:.6g}", cause=cause)


def _cost(function: Call, tokens: int, size: int, overlap: int) -> None:
    """The cost is that of all stored tokens, in US dollars, not rounded."""
    gave = _answer(function, tokens, size, overlap)["cost"]
    total = storage_impact(tokens, size, overlap).tokens
    expected = total * _PRICE / 1_000_000
    if not math.isclose(gave, expected, rel_tol=1e-9):
        cause = ""
        if math.isclose(gave, tokens * _PRICE / 1_000_000):
            cause = "every stored token is embedded, not only those of the document"
        elif expected and math.isclose(gave / expected, 1000):
            cause = "the price is for a million tokens, not for a thousand"
        elif expected and math.isclose(gave / expected, 100):
            cause = "the price is 0.02 dollars; the cost is in dollars, not in cents"
        raise Broken(f"'cost' is {gave:.6g}; expected {expected:.6g} (stored tokens: {total})", cause=cause)


def _nothing(function: Call, tokens: int, size: int, overlap: int) -> None:
    for test in (_chunks, _total, _ratio, _cost):
        test(function, tokens, size, overlap)


def _cases() -> SearchStrategy[dict[str, Any]]:
    return settings().map(_named)


def _impossible() -> SearchStrategy[dict[str, Any]]:
    return impossible().map(_named)


def _cases_of(*cases: Case) -> tuple[dict[str, int], ...]:
    return tuple(map(_named, cases))


_LONG = (3_000_000_000, 500_000, 100_000)
_EXAMPLES = _cases_of(
    (10, 4, 1), (9, 4, 1), (1_282, 400, 80), (3, 4, 3), (100_000, 500, 250), (123_457, 500, 100), _LONG
)

EXERCISE = Exercise(
    hints=(
        "Your count_windows gives the first number. The other three follow from it one after the other.",
        (
            "Each window but the first repeats `overlap` tokens of the one before. Everything else is stored once. So "
            "how many tokens are stored?"
        ),
        (
            "stored = tokens + (chunks - 1) * overlap, where chunks is not 0. The ratio is stored over "
            "tokens, the cost stored * 0.02 / 1_000_000. No document: 0 chunks, 0 tokens, ratio 1.0, cost 0.0."
        ),
    ),
    properties=(
        Property(
            name="chunks",
            points=2,
            gate=True,
            causes=("draw the windows: one, and one more for each stride, begun or full, beyond the first size",),
            test=_chunks,
            examples=_EXAMPLES,
            cases=_cases,
        ),
        Property(
            name="stored tokens",
            points=3,
            gate=False,
            causes=("every window but the first stores `overlap` tokens again, and the last may be short",),
            test=_total,
            examples=_EXAMPLES,
            cases=_cases,
        ),
        Property(
            name="redundancy",
            points=2,
            gate=False,
            causes=("stored tokens over document tokens, not rounded",),
            test=_ratio,
            examples=_EXAMPLES,
            cases=_cases,
        ),
        Property(
            name="cost",
            points=2,
            gate=False,
            causes=("0.02 dollars for a million stored tokens, not rounded",),
            test=_cost,
            examples=_EXAMPLES,
            cases=_cases,
        ),
        Property(
            name="an empty document costs nothing",
            points=1,
            gate=False,
            causes=("no chunks, no tokens, ratio 1.0, cost 0.0",),
            test=_nothing,
            examples=_cases_of((0, 4, 1), (0, 500, 0)),
        ),
        Property(
            name="impossible settings raise ValueError",
            points=1,
            gate=False,
            causes=("test the arguments first: tokens >= 0 and 0 <= overlap < size",),
            test=refuses,
            examples=_cases_of(*IMPOSSIBLE),
            cases=_impossible,
        ),
    ),
)
