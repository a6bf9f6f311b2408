"""moving_passage(text): drag a passage across the windows of a text, and see where a boundary tears it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from html import escape
from itertools import pairwise
from typing import Any

import tiktoken

from chunklib.calculators import containment, storage_impact, stride
from chunklib.readers import at_least, size_and_overlap
from chunklib.token_index import clean
from chunklib.view.palette import COLORS, INK, PAPER
from chunklib.view.spans import stripes
from classroom.lessons.widgets.arguments import check_text, part_of_handbook, refusing
from classroom.lessons.widgets.controls import Number, size_handles
from classroom.lessons.widgets.parts import framed, lines_html, region, totals_html, totals_text
from classroom.lessons.widgets.widget import Widget

MOST_RUNS = 12
Run = tuple[int, int]
_SHOWN = 60  # characters of a long passage at each of its ends
MOST_WINDOWS = 12
_PLAIN, _HATCH = f"background-color:{COLORS[0]}", f"background-color:{COLORS[2]};{stripes(COLORS[2], COLORS[1])}"
_BAND, _GAP = f"border-top:4px solid {INK};border-bottom:4px solid {INK}", f"background-color:{COLORS[8]}"
_PASSAGE = f"background-color:{PAPER};{_BAND}"
_TORN, _WHOLE = f"background-color:{INK}", f"background-color:{COLORS[5]};height:8px"
_SWATCH = f"border:1px solid {INK};padding:0 9px;margin-right:4px"  # before its look, which may bring other edges
_KEY = " · ".join(
    f'<span style="white-space:nowrap"><span style="{_SWATCH};{look}"></span>{name}</span>'
    for look, name in (
        (_PLAIN, "a window"),
        (_HATCH, "text that two windows share"),
        (_PASSAGE, "the passage"),
        (_GAP, "a part of it that the window does not hold"),
        (_TORN, "torn if it begins here"),
        (f"background-color:{COLORS[5]}", "whole if it begins here"),
    )
)
_MOST_CHARACTERS = 60_000
_MOST = 1_000


@dataclass
class View:
    """Holds the values of the controls, in tokens, and says where the passage is whole; or why there is none.

    A passage that would stick out at the end of the text begins earlier.
    """

    text: str
    start: int
    passage: int
    size: int
    overlap: int

    def __str__(self) -> str:
        head = (
            f"windows of {self.size:,} tokens that share {self.overlap:,}, on a text of {self.tokens:,} tokens\n"
            f"a passage of {self.passage:,} tokens that begins at token {self.start:,}: {self.words}"
        )
        return "\n".join([head, self.error] if self.error else [head, self.verdict, *totals_text(self.totals())])

    def __post_init__(self) -> None:
        ids = _ids(clean(self.text))
        self.tokens, self.error, self.words = len(ids), "", ""
        if not ids or self.passage > len(ids):
            self.error = f"the passage must not be longer than the text: got {self.passage:,} tokens, text {len(ids):,}"
            return
        self.start = min(self.start, len(ids) - self.passage)
        words = " ".join(_encoding().decode(ids[slice(*self.place)], errors="replace").split())
        self.words = f"'{words if len(words) <= 2 * _SHOWN else f'{words[:_SHOWN]} … {words[-_SHOWN:]}'}'"

    @property
    def place(self) -> Run:
        """Return the tokens of the passage, from the first to the one after the last."""
        return self.start, self.start + self.passage

    @cached_property
    def windows(self) -> list[Run]:
        """Return where the windows start and end."""
        count, step = storage_impact(self.tokens, self.size, self.overlap).chunks, stride(self.size, self.overlap)
        return [(start, min(start + self.size, self.tokens)) for start in range(0, count * step, step)]

    @property
    def holders(self) -> list[int]:
        """Return the numbers of the windows in which the passage is whole."""
        first, end = self.place
        return [number for number, (start, stop) in enumerate(self.windows) if start <= first and end <= stop]

    @property
    def last_before(self) -> int:
        """Return the number of the last window that does not begin after the passage."""
        return max(number for number, (start, _) in enumerate(self.windows) if start <= self.start)

    @property
    def verdict(self) -> str:
        """Say where the passage is whole, or what tears it."""
        if self.holders:
            names = " and ".join(f"[{number}]" for number in self.holders)
            return f"whole in {'window' if len(self.holders) == 1 else 'windows'} {names}"
        (first, end), at = self.place, self.last_before
        (_, stop), (start, later) = self.windows[at : at + 2]
        return (
            f"torn: window [{at}] ends at token {stop:,} and window [{at + 1}] begins at token {start:,}, "
            f"so [{at}] holds {stop - first} of its {end - first} tokens and [{at + 1}] holds {min(later, end) - start}"
        )

    @cached_property
    def torn(self) -> list[Run]:
        """Return the starts that leave the passage whole in no window, as runs from the first to after the last."""
        runs, reached = [], 0
        for start, stop in self.windows:
            if reached < start:
                runs.append((reached, start))
            reached = max(reached, start, stop - self.passage + 1)
        end = self.tokens - self.passage + 1
        return [(first, min(after, end)) for first, after in [*runs, (reached, end)] if first < min(after, end)]

    def totals(self) -> list[tuple[str, str]]:
        """Say the count over all starts, the formula, and the starts at which the passage is torn."""
        starts = self.tokens - self.passage + 1
        whole = starts - sum(after - first for first, after in self.torn)
        fits, step = self.size - self.passage + 1, stride(self.size, self.overlap)
        share = containment(self.passage, self.size, self.overlap)
        beyond = ", more than 1, so" if fits > step else ", less than 0, so" if fits < 0 else " ="
        shown = [f"{first:,}" + f"-{after - 1:,}" * (after - first > 1) for first, after in self.torn[:MOST_RUNS]]
        why = f"whole if it begins at one of a window's first {max(0, fits):,} tokens"
        formula = f"({self.size} - {self.passage} + 1) / ({self.size} - {self.overlap})"
        more = f" and {len(self.torn) - MOST_RUNS:,} more runs" if len(self.torn) > MOST_RUNS else ""
        return [
            ("counted", f"{whole:,} of {starts:,} starts leave it whole, {whole / starts:.1%}"),
            ("formula", f"{formula} = {fits} / {step}{beyond} {share:.1%}"),
            ("why", f"{why}, and the next window begins {step:,} tokens later"),
            ("torn if it begins at tokens", f"{', '.join(shown)}{more}" if shown else "none: it is whole everywhere"),
        ]


def _encoding() -> tiktoken.Encoding:
    return tiktoken.get_encoding("cl100k_base")


@lru_cache(maxsize=4)
def _ids(text: str) -> list[int]:
    return _encoding().encode_ordinary(text)


def page(shown: View) -> str:
    """Draw a view: the verdict and the sums, the windows with the passage, the starts."""
    lines = [f"<b>“</b>{escape(shown.words[1:-1])}<b>”</b>", *(totals_html([one]) for one in shown.totals()), _KEY]
    head = f'<div role="status" style="font-weight:bold;font-size:15px">{escape(shown.verdict)}</div>'
    drawn = region("The windows and the passage", "padding:8px 10px;outline-offset:-3px", _picture(shown))
    return framed(head + lines_html(lines), drawn)


def _picture(shown: View) -> str:
    """Draw the windows near the passage, all where there are few."""
    count = len(shown.windows)
    first = max(0, min(shown.last_before - MOST_WINDOWS // 2, count - MOST_WINDOWS))
    numbers = range(first, min(count, first + MOST_WINDOWS))
    line = shown.windows[numbers[0]][0], shown.windows[numbers[-1]][1]
    rows = [_window(shown, number, line) for number in numbers]
    starts = (0, shown.tokens - shown.passage + 1)
    rows += [
        _row("passage", line, [shown.place], lambda at: _PASSAGE if _within(at, [shown.place]) else ""),
        _row("its starts", line, [*shown.torn, starts], lambda at: _start(shown, at, starts)),
    ]
    title = f"<b>{count:,} windows on {shown.tokens:,} tokens</b>"
    part = f", drawn are [{numbers[0]}] to [{numbers[-1]}]" if len(numbers) < count else ""
    return f"<div>{title}{part}</div>{''.join(rows)}"


def _window(shown: View, number: int, line: Run) -> str:
    start, end = shown.windows[number]
    shared = [(start, shown.windows[number - 1][1])] if number else []
    shared += [(after, end) for after, _ in shown.windows[number + 1 : number + 2]]

    def look(at: int) -> str:
        passage = _within(at, [shown.place])
        if not start <= at < end:
            return _GAP if passage else ""
        return f"{_HATCH if _within(at, shared) else _PLAIN}{f';{_BAND}' if passage else ''}"

    mark = " ✓ whole" if number in shown.holders else ""
    return _row(f"<b>[{number}]</b> {start:,}–{end:,}{mark}", line, [(start, end), *shared, shown.place], look)


def _start(shown: View, at: int, starts: Run) -> str:
    return _TORN if _within(at, shown.torn) else _WHOLE if _within(at, [starts]) else ""


def _within(at: int, runs: Iterable[Run]) -> bool:
    return any(start <= at < end for start, end in runs)


def _row(name: str, line: Run, runs: Iterable[Run], look: Callable[[int], str]) -> str:
    """Draw a named line of tokens, cut wherever a run starts or ends; ``look`` gives the style at a token."""
    low, high = line
    edges = sorted({low, high, *(min(max(edge, low), high) for run in runs for edge in run)})
    cells = "".join(
        f'<div style="flex:0 0 {100 * (end - start) / (high - low):.3f}%;box-sizing:border-box;height:16px;'
        f'{look(start) or f"background-color:{PAPER}"}"></div>'
        for start, end in pairwise(edges)
    )
    label = f'<div style="flex:0 0 170px;font-size:13px;line-height:18px">{name}</div>'
    return f'<div style="display:flex;margin:2px 0">{label}<div style="flex:1 1 auto;display:flex">{cells}</div></div>'


class MovingPassage(Widget[View]):
    """Shows a passage on the windows of a text, and the controls that move both; made by ``moving_passage``."""

    def __init__(self, asked: View) -> None:
        self.start = Number("begins at", asked.start, least=0, most=asked.tokens)
        self.passage = Number("passage", asked.passage, least=1, most=max(_MOST, asked.passage))
        self.size, self.overlap = size_handles(asked.size, asked.overlap, most=max(_MOST, 2 * asked.size))
        rows = self.start, self.passage, self.overlap, self.size
        words = "The passage in words"
        super().__init__(*rows, view=View, page=page, text=asked.text, holds=_MOST_CHARACTERS, words=words)

    def _state(self) -> tuple[Any, ...]:
        numbers = self.start.value, self.passage.value, self.size.value, self.overlap.value
        return self.text, *numbers

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
        return MovingPassage(View(shown, first, *numbers))
