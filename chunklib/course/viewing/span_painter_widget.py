"""The span painter as a widget: controls above, one HTML widget below that follows them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ipywidgets import HBox, Layout, VBox

from chunklib.chunk import Chunk, Span
from chunklib.course.viewing.controls import HTML, NAME, Checkbox, Dropdown, Label, Number
from chunklib.course.viewing.span_painter_html import page
from chunklib.course.viewing.span_painter_view import MOST_CHUNKS, Settings, View, view


class SpanPainter(VBox):  # type: ignore[misc]  # ipywidgets has no types
    """Evidence, chunks and scores on a text; made by :func:`chunklib.course.span_painter`.

    ``view`` is what is shown now, ``switches`` take and leave the chunks; ``str()`` says it in words.
    """

    def __init__(self, text: str, settings: Settings, retrieved: Sequence[int] | None = None) -> None:
        self._text = text
        self._gold = list(settings.gold)
        self._moving = False  # whether several controls change together
        first = self._gold[0]
        names = [(f"gold {number}", number - 1) for number, _ in enumerate(self._gold, start=1)]
        self.piece = Dropdown(description="evidence", options=names, value=0, style=NAME, layout=Layout(width="200px"))
        self.piece.layout.display = "" if len(self._gold) > 1 else "none"
        self.start = Number("start", first.start, least=0, most=len(text) - 1)
        self.end = Number("end", first.end, least=1, most=len(text))
        self.size = Number("size", settings.size, least=1, most=max(len(text), settings.size))
        self.overlap = Number("overlap", settings.overlap, least=0, most=settings.size - 1)
        self.switches = [
            Checkbox(
                value=number in (retrieved or ()), description=f"[{number}]", indent=False, layout=Layout(width="auto")
            )
            for number in range(MOST_CHUNKS)
        ]
        if retrieved is None:
            self._set_switches(view(settings, text).chunks)
        self.page = HTML()
        self.view: View = view(self._settings(), text)
        self._draw()
        self._follow()
        row = HBox([Label("retrieved"), *self.switches], layout=Layout(flex_flow="row wrap", grid_gap="10px"))
        super().__init__([self.piece, self.start, self.end, self.size, self.overlap, row, self.page])

    def __str__(self) -> str:
        return str(self.view)

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        bundle = super()._repr_mimebundle_(**kwargs) or {}
        return {**bundle, "text/plain": str(self.view), "text/html": page(self.view)}

    def _follow(self) -> None:
        self.piece.observe(self._take_piece, "value")
        self.start.box.observe(self._push_end, "value")
        self.end.box.observe(self._push_start, "value")
        self.size.box.observe(self._limit_overlap, "value")
        for number in (self.start, self.end):
            number.box.observe(self._update, "value")
        for number in (self.size, self.overlap):
            number.box.observe(self._take_evidence, "value")
        for switch in self.switches:
            switch.observe(self._update, "value")

    def _settings(self) -> Settings:
        taken = tuple(number for number, switch in enumerate(self.switches) if switch.value)
        return Settings(tuple(self._gold), self.size.value, self.overlap.value, taken)

    def _take_piece(self, change: Any) -> None:
        """Let the two handles move another piece of the evidence."""
        self._moving = True
        self.start.box.value, self.end.box.value = 0, len(self._text)  # so that neither pushes the other
        self.start.box.value, self.end.box.value = self._gold[change["new"]]
        self._moving = False

    def _push_end(self, change: Any) -> None:
        """Keep the end behind the start."""
        if not self._moving and self.end.value <= change["new"]:
            self.end.box.value = change["new"] + 1

    def _push_start(self, change: Any) -> None:
        if not self._moving and self.start.value >= change["new"]:
            self.start.box.value = change["new"] - 1

    def _limit_overlap(self, change: Any) -> None:
        self.overlap.at_most(change["new"] - 1)

    def _take_evidence(self, _: Any) -> None:
        """Take the chunks that have evidence: numbers of chunks mean nothing in another chunking."""
        self._moving = True
        self._set_switches(view(self._settings(), self._text).chunks)
        self._moving = False
        self._update()

    def _set_switches(self, chunks: Sequence[Chunk]) -> None:
        wanted = [chunk.index for chunk in chunks if _meets(chunk, self._gold)]
        for number, switch in enumerate(self.switches):
            switch.value = number in wanted

    def _update(self, _: Any = None) -> None:
        """Score and draw again, once for each new state."""
        if self._moving:
            return
        self._gold[self.piece.value] = Span(self.start.value, self.end.value)
        settings = self._settings()
        if settings != self.view.settings:
            self.view = view(settings, self._text)
            self._draw()

    def _draw(self) -> None:
        """Draw, and offer a switch for each chunk that there is; one that is hidden keeps what it was."""
        for number, switch in enumerate(self.switches):
            switch.layout.display = "" if number < len(self.view.chunks) else "none"
        self.page.value = page(self.view)


def _meets(chunk: Chunk, gold: Sequence[Span]) -> bool:
    return any(chunk.start_char < end and start < chunk.end_char for start, end in gold)
