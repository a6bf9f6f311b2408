"""``chunklib audit``: check chunks against the contract, point by point: ours, another splitter's, or from a file."""

import json
from argparse import Namespace
from collections.abc import Sequence
from contextlib import ExitStack
from typing import Any

from chunklib.adapters.compare import units_of
from chunklib.adapters.subprocess_splitter import TIME_LIMIT, apart
from chunklib.cli.output import BROKEN, DONE, Refused, refuse, say
from chunklib.cli.parsing import FILE, command, seconds
from chunklib.cli.reading import add_encoding, called, read_once, text_of
from chunklib.cli.splitting import add_splitting, by_suffix, refuse_beside
from chunklib.contract import Report, audit
from chunklib.recipe import OVERLAP, SIZE
from chunklib.strategies import STRATEGIES
from chunklib.terminal_progress import one_line, progress


def add(commands: Any) -> None:
    """Add the command."""
    argument = command(commands, "audit", run)
    argument("files", nargs="*", default=["-"], **FILE)
    add_splitting(argument)
    add_encoding(argument)
    about = "audit these chunks of FILE (of a page or a PDF: of its text) instead of ours: an object a line with text, "
    about += "start_char and end_char"
    argument("--chunks", metavar="JSONL", help=about)
    about = "audit this splitter instead of ours: langchain:recursive, semchunk, … or module:callable"
    argument("--splitter", metavar="NAME", help=about.replace("…", "..."))
    about = "seconds that another splitter may take for each file (60)"
    argument("--time-limit", type=seconds, metavar="SECONDS", default=TIME_LIMIT, help=about)


def run(options: Namespace) -> int:
    """Audit file after file; all are read before the first is reported."""
    if options.chunks is not None and len(options.files) != 1:
        raise Refused(f"--chunks belongs to one FILE: got {len(options.files)}")
    read_once([*options.files, options.chunks])
    reports = _of_ours(options) if options.splitter is None else _of_theirs(options)
    status = DONE
    for name, report in zip(options.files, reports, strict=True):
        title = [f"{one_line(called(name))}:"] if len(options.files) > 1 else []
        say([*title, report.table(worst=True)])
        status = status if report.ok else BROKEN
    return status


def _of_ours(options: Namespace) -> list[Report]:
    """Audit the chunks of one of our strategies, or those of a file, against its settings."""
    splitters = [by_suffix(options, name) for name in options.files]
    for note in dict.fromkeys(split.note for split in splitters if split.note):
        refuse(note)  # on standard error: the file is audited all the same
    if options.chunks is None:
        return [
            _audit(name, *split(name), **split.asked_for) for name, split in zip(options.files, splitters, strict=True)
        ]
    [name], [split] = options.files, splitters
    (text, _), chunks = split(name), _read_chunks(options.chunks)
    try:
        return [_audit(name, text, chunks, **split.asked_for)]
    except TypeError as error:  # a chunk without text or offsets
        raise Refused(f"{called(options.chunks)}: {error}") from None


def _of_theirs(options: Namespace) -> list[Report]:
    """Audit another splitter; what is wrong with the options shows before anything is read."""
    if options.splitter in STRATEGIES:
        raise Refused(f"{options.splitter} is a strategy of ours: give --strategy {options.splitter}")
    others = ("chunks", "strategy", "config", "min_size", "separators", "language", "join", "count_context")
    refuse_beside(options, "splitter", others)
    ruler = options.ruler or "cl100k_base"
    size = SIZE if options.size is None else options.size
    overlap = OVERLAP if options.overlap is None else options.overlap
    units = units_of(overlap, size, ruler, 0)
    reports = []
    with ExitStack() as stack:
        with progress(f"importing {options.splitter}"):
            split = stack.enter_context(apart(options.splitter, size, units, ruler, options.time_limit))
        for name in options.files:
            text = text_of(name, options.encoding)
            with progress(f"splitting {called(name)} ({len(text):,} characters)"):
                chunks = split(text, 0).chunks
            reports.append(_audit(name, text, chunks, size=size, overlap=units, ruler=ruler))
    return reports


def _audit(name: str, text: str, chunks: Sequence[Any], **asked_for: Any) -> Report:
    with progress(f"auditing {len(chunks):,} chunks of {called(name)}"):
        return audit(text, chunks, **asked_for)


def _read_chunks(name: str) -> list[Any]:
    """Read foreign chunks, a JSON object a line; a byte order mark before the first is ignored."""
    chunks = []
    for number, line in enumerate(text_of(name).removeprefix("\ufeff").split("\n"), 1):
        where = f"{called(name)}, line {number}"
        try:
            chunk = json.loads(line) if line.strip() else None
        except (ValueError, RecursionError) as error:
            why = f"{error.msg} at column {error.colno}" if isinstance(error, json.JSONDecodeError) else error
            raise Refused(f"{where}: not JSON, an object a line: {why}") from None
        if isinstance(chunk, dict):
            chunks.append(chunk)
        elif line.strip():
            raise Refused(f"{where}: not an object with text, start_char and end_char")
    return chunks
