"""Controls in front of a kernel that is slow: what was typed last is what stays."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from tests.browser.conftest import Lab

pytestmark = pytest.mark.required_in_ci

SLOW = """import time
from classroom import chunk_viewer, distance_plot
widget = {call}
number = widget.{name}
number.box.observe(lambda change: time.sleep(0.3), "value")
widget"""
WIDGETS = {
    "chunk_viewer('one two three ' * 400, size=500, overlap=50)": ("size", 300, 200),
    "distance_plot('One. Two. Three. Four.', embed='hashing')": ("amount", 70, 60),
}


@pytest.mark.parametrize("steps", [1, 2, 7])
@pytest.mark.parametrize("call", WIDGETS)
def test_an_older_number_never_comes_back(lab: Lab, call: str, steps: int) -> None:
    name, *numbers = WIDGETS[call]
    file = f"busy_{call.partition('(')[0]}_{steps}.ipynb"
    lab.open(lab.course.write_notebook(file, SLOW.format(call=call, name=name)))
    lab.run_all()
    cell = lab.cell(call)
    box = cell.get_by_role("spinbutton", name=name)
    handle = cell.get_by_role("slider").first
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
    assert float(box.input_value()) == numbers[-1]
    assert float(handle.input_value()) == numbers[-1]
    lab.replace(lab.page.locator(".jp-CodeCell").last, "print('number', int(number.value))")
    expect(lab.page.get_by_text(f"number {numbers[-1]}", exact=True)).to_be_visible()
