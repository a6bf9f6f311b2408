"""Hits and misses as a widget: controls above, one HTML widget below that follows them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Any

from ipywidgets import HBox, Layout, VBox

from chunklib.course.viewing.controls import HTML, NAME, IntBox, Number, Slider, TextBox
from chunklib.course.viewing.hits_html import page
from chunklib.course.viewing.hits_view import Searched, Settings, View, view

_MOST_BUDGET = 4_000


class Rungs(HBox):  # type: ignore[misc]  # ipywidgets has no types
    """A size with two handles: a box that takes any whole number, and a slider that goes up and down a ladder."""

    def __init__(self, name: str, value: int, ladder: Sequence[int]) -> None:
        self.ladder = tuple(ladder)
        self._following = False  # whether the slider is being moved by the box
        least, most = min(value, self.ladder[0]), max(value, self.ladder[-1])
        self.box = IntBox(description=name, value=value, min=least, max=most, style=NAME, layout=Layout(width="150px"))
        self.slider = Slider(name=name, value=self._rung(value), min=0, max=len(self.ladder) - 1)
        self.box.observe(self._follow, "value")
        self.slider.observe(self._take_rung, "value")
        super().__init__([self.box, self.slider])

    @property
    def value(self) -> int:
        """The number."""
        return int(self.box.value)

    def _rung(self, value: int) -> int:
        """Find the highest rung that is not above a number."""
        return max(0, bisect_right(self.ladder, value) - 1)

    def _follow(self, change: Any) -> None:
        self._following = True
        self.slider.value = self._rung(change["new"])
        self._following = False

    def _take_rung(self, change: Any) -> None:
        if not self._following:
            self.box.value = self.ladder[int(change["new"])]


class HitsAndMisses(VBox):  # type: ignore[misc]
    """A question asked of a text in chunks of one size; made by :func:`chunklib.course.hits_and_misses`.

    ``view`` is what is shown now, and ``view.verdict`` whether the evidence is found; ``str()`` says it in words.
    """

    def __init__(self, searched: Searched, settings: Settings, ladder: Sequence[int]) -> None:
        self._searched = searched
        self.size = Rungs("size", settings.size, ladder)
        self.budget = Number("budget", settings.budget, least=1, most=max(_MOST_BUDGET, 2 * settings.budget))
        self.question = TextBox(
            description="question", value=settings.question, continuous_update=False, style=NAME,
            layout=Layout(width="auto"),
        )  # fmt: skip
        self.page = HTML()
        self.view: View = view(settings, searched)
        self.page.value = page(self.view)
        for control in (self.size.box, self.budget.box, self.question):
            control.observe(self._update, "value")
        super().__init__([self.size, self.budget, self.question, self.page])

    def __str__(self) -> str:
        return str(self.view)

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        bundle = super()._repr_mimebundle_(**kwargs) or {}
        return {**bundle, "text/plain": str(self.view), "text/html": page(self.view)}

    def _update(self, _: Any = None) -> None:
        """Search and draw again, once for each new state."""
        settings = Settings(self.question.value, self.size.value, self.budget.value)
        if settings != self.view.settings:
            self.view = view(settings, self._searched)
            self.page.value = page(self.view)
