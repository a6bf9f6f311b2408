r"""Find the tags of an HTML source, with their offsets.

Tags, attributes, comments and raw text end where the HTML standard's tokenizer ends them (WHATWG, HTML Living
Standard, section 13.2.5, 2025), with two simplifications: ``<!--`` inside a script does not change where it ends, and
a CDATA section is one everywhere. A tag that the text ends in is text, or one lost quote would hide a page.
The standard library's ``HTMLParser`` is not used: in many releases its time grows with the square of ``"<a " * n`` or
``"<!--" * n``, it raises on ``"<![<!["``, and what it makes of broken tags differs between releases.
"""

import re
from html import unescape
from typing import NamedTuple

_WHITE = r"\x20\t\n\r\f"
# Every quantifier is possessive: what is read once is never read again.
_ATTRIBUTES = rf"""(?:[^>=]++|=[{_WHITE}]*+(?:"[^"]*+(?:"|\Z)|'[^']*+(?:'|\Z)|[^{_WHITE}>]*+))*+"""
_RAW_NAMES = ("script", "style", "xmp", "iframe", "noembed", "noframes", "title", "textarea")
# In either case, letter by letter: `re` passes over a name by its first letter so, and with (?i:...) it does not.
_EITHER_CASE = "|".join("".join(f"[{letter}{letter.upper()}]" for letter in name) for name in _RAW_NAMES)
_RAW = rf"""
    (?P<raw>{_EITHER_CASE})(?=[{_WHITE}/>]){_ATTRIBUTES}(?:>|\Z)
    (?P<content>[^<]*+(?:<(?!/(?i:(?P=raw))[{_WHITE}/>])[^<]*+)*+)"""
_ELEMENT = rf"(?P<name>/?[a-zA-Z][^{_WHITE}/>]*+){_ATTRIBUTES}(?P<finished>>?)"
_COMMENT = r"""!--(?:-?>|[^-]*+(?:-(?!-!?>)[^-]*+)*+(?:--!?>|\Z))
    |!\[CDATA\[[^\]]*+(?:\](?!\]>)[^\]]*+)*+(?:\]\]>|\Z)
    |[!?/][^>]*+(?:>|\Z)"""
_TAG = re.compile(f"<(?:{_RAW}|{_ELEMENT}|{_COMMENT})", re.VERBOSE)
_NAME, _FINISHED, _CONTENT = (_TAG.groupindex[group] for group in ("name", "finished", "content"))
_MOST_UNFINISHED = 16  # tags without an end that are passed over singly: each costs a look at the rest of the text
_READABLE = frozenset({"title", "textarea"})
_LEADING_ZEROS = re.compile(r"&#([xX]?)0+(?=[0-9a-fA-F])")
_TOO_LONG = re.compile(r"&#(?:[0-9]{8,}|[xX][0-9a-fA-F]{7,});?")  # past the last code point; int() may refuse it
COMMENT = "#comment"
"""The name of comments, CDATA sections and declarations."""
RAW = "#raw"
"""The name of an element whose content no reader sees (a script, a style): one tag, from its start to its end tag."""


class Tags(NamedTuple):
    """Holds the tags and comments of a source in their order: where each begins and ends, and its name in lower case.

    An end tag's name begins with ``/``. No two of them overlap.
    """

    starts: list[int]
    ends: list[int]
    names: list[str]


def find_tags(text: str) -> Tags:
    """Find the tags and comments of an HTML source.

    Args:
        text: any text.

    Returns:
        tags with ``text[start:end]`` for each. Scripts and styles count as one, contents included. What looks like a
        tag inside a comment, a script or a quoted attribute is none.

    >>> find_tags("<P class='a>b'>1 < 2 <br/><!-- <i> --></p>").names
    ['p', 'br', '#comment', '/p']
    """
    found = Tags([], [], [])
    at: int | None = 0
    unfinished = 0
    while at is not None and unfinished <= _MOST_UNFINISHED:
        at = _scan(text, at, found)
        unfinished += 1
    return found


def _scan(text: str, at: int, found: Tags) -> int | None:
    """Collect tags; return the offset to go on from where one is not finished at the end of the text."""
    starts, ends, names = found
    match = None
    for match in _TAG.finditer(text, at):
        start, end = match.span()
        name = COMMENT
        if match.lastindex == _FINISHED:
            name = match[_NAME].lower()
        elif match.lastindex == _CONTENT:
            name = match["raw"].lower()
            end, name = (match.start(_CONTENT), name) if name in _READABLE else (end, RAW)
        starts.append(start)
        ends.append(end)
        names.append(name)
    if match is None or match.lastindex != _FINISHED or match[_FINISHED]:
        return None
    for column in found:
        column.pop()
    return match.start() + 1


def resolved(text: str) -> str:
    """Put characters for the entities.

    >>> resolved("Tea &amp; cake &#0065; &bogus;")
    'Tea & cake A &bogus;'
    """
    return unescape(_TOO_LONG.sub("\ufffd", _LEADING_ZEROS.sub(r"&#\1", text)))
