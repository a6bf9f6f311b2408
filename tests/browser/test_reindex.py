"""The re-index viewer of lesson 12 as a learner meets it: stored, run, driven by pickers and keys, and set wrong.

What it must say is computed here, by the same functions: the page has to agree with them.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Locator, expect

from classroom import reindex_viewer
from classroom.lessons.widgets.arguments import part_of_handbook
from classroom.lessons.widgets.reindex_viewer_view import Settings, View, view
from tests.browser.looking import barriers, illegible, switch

if TYPE_CHECKING:
    from tests.browser.conftest import Lab

pytestmark = pytest.mark.required_in_ci

CALL = re.compile(r"^\s*reindex_viewer\(\)\s*$")
VIEWER = reindex_viewer()
FIRST = VIEWER.view
TEXT = part_of_handbook("## Concepts", "## Requests and responses").rstrip()


@pytest.fixture(scope="module")
def stored(lab: Lab, complaints: list[str]) -> Locator:
    """The cell of the viewer in lesson 12, which nobody has run."""
    lab.open("notebooks/12_production.ipynb")
    return lab.cell(CALL)


@pytest.fixture(scope="module")
def cell(lab: Lab, stored: Locator) -> Locator:
    """The same call in a notebook of its own."""
    lab.open(lab.course.write_notebook("reindex.ipynb", "from classroom import reindex_viewer\nreindex_viewer()"))
    lab.run_all()
    assert lab.errors() == []
    return lab.cell("reindex_viewer()")


def put(cell: Locator, name: str, value: int) -> None:
    box = cell.get_by_role("spinbutton", name=name, exact=True)
    box.fill(str(value))
    box.press("Enter")


def choose(cell: Locator, name: str, label: str) -> None:
    cell.get_by_role("combobox", name=name, exact=True).select_option(label)


def state(**changed: object) -> View:
    return view(replace(FIRST.settings, **changed), TEXT)  # type: ignore[arg-type]


def agrees(cell: Locator, expected: View) -> None:
    """Compare the lines and every bar with what is computed here."""
    shown = cell.locator(".jp-OutputArea-output")
    for line in (*expected.head(), *expected.lines()):
        expect(shown.get_by_text(" ".join(line.split()), exact=True)).to_have_count(1)
    bars = shown.locator("div[title*='characters']")
    expect(bars).to_have_text([state[0] for state in (*expected.states_before, *expected.states)])


def test_the_stored_picture_is_drawn(stored: Locator) -> None:
    """Lab removes what it does not know from a notebook that nobody has run; what is left must do."""
    bars = stored.locator("div[title*='characters']")
    assert bars.count() == len(FIRST.before) + len(FIRST.after)
    new = stored.locator("div[title*='embedded,']").first
    expect(new).to_be_visible()
    assert new.evaluate("e => getComputedStyle(e).borderTopWidth") == "3px"
    moved = stored.locator("div[title*='moved,']").first
    assert moved.evaluate("e => getComputedStyle(e).borderBottomStyle") == "double"
    gone = stored.locator("div[title*='deleted,']").first
    assert gone.evaluate("e => getComputedStyle(e).borderTopStyle") == "dashed"


def test_bars_are_as_wide_as_their_chunks_and_none_is_outside(stored: Locator) -> None:
    bars = stored.locator("div[title*='[14] embedded']").first
    room = bars.locator("xpath=..")
    whole = room.evaluate("e => e.getBoundingClientRect().width")
    widths = room.evaluate("e => [...e.children].map(one => one.getBoundingClientRect().width)")
    assert sum(widths) == pytest.approx(whole, rel=0.02)
    length = sum(len(chunk.text) for chunk in FIRST.after)
    expected = [whole * len(chunk.text) / length for chunk in FIRST.after]
    assert widths == pytest.approx(expected, abs=max(4.0, 0.01 * whole))


def test_the_first_state_is_right(cell: Locator) -> None:
    agrees(cell, FIRST)


def test_the_edit_moves_with_the_keys(cell: Locator) -> None:
    handle = cell.get_by_role("slider").first
    handle.focus()
    for _ in range(3):
        handle.press("ArrowLeft")
    expect(cell.get_by_role("spinbutton", name="place, %", exact=True)).to_have_value("47")
    agrees(cell, state(place=47))
    put(cell, "place, %", 0)
    agrees(cell, state(place=0))


def test_pickers_and_numbers_redraw(cell: Locator) -> None:
    choose(cell, "strategy", "token_windows")
    choose(cell, "edit", "a word replaced, as long as before")
    put(cell, "overlap", 40)
    agrees(cell, state(strategy="token_windows", edit="replace", overlap=40, place=0))
    put(cell, "size", 30)
    expect(cell.get_by_role("spinbutton", name="overlap", exact=True)).to_have_value("29")
    expect(cell.get_by_role("alert")).to_contain_text("more than the 200 that are drawn: take a larger size")
    put(cell, "size", 100)
    expect(cell.get_by_role("alert")).to_have_count(0)  # as a person would, who waits for the picture
    put(cell, "overlap", 0)
    choose(cell, "strategy", "recursive")
    choose(cell, "edit", "a word inserted")
    put(cell, "place, %", 50)
    agrees(cell, FIRST)


def test_a_text_never_becomes_markup(lab: Lab, cell: Locator) -> None:
    text = "<img src=x onerror='window.broken = 1'> is <b>not</b> a picture. " * 3
    last = lab.page.locator(".jp-CodeCell").last
    lab.replace(last, f'reindex_viewer("""{text}""", size=20)')
    shown = lab.page.locator(".jp-CodeCell").filter(has=lab.page.locator(".cm-content", has_text="onerror"))
    agrees(shown, view(Settings("recursive", 20, 0, "insert", 50), text))
    assert lab.page.evaluate("window.broken") is None


def test_it_is_legible_and_named_in_both_themes(lab: Lab, cell: Locator, complaints: list[str]) -> None:
    output = lab.page.locator(".jp-CodeCell").first.locator(".jp-OutputArea-output")
    assert barriers(output) == []
    assert illegible(output) == []
    switch(lab)
    assert illegible(output) == []
    assert complaints == []
