"""Embed the course's own questions and chunks with vectors of MiniLM that were made before: no model is needed.

``python -m research.stored_vectors`` makes ``minilm.npz``: vectors of all-MiniLM-L6-v2 in whole numbers from -127 to
127, as a cosine does not depend on their length, each with a hash of exactly the text that it belongs to.
"""

from functools import cache
from hashlib import sha256
from importlib.resources import files
from io import BytesIO

import numpy as np
from numpy.typing import NDArray

from chunklib.errors import InvalidValue
from chunklib.readers import listed

CHUNKINGS = (
    "recursive 200/0",
    "recursive 200/0, after the document's first line",
    "recursive 200/0, after the line before",
    "recursive 200/0, after both lines",
    "token_windows 200/0",
    "markdown 200/0",
    "markdown 200/0, after its headings",
)
"""What has vectors: these chunks of the eight documents of the course, as :func:`chunklib.in_full` writes them."""

FILE = "minilm.npz"
_SHOWN = 40  # characters of a text in a message


def minilm(texts: list[str]) -> NDArray[np.float32]:
    """Give each text the vector that MiniLM gives it, to 8 bits; pass it as ``embed`` to ``Dense`` or ``where_lost``.

    Args:
        texts: n questions of ``own_benchmark()``, or chunks of :data:`CHUNKINGS`, in full.

    Returns:
        an array of shape (n, 384), each row of length 1.

    Raises:
        TypeError: for anything but a list of texts.
        ValueError: for a text without a stored vector, and if the file was changed.

    >>> from chunklib.evaluation import own_benchmark
    >>> one, other, *_ = minilm([question.text for question in own_benchmark().questions])
    >>> one.shape, round(float(one @ one), 3)
    ((384,), 1.0)
    """
    given = listed("minilm embeds a list of texts", texts, str)
    places, vectors = _stored()
    found = [places.get(key(text)) for text in given]
    if None in found:
        text = given[found.index(None)]
        shown = f"{text[:_SHOWN]!r}{'…' if len(text) > _SHOWN else ''}"
        stored = "; ".join(CHUNKINGS)
        raise InvalidValue(
            f"no vector is stored for {shown}: stored are the course's questions and the chunks {stored}"
        )
    rows = vectors[np.array(found, np.intp)].astype(np.float32)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    return rows


def key(text: str) -> int:
    """Shorten a text to the number by which its vector is found."""
    return int.from_bytes(sha256(text.encode("utf-8", "surrogatepass")).digest()[:8], "big")


def content(keys: NDArray[np.uint64], vectors: NDArray[np.int8]) -> NDArray[np.uint8]:
    """Hash what the file holds, as it says itself."""
    return np.frombuffer(sha256(keys.astype("<u8").tobytes() + vectors.tobytes()).digest(), np.uint8)


@cache
def _stored() -> tuple[dict[int, int], NDArray[np.int8]]:
    """Read the file: the place of each text's vector, and the vectors."""
    with np.load(BytesIO(files(__package__).joinpath(FILE).read_bytes())) as file:
        keys, vectors, made = file["keys"], file["vectors"], file["content"]
    if not np.array_equal(made, content(keys, vectors)):
        raise InvalidValue(f"{FILE} of the course was changed after it was made: install the course again")
    return {number: place for place, number in enumerate(keys.tolist())}, vectors
