"""The command line: ``chunklib chunk``, ``audit``, ``cost`` and ``doctor``.

Whatever a user gets wrong ends in one line on standard error and exit status 2.
"""

from __future__ import annotations

import argparse
import inspect
import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

from chunklib import doctor
from chunklib.audit import audit
from chunklib.calculators import storage_impact
from chunklib.chunk import Chunk
from chunklib.overlap import asked
from chunklib.progress import progress
from chunklib.strategies import STRATEGIES
from chunklib.tokens import ruler

_WRONG = 2  # exit status for wrong use, as argparse has it
_BROKEN = 1  # exit status of an audit that found a breach


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
        0 if all went well, 1 if an audit found a breach or a needed part does not work, 2 for wrong use.
    """
    try:
        options = _parser().parse_args(arguments)
        status: int = options.run(options)
        sys.stdout.flush()
    except Refused as refused:
        return _refuse(str(refused))
    except (ValueError, TypeError, ModuleNotFoundError) as error:
        return _refuse(" ".join(str(error).split()))
    except BrokenPipeError:
        # Whoever read our output has closed it (`| head`): what is buffered must not be written at exit either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return _refuse("interrupted", status=130)
    return status


def _refuse(message: str, status: int = _WRONG) -> int:
    sys.stderr.write(f"chunklib: {message}\n")
    return status


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="chunklib", description="Split text for retrieval, with exact offsets and exact sizes.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    _add(commands, "chunk", _chunk, "split a document", _file, _splitting, _chunk_format)
    _add(commands, "audit", _audit, "check chunks against the contract, point by point", _files, _splitting, _foreign)
    _add(commands, "cost", _cost, "windows, stored tokens and embedding cost of a document", _file, _window, _price)
    _add(commands, "doctor", _doctor, "what works on this machine, and what to do about the rest", _course)
    return parser


def _add(
    commands: Any, name: str, run: Callable[[argparse.Namespace], int], about: str, *parts: Callable[[_Parser], None]
) -> None:
    command = commands.add_parser(name, help=about, description=f"{about[0].upper()}{about[1:]}.")
    command.set_defaults(run=run)
    for part in parts:
        part(command)


def _file(command: _Parser) -> None:
    command.add_argument(
        "file", metavar="FILE", nargs="?", default="-", help="UTF-8 text; - or nothing: standard input"
    )


def _files(command: _Parser) -> None:
    command.add_argument("files", metavar="FILE", nargs="*", default=["-"], help="UTF-8 text; - is standard input")


def _window(command: _Parser) -> None:
    command.add_argument("--size", type=int, default=500, help="the most a chunk may measure (500)")
    command.add_argument("--overlap", default="75", help='what to repeat: 75, "15%%" or "2s" (sentences) (75)')
    command.add_argument("--ruler", help="characters, words, an encoding or a model (cl100k_base)")


def _splitting(command: _Parser) -> None:
    command.add_argument("--strategy", default="recursive", help=f"one of {', '.join(STRATEGIES)} (recursive)")
    _window(command)
    command.add_argument("--min-size", type=int, help="token_windows: a shorter last window starts earlier")
    command.add_argument(
        "--separator",
        action="append",
        dest="separators",
        help="recursive: cut behind this text; repeat, strongest first",
    )


def _chunk_format(command: _Parser) -> None:
    command.add_argument("--format", choices=("text", "jsonl"), default="text", help="what to print (text)")


def _foreign(command: _Parser) -> None:
    command.add_argument(
        "--chunks",
        metavar="JSONL",
        help="audit these chunks of FILE (text, start_char, end_char a line) instead of ours",
    )


def _price(command: _Parser) -> None:
    command.add_argument("--tokens", type=int, help="tokens of the document, instead of a file")
    command.add_argument("--price", type=float, default=0.02, help="US dollars per million tokens (0.02)")


def _course(command: _Parser) -> None:
    command.add_argument("--course", action="store_true", help="the parts of the course are needed too")


def _read(name: str) -> str:
    """Read a file, or standard input, as UTF-8 without touching its line ends."""
    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        raise Refused(f"cannot read {name}: {(error.strerror or str(error)).lower()}") from None
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        where = "standard input" if name == "-" else name
        raise Refused(f"{where} is not UTF-8: byte 0x{data[error.start]:02x} at offset {error.start}") from None


def _split(name: str, text: str, options: argparse.Namespace) -> list[Chunk]:
    if options.strategy not in STRATEGIES:
        raise Refused(f"unknown strategy {options.strategy!r}; strategies: {', '.join(STRATEGIES)}")
    strategy = STRATEGIES[options.strategy]
    extra = {
        key: getattr(options, key) for key in ("ruler", "min_size", "separators") if getattr(options, key) is not None
    }
    for key in extra:
        if key not in inspect.signature(strategy).parameters:
            raise Refused(f"{options.strategy} takes no --{key.replace('_', '-').removesuffix('s')}")
    document = None if name == "-" else name
    with progress(f"splitting {name} ({len(text):,} characters)"):
        return strategy(text, options.size, options.overlap, document=document, **extra)


def _chunk(options: argparse.Namespace) -> int:
    chunks = _split(options.file, _read(options.file), options)
    _say(_json(chunks) if options.format == "jsonl" else _plain(chunks))
    return 0


def _say(lines: Iterator[str]) -> None:
    """Print lines as UTF-8, whatever the terminal's own encoding."""
    for line in lines:
        sys.stdout.buffer.write(f"{line}\n".encode())


def _json(chunks: Sequence[Chunk]) -> Iterator[str]:
    for chunk in chunks:
        fields = {
            name: getattr(chunk, name) for name in ("id", "index", "start_char", "end_char", "size", "overlap", "text")
        }
        yield json.dumps(fields, ensure_ascii=False)


def _plain(chunks: Sequence[Chunk]) -> Iterator[str]:
    for chunk in chunks:
        place = f"characters {chunk.start_char}-{chunk.end_char}"
        yield f"[{chunk.index}] {place}, size {chunk.size}, overlap {chunk.overlap}"
        yield f"{chunk.text}\n"


def _audit(options: argparse.Namespace) -> int:
    if options.chunks and len(options.files) != 1:
        raise Refused(f"--chunks belongs to one FILE: got {len(options.files)}")
    status = 0
    for name in options.files:
        text = _read(name)
        chunks = _read_chunks(options.chunks) if options.chunks else _split(name, text, options)
        measure = options.ruler or ("characters" if options.strategy == "fixed_characters" else "cl100k_base")
        with progress(f"auditing {len(chunks):,} chunks of {name}"):
            report = audit(text, chunks, size=options.size, overlap=options.overlap, ruler=measure)
        _say(iter([*([f"{name}:"] if len(options.files) > 1 else []), str(report)]))
        status = status if report.ok else _BROKEN
    return status


def _read_chunks(name: str) -> Sequence[Mapping[str, object]]:
    """Read foreign chunks, a JSON object a line."""
    chunks = []
    for number, line in enumerate(_read(name).split("\n"), 1):
        if line.strip():
            try:
                chunk = json.loads(line)
            except ValueError as error:
                raise Refused(f"{name}, line {number}: not JSON: {error}") from None
            if not isinstance(chunk, dict):
                raise Refused(f"{name}, line {number}: not an object with text, start_char and end_char")
            chunks.append(chunk)
    return chunks


def _cost(options: argparse.Namespace) -> int:
    if options.tokens is not None and options.file != "-":
        raise Refused(f"give a FILE or --tokens, not both: got {options.file} and {options.tokens}")
    tokens = options.tokens
    if tokens is None:
        tokens = ruler(options.ruler or "cl100k_base")(_read(options.file))
    repeat = asked(options.overlap, options.size)
    if repeat.sentences:
        raise Refused(
            f"the cost of sentences depends on the text: give --overlap in units or per cent, not {options.overlap}"
        )
    impact = storage_impact(tokens, options.size, repeat.units, options.price)
    figures = {
        "document": f"{tokens:,} tokens",
        "windows": f"{impact.chunks:,} of {options.size}, sharing {repeat.units}",
        "stored": f"{impact.tokens:,} tokens, {impact.redundancy:.4g} times the document",
        "cost": f"${impact.cost:.6f} at ${options.price:g} per million tokens",
    }
    _say(f"{name:<9} {value}" for name, value in figures.items())
    return 0


def _doctor(options: argparse.Namespace) -> int:
    return doctor.main(course=options.course)
