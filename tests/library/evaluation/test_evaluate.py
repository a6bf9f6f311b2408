"""An evaluation end to end: any splitter, any retriever, an array over questions for every metric."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from statistics import fmean
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from chunklib.chunk import Chunk, Span
from chunklib.chunk_config import Chunker
from chunklib.edit import EDITS, churn, edits
from chunklib.evaluation import Benchmark, Question, evaluate, own_benchmark
from chunklib.evaluation.evaluate import score
from chunklib.evaluation.indexed_benchmark import Prepared, chunked
from chunklib.evaluation.metrics.document_metrics import BUDGETS
from chunklib.evaluation.metrics.registry import METRICS
from chunklib.retrieval.bm25 import BM25
from chunklib.retrieval.retriever import Hit
from chunklib.strategies import recursive
from chunklib.tokens import ruler
from tests import span_oracle
from tests.each import each
from tests.promises import refused

if TYPE_CHECKING:
    from numpy.typing import NDArray

COLD = "Cold rooms hold four degrees. Fish is kept there. Milk is kept there too. "
WARM = "Warm rooms hold twenty degrees. Bread is kept there. "
TEXTS = {"cold": COLD, "warm": WARM}
QUESTIONS = (
    Question("q1", "Which degrees do cold rooms hold?", "cold", (Span(16, 28),)),
    Question("q2", "Is fish kept cold?", "cold", (Span(30, 48), Span(50, 72))),
    Question("q3", "Milk?", "cold", (Span(50, 54),)),
    Question("q4", "What of bread?", "warm", (Span(32, 51),)),
)
SMALL = Benchmark("small", TEXTS, QUESTIONS)
SENTENCES: dict[str, Any] = {"strategy": "sentences", "size": 8, "overlap": 0}


def sentences_of(text: str) -> list[str]:
    return [f"{sentence}. " for sentence in text.split(". ") if sentence]


class InOrder:
    """Finds chunks in the order of the document, a turn further for each question."""

    def __init__(self, chunks: Sequence[Chunk]) -> None:
        self.chunks = chunks

    def search(self, query: str, k: int = 5) -> list[Hit]:
        return [Hit(self.chunks[at], 1.0) for at in self.rank([query], k)[0]]

    def rank(self, queries: Sequence[str], k: int) -> NDArray[np.intp]:
        return (np.arange(k)[None, :] + np.arange(len(queries))[:, None]) % len(self.chunks)


# ------------------------------------------------------------------ splitters of others

FOREIGN: dict[str, Callable[[str], object]] = {
    "strings": sentences_of,
    "our own chunks": lambda text: recursive(text, size=8, overlap=0, separators=[". "]),
    "its chunks as a list of a function": lambda text: list(Chunker.from_config(SENTENCES)(text)),
}


@each("name", FOREIGN)
def test_the_same_chunks_give_the_same_evaluation_whoever_made_them(name: str) -> None:
    wanted, found = evaluate(SMALL, SENTENCES, k=2), evaluate(SMALL, FOREIGN[name], k=2)
    assert (found.chunks, found.stored_tokens, found.overlap) == (5, wanted.stored_tokens, 0.0)
    assert {metric: scores.tolist() for metric, scores in found.scores.items()} == {
        metric: scores.tolist() for metric, scores in wanted.scores.items()
    }


def test_chunks_of_others_are_measured_and_so_is_what_neighbours_share() -> None:
    prepared, length = Prepared(SMALL), ruler("cl100k_base")
    found = chunked(prepared, lambda text: [(0, text[:30]), (20, text[20:50]), (50, text[50:]), (5, text[5:12])])
    assert [chunk.document for chunk in found] == ["cold"] * 4 + ["warm"] * 4
    assert [chunk.index for chunk in found] == [0, 1, 2, 3] * 2
    assert [chunk.size for chunk in found] == [length(chunk.text) for chunk in found]
    assert [chunk.overlap for chunk in found] == [0, length(COLD[20:30]), 0, 0, 0, length(WARM[20:30]), 0, 0]


def test_two_callables_of_one_name_are_two_rulers() -> None:
    mine, other = (lambda text: len(text.split())), (lambda text: len(text) + 0)
    found = chunked(Prepared(SMALL, other), {**SENTENCES, "ruler": mine})
    assert [chunk.size for chunk in found] == [len(chunk.text) for chunk in found]


# ------------------------------------------------------------------ what comes back


def test_every_metric_is_an_array_over_questions_of_fractions() -> None:
    found = evaluate(SMALL, SENTENCES, k=2, budgets=[3, 50])
    names = [*METRICS, "recall_3", "recall_50"]
    assert list(found.scores) == names
    for name, scores in found.scores.items():
        assert scores.shape == (4,), name
        assert scores.dtype == np.float64, name
        assert ((scores >= 0) & (scores <= 1)).all(), name
    assert found.documents == ("cold", "cold", "cold", "warm")
    assert list(found.summary()) == [*names, "chunks", "stored_tokens"]
    assert {f"recall_{budget}" for budget in BUDGETS} <= set(evaluate(SMALL, SENTENCES, k=1).scores)


def test_means_over_questions_and_over_documents_differ() -> None:
    found = evaluate(SMALL, sentences_of, k=1, retriever=InOrder)
    assert found.scores["recall"].tolist() == [1.0, 18 / 40, 1.0, 0.0]
    assert found.mean("recall") == pytest.approx((1 + 18 / 40 + 1 + 0) / 4)
    assert found.macro("recall") == pytest.approx(((1 + 18 / 40 + 1) / 3 + 0) / 2)


def test_storage_is_what_chunks_and_documents_measure() -> None:
    length = ruler("cl100k_base")
    found = evaluate(SMALL, lambda text: [(0, text), (0, text[:20])], k=1)
    assert found.tokens == length(COLD) + length(WARM)
    assert found.stored_tokens == found.tokens + length(COLD[:20]) + length(WARM[:20])
    assert found.multiplier == found.stored_tokens / found.tokens
    assert evaluate(SMALL, sentences_of, k=1, ruler="characters").multiplier == 1.0


def test_a_retriever_may_be_any_callable_and_is_asked_once_for_all_questions() -> None:
    asked: list[tuple[int, int]] = []

    class Told(InOrder):
        def rank(self, queries: Sequence[str], k: int) -> NDArray[np.intp]:
            asked.append((len(queries), k))
            return super().rank(queries, k)

    found = evaluate(SMALL, sentences_of, retriever=Told, k=2, budgets=[1])
    assert asked == [(4, 2)]
    assert found.scores["redundancy"].tolist() == [0.0] * 4


# ------------------------------------------------------------------ beside sets of characters


def assert_as_by_hand(benchmark: Benchmark, config: dict[str, Any], k: int) -> None:
    prepared = Prepared(benchmark)
    chunks = chunked(prepared, config)
    found = score(prepared, chunks, k=k, budgets=[])
    searched = BM25(chunks)
    for number, asked in enumerate(benchmark.questions):
        hits = [hit.chunk for hit in searched.search(asked.text, k)]
        places = [(hit.document, hit.start_char, hit.end_char) for hit in hits]
        wanted = span_oracle.retrieved_scores([(asked.document, *span) for span in asked.spans], places)
        assert {name: found.scores[name][number] for name in wanted} == {n: float(one) for n, one in wanted.items()}


def test_questions_of_the_course_with_several_pieces_of_evidence() -> None:
    assert_as_by_hand(
        own_benchmark().of_kinds("spread", "no_answer"), {"strategy": "token_windows", "size": 200, "overlap": 40}, 5
    )


def test_the_mean_of_each_kind() -> None:
    kinds = ("fact", "spread", "fact", "")
    asked = tuple(replace(one, kind=kind) for one, kind in zip(QUESTIONS, kinds, strict=True))
    found = evaluate(Benchmark("small", TEXTS, asked), SENTENCES, k=2)
    scores = found.scores["recall"]
    assert found.kinds == kinds
    assert found.by_kind("recall") == {"fact": (scores[0] + scores[2]) / 2, "spread": scores[1], "": scores[3]}


# ------------------------------------------------------------------ what an edit costs


@each("chunker", [SENTENCES, sentences_of, lambda text: iter(sentences_of(text)), {**SENTENCES, "ruler": "words"}])
def test_churn_counts_the_chunks_that_are_new_after_the_same_edits_of_every_document(chunker: Any) -> None:
    split = Chunker.from_config(chunker) if isinstance(chunker, dict) else chunker
    parts = {name: {edited: list(split(edited)) for edited in (text, *edits(text))} for name, text in TEXTS.items()}
    new = [churn(parts[name][text], parts[name][edited]) for name, text in TEXTS.items() for edited in edits(text)]
    found = evaluate(SMALL, chunker, k=2, churn=True)
    assert len(new) == EDITS * len(TEXTS)
    assert (found.churn, found.worst_churn) == (fmean(new), max(new))
    assert found.summary() == evaluate(SMALL, chunker, k=2).summary() | {"churn": fmean(new), "worst_churn": max(new)}
    assert found.to_dict()["churn"] == found.churn
    told = f"an edit makes {fmean(new):.1f} chunks new on average, {max(new)} at most: six edits of each document"
    assert str(found).splitlines()[-2:] == [told, "4 questions, one placing of the cuts"]


def test_churn_of_documents_that_are_empty_or_shorter_than_an_edit() -> None:
    benchmark = Benchmark("odd", {"none": "", "note": "Tea."}, (Question("q", "What?", "note", (Span(0, 3),)),))
    found = evaluate(benchmark, lambda text: [text] if text else [], k=1, churn=True)
    assert (found.churn, found.worst_churn) == (4 / 6, 1)  # a deletion leaves nothing, so nothing is new


# ------------------------------------------------------------------ what cannot be measured


def test_a_k_above_the_number_of_chunks_measures_what_all_of_them_give() -> None:
    more, all_of_them = evaluate(SMALL, SENTENCES, k=6), evaluate(SMALL, SENTENCES, k=5)
    assert more.mean("recall") == all_of_them.mean("recall")
    assert more.mean("precision") == all_of_them.mean("precision")


BAD: dict[str, tuple[Callable[[], object], type[Exception], tuple[str, ...]]] = {
    "no chunks": (lambda: evaluate(SMALL, lambda text: []), ValueError, ("gave no chunks",)),
    "chunks of nothing": (lambda: evaluate(SMALL, lambda text: [""]), ValueError, ("chunk 0 of 'cold'",)),
    "no list": (lambda: evaluate(SMALL, lambda text: None), TypeError, ("list of chunks",)),
    "a name": (lambda: evaluate(SMALL, "recursive"), TypeError, ("'recursive'",)),  # type: ignore[arg-type]
    "another text": (lambda: evaluate(SMALL, lambda text: ["nowhere"]), ValueError, ("nowhere", "audit")),
    "outside": (lambda: evaluate(SMALL, lambda text: [(70, "too. and more")]), ValueError, ("70-83", "audit")),
    "not where it says": (lambda: evaluate(SMALL, lambda text: [(1, text[:9])]), ValueError, ("1-10", "audit")),
    "a strategy for files": (lambda: evaluate(SMALL, {"strategy": "pdf"}), ValueError, ("pdf", "file")),
    "a budget of nothing": (lambda: evaluate(SMALL, SENTENCES, k=1, budgets=[0]), ValueError, ("budgets=0",)),
    "a phase of others": (lambda: evaluate(SMALL, sentences_of, phase=1, phases=6), ValueError, ("phase=1",)),
}


@each("name", BAD)
def test_what_cannot_be_measured_is_refused(name: str) -> None:
    call, kind, named = BAD[name]
    refused(call, kind, *named)


@each("average", ["mean", "macro", "by_kind", "over_pieces"])
def test_a_metric_that_was_not_measured_is_named(average: str) -> None:
    found = evaluate(SMALL, SENTENCES, k=2)
    refused(lambda: getattr(found, average)("recal"), ValueError, "unknown metric 'recal'", "'recall'")


def test_chunks_of_documents_that_are_not_there_are_refused() -> None:
    prepared = Prepared(SMALL)
    strange = recursive(COLD, size=8, overlap=0, document="memo")
    refused(lambda: score(prepared, strange, k=1), ValueError, "a chunk", "'memo'")


def test_shares_of_pieces_can_be_averaged_over_pieces() -> None:
    """A question with one piece that is contained, one with three of which one is: two of four."""
    text = "".join(f"{number:03} " for number in range(50))  # one token a number, and one a space before it
    asked = (
        Question("one", "Which number is first?", "note", (Span(0, 3),)),
        Question("three", "Which numbers are cut?", "note", (Span(4, 7), Span(30, 50), Span(70, 90))),
    )
    found = evaluate(
        Benchmark("pieces", {"note": text}, asked), lambda _: [text[at : at + 40] for at in range(0, 200, 40)], k=1
    )
    assert found.pieces == (1, 3)
    assert found.scores["contained"].tolist() == pytest.approx([1.0, 1 / 3])
    assert (found.over_pieces("contained"), found.summary()["contained"]) == (0.5, 0.5)
    assert found.mean("contained") == pytest.approx(2 / 3)
