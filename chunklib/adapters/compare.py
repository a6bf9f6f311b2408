"""Put splitters side by side: what each delivers for one text, what it breaks, and what it costs."""

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import pairwise
from statistics import fmean
from typing import Any

from chunklib.adapters import subprocess_splitter, third_party
from chunklib.adapters.configured import chosen
from chunklib.adapters.subprocess_splitter import TIME_LIMIT, Outcome, apart
from chunklib.adapters.third_party import SplitterFailed
from chunklib.contract import Report, audit
from chunklib.cuts.sentences import sentences
from chunklib.edit import EDITS, churn, edits
from chunklib.errors import InvalidValue
from chunklib.overlap import parse_overlap
from chunklib.strategies import RECIPES, STRATEGIES, TEXT_STRATEGIES
from chunklib.tokens import Tokens
from chunklib.tokens import ruler as make_ruler

ROUNDS = 5
"""How often encode and splitter take turns when the cost is measured."""


@dataclass(frozen=True)
class Row:
    """Describes what one splitter delivers.

    ``fill`` is the mean size over the size that was asked. ``sentence_ends`` is the share of chunks that end where a
    sentence ends (or the text). ``overlap`` is what is shared on average at the ``boundaries`` between neighbours,
    ``bare`` counts those where nothing is. Where offsets are wrong, these figures go by the places of the chunks'
    texts, without texts that the document does not have. ``churn`` is how many chunks are new after an edit of the
    text, on average, and ``worst_churn`` at most. ``breaches`` counts by point, without the points that hold. ``cost``
    is in plain encodes of the text. ``note`` is what has to be known of a splitter. Where it fails, ``failure`` says
    why and all else is 0.
    """

    splitter: str
    package: str = ""
    version: str = ""
    chunks: int = 0
    mean_size: float = 0.0
    fill: float = 0.0
    sentence_ends: float = 0.0
    overlap: float = 0.0
    bare: int = 0
    boundaries: int = 0
    churn: float = 0.0
    worst_churn: int = 0
    breaches: dict[str, int] = field(default_factory=dict)
    cost: float | None = None
    note: str = ""
    failure: str = ""


def splitters() -> list[str]:
    """Name our text strategies and the peers that are installed."""
    return [*TEXT_STRATEGIES, *(name for name, peer in third_party.PEERS.items() if peer.version)]


def known(name: str) -> str:
    """Return the name of a strategy, a peer or ``module:callable``; refuse any other."""
    if name not in TEXT_STRATEGIES:
        if name in STRATEGIES:
            why = "takes a file" if RECIPES[name].file else f"needs {RECIPES[name].needs}"
            raise InvalidValue(f"{name} {why} and cannot be compared: texts are split side by side")
        third_party.find(name, TEXT_STRATEGIES)
    return name


def compare(  # noqa: PLR0913
    text: str,
    names: Sequence[str] | None = None,
    *,
    size: int = 500,
    overlap: int | str = "15%",
    ruler: str = "cl100k_base",
    edited: int = EDITS,
    rounds: int = ROUNDS,
    limit: float = TIME_LIMIT,
) -> list[Row]:
    """Ask several splitters for the same, and put what they deliver side by side.

    Args:
        text: the document.
        names: strategies, peers and ``module:callable``; by default all text strategies and every peer installed.
        size: the size to ask for, in units of the ruler.
        overlap: the overlap to ask for: units or a percentage ("15%"), for which every splitter has a word.
        ruler: what measures all of them; peers count tokens and need an encoding or a model.
        edited: how many edits (:func:`chunklib.edit.edits`) are tried, to count the chunks that are new; 0 for none.
        rounds: how often the cost is measured; 0 leaves it out, and all other figures are the same in every run.
        limit: seconds that a foreign splitter may take in its process; in a script, ``__main__`` must guard the call.

    Returns:
        a row for each name, in that order. A splitter that fails has a row that says why.

    Raises:
        ValueError: for an unknown name, an impossible size or overlap, or an overlap in sentences.

    >>> [row] = compare("One two. Three four. " * 20, ["recursive"], size=25, overlap=10, rounds=0)
    >>> row.chunks, row.bare, row.boundaries, row.breaches
    (7, 0, 6, {})
    """
    names = splitters() if names is None else [known(name) for name in names]
    units = units_of(overlap, size, ruler, rounds)
    judge = partial(
        _row,
        text=text,
        size=size,
        audited=partial(audit, text, size=size, overlap=units, ruler=ruler),
        ends={_bare(text, end) for end in sentences(text)},
    )
    changed = list(edits(text, edited))
    return [_compared(name, text, changed, rounds, _splitter(name, size, units, ruler, limit), judge) for name in names]


def _compared(
    name: str,
    text: str,
    changed: Sequence[str],
    rounds: int,
    splitter: AbstractContextManager[Callable[[str, int], Outcome]],
    judge: Callable[..., Row],
) -> Row:
    """Split the text and its edited versions; the row says what came of it, or why nothing did."""
    try:
        with splitter as split:
            outcome = split(text, rounds)
            new = [churn(outcome.chunks, split(other, 0).chunks) for other in changed]
        row = replace(judge(name, outcome=outcome), churn=fmean(new or [0]), worst_churn=max(new, default=0))
    except SplitterFailed as error:
        row = Row(name, failure=str(error))
    if name in TEXT_STRATEGIES:
        return row
    peer = third_party.find(name)
    return replace(row, package=peer.package, version=peer.version, note=peer.note)


def units_of(overlap: int | str, size: int, ruler: str, rounds: int) -> int:
    """Return the overlap in units; refuse what not every splitter can do, or whose cost cannot be counted."""
    repeat = parse_overlap(overlap, size)
    if repeat.sentences:
        units = "give the overlap in units or per cent"
        raise InvalidValue(f"not every splitter can repeat sentences: {units}, not {overlap}")
    if not isinstance(make_ruler(ruler), Tokens) and rounds:
        tokens = "give an encoding or a model as ruler"
        raise InvalidValue(f"the cost is in encodes: {tokens}, not {ruler}, or leave it out")
    return repeat.units


@contextmanager
def _splitter(name: str, size: int, overlap: int, ruler: str, limit: float) -> Iterator[Callable[[str, int], Outcome]]:
    """Lend a strategy of ours, which runs in this process, or a splitter of theirs in another one."""
    if name not in TEXT_STRATEGIES:
        with apart(name, size, overlap, ruler, limit) as theirs:
            yield theirs
        return
    try:
        split = chosen(name, size, overlap, {"ruler": ruler})
        yield lambda text, rounds: subprocess_splitter.outcome(lambda: split, text, ruler, rounds)
    except (ValueError, ImportError) as error:
        raise SplitterFailed(f"{name}: {error}") from None


def _row(
    name: str, *, text: str, outcome: Outcome, size: int, audited: Callable[[Any], Report], ends: Collection[int]
) -> Row:
    report = audited(outcome.chunks)
    placed = report if report["exact"].ok else audited([chunk.text for chunk in outcome.chunks])
    unplaced = {breach.chunk for breach in placed["exact"].breaches}
    right = [chunk for chunk in placed.chunks if chunk.index not in unplaced]
    shared = [after.overlap for before, after in pairwise(right) if after.index == before.index + 1]
    return Row(
        splitter=name,
        chunks=len(report.chunks),
        mean_size=report.stats.mean_size,
        fill=report.stats.mean_size / size,
        sentence_ends=fmean([_bare(text, chunk.end_char) in ends for chunk in right] or [0]),
        overlap=fmean(shared or [0]),
        bare=shared.count(0),
        boundaries=len(shared),
        breaches={point.name: len(point.breaches) for point in report.points if not point.ok},
        cost=outcome.cost,
    )


def _bare(text: str, end: int) -> int:
    """Go back over the white space before an offset."""
    while end and text[end - 1].isspace():
        end -= 1
    return end
