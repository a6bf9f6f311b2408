"""The options that say how to split, and the splitter that they make."""

from __future__ import annotations

import inspect
from argparse import Namespace
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

from chunklib.chunk import Chunk
from chunklib.cli import reading
from chunklib.cli.output import Refused
from chunklib.cli.parsing import Add, whole
from chunklib.cli.reading import called, document, is_pdf
from chunklib.overlap import OverlapSpec, asked
from chunklib.progress import progress
from chunklib.recipe import make
from chunklib.strategies import STRATEGIES, RulerSpec
from chunklib.tokens import ruler as make_ruler

STRATEGY, SIZE, OVERLAP = "recursive", 500, "15%"
PDF = "pdf"
_OPTIONS = ("ruler", "min_size", "separators", "language", "count_context")


def add_splitting(add: Add) -> None:
    """Add the options that choose one of our strategies and its settings."""
    about = f"one of {', '.join(STRATEGIES)} (recursive); for a file that ends in .pdf: pdf"
    add("--strategy", type=_strategy, help=about)
    add_size(add)
    add("--ruler", help="characters, words, an encoding or a model (cl100k_base; fixed_characters: characters)")
    add(
        "--min-size",
        type=whole,
        metavar="SIZE",
        help="token_windows, semantic: no chunk shorter than this where avoidable (0)",
    )
    about = "recursive: cut behind this text; repeat, strongest first ($'\\n' is a line end in bash)"
    add("--separator", action="append", dest="separators", metavar="TEXT", help=about)
    add("--language", help="code: what the source is written in (python)")
    about = "structured strategies: count the path of headings, the chunk's context, inside the size"
    add("--count-context", action="store_const", const=True, help=about)
    about = "take strategy, size, overlap and options from this file instead (see chunklib.make)"
    add("--config", metavar="TOML", help=about)


def add_size(add: Add) -> None:
    """Add the size and the overlap."""
    add("--size", type=whole, help="the most a chunk may measure, in units of the ruler (500)")
    about = 'what to repeat: 75 units of the ruler, "15%%" of the size or "2s" for two sentences (15%%)'
    add("--overlap", help=about)


def _strategy(name: str) -> str:
    if name not in STRATEGIES:
        raise Refused(f"unknown strategy {name!r}; strategies: {', '.join(STRATEGIES)}")
    return name


@dataclass(frozen=True)
class Splitter:
    """One of our strategies with its settings, and what it was asked for."""

    strategy: str
    split: Callable[..., list[Chunk]]
    size: int
    overlap: OverlapSpec
    ruler: RulerSpec
    count_context: bool = False

    @property
    def asked_for(self) -> dict[str, Any]:
        """What the chunks are audited against."""
        return {"size": self.size, "overlap": self.overlap, "ruler": self.ruler, "count_context": self.count_context}

    def __call__(self, name: str) -> tuple[str, list[Chunk]]:
        """Read a file and split it; the text (what was extracted, of a PDF) and its chunks."""
        source = _source(name, self.strategy)
        about = f" ({len(source):,} characters)" if isinstance(source, str) else ""
        with progress(f"splitting {called(name)}{about}"):
            try:
                chunks = self.split(source, document=document(name))
            except ValueError as error:  # the options are right: something in this file does not fit them
                raise Refused(str(error) if self.strategy == PDF else f"{called(name)}: {error}") from None
        return source if isinstance(source, str) else chunks.text, chunks  # type: ignore[attr-defined]


def _source(name: str, strategy: str) -> str | Path | BytesIO:
    if strategy == PDF:
        return BytesIO(reading.bytes_of(name)) if name == "-" else Path(name)
    if is_pdf(name) and PDF in STRATEGIES:
        raise Refused(f"{called(name)} is a PDF: {strategy} takes a text; use --strategy {PDF}")
    return reading.text_of(name)


def splitter(options: Namespace, names: Sequence[str]) -> Splitter:
    """Make the splitter that was asked for; what is wrong with the options shows before anything is read."""
    if options.config is not None:
        return _configured(options)
    pdf = PDF in STRATEGIES and all(map(is_pdf, names))
    name: str = options.strategy or (PDF if pdf else STRATEGY)
    strategy, given = STRATEGIES[name], _given(options, name)
    known = inspect.signature(strategy).parameters
    size, overlap = size_of(options), overlap_of(options)
    if name == PDF:
        asked(overlap, size)
    else:
        strategy("", size=size, overlap=overlap, **given)
    measure = make_ruler(given.get("ruler", known["ruler"].default))
    split = partial(strategy, size=size, overlap=overlap, **given)
    return Splitter(name, split, size, overlap, measure, given.get("count_context", False))


def description(options: Namespace) -> dict[str, Any]:
    """Describe what was asked for, as :func:`chunklib.make` takes it, for texts that are not files."""
    if options.config is None:
        name = options.strategy or STRATEGY
        chosen = {"strategy": name, "size": size_of(options), "overlap": overlap_of(options), **_given(options, name)}
    else:
        chosen = _described(options)
    if chosen["strategy"] == PDF:
        raise Refused("pdf takes a file: the documents of a benchmark are texts")
    return dict(make(chosen).config)


def _given(options: Namespace, strategy: str) -> dict[str, Any]:
    """Collect the options that were given, and refuse one that the strategy does not have."""
    known = inspect.signature(STRATEGIES[strategy]).parameters
    given = {key: value for key in _OPTIONS if (value := getattr(options, key)) is not None}
    for key in given:
        if key not in known:
            raise Refused(f"{strategy} takes no --{_option(key)}")
    return given


def size_of(options: Namespace) -> int:
    """Return the size that was asked, or the default."""
    return SIZE if options.size is None else int(options.size)


def overlap_of(options: Namespace) -> str:
    """Return the overlap that was asked, or the default."""
    return OVERLAP if options.overlap is None else str(options.overlap)


def refuse_beside(options: Namespace, chosen: str, others: Sequence[str]) -> None:
    """Refuse options that have no meaning beside another one."""
    for other in others:
        if getattr(options, other) is not None:
            raise Refused(f"give --{chosen} or --{_option(other)}, not both")


def _option(key: str) -> str:
    return "separator" if key == "separators" else key.replace("_", "-")


def _described(options: Namespace) -> dict[str, Any]:
    refuse_beside(options, "config", ["strategy", "size", "overlap", *_OPTIONS])
    try:
        return dict(make(reading.text_of(options.config)).config)
    except (ValueError, TypeError) as error:
        raise Refused(f"{called(options.config)}: {error}") from None


def _configured(options: Namespace) -> Splitter:
    config = _described(options)
    chunker = make(config)

    def split(source: Any, document: str | None) -> list[Chunk]:
        return make({"document": document, **config})(source)

    strategy: str = config["strategy"]
    usual = inspect.signature(STRATEGIES[strategy]).parameters["ruler"].default
    ruler, context = make_ruler(config.get("ruler", usual)), config.get("count_context", False)
    return Splitter(strategy, split, config["size"], chunker.overlap, ruler, context)
