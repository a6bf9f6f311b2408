"""Chunks as plain dictionaries and as chonkie's records, and back."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from typing import Any

import chonkie
import pytest

from chunklib import STRATEGIES, audit
from chunklib.adapters import from_dicts, to_chonkie, to_dicts
from tests.each import each
from tests.peer_texts import TEXTS

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


@each("title", TEXTS)
def test_chonkie_gets_exact_records(title: str) -> None:
    chunks = STRATEGIES["recursive"](TEXTS[title], 64, 16)
    made = to_chonkie(chunks)
    assert all(type(record) is chonkie.Chunk for record in made)
    assert [record.token_count for record in made] == [chunk.size for chunk in chunks]
    assert audit(TEXTS[title], made, size=64, overlap=16) == audit(TEXTS[title], chunks, size=64, overlap=16)


def test_chonkie_gets_id_context_and_metadata() -> None:
    last = to_chonkie(CHUNKS)[-1]
    assert (last.id, last.context) == (CHUNKS[-1].id, "Guide > Set up")
    assert last.metadata == {**CHUNKS[-1].metadata, "overlap": CHUNKS[-1].overlap}
    assert to_chonkie(STRATEGIES["recursive"]("one"))[0].context is None


def test_without_chonkie_the_extra_is_named() -> None:
    script = "import sys; sys.modules['chonkie'] = None\nfrom chunklib.adapters import to_chonkie\nto_chonkie([])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    said = "chonkie's records need the package chonkie: pip install 'chunklib[peers]'"
    assert done.stderr.splitlines()[-1] == f"chunklib.errors.MissingPackage: {said}"
