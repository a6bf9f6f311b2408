r"""Cut source code between definitions, members and statements, and between lines; comments stay with their owner.

The languages of :mod:`chunklib.cuts.code_grammars`, by tree-sitter. A file with errors has what could be made of it.
The parser is quick and takes any text, yet on some broken ones its time grows with the square of their length, or
faster. What it may take is counted (its own steps, and what it reads again, so that the same text always gives the same
result), and it is not asked about texts that are nested deeper than any program.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from importlib import import_module
from itertools import chain, pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from chunklib.chunk import Span
from chunklib.cuts.code_grammars import LANGUAGES, Nest
from chunklib.cuts.code_statements import DEPTHS, INDENT, Definition, Place, Statements
from chunklib.cuts.separators import LINE, PARAGRAPH, SENTENCE, separators
from chunklib.cuts.structure import Heading, Level, Structure
from chunklib.errors import check_name
from chunklib.missing import needed
from chunklib.token_index import clean

if TYPE_CHECKING:
    from tree_sitter import Language, Tree


LINE_LEVELS = 3
"""The last levels of code: blank lines; lines, in comments and strings sentences; lines everywhere."""
_DEEPEST = 200  # brackets inside one another; programs have a dozen
_BLOCK = 1024  # bytes that the parser is given at a time; it asks for them again where it looks far ahead, or goes back
_READINGS, _FREE_BYTES = 20, 40_000_000  # ordinary code is read about twice, a few files a dozen times
# After the end of what begins in the first column, and after a blank line before such a thing.
_OUTER = re.compile(rb"(?m)^\}[^\n]*+\n|\n[ \t\r]*+\n(?=[^\s#)\]}])")
_BYTES_PER_STEP, _FREE_STEPS = 40, 500  # ordinary code takes a step (a hundred operations) for each 60 to 200 bytes
_DIRECTIVE = re.compile(rb"(?m)^[ \t]*+#[ \t]*+(?P<what>if|el|endif)(?:[^\n\\]|\\(?s:.))*+")
_NEVER = re.compile(rb"[ \t]*+#[ \t]*+if[ \t]++0\s*+\Z")
_SEEN = re.compile(rb"\S")


def first_arms(data: bytes) -> bytes:
    r"""Blank out lines with ``#if``, ``#else`` and ``#endif``, and all arms but the first (the second of ``#if 0``).

    Offsets stay as they are.

    >>> first_arms(b"#ifdef A\nif (a) {\n#else\nif (b) {\n#endif\n}\n")
    b'        \nif (a) {\n     \n        \n      \n}\n'
    """
    parts, done, shown = list[bytes](), 0, True
    around: list[tuple[bool, int]] = []  # whether each conditional is shown, and how many arms before the one that is
    for found in _DIRECTIVE.finditer(data):
        code = data[done : found.start()]
        parts += [code if shown else _SEEN.sub(b" ", code), _SEEN.sub(b" ", found[0])]
        done = found.end()
        if found["what"] == b"if":
            around.append((shown, int(_NEVER.match(found[0]) is not None)))
        elif around:
            shown, left = around.pop()
            around += [(shown, left - 1)] if found["what"] == b"el" else []
        if around and found["what"] != b"endif":
            shown = around[-1] == (True, 0)
    return b"".join([*parts, data[done:]])


def parse(data: bytes, language: str, part: Span | None = None) -> Tree | None:
    """Parse a source.

    Args:
        data: the source in UTF-8.
        language: one of :data:`LANGUAGES`.
        part: the bytes that are read; all if none are given.

    Returns:
        its tree, with offsets in bytes; None where the parser gives up.

    Raises:
        ValueError: for another language.
        ModuleNotFoundError: without tree-sitter or the grammar; the message names the extra.
    """
    check_name("language", language, LANGUAGES)
    from_grammar = _grammar(language)
    from tree_sitter import Parser, Point, Range

    start, end = part or Span(0, len(data))
    if any(_deepest(data[start:end], nest) > _DEEPEST for nest in LANGUAGES[language].nests):
        return None
    steps = reads = 0
    most_steps = (end - start) // _BYTES_PER_STEP + _FREE_STEPS
    most_reads = ((end - start) * _READINGS + _FREE_BYTES) // _BLOCK

    def stop(*_: object) -> bool:
        nonlocal steps
        steps += 1
        return steps > most_steps or reads > most_reads

    def read(at: int, _: object) -> bytes:
        nonlocal reads
        reads += 1
        return data[at : min(at + _BLOCK, end)] if reads <= most_reads else b""

    parser = Parser(from_grammar)
    if part:
        parser.included_ranges = [Range(Point(0, 0), Point(end - start, 0), start, end)]
    try:
        tree = parser.parse(read, progress_callback=stop)
    except ValueError:  # what a parser says that was stopped
        return None
    return tree if reads <= most_reads else None


@cache
def _grammar(name: str) -> Language:
    grammar = LANGUAGES[name]
    with needed(f"code in {name} needs", "tree-sitter", "code"):
        from tree_sitter import Language
    with needed(f"code in {name} needs", grammar.package.replace("_", "-"), grammar.extra):
        return Language(getattr(import_module(grammar.package), grammar.function)())


def _deepest(data: bytes, nest: Nest) -> int:
    """Say how many levels there are at most, whatever the brackets mean and whether they match."""
    steps = np.zeros(256, np.int64)
    steps[list(nest.opens)], steps[list(nest.closes)], steps[list(nest.ends)] = 1, -1, -len(data)
    others = bytes(set(range(256)).difference(nest.opens, nest.closes, nest.ends))
    brackets = data.replace(nest.passed, b"").translate(None, delete=others)
    sums = np.cumsum(steps[np.frombuffer(brackets, np.uint8)])
    return int((sums - np.minimum.accumulate(np.minimum(sums, 0))).max(initial=0))


Characters = Callable[[NDArray[np.int64]], NDArray[np.int64]]
"""Turns offsets in bytes of a source into offsets in characters."""


def _characters(data: bytes) -> Characters:
    inside = np.flatnonzero((np.frombuffer(data, np.uint8) & 0xC0) == 0x80)  # bytes that go on with a character
    return lambda at: at - np.searchsorted(inside, at) if len(inside) else at


def code(text: str, language: str = "python") -> Structure:
    r"""Find the definitions, statements and lines of a source.

    Args:
        text: any text; one that is not a program has lines at least.
        language: one of :data:`LANGUAGES`.

    Returns:
        levels: places before and after the definitions of the file, then between its other statements; the same
        inside of definitions and blocks, depth by depth, each followed by the definitions that fit only without the
        first line of what they are in, or without the comment above them; blank lines; lines, but in comments and long
        strings the ends of sentences; lines. Comments directly above and decorators belong to what is below, a comment
        after a statement to its line, indentation to what it indents. Headings are the definitions that a place is in;
        one without a title ends them.

    Raises:
        ValueError: for another language.
        ModuleNotFoundError: without tree-sitter or the language's grammar; the message names the extra.

    >>> found = code("import os\n\n# One.\ndef one():\n    return 1\n\nprint(one())\n")
    >>> list(found.levels[0].offsets), found.headings[0]
    ([11, 43, 56], Heading(start=11, rank=1, title='one'))
    """
    data = clean(text).encode()
    found = _read(data, language)
    characters = _characters(data)
    lines = [Level(partial(separators, text, kind)) for kind in (PARAGRAPH, LINE)] if text else []
    if found is None:
        return Structure(lines)
    lines[1:1] = [Level(partial(_sentences, text, found, characters))] if text else []
    levels, headings = [*_levels(found.places, characters, len(text))], _headings(found.definitions, characters)
    apart = any(place.border and not place.depth and place.start > 0 for place in found.places)
    return Structure([*levels, *lines], list(headings), parts=levels[0].offsets if apart else ())


def _read(data: bytes, language: str) -> Statements | None:
    """Read a source; of one with errors more readings are tried, and that with the most definitions is taken."""
    tree, grammar = parse(data, language), LANGUAGES[language]
    readings = [Statements(data, [tree.root_node], grammar)] if tree else []
    if tree and tree.root_node.has_error:
        bare = first_arms(data) if "preproc_if" in grammar.bodies else data
        ends = [0, *(end.end() for end in _OUTER.finditer(bare)), len(data)]
        parts = [Span(*part) for part in pairwise(ends) if part[0] < part[1]]
        for spans in ([Span(0, len(data))] if bare != data else [], parts if len(parts) > 1 else []):
            trees = [parse(bare, language, span) for span in spans]
            readings.append(Statements(bare, [part.root_node for part in trees if part], grammar))
    return max(readings, key=lambda reading: len(reading.definitions), default=None)


def _sentences(text: str, found: Statements, characters: Characters) -> list[int]:
    """Find the ends of sentences in comments and long strings, and the ends of lines that are in neither."""
    prose = characters(np.array(found.prose(), np.int64).reshape(-1, 2))

    def inside(at: NDArray[np.int64]) -> NDArray[np.bool_]:
        began = np.searchsorted(prose[:, 0], at)  # how many of them begin before it
        return np.asarray(np.append(-1, prose[:, 1])[began] >= at)

    sentences, lines = (np.array(separators(text, kind), np.int64) for kind in (SENTENCE, LINE))
    ends = [_with_indent(text, end) for end in sentences[inside(sentences)].tolist()]
    return sorted({*ends, *lines[~inside(lines)].tolist(), len(text)})


def _with_indent(text: str, end: int) -> int:
    """Go back from the end of white space to the beginning of the line, so that indentation stays with what follows."""
    tail = text[max(end - INDENT, 0) : end]
    line = tail.rfind("\n", len(tail.rstrip()))
    return end if line < 0 else end - len(tail) + line + 1


def _levels(places: Sequence[Place], characters: Characters, length: int) -> Iterator[Level]:
    """Make levels of places: by depth, and at each depth those beside a definition first."""
    columns = np.fromiter(chain.from_iterable(places), np.int64, 5 * len(places)).reshape(-1, 5)
    starts, inner, ends = (characters(column) for column in columns.T[:3])
    depths, border = columns[:, 3], columns[:, 4] > 0
    for depth in range(DEPTHS + 1):
        here = depths == depth
        for kind in (here & border, here & ~border):
            if found := np.unique(starts[kind & (starts > 0)]).tolist():
                yield Level(found if found[-1] == length else [*found, length])
        for kind in (here & (starts == 0) & (inner > 0), here & (starts != 0) & (starts < inner)):
            if kind.any():
                order = np.argsort(inner[kind], kind="stable")
                spans = zip(inner[kind][order].tolist(), ends[kind][order].tolist(), strict=True)
                yield Level((), [Span(start, end) for start, end in spans])


def _headings(definitions: Sequence[Definition], characters: Characters) -> Iterator[Heading]:
    """Make headings of definitions: one where each begins, and one without a title where it ends."""
    begins = [(each.start, 1, each.rank, each.name) for each in definitions]
    ends = [(each.end, 0, each.rank, "") for each in definitions]
    marks = sorted(begins + ends)
    places = characters(np.array([mark[0] for mark in marks], np.int64)).tolist()
    return (Heading(at, rank, title) for at, (_, _, rank, title) in zip(places, marks, strict=True))
