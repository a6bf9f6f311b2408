"""List every metric once: how it is computed, what it is called, and how it is read.

A new metric is one record in :data:`METRICS`: ``evaluate``, ``sweep``, ``findings``, the tables and the command line
all read it there. It is computed from what :class:`Retrieved` counts: *found*, *given* and *different*, and from the
characters of the *evidence*.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from chunklib.chunk import Chunk
from chunklib.errors import InvalidValue
from chunklib.evaluation.axis import Covered, Evidence, Integers, Line, Pool, Ranges, ratio, total
from chunklib.evaluation.metrics.chunking_metrics import (
    boundary_cut,
    contained,
    precision_omega,
    precision_omega_published,
)
from chunklib.evaluation.metrics.document_metrics import BUDGETS, recall_at
from chunklib.readers import whole
from chunklib.retrieval.retriever import NOTHING
from chunklib.tokens import Index


@dataclass(frozen=True, eq=False)
class Retrieved:
    """Holds the hits of Q questions, with everything that a metric may look at. It counts characters, in shape (Q,).

    Attributes:
        evidence: of Q questions.
        pool: all chunks, as places.
        ranks: shape (Q, depth): the places of the hits in the pool, best first, -1 where there is none.
        k: how many of them count where no budget of tokens is asked for.
        indexes: the documents, measured, for recall at a budget.
    """

    evidence: Evidence
    pool: Pool
    ranks: NDArray[np.intp]
    k: int
    indexes: Mapping[str, Index] = field(default_factory=dict)

    @property
    def top(self) -> NDArray[np.intp]:
        """Take the first k hits, shape (Q, k)."""
        return self.ranks[:, : self.k]

    @cached_property
    def places(self) -> Ranges:
        """Lay out the first k hits, owned by their question."""
        return self.pool.taken(self.top)

    @cached_property
    def _covered(self) -> Covered:
        return self.evidence.coverage(self.places)

    @cached_property
    def found(self) -> Integers:
        """Count the evidence that some hit has."""
        return self.evidence.found(self._covered)

    @property
    def missed(self) -> Integers:
        """Count the evidence that no hit has."""
        return self.evidence.length - self.found

    @cached_property
    def given(self) -> Integers:
        """Count the hits, each in full: what two of them share counts twice."""
        return total(self.places.owner, self.places.length, self.evidence.questions)

    @property
    def different(self) -> Integers:
        """Count the hits, where what two of them share counts once."""
        return self._covered.lengths

    @property
    def whole(self) -> NDArray[np.float64]:
        """Compute the share of the pieces of evidence that lie wholly inside one hit."""
        spans, pool = self.evidence.spans, self.pool
        at = self.top[spans.owner]  # (S, k)
        inside = (pool.start[at] <= spans.start[:, None]) & (pool.end[at] >= spans.end[:, None]) & (at != NOTHING)
        return self.evidence.share(inside.any(axis=1))


@dataclass(frozen=True, slots=True)
class Metric:
    """Describes a metric: a fraction from 0 to 1 for each question.

    ``compute`` takes what was retrieved for Q questions and gives an array of shape (Q,). ``words`` is what a table
    calls it (``{k}`` is the number of hits); without words it goes by its name. ``unit`` is what it is a share of;
    shares of pieces of evidence can be averaged over pieces as well. ``judges`` is what it is computed from: the hits
    alone, the hits and the documents, or the chunks, whatever was retrieved.
    """

    name: str
    compute: Callable[[Retrieved], NDArray[np.float64]]
    words: str = ""
    unit: Literal["characters", "pieces"] = "characters"
    judges: Literal["hits", "documents", "chunks"] = "hits"
    higher_is_better: bool = True

    @property
    def averaged_over_pieces(self) -> bool:
        """Tell whether its mean is over pieces of evidence: where no question was asked, each piece counts as much."""
        return self.unit == "pieces" and self.judges == "chunks"


_ALL = (
    Metric("recall", lambda hits: ratio(hits.found, hits.evidence.length), "recall@{k}"),
    Metric("precision", lambda hits: ratio(hits.found, hits.given), "precision@{k}"),
    Metric("f1", lambda hits: ratio(2 * hits.found, hits.given + hits.evidence.length), "f1@{k}"),
    Metric("iou", lambda hits: ratio(hits.found, hits.given + hits.missed), "IoU (repeats counted)"),
    Metric("iou_set", lambda hits: ratio(hits.found, hits.different + hits.missed), "IoU (of sets)"),
    Metric("whole", lambda hits: hits.whole, "whole evidence in one chunk", unit="pieces"),
    Metric("redundancy", lambda hits: ratio(hits.given - hits.different, hits.given), higher_is_better=False),
    Metric("precision_omega", lambda hits: precision_omega(hits.evidence, hits.pool), judges="chunks"),
    Metric(
        "precision_omega_published",
        lambda hits: precision_omega_published(hits.evidence, hits.pool),
        judges="chunks",
    ),
    Metric(
        "contained",
        lambda hits: contained(hits.evidence, hits.pool),
        "evidence contained in some chunk",
        unit="pieces",
        judges="chunks",
    ),
    Metric(
        "boundary_cut",
        lambda hits: boundary_cut(hits.evidence, hits.pool),
        unit="pieces",
        judges="chunks",
        higher_is_better=False,
    ),
)

METRICS: dict[str, Metric] = {metric.name: metric for metric in _ALL}
"""Every metric by its name; recall at a budget of tokens is made by :func:`recall_at_budget`."""


def recall_at_budget(budget: int) -> Metric:
    """Make the metric "recall where reading ends after so many tokens", called ``recall_1000`` and so on."""

    def compute(hits: Retrieved) -> NDArray[np.float64]:
        return recall_at(budget, hits.evidence, hits.pool, hits.ranks, hits.indexes)

    return Metric(f"recall_{budget}", compute, f"recall at {budget:,} tokens", judges="documents")


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


def retrieved_scores(evidence: Evidence, pool: Pool, ranks: NDArray[np.intp]) -> dict[str, NDArray[np.float64]]:
    """Score what was retrieved for Q questions, by each metric that judges hits alone: an array of shape (Q,) for each.

    ``ranks`` has the shape (Q, k): the places of the chunks in the pool, best first, -1 where there is none.
    """
    hits = Retrieved(evidence, pool, ranks, ranks.shape[1])
    return {name: metric.compute(hits) for name, metric in METRICS.items() if metric.judges == "hits"}


def _whole(places: Iterable[tuple[str, int, int]]) -> list[tuple[str, int, int]]:
    """Read places: an array would cut off fractions."""
    name = "the place of a span"
    return [(document, whole(name, start), whole(name, end)) for document, start, end in places]


def span_scores(
    retrieved: Sequence[tuple[str, int, int]], evidence: Iterable[tuple[str, int, int]]
) -> dict[str, float]:
    """Score what was retrieved for one question, from places alone.

    Args:
        retrieved: (document, start, end) of each retrieved chunk, best first.
        evidence: (document, start, end) of each piece of evidence; pieces do not overlap.

    Returns:
        a fraction for each metric that judges hits alone.

    Raises:
        ValueError: without evidence; for a range that is empty, reversed or begins before 0; for evidence that
            overlaps.
        TypeError: for a place that is not a whole number.

    >>> scores = span_scores([("a", 0, 100), ("a", 80, 180)], [("a", 90, 110)])
    >>> scores["recall"], scores["precision"], scores["iou"], round(scores["iou_set"], 4), scores["redundancy"]
    (1.0, 0.1, 0.1, 0.1111, 0.1)
    """
    retrieved, wanted = _whole(retrieved), sorted(_whole(evidence))
    if not wanted:
        raise InvalidValue("a question needs evidence: got none")
    lengths: dict[str, int] = {}
    for document, _, end in (*wanted, *retrieved):
        lengths[document] = max(lengths.get(document, 0), end)
    line = Line(lengths)
    spans = line.ranges([0] * len(wanted), wanted, "evidence")
    if (spans.start[1:] < spans.end[:-1]).any():
        raise InvalidValue(f"pieces of evidence must not overlap: got {wanted}")
    chunks = [Chunk("", start, end, 0, 0, at, document) for at, (document, start, end) in enumerate(retrieved)]
    scores = retrieved_scores(Evidence(spans, 1, line), Pool(chunks, line), np.arange(len(chunks))[None, :])
    return {name: float(score[0]) for name, score in scores.items()}
