"""Cuts between sentences: nupunkt's (English, abbreviations, decimals), after its words, other marks, blank lines.

nupunkt learnt abbreviations from scans of legal texts: among them are hundreds of words such as hall, month and
tables. Here a word in lower case ends its sentence before a capital, unless it is known to be short for another.
"""

import re
import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np
import regex

from chunklib.cuts.graphemes import Graphemes
from chunklib.cuts.separators import ABBREVIATED, CLAUSES, PARAGRAPH, compiled, ends, has_clauses, separators
from chunklib.cuts.words import words
from chunklib.missing import needed

# A run without white space holds no end of a sentence, yet the splitter's time grows with the square of such a run.
# Its inside is made plain letters, but for the characters at both ends, where the splitter looks for context.
_LONG, _RUN_END = 200, 50
_LONG_RUN = regex.compile(rf"(?<=(?<!\S)\S{{{_RUN_END}}})\S{{{_LONG - 2 * _RUN_END},}}(?=\S{{{_RUN_END}}}(?!\S))")
_MARKED, _ABBREVIATED = ends(), compiled(rf"(?:{ABBREVIATED})\s++")
_PART = 200_000  # characters that the splitter gets at once, at least: it holds objects of all their sentences
_FULL = 4  # letters: a shorter word is more often short for another
_BEFORE = 41  # characters before a full stop that are looked at
_WORDS = Path(__file__).with_name("abbreviations.toml")
_NO_WORD = re.compile("[b-df-hj-np-tv-z]+|x*(?:ix|iv|v?i*)")  # without a vowel, or a number
_GAP = re.compile(
    r"""\.["')\]}”’»*_`]*+(?P<space>[^\S\n]*+(?:\n[^\S\n]*+)?+(?<=\s))"""
    r"""["'(\[{“‘„«»*_`#>•–—-]*+[^\S\n]*+(?P<next>[^\W_a-z][^\W\d_]?)"""
)
_LAST_WORD = re.compile(r"(?<![\w.@&])[^\W\d_]{2,40}\Z")


def sentences(text: str) -> Sequence[int]:
    """Find the start of every sentence but the first, and the end of the text.

    Args:
        text: any text. English is known best; Chinese, Japanese, Hindi and its neighbours, Urdu, Arabic, Burmese,
            Khmer, Tibetan, Greek, Armenian and Amharic end at their marks, Thai or Lao text at a space between clauses.

    Returns:
        rising offsets in characters. White space after a sentence belongs to it, and no sentence
        crosses a blank line.

    Raises:
        ModuleNotFoundError: without nupunkt; the message names the extra.

    >>> text = "Dr. Lind waited for 3.5 hours. Then it rained."
    >>> [text[a:b] for a, b in zip([0, *sentences(text)], sentences(text))]
    ['Dr. Lind waited for 3.5 hours. ', 'Then it rained.']
    """
    longest = np.diff(np.asarray(words(text)), prepend=0).max(initial=0)  # to see that no run is long is quick
    harmless = _LONG_RUN.sub(lambda inside: "x" * len(inside[0]), text) if longest >= _LONG else text
    found = {start for start in _starts(harmless) if start and text[start - 1].isspace()}
    found.update([*ends_after_words(harmless, found)])
    found.update(separators(text, PARAGRAPH))
    if not text.isascii():
        found.difference_update(match.end() for match in _ABBREVIATED.finditer(text))
        kinds = (_MARKED, CLAUSES) if has_clauses(text) else (_MARKED,)
        found.update(match.end() for kind in kinds for match in kind.finditer(text))
    found.discard(0)
    whole = Graphemes(text)
    cuts = sorted(filter(whole.at, found))
    # The indentation below a blank line is not a sentence: white space belongs to what is before it.
    kept = [cut for cut, after in pairwise(cuts) if not text[cut:after].isspace()]
    if kept and text[: kept[0]].isspace():
        del kept[0]
    return [*kept, *cuts[-1:]]


def _starts(text: str) -> Iterator[int]:
    """Find where sentences start, in one part of the text after the other; each begins after a blank line."""
    with needed("sentences need", "nupunkt", "sentences"):
        from nupunkt import load
    splitter, begin = load("default"), 0
    while begin < len(text):
        blank = (found.end() for found in PARAGRAPH.finditer(text, begin + _PART))
        end = next((place for place in blank if text[place : place + 1].isalnum()), len(text))
        yield from (begin + start for start, _ in splitter.span_tokenize(text[begin:end]))
        begin = end


def ends_after_words(text: str, known: set[int]) -> Iterator[int]:
    """Find where a sentence starts after one that ends in an ordinary word in lower case.

    Args:
        text: any text.
        known: starts that are known; where one is between a word and the next, no other is found.

    >>> list(ends_after_words("It is cold. Nobody came, and No. 5 (fig. A) is cf. Smith.", set()))
    [12]
    """
    for gap in _GAP.finditer(text):
        start, stop = gap.span()
        if gap.end("space") in known or not known.isdisjoint(range(start, stop)) or gap["next"][0].islower():
            continue
        if (word := _LAST_WORD.search(text, max(start - _BEFORE, 0), start)) and _is_ordinary(word[0], gap["next"]):
            yield gap.end("space")


@cache
def _listed() -> dict[str, frozenset[str]]:
    return {kind: frozenset(words.split()) for kind, words in tomllib.loads(_WORDS.read_text("utf-8")).items()}


def _is_ordinary(word: str, then: str) -> bool:
    """Tell whether a word is written in full; the two characters after the full stop help where it may be one."""
    listed = _listed()
    if word in listed["either"]:
        return len(then) > 1 and then.isalpha() and then[1].islower()
    if len(word) < _FULL:
        return word in listed["whole"]
    return word == word.lower() and word not in listed["shortened"] and not _NO_WORD.fullmatch(word)
