"""The chunk viewer in a real notebook: fast, legible on both grounds, named controls, and it never fails loudly."""

from __future__ import annotations

import re
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import PAGE

if TYPE_CHECKING:
    from tests.browser.conftest import Lab

pytestmark = pytest.mark.required_in_ci

STEPS = 50
LEAST_CONTRAST = 4.5

SHOW = """\
from classroom import chunk_viewer
from chunklib.data import load

viewer = chunk_viewer(load("handbook")[:20_000])
viewer"""

# From the step (a key on the slider) to the new page in the document, both by the browser's own clock.
WATCH = """content => {
    window.steps = []
    let started = 0
    window.addEventListener("keydown", () => { started = performance.now() }, true)
    const seen = () => { if (started) { window.steps.push(performance.now() - started); started = 0 } }
    new MutationObserver(seen).observe(content, {childList: true})
}"""

# The least contrast of text with what lies under it, by WCAG 2: every colour of a pattern counts, opacity too.
CONTRAST = """root => {
    const numbers = colour => (colour.match(/[\\d.]+/g) || []).map(Number)
    const alpha = c => c.length > 3 ? c[3] : 1
    const over = (c, ground, a) => [0, 1, 2].map(i => c[i] * a + ground[i] * (1 - a))
    const linear = v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4
    const light = c => [.2126, .7152, .0722].reduce((sum, part, i) => sum + part * linear(c[i] / 255), 0)
    const ratio = (a, b) => { const [x, y] = [light(a), light(b)].sort((p, q) => q - p); return (x + .05) / (y + .05) }
    const grounds = element => {
        for (let e = element; e; e = e.parentElement) {
            const style = getComputedStyle(e)
            const stripes = (style.backgroundImage.match(/rgba?\\([^)]*\\)/g) || []).map(numbers)
            if (stripes.length) return stripes
            const fill = numbers(style.backgroundColor)
            if (fill.length && alpha(fill) === 1) return [fill]
        }
        return [[255, 255, 255]]
    }
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    let worst = [99, ""]
    while (walker.nextNode()) {
        const element = walker.currentNode.parentElement
        if (!walker.currentNode.data.trim() || !element.getClientRects().length) continue
        let opacity = 1
        for (let e = element; e && e !== root; e = e.parentElement) opacity *= getComputedStyle(e).opacity
        const ink = numbers(getComputedStyle(element).color)
        for (const ground of grounds(element)) {
            const found = ratio(over(ink, ground, alpha(ink) * opacity), ground)
            if (found < worst[0]) worst = [found, walker.currentNode.data.slice(0, 40)]
        }
    }
    return worst
}"""


@pytest.fixture(scope="module")
def notebook(lab: Lab) -> str:
    """Write a notebook that shows the viewer on 20,000 characters, and give its path."""
    return lab.course.write_notebook("viewer_test.ipynb", SHOW)


@pytest.fixture(scope="module")
def viewer(lab: Lab, notebook: str) -> Locator:
    """The viewer in the light theme."""
    lab.open(notebook)
    lab.run_all()
    return lab.viewer()


def page_of(viewer: Locator) -> Locator:
    return viewer.locator(PAGE).first


def put(viewer: Locator, name: str, value: int) -> None:
    box = viewer.get_by_role("spinbutton", name=name)
    box.fill(str(value))
    box.press("Enter")


@pytest.mark.timed
def test_every_step_of_the_slider_redraws_the_page(lab: Lab, viewer: Locator) -> None:
    page_of(viewer).evaluate(WATCH)
    handle = viewer.get_by_role("slider").first
    handle.focus()
    before = page_of(viewer).inner_html()
    for step in range(STEPS):
        handle.press("ArrowRight" if step < STEPS // 2 else "ArrowLeft")
        lab.page.wait_for_function("count => window.steps.length === count", arg=step + 1)
    redraw = median(lab.page.evaluate("window.steps"))
    print(f"\nredraw of 20 kB, median of {STEPS} steps: {redraw:.0f} ms", end=" ")
    assert page_of(viewer).inner_html() == before  # as many steps back as forth


def test_every_control_has_a_name_and_no_tooltip_says_null(lab: Lab, viewer: Locator) -> None:
    for role, name in (
        ("combobox", "strategy"),
        ("combobox", "ruler"),
        ("spinbutton", "size"),
        ("spinbutton", "overlap"),
        ("slider", "size"),
        ("slider", "overlap"),
        ("button", "Use your own text"),
        ("button", "The same in words"),
    ):
        expect(viewer.get_by_role(role, name=name)).to_be_visible()  # type: ignore[arg-type]
    for role, count in (("combobox", 2), ("spinbutton", 2), ("slider", 2), ("button", 2)):
        expect(viewer.get_by_role(role)).to_have_count(count)  # type: ignore[arg-type]
    assert lab.page.locator("[title='null']").count() == 0


def test_the_text_scrolls_with_the_keyboard_and_stays_where_it_was(viewer: Locator) -> None:
    region = viewer.get_by_role("region", name="The text with its chunks")
    region.focus()
    expect(region).to_be_focused()
    for _ in range(3):
        region.press("PageDown")
    box = viewer.locator("> .widget-html").first
    region.page.wait_for_function("box => box.scrollTop > 300", arg=box.element_handle())
    region.page.wait_for_timeout(300)  # for smooth scrolling to end
    before = box.evaluate("box => box.scrollTop")
    put(viewer, "size", 140)
    expect(page_of(viewer)).to_contain_text("size asked 140,")
    assert box.evaluate("box => box.scrollTop") == before
    expect(page_of(viewer).get_by_text("redundancy")).to_be_in_viewport()


def test_the_text_reads_as_it_is_with_a_label_at_each_chunk(viewer: Locator) -> None:
    shown = viewer.get_by_role("region", name="The text with its chunks")
    text = shown.evaluate("page => page.textContent")
    labels = re.findall(r"\[(\d+)\]", text)
    chunks = int(re.search(r"chunks (\d+)", page_of(viewer).inner_text())[1])  # type: ignore[index]
    assert [int(label) for label in labels if int(label) < chunks][:chunks] == list(range(chunks))
    document = (Path(__file__).parents[2] / "chunklib" / "data" / "handbook.md").read_text("utf-8")[:20_000]
    assert re.sub(r"\[\d+\]|↵", "", text) == re.sub(r"\[\d+\]", "", document)


def test_an_impossible_size_is_answered_by_a_line(lab: Lab, viewer: Locator) -> None:
    put(viewer, "size", 1)
    expect(viewer.get_by_role("spinbutton", name="overlap")).to_have_value("0")
    expect(viewer.get_by_role("alert")).to_contain_text("No chunks. size=1 is too small for the character")
    put(viewer, "size", 120)
    expect(page_of(viewer)).to_contain_text("size asked 120,")
    assert lab.errors() == []


def test_your_own_text_is_shown_and_never_becomes_markup(lab: Lab, viewer: Locator) -> None:
    viewer.get_by_role("button", name="Use your own text").click()
    own = viewer.get_by_role("textbox", name="your text")
    own.fill("Mine. <img src=x onerror='window.broken = 1'> <b>bold?</b> &amp;\n\nA second paragraph.")
    expect(page_of(viewer)).to_contain_text("<b>bold?</b> &amp;")
    assert lab.page.evaluate("window.broken") is None
    viewer.get_by_role("combobox", name="ruler").select_option("characters")
    put(viewer, "size", 40)
    viewer.get_by_role("button", name="The same in words").click()
    words = viewer.get_by_role("region", name="The chunks in words")
    expect(words).to_contain_text("recursive, size 40, overlap 0, ruler characters, on a text of 85 characters")
    viewer.get_by_role("combobox", name="strategy").select_option("fixed_characters")
    expect(words).to_contain_text("fixed_characters, size 40")
    expect(words).to_contain_text("[2]")


@pytest.mark.parametrize("theme", ["JupyterLab Light", "JupyterLab Dark"])
def test_all_of_it_is_legible(lab: Lab, notebook: str, theme: str, tmp_path: Path) -> None:
    lab.course.set_theme(theme)
    lab.open(notebook)
    lab.run_all()
    expect(lab.page.locator("body")).to_have_attribute("data-jp-theme-name", theme)
    viewer = lab.viewer()
    for button in ("Use your own text", "The same in words"):
        viewer.get_by_role("button", name=button).click()
    expect(viewer.get_by_role("region", name="The chunks in words")).to_be_visible()
    lab.page.screenshot(path=tmp_path / "viewer.png")
    worst, where = viewer.evaluate(CONTRAST)
    print(f"\n{theme}: least contrast {worst:.1f} at {where!r}", end=" ")
    assert worst >= LEAST_CONTRAST
