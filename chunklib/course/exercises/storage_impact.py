"""What overlapping windows of a document store and cost."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from chunklib.course.exercise import Broken, Call, Exercise, Property, kind_of
from chunklib.course.exercises._windows_sums import (
    IMPOSSIBLE,
    impossible,
    in_words,
    number_of,
    refuses,
    settings,
    windows,
)

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

Case = tuple[int, int, int]
KEYS = ("chunks", "total_tokens", "redundancy_ratio", "embedding_cost")
_PRICE = 0.02  # US dollars per million tokens


def _named(case: Case) -> dict[str, int]:
    return dict(zip(("document_tokens", "chunk_size", "overlap"), case, strict=True))


def _answer(function: Call, document_tokens: int, chunk_size: int, overlap: int) -> dict[str, int | float]:
    """Call the function, and read its four numbers."""
    gave = function(document_tokens=document_tokens, chunk_size=chunk_size, overlap=overlap)
    if not isinstance(gave, dict):
        cause = "the function ends without a return; without one it gives None"
        names = "the four numbers need their names: {'chunks': …, 'total_tokens': …, …}"
        raise Broken(f"returned {kind_of(gave)}; expected a dictionary", cause=cause if gave is None else names)
    missing = [key for key in KEYS if key not in gave]
    if missing:
        raise Broken(f"the key {missing[0]!r} is missing", cause="the keys are written as in the task")
    return {key: number_of(gave[key], key) for key in KEYS}


def _chunks(function: Call, document_tokens: int, chunk_size: int, overlap: int) -> None:
    """The number of windows is exact."""
    gave = _answer(function, document_tokens, chunk_size, overlap)["chunks"]
    expected = len(windows(document_tokens, chunk_size, overlap))
    if gave != expected:
        raise Broken(f"'chunks' is {gave}; expected {expected}: {in_words(document_tokens, chunk_size, overlap)}")


def _total(function: Call, document_tokens: int, chunk_size: int, overlap: int) -> None:
    """The tokens are those of the windows, the last one as short as it is."""
    gave = _answer(function, document_tokens, chunk_size, overlap)["total_tokens"]
    cut = windows(document_tokens, chunk_size, overlap)
    expected = sum(end - start for start, end in cut)
    if gave != expected:
        cause = ""
        if isinstance(gave, float) and math.isclose(gave, document_tokens * chunk_size / (chunk_size - overlap)):
            cause = "size / stride is the limit for long documents; count what this document's windows repeat"
        elif gave == len(cut) * chunk_size:
            cause = "windows × size takes the last window for full; it is as long as what is left"
        elif gave == document_tokens + len(cut) * overlap:
            cause = "the first window shares nothing: the overlap is stored again by every window but the first"
        elif overlap and math.isclose(gave, document_tokens * (1 + overlap / chunk_size)):
            cause = "the overlap as a part of the size is not the part that is stored again; count what windows repeat"
        raise Broken(f"'total_tokens' is {gave}; expected {expected}", cause=cause)


def _ratio(function: Call, document_tokens: int, chunk_size: int, overlap: int) -> None:
    """The redundancy is stored tokens over document tokens, and 1 for nothing."""
    gave = _answer(function, document_tokens, chunk_size, overlap)["redundancy_ratio"]
    stored = sum(end - start for start, end in windows(document_tokens, chunk_size, overlap))
    expected = stored / document_tokens if document_tokens else 1.0
    if not math.isclose(gave, expected, rel_tol=1e-9):
        cause = ""
        if document_tokens and math.isclose(gave, expected - 1, abs_tol=1e-12):
            cause = "the ratio counts the document itself too: 1 means that nothing is stored twice"
        elif math.isclose(gave, chunk_size / (chunk_size - overlap)):
            cause = "size / stride is the limit for long documents; this document has its own number"
        elif math.isclose(gave * expected, 1):
            cause = "it is stored tokens over document tokens, not the other way round"
        raise Broken(
            f"'redundancy_ratio' is {gave}; expected {stored} / {document_tokens} = {expected:.6g}", cause=cause
        )


def _cost(function: Call, document_tokens: int, chunk_size: int, overlap: int) -> None:
    """The cost is that of all stored tokens, in US dollars, not rounded."""
    gave = _answer(function, document_tokens, chunk_size, overlap)["embedding_cost"]
    stored = sum(end - start for start, end in windows(document_tokens, chunk_size, overlap))
    expected = stored * _PRICE / 1_000_000
    if not math.isclose(gave, expected, rel_tol=1e-9):
        cause = ""
        if math.isclose(gave, document_tokens * _PRICE / 1_000_000):
            cause = "every stored token is embedded, not only those of the document"
        elif expected and math.isclose(gave / expected, 1000):
            cause = "the price is for a million tokens, not for a thousand"
        elif expected and math.isclose(gave / expected, 100):
            cause = "the price is 0.02 dollars; the cost is in dollars, not in cents"
        raise Broken(f"'embedding_cost' is {gave:.6g}; expected {expected:.6g} (stored tokens: {stored})", cause=cause)


def _refuses(function: Call, document_tokens: int, chunk_size: int, overlap: int) -> None:
    refuses(function, _named((document_tokens, chunk_size, overlap)))


def _nothing(function: Call, document_tokens: int, chunk_size: int, overlap: int) -> None:
    for test in (_chunks, _total, _ratio, _cost):
        test(function, document_tokens, chunk_size, overlap)


def _cases() -> SearchStrategy[dict[str, Any]]:
    return settings().map(_named)


def _impossible() -> SearchStrategy[dict[str, Any]]:
    return impossible().map(_named)


def _cases_of(*cases: Case) -> tuple[dict[str, int], ...]:
    return tuple(map(_named, cases))


_EXAMPLES = _cases_of((10, 4, 1), (9, 4, 1), (1_282, 400, 80), (3, 4, 3), (100_000, 500, 250))

EXERCISE = Exercise(
    name="storage_impact",
    lesson="04_overlap_arithmetic",
    hints=(
        "Your count_windows gives the first number. The other three follow from it one after the other.",
        (
            "Each window but the first repeats `overlap` tokens of the one before. Everything else is stored once. So "
            "how many tokens are stored?"
        ),
        (
            "stored = document_tokens + (chunks - 1) * overlap, where chunks is not 0. The ratio is stored over "
            "document_tokens, the cost stored * 0.02 / 1_000_000. No document: 0 chunks, 0 tokens, ratio 1.0, cost 0.0."
        ),
    ),
    properties=(
        Property(
            name="chunks",
            points=2,
            gate=True,
            hints=("the number of windows: 1 + ceil(max(0, n - size) / stride)",),
            test=_chunks,
            examples=_EXAMPLES,
            cases=_cases,
        ),
        Property(
            name="total tokens",
            points=3,
            gate=False,
            hints=("every window but the first stores `overlap` tokens again, and the last may be short",),
            test=_total,
            examples=_EXAMPLES,
            cases=_cases,
        ),
        Property(
            name="redundancy ratio",
            points=2,
            gate=False,
            hints=("stored tokens over document tokens, not rounded",),
            test=_ratio,
            examples=_EXAMPLES,
            cases=_cases,
        ),
        Property(
            name="embedding cost",
            points=2,
            gate=False,
            hints=("0.02 dollars for a million stored tokens, not rounded",),
            test=_cost,
            examples=_EXAMPLES,
            cases=_cases,
        ),
        Property(
            name="an empty document costs nothing",
            points=1,
            gate=False,
            hints=("no chunks, no tokens, ratio 1.0, cost 0.0",),
            test=_nothing,
            examples=_cases_of((0, 4, 1), (0, 500, 0)),
        ),
        Property(
            name="impossible settings raise ValueError",
            points=1,
            gate=False,
            hints=("test the arguments first: document_tokens >= 0 and 0 <= overlap < chunk_size",),
            test=_refuses,
            examples=_cases_of(*IMPOSSIBLE),
            cases=_impossible,
        ),
    ),
)
