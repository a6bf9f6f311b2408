"""Our strategies as a LangChain text splitter: exact offsets by every way in, also where text repeats."""

from __future__ import annotations

import asyncio
import copy
import pickle
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from itertools import groupby
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.documents import Document
from langchain_core.embeddings import DeterministicFakeEmbedding
from langchain_core.indexing import InMemoryRecordManager, index
from langchain_core.vectorstores import InMemoryVectorStore
from langchain_text_splitters import TextSplitter

from chunklib import TEXT_STRATEGIES, Adaptive, audit, in_full, markdown, pdf
from chunklib.adapters.langchain import ChunkSplitter, from_langchain, to_langchain
from chunklib.chunk import Chunk
from chunklib.data import path
from tests.each import each
from tests.peer_texts import TEXTS

PERIODIC = "the same words again. " * 40
NONE: Any = ["one"]
Way = Callable[[ChunkSplitter, str], list[Document]]
WAYS: dict[str, Way] = {
    "create_documents": lambda splitter, text: splitter.create_documents([text]),
    "split_documents": lambda splitter, text: splitter.split_documents([Document(page_content=text)]),
    "transform_documents": lambda splitter, text: list(splitter.transform_documents([Document(page_content=text)])),
    "atransform_documents": lambda splitter, text: list(
        asyncio.run(splitter.atransform_documents([Document(page_content=text)]))
    ),
}


def spans(documents: list[Document]) -> list[tuple[int, int]]:
    return [(document.metadata["start_index"], document.metadata["end_index"]) for document in documents]


@each("way", WAYS)
@each("strategy", TEXT_STRATEGIES)
def test_offsets_are_exact_on_periodic_text(strategy: str, way: str) -> None:
    splitter = ChunkSplitter(strategy, size=20, overlap=6, ruler="cl100k_base")
    documents = WAYS[way](splitter, PERIODIC)
    chunks = TEXT_STRATEGIES[strategy](PERIODIC, 20, 6, ruler="cl100k_base")
    assert [document.page_content for document in documents] == [chunk.text for chunk in chunks]
    assert spans(documents) == [(chunk.start_char, chunk.end_char) for chunk in chunks]
    assert [document.metadata["chunk_id"] for document in documents] == [chunk.id for chunk in chunks]
    assert [document.metadata["chunk_size"] for document in documents] == [chunk.size for chunk in chunks]
    assert [document.metadata["chunk_overlap"] for document in documents] == [chunk.overlap for chunk in chunks]
    assert splitter.split_text(PERIODIC) == [chunk.text for chunk in chunks]
    assert audit(PERIODIC, documents, size=20, overlap=6).ok


@given(st.lists(st.sampled_from(["a ", "b", "\n\n", "the same. ", "é", "👩‍🔧", "  "]), max_size=60).map("".join))
def test_offsets_are_exact_on_any_text(text: str) -> None:
    splitter = ChunkSplitter(size=12, overlap=5)
    documents = splitter.create_documents([text])
    report = audit(text, documents, size=12, overlap=5)
    assert report.ok, str(report)


def test_metadata_are_kept_copied_and_added_to() -> None:
    given = {"source": "a.md", "tags": ["one"], "chunk": 5}
    documents = ChunkSplitter(size=20, overlap=5).create_documents([PERIODIC], [given])
    assert len(documents) > 3
    for document in documents:
        assert {key: document.metadata[key] for key in given} == given
        assert document.metadata["tags"] is not given["tags"]
    assert given == {"source": "a.md", "tags": ["one"], "chunk": 5}
    documents[0].metadata["tags"].append("two")
    assert documents[1].metadata["tags"] == ["one"]


def test_several_documents_and_empty_ones() -> None:
    texts = ["first " * 30, "", " \n", "second " * 30]
    sources = [{"n": n} for n in range(4)]
    documents = ChunkSplitter(size=10, overlap=2).create_documents(texts, sources)
    assert {document.metadata["n"] for document in documents} == {0, 3}
    for number, of_one in groupby(documents, key=lambda document: int(document.metadata["n"])):
        assert audit(texts[number], list(of_one), size=10, overlap=2).ok
    assert ChunkSplitter().create_documents([]) == ChunkSplitter().split_documents(iter([])) == []


def test_ids_are_stable_and_never_twice() -> None:
    splitter = ChunkSplitter(size=10, overlap=2)
    texts = [PERIODIC, PERIODIC, "other " * 30]
    ids = [document.metadata["chunk_id"] for document in splitter.create_documents(texts)]
    assert len(set(ids)) == len(ids)
    assert ids == [document.metadata["chunk_id"] for document in splitter.create_documents(texts)]
    named = [Document(page_content=PERIODIC, id="guide"), Document(page_content=PERIODIC)]
    first, *_, last = (document.metadata["chunk_id"] for document in splitter.split_documents(named))
    assert first.startswith("guide:0-")
    assert not last.startswith("guide")


@each(
    ("split", "said"),
    [
        (lambda splitter: splitter.create_documents("one two"), "texts must be a list of texts: got str"),
        (
            lambda splitter: splitter.create_documents(["one"], {"a": 1}),
            "the metadata of a text must be a dictionary: got str",
        ),
        (lambda splitter: splitter.split_documents(["one"]), "documents must be a list of LangChain documents: got"),
        (lambda _: to_langchain(NONE), r"chunks must be a list of chunks \(chunklib.Chunk\): got str at place 0"),
        (
            lambda _: to_langchain(markdown("a"), texts=lambda _: NONE),
            r"what texts returns must be a text \(str\): got list",
        ),
        (lambda _: from_langchain(NONE), "documents must be a list of LangChain documents: got str at place 0"),
    ],
)
def test_what_is_no_text_or_document_is_named(split: Callable[[ChunkSplitter], object], said: str) -> None:
    with pytest.raises(TypeError, match=said):
        split(ChunkSplitter())


ODD: dict[str, Any] = {
    "source": "a.md", "n": np.int64(3), "no": None, "empty": (), "mixed": [1, "x"],
    "by": {"name": "Nora", "at": {"y": 1}}, "day": date(2026, 1, 2), "tags": {"one"}, "sure": True,
}  # fmt: skip
PLAIN = {"source": "a.md", "n": 3, "mixed": ["1", "x"], "by.name": "Nora", "by.at.y": 1, "day": "2026-01-02"}
PLAIN |= {"tags": ["one"], "sure": True}


def test_chunks_that_exist_become_documents_that_stores_take_and_that_come_back() -> None:
    text = "Before.\n\n# Guide\n\nSome words.\n\n## Set up\n\n- More words here.\n- And more."
    chunks = markdown(text, 9, Adaptive(2, 4), document="a: 1-2", metadata=ODD) + pdf(path("commissioning"), 400, 0)
    documents = to_langchain(chunks)
    assert [document.id for document in documents] == [chunk.uuid for chunk in chunks]
    for document, chunk in zip(documents, chunks, strict=True):
        assert {type(value) for value in document.metadata.values()} <= {str, int, float, bool, list}
        assert document.metadata["chunk_id"] == chunk.id
        assert (document.page_content, spans([document])) == (chunk.text, [(chunk.start_char, chunk.end_char)])
        assert document.metadata.get("headings", []) == [*cast("Any", chunk.metadata["headings"])]
        assert document.metadata.get("chunk_context", "") == chunk.context
    assert documents[0].metadata.items() >= PLAIN.items()
    assert documents[-1].metadata["pages"] == [*cast("Any", chunks[-1].metadata["pages"])]
    assert any("overlap_why" in document.metadata for document in documents)
    store = InMemoryVectorStore(DeterministicFakeEmbedding(size=4))
    records = InMemoryRecordManager("chunks")
    records.create_schema()
    added = [index(to_langchain(chunks), records, store, key_encoder="sha256")["num_added"] for _ in range(2)]
    assert added == [len(chunks), 0]
    back = sorted(from_langchain(store.similarity_search("words", len(chunks))), key=lambda chunk: chunk.id)
    for one, other in zip(back, sorted(chunks, key=lambda chunk: chunk.id), strict=True):
        assert replace(one, metadata={}) == replace(other, metadata={})
        assert one.metadata.get("pages") == other.metadata.get("pages")
        assert one.metadata.get("headings", ()) == other.metadata["headings"]
        assert ("source" in one.metadata) == ("source" in other.metadata)
    whole = to_langchain(chunks, texts=in_full)
    assert [document.page_content for document in whole] == [in_full(chunk) for chunk in chunks]
    assert from_langchain(whole) == from_langchain(documents)


def test_what_a_document_says_itself_stays() -> None:
    given = {"source": "a.md", "headings": "mine"}
    documents = ChunkSplitter("markdown", size=8, overlap=0).create_documents(
        ["# Guide\n\nSome words.\n\n# Two"], [given]
    )
    assert all(document.metadata.items() >= given.items() for document in documents)
    assert [chunk.text for chunk in from_langchain(documents)] == [document.page_content for document in documents]


def test_options_reach_the_strategy() -> None:
    text = "one, two, three, four"
    splitter = ChunkSplitter("recursive", size=10, overlap=0, ruler="characters", separators=[", "])
    assert splitter.split_text(text) == ["one, two, ", "three, ", "four"]


def test_it_is_a_text_splitter_that_can_be_copied_and_sent() -> None:
    splitter = ChunkSplitter("sentences", size=30, overlap="1s")
    assert isinstance(splitter, TextSplitter)
    text = TEXTS["prose"]
    for other in (copy.deepcopy(splitter), pickle.loads(pickle.dumps(splitter))):  # noqa: S301
        assert other.create_documents([text]) == splitter.create_documents([text])


@each(
    ("settings", "error", "said"),
    [
        (
            {"strategy": "pdf"},
            ValueError,
            "pdf takes a file, and a splitter is given texts: give the chunks of chunklib.pdf",
        ),
        ({"strategy": "best"}, ValueError, "unknown strategy 'best': choose one of fixed_characters, token_windows"),
        ({"size": 50, "overlap": 75}, ValueError, "overlap must be smaller than size: got overlap=75, size=50"),
        ({"chunk_size": 50}, TypeError, "recursive takes no option 'chunk_size'; it takes size, overlap, ruler"),
    ],
)
def test_wrong_settings_are_refused_at_once(settings: dict[str, Any], error: type[Exception], said: str) -> None:
    with pytest.raises(error) as refused:
        ChunkSplitter(**settings)
    assert said in str(refused.value)


def test_a_document_of_somebody_else_is_no_chunk() -> None:
    with pytest.raises(ValueError, match=r"^a record that was made from a chunk has its chunk_id: got None$"):
        from_langchain([Document(page_content="One.")])
    deep: dict[str, Any] = {}
    for _ in range(100_000):
        deep = {"x": deep}
    for metadata in ({"a": deep}, {"a": [deep]}):
        with pytest.raises(ValueError, match=r"^the metadata of chunk 'd:0-1' are nested too deep$"):
            to_langchain([Chunk("a", 0, 1, 1, 0, 0, "d", metadata=metadata)])


def test_metadata_that_do_not_match_the_texts_are_refused() -> None:
    with pytest.raises(ValueError, match="2 texts, and metadata for 1 of them"):
        ChunkSplitter().create_documents(["a", "b"], [{}])


@each("missing", ["langchain_text_splitters", "langchain_core"])
def test_without_langchain_the_extra_is_named(missing: str) -> None:
    script = f"import sys; sys.modules['{missing}'] = None\nimport chunklib.adapters.langchain"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    said = "this adapter needs the package langchain-text-splitters: pip install 'chunklib[langchain]'"
    assert done.stderr.splitlines()[-1] == f"chunklib.errors.MissingPackage: {said}"
