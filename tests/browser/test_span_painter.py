"""The span painter of lesson 10 as a learner meets it: stored, run, driven by keys and mouse, and set wrong.

What it must say is computed here, by the same functions: the page has to agree with them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Locator, expect

from chunklib.chunk import Span
from classroom import span_painter
from classroom.lessons.widgets.span_painter_view import Settings, View, view
from tests.browser.looking import barriers, drag, illegible, switch

if TYPE_CHECKING:
    from tests.browser.conftest import Lab

pytestmark = pytest.mark.required_in_ci

CALL = re.compile(r"^\s*span_painter\(\)\s*$")
FIRST = span_painter().view


@pytest.fixture(scope="module")
def stored(lab: Lab, complaints: list[str]) -> Locator:
    """The cell of the painter, which nobody has run."""
    lab.open("notebooks/10_measuring.ipynb")
    return lab.cell(CALL)


@pytest.fixture(scope="module")
def painter(lab: Lab, stored: Locator) -> Locator:
    """The same cell, every cell run."""
    lab.run_all()
    assert lab.errors() == []
    return stored


def put(cell: Locator, name: str, value: int) -> None:
    box = cell.get_by_role("spinbutton", name=name, exact=True)
    box.fill(str(value))
    box.press("Enter")


def state(start: int, end: int, size: int, overlap: int, *retrieved: int) -> View:
    return view(Settings((Span(start, end),), size, overlap, retrieved), FIRST.text)


def agrees(cell: Locator, expected: View) -> None:
    """Compare counts, scores and the painted text with what is computed here."""
    shown = cell.locator(".jp-OutputArea-output")
    for line in [expected.head(), *expected.places(), next(expected.lines())]:
        expect(shown.get_by_text(line, exact=True)).to_have_count(1)
    for score in expected.scores:
        row = shown.get_by_role("row").filter(has=cell.page.get_by_role("rowheader", name=score.name, exact=True))
        expect(row).to_contain_text(f"{score.value:.3f}")
        expect(row).to_contain_text(score.numbers)
    gold = "".join(painted(cell).locator("span[style*='4px double']").all_text_contents())
    assert gold == "".join(expected.text[start:end] for start, end in expected.gold)


def painted(cell: Locator) -> Locator:
    return cell.get_by_role("region", name="The text with evidence and chunks")


def switches(cell: Locator) -> Locator:
    return cell.get_by_role("checkbox")


def test_the_stored_text_is_painted(stored: Locator) -> None:
    """Lab removes what it does not know from a notebook that nobody has run; what is left must do."""
    text = stored.get_by_text("rsor is valid for 24 hours", exact=True)
    expect(text).to_be_visible()
    assert text.evaluate("e => getComputedStyle(e).borderBottomStyle") == "double"
    taken = text.locator("xpath=..")
    assert taken.evaluate("e => getComputedStyle(e).borderTopWidth") == "2px"
    expect(stored.get_by_text("gold ▸").last).to_be_visible()


def test_the_first_state_is_right(painter: Locator) -> None:
    agrees(painter, FIRST)
    assert switches(painter).locator("visible=true").count() == len(FIRST.chunks)


def test_keys_move_the_evidence_and_the_scores_follow(painter: Locator) -> None:
    handle = painter.get_by_role("slider").first
    handle.focus()
    for _ in range(10):
        handle.press("ArrowRight")
    expect(painter.get_by_role("spinbutton", name="start", exact=True)).to_have_value("156")
    agrees(painter, state(156, 176, 75, 0, 1, 2))
    put(painter, "end", 280)
    agrees(painter, state(156, 280, 75, 0, 1, 2))
    put(painter, "end", 100)
    expect(painter.get_by_role("spinbutton", name="start", exact=True)).to_have_value("99")
    agrees(painter, state(99, 100, 75, 0, 1, 2))


def test_the_mouse_moves_the_evidence(lab: Lab, painter: Locator) -> None:
    put(painter, "end", 176)
    handle = painter.get_by_role("slider").first
    start = int(drag(lab, handle, 52))
    assert 99 < start < 176
    agrees(painter, state(start, 176, 75, 0, 1, 2))


def test_chunks_are_taken_and_left(painter: Locator) -> None:
    put(painter, "start", 146)
    painter.get_by_role("checkbox", name="[2]").uncheck()
    agrees(painter, state(146, 176, 75, 0, 1))
    painter.get_by_role("checkbox", name="[0]").check()
    agrees(painter, state(146, 176, 75, 0, 0, 1))


def test_another_overlap_takes_the_chunks_with_evidence_and_hatches_what_they_share(painter: Locator) -> None:
    put(painter, "overlap", 40)
    agrees(painter, state(146, 176, 75, 40, 3, 4, 5))
    shared = painted(painter).locator("span[title*='retrieved: [3], [4]']").first
    assert shared.evaluate("e => getComputedStyle(e).backgroundImage").startswith("linear-gradient")
    expect(painter.get_by_role("checkbox", name="[7]")).to_be_visible()
    put(painter, "size", 30)
    expect(painter.get_by_role("spinbutton", name="overlap", exact=True)).to_have_value("29")
    expect(painter.get_by_role("alert")).to_contain_text("more than the 24 that are drawn")
    put(painter, "overlap", 0)
    agrees(painter, state(146, 176, 30, 0, 4, 5))
    put(painter, "size", 75)
    agrees(painter, state(146, 176, 75, 0, 1, 2))


def test_a_text_never_becomes_markup_and_several_pieces_are_moved(lab: Lab, painter: Locator) -> None:
    text = "<img src=x onerror='window.broken = 1'> is <b>not</b> a picture."
    cell = lab.page.locator(".jp-CodeCell").last
    lab.replace(cell, f'span_painter("""{text}""", [(4, 10), (20, 30)], size=24)')
    shown = lab.page.locator(".jp-CodeCell").filter(has=lab.page.locator(".cm-content", has_text="onerror"))
    expect(painted(shown)).to_contain_text("> is <b>")
    shown.get_by_role("combobox", name="evidence").select_option("gold 2")
    expect(shown.get_by_role("spinbutton", name="start", exact=True)).to_have_value("20")
    put(shown, "end", 33)
    seen = view(Settings((Span(4, 10), Span(20, 33)), 24, 0, (0, 1)), text)
    agrees(shown, seen)
    put(shown, "start", 8)
    expect(shown.get_by_role("alert")).to_contain_text("pieces of evidence must not overlap: got 4-10 and 8-33")
    put(shown, "start", 20)
    agrees(shown, seen)
    assert lab.page.evaluate("window.broken") is None


def test_it_is_legible_and_named_in_both_themes(lab: Lab, painter: Locator, complaints: list[str]) -> None:
    put(painter, "overlap", 40)
    output = painter.locator(".jp-OutputArea-output")
    assert barriers(output) == []
    assert illegible(output) == []
    switch(lab)
    assert illegible(output) == []
    assert complaints == []
