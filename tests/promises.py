"""Assert what every chunk promises, whatever overlap was asked: the oracle's points, and what the chunks say."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import pytest

from chunklib.chunk import Chunk
from chunklib.cuts import HtmlText
from chunklib.errors import InvalidType, InvalidValue, MissingPackage, NoAnswer, NotPermitted, UnknownName
from chunklib.overlap import Adaptive, Semantic
from tests import oracle

NONE_BROKEN: oracle.Breaches = {point: set() for point in oracle.POINTS}
OURS: dict[type[Exception], tuple[type[Exception], ...]] = {
    ValueError: (InvalidValue, UnknownName),
    TypeError: (InvalidType,),
    ModuleNotFoundError: (MissingPackage,),
    ConnectionError: (NoAnswer,),
    PermissionError: (NotPermitted,),
}
"""What of ours stands for an error of Python's: a refusal is never Python's own."""
_PYTHON_WORDS = r"object is not|has no attribute|not supported between|has no len|bytes-like|sys\.|__init__|positional"


def as_read(strategy: str, text: str) -> str:
    """The text that the offsets of a strategy's chunks point into."""
    return HtmlText(text).text if strategy == "html" else text


def most(overlap: object) -> int | str:
    """The most that neighbours may share, as the oracle reads it."""
    if isinstance(overlap, Adaptive | Semantic):
        return overlap.maximum
    assert isinstance(overlap, int | str)
    return overlap


def assert_kept(
    text: str,
    chunks: Sequence[Chunk],
    size: int,
    overlap: object,
    ruler: str | Callable[[str], int] = "cl100k_base",
) -> None:
    """Every point of the contract holds, and each chunk says of itself what is measured again here."""
    assert oracle.breaches(text, chunks, size, most(overlap), ruler) == NONE_BROKEN
    length = oracle.measure(ruler)
    assert [chunk.size for chunk in chunks] == [length(chunk.text) for chunk in chunks]
    shared = [length(text[after.start_char : before.end_char]) for before, after in pairwise(chunks)]
    assert [chunk.overlap for chunk in chunks] == [0, *shared][: len(chunks)]
    assert [chunk.index for chunk in chunks] == list(range(len(chunks)))
    assert bool(chunks) == bool(text.strip())
    for chunk, achieved in zip(chunks[1:], shared, strict=True):
        asked = chunk.metadata.get("overlap_asked", achieved)
        assert isinstance(asked, int)
        assert achieved <= asked


def assert_refusal_is_right(error: ValueError, text: str, size: int, ruler: str | Callable[[str], int]) -> None:
    """A text may only be refused for a character that fits nowhere, and the message names it with its place."""
    guilty = oracle.too_big(text, size, ruler)
    assert any(repr(text[at]) in str(error) and f"offset {at}," in str(error) for at in guilty), str(error)


def refused(call: Callable[[], Any], kind: type[Exception], *named: str) -> None:
    """The call raises exactly this kind, with one line of plain words that has every one of these texts in it."""
    with pytest.raises(kind) as caught:
        call()
    message = str(caught.value)
    assert caught.type in OURS.get(kind, (kind,)), repr(caught.value)
    assert len(message.splitlines()) == 1, message
    for text in named:
        assert text in message, message
    assert not re.search(_PYTHON_WORDS, message), message
