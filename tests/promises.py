"""Assert what every chunk promises, whatever overlap was asked: the oracle's points, and what the chunks say."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any

import pytest

from chunklib.chunk import Chunk, Span, headed
from chunklib.context import in_full
from chunklib.cuts.structure import Structure, part_starts
from chunklib.errors import InvalidType, InvalidValue, MissingPackage, NoAnswer, NotPermitted, UnknownName
from chunklib.overlap import Adaptive, Semantic
from chunklib.strategies import RECIPES, arguments
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
    return RECIPES[strategy].read(text, arguments(strategy)).text


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


Path = tuple[int, ...]
"""Headings by their number, the outermost first: two of them may have the same title."""


def regions(structure: Structure, length: int) -> Iterator[tuple[Span, str, Path]]:
    """Read the headings one after the other: each ends those of its rank and below, and holds up to the next one."""
    above: Path = ()
    begin, mark = 0, r"\S"
    for number, (start, rank, title) in enumerate(structure.headings):
        yield Span(begin, start), mark, above
        above = tuple(one for one in above if structure.headings[one].rank < rank)
        above, mark, begin = (*above, number) if title else above, r"\S" if title else r"\w", start
    yield Span(begin, length), mark, above


def paths(text: str, structure: Structure, chunk: Chunk) -> list[Path]:
    """List what is in force wherever something is seen of a chunk; closing marks alone are nothing of a new region."""
    found: list[Path] = []
    for (start, end), mark, path in regions(structure, len(text)):
        seen = text[max(start, chunk.start_char) : min(end, chunk.end_char)]
        if re.search(mark if found else r"\S", seen):
            found.append(path)
    return found


def assert_said(text: str, structure: Structure, chunks: Sequence[Chunk], *, counted: bool = False) -> None:
    """Every heading of a context holds for all of its chunk, every section is named, and nothing is said twice."""
    titles = [heading.title for heading in structure.headings]
    for chunk in chunks:
        found = paths(text, structure, chunk)
        common = [one[0] for one in zip(*found, strict=False) if len(set(one)) == 1]
        assert chunk.metadata["headings"] == tuple(titles[one] for one in common)
        sections = dict.fromkeys(" > ".join(titles[at] for at in path) for path in dict.fromkeys(found) if path)
        assert structure.implied or chunk.metadata["sections"] == tuple(sections)
        begin = chunk.end_char - len(chunk.text.lstrip())
        above = [one for one in common if structure.implied or text[structure.headings[one].start : begin].strip()]
        if structure.implied and all(titles[one].isdigit() for one in above):  # indices alone say nothing
            above = []
        said = [" > ".join(titles[one] for one in above[first:]) for first in range(len(above) + 1)]
        own = structure.heads(chunk.start_char, chunk.end_char) if callable(structure.heads) else ()
        heads = ["", *own, *(() if callable(structure.heads) else (one.title for one in structure.heads))]
        lines = ["\n".join(filter(None, (path, head))) for path in (said if counted else said[:1]) for head in heads]
        assert in_full(chunk) in [headed(line, chunk.text) for line in lines]


def assert_no_title_is_left(
    text: str, structure: Structure, chunks: Sequence[Chunk], size: int, length: Callable[[str], int], *, counted: bool
) -> None:
    """No chunk ends with a title that fits, with what it has above it, beside the first word of its own."""
    ends = {chunk.start_char + len(chunk.text.rstrip()): chunk for chunk in chunks}
    places = [span.start for span, _, path in regions(structure, len(text)) if path]
    above = {span.start: path[:-1] for span, _, path in regions(structure, len(text))}
    for start, end in structure.titles:
        own = re.compile(r"\s*\S+").match(text, end)
        if own and not any(end <= place < own.end() for place in places):
            line = " > ".join(structure.headings[one].title for one in above[start] if counted)
            last = ends.get(start + len(text[start:end].rstrip()))
            left = last and last.start_char <= start
            assert not left or length(headed(line, text[start : own.end()])) > size, last


def assert_apart(text: str, structure: Structure, chunks: Sequence[Chunk]) -> None:
    """No chunk has two parts, and no two parts share anything."""
    starts = part_starts(text, structure)
    for chunk in chunks:
        seen = chunk.end_char - len(chunk.text.lstrip())
        assert not any(seen < start < chunk.start_char + len(chunk.text.rstrip()) for start in starts), chunk


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
