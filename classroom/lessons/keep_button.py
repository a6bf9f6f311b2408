"""The report of a right function, with a button that keeps the function in ``my_rag``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import escape
from typing import Any

from classroom.judge.errors import CourseError
from classroom.lessons.display import in_notebook
from classroom.lessons.report import Line, Report


@dataclass(frozen=True, repr=False)
class Keepable(Report):
    """Shows the report of a right function, how it is kept, and in a live notebook a button for that."""

    function: Callable[..., Any] | None = None

    def lines(self) -> Iterator[Line]:
        """Yield the lines of the report, and one that says how the function is kept."""
        yield from super().lines()
        yield Line("more", f"{self._call()} puts it into my_rag")

    def _call(self) -> str:
        own = getattr(self.function, "__name__", "")
        first = "" if "keep" in getattr(self.function, "__globals__", ()) else "from classroom import keep; "
        return first + (f"keep({self.name})" if own == self.name else f'keep({own}, "{self.name}")')

    def _ipython_display_(self) -> None:
        """Show the report as any other, and below it the button: a page without a kernel still has the report."""
        import IPython.display

        display: Any = IPython.display.display
        display(self._repr_mimebundle_(), raw=True)
        if in_notebook():
            display(self.button())

    def button(self) -> Any:
        """Return a button that keeps the function, with a place for what comes of it."""
        import ipywidgets

        from classroom.lessons.keeping import keep
        from classroom.lessons.widgets.controls import HTML

        wide = ipywidgets.Layout(width="max-content")
        button, said = ipywidgets.Button(description="Keep this function in my_rag", layout=wide, tooltip=""), HTML()

        def press(_: object) -> None:
            button.disabled = True
            try:
                words = str(keep(self.function, self.name)) if self.function is not None else ""
            except CourseError as error:
                words = str(error)
            button.disabled = False
            said.value = f'<div role="status" style="white-space: pre-wrap">{escape(words)}</div>'

        button.on_click(press)
        return ipywidgets.VBox([button, said])
