"""The chunk viewer as a widget: controls above, one HTML widget below that follows them.

There is no Output and no printing from a callback: the page is a value, so it redraws within a frame or three, and the
stored form is compared like any other output.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ipywidgets import HBox, Layout, VBox

from chunklib.course.viewing.chunk_view import Settings, view
from chunklib.course.viewing.controls import HTML, NAME, Dropdown, Number, Textarea, ToggleButton
from chunklib.course.viewing.spans_html import MOST_CHARACTERS
from chunklib.strategies import TEXT_STRATEGIES
from chunklib.tokens import ruler as make_ruler

RULERS = ("cl100k_base", "o200k_base", "characters", "words")
_MOST = 1_000


class ChunkViewer(VBox):  # type: ignore[misc]
    """A text with its chunks, and the controls that make them; made by :func:`chunklib.course.chunk_viewer`.

    ``view`` is what is shown now, and ``view.chunks`` its chunks; ``str()`` says it in words.
    """

    def __init__(self, text: str, strategy: str, size: int, overlap: int, ruler: str | Callable[[str], int]) -> None:
        self._text = text
        self.strategy = Dropdown(description="strategy", options=list(TEXT_STRATEGIES), value=strategy, style=NAME)
        self.ruler = _ruler_choice(ruler)
        self.size = Number("size", size, least=1, most=max(_MOST, 2 * size))
        self.overlap = Number("overlap", overlap, least=0, most=size - 1)
        self.own_text = Textarea(
            description="your text",
            value=_editable(text),
            placeholder="Paste your own text here.",
            style=NAME,
            layout=Layout(width="auto", height="140px", display="none"),
        )
        self.page = HTML(layout=Layout(max_height="420px", overflow="auto"))
        self.words = HTML(layout=Layout(display="none"))
        self._show_text = ToggleButton(description="Use your own text", icon="pencil", layout=Layout(width="auto"))
        self._show_words = ToggleButton(description="The same in words", icon="list", layout=Layout(width="auto"))
        self.view = view(self._settings())
        self._draw()
        self._follow()
        choices = HBox([self.strategy, self.ruler], layout=Layout(flex_flow="row wrap"))
        buttons = HBox([self._show_text, self._show_words], layout=Layout(flex_flow="row wrap"))
        shown = [choices, self.size, self.overlap, buttons, self.own_text, self.page, self.words]
        super().__init__(shown)

    def __str__(self) -> str:
        return str(self.view)

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        bundle = super()._repr_mimebundle_(**kwargs) or {}
        return {**bundle, "text/plain": str(self.view), "text/html": self.view.still()}

    def _follow(self) -> None:
        self.own_text.observe(self._take_text, "value")
        self.size.box.observe(self._limit_overlap, "value")
        for control in (self.strategy, self.ruler, self.size.box, self.overlap.box):
            control.observe(self._update, "value")
        self._show_text.observe(lambda change: _show(self.own_text, change["new"]), "value")
        self._show_words.observe(self._say, "value")

    def _settings(self) -> Settings:
        return Settings(self._text, self.strategy.value, self.size.value, self.overlap.value, self.ruler.value)

    def _take_text(self, change: Any) -> None:
        self._text = change["new"]
        self._update()

    def _limit_overlap(self, change: Any) -> None:
        self.overlap.at_most(change["new"] - 1)

    def _update(self, _: Any = None) -> None:
        """Chunk and draw again, once for each new state: a new size may have lowered the overlap before."""
        settings = self._settings()
        if settings != self.view.settings:
            self.view = view(settings)
            self._draw()

    def _draw(self) -> None:
        self.page.value = self.view.html()
        self._say()

    def _say(self, _: Any = None) -> None:
        """Keep the words in step while they are open."""
        self.words.value = self.view.in_words() if self._show_words.value else ""
        _show(self.words, self._show_words.value)


def _ruler_choice(ruler: str | Callable[[str], int]) -> Any:
    """Offer the rulers of the course, and the one asked for if it is another."""
    names: list[tuple[str, Any]] = [(name, name) for name in RULERS]
    asked = make_ruler(ruler).name
    value = asked if isinstance(ruler, str) and asked in RULERS else ruler
    if value not in RULERS:
        names.insert(0, (asked, value))
    return Dropdown(description="ruler", options=names, value=value, style=NAME)


def _editable(text: str) -> str:
    """Return the text if a page can hold it in a box for typing: half a surrogate pair cannot be sent."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return ""
    return text if len(text) <= MOST_CHARACTERS else ""


def _show(part: Any, visible: bool) -> None:  # noqa: FBT001 (it is the value of a toggle)
    part.layout.display = "" if visible else "none"
