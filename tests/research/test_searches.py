"""Ways to search do what they say: on a few chunks by hand, and against a second way to compute them."""

from __future__ import annotations

from functools import partial
from itertools import permutations
from typing import Any

import numpy as np

from chunklib.chunk import Chunk, Span
from chunklib.evaluation import Question
from chunklib.retrieval import BM25
from research.effects import searches
from research.effects.searches import FIRST, Reordered

TEXTS = {
    "tea": ["Green tea wants cold water.", "Black tea boils.", "A kettle boils water.", "Kettles are of steel."],
    "ice": ["Ice is cold water.", "Snow is cold.", "Steel is cold in snow."],
}
NAMED = [(name, text) for name, own in TEXTS.items() for text in own]
CHUNKS = [Chunk(text, 100 * at, 100 * at + len(text), 5, 0, at, name) for at, (name, text) in enumerate(NAMED)]
QUERY = "Which cold water?"
ASKED = {QUERY: Question("1", QUERY, "ice", (Span(502, 504), Span(608, 615)))}  # 2 and 7 characters of the last two


def texts(retriever: Any, query: str = QUERY) -> list[str]:
    return [CHUNKS[at].text for at in retriever.rank([query], len(CHUNKS))[0] if at >= 0]


def test_only_the_document_of_a_question_is_searched() -> None:
    assert texts(Reordered(CHUNKS, BM25, partial(searches.in_own_document, asked=ASKED))) == [
        one for one in texts(BM25(CHUNKS)) if one in TEXTS["ice"]
    ]


def test_no_other_order_has_the_evidence_earlier() -> None:
    held = {"Steel is cold in snow.": 7, "Snow is cold.": 2}
    best = texts(Reordered(CHUNKS, BM25, partial(searches.best_order, asked=ASKED)))
    for other in permutations(texts(BM25(CHUNKS))):
        found = (np.cumsum([held.get(text, 0) for text in order]) for order in (best, other))
        assert np.greater_equal(*found).all()
    assert best[:2] == list(held)


def test_only_the_first_hits_are_put_in_another_order() -> None:
    many = [Chunk(f"cold {'snow ' * at}", 100 * at, 100 * at + 5, 1, 0, at, "ice") for at in range(30)]
    before = BM25(many).rank(["cold"], 30)[0].tolist()
    asked = {"cold": Question("1", "cold", "ice", (Span(100 * before[19], 2900),))}
    other = partial(Reordered, of=BM25, order=partial(searches.best_order, asked=asked))
    after = Reordered(many, BM25, partial(searches.reranked, by=other)).rank(["cold"], 30)[0].tolist()
    assert after == [*other(many).rank(["cold"], 30)[0][:FIRST], *before[FIRST:]] != before


def test_a_second_search_is_asked_the_best_hit_too() -> None:
    first = texts(BM25(CHUNKS))
    seeded = texts(BM25(CHUNKS), f"{QUERY}\n{first[0]}")
    assert texts(Reordered(CHUNKS, BM25, searches.searched_twice)) == list(dict.fromkeys([*first[:3], *seeded, *first]))


def test_a_query_takes_the_words_of_its_three_best_hits() -> None:
    best = " ".join(texts(BM25(CHUNKS))[:3]).lower().replace(".", "").split()
    more = " ".join(word for word in best if word not in ("cold", "water", "a"))
    assert (
        texts(Reordered(CHUNKS, BM25, searches.expanded))
        == texts(BM25(CHUNKS), f"{QUERY} {more}")
        != texts(BM25(CHUNKS))
    )
