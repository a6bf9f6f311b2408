"""The moving passage without a browser: its verdict, its count and its picture against windows looked at one by one."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from chunklib.calculators import containment
from chunklib.view.palette import INK, PAPER
from classroom import moving_passage
from classroom.lessons.widgets.moving_passage import View, page
from tests.course.pages import Reader
from tests.each import each

SIZES = st.integers(1, 20).flatmap(lambda size: st.tuples(st.just(size), st.integers(0, size - 1)))


@given(SIZES, st.integers(1, 25), st.integers(1, 90), st.integers(0, 90))
def test_whole_and_torn_are_what_looking_at_every_start_finds(
    sizes: tuple[int, int], passage: int, words: int, start: int
) -> None:
    shown = View("a" + " a" * (words - 1), start, passage, *sizes)
    if passage > words:
        assert shown.error == f"the passage must not be longer than the text: got {passage} tokens, text {words}"
        return
    Reader(page(shown))
    whole = [any(a <= at and at + passage <= b for a, b in shown.windows) for at in range(words - passage + 1)]
    assert [at for first, after in shown.torn for at in range(first, after)] == [
        at for at, held in enumerate(whole) if not held
    ]
    assert dict(shown.totals())["counted"].startswith(f"{sum(whole)} of {len(whole)} starts")
    assert shown.verdict.startswith("whole in") == whole[shown.start]
    assert shown.place[1] <= words
    if not shown.holders:
        left, right = map(int, re.findall(r"holds (\d+)", shown.verdict))
        assert 0 < left < passage
        assert 0 < right < passage
        assert left + right >= passage or passage > sizes[0]


def test_the_picture_hatches_shared_text_alone_and_draws_the_windows_near_the_passage() -> None:
    widget = moving_passage("a" + " a" * 999, 30, size=20, overlap=0, start=500)
    bars = widget.page.value.partition("<div tabindex")[2]
    assert "linear-gradient" not in bars
    assert "drawn are [19] to [30]" in bars
    widget.overlap.box.value = 5
    assert "linear-gradient" in widget.page.value.partition("<div tabindex")[2]
    assert containment(30, 20, 5) == 0
    assert "(20 - 30 + 1) / (20 - 5) = -9 / 15, less than 0, so 0.0%" in str(widget)
    widget.size.box.value = 100
    widget.overlap.box.value = 80
    assert "= 71 / 20, more than 1, so 100.0%" in str(widget)
    widget.own_text.value = "a" + " a" * 49
    assert (widget.start.value, widget.start.box.max) == (20, 20)


@each(("start", "passage", "overlap"), [(40, 30, 20), (59, 30, 20), (8, 70, 20), (50, 30, 0), (45, 2, 50)])
def test_the_legend_names_whatever_is_drawn_and_nothing_in_two_ways(start: int, passage: int, overlap: int) -> None:
    """Each ground has its name, the frame of the passage also in the legend, and black is a torn start alone."""
    widget = moving_passage("a" + " a" * 299, passage, 60, overlap, start=start)
    key, _, picture = widget.page.value.partition("<div tabindex")
    swatches = re.findall(r'style="(border:[^"]*)"></span>', key)
    grounds = [re.findall("background-color:(#......)", one)[0] for one in swatches]
    assert len(set(grounds)) == len(swatches) == 6
    assert set(re.findall("background-color:(#......)", picture)) <= {*grounds, PAPER}
    assert [one for one in swatches if "border-top:4px" in one] == [swatches[2]]
    passage_row, _, starts = picture.partition(">passage<")[2].partition(">its starts<")
    assert "border-top:4px" in passage_row
    assert INK not in re.findall("background-color:(#......)", picture.partition(">its starts<")[0])
    assert "border-top" not in starts
