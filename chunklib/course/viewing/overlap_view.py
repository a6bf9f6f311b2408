"""One state of the overlap calculator: sizes in tokens, and what the arithmetic of windows makes of them.

It knows nothing of widgets or texts: it is made from numbers, and says itself as text and as HTML.
"""

from __future__ import annotations

from dataclasses import dataclass

from chunklib.calculators import StorageImpact, containment, storage_impact, stride
from chunklib.course.palette import COLORS, INK, PAPER
from chunklib.course.viewing.boxes import BAR, BOX, alert, stripes, totals_html
from chunklib.course.viewing.boxes import in_words as boxed
from chunklib.whole import at_least

MOST_BARS = 12

_PLAIN, _SHARED = COLORS[0], COLORS[2]
_HATCH = stripes(_SHARED, COLORS[1])
_EDGE = f"border:1px solid {INK};box-sizing:border-box;height:16px"
_PAGE = "padding:8px 10px;outline-offset:-3px"


@dataclass(frozen=True, slots=True)
class Settings:
    """What the controls hold: window size, overlap, document length and evidence length, all in tokens."""

    size: int
    overlap: int
    tokens: int
    evidence: int
    price_per_million: float = 0.02


@dataclass(frozen=True, slots=True)
class View:
    """Settings and what follows from them, or one line that says why nothing does."""

    settings: Settings
    impact: StorageImpact | None
    error: str = ""

    def __str__(self) -> str:
        asked = self.settings
        head = (
            f"windows of {asked.size:,} tokens that share {asked.overlap:,}, "
            f"a document of {asked.tokens:,}, evidence of {asked.evidence:,}"
        )
        if self.impact is None:
            return f"{head}\n{self.error}"
        totals = [f"{name}: {value}" for name, value in self.totals()]
        places = [f"[{index}]  {start:,}-{end:,}" for index, (start, end) in enumerate(self.drawn())]
        return "\n".join([head, *totals, *places, *self._left_out()])

    def totals(self) -> list[tuple[str, str]]:
        """Say the results: names and values."""
        asked, impact = self.settings, self.impact
        if impact is None:
            return []
        held, places = places_held(asked)
        counted = f"{held:,} of {places:,} places, {held / places:.1%}" if places else "the document is shorter"
        return [
            ("stride", f"{stride(asked.size, asked.overlap):,} tokens"),
            ("windows", f"{impact.chunks:,}"),
            ("stored", f"{impact.tokens:,} tokens"),
            ("redundancy", f"{impact.redundancy:.3f} times the document"),
            ("long documents near", f"{asked.size / stride(asked.size, asked.overlap):.3f}"),
            ("embedding cost", f"${impact.cost:.6f}"),
            (
                "evidence whole in a window, by the formula",
                f"{containment(asked.evidence, asked.size, asked.overlap):.1%}",
            ),
            ("counted in this document", counted),
        ]

    def drawn(self) -> list[tuple[int, int]]:
        """Return where the first windows start and end."""
        return windows(self.settings, most=MOST_BARS)

    def html(self) -> str:
        """Return the figures, the windows along the document, and the two bars of what is stored."""
        if self.impact is None:
            return alert(self.error)
        key = (
            f'<span style="background-color:{_PLAIN};border:1px solid {INK};padding:0 6px">plain</span> new text · '
            f'<span style="background-color:{PAPER};border:1px solid {INK};padding:0 6px">'
            f'<span style="{_HATCH};padding:0 10px;margin-right:6px"></span>hatched</span> '
            "shared with the window before"
        )
        more = "".join(f"<div>{line}</div>" for line in self._left_out())
        return (
            f'<div style="{BOX}"><div style="{BAR}"><div>{totals_html(self.totals())}</div><div>{key}</div></div>'
            f'<div tabindex="0" role="region" aria-label="The windows along the document" style="{_PAGE}">'
            f"{self._stride_picture()}{more}{self._storage_bars()}</div></div>"
        )

    def still(self) -> str:
        """Return the same for a page without a kernel."""
        return self.html()

    def in_words(self) -> str:
        """Return the text form for a page."""
        return boxed(str(self), "The calculation in words")

    def _stride_picture(self) -> str:
        bars = self.drawn()
        length = bars[-1][1] if bars else 1
        rows = [
            _row(
                f"[{index}] {start:,}–{end:,}", start / length, end / length, _shared(index, start, end, self.settings)
            )
            for index, (start, end) in enumerate(bars)
        ]
        axis = f"<b>{len(bars)} windows on tokens 0 to {length if bars else 0:,}</b>"
        return f"<div>{axis}</div>{''.join(rows)}"

    def _storage_bars(self) -> str:
        impact, tokens = self.impact, self.settings.tokens
        if impact is None or not impact.tokens:
            return ""
        again = impact.tokens - tokens
        document = _row(f"document {tokens:,}", 0, tokens / impact.tokens, 0)
        stored = _row(f"stored {impact.tokens:,}", 0, 1, again / impact.tokens)
        return f'<div style="margin-top:8px"><b>{again:,} tokens are stored again</b></div>{document}{stored}'

    def _left_out(self) -> list[str]:
        count = self.impact.chunks if self.impact else 0
        return [f"Drawn are the first {MOST_BARS} of {count:,} windows."] if count > MOST_BARS else []


def view(settings: Settings) -> View:
    """Calculate what the settings give.

    Returns:
        a view with figures, or with the rule that the settings break, in one line.

    >>> print(view(Settings(size=4, overlap=1, tokens=10, evidence=2)))
    windows of 4 tokens that share 1, a document of 10, evidence of 2
    stride: 3 tokens
    windows: 3
    stored: 12 tokens
    redundancy: 1.200 times the document
    long documents near: 1.333
    embedding cost: $0.000000
    evidence whole in a window, by the formula: 100.0%
    counted in this document: 9 of 9 places, 100.0%
    [0]  0-4
    [1]  3-7
    [2]  6-10
    >>> view(Settings(size=4, overlap=4, tokens=10, evidence=2)).error
    'overlap must be smaller than size: got overlap=4, size=4'
    """
    try:
        at_least(1, "evidence", settings.evidence)
        impact = storage_impact(settings.tokens, settings.size, settings.overlap, settings.price_per_million)
    except ValueError as error:
        return View(settings, None, str(error))
    return View(settings, impact)


def windows(settings: Settings, most: int | None = None) -> list[tuple[int, int]]:
    """Return start and end of each window, in tokens; of the first ``most`` windows if that is given.

    >>> windows(Settings(size=4, overlap=1, tokens=9, evidence=1))
    [(0, 4), (3, 7), (6, 9)]
    """
    count = storage_impact(settings.tokens, settings.size, settings.overlap).chunks
    step = stride(settings.size, settings.overlap)
    return [(k * step, min(k * step + settings.size, settings.tokens)) for k in range(count)[:most]]


def places_held(settings: Settings) -> tuple[int, int]:
    """Count the places at which evidence lies whole in some window, and the places there are.

    Returns:
        two counts, the first never larger than the second; both 0 if the document is shorter than the evidence.

    >>> places_held(Settings(size=4, overlap=1, tokens=10, evidence=4))
    (3, 7)
    """
    length, held, reached = settings.evidence, 0, 0
    for start, end in windows(settings):
        last = end - length + 1  # the first place from which evidence would stick out of this window
        held += max(0, last - max(start, reached))
        reached = max(reached, last)
    return held, max(0, settings.tokens - length + 1)


def _shared(index: int, start: int, end: int, settings: Settings) -> float:
    """Return the part of a window that the one before it has too."""
    return min(settings.overlap, end - start) / (end - start) if index else 0


def _row(label: str, start: float, end: float, shared: float) -> str:
    """Draw a labelled bar from ``start`` to ``end``, parts of the whole width, its first part ``shared`` hatched."""
    hatched = f'<div style="flex:0 0 {shared:.3%};{_HATCH};border-right:1px solid {INK}"></div>' if shared else ""
    place = f"display:flex;margin-left:{start:.3%};width:{end - start:.3%};background-color:{_PLAIN}"
    bar = f'<div style="{place};{_EDGE}">{hatched}</div>'
    name = f'<div style="flex:0 0 150px;font-size:13px;line-height:18px">{label}</div>'
    return f'<div style="display:flex;margin:2px 0">{name}<div style="flex:1 1 auto">{bar}</div></div>'
