"""Cut at separators: after every match of a string or a regular expression.

A separator belongs to the piece before it. To keep one with the piece after it, write it as a look-ahead: the
match of ``(?=# )`` is empty and the cut lies before the mark.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence

import regex

from chunklib.cuts.sentence_marks import ABBREVIATED, ends
from chunklib.errors import InvalidType

_END_OF_LINE = r"[\n\r\v\f\x85\u2028\u2029](?:(?<=\r)\n)?+"
_BLANK = r"[\t \xA0\u1680\u2000-\u200A\u202F\u205F\u3000]"  # Unicode's other white space

# A blank line: white space alone between two ends of line. It begins at an end of line, never in a run of
# spaces, or a run of 100,000 spaces would be searched from each of them.
PARAGRAPH = re.compile(rf"{_END_OF_LINE}(?:{_BLANK}*+{_END_OF_LINE})++")
LINE = re.compile(_END_OF_LINE)
# Terminators, closing marks and white space, but not after an abbreviation that wants a word to follow.
# What comes after the first mark is looked at first, for quickness; then "....." is not tried at every dot.
_SPACE = r"[^\S\x1c-\x1f]"
_SHORT = ("Mr", "Mrs", "Ms", "Dr", "Prof", "St", "vs", "cf", "approx", "Fig", "Eq", r"e\.g", r"i\.e")
_WANTS_MORE = "".join(rf"(?<!(?<!\w){short}\.)" for short in _SHORT)
_LATIN = (
    r"""[.!?…](?=[.!?…"'”’»)\]\s])(?<![.!?…].)[.!?…]*+"""
    rf"{_WANTS_MORE}(?!(?<=(?<!\w)No\.){_SPACE}++\d)"
)
SENTENCE = ends(rf"""{_LATIN}(?<!{ABBREVIATED})["'”’»)\]]*+{_SPACE}++""", first=".!?…")

Separator = str | re.Pattern[str] | regex.Pattern[str]
DEFAULT_SEPARATORS: tuple[Separator, ...] = (PARAGRAPH, LINE, SENTENCE)
"""Blank lines, lines, sentences: from the strongest boundary to the weakest. Words come by themselves."""


def separators(text: str, separator: Separator) -> Sequence[int]:
    r"""Find the end of every match of a separator, and the end of the text.

    Args:
        text: any text.
        separator: a string to be found as it is, or a compiled regular expression (``re`` or ``regex``).

    Returns:
        rising offsets in characters, each but the last after a match.

    >>> separators("a, b, c", ", ")
    [3, 6, 7]
    >>> separators("# One\ntext\n# Two", re.compile(r"(?m)^(?=# )"))
    [11, 16]
    """
    ends = [match.end() for match in _matches(text, separator)]
    return [*ends[bisect_right(ends, 0) : bisect_left(ends, len(text))], len(text)]


def listed(separators: object) -> tuple[Separator, ...]:
    """Give the separators of a list, or the default ones for "text".

    Raises:
        TypeError: for what is neither; the message names what is wrong.

    >>> listed("text") == DEFAULT_SEPARATORS, listed(["; "])
    (True, ('; ',))
    """
    if separators == "text":
        return DEFAULT_SEPARATORS
    if not isinstance(separators, (list, tuple)):
        raise InvalidType(f'separators must be a list of separators, strongest first, or "text": got {separators!r}')
    for separator in separators:
        if not isinstance(getattr(separator, "pattern", separator), str):
            raise InvalidType(f"a separator is a str or a compiled regular expression for str: got {separator!r}")
    return tuple(separators)


def beginnings(text: str, separator: Separator) -> dict[int, int]:
    """Find where the separator that ends at an offset begins.

    >>> beginnings("a, b, c", ", ")
    {3: 1, 6: 4}
    """
    return {match.end(): match.start() for match in _matches(text, separator)}


def _matches(text: str, separator: Separator) -> Iterable[re.Match[str] | regex.Match[str]]:
    pattern = re.compile(re.escape(separator)) if isinstance(separator, str) else separator
    return pattern.finditer(text)
