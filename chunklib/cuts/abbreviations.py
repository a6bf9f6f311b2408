"""Find the ends of sentences that a splitter misses because it takes an ordinary word for an abbreviation.

nupunkt learnt abbreviations from scans of legal texts: among them are hundreds of words such as hall, month and
tables. Here a word in lower case ends its sentence before a capital, unless it is known to be short for another.
"""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

_LONG = 4  # letters: a shorter word is more often short for another
_LONGEST = 41  # characters before a full stop that are looked at
_LISTED = Path(__file__).with_name("abbreviations.toml")
_NO_WORD = re.compile("[b-df-hj-np-tv-z]+|x*(?:ix|iv|v?i*)")  # without a vowel, or a number
_GAP = re.compile(
    r"""\.["')\]}”’»*_`]*+(?P<space>[^\S\n]*+(?:\n[^\S\n]*+)?+(?<=\s))"""
    r"""["'(\[{“‘„«»*_`#>•–—-]*+[^\S\n]*+(?P<next>[^\W_a-z][^\W\d_]?)"""
)
_WORD = re.compile(r"(?<![\w.@&])[^\W\d_]{2,40}\Z")


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
        if (word := _WORD.search(text, max(start - _LONGEST, 0), start)) and _is_ordinary(word[0], gap["next"]):
            yield gap.end("space")


@cache
def _listed() -> dict[str, frozenset[str]]:
    return {kind: frozenset(words.split()) for kind, words in tomllib.loads(_LISTED.read_text("utf-8")).items()}


def _is_ordinary(word: str, then: str) -> bool:
    """Tell whether a word is written in full; the two characters after the full stop help where it may be one."""
    listed = _listed()
    if word in listed["either"]:
        return len(then) > 1 and then.isalpha() and then[1].islower()
    if len(word) < _LONG:
        return word in listed["whole"]
    return word == word.lower() and word not in listed["shortened"] and not _NO_WORD.fullmatch(word)
