"""Measure one chunking in one phase, for all the retrievers of a sweep that search it."""

from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from chunklib.embed import Embedder
from chunklib.evaluation.evaluate import score
from chunklib.evaluation.indexed_benchmark import Prepared, chunked
from chunklib.evaluation.searched_context import Context, counts, with_context
from chunklib.evaluation.sweep.grid import Setting
from chunklib.evaluation.sweep.results import Phase, phase_of


class Task(NamedTuple):
    """Names one chunking in one phase, for all retrievers that search it."""

    settings: tuple[Setting, ...]
    phase: int
    phases: int


@dataclass(frozen=True)
class Run:
    """Holds what all measurements share; called with a task, it measures."""

    prepared: Prepared
    embed: str | Embedder | None
    budgets: tuple[int, ...]
    context: Context

    def __call__(self, task: Task) -> list[Phase]:
        """Measure: one result for each setting of the task."""
        split = chunked(self.prepared, task.settings[0].config, phase=task.phase, phases=task.phases)
        chunks = with_context(self.prepared, split, self.context)  # a callable is asked once, not for each retriever
        measure = partial(score, self.prepared, chunks, embed=self.embed, budgets=self.budgets)
        measure = partial(measure, context=counts(self.context))
        return [phase_of(measure(retriever=one.retriever, k=one.k)) for one in task.settings]
