"""The token viewer in a real notebook: named controls, live, legible on both grounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.test_widget import CONTRAST, LEAST_CONTRAST

if TYPE_CHECKING:
    from tests.browser.conftest import Lab

pytestmark = pytest.mark.required_in_ci

SHOW_TOKENS = 'from classroom import token_viewer\n\ntoken_viewer("one ☂")'


@pytest.fixture(scope="module")
def notebook(lab: Lab) -> str:
    """Write a notebook that shows it, and give its path."""
    return lab.course.write_notebook("token_viewer_test.ipynb", SHOW_TOKENS)


@pytest.fixture(scope="module")
def page(lab: Lab, notebook: str) -> Lab:
    """The widget in the light theme."""
    lab.open(notebook)
    lab.run_all()
    return lab


def tokens(lab: Lab) -> Locator:
    return lab.page.get_by_role("region", name="The text with its tokens")


def test_every_control_has_a_name(page: Lab) -> None:
    for role, name in (
        ("textbox", "your text"),
        ("combobox", "encoding"),
        ("combobox", "labels"),
    ):
        expect(page.page.get_by_role(role, name=name)).to_be_visible()  # type: ignore[arg-type]
    expect(page.page.get_by_role("button", name="The same in words")).to_have_count(1)


def test_what_is_typed_is_shown_as_tokens_and_never_becomes_markup(page: Lab) -> None:
    expect(tokens(page)).to_contain_text("20 e2 98")
    page.page.get_by_role("textbox", name="your text").fill("<img src=x onerror='window.broken = 1'> ไ")
    expect(tokens(page)).to_contain_text("<img")
    page.page.get_by_role("combobox", name="labels").select_option("bytes")
    expect(tokens(page)).to_contain_text("e0 b9 84")
    page.page.get_by_role("textbox", name="your text").fill("")
    expect(page.page.get_by_role("alert")).to_contain_text("No tokens. The text is empty.")
    page.page.get_by_role("textbox", name="your text").fill("two")
    expect(tokens(page)).to_contain_text("two")
    assert page.page.evaluate("window.broken") is None
    assert page.errors() == []


@pytest.mark.parametrize("theme", ["JupyterLab Light", "JupyterLab Dark"])
def test_all_of_it_is_legible(lab: Lab, notebook: str, theme: str) -> None:
    lab.course.set_theme(theme)
    lab.open(notebook)
    lab.run_all()
    expect(lab.page.locator("body")).to_have_attribute("data-jp-theme-name", theme)
    for button in lab.page.get_by_role("button", name="The same in words").all():
        button.click()
    expect(lab.page.get_by_role("region", name="The tokens in words")).to_be_visible()
    for box in lab.page.locator(".jp-OutputArea-output .widget-html-content").all():
        worst, where = box.evaluate(CONTRAST)
        print(f"\n{theme}: least contrast {worst:.1f} at {where!r}", end=" ")
        assert worst >= LEAST_CONTRAST
