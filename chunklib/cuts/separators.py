"""Cut at separators: after every match of a string or a regular expression.

A separator belongs to the piece before it. To keep one with the piece after it, write it as a look-ahead: the
match of ``(?=# )`` is empty and the cut lies before the mark.

The marks that end a sentence are those of Unicode (Sentence_Break=STerm, UAX 29); what it leaves out or knows otherwise
is a rule here: ``၊`` of Burmese is a comma, ``۔`` of Urdu also joins the letters of an abbreviation, ``;`` asks in
Greek, and Thai and Lao have no mark at all.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence

import regex

from chunklib.errors import InvalidType

_JOINED = r"[\p{Grapheme_Cluster_Break=Extend}\p{Grapheme_Cluster_Break=SpacingMark}\u200D]*+"
_CLOSERS = r"""(?:["'“](?!\w)|[”’»›)\]）」』༽])*+"""
MARK = r"[[\p{Sentence_Break=STerm}།-༒]--[\x00-\xFF\u2000-\u2FFF\u3000-\u303F\uFE00-\uFFFF၊۔]]"
"""A character that ends a sentence by itself, as a set: all of Unicode but Latin, Chinese and Japanese."""

# The letters of Thai and Lao, which put a space between clauses, and not between words.
_CLAUSE = r"[[\p{Thai}\p{Lao}]&&[\p{L}\p{M}]]"
_GOES_ON = "และ|หรือ|ซึ่ง|ว่า|ແລະ|ຫຼື|ຊຶ່ງ|ວ່າ"  # and, or, which, that

_ENDS = (
    # Chinese and Japanese.
    rf"(?<![。！？｡])(?:[。！？｡]{_JOINED})++[”’」』）》]*+{_JOINED}\s*+",
    # Dandas and the marks of Ethiopic, Khmer, Burmese, Arabic, Armenian and the like, with the number of a verse
    # (॥ १ ॥). None between two digits or inside an address, and Khmer's "etc." (។ល។) is one mark.
    (
        rf"(?:{MARK}|፡፡)(?<!{MARK}.|፡፡፡){_JOINED}(?:[ \t]*+(?:{MARK}|፡፡){_JOINED})*+"
        r"(?!(?<=\d.)\d|(?<=។)ល។|(?<=://\S{1,200})[\w/&=%-])"
        rf"(?:(?<=॥)\s*+\d{{1,6}}\s*+॥)?+{_CLOSERS}{_JOINED}\s*+"
    ),
    rf"۔++{_JOINED}{_CLOSERS}(?:\s++|\Z)",
    # A semicolon among Greek letters, and a colon before an Armenian capital.
    rf"[;\u037E](?<=\p{{Greek}}{{2}}.){_CLOSERS}(?:\s++|\Z)(?=\P{{L}}{{0,9}}(?:\p{{Greek}}|\Z))",
    rf":(?<=\p{{Armenian}}{{2}}.){_CLOSERS}\s++(?=\P{{L}}{{0,3}}[\p{{Armenian}}&&\p{{Lu}}])",
)
# To look for these first is what makes the search quick.
_FIRST = r"。！？｡۔;:\u037E\u0589-\u1FFF\u2CF9-\u2CFB\uA4FF-\uABEB\U00010A56-\U0001DA88"
_THEN = rf"""[.!?…。！？｡۔;:\u037E]|{MARK}|፡"""


def ends(before: str = "", first: str = "") -> regex.Pattern[str]:
    """Compile a pattern for a mark, what closes it, and the white space after it.

    Args:
        before: a pattern that is tried before them.
        first: the characters with which it begins, written as inside of a set.
    """
    return compiled(rf"(?=[{first}{_FIRST}])(?={_THEN})(?:{'|'.join(filter(None, (before, *_ENDS)))})")


# A full stop after these ends no sentence: one letter of Arabic or Greek (د. is doctor), titles, measures and the names
# of letters in Hindi, and anything before a small letter of Greek.
_HINDI = "डॉ|प्रो|पं|स्व|रु|सं|कि|मी|ई|पू|ए|बी|सी|डी|एफ|जी|एच|जे|के|एल|एम|एन|पी|आर|एस|यू|वी"
ABBREVIATED = (
    rf"(?<![\p{{L}}\p{{M}}])(?:[[\p{{Arabic}}\p{{Greek}}]&&\p{{L}}]ـ?|{_HINDI})\."
    r"|(?<=\p{Greek})\.(?=\s++[\p{Greek}&&\p{Ll}])"
)
"""A full stop, with the letters before it, that ends no sentence in Arabic script, Hindi or Greek."""


def compiled(pattern: str) -> regex.Pattern[str]:
    """Compile a pattern that subtracts sets."""
    return regex.compile(pattern, regex.V1)


# White space between two runs of six letters of Thai or Lao, and more.
CLAUSES = compiled(
    rf"""{_CLAUSE}["”’»)]?\s(?<={_CLAUSE}{{6}}["”’»)]?\s)\s*+"""
    rf"""(?=["“‘«(]?\p{{L}}{_CLAUSE}{{5}})(?!["“‘«(]?(?:{_GOES_ON}))"""
)
_LETTER = compiled(_CLAUSE)


def has_clauses(text: str) -> bool:
    """Tell whether a text is Thai or Lao: half of its characters, so that a line in an English chat is none.

    >>> has_clauses("ฝนตกหนักมาก"), has_clauses("He said: ฝนตก")
    (True, False)
    """
    return 2 * len(_LETTER.findall(text)) >= len(text) > 0


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
    found = [match.end() for match in _matches(text, separator)]
    return [*found[bisect_right(found, 0) : bisect_left(found, len(text))], len(text)]


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
