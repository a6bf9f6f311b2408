"""Our strategies as a LlamaIndex node parser: exact offsets by every way in, stable ids, metadata that are counted."""

from __future__ import annotations

import asyncio
import pickle
import subprocess
import sys
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st
from llama_index.core import MockEmbedding, VectorStoreIndex
from llama_index.core.ingestion import IngestionPipeline
from llama_index.core.schema import BaseNode, Document, MetadataMode, NodeRelationship, TextNode
from llama_index.core.storage.docstore import SimpleDocumentStore
from llama_index.core.vector_stores import SimpleVectorStore

from chunklib import TEXT_STRATEGIES, audit, in_full, markdown, recursive
from chunklib.adapters.llamaindex import ChunkParser, from_llamaindex, to_llamaindex
from chunklib.tokens import ruler
from tests.each import each
from tests.peer_texts import TEXTS
from tests.promises import refused

PERIODIC = "the same words again. " * 40
TOKENS = ruler("cl100k_base")
Way = Callable[[ChunkParser, list[Document]], Sequence[BaseNode]]
WAYS: dict[str, Way] = {
    "get_nodes_from_documents": lambda parser, documents: parser.get_nodes_from_documents(documents),
    "call": lambda parser, documents: parser(documents),
    "aget_nodes_from_documents": lambda parser, documents: asyncio.run(parser.aget_nodes_from_documents(documents)),
    "acall": lambda parser, documents: asyncio.run(parser.acall(documents)),
    "pipeline": lambda parser, documents: IngestionPipeline(transformations=[parser]).run(documents=documents),
    "async pipeline": lambda parser, documents: asyncio.run(
        IngestionPipeline(transformations=[parser]).arun(documents=documents)
    ),
}


def text_nodes(nodes: Sequence[BaseNode]) -> list[TextNode]:
    assert all(isinstance(node, TextNode) for node in nodes)
    return [node for node in nodes if isinstance(node, TextNode)]


@each("way", WAYS)
@each("strategy", ["fixed_characters", "recursive", "markdown"])
def test_offsets_are_exact_on_periodic_text(strategy: str, way: str) -> None:
    parser = ChunkParser(strategy, size=20, overlap=6, ruler="cl100k_base")
    nodes = text_nodes(WAYS[way](parser, [Document(text=PERIODIC, id_="guide")]))
    chunks = TEXT_STRATEGIES[strategy](PERIODIC, 20, 6, ruler="cl100k_base", document="guide")
    assert [(n.start_char_idx, n.end_char_idx) for n in nodes] == [(c.start_char, c.end_char) for c in chunks]
    assert [node.text for node in nodes] == [chunk.text for chunk in chunks]
    assert [node.metadata["chunk_id"] for node in nodes] == [chunk.id for chunk in chunks]
    assert [node.metadata["chunk_size"] for node in nodes] == [chunk.size for chunk in chunks]
    assert [node.metadata["chunk_overlap"] for node in nodes] == [chunk.overlap for chunk in chunks]
    assert audit(PERIODIC, nodes, size=20, overlap=6).ok


@given(st.lists(st.sampled_from(["a ", "b", "\n\n", "the same. ", "é", "👩‍🔧", "  "]), max_size=60).map("".join))
def test_offsets_are_exact_on_any_text(text: str) -> None:
    nodes = ChunkParser(size=12, overlap=5)([Document(text=text)])
    report = audit(text, nodes, size=12, overlap=5)
    assert report.ok, str(report)


def test_several_documents_and_empty_ones_and_their_neighbours() -> None:
    documents = [Document(text=text, id_=name) for name, text in (("a", PERIODIC), ("b", ""), ("c", PERIODIC[:200]))]
    nodes = text_nodes(ChunkParser(size=20, overlap=6)(documents))
    assert list(dict.fromkeys(node.ref_doc_id for node in nodes)) == ["a", "c"]
    for before, after in pairwise(nodes):
        same = before.ref_doc_id == after.ref_doc_id
        assert (before.next_node is not None) == (after.prev_node is not None) == same
        if before.next_node and after.prev_node:
            assert (before.next_node.node_id, after.prev_node.node_id) == (after.node_id, before.node_id)
    assert ChunkParser()([]) == []
    alone = ChunkParser(size=20, overlap=6, include_prev_next_rel=False)(documents)
    assert {relation for node in alone for relation in node.relationships} == {NodeRelationship.SOURCE}


# Identity


def test_ids_are_uuids_made_from_ours() -> None:
    nodes = ChunkParser(size=20, overlap=6)([Document(text=PERIODIC, id_="guide")])
    chunks = recursive(PERIODIC, 20, 6, document="guide")
    assert [node.node_id for node in nodes] == [chunk.uuid for chunk in chunks]
    assert [node.metadata["chunk_id"] for node in nodes] == [chunk.id for chunk in chunks]
    assert all(str(UUID(node.node_id)) == node.node_id for node in nodes)
    assert nodes[0].metadata["chunk_id"].startswith("guide:0-")


def test_documents_of_one_id_are_told_apart() -> None:
    nodes = ChunkParser(size=20, overlap=6)([Document(text=PERIODIC, id_="guide")] * 2)
    assert len({node.node_id for node in nodes}) == len(nodes)
    assert {node.metadata["chunk_id"].rpartition(":")[0] for node in nodes} == {"guide", "guide~2"}
    assert {node.ref_doc_id for node in nodes} == {"guide"}


def test_a_pipeline_with_a_store_replaces_what_changed_and_leaves_the_rest() -> None:
    store = SimpleVectorStore()
    pipeline = IngestionPipeline(
        transformations=[ChunkParser(size=20, overlap=6), MockEmbedding(embed_dim=2)],
        docstore=SimpleDocumentStore(),
        vector_store=store,
    )
    documents = [Document(text=PERIODIC, id_="a"), Document(text=PERIODIC, id_="b")]
    first = pipeline.run(documents=documents)
    ids = {node.node_id for node in first}
    assert set(store.data.embedding_dict) == ids
    assert pipeline.run(documents=documents) == []
    changed = pipeline.run(documents=[Document(text=PERIODIC + "One more.", id_="a"), documents[1]])
    assert {node.ref_doc_id for node in changed} == {"a"}
    assert len(changed) == len([node for node in first if node.ref_doc_id == "a"])
    kept = {node.node_id for node in changed} | {node.node_id for node in first if node.ref_doc_id == "b"}
    assert set(store.data.embedding_dict) == kept


def test_chunks_that_exist_become_nodes_and_come_back_from_a_store() -> None:
    chunks = markdown(
        "# Tea\n\nBoil.\n\n## Green\n\nWait.", 7, 0, document="tea", metadata={"source": "a.md", "n": [1, 2]}
    )
    nodes = text_nodes(to_llamaindex(chunks, texts=in_full))
    assert [node.node_id for node in nodes] == [chunk.uuid for chunk in chunks]
    assert {node.ref_doc_id for node in nodes} == {"tea"}
    for node, chunk in zip(nodes, chunks, strict=True):
        assert (node.start_char_idx, node.end_char_idx) == (chunk.start_char, chunk.end_char)
        assert node.get_content(MetadataMode.EMBED) == node.get_content(MetadataMode.LLM) == in_full(chunk)
        assert node.metadata["headings"] == [*node.metadata["chunk_context"].split(" > ")]
    found = (
        VectorStoreIndex(nodes, embed_model=MockEmbedding(embed_dim=2)).as_retriever(similarity_top_k=9).retrieve("x")
    )
    assert sorted(from_llamaindex(found), key=lambda chunk: chunk.index) == chunks
    assert [node.text for node in text_nodes(to_llamaindex(chunks))] == [chunk.text for chunk in chunks]
    parsed = ChunkParser("markdown", size=30, overlap=0)(
        [Document(text="# Tea\n\nBoil.", metadata={"headings": "own"})]
    )
    assert [(one.text, one.metadata["headings"]) for one in from_llamaindex(parsed)] == [("# Tea\n\nBoil.", "own")]
    none: Any = ["one"]
    refused(lambda: from_llamaindex(none), TypeError, "nodes must be a list of LlamaIndex nodes: got str at place 0")
    refused(lambda: from_llamaindex([TextNode(text="one")]), ValueError, "has its chunk_id: got None")
    refused(lambda: ChunkParser("pdf"), ValueError, "pdf takes a file, and a splitter is given texts: give the chunks")


# Metadata


def test_metadata_are_kept_and_ours_are_shown_to_nobody() -> None:
    document = Document(text=PERIODIC, metadata={"source": "a.md", "size": 3}, excluded_llm_metadata_keys=["size"])
    nodes = text_nodes(ChunkParser(size=40, overlap=6)([document]))
    for node in nodes:
        assert {key: node.metadata[key] for key in ("source", "size")} == {"source": "a.md", "size": 3}
        assert node.get_content(MetadataMode.EMBED) == f"source: a.md\nsize: 3\n\n{node.text}".strip()
        assert node.get_content(MetadataMode.LLM) == f"source: a.md\n\n{node.text}".strip()
    assert document.metadata == {"source": "a.md", "size": 3}
    assert document.excluded_llm_metadata_keys == ["size"]


@each("title", ["source of the text", "Überschrift: 渡轮 👩‍🔧", "a" * 60])
def test_text_and_metadata_fit_together(title: str) -> None:
    text = TEXTS["German"] + TEXTS["Chinese"]
    document = Document(text=text, metadata={"title": title, "n": 7}, excluded_embed_metadata_keys=["n"])
    nodes = text_nodes(ChunkParser(size=60, overlap=10)([document]))
    shown = [TOKENS(node.get_content(mode)) for node in nodes for mode in (MetadataMode.EMBED, MetadataMode.LLM)]
    assert 45 < max(shown) <= 60
    assert audit(text, nodes, size=60, overlap=10).ok
    free = text_nodes(ChunkParser(size=60, overlap=10, include_metadata=False)([document]))
    assert len(free) < len(nodes)
    assert all("title" not in node.metadata for node in free)


def test_metadata_that_leave_no_room_are_refused() -> None:
    document = Document(text=PERIODIC, id_="guide", metadata={"title": "far too many words for so little room"})
    with pytest.raises(
        ValueError, match=r"^document guide: its metadata take \d+ of size=20, which leaves no room for"
    ):
        ChunkParser(size=20, overlap=10)([document])
    with pytest.raises(ValueError, match="leaves no room for overlap=0"):
        ChunkParser(size=8, overlap=0)([document])


def test_the_path_of_headings_is_the_context() -> None:
    document = Document(text="# Guide\n\nSome words.\n\n## Set up\n\nMore words here.")
    nodes = ChunkParser("markdown", size=8, overlap=0)([document])
    assert nodes[-1].metadata["chunk_context"] == "Guide > Set up"
    assert "Guide > Set up" not in nodes[-1].get_content(MetadataMode.EMBED)


# Settings


@each(
    "settings",
    [
        {},
        {"strategy": "sentences", "size": 30, "overlap": "1s"},
        {"size": 30, "overlap": "20%", "separators": ["\n", ". "], "include_prev_next_rel": False},
        {"strategy": "code", "size": 30, "overlap": 0, "language": "javascript", "include_metadata": False},
    ],
)
def test_settings_come_back_from_dictionaries_and_json(settings: dict[str, Any]) -> None:
    parser = ChunkParser(**settings)
    documents = [Document(text=TEXTS["prose"] + TEXTS["code"], id_="a", metadata={"source": "x"})]
    expected = parser(documents)
    for other in (
        ChunkParser.from_dict(parser.to_dict()),
        ChunkParser.from_json(parser.to_json()),
        pickle.loads(pickle.dumps(parser)),  # noqa: S301
        parser.model_copy(),
    ):
        assert other.to_dict() == parser.to_dict()
        assert other(documents) == expected


def test_wrong_settings_are_refused_at_once() -> None:
    refused(lambda: ChunkParser(chunk_size=50), TypeError, "recursive takes no option 'chunk_size'; it takes size")
    refused(lambda: ChunkParser(id_func=lambda number, _: str(number)), TypeError, "ChunkParser takes no id_func")


def test_without_llama_index_the_extra_is_named() -> None:
    script = "import sys; sys.modules['llama_index'] = None\nimport chunklib.adapters.llamaindex"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    said = "this adapter needs the package llama-index-core: pip install 'chunklib[llamaindex]'"
    assert done.stderr.splitlines()[-1] == f"chunklib.errors.MissingPackage: {said}"
