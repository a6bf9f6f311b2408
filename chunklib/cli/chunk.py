"""``chunklib chunk``: split documents."""

import json
import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence
from typing import Any

from chunklib.chunk import Chunk
from chunklib.cli.output import DONE, JSON_LINES, Refused, refuse, say
from chunklib.cli.parsing import FILE, command
from chunklib.cli.reading import add_encoding, called
from chunklib.cli.splitting import Splitter, add_splitting, by_suffix
from chunklib.errors import ChunklibError, MissingPackage
from chunklib.terminal_progress import one_line

_NAMES = ("id", "index", "start_char", "end_char", "size", "overlap", "text")
_WHERE_THERE = ("context", "metadata")  # not every strategy has them


def add(commands: Any) -> None:
    """Add the command."""
    argument = command(commands, "chunk", run)
    about = "texts or PDFs, each by its suffix if no strategy is named; - or nothing: standard input"
    argument("files", nargs="*", default=["-"], **{**FILE, "help": about})
    add_splitting(argument)
    add_encoding(argument)
    about = "text to read, or jsonl: an object a line with id, offsets, size, overlap and text (text)"
    argument("--format", choices=("text", "jsonl"), default="text", help=about)


def run(options: Namespace) -> int:
    """Split file after file, and print the chunks; of several files, one that fails does not stop the others."""
    files, status = options.files, DONE
    if files.count("-") > 1:
        raise Refused("standard input can be read only once: - stands for two files")
    splitters = [_splitter(options, name) for name in files]  # what is wrong with the options shows first
    for name, found in zip(files, splitters, strict=True):
        try:
            if isinstance(found, MissingPackage):
                raise found
            split, chosen = found
            chunks = split(name)[1]
        except (ChunklibError, OSError) as error:
            if len(files) == 1:
                raise
            status = refuse(str(error))
            continue
        if chosen and sys.stderr:
            sys.stderr.write(chosen)
        if options.format == "jsonl":
            say(_json(chunks, several=len(files) > 1))
        else:
            say([*([f"{one_line(called(name))}:"] if len(files) > 1 else []), *_plain(chunks)])
    return status


def _splitter(options: Namespace, name: str) -> tuple[Splitter, str] | MissingPackage:
    """Make the splitter for a file; what is not installed concerns this file alone."""
    try:
        return by_suffix(options, name)
    except MissingPackage as error:
        return error


def _json(chunks: Sequence[Chunk], *, several: bool) -> Iterator[str]:
    """Write an object a line; all have the same names, of several files also that of the document."""
    if several:
        names = ["document", *_NAMES, *_WHERE_THERE]
    else:
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
