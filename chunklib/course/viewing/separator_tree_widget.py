"""The separator tree as a widget: controls above, one HTML widget below that follows them."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

from ipywidgets import HBox, Layout, VBox

from chunklib.course.viewing.controls import HTML, Checkbox, Number, Textarea, TextBox, ToggleButton
from chunklib.course.viewing.separator_tree_html import name_of
from chunklib.course.viewing.separator_tree_view import Settings, View, view

_MOST = 1_000
_NAME = {"description_width": "80px"}
_FORM = "separators are written as a Python list of texts, such as ['\\n\\n', ' ']"


class SeparatorTree(VBox):  # type: ignore[misc]  # ipywidgets has no types
    """The tree of pieces and the controls that make it; made by :func:`chunklib.course.separator_tree`.

    ``view`` is what is shown now; ``str()`` says it in words.
    """

    def __init__(self, text: str, separators: Sequence[str], size: int) -> None:
        self._offered = tuple(separators)
        self._following = False  # whether the switches are being set from the list
        self.size = Number("size", size, least=1, most=max(_MOST, 2 * size))
        self.list = TextBox(
            description="separators",
            value=repr(list(separators)),
            continuous_update=False,
            style=_NAME,
            layout=Layout(width="auto"),
        )
        self.switches = [
            Checkbox(value=True, description=name_of(mark), indent=False, layout=Layout(width="auto"))
            for mark in self._offered
        ]
        self.own_text = Textarea(
            description="your text",
            value=text if _can_be_sent(text) else "",
            placeholder="Paste your own text here.",
            style=_NAME,
            layout=Layout(width="auto", height="140px", display="none"),
        )
        self._show_text = ToggleButton(description="Use your own text", icon="pencil", layout=Layout(width="auto"))
        self.page = HTML()
        self._text = text
        self.view = view(Settings(text, self._offered, size))
        self.page.value = self.view.html()
        self._follow()
        switches = HBox(self.switches, layout=Layout(flex_flow="row wrap", grid_gap="16px"))
        super().__init__([self.size, switches, self.list, HBox([self._show_text]), self.own_text, self.page])

    def __str__(self) -> str:
        return str(self.view)

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        bundle = super()._repr_mimebundle_(**kwargs) or {}
        return {**bundle, "text/plain": str(self.view), "text/html": self.view.html()}

    def _follow(self) -> None:
        self.own_text.observe(self._take_text, "value")
        self.size.box.observe(self._update, "value")
        self.list.observe(self._take_list, "value")
        for switch in self.switches:
            switch.observe(self._take_switches, "value")
        self._show_text.observe(self._open_text, "value")

    def _take_text(self, change: Any) -> None:
        self._text = change["new"]
        self._update()

    def _open_text(self, change: Any) -> None:
        self.own_text.layout.display = "" if change["new"] else "none"

    def _take_switches(self, _: Any) -> None:
        """Write the list from the switches; separators that were typed in stay in front."""
        if self._following:
            return
        typed = [mark for mark in _read(self.list.value) or [] if mark not in self._offered]
        chosen = [mark for mark, switch in zip(self._offered, self.switches, strict=True) if switch.value]
        self.list.value = repr([*typed, *chosen])

    def _take_list(self, _: Any) -> None:
        """Set the switches from the list, which has the last word."""
        self._following = True
        listed = _read(self.list.value)
        for mark, switch in zip(self._offered, self.switches, strict=True):
            switch.value = switch.value if listed is None else mark in listed
        self._following = False
        self._update()

    def _update(self, _: Any = None) -> None:
        """Cut and draw again, once for each new state."""
        listed = _read(self.list.value)
        settings = Settings(self._text, tuple(listed or ()), self.size.value)
        if listed is None:
            self.view = View(settings, self.view.root, (), f"No pieces. {_FORM}: got {self.list.value!r}")
        elif settings != self.view.settings or self.view.error:
            self.view = view(settings)
        self.page.value = self.view.html()


def _can_be_sent(text: str) -> bool:
    """Tell whether a page can hold a text in a box for typing: half a surrogate pair cannot be sent."""
    return not any("\ud800" <= char <= "\udfff" for char in text)


def _read(typed: str) -> list[str] | None:
    """Read a list of texts as Python writes it; nothing where it is none."""
    try:
        value = ast.literal_eval(typed.strip())
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return None
    if not isinstance(value, (list, tuple)) or not all(isinstance(mark, str) for mark in value):
        return None
    return list(value)
