"""``chunklib view``: draw the chunks of files in their text, on one page for a browser."""

import re
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from chunklib.atomic_write import replace_file
from chunklib.chunk import Chunk
from chunklib.chunk_config import Chunker
from chunklib.cli.output import BROKEN, DONE, WRONG, Refused, refuse, say
from chunklib.cli.parsing import FILE, command
from chunklib.cli.reading import add_encoding, called, read_once
from chunklib.cli.splitting import Splitter, add_splitting, by_suffix
from chunklib.contract import audit
from chunklib.errors import ChunklibError, check_name
from chunklib.sources import FileChunks
from chunklib.strategies import RECIPES, arguments
from chunklib.terminal_progress import one_line, progress
from chunklib.view.page import OURS, Cutting, Viewed, page, summary

_BESIDE = re.compile(r"(?P<strategy>\w+)(?::(?P<size>\d{1,18}))?(?:/(?P<overlap>.+))?")


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
    shown, told, status = list[Viewed](), list[str](), DONE
    read_once(options.files)
    check_out(options.out)
    for name in options.files:
        try:
            splitters = _splitters(options, name)
            told.append(splitters[0].note)
            shown.append(_viewed(name, splitters))
        except (ChunklibError, OSError) as error:
            told.append(str(error))
            status = WRONG
    for message in filter(None, dict.fromkeys(told)):
        refuse(message)  # a note on standard error: the file is drawn all the same
    if shown:
        write_page(options.out, page(shown))
        say([*(f"{one_line(file.name)}: {summary(file)}" for file in shown), f"written to {called(options.out)}"])
    broken = not all(one.report.ok for file in shown for one in file.cuttings)
    return status or (BROKEN if broken else DONE)


def _splitters(options: Namespace, name: str) -> list[Splitter]:
    """Make the splitter of a file, and the one beside it, which has the first one's settings unless it names others."""
    first = by_suffix(options, name)
    if options.beside is None:
        return [first]
    if not (found := _BESIDE.fullmatch(options.beside)):
        rule = "must be STRATEGY, STRATEGY:SIZE or STRATEGY:SIZE/OVERLAP, such as sentences:300/15%"
        raise Refused(f"--beside {rule}: got {options.beside!r}")
    check_name("strategy", found["strategy"], RECIPES)
    same = {key: value for key, value in first.chunker.config.items() if key in arguments(found["strategy"])}
    given = {key: int(value) if key == "size" else value for key, value in found.groupdict().items() if value}
    return [first, Splitter(Chunker(**{**same, **given}), options.encoding)]


def _viewed(name: str, splitters: Sequence[Splitter]) -> Viewed:
    """Split a file with one or two, and audit what comes out."""
    text, found = _split(name, *splitters)
    cuttings = []
    with progress(f"auditing the chunks of {called(name)}"):
        for chunks, splitter in zip(found, splitters, strict=True):
            settings = {**splitter.chunker.config, "ruler": splitter.chunker.ruler.name}
            asked = ", ".join(str(value) if key == "strategy" else f"{key} {value}" for key, value in settings.items())
            cuttings.append(Cutting(asked, chunks, audit(text, chunks, **splitter.asked_for)))
    return Viewed(called(name), text, cuttings)


def _split(name: str, first: Splitter, second: Splitter | None = None) -> tuple[str, list[list[Chunk]]]:
    """Split a file with one or two, in one text: if a strategy reads a text of its own, the other splits that one."""
    text, chunks = first(name)
    if second is None:
        return text, [chunks]
    both, own = f"{first.chunker.strategy} and {second.chunker.strategy}", isinstance(chunks, FileChunks)
    if not second.chunker.takes_files and not (own and first.chunker.strategy == second.chunker.strategy):
        beside = second.split(name, text)
        other = beside.text if isinstance(beside, FileChunks) else text
    elif name == "-":
        raise Refused(f"standard input can be read only once: {both} need a file")
    else:
        other, beside = second(name)
    if other != text and own:
        raise Refused(f"{called(name)}: {both} each read a text of their own: draw them on two pages")
    return other, [chunks if other == text else first.split(name, other), beside]


def write_page(out: str, html: str) -> None:
    """Write a page, whole or not at all."""
    try:
        replace_file(Path(out), html.encode())
    except OSError as error:
        raise Refused(f"cannot write {called(out)}: {(error.strerror or str(error)).lower()}") from None


def check_out(out: str) -> None:
    """Refuse to replace a file that is not a page of ours."""
    if Path(out).is_file() and OURS.encode() not in Path(out).read_bytes()[:1000]:
        raise Refused(f"{called(out)} is not a page of chunklib: remove it, or choose another name")
