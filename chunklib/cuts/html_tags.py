r"""Find the tags of an HTML source, what its elements are, and what a browser shows of them without style sheets.

Tags, attributes, comments and raw text end where the HTML standard's tokenizer ends them (WHATWG, HTML Living
Standard, section 13.2.5, 2025), with two simplifications: ``<!--`` inside a script does not change where it ends, and
a CDATA section is one everywhere. A tag that the text ends in is text, or one lost quote would hide a page.
The standard library's ``HTMLParser`` is not used: in many releases its time grows with the square of ``"<a " * n`` or
``"<!--" * n``, it raises on ``"<![<!["``, and what it makes of broken tags differs between releases.
"""

import re
from collections.abc import Iterator
from html import unescape
from typing import NamedTuple

from chunklib.cuts.html_tables import CELLS, ROW_GROUPS

_WHITE = r"\x20\t\n\r\f"
# Every quantifier is possessive: what is read once is never read again.
_INSIDE = rf"""(?:[^>=]++|=[{_WHITE}]*+(?:"[^"]*+(?:"|\Z)|'[^']*+(?:'|\Z)|[^{_WHITE}>]*+))*+"""
_RAW_NAMES = ("script", "style", "xmp", "iframe", "noembed", "noframes", "title", "textarea")
# In either case, letter by letter: `re` passes over a name by its first letter so, and with (?i:...) it does not.
_EITHER_CASE = "|".join("".join(f"[{letter}{letter.upper()}]" for letter in name) for name in _RAW_NAMES)
_TAG = re.compile(
    rf"""<(?:(?P<raw>{_EITHER_CASE})(?=[{_WHITE}/>]){_INSIDE}(?:>|\Z)
    [^<]*+(?:<(?!/(?i:(?P=raw))[{_WHITE}/>])[^<]*+)*+
    |(?P<name>/?[a-zA-Z][^{_WHITE}/>]*+){_INSIDE}(?P<finished>>?)
    |!--(?:-?>|[^-]*+(?:-(?!-!?>)[^-]*+)*+(?:--!?>|\Z))
    |!\[CDATA\[[^\]]*+(?:\](?!\]>)[^\]]*+)*+(?:\]\]>|\Z)
    |[!?/][^>]*+(?:>|\Z))""",
    re.VERBOSE,
)
_MOST_UNFINISHED = 16  # tags without an end that are passed over singly: each costs a look at the rest of the text
_TOO_LONG = re.compile(r"&#(?:[0-9]{9,}|[xX][0-9a-fA-F]{9,});?")  # past the last code point; int() may refuse it
UNSEEN = "#"
"""The name of comments, declarations, and raw text: an element whose content no reader sees, up to its end tag."""
HEADINGS = {f"h{rank}": rank for rank in range(1, 7)}
_NAMES = (
    "address article aside blockquote body caption center colgroup dd details dialog dir div dl dt fieldset figcaption "
    "figure footer form head header hgroup hr html legend li main menu nav noscript ol optgroup option p pre search "
    "section select summary table tbody template tfoot thead tr ul"
)
BLOCKS = CELLS.union(_NAMES.split(), HEADINGS)
_VOID_NAMES = "area base br col embed img input link meta param source track wbr"
VOID = frozenset(_VOID_NAMES.split())
LEADING = {**HEADINGS, **dict.fromkeys(("caption", "dt", "legend", "summary"), 7)}  # they belong to what is after them
LISTS = frozenset({"ul", "ol", "dl", "dir", "menu"})
FIRM = frozenset({*LISTS, *HEADINGS, "pre", "table", "hr"})  # they begin and end a line, also inside of a cell
APART = FIRM | {"p", "blockquote", "figure", "fieldset", "details"}  # a blank line is around them
WHOLE = LISTS | {"pre", "table", "blockquote"}  # also below a heading that does not fit with them
TOPICS = frozenset({"main", "article", "aside", "nav", "footer"})  # their headings say nothing of what comes after them
ITEMS = CELLS | {"li", "dt", "dd", "tr"}
PARAGRAPH = frozenset({"p"})
_IN_CELL = CELLS | {"p", "li", "dt", "dd"}
_IN_ROWS = _IN_CELL | {"tr", "caption", "colgroup"}
# What a start tag ends, if it is what was opened last (HTML Living Standard, section 13.1.2.4, 2025: optional tags).
ENDS = {
    **dict.fromkeys(("noscript", "select", "template"), frozenset[str]()),
    **dict.fromkeys(CELLS, _IN_CELL),
    **dict.fromkeys(ROW_GROUPS, _IN_ROWS | ROW_GROUPS),
    **dict.fromkeys(("dt", "dd"), frozenset({"p", "dt", "dd"})),
    "tr": _IN_ROWS,
    "li": frozenset({"p", "li"}),
    "option": frozenset({"option"}),
    "optgroup": frozenset({"option", "optgroup"}),
    "body": frozenset({"p", "head"}),
}
# A link to a place of the page, with nothing in it but a sign; in a heading its class need not say what it is.
PERMALINK = re.compile(
    r"""(?ix)<a\b (?=[^>]*\bhref\s*+=[^>]*\#)
    (?:(?=[^>]*\bclass\s*+=[^>]*(permalink|anchor|(?:header|hash)-?link)))?+ [^>]*+>
    (?:<(?!/a)[^<>]*+>|\s++){0,6}+
    (?:[\#¶§🔗⚓∞\uf0c1\uf0c6]|&(?:para|sect|num|infin|\#\w{1,6});?|link)?+ [\u200b\ufe0e\ufe0f]*+
    (?:<(?!/a)[^<>]*+>|\s++){0,6}+ </a\s*+>"""
)
_HIDES = "annotation annotation-xml audio canvas datalist meter noscript progress select svg template video"
_NEVER = frozenset(_HIDES.split())
"""What a browser shows no text of, and controls and drawings, whose text is not that of the page."""
_LANDMARKS = {"nav": "navigation", "header": "banner", "footer": "contentinfo", "aside": "complementary"}
_ATTRIBUTE = re.compile(
    rf"""([^{_WHITE}/>=][^{_WHITE}/>=]*+)(?:[{_WHITE}]*+=[{_WHITE}]*+(?:"([^"]*+)"?|'([^']*+)'?|([^{_WHITE}>]*+)))?+"""
)
_NO_CSS = re.compile(r"""(?s)/\*.*?(?:\*/|\Z)|"(?:[^"\\]|\\.)*+"?|'(?:[^'\\]|\\.)*+'?|\((?:[^()\\]|\\.)*+\)?""")
_DECLARATION = re.compile(r"(?:\A|;)\s*+(display|visibility)\s*+:\s*+([a-z-]++)[^;!]*+(!\s*+important)?+")
_VISIBILITY = {"visible": True, "initial": True, "hidden": False, "collapse": False}


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


class Sight(NamedTuple):
    """Says whether an element is there at all, whether its own text is shown, and whether it is in the main content."""

    there: bool = True
    shown: bool = True
    main: bool = False


GONE = Sight(there=False, shown=False)


def sight(name: str, tag: str, around: Sight) -> Sight:
    """Tell what is seen of an element, by its start tag from after the name on, and by what is seen around it.

    Outside of the main content navigation, banners, footers and sidebars are not there.

    >>> tags = " style='display: NONE'>", " style='visibility:hidden'>", " id=hidden>"
    >>> [sight("p", tag, Sight()).there for tag in tags], [sight("p", tag, Sight()).shown for tag in tags]
    ([False, True, True], [False, False, True])
    """
    if not around.there or name in _NEVER:
        return GONE
    written = tag.lower()
    telling = "hidden" in written or "style" in written or name == "dialog"
    if around.main and not telling:
        return around
    attributes = reversed(_ATTRIBUTE.findall(tag) if telling or "role" in written else [])  # of two the first counts
    given = {key.lower(): unescape("".join(values)) for key, *values in attributes}
    role = "".join(given.get("role", "").lower().split()[:1])
    if not around.main and (role or _LANDMARKS.get(name)) in _LANDMARKS.values():
        return GONE
    said = _DECLARATION.findall(_NO_CSS.sub(" ", given.get("style", "")).lower())
    css = {key: value for key, value, _ in sorted(said, key=lambda one: bool(one[2]))}  # what is important is last
    closed = "hidden" in given or (name == "dialog" and "open" not in given)
    if css.get("display", "none" if closed else "") == "none" or given.get("aria-hidden", "").strip().lower() == "true":
        return GONE
    shown = _VISIBILITY.get(css.get("visibility", ""), around.shown)
    return Sight(shown=shown, main=around.main or role == "main" or name in ("main", "article"))
