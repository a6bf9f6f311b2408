"""The chart of demands of lesson 13 as a learner meets it: stored, run on a small sweep, driven, in both themes.

What it must say is computed here, by the same functions: the page has to agree with them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Locator, expect

from chunklib.evaluation import Results, grid, sweep
from classroom import against_demands
from classroom.lessons.widgets.against_demands_view import View
from tests.browser.looking import barriers, illegible, switch

if TYPE_CHECKING:
    from tests.browser.conftest import Lab

pytestmark = pytest.mark.required_in_ci

CHART = re.compile(r"^\s*against_demands\(shown, least=60, stored=120\)\s*$")
SMALL = 'sweep(grid(sizes=[200, 400], overlaps=[0, "20%"]), phases=2)'


@pytest.fixture(scope="module")
def small() -> Results:
    """The sweep that the browser's kernel makes too."""
    return sweep(grid(sizes=[200, 400], overlaps=[0, "20%"]), phases=2)


@pytest.fixture(scope="module")
def stored(lab: Lab, complaints: list[str]) -> Locator:
    """The cell of the chart in lesson 13, which nobody has run."""
    lab.open("notebooks/13_capstone.ipynb")
    return lab.cell(CHART)


@pytest.fixture(scope="module")
def cell(lab: Lab, stored: Locator) -> Locator:
    """A chart in a notebook of its own, on a sweep that takes seconds."""
    code = ["from classroom import against_demands", "from chunklib.evaluation import grid, sweep"]
    path = lab.course.write_notebook("demands.ipynb", "\n".join([*code, f"against_demands({SMALL})"]))
    lab.open(path)
    lab.run_all()
    assert lab.errors() == []
    return lab.cell("against_demands(sweep")


def put(lab: Lab, cell: Locator, name: str, value: int) -> None:
    cell.get_by_role("spinbutton", name=name).fill(str(value))
    lab.page.keyboard.press("Tab")


def agrees(cell: Locator, shown: View) -> None:
    """Compare every line and row of the chart with the view that is computed here."""
    output = cell.locator(".jp-OutputArea-output")
    for line in shown.head():
        expect(output).to_contain_text(line)
    names = output.get_by_role("rowheader")
    expect(names).to_have_text([row.setting.label for row in shown.rows])
    words = output.get_by_role("cell").filter(has_text=re.compile("meets|too"))
    expect(words).to_have_text([("✓ " if row.finds and row.fits else "") + row.word for row in shown.rows])
    for at, row in enumerate(shown.rows):
        width = words.nth(at).evaluate("e => getComputedStyle(e).borderTopWidth")
        assert width == ("3px" if row.finds and row.fits else "1px")


def test_the_stored_chart_has_its_bars_and_lines(stored: Locator) -> None:
    """Lab removes what it does not know from a notebook that nobody has run; what is left must do."""
    output = stored.locator(".jp-OutputArea-output")
    expect(output.get_by_role("rowheader")).to_have_count(29)
    lines = output.locator("td div[style*='border-right']")
    expect(lines).to_have_count(58)
    places = {round((lines.nth(at).bounding_box() or {"width": 0})["width"]) for at in range(0, 58, 2)}
    assert places == {102}  # 60 of 100 per cent of 170 pixels, in every row
    bars = output.locator("td div[style*='height:12px']")
    assert len({bars.nth(at).evaluate("e => getComputedStyle(e).backgroundColor") for at in range(4)}) == 2
    first = bars.first.bounding_box()
    assert first is not None
    assert first["width"] > 90  # the first row finds the most, and its bar reaches the line


def test_the_chart_says_what_the_sweep_says(cell: Locator, small: Results) -> None:
    agrees(cell, against_demands(small).view)


def test_controls_move_the_demands(lab: Lab, cell: Locator, small: Results) -> None:
    put(lab, cell, "at least", 55)
    agrees(cell, against_demands(small, least=55).view)
    put(lab, cell, "stored", 100)
    agrees(cell, against_demands(small, least=55, stored=100).view)
    cell.get_by_role("combobox", name="metric").select_option("whole")
    agrees(cell, against_demands(small, metric="whole", least=55, stored=100).view)
    put(lab, cell, "at least", 900)
    agrees(cell, against_demands(small, metric="whole", least=100, stored=100).view)
    put(lab, cell, "stored", 130)


def test_a_slider_moves_a_demand_by_keys(lab: Lab, cell: Locator, small: Results) -> None:
    cell.get_by_role("combobox", name="metric").select_option("recall")
    put(lab, cell, "at least", 58)
    agrees(cell, against_demands(small, least=58).view)  # so the slider has followed the box
    handle = cell.get_by_role("slider").first
    handle.focus()
    handle.press("ArrowRight")
    expect(cell.get_by_role("spinbutton", name="at least")).to_have_value("59")
    agrees(cell, against_demands(small, least=59).view)


def test_the_chart_is_legible_and_named_in_both_themes(lab: Lab, cell: Locator, complaints: list[str]) -> None:
    output = cell.locator(".jp-OutputArea-output")
    assert barriers(output) == []
    assert illegible(output) == []
    switch(lab)
    assert illegible(output) == []
    assert complaints == []
