"""Every lesson in Lab, as a learner who runs it from top to bottom: nothing red, and all of it legible and named."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import ROOT
from tests.browser.looking import barriers, illegible, switch

if TYPE_CHECKING:
    from tests.browser.conftest import Lab

pytestmark = pytest.mark.required_in_ci

LESSONS = sorted(path.name for path in (ROOT / "notebooks").glob("*.ipynb"))
OUTPUTS = ".jp-OutputArea-output"

PLANTED = """<div class="jp-OutputArea" style="background: #fff; width: 600px">
<img src="data:," alt="">
<svg width="9" height="9"></svg>
<button></button>
<div class="widget-hbox"><div role="slider" aria-valuenow="1" tabindex="0" style="width: 9px; height: 9px"></div></div>
<label title="null"><input type="radio">one</label>
<div role="region">a part</div>
<div style="height: 20px; overflow: auto"><br><br><br>long</div>
<p tabindex="3">early</p>
<div class="widget-html-content"><div style="width: 900px">wide</div></div>
<p style="color: #999">pale</p>
</div>"""


def meant_to_fail(lesson: str) -> int:
    """Count the cells that show an error on purpose."""
    cells: list[dict[str, Any]] = json.loads((ROOT / "notebooks" / lesson).read_text("utf-8"))["cells"]
    return sum("raises-exception" in cell["metadata"].get("tags", []) for cell in cells)


def test_what_is_looked_for_is_found_where_it_is_planted(browser: Browser) -> None:
    page = browser.new_page()
    page.set_content(PLANTED)
    found = [line.partition(":")[0] for line in barriers(page.locator(".jp-OutputArea"))]
    assert found == [
        "aria-input-field-name",
        "button-name",
        "color-contrast",
        "scrollable-region-focusable",
        "tabindex",
        "a picture without words",
        "a picture that does not load",
        "a drawing without words",
        "a choice outside of a group",
        "a tooltip that says nothing",
        "a part without a name",
        "wider than the page",
    ]
    assert [text for _, text in illegible(page.locator(".jp-OutputArea"))] == ["pale"]
    page.close()


def test_what_is_red_is_seen(lab: Lab) -> None:
    lab.open(lab.course.write_notebook("red.ipynb", "1 + 1", "import sys; print('oh', file=sys.stderr)", "1 / 0"))
    lab.run_all()
    said, failed = lab.errors()
    assert said.strip() == "oh"
    assert "ZeroDivisionError" in failed


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson_from_top_to_bottom(lab: Lab, complaints: list[str], lesson: str) -> None:
    complaints.clear()
    lab.open(f"notebooks/{lesson}")
    expect(lab.page.get_by_text("widget not found")).to_have_count(0)
    lab.run_all()
    assert len(lab.errors()) == meant_to_fail(lesson), lab.errors()
    outputs = lab.page.locator(OUTPUTS)
    assert outputs.locator("img").count() > 0
    assert (barriers(outputs), illegible(outputs)) == ([], [])
    switch(lab)  # the next lesson opens in the other theme
    assert (barriers(outputs), illegible(outputs)) == ([], [])
    assert complaints == []
