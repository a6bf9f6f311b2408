"""draw_again(values): draw the questions again and again, and watch the interval of their mean grow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from ipywidgets import Layout

from chunklib.errors import InvalidValue
from chunklib.evaluation.wording import points
from chunklib.view.palette import COLORS, INK
from classroom.lessons.widgets.arguments import between, refusing
from classroom.lessons.widgets.controls import Button, Number
from classroom.lessons.widgets.parts import SCROLL, framed, lines_html, region
from classroom.lessons.widgets.widget import Widget, row_of

_MOST, _ROWS, _LISTED = 1_000, 16, 12  # draws, bars, questions
_BAR = f"flex:0 0 auto;height:14px;border:1px solid {INK};box-sizing:border-box"
_GREY = "#D0D0D0"  # what is left out


@dataclass
class View:
    """Holds the values of all questions, how many of them are asked, and how often they are drawn."""

    values: tuple[float, ...]
    questions: int
    draws: int

    def __post_init__(self) -> None:
        rng = np.random.default_rng(0)
        self.asked = rng.permutation(self.values)[: self.questions]
        self.drawn = rng.integers(0, self.questions, (self.draws, self.questions))
        self.means = np.sort(self.asked[self.drawn].mean(axis=1))

    def __str__(self) -> str:
        counted = (f"{name}: {many}" + f", {out} left out" * (out > 0) for name, many, out in self.bins())
        return "\n".join([*self.lines(), *counted])

    def lines(self) -> list[str]:
        """Say the mean, the last draw, and the interval."""
        drawn = f"{self.draws:,} draw{'s' * (self.draws != 1)} of {self.questions:,} questions"
        said = [f"{drawn}, whose mean is {points(self.asked.mean())} points"]
        if self.draws:
            last = ", ".join(map(str, self.drawn[-1, :_LISTED])) + ", …" * (self.questions > _LISTED)
            mean = points(self.asked[self.drawn[-1]].mean())
            said += [f"the last draw took the questions {last}; its mean is {mean}"]
        if out := self.draws * 25 // 1000:
            low, high = self.means[out], self.means[-1 - out]
            said += [f"without {out} at each end (grey) the means go from {points(low)} to {points(high)}"]
        return said

    def bins(self) -> list[tuple[str, int, int]]:
        """Count the means in steps of 2, 5, 10 or 20 points, so that there are few; and those left out at the ends."""
        for step in (2, 5, 10, 20):
            places = np.floor((100 * self.means / step).round(6)).astype(int).tolist()
            every = range(min(places, default=0), max(places, default=-1) + 1)
            if len(every) <= _ROWS:
                break
        out = self.draws * 25 // 1000
        counts, left = Counter(places), Counter(places[:out] + places[len(places) - out :])
        return [(f"{step * at} to {step * at + step}".replace("-", "−"), counts[at], left[at]) for at in every]


def page(shown: View) -> str:
    """Draw a view: the sentences, and a bar for each step; a line where the means begin to be above 0."""
    first, *others = shown.lines()
    head = f'<div role="status" style="font-weight:bold;font-size:15px">{first}</div>{lines_html(others)}'
    most = max((many for _, many, _ in shown.bins()), default=1)
    rows = (
        f'<div style="display:flex;align-items:center{f";border-top:3px solid {INK}" * name.startswith("0 ")}">'
        f'<div style="flex:0 0 90px;text-align:right;margin-right:8px">{name}</div>'
        f"{_bar(COLORS[0], (many - out) / most)}{_bar(_GREY, out / most)}&nbsp;{many}</div>"
        for name, many, out in shown.bins()
    )
    return framed(head, region("The means of the draws", f"padding:8px 10px;{SCROLL}", "".join(rows) or "no draw yet"))


def _bar(color: str, part: float) -> str:
    return f'<div style="{_BAR};background-color:{color};width:{60 * part:.2f}%"></div>' if part else ""


class DrawAgain(Widget[View]):
    """Shows the means of the draws, and the controls that draw; made by ``draw_again``."""

    def __init__(self, values: tuple[float, ...], questions: int, draws: int) -> None:
        self.values = values
        self.questions = Number("questions", questions, least=2, most=len(values))
        self.draws = Number("draws", draws, least=0, most=_MOST)
        one, many = (Button(description=name, layout=Layout(width="auto")) for name in ("Draw again", "Draw 100 more"))
        one.on_click(lambda _: self._draw_more(1))
        many.on_click(lambda _: self._draw_more(100))
        rows = row_of(one, many), self.draws, self.questions
        super().__init__(*rows, view=View, page=page, words="The draws in words")

    def _draw_more(self, draws: int) -> None:
        self.draws.box.value += draws

    def _state(self) -> tuple[Any, ...]:
        return self.values, self.questions.value, self.draws.value


def draw_again(values: Sequence[float], questions: int = 10, draws: int = 0) -> DrawAgain:
    """Draw some questions again, as many as there are, some of them twice; each draw has a mean.

    ``values`` is a fraction for each question, such as its gain; ``questions`` of them, chosen at random, are drawn.

    Raises:
        CourseError: for what no control leads to.

    >>> str(draw_again([0.0, 1.0], questions=2)).splitlines()[0]
    '0 draws of 2 questions, whose mean is +50.0 points'
    """
    with refusing("draw_again"):
        found = np.asarray(values, float)
        if found.ndim != 1 or len(found) < 2 or not (abs(found) <= 1).all():
            raise InvalidValue("values must be a list of at least two fractions from -1 to 1")
        numbers = between(2, len(found), "questions", questions), between(0, _MOST, "draws", draws)
        return DrawAgain(tuple(found.tolist()), *numbers)
