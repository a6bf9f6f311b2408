"""chunk_viewer(text): see where a text is cut, and what a strategy, a size and an overlap make of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from chunklib.calculators import overlap_stats
from chunklib.chunk import Chunk
from chunklib.readers import whole
from chunklib.strategies import TEXT_STRATEGIES
from chunklib.tokens import Tokens
from chunklib.tokens import ruler as make_ruler
from chunklib.view.spans import KEY, drawn_until, left_out, spans_html
from classroom.judge.showing import clean
from classroom.lessons.widgets.arguments import check_text, one_of, part_of_handbook, refusing
from classroom.lessons.widgets.controls import NAME, Dropdown, size_handles
from classroom.lessons.widgets.parts import BAR, excerpt, framed, region, totals_html, totals_text
from classroom.lessons.widgets.widget import MOST_EDITABLE, Widget, row_of

RULERS = ("cl100k_base", "o200k_base", "characters", "words")
MOST_STARTS = 50_000  # characters for each unit by which size is larger than overlap: else the wait is minutes
_MOST = 1_000
_BAR = f"position:sticky;top:0;{BAR}"  # the totals stay in sight in whatever scrolls
_PAGE = "padding:8px 10px;white-space:pre-wrap;overflow-wrap:anywhere;outline-offset:-3px"


@dataclass
class View:
    """Holds the values of the controls, sizes in units of the ruler, and the chunks, or one line why there are none.

    Raises:
        ValueError: if there is no ruler of that name.
        TypeError: if the ruler is neither a name nor a callable.
    """

    text: str
    strategy: str
    size: int
    overlap: int
    ruler: str | Callable[[str], int]

    def __str__(self) -> str:
        head = (
            f"{self.strategy}, size {self.size}, overlap {self.overlap}, ruler {self.measure.name}, "
            f"on a text of {len(self.text):,} characters"
        )
        return "\n".join(
            [head, self.error] if self.error else [head, *totals_text(self.totals()), *_table(self.chunks)]
        )

    def __post_init__(self) -> None:
        self.measure = make_ruler(self.ruler)
        self.chunks, self.text_size, self.error = self._cut()

    def _cut(self) -> tuple[list[Chunk], int, str]:
        length, more = len(self.text), self.size - self.overlap
        if 0 < more < (least := -(-length // MOST_STARTS)) and self.overlap >= 0:
            rule = f"for {length:,} characters, size must be larger than overlap by at least {least:,}"
            got = f"got size={self.size}, overlap={self.overlap}"
            return [], 0, f"No chunks. There would be too many: {rule}: {got}"
        try:
            chunks = TEXT_STRATEGIES[self.strategy](self.text, self.size, self.overlap, ruler=self.measure)
            text_size = self.measure(self.text)
        except Exception as error:  # noqa: BLE001 (the ruler may be the learner's own: whatever it raises is shown)
            kind = "" if isinstance(error, ValueError) else f"{type(error).__name__}: "
            return [], 0, f"No chunks. {kind}{clean(str(error))}"
        return list(chunks), text_size, "" if chunks else "No chunks. The text is empty, or nothing but white space."

    def totals(self) -> list[tuple[str, str]]:
        """Say what the chunks come to: names and values, achieved beside asked."""
        stats = overlap_stats(self.chunks, self.text_size)
        own = self.measure.name if self.measure.name in ("characters", "words") else "units"
        unit = "tokens" if isinstance(self.measure, Tokens) else own
        return [
            ("chunks", f"{stats.chunks:,}"),
            ("size", f"asked {self.size}, achieved {stats.mean_size:.1f} {unit} on average"),
            ("stored", f"{stats.stored:,} {unit}"),
            ("redundancy", f"{stats.redundancy:.2f} times the text, which has {self.text_size:,} {unit}"),
            ("overlap", f"asked {self.overlap}, achieved {stats.mean_overlap:.1f} {unit} on average"),
            ("nothing shared", f"at {stats.bare} of {max(len(self.chunks) - 1, 0)} boundaries"),
        ]

    @property
    def until(self) -> int:
        """Return the character up to which the text is drawn."""
        return drawn_until(self.text, self.chunks)


def _table(chunks: Sequence[Chunk]) -> list[str]:
    """Write a line for each chunk, numbers in columns."""
    last = chunks[-1]
    marks, places = len(f"[{last.index}]"), len(f"{last.start_char}-{last.end_char}")
    sizes, shares = (len(str(max(values))) for values in ([c.size for c in chunks], [c.overlap for c in chunks]))
    return [
        f"{f'[{chunk.index}]':<{marks}}  {f'{chunk.start_char}-{chunk.end_char}':<{places}}  "
        f"size {chunk.size:>{sizes}}  overlap {chunk.overlap:>{shares}}  {excerpt(chunk.text, 60, 26, 26)}"
        for chunk in chunks
    ]


def page(shown: View) -> str:
    """Draw a view: totals, key and text."""
    head = f"<div>{totals_html(shown.totals())}</div><div>{_key(shown)}</div>"
    text = spans_html(shown.text, shown.chunks, shown.until)
    return framed(head, region("The text with its chunks", _PAGE, text, text=True), bar=_BAR)


def _key(shown: View) -> str:
    return "<br>".join(filter(None, [KEY, left_out(shown.text, shown.chunks, shown.until)]))


class ChunkViewer(Widget[View]):
    """Shows a text with its chunks, and the controls that make them; made by ``chunk_viewer``."""

    def __init__(self, text: str, strategy: str, size: int, overlap: int, ruler: str | Callable[[str], int]) -> None:
        self.strategy = Dropdown(description="strategy", options=list(TEXT_STRATEGIES), value=strategy, style=NAME)
        self.ruler = _ruler_choice(ruler)
        self.size, self.overlap = size_handles(size, overlap, most=max(_MOST, 2 * size))
        super().__init__(
            row_of(self.strategy, self.ruler), self.size, self.overlap,
            view=View, page=page, text=text, holds=MOST_EDITABLE, words="The chunks in words", scrolls=True,
        )  # fmt: skip

    def _state(self) -> tuple[Any, ...]:
        return self.text, self.strategy.value, self.size.value, self.overlap.value, self.ruler.value


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
        return ChunkViewer(shown, strategy, whole("size", size), whole("overlap", overlap), ruler)


def _ruler_choice(ruler: str | Callable[[str], int]) -> Any:
    """Offer the rulers of the course, and the one asked for if it is another."""
    names: list[tuple[str, Any]] = [(name, name) for name in RULERS]
    asked = make_ruler(ruler).name
    value = asked if isinstance(ruler, str) and asked in RULERS else ruler
    if value not in RULERS:
        names.insert(0, (asked, value))
    return Dropdown(description="ruler", options=names, value=value, style=NAME)
