"""The labelling widget in a real notebook: the mouse, the keyboard alone, exact places, hints, both themes."""

from __future__ import annotations

import csv
import json
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.looking import barriers, illegible, switch

if TYPE_CHECKING:
    from tests.browser.conftest import Lab

pytestmark = pytest.mark.required_in_ci

# Before the evidence: an emoji of three characters, and one of one, that JavaScript counts as five and two, a combining
# mark, a Chinese and a Hebrew word, tabs and \r\n.
TEXT = (
    "# Tea \U0001f469\u200d\U0001f527\U0001f375\r\n\r\n\tCafe\u0301 李 serves tea.\r\n"
    "שלום world. Water boils at 100 degrees. Ice melts at zero.\r\n"
)
CALL = f"from classroom import label\n\nlabel({TEXT!r}, name='tea', wanted=2)"
BOILS, MELTS = "Water boils at 100 degrees.", "Ice melts at zero."
PLACE = """([box, words]) => {  // where words are on the page: the middle of the first and of the last character
    const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
        const node = walker.currentNode, at = node.data.indexOf(words), range = document.createRange()
        if (at < 0) continue
        const edge = from => {
            range.setStart(node, from)
            range.setEnd(node, from + 1)
            return range.getBoundingClientRect()
        }
        const one = edge(at), other = edge(at + words.length - 1)
        return [one.left + 1, one.top + one.height / 2, other.right, other.top + other.height / 2]
    }
}"""


@pytest.fixture(scope="module")
def widget(lab: Lab, complaints: list[str]) -> Locator:
    """The widget in the light theme, nothing labelled yet."""
    lab.open(lab.course.write_notebook("labelling_test.ipynb", CALL))
    lab.run_all()
    assert lab.errors() == []
    return lab.cell("label(")


def box(widget: Locator) -> Locator:
    return widget.get_by_role("textbox", name="The document: select the evidence")


def rows(lab: Lab) -> list[tuple[str, list[tuple[int, int, str]]]]:
    """Read the table: each question with the places and the words of its evidence."""
    table = lab.course.folder / "my_rag" / "questions" / "questions_df.csv"
    with table.open(encoding="utf-8", newline="") as file:
        found = [(row["question"], json.loads(row["references"])) for row in csv.DictReader(file)]
    return [
        (asked, [(one["start_index"], one["end_index"], one["content"]) for one in places]) for asked, places in found
    ]


def place(words: str) -> tuple[int, int, str]:
    return TEXT.index(words), TEXT.index(words) + len(words), words


def test_the_mouse_selects_and_the_place_is_exact(lab: Lab, widget: Locator) -> None:
    box(widget).scroll_into_view_if_needed()
    left, top, right, bottom = lab.page.evaluate(PLACE, [box(widget).element_handle(), BOILS])
    lab.page.mouse.move(left, top)
    lab.page.mouse.down()
    lab.page.mouse.move(right, bottom, steps=8)
    lab.page.mouse.up()
    start, end, words = place(BOILS)
    expect(widget).to_contain_text(f'selected: characters {start}-{end}, third quarter: "{words}"')
    widget.get_by_role("textbox", name="question").fill("Water boils at 100 degrees, or not?")
    expect(widget).to_contain_text("word for word (5 words in a row")
    widget.get_by_role("textbox", name="question").fill("How hot is steam?")
    expect(widget).not_to_contain_text("Hint:")
    widget.get_by_role("button", name="Save the question").click()
    expect(widget.get_by_role("status")).to_contain_text("1 of 2 questions about 'tea'")
    expect(widget.get_by_role("status")).to_contain_text("first 0, second 0, third 1, last 0")
    assert rows(lab) == [("How hot is steam?", [place(BOILS)])]
    expect(widget.get_by_role("textbox", name="question")).to_have_value("")


def tap(lab: Lab, *keys: str) -> None:
    for key in keys:
        lab.page.keyboard.press(key)


def test_the_keyboard_alone_finds_selects_and_saves(lab: Lab, widget: Locator) -> None:
    widget.get_by_role("textbox", name="find").focus()
    lab.page.keyboard.type("ice  MELTS")
    tap(lab, "Enter")
    expect(box(widget).locator(".found")).to_have_text("Ice melts")
    tap(lab, "Tab", "Tab")  # over the button "Find next"
    expect(box(widget)).to_be_focused()
    lab.page.keyboard.type("nothing is written")
    tap(lab, "Backspace", *["Shift+ArrowRight"] * len(MELTS))
    expect(widget).to_contain_text('"Ice melts at zero."')
    assert box(widget).evaluate("box => box.textContent") == TEXT
    tap(lab, "Tab", "Shift+Tab", "Shift+ArrowLeft")  # what was selected is selected again
    expect(widget).to_contain_text('"Ice melts at zero"')
    tap(lab, "Shift+ArrowRight")
    expect(widget).to_contain_text('"Ice melts at zero."')
    tap(lab, *["Tab"] * 3, "Space")  # on "Add another passage"
    expect(box(widget).locator("mark.evidence")).to_have_text([BOILS, " at zero."])  # after what was found
    tap(lab, *["Shift+Tab"] * 3, "ArrowLeft", *["Shift+ArrowLeft"] * len("degrees."))  # from what was found
    expect(widget).to_contain_text('"degrees."')
    tap(lab, "Tab")
    lab.page.keyboard.type("When does it thaw?")
    tap(lab, "Enter")
    expect(widget.get_by_role("status")).to_contain_text("2 of 2 questions about 'tea'")
    assert rows(lab)[1] == ("When does it thaw?", [place("degrees."), place(MELTS)])
    expect(widget.get_by_role("textbox", name="question")).to_have_value("")
    expect(widget).not_to_contain_text("Hint:")


def test_nothing_bars_a_reader_in_either_theme(lab: Lab, widget: Locator, complaints: list[str]) -> None:
    outputs = widget.locator(".jp-OutputArea-output")
    for _ in range(2):
        assert barriers(outputs) == []
        assert illegible(outputs) == []
        switch(lab)
    assert complaints == []


def test_a_question_is_edited_and_deleted(lab: Lab, widget: Locator) -> None:
    asked, status = widget.get_by_role("textbox", name="question"), widget.get_by_role("status")
    widget.get_by_role("combobox", name="saved questions").select_option("2. When does it thaw?")
    widget.get_by_role("button", name="Edit this question").click()
    expect(asked).to_have_value("When does it thaw?")
    asked.fill("At what temperature does it thaw?")
    widget.get_by_role("button", name="Save the question").click()
    expect(widget).to_contain_text("2. At what temperature does it thaw?")
    assert rows(lab)[1] == ("At what temperature does it thaw?", [place("degrees."), place(MELTS)])
    widget.get_by_role("button", name="Delete this question").click()
    expect(status).to_contain_text("1 of 2 questions")
    assert [question for question, _ in rows(lab)] == ["How hot is steam?"]
