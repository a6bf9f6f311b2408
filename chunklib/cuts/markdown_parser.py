"""Parse Markdown with the rules of markdown-it-py, and keep of each block what a cut needs.

Only blocks are parsed (sections 4 and 5 of the CommonMark specification, and GitHub's tables). The parser makes tokens
for a page: three for a heading, five for a cell, each with its content. Here a block is one token, and a rule is only
asked about lines that its blocks can begin with: tokens and questions take most of the parser's time.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from itertools import accumulate
from operator import add
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock, blockquote, code, fence, heading, hr, html_block, lheading, list_block
from markdown_it.rules_block.table import table

_Rule = Callable[[StateBlock, int, int, bool], bool]

_MOST_INDENT = 3  # with more a line is code, or goes on with a paragraph
_BEGIN = {blockquote: ">", fence: "`~", heading: "#", hr: "*-_", html_block: "<", list_block: "*+-0123456789"}


class Token:
    """One block, in place of the parser's tokens for it.

    ``type``: its kind; ``tag``: its element in HTML; ``level``: how many blocks it is in; ``map``: its first line, and
    the line after it; ``title``: the text of a heading; ``heads``: how many characters the first two lines of a table
    have without what makes them part of a list or a quotation.
    """

    content = ""
    inline: Token | None = None
    heads = (0, 0)

    def __init__(self, kind: str, tag: str, level: int) -> None:
        self.type, self.tag, self.level = kind, tag, level
        self.map = [0, 0]

    @property
    def title(self) -> str:
        """Give the text of a heading."""
        return self.inline.content if self.inline else ""


class _State(StateBlock):
    """The state of the parser, which finds its lines sooner, and notes blocks alone."""

    tokens: list[Token]  # type: ignore[assignment]

    def __init__(self, source: str, parser: MarkdownIt) -> None:
        super().__init__("", parser, {}, [])
        lines = source.split("\n")
        if not lines[-1].strip(" \t"):  # the parser does not count it
            del lines[-1]
        length = len(source)
        sizes = [len(line) for line in lines]
        begins = [*accumulate([size + 1 for size in sizes], initial=0)]
        self.src = source
        self.lineMax = len(lines)
        self.bMarks = [*begins[:-1], length]  # where each line begins, and a last one that ends the text
        self.eMarks = [*map(add, begins, sizes), length]  # where it ends
        self.tShift = [size - len(line.lstrip(" \t")) for size, line in zip(sizes, lines, strict=True)]
        self.sCount = [shift and _indent(line, shift) for shift, line in zip(self.tShift, lines, strict=True)]
        self.tShift.append(0)
        self.sCount.append(0)
        self.bsCount = [0] * len(self.bMarks)

    def push(self, ttype: str, tag: str, nesting: int) -> Any:
        """Note a block where it begins; what is in a heading goes to it, and an end is not kept."""
        if nesting < 0:
            self.level -= 1
        token = Token(ttype, tag, self.level)
        if nesting > 0:
            self.level += 1
        if ttype == "inline":
            self.tokens[-1].inline = token
        elif nesting >= 0:
            self.tokens.append(token)
        return token

    def getLines(self, begin: int, end: int, indent: int, keepLastLF: bool) -> str:  # noqa: FBT001, N802, N803
        """Give the lines of a heading; those of fences and HTML, which end with a line feed, nobody asks for."""
        return "" if keepLastLF else super().getLines(begin, end, indent, keepLastLF)


def _indent(line: str, shift: int) -> int:
    """Count the columns of the white space that a line begins with; a tab ends at the next of every four."""
    return len(line[:shift].expandtabs(4))


def parse(source: str) -> list[Token]:
    r"""Parse a source.

    Args:
        source: any text whose lines end in line feeds.

    Returns:
        its blocks in the order of their starts, outer ones first.

    >>> [(token.type, token.level, token.map, token.title) for token in parse("# One\n\n> two\n")]
    [('heading_open', 0, [0, 1], 'One'), ('blockquote_open', 0, [2, 3], ''), ('paragraph', 1, [2, 3], '')]
    """
    state = _State(source, _parser())
    state.md.block.tokenize(state, 0, state.lineMax)
    return state.tokens


@cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark").enable("table")
    parser.disable(["reference", "lheading"])  # definitions would belong to no block; _paragraph asks lheading itself
    parser.block.ruler.at("table", _table, {"alt": ["paragraph", "reference"]})
    parser.block.ruler.at("paragraph", _paragraph)
    parser.block.ruler.getRules = cache(partial(_rules, parser.block.ruler.getRules))  # type: ignore[method-assign]
    return parser


def _rules(find: Callable[[str], list[_Rule]], chain: str = "") -> list[_Rule]:
    """Make one rule of those of a chain: it asks those alone whose blocks may begin as a line does."""
    indented = [rule for rule in find(chain) if rule is code]
    rules = [rule for rule in find(chain) if rule is not code]
    by_mark = {mark: [rule for rule in rules if mark in _BEGIN.get(rule, mark)] for mark in "".join(_BEGIN.values())}
    others = [rule for rule in rules if rule not in _BEGIN]

    def choose(state: StateBlock, start: int, end: int, silent: bool) -> bool:  # noqa: FBT001
        if state.sCount[start] - state.blkIndent > _MOST_INDENT:
            return any(rule(state, start, end, silent) for rule in indented)
        at = state.bMarks[start] + state.tShift[start]
        for rule in by_mark.get(state.src[at : at + 1], others):  # noqa: SIM110 (quicker than any())
            if rule(state, start, end, silent):
                return True
        return False

    return [choose]


def _paragraph(state: StateBlock, start: int, end: int, _: bool) -> bool:  # noqa: FBT001
    """End a paragraph where the parser's rule does, or find that it is a heading which a line of marks ends."""
    (ends,) = state.md.block.ruler.getRules("paragraph")
    around, state.parentType = state.parentType, "paragraph"
    line, last, marked = start + 1, state.lineMax, False
    while line < last and not state.isEmpty(line):
        indent = state.sCount[line]
        if indent >= 0 and indent - state.blkIndent <= _MOST_INDENT:
            at = state.bMarks[line] + state.tShift[line]
            if not marked and state.src[at] in "-=":
                marked = True
                if lheading(state, start, end, False):
                    state.parentType = around
                    return True
            if ends(state, line, last, True):
                break
        line += 1
    state.line, state.parentType = line, around
    state.push("paragraph", "p", 0).map = [start, line]
    return True


def _table(state: StateBlock, start: int, end: int, silent: bool) -> bool:  # noqa: FBT001 (the parser's own form)
    """Find a table as the parser's rule does, without its cells."""
    if start + 2 > end:
        return False
    at = state.bMarks[start + 1] + state.tShift[start + 1]
    if state.src[at : at + 1] not in {"|", "-", ":"} or not table(state, start, end, True):
        return False
    if silent:
        return True
    (ends,) = state.md.block.ruler.getRules("blockquote")
    around, state.parentType = state.parentType, "table"
    line = start + 2
    while line < end and state.sCount[line] >= state.blkIndent and not state.isEmpty(line):
        if state.is_code_block(line) or ends(state, line, end, True):
            break
        line += 1
    token: Any = state.push("table", "table", 0)
    token.map = [start, line]
    begins = (state.bMarks[at] + state.tShift[at] for at in (start, start + 1))
    token.heads = [len(state.src[at : state.eMarks[row]].rstrip()) for row, at in enumerate(begins, start)]
    state.line, state.parentType = line, around
    return True
