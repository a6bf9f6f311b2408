"""A learner guesses with the keyboard alone, restarts the kernel, and compare still knows the guess."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.looking import barriers, illegible, switch

if TYPE_CHECKING:
    from tests.browser.conftest import Lab

pytestmark = pytest.mark.required_in_ci

CELLS = (
    'from classroom import compare, predict\npredict("03-by-keyboard", "number of windows", "tokens in the last one")',
    """from IPython.display import HTML
display(HTML("<details class=chunklib-after-05-by-keyboard><summary>Answer</summary></details>"))
predict("05-by-keyboard", "Which finds more ends of sentences?", choices=("a pattern", "a trained model"))""",
    'from classroom import compare\ncompare("03-by-keyboard", 5, 50)',
    'compare("05-by-keyboard", "a trained model")',
)


def tab_to(lab: Lab, target: Locator, *keys: str, tab: str = "Tab") -> None:
    """Press Tab until an element has the keyboard, then press keys there."""
    for _ in range(60):
        if target.evaluate("element => element === document.activeElement"):
            break
        lab.page.keyboard.press(tab)
    expect(target).to_be_focused()
    for key in keys:
        lab.page.keyboard.press(key)


def test_a_guess_by_keyboard_outlives_a_restart(lab: Lab) -> None:
    lab.open(lab.course.write_notebook("guess.ipynb", *CELLS))
    page, status, output = lab.page, lab.page.get_by_role("status"), lab.page.locator(".jp-OutputArea-output")
    cell = page.locator(".jp-Notebook .jp-Cell.jp-mod-active")
    windows = page.get_by_role("textbox", name="number of windows")
    model = page.get_by_role("radio", name="a trained model")
    tab_to(lab, cell, "Shift+Enter", "Shift+Enter")
    expect(windows).to_have_value("")
    tab_to(lab, windows, "4", "Tab")  # to leave a box keeps it too
    expect(status.filter(has_text="Kept so far: 4 and ____. Guess “tokens in the last one” too.")).to_be_visible()
    tab_to(lab, page.get_by_role("textbox", name="tokens in the last one"), *"1,300", "Enter")
    expect(status.filter(has_text="Kept: 4 and 1,300. Run the next cell.")).to_be_visible()
    page.get_by_text("Answer", exact=True).press("Enter")
    tab_to(lab, page.get_by_role("radio", name="a pattern"), "ArrowDown")
    expect(model).to_be_checked()
    expect(status.filter(has_text="Kept: “a trained model”. You opened the answer before you guessed")).to_be_visible()

    shown = output.filter(has=status)
    expect(shown).to_have_count(2)
    for _ in ("light", "dark"):
        assert barriers(shown) == []
        assert illegible(shown) == []
        switch(lab)

    tab_to(lab, model)
    tab_to(lab, cell, "0", "0", tab="Shift+Tab")  # Lab's keys for a restart
    tab_to(lab, page.get_by_role("button", name="Confirm Kernel Restart"), "Enter")
    lab.until_idle()
    tab_to(lab, model)
    tab_to(lab, cell, "ArrowDown", "Shift+Enter", "Shift+Enter", tab="Shift+Tab")
    expect(output.filter(has_text="you: 4 and 1,300   ·   measured: 5 and 50")).to_be_visible()
    expect(output.filter(has_text="you: “a trained model”   ·")).to_be_visible()
    saved = json.loads((lab.course.folder / ".chunklib" / "progress.json").read_text("utf-8"))["predictions"]
    assert saved["03-by-keyboard"] == {"guess": [4, 1300], "measured": [5, 50], "late": False, "opened": False}


def test_the_table_of_progress_fits_beside_the_list_of_files(lab: Lab) -> None:
    cells = (
        "from classroom import *\nhint('hello')\npredict('09-table', 'a', guess=1)\ncompare('09-table', 1)",
        "progress()",
    )
    before = lab.page.viewport_size
    lab.page.set_viewport_size({"width": 1024, "height": 768})
    try:
        lab.open(lab.course.write_notebook("progress.ipynb", *cells))
        lab.run_all()
        tables = lab.page.locator(".jp-OutputArea-output table")
        expect(tables).to_have_count(2)
        assert tables.evaluate_all(
            "all => all.map(one => one.closest('.jp-OutputArea-output'))"
            ".map(part => part.scrollWidth - part.clientWidth)"
        ) == [0, 0]
        assert barriers(lab.page.locator(".jp-OutputArea-output").filter(has=tables)) == []
        link = lab.page.get_by_role("link", name=re.compile(r"^exercise \d\d, "))  # which one, other tests decide
        number = int((link.inner_text())[9:11])
        link.click()
        expect(lab.page.get_by_role("heading", name=f"Exercise {number} ·")).to_be_visible()
    finally:
        if before:
            lab.page.set_viewport_size(before)
