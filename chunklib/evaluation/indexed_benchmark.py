"""Make a benchmark ready for many settings: what does not depend on the chunks is found once; then split it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from chunklib.chunk import Chunk, Span
from chunklib.chunk_config import Chunker
from chunklib.chunk_records import NOWHERE, records, said_beside
from chunklib.document import Remembering
from chunklib.edit import churn, edits
from chunklib.errors import InvalidType, InvalidValue
from chunklib.evaluation.axis import Evidence, Line
from chunklib.evaluation.benchmarks.benchmark import Benchmark
from chunklib.evaluation.phases import shifted
from chunklib.tokens import Index, Ruler, RulerSpec, Tokens
from chunklib.tokens import ruler as make_ruler


class Prepared:
    """Measures documents and lays them on a line, with their evidence.

    Args:
        benchmark: documents and questions.
        ruler: what measures storage and budgets: tokens of cl100k_base by default, whatever measures the chunks.
    """

    def __init__(self, benchmark: Benchmark, ruler: RulerSpec = "cl100k_base") -> None:
        if not isinstance(benchmark, Benchmark):
            raise InvalidType(f"a benchmark is needed, see load_benchmark: got {type(benchmark).__name__}")
        self.benchmark = benchmark
        self.ruler = make_ruler(ruler)
        self.line = Line({name: len(text) for name, text in benchmark.documents.items()})
        self.evidence = Evidence.of(benchmark.questions, self.line)
        self.texts = [question.text for question in benchmark.questions]
        self.strata = [question.document for question in benchmark.questions]

    def __reduce__(self) -> tuple[type["Prepared"], tuple[Benchmark, Ruler]]:
        """Travel to another process, which prepares anew."""
        return Prepared, (self.benchmark, self.ruler)

    @cached_property
    def indexes(self) -> dict[str, Index]:
        """Each document, measured."""
        return {name: self.ruler.index(text) for name, text in self.benchmark.documents.items()}

    @cached_property
    def splitting_ruler(self) -> RulerSpec:
        """Return the ruler for what splits these documents: it has measured them already."""
        if not isinstance(self.ruler, Tokens):
            return self.ruler
        return Remembering(self.ruler, {text: self.indexes[name] for name, text in self.benchmark.documents.items()})

    @cached_property
    def tokens(self) -> int:
        """Measure all documents together."""
        return sum(self.indexes[name].size(0, len(text)) for name, text in self.benchmark.documents.items())

    @cached_property
    def evidence_tokens(self) -> NDArray[np.int64]:
        """Measure each piece of evidence, in the order of the spans: shape (S,)."""
        asked = self.benchmark.questions
        sizes = [self.indexes[question.document].size(*span) for question in asked for span in question.spans]
        return np.array(sizes, np.int64)


Splits = Chunker | Mapping[str, Any] | Callable[[str], object]
"""A chunker, its description, or any callable from a text to chunks."""


def chunked(prepared: Prepared, chunker: Splits, *, phase: int = 0, phases: int = 1) -> list[Chunk]:
    """Split all documents of a benchmark.

    Args:
        prepared: the benchmark.
        chunker: chunks of other splitters are read as :func:`chunklib.audit` reads them.
        phase: which phase of the grid, see :func:`chunklib.evaluation.phases.shifted`.
        phases: of how many.

    Returns:
        chunks, document by document, with the context and the metadata that they were given; sizes and overlaps of
        their texts in units of the benchmark's ruler.

    Raises:
        ValueError: where no chunk comes of it, for a chunk that is not where it says, for a strategy that takes a file,
            and for a phase of what is not one of our strategies.
    """
    split = _splitter(prepared, chunker, phase, phases)
    documents = prepared.benchmark.documents.items()
    found = [chunk for name, text in documents for chunk in _measured(split(text, name), prepared.indexes[name])]
    if not found:
        raise InvalidValue("the chunker gave no chunks")
    return found


def churned(
    prepared: Prepared, chunker: Splits, chunks: Sequence[Chunk], *, phase: int = 0, phases: int = 1
) -> list[int]:
    """Count the chunks that are new after each of the same edits of every document, see :mod:`chunklib.edit`.

    It takes the chunks of all documents as :func:`chunked` returns them, and splits every edited document.
    """
    split = _splitter(prepared, chunker, phase, phases)
    before: dict[str, list[Chunk]] = {name: [] for name in prepared.benchmark.documents}
    for chunk in chunks:
        before[chunk.document].append(chunk)
    documents = prepared.benchmark.documents.items()
    return [churn(before[name], split(edited, name)) for name, text in documents for edited in edits(text)]


def _splitter(prepared: Prepared, chunker: Splits, phase: int, phases: int) -> Callable[[str, str], list[Chunk]]:
    """Read what splits a text with a name."""
    if isinstance(chunker, Mapping):
        chunker = Chunker.from_config(chunker)
    if isinstance(chunker, Chunker):
        if chunker.recipe.file:
            raise InvalidValue(f"the documents of a benchmark are texts: {chunker.strategy} takes a file")
        one, other = chunker.ruler, prepared.ruler
        # Surely the same: two callables may share a name.
        if one is other or (isinstance(one, Tokens) and isinstance(other, Tokens) and one.name == other.name):
            chunker = chunker.but(ruler=prepared.splitting_ruler)
        return partial(_read, chunker, phase, phases)
    if not callable(chunker) or hasattr(chunker, "get_nodes_from_documents"):  # LlamaIndex calls it with nodes
        shown = repr(chunker) if isinstance(chunker, str | int | float | None) else type(chunker).__name__
        more = "; pass its method split_text" if hasattr(chunker, "split_text") else ""
        raise InvalidType(f"a chunker is a callable from a text to chunks, or a description: got {shown}{more}")
    if phase:
        raise InvalidValue(f"phases move the grid of our own strategies: got phase={phase} for another splitter")
    theirs = chunker
    return lambda text, name: _foreign(theirs(text), name, text) if text else []  # some make a chunk of nothing


def _read(chunker: Chunker, phase: int, phases: int, text: str, name: str) -> list[Chunk]:
    """Split a document with one of our strategies, and refuse one that reads another text of it."""
    chunks = shifted(chunker, text, name, phase, phases)
    if getattr(chunks, "text", text) != text:
        raise InvalidValue(f"the documents of a benchmark are texts: {chunker.strategy} reads another text of {name!r}")
    return chunks


def _foreign(output: object, document: str, text: str) -> list[Chunk]:
    """Read the chunks of any splitter, with what they say beside their text."""
    if isinstance(output, Iterator):
        output = list(output)
    chunks = []
    both = zip(records(output, text), said_beside(output), strict=True)
    for at, ((content, start, end), (context, metadata)) in enumerate(both):
        if not content:
            raise InvalidValue(f"chunk {at} of {document!r} is empty: a chunker must leave such chunks out")
        shown, fault = f"{content[:40]!r}", ""
        if start == NOWHERE:
            fault = f"is nowhere in it: {shown}"
        elif start < 0 or content != text[start:end]:
            here = f"the document has {text[max(start, 0) : end][:40]!r} there"
            fault = f"is not where its splitter says: {shown} is not at {start}-{end}: {here}"
        if fault:
            raise InvalidValue(f"chunk {at} of {document!r} {fault}; audit the splitter first")
        chunks.append(Chunk(text[start:end], start, end, 0, 0, at, document, context, metadata))
    return chunks


def _measured(chunks: list[Chunk], index: Index) -> list[Chunk]:
    """Measure sizes, and what neighbours share."""
    measured, before = [], Span(0, 0)
    for chunk in chunks:
        start, end = chunk.start_char, chunk.end_char
        first, last = max(start, before.start), min(end, before.end)
        shared = index.size(first, last) - index.special if first < last else 0
        measured.append(replace(chunk, size=index.size(start, end), overlap=shared))
        before = Span(start, end)
    return measured
