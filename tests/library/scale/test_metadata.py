"""Each document may have metadata of its own, which all of its chunks get, in a loop and by processes."""

from __future__ import annotations

import re
from typing import Any

import pytest

from chunklib import Chunk, Chunker, chunk_documents
from chunklib.scale import each_document
from tests.each import each

RECIPE = {"strategy": "markdown", "size": 8, "overlap": 0}
DOCUMENTS = {"a": "# One\n\nTea is hot. Ice is cold.\n", "b": "# Two\n\nRain.\n", "c": " "}
METADATA: dict[str, dict[str, Any]] = {"a": {"source": "a.md", "pages": [1, 2]}, "c": {"source": "c.md"}}


def expected(**more: Any) -> list[Chunk]:
    """Split each document by a call of its own."""
    split = Chunker.from_config({**RECIPE, **more})
    return [chunk for name, text in DOCUMENTS.items() for chunk in split(text, name, METADATA.get(name))]


def foreign(text: str, document: str) -> list[Chunk]:
    return [Chunk(text, 0, len(text), size=1, overlap=0, index=0, document=document, metadata={"found": 1})]


@pytest.mark.slow
def test_workers_give_what_a_plain_loop_gives() -> None:
    assert chunk_documents(DOCUMENTS, RECIPE, metadata=METADATA).chunks == expected()
    assert chunk_documents(DOCUMENTS, RECIPE, metadata=METADATA, workers=2).chunks == expected()


def test_they_take_the_place_of_those_in_the_description() -> None:
    common = {"metadata": {"source": "?", "team": "docs"}}
    found = chunk_documents(DOCUMENTS, {**RECIPE, **common}, metadata=METADATA).chunks
    assert found == expected(**common)
    assert [chunk.metadata.get("team") for chunk in found] == [None] * (len(found) - 1) + ["docs"]
    assert chunk_documents(DOCUMENTS, {**RECIPE, **common}, metadata={}).chunks[0].metadata["team"] == "docs"


def test_a_splitter_of_somebody_else_needs_not_know_of_them() -> None:
    found = list(each_document({"a": "Tea.", "b": "Ice."}, foreign, metadata={"b": {"source": "b.md"}}))
    assert [dict(done.chunks[0].metadata) for done in found] == [{"found": 1}, {"source": "b.md", "found": 1}]


def test_a_key_that_the_splitter_writes_fails_that_document_alone() -> None:
    found = chunk_documents(DOCUMENTS, RECIPE, metadata={"a": {"headings": 1}, "b": {"source": "b.md"}})
    said = "ValueError: metadata must not have a key that the strategy writes itself: got 'headings'"
    assert found.failures == {"a": said}
    assert [chunk.document for chunk in found.chunks] == ["b"]


@each(
    ("wrong", "error", "said"),
    [
        ({"A": {}}, ValueError, "metadata are given for 'A', which is not a document; did you mean 'a'?"),
        ({"zebra": {}}, ValueError, "metadata are given for 'zebra', which is not a document"),
        ({5: {}}, ValueError, "metadata are given for 5, which is not a document"),
        ({"a": "a.md"}, TypeError, "metadata of 'a' must be a dictionary: got str"),
        ({"a": {5: 1}}, TypeError, "a key of metadata of 'a' must be a text (str): got int"),
        ("a", TypeError, "metadata must be dictionaries by a document's name: got str"),
    ],
)
def test_what_is_wrong_is_said_before_anything_is_split(wrong: Any, error: type[Exception], said: str) -> None:
    def split(text: str, document: str) -> list[Chunk]:
        raise AssertionError(text, document)

    with pytest.raises(error, match=f"^{re.escape(said)}$"):
        each_document(DOCUMENTS, split, metadata=wrong)
