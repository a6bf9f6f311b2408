"""The base of every widget: controls above, and below them one page that follows them.

The page is a value, and nothing is printed from a callback: so it is redrawn within a few frames, and the stored output
is compared like any other.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import escape
from typing import Any, Generic, TypeVar

from ipywidgets import HBox, Layout, VBox

from chunklib.token_index import clean
from classroom.lessons.document import current
from classroom.lessons.widgets.arguments import beginning
from classroom.lessons.widgets.controls import HTML, NAME, Button, Textarea, ToggleButton
from classroom.lessons.widgets.parts import alert, in_words, scrolling

View = TypeVar("View")

MOST_EDITABLE = 200_000  # characters in a box for typing


class Widget(VBox, Generic[View]):  # type: ignore[misc]  # ipywidgets has no types
    """Shows controls, and a page of what they hold; ``view`` is what is shown now, and ``str()`` says it in words.

    A subclass makes its controls, passes them on in rows, and returns in ``_state`` what they hold. Of a view
    with an ``error`` that line is shown.

    Args:
        rows: From top to bottom: a control, or a row of several.
        view: what follows from a state; the same for the same state.
        page: the HTML of a view.
        text: the text that is shown, where the learner may write another; it is in ``text``, also where a page cannot
            hold it in a box.
        holds: the most characters that it takes of a text or document of the learner's; 0: it takes no document.
        kind: what the learner is asked to paste.
        words: the name of the page in words, for a screen reader; empty where no button opens it.
        scrolls: Whether a long page gets a box that scrolls.
    """

    view: View

    def __init__(
        self,
        *rows: Any,
        view: Callable[..., View],
        page: Callable[[View], str],
        text: str | None = None,
        holds: int = 0,
        kind: str = "text",
        words: str = "",
        scrolls: bool = False,
    ) -> None:
        self._make, self._draw, self._words, self._scrolls, self._holds = view, page, words, scrolls, holds
        self._held = False
        self._shown: tuple[Any, ...] = ()
        self.text = text or ""
        self.page = HTML(layout=Layout(max_height="420px", overflow="auto") if scrolls else Layout())
        self.in_words = HTML(layout=Layout(display="none"))
        self.own_text = Textarea(
            description="your text",
            value=self.text if len(self.text) <= MOST_EDITABLE and clean(self.text) == self.text else "",
            placeholder=f"Paste your own {kind} here.",
            style=NAME,
            layout=Layout(width="auto", height="140px", display="none"),
        )
        self.show_text = _opens(self.own_text, "Use your own text", "pencil")
        self.show_words = _opens(self.in_words, "The same in words", "list")
        self.your_document = Button(description="Your document", icon="file", layout=Layout(width="auto"))
        self.your_document.on_click(lambda _: self._bring_document())
        self.note = HTML()  # which part of their text or document the learner sees
        typing = [] if text is None else [self.own_text]
        buttons = [self.show_text] * len(typing) + [self.your_document] * bool(holds and current().own)
        buttons += [self.note] * bool(buttons) + [self.show_words] * bool(words)
        self.own_text.observe(self._take_text, "value")
        self.show_words.observe(self._say, "value")
        for row in rows:
            for control in row.children if type(row) is HBox else [row]:
                getattr(control, "box", control).observe(self._update, "value")
        self._update()
        between = [row_of(*buttons)] if buttons else []
        super().__init__([*rows, *between, *typing, self.page, *([self.in_words] if words else [])])

    def __str__(self) -> str:
        return str(self.view)

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        bundle = super()._repr_mimebundle_(**kwargs) or {}
        page = self._drawn()
        return {**bundle, "text/plain": str(self), "text/html": scrolling(page) if self._scrolls else page}

    @abstractmethod
    def _state(self) -> tuple[Any, ...]:
        """Return what the controls hold."""

    def _fit(self) -> None:
        """Fit the controls to a new view, where that is needed."""

    @contextmanager
    def _together(self) -> Iterator[None]:
        """Let several controls change together: nothing is drawn within the block."""
        self._held = True
        try:
            yield
        finally:
            self._held = False

    def _take_text(self, change: Any) -> None:
        self.text = beginning(change["new"], self._holds or MOST_EDITABLE)
        self._say_part(self.text, change["new"], "your text")
        self._update()

    def _bring_document(self) -> None:
        """Show the document that the learner brought, as much of it as the widget can hold."""
        document = current()
        part = beginning(document.text, self._holds)
        self._show_document(part)
        self._say_part(part, document.text, document.name)

    def _say_part(self, part: str, text: str, name: str) -> None:
        much = "all of" if part == text else f"the first {len(part):,} of {len(text):,} characters of"
        self.note.value = f'<span role="status">You see {much} {escape(name)}.</span>'

    def _show_document(self, part: str) -> None:
        """Show a text in place of the one that is there."""
        self.own_text.value = part

    def _update(self, _: Any = None) -> None:
        """Draw again, once for each new state: one control may have moved another before."""
        if self._held or (state := self._state()) == self._shown:
            return
        self._shown = state
        self.view = self._make(*state)
        self._fit()
        if self._shown is state:  # else a control was moved, and its own update has drawn
            self.page.value = self._drawn()
            self._say()

    def _drawn(self) -> str:
        error = getattr(self.view, "error", "")
        return alert(error) if error else self._draw(self.view)

    def _say(self, _: Any = None) -> None:
        """Keep the words in step while they are open."""
        self.in_words.value = in_words(str(self), self._words) if self.show_words.value else ""


def row_of(*controls: Any, gap: str | None = None) -> Any:
    """Put controls side by side, and on further lines where a page is narrow."""
    return HBox(controls, layout=Layout(flex_flow="row wrap", grid_gap=gap))


def _opens(part: Any, description: str, icon: str) -> Any:
    """Make a button that shows and hides a part."""
    button = ToggleButton(description=description, icon=icon, layout=Layout(width="auto"))

    def show(change: Any) -> None:
        part.layout.display = "" if change["new"] else "none"

    button.observe(show, "value")
    return button
