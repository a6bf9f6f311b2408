"""Dense retrieval: the cosine of every chunk, exact; vectors of zeros are similar to nothing."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunklib import data
from chunklib.embed import embedder
from chunklib.retrieval import Dense
from chunklib.strategies import sentences
from tests.promises import refused
from tests.stores import pieces

Vector = tuple[float, ...]
NUMBER = st.sampled_from([0.0, 0.0, 1.0, -1.0, 2.0, 0.5, -3.0])
VECTOR = st.tuples(NUMBER, NUMBER, NUMBER)
chunks_of = partial(pieces, "note")


def given_by(table: list[Vector]) -> Callable[[list[str]], list[Vector]]:
    """An embedder that reads the vector of a text from a table: the text is its place."""

    def embed(texts: list[str]) -> list[Vector]:
        return [table[int(text)] for text in texts]

    return embed


def plain_cosine(one: Vector, other: Vector) -> float | None:
    """The definition; None where a vector has no direction."""
    lengths = math.hypot(*one) * math.hypot(*other)
    return sum(a * b for a, b in zip(one, other, strict=True)) / lengths if lengths else None


# ------------------------------------------------------------------ scores and their order


@given(table=st.lists(VECTOR, min_size=1, max_size=12), query=VECTOR, k=st.integers(1, 12))
def test_hits_are_those_of_a_plain_loop(table: list[Vector], query: Vector, k: int) -> None:
    k, asked = min(k, len(table)), str(len(table))
    retriever = Dense(chunks_of([str(place) for place in range(len(table))]), given_by([*table, query]))
    cosines = {place: plain_cosine(vector, query) for place, vector in enumerate(table)}
    every = retriever.search(asked, len(table))
    assert {hit.chunk.index: hit.score for hit in every} == {
        place: pytest.approx(cosine, abs=1e-6) for place, cosine in cosines.items() if cosine is not None
    }
    assert every == sorted(every, key=lambda hit: (-hit.score, hit.chunk.index))
    assert not any(math.copysign(1, hit.score) < 0 and hit.score == 0 for hit in every)
    assert retriever.search(asked, k) == every[:k]
    places = [hit.chunk.index for hit in every[:k]]
    assert retriever.rank([asked], k).tolist() == [places + [-1] * (k - len(places))]


def test_cosines_are_compared_to_six_decimals() -> None:
    table: list[Vector] = [(1, 3e-4), (1, 0), (-1e-9, 1), (1, 3e-3)]
    hits = Dense(chunks_of(["0", "1", "2", "3"]), given_by(table)).search("1", 4)
    assert [(hit.chunk.index, str(hit.score)) for hit in hits] == [(0, "1.0"), (1, "1.0"), (3, "0.999996"), (2, "0.0")]


def test_many_queries_are_ranked_as_each_alone() -> None:
    """More cosines than are held at once."""
    words = [f"word{number % 600} other{number % 7}" for number in range(3000)]
    retriever = Dense(chunks_of(words), "hashing")
    queries = [f"word{number} other3" for number in range(750)]
    ranked = retriever.rank(queries, 4)
    assert ranked.shape == (750, 4)
    for place in (0, 1, 349, 698, 699, 700, 749):
        assert ranked[place].tolist() == [hit.chunk.index for hit in retriever.search(queries[place], 4)]
    assert retriever.rank([], 4).shape == (0, 4)


def test_equal_texts_are_equal_hits_and_keep_the_order_of_the_chunks() -> None:
    """A model that pads what it sees together need not give the same text the same vector twice."""
    own = [chunk.text for chunk in sentences(data.load("handbook"), 60, 0)]
    texts = [text for place, text in enumerate(own) for text in (own[7], text, text[: place + 1])]
    retriever = Dense(chunks_of(texts))
    hits = [hit for hit in retriever.search(own[7], len(texts)) if hit.chunk.text == own[7]]
    assert len(hits) > len(own)
    assert len({hit.score for hit in hits}) == 1
    assert [hit.chunk.index for hit in hits] == sorted(hit.chunk.index for hit in hits)


# ------------------------------------------------------------------ what is embedded


def test_each_text_is_embedded_once() -> None:
    seen: list[list[str]] = []

    def embed(texts: list[str]) -> Any:
        seen.append(texts)
        return embedder("hashing")(texts)

    retriever = Dense(chunks_of(["cold fish", "warm bread", "cold fish"]), embed, texts=lambda chunk: chunk.text[:4])
    retriever.rank(["fish", "bread", "fish"], 2)
    assert seen == [["cold", "warm"], ["fish", "bread"]]


# ------------------------------------------------------------------ refusals


def test_bad_input_is_refused_in_one_line() -> None:
    chunks = chunks_of(["cold fish", "warm bread"])
    anything: Any = Dense
    refused(lambda: anything(["fish"]), TypeError, "chunks", "str")
    refused(lambda: anything(chunks, "MiniLM"), ValueError, "'MiniLM'")
    refused(lambda: anything(chunks, 5), TypeError, "embedder", "int")
    refused(lambda: anything(chunks, lambda texts: [[1.0]]), ValueError, "one vector a text", "2 texts")
    refused(lambda: anything(chunks, "hashing", texts=lambda chunk: 5), TypeError, "texts", "int", "note:0-9")
    refused(lambda: Dense(chunks, "hashing").search("fish", 0), ValueError, "k=0")


def test_queries_and_chunks_have_vectors_of_one_length() -> None:
    def growing(texts: list[str]) -> Any:
        return np.ones((len(texts), len(texts)))

    retriever = Dense(chunks_of(["cold fish", "warm bread"]), growing)
    refused(lambda: retriever.search("fish", 1), ValueError, "one length", "2 numbers a chunk", "1 a query")
    assert retriever.rank(["fish", "bread"], 1).tolist() == [[0], [0]]
