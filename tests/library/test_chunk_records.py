"""Chunks of every library are read by their shape, and strings get the places that are kindest to their splitter."""

from __future__ import annotations

from itertools import pairwise
from types import SimpleNamespace as Plain
from typing import NamedTuple

import chonkie
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.documents import Document
from llama_index.core.schema import TextNode

from chunklib import STRATEGIES, Chunk, audit
from chunklib.adapters import PEERS
from chunklib.chunk_records import NOWHERE, Record, place, records
from tests.each import each

TEXT = "one two"
TWO = [Record("one ", 0, 4), Record("two", 4, 7)]


class Own(NamedTuple):
    """A user's own record."""

    text: str
    start: int
    end: int


SHAPES: dict[str, object] = {
    "ours": [Chunk("one ", 0, 4, 1, 0, 0), Chunk("two", 4, 7, 1, 0, 1)],
    "ours as dictionaries": [chunk.to_dict() for chunk in (Chunk("one ", 0, 4, 1, 0, 0), Chunk("two", 4, 7, 1, 0, 1))],
    "records": TWO,
    "a named tuple": [Own("one ", 0, 4), Own("two", 4, 7)],
    "strings": ["one ", "two"],
    "start and end": [{"text": "one ", "start": 0, "end": 4}, {"text": "two", "start": 4, "end": 7}],
    "content, no end": [{"content": "one ", "start_index": 0}, {"content": "two", "start_index": 4}],
    "LangChain": [
        Document(page_content="one ", metadata={"start_index": 0}),
        Document(page_content="two", metadata={"start_index": 4, "source": "a"}),
    ],
    "LangChain without offsets": [Document(page_content="one "), Document(page_content="two")],
    "LangChain as dictionaries": [
        {"page_content": "one ", "metadata": {"start_index": 0}},
        {"page_content": "two", "metadata": {"start_index": 4}},
    ],
    "LlamaIndex": [
        TextNode(text="one ", start_char_idx=0, end_char_idx=4),
        TextNode(text="two", start_char_idx=4, end_char_idx=7),
    ],
    "chonkie": [
        chonkie.Chunk(text="one ", start_index=0, end_index=4, token_count=1),
        chonkie.Chunk(text="two", start_index=4, end_index=7, token_count=1),
    ],
    "Haystack": [
        Plain(content="one ", meta={"split_idx_start": 0}),
        Plain(content="two", meta={"split_idx_start": 4}),
    ],
    "semchunk": (["one ", "two"], [(0, 4), (4, 7)]),
    "semantic-text-splitter": [(0, "one "), (4, "two")],
    "numpy's integers": [
        {"text": "one ", "start": np.int64(0), "end": np.int32(4)},
        {"text": "two", "start": np.uint8(4), "end": np.int64(7)},
    ],
}


@each("shape", SHAPES)
def test_every_shape_is_read(shape: str) -> None:
    found = records(SHAPES[shape], TEXT)
    assert found == TWO
    assert all(type(record.start_char) is int and type(record.end_char) is int for record in found)
    assert audit(TEXT, SHAPES[shape], size=4, overlap=0, ruler="characters").ok


@each("name", PEERS)
def test_what_each_peer_returns_is_read(name: str) -> None:
    text = "One sentence stands here. Another one follows it.\n\nA paragraph, too. " * 4
    found = records(PEERS[name].prepare(20, 4)(text), text)
    assert len(found) > 3
    assert [record.text for record in found if record.text not in text] == []
    if name in ("semchunk", "semantic-text-splitter", "chonkie:sentence"):
        assert [record for record in found if text[record.start_char : record.end_char] != record.text] == []


def test_what_was_not_found_has_no_place() -> None:
    nowhere = Record("two", NOWHERE, NOWHERE)
    documents = [
        Document(page_content="one ", metadata={"start_index": 0}),
        Document(page_content="two", metadata={"start_index": -1}),
    ]
    assert records(documents, TEXT) == [TWO[0], nowhere]
    nodes = [TextNode(text="one ", start_char_idx=0, end_char_idx=4), TextNode(text="two")]
    assert records(nodes, TEXT) == [TWO[0], nowhere]
    assert records(["one ", "three"], TEXT)[1] == Record("three", NOWHERE, NOWHERE)


def test_a_chunk_without_a_place_is_not_exact_and_its_text_is_not_lost() -> None:
    documents = [
        Document(page_content="one ", metadata={"start_index": 0}),
        Document(page_content="two", metadata={"start_index": -1}),
    ]
    report = audit(TEXT, documents, size=4, overlap=0, ruler="characters")
    (breach,) = report.breaches
    assert (breach.chunk, breach.message) == (1, 'chunk 1: found nowhere in the text (offset -1): "two"')
    report = audit(TEXT, documents[:1], size=4, overlap=0, ruler="characters")
    assert [breach.message for breach in report.breaches] == ['lost: "two" at character 4']


@each(
    ("output", "said"),
    [
        ("one two", "chunks must be a list of chunks: got str"),
        (iter(["one"]), "chunks must be a list of chunks: got list_iterator"),
        ([None], "chunk 0 has no text: got None"),
        ([(0, 3)], "chunk 0 has no text: got 3"),
        ([(0, "one ", 4)], "chunk 0 has no text: got a tuple"),
        ([{"text": "one"}], "chunk 0 has no whole numbers as offsets: start_char=None, end_char=None"),
        ([{"text": "one", "start": 0, "end": None}], "start_char=0, end_char=None"),
        ([{"text": "one", "start": 0.0}], "start_char=0.0, end_char=None"),
        ([("0", "one")], "start_char='0', end_char=None"),
        ((["one"], [(0, "3")]), "start_char=0, end_char='3'"),
        (([1, 2], [(0, 1), (1, 2)]), "chunk 0 has no text: got 1"),
    ],
)
def test_what_is_no_chunk_is_named(output: object, said: str) -> None:
    with pytest.raises(TypeError) as refused:
        records(output, TEXT)
    assert said in str(refused.value)


# Strings get places


def starts(texts: list[str], document: str) -> list[int]:
    return [record.start_char for record in place(texts, document)]


@each(
    ("texts", "document", "expected"),
    [
        (["ab ", "ab ", "ab "], "ab ab ab ", [0, 3, 6]),
        (["ab ab ", "ab ab ", "ab cd"], "ab ab ab ab cd", [0, 3, 9]),
        (["a a ", "a a ", "a a"], "a a a a", [0, 2, 4]),
        (["one", "two"], "one\n\n two", [0, 6]),  # stripped
        (["b", "a"], "ab", [1, NOWHERE]),  # the order counts
        (["x", "y x"], "x y x", [0, 2]),
        (["abc", "c"], "abc", [0, 2]),  # inside the one before: better than nowhere
        (["", "a", "", "b"], "ab", [0, 0, 1, 1]),
        ([], "a", []),
        (["a"], "", [NOWHERE]),
    ],
)
def test_places(texts: list[str], document: str, expected: list[int]) -> None:
    assert starts(texts, document) == expected


@each("strategy", ["fixed_characters", "recursive", "sentences"])
@each("period", ["a", "ab ", "the same words again. "])
def test_strings_of_periodic_text_keep_the_contract(strategy: str, period: str) -> None:
    """A first search would put them all at the beginning, and nobody could tell."""
    text = period * 50
    for size, overlap in ((40, 0), (40, 13), (31, 30)):
        chunks = [chunk.text for chunk in STRATEGIES[strategy](text, size, overlap, ruler="characters")]
        report = audit(text, chunks, size=size, overlap=overlap, ruler="characters")
        assert report.ok, str(report)


@st.composite
def cut_texts(draw: st.DrawFn) -> tuple[str, list[tuple[int, int]]]:
    """A text of few letters, and spans that cover it: starts and ends rise."""
    text = "".join(draw(st.lists(st.sampled_from(["a", "b", "ab", " "]), min_size=1, max_size=25)))
    spans = [(0, draw(st.integers(1, len(text))))]
    while (end := spans[-1][1]) < len(text):
        start = draw(st.integers(spans[-1][0] + 1, end))
        spans.append((start, draw(st.integers(max(end, start) + 1, len(text)))))
    return text, spans


def most_shared(spans: list[tuple[int, int]]) -> int:
    return max((end - start for (_, end), (start, _) in pairwise(spans)), default=0)


@given(cut_texts())
def test_where_places_without_a_gap_exist_such_are_found(case: tuple[str, list[tuple[int, int]]]) -> None:
    text, spans = case
    found = place([text[start:end] for start, end in spans], text)
    covered = {at for record in found for at in range(record.start_char, record.end_char)}
    assert all(text[record.start_char : record.end_char] == record.text for record in found)
    assert all(text[at].isspace() for at in set(range(len(text))) - covered)
    assert most_shared([(record.start_char, record.end_char) for record in found]) <= most_shared(spans)


@given(st.lists(st.text("ab ", max_size=4), max_size=6), st.text("ab ", max_size=12))
def test_a_place_is_right_and_in_order_whatever_the_strings(texts: list[str], document: str) -> None:
    found = place(texts, document)
    assert [record.text for record in found] == texts
    placed = [record for record in found if record.start_char != NOWHERE]
    assert all(document[record.start_char : record.end_char] == record.text for record in placed)
    order = [record.start_char for record in placed if record.text]
    assert order == sorted(set(order))
    assert all(record.end_char == NOWHERE for record in found if record.start_char == NOWHERE)
    assert all(text not in document for text in texts[:1] if found[0].start_char == NOWHERE and len(texts) == 1)


@each("unit", ["a", "ab ", "word {} of many, "])
def test_many_strings_are_placed_without_a_search_from_the_beginning(unit: str) -> None:
    text = "".join(unit.format(n) for n in range(20_000))
    chunks = STRATEGIES["fixed_characters"](text, 300, 40)
    assert [tuple(record) for record in place([chunk.text for chunk in chunks], text)] == [
        (chunk.text, chunk.start_char, chunk.end_char) for chunk in chunks
    ]


# What the audit makes of it


def test_the_worst_breach_is_not_merely_the_first() -> None:
    text = "abcdefghij klmnop"
    chunks = [{"text": text[a:b], "start": a, "end": b} for a, b in ((0, 6), (7, 15))]
    report = audit(text, chunks, size=5, overlap=0, ruler="characters")
    worst = {point.name: point.worst.message for point in report.points if point.worst}
    assert worst == {
        "bounded": 'chunk 1: measures 8, the size is 5: "hij klmn"',
        "lossless": 'lost: "op" at character 15',
    }
    first, bad = str(report), report.table(worst=True)
    assert "measures 6" in first
    assert "measures 8" not in first
    assert "measures 8" in bad
    assert "(and 1 more)" in bad
    assert report["exact"].worst is None


def test_what_neighbours_share_does_not_depend_on_offsets() -> None:
    text = "one two three four five"
    spans = ((0, 13), (8, 18), (14, 23))
    found = [{"text": text[a:b], "start": a, "end": b} for a, b in spans]
    lost = [found[0], {"text": found[1]["text"], "start": NOWHERE}, found[2]]
    right, wrong = (audit(text, chunks, size=13, overlap=5, ruler="characters") for chunks in (found, lost))
    assert (right.ok, wrong.ok) == (True, False)
    assert right.stats == wrong.stats
