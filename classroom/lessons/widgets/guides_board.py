"""guides_board(): every overlap that a guide recommends, beside your own mark and beside what was measured.

A row that agrees with the mark has a thick edge and a word, and rows about your use have an arrow, so nothing rests on
colour.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import Any

from ipywidgets import Layout

from chunklib.advice.guidelines import GUIDELINES, Guideline
from chunklib.errors import InvalidType
from chunklib.evaluation.effects import METRIC, Effect, at_equal_budget
from chunklib.evaluation.metrics.registry import label
from chunklib.token_index import clean
from chunklib.view.palette import COLORS, INK, PAPER
from classroom.lessons.widgets.arguments import between, refusing
from classroom.lessons.widgets.controls import NAME, Number, TextBox
from classroom.lessons.widgets.parts import SCROLL, framed, lines_html, region
from classroom.lessons.widgets.widget import Widget

MOST = 50
"""The largest overlap on the board, in per cent."""
AGREES, MORE, LESS = "agrees", "wants more", "wants less"
MEASURED = tuple(f"overlap-{strategy}" for strategy in ("token_windows", "sentences", "recursive", "markdown"))
_TABLES = {"overlap-by-percentage": "", "overlap-by-scenario": "scenario", "overlap-by-priority": "priority",
           "size-by-use": "use"}  # fmt: skip
_AGREES, _OTHER, _MARK = COLORS[0], "#E0E0E0", f"background-color:{INK};width:3px"
_REGION = f"padding:6px 10px;{SCROLL};contain:inline-size"  # a wide board widens no page
_NAME, _WORD = "flex:0 0 300px;overflow-wrap:anywhere;padding-right:8px", "flex:0 0 110px;padding-left:16px"
_FEWEST = 3  # letters of a word that tells uses apart


@dataclass(frozen=True)
class Row:
    """Holds what a guide says about a use: an overlap from ``low`` to ``high`` per cent of the chunk."""

    guide: Guideline
    name: str
    low: int
    high: int

    def word(self, mark: int) -> str:
        """Say what the guide would say to a mark."""
        return LESS if mark > self.high else MORE if mark < self.low else AGREES

    @property
    def says(self) -> str:
        """Write the least and the most per cent."""
        return f"{self.low} %" if self.low == self.high else f"{self.low} to {self.high} %"


def _rows() -> Iterator[Row]:
    for guide in GUIDELINES:
        if guide.table not in _TABLES:
            continue
        ends = guide.percent
        if not ends and guide.overlap and guide.size:  # the least of the largest chunk, the most of the smallest
            ends = round(100 * guide.overlap[0] / guide.size[1]), round(100 * guide.overlap[1] / guide.size[0])
        if ends:
            letter, about = re.search(r"\((\w)\)", guide.source), ", ".join(filter(None, (guide.about, guide.note)))
            yield Row(guide, f"{about} ({letter[1] if letter else _TABLES[guide.table]})", *ends)


ROWS = tuple(sorted(_rows(), key=lambda row: (row.low, row.high)))
"""The rows of the guides that name an overlap, the least first; those by use have it in tokens of a size."""


@dataclass(frozen=True)
class View:
    """Holds a mark in per cent of the chunk, and the use that the learner wrote down."""

    mark: int
    use: str

    def __str__(self) -> str:
        rows = [f"{'> ' if row in self.about else ''}{row.name}: {row.says}, {row.word(self.mark)}" for row in ROWS]
        return "\n".join([*self.head(), *rows, *self.measured()])

    @cached_property
    def about(self) -> list[Row]:
        """Return the rows about the use: they have one of its words."""
        words = {word for word in re.findall(r"\w+", self.use.lower()) if len(word) > _FEWEST}
        return [row for row in ROWS if words & set(re.findall(r"\w+", row.guide.about.lower()))]

    def head(self) -> Iterator[str]:
        """Say how many agree, what the mark stores, and what guides say about the use."""
        agree = sum(row.word(self.mark) == AGREES for row in ROWS)
        stored = f"it stores about {100 / (100 - self.mark):.2f} times the text"
        yield f"your mark: {self.mark} % of each chunk; {stored}; {agree} of {len(ROWS)} rows agree"
        if self.about:
            least, most = min(row.low for row in self.about), max(row.high for row in self.about)
            rows = "1 row is" if len(self.about) == 1 else f"{len(self.about)} rows are"
            yield f"{rows} about “{clean(self.use)}”: {least} to {most} %"
        elif self.use.strip():
            yield f"no row is about “{clean(self.use)}”"

    @staticmethod
    def measured() -> Iterator[str]:
        """Say what an overlap was measured to do at all."""
        effects = at_equal_budget(MEASURED)
        asked = f"{effects[0].questions} questions, chunks of 200 tokens"
        yield f"measured here: 20 % against none, {label(METRIC, 5)}, {asked}"
        yield from (f"{_way(one)}: {one.figures} points, {one.finding}" for one in effects)


def _way(effect: Effect) -> str:
    return effect.says.partition("none, ")[2]


def page(shown: View) -> str:
    """Draw a view: what the mark means, a bar for each row, and below them what was measured."""
    axis = "".join(f'<span style="position:absolute;left:{2 * at}%">{at}</span>' for at in range(0, MOST + 1, 10))
    scale = _line("<b>overlap in per cent</b>", axis, "")
    rows = "".join(_drawn(row, shown) for row in ROWS)
    head, *measured = shown.measured()
    strip = f'<div style="margin-top:6px;border-top:1px solid #757575"><b>{escape(head)}</b></div>'
    effects = lines_html(map(escape, measured))
    key = "line: your mark · blue with a thick edge: agrees with it · ▸ about your use · A, B and C: three tutorials"
    return framed(
        lines_html(map(escape, (*shown.head(), key))), region("The board", _REGION, scale + rows + strip + effects)
    )


def _drawn(row: Row, shown: View) -> str:
    """Draw a row: a bar from the least to the most, and the mark across it."""
    word, low, high = row.word(shown.mark), min(row.low, MOST), min(row.high, MOST)
    look = f"background-color:{_AGREES};border:2px solid {INK}" if word == AGREES else (
        f"background-color:{_OTHER};border:1px solid #757575"
    )  # fmt: skip
    place = f"left:{2 * low}%;width:max(8px,{2 * (high - low)}%)"
    bar = f'<span style="position:absolute;top:2px;height:14px;box-sizing:border-box;{place};{look}"></span>'
    mark = f'<span style="position:absolute;top:0;height:18px;left:{2 * shown.mark}%;{_MARK}"></span>'
    over = "→" if row.high > MOST else ""
    name = f"<b>▸ {escape(row.name)}</b>" if row in shown.about else escape(row.name)
    return _line(f'<span title="{escape(row.says)}">{name}</span>', bar + mark, f"{over} {word}")


def _line(name: str, bar: str, word: str) -> str:
    room = f'<div style="flex:1 1 160px;position:relative;height:18px;background:{PAPER}">{bar}</div>'
    return (
        '<div style="display:flex;line-height:18px;font-size:13px;margin:1px 0">'
        f'<div style="{_NAME}">{name}</div>{room}<div style="{_WORD}">{word}</div></div>'
    )


class GuidesBoard(Widget[View]):
    """Shows what guides say about overlap, and a mark that you move; made by ``guides_board``."""

    def __init__(self, asked: View) -> None:
        self.mark = Number("mark", asked.mark, least=0, most=MOST)
        self.use = TextBox(
            description="your use", value=asked.use, continuous_update=False, style=NAME, layout=Layout(width="auto")
        )
        super().__init__(self.mark, self.use, view=View, page=page, words="The board in words")

    def _state(self) -> tuple[Any, ...]:
        return self.mark.value, self.use.value


def guides_board(mark: int = 0, use: str = "") -> GuidesBoard:
    """Show every overlap that a guide recommends, your own mark among them, and what was measured.

    Args:
        mark: your overlap, in per cent of the chunk, from 0 to 50.
        use: what your documents are for; rows that have one of its words get an arrow.

    Returns:
        A widget; ``str(widget)`` says the same in words.

    Raises:
        CourseError: for a mark outside the board, and a use that is not a text.

    >>> next(guides_board(20, "legal texts").view.head())
    'your mark: 20 % of each chunk; it stores about 1.25 times the text; 13 of 27 rows agree'
    """
    with refusing("guides_board"):
        if not isinstance(use, str):
            raise InvalidType(f"the use must be a str: got {type(use).__name__}")
        return GuidesBoard(View(between(0, MOST, "mark", mark), use))
