"""Count what is given to the embedder: the sentences of the text, each once, whatever asks for them.

Counted, not timed: a model takes as long as it takes, and every text that it need not be given costs the same again.
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from benchmarks.cost import timed
from benchmarks.splitters import OVERLAP, SIZE
from chunklib import TEXT_STRATEGIES, cuts
from chunklib.embed import embedder
from chunklib.overlap import Semantic

if TYPE_CHECKING:
    from collections.abc import Callable

    from benchmarks.splitters import Split
    from chunklib.embed import Embedder


class Counting:
    """An embedder that remembers what it was given, and how long that took on the processor."""

    def __init__(self, embed: Embedder) -> None:
        self._embed = embed
        self.calls = 0
        self.given: Counter[str] = Counter()
        self.seconds = 0.0

    def __call__(self, texts: list[str]) -> Any:
        self.calls += 1
        self.given.update(texts)
        before = time.process_time()
        found = self._embed(texts)
        self.seconds += time.process_time() - before
        return found


@dataclass(frozen=True)
class Embedding:
    """The texts that the embedder got for one document.

    ``again`` counts the texts that are not a sentence, or were given before; ``missed`` the sentences that were
    not given. ``seconds`` is the processor's time for everything, ``embedding_seconds`` that of the embedder alone.
    """

    title: str
    sentences: int
    given: int
    calls: int
    again: int
    missed: int
    seconds: float
    embedding_seconds: float

    @property
    def ok(self) -> bool:
        """Tell whether each sentence was given once, and nothing else."""
        return not (self.again or self.missed)


_WAYS: dict[str, Callable[[Counting], Split]] = {
    "semantic": lambda embed: partial(TEXT_STRATEGIES["semantic"], size=SIZE, overlap=OVERLAP, embed=embed),
    "semantic, Semantic()": lambda embed: partial(
        TEXT_STRATEGIES["semantic"], size=SIZE, overlap=Semantic(embed=embed), embed=embed
    ),
    "recursive, Semantic()": lambda embed: partial(
        TEXT_STRATEGIES["recursive"], size=SIZE, overlap=Semantic(embed=embed)
    ),
}


def embeddings(text: str, say: Callable[[str], None], model: Embedder | None = None) -> list[Embedding]:
    """Count for the strategy, for the overlap, and for both; the model is the one a caller gets who names none."""
    model = model or embedder()
    model(["warm up"])
    sentences = _sentences(text)
    found = []
    for title, way in _WAYS.items():
        say(f"embedding: {title}")
        counting = Counting(model)
        spent = timed(way(counting), text)
        found.append(_embedding(title, sentences, counting, spent.processor))
    return found


def _sentences(text: str) -> Counter[str]:
    """The sentences that say something; equal ones count as often as they are in the text."""
    spans = pairwise((0, *cuts.sentences(text)))
    return Counter(sentence for start, end in spans if (sentence := text[start:end].strip()))


def _embedding(title: str, sentences: Counter[str], counting: Counting, seconds: float) -> Embedding:
    return Embedding(
        title=title,
        sentences=sentences.total(),
        given=counting.given.total(),
        calls=counting.calls,
        again=(counting.given - sentences).total(),
        missed=(sentences - counting.given).total(),
        seconds=seconds,
        embedding_seconds=counting.seconds,
    )
