r"""Cuts in LaTeX: between sections, environments, paragraphs, items and lines.

A reader of the commands that structure a document; macros are not expanded. Nothing in a comment, in ``\verb``, in a
verbatim environment or in the code of Sweave (from ``<<>>=`` to ``@``) is a title.
"""

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from unicodedata import normalize

from chunklib.chunk import Span
from chunklib.cuts.blocks import Block, labelled, line_starts, structure
from chunklib.cuts.structure import Structure

_NAMES = "part", "chapter", "section", "subsection", "subsubsection", "paragraph", "subparagraph"
_RANKS = {name: rank for rank, name in enumerate(_NAMES, 1)} | {"addpart": 1, "addchap": 2, "addsec": 3}
_EOL = r"(?:\r\n?+|\n)"
_TEXT = rf"(?:[^{{}}\\%#\r\n]++|\\.|%[^\r\n]*+|{_EOL}(?![ \t]*+{_EOL}))"  # no "#1", which is a title's of a macro
_BRACED = _TEXT
for _ in range(4):  # braces in braces
    _BRACED = rf"(?:{_TEXT}|\{{{_BRACED}*+\}})"
_REST = rf"(?:\s*+\\label\{{[^{{}}]*+\}})*+\}}?+[ \t]*+(?:%[^\r\n]*+)?+{_EOL}?+"
_MARK = re.compile(
    rf"""(?P<title>(?<![^\s\w}}\]\ufeff])\\(?P<name>{"|".join(_RANKS)})\*?+\s*+(?:\[(?:[^\[\]{{}}]++|\{{[^{{}}]*+\}})*+\]\s*+)?+
        \{{(?P<source>{_BRACED}*+)\}}{_REST})
    |(?P<raw>(?:\\begin\{{(?P<kind>(?:verbatim|Verbatim|lstlisting|minted|alltt|comment|filecontents|Code(?:In|Out)put
        |S[a-z]+put)\*?)\}}.*?(?:\\end\{{(?P=kind)\}}|\Z)|^\ufeff?<<[^\r\n]*>>=.*?(?:^@[^\r\n]*+|(?=^<<[^\r\n]*>>=)|\Z))
        {_REST})
    |(?P<begin>\\begin\{{(?P<opened>[^{{}}\r\n]{{1,60}})\}})|(?P<end>\\end\{{(?P<closed>[^{{}}\r\n]{{1,60}})\}}{_REST})
    |(?P<item>\\(?:bib)?item\b)|(?P<blank>{_EOL}[ \t]*+{_EOL}\s*+|\Z)
    |\\verb\*?(?P<quote>[^\w\s*])[^\r\n]{{0,200}}?(?P=quote)|\\.|%[^\r\n]*+""",
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)
_LABEL = re.compile(
    r"(?:\\begin\{document\}|\\(?:clear|cleardouble|new)page|\\phantomsection|\\hypertarget\{[^{}]*+\}\{%?|[\s\ufeff]++)++"
)
_ROWS = re.compile(r"(?:tab|long|array|align|eq|gather|multline|tikz|algorithm|picture|forest|.?matrix)")
_HIDDEN = re.compile(  # of two arguments the first one
    r"\\(?:cite[pt]?|footnote|index|label|ref|thanks|[hv]space|color|textcolor|href|texorpdfstring)\*?(?:\[[^\[\]]*+\])?"
    rf"\{{{_BRACED}*+\}}"
)
_PIECE = re.compile(
    r"\\(?P<accent>[\"'`^~=.])\{?(?P<letter>[A-Za-z])\}?|\\(?P<name>[A-Za-z@]++)\*?(?:\[[^\[\]]*+\])?[ \t]*+"
    r"|\\(?P<other>.)|(?P<math>\$[^$]*+\$)|(?P<sign>~|---?|``|'')|%[^\r\n]*+\s*+|[{}]",
    re.DOTALL,
)
_ACCENTS = dict(zip("\"'`^~=.", "\u0308\u0301\u0300\u0302\u0303\u0304\u0307", strict=True))
_SHOWN = {"ldots": "…", "dots": "…", "ss": "ß", "o": "ø", "ae": "æ", "aa": "å", "l": "ł", "textbackslash": "\\"}
_SHOWN |= {"~": " ", "---": "—", "--": "–", "``": "“", "''": "”", "\\": " ", ",": " ", ";": " ", "-": "", "/": ""}


def latex(text: str) -> Structure:
    r"""Find the sections, environments, paragraphs, items and lines of a text in LaTeX.

    Args:
        text: any text, also a part of a document, or one with the code of Sweave or knitr in it.

    Returns:
        levels: sections; paragraphs and environments (one with a section in it is none); items and what else is in
        them by depth; lines of verbatim text and tables. The first line of verbatim text is its head.

    >>> found = latex("\\section{Tea}\\label{tea}\nBoil.\n% \\section{No}\n\\subsection*{\\emph{Green} \\& ice}")
    >>> [(heading.start, heading.rank, heading.title) for heading in found.headings]
    [(0, 3, 'Tea'), (46, 4, 'Green & ice')]
    """
    return structure(labelled(text, _blocks(text), _LABEL))


def seen(source: str) -> str:
    r"""Give what a reader sees of a title; mathematics stay as they are.

    >>> seen("The \\texttt{caf\\'e} of~$x$\\footnote{No {one}.} -- \\LaTeX")
    'The café of $x$ – LaTeX'
    """
    return " ".join(_PIECE.sub(_shown, _HIDDEN.sub("", source)).split())


def _shown(piece: re.Match[str]) -> str:
    if piece["accent"]:
        return normalize("NFC", piece["letter"] + _ACCENTS[piece["accent"]])
    name, other = piece["name"] or "", piece["other"] or piece["sign"] or ""
    return piece["math"] or _SHOWN.get(name or other, name if name.endswith("TeX") else other)


def _ends(marks: Sequence[re.Match[str]]) -> dict[int, int]:
    """Find where environments end, by where they begin: those without a title in them."""
    found: dict[int, int] = {}
    opened = defaultdict[str, list[int]](list)
    for mark in marks:
        if mark.lastgroup == "title":
            opened.clear()
        elif mark["opened"]:
            opened[mark["opened"]].append(mark.start())
        elif mark["closed"] not in (None, "document") and opened[mark["closed"]]:
            found[opened[mark["closed"]].pop()] = mark.end()
    return found


def _blocks(text: str) -> Iterator[Block]:
    """Give the blocks in the order of their starts, outer ones first."""
    marks, starts = [*_MARK.finditer(text)], line_starts(text)
    body = next((mark.start() for mark in marks if mark["opened"] == "document"), 0)
    marks = [mark for mark in marks if mark.start() >= body or mark.lastgroup != "title"]  # none in a preamble
    ends = _ends(marks)
    inside: list[int] = []  # the ends of the environments around
    at = 0  # where a paragraph begins
    for mark in marks:
        kind, (start, end) = mark.lastgroup, mark.span()
        while inside and inside[-1] <= start:
            inside.pop()
        depth = len(inside)
        if kind == "begin":
            end = ends.get(start, start)
        elif kind == "blank":
            start = end
        if not depth and kind in ("title", "begin", "raw", "blank"):
            if text[at:start].strip():
                yield Block(Span(at, start))
            at = end
        if kind == "title":
            yield Block(Span(start, end), 0, kind, _RANKS[mark["name"]], seen(mark["source"]))
        elif depth and kind in ("item", "blank"):
            yield Block(Span(start, inside[-1]), depth + (kind == "blank"))
        elif kind in ("begin", "raw") and start < end:
            rows = kind == "raw" or _ROWS.match(mark["opened"])
            lines = starts[bisect_right(starts, start) : bisect_left(starts, end)] if rows else []
            head = lines[0] if lines and kind == "raw" else 0
            yield Block(Span(start, end), depth, kind, 0, text[start:head].rstrip(), lines, head)
            inside.append(end)
