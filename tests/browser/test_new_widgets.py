"""The moving passage, the sentence tester and the packer in a real notebook: keyboard, mouse, names, both grounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.looking import barriers, drag, illegible, switch

if TYPE_CHECKING:
    from tests.browser.conftest import Course, Lab

pytestmark = pytest.mark.required_in_ci

CODE = """\
from classroom.lessons.document import Document
from classroom.lessons.widgets import widget

text = "Rain fell on the roof. " * 40 + "\\n\\n" + "The sun was out again. " * 20_000
widget.current = lambda: Document("my notes", text, own=True)  # as if the learner had brought it"""
CALLS = ("moving_passage", "sentence_tester", "packer_stepper")


@pytest.fixture(scope="module")
def cells(lab: Lab, course: Course, complaints: list[str]) -> dict[str, Locator]:
    """The cells with the widgets, all run."""
    shows = [f"from classroom import {name}\n{name}()" for name in CALLS]
    lab.open(course.write_notebook("new_widgets.ipynb", CODE, *shows))
    lab.run_all()
    assert (lab.errors(), complaints) == ([], [])
    return {name: lab.cell(f"{name}()") for name in CALLS}


def test_a_passage_moves_by_keys_and_by_mouse(lab: Lab, cells: dict[str, Locator]) -> None:
    cell = cells["moving_passage"]
    status = cell.get_by_role("status").filter(has_text="window")
    expect(status).to_contain_text("torn: window [0] ends at token 200")
    slider = cell.get_by_role("slider", name="begins at")
    slider.focus()
    for _ in range(15):
        lab.page.keyboard.press("ArrowRight")
    expect(status).to_have_text("whole in window [1]")
    expect(cell.get_by_role("spinbutton", name="begins at")).to_have_value("200")
    left = drag(lab, slider, by=120)
    expect(cell.get_by_role("spinbutton", name="begins at")).to_have_value(f"{left:.0f}")
    overlap = cell.get_by_role("spinbutton", name="overlap")
    overlap.fill("29")
    overlap.press("Enter")
    expect(cell.get_by_role("region", name="The windows and the passage")).to_be_visible()
    expect(cell).to_contain_text("none: it is whole everywhere")


def test_a_pattern_is_typed_goes_wrong_and_is_stopped(lab: Lab, cells: dict[str, Locator]) -> None:
    cell = cells["sentence_tester"]
    typed = cell.get_by_role("textbox", name="your pattern")
    for pattern, said in (("(a", "missing ) at character 2"), (r"(.|..)+\d{9}", "had not finished after 1 second")):
        typed.fill(pattern)
        lab.page.keyboard.press("Enter")
        expect(cell.get_by_role("alert")).to_contain_text(said)
    typed.fill(r"\.\s")
    lab.page.keyboard.press("Enter")
    expect(cell.get_by_role("alert")).to_have_count(0)
    expect(cell.get_by_role("region", name="The differences")).to_contain_text("your pattern")


def test_the_packer_steps_by_button_and_by_key(lab: Lab, cells: dict[str, Locator]) -> None:
    cell = cells["packer_stepper"]
    status = cell.get_by_role("status").filter(has_text="step")
    expect(status).to_contain_text("step 0 of")
    cell.get_by_role("button", name="Next step").focus()
    lab.page.keyboard.press("Enter")
    expect(status).to_contain_text("step 1 of")
    cell.get_by_role("slider", name="step").press("ArrowRight")
    expect(status).to_contain_text("step 2 of")
    cell.get_by_role("button", name="Back").click()
    expect(status).to_contain_text("step 1 of")
    expect(cell.get_by_role("spinbutton", name="step")).to_have_value("1")


def test_the_document_that_the_learner_brought_is_a_click_away(lab: Lab, cells: dict[str, Locator]) -> None:
    for cell in cells.values():
        cell.get_by_role("button", name="Your document").click()
        expect(cell.get_by_text("of 460,922 characters of my notes")).to_be_visible()
    assert lab.errors() == []


def test_everything_has_a_name_and_can_be_read_on_both_grounds(lab: Lab, cells: dict[str, Locator]) -> None:
    for _ in range(2):
        for name, cell in cells.items():
            shown = cell.locator(".jp-OutputArea-output .widget-vbox").first
            assert (barriers(shown), illegible(shown)) == ([], []), name
        switch(lab)
