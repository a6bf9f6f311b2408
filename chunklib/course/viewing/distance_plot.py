"""distance_plot(text): see where neighbouring sentences are unlike, and what a threshold makes of that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chunklib.course.viewing.distance_view import MOST_CHARACTERS, Settings
from chunklib.course.words import CourseError
from chunklib.cuts.semantic import check
from chunklib.data import load
from chunklib.embed import Embedder, embedder
from chunklib.whole import whole

if TYPE_CHECKING:
    from chunklib.course.viewing.distance_widget import DistancePlot

_SAMPLE = ("## Alarms API", "## Webhooks")


def distance_plot(
    text: str | None = None,
    *,
    threshold: str = "percentile",
    amount: float | None = None,
    window: int = 1,
    size: int = 200,
    min_size: int = 40,
    embed: str | Embedder | None = None,
) -> DistancePlot:
    """Show the distance at each gap between two sentences, the breakpoints above a threshold, and the chunks.

    Args:
        text: Your own text, at most 40,000 characters; a chapter of the handbook by default.
        threshold: "percentile", "standard_deviation", "interquartile" or "gradient".
        amount: Its parameter; the usual one by default.
        window: Sentences on either side of a gap that are compared.
        size: The most tokens that a chunk may have.
        min_size: The least.
        embed: See `chunklib.embed.embedder`.

    Returns:
        A widget; `str(widget)` says the same in words.

    Raises:
        CourseError: For a text, threshold, amount or number that no control leads to.

    >>> print(distance_plot("It rained. It rained a lot. Pianos are black.", amount=50, embed="hashing"))
    percentile 50, window 1, size 200, minimum 40, on 3 sentences, model hashing, which knows words only
    distances: 0.29 to 1.00, mean 0.65
    threshold: 0.65
    breakpoints: 1 of 2 gaps
    pieces between them: 2 with 11 (under), 6 (under) tokens: 2 under
    chunks of semantic: 1 with 16 (under) tokens: 1 under
    gap 1  1.00  It rained a lot. | Pianos are black.
    """
    shown = _sample() if text is None else text
    return _made(shown, _settings(shown, threshold, amount, window, size, min_size), embed)


def _made(text: str, settings: Settings, embed: str | Embedder | None) -> DistancePlot:
    try:
        from chunklib.course.viewing.distance_widget import DistancePlot

        return DistancePlot(text, settings, embedder(embed))
    except ModuleNotFoundError as error:
        raise CourseError(f"distance_plot needs {error.name}: install chunklib[course]") from None
    except (ValueError, TypeError) as error:
        raise CourseError(f"distance_plot: {error}") from None


def _settings(text: object, threshold: str, amount: float | None, window: int, size: int, least: int) -> Settings:
    """Refuse what no control leads to."""
    if not isinstance(text, str):
        raise CourseError(f"distance_plot shows a text: got {type(text).__name__}")
    if len(text) > MOST_CHARACTERS:
        raise CourseError(f"distance_plot shows at most {MOST_CHARACTERS:,} characters: got {len(text):,}")
    try:
        numbers = [whole(name, number) for name, number in (("window", window), ("size", size), ("min_size", least))]
        return Settings(threshold, check(threshold, amount), *numbers)
    except (ValueError, TypeError) as error:
        raise CourseError(f"distance_plot: {error}") from None


def _sample() -> str:
    handbook = load("handbook")
    start, end = map(handbook.index, _SAMPLE)
    return handbook[start:end]
