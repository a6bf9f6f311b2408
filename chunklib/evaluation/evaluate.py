"""Measure one chunking and one retriever, also your own, on a benchmark: an array over questions for every metric."""

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from chunklib.chunk import Chunk
from chunklib.columns import columns
from chunklib.embed import Embedder
from chunklib.errors import InvalidType, InvalidValue, check_name
from chunklib.evaluation.benchmarks.benchmark import Benchmark
from chunklib.evaluation.cannot_tell import blind_spots
from chunklib.evaluation.indexed_benchmark import Prepared, Splits, chunked
from chunklib.evaluation.metrics.axis import Pool
from chunklib.evaluation.metrics.chunk_id_metrics import Searches
from chunklib.evaluation.metrics.chunking_metrics import achieved_overlap
from chunklib.evaluation.metrics.document_metrics import BUDGETS, checked_budgets, depth
from chunklib.evaluation.metrics.registry import METRICS, Retrieved, label, measured
from chunklib.evaluation.plain_data import PlainData
from chunklib.evaluation.searched_context import Context, about_context, counts, with_context
from chunklib.evaluation.wording import counted
from chunklib.retrieval.hybrid import RETRIEVERS, make_retriever
from chunklib.retrieval.retriever import NOTHING, Retriever, how_many
from chunklib.tokens import RulerSpec

MakesRetriever = Callable[[Sequence[Chunk]], Retriever | Searches]


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
        return "\n".join([*table, *(f"warning: {one}" for one in self.warnings), stored, *about, asked])

    @property
    def warnings(self) -> tuple[str, ...]:
        """Say what these figures cannot tell: too few questions, everything retrieved, budgets that hold everything."""
        return blind_spots(len(self.documents), self.k, self.chunks, self.scores, self.tokens)

    @property
    def multiplier(self) -> float:
        """Stored tokens over those of the documents."""
        return self.stored_tokens / max(self.tokens, 1)

    def mean(self, metric: str) -> float:
        """Average a metric over all questions (micro)."""
        return float(self.scores[metric].mean())

    def macro(self, metric: str) -> float:
        """Average a metric over the questions of each document, then over the documents that have questions."""
        names = np.array(self.documents)
        return float(np.mean([self.scores[metric][names == name].mean() for name in dict.fromkeys(self.documents)]))

    def by_kind(self, metric: str) -> dict[str, float]:
        """Average a metric over the questions of each kind, in the order in which the kinds first occur."""
        kinds = np.array(self.kinds)
        return {kind: float(self.scores[metric][kinds == kind].mean()) for kind in dict.fromkeys(self.kinds)}

    def over_pieces(self, metric: str) -> float:
        """Average a share of pieces, such as ``whole`` or ``contained``, over all pieces of evidence."""
        return float(np.average(self.scores[metric], weights=self.pieces))

    def summary(self) -> dict[str, float | int]:
        """Average every metric, and add the number of chunks and of stored tokens.

        Means are over questions, but for ``contained`` and ``boundary_cut``: no question is asked for them, and what
        predicts them (:func:`chunklib.calculators.containment`) does so piece by piece. So ``whole`` may exceed
        ``contained`` where questions have different numbers of pieces.
        """
        means: dict[str, float | int] = {
            name: self.over_pieces(name) if name in METRICS and METRICS[name].averaged_over_pieces else self.mean(name)
            for name in self.scores
        }
        return means | {"chunks": self.chunks, "stored_tokens": self.stored_tokens}

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
) -> Evaluation:
    """Chunk the documents of a benchmark, search for every question, and measure what comes back.

    Args:
        benchmark: documents, which are searched together, and questions; prepared, with the ruler it was prepared with.
        chunker: a chunker, its description, or any callable; see :func:`chunklib.evaluation.indexed_benchmark.chunked`.
        retriever: ``"bm25"``, ``"dense"``, ``"hybrid"``, or a callable from chunks to a retriever, see :func:`ranked`.
        k: how many chunks are retrieved for a question.
        embed: what dense and hybrid embed with.
        budgets: tokens at which recall is measured as well, as ``recall_500`` and so on.
        context: True to search and count contexts, False to leave them out, a callable that says one, or None, see
            :data:`chunklib.evaluation.searched_context.Context`.
        ruler: what measures storage and budgets.
        phase: which phase of the grid, see :func:`chunklib.evaluation.phases.shifted`.
        phases: of how many.

    Raises:
        ValueError: for chunks that are not where they say, and for settings that the chunker or the retriever refuses.
        TypeError: for a context that is none of these, and a callable that returns anything but a text.
        RuntimeError: where it raises; the message names the chunk.

    >>> from chunklib.evaluation.benchmarks.benchmark import Question
    >>> text = "Cold rooms hold four degrees. Warm rooms hold twenty."
    >>> small = Benchmark("small", {"note": text}, (Question("q", "How cold?", "note", ((0, 29),)),))
    >>> found = evaluate(small, {"strategy": "sentences", "size": 8, "overlap": 0}, k=1, budgets=[4])
    >>> found.mean("recall"), round(found.mean("recall_4"), 3), found.chunks
    (1.0, 0.69, 2)
    """
    counts(context)
    prepared = benchmark if isinstance(benchmark, Prepared) else Prepared(benchmark, ruler)
    chunks = chunked(prepared, chunker, phase=phase, phases=phases)
    return score(prepared, chunks, retriever=retriever, k=k, embed=embed, budgets=budgets, context=context)


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
    hits = Retrieved(prepared.evidence, pool, ranks, k, prepared)
    scores = {one.name: one.compute(hits) for one in measured(budgets)}
    stored = int(pool.size.sum())
    documents, pieces = tuple(prepared.strata), tuple(len(asked.spans) for asked in prepared.benchmark.questions)
    kinds, shared = tuple(asked.kind for asked in prepared.benchmark.questions), achieved_overlap(chunks)
    return Evaluation(
        scores, documents, pieces, len(chunks), stored, prepared.tokens, shared, asked_for, kinds,
        counted_too, sum(bool(chunk.context) for chunk in chunks), stored - sum(chunk.size for chunk in chunks),
    )  # fmt: skip


def ranked(retriever: Any, chunks: Sequence[Chunk], queries: Sequence[str], k: int) -> NDArray[np.intp]:
    """Ask a retriever for the k best chunks of each of Q queries.

    Args:
        retriever: a :class:`chunklib.retrieval.Retriever`, or anything with ``search(query, k)`` that returns chunks
            or pairs that begin with one.
        chunks: the N chunks that it was given. Where it keeps them in another order, they are known by their ids.
        queries: Q texts.
        k: how many are wanted.

    Returns:
        places in ``chunks``, best first: shape (Q, k), -1 where there is none.

    Raises:
        TypeError: for a retriever that can neither ``rank`` nor ``search``, and ranks that are not whole numbers.
        ValueError: for ranks of another shape, places where no chunk is, and chunks that it was not given.

    >>> chunks = [Chunk("a", at, at + 1, 1, 0, at, "doc") for at in range(4)]
    >>> class Last:
    ...     def search(self, query, k):
    ...         return chunks[-k:]
    >>> ranked(Last(), chunks, ["one", "two"], k=2).tolist()
    [[2, 3], [2, 3]]
    """
    if callable(getattr(retriever, "rank", None)):
        found, own = retriever.rank(queries, k), getattr(retriever, "chunks", chunks)
        return _ours(_checked(found, (len(queries), k), len(own)), own, chunks)
    if not callable(getattr(retriever, "search", None)):
        rule = "a retriever has rank(queries, k) or search(query, k)"
        raise InvalidType(f"{rule}: got {type(retriever).__name__}, which has neither")
    places = _places(chunks)
    ranks = np.full((len(queries), k), NOTHING, np.intp)
    for row, query in zip(ranks, queries, strict=True):
        hits = retriever.search(query, k)
        if not isinstance(hits, Sequence):
            raise InvalidType(f"search must return a list of hits: got {type(hits).__name__}")
        found = [_place(_id(hit), places) for hit in hits][:k]
        row[: len(found)] = found
    return ranks


def _checked(found: object, shape: tuple[int, int], chunks: int) -> NDArray[np.intp]:
    """Refuse ranks that would be read as something else."""
    try:
        ranks = np.asarray(found)
    except ValueError:  # rows of different lengths
        raise InvalidValue(f"rank must fill every row up to k with {NOTHING}: got rows of different lengths") from None
    if ranks.shape != shape:
        raise InvalidValue(f"rank must return an array of shape (queries, k) = {shape}: got {ranks.shape}")
    if ranks.dtype.kind not in "iu":
        raise InvalidType(f"rank must return whole numbers, places of chunks: got {ranks.dtype}")
    if len(wrong := ranks[(ranks < NOTHING) | (ranks >= chunks)]):
        raise InvalidValue(f"rank must return places from 0 to {chunks - 1}, or {NOTHING}: got {wrong[0]}")
    return ranks.astype(np.intp)


def _ours(ranks: NDArray[np.intp], own: Sequence[Chunk], chunks: Sequence[Chunk]) -> NDArray[np.intp]:
    """Turn places in a retriever's own chunks into places in ours: a database keeps them in an order of its own."""
    if len(own) == len(chunks) and all(map(operator.is_, own, chunks)):
        return ranks
    names = [chunk.id for chunk in own]
    if names == [chunk.id for chunk in chunks]:
        return ranks
    places, there = _places(chunks), [NOTHING] * (len(names) + 1)  # the last is what -1 stands for
    for at in np.unique(ranks[ranks != NOTHING]).tolist():
        there[at] = _place(names[at], places)
    return np.array(there, np.intp)[ranks]


def _places(chunks: Sequence[Chunk]) -> dict[str, int]:
    return {chunks[at].id: at for at in reversed(range(len(chunks)))}  # of equal ones the first counts


def _place(name: str, places: dict[str, int]) -> int:
    if name not in places:
        those = f"the {len(places)} chunks that it was given"
        raise InvalidValue(f"the retriever found {name!r}, which is not among {those}")
    return places[name]


def _id(hit: object) -> str:
    chunk = hit[0] if isinstance(hit, tuple) and hit else hit
    if not isinstance(chunk, Chunk):
        rule = "search must return chunks (chunklib.Chunk), or pairs that begin with one"
        raise InvalidType(f"{rule}: got {type(chunk).__name__}")
    return chunk.id
