"""separator_tree(text): see how a cascade of separators takes a text apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ipywidgets import Layout

from chunklib.errors import InvalidType
from chunklib.readers import whole
from classroom.lessons.widgets.arguments import check_text, part_of_handbook, refusing
from classroom.lessons.widgets.controls import Checkbox, Number, TextBox
from classroom.lessons.widgets.separator_tree_html import page
from classroom.lessons.widgets.separator_tree_view import Settings, View, name_of, read, view_of_typed
from classroom.lessons.widgets.widget import Widget, row_of

_MOST_CHARACTERS = 20_000
_MOST = 1_000


class SeparatorTree(Widget[tuple[str, str, int], View]):
    """Shows the tree of pieces and the controls that make it; made by ``separator_tree``."""

    def __init__(self, asked: Settings) -> None:
        self._offered = asked.separators
        self.size = Number("size", asked.size, least=1, most=max(_MOST, 2 * asked.size))
        self.list = TextBox(
            description="separators", value=repr(list(self._offered)), continuous_update=False,
            style={"description_width": "80px"}, layout=Layout(width="auto"),
        )  # fmt: skip
        self.switches = [
            Checkbox(value=True, description=name_of(mark), indent=False, layout=Layout(width="auto"))
            for mark in self._offered
        ]
        self.list.observe(self._take_list, "value")
        for switch in self.switches:
            switch.observe(self._take_switches, "value")
        rows = self.size, row_of(*self.switches, gap="16px"), self.list
        super().__init__(
            *rows, view=lambda state: view_of_typed(*state), page=page, text=asked.text, holds=_MOST_CHARACTERS
        )

    def _state(self) -> tuple[str, str, int]:
        return self.text, self.list.value, self.size.value

    def _take_switches(self, _: Any) -> None:
        """Write the list from the switches; separators that were typed in stay in front."""
        if self._held:
            return
        typed = [mark for mark in read(self.list.value) or [] if mark not in self._offered]
        chosen = [mark for mark, switch in zip(self._offered, self.switches, strict=True) if switch.value]
        self.list.value = repr([*typed, *chosen])

    def _take_list(self, _: Any) -> None:
        """Set the switches from the list, which has the last word."""
        listed = read(self.list.value)
        with self._together():
            for mark, switch in zip(self._offered, self.switches, strict=True):
                switch.value = switch.value if listed is None else mark in listed


def separator_tree(
    text: str | None = None,
    separators: Sequence[str] = ("\n\n", "\n", ". ", " "),
    size: int = 120,
) -> SeparatorTree:
    r"""Show the tree of pieces that separators make of a text, with controls for the size, the separators and the text.

    Args:
        text: Your own text, at most 20,000 characters; a section of the handbook by default.
        separators: Strings, strongest first. Each belongs to the piece before it; with none left, the text is cut
            between characters.
        size: the most characters that a piece may have.

    Returns:
        A widget; ``str(widget)`` says the same in words, piece by piece. Settings that make no sense are answered by a
        line in the widget, and the controls lead back.

    Raises:
        CourseError: if the text or a separator is not a text, the text is too long, or the size is not a number.

    >>> print(separator_tree("aa bb\n\ncc", ["\n\n", " "], size=6))
    size 6, separators '\n\n', ' ', on a text of 9 characters
    pieces: 3
    cuts: 1 blank line, 1 space
    chunks: 2, the longest of 6 characters
    0-9  9 is over 6: cut after '\n\n' (blank line) into 2
      0-7  7 is over 6: cut after ' ' (space) into 2
        0-3  fits, 3: chunk [0]  "aa "
        3-7  fits, 4: chunk [1]  "bb\n\n"
      7-9  fits, 2: chunk [1]  "cc"
    """
    shown = part_of_handbook("### Fixed limits", "## Devices API") if text is None else text
    with refusing("separator_tree"):
        check_text(shown, _MOST_CHARACTERS)
        if not isinstance(separators, (list, tuple)):
            raise InvalidType(f"separators must be a list of texts, strongest first: got {separators!r}")
        for separator in separators:
            if not isinstance(separator, str):
                raise InvalidType(f"a separator is a text: got {separator!r}")
        settings = Settings(shown, tuple(separators), whole("size", size))
    return SeparatorTree(settings)
