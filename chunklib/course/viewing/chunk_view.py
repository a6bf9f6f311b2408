"""One state of the chunk viewer: a text, the answers to the three questions, and the chunks they give.

It knows nothing of widgets: it is made from settings, and says itself as text and as HTML. Both depend on the settings
alone, so a stored output can be compared.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from html import escape

from chunklib.calculators import overlap_stats
from chunklib.chunk import Chunk
from chunklib.course.judging.showing import clean
from chunklib.course.palette import INK, PAPER
from chunklib.course.viewing.spans_html import drawn_until, shared_style, spans_html
from chunklib.strategies import TEXT_STRATEGIES
from chunklib.tokens import Ruler, Tokens, ruler

_EXCERPT = 26
_UNITS = {"characters": "characters", "words": "words"}
_BOX = f"background:{PAPER};color:{INK};border:1px solid #757575;box-sizing:border-box;line-height:1.7;font-size:14px"
_BAR = f"position:sticky;top:0;background:#F0F0F0;color:{INK};border-bottom:1px solid #757575;padding:4px 10px"
_PAGE = "padding:8px 10px;white-space:pre-wrap;overflow-wrap:anywhere;outline-offset:-3px"


@dataclass(frozen=True, slots=True)
class Settings:
    """What the controls of the viewer hold; ``size`` and ``overlap`` in units of the ruler."""

    text: str
    strategy: str
    size: int
    overlap: int
    ruler: str | Callable[[str], int]


@dataclass(frozen=True, slots=True)
class View:
    """Settings and what came of them: chunks, or one line that says why there are none."""

    settings: Settings
    ruler: Ruler
    chunks: tuple[Chunk, ...]
    error: str = ""

    def __str__(self) -> str:
        asked = self.settings
        head = (
            f"{asked.strategy}, size {asked.size}, overlap {asked.overlap}, ruler {self.ruler.name}, "
            f"on a text of {len(asked.text):,} characters"
        )
        if self.error:
            return f"{head}\n{self.error}"
        totals = "\n".join(f"{name}: {value}" for name, value in self.totals())
        return "\n".join([head, totals, *_table(self.chunks)])

    def totals(self) -> list[tuple[str, str]]:
        """Say what the chunks come to: names and values, achieved beside asked."""
        stats = overlap_stats(self.chunks)
        unit, asked, boundaries = self._unit(), self.settings, max(len(self.chunks) - 1, 0)
        return [
            ("chunks", f"{stats.chunks:,}"),
            ("size", f"asked {asked.size}, achieved {stats.mean_size:.1f} {unit} on average"),
            ("stored", f"{stats.stored:,} {unit}"),
            ("redundancy", f"{stats.redundancy:.2f} times the text"),
            ("overlap", f"asked {asked.overlap}, achieved {stats.mean_overlap:.1f} {unit} on average"),
            ("nothing shared", f"at {stats.bare} of {boundaries} boundaries"),
        ]

    def html(self) -> str:
        """Return totals, key and text; the bar of totals stays in sight in whatever scrolls."""
        if self.error:
            return f'<div style="{_BOX}"><div style="{_BAR}" role="alert">{escape(self.error)}</div></div>'
        text, chunks = self.settings.text, self.chunks
        totals = " · ".join(f"<b>{escape(name)}</b> {escape(value)}" for name, value in self.totals())
        until = drawn_until(text, chunks)
        page = spans_html(text, chunks, until)
        label = "The text with its chunks"
        return (
            f'<div style="{_BOX}"><div style="{_BAR}"><div>{totals}</div><div>{self._key(until)}</div></div>'
            f'<div tabindex="0" role="region" aria-label="{label}" dir="auto" style="{_PAGE}">{page}</div></div>'
        )

    def still(self) -> str:
        """Return the same for a page without a kernel, in a box that scrolls."""
        return f'<div style="max-height:420px;overflow:auto">{self.html()}</div>'

    def in_words(self) -> str:
        """Return the text form for a page, in a box that scrolls."""
        style = f"{_BOX};margin:0;padding:8px 10px;max-height:320px;overflow:auto;font-size:13px;outline-offset:-3px"
        label = "The chunks in words"
        return f'<pre tabindex="0" role="region" aria-label="{label}" style="{style}">{escape(str(self))}</pre>'

    def _key(self, until: int) -> str:
        sample = f'<span style="{shared_style(held=2, last=1)}">hatched, underlined</span>'
        key = f"<b>[k]</b> chunk k starts here · {sample} text that two chunks share"
        if until == len(self.settings.text):
            return key
        begun = sum(chunk.start_char < until for chunk in self.chunks)
        return (
            f"{key}<br>Drawn is only the first part: {until:,} of {len(self.settings.text):,} characters, "
            f"{begun:,} of {len(self.chunks):,} chunks. The totals are of all."
        )

    def _unit(self) -> str:
        return "tokens" if isinstance(self.ruler, Tokens) else _UNITS.get(self.ruler.name, "units")


def view(settings: Settings) -> View:
    """Chunk the text of the settings.

    Args:
        settings: Any; a ruler that is unknown is the one thing that raises.

    Returns:
        A view with the chunks, or with the splitter's complaint in one line.

    Raises:
        ValueError: If there is no ruler of that name.
        TypeError: If the ruler is neither a name nor a callable.

    >>> print(view(Settings("one two three", "recursive", size=2, overlap=5, ruler="characters")).error)
    No chunks. overlap must be smaller than size: got overlap=5, size=2
    """
    measure = ruler(settings.ruler)
    split = TEXT_STRATEGIES[settings.strategy]
    try:
        chunks = split(settings.text, settings.size, settings.overlap, ruler=measure)
    except Exception as error:  # noqa: BLE001 (the ruler may be the learner's own: whatever it raises is shown)
        kind = "" if isinstance(error, ValueError) else f"{type(error).__name__}: "
        return View(settings, measure, (), f"No chunks. {kind}{clean(str(error))}")
    empty = "" if chunks else "No chunks. The text is empty, or nothing but white space."
    return View(settings, measure, tuple(chunks), empty)


def _table(chunks: tuple[Chunk, ...]) -> list[str]:
    """Write a line for each chunk, numbers in columns."""
    if not chunks:
        return []
    last = chunks[-1]
    marks, places = len(f"[{last.index}]"), len(f"{last.start_char}-{last.end_char}")
    sizes, shares = (len(str(max(values))) for values in ([c.size for c in chunks], [c.overlap for c in chunks]))
    return [
        f"{f'[{chunk.index}]':<{marks}}  {f'{chunk.start_char}-{chunk.end_char}':<{places}}  "
        f"size {chunk.size:>{sizes}}  overlap {chunk.overlap:>{shares}}  {_excerpt(chunk.text)}"
        for chunk in chunks
    ]


def _excerpt(text: str) -> str:
    r"""Quote a text on one line, its middle left out.

    >>> print(_excerpt("né\n"), _excerpt("The beginning of a text that goes on and on and comes to an end."))
    "né\n" "The beginning of a text th" … "nd on and comes to an end."
    """
    if len(text) <= 2 * _EXCERPT + 8:
        return _quoted(text)
    return f"{_quoted(text[:_EXCERPT])} … {_quoted(text[-_EXCERPT:])}"


def _quoted(text: str) -> str:
    return f'"{"".join(map(_escaped, text))}"'


def _escaped(char: str) -> str:
    if char in '"\\':
        return f"\\{char}"
    return char if char.isprintable() else ascii(char)[1:-1]
