"""Run a BERT encoder in numpy: token ids in, a vector for each out, as the trained weights in a file say.

Sequences that are encoded together have one length: nothing is padded.
"""

import json
import mmap
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from chunklib.errors import InvalidValue

Floats = NDArray[np.float32]

_ERF = (1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592)
_SLOPE = 0.3275911
_ATTENTION = ("query", "key", "value")
_ROWS = 128  # to which the activation is applied at once: as many as the cache of a processor holds


def erf(x: Floats) -> Floats:
    """Approximate the error function: off by less than 6e-7 (Abramowitz and Stegun 1964, formula 7.1.26).

    >>> erf(np.array([0.0, 0.5, -9], np.float32)).round(6).tolist()
    [0.0, 0.5205000042915344, -1.0]
    """
    steep = 1 / (1 + np.float32(_SLOPE) * np.abs(x))
    found = np.full_like(x, _ERF[0])
    for factor in _ERF[1:]:
        found *= steep
        found += np.float32(factor)
    found *= steep
    found *= np.exp(-np.square(x))
    return np.copysign(1 - found, x)


def read_safetensors(path: Path) -> dict[str, NDArray[Any]]:
    """Read the 32-bit arrays of a file in the format safetensors: a length, a header in JSON, and raw numbers.

    The arrays are views of the file, which the system reads page by page as they are used.

    Raises:
        ValueError: for a file in another format.
    """
    try:
        with path.open("rb") as file:
            data = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
        begin = 8 + int.from_bytes(data[:8], "little")
        header = json.loads(bytes(data[8:begin]))
        return {
            name: np.frombuffer(data[begin + first : begin + last], "<f4").reshape(about["shape"])
            for name, about in header.items()
            if about.get("dtype") == "F32"
            for first, last in [about["data_offsets"]]
        }
    except (ValueError, TypeError, KeyError, AttributeError):
        raise InvalidValue(f"{path} is not a whole file in the format safetensors") from None


class Bert:
    """Encodes token ids with the weights of a BERT (Devlin et al. 2019, arXiv 1810.04805).

    Args:
        weights: arrays by the names that the package transformers gives them.
        heads: how many parts attention has.
        epsilon: what layer normalisation adds to the variance.
    """

    def __init__(self, weights: dict[str, NDArray[Any]], heads: int, epsilon: float) -> None:
        self._weights, self._heads, self._epsilon = weights, heads, epsilon
        self._layers = 1 + max(int(name.split(".")[2]) for name in weights if name.startswith("encoder.layer."))
        self.dimensions: int = weights["embeddings.word_embeddings.weight"].shape[1]

    def __call__(self, ids: NDArray[np.int64]) -> Floats:
        """Encode token ids of shape (sequences, positions): an array of shape (sequences, positions, dimensions)."""
        table = self._weights["embeddings.word_embeddings.weight"]
        at = self._weights["embeddings.position_embeddings.weight"][: ids.shape[1]]
        found = table[ids] + (at + self._weights["embeddings.token_type_embeddings.weight"][0])
        found = self._norm("embeddings", found.reshape(-1, self.dimensions))
        for number in range(self._layers):
            layer = f"encoder.layer.{number}"
            seen = self._dense(f"{layer}.attention.output", self._attend(f"{layer}.attention.self", found, ids.shape))
            found = self._norm(f"{layer}.attention.output", found + seen)
            wide = self._dense(f"{layer}.intermediate", found)
            for rows in np.array_split(wide, -(-len(wide) // _ROWS)):
                np.multiply(rows, np.float32(0.5) + np.float32(0.5) * erf(rows * np.float32(0.5**0.5)), out=rows)
            found = self._norm(f"{layer}.output", found + self._dense(f"{layer}.output", wide))
        return found.reshape(*ids.shape, self.dimensions)

    def _attend(self, name: str, rows: Floats, shape: tuple[int, ...]) -> Floats:
        """Let every token look at every other of its sequence, in all heads at once."""
        parts = (self._linear(f"{name}.{part}", rows).reshape(*shape, self._heads, -1) for part in _ATTENTION)
        query, key, value = (np.ascontiguousarray(part.swapaxes(1, 2)) for part in parts)
        query *= np.float32(query.shape[3] ** -0.5)
        scores: Floats = query @ key.swapaxes(2, 3)
        scores -= scores.max(axis=3, keepdims=True)
        np.exp(scores, out=scores)
        scores /= scores.sum(axis=3, keepdims=True)
        seen: Floats = np.matmul(scores, value)
        return seen.swapaxes(1, 2).reshape(rows.shape)

    def _dense(self, name: str, rows: Floats) -> Floats:
        return self._linear(f"{name}.dense", rows)

    def _linear(self, name: str, rows: Floats) -> Floats:
        found: Floats = rows @ self._weights[f"{name}.weight"].T
        found += self._weights[f"{name}.bias"]
        return found

    def _norm(self, name: str, rows: Floats) -> Floats:
        rows -= rows.mean(axis=1, keepdims=True)
        rows /= np.sqrt(np.square(rows).mean(axis=1, keepdims=True) + np.float32(self._epsilon))
        rows *= self._weights[f"{name}.LayerNorm.weight"]
        rows += self._weights[f"{name}.LayerNorm.bias"]
        return rows
