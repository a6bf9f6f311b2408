"""Hits and misses in lesson 01 as a learner meets them: stored, run, moved by keys and box, asked otherwise, set wrong.

What it must say is computed here, by the same function: the page has to agree with it.
"""

from __future__ import annotations

import re
from statistics import median
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Locator, expect

from chunklib.data import load
from classroom import hits_and_misses
from classroom.lessons.widgets.hits_and_misses import SIZES
from tests.browser.conftest import PAGE
from tests.browser.looking import barriers, illegible, switch
from tests.browser.test_widget import WATCH

if TYPE_CHECKING:
    from tests.browser.conftest import Lab

pytestmark = pytest.mark.required_in_ci

CALL = "hits_and_misses(handbook, question, [evidence], size=50)"
QUESTION = "When does a delivered shipment close by itself?"
OTHER = "How many hours after its delivery is a shipment closed?"


def expected(size: int, question: str = QUESTION) -> str:
    """Compute what the widget of the lesson must say."""
    handbook = load("handbook")
    start, last = handbook.index("72 hours after delivery, or"), "a reading recorded after delivery"
    span = start, handbook.index(last) + len(last)
    return hits_and_misses(handbook, question, [span], size=size).view.verdict


@pytest.fixture(scope="module")
def stored(lab: Lab, complaints: list[str]) -> Locator:
    """The cell of the widget, which nobody has run."""
    lab.open("notebooks/01_why_chunk.ipynb")
    return lab.cell(CALL)


@pytest.fixture(scope="module")
def widget(lab: Lab, stored: Locator) -> Locator:
    """The same cell, every cell run."""
    lab.run_all()
    assert lab.errors() == []
    return stored


def put(lab: Lab, widget: Locator, name: str, value: object) -> None:
    box = widget.get_by_role("textbox" if isinstance(value, str) else "spinbutton", name=name)
    box.fill(str(value))
    lab.page.keyboard.press("Tab")


def test_before_anything_runs_the_stored_picture_is_there(stored: Locator) -> None:
    expect(stored).to_contain_text(expected(50))
    row = [stored.locator(f"span[title^='chunk {number},']").bounding_box() for number in (0, 1, 189)]
    first, second, last = (box for box in row if box is not None)
    assert first["y"] == second["y"] == last["y"]
    assert first["x"] < second["x"] < last["x"]
    assert last["x"] + last["width"] - first["x"] > 600


def test_the_arrow_stands_below_the_evidence(lab: Lab, widget: Locator) -> None:
    put(lab, widget, "size", 200)
    expect(widget.get_by_role("status")).to_have_text(expected(200))
    holder = re.search(r"chunk \[(\d+)\], rank (\d+)", expected(200))
    assert holder is not None
    row = widget.locator(f"span[title='chunk {holder[1]}, rank {holder[2]}']").bounding_box()
    arrow = widget.get_by_text("▲", exact=True).last.bounding_box()
    assert row is not None
    assert arrow is not None
    assert row["x"] <= arrow["x"] + arrow["width"] / 2 <= row["x"] + 1.5 * row["width"]


def test_the_slider_turns_hits_into_misses(lab: Lab, widget: Locator) -> None:
    handle = widget.get_by_role("slider").first
    handle.focus()
    handle.press("Home")
    for size in SIZES:
        expect(widget.get_by_role("status")).to_have_text(expected(size))
        expect(widget.get_by_role("spinbutton", name="size")).to_have_value(str(size))
        handle.press("ArrowRight")


def test_the_box_takes_a_size_between_the_steps_of_the_slider(lab: Lab, widget: Locator) -> None:
    put(lab, widget, "size", 140)
    expect(widget.get_by_role("status")).to_have_text(expected(140))
    region = widget.get_by_role("region", name="The text around the evidence")
    expect(region).to_contain_text(re.compile(r"\[\d+\] rank \d+"))
    expect(region.get_by_text("evidence ▸")).to_have_count(1)


def test_another_question_is_searched(lab: Lab, widget: Locator) -> None:
    put(lab, widget, "size", 2000)
    expect(widget.get_by_role("status")).to_have_text(expected(2000))
    put(lab, widget, "question", OTHER)
    expect(widget.get_by_role("status")).to_have_text(expected(2000, OTHER))
    put(lab, widget, "question", "<b>bold</b>")
    expect(widget).to_contain_text("question: <b>bold</b>")
    put(lab, widget, "budget", 0)
    expect(widget.get_by_role("spinbutton", name="budget")).to_have_value("1")
    put(lab, widget, "budget", 1000)
    put(lab, widget, "question", QUESTION)
    expect(widget.get_by_role("status")).to_have_text(expected(2000))


@pytest.mark.timed
def test_every_step_redraws_the_page(lab: Lab, widget: Locator) -> None:
    """A step cuts the handbook anew, indexes and searches it."""
    put(lab, widget, "size", 2000)
    expect(widget.get_by_role("status")).to_have_text(expected(2000))
    widget.locator(f".widget-vbox {PAGE}").first.evaluate(WATCH)
    handle = widget.get_by_role("slider").first
    handle.focus()
    for step in range(12):
        handle.press("ArrowLeft")
        lab.page.wait_for_function("count => window.steps.length === count", arg=step + 1)
    redraw = median(lab.page.evaluate("window.steps"))
    print(f"\na step over the sizes of the handbook, median: {redraw:.0f} ms", end=" ")
    size = int(widget.get_by_role("spinbutton", name="size").input_value())
    assert size < 2000
    expect(widget.get_by_role("status")).to_have_text(expected(size))


def test_nothing_bars_a_reader_in_either_theme(lab: Lab, widget: Locator, complaints: list[str]) -> None:
    put(lab, widget, "size", 400)
    expect(widget.get_by_role("status")).to_have_text(expected(400))
    outputs = widget.locator(".jp-OutputArea-output")
    for _ in range(2):
        assert barriers(outputs) == []
        assert illegible(outputs) == []
        switch(lab)
    assert complaints == []
