"""The page that `chunklib view` writes, as a reader meets it: both themes, wide and narrow, on paper.

CHUNKLIB_VIEW_PICTURE names the file where the picture of the README goes.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from chunklib import cli
from chunklib.data import load
from tests.browser.looking import Theme, barriers, illegible, keep_small, opened
from tests.commandline import ODD

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.required_in_ci

ATTACK = (
    f"# </bdi><img src=x onerror=alert(1)>\u202e{'w' * 300}\n\n{'| a ' * 60}\n{ODD}\u0645\u0631\u062d\u0628\u0627\n"
)
GROUND = "getComputedStyle(document.body).backgroundColor"
TOPS = "(all, part) => all.map(e => [...e.querySelectorAll(part)].map(e => Math.round(e.getBoundingClientRect().top)))"


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A page of one file, one with a second strategy, and one of several files that attack it."""
    folder = tmp_path_factory.mktemp("view")
    attacks = [f"{number} <b onclick=x>\u202e.md" for number in range(2)]
    for name, text in {"handbook.md": load("handbook")[:5_000], **dict.fromkeys(attacks, ATTACK)}.items():
        (folder / name).write_bytes(text.encode())
    given = {
        "one": ["handbook.md", "--size", "200"],
        "two": ["handbook.md", "--size", "200", "--beside", "sentences:100/1s"],
        "attacks": [*attacks, "--size", "60", "--beside", "fixed_characters:200"],
    }
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        assert all(cli.main(["view", *words, "-o", f"{name}.html"]) == 0 for name, words in given.items())
    return {name: folder / f"{name}.html" for name in given}


@pytest.mark.parametrize(("which", "theme", "width"), [
    ("one", "light", 390),
    ("two", "light", 1400),
    ("two", "dark", 390),
    ("attacks", "light", 390),
    ("attacks", "dark", 1400),
])  # fmt: skip
def test_the_page_is_legible_fits_and_asks_for_nothing(
    browser: Browser, pages: dict[str, Path], which: str, theme: Theme, width: int
) -> None:
    for page in opened(browser, pages[which], width, theme):
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert barriers(page.locator("body")) == []
        assert illegible(page.locator("body")) == []
        assert (page.evaluate(GROUND) == "rgb(255, 255, 255)") == (theme == "light")
        page.emulate_media(media="print")
        assert page.evaluate(GROUND) == "rgb(255, 255, 255)"
        assert illegible(page.locator("body")) == []


def test_a_note_is_beside_its_chunk_and_one_place_of_the_text_beside_itself(
    browser: Browser, pages: dict[str, Path]
) -> None:
    for page in opened(browser, pages["two"], 1400):
        notes = page.locator(".chunks > li").evaluate_all(TOPS, ".note, .text")
        assert all(note == text for note, text, *_ in notes)
        one, two = page.locator(".chunks").evaluate_all(TOPS, ".text")
        assert one == two


def test_a_picture_of_the_page(browser: Browser, pages: dict[str, Path], tmp_path: Path) -> None:
    """The picture in the README is this one."""
    wanted = Path(os.environ.get("CHUNKLIB_VIEW_PICTURE") or tmp_path / "view.png")
    for page in opened(browser, pages["two"]):
        page.screenshot(path=wanted)
    keep_small(wanted, (1280, 800))
