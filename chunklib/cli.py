"""The command line: ``chunklib chunk``, ``audit``, ``cost`` and ``doctor``.

Whatever a user gets wrong ends in one line on standard error and exit status 2.
"""

from __future__ import annotations

import argparse
import inspect
import json
import math
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, NoReturn, TextIO

from chunklib import doctor
from chunklib.audit import Report, audit
from chunklib.calculators import storage_impact
from chunklib.chunk import Chunk
from chunklib.overlap import asked
from chunklib.progress import one_line, progress
from chunklib.strategies import STRATEGIES
from chunklib.tokens import ruler

_BROKEN, _WRONG = 1, 2  # exit statuses: an audit found a breach; wrong use, as argparse has it
_INTERRUPTED, _UNREAD = 130, 141  # what shells say of a command that Ctrl-C ended, or whose reader went away
_EPILOG = "Exit status: 0 done; 1 an audit or the doctor found something broken; 2 wrong use, said in one line."
_SPLIT_LINES = str.maketrans({"\x85": "\\u0085", "\u2028": "\\u2028", "\u2029": "\\u2029"})  # JSON leaves them


class Refused(Exception):
    """What the user asked for cannot be done; the message is one line."""


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line instead of printing the usage."""

    def error(self, message: str) -> NoReturn:
        raise Refused(f"{message}; see {self.prog} --help")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command.

    Args:
        arguments: what stands behind ``chunklib`` on the command line.

    Returns:
        0 if all went well, 1 if an audit found a breach or a needed part does not work, 2 for wrong use, 130 when
        interrupted, 141 when whoever read the output closed it before the end.
    """
    try:
        options = _parser().parse_args(arguments)
        return int(options.run(options))
    except BrokenPipeError:
        return _UNREAD
    except KeyboardInterrupt:
        return _refuse("interrupted", _INTERRUPTED)
    except MemoryError:
        return _refuse("not enough memory")
    except (Refused, ValueError, TypeError, ImportError, OSError) as error:
        return _refuse(str(error))


def _refuse(message: str, status: int = _WRONG) -> int:
    """Say why in one line, on standard error if there is one."""
    line = one_line(message)
    try:
        if sys.stderr:
            sys.stderr.write(f"chunklib: {line if len(line) <= 500 else f'{line[:240]} ... {line[-240:]}'}\n")
    except OSError:
        _discard(sys.stderr)
    return status


def _discard(stream: TextIO) -> None:
    """Let what is still buffered go nowhere: at exit it would fail, or block, once more."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


@contextmanager
def _output() -> Iterator[TextIO]:
    """Lend standard output for writing; it is flushed, or the reason why it could not be is one line."""
    if not sys.stdout:
        raise Refused("cannot write: standard output is closed")
    try:
        yield sys.stdout
        sys.stdout.flush()
    except (OSError, KeyboardInterrupt) as error:
        _discard(sys.stdout)
        if isinstance(error, (BrokenPipeError, KeyboardInterrupt)):
            raise
        raise Refused(f"cannot write the output: {(error.strerror or str(error)).lower()}") from None


def _say(lines: Iterable[str]) -> None:
    """Print lines as UTF-8, whatever the terminal's own encoding; bytes in names that are not UTF-8 as escapes."""
    with _output() as output:
        for line in lines:
            output.buffer.write(f"{line}\n".encode("utf-8", "backslashreplace"))


def _parser() -> _Parser:
    about = "Split text for retrieval, with exact offsets and exact sizes."
    parser = _Parser(prog="chunklib", description=about, epilog=_EPILOG)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    file = {"metavar": "FILE", "help": "UTF-8 text; - or nothing: standard input"}
    add = _command(commands, "chunk", _chunk, "split a document")
    add("file", nargs="?", default="-", **file)
    _add_splitting(add)
    about = "text to read, or jsonl: an object a line with id, offsets, size, overlap and text (text)"
    add("--format", choices=("text", "jsonl"), default="text", help=about)
    add = _command(commands, "audit", _audit, "check chunks against the contract, point by point")
    add("files", nargs="*", default=["-"], **file)
    _add_splitting(add)
    about = "audit these chunks of FILE instead of ours: an object a line with text, start_char and end_char"
    add("--chunks", metavar="JSONL", help=about)
    add = _command(commands, "cost", _cost, "windows, stored tokens and embedding cost of a document")
    add("file", nargs="?", default="-", **file)
    add("--tokens", type=_whole, help="tokens of the document, instead of a file")
    add("--size", type=_whole, default=500, help="tokens in a window (500)")
    add("--overlap", default="15%", help='tokens that neighbours share: 75, or "15%%" of the size (15%%)')
    add("--ruler", default="cl100k_base", help="the encoding or model that counts the file (cl100k_base)")
    add("--price", type=_dollars, default=0.02, help="US dollars per million tokens (0.02)")
    add = _command(commands, "doctor", _doctor, "what works on this machine, and what to do about the rest")
    add("--course", action="store_true", help="the parts of the course are needed too")
    return parser


def _command(commands: Any, name: str, run: Callable[[argparse.Namespace], int], about: str) -> Callable[..., object]:
    command: _Parser = commands.add_parser(name, help=about, description=f"{about[0].upper()}{about[1:]}.")
    command.set_defaults(run=run)
    return command.add_argument


def _add_splitting(add: Callable[..., object]) -> None:
    add("--strategy", type=_strategy, default="recursive", help=f"one of {', '.join(STRATEGIES)} (recursive)")
    add("--size", type=_whole, default=500, help="the most a chunk may measure, in units of the ruler (500)")
    about = 'what to repeat: 75 units of the ruler, "15%%" of the size or "2s" for two sentences (15%%)'
    add("--overlap", default="15%", help=about)
    add("--ruler", help="characters, words, an encoding or a model (cl100k_base; fixed_characters: characters)")
    add("--min-size", type=_whole, metavar="SIZE", help="token_windows: a shorter last window starts earlier (0)")
    about = "recursive: cut behind this text; repeat, strongest first ($'\\n' is a line end in bash)"
    add("--separator", action="append", dest="separators", metavar="TEXT", help=about)


def _strategy(name: str) -> str:
    if name not in STRATEGIES:
        raise Refused(f"unknown strategy {name!r}; strategies: {', '.join(STRATEGIES)}")
    return name


def _whole(number: str) -> int:
    if not re.fullmatch(r"-?\d{1,18}", number, re.ASCII):
        raise argparse.ArgumentTypeError(f"must be a whole number (of up to 18 digits): got {number[:40]!r}")
    return int(number)


def _dollars(price: str) -> float:
    with suppress(ValueError):
        if 0 <= float(price) < math.inf:
            return float(price)
    raise argparse.ArgumentTypeError(f"must be a number of dollars, at least 0: got {price[:40]!r}")


def _called(name: str) -> str:
    """What to call a file: its name read as UTF-8 in every locale, so that ids do not depend on it."""
    return "standard input" if name == "-" else os.fsencode(name).decode("utf-8", "surrogateescape")


def _read(name: str) -> str:
    """Read a file, or standard input, as UTF-8 without touching its line ends."""
    if name == "-" and not sys.stdin:
        raise Refused("cannot read standard input: it is closed")
    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        raise Refused(f"cannot read {_called(name)}: {(error.strerror or str(error)).lower()}") from None
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        at = error.start
        raise Refused(f"{_called(name)} is not UTF-8: byte 0x{data[at]:02x} at offset {at}") from None


def _recipe(options: argparse.Namespace) -> Callable[..., list[Chunk]]:
    """Make the splitter that was asked for; what is wrong with the options shows before anything is read."""
    strategy = STRATEGIES[options.strategy]
    keys = ("ruler", "min_size", "separators")
    given = {key: value for key in keys if (value := getattr(options, key)) is not None}
    for key in given:
        if key not in inspect.signature(strategy).parameters:
            raise Refused(f"{options.strategy} takes no --{key.replace('_', '-').removesuffix('s')}")
    recipe = partial(strategy, size=options.size, overlap=options.overlap, **given)
    recipe("")
    return recipe


def _split(recipe: Callable[..., list[Chunk]], name: str, text: str) -> list[Chunk]:
    with progress(f"splitting {_called(name)} ({len(text):,} characters)"):
        try:
            return recipe(text, document=None if name == "-" else _called(name))
        except ValueError as error:  # the options are right: something in this text does not fit them
            raise Refused(f"{_called(name)}: {error}") from None


def _chunk(options: argparse.Namespace) -> int:
    chunks = _split(_recipe(options), options.file, _read(options.file))
    _say(_json(chunks) if options.format == "jsonl" else _plain(chunks))
    return 0


def _json(chunks: Sequence[Chunk]) -> Iterator[str]:
    names = ("id", "index", "start_char", "end_char", "size", "overlap", "text")
    for chunk in chunks:
        fields = {name: getattr(chunk, name) for name in names}
        yield json.dumps(fields, ensure_ascii=False).translate(_SPLIT_LINES)


def _plain(chunks: Sequence[Chunk]) -> Iterator[str]:
    for chunk in chunks:
        start, end = chunk.start_char, chunk.end_char
        yield f"[{chunk.index}] characters {start}-{end}, size {chunk.size}, overlap {chunk.overlap}"
        yield f"{chunk.text}\n"


def _audit(options: argparse.Namespace) -> int:
    if options.chunks is not None and len(options.files) != 1:
        raise Refused(f"--chunks belongs to one FILE: got {len(options.files)}")
    if [*options.files, options.chunks].count("-") > 1:
        raise Refused("standard input can be read only once: - stands for two files")
    recipe = _recipe(options)
    status = 0
    for name, text in [(name, _read(name)) for name in options.files]:  # all are read before the first is reported
        chunks = _split(recipe, name, text) if options.chunks is None else _read_chunks(options.chunks)
        report = _report(name, text, chunks, options)
        _say([*([f"{one_line(_called(name))}:"] if len(options.files) > 1 else []), str(report)])
        status = status if report.ok else _BROKEN
    return status


def _report(name: str, text: str, chunks: Sequence[Any], options: argparse.Namespace) -> Report:
    usual = inspect.signature(STRATEGIES[options.strategy]).parameters["ruler"].default
    measure = usual if options.ruler is None else options.ruler
    with progress(f"auditing {len(chunks):,} chunks of {_called(name)}"):
        try:
            return audit(text, chunks, size=options.size, overlap=options.overlap, ruler=measure)
        except TypeError as error:  # a foreign chunk without text or offsets
            raise Refused(f"{_called(options.chunks)}: {error}") from None


def _read_chunks(name: str) -> list[Any]:
    """Read foreign chunks, a JSON object a line; a byte order mark before the first is no part of it."""
    lines = _read(name).removeprefix("\ufeff").split("\n")
    return [_object(line, f"{_called(name)}, line {number}") for number, line in enumerate(lines, 1) if line.strip()]


def _object(line: str, where: str) -> Mapping[str, object]:
    try:
        chunk = json.loads(line)
    except (ValueError, RecursionError) as error:
        why = f"{error.msg} at column {error.colno}" if isinstance(error, json.JSONDecodeError) else error
        raise Refused(f"{where}: not JSON, an object a line: {why}") from None
    if not isinstance(chunk, dict):
        raise Refused(f"{where}: not an object with text, start_char and end_char")
    return chunk


def _cost(options: argparse.Namespace) -> int:
    if options.tokens is not None and options.file != "-":
        raise Refused(f"give a FILE or --tokens, not both: got {_called(options.file)} and {options.tokens}")
    measure = ruler(options.ruler)
    if measure.name in ("characters", "words"):
        raise Refused(f"the cost is in tokens: give --ruler an encoding or a model, not {options.ruler}")
    repeat = asked(options.overlap, options.size)
    if repeat.sentences:
        raise Refused(f"the cost is in tokens: give --overlap in tokens or per cent, not {options.overlap}")
    tokens = measure(_read(options.file)) if options.tokens is None else options.tokens
    impact = storage_impact(tokens, options.size, repeat.units, options.price)
    _say([
        f"document  {tokens:,} tokens",
        f"windows   {impact.chunks:,} of {options.size:,}, sharing {repeat.units:,}",
        f"stored    {impact.tokens:,} tokens, {impact.redundancy:.4g} times the document",
        f"cost      ${impact.cost:.6f} at ${options.price:g} per million tokens",
    ])  # fmt: skip
    return 0


def _doctor(options: argparse.Namespace) -> int:
    with _output():
        return doctor.main(course=options.course)
