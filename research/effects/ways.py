"""Chunk and search in one of the ways that are compared, at six placings of the cuts."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import groupby
from typing import Any

import numpy as np
from numpy.typing import NDArray

from chunklib.adapters.third_party import find
from chunklib.chunk import Chunk
from chunklib.chunk_records import texts
from chunklib.context.families import parents
from chunklib.evaluation.axis import ratio
from chunklib.evaluation.evaluate import score
from chunklib.evaluation.indexed_benchmark import Prepared, chunked
from chunklib.evaluation.phases import PHASES, phases_of
from chunklib.overlap import parse_overlap
from chunklib.retrieval.bm25 import BM25
from chunklib.retrieval.exact_search import Dense
from chunklib.retrieval.hybrid import RETRIEVERS, Hybrid, make_retriever
from chunklib.retrieval.merging import merge_adjacent
from chunklib.retrieval.neighbour_retriever import NeighbourRetriever
from chunklib.retrieval.parent_retriever import ParentRetriever
from chunklib.retrieval.retriever import Retriever
from chunklib.strategies import STRATEGIES
from classroom.lessons.stored_sweep import PLACINGS
from research.effects.searches import Makes, Reordered, best_order, expanded, in_own_document, reranked, searched_twice
from research.late_dense import LateDense
from research.minilm import MiniLM

_DEPTH = 30  # hits of which passages are made: more than fit in the budget
BUDGET = 1_000
"""Tokens to which the retrieved text is filled in the second of :data:`METRICS`."""
METRICS = ("recall", f"recall_{BUDGET}")
"""What is compared: the share of the evidence in five chunks, and in so many tokens that the model reads."""


@dataclass(frozen=True)
class Way:
    """Names a chunking and how its chunks are searched.

    Args:
        strategy: one of ours, or another splitter that :func:`chunklib.adapters.compare.known` knows.
        size: in tokens.
        overlap: as strategies take it.
        options: the strategy's own.
        retriever: ``"bm25"``, ``"dense"`` or ``"hybrid"`` (with the small static embeddings); ``"minilm"`` (MiniLM,
            chunk by chunk) or ``"late"`` (its token vectors, pooled by chunks); BM25 and MiniLM ``"fused"``, BM25's
            first hits ``"reranked"`` by MiniLM, and the two orders of these ``"rerank-fused"``.
        context: None, True or False as :func:`chunklib.evaluation.evaluate` takes them, or a name in :data:`CONTEXTS`.
        given: ``""`` gives the chunks that are found, ``"neighbours"`` those beside them too, ``"parents"`` the parents
            of ``size`` tokens, of which the children of a quarter of it are searched, and ``"merged"`` what is found
            with the shared text once, see :func:`chunklib.retrieval.merge_adjacent`; ``"own-document"``, ``"best"``,
            ``"twice"`` and ``"expanded"`` are the functions of :mod:`research.effects.searches`, and
            ``"own-document-twice"`` is two of them.
    """

    strategy: str
    size: int = 200
    overlap: int | str | Mapping[str, Any] = 0
    options: tuple[tuple[str, Any], ...] = ()
    retriever: str = "bm25"
    context: bool | str | None = None
    given: str = ""

    def __hash__(self) -> int:
        return hash(repr(self))


@dataclass(frozen=True)
class Scores:
    """Holds what one placing of a way scored: an array over questions for each metric, and tokens stored."""

    metrics: Mapping[str, NDArray[np.float64]]
    stored: float


def scored(prepared: Prepared, way: Way, placing: int) -> Scores:
    """Measure a way at one of the six placings.

    Args:
        prepared: the benchmark.
        way: how to chunk and search.
        placing: from 0 to 5: a phase of the grid of windows, or a size of :data:`PLACINGS` where there is no grid.

    Returns:
        scores for all questions; tokens stored over those of the documents.
    """
    chunks = cut(prepared, chunking(way), placing)
    maker = searching(prepared, way)
    if way.given == "merged":  # the hits that are merged are those that are scored
        searched = maker(chunks)
        maker = lambda _: searched  # noqa: E731
    context: Any = CONTEXTS.get(str(way.context), way.context)
    found = score(prepared, chunks, retriever=maker, budgets=[BUDGET], context=context)
    scores = dict(found.scores)
    if way.given == "merged":
        scores[METRICS[1]] = _merged(prepared, searched)
    return Scores({name: np.round(scores[name], 6) for name in METRICS}, found.multiplier)


def chunking(way: Way) -> Way:
    """Leave of a way what its chunks depend on."""
    return replace(way, retriever="", context=None, given=way.given if way.given == "parents" else "")


def searching(prepared: Prepared, way: Way) -> Makes:
    """Make what makes a retriever of chunks."""
    every = (*prepared.benchmark.questions, *prepared.benchmark.unanswerable)
    of, asked = _retriever(prepared, way.retriever), {one.text: one for one in every}
    own = partial(Reordered, of=of, order=partial(in_own_document, asked=asked))
    given: dict[str, Makes] = {
        "": of,
        "merged": of,
        "neighbours": partial(NeighbourRetriever, of=of),
        "parents": partial(ParentRetriever, of=of),
        "own-document": own,
        "own-document-twice": partial(Reordered, of=own, order=searched_twice),
        "best": partial(Reordered, of=of, order=partial(best_order, asked=asked)),
        "twice": partial(Reordered, of=of, order=searched_twice),
        "expanded": partial(Reordered, of=of, order=expanded),
    }
    return given[way.given]


def _retriever(prepared: Prepared, name: str) -> Makes:
    """Find what makes a retriever of this name."""
    if name in RETRIEVERS:
        return partial(make_retriever, name)
    if name == "late":
        return _late(prepared)
    minilm = partial(Dense, embed=_embedded)
    rerank = partial(Reordered, of=BM25, order=partial(reranked, by=minilm))
    if name == "minilm":
        return minilm
    return rerank if name == "reranked" else partial(_fused, other=minilm if name == "fused" else rerank)


def _fused(chunks: Sequence[Chunk], other: Makes) -> Hybrid:
    return Hybrid(BM25(chunks), other(chunks))


def _merged(prepared: Prepared, retriever: Retriever) -> NDArray[np.float64]:
    """Find the share of the evidence in passages of at most the budget, in which no text is twice."""
    owners, places = [], []
    for number, asked in enumerate(prepared.texts):
        passages = merge_adjacent(retriever.search(asked, _DEPTH), budget=BUDGET, ruler=prepared.ruler)
        places += [(one.document, one.start_char, one.end_char) for one in passages]
        owners += [number] * len(passages)
    evidence = prepared.evidence
    covered = evidence.coverage(prepared.line.ranges(owners, places, "a passage"))
    return ratio(evidence.found(covered), evidence.length)


@cache
def _model() -> MiniLM:
    return MiniLM()


def _embedded(texts: list[str]) -> list[NDArray[np.float32]]:
    """Embed texts with MiniLM, each once a process: ways that search the same chunks share their vectors."""
    if new := [text for text in texts if text not in _VECTORS]:
        _VECTORS.update(zip(new, _model()(new), strict=True))
    return [_VECTORS[text] for text in texts]


_VECTORS: dict[str, NDArray[np.float32]] = {}


@cache
def _late(prepared: Prepared) -> LateDense:
    """Embed the documents token by token, once for all placings."""
    return LateDense(prepared.benchmark.documents, _model().tokens, _model())


@cache
def cut(prepared: Prepared, way: Way, placing: int) -> list[Chunk]:
    """Chunk once for all that search the same chunks."""
    size = way.size // 4 if way.given == "parents" else way.size
    movable = way.strategy in STRATEGIES and phases_of(way.strategy) > 1
    if not movable:
        size = round(size * PLACINGS[placing])
    if way.strategy not in STRATEGIES:
        split = find(way.strategy).prepare(size, parse_overlap(str(way.overlap), size).units)
        return chunked(prepared, lambda text: texts(split(text)))  # placed anew: some of its offsets are wrong
    settings = {"strategy": way.strategy, "size": size, "overlap": way.overlap, **dict(way.options)}
    chunks = chunked(prepared, settings, phase=placing if movable else 0, phases=PHASES if movable else 1)
    if way.given != "parents":
        return chunks
    most = way.size if movable else round(way.size * PLACINGS[placing])
    return [
        chunk
        for name, own in groupby(chunks, key=lambda chunk: chunk.document)
        for chunk in parents(prepared.benchmark.documents[name], list(own), most, ruler=prepared.splitting_ruler).chunks
    ]


_HEADING = re.compile(r"^#+[ \t]*")


def title(document_text: str, chunk: Chunk) -> str:  # noqa: ARG001 (called as a context is)
    """Give the document's first line."""
    first = next((line for line in document_text.split("\n", 20) if line.strip()), "")
    return _HEADING.sub("", first).strip()


def line_before(document_text: str, chunk: Chunk) -> str:
    """Give the line before the chunk, or its last 300 characters."""
    return document_text[max(0, chunk.start_char - 300) : chunk.start_char].rstrip().rpartition("\n")[2].strip()


def prefix(document_text: str, chunk: Chunk) -> str:
    r"""Say where in its document a chunk is, by rule: the document's first line, and the line before the chunk.

    >>> text = "# Tea\n\nGreen tea wants 80 degrees.\nIt wants two minutes."
    >>> prefix(text, Chunk(text[35:], 35, 56, 5, 0, 1, "tea"))
    'Tea\nGreen tea wants 80 degrees.'
    """
    both = title(document_text, chunk), line_before(document_text, chunk)
    return "\n".join(dict.fromkeys(part for part in both if part))


CONTEXTS: Mapping[str, Callable[[str, Chunk], str]] = {"prefix": prefix, "title": title, "line-before": line_before}
"""What a chunk may be searched with, by its name."""


def shape(found: Sequence[Scores], metric: str) -> NDArray[np.float64]:
    """Put the placings of a way together: shape (placings, questions)."""
    return np.stack([one.metrics[metric] for one in found])
