"""Measure a chunking by itself, without questions: size compliance, block integrity and cohesion.

The idea, and the first two, are those of Ekimetrics' "adaptive chunking" (LREC 2026), whose four such metrics are SC,
BI, ICC and DCC. Whether they predict what is found is a question of its own, which
:func:`research.intrinsic_recall.intrinsic_against_recall` asks.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from chunklib.chunk import Span
from chunklib.chunk_records import records
from chunklib.columns import columns
from chunklib.cuts.markdown import blocks_of
from chunklib.cuts.semantic import SentenceVectors
from chunklib.cuts.sentences import sentences
from chunklib.embed import Embedder, embedder
from chunklib.errors import InvalidValue
from chunklib.evaluation.axis import Integers, whole_in_some
from chunklib.evaluation.plain_data import PlainData
from chunklib.evaluation.wording import counted
from chunklib.readers import at_least
from chunklib.tokens import RulerSpec
from chunklib.tokens import ruler as make_ruler


@dataclass(frozen=True)
class Intrinsic(PlainData):
    """Holds what a chunking is by itself; None where nothing can be compared.

    Attributes:
        size_compliance: the share of the chunks that measure from ``least`` to ``size`` units. SC counts the same.
        block_integrity: the share of the blocks that lie whole in some chunk. BI instead asks that no chunk begins
            inside a block, 5 characters from its ends or farther: a block that an overlap makes whole is broken to BI.
        cohesion: the mean cosine of neighbouring sentences that some chunk has whole together, less that of the others,
            from -2 to 2. ICC compares sentences with their chunk, and so tends to rise as chunks get shorter; DCC
            compares a chunk with the 3,000 tokens around it, and tends to rise as they get longer; this does neither.
        chunks: how many chunks there are.
        blocks: how many blocks: paragraphs, headings, items of lists, rows of tables, fences.
        parted: how many neighbouring sentences no chunk has together.
    """

    size_compliance: float
    block_integrity: float | None
    cohesion: float | None
    chunks: int
    blocks: int
    parted: int

    def __str__(self) -> str:
        """Write a short table."""
        of = (counted(self.chunks, "chunk"), counted(self.blocks, "block"), counted(self.parted, "parted neighbour"))
        rows = [
            (name.replace("_", " "), "-" if value is None else f"{value:.3f}", about)
            for (name, value), about in zip(self.values().items(), of, strict=True)
        ]
        return "\n".join(columns(("metric", "value", "of"), rows))

    def values(self) -> dict[str, float | None]:
        """Give the three metrics by name."""
        return {name: getattr(self, name) for name in ("size_compliance", "block_integrity", "cohesion")}

    def _data(self) -> dict[str, Any]:
        return dict(vars(self))

    def _table(self) -> Iterator[Sequence[object]]:
        yield ["metric", "value"]
        yield from self.values().items()


Judgement = tuple[NDArray[np.bool_], NDArray[np.bool_], NDArray[np.bool_], NDArray[np.float64]]
"""What of one document is so: for each chunk whether its size is, for each block and for each pair of neighbouring
sentences whether some chunk has it whole; and the cosine of each pair."""


def leaf_blocks(text: str) -> list[Span]:
    r"""List the blocks that hold no other, without white space at their ends; the rows of a table are blocks.

    >>> [text[slice(*span)] for text in ["# One\n\ntwo\n\n- three\n  - four\n"] for span in leaf_blocks(text)]
    ['# One', 'two', '- three', '- four']
    """
    found = []
    for block in blocks_of(text):
        if block.kind.endswith("_open") and block.kind not in {"heading_open", "paragraph_open", "table_open"}:
            continue
        starts = [block.span.start, *(block.lines if block.kind == "table_open" else ())]
        if len(starts) > 1:
            del starts[1]  # the dashes belong to the head
        for start, end in pairwise((*starts, block.span.end)):
            content = text[start:end]
            if content.strip():
                found.append(Span(end - len(content.lstrip()), start + len(content.rstrip())))
    return found


class Judged:
    """Finds the blocks of a document, and compares its neighbouring sentences, once for all chunkings of it."""

    def __init__(self, text: str, embed: Embedder) -> None:
        self.blocks = _array(leaf_blocks(text))
        vectors = SentenceVectors(text, lambda: sentences(text), embed)
        places = [_bare(text, *pair) for pair in pairwise((0, *vectors.ends))] if text else []
        self._pairs = _array(Span(one.start, other.end) for one, other in pairwise(places))
        rows = vectors.rows.astype(np.float64) if len(places) > 1 else np.zeros((1, 1))
        self._cosines = (rows[:-1] * rows[1:]).sum(axis=1)

    def judge(self, chunks: Sequence[tuple[int, int]], sizes: Sequence[int], least: int, most: int) -> Judgement:
        """Judge chunks at these places and of these sizes."""
        fits = np.array([least <= size <= most for size in sizes], bool)
        blocks, pairs = (whole_in_some(*spans.T, *_array(chunks).T) for spans in (self.blocks, self._pairs))
        return fits, blocks, pairs, self._cosines


def summed(judged: Iterable[Judgement]) -> Intrinsic:
    """Make the metrics of one or many documents, in which each chunk, block and pair of sentences counts as much."""
    fits, whole, held, cosines = (np.concatenate(parts) for parts in zip(*judged, strict=True))
    cohesion = None
    if held.any() and not held.all():
        cohesion = float(cosines[held].mean() - cosines[~held].mean())
    integrity = float(whole.mean()) if len(whole) else None
    return Intrinsic(float(fits.mean()), integrity, cohesion, len(fits), len(whole), int((~held).sum()))


def intrinsic(
    text: str,
    chunks: Sequence[object],
    size: int,
    *,
    least: int | None = None,
    embed: str | Embedder | None = "hashing",
    ruler: RulerSpec = "cl100k_base",
) -> Intrinsic:
    r"""Measure a chunking by itself, without questions.

    Args:
        text: the document; its blocks are those of Markdown, which are paragraphs in a text without marks.
        chunks: of any splitter, read as :func:`chunklib.audit` reads them.
        size: the most that a chunk may measure, in units of the ruler.
        least: the least; a tenth of the size where it is not said, about what the source has (100 and 1,100 tokens).
        embed: what compares sentences: by default their words alone, without a model.
        ruler: what measures chunks.

    Raises:
        ValueError: without chunks, for a chunk that is not where it says, and for a least above the size.

    >>> text = "# Rooms\n\nOne is cold. One is warm.\n\n- fish\n- milk\n"
    >>> found = intrinsic(text, ["# Rooms\n\nOne is cold.", "One is warm.\n\n- fish\n- milk"], size=10, ruler="words")
    >>> found.size_compliance, found.block_integrity, found.parted
    (1.0, 0.75, 1)
    """
    size = at_least(1, "size", size)
    least = max(1, size // 10) if least is None else at_least(0, "least", least)
    if least > size:
        raise InvalidValue(f"least must not be above size: got {least} and {size}")
    measure = make_ruler(ruler)
    found = records(chunks, text)
    if not found:
        raise InvalidValue("no chunks: there is nothing to measure")
    for at, (content, start, end) in enumerate(found):
        if not 0 <= start <= end <= len(text) or text[start:end] != content:
            raise InvalidValue(f"chunk {at} is not where it says: {content[:40]!r}; audit the splitter first")
    sizes = [measure(content) for content, _, _ in found]
    return summed([Judged(text, embedder(embed)).judge([place[1:] for place in found], sizes, least, size)])


def _bare(text: str, start: int, end: int) -> Span:
    """Leave out white space at both ends: a chunk may, too."""
    content = text[start:end]
    return Span(start + len(content) - len(content.lstrip()), start + len(content.rstrip()))


def _array(spans: Iterable[tuple[int, int]]) -> Integers:
    return np.array(list(spans), np.int64).reshape(-1, 2)
