"""A learner opens lesson 03, runs it, moves a slider, then solves its exercise."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import PAGE
from tests.browser.looking import drag, keep_small

if TYPE_CHECKING:
    from tests.browser.conftest import Lab

pytestmark = pytest.mark.required_in_ci

LESSON = "notebooks/03_fixed_windows.ipynb"
EXERCISE = "exercises/03_fixed_windows/03_fixed_windows.ipynb"
CHECK_MS = 60_000

WRONG = """
def sliding_window(tokens, size=500, overlap=75):
    if not 0 <= overlap < size:
        raise ValueError("overlap must be smaller than size")
    windows = []
    start = 0
    while start < len(tokens):
        windows.append(tokens[start : start + size])
        start += size - overlap
    return windows
"""
RIGHT = WRONG.replace(
    "    return windows", "        if start + overlap >= len(tokens):\n            break\n    return windows"
)


@pytest.fixture(scope="module")
def lesson(lab: Lab) -> Lab:
    """Lesson 03, every cell run."""
    lab.open(LESSON)
    lab.run_all()
    return lab


def test_before_anything_runs_the_stored_picture_is_there(lab: Lab) -> None:
    """Lab takes scripts, styles of their own and roles from a notebook that nobody has run; what is left must do."""
    lab.open(LESSON)
    shared = lab.page.locator(".jp-OutputArea-output span[title^='in chunks']").first
    style = "element => [getComputedStyle(element).backgroundImage, getComputedStyle(element).borderBottomStyle]"
    background, line = shared.evaluate(style)
    assert background.startswith("linear-gradient(135deg,")
    assert line == "solid"
    expect(lab.page.get_by_text("widget not found")).to_have_count(0)


def test_what_a_cell_prints_breaks_between_words(lesson: Lab) -> None:
    printed = lesson.page.locator(".jp-RenderedText pre").filter(has_text="no grapheme cluster")
    assert printed.first.evaluate("element => getComputedStyle(element).wordBreak") == "normal"


def total(viewer: Locator, name: str) -> float:
    """Read one of the totals."""
    found = re.search(rf"{name} ([\d,.]+)", viewer.locator(PAGE).first.inner_text())
    assert found, f"no {name!r} among the totals"
    return float(found[1].replace(",", ""))


def test_the_lesson_runs_without_an_error(lesson: Lab) -> None:
    stored = json.loads((lesson.course.folder / LESSON).read_text("utf-8"))
    meant = [cell for cell in stored["cells"] if "raises-exception" in cell["metadata"].get("tags", [])]
    assert len(lesson.errors()) == len(meant), lesson.errors()


def test_the_keyboard_moves_the_slider_and_the_totals_follow(lesson: Lab) -> None:
    viewer = lesson.viewer()
    size = viewer.get_by_role("spinbutton", name="size")
    before, value = total(viewer, "chunks"), int(size.input_value())
    handle = viewer.get_by_role("slider").first
    handle.focus()
    for _ in range(30):
        handle.press("ArrowLeft")
    expect(size).to_have_value(str(value - 30))
    expect(viewer.locator(PAGE).first).not_to_contain_text(f"chunks {before:.0f} ·")
    assert total(viewer, "chunks") > before


def test_the_mouse_drags_the_slider_and_the_totals_follow(lesson: Lab) -> None:
    viewer = lesson.viewer()
    before = total(viewer, "stored")
    overlap = viewer.get_by_role("spinbutton", name="overlap")
    asked = int(overlap.input_value())
    handle = viewer.get_by_role("slider").nth(1)
    dragged = drag(lesson, handle, 90)  # where the mouse has left it; the kernel follows
    assert dragged > asked
    expect(overlap).to_have_value(f"{dragged:.0f}")
    expect(viewer.locator(PAGE).first).to_contain_text(f"overlap asked {dragged:.0f},")
    assert total(viewer, "stored") > before


def test_the_number_box_sets_the_overlap(lesson: Lab) -> None:
    viewer = lesson.viewer()
    box = viewer.get_by_role("spinbutton", name="overlap")
    box.fill("0")
    box.press("Enter")
    expect(viewer.locator(PAGE).first).to_contain_text("overlap asked 0, achieved 0.0")
    assert total(viewer, "redundancy") == 1


def test_a_picture_of_the_lesson(lesson: Lab, tmp_path: Path) -> None:
    """The picture in the README is this one: CHUNKLIB_SCREENSHOT names the file it goes to."""
    wanted = Path(os.environ.get("CHUNKLIB_SCREENSHOT") or tmp_path / "lesson.png")
    viewer = lesson.viewer()
    for name, value in (("size", "60"), ("overlap", "15")):
        box = viewer.get_by_role("spinbutton", name=name)
        box.fill(value)
        box.press("Enter")
        expect(viewer.locator(PAGE).first).to_contain_text(f"{name} asked {value},")
    lesson.page.locator(".jp-SideBar.jp-mod-left [data-id='filebrowser']").click()  # puts the list of files away
    question = lesson.page.locator("p", has_text="Question.")
    question.evaluate("element => element.scrollIntoView({block: 'start'})")
    lesson.page.mouse.move(0, 0)
    lesson.page.wait_for_timeout(500)  # for scroll bars and tips to fade
    expect(viewer).to_be_in_viewport(ratio=0.8)
    lesson.page.screenshot(path=wanted)
    keep_small(wanted, (1280, 800))


def test_the_exercise_goes_from_not_started_over_wrong_to_right(lesson: Lab) -> None:
    lesson.open(EXERCISE)
    lesson.run_all()
    assert lesson.errors() == []
    written, check = lesson.cell("def sliding_window"), lesson.cell("check(sliding_window)")
    report = check.locator(".jp-OutputArea-output").first  # a button follows it
    expect(report).to_contain_text("not started")

    lesson.replace(written, WRONG)
    lesson.run(check)
    expect(report).to_contain_text("✗", timeout=CHECK_MS)
    expect(report).to_contain_text("sliding_window([")  # the smallest failing call
    expect(report).to_contain_text("gave")

    lesson.replace(written, RIGHT)
    lesson.run(check)
    expect(report).to_contain_text("✓ right", timeout=CHECK_MS)
    expect(report).not_to_contain_text("✗")
    saved = json.loads((lesson.course.folder / ".chunklib" / "progress.json").read_text("utf-8"))
    assert saved["exercises"]["sliding_window"]["state"] == "right"
