"""Source code, parsed: tree-sitter's trees, guarded against the texts that make the parser slow.

The parser is quick and takes any text, yet on some broken ones its time grows with the square of their length, or
faster. What it may take is counted (in its own steps, so that the same text always gives the same result), and it is
not asked about texts that are nested deeper than any program.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from chunklib.errors import InvalidValue, MissingPackage
from chunklib.token_index import clean

if TYPE_CHECKING:
    from tree_sitter import Language, Tree

LANGUAGES = {
    "python": ("tree_sitter_python", "language"),
    "javascript": ("tree_sitter_javascript", "language"),
    "typescript": ("tree_sitter_typescript", "language_typescript"),
    "tsx": ("tree_sitter_typescript", "language_tsx"),
}
"""For each language the package of its grammar, and the function there."""

_DEEPEST = 200  # brackets inside one another; programs have a dozen
_COMMENTS = re.compile(rb"(?:^[ \t\r]*+(?:#[^\n]*+)?+\n)++", re.MULTILINE)
_MANY_COMMENTS, _MOST_AHEAD = 500, 40_000_000  # lines; bytes that may be looked at again behind each of them
_BLOCK = 65_536  # bytes that the parser reads together
_BYTES_PER_STEP, _FREE_STEPS = 40, 500  # ordinary code takes a step (a hundred operations) for each 60 to 200 bytes


def parse(data: bytes, language: str) -> Tree | None:
    """Parse a source.

    Args:
        data: the source in UTF-8.
        language: one of :data:`LANGUAGES`.

    Returns:
        its tree, with offsets in bytes; None where the parser gives up.

    Raises:
        ValueError: for another language.
        ModuleNotFoundError: without tree-sitter or the grammar; the message names the extra.
    """
    if not isinstance(language, str) or language not in LANGUAGES:
        raise InvalidValue(f"language must be one of {', '.join(LANGUAGES)}: got {language!r}")
    from_grammar = _grammar(language)
    from tree_sitter import Parser

    source = data if language == "python" else _without_open_comment(data)
    if _depth(source, typed=language in {"typescript", "tsx"}) > _DEEPEST:
        return None
    if language == "python" and _looks_ahead(data) > _MOST_AHEAD:
        return None
    steps = 0
    most = len(data) // _BYTES_PER_STEP + _FREE_STEPS

    def stop(*_: object) -> bool:
        nonlocal steps
        steps += 1
        return steps > most

    try:
        return Parser(from_grammar).parse(lambda at, _: source[at : at + _BLOCK], progress_callback=stop)
    except ValueError:  # what a parser says that was stopped
        return None


@cache
def _grammar(name: str) -> Language:
    from importlib import import_module

    package, function = LANGUAGES[name]
    try:
        from tree_sitter import Language

        return Language(getattr(import_module(package), function)())
    except ImportError as error:
        package = (error.name or package).replace("_", "-")
        message = f"code in {name} needs the package {package}: pip install 'chunklib[code]'"
        raise MissingPackage(message, name=error.name) from None


def _without_open_comment(data: bytes) -> bytes:
    """Blank out the starts of comments that never end: the parser would look for the end again and again."""
    closed = data.rfind(b"*/") + 2 if b"*/" in data else 0
    return data[:closed] + data[closed:].replace(b"/*", b"  ")


def _looks_ahead(data: bytes) -> int:
    """Count the bytes that Python's grammar looks at again: behind each comment it reads to the end of their run."""
    if data.count(b"#") < _MANY_COMMENTS:
        return 0
    return sum(len(run[0]) * run[0].count(b"\n") for run in _COMMENTS.finditer(data) if b"#" in run[0])


def _depth(data: bytes, *, typed: bool) -> int:
    """Say how deep brackets are nested at most, whatever they mean and whether they match."""
    deepest = _deepest(data, b"([{", b")]}")
    if typed:  # a comparison may be the start of type arguments, as far as the parser knows
        deepest = max(deepest, _deepest(data.replace(b"=>", b""), b"<", b">"))
    return deepest


def _deepest(data: bytes, opening: bytes, closing: bytes) -> int:
    """Find the most that the number of open brackets rises above what it was before."""
    steps = np.zeros(256, np.int8)
    steps[list(opening)], steps[list(closing)] = 1, -1
    brackets = data.translate(None, delete=bytes(set(range(256)).difference(opening, closing)))
    sums = np.cumsum(steps[np.frombuffer(brackets, np.uint8)], dtype=np.int32)
    return int((sums - np.minimum.accumulate(np.minimum(sums, 0))).max(initial=0))


def encode(text: str) -> bytes:
    """Give the text as the parser reads it; lone surrogates become U+FFFD, so that offsets stay where they are."""
    return clean(text).encode()


class Offsets:
    """Turns offsets in bytes of a source into offsets in characters."""

    def __init__(self, data: bytes) -> None:
        inside = (np.frombuffer(data, np.uint8) & 0xC0) == 0x80  # bytes that go on with a character
        self._inside = np.flatnonzero(inside)

    def of(self, at: NDArray[np.int64]) -> NDArray[np.int64]:
        """Give the offset in characters for each offset in bytes: what goes on with a character does not count."""
        return at - np.searchsorted(self._inside, at) if len(self._inside) else at
