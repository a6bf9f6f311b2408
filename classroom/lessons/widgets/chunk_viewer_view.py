"""One state of the chunk viewer: a text, the answers to the three questions, and the chunks they give.

It depends on the settings alone, so a stored output can be compared.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from chunklib.calculators import overlap_stats
from chunklib.chunk import Chunk
from chunklib.strategies import TEXT_STRATEGIES
from chunklib.tokens import Ruler, Tokens, ruler
from classroom.judge.showing import clean
from classroom.lessons.widgets.parts import quoted, totals_text

MOST_STARTS = 50_000  # characters for each unit by which size is larger than overlap: else the wait is minutes
_EXCERPT = 26
_UNITS = {"characters": "characters", "words": "words"}


@dataclass(frozen=True, slots=True)
class Settings:
    """Holds the values of the controls; ``size`` and ``overlap`` in units of the ruler."""

    text: str
    strategy: str
    size: int
    overlap: int
    ruler: str | Callable[[str], int]


@dataclass(frozen=True, slots=True)
class View:
    """Holds settings and what came of them: chunks, or one line that says why there are none."""

    settings: Settings
    ruler: Ruler
    chunks: tuple[Chunk, ...]
    error: str = ""
    text_size: int = 0

    def __str__(self) -> str:
        asked = self.settings
        head = (
            f"{asked.strategy}, size {asked.size}, overlap {asked.overlap}, ruler {self.ruler.name}, "
            f"on a text of {len(asked.text):,} characters"
        )
        if self.error:
            return f"{head}\n{self.error}"
        return "\n".join([head, *totals_text(self.totals()), *_table(self.chunks)])

    def totals(self) -> list[tuple[str, str]]:
        """Say what the chunks come to: names and values, achieved beside asked."""
        stats = overlap_stats(self.chunks, self.text_size)
        unit = "tokens" if isinstance(self.ruler, Tokens) else _UNITS.get(self.ruler.name, "units")
        asked, boundaries = self.settings, max(len(self.chunks) - 1, 0)
        return [
            ("chunks", f"{stats.chunks:,}"),
            ("size", f"asked {asked.size}, achieved {stats.mean_size:.1f} {unit} on average"),
            ("stored", f"{stats.stored:,} {unit}"),
            ("redundancy", f"{stats.redundancy:.2f} times the text, which has {self.text_size:,} {unit}"),
            ("overlap", f"asked {asked.overlap}, achieved {stats.mean_overlap:.1f} {unit} on average"),
            ("nothing shared", f"at {stats.bare} of {boundaries} boundaries"),
        ]


def view(settings: Settings) -> View:
    """Chunk the text of the settings.

    Args:
        settings: any; a ruler that is unknown is the one thing that raises.

    Returns:
        A view with the chunks, or with the splitter's complaint in one line.

    Raises:
        ValueError: if there is no ruler of that name.
        TypeError: if the ruler is neither a name nor a callable.

    >>> print(view(Settings("one two three", "recursive", size=2, overlap=5, ruler="characters")).error)
    No chunks. overlap must be smaller than size: got overlap=5, size=2
    """
    measure = ruler(settings.ruler)
    length, more = len(settings.text), settings.size - settings.overlap
    if 0 < more < (least := -(-length // MOST_STARTS)) and settings.overlap >= 0:
        rule = f"for {length:,} characters, size must be larger than overlap by at least {least:,}"
        got = f"got size={settings.size}, overlap={settings.overlap}"
        return View(settings, measure, (), f"No chunks. There would be too many: {rule}: {got}")
    split = TEXT_STRATEGIES[settings.strategy]
    try:
        chunks = split(settings.text, settings.size, settings.overlap, ruler=measure)
        text_size = measure(settings.text)
    except Exception as error:  # noqa: BLE001 (the ruler may be the learner's own: whatever it raises is shown)
        kind = "" if isinstance(error, ValueError) else f"{type(error).__name__}: "
        return View(settings, measure, (), f"No chunks. {kind}{clean(str(error))}")
    empty = "" if chunks else "No chunks. The text is empty, or nothing but white space."
    return View(settings, measure, tuple(chunks), empty, text_size)


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
        return quoted(text)
    return f"{quoted(text[:_EXCERPT])} … {quoted(text[-_EXCERPT:])}"
