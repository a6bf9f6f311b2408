"""The chart of demands as a widget: a picker and two numbers above, one HTML widget below that follows them."""

from __future__ import annotations

from typing import Any

from ipywidgets import Layout, VBox

from chunklib.course.viewing.controls import HTML, Dropdown, Number
from chunklib.course.viewing.demands_html import page
from chunklib.course.viewing.demands_view import Settings, View, view
from chunklib.course.viewing.heat_map_view import Measured

MOST_STORED = 300  # per cent: an overlap of two thirds


class AgainstDemands(VBox):  # type: ignore[misc]  # ipywidgets has no types
    """The settings of a sweep against two demands; made by :func:`chunklib.course.viewing.demands.against_demands`.

    ``view`` is what is shown now; ``str()`` says it in words.
    """

    def __init__(self, measured: Measured, settings: Settings) -> None:
        self._measured = measured
        style = {"description_width": "64px"}
        self.metric = Dropdown(
            description="metric", options=list(measured.results.metrics), value=settings.metric, style=style,
            layout=Layout(width="auto", max_width="360px"),
        )  # fmt: skip
        self.least = Number("at least", settings.least, least=0, most=100)
        self.stored = Number("stored", settings.stored, least=100, most=MOST_STORED)
        self.page = HTML()
        self.view: View = view(settings, measured)
        self.page.value = page(self.view)
        for control in (self.metric, self.least.box, self.stored.box):
            control.observe(self._update, "value")
        super().__init__([self.metric, self.least, self.stored, self.page])

    def __str__(self) -> str:
        return str(self.view)

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        bundle = super()._repr_mimebundle_(**kwargs) or {}
        return {**bundle, "text/plain": str(self.view), "text/html": page(self.view)}

    def _update(self, _: Any = None) -> None:
        """Compare and draw again, once for each new state."""
        settings = Settings(self.metric.value, self.least.value, self.stored.value)
        if settings != self.view.settings:
            self.view = view(settings, self._measured)
            self.page.value = page(self.view)
