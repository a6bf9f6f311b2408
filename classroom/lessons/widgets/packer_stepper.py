"""packer_stepper(text): step through the packing of a text into chunks, piece by piece."""

from __future__ import annotations

from ipywidgets import Layout

from chunklib.errors import InvalidType
from chunklib.readers import at_least, size_and_overlap
from chunklib.tokens import ruler as make_ruler
from classroom.lessons.widgets.arguments import check_text, part_of_handbook, refusing
from classroom.lessons.widgets.controls import Button, Number, size_handles
from classroom.lessons.widgets.packer_stepper_html import page
from classroom.lessons.widgets.packer_stepper_view import Settings, View, view
from classroom.lessons.widgets.widget import Widget, row_of

_MOST_CHARACTERS = 6_000
_MOST = 1_000


class PackerStepper(Widget[Settings, View]):
    """Shows one step of packing, and the controls that go from step to step; made by ``packer_stepper``."""

    def __init__(self, asked: Settings) -> None:
        self._ruler = asked.ruler
        self.step = Number("step", asked.step, least=0, most=asked.step)
        self.size, self.overlap = size_handles(asked.size, asked.overlap, most=max(_MOST, 2 * asked.size))
        self.back, self.next = (
            Button(description=name, icon=icon, layout=Layout(width="auto"))
            for name, icon in (("Back", "step-backward"), ("Next step", "step-forward"))
        )
        self.back.on_click(lambda _: self._go(-1))
        self.next.on_click(lambda _: self._go(1))
        rows = self.step, row_of(self.back, self.next), self.size, self.overlap
        text, words = asked.text, "The step in words"
        super().__init__(*rows, view=view, page=page, text=text, holds=_MOST_CHARACTERS, words=words)

    def _go(self, steps: int) -> None:
        self.step.box.value += steps

    def _state(self) -> Settings:
        return Settings(self.text, self.size.value, self.overlap.value, self._ruler, self.step.value)

    def _fit(self) -> None:
        """Offer the steps that there are."""
        self.step.at_most(max(0, len(self.view.steps) - 1))


def packer_stepper(
    text: str | None = None, size: int = 60, overlap: int = 15, ruler: str = "gpt-4", *, step: int = 0
) -> PackerStepper:
    r"""Step through the packing of a text by ``recursive``: the next piece, whether it fits, and when a chunk closes.

    Args:
        text: Your own text, at most 6,000 characters; a section of the handbook by default.
        size: the most that a chunk may measure, in units of the ruler.
        overlap: the most that neighbours may share, in units of the ruler.
        ruler: the name of an encoding or model, "characters" or "words".
        step: the step that is shown first.

    Returns:
        A widget; ``str(widget)`` says the same in words.

    Raises:
        CourseError: for a text, number or ruler that no control leads to.

    >>> print(packer_stepper("One two.\n\nThree four five.", 12, 0, "characters", step=4))
    size 12, overlap 0, ruler characters, on a text of 26 characters
    step 4 of 12: the paragraph does not fit, so a smaller kind of piece is tried
    chunk [1]: characters 10-10, size 0  ''
    next paragraph: characters 10-26  'Three four five.'
    chunk 0, paragraph 16, joined 16 of at most 12: it does not fit
    closed chunks:
    [0]  0-10  size 10  overlap 0
    """
    shown = part_of_handbook("### Verdict", "## Alarms API") if text is None else text
    with refusing("packer_stepper"):
        check_text(shown, _MOST_CHARACTERS)
        if not isinstance(ruler, str):
            raise InvalidType(f"ruler must be a name: got {ruler!r}")
        make_ruler(ruler)
        return PackerStepper(Settings(shown, *size_and_overlap(size, overlap), ruler, at_least(0, "step", step)))
