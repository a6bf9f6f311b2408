"""Split a text into sentences and embed them once: every plot after that is arithmetic on their vectors."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from chunklib.cuts import sentences
from chunklib.cuts.semantic import SentenceVectors
from chunklib.embed import Embedder
from chunklib.tokens import Index
from chunklib.tokens import ruler as make_ruler

MOST_CHARACTERS = 40_000
_MODELS = {"wordllama_embedding": "wordllama", "hashing": "hashing, which knows words only"}


class Sentences:
    """Holds the sentences of a text, a vector each, and its measure in tokens; ``error`` says why there are none."""

    def __init__(self, text: str, embed: Embedder) -> None:
        self.text = text
        self.model = _MODELS.get(name := getattr(embed, "__name__", type(embed).__name__), name)
        self.ends = list(sentences(text)) if 0 < len(text) <= MOST_CHARACTERS else []
        self.texts = [text[start:end].strip() for start, end in pairwise([0, *self.ends])]
        self.index: Index = make_ruler("cl100k_base").index(text[: self.ends[-1]] if self.ends else "")
        try:
            self.rows, self.error = SentenceVectors(text, lambda: self.ends, embed).rows, ""
        except (ValueError, TypeError) as error:
            self.rows, self.error = np.zeros((len(self.texts), 1), np.float32), str(error)
        self._vectors = dict(zip(self.texts, self.rows, strict=True))

    def embed(self, texts: list[str]) -> list[Any]:
        """Give the vectors of sentences once more, without the model."""
        return [self._vectors[text] for text in texts]

    def size(self, first: int, last: int) -> int:
        """Measure the sentences from one number to another, the second excluded."""
        return self.index.size(self.ends[first - 1] if first else 0, self.ends[last - 1])
