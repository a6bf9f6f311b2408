"""Controls in front of a kernel that is slow: what was typed last is what stays."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from tests.browser.conftest import Lab

pytestmark = pytest.mark.required_in_ci

SLOW = """import time
from chunklib.course import overlap_calculator
widget = overlap_calculator(size=500, overlap=50)
widget.size.box.observe(lambda change: time.sleep(0.3), "value")
widget"""


@pytest.mark.parametrize("steps", [1, 2, 7])
def test_an_older_number_never_comes_back(lab: Lab, steps: int) -> None:
    lab.open(lab.course.write_notebook(f"busy_{steps}.ipynb", SLOW))
    lab.run_all()
    cell = lab.cell("overlap_calculator(size=500")
    box = cell.get_by_role("spinbutton", name="size")
    handle = cell.get_by_role("slider").first
    for typed in (300, 200):
        handle.focus()
        for _ in range(steps):
            handle.press("ArrowLeft")
        box.fill(str(typed))
        box.press("Enter")
    lab.page.wait_for_timeout(500)  # until the kernel has begun
    lab.until_idle()
    lab.page.wait_for_timeout(1_500)  # for what may come late
    lab.until_idle()
    assert box.input_value() == "200"
    assert handle.get_attribute("aria-valuenow") == "200.0"
    lab.replace(lab.page.locator(".jp-CodeCell").last, "print('size', widget.size.value)")
    expect(lab.page.get_by_text("size 200", exact=True)).to_be_visible()
