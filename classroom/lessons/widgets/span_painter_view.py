"""One state of the span painter: evidence painted on a text, windows of characters, those retrieved, and the scores.

Counts are of characters, taken from sets of places: the text is short.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from chunklib.chunk import Chunk, Span
from chunklib.strategies import STRATEGIES
from classroom.judge.showing import short

MOST_CHUNKS = 24
_EXCERPT = 44


@dataclass(frozen=True, slots=True)
class Settings:
    """Holds the values of the controls; ``size`` and ``overlap`` in characters, ``retrieved`` the numbers of chunks."""

    gold: tuple[Span, ...]
    size: int
    overlap: int
    retrieved: tuple[int, ...]


class Counts(NamedTuple):
    """Counts characters: of the evidence, those of it that are retrieved, all retrieved, and these counted once."""

    evidence: int
    found: int
    given: int
    different: int


class Score(NamedTuple):
    """Holds a metric: its formula in words, the same with numbers, and its value (0 where it would divide by 0)."""

    name: str
    formula: str
    numbers: str
    value: float


@dataclass(frozen=True)
class View:
    """Holds settings and what came of them: chunks and scores, or one line that says why there are none."""

    settings: Settings
    text: str
    chunks: tuple[Chunk, ...] = ()
    error: str = ""

    def __str__(self) -> str:
        if self.error:
            return f"{self.head()}\n{self.error}"
        return "\n".join([self.head(), *self.places(), *self.lines()])

    def head(self) -> str:
        """Say the settings."""
        asked = self.settings
        return f"windows of {asked.size} characters, overlap {asked.overlap}, on a text of {len(self.text):,}"

    def places(self) -> Iterator[str]:
        """Say where the evidence is, and what is retrieved."""
        for number, (start, end) in enumerate(self.settings.gold, start=1):
            yield f"evidence {number}, characters {start}-{end}: {short(self.text[start:end], _EXCERPT)}"
        found = ", ".join(f"[{one.index}] {one.start_char}-{one.end_char}" for one in self.retrieved)
        yield f"retrieved: {found or 'nothing'} (of {len(self.chunks)} chunks)"

    def lines(self) -> Iterator[str]:
        """Say the counts, and each score with its numbers."""
        evidence, found, given, different = self.counts
        yield f"evidence {evidence}, found {found}, given {given}, different {different} characters"
        names, sums = (
            max(map(len, column)) for column in zip(*((s.name, s.numbers) for s in self.scores), strict=True)
        )
        for score in self.scores:
            yield f"{score.name:<{names}} = {score.numbers:<{sums}} = {score.value:.3f}"

    @cached_property
    def retrieved(self) -> tuple[Chunk, ...]:
        """Return the chunks that are retrieved, in the order of the text."""
        return tuple(chunk for chunk in self.chunks if chunk.index in self.settings.retrieved)

    @cached_property
    def counts(self) -> Counts:
        """Count characters by sets of places."""
        gold = {place for start, end in self.settings.gold for place in range(start, end)}
        given = [place for chunk in self.retrieved for place in range(chunk.start_char, chunk.end_char)]
        return Counts(len(gold), len(gold & set(given)), len(given), len(set(given)))

    @cached_property
    def scores(self) -> tuple[Score, ...]:
        """Compute the metrics, each from the numbers that it shows."""
        evidence, found, given, different = self.counts
        whole = sum(
            any(c.start_char <= start and end <= c.end_char for c in self.retrieved) for start, end in self.gold
        )
        missed, repeated = evidence - found, given - different
        return (
            _score("recall", "found / evidence", f"{found} / {evidence}", found, evidence),
            _score("precision", "found / given", f"{found} / {given}", found, given),
            _score(
                "iou", "found / (given + evidence - found)", f"{found} / ({given} + {evidence} - {found})",
                found, given + missed,
            ),
            _score(
                "iou_set", "found / (different + evidence - found)", f"{found} / ({different} + {evidence} - {found})",
                found, different + missed,
            ),
            _score(
                "redundancy", "(given - different) / given", f"({given} - {different}) / {given}", repeated, given
            ),
            _score("whole", "pieces whole in one chunk / pieces", f"{whole} / {len(self.gold)}", whole, len(self.gold)),
        )  # fmt: skip

    @property
    def gold(self) -> tuple[Span, ...]:
        """Return the pieces of evidence."""
        return self.settings.gold


def _score(name: str, formula: str, numbers: str, part: int, whole: int) -> Score:
    return Score(name, formula, numbers, part / whole if whole else 0.0)


def view(settings: Settings, text: str) -> View:
    """Cut a text by the settings, and score what is retrieved.

    Args:
        settings: any; numbers of chunks that do not exist are left out.
        text: what the evidence and the chunks are places of.

    Returns:
        a view with chunks and scores, or with one line that says why there are none.

    >>> shown = view(Settings((Span(3, 7),), size=5, overlap=0, retrieved=(0,)), "abcdefghij")
    >>> shown.counts, shown.scores[2].numbers
    (Counts(evidence=4, found=2, given=5, different=5), '2 / (5 + 4 - 2)')
    """
    if fault := _fault(settings, text):
        return View(settings, text, (), f"No scores. {fault}")
    chunks = STRATEGIES["fixed_characters"](text, settings.size, settings.overlap)
    if len(chunks) > MOST_CHUNKS:
        return View(
            settings, text, (), f"No scores. {len(chunks)} chunks are more than the {MOST_CHUNKS} that are drawn."
        )
    return View(settings, text, tuple(chunks))


def with_evidence(settings: Settings, text: str) -> tuple[int, ...]:
    """Number the chunks that have some of the evidence."""
    return tuple(
        chunk.index
        for chunk in view(settings, text).chunks
        if any(chunk.start_char < end and start < chunk.end_char for start, end in settings.gold)
    )


def _fault(settings: Settings, text: str) -> str:
    for start, end in settings.gold:
        if not 0 <= start < end <= len(text):
            return f"evidence must end after its start, inside the text: got {start}-{end} of {len(text)}"
    for one, other in pairwise(sorted(settings.gold)):
        if other.start < one.end:
            return f"pieces of evidence must not overlap: got {one.start}-{one.end} and {other.start}-{other.end}"
    if not 0 <= settings.overlap < settings.size:
        return f"overlap must be smaller than size: got overlap={settings.overlap}, size={settings.size}"
    return "" if text.strip() else "The text is empty, or nothing but white space."
