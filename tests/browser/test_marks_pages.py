"""The pages of a marked class as a student and a teacher meet them: both themes, wide and narrow, on paper.

CHUNKLIB_MARKS_PICTURES names the folder where the pictures of the teacher's pack go.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from classroom.grader.marks.model import Graded, Mark, PropertyMark
from classroom.grader.marks.store import page_name
from classroom.grader.pages import write_pages
from tests.browser.looking import Theme, barriers, illegible, keep_small, opened
from tests.grader.small_class import small_class

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.required_in_ci

THEMES: tuple[Theme, ...] = ("light", "dark")
WIDTHS = (1280, 320)
STUDENT = "chen"  # some properties hold, and a hidden one does not
ATTACK = "<img src=x onerror=alert(1)>\u202e" + "w" * 300


@pytest.fixture(scope="module")
def marked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages of a class that was really marked."""
    scratch = tmp_path_factory.mktemp("marks")
    write_pages(scratch / "out", small_class(scratch / "solutions"), seed="5")
    return scratch / "out"


@pytest.fixture(scope="module")
def attacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages of two students whose every word is an attack, or does not end."""
    out = tmp_path_factory.mktemp("attacked")
    words = dict.fromkeys(("why", "call", "gave", "expected", "cause", "line", "printed"), ATTACK)
    mark = Mark("smart_chunk", "late", 0, 2, ATTACK, (PropertyMark(ATTACK, 2, earned=False, **words),))  # type: ignore[arg-type]
    prints = tuple(range(50))
    write_pages(out, [Graded(student, mark, ATTACK, "5", prints) for student in (ATTACK, f"{ATTACK} again")], seed="5")
    return out


def student_file(out: Path, student: str = STUDENT) -> Path:
    return out / "feedback" / page_name(student, "5")


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("which", ["student", "class", "attacked student", "attacked class"])
def test_a_page_is_legible_and_fits(
    browser: Browser, marked: Path, attacked: Path, which: str, theme: Theme, width: int
) -> None:
    out, student = (attacked, ATTACK) if "attacked" in which else (marked, STUDENT)
    file = out / "class.html" if "class" in which else student_file(out, student)
    for page in opened(browser, file, width, theme):
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert barriers(page.locator("main")) == []
        assert illegible(page.locator("main")) == []
        dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert (dark == "rgb(255, 255, 255)") == (theme == "light")


@pytest.mark.parametrize("theme", THEMES)
def test_the_drawing_can_be_read(browser: Browser, marked: Path, theme: Theme) -> None:
    """Ink of the numbers and edges of the bars stand out from the page: the rule for text, and 3 for a drawing."""
    for page in opened(browser, marked / "class.html", 320, theme):
        inks = page.locator("svg text").evaluate_all("all => [...new Set(all.map(e => getComputedStyle(e).fill))]")
        assert inks == [page.evaluate("getComputedStyle(document.body).color")]
        sizes = page.locator("svg text").evaluate_all("all => all.map(e => e.getBoundingClientRect().height)")
        assert min(sizes) >= 12
        edges = page.locator("svg rect").evaluate_all("all => [...new Set(all.map(e => getComputedStyle(e).stroke))]")
        assert edges == inks


def test_keys_reach_every_link_and_it_leads_to_the_page_of_the_student(browser: Browser, marked: Path) -> None:
    page = browser.new_page()
    page.goto((marked / "class.html").as_uri())
    link = page.get_by_role("link", name=STUDENT, exact=True).first
    link.focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/feedback/*")
    assert page.get_by_role("heading", level=1).inner_text() == f"Feedback for {STUDENT}"
    page.close()


def test_a_copy_that_was_renamed_is_flagged_and_its_marks_stay(browser: Browser, marked: Path) -> None:
    for page in opened(browser, marked / "class.html"):
        row = page.get_by_role("row").filter(has_text="for a human eye")
        names, share, note = row.locator("a"), row.locator("td").nth(1), row.locator("td").last
        assert (names.all_inner_texts(), share.inner_text()) == (["rosa", "tomo"], "100\xa0%")
        assert note.inner_text() == "for a human eye"
        points = page.get_by_role("region", name="A link leads to the student's page").get_by_role("row")
        assert re.search(r"\b([1-9]\d*) of \1\b", points.filter(has_text="rosa").inner_text())  # full marks


def test_nothing_is_cut_off_on_paper(browser: Browser, marked: Path) -> None:
    for page in opened(browser, student_file(marked), 700, "dark"):
        page.emulate_media(media="print")
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
        wide = page.locator(".wide").evaluate_all("all => all.filter(e => e.scrollWidth > e.clientWidth + 1).length")
        assert wide == 0
        assert illegible(page.locator("main")) == []


@pytest.mark.parametrize(("which", "height"), [("student", 1720), ("class", 1940)])
def test_a_picture_of_the_page(browser: Browser, marked: Path, tmp_path: Path, which: str, height: int) -> None:
    """The pictures in the teacher's pack are these."""
    folder = Path(os.environ.get("CHUNKLIB_MARKS_PICTURES") or tmp_path)
    wanted = folder / f"{which}_page.png"
    for page in opened(browser, marked / "class.html" if which == "class" else student_file(marked)):
        page.set_viewport_size({"width": 900, "height": height})
        page.screenshot(path=wanted)
    keep_small(wanted, (900, height))
