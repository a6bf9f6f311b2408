"""Write a text as a search compares it: without accents, and whatever its letters are written with."""

import re
import unicodedata

import regex

HYPHEN = r"(?:-|[ \t]*+[\u2010\u00ad])[ \t]*+\r?\n[ \t]*+"  # at the end of a line; - after a space is a dash
DIVIDED = re.compile(rf"(?<![^\W\d_])[^\W\d_]++(?:{HYPHEN}[^\W\d_]++)++")
_UNSEEN = re.compile("(?<![ \t])\u00ad[ \t]*(?:[-\u2010][ \t]*)?(?:\r?\n[ \t]*)?|[\u200b\u2060\ufeff]")
_LIGATURE = re.compile("[\ufb00-\ufb06]")
_LINE_END = re.compile("[-\u2010\u00ad][ \t]*+\r?\n")
_OTHER_FORM = re.compile("[\uff21-\uff3a\uff41-\uff5a\U0001d400-\U0001d7cb]")  # wide letters, and those of formulas
# Unicode parts none of these.
_WITHOUT_FORM = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ł": "l", "ı": "i"})
_MARKED = regex.compile(r"([\p{Latin}\p{Greek}\p{Cyrillic}])[\u0300-\u036f]++")


def spelled(text: str) -> str:
    r"""Write ligatures as their letters, and leave out soft hyphens and other marks that nobody sees.

    >>> spelled("\ufb01le, docu\u00ad\nment")
    'file, document'
    """
    return _LIGATURE.sub(lambda found: unicodedata.normalize("NFKC", found[0]), _UNSEEN.sub("", text))


def joined(plain: str) -> list[str]:
    """Find the words that are divided at the end of a line, and write each as a whole."""
    if not _LINE_END.search(plain):  # which is quicker
        return []
    divided = [re.sub(HYPHEN, "", word) for word in DIVIDED.findall(plain)]
    return [word for word in divided if word[1:].islower() or word.isupper()]


def searched(text: str) -> str:
    r"""Write a text as BM25 compares it: without accents, ligatures as letters, divided words as parts and as a whole.

    Only Latin, Greek and Cyrillic letters lose their marks, and no number changes.

    >>> searched("The \ufb01nest Caf\u00e9s of 3\u00bd m\u00b2: self-\ncleaning")
    'the finest cafes of 3½ m²: self-\ncleaning selfcleaning'
    """
    plain = text if text.isascii() else unicodedata.normalize("NFC", spelled(text))
    whole = " ".join([plain, *joined(plain)])
    return whole if whole.isascii() else folded(whole)


def folded(text: str) -> str:
    """Write a text in lower case, and its Latin, Greek and Cyrillic letters without accents.

    >>> folded("Größe à la carte, 3½ m²")
    'grosse a la carte, 3½ m²'
    """
    plain = _OTHER_FORM.sub(lambda found: unicodedata.normalize("NFKC", found[0]), text).casefold()
    return unicodedata.normalize(
        "NFC", _MARKED.sub(r"\1", unicodedata.normalize("NFD", plain.translate(_WITHOUT_FORM)))
    )
