"""The heading path as a widget: controls above, one HTML widget below that follows them."""

from __future__ import annotations

from typing import Any

from ipywidgets import HBox, Layout, VBox

from chunklib.course.viewing.controls import HTML, NAME, Checkbox, Number, Textarea, TextBox, ToggleButton
from chunklib.course.viewing.heading_path_html import html, words
from chunklib.course.viewing.heading_path_view import Settings, View, view

_MOST = 1_000


class HeadingPath(VBox):  # type: ignore[misc]  # ipywidgets has no types
    """A document's outline with its chunks, and the controls; made by :func:`chunklib.course.heading_path`.

    ``view`` is what is shown now, and ``view.chunks`` its chunks; ``str()`` says it in words.
    """

    def __init__(self, settings: Settings) -> None:
        self._text = settings.text
        self.size = Number("size", settings.size, least=1, most=max(_MOST, 2 * settings.size))
        self.view: View = view(settings)
        self.chosen = Number("chunk", settings.chosen, least=0, most=max(0, len(self.view.chunks) - 1))
        self.count_context = Checkbox(
            value=settings.count_context, description="count the path inside the size", indent=False,
            layout=Layout(width="auto"),
        )  # fmt: skip
        self.words = TextBox(
            description="words", value=settings.words, placeholder="words to search for", style=NAME,
            layout=Layout(width="auto", flex="1 1 240px", max_width="420px"),
        )  # fmt: skip
        self.own_text = Textarea(
            description="your text",
            value=settings.text if _can_be_sent(settings.text) else "",
            placeholder="Paste your own Markdown here.",
            style=NAME,
            layout=Layout(width="auto", height="140px", display="none"),
        )
        self.show_text = ToggleButton(description="Use your own text", icon="pencil", layout=Layout(width="auto"))
        self.show_words = ToggleButton(description="The same in words", icon="list", layout=Layout(width="auto"))
        self.page = HTML()
        self.in_words = HTML(layout=Layout(display="none"))
        self._draw()
        self._follow()
        choices = HBox([self.words, self.count_context], layout=Layout(flex_flow="row wrap"))
        buttons = HBox([self.show_text, self.show_words], layout=Layout(flex_flow="row wrap"))
        super().__init__([self.size, self.chosen, choices, buttons, self.own_text, self.page, self.in_words])

    def __str__(self) -> str:
        return str(self.view)

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        bundle = super()._repr_mimebundle_(**kwargs) or {}
        return {**bundle, "text/plain": str(self.view), "text/html": html(self.view)}

    def _follow(self) -> None:
        self.own_text.observe(self._take_text, "value")
        for control in (self.size.box, self.chosen.box, self.count_context, self.words):
            control.observe(self._update, "value")
        self.show_text.observe(lambda change: _show(self.own_text, change["new"]), "value")
        self.show_words.observe(self._say, "value")

    def _take_text(self, change: Any) -> None:
        self._text = change["new"]
        self._update()

    def _settings(self) -> Settings:
        return Settings(self._text, self.size.value, self.count_context.value, self.chosen.value, self.words.value)

    def _update(self, _: Any = None) -> None:
        """Cut and draw again, once for each new state; where there are fewer chunks, the choice moves back."""
        settings = self._settings()
        if settings == self.view.settings:
            return
        self.view = view(settings)
        self.chosen.at_most(max(0, len(self.view.chunks) - 1))
        if self._settings() == self.view.settings:
            self._draw()
        else:
            self._update()

    def _draw(self) -> None:
        self.page.value = html(self.view)
        self._say()

    def _say(self, _: Any = None) -> None:
        """Keep the words in step while they are open."""
        self.in_words.value = words(self.view) if self.show_words.value else ""
        _show(self.in_words, self.show_words.value)


def _show(part: Any, visible: bool) -> None:  # noqa: FBT001 (it is the value of a toggle)
    part.layout.display = "" if visible else "none"


def _can_be_sent(text: str) -> bool:
    """Tell whether a page can hold a text in a box for typing: half a surrogate pair cannot be sent."""
    return not any("\ud800" <= char <= "\udfff" for char in text)
