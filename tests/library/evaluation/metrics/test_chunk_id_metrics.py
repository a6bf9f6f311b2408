"""The evaluation of tutorials: whole chunks by their ids."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunklib.chunk import Chunk
from chunklib.evaluation.metrics.chunk_id_metrics import evaluate_overlap_impact
from chunklib.retrieval.retriever import Hit
from tests.each import each
from tests.promises import refused

CHUNKS = [Chunk("text", at, at + 4, 1, 0, at, "doc") for at in range(6)]
IDS = [chunk.id for chunk in CHUNKS]


class Given:
    """Returns for each query what was given, in the form that was asked for."""

    def __init__(self, hits: dict[str, list[int]], form: str = "hits") -> None:
        self.hits, self.form, self.asked = hits, form, list[tuple[str, int]]()

    def search(self, query: str, k: int) -> Sequence[Any]:
        self.asked.append((query, k))
        chunks = [CHUNKS[at] for at in self.hits[query][:k]]
        forms = [{"hits": Hit(one, 1.0), "pairs": (one, 0.5), "chunks": one, "ids": one.id} for one in chunks]
        return [form[self.form] for form in forms]


def ids(*places: int) -> list[str]:
    return [IDS[at] for at in places]


CASES = st.lists(
    st.tuples(st.sets(st.integers(0, 5), min_size=1), st.lists(st.integers(0, 5), unique=True)), min_size=1, max_size=5
)


@given(cases=CASES, k=st.integers(1, 6))
def test_each_query_counts_by_its_sets_of_chunks(cases: list[tuple[set[int], list[int]]], k: int) -> None:
    queries = [f"query {number}" for number in range(len(cases))]
    wanted = {"recall": 0.0, "precision": 0.0, "f1": 0.0}
    for relevant, hits in cases:
        both = len(relevant & set(hits[:k]))
        recall, precision = both / len(relevant), both / max(1, len(hits[:k]))
        f1 = 2 * recall * precision / (recall + precision) if both else 0.0
        wanted = {name: wanted[name] + score for name, score in zip(wanted, (recall, precision, f1), strict=True)}
    retriever = Given(dict(zip(queries, [hits for _, hits in cases], strict=True)))
    found = evaluate_overlap_impact(queries, [ids(*relevant) for relevant, _ in cases], CHUNKS, retriever, k)
    assert found == {name: pytest.approx(total / len(cases), abs=1e-12) for name, total in wanted.items()}


@each("form", ["hits", "pairs", "chunks", "ids"])
def test_a_retriever_may_return_hits_pairs_chunks_or_ids(form: str) -> None:
    found = evaluate_overlap_impact(["one"], [ids(0, 2)], CHUNKS, Given({"one": [2, 1]}, form), k=2)
    assert found == {"recall": 0.5, "precision": 0.5, "f1": 0.5}


def test_a_chunk_that_is_returned_twice_is_one_chunk() -> None:
    assert evaluate_overlap_impact(["one"], [ids(0)], CHUNKS, Given({"one": [0, 0]}), k=2)["precision"] == 1.0


@each(
    ("queries", "truth", "k", "named"),
    [
        ([], [], 1, "queries must not be empty"),
        (["one"], [], 1, "1 queries, 0 truths"),
        (["one"], [[]], 1, "none for 'one'"),
        (["one"], [["doc:0-99"]], 1, "'doc:0-99'"),
        (["one"], [ids(0)], 0, "k=0"),
    ],
)
def test_what_cannot_be_measured_is_refused_before_anything_is_searched(
    queries: list[str], truth: Any, k: int, named: str
) -> None:
    retriever = Given({"one": [0]})
    refused(lambda: evaluate_overlap_impact(queries, truth, CHUNKS, retriever, k), ValueError, named)
    assert retriever.asked == []


@each(
    ("queries", "truth", "chunks", "said"),
    [
        (["one"], [IDS[0]], CHUNKS, "the truth for 'one' must be a list of ids: got str"),
        (["one"], IDS[0], CHUNKS, "ground_truth must be a list of lists of ids: got str"),
        ([1], [ids(0)], CHUNKS, "a query must be a text (str): got int"),
        (["one"], [ids(0)], IDS, "an index needs a list of chunks: got str at place 0"),
    ],
)
def test_other_types_are_refused_before_anything_is_searched(queries: Any, truth: Any, chunks: Any, said: str) -> None:
    retriever = Given({"one": [0]})
    refused(lambda: evaluate_overlap_impact(queries, truth, chunks, retriever, 1), TypeError, said)
    assert retriever.asked == []
