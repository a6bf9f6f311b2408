"""The tuning loop on a benchmark: it ends with a reason, on scores that are a sweep's, and measures nothing twice."""

from dataclasses import replace

from chunklib.advice import tune
from chunklib.chunk import Span
from chunklib.embed import hashing
from chunklib.evaluation import Benchmark, Setting
from chunklib.evaluation.sweep.tuning import Measured
from tests.each import each
from tests.small_benchmark import SMALL, swept

OVERLAPS = (0, 3, 15)


@each(("strategy", "retriever", "metric"), [
    ("token_windows", "bm25", "whole"),
    ("sentences", "dense", "recall"),
    ("markdown", "hybrid", "recall_500"),
])  # fmt: skip
def test_it_measures_what_a_sweep_measures(strategy: str, retriever: str, metric: str) -> None:
    measured = Measured(SMALL, strategy, retriever=retriever, k=3, metric=metric, phases=2, embed="hashing")
    settings = [Setting(strategy, 30, overlap, retriever, 3) for overlap in OVERLAPS]
    expected = swept(settings, budgets=(500,))
    for setting, overlap in zip(settings, OVERLAPS, strict=True):
        assert measured(30, overlap) == expected.mean(setting, metric)
        assert measured.storage(30, overlap) == max(1.0, expected.multiplier(setting)) >= 1


def test_nothing_is_measured_twice() -> None:
    calls: list[int] = []

    def counting(texts: list[str]) -> object:
        calls.append(len(texts))
        return hashing(texts)

    measured = Measured(SMALL, retriever="dense", k=3, phases=2, embed=counting)
    found = tune(measured, size=30, target=1.0, storage_limit=1.3, storage=measured.storage)
    assert len(found.history) > 2
    once = len(calls)
    rounds = [(measured(30, trial.overlap), measured.storage(30, trial.overlap)) for trial in found.history]
    assert rounds == [(trial.score, trial.storage) for trial in found.history]
    assert len(calls) == once
    measured(31, found.overlap)
    assert len(calls) - once == once / len(found.history)  # each overlap took as many calls as another


def test_chunks_that_leave_out_white_space_store_no_less_than_the_text() -> None:
    documents = {name: text.replace("\n\n", "\n \t" * 100) for name, text in SMALL.documents.items()}
    asked = tuple(replace(question, spans=(Span(0, 5),)) for question in SMALL.questions)
    measured = Measured(Benchmark("wide", documents, asked), "sentences", k=1, phases=1)
    [chunking] = swept([Setting("sentences", 30, 0, k=1)], measured.benchmark, phases=1).phases.values()
    assert chunking[0].facts.stored_tokens < chunking[0].facts.tokens
    assert measured.storage(30, 0) == 1
