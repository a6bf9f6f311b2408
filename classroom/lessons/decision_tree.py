"""Draw the table of ``chunklib.advice`` as a tree of questions, with what was measured at each end."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

from matplotlib.patches import FancyBboxPatch

from chunklib.advice import TABLE, Recommendation, Row
from chunklib.errors import InvalidValue
from chunklib.view.palette import PAPER
from classroom.lessons.figure import COLORS, INK, Picture, figure, new_figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_WIDTH, _QUESTION, _ADVICE = 8.0, 2.3, 2.8  # inches: of all, of a box with a question, where advice begins
_LINE, _GAP, _PAD = 0.17, 0.16, 0.07
_THICK = (0.9, 2.6)  # points: lines beside the way, and on it
_LETTERS, _MEASURED = 28, 90  # of a line in a box with a question, and of one with what was measured
_SEEN, _UNSURE, _NOTHING = COLORS[5], COLORS[2], COLORS[8]  # the words in the box say the same


def decision_tree(title: str, advice: Recommendation | None = None) -> Picture:
    """Draw how advice is found: questions from top to bottom, and beside each the row of the table for a yes.

    Args:
        title: the message, as a sentence.
        advice: a recommendation; the way that led to it is drawn with thick lines.

    Returns:
        a picture whose alternative text is the table as text.

    Raises:
        ValueError: without a title.

    >>> decision_tree("Most rows were not measured").alt[:90]
    'Most rows were not measured. Markdown: markdown, 200 to 400 tokens, an overlap of 0 % [str'
    """
    if not title.strip():
        raise InvalidValue("a decision tree needs a title: say what it shows in a sentence")
    taken = TABLE.index(advice.row) if advice else -1
    talls = [2 * _PAD + _LINE * max(map(len, _lines(row))) for row in TABLE]
    height = sum(talls) + _GAP * (len(TABLE) - 1)
    fig, ax = new_figure(_WIDTH, height + 0.5)
    ax.set(xlim=(0, _WIDTH), ylim=(height + 0.02, -0.02))
    ax.axis("off")
    ax.set_title(title)
    top = 0.0
    for at, (row, tall) in enumerate(zip(TABLE, talls, strict=True)):
        asked, advised = _THICK[at <= taken], _THICK[at == taken]
        y, below = top + 0.15, top + tall
        question, answer = _lines(row)
        ax.plot([_QUESTION, _ADVICE], [y, y], color=INK, linewidth=advised, zorder=0)
        _box(ax, (0.03, top, _QUESTION, tall), question, PAPER, asked)
        _box(ax, (_ADVICE, top, _WIDTH - _ADVICE - 0.03, tall), answer, _color(row), advised)
        if row != TABLE[-1]:
            ax.text(_QUESTION + 0.12, y - 0.09, "yes", va="center", fontsize=8)
            ax.plot([0.5, 0.5], [below, below + _GAP], color=INK, linewidth=_THICK[at < taken], zorder=0)
            ax.text(0.56, below + _GAP / 2, "no", va="center", fontsize=8)
        top = below + _GAP
    said = (f"{row.document}: {row.advice} [{'; '.join(row.support)}]" for row in TABLE)
    return figure(fig, f"{title}. {' '.join(said)}")


def _lines(row: Row) -> tuple[list[str], list[str]]:
    """Write the question and the advice of a row as lines of their boxes."""
    question = "Otherwise" if row == TABLE[-1] else f"Is it {row.document}?"
    parts = (part for one in row.support for part in one.replace("; ", "\n   ").split("\n"))
    support = [line for part in parts for line in wrap(part, _MEASURED, break_on_hyphens=False)]
    return wrap(question, _LETTERS), [row.advice, *support]


def _box(ax: Axes, place: tuple[float, float, float, float], lines: list[str], color: str, thick: float) -> None:
    x, top, wide, tall = place
    ax.add_patch(FancyBboxPatch((x, top), wide, tall, boxstyle="square,pad=0", facecolor=color, linewidth=thick))
    for at, line in enumerate(lines):
        size, weight = (9, "normal") if color == PAPER else (8, "normal") if at else (9, "bold")
        ax.text(x + 0.09, top + _PAD + _LINE * (at + 0.5), line, va="center", fontsize=size, weight=weight)


def _color(row: Row) -> str:
    found = [effect.finding for effect in row.effects]
    return _SEEN if "difference" in found else _UNSURE if found else _NOTHING
