"""Recall at a budget: what a reader gets who stops after so many tokens, read out piece by piece."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st

from chunklib.chunk import Chunk, Span
from chunklib.evaluation.axis import Evidence, Line, Pool
from chunklib.evaluation.benchmarks.benchmark import Question
from chunklib.evaluation.metrics.document_metrics import depth, recall_at
from chunklib.tokens import RulerSpec
from chunklib.tokens import ruler as make_ruler
from tests import oracle
from tests.hostile import RULERS
from tests.span_oracle import Place, characters, share

PIECES = (
    "one ",
    "two",
    " three",
    "汉",
    "字。",
    "𠮷",
    "e\u0301",
    "\n\n",
    "  ",
    "👩‍🔧",
    "tokenization",
    "<|endoftext|>",
    "1234",
)


class Case(NamedTuple):
    """A text, the ranges of ranked chunks, evidence, a budget and a ruler."""

    text: str
    chunks: list[tuple[int, int]]
    evidence: tuple[int, int]
    budget: int
    ruler: RulerSpec


@st.composite
def cases(draw: st.DrawFn) -> Case:
    text = "".join(draw(st.lists(st.sampled_from(PIECES), min_size=1, max_size=20)))
    number = st.integers(0, len(text))
    drawn = draw(st.lists(st.tuples(number, number), min_size=2, max_size=7))
    spans = [(min(pair), max(pair)) if pair[0] != pair[1] else (0, len(text)) for pair in drawn]
    return Case(text, spans[1:], spans[0], draw(st.integers(1, 30)), draw(st.sampled_from(RULERS)))


def prefix(text: str, start: int, end: int, amount: int, ruler: RulerSpec) -> int:
    """Find the end of the longest beginning of whole tokens (or characters) that measures no more than an amount."""
    length = oracle.measure(ruler)  # type: ignore[arg-type]
    tokens = isinstance(ruler, str) and ruler.endswith("_base")
    places = oracle.token_starts(text, str(ruler)) if tokens else set(range(len(text)))
    within = [at for at in {*places, start, end} if start <= at <= end and length(text[start:at]) <= amount]
    return max(within)


def read(case: Case) -> list[Place]:
    """Read the chunks in their order until the budget is used up."""
    left, places = case.budget, []
    for start, end in case.chunks:
        if left <= 0:
            break
        size = oracle.measure(case.ruler)(case.text[start:end])  # type: ignore[arg-type]
        places.append(("d", start, end if size <= left else prefix(case.text, start, end, left, case.ruler)))
        left -= size
    return places


def measured(case: Case, budget: int, ranks: Sequence[Sequence[int]] | None = None) -> float:
    """Ask the library."""
    ruler = make_ruler(case.ruler)
    chunks = [
        Chunk(case.text[start:end], start, end, ruler(case.text[start:end]), 0, index, "d")
        for index, (start, end) in enumerate(case.chunks)
    ]
    line = Line({"d": len(case.text)})
    evidence = Evidence.of([Question("q", "?", "d", (Span(*case.evidence),))], line)
    ordered = np.array([range(len(chunks))] if ranks is None else ranks)
    found = recall_at(budget, evidence, Pool(chunks, line), ordered, {"d": ruler.index(case.text)})
    return float(found[0])


@given(cases())
@example(Case("𠮷a b c", [(0, 6)], (0, 6), 1, "cl100k_base"))  # a character of several tokens begins the document
@example(Case("tokenization it is", [(2, 18)], (0, 9), 1, "cl100k_base"))  # a chunk begins inside its first token
def test_recall_is_of_what_was_read_within_the_budget(case: Case) -> None:
    wanted = characters([("d", *case.evidence)])
    assert measured(case, case.budget) == float(share(len(wanted & characters(read(case))), len(wanted)))


@given(cases())
def test_ranks_of_nothing_take_nothing_of_the_budget(case: Case) -> None:
    ranks = [[-1, *itertools.chain.from_iterable((rank, -1) for rank in range(len(case.chunks)))]]
    assert measured(case, case.budget, ranks) == measured(case, case.budget)


@given(sizes=st.lists(st.integers(0, 9), min_size=1, max_size=8), budget=st.integers(1, 40))
def test_the_depth_is_the_least_that_fills_the_budget_whatever_is_ranked(sizes: list[int], budget: int) -> None:
    chunks = [Chunk("", 0, 1, size, 0, index, "d") for index, size in enumerate(sizes)]
    found = depth(Pool(chunks, Line({"d": 1})), budget)
    filled = [
        n for n in range(1, len(sizes) + 1) if all(sum(some) >= budget for some in itertools.combinations(sizes, n))
    ]
    assert found == min([*filled, len(sizes)])


def test_what_measures_nothing_is_not_read_when_the_budget_is_used_up() -> None:
    case = Case("two words \n", [(0, 9), (9, 11)], (9, 11), 2, "words")
    assert [measured(case, budget) for budget in (2, 3)] == [0.0, 1.0]
