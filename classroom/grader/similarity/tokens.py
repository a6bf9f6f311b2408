"""The tokens of a submission's function and of what it uses, without names, strings, comments and layout.

The text is hostile: it is never parsed or run, only cut into tokens. What is bounded is the number of tokens and not of
characters, so that a long comment or string hides nothing of what follows it.
"""

from __future__ import annotations

import io
import keyword
import re
import token
import tokenize
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

MAX_TOKENS = 300_000  # of a notebook: some seconds of work
MAX_OF_CELL = 60_000
Token = tuple[int, str]
_SILENT = {tokenize.COMMENT, tokenize.NL, tokenize.ENCODING, tokenize.ENDMARKER}
_F_START, _F_END = getattr(token, "FSTRING_START", -1), getattr(token, "FSTRING_END", -1)  # from Python 3.12 on
_OPEN, _CLOSE = frozenset("([{"), frozenset(")]}")
_DEFINES = ("def", "class")
_MAGIC = re.compile(r"^[ \t]*(?:[%!?].*|[\w.]+[ \t]*\?+[ \t]*)$", re.MULTILINE)
_MAGIC_VALUE = re.compile(r"^([ \t]*\w[\w, \t]*=[ \t]*)[%!].*$", re.MULTILINE)


@dataclass(frozen=True)
class Statement:
    """Holds a statement at the left margin with all that is indented below it: its (type, text) pairs of tokens."""

    tokens: tuple[Token, ...]

    def names(self) -> set[str]:
        """Return all names in it."""
        return {text for kind, text in self.tokens if kind == tokenize.NAME and not keyword.iskeyword(text)}

    def defined(self) -> set[str]:
        """Return the names that it gives a value: of functions and classes, and what comes before ``=``."""
        texts = [text for _, text in self.tokens]
        follows = list(pairwise(texts))
        if texts[0] in (*_DEFINES, "async", "@"):
            return {next((name for word, name in follows if word in _DEFINES), "")}
        found = {name for word, name in follows if word in _DEFINES}
        return found | set(filter(str.isidentifier, texts[: texts.index("=")] if "=" in texts else ()))


def blocks(cells: Sequence[str], function: str) -> list[list[str]]:
    r"""Return the normal form of each statement that a function needs, its own definition included.

    Args:
        cells: the sources of the code cells.
        function: the name of the function.

    Returns:
        A list of tokens for each statement: a name is ``n``, a string ``s``, a signature is left out.

    >>> helpers = "import re\nK = 2\ndef helper(a): return a + K\ndef other(): pass"
    >>> blocks([helpers, "def f(x):\n  return helper(x)"], "f")
    [['n', '=', '2'], ['def', 'return', 'n', '+', 'n'], ['def', 'return', 'n', '(', 'n', ')']]
    """
    return [_normal(statement.tokens) for statement in needed(cells, function)]


def needed(cells: Sequence[str], function: str) -> list[Statement]:
    """Return the statements that a function needs, its own definition included and imports left out, in their order.

    Args:
        cells: the sources of the code cells.
        function: the name of the function.
    """
    found = [statement for cell in _cut_cells(tuple(cells))[0] for statement in _statements(cell)]
    found = [statement for statement in found if statement.tokens[0][1] not in ("import", "from")]
    givers: dict[str, list[int]] = {}
    for at, statement in enumerate(found):
        for name in statement.defined():
            givers.setdefault(name, []).append(at)
    wanted, taken = [function], set[int]()
    while wanted:
        for at in givers.pop(wanted.pop(), ()):
            if at not in taken:
                taken.add(at)
                wanted += found[at].names()
    return [found[at] for at in sorted(taken)]


def lines(cells: Sequence[str]) -> Iterator[list[str]]:
    r"""Yield the words of each logical line of the cells, strings and what only a notebook understands left out.

    >>> list(lines(["import a, (\\\n b) # c\nx = 'y'"]))
    [['import', 'a', ',', '(', 'b', ')'], ['x', '=']]
    """
    for cell in _cut_cells(tuple(cells))[0]:
        line: list[str] = []
        for kind, text in cell:
            if kind == tokenize.NEWLINE:
                yield line
                line = []
            elif kind in (tokenize.NAME, tokenize.OP):
                line.append(text)
        if line:
            yield line


def read_whole(cells: Sequence[str]) -> bool:
    """Tell whether the cells are read to their end: none exceeds ``MAX_OF_CELL`` tokens, nor all ``MAX_TOKENS``."""
    return _cut_cells(tuple(cells))[1]


@lru_cache(maxsize=1)
def _cut_cells(cells: tuple[str, ...]) -> tuple[list[list[Token]], bool]:
    """Return the tokens of each cell, and whether these are all."""
    found: list[list[Token]] = []
    left = MAX_TOKENS
    for cell in cells:
        found.append(_tokens(cell, min(left, MAX_OF_CELL) + 1))
        left -= len(found[-1])
        if left < 0:
            return found, False
    return found, max(map(len, found), default=0) <= MAX_OF_CELL


def _statements(cell: Sequence[Token]) -> Iterator[Statement]:
    """Yield the statements at the left margin of a cell, as far as it can be cut into tokens."""
    depth, whole, line = 0, list[Token](), list[Token]()
    decorated = False
    for kind, text in cell:
        if kind in (tokenize.INDENT, tokenize.DEDENT):
            depth += 1 if kind == tokenize.INDENT else -1
        elif kind == tokenize.NEWLINE:
            decorated = bool(line) and line[0][1] == "@" and depth == 0
            whole += [] if all(one == tokenize.STRING for one, _ in line) else line
            line = []
        else:
            if not line and depth == 0 and whole and not decorated:
                yield Statement(tuple(whole))
                whole = []
            line.append((kind, text))
    if whole:
        yield Statement(tuple(whole))


def _tokens(cell: str, most: int) -> list[Token]:
    """Return type and text of the tokens; without lines that only a notebook understands, where they disturb."""
    cell = cell.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    found, whole = _cut(cell, most)
    return found if whole else _cut(_MAGIC_VALUE.sub(r"\1None", _MAGIC.sub("pass", cell)), most)[0]


def _cut(text: str, most: int) -> tuple[list[Token], bool]:
    """Return the tokens before the first that is not Python, and whether more are wanted. A string is one token."""
    found: list[Token] = []
    inside = 0
    try:
        for one in tokenize.generate_tokens(io.StringIO(text).readline):
            if one.type == tokenize.ERRORTOKEN:  # after it a tokenizer may take the square of the time
                return found, False
            inside += (one.type == _F_START) - (one.type == _F_END)
            if one.type == _F_END and not inside:
                found.append((tokenize.STRING, one.string))
            elif not inside and one.type not in _SILENT and one.string != ";":
                found.append((one.type, _spelled(one.string) if one.type == tokenize.NAME else one.string))
            if len(found) >= most:
                return found, True
    except (tokenize.TokenError, SyntaxError, ValueError):
        return found, False
    return found, True


def _spelled(name: str) -> str:
    """Return a name as Python reads it, which takes other letters of a compatible form for the same."""
    return name if name.isascii() else unicodedata.normalize("NFKC", name)


def _normal(tokens: Sequence[tuple[int, str]]) -> list[str]:
    words: list[str] = []
    depth, signature = 0, False
    for kind, text in tokens:
        depth += (text in _OPEN) - (text in _CLOSE)
        if signature:
            signature = text != ":" or depth > 0
            continue
        if text in _CLOSE and words[-1:] == [","]:
            words.pop()
        words.append(_word(kind, text))
        signature = text == "def"
        depth = 0 if signature else depth
    return words


def _word(kind: int, text: str) -> str:
    if kind == tokenize.NAME:
        return text if keyword.iskeyword(text) else "n"
    return "s" if kind == tokenize.STRING else text
