"""The contract on long documents: the handbook and the licence."""

from __future__ import annotations

import pytest

from chunklib import STRATEGIES, TEXT_STRATEGIES, audit
from chunklib.data import load
from tests import oracle

none_broken: oracle.Breaches = {point: set() for point in oracle.POINTS}


@pytest.fixture(scope="module", params=["handbook", "licence"])
def document(request: pytest.FixtureRequest) -> str:
    return load(request.param)


Setting = tuple[int, int | str, str]
COMMON: list[Setting] = [(500, 75, "cl100k_base"), (120, "2s", "cl100k_base")]
SETTINGS: list[Setting] = [
    *COMMON,
    (64, 16, "cl100k_base"),
    (200, "20%", "o200k_base"),
    (64, 40, "o200k_base"),
    (1000, 200, "characters"),
    (150, "15%", "words"),
]


@pytest.mark.parametrize(
    ("strategy", "size", "overlap", "ruler"),
    [
        (strategy, *setting)
        for strategy in TEXT_STRATEGIES
        for setting in (SETTINGS if strategy in ("token_windows", "recursive") else COMMON)
    ],
)
def test_the_contract_holds(document: str, strategy: str, size: int, overlap: int | str, ruler: str) -> None:
    chunks = STRATEGIES[strategy](document, size, overlap, ruler=ruler)
    assert oracle.breaches(document, chunks, size, overlap, ruler) == none_broken
    length = oracle.measure(ruler)
    assert [chunk.size for chunk in chunks] == [length(chunk.text) for chunk in chunks]
    assert audit(document, chunks, size=size, overlap=overlap, ruler=ruler).ok
    mean = sum(chunk.size for chunk in chunks) / len(chunks)
    assert mean > size / 2 or strategy in ("cluster", "max_min")  # where subjects are shorter than the size
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
