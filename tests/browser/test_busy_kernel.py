"""Controls in front of a kernel that is slow: what was typed last is what stays."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import PAGE

if TYPE_CHECKING:
    from tests.browser.conftest import Lab

pytestmark = pytest.mark.required_in_ci

SLOW = """import time
from classroom import chunk_viewer, distance_plot
widget = {call}
widget.{name}.box.observe(lambda change: time.sleep(0.3), "value")
widget"""
WIDGETS = {
    "chunk_viewer('one two three ' * 400, size=500, overlap=50)": ("size", 300, 200, "size asked 200,"),
    "distance_plot('One. Two. Three. Four.', embed='hashing')": ("amount", 70, 60, "percentile 60,"),
}


@pytest.fixture(scope="module")
def cells(lab: Lab) -> dict[str, Locator]:
    """Both widgets in one notebook, run."""
    shows = [SLOW.format(call=call, name=name) for call, (name, *_) in WIDGETS.items()]
    lab.open(lab.course.write_notebook("busy.ipynb", *shows))
    lab.run_all()
    return {call: lab.cell(call) for call in WIDGETS}


@pytest.mark.parametrize("steps", [1, 2, 7])
@pytest.mark.parametrize("call", WIDGETS)
def test_an_older_number_never_comes_back(lab: Lab, cells: dict[str, Locator], call: str, steps: int) -> None:
    (name, *numbers, said), cell = WIDGETS[call], cells[call]
    box, handle = cell.get_by_role("spinbutton", name=name), cell.get_by_role("slider").first
    for typed in numbers:
        handle.focus()
        for _ in range(steps):
            handle.press("ArrowLeft")
        box.fill(str(typed))
        box.press("Enter")
    lab.page.wait_for_timeout(500)  # until the kernel has begun
    lab.until_idle()
    lab.page.wait_for_timeout(1_500)  # for what may come late
    lab.until_idle()
    assert float(box.input_value()) == float(handle.input_value()) == numbers[-1]
    expect(cell.locator(f".widget-vbox {PAGE}").first).to_contain_text(said)
