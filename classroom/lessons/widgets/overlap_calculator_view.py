"""One state of the overlap calculator: sizes in tokens, and what the arithmetic of windows makes of them.

It depends on the numbers alone, so a stored output can be compared.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from chunklib.calculators import StorageImpact, containment, storage_impact, stride
from chunklib.integers import at_least
from classroom.lessons.widgets.parts import totals_text

MOST_BARS = 12


@dataclass(frozen=True, slots=True)
class Settings:
    """Holds the values of the controls: window size, overlap, document length, evidence length, all in tokens."""

    size: int
    overlap: int
    tokens: int
    evidence: int
    price_per_million: float = 0.02


@dataclass(frozen=True, slots=True)
class View:
    """Holds settings and what follows from them, or one line that says why nothing does."""

    settings: Settings
    impact: StorageImpact | None
    error: str = ""

    def __str__(self) -> str:
        asked = self.settings
        head = (
            f"windows of {asked.size:,} tokens that share {asked.overlap:,}, "
            f"a document of {asked.tokens:,}, evidence of {asked.evidence:,}"
        )
        if self.impact is None:
            return f"{head}\n{self.error}"
        places = [f"[{index}]  {start:,}-{end:,}" for index, (start, end) in enumerate(self.drawn())]
        return "\n".join([head, *totals_text(self.totals()), *places, *self.left_out()])

    def totals(self) -> list[tuple[str, str]]:
        """Say the results: names and values."""
        asked, impact = self.settings, self.impact
        if impact is None:
            return []
        held, places = places_held(asked)
        counted = f"{held:,} of {places:,} places, {held / places:.1%}" if places else "the document is shorter"
        return [
            ("stride", f"{stride(asked.size, asked.overlap):,} tokens"),
            ("windows", f"{impact.chunks:,}"),
            ("stored", f"{impact.tokens:,} tokens"),
            ("redundancy", f"{impact.redundancy:.3f} times the document"),
            ("long documents near", f"{asked.size / stride(asked.size, asked.overlap):.3f}"),
            ("embedding cost", f"${impact.cost:.6f}"),
            (
                "evidence whole in a window, by the formula",
                f"{containment(asked.evidence, asked.size, asked.overlap):.1%}",
            ),
            ("counted in this document", counted),
        ]

    def drawn(self) -> list[tuple[int, int]]:
        """Return where the first windows start and end."""
        return list(islice(windows(self.settings.size, self.settings.overlap, self.settings.tokens), MOST_BARS))

    def left_out(self) -> list[str]:
        """Say how many windows are not drawn, if there are any."""
        count = self.impact.chunks if self.impact else 0
        return [f"Drawn are the first {MOST_BARS} of {count:,} windows."] if count > MOST_BARS else []


def view(settings: Settings) -> View:
    """Calculate what the settings give.

    Returns:
        a view with figures, or with the rule that the settings break, in one line.

    >>> print(view(Settings(size=4, overlap=1, tokens=10, evidence=2)))
    windows of 4 tokens that share 1, a document of 10, evidence of 2
    stride: 3 tokens
    windows: 3
    stored: 12 tokens
    redundancy: 1.200 times the document
    long documents near: 1.333
    embedding cost: $0.000000
    evidence whole in a window, by the formula: 100.0%
    counted in this document: 9 of 9 places, 100.0%
    [0]  0-4
    [1]  3-7
    [2]  6-10
    >>> view(Settings(size=4, overlap=4, tokens=10, evidence=2)).error
    'overlap must be smaller than size: got overlap=4, size=4'
    """
    try:
        at_least(1, "evidence", settings.evidence)
        impact = storage_impact(settings.tokens, settings.size, settings.overlap, settings.price_per_million)
    except ValueError as error:
        return View(settings, None, str(error))
    return View(settings, impact)


def windows(size: int, overlap: int, tokens: int) -> Iterator[tuple[int, int]]:
    """Yield start and end of each window of a document, in tokens.

    >>> list(windows(size=4, overlap=1, tokens=9))
    [(0, 4), (3, 7), (6, 9)]
    """
    step = stride(size, overlap)
    for k in range(storage_impact(tokens, size, overlap).chunks):
        yield k * step, min(k * step + size, tokens)


def places_held(settings: Settings) -> tuple[int, int]:
    """Count the places at which evidence lies whole in some window, and the places there are.

    Returns:
        two counts, the first never larger than the second; both 0 if the document is shorter than the evidence.

    >>> places_held(Settings(size=4, overlap=1, tokens=10, evidence=4))
    (3, 7)
    """
    asked, step = settings, stride(settings.size, settings.overlap)
    places, fits = max(0, asked.tokens - asked.evidence + 1), max(0, asked.size - asked.evidence + 1)
    before = storage_impact(asked.tokens, asked.size, asked.overlap).chunks - 1  # windows of the full size
    if before < 1:
        return places, places
    reached = (before - 1) * step + fits  # the first place from which evidence sticks out of all of these
    held = fits + (before - 1) * min(step, fits)
    return held + max(0, places - max(before * step, reached)), places
