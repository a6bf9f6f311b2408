"""heading_path(text): see the outline of a document, its chunks, and what the path above a chunk adds to it."""

from __future__ import annotations

from ipywidgets import Layout

from chunklib.data import load
from chunklib.errors import InvalidType
from chunklib.readers import at_least
from classroom.lessons.widgets.arguments import check_text, refusing
from classroom.lessons.widgets.controls import NAME, Checkbox, Number, TextBox
from classroom.lessons.widgets.heading_path_html import page
from classroom.lessons.widgets.heading_path_view import Settings, View, view
from classroom.lessons.widgets.widget import Widget, row_of

_MOST_CHARACTERS = 60_000
_MOST = 1_000


class HeadingPath(Widget[Settings, View]):
    """Shows a document's outline with its chunks, and the controls; made by ``heading_path``."""

    def __init__(self, asked: Settings) -> None:
        self.size = Number("size", asked.size, least=1, most=max(_MOST, 2 * asked.size))
        self.chosen = Number("chunk", asked.chosen, least=0, most=asked.chosen)
        self.count_context = Checkbox(
            value=asked.count_context, description="count the path inside the size", indent=False,
            layout=Layout(width="auto"),
        )  # fmt: skip
        self.words = TextBox(
            description="words", value=asked.words, placeholder="words to search for", style=NAME,
            layout=Layout(width="auto", flex="1 1 240px", max_width="420px"),
        )  # fmt: skip
        super().__init__(
            self.size, self.chosen, row_of(self.words, self.count_context),
            view=view, page=page, text=asked.text, holds=_MOST_CHARACTERS, kind="Markdown",
            words="The outline and its chunks in words",
        )  # fmt: skip

    def _state(self) -> Settings:
        return Settings(self.text, self.size.value, self.count_context.value, self.chosen.value, self.words.value)

    def _fit(self) -> None:
        """Offer the chunks that there are; where there are fewer than before, the choice moves back."""
        self.chosen.at_most(max(0, len(self.view.chunks) - 1))


def heading_path(
    text: str | None = None, size: int = 300, *, count_context: bool = False, chunk: int = 0, words: str = ""
) -> HeadingPath:
    r"""Show a Markdown document as an outline with its chunks, and one chunk with and without its heading path.

    Args:
        text: Your own Markdown, at most 60,000 characters; the handbook by default. It can also be pasted into the
            widget.
        size: the most tokens that a chunk may have.
        count_context: Whether the path counts inside the size.
        chunk: the number of the chunk that is shown in full; the last one where there are not so many.
        words: Words to search for, as a search by words would.

    Returns:
        A widget; ``str(widget)`` says the same in words, heading by heading. A text that gives no chunks is answered
        by a line in the widget, and the controls lead back.

    Raises:
        CourseError: if the text is not a text or too long, a number is not a number, or the size is below 1.

    >>> print(heading_path("# Tea\n\nBoil water.\n\n## Green\n\nWait.", size=11, chunk=1, words="tea"))
    size 11, path not counted, on a text of 35 characters
    chunks: 2
    largest: 7 tokens of text, 10 with the path
    over the size with the path: 0
    all words found: in the text of 1, with the path in 2
    Tea: [0] 7+3
      Green: [1] 5+5
    chosen: [1] characters 20-35
    path: Tea > Green
    text: '## Green\n\nWait.'
    without the path: 5 tokens; does not find tea
    with the path: 10 tokens; finds tea
    """
    shown = load("handbook") if text is None else text
    with refusing("heading_path"):
        check_text(shown, _MOST_CHARACTERS)
        if not isinstance(words, str):
            raise InvalidType(f"words must be a str: got {type(words).__name__}")
        numbers = at_least(1, "size", size), at_least(0, "chunk", chunk)
        return HeadingPath(Settings(shown, numbers[0], bool(count_context), numbers[1], words))
