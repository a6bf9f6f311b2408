"""Evaluation in the form of tutorials: chunks are right or wrong by their ids, and queries are averaged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from chunklib.course.exercise import Broken, Call, Exercise, Property
from chunklib.course.exercises._ranked import Ranked
from chunklib.course.exercises._scores import ROUNDED, rounded, scores_of
from chunklib.course.exercises._spans import refuses

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

Ids = Sequence[str]

_KEYS = ("recall", "precision", "f1")
_CHUNKS = "abcdefgh"
_QUERIES = ("cold?", "fish?", "tea?", "why?")
_RECALL = "recall of a query: its relevant chunks that were retrieved, divided by its relevant chunks; then the mean"
_PRECISION = "precision divides by the chunks that came back, which may be fewer than top_k; then the mean"
_F1 = "the mean of each query's F1; the F1 of the means is another number"
_TOP = "call retriever.search(query, top_k) with the top_k that the function was given"
_SETS = "put the ids into sets: whatever is named twice counts once"


def _arguments(rankings: Sequence[Ids], truths: Sequence[Ids]) -> tuple[Any, ...]:
    queries = list(_QUERIES[: len(rankings)])
    retriever = Ranked(dict(zip(queries, rankings, strict=True)))
    named = {name for names in (*rankings, *truths) for name in names}
    chunks = [{"id": name} for name in _CHUNKS if name in named]
    return queries, [list(truth) for truth in truths], chunks, retriever


def _expected(rankings: Sequence[Ids], truths: Sequence[Ids], top_k: int) -> dict[str, list[float]]:
    """Score each query.

    >>> _expected(["ab", "c"], ["a", "ab"], 2)
    {'recall': [1.0, 0.0], 'precision': [0.5, 0.0], 'f1': [0.6666666666666666, 0.0]}
    """
    scores: dict[str, list[float]] = {key: [] for key in _KEYS}
    for ranking, truth in zip(rankings, truths, strict=True):
        found, relevant = set(ranking[:top_k]), set(truth)
        both = len(found & relevant)
        scores["recall"].append(both / len(relevant))
        scores["precision"].append(both / len(found) if found else 0.0)
        scores["f1"].append(2 * both / (len(found) + len(relevant)))
    return scores


def _equal(keys: Ids, function: Call, rankings: Sequence[Ids], truths: Sequence[Ids], top_k: int) -> None:
    """The scores are the means over the queries."""
    gave = scores_of(function(*_arguments(rankings, truths), top_k=top_k), _KEYS)
    expected = _expected(rankings, truths, top_k)
    for key in keys:
        mean = sum(expected[key]) / len(truths)
        if abs(gave[key] - mean) > 1e-9:
            each = ", ".join(f"{score:.4g}" for score in expected[key])
            cause = ROUNDED if rounded(gave[key], mean) else ""
            raise Broken(f"{key} is the mean of {each}", expected={key: mean}, cause=cause)


def _right_and_wrong(function: Call, rankings: Sequence[Ids], truths: Sequence[Ids], top_k: int) -> None:
    """Exactly the right chunks score 1, and none of them 0."""
    _equal(_KEYS, function, rankings, truths, top_k)


def _recall(function: Call, rankings: Sequence[Ids], truths: Sequence[Ids], top_k: int) -> None:
    """Recall is the mean share of the relevant chunks."""
    _equal(("recall",), function, rankings, truths, top_k)


def _precision(function: Call, rankings: Sequence[Ids], truths: Sequence[Ids], top_k: int) -> None:
    """Precision is the mean share of what came back."""
    _equal(("precision",), function, rankings, truths, top_k)


def _f1(function: Call, rankings: Sequence[Ids], truths: Sequence[Ids], top_k: int) -> None:
    """F1 is the mean of the queries' F1."""
    _equal(("f1",), function, rankings, truths, top_k)


def _usual(function: Call, rankings: Sequence[Ids], truths: Sequence[Ids]) -> None:
    """Left out, top_k is 5."""
    gave = scores_of(function(*_arguments(rankings, truths)), _KEYS)
    said = scores_of(function(*_arguments(rankings, truths), top_k=5), _KEYS)
    if gave != said:
        raise Broken("differs from the call with top_k=5", gave=gave, expected=said)


def _refuses(function: Call, rankings: Sequence[Ids], truths: Sequence[Ids]) -> None:
    """What cannot be measured raises ValueError."""
    refuses(function, *_arguments(rankings, truths), top_k=3)


def _case(rankings: Sequence[str], truths: Sequence[str], top_k: int = 3) -> Mapping[str, Any]:
    return {"rankings": list(map(list, rankings)), "truths": list(map(list, truths)), "top_k": top_k}


def _bad(rankings: Sequence[str], truths: Sequence[str]) -> Mapping[str, Any]:
    return {"rankings": list(map(list, rankings)), "truths": list(map(list, truths))}


def _cases(*, unique: bool = True, cut: bool = False) -> SearchStrategy[dict[str, Any]]:
    """Draw rankings and truths; where ``cut``, rankings may be longer than top_k."""
    from hypothesis import strategies as st

    ranking = st.lists(st.sampled_from(_CHUNKS), min_size=1, max_size=8 if cut else 5, unique=unique)
    truth = st.lists(st.sampled_from(_CHUNKS), min_size=1, max_size=5, unique=unique)
    asked = st.lists(st.tuples(ranking, truth), min_size=1, max_size=4)

    def build(pairs: list[tuple[list[str], list[str]]], top_k: int) -> dict[str, Any]:
        return {"rankings": [one for one, _ in pairs], "truths": [other for _, other in pairs], "top_k": top_k}

    return st.builds(build, asked, st.integers(1, 6) if cut else st.just(5))


def _longer() -> SearchStrategy[dict[str, Any]]:
    return _cases(cut=True)


def _repeated() -> SearchStrategy[dict[str, Any]]:
    return _cases(unique=False)


_EXAMPLES = (
    _case(["abc"], ["ae"]),
    _case(["abc", "def"], ["a", "abcde"]),
    _case(["abcd", "efgh", "a"], ["abcdef", "h", "a"], 4),
    _case(["ab", "cd"], ["ab", "a"], 2),
    _case(["a", "bcd", "efgh"], ["ab", "b", "efgh"], 5),
)
_CUT = (
    _case(["abcdefgh"], ["h"], 7),
    _case(["abcdefgh"], ["bcd"], 1),
    _case(["abcdefgh", "hgfedcba"], ["ah", "ah"], 8),
    _case(["abcdefgh"], ["abcdef"], 6),
)
_DOUBLE = (
    _case(["aab"], ["a"]),
    _case(["aaab", "bb"], ["ab", "b"], 4),
    _case(["ab"], ["aab"]),
    _case(["bcc"], ["cc"], 2),
)

EXERCISE = Exercise(
    name="evaluate_overlap_impact",
    lesson="10_measuring",
    hints=(
        (
            "One query at a time: what is relevant, what came back, what is in both. Three divisions for each query; "
            "the means are taken at the end."
        ),
        (
            "found = {chunk['id'] for chunk in retriever.search(query, top_k)} is a set, and so is set(truth); & gives "
            "what is in both. The F1 of a query is 2 * both / (len(found) + len(relevant)), which is never 0 / 0."
        ),
        (
            "First the refusals: no queries, len(queries) != len(ground_truth), an empty truth, an id that is not in "
            "{chunk['id'] for chunk in chunks}. Then collect recall, precision and F1 of each query in three lists, "
            "precision 0 where nothing came back, and return sum(list) / len(queries) of each."
        ),
    ),
    properties=(
        Property(
            name="all right scores 1, all wrong 0",
            points=1,
            gate=True,
            hints=("return a dictionary with recall, precision and f1, each from 0 to 1",),
            test=_right_and_wrong,
            examples=(_case(["a"], ["a"], 1), _case(["b"], ["a"], 1), _case(["abc", "def"], ["cab", "fed"])),
        ),
        Property("recall is the mean over queries", 2, False, (_RECALL,), _recall, _EXAMPLES, _cases),
        Property("precision is the mean over queries", 2, False, (_PRECISION,), _precision, _EXAMPLES, _cases),
        Property("f1 is the mean over queries", 2, False, (_F1,), _f1, _EXAMPLES, _cases),
        Property("top_k is passed on", 1, False, (_TOP,), _right_and_wrong, _CUT, _longer),
        Property(
            name="5 is what a left-out top_k means",
            points=1,
            gate=False,
            hints=("the first line of the function says top_k=5",),
            test=_usual,
            examples=(_bad(["abcdefgh"], ["e"]), _bad(["abcdefgh"], ["f"]), _bad(["abcdefgh"], ["abcdefgh"])),
        ),
        Property("what is named twice counts once", 1, False, (_SETS,), _right_and_wrong, _DOUBLE, _repeated),
        Property(
            name="nothing retrieved scores 0",
            points=1,
            gate=False,
            hints=("where nothing came back, precision would be 0 / 0: it is 0 here",),
            test=_right_and_wrong,
            examples=(_case([""], ["a"]), _case(["", "a"], ["ab", "a"])),
        ),
        Property(
            name="queries and truths that do not pair raise ValueError",
            points=1,
            gate=False,
            hints=("zip ends silently with the shorter list: compare the lengths first, and refuse no queries",),
            test=_refuses,
            examples=(_bad([], []), _bad(["a", "b"], ["a"]), _bad(["a"], ["a", "b"]), _bad([], ["a"])),
        ),
        Property(
            name="a truth without chunks, or of another chunking, raises ValueError",
            points=1,
            gate=False,
            hints=("each query needs a relevant chunk, and each id of the truth must be the id of one of the chunks",),
            test=_refuses,
            examples=(
                _bad(["a"], [""]),
                _bad(["a", "b"], ["a", ""]),
                _bad(["a"], ["x"]),
                _bad(["a", "b"], ["a", "bx"]),
            ),
        ),
    ),
)
