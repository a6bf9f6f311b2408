"""Figures: words, the same bytes each time, and nothing of the user's own settings."""

from __future__ import annotations

import matplotlib as mpl
from matplotlib import pyplot as plt

from classroom.lessons.figure import COLORS, HATCHES, Picture, figure, new_figure
from tests.each import each


def bars() -> Picture:
    fig, ax = new_figure(4, 1.5)
    ax.barh([0, 1], [3, 5], color=COLORS[:2], hatch=HATCHES[0])
    ax.set_title("Two bars")
    return figure(fig, "Two bars:\n3 and 5")


def test_same_figure_same_bytes_whatever_the_user_has_set() -> None:
    first = bars()
    with mpl.rc_context({"font.size": 20, "savefig.facecolor": "black", "figure.dpi": 50, "lines.linewidth": 9}):
        assert bars() == first


def test_pixels_carry_no_version_and_fit_the_asked_width() -> None:
    made = bars()
    assert made.png.startswith(b"\x89PNG")
    assert b"atplotlib" not in made.png
    assert int.from_bytes(made.png[16:20], "big") == 480
    assert made.width == 384


def test_words_are_the_plain_form_and_stand_in_the_html() -> None:
    made = figure(new_figure()[0], 'a < b & "c"')
    assert repr(made) == 'a < b & "c"'
    assert '<img alt="a &lt; b &amp; &quot;c&quot;"' in made._repr_html_()
    assert repr(bars()) == "Two bars: 3 and 5"


def test_pyplot_figure_is_closed() -> None:
    fig, _ = plt.subplots()
    figure(fig, "empty")
    assert not plt.fignum_exists(fig.number)


def luminance(color: str) -> float:
    parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


@each("color", COLORS)
def test_dark_text_reads_on_every_color(color: str) -> None:
    assert (luminance(color) + 0.05) / (luminance("#212121") + 0.05) >= 4.5  # WCAG 2.1, level AA
