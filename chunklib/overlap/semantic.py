"""Repeat by meaning: whole sentences from the end of a chunk, as long as they stay similar to that chunk.

Going back from the cut, sentence by sentence, the text that would be repeated is compared with the whole chunk that it
leaves: the cosine of the mean of its sentences' vectors and the mean of the chunk's. The overlap ends before the first
sentence with which the similarity falls below the threshold, or the maximum is passed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from chunklib.cuts.positions import Cuts
from chunklib.cuts.semantic import SentenceVectors
from chunklib.document import Document
from chunklib.embed import Embedder, cosine, embedder
from chunklib.errors import InvalidValue
from chunklib.overlap.kind import Overlap, OverlapKind
from chunklib.readers import at_least, real
from chunklib.tokens import Index

_DIGITS = 9  # what lies below is rounding, which differs between machines


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
        real("threshold", self.threshold, -1, 1)
        at_least(0, "maximum", self.maximum)

    @property
    def units(self) -> int:
        """Give the most that neighbours may share."""
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

    def on(self, document: Document, levels: Sequence[Cuts]) -> SimilarSentences:  # noqa: ARG002
        """Embed the sentences of one document, with the strategy's embedder if it names none of its own."""
        embed = embedder(document.options.get("embed") if self.embed is None else self.embed)
        return SimilarSentences(document.sentences, document.vectors(embed), self.threshold, self.maximum)


@dataclass(frozen=True)
class SimilarSentences(Overlap):
    """Repeats whole sentences while they are similar enough; none where the last one is not.

    Args:
        cuts: where the sentences of the document begin.
        vectors: theirs.
        threshold: the least similarity.
        most: the most that two neighbours may share, in units of the ruler.
    """

    cuts: Cuts
    vectors: SentenceVectors
    threshold: float
    most: int

    def starts(self, index: Index, start: int, end: int, early: int) -> Iterator[int]:  # noqa: ARG002
        """Yield the starts of the sentences that may be repeated, earliest first."""
        return reversed([at for at, _ in self._similar(index, start, end)])

    def notes(self, index: Index, start: int, end: int) -> Mapping[str, object]:
        """Say how many sentences of ``text[start:end]`` were similar enough, and how similar the furthest was."""
        found = list(self._similar(index, start, end))
        why = f"similarity {found[-1][1]:.2f}" if found else "no sentence was similar enough and small enough"
        return {"overlap_asked": index.size(found[-1][0], end) - index.special if found else 0, "overlap_why": why}

    def _similar(self, index: Index, start: int, end: int) -> Iterator[tuple[int, float]]:
        """Go back from the end as long as sentences are similar and fit; yield each start and its similarity."""
        chunk, at = self.vectors.mean(start, end), self.cuts.last(start, end - 1)
        while at is not None and index.size(at, end) - index.special <= self.most:
            similarity = round(float(cosine(self.vectors.mean(at, end), chunk)[0]), _DIGITS)
            if similarity < round(float(self.threshold), _DIGITS):
                return
            yield at, similarity
            at = self.cuts.last(start, at - 1)
