r"""Cuts in LaTeX: between sections, environments, paragraphs, items and lines.

A reader of the commands that structure a document; macros are not expanded. Nothing in a comment, in ``\verb``, in a
verbatim environment or in the code of Sweave (from ``<<>>=`` to ``@``) is a title.
"""

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple
from unicodedata import normalize

from chunklib.chunk import Span
from chunklib.cuts.blocks import Block, labelled, line_starts, structure
from chunklib.cuts.structure import Structure

_NAMES = "part", "chapter", "section", "subsection", "subsubsection", "paragraph", "subparagraph"
_RANKS = {name: rank for rank, name in enumerate(_NAMES, 1)} | {"addpart": 1, "addchap": 2, "addsec": 3}
_EOL = r"(?:\r\n?+|\n)"
_MARK = re.compile(
    rf"""\\(?P<title>{"|".join(_RANKS)})\*?[ \t]*+{_EOL}?+[ \t]*+(?=[\[{{])
    |\\begin\{{(?P<raw>(?:verbatim|Verbatim|lstlisting|minted|alltt|comment|filecontents|Code(?:In|Out)put|S[a-z]+put)\*?)\}}
    |^\ufeff?+<<(?P<sweave>[^\r\n]*)>>=|\\begin\{{(?P<begin>[^{{}}\r\n]{{1,60}})\}}|\\end\{{(?P<end>[^{{}}\r\n]{{1,60}})\}}
    |\\(?P<item>(?:bib)?item)\b|(?P<blank>{_EOL}[ \t]*+{_EOL}\s*+)
    |\\verb\*?(?P<mark>[^\w\s*])[^\r\n]{{0,200}}?(?P=mark)|\\.|%[^\r\n]*+""",
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)
_CODE_ENDS = re.compile(r"(?m)^(?:@[^\r\n]*+|(?=<<[^\r\n]*>>=))")
_FAR = 2_000  # characters in which the title of a section ends
_LINE = 200  # characters of its line that may be before it: commands, such as \clearpage
_BEFORE = re.compile(r"(?:[\s}\ufeff]|\\[A-Za-z@]++\*?(?:\[[^\[\]]*+\]|\{[^{}]*+\})*+)*+")
_SHORT_TITLE = re.compile(r"\[(?:[^\[\]{}]++|\{[^{}]*+\})*+\]\s*+")
_BRACE = re.compile(rf"\\.|%[^\r\n]*+|{_EOL}[ \t]*+{_EOL}|[{{}}]", re.DOTALL)
_REST = re.compile(rf"(?:\s*+\\label\{{[^{{}}]*+\}})*+\}}?[ \t]*+(?:%[^\r\n]*+)?{_EOL}?+")
_LABEL = re.compile(
    r"(?:\\begin\{document\}|\\(?:clear|cleardouble|new)page|\\phantomsection|\\hypertarget\{[^{}]*+\}\{%?|[\s\ufeff]++)++"
)
_ROWS = re.compile(r"(?:tab|long|array|align|eq|gather|multline|tikz|algorithm|picture|forest|.?matrix)")
_RAW = "verbatim"
_PLACES = ("title", "begin", "raw", "sweave", "blank"), ("begin", "raw", "sweave", "item", "blank")
_PIECE = re.compile(
    r"\\(?P<name>[A-Za-z@]++)\*?(?:\[[^\[\]]*+\])?[ \t]*+|\\(?P<accent>[\"'`^~=.])\{?(?P<letter>[A-Za-z])\}?"
    r"|\\(?P<other>.)|(?P<math>\$[^$]*+\$)|%[^\r\n]*+\s*+|[{}]|(?P<text>[^\\{}$%]++)",
    re.DOTALL,
)
_HIDDEN = frozenset({"cite", "citep", "citet", "footnote", "index", "label", "ref", "thanks", "hspace", "vspace"})
_HIDDEN |= {"color", "href", "texorpdfstring", "textcolor"}  # the first of two arguments
_SYMBOLS = {"ldots": "…", "dots": "…", "ss": "ß", "o": "ø", "ae": "æ", "aa": "å", "l": "ł", "textbackslash": "\\"}
_ACCENTS = dict(zip("\"'`^~=.", "\u0308\u0301\u0300\u0302\u0303\u0304\u0307", strict=True))
_SIGNS = (("~", " "), ("---", "—"), ("--", "–"), ("``", "“"), ("''", "”"))


class _Mark(NamedTuple):
    """A command of structure: its kind, its place, the name of an environment or the text of a title."""

    kind: str | None
    start: int
    end: int
    value: str


def latex(text: str) -> Structure:
    r"""Find the sections, environments, paragraphs, items and lines of a text in LaTeX.

    Args:
        text: any text, also a part of a document, or one with the code of Sweave or knitr in it.

    Returns:
        levels: sections from ``\part`` to ``\subparagraph``; paragraphs and environments (one with a section in it is
        none); items and what else is in them by depth; lines of verbatim text and tables. A ``\label`` belongs to the
        title before it. The first line of verbatim text is its head.

    >>> found = latex("\\section{Tea}\\label{tea}\nBoil.\n% \\section{No}\n\\subsection*{\\emph{Green} \\& ice}")
    >>> [(heading.start, heading.rank, heading.title) for heading in found.headings]
    [(0, 3, 'Tea'), (46, 4, 'Green & ice')]
    """
    return structure(labelled(text, _lined(text, _blocks(text)), _LABEL))


def seen(source: str) -> str:
    r"""Give what a reader sees of a title; mathematics stay as they are.

    >>> seen("The \\texttt{caf\\'e} of~$x$\\footnote{No {one}.} -- \\LaTeX")
    'The café of $x$ – LaTeX'
    """
    parts, depth, hidden, hides = [], 0, 0, False
    for piece in _PIECE.finditer(source):
        if piece[0] == "{":
            depth += 1
            hidden = hidden or depth * hides
        elif piece[0] == "}":
            hidden, depth = hidden * (hidden != depth), depth - 1
        elif not hidden:
            parts.append(_shown(piece))
        hides = piece["name"] in _HIDDEN
    return " ".join("".join(parts).split())


def _shown(piece: re.Match[str]) -> str:
    name, other, text = piece["name"], piece["other"], piece["text"] or piece["math"] or ""
    if name:
        return _SYMBOLS.get(name, name if name.endswith("TeX") else "")
    if piece["accent"]:
        return normalize("NFC", piece["letter"] + _ACCENTS[piece["accent"]])
    for sign, shown in _SIGNS if piece["text"] else ():
        text = text.replace(sign, shown)
    return " " if other in ("\\", ",", ";", " ") else text + (other or "").strip("-/")


def _marks(text: str) -> Iterator[_Mark]:
    """Find the commands of structure in their order."""
    at = 0
    while found := _MARK.search(text, at):
        kind, start, at = found.lastgroup, found.start(), found.end()
        value = found[kind] if kind else ""
        if kind == "title":
            title = _title(text, start, at)
            if title is None:
                continue
            value, at = f"{value} {text[title.start : title.end]}", title.end + 1
        elif kind == "raw":
            at = text.find(f"\\end{{{value}}}", at) + 1 or len(text)
            at = text.find("}", at) + 1 or len(text)
        elif kind == "sweave":
            ended = _CODE_ENDS.search(text, at)
            at = ended.end() if ended else len(text)
        if kind in ("title", "raw", "sweave", "end"):
            rest = _REST.match(text, at)
            at = rest.end() if rest else at
        yield _Mark(kind, start, at, value)


def _title(text: str, start: int, at: int) -> Span | None:
    """Find what is between the braces of a title that begins its line, but for commands; None for any other."""
    line = text[max(0, start - _LINE) : start].rpartition("\n")[2]
    short = _SHORT_TITLE.match(text, at)
    at = short.end() if short else at
    if len(line) == _LINE or not _BEFORE.fullmatch(line) or text[at : at + 1] != "{":
        return None
    depth = 0
    for brace in _BRACE.finditer(text, at, at + _FAR):
        depth += (brace[0] == "{") - (brace[0] == "}")
        if brace[0].isspace():
            break
        if not depth:
            parameter = re.search(r"#\d", text[at : brace.start()])
            return None if parameter else Span(at + 1, brace.start())
    return None


def _ends(marks: Sequence[_Mark]) -> Mapping[int, int]:
    """Find where environments end, by where they begin: those without a title in them."""
    found: dict[int, int] = {}
    above: list[_Mark] = []
    names = Counter[str]()
    around = 0  # environments with a title in them, of those above
    for mark in marks:
        if mark.kind == "title":
            around = len(above)
        elif mark.kind == "begin":
            above.append(mark)
            names[mark.value] += 1
        elif mark.kind == "end" and names[mark.value]:
            while True:
                opened = above.pop()
                names[opened.value] -= 1
                if opened.value == mark.value:
                    break
            if len(above) >= around and mark.value != "document":
                found[opened.start] = mark.end
            around = min(around, len(above))
    return found


def _blocks(text: str) -> Iterator[Block]:
    """Give the blocks in the order of their starts, outer ones first."""
    marks = [*_marks(text)]
    body = next((at for at, mark in enumerate(marks) if mark[::3] == ("begin", "document")), 0)
    marks = [mark for at, mark in enumerate(marks) if at >= body or mark.kind != "title"]  # no titles in a preamble
    ends = _ends(marks)
    inside: list[int] = []  # the ends of the environments around
    at = 0  # where a paragraph begins
    for mark in marks:
        while inside and inside[-1] <= mark.start:
            inside.pop()
        close = ends.get(mark.start, 0) if mark.kind == "begin" else mark.end
        if mark.kind not in _PLACES[bool(inside)] or not (close or mark.value == "document"):
            continue
        place = mark.end if mark.kind == "blank" else mark.start
        if not inside:
            if text[at:place].strip():
                yield Block(Span(at, place))
            at = close or place
        if mark.kind not in ("blank", "item"):
            yield from _block(mark, close, len(inside))
            inside += [close] if mark.kind == "begin" and close else []
        elif inside:
            yield Block(Span(place, inside[-1]), len(inside) + (mark.kind == "blank"))
    if text[at:].strip():
        yield Block(Span(at, len(text)))


def _block(mark: _Mark, close: int, depth: int) -> Iterator[Block]:
    """Make the block of a title, of verbatim text, or of an environment that is closed."""
    if mark.kind == "title":
        name, _, source = mark.value.partition(" ")
        yield Block(Span(mark.start, close), depth, "title", _RANKS[name], seen(source))
    elif close:
        yield Block(Span(mark.start, close), depth, mark.value if mark.kind == "begin" else _RAW)


def _lined(text: str, blocks: Iterable[Block]) -> Iterator[Block]:
    """Give verbatim text and tables their lines; the first line of verbatim text is its head."""
    starts, until = line_starts(text), 0
    for block in blocks:
        start, end = block.span
        if start < until or not (block.kind == _RAW or _ROWS.match(block.kind)):
            yield block
            continue
        until, lines = end, starts[bisect_right(starts, start) : bisect_left(starts, end)]
        head = lines[0] if lines and block.kind == _RAW else 0
        yield block._replace(lines=lines, head=head, title=text[start:head].rstrip())
