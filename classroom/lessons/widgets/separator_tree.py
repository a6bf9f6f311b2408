"""separator_tree(text): see how a cascade of separators takes a text apart.

There is a row for each separator, and a bar for each piece, as wide as its share of the text. A piece that is too long
has a dashed edge and its length; a leaf has the colour and the number of its chunk.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Any, NamedTuple

from ipywidgets import Layout

from chunklib.errors import InvalidType
from chunklib.readers import whole
from chunklib.view.palette import INK, PAPER
from chunklib.view.spans import FILLS
from classroom.lessons.widgets.arguments import check_text, part_of_handbook, refusing
from classroom.lessons.widgets.controls import Checkbox, Number, TextBox
from classroom.lessons.widgets.parts import BOX, SCROLL, framed, region, totals_html
from classroom.lessons.widgets.separator_tree_view import Settings, View, name_of, read, view_of_typed
from classroom.lessons.widgets.widget import Widget, row_of
from classroom.properties.separator_pieces import Piece

_BOX = BOX.replace("line-height:1.7", "line-height:1.6")
_LIST = f"padding:6px 10px;max-height:320px;{SCROLL}"
_LINE = "white-space:pre-wrap;overflow-wrap:anywhere"
_MOST_BARS = 400
_WIDE = 4.0  # per cent of the text: a bar as wide as this has room for a label
_MOST_CHARACTERS = 20_000
_MOST = 1_000


def page(shown: View) -> str:
    """Draw a view: totals, picture and pieces."""
    rows = "".join(
        f'<div style="{_LINE};margin-left:{24 * depth}px">{escape(words)}</div>' for depth, words in shown.lines()
    )
    return framed(
        totals_html(shown.totals()), picture(shown), region("The tree of pieces", _LIST, rows, text=True), box=_BOX
    )


class _Bar(NamedTuple):
    """A piece in a row of the picture; ``chunk`` is the number of the chunk that it goes into, if it fits."""

    start: int
    end: int
    chunk: int | None


def picture(shown: View) -> str:
    """Draw the rows of the tree, the whole text on top.

    A tree of very many pieces is not drawn, since its bars would be thinner than a line.
    """
    names = ["the whole text", *map(name_of, shown.settings.separators), "between characters"]
    rows: list[list[_Bar]] = [[] for _ in names]
    _fill(shown, shown.root, 0, rows)
    if sum(map(len, rows)) > _MOST_BARS:
        return '<div style="padding:6px 10px">Too many pieces for a picture: here they are in words.</div>'
    drawn = [_row(name, bars, shown.root.end) for name, bars in zip(names, rows, strict=True) if bars]
    key = "dashed edge: too long, cut in a row below · [k]: fits, goes into chunk k"
    return f'<div style="padding:6px 10px;line-height:1.3">{"".join(drawn)}<div>{key}</div></div>'


def _fill(shown: View, piece: Piece, row: int, rows: list[list[_Bar]]) -> None:
    """Put a piece into its row, and what it was cut into further down."""
    size = shown.settings.size
    fits = len(piece) <= size
    rows[row].append(_Bar(piece.start, piece.end, shown.chunk_of(piece.start) if fits else None))
    for part in piece.pieces:
        _fill(shown, part, piece.level + 1, rows)
    if not fits and not piece.pieces:
        for start in range(piece.start, piece.end, size):
            rows[-1].append(_Bar(start, min(start + size, piece.end), shown.chunk_of(start)))


def _row(name: str, bars: Sequence[_Bar], length: int) -> str:
    cells = "".join(_cells(bars, length))
    return f'<div>{escape(name)}</div><div style="display:flex;height:24px;margin-bottom:4px">{cells}</div>'


def _cells(bars: Sequence[_Bar], length: int) -> Iterator[str]:
    """Yield the bars of a row, and gaps where a piece above was not cut."""
    reached = 0
    for bar in bars:
        if bar.start > reached:
            yield f'<div style="flex:0 0 {100 * (bar.start - reached) / length:.3f}%"></div>'
        yield _cell(bar, 100 * (bar.end - bar.start) / length)
        reached = bar.end


def _cell(bar: _Bar, share: float) -> str:
    if bar.chunk is None:
        label, what, look = str(bar.end - bar.start), "too long", f"background-color:{PAPER};border:2px dashed {INK}"
    else:
        fill = FILLS[bar.chunk % len(FILLS)]
        label, what, look = f"[{bar.chunk}]", "fits", f"background-color:{fill};border:1px solid {INK}"
    style = f"flex:0 0 {share:.3f}%;box-sizing:border-box;overflow:hidden;white-space:nowrap;text-align:center;{look}"
    return f'<div style="{style}" title="{bar.start}-{bar.end}, {what}">{label if share >= _WIDE else ""}</div>'


class SeparatorTree(Widget[View]):
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
        super().__init__(*rows, view=view_of_typed, page=page, text=asked.text, holds=_MOST_CHARACTERS)

    def _state(self) -> tuple[Any, ...]:
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
