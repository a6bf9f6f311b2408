r"""Find the tags of an HTML source, with their offsets.

Tags, attributes, comments and raw text end where the HTML standard's tokenizer ends them (WHATWG, HTML Living
Standard, section 13.2.5, 2025), with two simplifications: ``<!--`` inside a script does not change where it ends, and
a CDATA section is one everywhere. A tag that the text ends in is text, or one lost quote would hide a page.
The standard library's ``HTMLParser`` is not used: in many releases its time grows with the square of ``"<a " * n`` or
``"<!--" * n``, it raises on ``"<![<!["``, and what it makes of broken tags differs between releases.
"""

import re
from collections.abc import Iterator
from html import unescape

_WHITE = r"\x20\t\n\r\f"
# Every quantifier is possessive: what is read once is never read again.
_ATTRIBUTES = rf"""(?:[^>=]++|=[{_WHITE}]*+(?:"[^"]*+(?:"|\Z)|'[^']*+(?:'|\Z)|[^{_WHITE}>]*+))*+"""
_RAW_NAMES = ("script", "style", "xmp", "iframe", "noembed", "noframes", "title", "textarea")
# In either case, letter by letter: `re` passes over a name by its first letter so, and with (?i:...) it does not.
_EITHER_CASE = "|".join("".join(f"[{letter}{letter.upper()}]" for letter in name) for name in _RAW_NAMES)
_TAG = re.compile(
    rf"""<(?:(?P<raw>{_EITHER_CASE})(?=[{_WHITE}/>]){_ATTRIBUTES}(?:>|\Z)
    [^<]*+(?:<(?!/(?i:(?P=raw))[{_WHITE}/>])[^<]*+)*+
    |(?P<name>/?[a-zA-Z][^{_WHITE}/>]*+){_ATTRIBUTES}(?P<finished>>?)
    |!--(?:-?>|[^-]*+(?:-(?!-!?>)[^-]*+)*+(?:--!?>|\Z))
    |!\[CDATA\[[^\]]*+(?:\](?!\]>)[^\]]*+)*+(?:\]\]>|\Z)
    |[!?/][^>]*+(?:>|\Z))""",
    re.VERBOSE,
)
_MOST_UNFINISHED = 16  # tags without an end that are passed over singly: each costs a look at the rest of the text
_TOO_LONG = re.compile(r"&#(?:[0-9]{9,}|[xX][0-9a-fA-F]{9,});?")  # past the last code point; int() may refuse it
UNSEEN = "#"
"""The name of comments, declarations, and raw text: an element whose content no reader sees, up to its end tag."""


def find_tags(text: str) -> Iterator[tuple[int, int, str]]:
    """Find where each tag and comment of any text begins and ends, and its name in lower case, ``/p`` for an end tag.

    What looks like a tag inside a comment, a script or a quoted attribute is none.

    >>> [name for _, _, name in find_tags("<P class='a>b'>1 < 2 <br/><!-- <i> --></p>")]
    ['p', 'br', '#', '/p']
    """
    at = unfinished = 0
    while unfinished <= _MOST_UNFINISHED and (tag := _TAG.search(text, at)):
        start, at = tag.span()
        if tag.lastgroup != "finished":
            yield start, at, UNSEEN
        elif tag["finished"]:
            yield start, at, tag["name"].lower()
        else:
            unfinished += 1
            at = start + 1


def resolved(text: str) -> str:
    """Put characters for the entities.

    >>> resolved("Tea &amp; cake &#0065; &bogus;")
    'Tea & cake A &bogus;'
    """
    return unescape(_TOO_LONG.sub("\ufffd", text))
