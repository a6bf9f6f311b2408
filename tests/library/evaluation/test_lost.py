"""The ledger agrees with a slow and plain way to fill it, and refuses what it cannot hold in one line."""

from __future__ import annotations

import json
from collections import Counter
from html import unescape
from typing import Any

from chunklib import Chunk, recursive
from chunklib.evaluation import Benchmark, Question, own_benchmark, where_lost
from chunklib.evaluation.indexed_benchmark import Prepared, chunked
from chunklib.evaluation.lost import ABSENT, FOUND, LOW, RIGHT, TORN, UNANSWERED
from chunklib.retrieval import BM25, Dense
from chunklib.view.ledger import ledger_page
from tests.commandline import ODD
from tests.each import each
from tests.promises import refused

OWN = own_benchmark()
TEXT = "Cold rooms hold four degrees. Warm rooms hold twenty. The cold rooms are in hall two. Nobody asks for salt."
SMALL = Benchmark.from_quotes(
    "small",
    {"note": TEXT},
    {
        "How many degrees do cold rooms hold?": "four degrees",
        "What is in hall two?": "hold twenty. The cold rooms",
        "Which rooms are warm?": "Warm rooms hold twenty.",
        "Pepper?": "Nobody asks for salt.",
    },
)
SENTENCES = {"strategy": "sentences", "size": 9, "overlap": 0}


def by_hand(asked: Question, chunks: list[Chunk], order: list[Chunk], k: int) -> tuple[str, int | None]:
    """Look at every chunk for every piece, one by one."""
    ranks = []
    for start, end in asked.spans:
        whole = [
            chunk
            for chunk in chunks
            if chunk.document == asked.document and chunk.start_char <= start and end <= chunk.end_char
        ]
        if not whole:
            return TORN, None
        ranks.append(min((order.index(chunk) + 1 for chunk in whole if chunk in order), default=0))
    if 0 in ranks:
        return ABSENT, None
    return (LOW if max(ranks) > k else FOUND), max(ranks)


@each(("size", "overlap", "k", "depth"), [(200, 0, 5, 100), (120, "20%", 3, 30)])
def test_it_agrees_with_a_second_way(size: int, overlap: int | str, k: int, depth: int) -> None:
    prepared = Prepared(OWN.of_kinds("fact", "boundary", "spread"))
    chunks = chunked(prepared, {"strategy": "recursive", "size": size, "overlap": overlap})
    ledger, search = where_lost(prepared, chunks, k=k, depth=depth), BM25(chunks)
    for one in ledger.questions:
        order = [hit.chunk for hit in search.search(one.question.text, depth)]
        assert (one.outcome, one.rank) == by_hand(one.question, chunks, order, k)
        for piece in one.pieces:
            has = {at for at, chunk in enumerate(chunks) if chunk.document == one.question.document}
            has = {at for at in has if chunks[at].start_char < piece.end and piece.start < chunks[at].end_char}
            assert {*piece.whole_in} | {*piece.parts_in} == has
    assert ledger.counts == {name: Counter(one.outcome for one in ledger.questions)[name] for name in ledger.counts}
    assert min(ledger.counts.values()) > 0


def test_chunks_or_what_splits_them_and_any_retriever() -> None:
    config = {"strategy": "recursive", "size": 200, "overlap": 0}
    chunks = [chunk for name, text in OWN.documents.items() for chunk in recursive(text, 200, 0, document=name)]
    assert where_lost(OWN, chunks).counts == where_lost(OWN, config).counts
    dense = where_lost(OWN, chunks, retriever=lambda found: Dense(found, embed="hashing"))
    assert dense.counts == where_lost(OWN, chunks, retriever="dense", embed="hashing").counts


def test_a_reader_is_right_where_it_quotes_something_of_the_evidence() -> None:
    at = TEXT.index("four")
    quotes = {
        "How many degrees do cold rooms hold?": [("note", at + 3, at + 9)],
        "Which rooms are warm?": [("note", 0, 4), ("other", 30, 40)],
    }
    seen: list[str] = []

    def read(question: str, passages: Any) -> list[tuple[str, int, int]]:
        seen.extend(passage.text for passage in passages)
        return quotes[question]

    ledger = where_lost(SMALL, SENTENCES, k=3, reader=read)
    assert [(one.outcome, one.rank) for one in ledger.questions] == [
        *((RIGHT, 1), (TORN, None)),
        *((UNANSWERED, 1), (ABSENT, None)),
    ]
    assert set(seen) == {
        "Cold rooms hold four degrees. ",
        "Warm rooms hold twenty. ",
        "The cold rooms are in hall two. ",
    }
    assert [*ledger.counts.values()] == [1, 0, 1, 1, 1]
    assert where_lost(SMALL, SENTENCES, k=3).counts == {TORN: 1, LOW: 0, ABSENT: 1, FOUND: 2}


def test_everything_is_said_of_a_question() -> None:
    ledger = where_lost(SMALL, SENTENCES, k=1)
    first, torn, *_ = ledger.to_dict()["questions"]
    assert json.loads(ledger.to_json()) == ledger.to_dict()
    [piece] = first["pieces"]
    assert (piece["text"], piece["whole_in"], piece["parts_in"], piece["rank"]) == (
        "four degrees",
        ["note:0-30"],
        [],
        1,
    )
    assert (TEXT[piece["start"] : piece["end"]], piece["words"]) == (
        "four degrees",
        ["degrees", "cold", "hold", "rooms"],
    )
    assert (torn["outcome"], torn["pieces"][0]["parts_in"]) == (TORN, ["note:30-54", "note:54-86"])
    assert str(ledger).splitlines()[2].endswith("1  25.0%  a piece of the evidence is whole in no chunk")
    assert repr(ledger) == "<Ledger {'torn by a cut': 1, 'ranked too low': 0, 'not found': 1, 'found': 2}>"
    head, *rows = ledger._table()
    assert [(row[head.index("outcome")], row[head.index("rank")]) for row in rows] == [
        (one.outcome, one.rank) for one in ledger.questions
    ]


def _foreign(_: Any) -> Any:
    return type("Foreign", (), {"search": lambda *_: [Chunk("x", 0, 1, 1, 0, 0, "other")]})()


@each(("given", "kind", "why"), [
    ({"k": 5}, ValueError, "k must be at most the number of chunks, 4, and the depth, 100: got k=5"),
    ({"k": 3, "depth": 2}, ValueError, "k must be at most the number of chunks, 4, and the depth, 2: got k=3"),
    ({"k": 0}, ValueError, "k must be at least 1: got k=0"),
    ({"k": 1, "retriever": _foreign}, ValueError, "found 'other:0-1', which is not among the 4 chunks"),
    ({"k": 1, "retriever": "bm52"}, ValueError, "unknown retriever 'bm52'"),
    ({"k": 1, "chunks": [Chunk("x", 0, 1, 1, 0, 0, "note")]}, ValueError, "chunk note:0-1 is not of this document"),
    ({"k": 1, "chunks": ["Cold"]}, TypeError, "chunks must be a list of chunks"),
    ({"k": 1, "reader": lambda *_: [(1, 2)]}, TypeError, "a place is a document, a start and an end: got (1, 2)"),
    ({"k": 1, "reader": lambda *_: None}, TypeError, "a reader returns a list of places"),
])  # fmt: skip
def test_what_cannot_be_held_is_one_line(given: dict[str, Any], kind: type[Exception], why: str) -> None:
    chunks, more = given.get("chunks", SENTENCES), {name: value for name, value in given.items() if name != "chunks"}
    refused(lambda: where_lost(SMALL, chunks, **more), kind, why)


def test_a_page_opens_each_question_and_is_safe() -> None:
    text = f"<script>alert(1)</script> Salt & {ODD}\u202eback. <b>Cold</b> rooms."
    asked = Benchmark.from_quotes("<i>", {"<a>": text}, {"<img src=x> Which rooms?": "<b>Cold</b> rooms."})
    html = ledger_page(where_lost(asked, {"strategy": "sentences", "size": 40, "overlap": 0}, k=1), "<u>small</u>")
    assert "<mark>&lt;b&gt;Cold&lt;/b&gt; rooms.</mark>" in html
    assert not any(bad in html for bad in ("<script", "<img", "<i>", "<u>", "<a>", 'src="', "\u202e</"))
    assert html.count("<details>") == 1
    page = ledger_page(where_lost(SMALL, SENTENCES, k=1), "small")
    assert [page.count(f"<h2>{name}: ") for name in ("Torn by a cut", "Not found", "Found", "Ranked too low")] == [
        1,
        1,
        1,
        0,
    ]
    marked = unescape(page.split("<mark>")[2].split("</mark>")[0])
    assert marked in TEXT
