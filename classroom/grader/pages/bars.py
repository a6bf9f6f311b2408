"""Draw a distribution as bars, with numbers beside them and words for readers who cannot see it."""

from __future__ import annotations

from collections.abc import Sequence

from classroom.grader.pages.html import Html, element, joined
from classroom.grader.pages.numbers import Bar

_WIDTH, _ROW, _LEFT, _RIGHT = 320, 18, 52, 36
_STRIPES = Html(
    '<defs><pattern id="stripes" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<line class="stripe" x1="0" y1="0" x2="0" y2="6"></line></pattern></defs>'
)


def drawing(bars: Sequence[Bar]) -> Html:
    """Return the bars as a drawing, one row each; empty ones keep their row."""
    most = max((bar.number for bar in bars), default=0) or 1
    rows = [part for at, bar in enumerate(bars) for part in _row(bar, at * _ROW, most)]
    words = "Submissions by points. " + "; ".join(f"{bar.label}: {bar.number}" for bar in bars)
    box = f"0 0 {_WIDTH} {len(bars) * _ROW + 2}"
    return element("svg", _STRIPES, joined(rows), viewBox=box, role="img", aria_label=words)


def _row(bar: Bar, top: int, most: int) -> list[Html]:
    width = (_WIDTH - _LEFT - _RIGHT) * bar.number / most
    look = "hatched" if bar.hatched else "bar"
    drawn = [
        element("text", bar.label, x=str(_LEFT - 6), y=str(top + 14), text_anchor="end"),
        element("text", str(bar.number), x=f"{_LEFT + width + 5:.1f}", y=str(top + 14)),
    ]
    if bar.number:
        place = {"x": str(_LEFT), "y": str(top + 3), "width": f"{width:.1f}", "height": str(_ROW - 5)}
        drawn.append(element("rect", class_=look, **place))
    return drawn
