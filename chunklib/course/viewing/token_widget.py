"""The token viewer as a widget: a box for typing and two choices above, one HTML widget below that follows them."""

from __future__ import annotations

from typing import Any

from ipywidgets import HBox, Layout, VBox

from chunklib.course.viewing.controls import HTML, NAME, Dropdown, Textarea, ToggleButton
from chunklib.course.viewing.token_view import LABELS, Settings, View, view

ENCODINGS = ("cl100k_base", "o200k_base")


class TokenViewer(VBox):  # type: ignore[misc]  # ipywidgets has no types
    """A text with its tokens, and the controls that make them; made by :func:`chunklib.course.token_viewer`.

    ``view`` is what is shown now, and ``view.tokens`` its tokens; ``str()`` says it in words.
    """

    def __init__(self, text: str, encoding: str) -> None:
        self.view: View = view(Settings(text, encoding))
        self._text = text
        names = list(ENCODINGS) if encoding in ENCODINGS else [encoding, *ENCODINGS]
        self.own_text = Textarea(
            description="your text",
            value=self.view.text,
            placeholder="Type or paste your own text here.",
            style=NAME,
            layout=Layout(width="auto", height="80px"),
        )
        self._text = self.own_text.value  # the page's box may change line ends: only what is typed counts as typed
        self.encoding = Dropdown(description="encoding", options=names, value=encoding, style=NAME)
        self.label = Dropdown(description="labels", options=list(LABELS), value=LABELS[0], style=NAME)
        self.page = HTML(layout=Layout(max_height="420px", overflow="auto"))
        self.words = HTML(layout=Layout(display="none"))
        self.show_words = ToggleButton(description="The same in words", icon="list", layout=Layout(width="auto"))
        self._draw()
        self._follow()
        choices = HBox([self.encoding, self.label, self.show_words], layout=Layout(flex_flow="row wrap"))
        super().__init__([self.own_text, choices, self.page, self.words])

    def __str__(self) -> str:
        return str(self.view)

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        bundle = super()._repr_mimebundle_(**kwargs) or {}
        return {**bundle, "text/plain": str(self.view), "text/html": self.view.still()}

    def _follow(self) -> None:
        for control in (self.own_text, self.encoding, self.label):
            control.observe(self._update, "value")
        self.show_words.observe(self._say, "value")

    def _update(self, _: Any = None) -> None:
        self.view = view(Settings(self.own_text.value, self.encoding.value, self.label.value))
        self._draw()

    def _draw(self) -> None:
        self.page.value = self.view.html()
        self._say()

    def _say(self, _: Any = None) -> None:
        """Keep the words in step while they are open."""
        visible = self.show_words.value
        self.words.value = self.view.in_words() if visible else ""
        self.words.layout.display = "" if visible else "none"
