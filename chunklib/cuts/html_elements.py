"""Tell what the elements of an HTML page are, as far as the text of it is concerned."""

import re

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
