"""A user's splitter, retriever and database under ``evaluate``; what an evaluation and a sweep say in print."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from chunklib.chunk import Chunk
from chunklib.evaluation import Benchmark, evaluate, load_benchmark
from chunklib.evaluation.indexed_benchmark import Prepared, chunked
from chunklib.retrieval import BM25, Dense, Hit
from tests.each import each
from tests.small_benchmark import SMALL, written

WINDOWS = {"strategy": "token_windows", "size": 30, "overlap": 6}


def assert_same(one: Any, other: Any) -> None:
    assert {name: found.tolist() for name, found in one.scores.items()} == {
        name: found.tolist() for name, found in other.scores.items()
    }


# ------------------------------------------------------------------ retrievers


class Reversed:
    """Exact search that keeps its chunks from the last to the first."""

    def __init__(self, chunks: Sequence[Chunk]) -> None:
        self.own, self.chunks = Dense(chunks, "hashing"), list(reversed(chunks))

    def rank(self, queries: Sequence[str], k: int) -> Any:
        raise AssertionError

    def search(self, query: str, k: int = 5) -> Any:
        return self.own.search(query, k)


class Only:
    """A retriever that can do nothing but search."""

    def __init__(self, chunks: Sequence[Chunk]) -> None:
        self.own = Dense(chunks, "hashing")

    def search(self, query: str, k: int = 5) -> Any:
        return self.own.search(query, k)


class Bare(Only):
    def search(self, query: str, k: int = 5) -> Any:
        return [hit.chunk for hit in self.own.search(query, k)]


@each("made", [Reversed, Only, Bare])
def test_a_retriever_of_another_make_is_measured_alike(made: Callable[[Sequence[Chunk]], Any]) -> None:
    ours = evaluate(SMALL, WINDOWS, retriever="dense", embed="hashing", k=3)
    assert_same(ours, evaluate(SMALL, WINDOWS, retriever=made, k=3))


def test_hits_that_are_missing_are_nothing_found() -> None:
    class Silent(Only):
        def search(self, query: str, k: int = 5) -> list[Hit]:
            return []

    found = evaluate(SMALL, WINDOWS, retriever=Silent, k=3)
    assert found.mean("recall") == found.mean("precision") == found.mean("recall_500") == 0.0
    assert found.mean("contained") > 0.0


def ranks_of(give: Callable[[int, int], object]) -> Callable[[Sequence[Chunk]], Any]:
    class Ranks:
        def __init__(self, chunks: Sequence[Chunk]) -> None:
            self.chunks = chunks

        def rank(self, queries: Sequence[str], k: int) -> object:
            return give(len(queries), k)

    return Ranks


def hits_of(give: Callable[[Sequence[Chunk]], object]) -> Callable[[Sequence[Chunk]], Any]:
    class Hits:
        def __init__(self, chunks: Sequence[Chunk]) -> None:
            self.own = chunks

        def search(self, query: str, k: int) -> object:
            return give(self.own)

    return Hits


ELSEWHERE = Chunk("a", 0, 1, 1, 0, 0, "elsewhere")
BAD: dict[str, tuple[Any, type[Exception], str]] = {
    "too few": (ranks_of(lambda n, k: np.zeros((n, 1), int)), ValueError, r"\(queries, k\) = .*got \(32, 1\)"),
    "ragged": (ranks_of(lambda n, k: [[0]] + [[0] * k] * (n - 1)), ValueError, "rows of different lengths"),
    "fractions": (ranks_of(lambda n, k: np.zeros((n, k))), TypeError, "whole numbers, places of chunks: got float64"),
    "beyond": (ranks_of(lambda n, k: np.full((n, k), 10**6)), ValueError, "places from 0 to .*got 1000000"),
    "below": (ranks_of(lambda n, k: np.full((n, k), -2)), ValueError, "or -1: got -2"),
    "neither": (lambda chunks: 5, TypeError, r"rank\(queries, k\) or search\(query, k\): got int"),
    "foreign chunks": (hits_of(lambda own: [ELSEWHERE]), ValueError, "'elsewhere:0-1', which is not among the"),
    "texts": (hits_of(lambda own: ["one"]), ValueError, "'one', which is not among the"),
    "numbers": (hits_of(lambda own: [(7, 0.5)]), TypeError, "pairs that begin with one: got int"),
    "a list": (hits_of(lambda own: [[own[0], 0.5]]), TypeError, "pairs that begin with one: got list"),
    "nothing": (hits_of(lambda own: None), TypeError, "a list of hits: got NoneType"),
    "made already": (BM25([ELSEWHERE]), TypeError, "a callable from chunks to a retriever: got BM25"),
}


@each("name", BAD)
def test_a_retriever_that_gives_something_else_is_refused(name: str) -> None:
    made, kind, said = BAD[name]
    with pytest.raises(kind, match=said) as error:
        evaluate(SMALL, WINDOWS, retriever=made, k=3)
    assert "\n" not in str(error.value)


def test_ranks_may_be_lists() -> None:
    made = ranks_of(lambda n, k: [list(range(k)) for _ in range(n)])
    assert evaluate(SMALL, WINDOWS, retriever=made, k=3).mean("precision") > 0.0


# ------------------------------------------------------------------ splitters


def lines(text: str) -> list[str]:
    return [line for line in text.split("\n") if line]


def test_a_splitter_is_not_asked_for_chunks_of_an_empty_document() -> None:
    beside = Benchmark("beside", {**SMALL.documents, "nothing": ""}, SMALL.questions)

    def one_at_least(text: str) -> list[str]:
        return lines(text) or [""]

    assert chunked(Prepared(beside), one_at_least) == chunked(Prepared(SMALL), lines)


class Splitter:
    """Has the method of LangChain's splitters."""

    def split_text(self, text: str) -> list[str]:
        return lines(text)


class Parser(Splitter):
    """Is called with nodes, as the parsers of LlamaIndex are."""

    def __call__(self, nodes: list[Any]) -> list[Any]:
        raise AssertionError

    get_nodes_from_documents = __call__


@each("kind", [Splitter, Parser])
def test_of_an_object_with_a_method_the_method_is_asked_for(kind: type[Splitter]) -> None:
    with pytest.raises(TypeError, match=f"got {kind.__name__}; pass its method split_text"):
        evaluate(SMALL, kind(), k=3)  # type: ignore[arg-type]
    assert_same(evaluate(SMALL, kind().split_text, k=3), evaluate(SMALL, lines, k=3))


# ------------------------------------------------------------------ files


def test_what_a_file_manager_leaves_among_the_documents_is_no_document(tmp_path: Path) -> None:
    folder = written(SMALL, tmp_path / "small")
    (folder / "corpora" / "._north.md").write_bytes(b"\x00\x05Mac\xff")
    assert load_benchmark(folder).fingerprint == load_benchmark(written(SMALL, tmp_path / "again")).fingerprint
