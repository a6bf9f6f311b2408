"""``chunklib view``: draw the chunks of files in their text, on one page for a browser."""

import re
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from chunklib.atomic_write import replace_file
from chunklib.chunk import Chunk
from chunklib.chunk_config import Chunker
from chunklib.cli.output import BROKEN, DONE, Refused, refuse, say
from chunklib.cli.parsing import FILE, command
from chunklib.cli.reading import add_encoding, called, read_once
from chunklib.cli.splitting import Splitter, add_splitting, by_suffix
from chunklib.contract import audit
from chunklib.errors import ChunklibError, MissingPackage, check_name
from chunklib.sources import FileChunks
from chunklib.strategies import RECIPES, arguments
from chunklib.terminal_progress import one_line, progress
from chunklib.view.page import OURS, Cutting, Viewed, page, summary

_BESIDE = re.compile(r"(\w+)(?::(\d{1,18}))?(?:/(.+))?")


def add(commands: Any) -> None:
    """Add the command."""
    argument = command(commands, "view", run)
    argument("files", nargs="*", default=["-"], **FILE)
    about = "the page to write (chunks.html); only a page of this command is replaced"
    argument("-o", "--out", metavar="HTML", default="chunks.html", help=about)
    about = "a second strategy, drawn beside the first: sentences, sentences:300 or sentences:300/15%%"
    argument("--beside", metavar="STRATEGY", help=about)
    add_splitting(argument)
    add_encoding(argument)


def run(options: Namespace) -> int:
    """Split and audit file after file, and write the page; of several, one that fails does not stop the others."""
    shown, status = list[Viewed](), DONE
    read_once(options.files)
    _check_out(options.out)
    splitters = [_splitters(options, name) for name in options.files]
    for note in dict.fromkeys(each[0].note for each in splitters if isinstance(each, list) and each[0].note):
        refuse(note)  # on standard error: the file is drawn all the same
    for name, each in zip(options.files, splitters, strict=True):
        try:
            if isinstance(each, MissingPackage):
                raise each
            shown.append(_viewed(name, each))
        except (ChunklibError, OSError) as error:
            if len(options.files) == 1:
                raise
            status = refuse(str(error))
    if shown:
        _write(options.out, page(shown))
        say([*(f"{one_line(file.name)}: {summary(file)}" for file in shown), f"written to {called(options.out)}"])
    broken = not all(one.report.ok for file in shown for one in file.cuttings)
    return status or (BROKEN if broken else DONE)


def _splitters(options: Namespace, name: str) -> list[Splitter] | MissingPackage:
    """Make the splitter of a file, and the one beside it, which has the first one's settings unless it names others."""
    try:
        first = by_suffix(options, name)
    except MissingPackage as error:  # which concerns this file alone
        return error
    if options.beside is None:
        return [first]
    if not (found := _BESIDE.fullmatch(options.beside)):
        rule = "must be STRATEGY, STRATEGY:SIZE or STRATEGY:SIZE/OVERLAP, such as sentences:300/15%"
        raise Refused(f"--beside {rule}: got {options.beside!r}")
    strategy, size, overlap = found.groups()
    check_name("strategy", strategy, RECIPES)
    same = {key: value for key, value in first.chunker.config.items() if key in arguments(strategy)}
    asked = {"size": size and int(size), "overlap": overlap}
    given = {key: value for key, value in asked.items() if value is not None}
    return [first, Splitter(Chunker(**{**same, **given, "strategy": strategy}), options.encoding)]


def _viewed(name: str, splitters: Sequence[Splitter]) -> Viewed:
    """Split a file with one or two, and audit what comes out."""
    text, found = _split(name, *splitters)
    with progress(f"auditing the chunks of {called(name)}"):
        return Viewed(called(name), text, [_cutting(text, *one) for one in zip(found, splitters, strict=True)])


def _cutting(text: str, chunks: Sequence[Chunk], splitter: Splitter) -> Cutting:
    chunker, report = splitter.chunker, audit(text, chunks, **splitter.asked_for)
    settings = {**chunker.config, "ruler": chunker.ruler.name}
    asked = ", ".join(str(value) if key == "strategy" else f"{key} {value}" for key, value in settings.items())
    return Cutting(asked, chunks, report)


def _split(name: str, first: Splitter, second: Splitter | None = None) -> tuple[str, list[list[Chunk]]]:
    """Split a file with one or two, in one text: if a strategy reads a text of its own, the other splits that one."""
    text, chunks = first(name)
    if second is None:
        return text, [chunks]
    both, own = (first.chunker.strategy, second.chunker.strategy), isinstance(chunks, FileChunks)
    if second.chunker.takes_files or (own and both[0] == both[1]):
        if name == "-":
            raise Refused(f"standard input can be read only once: {both[0]} and {both[1]} need a file")
        other, beside = second(name)
    else:
        beside = second.split(name, text)
        other = beside.text if isinstance(beside, FileChunks) else text
    if other != text and own:
        raise Refused(f"{called(name)}: {both[0]} and {both[1]} each read a text of their own: draw them on two pages")
    return other, [chunks if other == text else first.split(name, other), beside]


def _check_out(out: str) -> None:
    """Refuse to replace a file that is not a page of ours."""
    if Path(out).is_file():
        with Path(out).open("rb") as file:
            if OURS.encode() not in file.read(1000):
                raise Refused(f"{called(out)} is not a page of chunklib view: remove it, or choose another name")


def _write(out: str, html: str) -> None:
    try:
        replace_file(Path(out), html.encode())
    except OSError as error:
        raise Refused(f"cannot write {called(out)}: {(error.strerror or str(error)).lower()}") from None
