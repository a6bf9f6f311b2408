"""One state of the distance plot: sentences, the distances between them, a threshold, and the chunks that result.

A text is split and embedded once (``Sentences``); every state after that is
arithmetic on its vectors.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from chunklib.cuts import sentences
from chunklib.cuts.semantic import THRESHOLDS, breakpoints, check, distances
from chunklib.embed import Embedder, vectors
from chunklib.errors import InvalidValue
from chunklib.readers import at_least
from chunklib.strategies import STRATEGIES
from chunklib.tokens import Index
from chunklib.tokens import ruler as make_ruler
from classroom.lessons.widgets.parts import totals_text

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_CHARACTERS = 40_000
_EXCERPT = 28
_MODELS = {"wordllama_embedding": "wordllama", "hashing": "hashing, which knows words only"}


@dataclass(frozen=True, slots=True)
class Settings:
    """Holds the values of the controls; ``size`` and ``least`` in tokens, ``window`` in sentences."""

    threshold: str
    amount: float
    window: int
    size: int
    least: int


class Sentences:
    """Holds the sentences of a text, a vector each, and its measure in tokens; ``error`` says why there are none."""

    def __init__(self, text: str, embed: Embedder) -> None:
        self.text = text
        self.model = _MODELS.get(name := getattr(embed, "__name__", type(embed).__name__), name)
        self.ends = list(sentences(text)) if 0 < len(text) <= MOST_CHARACTERS else []
        self.texts = [text[start:end].strip() for start, end in pairwise([0, *self.ends])]
        self.index: Index = make_ruler("cl100k_base").index(text[: self.ends[-1]] if self.ends else "")
        self.error = ""
        known = dict.fromkeys(filter(None, self.texts))
        try:
            found = vectors(embed, list(known))
        except (ValueError, TypeError) as error:
            self.error, found = str(error), np.zeros((len(known), 1), np.float32)
        self._vectors = dict(zip(known, found, strict=True))
        self.rows = np.zeros((len(self.texts), found.shape[1]))
        for row, one in zip(self.rows, self.texts, strict=True):
            row[:] = self._vectors.get(one, 0)

    def embed(self, texts: list[str]) -> list[Any]:
        """Give the vectors of sentences once more, without the model."""
        return [self._vectors[text] for text in texts]

    def size(self, first: int, last: int) -> int:
        """Measure the sentences from one number to another, the second excluded."""
        return self.index.size(self.ends[first - 1] if first else 0, self.ends[last - 1])


@dataclass(frozen=True, slots=True)
class View:
    """Holds settings and what came of them, or one line that says why nothing did.

    ``distances`` has a number for each gap, ``limit`` the threshold that they are compared with (None where it is one
    for the rise), ``gaps`` the breakpoints, ``pieces`` the tokens between breakpoints, ``chunks`` those of
    ``semantic``.
    """

    settings: Settings
    sentences: Sentences
    distances: tuple[float, ...] = ()
    limit: float | None = None
    gaps: tuple[int, ...] = ()
    pieces: tuple[int, ...] = ()
    chunks: tuple[int, ...] = ()
    error: str = ""

    def __str__(self) -> str:
        if self.error:
            return f"{self.head()}\n{self.error}"
        return "\n".join([self.head(), *totals_text(self.totals()), *self.places()])

    def head(self) -> str:
        """Say the settings."""
        asked, found = self.settings, self.sentences
        window = f"window {asked.window}, size {asked.size}, minimum {asked.least}"
        return f"{asked.threshold} {asked.amount:g}, {window}, on {len(found.ends)} sentences, model {found.model}"

    def totals(self) -> list[tuple[str, str]]:
        """Say what came of them: names and values."""
        limit = "on the rise of the distance" if self.limit is None else f"{self.limit:.2f}"
        return [
            (
                "distances",
                f"{min(self.distances):.2f} to {max(self.distances):.2f}, mean {np.mean(self.distances):.2f}",
            ),
            ("threshold", limit),
            ("breakpoints", f"{len(self.gaps)} of {len(self.distances)} gaps"),
            ("pieces between them", self._sizes(self.pieces)),
            ("chunks of semantic", self._sizes(self.chunks)),
        ]

    def verdict(self, size: int) -> str:
        """Say whether a number of tokens keeps the limits: "over", "under" or nothing."""
        return "over" if size > self.settings.size else "under" if size < self.settings.least else ""

    def places(self) -> Iterator[str]:
        """Yield a line for each breakpoint: the gap, its distance, and the sentences on both sides."""
        found = self.sentences.texts
        for gap in self.gaps:
            behind, ahead = _ending(found[gap]), _beginning(found[gap + 1])
            yield f"gap {gap}  {self.distances[gap]:.2f}  {behind} | {ahead}"

    def _sizes(self, sizes: Sequence[int]) -> str:
        words = [self.verdict(size) for size in sizes]
        judged = [f"{size} ({word})" if word else str(size) for size, word in zip(sizes, words, strict=True)]
        wrong = [f"{words.count(name)} {name}" for name in ("over", "under") if name in words]
        return f"{len(sizes)} with {', '.join(judged)} tokens: {', '.join(wrong) or 'all within the limits'}"


def view(settings: Settings, found: Sentences) -> View:
    """Find the breakpoints of a text and what they make of it.

    Args:
        settings: any; those that make no sense give a view with a line.
        found: the sentences of the text.

    Returns:
        A view with the plot, or with a line that says why there is none.

    >>> from chunklib.embed import hashing
    >>> text = "Rain fell. Rain fell again. The piano is old. The piano is black."
    >>> print(view(Settings("percentile", 60, 1, 12, 4), Sentences(text, hashing)))
    percentile 60, window 1, size 12, minimum 4, on 4 sentences, model hashing, which knows words only
    distances: 0.18 to 1.00, mean 0.48
    threshold: 0.40
    breakpoints: 1 of 3 gaps
    pieces between them: 2 with 8, 10 tokens: all within the limits
    chunks of semantic: 2 with 8, 10 tokens: all within the limits
    gap 1  1.00  Rain fell again. | The piano is old.
    """
    try:
        _refuse(settings, found)
        chunks = _chunks(settings, found)  # which refuses a size that a character does not fit in
    except (ValueError, TypeError) as error:
        return View(settings, found, error=f"No plot. {error}")
    measured = distances(found.rows, settings.window)
    gaps = breakpoints(measured, settings.threshold, settings.amount)
    edges = [0, *(gap + 1 for gap in gaps), len(found.ends)]
    pieces = tuple(found.size(first, last) for first, last in pairwise(edges))
    return View(
        settings,
        found,
        tuple(map(float, measured)),
        _limit(measured, settings),
        tuple(gaps),
        pieces,
        chunks,
    )


def _refuse(settings: Settings, found: Sentences) -> None:
    """Refuse what gives no plot, in words."""
    if len(found.text) > MOST_CHARACTERS:
        raise InvalidValue(f"The text has {len(found.text):,} characters; at most {MOST_CHARACTERS:,} are drawn.")
    if found.error:
        raise InvalidValue(found.error)
    if len(found.ends) < 2:
        raise InvalidValue(f"A gap needs two sentences; the text has {len(found.ends)}.")
    check(settings.threshold, settings.amount)
    at_least(1, "window", settings.window)
    if not 0 <= settings.least <= at_least(1, "size", settings.size):
        raise InvalidValue(f"the minimum must be from 0 to size: got minimum={settings.least}, size={settings.size}")


def _limit(measured: NDArray[Any], settings: Settings) -> float | None:
    """Return the distance above which a gap is a breakpoint; a gradient has none."""
    amount = settings.amount
    low, high = (float(np.percentile(measured, share)) for share in (25, 75))
    limits = {
        "percentile": float(np.percentile(measured, amount if settings.threshold == "percentile" else 0)),
        "standard_deviation": float(measured.mean() + amount * measured.std()),
        "interquartile": float(measured.mean() + amount * (high - low)),
    }
    return limits.get(settings.threshold)


def _chunks(settings: Settings, found: Sentences) -> tuple[int, ...]:
    """Measure the chunks that the strategy makes at the same settings."""
    chunks = STRATEGIES["semantic"](
        found.text,
        settings.size,
        0,
        threshold=settings.threshold,
        amount=settings.amount,
        window=settings.window,
        min_size=settings.least,
        embed=found.embed,
    )
    return tuple(chunk.size for chunk in chunks)


def offered(threshold: str) -> tuple[float, float, float]:
    """Return what the control of a threshold's amount offers: the usual amount, the largest, and a step.

    >>> offered("percentile"), offered("interquartile")
    ((95.0, 100.0, 1.0), (1.5, 5.0, 0.1))
    """
    _, usual, most = THRESHOLDS[threshold]
    return (usual, most, 1.0) if most < np.inf else (usual, 5.0, 0.1)


def _ending(text: str) -> str:
    """Shorten a sentence to its end, on one line."""
    line = " ".join(text.split())
    return line if len(line) <= _EXCERPT else f"…{line[-_EXCERPT:].lstrip()}"


def _beginning(text: str) -> str:
    """Shorten a sentence to its beginning, on one line."""
    line = " ".join(text.split())
    return line if len(line) <= _EXCERPT else f"{line[:_EXCERPT].rstrip()}…"
