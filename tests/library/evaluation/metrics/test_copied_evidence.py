"""Recall of any copy: evidence may be in several places, and one of them is enough."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from chunklib.chunk import Span
from chunklib.evaluation.axis import Copies, Evidence, Line, Pool
from chunklib.evaluation.benchmarks.benchmark import Benchmark, Question
from chunklib.evaluation.metrics.document_metrics import recall_of_any_copy
from chunklib.evaluation.metrics.registry import retrieved_scores
from tests.each import each
from tests.span_oracle import Place, as_chunks, characters

SENTENCES = (
    "The north room is warm. ",
    "Fish is kept at 2 °C. ",
    "aaaaaaaaaaaaaaaaaaaaaaaaa",
    "Yes. ",
    "The end of it all, ",
)
LEAST = 20


class Case(NamedTuple):
    """Documents with repetitions, evidence in the first of them, and what was retrieved."""

    texts: dict[str, str]
    spans: list[tuple[int, int]]
    retrieved: list[Place]


@st.composite
def cases(draw: st.DrawFn) -> Case:
    pieces = st.lists(st.sampled_from(SENTENCES), min_size=2, max_size=5)
    texts = dict(zip("ab", map("".join, draw(st.lists(pieces, min_size=1, max_size=2))), strict=False))
    places = sorted({at % (len(texts["a"]) + 1) for at in draw(st.lists(st.integers(0, 199), max_size=4))} | {0, 47})
    spans = [(start, end) for start, end in pairwise(places) if end <= len(texts["a"])]
    drawn = draw(st.lists(st.tuples(st.sampled_from(list(texts)), st.integers(0, 199), st.integers(1, 60)), max_size=4))
    retrieved = [(name, at % len(texts[name]), at % len(texts[name]) + more) for name, at, more in drawn]
    cut = [(name, start, min(end, len(texts[name]))) for name, start, end in retrieved]
    return Case(texts, spans[:3] or [(0, len(texts["a"]))], cut)


def everywhere(texts: dict[str, str], text: str) -> list[Place]:
    """All places of a text, one that overlaps another included."""
    return [
        (name, at, at + len(text))
        for name, document in texts.items()
        for at in range(len(document))
        if document[at : at + len(text)] == text
    ]


def by_hand(case: Case) -> float:
    """For each piece the copy of which most was retrieved; a short piece has no copies but itself."""
    seen, found = characters(case.retrieved), 0
    for start, end in case.spans:
        own = [("a", start, end)]
        copies = everywhere(case.texts, case.texts["a"][start:end]) if end - start >= LEAST else own
        found += max(len(characters([copy]) & seen) for copy in copies)
    return found / sum(end - start for start, end in case.spans)


def measured(case: Case) -> tuple[float, float]:
    """Recall of any copy, and recall itself."""
    question = Question("q", "?", "a", tuple(Span(*span) for span in case.spans))
    benchmark = Benchmark("small", case.texts, (question,))
    line = Line({name: len(text) for name, text in case.texts.items()})
    evidence, pool = Evidence.of(benchmark.questions, line), Pool(as_chunks(case.retrieved), line)
    ranks = np.arange(len(case.retrieved))[None, :]
    any_copy = recall_of_any_copy(evidence, Copies(benchmark, line), pool, ranks)
    return float(any_copy[0]), float(retrieved_scores(evidence, pool, ranks)["recall"][0])


@given(cases())
def test_each_piece_counts_by_its_best_copy(case: Case) -> None:
    any_copy, recall = measured(case)
    assert any_copy == by_hand(case)
    assert recall <= any_copy <= 1


@each(("length", "found"), [(LEAST - 1, 0.0), (LEAST, 1.0)])
def test_a_short_piece_stands_elsewhere_by_chance(length: int, found: float) -> None:
    text = "abcdefghijklmnopqrstuvwxyz"
    case = Case({"a": text, "b": text}, [(0, length)], [("b", 0, 26)])
    assert measured(case)[0] == found
