"""Find chunks by words: BM25."""

import logging
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from chunklib.chunk import Chunk
from chunklib.context import in_full
from chunklib.missing import needed
from chunklib.readers import real
from chunklib.retrieval.retriever import NO_HIT, Scored, found_by
from chunklib.retrieval.spelling import searched
from chunklib.retrieval.terms import parted, terms
from chunklib.retrieval.where import Metadata, Where


class BM25(Scored):
    r"""Finds chunks by the words they share with the query; rare words count more, and more in short chunks.

    The score is ``sum idf(w) * tf / (tf + k1 * (1 - b + b * length / mean length))`` over the words of the query (one
    asked twice counts twice), with ``idf(w) = ln(1 + (N - n + 0.5) / (n + 0.5))`` for a word in n of N chunks:
    Lucene's form (Kamphuis et al., "Which BM25 Do You Mean?", ECIR 2020). Words are runs of two or more word
    characters in lower case (``\b\w\w+\b``) but for 33 small ones of English. A chunk without any word of the query
    is not a hit.

    What such runs miss has a score of its own, which is added: characters and pairs of neighbours in Chinese,
    Japanese, Thai, Lao, Khmer and Burmese, which put no space between words, and words with vowel signs in Hindi,
    Arabic and the like (in Arabic also without their article and endings). A query with less than a tenth of those
    ranks as if they were not there.

    A ligature counts as its letters, an accent of Latin, Greek or Cyrillic as nothing (*café* is *cafe*, *Größe* is
    *grosse*), and a word that is divided at the end of a line as its parts and as the whole; in a query, too.

    Args:
        chunks: what is searched.
        k1: how soon more of the same word stops to count, 0 or more.
        b: how much a chunk's length counts, 0 to 1.
        texts: what a chunk is found by; by default its context, a blank line, and its text.

    Raises:
        ValueError: for numbers out of range.
        TypeError: for anything but a chunk, and for ``texts`` that does not return texts.
        ModuleNotFoundError: without bm25s (the extra ``retrieval``).

    >>> one = Chunk("Fish is cold.", 0, 13, size=4, overlap=0, index=0, document="note")
    >>> two = Chunk("Bread is warm.", 14, 28, size=4, overlap=0, index=1, document="note")
    >>> [(hit.chunk.id, round(hit.score, 3)) for hit in BM25([one, two]).search("Which fish?", k=2)]
    [('note:0-13', 0.277)]
    """

    def __init__(
        self,
        chunks: Iterable[Chunk],
        *,
        k1: float = 1.5,
        b: float = 0.75,
        texts: Callable[[Chunk], str] = in_full,
    ) -> None:
        super().__init__(chunks)
        real("k1", k1, 0)
        real("b", b, 0, 1)
        found, self._metadata = found_by(self.chunks, texts), Metadata(self.chunks)
        parameters = {"k1": k1, "b": b, "method": "lucene", "dtype": "float64", "backend": "numpy"}
        found = [searched(text) for text in found]
        both = self._words(found), self._words([" ".join(terms(text)) for text in found], r"\S+")
        self._parts = [_Part(words, parameters) for words in both]

    def _words(self, texts: list[str], pattern: str = r"(?u)\b\w\w+\b") -> list[list[str]]:
        found: list[list[str]] = _package().tokenize(
            texts, True, pattern, "english", return_ids=False, show_progress=False
        )
        return found

    def _scores(self, queries: list[str], where: Where | None) -> Iterator[NDArray[np.floating[Any]]]:
        plain, others = zip(*(parted(searched(query)) for query in queries), strict=True) if queries else ((), ())
        both = self._words(list(plain)), self._words([" ".join(words) for words in others], r"\S+")
        may = self._metadata.matching(where)
        for words, missed in zip(*both, strict=True):
            scores = self._parts[0].scores(words) + self._parts[1].scores(missed)
            yield np.where(may & (scores > 0), scores, NO_HIT)  # the weight of a word is above 0 always


class _Part:
    """Scores chunks by words of one kind.

    Args:
        words: those of each chunk.
        parameters: of the package's index.
    """

    def __init__(self, words: list[list[str]], parameters: dict[str, Any]) -> None:
        self._vocabulary = {word: number for number, word in enumerate(dict.fromkeys(w for own in words for w in own))}
        self._chunks = len(words)
        self._index = _package().BM25(**parameters)
        if self._vocabulary:
            self._index.scores = self._index.build_index_from_ids(
                list(self._vocabulary.values()), [self._known(own) for own in words], show_progress=False
            )

    def _known(self, words: list[str]) -> list[int]:
        """Number the words that some chunk has."""
        return [self._vocabulary[word] for word in words if word in self._vocabulary]

    def scores(self, words: list[str]) -> NDArray[np.floating[Any]]:
        """Score every chunk; 0 where it has none of the words."""
        known = self._known(words)
        found: NDArray[np.floating[Any]] = self._index.get_scores_from_ids(known) if known else np.zeros(self._chunks)
        return found


def _package() -> Any:
    """Import bm25s; it sets the level of its logger to DEBUG, which is put back."""
    logger = logging.getLogger("bm25s")
    level = logger.level
    with needed("BM25 needs", "bm25s", "retrieval"):
        import bm25s
    logger.setLevel(level)
    return bm25s
