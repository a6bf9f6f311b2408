"""Chunks as plain dictionaries, and back."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any
from uuid import UUID

import numpy as np
import pytest

from chunklib import STRATEGIES, Chunk
from tests.each import each
from tests.promises import refused

TEXT = "# Guide\n\nSome words here.\n\n## Set up\n\nMore words are here."
CHUNKS = STRATEGIES["markdown"](TEXT, 9, 3, document="guide.md")


def test_what_is_no_record_is_named() -> None:
    whole = CHUNKS[0].to_dict()
    assert (whole["id"], CHUNKS[-1].to_dict()["context"]) == (CHUNKS[0].id, "Guide > Set up")
    with pytest.raises(ValueError, match="the record has fields that no chunk has: score"):
        Chunk.from_dict({**whole, "score": 0.5})
    with pytest.raises(ValueError, match="the record is not a chunk: it has no start_char, index"):
        Chunk.from_dict({key: value for key, value in whole.items() if key not in ("start_char", "index")})


@each("given", ["one", None, 5, ["one"]])
def test_what_is_no_dictionary_is_named(given: Any) -> None:
    with pytest.raises(TypeError, match=r"^the record is not a dictionary: got a (str|NoneType|int|list)$"):
        Chunk.from_dict(given)


@each(("field", "value", "said"), [
    ("text", b"words", "its text must be a text (str): got bytes"),
    ("start_char", "7", "its start_char must be a whole number: got '7'"),
    ("metadata", [("a", 1)], "its metadata must be a dictionary: got list"),
])  # fmt: skip
def test_a_field_of_another_type_is_named(field: str, value: Any, said: str) -> None:
    record = {**CHUNKS[0].to_dict(), field: value}
    refused(lambda: Chunk.from_dict(record), TypeError, "the record is not a chunk", said)


def test_a_chunk_is_one_dictionary_and_comes_back_exactly() -> None:
    for chunk in CHUNKS:
        assert Chunk.from_dict(json.loads(json.dumps(chunk.to_dict()))) == chunk
    mine = replace(CHUNKS[0], metadata={"tags": ("a", "b"), "headings": ("Guide",)})
    assert Chunk.from_dict(mine.to_dict()) == mine
    through = Chunk.from_dict(json.loads(json.dumps(mine.to_dict())))
    assert through.metadata == {"tags": ["a", "b"], "headings": ("Guide",)}
    least = {name: value for name, value in CHUNKS[0].to_dict().items() if name not in ("id", "metadata", "context")}
    assert Chunk.from_dict({**least, "start_char": np.int64(0)}).metadata == {}


def test_a_uuid_is_that_of_the_place_and_of_nothing_else() -> None:
    assert all(str(UUID(chunk.uuid)) == chunk.uuid and UUID(chunk.uuid).version == 5 for chunk in CHUNKS)
    assert len({chunk.uuid for chunk in CHUNKS}) == len(CHUNKS)
    first = CHUNKS[0]
    assert replace(first, text="other", size=1, index=9, context="c", metadata={}).uuid == first.uuid
    assert replace(first, document="other").uuid != first.uuid
    assert UUID(replace(first, document="name\udcff.md").uuid).version == 5
