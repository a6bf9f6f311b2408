"""distance_plot(text): see where neighbouring sentences are unlike, and what a threshold makes of that."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from ipywidgets import HBox, Layout

from chunklib.cuts.semantic import THRESHOLDS, check
from chunklib.embed import Embedder, embedder
from chunklib.readers import whole
from classroom.lessons.widgets.arguments import check_text, part_of_handbook, refusing
from classroom.lessons.widgets.controls import NAME, Dropdown, FloatBox, Number, Slider, link_in_page
from classroom.lessons.widgets.distance_plot_html import page
from classroom.lessons.widgets.distance_plot_view import MOST_CHARACTERS, Sentences, Settings, View, offered, view
from classroom.lessons.widgets.widget import Widget

_MOST_WINDOW = 10
_MOST_SIZE = 1_000


class Amount(HBox):  # type: ignore[misc]  # ipywidgets has no types
    """Holds the amount of a threshold: a named box for the keyboard, and a slider that agrees with it in a page.

    In Python, set or watch the amount through the box.
    """

    def __init__(self, threshold: str, amount: float) -> None:
        self.box = FloatBox(description="amount", style=NAME, layout=Layout(width="150px"))
        self.slider = Slider(name="amount")
        link_in_page(self.box, self.slider)
        self.offer(threshold, amount)
        super().__init__([self.box, self.slider])

    @property
    def value(self) -> float:
        """Return the number."""
        return float(self.box.value)

    def offer(self, threshold: str, amount: float | None = None) -> None:
        """Take the limits of a threshold, and an amount of it, the usual one by default.

        A slider in a browser rounds and cuts what it is given, and sends that back. So nothing it ever holds may be
        off its range or its step: both are wide and fine while the value changes.
        """
        usual, most, step = offered(threshold)
        wanted = usual if amount is None else amount
        handles = (self.box, self.slider)
        for handle in handles:
            handle.max, handle.step = max(most, wanted, handle.max), min(step, handle.step or step)
        for handle in handles:
            handle.value = wanted
        for handle in handles:
            handle.step, handle.max = step, max(most, wanted)


class DistancePlot(Widget[tuple[Settings, Sentences], View]):
    """Shows distances between sentences and the controls of the threshold; made by ``distance_plot``."""

    def __init__(self, text: str, asked: Settings, embed: Embedder) -> None:
        self._sentences = lru_cache(maxsize=1)(lambda text: Sentences(text, embed))
        self.threshold = Dropdown(description="threshold", options=list(THRESHOLDS), value=asked.threshold, style=NAME)
        self.amount = Amount(asked.threshold, asked.amount)
        self.window = Number("window", asked.window, least=1, most=_MOST_WINDOW)
        self.size = Number("size", asked.size, least=1, most=max(_MOST_SIZE, 2 * asked.size))
        self.least = Number("minimum", asked.least, least=0, most=max(asked.size, asked.least))
        self.threshold.observe(self._offer_amounts, "value")
        self.least.stay_below(self.size, by=0)
        controls = self.threshold, self.amount, self.window, self.size, self.least
        super().__init__(*controls, view=lambda state: view(*state), page=page, text=text, holds=MOST_CHARACTERS)

    def _state(self) -> tuple[Settings, Sentences]:
        numbers = self.amount.value, self.window.value, self.size.value, self.least.value
        return Settings(self.threshold.value, *numbers), self._sentences(self.text)

    def _offer_amounts(self, change: Any) -> None:
        """Offer the new threshold's amounts; the usual one is chosen."""
        with self._together():
            self.amount.offer(change["new"])


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
        amount: its parameter; the usual one by default.
        window: Sentences on either side of a gap that are compared.
        size: the most tokens that a chunk may have.
        min_size: the least.
        embed: See ``chunklib.embed.embedder``.

    Returns:
        A widget; ``str(widget)`` says the same in words.

    Raises:
        CourseError: for a text, threshold, amount or number that no control leads to.

    >>> print(distance_plot("It rained. It rained a lot. Pianos are black.", amount=50, embed="hashing"))
    percentile 50, window 1, size 200, minimum 40, on 3 sentences, model hashing, which knows words only
    distances: 0.29 to 1.00, mean 0.65
    threshold: 0.65
    breakpoints: 1 of 2 gaps
    pieces between them: 2 with 11 (under), 6 (under) tokens: 2 under
    chunks of semantic: 1 with 16 (under) tokens: 1 under
    gap 1  1.00  It rained a lot. | Pianos are black.
    """
    shown = part_of_handbook("## Alarms API", "## Webhooks") if text is None else text
    with refusing("distance_plot"):
        check_text(shown, MOST_CHARACTERS)
        numbers = whole("window", window), whole("size", size), whole("min_size", min_size)
        return DistancePlot(shown, Settings(threshold, check(threshold, amount), *numbers), embedder(embed))
