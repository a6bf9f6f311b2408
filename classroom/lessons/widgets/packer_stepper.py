"""packer_stepper(text): step through the packing of a text into chunks, piece by piece."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from html import escape
from typing import Any

from ipywidgets import Layout

from chunklib.chunk import Chunk
from chunklib.errors import InvalidType
from chunklib.readers import at_least, size_and_overlap
from chunklib.tokens import ruler as make_ruler
from chunklib.view.palette import INK, PAPER
from chunklib.view.spans import FILLS, KEY, pieces, safe, shared_style, spans_html
from classroom.judge.showing import short
from classroom.lessons.widgets.arguments import check_text, part_of_handbook, refusing
from classroom.lessons.widgets.controls import Button, Number, size_handles
from classroom.lessons.widgets.packing_steps import Step, stepped
from classroom.lessons.widgets.parts import SCROLL, framed, lines_html, region
from classroom.lessons.widgets.widget import Widget, row_of

_EXCERPT = 60  # characters
_PIECE = f"outline:2px dashed {INK};outline-offset:1px"
_PAGE = f"white-space:pre-wrap;overflow-wrap:anywhere;max-height:300px;padding:8px 10px;{SCROLL}"
_AFTER = 300  # characters of the text that are shown after the next piece
_WIDE = 4.0  # per cent of the line: a chunk as wide as this has room for its number
_KEY = f'{KEY} · <span style="{_PIECE};padding:2px 5px">dashed</span> the next piece'
_MOST_CHARACTERS = 6_000
_MOST = 1_000


@dataclass
class View:
    """Holds the values of the controls, sizes in units of the ruler, and chunks and steps, or why there are none."""

    text: str
    size: int
    overlap: int
    ruler: str
    step: int = 0

    def __post_init__(self) -> None:
        self.chunks, self.steps, self.error = stepped(self.text, self.size, self.overlap, self.ruler)

    def __str__(self) -> str:
        head = (
            f"size {self.size}, overlap {self.overlap}, ruler {self.ruler}, on a text of {len(self.text):,} characters"
        )
        if self.error:
            return f"{head}\n{self.error}"
        closed = [f"[{c.index}]  {c.start_char}-{c.end_char}  size {c.size}  overlap {c.overlap}" for c in self.closed]
        return "\n".join([head, *self.lines(), "closed chunks:" if closed else "closed chunks: none", *closed])

    @property
    def now(self) -> Step:
        """Return the step that is shown."""
        return self.steps[self.number]

    @property
    def number(self) -> int:
        """Return the number of the step that is shown; the last one where there are fewer than asked."""
        return min(self.step, len(self.steps) - 1)

    @property
    def closed(self) -> tuple[Chunk, ...]:
        """Return the chunks that are done before this step."""
        return self.chunks[: self.now.chunk]

    @property
    def buffer(self) -> Chunk:
        """Return the chunk that is open, as far as it has come."""
        now, text = self.now, self.text
        whole = self.chunks[now.chunk]
        return replace(whole, text=text[now.start : now.end], end_char=now.end, size=now.size)

    def lines(self) -> Iterator[str]:
        """Say the step, the chunk that is open, and the piece that comes next."""
        now, text, limit = self.now, self.text, self.size
        yield f"step {self.number} of {len(self.steps) - 1}: {self._what()}"
        begun = short(text[now.start : now.end], _EXCERPT)
        yield f"chunk [{now.chunk}]: characters {now.start}-{now.end}, size {now.size}  {begun}"
        if now.after > now.end:
            fits = "it fits" if now.joined <= limit else "it does not fit"
            if now.did == "takes" and now.joined > limit:
                fits = "with the piece after it the text is fewer tokens, and fits"
            yield f"next {now.level}: characters {now.end}-{now.after}  {short(text[now.end : now.after], _EXCERPT)}"
            yield f"chunk {now.size}, {now.level} {now.piece}, joined {now.joined} of at most {limit}: {fits}"

    def _what(self) -> str:
        now = self.now
        if now.did == "opens":
            shared = self.chunks[now.chunk].overlap
            wanted = now.chunk and self.overlap  # the overlap gives way to the piece that comes next
            no_room = ": beside the next piece there is no room" if wanted else ""
            repeats = f"repeats {shared} of chunk [{now.chunk - 1}]" if shared else f"repeats nothing{no_room}"
            return f"chunk [{now.chunk}] opens at character {now.start} and {repeats}"
        if now.did == "takes":
            return f"chunk [{now.chunk}] takes the {now.level}"
        if now.did == "tries smaller":
            return f"the {now.level} does not fit, so a smaller kind of piece is tried"
        why = f"the next {now.level} does not fit" if now.after > now.end else "the text ends"
        return f"chunk [{now.chunk}] closes, because {why}"


def page(shown: View) -> str:
    """Draw a view: the step, the chunks on the line of the text with its offsets, the text around the step."""
    first, *others = map(escape, shown.lines())
    head = f'<div role="status" style="font-weight:bold;font-size:15px">{first}</div>{lines_html([*others, _KEY])}'
    # The whole text as a line: the chunks so far, the next piece, and what is left.
    drawn = f'<div style="display:flex;height:22px;border:1px solid {INK}">{"".join(_cells(shown))}</div>'
    line = f'<div style="padding:8px 10px">{drawn}{_ruler(len(shown.text))}</div>'
    return framed(head, line, region("The text around the step", _PAGE, _text(shown), text=True))


def _text(shown: View) -> str:
    """Draw the text from the chunk before the one that is open until some way after the next piece."""
    now, text = shown.now, shown.text
    near = [*shown.closed[-1:], shown.buffer]
    low, until = near[0].start_char, now.after + _AFTER
    moved = [replace(chunk, start_char=chunk.start_char - low, end_char=chunk.end_char - low) for chunk in near]
    open_ = [chunk for chunk in moved if chunk.end_char > chunk.start_char]
    piece = f'<span style="{_PIECE}">{safe(text[now.end : now.after])}</span>' if now.after > now.end else ""
    rest = f"{safe(text[now.after : until])}{'…' if until < len(text) else ''}"
    return f"{'…' if low else ''}{spans_html(text[low : now.end], open_)}{piece}{rest}"


def _cells(shown: View) -> Iterator[str]:
    now, length = shown.now, len(shown.text)
    chunks = [chunk for chunk in [*shown.closed, shown.buffer] if chunk.end_char > chunk.start_char]
    for start, end, first, last in pieces(chunks, now.end):
        yield _cell(start, end, length, *_look(chunks[first:last], start))
    yield _cell(now.end, now.after, length, _PIECE, "")


def _look(held: list[Chunk], start: int) -> tuple[str, str]:
    """Return the style of a part of the line, and the number of the chunk that starts with it."""
    if not held:
        return f"background-color:{PAPER}", ""
    newest = held[-1]
    ground = f"background-color:{FILLS[newest.index % len(FILLS)]}"
    style = ground if len(held) == 1 else shared_style(len(held), newest.index)
    return style, f"[{newest.index}]" if newest.start_char == start else ""


def _cell(start: int, end: int, length: int, style: str, label: str) -> str:
    share = 100 * (end - start) / length
    box = f"flex:0 0 {share:.3f}%;box-sizing:border-box;overflow:hidden;font-size:12px;line-height:20px"
    return f'<div style="{box};{style}" title="{start}-{end}">{label if share >= _WIDE else ""}</div>'


def _ruler(length: int) -> str:
    """Draw the offsets below the line, in characters."""
    step = next(step for power in range(9) for step in (10**power, 2 * 10**power, 5 * 10**power) if length <= 10 * step)
    ticks = "".join(
        f'<div style="flex:0 0 {100 * (min(at + step, length) - at) / length:.3f}%;box-sizing:border-box;'
        f'overflow:hidden;border-left:1px solid {INK};padding-left:3px">{at:,}</div>'
        for at in range(0, length, step)
    )
    return f'<div style="display:flex;font-size:12px;line-height:1.3">{ticks}</div><div>characters of the text</div>'


class PackerStepper(Widget[View]):
    """Shows one step of packing, and the controls that go from step to step; made by ``packer_stepper``."""

    def __init__(self, text: str, size: int, overlap: int, ruler: str, step: int) -> None:
        self._ruler = ruler
        self.step = Number("step", step, least=0, most=step)
        self.size, self.overlap = size_handles(size, overlap, most=max(_MOST, 2 * size))
        self.back, self.next = (
            Button(description=name, icon=icon, layout=Layout(width="auto"))
            for name, icon in (("Back", "step-backward"), ("Next step", "step-forward"))
        )
        self.back.on_click(lambda _: self._go(-1))
        self.next.on_click(lambda _: self._go(1))
        rows = self.step, row_of(self.back, self.next), self.size, self.overlap
        words = "The step in words"
        super().__init__(*rows, view=View, page=page, text=text, holds=_MOST_CHARACTERS, words=words)

    def _go(self, steps: int) -> None:
        self.step.box.value += steps

    def _state(self) -> tuple[Any, ...]:
        return self.text, self.size.value, self.overlap.value, self._ruler, self.step.value

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
        return PackerStepper(shown, *size_and_overlap(size, overlap), ruler, at_least(0, "step", step))
