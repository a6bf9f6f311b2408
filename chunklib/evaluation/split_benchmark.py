"""The chunks of a whole benchmark, by any splitter, measured by one ruler."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from chunklib.chunk import Chunk, Span
from chunklib.chunk_config import Chunker, make
from chunklib.chunk_records import NOWHERE, records
from chunklib.errors import InvalidType, InvalidValue
from chunklib.evaluation.indexed_benchmark import Prepared
from chunklib.evaluation.phases import shifted
from chunklib.tokens import Characters, Tokens

if TYPE_CHECKING:
    from chunklib.tokens import Index, Ruler

Splits = Chunker | Mapping[str, Any] | Callable[[str], object]
"""A chunker, its description, or any callable from a text to chunks."""


def chunked(prepared: Prepared, chunker: Splits, *, phase: int = 0, phases: int = 1) -> list[Chunk]:
    """Split all documents of a benchmark.

    Args:
        prepared: the benchmark.
        chunker: a chunker, its description (see :func:`chunklib.make`), or any callable from a text to chunks; those
            of others are read as :func:`chunklib.audit` reads them.
        phase: which phase of the grid, see :func:`chunklib.evaluation.phases.shifted`.
        phases: of how many.

    Returns:
        chunks, document by document; sizes and overlaps in units of the benchmark's ruler.

    Raises:
        ValueError: where no chunk comes of it, for a chunk that is not where it says, for a strategy that takes a file,
            and for a phase of what is not one of our strategies.
    """
    if isinstance(chunker, Mapping):
        chunker = make(chunker)
    if not callable(chunker) or hasattr(
        chunker, "get_nodes_from_documents"
    ):  # a LlamaIndex parser is called with nodes
        shown = repr(chunker) if isinstance(chunker, str | int | float | None) else type(chunker).__name__
        more = "; pass its method split_text" if hasattr(chunker, "split_text") else ""
        raise InvalidType(f"a chunker is a callable from a text to chunks, or a description: got {shown}{more}")
    if not isinstance(chunker, Chunker) and phase:
        raise InvalidValue(f"phases move the grid of our own strategies: got phase={phase} for another splitter")
    if isinstance(chunker, Chunker) and chunker.recipe.file:
        raise InvalidValue(f"the documents of a benchmark are texts: {chunker.strategy} takes a file")
    found: list[Chunk] = []
    same = isinstance(chunker, Chunker) and _same(chunker.ruler, prepared.ruler)
    if isinstance(chunker, Chunker) and same:
        chunker = chunker.but(ruler=prepared.splitting_ruler)
    for name, text in prepared.benchmark.documents.items():
        if isinstance(chunker, Chunker):
            chunks = shifted(chunker, text, name, phase, phases)
        else:
            chunks = _foreign(chunker(text), name, text) if text else []  # some make an empty chunk of nothing
        found += chunks if same else _measured(chunks, prepared.indexes[name])
    if not found:
        raise InvalidValue("the chunker gave no chunks")
    return found


def _same(one: Ruler, other: Ruler) -> bool:
    """Tell whether two rulers are surely the same; two callables may share a name."""
    return one is other or (isinstance(one, Tokens | Characters) and (type(one), one.name) == (type(other), other.name))


def _foreign(output: object, document: str, text: str) -> list[Chunk]:
    """Read the chunks of any splitter."""
    if isinstance(output, Iterator):
        output = list(output)
    chunks = []
    for at, (content, start, end) in enumerate(records(output, text)):
        if not content:
            raise InvalidValue(f"chunk {at} of {document!r} is empty: a chunker must leave such chunks out")
        if start == NOWHERE or not 0 <= start < end <= len(text):
            where = (
                "is nowhere in it" if start == NOWHERE else f"is said to be at {start}-{end} of {len(text)} characters"
            )
            raise InvalidValue(f"chunk {at} of {document!r} {where}: {content[:40]!r}; audit the splitter first")
        if content != text[start:end]:
            here = f"{content[:40]!r} is not at {start}-{end}: the document has {text[start:end][:40]!r} there"
            raise InvalidValue(
                f"chunk {at} of {document!r} is not where its splitter says: {here}; audit the splitter first"
            )
        chunks.append(Chunk(text[start:end], start, end, 0, 0, at, document))
    return chunks


def _measured(chunks: list[Chunk], index: Index) -> list[Chunk]:
    """Measure sizes, and what neighbours share."""
    measured, before = [], Span(0, 0)
    for chunk in chunks:
        start, end = chunk.start_char, chunk.end_char
        first, last = max(start, before.start), min(end, before.end)
        shared = index.size(first, last) if first < last else 0
        measured.append(replace(chunk, size=index.size(start, end), overlap=shared))
        before = Span(start, end)
    return measured
