"""The contract on long real documents: the handbook, and more texts where they lie beside the repository."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from chunklib import STRATEGIES, TEXT_STRATEGIES, audit
from chunklib.data import load
from tests import oracle

FOLDER = Path(__file__).parents[1] / "../shared/data" / "spans"
none_broken: oracle.Breaches = {point: set() for point in oracle.POINTS}
XQUAD = 20  # contexts of the question-answering set, joined


def documents() -> Iterator[str]:
    yield "handbook"
    if FOLDER.is_dir():
        yield from ("state_of_the_union.md", "wikitexts.md", "xquad.en.json")


def read(name: str) -> str:
    if name == "handbook":
        return load()
    text = (FOLDER / name).read_text(encoding="utf-8")
    if name.endswith(".json"):
        articles = json.loads(text)["data"]
        return "\n\n".join(part["context"] for article in articles[:XQUAD] for part in article["paragraphs"])
    return text


@pytest.fixture(scope="module", params=documents())
def document(request: pytest.FixtureRequest) -> str:
    return read(request.param)


@pytest.mark.parametrize("strategy", TEXT_STRATEGIES)
@pytest.mark.parametrize(
    ("size", "overlap", "ruler"),
    [
        (500, 75, "cl100k_base"),
        (64, 16, "cl100k_base"),
        (200, "20%", "o200k_base"),
        (64, 40, "o200k_base"),
        (120, "2s", "cl100k_base"),
        (1000, 200, "characters"),
        (150, "15%", "words"),
    ],
)
def test_the_contract_holds(document: str, strategy: str, size: int, overlap: int | str, ruler: str) -> None:
    chunks = STRATEGIES[strategy](document, size, overlap, ruler=ruler)
    assert oracle.breaches(document, chunks, size, overlap, ruler) == none_broken
    length = oracle.measure(ruler)
    assert [chunk.size for chunk in chunks] == [length(chunk.text) for chunk in chunks]
    assert audit(document, chunks, size=size, overlap=overlap, ruler=ruler).ok
    mean = sum(chunk.size for chunk in chunks) / len(chunks)
    assert mean > size / 2
    assert len(chunks) > 2


def test_overlap_is_delivered(document: str) -> None:
    """Published recursive splitters share nothing at half their boundaries; here hardly any is bare."""
    chunks = STRATEGIES["recursive"](document, 64, 16)
    bare = sum(chunk.overlap == 0 for chunk in chunks[1:])
    assert bare <= len(chunks) / 10


def test_paragraphs_that_fit_are_not_broken(document: str) -> None:
    paragraphs = [part for part in document.split("\n\n") if part.strip()]
    size = max(oracle.tokens("cl100k_base", part + "\n\n") for part in paragraphs) + 20
    for chunk in STRATEGIES["recursive"](document, size, 15)[:-1]:
        after = document[chunk.start_char + len(chunk.text.rstrip()) :]
        assert after[: len(after) - len(after.lstrip())].count("\n") >= 2
