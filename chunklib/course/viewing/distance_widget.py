"""The distance plot as a widget: controls above, one HTML widget below that follows them."""

from __future__ import annotations

from typing import Any

from ipywidgets import HBox, Layout, VBox

from chunklib.course.viewing.controls import (
    HTML,
    NAME,
    Dropdown,
    FloatBox,
    Number,
    Slider,
    Textarea,
    ToggleButton,
    link_in_page,
)
from chunklib.course.viewing.distance_html import page
from chunklib.course.viewing.distance_view import Sentences, Settings, View, offered, view
from chunklib.cuts.semantic import THRESHOLDS
from chunklib.embed import Embedder

_MOST_WINDOW = 10
_MOST_SIZE = 1_000


class Amount(HBox):  # type: ignore[misc]  # ipywidgets has no types
    """The amount of a threshold: a box with a name, for the keyboard, and a slider that agrees with it in a page.

    Whoever sets or watches the amount in Python uses the box.
    """

    def __init__(self, threshold: str, amount: float) -> None:
        self.box = FloatBox(description="amount", style=NAME, layout=Layout(width="150px"))
        self.slider = Slider(name="amount")
        link_in_page(self.box, self.slider)
        self.offer(threshold, amount)
        super().__init__([self.box, self.slider])

    @property
    def value(self) -> float:
        """The number."""
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


class DistancePlot(VBox):  # type: ignore[misc]
    """Distances between sentences and the controls of the threshold; made by :func:`chunklib.course.distance_plot`.

    ``view`` is what is shown now; ``str()`` says it in words.
    """

    def __init__(self, text: str, settings: Settings, embed: Embedder) -> None:
        self._embed = embed
        self._moving = False  # whether several controls change together
        self.threshold = Dropdown(
            description="threshold", options=list(THRESHOLDS), value=settings.threshold, style=NAME
        )
        self.amount = Amount(settings.threshold, settings.amount)
        self.window = Number("window", settings.window, least=1, most=_MOST_WINDOW)
        self.size = Number("size", settings.size, least=1, most=max(_MOST_SIZE, 2 * settings.size))
        self.least = Number("minimum", settings.least, least=0, most=max(settings.size, settings.least))
        self.own_text = Textarea(
            description="your text",
            value=text if not any("\ud800" <= char <= "\udfff" for char in text) else "",
            placeholder="Paste your own text here.",
            style=NAME,
            layout=Layout(width="auto", height="140px", display="none"),
        )
        self._show_text = ToggleButton(description="Use your own text", icon="pencil", layout=Layout(width="auto"))
        self.page = HTML()
        self.sentences = Sentences(text, embed)
        self.view: View = view(self._settings(), self.sentences)
        self.page.value = page(self.view)
        self._follow()
        numbers = [self.window, self.size, self.least]
        super().__init__([self.threshold, self.amount, *numbers, HBox([self._show_text]), self.own_text, self.page])

    def __str__(self) -> str:
        return str(self.view)

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        bundle = super()._repr_mimebundle_(**kwargs) or {}
        return {**bundle, "text/plain": str(self.view), "text/html": page(self.view)}

    def _follow(self) -> None:
        self.threshold.observe(self._take_threshold, "value")
        self.size.box.observe(self._limit_least, "value")
        for number in (self.amount, self.window, self.size, self.least):
            number.box.observe(self._update, "value")
        self.own_text.observe(self._take_text, "value")
        self._show_text.observe(self._open_text, "value")

    def _settings(self) -> Settings:
        return Settings(self.threshold.value, self.amount.value, self.window.value, self.size.value, self.least.value)

    def _take_threshold(self, change: Any) -> None:
        """Offer the new threshold's amounts; the usual one is chosen."""
        self._moving = True
        self.amount.offer(change["new"])
        self._moving = False
        self._update()

    def _limit_least(self, change: Any) -> None:
        self.least.at_most(change["new"])

    def _take_text(self, change: Any) -> None:
        self.sentences = Sentences(change["new"], self._embed)
        self._update()

    def _open_text(self, change: Any) -> None:
        self.own_text.layout.display = "" if change["new"] else "none"

    def _update(self, _: Any = None) -> None:
        """Calculate and draw again, once for each new state."""
        settings = self._settings()
        if not self._moving and (settings != self.view.settings or self.sentences is not self.view.sentences):
            self.view = view(settings, self.sentences)
            self.page.value = page(self.view)
