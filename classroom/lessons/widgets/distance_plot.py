"""distance_plot(text): see where neighbouring sentences are unlike, and what a threshold makes of that.

What is above the threshold has a colour of its own, a dark edge and a mark; a piece that breaks a limit says so in a
word.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from html import escape
from itertools import pairwise
from typing import Any

import numpy as np

from chunklib.cuts.semantic import THRESHOLDS, breakpoints, check, distances
from chunklib.embed import Embedder, embedder
from chunklib.errors import InvalidValue
from chunklib.readers import at_least, whole
from chunklib.strategies import STRATEGIES
from chunklib.token_index import clean
from chunklib.view.palette import COLORS, INK, PAPER
from classroom.lessons.widgets.arguments import check_text, part_of_handbook, refusing
from classroom.lessons.widgets.controls import NAME, Amount, Dropdown, Number
from classroom.lessons.widgets.embedded_sentences import MOST_CHARACTERS, Sentences
from classroom.lessons.widgets.parts import SCROLL, framed, lines_html, region, totals_html, totals_text
from classroom.lessons.widgets.widget import Widget

_EXCERPT = 28
_HEIGHT = 150  # pixels, for the largest distance
_COLUMN = "flex:1 0 5px;min-width:5px"
_PLAIN, _BREAK, _PIECES = COLORS[0], COLORS[1], (COLORS[2], COLORS[4])
_BROKEN = {"over": (COLORS[3], "3px double"), "under": (PAPER, "1px dashed")}  # of a piece that breaks a limit
_LINE = f"border-top:1px dashed {INK}"
_NARROW = 4  # sentences: a piece of fewer has no room for its tokens
_REGION = f"padding:8px 10px;{SCROLL}"
_LIST = f"{_REGION};max-height:200px;font-size:13px;border-top:1px solid #757575;white-space:pre-wrap"
_MOST_WINDOW = 10
_MOST_SIZE = 1_000


@dataclass
class View:
    """Holds sentences, a threshold with its amount, the window in sentences, and size and minimum in tokens.

    ``chunks`` are the tokens of those that ``semantic`` makes; ``error`` says why there are none, and then no plot.
    """

    sentences: Sentences
    threshold: str
    amount: float
    window: int
    size: int
    least: int

    def __post_init__(self) -> None:
        self.chunks: list[int] = []
        self.error = ""
        try:
            self._refuse()
            chunks = STRATEGIES["semantic"](
                self.sentences.text, self.size, 0, threshold=self.threshold, amount=self.amount, window=self.window,
                min_size=self.least, embed=self.sentences.embed,
            )  # fmt: skip
        except (ValueError, TypeError) as error:
            self.error = f"No plot. {error}"
        else:
            self.chunks = [chunk.size for chunk in chunks]

    def __str__(self) -> str:
        rest = [self.error] if self.error else [*totals_text(self.totals()), *self.places()]
        return "\n".join([self.head(), *rest])

    def _refuse(self) -> None:
        """Refuse what gives no plot, in words."""
        count = len(self.sentences.ends)
        if self.sentences.error:
            raise InvalidValue(self.sentences.error)
        if count < 2:
            raise InvalidValue(f"A gap needs two sentences; the text has {count}.")
        check(self.threshold, self.amount)
        at_least(1, "window", self.window)
        if not 0 <= self.least <= at_least(1, "size", self.size):
            raise InvalidValue(f"the minimum must be from 0 to size: got minimum={self.least}, size={self.size}")

    @cached_property
    def distances(self) -> list[float]:
        """Return a number for each gap."""
        return list(map(float, distances(self.sentences.rows, self.window)))

    @property
    def limit(self) -> float | None:
        """Return the distance above which a gap is a breakpoint; a gradient is compared with the rise and has none."""
        if self.threshold == "gradient":
            return None
        return THRESHOLDS[self.threshold][0](np.array(self.distances), self.amount)

    @cached_property
    def gaps(self) -> list[int]:
        """Return the breakpoints."""
        return list(breakpoints(np.array(self.distances), self.threshold, self.amount))

    @property
    def edges(self) -> list[int]:
        """Return the number of the first sentence of each piece between breakpoints, and how many there are in all."""
        return [0, *(gap + 1 for gap in self.gaps), len(self.sentences.ends)]

    @property
    def pieces(self) -> list[int]:
        """Return the tokens between breakpoints."""
        return [self.sentences.size(first, last) for first, last in pairwise(self.edges)]

    def head(self) -> str:
        """Say the settings."""
        found = self.sentences
        window = f"window {self.window}, size {self.size}, minimum {self.least}"
        return f"{self.threshold} {self.amount:g}, {window}, on {len(found.ends)} sentences, model {found.model}"

    def totals(self) -> list[tuple[str, str]]:
        """Say what came of them: names and values."""
        least, most = min(self.distances), max(self.distances)
        limit = "on the rise of the distance" if self.limit is None else f"{self.limit:.2f}"
        return [
            ("distances", f"{least:.2f} to {most:.2f}, mean {np.mean(self.distances):.2f}"),
            ("threshold", limit),
            ("breakpoints", f"{len(self.gaps)} of {len(self.distances)} gaps"),
            ("pieces between them", self._sizes(self.pieces)),
            ("chunks of semantic", self._sizes(self.chunks)),
        ]

    def verdict(self, size: int) -> str:
        """Say whether a number of tokens keeps the limits: "over", "under" or nothing."""
        return "over" if size > self.size else "under" if size < self.least else ""

    def places(self) -> Iterator[str]:
        """Yield a line for each breakpoint: the gap, its distance, and the sentences on both sides."""
        found = self.sentences.texts
        for gap in self.gaps:
            one, two = _line(found[gap]), _line(found[gap + 1])
            behind = one if len(one) <= _EXCERPT else f"…{one[-_EXCERPT:].lstrip()}"
            ahead = two if len(two) <= _EXCERPT else f"{two[:_EXCERPT].rstrip()}…"
            yield f"gap {gap}  {self.distances[gap]:.2f}  {behind} | {ahead}"

    def _sizes(self, sizes: Sequence[int]) -> str:
        words = [self.verdict(size) for size in sizes]
        judged = [f"{size} ({word})" if word else str(size) for size, word in zip(sizes, words, strict=True)]
        wrong = [f"{words.count(name)} {name}" for name in ("over", "under") if name in words]
        return f"{len(sizes)} with {', '.join(judged)} tokens: {', '.join(wrong) or 'all within the limits'}"


def offered(threshold: str) -> tuple[float, float, float]:
    """Return what the control of a threshold's amount offers: the usual amount, the largest, and a step.

    >>> offered("percentile"), offered("interquartile")
    ((95.0, 100.0, 1.0), (1.5, 5.0, 0.1))
    """
    _, usual, most = THRESHOLDS[threshold]
    return (usual, most, 1.0) if most < np.inf else (usual, 5.0, 0.1)


def _line(text: str) -> str:
    return " ".join(clean(text).split())


def page(shown: View) -> str:
    """Draw a view: figures, plot, pieces, and the breakpoints in words."""
    key = (
        f'<span style="background-color:{_PLAIN};border:1px solid {INK};padding:0 10px"></span> distance at a gap · '
        f'<span style="background-color:{_BREAK};border:1px solid {INK};padding:0 6px">▼</span> breakpoint · '
        "dashed line: threshold · below: the pieces, with their tokens"
    )
    plot = "".join((*_plot(shown), *_pieces(shown)))
    places = lines_html(map(escape, shown.places())) or "<div>no breakpoint</div>"
    return framed(
        lines_html([escape(shown.head()), totals_html(shown.totals()), key]),
        region("The distances between neighbouring sentences", _REGION, plot),
        region("The breakpoints", _LIST, places),
    )


def _plot(shown: View) -> Iterator[str]:
    """Draw the columns; a column is cut in two at the threshold, which makes the line."""
    most = max(*shown.distances, shown.limit or 0, 0.01)
    scale = _HEIGHT / most
    cut = min(_HEIGHT, max(0, round((shown.limit or 0) * scale)))
    yield '<div style="display:flex">'
    for gap, distance in enumerate(shown.distances):
        tall, breaks = max(1, round(distance * scale)), gap in shown.gaps
        mark = "▼" if breaks else "&nbsp;"
        title = f'title="gap {gap}: {distance:.2f}{", breakpoint" if breaks else ""}"'
        fill = _BREAK if breaks else _PLAIN
        upper, lower = _HEIGHT - cut, min(tall, cut)
        above = _bar(upper, max(0, tall - cut), fill, breaks=breaks)
        below = _bar(cut, lower, fill, breaks=breaks)
        line = _LINE if shown.limit is not None else ""
        yield (
            f'<div style="{_COLUMN};text-align:center" {title}>'
            f'<div style="font-size:10px;line-height:12px;height:12px;overflow:hidden">{mark}</div>'
            f'{above}<div style="{line}">{below}</div></div>'
        )
    yield f'<div style="{_COLUMN}"></div></div>'


def _bar(room: int, tall: int, fill: str, *, breaks: bool) -> str:
    """Draw a part of a bar at the bottom of its room, in pixels; none of no height."""
    space = f'<div style="height:{room - tall}px"></div>'
    edge = f"border-left:2px solid {INK};border-right:2px solid {INK}" if breaks else f"border-right:1px solid {PAPER}"
    drawn = f'<div style="height:{tall}px;background-color:{fill};box-sizing:border-box;{edge}"></div>'
    return space + drawn if tall else space


def _pieces(shown: View) -> Iterator[str]:
    """Draw the pieces between the breakpoints below their sentences."""
    yield '<div style="display:flex;margin-top:6px">'
    for number, ((first, last), size) in enumerate(zip(pairwise(shown.edges), shown.pieces, strict=True)):
        word = shown.verdict(size)
        ground, edge = _BROKEN.get(word, (_PIECES[number % 2], "1px solid"))
        label = f"[{number}] {size} {word}".rstrip() if last - first >= _NARROW else ""
        inner = f'<span style="background-color:{PAPER};padding:0 3px">{label}</span>' if label else "&nbsp;"
        yield (
            f'<div style="flex:{last - first} 0 {5 * (last - first)}px;min-width:0;border:{edge} {INK};'
            f'box-sizing:border-box;overflow:hidden;white-space:nowrap;font-size:12px;background-color:{ground}" '
            f'title="[{number}] {size} tokens {word}">{inner}</div>'
        )
    yield "</div>"


class DistancePlot(Widget[View]):
    """Shows distances between sentences and the controls of the threshold; made by ``distance_plot``."""

    def __init__(self, text: str, embed: Embedder, threshold: str, amount: float, *numbers: int) -> None:
        window, size, least = numbers
        self._sentences = lru_cache(maxsize=1)(lambda text: Sentences(text, embed))
        self.threshold = Dropdown(description="threshold", options=list(THRESHOLDS), value=threshold, style=NAME)
        self.amount = Amount("amount")
        self.amount.offer(amount, *offered(threshold)[1:])
        self.window = Number("window", window, least=1, most=_MOST_WINDOW)
        self.size = Number("size", size, least=1, most=max(_MOST_SIZE, 2 * size))
        self.least = Number("minimum", least, least=0, most=max(size, least))
        self.threshold.observe(self._offer_amounts, "value")
        self.least.stay_below(self.size, by=0)
        controls = self.threshold, self.amount, self.window, self.size, self.least
        super().__init__(*controls, view=View, page=page, text=text, holds=MOST_CHARACTERS)

    def _state(self) -> tuple[Any, ...]:
        numbers = self.window.value, self.size.value, self.least.value
        return self._sentences(self.text), self.threshold.value, self.amount.value, *numbers

    def _offer_amounts(self, change: Any) -> None:
        """Offer the new threshold's amounts; the usual one is chosen."""
        with self._together():
            self.amount.offer(*offered(change["new"]))


def distance_plot(
    text: str | None = None,
    *,
    threshold: str = "percentile",
    amount: float | None = None,
    window: int = 1,
    size: int = 200,
    min_size: int = 40,
    embed: str | Embedder | None = None,
) -> DistancePlot:
    """Show the distance at each gap between two sentences, the breakpoints above a threshold, and the chunks.

    Args:
        text: Your own text, at most 40,000 characters; a chapter of the handbook by default.
        threshold: "percentile", "standard_deviation", "interquartile" or "gradient".
        amount: its parameter; the usual one by default.
        window: Sentences on either side of a gap that are compared.
        size: the most tokens that a chunk may have.
        min_size: the least.
        embed: See ``chunklib.embed.embedder``.

    Returns:
        A widget; ``str(widget)`` says the same in words.

    Raises:
        CourseError: for a text, threshold, amount or number that no control leads to.

    >>> print(distance_plot("It rained. It rained a lot. Pianos are black.", amount=50, embed="hashing"))
    percentile 50, window 1, size 200, minimum 40, on 3 sentences, model hashing, which knows words only
    distances: 0.29 to 1.00, mean 0.65
    threshold: 0.65
    breakpoints: 1 of 2 gaps
    pieces between them: 2 with 11 (under), 6 (under) tokens: 2 under
    chunks of semantic: 1 with 16 (under) tokens: 1 under
    gap 1  1.00  It rained a lot. | Pianos are black.
    """
    shown = part_of_handbook("## Alarms API", "## Webhooks") if text is None else text
    with refusing("distance_plot"):
        check_text(shown, MOST_CHARACTERS)
        numbers = whole("window", window), whole("size", size), whole("min_size", min_size)
        return DistancePlot(shown, embedder(embed), threshold, check(threshold, amount), *numbers)
