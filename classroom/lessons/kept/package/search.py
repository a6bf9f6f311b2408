"""Rank the chunks of a document for a question by the words that they share: BM25, in the document's language."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from math import log
from pathlib import Path

from chunklib.chunk import Chunk
from chunklib.context.headers import in_full
from chunklib.retrieval.spelling import folded, joined, spelled
from chunklib.retrieval.terms import parted, terms

K1, B = 1.5, 0.75
_SAMPLE = 100_000  # characters that the language is guessed from
_STEM = 5  # letters by which a question and a sentence are compared
_GUESSED = tomllib.loads(Path(__file__).with_name("languages.toml").read_text("utf-8"))
KNOWN = {name for name, own in _GUESSED.items() if "stop" in own}
"""The languages whose small words a search knows."""
_SCRIPTS = {"CJK": "Chinese", "HANGUL": "Korean", "GREEK": "Greek", "KATAKANA": "Japanese", "": "not recognised"}
_WORD = re.compile(r"\b\w\w+\b|€")
_folded = lru_cache(maxsize=50_000)(folded)  # of words


def rank(question: str, chunks: tuple[Chunk, ...], k: int) -> list[int]:
    """Return the places of at most k chunks that share a word with a question, best first, from 0.

    Rare words count more, and more in short chunks. Scores are those of ``chunklib.retrieval.BM25`` (Lucene's form);
    words are those of the document's language.
    """
    counts, lengths = counted(chunks)
    mean, scores = sum(lengths) / max(len(lengths), 1), dict[int, float]()
    for word in spoken(chunks).asked(question):
        there = [place for place, words in enumerate(counts) if word in words]
        weight = log(1 + (len(chunks) - len(there) + 0.5) / (len(there) + 0.5))
        for place in there:
            times, length = counts[place][word], lengths[place] / mean
            scores[place] = scores.get(place, 0) + weight * times / (times + K1 * (1 - B + B * length))
    return sorted(scores, key=lambda place: (-scores[place], place))[:k]


@lru_cache(maxsize=4)
def counted(chunks: tuple[Chunk, ...]) -> tuple[list[Counter[str]], list[int]]:
    """Count the words of each chunk, by itself and in all."""
    words_of = spoken(chunks).words
    counts = [Counter(words_of(in_full(chunk))) for chunk in chunks]
    return counts, [words.total() for words in counts]


@lru_cache(maxsize=4)
def spoken(chunks: tuple[Chunk, ...]) -> Language:
    """Return the language that chunks are in."""
    return Language(language(" ".join(chunk.text for chunk in chunks)))


class Language:
    """Knows small words, words of asking and endings of a language that :func:`language` names, else of English."""

    def __init__(self, name: str) -> None:
        entry = _GUESSED[name if name in KNOWN else "English"]
        self._stop = frozenset(folded(entry["stop"]).split())
        self._not_keys = self._stop.union(folded(entry["asking"]).split())
        self._endings = re.compile(entry.get("endings", "(?!)").replace("\n", ""))
        self._rounds, self._alike = entry.get("rounds", 1), entry.get("alike", {})
        self._kinds = {kind: re.compile(entry[kind]) for kind in ("dates", "names")}

    def words(self, text: str) -> list[str]:
        """Cut a text into the words that a search compares: without small words, accents and endings."""
        plain = spelled(text)
        return [stem for stem, _ in self._stems(plain, self._stop)] + terms(folded(plain))

    def asked(self, question: str) -> list[str]:
        """Cut a question into the words that a search looks for."""
        plain, others = parted(folded(spelled(question)))
        return [stem for stem, _ in self._stems(plain, self._stop)] + others

    def keys(self, text: str) -> dict[str, str]:
        """Return what an answer is known by: the beginnings of the words that count, each with its word in the text."""
        plain = spelled(text)
        found = {stem[:_STEM]: word for stem, word in self._stems(plain, self._not_keys)}
        return found | {term: term for term in terms(plain) + re.findall(r"(?<![.,])\b\d\b(?![.,]\d)", plain)}

    def keys_of(self, kind: str, text: str) -> set[str]:
        """Return the keys of the ``dates`` (days and months) in a text, or of its ``names`` (and numbers)."""
        return set(self.keys(" ".join(self._kinds[kind].findall(text))))

    def _stems(self, plain: str, left_out: frozenset[str]) -> Iterator[tuple[str, str]]:
        for word in _WORD.findall(plain) + joined(plain):
            stem = _folded(word)
            if stem not in left_out:
                for pattern, common in self._alike.items():
                    stem = re.sub(pattern, common, stem)
                for _ in range(self._rounds):
                    stem = self._endings.sub("", stem)
                yield stem, word


@lru_cache(maxsize=8)
def language(text: str) -> str:
    """Guess the language by its script, and in Latin script by the share of common words.

    >>> language("Der Hund ist nicht in dem Haus, und die Katze ist auf der Mauer.")
    'German'
    >>> language("lorem ipsum dolor")
    'not recognised'
    """
    sample = text[:_SAMPLE]
    scripts = Counter(unicodedata.name(char, "?").split()[0] for char in sample if char.isalpha())
    script = max(scripts, key=scripts.__getitem__, default="")
    if scripts["HIRAGANA"] > 0.1 * scripts.total():  # among more Chinese characters
        return "Japanese"
    if script != "LATIN":
        return _SCRIPTS.get(script, f"a language in {script.title()} script")
    words = Counter(re.findall(r"\w+", sample.lower()))
    common = {name: [words[word] for word in own["common"].split() if words[word]] for name, own in _GUESSED.items()}
    # One word alone, such as the letter a, is in many languages.
    shares = {name: sum(counts) / words.total() * (len(counts) > 1) for name, counts in common.items()}
    first, second = sorted(shares, key=shares.__getitem__)[:-3:-1]
    return first if shares[first] > max(0.08, 1.3 * shares[second]) else "not recognised"
