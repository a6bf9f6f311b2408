"""Open pages, and look for what several browser tests look for: barriers, poor contrast, complaints, another theme."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from axe_playwright_python.base import AXE_SCRIPT
from PIL import Image
from playwright.sync_api import ConsoleMessage, Locator, expect

from tests.browser.conftest import DARK, LIGHT

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.browser.conftest import Lab


Theme = Literal["light", "dark"]
LEAST_CONTRAST = 4.5

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

# What axe does not look for, one line for each finding.
_BARRIERS = """root => {
    const found = []
    const say = (what, element) => found.push(`${what}: ${element.outerHTML.slice(0, 120)}`)
    const seen = element => element.getClientRects().length > 0
    const all = selector => [...root.querySelectorAll(selector)].filter(seen)
    const named = e => [e.getAttribute("aria-label"), e.title, e.innerText].some(name => (name || "").trim())
    for (const img of all("img")) {
        if (!img.alt.trim()) say("a picture without words", img)  // for axe, an empty alt says that it is decoration
        if (!img.naturalWidth) say("a picture that does not load", img)
    }
    for (const svg of all("svg")) {
        if (!svg.closest("[aria-hidden='true'], button, summary") && !named(svg)) say("a drawing without words", svg)
    }
    for (const choice of all("input[type='radio']")) {
        const group = choice.closest("[role='radiogroup'], fieldset")
        if (!group || !choice.name) say("a choice outside of a group", choice)
    }
    for (const e of all("[title='null'], [title='undefined']")) say("a tooltip that says nothing", e)
    for (const region of all("[role='region'], [role='group'], [role='radiogroup']")) {
        const name = region.getAttribute("aria-label") || region.getAttribute("aria-labelledby")
        if (!name) say("a part without a name", region)
    }
    for (const part of all(".widget-html-content > div")) {
        const {left, right} = part.getBoundingClientRect()
        const page = part.closest(".jp-OutputArea").getBoundingClientRect()
        if (right > page.right + 1 || left < page.left - 1) say("wider than the page", part)
    }
    return found
}"""

# What axe finds that is serious or critical, one line for each element.
_AXE = """async parts => {
    const seen = parts.filter(part => part.getClientRects().length)
    if (!seen.length) return []
    const {violations} = await axe.run({include: seen}, {resultTypes: ["violations"], iframes: false})
    return violations.filter(one => ["serious", "critical"].includes(one.impact))
        .flatMap(one => one.nodes.map(node => `${one.id}: ${node.html.slice(0, 160)}`))
}"""


# Where the handle of a slider is: the middle of what a mouse can take hold of.
_HANDLE = """input => {
    const {left, top, width, height} = input.getBoundingClientRect()
    const share = (input.value - input.min) / (input.max - input.min || 1)
    return [left + 8 + share * (width - 16), top + height / 2]
}"""


def drag(lab: Lab, slider: Locator, by: int) -> float:
    """Drag the handle of a slider by some pixels; returns the value at which the mouse left it."""
    slider.scroll_into_view_if_needed()
    x, y = slider.evaluate(_HANDLE)
    lab.page.mouse.move(x, y)
    lab.page.mouse.down()
    lab.page.mouse.move(x + by, y, steps=15)
    lab.page.mouse.up()
    return float(slider.input_value())


def barriers(parts: Locator) -> list[str]:
    """Say what a screen reader or a keyboard would miss in these parts of the page: by axe, and by rules of our own."""
    parts.page.evaluate(AXE_SCRIPT)
    by_axe: list[str] = parts.evaluate_all(_AXE)
    ours: list[str] = parts.evaluate_all(f"parts => parts.flatMap({_BARRIERS})")
    return [*by_axe, *ours]


def illegible(parts: Locator) -> list[tuple[float, str]]:
    """Give contrast and text where the least contrast of a part is too little."""
    worst = parts.evaluate_all(f"parts => parts.map({CONTRAST})")
    return [(contrast, where) for contrast, where in worst if contrast < LEAST_CONTRAST]


def listen(page: Page) -> list[str]:
    """Return a list that grows with each error that the browser's console is told."""
    told: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        if message.type == "error":
            told.append(message.text)

    page.on("console", hear)
    page.on("pageerror", lambda error: told.append(str(error)))
    return told


def opened(browser: Browser, file: Path, width: int = 1280, theme: Theme = "light") -> Iterator[Page]:
    """Open a page; nothing may be asked of a network, and no error may reach the console."""
    page = browser.new_page(viewport={"width": width, "height": 800}, color_scheme=theme)
    told, asked = listen(page), list[str]()
    page.on("request", lambda request: asked.append(request.url))
    page.goto(file.as_uri())
    yield page
    assert told == []
    assert asked == [file.as_uri()]
    page.close()


def keep_small(file: Path, size: tuple[int, int]) -> None:
    """Store a picture of a page with 256 colours: a third of the bytes, and nothing to see of it."""
    with Image.open(file) as picture:
        small = picture.convert("RGB").quantize(256, dither=Image.Dither.NONE)
    small.save(file, optimize=True)
    assert small.size == size
    assert file.stat().st_size < 300_000


def switch(lab: Lab) -> None:
    """Choose the other theme, light or dark, from Lab's menu: the page stays as it is."""
    page = lab.page
    body = page.locator("body")
    theme = DARK if body.get_attribute("data-jp-theme-name") == LIGHT else LIGHT
    page.locator("#jp-MainMenu .lm-MenuBar-item", has_text="Settings").click()
    page.locator(".lm-Menu-item[data-type='submenu']", has_text="Theme").first.hover()
    page.locator(".lm-Menu-item[data-command='apputils:change-theme']").get_by_text(theme, exact=True).click()
    expect(body).to_have_attribute("data-jp-theme-name", theme)
