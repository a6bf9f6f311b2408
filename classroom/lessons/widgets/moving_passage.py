"""moving_passage(text): drag a passage across the windows of a text, and see where a boundary tears it."""

from __future__ import annotations

from chunklib.readers import at_least, size_and_overlap
from classroom.lessons.widgets.arguments import check_text, part_of_handbook, refusing
from classroom.lessons.widgets.controls import Number, size_handles
from classroom.lessons.widgets.moving_passage_html import page
from classroom.lessons.widgets.moving_passage_view import Settings, View, view
from classroom.lessons.widgets.widget import Widget

_MOST_CHARACTERS = 60_000
_MOST = 1_000


class MovingPassage(Widget[Settings, View]):
    """Shows a passage on the windows of a text, and the controls that move both; made by ``moving_passage``."""

    def __init__(self, asked: Settings) -> None:
        self.start = Number("begins at", asked.start, least=0, most=view(asked).tokens)
        self.passage = Number("passage", asked.passage, least=1, most=max(_MOST, asked.passage))
        self.size, self.overlap = size_handles(asked.size, asked.overlap, most=max(_MOST, 2 * asked.size))
        rows = self.start, self.passage, self.overlap, self.size
        text, words = asked.text, "The passage in words"
        super().__init__(*rows, view=view, page=page, text=text, holds=_MOST_CHARACTERS, words=words)

    def _state(self) -> Settings:
        numbers = self.start.value, self.passage.value, self.size.value, self.overlap.value
        return Settings(self.text, *numbers)

    def _fit(self) -> None:
        """Offer the starts that there are."""
        self.start.at_most(max(0, self.view.tokens - self.passage.value))


def moving_passage(
    text: str | None = None, passage_tokens: int = 30, size: int = 200, overlap: int = 0, *, start: int | None = None
) -> MovingPassage:
    """Show a passage that you move across the windows of a text, and whether it is whole in one of them.

    Args:
        text: Your own text, at most 60,000 characters; a chapter of the handbook by default.
        passage_tokens: Tokens of the passage.
        size: Tokens in a window.
        overlap: Tokens that neighbours share.
        start: the token at which the passage begins; by default half of the passage is in the first window.

    Returns:
        A widget; ``str(widget)`` says the same in words. All starts are counted, and the formula of lesson 4 is beside
        the count.

    Raises:
        CourseError: for a text or number that no control leads to.

    >>> str(moving_passage("Tea is hot. Ice is cold.", 3, size=4, overlap=2)).splitlines()[2:4]
    ['whole in window [1]', 'counted: 7 of 7 starts leave it whole, 100.0%']
    """
    shown = part_of_handbook("## Authentication", "## Requests and") if text is None else text
    with refusing("moving_passage"):
        check_text(shown, _MOST_CHARACTERS)
        numbers = at_least(1, "passage_tokens", passage_tokens), *size_and_overlap(size, overlap)
        first = max(0, numbers[1] - numbers[0] // 2) if start is None else at_least(0, "start", start)
        return MovingPassage(view(Settings(shown, first, *numbers)).settings)
