"""The re-index viewer as a widget: controls above, one HTML widget below that follows them."""

from __future__ import annotations

from typing import Any

from ipywidgets import HBox, Layout, VBox

from chunklib.course.viewing.controls import HTML, NAME, Dropdown, Number
from chunklib.course.viewing.reindex_html import page
from chunklib.course.viewing.reindex_view import EDITS, STRATEGIES_SHOWN, Settings, View, view

MOST_SIZE = 1_000


class ReindexViewer(VBox):  # type: ignore[misc]  # ipywidgets has no types
    """What an index does after one edit, with its controls; made by :func:`chunklib.course.reindex_viewer`.

    ``view`` is what is shown now; ``str()`` says it in words.
    """

    def __init__(self, text: str, settings: Settings) -> None:
        self._text = text
        self.strategy = Dropdown(
            description="strategy", options=list(STRATEGIES_SHOWN), value=settings.strategy, style=NAME
        )
        words = [(said, name) for name, said in EDITS.items()]
        self.edit = Dropdown(description="edit", options=words, value=settings.edit, style=NAME)
        self.place = Number("place, %", settings.place, least=0, most=100)
        self.size = Number("size", settings.size, least=1, most=max(MOST_SIZE, settings.size))
        self.overlap = Number("overlap", settings.overlap, least=0, most=settings.size - 1)
        self.page = HTML()
        self.view: View = view(settings, text)
        self.page.value = page(self.view)
        self.size.box.observe(self._limit_overlap, "value")
        for control in (self.strategy, self.edit, self.place.box, self.size.box, self.overlap.box):
            control.observe(self._update, "value")
        choices = HBox([self.strategy, self.edit], layout=Layout(flex_flow="row wrap"))
        super().__init__([choices, self.place, self.size, self.overlap, self.page])

    def __str__(self) -> str:
        return str(self.view)

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        bundle = super()._repr_mimebundle_(**kwargs) or {}
        return {**bundle, "text/plain": str(self.view), "text/html": page(self.view)}

    def _limit_overlap(self, change: Any) -> None:
        self.overlap.at_most(change["new"] - 1)

    def _update(self, _: Any = None) -> None:
        """Cut and draw again, once for each new state: a new size may have lowered the overlap before."""
        numbers = self.size.value, self.overlap.value
        settings = Settings(self.strategy.value, *numbers, self.edit.value, self.place.value)
        if settings != self.view.settings:
            self.view = view(settings, self._text)
            self.page.value = page(self.view)
