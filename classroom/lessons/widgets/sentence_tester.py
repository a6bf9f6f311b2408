"""sentence_tester(text): see where several splitters, and one of your own, cut a text into sentences."""

from __future__ import annotations

from ipywidgets import Layout

from chunklib.errors import InvalidType
from classroom.lessons.widgets.arguments import check_text, part_of_handbook, refusing
from classroom.lessons.widgets.controls import TextBox
from classroom.lessons.widgets.sentence_tester_html import page
from classroom.lessons.widgets.sentence_tester_view import Settings, Splitter, View, view
from classroom.lessons.widgets.widget import Widget

_MOST_CHARACTERS = 20_000


class SentenceTester(Widget[Settings, View]):
    """Shows where splitters cut a text, with a box for a pattern of your own; made by ``sentence_tester``."""

    def __init__(self, asked: Settings) -> None:
        self._splitter = asked.splitter
        self.pattern = TextBox(
            description="your pattern", placeholder=r"a regular expression, such as [.!?]\s+ (press Enter)",
            continuous_update=False, style={"description_width": "90px"}, layout=Layout(width="auto"),
        )  # fmt: skip
        super().__init__(self.pattern, view=view, page=page, text=asked.text, holds=_MOST_CHARACTERS)

    def _state(self) -> Settings:
        return Settings(self.text, self.pattern.value, self._splitter)


def sentence_tester(text: str | None = None, splitter: Splitter | None = None) -> SentenceTester:
    r"""Show where three splitters cut a text into sentences, and where a pattern or a function of your own does.

    They are the model of ``chunklib.cuts.sentences``, the pattern of lesson 5, and ``split(". ")``. A pattern cuts
    after each of its matches; one that takes longer than a second is stopped.

    Args:
        text: Your own text, at most 20,000 characters; a section of the handbook by default. It can also be typed or
            pasted into the widget.
        splitter: your own function ``text -> list of offsets``: where each sentence but the first begins.

    Returns:
        A widget; ``str(widget)`` says the same in words, difference by difference.

    Raises:
        CourseError: if the text is not a text or too long, or the splitter is not a function.

    >>> print(sentence_tester("It is 5 p.m. now. Go home.", splitter=lambda text: [18]))
    cuts by model: 1 in all, 0 that no other makes
    cuts by pattern: 1 in all, 0 that no other makes
    cuts by split ". ": 2 in all, 1 that no other makes
    cuts by your function: 1 in all, 0 that no other makes
    cuts by all of them: 1
    at 13, only split ". ": "It is 5 p.m. " ✂ "now. Go home."
    """
    shown = part_of_handbook("### Verdict", "## Alarms API") if text is None else text
    with refusing("sentence_tester"):
        check_text(shown, _MOST_CHARACTERS)
        if splitter is not None and not callable(splitter):
            raise InvalidType(f"splitter must be a function text -> list of offsets: got {splitter!r}")
        return SentenceTester(Settings(shown, splitter=splitter))
