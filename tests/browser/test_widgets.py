"""Every widget in one notebook and one kernel: stored, run, moved by its controls, read aloud, in both themes.

What it must say is computed here, by the same functions and the same moves: the page has to agree with them.
"""

from __future__ import annotations

import re
from statistics import median
from typing import TYPE_CHECKING, Any

import nbformat
import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import PAGE
from tests.browser.looking import barriers, illegible, switch
from tests.course.pages import Reader
from tests.shown import CALLS, MOVES, SETUP, call, move, show

if TYPE_CHECKING:
    from tests.browser.conftest import Course, Lab

pytestmark = pytest.mark.required_in_ci

BROUGHT = """
from classroom.lessons.document import Document
from classroom.lessons.widgets import widget

notes = "Rain fell on the roof. " * 40 + "\\n\\n" + "The sun was out again. " * 20_000
widget.current = lambda: Document("my notes", notes, own=True)  # as if the learner had brought it"""
HOSTILE = "# <img src=x onerror='window.broken = 1'>\n\nOne is <b>not</b> bold. Two is & long.\n\n## B\n\nThree."
# From the step (a key on the slider) to the new page in the document, both by the browser's own clock.
WATCH = """content => {
    window.steps = []
    let started = 0
    window.addEventListener("keydown", () => { started = performance.now() }, true)
    const seen = () => { if (started) { window.steps.push(performance.now() - started); started = 0 } }
    new MutationObserver(seen).observe(content, {childList: true})
}"""
LONG = """from classroom import chunk_viewer, hits_and_misses
from chunklib.data import load
handbook = load("handbook")"""
SLOW = (
    "chunk_viewer(handbook[:20_000])",
    "hits_and_misses(handbook, 'When does a delivered shipment close?', [(9_000, 9_100)])",
)
# What a page looks like, element by element; not how wide it is, which depends on the room.
LOOKS = """root => [...root.querySelectorAll('div, span, b, td, th')].map(part => {
    const look = getComputedStyle(part), sides = ['Top', 'Right', 'Bottom', 'Left']
    const edges = sides.map(side => look[`border${side}Width`] + look[`border${side}Style`])
    return [part.tagName, look.backgroundColor, look.backgroundImage, look.display, look.fontWeight, ...edges].join(' ')
})"""


def output(cell: Locator) -> Locator:
    return cell.locator(".jp-OutputArea-output")


def page(cell: Locator) -> Locator:
    return output(cell).locator(f".widget-vbox {PAGE}").first


@pytest.fixture(scope="module")
def notebook(course: Course) -> str:
    """Write a notebook with every widget, each with the output that is stored for those who run nothing."""
    path = course.write_notebook("widgets.ipynb", SETUP + BROUGHT, *map(call, CALLS))
    written = nbformat.read(course.folder / path, 4)  # type: ignore[no-untyped-call]
    for cell, name in zip(written.cells[1:], CALLS, strict=True):
        shown = {"text/html": show(name)._repr_mimebundle_()["text/html"]}
        cell.outputs = [nbformat.v4.new_output("display_data", shown)]  # type: ignore[no-untyped-call]
    nbformat.write(written, course.folder / path)  # type: ignore[no-untyped-call]
    return path


@pytest.fixture(scope="module")
def stored(lab: Lab, notebook: str, complaints: list[str]) -> dict[str, tuple[str, list[str]]]:
    """Keep what is shown of each widget before anything is run: its text, and its looks."""
    lab.open(notebook)
    found = {}
    for name in CALLS:
        shown = output(lab.cell(f"classroom.{name}("))
        found[name] = (shown.evaluate("e => e.textContent"), shown.evaluate(LOOKS))
    return found


@pytest.fixture(scope="module")
def cells(lab: Lab, stored: object) -> dict[str, Locator]:
    """The cells of the widgets, every cell run."""
    lab.run_all()
    assert lab.errors() == []
    return {name: lab.cell(f"classroom.{name}(") for name in CALLS}


def agrees(cell: Locator, expected: Any) -> None:
    """Compare the whole text of a page with what is computed here."""
    text = Reader(re.sub("<w?br>", "", expected.page.value)).text
    expect(page(cell)).to_have_text(re.compile(rf"^\s*{re.escape(' '.join(text.split())[:40])}"), use_inner_text=False)
    cell.page.wait_for_function("([e, text]) => e.textContent === text", arg=[page(cell).element_handle(), text])


def put(cell: Locator, name: str, value: Any) -> None:
    """Give the control of a name a value, as a learner does."""
    if isinstance(value, bool):
        cell.get_by_role("checkbox", name=name, exact=True).set_checked(value)
    elif isinstance(value, (int, float)):
        box = cell.get_by_role("spinbutton", name=name, exact=True)
        box.fill(str(value))
        box.press("Enter")
    elif (choice := cell.get_by_role("combobox", name=name, exact=True)).count():
        choice.select_option(value)
    else:
        box = cell.get_by_role("textbox", name=name, exact=True)
        box.fill(value)
        box.press("Tab")


@pytest.mark.parametrize("name", CALLS)
def test_a_widget_is_stored_run_and_moved(
    cells: dict[str, Locator], stored: dict[str, tuple[str, list[str]]], name: str
) -> None:
    """Lab removes what it does not know from a notebook that nobody has run; what is left must look the same."""
    cell, here = cells[name], show(name)
    agrees(cell, here)
    text, looks = stored[name]
    assert text == page(cell).evaluate("e => e.textContent")
    live = page(cell).evaluate(LOOKS)
    assert looks[len(looks) - len(live) :] == live
    for control, value, _ in MOVES[name]:
        put(cell, control, value)
        move(here, control, value)
        agrees(cell, here)
    for slider in cell.get_by_role("slider").all()[:1]:
        box = cell.get_by_role("spinbutton").first
        before = box.input_value()
        slider.press("ArrowLeft")
        expect(box).not_to_have_value(before)
        slider.press("ArrowRight")
        expect(box).to_have_value(before)
        agrees(cell, here)


def test_a_text_of_ones_own_is_shown_and_never_becomes_markup(lab: Lab, cells: dict[str, Locator]) -> None:
    for name, cell in cells.items():
        for button in ("Use your own text", "The same in words"):
            for found in cell.get_by_role("button", name=button).all():
                found.click()
        if (own := cell.get_by_role("textbox", name="your text")).count():
            here: Any = show(name)
            for control, value, _ in MOVES[name]:
                put(cell, control, value)
                move(here, control, value)
            own.fill(HOSTILE)
            (here.typed if name == "token_viewer" else here.own_text).value = HOSTILE
            agrees(cell, here)
    assert lab.page.evaluate("window.broken") is None
    assert lab.errors() == []


def test_everything_has_a_name_and_can_be_read_in_both_themes(
    lab: Lab, cells: dict[str, Locator], complaints: list[str]
) -> None:
    for _ in range(2):
        for name, cell in cells.items():
            assert (barriers(output(cell)), illegible(output(cell))) == ([], []), name
        switch(lab)
    assert complaints == []


def test_the_document_that_the_learner_brought_is_a_click_away(lab: Lab, cells: dict[str, Locator]) -> None:
    for name in ("packer_stepper", "sentence_tester", "token_viewer"):
        cells[name].get_by_role("button", name="Your document").click()
        expect(cells[name].get_by_text("of 460,922 characters of my notes")).to_be_visible()
    assert lab.errors() == []


def test_the_amount_of_another_threshold_stays(lab: Lab, cells: dict[str, Locator]) -> None:
    """A slider that is told its new step before its new value sends back the old one, rounded."""
    cell, amount = cells["distance_plot"], cells["distance_plot"].get_by_role("spinbutton", name="amount")
    for threshold, usual in (("standard_deviation", "3"), ("interquartile", "1.5"), ("percentile", "95")):
        put(cell, "threshold", threshold)
        expect(page(cell)).to_contain_text(f"{threshold} {usual}, window")
        lab.page.wait_for_timeout(200)  # for what the browser might send back
        expect(amount).to_have_value(usual)
        expect(page(cell)).to_contain_text(f"{threshold} {usual}, window")


def test_the_packer_steps_by_button_and_by_key(lab: Lab, cells: dict[str, Locator]) -> None:
    cell = cells["packer_stepper"]
    put(cell, "step", 0)
    expect(cell.get_by_role("status").filter(has_text="step 0 of")).to_be_visible()
    cell.get_by_role("button", name="Next step").focus()
    lab.page.keyboard.press("Enter")
    expect(cell.get_by_role("status").filter(has_text="step 1 of")).to_be_visible()
    cell.get_by_role("button", name="Back").click()
    expect(cell.get_by_role("spinbutton", name="step")).to_have_value("0")


def test_a_long_text_scrolls_by_keyboard_and_stays_where_it_was(cells: dict[str, Locator]) -> None:
    cell = cells["chunk_viewer"]
    own = cell.get_by_role("textbox", name="your text")
    if not own.count():
        cell.get_by_role("button", name="Use your own text").click()
    own.fill("It rained all day. " * 500)
    region = cell.get_by_role("region", name="The text with its chunks")
    expect(region).to_contain_text("It rained all day.")  # a page that is drawn again has no focus
    region.focus()
    for _ in range(3):
        region.press("PageDown")
    box = cell.locator(".widget-vbox > .widget-html").first
    region.page.wait_for_function("box => box.scrollTop > 300", arg=box.element_handle())
    region.page.wait_for_timeout(300)  # for smooth scrolling to end
    before = box.evaluate("box => box.scrollTop")
    put(cell, "size", 15)
    expect(page(cell)).to_contain_text("size asked 15,")
    assert box.evaluate("box => box.scrollTop") == before
    expect(page(cell).get_by_text("redundancy")).to_be_in_viewport()


@pytest.mark.timed
@pytest.mark.parametrize("shown", SLOW)
def test_every_step_redraws_the_page(lab: Lab, shown: str) -> None:
    lab.open(lab.course.write_notebook("timed.ipynb", f"{LONG}\n{shown}"))
    lab.run_all()
    cell = lab.cell("from chunklib.data import load")
    handle = cell.get_by_role("slider").first
    handle.focus()
    page(cell).evaluate(WATCH)
    for step in range(10):
        handle.press("ArrowRight" if step < 5 else "ArrowLeft")
        lab.page.wait_for_function("count => window.steps.length === count", arg=step + 1)
    print(f"\nredraw of {shown[:15]}, median: {median(lab.page.evaluate('window.steps')):.0f} ms", end=" ")
