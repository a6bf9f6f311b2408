"""Parents and children: how they are made, what a search of children gives, and what both cost."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from chunklib import TEXT_STRATEGIES, Chunk, Chunker, data
from chunklib.context import Family, parents, sentence_windows
from chunklib.retrieval import BM25, Dense, Hit, ParentRetriever, merge_adjacent
from tests import oracle
from tests.each import each
from tests.hostile import RULERS, Case, cases
from tests.promises import refused

SMALL_CHUNKS = {"strategy": "recursive", "size": 20, "overlap": 4}
NAMES = ("handbook", "support_chat")
FAMILIES = [parents(data.load(name), SMALL_CHUNKS, 70, document=name) for name in NAMES]
CHUNKS = [chunk for family in FAMILIES for chunk in family.chunks]
CHILDREN = [child for family in FAMILIES for child in family.children]
PARENTS = {parent.id: parent for family in FAMILIES for parent in family.parents}


def path(chunk: Chunk) -> list[str]:
    headings: Any = chunk.metadata.get("headings", ())
    return list(headings)


def assert_family(text: str, children: Sequence[Chunk], family: Family, size: int, ruler: Any) -> None:
    """Everything that a family promises, the slow way."""
    length, chosen = oracle.measure(ruler), family.parents
    told = {chunk.id: chunk.metadata["parent"] for chunk in family.children}
    plain = [{key: value for key, value in one.metadata.items() if key != "parent"} for one in family.children]
    assert [replace(one, metadata=own) for one, own in zip(family.children, plain, strict=True)] == list(children)
    assert [name for one in chosen for name in one.metadata["children"]] == [one.id for one in children]  # type: ignore[attr-defined]
    for parent in chosen:
        own = [one for one in children if parent.start_char <= one.start_char and one.end_char <= parent.end_char]
        assert [one.id for one in own] == list(parent.metadata["children"])  # type: ignore[call-overload]
        assert {told[one.id] for one in own} == {parent.id}
        assert (parent.start_char, parent.end_char) == (own[0].start_char, own[-1].end_char)
        assert (parent.text, parent.context) == (text[parent.start_char : parent.end_char], own[0].context)
        assert parent.size == length(parent.text) <= size
        assert all(path(one)[: len(path(own[0]))] == path(own[0]) for one in own)
    assert [parent.index for parent in chosen] == list(range(len(chosen)))
    shared = [length(text[two.start_char : one.end_char]) for one, two in pairwise(chosen)]
    assert [parent.overlap for parent in chosen] == [0, *shared][: len(chosen)]
    by_id = {child.id: child for child in children}
    for one, two in pairwise(chosen):  # as long as fits
        first, after = by_id[one.metadata["children"][0]], by_id[two.metadata["children"][0]]  # type: ignore[index]
        left = path(after)[: len(path(first))] != path(first)
        assert left or length(text[one.start_char : after.end_char]) > size
    assert family.embedded == sum(child.size for child in children)
    ids = {chunk.id: chunk for chunk in (*children, *chosen)}
    assert (len(family.chunks), family.stored) == (len(ids), sum(one.size for one in ids.values()))


def children_of(strategy: str, case: Case) -> list[Chunk]:
    """Chunks of a case, with or without what is between them; none where a character fits nowhere."""
    options: dict[str, Any] = {"ruler": case.ruler}
    if strategy == "one sentence":
        return sentence_windows(case.text, **options)
    if strategy == "no separators":
        strategy, options = "recursive", {**options, "keep_separators": False, "separators": [" ", "。"]}
    try:
        return Chunker(strategy, size=case.size, overlap=case.overlap, **options)(case.text)
    except ValueError:
        return []


# ------------------------------------------------------------------ how they are made

OTHER = st.none() | st.sampled_from(RULERS)  # parents may have a ruler of their own
WAYS = st.sampled_from([*TEXT_STRATEGIES, "one sentence", "no separators"])


@given(case=cases(), strategy=WAYS, ruler=OTHER, more=st.integers(0, 100))
def test_every_child_lies_in_one_parent_that_is_exact_and_as_long_as_fits(
    case: Case, strategy: str, ruler: Any, more: int
) -> None:
    ruler = ruler or case.ruler
    children, length = children_of(strategy, case), oracle.measure(ruler)
    size = max([1, *(length(child.text) for child in children)]) + more
    assert_family(case.text, children, parents(case.text, children, size, ruler=ruler), size, ruler)


def test_a_parent_ends_with_the_section_of_its_first_child() -> None:
    text = "# A\n\nOne.\n\n## A1\n\nTwo.\n\n### A1a\n\nThree.\n\n## A2\n\nFour.\n\n# B\n\nFive.\n"
    family = parents(text, {"strategy": "markdown", "size": 14, "overlap": 0, "ruler": "characters"}, 500)
    assert [parent.text.split()[1] for parent in family.parents] == ["A", "B"]
    parts = parents(text, {"strategy": "markdown", "size": 14, "overlap": 0, "ruler": "characters"}, 45)
    assert [parent.context for parent in parts.parents] == ["A", "A > A2", "B"]


def test_a_family_says_what_it_costs() -> None:
    small = {"strategy": "sentences", "size": 3, "overlap": 0, "ruler": "words"}
    family = parents("It rained. He left. Then sun came. We ate.", small, 6, document="day")
    assert repr(family) == "<Family of 4 children in 2 parents: 9 embedded, 18 stored>"
    alone = parents("It rained.", small, 6)
    assert (len(alone.parents), len(alone.children), len(alone.chunks), alone.stored) == (1, 1, 1, 2)
    assert parents("", small, 6) == parents(" \n ", small, 6) == parents("", [], 6) == ([], [])


def test_bad_children_are_refused_in_one_line() -> None:
    anything: Any = parents
    text = data.load("handbook")
    children = [replace(child, metadata={}) for child in FAMILIES[0].children]
    other = FAMILIES[1].children
    refused(lambda: anything(text, children, 5), ValueError, "size=5", "measures", children[0].id)
    refused(lambda: anything(text, children, 0), ValueError, "size=0")
    refused(lambda: anything(text, children[::-1], 70), ValueError, children[-2].id, "order of the text")
    refused(lambda: anything(text, [*children, *other], 70), ValueError, "'handbook' and 'support_chat'")
    refused(lambda: anything(text, other, 70), ValueError, other[0].id, "not of this document")
    refused(lambda: anything(text, [replace(children[0], end_char=10**9)], 70), ValueError, "not of this document")
    refused(lambda: anything(text, children[0], 70), TypeError, "a list of chunks", "Chunk")
    refused(lambda: anything(text, children, 70, document="note"), ValueError, "'note'")
    refused(lambda: anything(text, {"strategy": "pdf"}, 70), ValueError, "pdf cuts one of its own")
    refused(lambda: anything(text, {"strategy": "recursiv"}, 70), ValueError, "recursive")


@each("headings", [None, "Tea", 7, ["Tea"], ("Tea", None), {"a": 1}])
def test_headings_of_another_kind_do_no_harm(headings: object) -> None:
    children = [replace(child, metadata={"headings": headings}) for child in FAMILIES[0].children]
    assert parents(data.load("handbook"), children, 70).parents[0].size <= 70


# ------------------------------------------------------------------ what they cost


@each("strategy", ["recursive", "sentences", "stable"])
def test_both_cost_at_most_1_3_times_the_children(strategy: str) -> None:
    measured = 0

    def bytes_of(part: str) -> int:
        nonlocal measured
        measured += len(part)
        return len(part.encode())

    text, config = data.load("handbook"), {"strategy": strategy, "size": 256, "overlap": "15%", "ruler": bytes_of}
    Chunker.from_config(config)(text)
    alone, measured = measured, 0
    parents(text, config, 1024)
    assert 0 < measured <= 1.3 * alone


# ------------------------------------------------------------------ what a search gives

children_found = st.lists(st.integers(0, len(CHILDREN) - 1), max_size=30).map(
    lambda places: [Hit(CHILDREN[place], -float(rank)) for rank, place in enumerate(places)]
)
orders = st.sampled_from([CHUNKS, CHUNKS[::-1], sorted(CHUNKS, key=lambda chunk: chunk.text)])
shares = st.sampled_from([0, 0.25, 0.5, 1 / 3, 0.6, 1]) | st.floats(0, 1)


def merged(hits: Sequence[Hit], share: float, depth: int | None = None) -> list[tuple[str, float]]:
    """Find what is given for hits, by the links that children and parents tell."""
    found: dict[str, float] = {}
    hit = {one.chunk.id for one in hits[:depth]}
    for chunk, score in hits:
        parent = PARENTS[str(chunk.metadata["parent"])]
        siblings: Any = parent.metadata["children"]
        enough = len(hit.intersection(siblings)) / len(siblings) >= share
        found.setdefault(parent.id if enough else chunk.id, score)
    return list(found.items())


def to_parents(hits: Sequence[Hit], chunks: Sequence[Chunk], share: float = 0) -> list[Hit]:
    """Ask a retriever that finds these hits and no other."""
    found: Any = SimpleNamespace(search=lambda query, k: hits)
    return ParentRetriever(chunks, lambda children: found, share=share, depth=max(1, len(hits))).search("", 10**6)


def said(hits: Sequence[Hit]) -> list[tuple[str, float]]:
    return [(hit.chunk.id, hit.score) for hit in hits]


@given(hits=children_found, share=shares, chunks=orders)
def test_hits_become_parents_where_enough_children_were_found(
    hits: list[Hit], share: float, chunks: list[Chunk]
) -> None:
    found = to_parents(hits, chunks, share)
    assert said(found) == merged(hits, share)
    for passage in merge_adjacent(found):
        assert passage.text == data.load(passage.document)[passage.start_char : passage.end_char]
        assert passage.score == max(hit.score for hit in found if hit.chunk.id in passage.ids)


@each("share", [0.35, 0.55, 0.7, 0.1, 1.0])
def test_a_share_is_met_where_it_is_met_exactly(share: float) -> None:
    text = "abcdefghijklmnopqrst"
    children = [Chunk(text[at], at, at + 1, 1, 0, at, "letters") for at in range(20)]
    family = parents(text, children, 20, ruler="characters")
    needed = math.ceil(round(share * 20, 6))
    for count in (needed - 1, needed):
        found = to_parents([Hit(child, 1.0) for child in family.children[:count]], family.chunks, share)
        assert ([hit.chunk.id for hit in found] == ["letters:0-20"]) == (count == needed)


QUERIES = (
    "Which status code means too many requests?",
    "How long does a refund take?",
    "password",
    "zzz",
    "",
)


@given(
    query=st.sampled_from(QUERIES),
    k=st.integers(1, 40) | st.just(10**6),
    share=shares,
    depth=st.integers(1, 40),
    below=st.sampled_from([BM25(CHILDREN), Dense(CHILDREN, "hashing")]),
)
def test_a_retriever_gives_what_merging_the_whole_ranking_gives(
    query: str, k: int, share: float, depth: int, below: Any
) -> None:
    retriever = ParentRetriever(CHUNKS, lambda _: below, share=share, depth=depth)
    expected = merged(below.search(query, len(CHILDREN)), share, depth)[:k]
    assert said(retriever.search(query, k)) == expected
    (row,) = retriever.rank([query], k)
    assert [CHUNKS[at].id for at in row if at >= 0] == [name for name, _ in expected]
    assert row.shape == (min(k, len(CHUNKS)),)


def test_chunks_without_relatives_are_found_as_they_are() -> None:
    flat = [replace(child, metadata={}) for child in CHILDREN]
    query = QUERIES[0]
    assert said(ParentRetriever(flat, share=0.5).search(query, 9)) == said(BM25(flat).search(query, 9))
    assert said(to_parents([Hit(flat[3], 1.0)], flat)) == [(flat[3].id, 1.0)]
    assert ParentRetriever([], "dense", embed="hashing").search("one", 3) == []
    assert ParentRetriever([], "dense", embed="hashing").rank(["one"], 3).shape == (1, 0)


def test_a_parent_that_was_found_itself_stays_and_its_children_bring_nothing_new() -> None:
    parent, child = FAMILIES[0].parents[0], FAMILIES[0].children[0]
    assert said(to_parents([Hit(parent, 2.0), Hit(child, 1.0)], CHUNKS, share=1)) == [(parent.id, 2.0)]


def test_parents_of_another_splitter_do_as_well() -> None:
    text = data.load("handbook")
    large = Chunker("token_windows", size=200, overlap=50)(text, "handbook")
    small = [replace(child, metadata={}) for child in FAMILIES[0].children]
    for child in small[::20]:
        ((found, score),) = to_parents([Hit(child, 1.0)], [*small, *large])
        holding = [one for one in large if one.start_char <= child.start_char and child.end_char <= one.end_char]
        assert found in (holding or [child])
        assert score == 1.0


def test_bad_searches_are_refused_in_one_line() -> None:
    anything: Any = to_parents
    retriever: Any = ParentRetriever
    hits = [Hit(CHILDREN[3], 1.0)]
    refused(lambda: anything(hits, CHUNKS, 1.5), ValueError, "share", "1.5")
    refused(lambda: anything(hits, FAMILIES[1].chunks), ValueError, CHILDREN[3].id, "not among")
    refused(lambda: anything(CHILDREN[:2], CHUNKS), TypeError, "Hit(chunk, score)")
    refused(lambda: anything(hits, ["text"]), TypeError, "str at place 0")
    text = data.load("handbook")
    whole = Chunk(text, 0, len(text), 9, 0, 0, "handbook")
    refused(lambda: anything(hits, [whole, *CHUNKS]), ValueError, "third level", whole.id)
    refused(lambda: retriever(CHUNKS, "bm26"), ValueError, "bm25")
    refused(lambda: retriever(CHUNKS, of=lambda _: "bm25"), TypeError, "search(query, k)", "str")
    refused(lambda: retriever(CHUNKS, depth=0), ValueError, "depth=0")
    stranger = retriever(CHUNKS, of=lambda _: BM25([Chunk("one", 0, 3, 1, 0, 0, "else")]))
    refused(lambda: stranger.search("one"), ValueError, "else:0-3", "not among")
