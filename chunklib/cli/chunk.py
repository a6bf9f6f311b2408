"""``chunklib chunk``: split a document."""

import json
from argparse import Namespace
from collections.abc import Iterator, Sequence
from typing import Any

from chunklib.chunk import Chunk
from chunklib.cli.output import JSON_LINES, say
from chunklib.cli.parsing import FILE, command
from chunklib.cli.splitting import add_splitting, splitter

_NAMES = ("id", "index", "start_char", "end_char", "size", "overlap", "text")
_WHERE_THERE = ("context", "metadata")  # not every strategy has them


def add(commands: Any) -> None:
    """Add the command."""
    argument = command(commands, "chunk", run)
    argument("file", nargs="?", default="-", **{**FILE, "help": "UTF-8 text or a PDF; - or nothing: standard input"})
    add_splitting(argument)
    about = "text to read, or jsonl: an object a line with id, offsets, size, overlap and text (text)"
    argument("--format", choices=("text", "jsonl"), default="text", help=about)


def run(options: Namespace) -> None:
    """Split, and print the chunks."""
    _, chunks = splitter(options, [options.file])(options.file)
    say(_json(chunks) if options.format == "jsonl" else _plain(chunks))


def _json(chunks: Sequence[Chunk]) -> Iterator[str]:
    """Write an object a line; all have the same names."""
    names = [*_NAMES, *(name for name in _WHERE_THERE if any(getattr(chunk, name) for chunk in chunks))]
    for chunk in chunks:
        fields = {name: getattr(chunk, name) for name in names}
        yield json.dumps(fields, ensure_ascii=False, default=dict).translate(JSON_LINES)


def _plain(chunks: Sequence[Chunk]) -> Iterator[str]:
    for chunk in chunks:
        start, end = chunk.start_char, chunk.end_char
        within = f", in {chunk.context}" if chunk.context else ""
        yield f"[{chunk.index}] characters {start}-{end}, size {chunk.size}, overlap {chunk.overlap}{within}"
        yield f"{chunk.text}\n"
