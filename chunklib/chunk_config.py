"""Hold a strategy with its settings: a size, an overlap and options, also as a dictionary or in TOML.

A description is data: it can be written to a file, be compared, and give the same chunker again.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import Any, Self

from chunklib.chunk import Chunk
from chunklib.errors import InvalidType, InvalidValue, check_name, refuse_options
from chunklib.overlap import OverlapKind, OverlapSpec, described
from chunklib.readers import whole
from chunklib.recipe import OVERLAP, SIZE, Recipe
from chunklib.sources import plain_text
from chunklib.strategies import RECIPES, STRATEGIES, arguments
from chunklib.tokens import Ruler
from chunklib.tokens import ruler as make_ruler
from chunklib.toml import to_toml
from chunklib.utf8 import read_text


class Chunker:
    r"""Holds a strategy with its settings: call it with a text, or with the path of a file (``pathlib.Path``).

    A chunker does not change. It equals one that was made from the same, in any order.

    Args:
        strategy: the name of one, such as "markdown".
        size: the most that a chunk may measure, in units of the ruler.
        overlap: what strategies take (75, "15%", "2s"), or a dictionary with its own ``strategy``:

            * ``"fixed_token"`` with ``value`` (units), ``"percentage"`` with ``value`` (a fraction, 0 to below 1),
              ``"sentence"`` with ``value`` (sentences);
            * ``"semantic"`` with ``threshold`` (or ``value``), ``maximum``, ``embed``;
            * ``"adaptive"`` with ``minimum``, ``maximum``, and ``rules``: a dictionary from a rule's name to what it
              adds, or to ``{"add": …, "pattern": …}`` for a rule of your own.
        options: any other argument of that strategy.

    Raises:
        ValueError: for a strategy that is unknown, or an impossible value.
        TypeError: for an option that the strategy does not take (the nearest is named), or a value of the wrong kind.

    >>> chunker = Chunker("sentences", size=8, overlap="1s")
    >>> [chunk.text for chunk in chunker("It rained. She left. He stayed.")]
    ['It rained. She left. ', 'She left. He stayed.']
    """

    def __init__(
        self,
        /,
        strategy: str,
        size: int = SIZE,
        overlap: OverlapSpec | Mapping[str, Any] = OVERLAP,
        **options: Any,
    ) -> None:
        check_name("strategy", strategy, RECIPES)
        refuse_options(strategy, options, arguments(strategy))
        self._config: dict[str, Any] = _copy({"strategy": strategy, "size": size, "overlap": overlap, **options})
        # What no document could have is refused before the first document: an empty one shows it.
        if self.takes_files:
            replace(self.recipe, read=plain_text, file=False).split("", size, self.overlap, self.options)
        else:
            self("")

    @classmethod
    def from_config(cls, config: Mapping[str, Any] | str | Path) -> Self:
        r"""Make a chunker from its description.

        Args:
            config: a dictionary, the text of a TOML document, or the path (``pathlib.Path``) of one, with the arguments
                of a chunker. Only the ``strategy`` is required.

        Returns:
            a chunker; ``Chunker.from_config(chunker.config)`` and ``Chunker.from_config(chunker.to_toml())`` equal it.

        Raises:
            ValueError: as a chunker, and for a text that is not TOML.
            TypeError: as a chunker.

        >>> chunker = Chunker.from_config('strategy = "recursive"\noverlap = {strategy = "percentage", value = 0.15}')
        >>> chunker
        Chunker('recursive', size=500, overlap={'strategy': 'percentage', 'value': 0.15})
        >>> Chunker.from_config(chunker.to_toml()) == chunker
        True
        """
        given = _read(config)
        strategy = given.pop("strategy", None)
        if strategy is None:
            every = {"strategy": None, **{argument: None for name in RECIPES for argument in arguments(name)}}
            refuse_options("a configuration", given, every)
            raise InvalidValue("a configuration needs a strategy: choose one of " + ", ".join(RECIPES))
        check_name("strategy", strategy, RECIPES)
        refuse_options(strategy, given, arguments(strategy))
        return cls(strategy, **given)

    @classmethod
    def for_file(cls, path: str | PathLike[str], **settings: Any) -> Self:
        """Make the chunker that suits a file by its suffix; call it with the ``pathlib.Path``, and it reads the file.

        A suffix that is not in ``BY_SUFFIX`` is cut as plain text.

        Args:
            path: its name or path. The end of it alone counts, in capital or small letters.
            settings: arguments of a chunker, such as ``size``; they take the place of what the suffix says, and a
                ``strategy`` that of all of it.

        Raises:
            ValueError: for an impossible value.
            TypeError: for anything but a path, and for an option that the strategy does not take.
            ModuleNotFoundError: without the package that the strategy needs; the message names the extra.

        >>> Chunker.for_file("src/stack.py", size=300)
        Chunker('code', size=300, overlap='15%', language='python')
        >>> Chunker.for_file("notes").strategy
        'recursive'
        """
        if not isinstance(path, str | PathLike):
            raise InvalidType(f"a path must be a str or a Path: got {type(path).__name__}")
        usual = {} if "strategy" in settings else BY_SUFFIX.get(Path(path).suffix.lower(), PLAIN)
        return cls(**{**usual, **settings})

    def __call__(
        self, source: Any, document: str | None = None, metadata: Mapping[str, object] | None = None
    ) -> list[Chunk]:
        """Split a text or a file; its name and its metadata take the place of those in the configuration.

        Args:
            source: a text, or the path of a file (``pathlib.Path``), which is read as UTF-8 with the line ends that it
                has; a strategy that takes files reads it itself.
            document: names the document in the ids of its chunks. A file that nothing names is called by its path.
            metadata: what every chunk's metadata get.

        Raises:
            ValueError: as the strategy, and for a file that is not UTF-8; the message names the file.
            TypeError: as the strategy, and for the name of a file that is there in place of its path.
            OSError: for a file that cannot be read.
        """
        given = {"document": document, "metadata": metadata}
        options = self.options | {name: value for name, value in given.items() if value is not None}
        split = STRATEGIES[self.strategy]
        if not isinstance(source, Path):
            if isinstance(source, str) and not self.takes_files and _names_a_file(source):
                raise InvalidType(f"a str is a text: for the file give pathlib.Path({source!r})")
            return split(source, self.size, self.overlap, **options)
        options["document"] = str(source) if options.get("document") is None else options["document"]
        if self.takes_files:
            return split(source, self.size, self.overlap, **options)
        text = read_text(source)
        try:
            return split(text, self.size, self.overlap, **options)
        except InvalidValue as error:
            raise type(error)(f"{source}: {error}") from None

    def __eq__(self, other: object) -> bool:
        """Tell whether the other was made from the same."""
        return self.config == other.config if isinstance(other, Chunker) else NotImplemented

    def __hash__(self) -> int:
        """Hash what is always hashable: equal chunkers have the same strategy and size."""
        return hash((self.strategy, self.size))

    def __repr__(self) -> str:
        """Show the call that makes it."""
        settings = "".join(f", {name}={value!r}" for name, value in self.config.items() if name != "strategy")
        return f"Chunker({self.strategy!r}{settings})"

    @property
    def config(self) -> Mapping[str, Any]:
        """Give what it was made from, with the defaults of size and overlap filled in."""
        return self._config

    @property
    def overlap(self) -> OverlapKind:
        """Give the overlap that the configuration asks for."""
        return described(self.config["overlap"])

    @property
    def strategy(self) -> str:
        """Name the strategy."""
        return str(self.config["strategy"])

    @property
    def recipe(self) -> Recipe:
        """Find the strategy's answers to the three questions."""
        return RECIPES[self.strategy]

    @property
    def takes_files(self) -> bool:
        """Tell whether the strategy takes a file in place of a text."""
        return self.recipe.file

    @property
    def size(self) -> int:
        """Give the most that a chunk may measure, in units of the ruler."""
        return whole("size", self.config["size"])

    @property
    def options(self) -> dict[str, Any]:
        """Give every argument but strategy, size and overlap."""
        return {key: value for key, value in self.config.items() if key not in ("strategy", "size", "overlap")}

    @property
    def ruler(self) -> Ruler:
        """Make what measures the chunks."""
        return make_ruler(self.config.get("ruler", self.recipe.ruler))

    def but(self, **changes: Any) -> Self:
        """Make a chunker with other settings.

        >>> Chunker("sentences").but(size=80)
        Chunker('sentences', size=80, overlap='15%')
        """
        return type(self)(**{**self.config, **changes})

    def to_toml(self) -> str:
        """Write the description as TOML, from which :meth:`from_config` makes the same.

        Raises:
            TypeError: for a value that TOML has not, such as a callable.
        """
        return to_toml(self.config)


PLAIN: Mapping[str, str] = {"strategy": "recursive"}
"""What suits plain text, and a file whose suffix says nothing."""

_USUAL: Mapping[str, Mapping[str, str]] = {
    ".txt .text .log": PLAIN,
    ".md .markdown .mdx .rmd .qmd": {"strategy": "markdown"},
    ".html .htm .xhtml": {"strategy": "html"},
    ".pdf": {"strategy": "pdf"},
    ".rst": {"strategy": "rst"},
    ".tex .ltx .rnw": {"strategy": "latex"},
    ".ipynb": {"strategy": "notebook"},
    ".json .geojson": {"strategy": "records", "format": "json"},
    ".jsonl .ndjson": {"strategy": "records", "format": "jsonl"},
    ".csv": {"strategy": "records", "format": "csv"},
    ".tsv": {"strategy": "records", "format": "tsv"},
    ".srt": {"strategy": "turns", "format": "srt"},
    ".vtt": {"strategy": "turns", "format": "vtt"},
    ".py .pyi": {"strategy": "code", "language": "python"},
    ".js .mjs .cjs .jsx": {"strategy": "code", "language": "javascript"},
    ".ts .mts .cts": {"strategy": "code", "language": "typescript"},
    ".tsx": {"strategy": "code", "language": "tsx"},
    ".sh .bash": {"strategy": "code", "language": "bash"},
    ".c .h": {"strategy": "code", "language": "c"},
    ".cpp .cc .cxx .hpp .hh .hxx": {"strategy": "code", "language": "cpp"},
    ".cs": {"strategy": "code", "language": "csharp"},
    ".go": {"strategy": "code", "language": "go"},
    ".java": {"strategy": "code", "language": "java"},
    ".php": {"strategy": "code", "language": "php"},
    ".rb": {"strategy": "code", "language": "ruby"},
    ".rs": {"strategy": "code", "language": "rust"},
}
BY_SUFFIX: Mapping[str, Mapping[str, str]] = {
    "": PLAIN,
    **{suffix: usual for suffixes, usual in _USUAL.items() for suffix in suffixes.split()},
}
"""What suits a file by its suffix, in small letters; ``for_file``, the command line and ``recommend`` read it."""


def _names_a_file(text: str) -> bool:
    """Tell whether a text is the name of a file, with a suffix that is known, and nothing else."""
    return len(text) < _LONGEST_NAME and Path(text).suffix.lower() in {*BY_SUFFIX} - {""} and Path(text).is_file()


_LONGEST_NAME = 255  # characters: beyond it a system may refuse to look


def _read(config: Mapping[str, Any] | str | Path) -> dict[str, Any]:
    """Read a configuration."""
    if isinstance(config, Mapping):
        return dict(config)
    where = f"the configuration {config}" if isinstance(config, Path) else "the configuration"
    must_be = "a configuration is a dictionary, TOML or a Path"
    text = read_text(config) if isinstance(config, Path) else config
    if not isinstance(text, str):
        raise InvalidType(f"{must_be}: got {type(config).__name__}")
    try:
        return tomllib.loads(text)
    except ValueError as error:  # which a number of thousands of digits is too
        if "=" not in text:
            instead = "for a strategy alone, give {'strategy': 'recursive'}"
            raise InvalidValue(f"{must_be}: got {text[:40]!r}; {instead}") from None
        raise InvalidValue(f"{where} is not TOML: {error}") from None


def _copy(value: Any) -> Any:
    """Copy dictionaries and lists; what they hold (a callable, a compiled expression) stays the same."""
    if isinstance(value, Mapping):
        return {key: _copy(inner) for key, inner in value.items()}
    return [_copy(inner) for inner in value] if isinstance(value, list) else value
