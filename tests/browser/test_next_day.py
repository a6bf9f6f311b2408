"""A learner closes JupyterLab and comes back the next day: what a lesson showed is there, and so is the lesson.

The tests are one way and follow one another: each goes on from what the one before it left in the folder.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import ROOT, Lab, served
from tests.browser.looking import barriers, illegible, switch

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.required_in_ci

LESSON = "notebooks/04_overlap_arithmetic.ipynb"
EXERCISE = "exercises/04_overlap_arithmetic/04_overlap_arithmetic.ipynb"
LEARNERS = ("classroom.lessons.folder", "start", "my_course", "--")
EARLIER = "From an earlier session. To use it again: Run → Run All Above Selected Cell, then run this cell."
# Of each widget on the page, the line above it and what it says.
_WIDGETS = """() => [...document.querySelectorAll('.jp-OutputArea-output > .widget-vbox')].map(widget => {
    const above = getComputedStyle(widget, '::before')
    const parts = [...widget.querySelectorAll('.widget-html-content, input, textarea')]
    const said = parts.map(part => part.type === 'radio' ? part.checked : part.value ?? part.innerText)
    return [above.content === 'none' ? '' : above.content.slice(1, -1), JSON.stringify(said)]
})"""


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the place of the learner's folder."""
    return tmp_path_factory.mktemp("days")


@pytest.fixture(scope="module")
def first_day(home: Path, shared_page: Page) -> list[str]:
    """Run a lesson, guess, move a slider, save and restart the kernel: what the widgets said before that."""
    with served(home / "my_course", home, *LEARNERS) as course:
        lab = Lab(shared_page, course)
        lab.open(LESSON)
        lab.run_all()
        guess = shared_page.get_by_role("textbox", name="overlap for windows of 240")
        guess.fill("74")
        guess.press("Enter")
        expect(shared_page.get_by_role("status").filter(has_text="Kept: 74.")).to_be_visible()
        shared_page.get_by_role("slider", name="overlap").first.press("ArrowRight")
        lab.until_idle()
        said = widgets(lab, "")
        save(lab)
        shared_page.evaluate("() => window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart()")
        lab.until_idle()
        assert widgets(lab, EARLIER) == said
        save(lab)  # JupyterLab says nothing of the widgets whose kernel has ended
    return said


@pytest.fixture(scope="module")
def lab(home: Path, first_day: list[str], shared_page: Page) -> Iterator[Lab]:
    """Start Lab again, where it opens by itself."""
    with served(home / "my_course", home, *LEARNERS) as course:
        shared_page.goto(f"{course.url}/?token={course.token}")
        shared_page.locator(".jp-NotebookPanel:not(.lm-mod-hidden) .jp-Cell").first.wait_for(timeout=90_000)
        opened = Lab(shared_page, course)
        opened.until_idle()
        yield opened


def widgets(lab: Lab, above: str) -> list[str]:
    """Return what each widget of the page says; above each of them the same must be said, and none may be missing."""
    expect(lab.page.locator(".jp-OutputArea-output > .widget-vbox")).to_have_count(9)
    for trouble in ("Error displaying widget", "Loading widget"):
        expect(lab.page.get_by_text(trouble)).to_have_count(0)
    found = lab.page.evaluate(_WIDGETS)
    assert {first for first, _ in found} == {above}
    return [said for _, said in found]


def save(lab: Lab) -> None:
    lab.page.evaluate("() => window.jupyterapp.commands.execute('docmanager:save').then(() => null)")


def test_what_a_lesson_showed_can_be_read(lab: Lab, home: Path, first_day: list[str]) -> None:
    assert any('"74"' in said for said in first_day)
    assert "?file-browser-path=/&token=" in (home / "lab.log").read_text("utf-8"), "the address to copy"
    assert any((home / "my_course/.chunklib/workspaces").iterdir()), "which tabs are open"
    assert widgets(lab, EARLIER) == first_day
    guess = lab.page.locator(".jp-OutputArea-output").filter(has_text="Kept: 74.")
    for _ in ("light", "dark"):
        assert barriers(guess) == []
        assert illegible(guess) == []
        switch(lab)
    assert lab.errors() == []


def test_a_second_start_finds_the_first_and_a_save_forgets_nothing(lab: Lab, home: Path, first_day: list[str]) -> None:
    lab.run(lab.cell("from math import ceil"))
    lab.until_idle()
    save(lab)
    words = [sys.executable, "-m", *LEARNERS, "--no-browser"]
    env = {**os.environ, "JUPYTER_RUNTIME_DIR": str(home / "runtime"), "PYTHONPATH": str(ROOT)}
    said = subprocess.check_output(words, cwd=home, env=env, text=True, timeout=60).splitlines()
    assert said[-2].startswith("JupyterLab runs on my_course already")
    lab.page.goto(said[-1].replace("localhost", "127.0.0.1"))
    lab.until_idle()
    assert widgets(lab, EARLIER) == first_day
    state = json.loads((home / "my_course" / LESSON).read_bytes())["metadata"]["widgets"]
    assert len(json.dumps(state)) < 500_000


def test_a_tab_tells_an_exercise_from_its_lesson_and_ends_its_kernel(lab: Lab) -> None:
    lab.page.evaluate("path => window.jupyterapp.commands.execute('docmanager:open', {path})", EXERCISE)
    tabs = lab.page.locator(".lm-DockPanel .lm-TabBar-tab", has_text="04_overlap")
    expect(tabs).to_have_count(2)
    mark = "tab => getComputedStyle(tab.querySelector('.lm-TabBar-tabLabel'), '::before').content"
    assert tabs.evaluate_all(f"all => all.map({mark})") == ["none", '"Ex. "']
    lab.until_idle()
    assert len(json.loads(lab.course.ask("api/kernels"))) == 2
    for left in (1, 0):
        expect(tabs.nth(left)).not_to_have_class(re.compile("jp-mod-dirty"))  # as soon as Lab has saved by itself
        tabs.nth(left).locator(".lm-TabBar-tabCloseIcon").click()
    until = time.monotonic() + 30
    while (kernels := json.loads(lab.course.ask("api/kernels"))) and time.monotonic() < until:
        time.sleep(0.2)
    assert kernels == []
