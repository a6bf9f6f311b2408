"""The widgets of lessons 08 and 09 as a learner meets them: stored, run, driven by keys and mouse, and set wrong.

What they must say is computed here, by the same functions: the page has to agree with them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Locator, expect

from classroom import distance_plot, heading_path
from tests.browser.conftest import PAGE
from tests.browser.looking import barriers, drag, illegible, switch

if TYPE_CHECKING:
    from tests.browser.conftest import Lab

pytestmark = pytest.mark.required_in_ci

HEADINGS = "heading_path(size=300, chunk=38,"
PLOT = re.compile(r"^\s*distance_plot\(size=200, min_size=40\)\s*$")
WORDS = "webhooks secret"
RAIN = "Rain fell. Rain fell again. The piano is old."


@pytest.fixture(scope="module")
def stored_headings(lab: Lab, complaints: list[str]) -> Locator:
    """The cell of the heading path in lesson 08, which nobody has run."""
    lab.open("notebooks/08_structure.ipynb")
    return lab.cell(HEADINGS)


@pytest.fixture(scope="module")
def headings(lab: Lab, stored_headings: Locator) -> Locator:
    """The same cell, every cell run, the words opened."""
    lab.run_all()
    assert lab.errors() == []
    stored_headings.get_by_role("button", name="The same in words").click()
    return stored_headings


@pytest.fixture(scope="module")
def stored_plot(lab: Lab, complaints: list[str]) -> Locator:
    """The cell of the distance plot in lesson 09, which nobody has run."""
    lab.open("notebooks/09_meaning_and_adaptation.ipynb")
    return lab.cell(PLOT)


@pytest.fixture(scope="module")
def plot(lab: Lab, stored_plot: Locator) -> Locator:
    """The same cell, every cell run."""
    lab.run_all()
    assert lab.errors() == []
    return stored_plot


def put(cell: Locator, name: str, value: float) -> None:
    box = cell.get_by_role("spinbutton", name=name)
    box.fill(str(value))
    box.press("Enter")


def in_words(cell: Locator) -> Locator:
    return cell.get_by_role("region", name="The outline and its chunks in words")


def bars(cell: Locator) -> Locator:
    return cell.locator("div[title^='gap ']")


def agrees(cell: Locator, **settings: object) -> None:
    """Compare figures, breakpoints and marked bars of the plot with those that `distance_plot` computes here."""
    view = distance_plot(**settings).view  # type: ignore[arg-type]
    shown = cell.locator(".jp-OutputArea-output")
    expect(shown).to_contain_text(view.head())
    for name, value in view.totals():
        expect(shown).to_contain_text(f"{name} {value}")
    for line in list(view.places()) or ["no breakpoint"]:
        expect(shown.get_by_text(line, exact=True)).to_have_count(1)
    assert bars(cell).count() == len(view.distances)
    assert cell.locator("div[title$=', breakpoint']").count() == len(view.gaps)


def test_the_stored_outline_has_its_blocks_in_rows(stored_headings: Locator) -> None:
    """Lab removes what it does not know from a notebook that nobody has run; what is left must do."""
    blocks = stored_headings.locator("span[title*=' of path'] > span")
    first = blocks.first.bounding_box()
    assert first
    assert first["width"] > 20
    path = blocks.first.locator("span").first
    look = path.evaluate("e => [getComputedStyle(e).borderBottom, getComputedStyle(e).backgroundImage]")
    assert look == ["4px dotted rgb(33, 33, 33)", "none"]  # hatching is for shared text
    expect(stored_headings.get_by_text("▶[38]").first).to_be_visible()


def test_keys_move_the_size_and_the_outline_follows(headings: Locator) -> None:
    size = headings.get_by_role("spinbutton", name="size")
    expect(in_words(headings)).to_have_text(str(heading_path(size=300, chunk=38, words=WORDS)))
    handle = headings.get_by_role("slider").first
    handle.focus()
    for _ in range(20):
        handle.press("ArrowLeft")
    expect(size).to_have_value("280")
    expect(in_words(headings)).to_have_text(str(heading_path(size=280, chunk=38, words=WORDS)))


def test_the_mouse_chooses_a_chunk_and_the_picture_follows(lab: Lab, headings: Locator) -> None:
    put(headings, "size", 300)
    chosen = f"{drag(lab, headings.get_by_role('slider').nth(1), -60):.0f}"
    assert int(chosen) < 38
    expect(headings.get_by_role("spinbutton", name="chunk")).to_have_value(chosen)
    expect(headings.get_by_text(re.compile(rf"^▶\[{chosen}\] characters "))).to_be_visible()
    marked = headings.locator("span[title*=' of path']", has_text=f"▶[{chosen}]")
    expect(marked).to_have_count(1)
    assert marked.evaluate("e => getComputedStyle(e.firstElementChild).borderTopWidth") == "3px"
    expect(in_words(headings)).to_have_text(str(heading_path(size=300, chunk=int(chosen), words=WORDS)))


def test_the_path_is_counted_and_other_words_are_searched(headings: Locator) -> None:
    put(headings, "chunk", 5)
    headings.get_by_role("textbox", name="words").fill("API")
    headings.get_by_role("checkbox", name="count the path inside the size").check()
    expect(in_words(headings)).to_have_text(
        str(heading_path(size=300, chunk=5, words="API", count_context=True)), use_inner_text=False
    )
    expect(headings.get_by_role("region", name="With the path").locator("b", has_text="API").first).to_be_visible()
    headings.get_by_role("checkbox", name="count the path inside the size").uncheck()


def test_a_document_that_gives_no_chunks_is_one_line_and_never_becomes_markup(lab: Lab, headings: Locator) -> None:
    headings.get_by_role("button", name="Use your own text").click()
    own = headings.get_by_role("textbox", name="your text")
    own.fill("")
    expect(headings.get_by_role("alert")).to_contain_text("No chunks")
    own.fill("# <img src=x onerror='window.broken = 1'>\n\nOne.\n\n## <b>Two</b>\n\nThree.")
    expect(headings.get_by_role("region", name="With the path")).to_contain_text("<b>Two</b>")
    expect(headings.get_by_role("spinbutton", name="chunk")).not_to_have_value("5")
    put(headings, "size", 1)
    expect(headings).to_contain_text("largest 1 tokens of text")
    assert barriers(headings.locator(".jp-OutputArea-output")) == []  # a path longer than the size still fits the page
    put(headings, "size", 300)
    expect(headings).not_to_contain_text("largest 1 tokens of text")
    expect(headings.get_by_role("region", name="With the path")).to_contain_text("<b>Two</b>")
    assert lab.page.evaluate("window.broken") is None
    assert lab.errors() == []


def test_the_heading_path_is_legible_and_named_in_both_themes(
    lab: Lab, headings: Locator, complaints: list[str]
) -> None:
    everything_is_legible(lab, headings, complaints)


def test_the_stored_plot_has_its_bars_side_by_side(stored_plot: Locator) -> None:
    agrees(stored_plot, size=200, min_size=40)
    first, second = (bars(stored_plot).nth(number).bounding_box() for number in range(2))
    assert first
    assert second
    assert first["y"] == second["y"]
    assert first["x"] + first["width"] <= second["x"] + 1
    tall = bars(stored_plot).first.evaluate("bar => bar.getBoundingClientRect().height")
    assert tall > 150


def test_keys_move_the_threshold_and_the_plot_follows(plot: Locator) -> None:
    agrees(plot, size=200, min_size=40)
    handle = plot.get_by_role("slider").first
    handle.focus()
    for _ in range(15):
        handle.press("ArrowLeft")
    expect(plot.get_by_role("spinbutton", name="amount")).to_have_value("80")
    agrees(plot, size=200, min_size=40, amount=80)


def test_the_mouse_moves_the_threshold_and_the_plot_follows(lab: Lab, plot: Locator) -> None:
    amount = drag(lab, plot.get_by_role("slider").first, -80)
    assert amount < 80
    expect(plot.get_by_role("spinbutton", name="amount")).to_have_value(f"{amount:.0f}")
    agrees(plot, size=200, min_size=40, amount=round(amount))


@pytest.mark.parametrize("threshold", ["standard_deviation", "interquartile", "gradient", "percentile"])
def test_another_threshold_begins_at_its_usual_amount(lab: Lab, plot: Locator, threshold: str) -> None:
    """And stays there: a slider that is told its new step before its new value sends back the old one, rounded."""
    plot.get_by_role("combobox", name="threshold").select_option(threshold)
    agrees(plot, size=200, min_size=40, threshold=threshold)
    lab.page.wait_for_timeout(200)  # for what the browser might send back
    agrees(plot, size=200, min_size=40, threshold=threshold)


def test_window_size_and_minimum_are_followed(plot: Locator) -> None:
    put(plot, "window", 3)
    put(plot, "minimum", 90)
    put(plot, "size", 80)
    expect(plot.get_by_role("spinbutton", name="minimum")).to_have_value("80")  # it never exceeds the size
    agrees(plot, size=80, min_size=80, window=3)


def test_a_text_without_gaps_is_one_line_and_another_leads_back(lab: Lab, plot: Locator) -> None:
    plot.get_by_role("button", name="Use your own text").click()
    own = plot.get_by_role("textbox", name="your text")
    own.fill("One sentence.")
    expect(plot.get_by_role("alert")).to_contain_text("No plot. A gap needs two sentences; the text has 1.")
    own.fill(RAIN)
    agrees(plot, text=RAIN, size=80, min_size=80, window=3)
    put(plot, "size", 1)
    expect(plot.locator(f".widget-vbox {PAGE}").first).to_contain_text("size 1, minimum 1")
    own.fill(f"{RAIN} 🧊")
    expect(plot.get_by_role("alert")).to_contain_text("No plot. size=1 is too small")
    put(plot, "size", 80)
    expect(plot.get_by_role("alert")).to_have_count(0)
    own.fill("<img src=x onerror='window.broken = 1'> fell. <b>Rain</b> fell again.")
    put(plot, "window", 1)
    put(plot, "amount", 0)
    expect(plot.locator(f".widget-vbox {PAGE}").first).to_contain_text("on 2 sentences")
    assert lab.page.evaluate("window.broken") is None
    assert lab.errors() == []


def test_the_plot_is_legible_and_named_in_both_themes(lab: Lab, plot: Locator, complaints: list[str]) -> None:
    everything_is_legible(lab, plot, complaints)


def everything_is_legible(lab: Lab, cell: Locator, complaints: list[str]) -> None:
    output = cell.locator(".jp-OutputArea-output")
    expect(cell.get_by_role("textbox", name="your text")).to_be_visible()
    assert barriers(output) == []
    assert illegible(output) == []
    switch(lab)
    assert illegible(output) == []
    assert complaints == []
