"""Figures that say in words what they show, draw the same each time, and do not rest on colour alone.

``HATCHES`` is for text that is shared, and for nothing else. The ground of a figure is white and part of the
picture, so it reads on a dark theme too.
"""

from __future__ import annotations

import base64
import io
import sys
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from cycler import cycler
from matplotlib import style
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from chunklib.errors import InvalidValue
from chunklib.view.palette import COLORS, INK

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["COLORS", "HATCHES", "INK", "Picture", "figure", "new_figure"]

HATCHES = ("///",)

_PIXELS_PER_INCH = 120
_CSS_PIXELS_PER_INCH = 96
_STYLE = {
    "axes.axisbelow": True,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "axes.prop_cycle": cycler(color=COLORS),
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titlesize": 11,
    "figure.facecolor": "white",
    "font.family": "DejaVu Sans",  # comes with matplotlib: the same letters on every machine
    "font.size": 10,
    "hatch.color": INK,
    "hatch.linewidth": 0.8,
    "patch.edgecolor": INK,
    "patch.force_edgecolor": True,
    "svg.hashsalt": "chunklib",
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
}


@dataclass(frozen=True, slots=True)
class Picture:
    """Holds a finished figure: its pixels (PNG), its alternative text, and its width on the page in CSS pixels."""

    alt: str
    png: bytes
    width: int

    def __repr__(self) -> str:
        return self.alt

    def _repr_html_(self) -> str:
        payload = base64.b64encode(self.png).decode("ascii")
        # JupyterLab drops the alternative text of an image output, and keeps it here.
        return (
            f'<img alt="{escape(self.alt)}" width="{self.width}" style="max-width: 100%; height: auto"'
            f' src="data:image/png;base64,{payload}">'
        )


def new_figure(width: float = 8, height: float = 3) -> tuple[Figure, Axes]:
    """Return an empty figure with one pair of axes in the style of the course.

    Args:
        width: inches; 8 fill the column of a notebook.
        height: inches.

    Returns:
        The figure and its axes. The figure is shown by ``figure`` alone, never by itself.

    >>> fig, ax = new_figure(4, 1)
    >>> figure(fig, "An empty pair of axes")
    An empty pair of axes
    """
    style.use(["default", _STYLE])  # default: whatever a matplotlibrc of the user says
    made = Figure(figsize=(width, height), layout="constrained")
    FigureCanvasAgg(made)
    return made, made.subplots()


def figure(fig: Figure, alt: str) -> Picture:
    """Finish a figure: draw it, close it, and give it its alternative text.

    Args:
        fig: from ``new_figure`` or pyplot.
        alt: alternative text, with the numbers that the figure shows.

    Returns:
        An object that a notebook shows as an image with alternative text, and everything else as that text.
        The same figure gives the same bytes.

    Raises:
        ValueError: ``alt`` is empty or white space.

    >>> figure(new_figure()[0], " ")
    Traceback (most recent call last):
    chunklib.errors.InvalidValue: alternative text is empty: say what the figure shows, with its numbers
    """
    if not alt.strip():
        raise InvalidValue("alternative text is empty: say what the figure shows, with its numbers")
    buffer = io.BytesIO()
    fig.savefig(buffer, format="png", dpi=_PIXELS_PER_INCH, metadata={"Software": None}, facecolor="white")
    width = round(fig.get_figwidth() * _CSS_PIXELS_PER_INCH)
    if pyplot := sys.modules.get("matplotlib.pyplot"):
        pyplot.close(fig)  # or the notebook shows it a second time, without words
    return Picture(" ".join(alt.split()), buffer.getvalue(), width)
