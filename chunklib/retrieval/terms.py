"""Cut what runs of letters break or do not part: words with vowel signs, and characters and their pairs.

Pairs do what a dictionary would (Nie, Gao, Zhang & Zhou, "On the Use of Words and N-grams for Chinese Information
Retrieval", IRAL 2000), for any such script and without one; single characters find what a query of one asks for.
"""

from collections.abc import Iterator
from itertools import pairwise
from unicodedata import normalize

import regex

from chunklib.cuts.separators import compiled

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

# What Arabic writes together with a word: "and", the article after a preposition, and endings of number and possession
# (light10 of Larkey, Ballesteros & Connell, "Light Stemming for Arabic Information Retrieval", 2007).
_BEFORE = regex.compile(r"^(?:و?(?:[بكف]?ال|لل)(?=..)|و(?=...))")
_AFTER = regex.compile(r"(?<=..)(?:ها|ان|ات|ون|ين|يه|ه|ي)$")
_ALIKE = str.maketrans("أإآىة", "اااي" + "ه")


def terms(text: str) -> list[str]:
    r"""Find what the words of a chunk (runs of ``\w``) miss: by the script of each run.

    Args:
        text: a chunk, in any mix of scripts.

    Returns:
        in Chinese, Japanese, Thai, Lao, Khmer and Burmese each character (grapheme cluster), and each two neighbours
        together; words of two or more characters of scripts with vowel signs, and those of Latin beside a character;
        of Arabic also what is left of a word without its article, "and" and endings.

    >>> terms("Fish in 東京湾, 2026年")
    ['東', '京', '湾', '東京', '京湾', '2026', '年']
    """
    lower = text.lower()
    if not _NEEDED.search(lower):
        return []
    return [term for run in _RUN.finditer(lower) if _is_missed(run) for term in _of(run)]


def parted(query: str) -> tuple[str, list[str]]:
    """Part a query: the text whose words are asked for, and what is asked for among :func:`terms`.

    A query of which less than a tenth is of other scripts is asked as words, and so is a foreign name in it.

    >>> parted("GPU 水")
    ('gpu  ', ['gpu', '水'])
    """
    lower = query.lower()
    if 10 * len(_NEEDED.findall(lower)) < len(lower):
        return query, [run[0] for run in _RUN.finditer(lower) if not _is_other(run)]
    return _RUN.sub(lambda run: " " if _is_other(run) else run[0], lower), [
        term for run in _RUN.finditer(lower) for term in _of(run)
    ]


def _is_other(run: regex.Match[str]) -> bool:
    return run["unspaced"] is not None or _IS_OTHER.search(run[0]) is not None


def _is_missed(run: regex.Match[str]) -> bool:
    """Tell whether a run is of another script, or would be taken for one word with it."""
    beside = run.string[max(run.start() - 1, 0) : run.start()] + run.string[run.end() : run.end() + 1]
    return _is_other(run) or _NEEDED.search(beside) is not None


def _of(run: regex.Match[str]) -> Iterator[str]:
    """Yield the terms of a run of one kind, the same for each way to write it."""
    word = _OPTIONAL.sub("", normalize("NFKC", run[0])) if _is_other(run) else run[0]
    if run["unspaced"] is not None:
        characters = _CLUSTER.findall(word)
        yield from characters
        yield from map("".join, pairwise(characters))
    elif len(word) > 1:
        yield word
        if (stem := _AFTER.sub("", _BEFORE.sub("", word.translate(_ALIKE)))) != word:
            yield stem
