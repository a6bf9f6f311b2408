"""The picture of advice: drawn from the table that `recommend` reads, and readable without colours."""

from __future__ import annotations

import pytest

from chunklib.advice import TABLE, recommend
from chunklib.errors import InvalidValue
from chunklib.view.palette import INK
from classroom.lessons.decision_tree import _NOTHING, _SEEN, _UNSURE, decision_tree
from tests.course.test_figure import luminance

TITLE = "What decides here"


def test_every_row_is_drawn_with_what_was_measured_and_the_way_of_a_recommendation_thicker() -> None:
    picture = decision_tree(TITLE)
    assert picture.png.startswith(b"\x89PNG")
    assert picture.png == decision_tree(TITLE).png
    for row in TABLE:
        assert f"{row.document}: {row.advice} [{'; '.join(row.support)}]" in picture.alt
    ways = {decision_tree(TITLE, recommend(text)).png for text in ("The gate was shut.", "The gate.\n\nIt was shut.")}
    assert len({picture.png, *ways}) == 3


def test_dark_text_is_legible_on_every_ground() -> None:
    for ground in (_SEEN, _UNSURE, _NOTHING):
        assert (luminance(ground) + 0.05) / (luminance(INK) + 0.05) > 4.5


def test_an_empty_title_is_refused() -> None:
    with pytest.raises(InvalidValue, match="^a decision tree needs a title"):
        decision_tree(" ")
