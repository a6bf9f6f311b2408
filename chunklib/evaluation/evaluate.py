"""Measure one chunking and one retriever, also your own, on a benchmark: an array over questions for every metric."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from chunklib.chunk import Chunk
from chunklib.columns import columns
from chunklib.edit import EDITS
from chunklib.embed import Embedder
from chunklib.errors import InvalidType, InvalidValue, check_name
from chunklib.evaluation.axis import Pool
from chunklib.evaluation.benchmarks.benchmark import Benchmark
from chunklib.evaluation.cannot_tell import all_chunks, few_questions, large_budgets
from chunklib.evaluation.indexed_benchmark import Prepared, Splits, chunked, churned
from chunklib.evaluation.metrics.chunking_metrics import achieved_overlap
from chunklib.evaluation.metrics.document_metrics import BUDGETS, checked_budgets, depth
from chunklib.evaluation.metrics.registry import METRICS, Retrieved, label, measured
from chunklib.evaluation.plain_data import PlainData
from chunklib.evaluation.ranks import ranked
from chunklib.evaluation.searched_context import Context, about_context, counts, with_context
from chunklib.evaluation.wording import count, counted
from chunklib.retrieval.hybrid import RETRIEVERS, make_retriever
from chunklib.retrieval.retriever import NO_HIT, Retriever, how_many
from chunklib.tokens import RulerSpec

MakesRetriever = Callable[[Sequence[Chunk]], Any]


@dataclass(frozen=True, repr=False)
class Evaluation(PlainData):
    """Holds what was measured for one chunking and one retriever on Q questions.

    Attributes:
        scores: an array of shape (Q,) for each metric, fractions, in the order of the benchmark's questions.
        documents: the document of each question.
        pieces: how many pieces of evidence each question has.
        chunks: how many chunks there are.
        stored_tokens: what they measure together; with their contexts, where those are counted.
        tokens: what the documents measure.
        overlap: what neighbours share on average, in units of their ruler.
        k: how many chunks were asked for, for a question.
        kinds: the kind of each question, such as ``fact``.
        context: True where contexts were searched and counted, False where texts were searched alone, None where the
            retriever decided and nothing was counted.
        contexts: how many of the chunks that were searched have a context.
        context_tokens: how many of the stored tokens are those of contexts.
        churn: how many chunks are new after an edit of a document, on average, by their texts alone; None where it was
            not asked for. ``worst_churn`` is the most.
    """

    scores: Mapping[str, NDArray[np.float64]]
    documents: tuple[str, ...]
    pieces: tuple[int, ...]
    chunks: int
    stored_tokens: int
    tokens: int
    overlap: float
    k: int
    kinds: tuple[str, ...]
    context: bool | None = None
    contexts: int = 0
    context_tokens: int = 0
    churn: float | None = None
    worst_churn: int | None = None

    def __repr__(self) -> str:
        """Say in one line what was measured; ``print`` writes a table."""
        return f"<Evaluation of {counted(len(self.documents), 'question')}, {counted(self.chunks, 'chunk')}>"

    def __str__(self) -> str:
        """Write a table of the metrics: averaged over questions, over documents, and over pieces where that exists."""
        rows = []
        for name in self.scores:
            pieces = f"{self.over_pieces(name):.3f}" if name in METRICS and METRICS[name].unit == "pieces" else ""
            rows.append((label(name, self.k), f"{self.mean(name):.3f}", f"{self.macro(name):.3f}", pieces, ""))
        table = columns(("metric", "over questions", "over documents", "over pieces", ""), rows)
        stored = f"{counted(self.chunks, 'chunk')}, {self.stored_tokens:,} tokens: {self.multiplier:.2f} times the text"
        about = about_context(context=self.context, contexts=self.contexts, tokens=self.context_tokens)
        asked = f"{counted(len(self.documents), 'question')}, one placing of the cuts"
        if self.churn is not None:
            made = f"an edit makes {self.churn:.1f} chunks new on average, {self.worst_churn:,} at most"
            about.append(f"{made}: {count(EDITS, 'edit')} of each document")
        return "\n".join([*table, *(f"warning: {one}" for one in self.warnings), stored, *about, asked])

    @property
    def warnings(self) -> tuple[str, ...]:
        """Say what these figures cannot tell: too few questions, everything retrieved, budgets that hold everything."""
        few, all_of_them = few_questions(len(self.documents)), all_chunks(self.k, self.chunks)
        return (*few, *all_of_them, *large_budgets(self.scores, self.tokens))

    @property
    def multiplier(self) -> float:
        """Stored tokens over those of the documents."""
        return self.stored_tokens / max(self.tokens, 1)

    def mean(self, metric: str) -> float:
        """Average a metric over all questions (micro)."""
        return float(self._scores(metric).mean())

    def macro(self, metric: str) -> float:
        """Average a metric over the questions of each document, then over the documents that have questions."""
        return float(np.mean([*self._by(self.documents, metric).values()]))

    def by_kind(self, metric: str) -> dict[str, float]:
        """Average a metric over the questions of each kind, in the order in which the kinds first occur."""
        return self._by(self.kinds, metric)

    def over_pieces(self, metric: str) -> float:
        """Average a share of pieces, such as ``whole`` or ``contained``, over all pieces of evidence."""
        return float(np.average(self._scores(metric), weights=self.pieces))

    def _by(self, names: tuple[str, ...], metric: str) -> dict[str, float]:
        scores, given = self._scores(metric), np.array(names)
        return {name: float(scores[given == name].mean()) for name in dict.fromkeys(names)}

    def _scores(self, metric: str) -> NDArray[np.float64]:
        check_name("metric", metric, self.scores)
        return self.scores[metric]

    def summary(self) -> dict[str, float | int]:
        """Average every metric, and add the number of chunks and of stored tokens, and the churn that was asked for.

        Means are over questions, but for ``contained`` and ``boundary_cut``: no question is asked for them, and what
        predicts them (:func:`chunklib.calculators.containment`) does so piece by piece. So ``whole`` may exceed
        ``contained`` where questions have different numbers of pieces.
        """
        means: dict[str, float | int] = {
            name: self.over_pieces(name) if name in METRICS and METRICS[name].averaged_over_pieces else self.mean(name)
            for name in self.scores
        }
        told = {name: getattr(self, name) for name in ("chunks", "stored_tokens", "churn", "worst_churn")}
        return means | {name: value for name, value in told.items() if value is not None}

    def _data(self) -> dict[str, Any]:
        told = {name: getattr(self, name) for name in ("multiplier", "warnings")}
        return {**vars(self), "scores": dict(self.scores), **told, "summary": self.summary()}

    def _table(self) -> Iterator[Sequence[object]]:
        yield ["document", "pieces", *self.scores]
        yield from zip(self.documents, self.pieces, *(scores.tolist() for scores in self.scores.values()), strict=True)


def evaluate(  # noqa: PLR0913 (what is asked, and the settings of the measurement, each with a default)
    benchmark: Benchmark | Prepared,
    chunker: Splits,
    *,
    retriever: str | MakesRetriever = "bm25",
    k: int = 5,
    embed: str | Embedder | None = None,
    budgets: Sequence[int] = BUDGETS,
    context: Context = None,
    ruler: RulerSpec = "cl100k_base",
    phase: int = 0,
    phases: int = 1,
    churn: bool = False,
) -> Evaluation:
    """Chunk the documents of a benchmark, search for every question, and measure what comes back.

    Args:
        benchmark: documents, which are searched together, and questions; prepared, with the ruler it was prepared with.
        chunker: a chunker, its description, or any callable; see :func:`chunklib.evaluation.indexed_benchmark.chunked`.
        retriever: ``"bm25"``, ``"dense"``, ``"hybrid"``, or a callable from chunks to what :mod:`.ranks` can ask.
        k: how many chunks are retrieved for a question.
        embed: what dense and hybrid embed with.
        budgets: tokens at which recall is measured as well, as ``recall_500`` and so on.
        context: True to search and count contexts, False, a callable, or None: see :mod:`.searched_context`.
        ruler: what measures storage and budgets.
        phase: which phase of the grid, see :func:`chunklib.evaluation.phases.shifted`.
        phases: of how many.
        churn: True to split every document again after each of six :func:`chunklib.edit.edits`, and count what is new.

    Raises:
        ValueError: for chunks that are not where they say, and for settings that the chunker or the retriever refuses.
        TypeError, RuntimeError: for a context that is none of these; where its callable gives no text, or raises.

    >>> text = "Cold rooms hold four degrees. Warm rooms hold twenty."
    >>> small = Benchmark.from_quotes("small", {"note": text}, {"How cold?": "Cold rooms hold four degrees."})
    >>> found = evaluate(small, {"strategy": "sentences", "size": 8, "overlap": 0}, k=1, budgets=[4])
    >>> found.mean("recall"), round(found.mean("recall_4"), 3), found.chunks
    (1.0, 0.69, 2)
    """
    counts(context)
    prepared = benchmark if isinstance(benchmark, Prepared) else Prepared(benchmark, ruler)
    chunks = chunked(prepared, chunker, phase=phase, phases=phases)
    found = score(prepared, chunks, retriever=retriever, k=k, embed=embed, budgets=budgets, context=context)
    new = churned(prepared, chunker, chunks, phase=phase, phases=phases) if churn else []
    return replace(found, churn=sum(new) / len(new), worst_churn=max(new)) if new else found


def score(
    prepared: Prepared,
    chunks: Sequence[Chunk],
    *,
    retriever: str | MakesRetriever = "bm25",
    k: int = 5,
    embed: str | Embedder | None = None,
    budgets: Sequence[int] = BUDGETS,
    context: Context = None,
) -> Evaluation:
    """Search chunks for every question of a benchmark, and measure what comes back.

    It takes the chunks of all documents, with their names; all else is as in :func:`evaluate`.
    """
    k, asked_for, budgets = how_many(k, len(chunks)), k, checked_budgets(budgets)
    counted_too = counts(context)
    if isinstance(retriever, str):
        check_name("retriever", retriever, RETRIEVERS)
    elif not callable(retriever):
        rule = "a retriever is a name, or a callable from chunks to a retriever"
        raise InvalidType(f"{rule}: got {type(retriever).__name__}")
    chunks = with_context(prepared, chunks, context)
    pool = Pool(chunks, prepared.line, prepared.ruler if counted_too else None)
    searched = make_retriever(retriever, chunks, embed) if isinstance(retriever, str) else retriever(chunks)
    deepest = max([k, *(depth(pool, budget) for budget in budgets)])
    ranks = ranked(searched, chunks, prepared.texts, deepest)
    hits = Retrieved(prepared.evidence, pool, ranks, k, prepared.indexes)
    scores = {one.name: one.compute(hits) for one in measured(budgets)}
    stored = int(pool.size.sum())
    documents, pieces = tuple(prepared.strata), tuple(len(asked.spans) for asked in prepared.benchmark.questions)
    kinds, shared = tuple(asked.kind for asked in prepared.benchmark.questions), achieved_overlap(chunks)
    return Evaluation(
        scores, documents, pieces, len(chunks), stored, prepared.tokens, shared, asked_for, kinds,
        counted_too, sum(bool(chunk.context) for chunk in chunks), stored - sum(chunk.size for chunk in chunks),
    )  # fmt: skip


def told_apart(benchmark: Benchmark, retriever: Retriever) -> float:
    """Measure how often the best hit of a question with an answer scores above that of one without.

    Args:
        benchmark: its ``questions`` are compared with its ``unanswerable`` ones, each with each.
        retriever: searches the chunks of its documents.

    Returns:
        the exact share of pairs, where equal scores count half: 1 if a threshold on the score separates all of them,
        0.5 if the score says nothing. It is the area under the ROC curve (Hanley and McNeil, 1982).

    Raises:
        ValueError: for a benchmark without unanswerable questions.
    """
    if not benchmark.unanswerable:
        raise InvalidValue(f"the benchmark {benchmark.name!r} has no unanswerable questions")
    asked = (benchmark.questions, benchmark.unanswerable)
    best = ([max((hit[1] for hit in retriever.search(q.text, 1)), default=NO_HIT) for q in part] for part in asked)
    answered, not_answered = map(np.array, best)
    above = answered[:, None] > not_answered
    return float((2 * above.sum() + (answered[:, None] == not_answered).sum()) / (2 * above.size))
