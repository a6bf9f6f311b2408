"""Add the options that say how to split, and make the splitter that they describe."""

from argparse import Namespace
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from types import MappingProxyType
from typing import Any

from chunklib.chunk import Chunk
from chunklib.chunk_config import BY_SUFFIX, PLAIN, Chunker
from chunklib.cli import reading
from chunklib.cli.output import Refused
from chunklib.cli.parsing import Add, whole
from chunklib.cli.reading import called
from chunklib.errors import check_name, refuse_options
from chunklib.sources import FileChunks
from chunklib.strategies import RECIPES, arguments
from chunklib.terminal_progress import progress

STRATEGY = "recursive"
_OPTIONS = ("size", "overlap", "ruler", "min_size", "separators", "language", "join", "count_context")


def add_splitting(add: Add) -> None:
    """Add the options that choose one of our strategies and its settings."""
    about = f"one of {', '.join(RECIPES)} (what the suffix of a file says, else recursive)"
    add("--strategy", help=about)
    add("--size", type=whole, help="the most a chunk may measure, in units of the ruler (500)")
    about = 'what to repeat: 75 units of the ruler, "15%%" of the size or "2s" for two sentences (15%%)'
    add("--overlap", help=about)
    add("--ruler", help="characters, words, an encoding or a model (cl100k_base; fixed_characters: characters)")
    about = "the least a chunk may measure, wherever another cut makes it longer (0)"
    add("--min-size", type=whole, metavar="SIZE", help=about)
    about = "recursive: cut after this text; repeat, strongest first ($'\\n' is a line end in bash)"
    add("--separator", action="append", dest="separators", metavar="TEXT", help=about)
    add("--language", help="code: what the source is written in (python)")
    about = "structured strategies and recursive: put no section, record or piece into one chunk with the next"
    add("--no-join", dest="join", action="store_const", const=False, help=about)
    about = "structured strategies: count the chunk's context (headings, a table's head) inside the size"
    add("--count-context", action="store_const", const=True, help=about)
    about = "take strategy, size, overlap and options from this file instead (see chunklib.Chunker)"
    add("--config", metavar="TOML", help=about)


@dataclass(frozen=True)
class Splitter:
    """Reads files and splits them with a chunker; ``note`` says that a file's suffix is not known, if it is not."""

    chunker: Chunker
    encoding: str
    note: str = ""

    @property
    def asked_for(self) -> dict[str, Any]:
        """Return what the chunks are audited against."""
        chunker = self.chunker
        context = chunker.options.get("count_context", False)
        return {"size": chunker.size, "overlap": chunker.overlap, "ruler": chunker.ruler, "count_context": context}

    def __call__(self, name: str) -> tuple[str, list[Chunk]]:
        """Read a file and split it; the text that the offsets of its chunks point into, and the chunks."""
        source = _source(name, self.chunker, self.encoding)
        about = f" ({len(source):,} characters)" if isinstance(source, str) else ""
        with progress(f"splitting {called(name)}{about}"):
            chunks = self.split(name, source)
        return chunks.text if isinstance(chunks, FileChunks) else str(source), chunks

    def chunks(self, name: str) -> list[Chunk]:
        """Read a file and split it, and show nothing meanwhile."""
        return self.split(name, _source(name, self.chunker, self.encoding))

    def split(self, name: str, source: str | Path | BytesIO) -> list[Chunk]:
        """Split what was read of a file."""
        unnamed = name == "-" or "document" in self.chunker.config
        try:
            return self.chunker(source, None if unnamed else called(name))
        except ValueError as error:  # the options are right: something in this file does not fit them
            raise Refused(str(error) if self.chunker.takes_files else f"{called(name)}: {error}") from None


def _source(name: str, chunker: Chunker, encoding: str) -> str | Path | BytesIO:
    if chunker.takes_files:
        return BytesIO(reading.bytes_of(name)) if name == "-" else Path(name)
    return reading.text_of(name, encoding)


def by_suffix(options: Namespace, name: str) -> Splitter:
    """Make the splitter for one file: what was asked for; if no strategy was, what the file's suffix chooses.

    What is wrong with the options shows before anything is read.
    """
    if options.strategy or options.config is not None:
        return Splitter(_chunker(options, STRATEGY), options.encoding)
    suffix = "" if name == "-" else Path(name).suffix.lower()
    usual = BY_SUFFIX.get(suffix, PLAIN)
    note = "" if suffix in BY_SUFFIX else f"{suffix} is not a suffix that is known: cut as plain text (recursive)"
    return Splitter(_chunker(options, usual["strategy"], usual), options.encoding, note)


def description(options: Namespace) -> dict[str, Any]:
    """Describe what was asked for, as :class:`chunklib.Chunker` takes it, for texts that are not files."""
    chunker = _chunker(options, STRATEGY)
    if chunker.takes_files:
        raise Refused(f"{chunker.strategy} takes a file: the documents of a benchmark are texts")
    return dict(chunker.config)


def _chunker(options: Namespace, usual: str, more: Mapping[str, str] = MappingProxyType({})) -> Chunker:
    """Make the chunker of the options (and of more settings), or of the file that stands for them."""
    if options.config is not None:
        refuse_beside(options, "config", ["strategy", *_OPTIONS])
        try:
            return Chunker.from_config(reading.text_of(options.config))
        except (ValueError, TypeError) as error:
            raise Refused(f"{called(options.config)}: {error}") from None
    name = options.strategy or usual
    check_name("strategy", name, RECIPES)
    given = {key: value for key in _OPTIONS if (value := getattr(options, key)) is not None}
    refuse_options(name, map(_option, given), [_option(key) for key in _OPTIONS if key in arguments(name)])
    return Chunker(**{**more, "strategy": name, **given})


def refuse_beside(options: Namespace, chosen: str, others: Sequence[str]) -> None:
    """Refuse options that have no meaning beside another one."""
    for other in others:
        if getattr(options, other) is not None:
            raise Refused(f"give --{chosen} or {_option(other)}, not both")


def _option(key: str) -> str:
    odd = {"separators": "--separator", "join": "--no-join"}
    return odd.get(key, "--" + key.replace("_", "-"))
