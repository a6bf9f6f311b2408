"""Every metric, once: how it is computed, what it is called, and how it is read.

A new metric is one record in :data:`METRICS`: ``evaluate``, ``sweep``, ``findings``, the tables and the command line
all read it there. In the formulas *found* is the evidence that some hit has, *given* the characters of all hits, one
that two of them have counted twice, *different* the same counted once, and *evidence* the characters of the evidence.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from chunklib.evaluation.metrics.axis import ratio
from chunklib.evaluation.metrics.chunking_metrics import (
    boundary_cut,
    contained,
    precision_omega,
    precision_omega_published,
)
from chunklib.evaluation.metrics.document_metrics import BUDGETS, recall_at, recall_of_any_copy
from chunklib.evaluation.metrics.retrieved import Retrieved


@dataclass(frozen=True, slots=True)
class Metric:
    """A metric: a fraction from 0 to 1 for each question.

    ``compute`` takes what was retrieved for Q questions and gives an array of shape (Q,). ``formula`` says what is
    measured, ``words`` what a table calls it (``{k}`` is the number of hits); without words it goes by its name.
    ``unit`` is what it is a share of; shares of pieces of evidence can be averaged over pieces as well. ``judges`` is
    what it is computed from: the hits alone, the hits and the documents, or the chunks, whatever was retrieved.
    """

    name: str
    compute: Callable[[Retrieved], NDArray[np.float64]]
    formula: str
    words: str = ""
    unit: Literal["characters", "pieces"] = "characters"
    judges: Literal["hits", "documents", "chunks"] = "hits"
    higher_is_better: bool = True

    @property
    def averaged_over_pieces(self) -> bool:
        """Tell whether its mean is over pieces of evidence: where no question was asked, each piece counts as much."""
        return self.unit == "pieces" and self.judges == "chunks"


_ALL = (
    Metric("recall", lambda hits: ratio(hits.found, hits.evidence.length), "found / evidence", "recall@{k}"),
    Metric("precision", lambda hits: ratio(hits.found, hits.given), "found / given", "precision@{k}"),
    Metric(
        "f1",
        lambda hits: ratio(2 * hits.found, hits.given + hits.evidence.length),
        "2 found / (given + evidence): the harmonic mean of recall and precision",
        "f1@{k}",
    ),
    Metric(
        "iou",
        lambda hits: ratio(hits.found, hits.given + hits.missed),
        "found / (given + evidence - found): repeated characters count each time, as Chroma's report has it",
        "IoU (repeats counted)",
    ),
    Metric(
        "iou_set",
        lambda hits: ratio(hits.found, hits.different + hits.missed),
        "found / (different + evidence - found): Jaccard's index of two sets of characters",
        "IoU (of sets)",
    ),
    Metric(
        "whole",
        lambda hits: hits.whole,
        "the share of the pieces of evidence that lie wholly inside one hit",
        "whole evidence in one chunk",
        unit="pieces",
    ),
    Metric(
        "redundancy",
        lambda hits: ratio(hits.given - hits.different, hits.given),
        "1 - different / given: the share of what was retrieved that had been retrieved before",
        higher_is_better=False,
    ),
    Metric(
        "recall_any_copy",
        lambda hits: recall_of_any_copy(hits.evidence, hits.benchmark.copies, hits.pool, hits.top),
        "recall where each piece of evidence counts by the copy of which most was retrieved",
        judges="documents",
    ),
    Metric(
        "precision_omega",
        lambda hits: precision_omega(hits.evidence, hits.pool),
        "precision if all chunks that have evidence, and no others, were retrieved",
        judges="chunks",
    ),
    Metric(
        "precision_omega_published",
        lambda hits: precision_omega_published(hits.evidence, hits.pool),
        "the same as the published code computes it",
        judges="chunks",
    ),
    Metric(
        "contained",
        lambda hits: contained(hits.evidence, hits.pool),
        "the share of the pieces of evidence that lie wholly inside some chunk",
        "evidence contained in some chunk",
        unit="pieces",
        judges="chunks",
    ),
    Metric(
        "boundary_cut",
        lambda hits: boundary_cut(hits.evidence, hits.pool),
        "the share of the pieces of evidence that have the start or the end of a chunk inside them",
        unit="pieces",
        judges="chunks",
        higher_is_better=False,
    ),
)

METRICS: dict[str, Metric] = {metric.name: metric for metric in _ALL}
"""Every metric by its name; recall at a budget of tokens is made by :func:`recall_at_budget`."""


def recall_at_budget(budget: int) -> Metric:
    """Make the metric "recall where reading ends after so many tokens", called ``recall_1000`` and so on.

    >>> recall_at_budget(1000).name, recall_at_budget(1000).words
    ('recall_1000', 'recall at 1,000 tokens')
    """

    def compute(hits: Retrieved) -> NDArray[np.float64]:
        return recall_at(budget, hits.evidence, hits.pool, hits.ranks, hits.benchmark.indexes)

    formula = f"recall of the first {budget:,} tokens of the hits"
    return Metric(f"recall_{budget}", compute, formula, f"recall at {budget:,} tokens", judges="documents")


def measured(budgets: Iterable[int] = BUDGETS) -> tuple[Metric, ...]:
    """List what ``evaluate`` measures, in the order of its table."""
    return (*METRICS.values(), *map(recall_at_budget, budgets))


def label(name: str, k: int) -> str:
    """Say what a table calls a metric, with the number of hits or with the budget.

    >>> label("recall", k=5), label("recall_1000", k=5), label("precision_omega", k=5)
    ('recall@5', 'recall at 1,000 tokens', 'precision omega')
    """
    budget = name.removeprefix("recall_")
    if budget.isdecimal():
        return recall_at_budget(int(budget)).words
    words = METRICS[name].words if name in METRICS else ""
    return words.format(k=k) or name.replace("_", " ")
