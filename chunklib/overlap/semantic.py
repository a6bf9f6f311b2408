"""An overlap by meaning: whole sentences from the end of a chunk, as long as they stay similar to that chunk.

Going back from the cut, sentence by sentence, the text that would be repeated is compared with the whole chunk that it
leaves: the cosine of the mean of its sentences' vectors and the mean of the chunk's. The overlap ends before the first
sentence with which the similarity falls below the threshold, or the maximum is passed.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from numbers import Real
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from chunklib.cuts.positions import Cuts
from chunklib.embed import Embedder, cosine, embedder, vectors
from chunklib.errors import InvalidType, InvalidValue
from chunklib.integers import at_least, size_and_overlap
from chunklib.overlap.kind import Overlap, OverlapKind, Text
from chunklib.tokens import Index

_DIGITS = 9  # what lies below is rounding, which differs between machines


class SentenceVectors:
    """The sentences of one text with a vector each: all embedded in one call, at the first question.

    Args:
        text: the document.
        find: makes the rising offsets at which sentences end (the last is the end of the text).
        embed: a callable ``list[str] -> array``.
    """

    def __init__(self, text: str, find: Callable[[], Sequence[int]], embed: Embedder) -> None:
        self._text = text
        self._find = find
        self._embed = embed

    @cached_property
    def ends(self) -> Sequence[int]:
        """Where each sentence ends."""
        return self._find()

    @cached_property
    def rows(self) -> NDArray[np.float32]:
        """A vector of length 1 a sentence (zeros for white space alone), shape (sentences, dimensions)."""
        sentences = [self._text[start:end].strip() for start, end in pairwise((0, *self.ends))]
        spoken = [at for at, sentence in enumerate(sentences) if sentence]
        found = vectors(self._embed, [sentences[at] for at in spoken])
        if len(spoken) == len(sentences):
            return found
        rows = np.zeros((len(sentences), found.shape[1]), np.float32)
        rows[spoken] = found
        return rows

    def mean(self, start: int, end: int) -> NDArray[np.float64]:
        """Add up the vectors of the sentences that ``text[start:end]`` touches: the direction of their mean."""
        first, last = bisect_right(self.ends, start), bisect_left(self.ends, end) + 1
        total: NDArray[np.float64] = self.rows[first:last].sum(axis=0, dtype=np.float64)
        return total


@dataclass(frozen=True)
class Semantic(OverlapKind):
    """Asks for an overlap by meaning.

    Args:
        threshold: the least cosine similarity, -1 to 1, between what is repeated and the chunk that it leaves.
        maximum: the most that neighbours may share, in units of the ruler.
        embed: see :func:`chunklib.embed.embedder`.

    Raises:
        ValueError: for a threshold that is not a number from -1 to 1, or a negative maximum.
    """

    threshold: float = 0.7
    maximum: int = 100
    embed: str | Embedder | None = None
    name = "semantic"
    keys = ("threshold", "value", "maximum", "embed")

    def __post_init__(self) -> None:
        if isinstance(self.threshold, bool) or not isinstance(self.threshold, Real):  # numpy's numbers are Real
            raise InvalidType(f"threshold must be a number: got {self.threshold!r}")
        if not -1 <= self.threshold <= 1:
            raise InvalidValue(f"threshold must be a cosine from -1 to 1: got threshold={self.threshold}")
        at_least(0, "maximum", self.maximum)

    @property
    def units(self) -> int:
        """The most that neighbours may share."""
        return self.maximum

    @classmethod
    def described(cls, settings: Mapping[str, Any]) -> Self:
        """Read ``threshold`` (or ``value``), ``maximum`` and ``embed``."""
        settings = dict(settings)
        if "value" in settings:
            if "threshold" in settings:
                raise InvalidValue("a semantic overlap has a threshold or a value, not both")
            settings["threshold"] = settings.pop("value")
        return cls(**settings)

    def for_size(self, size: int) -> Semantic:
        """Refuse a maximum that is not smaller than the size."""
        size_and_overlap(size, self.maximum)
        return self

    def on(self, document: Text, levels: Sequence[Cuts]) -> SimilarSentences:  # noqa: ARG002
        """Embed the sentences of one document, with the strategy's embedder if it names none of its own."""
        embed = embedder(document.embed if self.embed is None else self.embed)
        return SimilarSentences(document.vectors(embed), document.graphemes.at, self)


@dataclass(frozen=True)
class SimilarSentences(Overlap):
    """Repeats whole sentences while they are similar enough; none where the last one is not.

    Args:
        vectors: the sentences of the document.
        allowed: tells whether no grapheme cluster reaches across an offset.
        asked: threshold and maximum.
    """

    vectors: SentenceVectors
    allowed: Callable[[int], bool]
    asked: Semantic

    def starts(self, index: Index, start: int, end: int, early: int) -> Iterator[int]:  # noqa: ARG002
        """Yield the starts of the sentences that may be repeated, earliest first."""
        return reversed([at for at, _ in self._similar(index, start, end)])

    def allows(self, index: Index, start: int, end: int) -> bool:
        """Tell whether a span measures no more than the maximum."""
        return start >= end or index.size(start, end) <= self.asked.maximum

    def notes(self, index: Index, start: int, end: int) -> Mapping[str, object]:
        """Say how many sentences of ``text[start:end]`` were similar enough, and how similar the furthest was."""
        found = list(self._similar(index, start, end))
        why = f"similarity {found[-1][1]:.2f}" if found else "no sentence was similar enough and small enough"
        return {"overlap_asked": index.size(found[-1][0], end) if found else 0, "overlap_why": why}

    def _similar(self, index: Index, start: int, end: int) -> Iterator[tuple[int, float]]:
        """Go back from the end as long as sentences are similar and fit; yield each start and its similarity."""
        ends = self.vectors.ends
        chunk = self.vectors.mean(start, end)
        for which in range(bisect_left(ends, end) - 1, -1, -1):
            at = ends[which]
            if at <= start or index.size(at, end) > self.asked.maximum:
                return
            similarity = round(float(cosine(self.vectors.mean(at, end), chunk)[0]), _DIGITS)
            if similarity < round(float(self.asked.threshold), _DIGITS):
                return
            if self.allowed(at):
                yield at, similarity
