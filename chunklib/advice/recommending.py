"""Recommend how to cut one document: by its row in :mod:`chunklib.advice.table`, and by what was measured on it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, SupportsIndex

from chunklib.advice.document_profile import Look, look
from chunklib.advice.table import SIZE_BY_USE, Row, row_of
from chunklib.calculators import containment, overlap_from_percent
from chunklib.errors import check_name
from chunklib.evaluation.claims import claim
from chunklib.evaluation.effects import METRIC, Effect, at_equal_budget, measured
from chunklib.evaluation.plain_data import PlainData
from chunklib.evaluation.wording import counted
from chunklib.readers import at_least
from chunklib.tokens import RulerSpec
from chunklib.tokens import ruler as make_ruler

PRIORITIES = ("recall", "balanced", "storage", "realtime")


@dataclass(frozen=True, slots=True)
class Recommendation(PlainData):
    """Says what to try first for a document; ``print`` it to read it.

    ``size`` and ``overlap`` are in units of ``ruler``. ``row`` is the row of the table, with its measured effects;
    ``doubts`` are what speaks against it. ``context`` is what to search with each chunk, as effects: the better first.
    ``Chunker.from_config(config)`` makes the chunker (a ruler that is a callable is in it as it is). ``seen`` is what
    was measured on the document.
    """

    strategy: str
    size: int
    overlap: int
    ruler: str
    row: Row = field(repr=False)
    reasons: tuple[str, ...]
    doubts: tuple[str, ...]
    context: tuple[Effect, ...] = field(repr=False)
    config: Mapping[str, object] = field(hash=False)
    seen: Look = field(repr=False)

    def __str__(self) -> str:
        """Write it for a person."""
        lines = [f"{self.strategy}, size {self.size:,}, overlap {self.overlap:,} ({self.ruler})"]
        lines += ["because (=: measured on the course's questions with BM25, see chunklib effects)"]
        lines += [f"  + {reason}" for reason in self.reasons]
        lines += [f"  = {row.key}: {row.sentence}" for row in self.row.effects] or ["  = not measured"]
        lines += [f"  = {row.key}: {row.sentence}; it stores {row.other_stored:.2f} times" for row in self.context]
        lines += ["but", *(f"  ? {doubt}" for doubt in self.doubts)]
        return "\n".join([*lines, f"chunklib.Chunker.from_config({dict(self.config)!r})"])

    def _data(self) -> dict[str, Any]:
        names = ("strategy", "size", "overlap", "ruler", "reasons", "doubts")
        row = {**asdict(self.row), "support": self.row.support, "measured": [one.to_dict() for one in self.row.effects]}
        more = {"row": row, "context": [one.to_dict() for one in self.context], "seen": asdict(self.seen)}
        return {name: getattr(self, name) for name in names} | more | {"config": {**self.config, "ruler": self.ruler}}

    def _table(self) -> Iterator[Sequence[object]]:
        yield "document", "strategy", "size", "overlap", "support"
        yield self.row.document, self.strategy, self.size, self.overlap, "; ".join(self.row.support)


def recommend(
    document: str | Path,
    *,
    use: str | None = None,
    priority: str = "balanced",
    evidence: SupportsIndex | None = None,
    ruler: RulerSpec = "cl100k_base",
) -> Recommendation:
    r"""Look at a document, and name how to cut it to start with.

    The advice is a row of :data:`chunklib.advice.TABLE`. Where no gain was seen, the cheaper way is advised.

    Args:
        document: a text, or the path of a file as a ``pathlib.Path`` (UTF-8 text or a PDF). A ``str`` is always text.
        use: "questions", "conversation", "technical", "legal" or "research", for the size that a tutorial gives for it.
        priority: "recall", "balanced", "storage" or "realtime".
        evidence: how long a passage that answers a question is, in units of the ruler; the overlap is then what keeps
            such a passage whole (see :func:`chunklib.calculators.containment`), at most half the size.
        ruler: see :func:`chunklib.tokens.ruler`; sizes in tokens are converted as this document measures.

    Returns:
        a recommendation with ``0 <= overlap <= size / 2``; the same for the same document.

    Raises:
        ValueError: for an unknown name, for a document without text, for a file that is not UTF-8 text.
        OSError: for a file that cannot be read.
        TypeError: for anything but a text or a path, and for evidence that is not a whole number.

    >>> text = "# Tea\n\nBoil water.\n\n## Green\n\nWait a little."
    >>> advice = recommend(text)
    >>> advice.strategy, advice.size, advice.overlap, advice.reasons[0]
    ('markdown', 400, 0, 'markdown: 2 Markdown headings, 0 fences, 0 tables; its own structure says where to cut')
    """
    check_name("priority", priority, PRIORITIES)
    asked = priority, None if evidence is None else at_least(1, "evidence", evidence)
    seen = look(document, ruler)
    row, doubts = row_of(seen), list(seen.warnings)
    reasons = [f"{seen.kind.name}: {seen.kind.why}; {row.because}"]
    size = _size(seen, row, use, reasons, doubts)
    overlap, context = _overlap(seen, row, size, asked, reasons), _context(seen, row, size, reasons, doubts)
    _doubt(seen, row, (size, overlap), doubts)
    own = {} if ruler == "cl100k_base" else {"ruler": ruler}
    config = {"strategy": row.strategy, "size": size, "overlap": overlap, **seen.kind.options, **own}
    told = make_ruler(ruler).name, row, tuple(reasons), tuple(doubts), context
    return Recommendation(row.strategy, size, overlap, *told, config, seen)


def _size(seen: Look, row: Row, use: str | None, reasons: list[str], doubts: list[str]) -> int:
    """Choose how much fits: as nine tenths of the document's own pieces need, within the range in tokens."""
    if use is not None:
        check_name("use", use, SIZE_BY_USE)
    said = row.size if use is None else SIZE_BY_USE[use]
    low, high = (max(1, round(seen.per_token * end)) for end in said)
    if use is not None:
        reasons.append(f"you asked for this use: a tutorial says {said[0]}-{said[1]:,} tokens for {use!r}")
    if seen.per_token != 1:
        reasons.append(f"one token of this document is {seen.per_token:.2f} units of the ruler: {low:,} to {high:,}")
    pieces, name = seen.pieces, seen.pieces_name
    figures = f"{counted(pieces.count, name.removesuffix('s'))}, median {pieces.median:,}"
    figures += f", nine tenths up to {pieces.ninetieth:,}"
    if low <= pieces.ninetieth <= high:
        size = min(high, -(-pieces.ninetieth // 10) * 10)
        reasons.append(f"{figures}: at a size of {size:,} nine tenths of them fit whole")
        return size
    size = high if use is None else low  # of a tutorial's range the low end is nearer to what was measured
    reasons.append(f"{figures}: {size:,} is taken")
    if pieces.count > 1 and pieces.ninetieth < low:
        some = f"mostly smaller than the size ({pieces.median:,} of {size:,})"
        doubts.append(f"{name} are {some}: a chunk holds several of them")
    elif pieces.ninetieth > size:
        larger = f"larger than the size (up to {pieces.largest:,})"
        doubts.append(f"at least one in ten {name} is {larger}: they are cut inside")
    return size


def _overlap(seen: Look, row: Row, size: int, wish: tuple[str, int | None], reasons: list[str]) -> int:
    """Choose what is repeated: the share of the row, or what a wish asks for, and say why."""
    priority, evidence = wish
    if seen.size <= size:
        reasons.append("no overlap: the whole document fits in one chunk")
        return 0
    if evidence is not None:
        overlap = min(evidence - 1, size // 2)
        held = f"{100 * containment(evidence, size, overlap):.0f} % of places (containment)"
        reasons.append(f"in windows an overlap of {overlap:,} keeps evidence of {evidence:,} whole in {held}")
        return overlap
    percent, why = row.overlap, "no gain from it was seen" if row.leaves else "its gain is not measured"
    if percent and priority in ("storage", "realtime"):
        percent, why = 0, "you asked for little storage or speed, and give up what it brings"
    elif not percent and priority == "recall" and row.strategy in ("recursive", "sentences"):
        percent, why = 20, f"you asked for recall, though {why}"
    elif percent:
        why = "it helps BM25 where cuts fall anywhere"
    if not percent:
        reasons.append(f"no overlap: it costs storage, and {why}")
        return 0
    overlap = overlap_from_percent(size, percent)
    whole = f"in windows it keeps evidence of {overlap + 1:,} whole everywhere; give evidence=… to choose by yours"
    reasons.append(f"an overlap of {percent} %: {why}; {whole}")
    return overlap


_HOW = {
    "prefix": "the document's first line and the line before each chunk (contextualize puts them into its context)",
    "headings": "its headings (in_full puts them before the text)",
}


def _context(seen: Look, row: Row, size: int, reasons: list[str], doubts: list[str]) -> tuple[Effect, ...]:
    """Choose what is searched with each chunk: nothing in one chunk, nor where the line before it says little."""
    if seen.size <= size or row.strategy in ("code", "records", "token_windows"):
        return ()
    keys = ("prefix", "headings") if seen.pieces_name == "sections" else ("prefix",)
    found = sorted(at_equal_budget(keys), key=lambda one: -one.difference)
    reasons.append(f"search with each chunk {'; and '.join(_HOW[one.key] for one in found)}")
    both, known = (one.sentence for one in at_equal_budget(("prefix-headings", "prefix-own-document")))
    doubts += [f"{found[0].key} brought more alone; both together: {both}"] * (len(found) > 1)
    doubts.append(f"a prefix mostly names the document; if your search knows the document, it adds less: {known}")
    return tuple(found)


def _doubt(seen: Look, row: Row, size_and_overlap: tuple[int, int], doubts: list[str]) -> None:
    """Add what speaks against a recommendation about this document."""
    size, overlap = size_and_overlap
    if overlap:
        said = [claim(key).in_short for key in ("natural-questions", "overlap-and-recall", "whole-evidence")]
        doubts.append("{}; {}, and {}".format(*said))
    found = {(row.key, row.metric): row.sentence for row in measured()}
    doubts.append(f"larger chunks find more where a fixed number is read: {found['large-chunks', 'recall']}")
    alone = "" if "size-400" in row.leaves else " (measured with recursive alone)"
    doubts.append(f"larger chunks do not find more in an equal number of tokens{alone}: {found['size-400', METRIC]}")
    longest = seen.sentences.largest
    if longest > size and seen.kind.name not in ("html", "code", "records"):
        doubts.append(f"{longest:,} units without the end of a sentence are more than the size: they are cut inside")
    if seen.unspaced >= 0.3:
        doubts.append(
            f"{100 * seen.unspaced:.0f} % of its letters are of scripts without spaces: sentences end at their "
            "marks (in Thai at a space between clauses), and below them cuts fall where they can"
        )
    doubts.append("this was measured on the course's documents, not on yours: measure with your own questions")
