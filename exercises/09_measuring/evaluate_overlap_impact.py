"""Evaluation in the form of tutorials: chunks are right or wrong by their ids, and queries are averaged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from classroom.judge.exercise import Broken, Call, Exercise, Property
from classroom.judge.ranked import Ranked
from classroom.properties.scores import ROUNDED, rounded, same, scores_of
from classroom.properties.spans import refuses

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

Ids = Sequence[str]

_KEYS = ("recall", "precision", "f1")
_CHUNKS = "abcdefgh"
_QUERIES = ("cold?", "fish?", "tea?", "why?")
_RECALL = "recall of a query: its relevant chunks that were retrieved, divided by its relevant chunks; then the mean"
_PRECISION = "precision divides by the chunks that came back, which may be fewer than top_k; then the mean"
_F1 = "the mean of each query's F1; the F1 of the means is another number"
_F1_OF_ONE = "the F1 of a query is 2 * both / (relevant + retrieved), counted in ids"
_TOP = "call retriever.search(query, top_k) with the top_k that the function was given"
_SETS = "put the ids into sets: an id that is named twice counts once"
_SILENT = "where nothing came back, precision would be 0 / 0: it is 0 here, and the query counts in the mean"
_NONE = "without queries there is nothing to average: refuse that first"
_PAIRS = "zip ends silently with the shorter list: compare the lengths first"
_EMPTY = "a query without relevant chunks has no recall: refuse an empty truth"
_UNKNOWN = "each id of a truth must be the id of one of the chunks"
_EQUAL = "two queries may have the same words and other truths: go through pairs, not through a dictionary of queries"
_USUAL = "the first line of the function says top_k=5"
_FORMULAS = {"recall": _RECALL, "precision": _PRECISION, "f1": _F1}


def _arguments(rankings: Sequence[Ids], truths: Sequence[Ids], queries: Sequence[str] = ()) -> tuple[Any, ...]:
    asked = list(queries or _QUERIES[: len(rankings)])
    retriever = Ranked(dict(zip(asked, rankings, strict=True)))
    named = {
        *(name for names in truths for name in names if name in _CHUNKS),
        *(name for ids in rankings for name in ids),
    }
    chunks = [{"id": name} for name in sorted(named)]
    return asked, [list(truth) for truth in truths], chunks, retriever


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


def _wrong(key: str, gave: float, each: Sequence[float], cause: str) -> Broken:
    """Say that a mean is wrong, and where it comes from if that can be seen."""
    mean = sum(each) / len(each)
    for place, name in ((0, "first"), (-1, "last")):
        if not cause and len(each) > 1 and same(gave, each[place]):
            cause = f"that is the score of the {name} query alone: add up all of them, and divide after the loop"
    if rounded(gave, mean):
        cause = ROUNDED
    cause = cause or (_F1_OF_ONE if key == "f1" and len(each) == 1 else _FORMULAS[key])
    scores = ", ".join(f"{score:.4g}" for score in each)
    return Broken(f"{key} is the mean of {scores}", expected={key: mean}, cause=cause)


def _equal(keys: Ids, function: Call, case: Mapping[str, Any], cause: str = "", *, exact: bool = False) -> None:
    """The scores are the means over the queries; a rounded one is a matter of its own."""
    top_k, rankings, truths = case["top_k"], case["rankings"], case["truths"]
    gave = scores_of(function(*_arguments(rankings, truths, case.get("queries", ())), top_k=top_k), _KEYS)
    expected = _expected(rankings, truths, top_k)
    for key in keys:
        mean = sum(expected[key]) / len(truths)
        if not same(gave[key], mean) and (exact or not rounded(gave[key], mean)):
            raise _wrong(key, gave[key], expected[key], cause)


def _right_and_wrong(function: Call, **case: Any) -> None:
    """Exactly the right chunks score 1, and none of them 0."""
    _equal(_KEYS, function, case)


def _top(function: Call, **case: Any) -> None:
    """As many chunks count as are asked."""
    _equal(_KEYS, function, case, _TOP)


def _twice(function: Call, **case: Any) -> None:
    """An id that is named twice counts once."""
    _equal(_KEYS, function, case, _SETS)


def _silent(function: Call, **case: Any) -> None:
    """A query for which nothing came back scores 0, and counts."""
    _equal(_KEYS, function, case, _SILENT)


def _asked_twice(function: Call, **case: Any) -> None:
    """Two queries of the same words are two queries."""
    _equal(_KEYS, function, case, _EQUAL)


def _exact(function: Call, **case: Any) -> None:
    """Recall, which has many places here, has all of them."""
    _equal(("recall",), function, case, exact=True)


def _recall(function: Call, **case: Any) -> None:
    """Recall is the mean share of the relevant chunks."""
    _equal(("recall",), function, case)


def _precision(function: Call, **case: Any) -> None:
    """Precision is the mean share of what came back."""
    _equal(("precision",), function, case)


def _f1(function: Call, **case: Any) -> None:
    """F1 is the mean of the queries' F1."""
    _equal(("f1",), function, case)


def _usual(function: Call, rankings: Sequence[Ids], truths: Sequence[Ids]) -> None:
    """Left out, top_k is 5; that says nothing where no score is right."""
    gave = scores_of(function(*_arguments(rankings, truths)), _KEYS)
    said = scores_of(function(*_arguments(rankings, truths), top_k=5), _KEYS)
    if gave != said:
        raise Broken("differs from the call with top_k=5", gave=gave, expected=said, cause=_USUAL)
    expected = _expected(rankings, truths, 5)
    right = {key: sum(expected[key]) / len(truths) for key in _KEYS}
    if right["recall"] and not any(same(gave[key], right[key]) or rounded(gave[key], right[key]) for key in _KEYS):
        raise Broken("no score is right, with top_k=5 or without it", gave=gave, expected=right, cause=_TOP)


def _refuses(function: Call, rankings: Sequence[Ids], truths: Sequence[Ids]) -> None:
    """What cannot be measured raises ValueError."""
    try:
        refuses(function, *_arguments(rankings, truths), top_k=3)
    except Broken as broken:
        cause = _NONE if not rankings and not truths else _PAIRS if len(rankings) != len(truths) else ""
        cause = cause or (_UNKNOWN if all(truths) else _EMPTY)
        raise Broken(broken.why, cause=cause) from None


def _case(rankings: Sequence[str], truths: Sequence[str], top_k: int = 3) -> Mapping[str, Any]:
    return {"rankings": list(map(list, rankings)), "truths": list(map(list, truths)), "top_k": top_k}


def _again(*rows: tuple[str, str, str]) -> Mapping[str, Any]:
    queries, rankings, truths = zip(*rows, strict=True)
    return {**_case(rankings, truths, 5), "queries": list(queries)}


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
    _case(["Ab", "c"], ["a", "c"], 5),
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
    _case(["aabc"], ["c"], 3),
)
_AGAIN = (
    _again(("tea?", "a", "a"), ("tea?", "a", "b")),
    _again(("tea?", "ab", "a"), ("cold?", "c", "d"), ("tea?", "ab", "abcd")),
    _again(("why?", "b", "ab"), ("why?", "b", "ab"), ("tea?", "c", "c")),
)
_LONG = (
    _case(["a"], ["abc"], 5),
    _case(["ab", "c"], ["abd", "abcdefg"], 5),
    _case(["a", "b", "c"], ["ad", "bdefgha", "c"], 4),
)

EXERCISE = Exercise(
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
            causes=("return a dictionary with recall, precision and f1, each from 0 to 1",),
            test=_right_and_wrong,
            examples=(_case(["a"], ["a"], 1), _case(["b"], ["a"], 1), _case(["abc", "def"], ["cab", "fed"])),
        ),
        Property("recall is the mean over queries", 2, False, (_RECALL,), _recall, _EXAMPLES, _cases),
        Property("precision is the mean over queries", 2, False, (_PRECISION,), _precision, _EXAMPLES, _cases),
        Property("f1 is the mean over queries", 2, False, (_F1,), _f1, _EXAMPLES, _cases),
        Property("top_k is passed on", 1, False, (_TOP,), _top, _CUT, _longer),
        Property(
            name="5 is what a left-out top_k means",
            points=1,
            gate=False,
            causes=(_USUAL,),
            test=_usual,
            examples=(_bad(["abcdefgh"], ["e"]), _bad(["abcdefgh"], ["f"]), _bad(["abcdefgh"], ["abcdefgh"])),
        ),
        Property("what is named twice counts once", 1, False, (_SETS,), _twice, _DOUBLE, _repeated),
        Property("a query that is asked twice counts twice", 1, False, (_EQUAL,), _asked_twice, _AGAIN),
        Property("the scores are not rounded", 1, False, (ROUNDED,), _exact, _LONG),
        Property(
            name="nothing retrieved scores 0",
            points=1,
            gate=False,
            causes=(_SILENT,),
            test=_silent,
            examples=(_case([""], ["a"]), _case(["", "a"], ["ab", "a"])),
        ),
        Property(
            name="queries and truths that do not pair raise ValueError",
            points=1,
            gate=False,
            causes=(_PAIRS,),
            test=_refuses,
            examples=(_bad([], []), _bad(["a", "b"], ["a"]), _bad(["a"], ["a", "b"]), _bad([], ["a"])),
        ),
        Property(
            name="a truth without chunks, or of another chunking, raises ValueError",
            points=1,
            gate=False,
            causes=(_UNKNOWN,),
            test=_refuses,
            examples=(
                _bad(["a"], [""]),
                _bad(["a", "b"], ["a", ""]),
                _bad(["a"], ["x"]),
                _bad(["a", "b"], ["a", "bx"]),
                {"rankings": [["x10", "x11"]], "truths": [["x1"]]},
            ),
        ),
    ),
)
