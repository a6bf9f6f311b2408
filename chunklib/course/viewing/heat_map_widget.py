"""The heat map as a widget: two pickers above, one HTML widget below that follows them."""

from __future__ import annotations

from typing import Any

from ipywidgets import Layout, VBox

from chunklib.course.viewing.controls import HTML, Dropdown
from chunklib.course.viewing.heat_map_html import page
from chunklib.course.viewing.heat_map_view import MEANS, SAME_ROW, Measured, Settings, View, view

_LOOK = {"style": {"description_width": "64px"}, "layout": Layout(width="auto", max_width="520px")}


class HeatMap(VBox):  # type: ignore[misc]  # ipywidgets has no types
    """A metric of a sweep on a map of its settings; made by :func:`chunklib.course.heat_map`.

    ``view`` is what is shown now; ``str()`` says it in words.
    """

    def __init__(self, measured: Measured, settings: Settings) -> None:
        self._measured = measured
        baselines = {"none: show means": MEANS, "the first of each row": SAME_ROW}
        baselines |= {label: label for label in measured.labels}
        metrics = list(measured.results.metrics)
        self.metric = Dropdown(description="metric", options=metrics, value=settings.metric, **_LOOK)
        self.baseline = Dropdown(
            description="baseline", options=list(baselines.items()), value=settings.baseline, **_LOOK
        )
        self.page = HTML()
        self.view: View = view(settings, measured)
        self.page.value = page(self.view)
        for control in (self.metric, self.baseline):
            control.observe(self._update, "value")
        super().__init__([self.metric, self.baseline, self.page])

    def __str__(self) -> str:
        return str(self.view)

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        bundle = super()._repr_mimebundle_(**kwargs) or {}
        return {**bundle, "text/plain": str(self.view), "text/html": page(self.view)}

    def _update(self, _: Any = None) -> None:
        """Compute and draw again, once for each new state."""
        settings = Settings(self.metric.value, self.baseline.value)
        if settings != self.view.settings:
            self.view = view(settings, self._measured)
            self.page.value = page(self.view)
