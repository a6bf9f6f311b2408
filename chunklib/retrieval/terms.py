"""Cut a text into what BM25 counts: words, and where a script puts no space between words, characters and their pairs.

Pairs do what a dictionary would (Nie, Gao, Zhang & Zhou, "On the Use of Words and N-grams for Chinese Information
Retrieval", IRAL 2000), for any such script and without one; single characters find what a query of one asks for.
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from unicodedata import normalize

import regex

from chunklib.cuts.sentence_marks import compiled

_WORD = re.compile(r"\b\w\w+\b")
_UNSPACED = (
    r"[[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}ーｰﾞﾟ]&&[\p{L}\p{M}〇]]"
    r"[\p{Script=Inherited}&&[\p{M}\u200C\u200D]]*+"
)
# A word with its vowel signs: \w knows letters alone, and would break हिन्दी into three. Accents of Latin stay outside.
_SIGN = r"[\p{M}--\p{Script=Inherited}]"
_SPACED = rf"(?:(?!{_UNSPACED})(?:[\p{{L}}\p{{N}}_\u064B-\u065F\u0670]|{_SIGN}|(?<={_SIGN})[\u200C\u200D]))++"
_RUN = compiled(rf"(?P<unspaced>(?:{_UNSPACED})++)|{_SPACED}")
_OTHER = r"[\u0591-\u1CFF\uA800-\uABFF\U00011000-\U00011FFF]"
_IS_OTHER = regex.compile(_OTHER)
_NEEDED = compiled(rf"{_OTHER}|{_UNSPACED}")
_CLUSTER = regex.compile(r"\X")
# What a writer may leave out: points of Hebrew, short vowels and lengthened strokes of Arabic, joiners.
_OPTIONAL = regex.compile(r"[\u0591-\u05BD\u05BF-\u05C7\u0640\u064B-\u0652\u0670\u200C\u200D]")


def terms(text: str) -> list[str]:
    r"""Find the words of a text in lower case, or its characters and pairs of them, by the script of each run.

    Args:
        text: a chunk or a query, in any mix of scripts.

    Returns:
        words of two or more characters, as ``\b\w\w+\b`` finds them in Latin; in Chinese, Japanese, Thai, Lao,
        Khmer and Burmese each character (grapheme cluster), and each two neighbours together.

    >>> terms("Fish in 東京湾, 2026年")
    ['fish', 'in', '東', '京', '湾', '東京', '京湾', '2026', '年']
    """
    lower = text.lower()
    if not _NEEDED.search(lower):
        return _WORD.findall(lower)
    return [term for run in _RUN.finditer(lower) for term in _of(run)]


def _of(run: regex.Match[str]) -> Iterator[str]:
    """Yield the terms of a run of one kind, the same for each way to write it."""
    word = run[0]
    if run["unspaced"] is not None:
        characters = _CLUSTER.findall(_OPTIONAL.sub("", normalize("NFKC", word)))
        yield from characters
        yield from map("".join, pairwise(characters))
        return
    if _IS_OTHER.search(word):
        word = _OPTIONAL.sub("", normalize("NFKC", word))
    if len(word) > 1:
        yield word
