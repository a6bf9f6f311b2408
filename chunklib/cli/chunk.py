"""``chunklib chunk``: split documents."""

import json
from argparse import Namespace
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from chunklib.chunk import Chunk
from chunklib.cli.output import DONE, JSON_LINES, Refused, refuse, say
from chunklib.cli.parsing import FILE, command, whole
from chunklib.cli.reading import add_encoding, called, read_once
from chunklib.cli.splitting import Splitter, add_splitting, by_suffix
from chunklib.errors import ChunklibError, MissingPackage, kind_of
from chunklib.scale import each_document
from chunklib.terminal_progress import one_line, progress

_NAMES = ("id", "index", "start_char", "end_char", "size", "overlap", "text", "context", "metadata")


def add(commands: Any) -> None:
    """Add the command."""
    argument = command(commands, "chunk", run)
    about = "texts or PDFs, each by its suffix if no strategy is named; - or nothing: standard input"
    argument("files", nargs="*", default=["-"], **{**FILE, "help": about})
    add_splitting(argument)
    add_encoding(argument)
    about = "text to read, or jsonl: an object a line with id, offsets, size, overlap and text (text)"
    argument("--format", choices=("text", "jsonl"), default="text", help=about)
    about = "how many processes split the files; the output is the same (1)"
    argument("--workers", type=whole, default=1, help=about)


@dataclass(frozen=True)
class _Files:
    """Splits one of the files, which its place names."""

    names: Sequence[str]
    splitters: Sequence[Splitter | Refused]
    takes_files: ClassVar = True

    def __call__(self, _: Path, document: str) -> list[Chunk]:
        """Split the file, without a sign of progress: this may be one of many processes."""
        found = self.splitters[int(document)]
        if isinstance(found, Refused):
            raise found
        try:
            return found.chunks(self.names[int(document)])
        except (ChunklibError, OSError) as error:
            raise Refused(str(error)) from None


def run(options: Namespace) -> int:
    """Split file after file, and print the chunks; of several files, one that fails does not stop the others."""
    files, status = options.files, DONE
    several = len(files) > 1
    read_once(files)
    if "-" in files and options.workers != 1:
        raise Refused("--workers is for files: standard input is one text")
    splitters = [_splitter(options, name) for name in files]  # what is wrong with the options shows first
    notes = set[str]()
    with closing(_split(files, splitters, options.workers)) as found:
        for name, split, chunks in zip(files, splitters, found, strict=True):
            if isinstance(chunks, Refused):
                status = refuse(str(chunks))
                continue
            if isinstance(split, Splitter) and split.note not in notes | {""}:
                notes.add(split.note)
                refuse(split.note)  # on standard error: the file is split all the same
            if options.format == "jsonl":
                say(_json(chunks, several=several))
            else:
                say([*([f"{one_line(called(name))}:"] if several else []), *_plain(chunks)])
    return status


def _split(
    files: Sequence[str], splitters: Sequence[Splitter | Refused], workers: int
) -> Generator[list[Chunk] | Refused, None, None]:
    """Give the chunks of each file, or why there are none, in the order of the files."""
    if len(files) == 1:
        [name], [split] = files, splitters
        yield split if isinstance(split, Refused) else split(name)[1]
        return
    ours = f"{kind_of(Refused())}: "  # with what a failure begins that names the file itself
    paths = {str(place): Path(name) for place, name in enumerate(files)}
    with progress(f"splitting {len(files):,} files") as advance:
        for done in each_document(paths, _Files(files, splitters), workers=workers, progress=advance):
            name = called(files[int(done.document)])
            failure = done.failure.removeprefix(ours)
            yield Refused(failure if failure != done.failure else f"{name}: {failure}") if failure else done.chunks


def _splitter(options: Namespace, name: str) -> Splitter | Refused:
    """Make the splitter for a file; what is not installed concerns this file alone."""
    try:
        return by_suffix(options, name)
    except MissingPackage as error:
        return Refused(str(error))


def _json(chunks: Sequence[Chunk], *, several: bool) -> Iterator[str]:
    """Write an object a line, of several files also with the name of the document."""
    for chunk in chunks:
        fields = {name: getattr(chunk, name) for name in [*["document"] * several, *_NAMES]}
        yield json.dumps(fields, ensure_ascii=False, default=dict).translate(JSON_LINES)


def _plain(chunks: Sequence[Chunk]) -> Iterator[str]:
    for chunk in chunks:
        start, end = chunk.start_char, chunk.end_char
        within = f", in {chunk.context}" if chunk.context else ""
        yield f"[{chunk.index}] characters {start}-{end}, size {chunk.size}, overlap {chunk.overlap}{within}"
        yield f"{chunk.text}\n"
