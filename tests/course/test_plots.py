"""The plots: their tables are the numbers of the statistics, their pictures are drawn where the numbers say."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from html import unescape

import numpy as np
import pytest
from matplotlib.image import imread

from chunklib.evaluation.statistics.differences import interval
from chunklib.evaluation.statistics.verdict import Verdict
from chunklib.evaluation.sweep.comparison import findings
from chunklib.evaluation.wording import points
from classroom.lessons.plots import Plot, forest, recall_against_storage
from tests.course.pages import Reader
from tests.course.test_heat_map import DOCUMENTS, results


@pytest.fixture(scope="module")
def verdicts() -> list[Verdict]:
    return list(findings(results(), ["recall"]).verdicts)


def pixels(plot: Plot) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    """The picture, red, green and blue from 0 to 1."""
    found = imread(io.BytesIO(plot.picture.png))
    return np.asarray(found[..., :3])


def test_table_and_alternative_text_of_a_forest_have_every_number(verdicts: list[Verdict]) -> None:
    plot = forest(verdicts, "Two differences may be claimed")
    assert plot.picture.alt.startswith("Two differences may be claimed. ")
    head, *rows = plot.table.splitlines()
    assert head.split()[0] == "comparison"
    assert "Holm p" in head
    for row, one in zip(rows, verdicts, strict=True):
        found = one.difference
        numbers = [points(found.mean), f"[{points(found.low)}, {points(found.high)}]", one.label]
        assert all(number in row for number in numbers)
        assert row.endswith(one.finding)
        assert f"{one.label}: {points(one.difference.mean)} points" in plot.picture.alt


def test_the_numbers_stand_beside_the_picture_on_the_page(verdicts: list[Verdict]) -> None:
    plot = forest(verdicts, "Overlap & <recall>")
    html = plot._repr_html_()
    assert html.startswith('<img alt="Overlap &amp; &lt;recall&gt;. ')
    beside = re.search(r"<pre tabindex=.0. role=.region. aria-label=.[^>]+>(.*)</pre>", html, re.DOTALL)
    assert beside
    assert unescape(beside[1]) == plot.table == repr(plot)
    assert "<" not in Reader(html.partition("<pre")[1] + html.partition("<pre")[2]).text.replace("< 0.001", "")


def test_only_a_claim_is_filled(verdicts: list[Verdict]) -> None:
    claims = [one for one in verdicts if one.claim]
    others = [one for one in verdicts if not one.claim]
    assert claims
    assert others
    blue = np.array([0x1F, 0x5C, 0x99]) / 255
    drawn = [np.abs(pixels(forest(rows, "Claims")) - blue).max(axis=-1).min() < 0.01 for rows in (claims, others)]
    assert drawn == [True, False]


def test_one_phase_is_not_called_a_difference() -> None:
    single = [one for one in findings(results(phases=1), ["recall"]).verdicts if one.finding == "difference"]
    assert single
    assert all(line.endswith("too few phases") for line in forest(single, "One phase").table.splitlines()[1:])


def test_a_single_comparison_has_p_and_what_cannot_be_told_is_said(verdicts: list[Verdict]) -> None:
    one = verdicts[0]
    alone = Verdict("same", replace(one.difference, mean=0.0, low=0.0, high=0.0, p=1.0, flip_error=0.0), 1.0)
    head, row = forest([alone], "Nothing").table.splitlines()
    assert "Holm" not in head
    assert "cannot tell" in row


def test_storage_has_a_row_for_every_setting() -> None:
    given = results()
    plot = recall_against_storage(given, "More is stored, not more is found")
    rows = plot.table.splitlines()[1:]
    assert len(rows) == len(given.settings)
    for row, setting in zip(rows, given.settings, strict=True):
        found = interval(given.scores(setting, "recall"), DOCUMENTS)
        assert re.split(r"\s{2,}", row)[1:] == [
            str(setting.overlap),
            f"{given.multiplier(setting):.2f}",
            f"{100 * found.mean:.1f}",
        ]
        assert f"overlap {setting.overlap}: {100 * found.mean:.1f} at" in plot.picture.alt


def test_pictures_are_the_same_in_every_run_and_fit_the_page(verdicts: list[Verdict]) -> None:
    def drawn() -> list[Plot]:
        return [forest(verdicts, "Same"), recall_against_storage(results(), "Same")]

    for first, second in zip(drawn(), drawn(), strict=True):
        assert first.picture.png == second.picture.png
        assert first.picture.width == 768
        ground = pixels(first)
        assert (ground[0] == 1).all()  # white up to the edge: nothing is cut off
        assert (ground[:, 0] == 1).all()
        assert (ground[:, -1] == 1).all()


def test_nonsense_is_one_line(verdicts: list[Verdict]) -> None:
    with pytest.raises(ValueError, match=r"^a forest plot needs at least one verdict: got none$"):
        forest([], "Nothing")
    with pytest.raises(ValueError, match=r"^the title of a figure says its message in a sentence: got none$"):
        forest(verdicts, " ")
    with pytest.raises(ValueError, match=r"^unknown metric 'taste': choose one of recall, whole$"):
        recall_against_storage(results(), "Taste", metric="taste")
    with pytest.raises(TypeError, match=r"^this plot shows what sweep\(\) gives: got NoneType$"):
        recall_against_storage(None, "A title")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="takes a list of verdicts: got NoneType"):
        forest(None, "A title")  # type: ignore[arg-type]
