"""Embed texts as vectors: with any callable ``list of texts -> array``, or with one of three that need no network.

Vectors are looked at before they are used: a callable that returns a wrong shape or something that is not a number is
refused by name. A vector of zeros (empty text, in many models) has no direction and is similar to nothing.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any
from zlib import crc32

import numpy as np
import regex
from numpy.typing import NDArray

from chunklib.errors import InvalidType, InvalidValue, MissingPackage, unknown

Embedder = Callable[[list[str]], Any]
"""What turns n texts into an array of shape (n, dimensions)."""

HASHED_DIMENSIONS = 512
_BLOCK = 4096  # rows that are looked at together: what a long text needs beside its vectors stays small
_PIECE = 8192  # characters of a text that the model sees at once
_MOST_TEXTS, _PADDED = 256, 65_536  # texts, and characters with what fills them up, that it is given together
_WORD = r"[\p{Letter}\p{Mark}\p{Number}]+"
_MISSING = (
    "the embedding model needs the package wordllama: pip install 'chunklib[semantic]' (it has no wheel for Linux on "
    "arm64); without it give a callable, or embed='hashing', for which only equal words make texts similar"
)


def hashing(texts: list[str]) -> NDArray[np.float32]:
    """Embed texts by the words they hold: each word counts in the dimension that its checksum names.

    Args:
        texts: n texts.

    Returns:
        an array of shape (n, 512) with rows of length 1, or of zeros for a text without words. The same text gives
        the same vector in every process. It knows words, not meanings.

    >>> one, two, three = hashing(["Cold fish", "cold fish!", "warm hands"])
    >>> bool((one == two).all()), round(float(one @ three), 3)
    (True, 0.0)
    """
    found = np.zeros((len(texts), HASHED_DIMENSIONS), np.float32)
    for row, text in zip(found, texts, strict=True):
        for word in regex.findall(_WORD, text.lower()):
            hashed = crc32(word.encode("utf-8", "surrogatepass"))
            row[hashed % HASHED_DIMENSIONS] += 1 if hashed & (1 << 31) else -1
    return _unit(found).astype(np.float32)


@cache
def _wordllama() -> Embedder:
    import logging
    from pathlib import Path

    log = logging.getLogger()
    level, handlers = log.level, log.handlers[:]
    try:
        import wordllama
    except ImportError:
        raise MissingPackage(_MISSING, name="wordllama") from None
    finally:  # the package changes the log of the whole program when it is imported
        log.setLevel(level)
        log.handlers[:] = handlers
    home = Path(wordllama.__file__).parent
    model = wordllama.WordLlama.load(cache_dir=home, disable_download=True)

    def wordllama_embedding(texts: list[str]) -> NDArray[np.float32]:
        return _in_batches(texts, lambda batch: model.embed(batch, norm=False))

    return wordllama_embedding


def _in_batches(texts: list[str], embed: Callable[[list[str]], NDArray[Any]]) -> NDArray[np.float32]:
    """Embed texts of like length together: the model makes all of a batch as long as its longest.

    A very long text is embedded in pieces; their mean, each piece by its length, stands for it.
    """
    clean = [text.encode("utf-8", "replace").decode() for text in texts]
    pieces = [
        (row, text[at : at + _PIECE]) for row, text in enumerate(clean) for at in range(0, len(text) or 1, _PIECE)
    ]
    pieces.sort(key=lambda piece: len(piece[1]))
    found: NDArray[np.float32] | None = None
    for batch in _batches(pieces):
        rows = np.array([row for row, _ in batch])
        vectors = embed([text for _, text in batch]) * np.array([[len(text)] for _, text in batch], np.float32)
        found = np.zeros((len(texts), vectors.shape[1]), np.float32) if found is None else found
        np.add.at(found, rows, vectors)
    lengths = np.array([[max(len(text), 1)] for text in clean], np.float32)
    return np.zeros((0, 1), np.float32) if found is None else found / lengths


def _batches(pieces: list[tuple[int, str]]) -> Iterator[list[tuple[int, str]]]:
    """Take pieces, shortest first, as long as all of a batch, made as long as the longest, are few characters."""
    at = 0
    while at < len(pieces):
        end = at + 1
        while end < len(pieces) and end - at < _MOST_TEXTS and (end - at + 1) * len(pieces[end][1]) <= _PADDED:
            end += 1
        yield pieces[at:end]
        at = end


def embedder(spec: str | Embedder | None = None) -> Embedder:
    """Make an embedder from a name or any callable.

    Args:
        spec: ``"wordllama"`` (256 dimensions, carried by its package), ``"hashing"`` (words only, always there), any
            callable ``list[str] -> array``, or None, which is wordllama.

    Returns:
        a callable; nothing is ever downloaded.

    Raises:
        ValueError: for an unknown name.
        ModuleNotFoundError: for wordllama where it is not installed.
        TypeError: for anything else.

    >>> embedder("hashing")(["a text"]).shape
    (1, 512)
    """
    if callable(spec):
        return spec
    spec = "wordllama" if spec is None else spec
    if not isinstance(spec, str):
        kind = type(spec).__name__
        raise InvalidType(f"an embedder is a name or a callable from a list of texts to an array: got {kind}")
    if spec == "hashing":
        return hashing
    if spec == "wordllama":
        return _wordllama()
    raise unknown("embedder", spec, ("wordllama", "hashing", "any callable"))


def vectors(embed: Embedder, texts: Sequence[str]) -> NDArray[np.float32]:
    """Embed texts in one call, and look at what comes back.

    Args:
        embed: a callable ``list[str] -> array``.
        texts: n texts.

    Returns:
        an array of shape (n, dimensions), each row of length 1, or of zeros where the embedder gave zeros.

    Raises:
        ValueError: for another shape, and for values that are not finite.

    >>> vectors(lambda texts: [[3, 4], [0, 0]], ["one", "two"]).round(3).tolist()
    [[0.6000000238418579, 0.800000011920929], [0.0, 0.0]]
    """
    if not texts:
        return np.zeros((0, 1), np.float32)
    name = getattr(embed, "__name__", type(embed).__name__)
    given = embed(list(texts))
    found = _numbers(given)
    if found.ndim != 2 or len(found) != len(texts) or not found.shape[1]:
        got = f"shape {found.shape}" if found.ndim and found.size else f"a {type(given).__name__}"
        raise InvalidValue(f"an embedder must return one vector a text: {name} got {len(texts)} texts, gave {got}")
    rows = np.empty(found.shape, np.float32)
    for at in range(0, len(found), _BLOCK):
        block = found[at : at + _BLOCK]
        bad = np.flatnonzero(~np.isfinite(block).all(axis=1))
        if len(bad):
            shown = texts[at + bad[0]]
            shown = shown if len(shown) <= 40 else f"{shown[:37]}..."
            raise InvalidValue(f"an embedder must return finite numbers: {name} gave NaN or infinity for {shown!r}")
        rows[at : at + _BLOCK] = _unit(block)
    return rows


def _numbers(given: object) -> NDArray[Any]:
    """Read real numbers; an empty array where something else was given."""
    try:
        found = np.asarray(given)
    except (TypeError, ValueError):  # rows of different lengths
        return np.zeros(0)
    return found if found.dtype.kind in "fiu" else np.zeros(0)


def _unit(rows: NDArray[Any]) -> NDArray[np.float64]:
    """Scale rows to length 1; rows of zeros stay."""
    rows = rows.astype(np.float64)
    largest = np.abs(rows).max(axis=1, keepdims=True, initial=0)
    rows /= np.where(largest > 0, largest, 1)  # the squares of very large numbers would be infinite
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    rows /= np.where(lengths > 0, lengths, 1)
    return rows


def cosine(one: NDArray[Any], other: NDArray[Any]) -> NDArray[np.float64]:
    """Compare vectors row by row: the cosine of the angle between them.

    Args:
        one: an array of shape (n, dimensions) or (dimensions,).
        other: an array of the same shape.

    Returns:
        n numbers (or one) from -1 to 1; 0 where either vector is all zeros.

    >>> cosine(np.array([[1.0, 0.0], [0.0, 0.0]]), np.array([[1.0, 1.0], [1.0, 0.0]])).round(3).tolist()
    [0.707, 0.0]
    """
    one, other = np.atleast_2d(one), np.atleast_2d(other)
    found: NDArray[np.float64] = np.clip(np.einsum("ij,ij->i", _unit(one), _unit(other)), -1.0, 1.0)
    return found
