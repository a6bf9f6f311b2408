"""The heat map of lesson 11 as a learner meets it: stored, run on a small sweep, driven by its pickers, in both themes.

What it must say is computed here, by the same functions: the page has to agree with them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Locator, expect

from chunklib.evaluation import Results, grid, sweep
from classroom import heat_map
from classroom.lessons.widgets.heat_map_view import View
from tests.browser.looking import barriers, illegible, switch

if TYPE_CHECKING:
    from tests.browser.conftest import Lab

pytestmark = pytest.mark.required_in_ci

MAP = re.compile(r"^\s*heat_map\(results, baseline=\"first of its row\"\)\s*$")
SMALL = 'sweep(grid(sizes=[200, 400], overlaps=[0, "20%"]), phases=6)'
ROW = "first of its row"


@pytest.fixture(scope="module")
def small() -> Results:
    """The sweep that the browser's kernel makes too."""
    return sweep(grid(sizes=[200, 400], overlaps=[0, "20%"]), phases=6)


@pytest.fixture(scope="module")
def stored(lab: Lab, complaints: list[str]) -> Locator:
    """The cell of the map in lesson 11, which nobody has run."""
    lab.open("notebooks/11_does_overlap_help.ipynb")
    return lab.cell(MAP)


@pytest.fixture(scope="module")
def cell(lab: Lab, stored: Locator) -> Locator:
    """A map in a notebook of its own, on a sweep that takes seconds."""
    code = ["from classroom import heat_map", "from chunklib.evaluation import grid, sweep"]
    path = lab.course.write_notebook("map.ipynb", "\n".join([*code, f"heat_map({SMALL})"]))
    lab.open(path)
    lab.run_all()
    assert lab.errors() == []
    return lab.cell("heat_map(sweep")


def choose(cell: Locator, name: str, value: str) -> None:
    cell.get_by_role("combobox", name=name).select_option(value)


def agrees(cell: Locator, shown: View) -> None:
    """Compare every line and cell of the map with the view that is computed here."""
    output = cell.locator(".jp-OutputArea-output")
    for line in shown.head():
        expect(output).to_contain_text(line)
    cells = [one for row in shown.cells.values() for one in row if one]
    table = output.get_by_role("cell")
    expect(table).to_have_count(len(cells))
    for at, one in enumerate(cells):
        expect(table.nth(at)).to_have_attribute("title", f"{one.setting.label}: {one}")
        claimed = one.verdict is not None and one.verdict.claim
        width = table.nth(at).evaluate("e => getComputedStyle(e).borderTopWidth")
        assert width == ("3px" if claimed else "1px")


def test_the_stored_map_has_its_numbers_colours_and_edges(stored: Locator) -> None:
    """Lab removes what it does not know from a notebook that nobody has run; what is left must do."""
    table = stored.locator(".jp-OutputArea-output").get_by_role("cell")
    expect(table).to_have_count(16)
    expect(stored.get_by_role("rowheader")).to_have_count(4)
    grounds = {table.nth(at).evaluate("e => getComputedStyle(e).backgroundColor") for at in range(16)}
    assert len(grounds) > 8
    widths = [table.nth(at).evaluate("e => getComputedStyle(e).borderTopWidth") for at in range(16)]
    words = [table.nth(at).inner_text().splitlines()[-1] for at in range(16)]
    assert [width == "3px" for width in widths] == [word in ("more", "less") for word in words]
    assert "3px" in widths


def test_the_figures_of_the_lesson_are_whole_and_have_words(lab: Lab, stored: Locator) -> None:
    pictures = lab.page.locator(".jp-OutputArea-output img")
    expect(pictures).to_have_count(4)
    for at in range(4):
        shown = pictures.nth(at)
        assert len(shown.get_attribute("alt") or "") > 100
        room = shown.evaluate(
            "e => e.getBoundingClientRect().right <= e.closest('.jp-OutputArea').clientWidth + "
            "e.closest('.jp-OutputArea').getBoundingClientRect().left + 1"
        )
        assert room
    outputs = lab.page.locator(".jp-OutputArea-output").filter(has=lab.page.locator("img, table"))
    assert barriers(outputs) == []
    assert illegible(outputs.filter(has=lab.page.locator("pre"))) == []


def test_means_come_first(cell: Locator, small: Results) -> None:
    agrees(cell, heat_map(small).view)


def test_pickers_change_metric_and_baseline(cell: Locator, small: Results) -> None:
    choose(cell, "baseline", "the first of each row")
    agrees(cell, heat_map(small, baseline=ROW).view)
    choose(cell, "metric", "whole")
    agrees(cell, heat_map(small, metric="whole", baseline=ROW).view)
    choose(cell, "baseline", "token_windows 400/80, bm25@5")
    agrees(cell, heat_map(small, metric="whole", baseline="token_windows 400/80, bm25@5").view)


def test_keys_move_a_picker(lab: Lab, cell: Locator, small: Results) -> None:
    choose(cell, "baseline", "the first of each row")
    picker = cell.get_by_role("combobox", name="metric")
    choose(cell, "metric", "recall")
    picker.focus()
    for key in ("Space", "ArrowDown", "Enter"):  # closed, Lab keeps the arrows for its cells
        lab.page.keyboard.press(key)
    expect(picker).to_have_value("precision")
    agrees(cell, heat_map(small, metric="precision", baseline=ROW).view)


def test_the_map_is_legible_and_named_in_both_themes(lab: Lab, cell: Locator, complaints: list[str]) -> None:
    choose(cell, "metric", "recall")
    output = cell.locator(".jp-OutputArea-output")
    assert barriers(output) == []
    assert illegible(output) == []
    switch(lab)
    assert illegible(output) == []
    assert complaints == []
