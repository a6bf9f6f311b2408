"""The contract of a chunk, checked the slow and obvious way: nothing of chunklib but the definition of a sentence."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

import regex
import tiktoken

from chunklib.chunk import Chunk
from chunklib.cuts import sentences


@functools.lru_cache(maxsize=100_000)
def tokens(name: str, text: str) -> int:
    """Count tokens as any program would."""
    return len(tiktoken.get_encoding(name).encode(text, disallowed_special=()))


def measure(ruler: str | Callable[[str], int]) -> Callable[[str], int]:
    """The length of a text, by plain means."""
    if callable(ruler):
        return ruler
    if ruler == "characters":
        return len
    if ruler == "words":
        return lambda text: len(text.split())
    return functools.partial(tokens, ruler)


@functools.lru_cache(maxsize=256)
def boundaries(text: str) -> set[int]:
    """Every offset that is not inside a grapheme cluster, both ends included; a byte order mark is of what follows."""
    return {0, len(text), *(match.end() for match in regex.finditer(r"(?:\A\ufeff\s*+(?=\S))?\X", text))}


def cluster_at(text: str, offset: int) -> str:
    """The grapheme cluster that reaches across an offset."""
    edges = boundaries(text)
    start = max(edge for edge in edges if edge <= offset)
    return text[start : min(edge for edge in edges if edge > offset)]


def most_units(overlap: int | str, size: int) -> int | None:
    """The overlap that was asked in units; None where sentences were asked."""
    written = str(overlap)
    if written.endswith("s"):
        return None if int(written[:-1]) else 0
    if written.endswith("%"):
        return math.floor(Fraction(written[:-1]) * size / 100)
    return int(written)


@functools.lru_cache(maxsize=256)
def sentence_edges(text: str) -> tuple[int, ...]:
    """The beginnings of sentences, and the end of the text."""
    return tuple(sorted({0, *sentences(text)}))


def shared_sentences(text: str, start: int, end: int) -> int:
    """Sentences of which ``text[start:end]`` holds something."""
    return sum(a < end and b > start for a, b in pairwise(sentence_edges(text))) if start < end else 0


Breaches = dict[str, set[int]]
POINTS = ("exact", "bounded", "lossless", "no waste", "overlap", "clean")


def breaches(
    text: str, chunks: Sequence[Chunk], size: int, overlap: int | str, ruler: str | Callable[[str], int]
) -> Breaches:
    """Find every breach: the point, and the indexes of the chunks (for what is lost: the characters) concerned."""
    length = measure(ruler)
    found: Breaches = {point: set() for point in POINTS}
    for index, chunk in enumerate(chunks):
        for point in _alone(text, chunk, size, length):
            found[point].add(index)
    for index, (before, chunk) in enumerate(pairwise(chunks), 1):
        if chunk.start_char <= before.start_char or chunk.end_char <= before.end_char:
            found["no waste"].add(index)
        if not _may_share(text, chunk.start_char, before.end_char, size, overlap, length):
            found["overlap"].add(index)
    found["lossless"] = _lost(text, chunks)
    return found


def _alone(text: str, chunk: Chunk, size: int, length: Callable[[str], int]) -> Iterator[str]:
    """Name the points that a chunk breaks by itself."""
    start, end = chunk.start_char, chunk.end_char
    if not 0 <= start <= end <= len(text) or text[start:end] != chunk.text:
        yield "exact"
    if length(chunk.text) > size:
        yield "bounded"
    if not chunk.text.strip():
        yield "no waste"
    if chunk.text.count("\ufffd") > text[start:end].count("\ufffd"):
        yield "clean"
    inside = {at for at in (start, end) if 0 < at < len(text)} - boundaries(text)
    if any(length(cluster_at(text, at)) <= size for at in inside):
        yield "clean"


def _lost(text: str, chunks: Sequence[Chunk]) -> set[int]:
    covered = bytearray(len(text))
    for chunk in chunks:
        if 0 <= chunk.start_char <= chunk.end_char <= len(text):
            covered[chunk.start_char : chunk.end_char] = b"\1" * (chunk.end_char - chunk.start_char)
    return {at for at, letter in enumerate(text) if not covered[at] and not letter.isspace()}


def _may_share(text: str, start: int, end: int, size: int, overlap: int | str, length: Callable[[str], int]) -> bool:
    if start >= end:
        return True
    most = most_units(overlap, size)
    if most is not None:
        return length(text[start:end]) <= most
    return shared_sentences(text, start, end) <= int(str(overlap)[:-1])


def too_big(text: str, size: int, ruler: str | Callable[[str], int]) -> set[int]:
    """Offsets of the characters that fit nowhere."""
    length = measure(ruler)
    return {at for at, letter in enumerate(text) if not letter.isspace() and length(letter) > size}


def word_starts(text: str) -> set[int]:
    """The beginnings of words, the first left out."""
    return {at for at in range(1, len(text)) if text[at - 1].isspace() and not text[at].isspace()}


def token_starts(text: str, name: str) -> set[int]:
    """The beginnings of tokens on whole characters, the first left out; and the end of the text."""
    encoding = tiktoken.get_encoding(name)
    places, at = {len(text)}, 0
    for token in encoding.encode(text, disallowed_special=()):
        value = encoding.decode_single_token_bytes(token)
        if value[0] & 0xC0 != 0x80:
            places.add(at)
        at += sum(byte & 0xC0 != 0x80 for byte in value)
    return places - {0}
