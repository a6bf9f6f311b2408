"""Pool token vectors (late chunking): the vector of a chunk is the mean of those of its tokens.

Every token has then seen the whole document (Günther et al., "Late Chunking: Contextual Chunk Embeddings Using
Long-Context Embedding Models", 2024, arXiv 2409.04701).
"""

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from chunklib.chunk import Chunk
from chunklib.context.headers import check_slice
from chunklib.errors import InvalidValue
from chunklib.readers import a_text

TokenEmbedder = Callable[[str], tuple[Any, Any]]
"""What turns a text into token vectors (tokens x dimensions) and their offsets (tokens x 2)."""


def pool(vectors: ArrayLike, offsets: ArrayLike, chunks: Iterable[Chunk]) -> NDArray[np.float64]:
    """Take the mean of the token vectors of each chunk.

    A token is of every chunk that it shares a character with, so one that lies across a boundary is of both sides.
    A token without characters (``[CLS]``, with offsets such as 0, 0) is of none.

    Args:
        vectors: of shape (tokens, dimensions).
        offsets: of shape (tokens, 2): start and end of each token in characters of the document, neither falling
            from token to token.
        chunks: of this document, in any order.

    Returns:
        an array of shape (chunks, dimensions); lengths are not normalised. A chunk without letters and digits in
        which no token lies (invisible characters) has zeros.

    Raises:
        ValueError: for other shapes, vectors that hold NaN or infinity, offsets out of order, and a chunk with
            letters or digits that no token touches; the message names which.

    >>> chunks = [Chunk("ab", 0, 2, 2, 0, 0), Chunk("bcd", 1, 4, 3, 1, 1)]
    >>> pool([[1, 0], [3, 0], [5, 6]], [(0, 1), (1, 2), (2, 4)], chunks).tolist()
    [[2.0, 0.0], [4.0, 3.0]]
    """
    values, (starts, ends) = _tokens(vectors, offsets)
    asked = list(chunks)
    first = np.searchsorted(ends, [chunk.start_char for chunk in asked], side="right")
    last = np.searchsorted(starts, [chunk.end_char for chunk in asked], side="left")
    means = np.zeros((len(asked), values.shape[1]))
    for row, chunk, begin, end in zip(means, asked, first.tolist(), last.tolist(), strict=True):
        if begin < end:
            values[begin:end].mean(axis=0, dtype=np.float64, out=row)
        elif any(map(str.isalnum, chunk.text)):
            raise InvalidValue(f"no token lies in chunk {chunk.id}: the tokens end at {max(ends, default=0)}")
    return means


def _tokens(vectors: ArrayLike, offsets: ArrayLike) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """Read the token vectors, and the starts and ends of the tokens; those without characters are left out."""
    values, places = _array("vectors", vectors), _array("offsets", offsets)
    if values.ndim != 2:
        raise InvalidValue(f"vectors must have the shape (tokens, dimensions): got {values.shape}")
    if places.shape != (len(values), 2) or not (np.issubdtype(places.dtype, np.integer) or not places.size):
        wanted = f"({len(values)}, 2), whole numbers"
        raise InvalidValue(f"offsets must have the shape {wanted}: got {places.shape}, {places.dtype}")
    bad = np.flatnonzero(~np.isfinite(values).all(axis=1))
    if len(bad):
        raise InvalidValue(f"vectors must be finite: that of token {bad[0]} is not")
    real = places[:, 0] != places[:, 1]
    if not real.all():  # a copy of the vectors of a long text is large
        values, places = values[real], places[real]
    places = places.astype(np.int64)
    wrong = (places[:, 0] < 0) | (places[:, 0] > places[:, 1])
    wrong[1:] |= (np.diff(places, axis=0) < 0).any(axis=1)
    if wrong.any():
        at = int(np.argmax(wrong))
        raise InvalidValue(f"offsets must rise: the token at {places[at, 0]}-{places[at, 1]} is out of order")
    return values, places.T


def _array(name: str, numbers: ArrayLike) -> NDArray[Any]:
    try:
        found = np.asarray(numbers)
    except ValueError:  # rows of different lengths
        raise InvalidValue(f"{name} must have rows of one length") from None
    if found.dtype.kind not in "iuf" and found.size:
        raise InvalidValue(f"{name} must be numbers: got {found.dtype}")
    return found


def late_chunks(text: str, chunks: Iterable[Chunk], embed_tokens: TokenEmbedder) -> NDArray[np.float64]:
    """Embed a document token by token, once, and pool the vectors by its chunks.

    Args:
        text: the document.
        chunks: chunks of this document.
        embed_tokens: ``text -> (vectors, offsets)``, as :func:`pool` takes them. It must read the whole text: a
            chunk after what the model reads has no tokens, and is refused.

    Returns:
        an array of shape (chunks, dimensions).

    Raises:
        TypeError: for a document that is not a text.
        ValueError: as :func:`pool`; for a chunk that is not of this document, and for anything but a pair from
            ``embed_tokens``.

    >>> def letters(text):
    ...     return [[ord(letter)] for letter in text], [(at, at + 1) for at in range(len(text))]
    >>> late_chunks("abc", [Chunk("bc", 1, 3, 2, 0, 0)], letters).tolist()
    [[98.5]]
    """
    a_text("text", text)
    asked = list(chunks)
    for chunk in asked:
        check_slice(text, chunk)
    embedded = embed_tokens(text)
    if not isinstance(embedded, tuple | list) or len(embedded) != 2:
        raise InvalidValue(f"embed_tokens must return a pair (vectors, offsets): got {type(embedded).__name__}")
    return pool(*embedded, asked)
