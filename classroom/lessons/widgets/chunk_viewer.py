"""chunk_viewer(text): see where a text is cut, and what a strategy, a size and an overlap make of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from chunklib.readers import whole
from chunklib.strategies import TEXT_STRATEGIES
from chunklib.tokens import ruler as make_ruler
from classroom.lessons.widgets.arguments import check_text, one_of, part_of_handbook, refusing
from classroom.lessons.widgets.chunk_viewer_html import page
from classroom.lessons.widgets.chunk_viewer_view import Settings, View, view
from classroom.lessons.widgets.controls import NAME, Dropdown, size_handles
from classroom.lessons.widgets.widget import MOST_EDITABLE, Widget, row_of

# The strategies that the lessons speak of; another is offered where it is asked for.
TAUGHT = ("fixed_characters", "token_windows", "sentences", "recursive", "markdown", "html", "code", "semantic")
RULERS = ("cl100k_base", "o200k_base", "characters", "words")
_MOST = 1_000


class ChunkViewer(Widget[Settings, View]):
    """Shows a text with its chunks, and the controls that make them; made by ``chunk_viewer``."""

    def __init__(self, asked: Settings) -> None:
        names = [name for name in TEXT_STRATEGIES if name in (*TAUGHT, asked.strategy)]
        self.strategy = Dropdown(description="strategy", options=names, value=asked.strategy, style=NAME)
        self.ruler = _ruler_choice(asked.ruler)
        self.size, self.overlap = size_handles(asked.size, asked.overlap, most=max(_MOST, 2 * asked.size))
        super().__init__(
            row_of(self.strategy, self.ruler), self.size, self.overlap,
            view=view, page=page, text=asked.text, holds=MOST_EDITABLE, words="The chunks in words", scrolls=True,
        )  # fmt: skip

    def _state(self) -> Settings:
        return Settings(self.text, self.strategy.value, self.size.value, self.overlap.value, self.ruler.value)


def chunk_viewer(
    text: str | None = None,
    strategy: str = "recursive",
    size: int = 100,
    overlap: int = 20,
    ruler: str | Callable[[str], int] = "cl100k_base",
) -> ChunkViewer:
    """Show a text with its chunks, and controls for the strategy, the size, the overlap and the text itself.

    Args:
        text: Your own text; the beginning of the handbook by default. It can also be pasted into the viewer.
        strategy: one of the names in ``chunklib.TEXT_STRATEGIES``; the list offers it beside those of the lessons.
        size: the most that a chunk may measure, in units of the ruler.
        overlap: the most that neighbours may share, in units of the ruler.
        ruler: the name of an encoding or model, "characters", "words", or any callable ``text -> int``.

    Returns:
        A widget; ``str(widget)`` says the same in words, chunk by chunk. Settings that no strategy accepts are
        answered by a line in the widget, and the controls lead back.

    Raises:
        CourseError: if the text is not a text, a number is not a number, or a name is unknown.

    >>> print(chunk_viewer("abcdefghij", "fixed_characters", size=4, overlap=1, ruler="characters"))
    fixed_characters, size 4, overlap 1, ruler characters, on a text of 10 characters
    chunks: 3
    size: asked 4, achieved 4.0 characters on average
    stored: 12 characters
    redundancy: 1.20 times the text, which has 10 characters
    overlap: asked 1, achieved 1.0 characters on average
    nothing shared: at 0 of 2 boundaries
    [0]  0-4   size 4  overlap 0  "abcd"
    [1]  3-7   size 4  overlap 1  "defg"
    [2]  6-10  size 4  overlap 1  "ghij"
    """
    shown = part_of_handbook("", "## Concepts") if text is None else text
    with refusing("chunk_viewer"):
        check_text(shown)
        one_of("strategy", strategy, TEXT_STRATEGIES)
        make_ruler(ruler)
        settings = Settings(shown, strategy, whole("size", size), whole("overlap", overlap), ruler)
    return ChunkViewer(settings)


def _ruler_choice(ruler: str | Callable[[str], int]) -> Any:
    """Offer the rulers of the course, and the one asked for if it is another."""
    names: list[tuple[str, Any]] = [(name, name) for name in RULERS]
    asked = make_ruler(ruler).name
    value = asked if isinstance(ruler, str) and asked in RULERS else ruler
    if value not in RULERS:
        names.insert(0, (asked, value))
    return Dropdown(description="ruler", options=names, value=value, style=NAME)
