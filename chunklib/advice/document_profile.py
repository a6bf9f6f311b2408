"""Look at a document: its kind, its pieces measured by a ruler, and what may make them unreliable."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import regex

from chunklib import cuts
from chunklib.advice.document_kind import CLAUSE, Kind, kind_of, parses
from chunklib.cuts.separators import PARAGRAPH, SENTENCE, separators
from chunklib.cuts.structure import Structure
from chunklib.errors import InvalidType, InvalidValue
from chunklib.huggingface import is_tokenizer
from chunklib.strategies import RECIPES, arguments
from chunklib.tokens import Index, RulerSpec, Tokens
from chunklib.tokens import ruler as make_ruler
from chunklib.utf8 import decoded, file_bytes

_UNSPACED = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]")
_LETTER = regex.compile(r"\p{Letter}")


@dataclass(frozen=True, slots=True)
class Sizes:
    """Measures pieces of one sort: how many, their median, the size that nine tenths do not exceed, the largest."""

    count: int
    median: int
    ninetieth: int
    largest: int


@dataclass(frozen=True, slots=True)
class Look:
    """Holds what was seen in a document.

    ``size`` and all ``Sizes`` are in units of the ruler; ``per_token`` is units of the ruler for one token (cl100k
    tokens, or the ruler's own where it counts tokens).
    ``pieces`` are what the kind is made of (``pieces_name``: sections, definitions, records, turns, cells, clauses
    or paragraphs). ``unspaced`` is the share of letters of scripts without spaces, ``one_word`` whether there is no
    space.
    """

    kind: Kind
    size: int
    per_token: float
    pieces_name: str
    pieces: Sizes
    sentences: Sizes
    has_blank_lines: bool
    one_word: bool
    unspaced: float
    warnings: tuple[str, ...]


def look(document: str | Path, ruler: RulerSpec) -> Look:
    r"""Look at a document.

    Args:
        document: a text, or the path of a file.
        ruler: see :func:`chunklib.tokens.ruler`.

    Returns:
        figures measured on the whole document.

    Raises:
        ValueError: for a document without text, and for a file that is not UTF-8 text.
        OSError: for a file that cannot be read.

    >>> seen = look("Boil water.\n\nThen wait.", "cl100k_base")
    >>> seen.kind.name, seen.size, seen.pieces_name, seen.pieces.count
    ('prose', 7, 'paragraphs', 2)
    """
    text, structure, suffix = _read(document)
    kind, measure = kind_of(text, suffix), make_ruler(ruler)
    warnings = _doubts(document, text, kind)
    if structure is None and kind.name in RECIPES:
        text, structure = _structure(text, kind, warnings)
    if not text.strip():
        raise InvalidValue("the document has no text: nothing can be recommended for it")
    size, index = measure(text), measure.index(text)
    if not size:
        raise InvalidValue(f"the ruler {measure.name} measures this document as 0: nothing can be recommended for it")
    paragraphs = _sizes(text, index, _between(text, [0, *separators(text, PARAGRAPH)]))
    name, spans = _pieces(text, kind, structure)
    return Look(
        kind=kind,
        size=size,
        per_token=1.0 if isinstance(measure, Tokens) or is_tokenizer(ruler) else size / make_ruler("cl100k_base")(text),
        pieces_name=name,
        pieces=paragraphs if name == "paragraphs" else _sizes(text, index, spans),
        sentences=_sizes(text, index, _between(text, [0, *_sentences(text)])),
        has_blank_lines=paragraphs.count > 1,
        one_word=len(text.split()) < 2,
        unspaced=len(_UNSPACED.findall(text)) / max(1, len(_LETTER.findall(text))),
        warnings=tuple(warnings),
    )


def _doubts(document: str | Path, text: str, kind: Kind) -> list[str]:
    """Say where a document may be something else than it was taken for."""
    found = []
    if isinstance(document, str) and len(text) < 200 and Path(text).suffix and not text.split()[1:]:
        found.append(f"{text!r} was read as a text; to look into a file of that name, give pathlib.Path({text!r})")
    if kind.language == "python" and not parses(text):
        found.append("the program does not parse; it is cut all the same, as far as its parts can be recognised")
    return found


def _structure(text: str, kind: Kind, warnings: list[str]) -> tuple[str, Structure | None]:
    """Read a text and its structure; where its parser is missing, a warning more says so."""
    try:
        read = RECIPES[kind.name].read(text, {**arguments(kind.name), **kind.options})
    except ModuleNotFoundError as error:
        warnings.append(f"its {kind.name} structure was not looked at: {error}")
        return text, None
    return read.text, read.structure


def _read(document: str | Path) -> tuple[str, Structure | None, str]:
    """Give the text, the structure where reading finds it, and the suffix."""
    if isinstance(document, str):
        return document, None, ""
    if not isinstance(document, Path):
        raise InvalidType(f"a document is a text or a pathlib.Path: got {type(document).__name__}")
    if document.suffix.lower() == ".pdf":
        return *RECIPES["pdf"].read(document, arguments("pdf"))[:2], ".pdf"
    data = file_bytes(document)
    if b"\0" in data:
        raise InvalidValue(f"cannot read {document}: it is not a text (a zero byte at {data.index(0)})")
    return decoded(data, document), None, document.suffix


def _pieces(text: str, kind: Kind, structure: Structure | None) -> tuple[str, list[tuple[int, int]]]:
    """Find the pieces that this kind of document is made of: paragraphs where it has not two of its own."""
    name, spans = "", list[tuple[int, int]]()
    if structure and kind.name == "records":
        name, spans = "records", _between(text, [0, *structure.levels[0].offsets])
    elif structure and kind.name in ("notebook", "turns"):
        name = "cells" if kind.name == "notebook" else "turns"
        spans = _between(text, [0, *structure.parts])
    elif structure:
        between = _between(text, [heading.start for heading in structure.headings])
        name = "definitions" if kind.name == "code" else "sections"
        spans = [span for span, heading in zip(between, structure.headings, strict=True) if heading.title]
    elif kind.name == "clauses":
        name, spans = "clauses", _between(text, [match.start() for match in CLAUSE.finditer(text)])
    return (name, spans) if len(spans) > 1 else ("paragraphs", [])


def _sentences(text: str) -> Sequence[int]:
    """Find the ends of sentences, by the plainer rule where the splitter is not installed."""
    try:
        return cuts.sentences(text)
    except ModuleNotFoundError:
        return separators(text, SENTENCE)


def _between(text: str, starts: Sequence[int]) -> list[tuple[int, int]]:
    return list(pairwise([*starts, len(text)]))


def _sizes(text: str, index: Index, spans: Sequence[tuple[int, int]]) -> Sizes:
    """Measure pieces, those of white space alone left out."""
    found = sorted(index.size(start, end) for start, end in spans if text[start:end].strip())
    last = len(found) - 1
    return Sizes(len(found), found[last // 2], found[last * 9 // 10], found[-1])
