"""A learner sees the stored separator tree of lesson 06, runs it, switches, types, and makes a mistake."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Locator, expect

if TYPE_CHECKING:
    from tests.browser.conftest import Lab

pytestmark = pytest.mark.required_in_ci

LESSON = "notebooks/06_recursive.ipynb"
CALL = "separator_tree(section, SEPARATORS, size=160)"


@pytest.fixture(scope="module")
def tree(lab: Lab) -> Locator:
    """The cell with the tree, every cell run."""
    lab.open(LESSON)
    lab.run_all()
    assert lab.errors() == []
    return lab.cell(CALL)


def test_before_anything_runs_the_stored_picture_is_there(lab: Lab) -> None:
    """Lab takes styles that it does not know from a notebook that nobody has run; the bars must still lie in rows."""
    lab.open(LESSON)
    bars = lab.cell(CALL).locator("div[title*=', fits'], div[title*=', too long']")
    whole, first, second = (bars.nth(number).bounding_box() for number in range(3))
    assert whole is not None
    assert first is not None
    assert second is not None
    assert whole["width"] > 400
    assert whole["y"] < first["y"] == second["y"]
    assert first["x"] < second["x"]


def test_a_switch_takes_a_separator_out_of_the_list(tree: Locator) -> None:
    expect(tree).to_contain_text("2 end of line")
    tree.get_by_role("checkbox", name="end of line").uncheck()
    expect(tree.get_by_role("textbox", name="separators")).to_have_value("['\\n\\n', '. ', ' ']")
    expect(tree).to_contain_text("36 space")
    tree.get_by_role("checkbox", name="end of line").check()
    expect(tree).to_contain_text("2 end of line")


def test_a_wrong_list_is_one_line_and_a_right_one_leads_back(lab: Lab, tree: Locator) -> None:
    typed = tree.get_by_role("textbox", name="separators")
    typed.fill("[' '")
    lab.page.keyboard.press("Tab")
    expect(tree.get_by_role("alert")).to_contain_text("No pieces. separators are written as a Python list of texts")
    typed.fill("[', ', ' ']")
    lab.page.keyboard.press("Tab")
    expect(tree).to_contain_text("2 comma and space")
    expect(tree.get_by_role("checkbox", name="blank line")).not_to_be_checked()


def test_own_text_and_size_redraw(lab: Lab, tree: Locator) -> None:
    tree.get_by_role("button", name="Use your own text").click()
    tree.get_by_role("textbox", name="your text").fill("one two three")
    tree.get_by_role("spinbutton", name="size").fill("8")
    lab.page.keyboard.press("Tab")
    expect(tree.get_by_role("region", name="The tree of pieces")).to_contain_text("13 is over 8: cut after ' ' (space)")
    assert lab.errors() == []
