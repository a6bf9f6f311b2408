"""The plots of a measurement: differences with intervals, and recall against storage; each with its numbers.

Each gives a ``Plot``: the picture with alternative text, and a table of the same numbers, which is also its plain
text. Markers, edges and line styles tell series and verdicts apart, never a colour alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from textwrap import fill as wrapped
from typing import TYPE_CHECKING

from chunklib.columns import columns
from chunklib.errors import InvalidType, InvalidValue
from chunklib.evaluation.statistics.differences import ALPHA
from chunklib.evaluation.statistics.verdict import Verdict
from chunklib.evaluation.sweep.results import Results
from chunklib.evaluation.wording import effect, p_value, points
from chunklib.view.palette import INK, PAPER
from classroom.lessons.figure import Picture, figure, new_figure
from classroom.lessons.widgets.sweep_map import Measured

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_MARKERS = ("o", "s", "^", "D", "v", "P")
_LINES = ("-", "--", ":", "-.")
_ROW = 0.42  # inches for a row of a forest plot
_LABEL, _TITLE = 44, 72  # characters in a line
_DARK = ("#1F5C99", "#A8441A", "#5C5400", "#7A1F4B", "#0F5C4D", "#444444")  # lines on white: 4.5 to 1 or more


@dataclass(frozen=True, slots=True)
class Plot:
    """Shows a picture and the table of its numbers."""

    picture: Picture
    table: str

    def __repr__(self) -> str:
        return self.table

    def _repr_html_(self) -> str:
        look = "margin:8px 0 0;white-space:pre;overflow-x:auto;font-size:13px;color:inherit;background:transparent"
        label = 'tabindex="0" role="region" aria-label="The numbers of the figure"'
        return f'{self.picture._repr_html_()}<pre {label} style="{look}">{escape(self.table)}</pre>'


def forest(verdicts: Sequence[Verdict], title: str) -> Plot:
    """Draw differences with their 95 % intervals, one below the other.

    Args:
        verdicts: what ``chunklib.evaluation.statistics.verdict.verdicts`` gave.
        title: the message, as a sentence.

    Returns:
        a plot: a filled diamond is a difference that may be claimed, a hollow circle one that may not. The smallest
        effect that this data can show is in the table.

    Raises:
        ValueError: without verdicts, and without a title.
        TypeError: for anything but a list of verdicts.

    >>> from chunklib.evaluation.statistics.verdict import verdicts
    >>> low, high = [[0.2, 0.5, 0.4, 0.3] * 5] * 6, [[0.4, 0.8, 0.5, 0.5] * 5] * 6
    >>> forest(verdicts({"20 % against 0": (low, high)}, ["a", "b"] * 10), "Overlap helps")
    comparison      points  interval        p        smallest effect  finding
    20 % against 0  +20.0   [+17.9, +22.1]  < 0.001  4.2              difference
    """
    if not isinstance(verdicts, Sequence) or not all(isinstance(one, Verdict) for one in verdicts):
        raise InvalidType(f"a forest plot takes a list of verdicts: got {type(verdicts).__name__}")
    if not verdicts:
        raise InvalidValue("a forest plot needs at least one verdict: got none")
    fig, ax = new_figure(8, 1.3 + _ROW * len(verdicts))
    for row, one in enumerate(verdicts):
        _difference(ax, row, one)
    ax.axvline(0, color=INK, linewidth=1)
    ax.set(
        yticks=range(len(verdicts)),
        yticklabels=[wrapped(one.label, _LABEL) for one in verdicts],
        ylim=(len(verdicts) - 0.5, -0.5),
    )
    ax.set_xlabel("difference in points, with its interval; filled: may be claimed")
    ax.set_title(_titled(title))
    p = "Holm p" if verdicts[0].family > 1 else "p"
    heads = ("comparison", "points", "interval", p, "smallest effect", "finding")
    rows = [_verdict_row(one) for one in verdicts]
    alt = f"{title}. " + "; ".join(f"{row[0]}: {row[1]} points, {row[2]}, {row[5]}" for row in rows)
    return Plot(figure(fig, alt), "\n".join(columns(heads, rows, plain=True)))


def _difference(ax: Axes, row: int, one: Verdict) -> None:
    found = one.difference
    ax.plot([100 * found.low, 100 * found.high], [row, row], color=INK, linewidth=2, solid_capstyle="butt")
    marker, ground = ("D", _DARK[0]) if one.claim else ("o", PAPER)
    ax.plot([100 * found.mean], [row], marker=marker, color=ground, markeredgecolor=INK, markersize=8, linestyle="none")


def _verdict_row(one: Verdict) -> tuple[str, ...]:
    found = one.difference
    shown = effect(one.detectable) if one.detectable is not None else "cannot tell"
    finding = one.finding if one.finding != "difference" or one.claim else "too few phases"
    interval = f"[{points(found.low)}, {points(found.high)}]"
    return one.label, points(found.mean), interval, p_value(one.holm_p, ALPHA).removeprefix("= "), shown, finding


def recall_against_storage(results: Results, title: str, *, metric: str = "recall") -> Plot:
    """Draw what a setting finds against what it stores: a line for each size and retriever, a point for each overlap.

    Args:
        results: of a sweep.
        title: the message, as a sentence.
        metric: what is on the vertical axis.

    Returns:
        a plot without intervals: its points have their questions in common, so whether two of them differ, only the
        interval of their paired difference tells (``forest``).

    Raises:
        ValueError: for a metric that was not measured, and without a title.
        TypeError: for anything but a sweep.
    """
    measured = Measured(_swept(results))
    fig, ax = new_figure(8, 4)
    rows = []
    for number, (name, row) in enumerate(measured.rows.items()):
        at = [results.multiplier(setting) for setting in row.values()]
        means = [100 * results.mean(setting, metric) for setting in row.values()]
        ax.plot(
            at, means, label=name, color=_DARK[number % len(_DARK)],
            marker=_MARKERS[number % len(_MARKERS)], linestyle=_LINES[number % len(_LINES)],
        )  # fmt: skip
        overlaps = [str(setting.overlap) for setting in row.values()]
        rows += [(name, o, f"{x:.2f}", f"{y:.1f}") for o, x, y in zip(overlaps, at, means, strict=True)]
    ax.set(xlabel="stored tokens, in multiples of the documents", ylabel=f"{metric}, per cent")
    ax.set_title(_titled(title))
    fig.legend(loc="outside lower center", ncols=2, frameon=False)
    heads = ("series", "overlap", "stored", metric)
    alt = f"{title}. " + "; ".join(f"{row[0]}, overlap {row[1]}: {row[3]} at {row[2]} times the tokens" for row in rows)
    return Plot(figure(fig, alt), "\n".join(columns(heads, rows, plain=True)))


def _swept(results: object) -> Results:
    if not isinstance(results, Results):
        raise InvalidType(f"this plot shows what sweep() gives: got {type(results).__name__}")
    return results


def _titled(title: str) -> str:
    if not isinstance(title, str) or not title.strip():
        raise InvalidValue("the title of a figure says its message in a sentence: got none")
    return wrapped(title, _TITLE)
