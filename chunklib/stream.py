"""Split a text that is too long to be held in memory: a window of it after the other, as if it were one.

Each window is packed on from the last chunk that was given out, with the text before that chunk in sight. A chunk is
given out when neither it nor the one after it can reach the end of the window, so that more text would not change it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, TextIO

from chunklib.chunk import Chunk, Span
from chunklib.chunk_config import Chunker
from chunklib.errors import InvalidType, InvalidValue
from chunklib.readers import at_least
from chunklib.recipe import Split
from chunklib.strategies import RECIPES, arguments
from chunklib.utf8 import read_pieces

WINDOW = 200_000
"""How many characters are looked at together."""
_SIGHT = 2_000  # characters before and after a chunk that its cuts may depend on
_BLOCK = 1 << 16  # characters that are taken at a time


def iter_chunks(
    source: Path | TextIO | Iterable[str],
    chunker: Mapping[str, Any] | Chunker,
    *,
    document: str | None = None,
    window: int = WINDOW,
) -> Iterator[Chunk]:
    """Split a text of any length, in memory for a window of it; the chunks come while it is read.

    Every chunk keeps the contract in the whole text: offsets, ids, indexes, overlaps. The chunks are those that the
    strategy gives for the whole text, wherever cuts and overlaps follow from the 2,000 characters before and after a
    chunk. That need not be so inside longer sentences and unbroken runs of letters, in a text with surrogates, and for
    an adaptive overlap, which looks for the fences of code.

    Args:
        source: the path of a UTF-8 file (its line ends stay as they are), an open text file, or strings which
            together are the text.
        chunker: a chunker, or its description; a strategy that needs the whole text is refused with those that do not.
        document: names the text in the ids of the chunks; else it is the chunker's, else the path, else "stream".
        window: how many characters are looked at together: more where a chunk, or a run of white space, needs more.

    Yields:
        the chunks, in order.

    Raises:
        ValueError: for a strategy that needs the whole text, an impossible setting, and bytes that are not UTF-8.
        TypeError: for a source that is none, such as a text, and for anything but strings in it.
        OSError: for a file that cannot be read.

    >>> words = ("Tea is hot. " for _ in range(100_000))
    >>> chunks = iter_chunks(words, {"strategy": "sentences", "size": 300, "overlap": "1s"}, document="tea")
    >>> next(chunks).id, next(chunks).id
    ('tea:0-888', 'tea:876-1764')
    """
    made = chunker if isinstance(chunker, Chunker) else Chunker.from_config(chunker)
    if not made.recipe.streams:
        able = ", ".join(name for name, recipe in RECIPES.items() if recipe.streams)
        raise InvalidValue(f"{made.strategy} needs the whole text: only {able} can split it while it is read")
    if not made.options.get("join", True):
        raise InvalidValue(f"{made.strategy} needs the whole text to find its parts: got join=False")
    window = at_least(1, "window", window)
    name = document if document is not None else str(source) if isinstance(source, Path) else "stream"
    named = made.but(document=name) if document is not None or made.config.get("document") is None else made
    parts = _parts(_pieces(source), min(window, _BLOCK))
    return _chunks(parts, named, {**arguments(named.strategy), **named.options}, window)


def _pieces(source: object) -> Iterator[str]:
    if isinstance(source, Path):
        return read_pieces(source)
    kinds = "a Path, an open text file or strings"
    if isinstance(source, str):
        raise InvalidType(f"source must be {kinds}: got a str; a text in memory is split by the strategy itself")
    if hasattr(source, "read"):
        return iter(lambda: source.read(_BLOCK), "")
    if isinstance(source, Iterable):
        return iter(source)
    raise InvalidType(f"source must be {kinds}: got {type(source).__name__}")


def _parts(pieces: Iterator[str], most: int) -> Iterator[str]:
    """Yield a text that comes in pieces in parts of so many characters at most."""
    for piece in pieces:
        if not isinstance(piece, str):
            raise InvalidType(f"the pieces of a text must be strings: got {type(piece).__name__}")
        yield from (piece[at : at + most] for at in range(0, len(piece), most))


def _chunks(source: Iterator[str], chunker: Chunker, options: Mapping[str, Any], window: int) -> Iterator[Chunk]:
    """Go through the text; ``done`` are spans of the window that were given out, ``begin`` is where the window does."""
    text, begin, index, done, length, ended = "", 0, 0, list[Span](), window, False
    while not ended:
        taken, total = [text], len(text)
        while total < length and not ended:
            taken.append(next(source, ""))
            total, ended = total + len(taken[-1]), not taken[-1]
        text = "".join(taken)
        found = chunker.recipe.split(text, chunker.size, chunker.overlap, options, done, begin, ended=ended)
        chunks = list(found.chunks)
        last = len(chunks) if ended else _final(found, len(done))
        for place, chunk in enumerate(chunks):
            if len(done) <= place < last:
                start, end = chunk.start_char + begin, chunk.end_char + begin
                yield replace(chunk, start_char=start, end_char=end, index=index)
                index += 1
        if last == len(done):
            length *= 2
        else:
            kept = _kept(found.packed[:last])
            at = kept[0].start
            done = [Span(start - at, end - at) for start, end in kept]
            text, begin = text[at:], begin + at
            length = max(window, 2 * len(text))


def _final(found: Split, done: int) -> int:
    """Count the spans at the beginning that more text would not change, at least those that were given out.

    The last two before a span that may change are kept back too: the end of the text may move them.
    """
    index, size, reach = found.doc.index, found.doc.size, len(found.doc.text) - _SIGHT
    final = len(found.packed) - 1
    while final > done and index.reach(found.packed[final].start, size) > reach:
        final -= 1
    return max(done, final - 2)


def _kept(given: list[Span]) -> list[Span]:
    """Find the last spans that hold what the next cuts may depend on."""
    first = len(given) - 2
    while first > 0 and given[first].start > given[-1].end - _SIGHT:
        first -= 1
    return given[max(first, 0) :]
