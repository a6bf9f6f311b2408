"""Chunks as plain dictionaries, and back."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from chunklib import STRATEGIES
from chunklib.adapters import from_dicts, to_dicts
from tests.each import each

TEXT = "# Guide\n\nSome words here.\n\n## Set up\n\nMore words are here."
CHUNKS = STRATEGIES["markdown"](TEXT, 9, 3, document="guide.md")


def test_dictionaries_hold_everything_and_come_back() -> None:
    written = to_dicts(CHUNKS)
    assert from_dicts(written) == CHUNKS
    assert [record["id"] for record in written] == [chunk.id for chunk in CHUNKS]
    assert written[-1]["context"] == "Guide > Set up"
    assert to_dicts([]) == []
    assert from_dicts([]) == []


def test_dictionaries_survive_json() -> None:
    assert CHUNKS[-1].metadata["headings"] == ("Guide", "Set up")
    assert from_dicts(json.loads(json.dumps(to_dicts(CHUNKS)))) == CHUNKS
    mine = [replace(chunk, metadata={**chunk.metadata, "tags": ["a"]}) for chunk in CHUNKS]
    assert from_dicts(to_dicts(mine)) == mine


def test_metadata_are_copied() -> None:
    written = to_dicts(CHUNKS)
    written[0]["metadata"]["mine"] = True
    assert "mine" not in CHUNKS[0].metadata


def test_what_is_no_record_is_named() -> None:
    whole = to_dicts(CHUNKS)[0]
    with pytest.raises(ValueError, match="record 1 has fields that no chunk has: score"):
        from_dicts([whole, {**whole, "score": 0.5}])
    with pytest.raises(ValueError, match="record 0 is not a chunk: it has no start_char, index"):
        from_dicts([{key: value for key, value in whole.items() if key not in ("start_char", "index")}])


@each("given", [["one"], [None], "one", [5], {"text": "one"}])
def test_what_is_no_dictionary_is_named(given: Any) -> None:
    with pytest.raises(TypeError, match=r"^record 0 is not a dictionary: got a (str|NoneType|int)$"):
        from_dicts(given)
