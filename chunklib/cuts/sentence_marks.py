"""Find where a sentence ends in scripts that do not use the Latin full stop.

Unicode names the marks (Sentence_Break=STerm, UAX 29); what it leaves out or knows otherwise is a rule here:
``၊`` of Burmese is a comma, ``۔`` of Urdu also joins the letters of an abbreviation, ``;`` asks in Greek, and
Thai and Lao have no mark at all.
"""

import regex

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
