"""The overlap calculator as a widget: four numbers above, one HTML widget below that follows them."""

from __future__ import annotations

from typing import Any

from ipywidgets import HBox, Layout, VBox

from chunklib.course.viewing.controls import HTML, Number, ToggleButton
from chunklib.course.viewing.overlap_view import Settings, View, view

MOST_SIZE = 2_000
MOST_TOKENS = 100_000
MOST_EVIDENCE = 1_000


class OverlapCalculator(VBox):  # type: ignore[misc]  # ipywidgets has no types
    """The arithmetic of windows with its controls; made by :func:`chunklib.course.overlap_calculator`.

    ``view`` is what is shown now; ``str()`` says it in words.
    """

    def __init__(self, settings: Settings) -> None:
        self._price = settings.price_per_million
        self.size = Number("size", settings.size, least=1, most=MOST_SIZE)
        self.overlap = Number("overlap", settings.overlap, least=0, most=max(settings.size - 1, 0))
        self.tokens = Number("length", settings.tokens, least=0, most=MOST_TOKENS)
        self.evidence = Number("evidence", settings.evidence, least=1, most=MOST_EVIDENCE)
        self.page = HTML()
        self.words = HTML(layout=Layout(display="none"))
        self.show_words = ToggleButton(description="The same in words", icon="list", layout=Layout(width="auto"))
        self.view: View = view(settings)
        self._draw()
        self._follow()
        super().__init__([*self._numbers(), HBox([self.show_words]), self.page, self.words])

    def __str__(self) -> str:
        return str(self.view)

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        bundle = super()._repr_mimebundle_(**kwargs) or {}
        return {**bundle, "text/plain": str(self.view), "text/html": self.view.still()}

    def _numbers(self) -> tuple[Number, ...]:
        return self.size, self.overlap, self.tokens, self.evidence

    def _follow(self) -> None:
        self.size.box.observe(self._limit_overlap, "value")
        for number in self._numbers():
            number.box.observe(self._update, "value")
        self.show_words.observe(self._say, "value")

    def _limit_overlap(self, change: Any) -> None:
        self.overlap.at_most(change["new"] - 1)

    def _update(self, _: Any = None) -> None:
        """Calculate and draw again, once for each new state: a new size may have lowered the overlap before."""
        size, overlap, tokens, evidence = (number.value for number in self._numbers())
        settings = Settings(size, overlap, tokens, evidence, self._price)
        if settings != self.view.settings:
            self.view = view(settings)
            self._draw()

    def _draw(self) -> None:
        self.page.value = self.view.html()
        self._say()

    def _say(self, _: Any = None) -> None:
        """Keep the words in step while they are open."""
        visible = self.show_words.value
        self.words.value = self.view.in_words() if visible else ""
        self.words.layout.display = "" if visible else "none"
