"""Tell what the elements of an HTML page are, and what a browser shows of them; style sheets are not read."""

import re
from html import unescape
from typing import NamedTuple

from chunklib.cuts.html_tables import CELLS, ROW_GROUPS

HEADINGS = {f"h{rank}": rank for rank in range(1, 7)}
_NAMES = (
    "address article aside blockquote body caption center colgroup dd details dialog dir div dl dt fieldset figcaption "
    "figure footer form head header hgroup hr html legend li main menu nav noscript ol optgroup option p pre search "
    "section select summary table tbody template tfoot thead tr ul"
)
BLOCKS = CELLS.union(_NAMES.split(), HEADINGS)
VOID = frozenset(
    {"area", "base", "br", "col", "embed", "img", "input", "link", "meta", "param", "source", "track", "wbr"}
)
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
_NEVER = frozenset(
    {"annotation", "annotation-xml", "audio", "canvas", "datalist", "meter", "noscript", "progress", "select", "svg"}
    | {"template", "video"}
)
"""What a browser shows no text of, and controls and drawings, whose text is not that of the page."""
_LANDMARKS = {"nav": "navigation", "header": "banner", "footer": "contentinfo", "aside": "complementary"}
_WHITE = r"\x20\t\n\r\f"
_ATTRIBUTE = re.compile(
    rf"""([^{_WHITE}/>=][^{_WHITE}/>=]*+)(?:[{_WHITE}]*+=[{_WHITE}]*+(?:"([^"]*+)"?|'([^']*+)'?|([^{_WHITE}>]*+)))?+"""
)
_NO_CSS = re.compile(r"""(?s)/\*.*?(?:\*/|\Z)|"(?:[^"\\]|\\.)*+"?|'(?:[^'\\]|\\.)*+'?|\((?:[^()\\]|\\.)*+\)?""")
_DECLARATION = re.compile(r"(?:\A|;)\s*+(display|visibility)\s*+:\s*+([a-z-]++)[^;!]*+(!\s*+important)?+")
_VISIBILITY = {"visible": True, "initial": True, "hidden": False, "collapse": False}


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
