"""A real JupyterLab on a copy of the course, and a real Chromium in front of it.

The copy is thrown away, and so are the settings of Jupyter and the learner's progress: nothing in the checkout changes.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import Request, urlopen

import nbformat
import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect, sync_playwright

from classroom.lessons.folder.lab import options

ROOT = Path(__file__).parents[2]
CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--no-first-run",
    "--disable-component-update",
    "--disable-sync",
)
START_SECONDS = 90
RUN_MS = 120_000
expect.set_options(timeout=30_000)  # a page waits for a kernel, and kernels share this machine
PAGE = "> .widget-html .widget-html-content"  # of a widget; the note beside its buttons is deeper
LIGHT, DARK = "JupyterLab Light", "JupyterLab Dark"
WIDE: ViewportSize = {"width": 1280, "height": 800}
# Another notebook in the Lab that is there, as from its list of files, which is much quicker than another Lab.
# Lab asks a kernel several times for the state of its debugger, one question after the other, and complains of a
# notebook that is closed before the last answer: it is closed when nothing is asked.
_OPEN = """async path => {
    const {commands, shell} = window.jupyterapp;
    const questions = kernel => [...kernel?._futures.values() ?? []].map(future => future.msg.header.msg_type);
    const asks = kernel => questions(kernel).includes('debug_request');
    for (const open of [...shell.widgets('main')]) {
        while (asks(open.sessionContext?.session?.kernel)) await new Promise(later => setTimeout(later, 20));
        open.dispose();
    }
    const {sessions} = window.jupyterapp.serviceManager;  // a closed notebook ends its kernel; one that ends is no good
    for (let tries = 0; tries < 100 && (await sessions.refreshRunning(), [...sessions.running()].length); tries++)
        await new Promise(later => setTimeout(later, 100));
    await commands.execute('docmanager:open', {path});
}"""


class Course:
    """A running JupyterLab whose root folder is a copy of the course."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder = folder
        self.url = f"http://127.0.0.1:{port}"
        self.token = secrets.token_hex(16)
        self.theme: str | None = None

    def ask(self, path: str, body: object = None) -> bytes:
        """Send a request to the server: GET, or PUT with a body."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Authorization": f"token {self.token}", "Content-Type": "application/json"}
        request = Request(f"{self.url}/{path}", data, headers, method="GET" if data is None else "PUT")  # noqa: S310
        with urlopen(request, timeout=10) as answer:  # noqa: S310 (the address is our own)
            content: bytes = answer.read()
        return content

    def set_theme(self, name: str) -> None:
        """Choose the theme in which the next notebook opens."""
        self.theme = name
        raw = json.dumps({"theme": name, "adaptive-theme": False})
        self.ask("lab/api/settings/@jupyterlab/apputils-extension:themes", {"raw": raw})

    def save_when_asked(self) -> None:
        """Stop Lab from saving by itself: a notebook closed while it is saved leaves the next without a kernel."""
        self.ask("lab/api/settings/@jupyterlab/docmanager-extension:plugin", {"raw": json.dumps({"autosave": False})})

    def write_notebook(self, name: str, *cells: str) -> str:
        """Add a notebook of code cells to the copy; returns its path in Lab."""
        code = [nbformat.v4.new_code_cell(cell) for cell in cells]  # type: ignore[no-untyped-call]
        kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3 (ipykernel)", "language": "python"}}
        notebook = nbformat.v4.new_notebook(cells=code, metadata=kernel)  # type: ignore[no-untyped-call]
        nbformat.write(notebook, self.folder / "notebooks" / name)  # type: ignore[no-untyped-call]
        return f"notebooks/{name}"


class Lab:
    """One browser page with Lab in it."""

    _ran = re.compile(r"^\[\d+\]:$")

    def __init__(self, page: Page, course: Course) -> None:
        self.page = page
        self.course = course

    def open(self, path: str) -> None:
        """Open a notebook, and nothing else, and wait for its kernel."""
        if self._is_here():
            self.page.evaluate(_OPEN, path)
        else:
            self.page.goto(f"{self.course.url}/lab/tree/{path}?reset&token={self.course.token}")
        self.course.theme = None
        self.page.locator(".jp-NotebookPanel:not(.lm-mod-hidden) .jp-Cell").first.wait_for(timeout=RUN_MS)
        self.until_idle()

    def _is_here(self) -> bool:
        """Tell whether the page has Lab in it, in the theme that was asked for."""
        if not self.page.url.startswith(self.course.url):
            return False
        theme = self.page.locator("body").get_attribute("data-jp-theme-name")
        return self.course.theme in (None, theme)

    def until_idle(self) -> None:
        """Wait until the kernel has done all it was asked."""
        expect(self.page.locator("#jp-main-statusbar")).to_contain_text("| Idle", timeout=RUN_MS)

    def run_all(self) -> None:
        """Run every cell from Lab's menu; afterwards each has run and the kernel rests."""
        self.page.locator("#jp-MainMenu .lm-MenuBar-item", has_text="Run").click()
        self.page.locator("li[data-command='runmenu:run-all']").click()
        self.page.keyboard.press("Escape")
        prompts = self.page.locator(".jp-CodeCell .jp-InputPrompt:not(.jp-Placeholder-prompt)")  # of cells not folded
        for number in range(prompts.count()):
            expect(prompts.nth(number)).to_have_text(self._ran, timeout=RUN_MS)
        self.until_idle()

    def cell(self, code: str | re.Pattern[str]) -> Locator:
        """Find the one code cell that contains this code."""
        found = self.page.locator(".jp-CodeCell").filter(has=self.page.locator(".cm-content", has_text=code))
        expect(found).to_have_count(1)
        return found

    def replace(self, cell: Locator, code: str) -> None:
        """Type over all of a cell, and run it."""
        cell.locator(".cm-content").click()
        self.page.keyboard.press("ControlOrMeta+a")
        self.page.keyboard.insert_text(code)
        self.page.keyboard.press("Shift+Enter")
        self.until_idle()

    def run(self, cell: Locator) -> None:
        """Run one cell; what it shows is for the caller to wait for."""
        cell.locator(".cm-content").click()
        self.page.keyboard.press("Shift+Enter")

    def errors(self) -> list[str]:
        """Return all texts on a red ground: errors of cells, and what was written to stderr."""
        kinds = ("error", "stderr")  # Lab draws the error of a kernel as stderr
        shown = ", ".join(f".jp-OutputArea-output[data-mime-type='application/vnd.jupyter.{kind}']" for kind in kinds)
        return self.page.locator(shown).all_inner_texts()

    def viewer(self) -> Locator:
        """Find the chunk viewer of this page."""
        found = self.page.locator(".jp-OutputArea-output .widget-vbox").filter(
            has=self.page.get_by_role("combobox", name="strategy")
        )
        expect(found).to_have_count(1, timeout=30_000)
        return found


@pytest.fixture(scope="session")
def course(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Course]:
    """Start JupyterLab as `make lab` does, on a copy of the course."""
    scratch = tmp_path_factory.mktemp("lab")
    folder = scratch / "course"
    for part in ("notebooks", "exercises", "solutions"):
        shutil.copytree(ROOT / part, folder / part)
    with served(folder, scratch, "jupyterlab", f"--ServerApp.root_dir={folder}", *options()) as running:
        running.save_when_asked()
        yield running


@pytest.fixture(scope="session")
def learner(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Course]:
    """Start the course as a learner does, in an empty folder: the command lays theirs out and opens it."""
    scratch = tmp_path_factory.mktemp("learner")
    folder = scratch / "my_course"
    with served(folder, scratch, "classroom.lessons.folder", "start", folder.name, "--") as running:
        running.save_when_asked()
        yield running


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the tests that have a browser after all others: an event loop runs as long as the browser does."""
    items.sort(key=lambda item: Path(__file__).parent in item.path.parents)


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    """Start Chromium."""
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield started
        started.close()


@pytest.fixture(scope="session")
def chromium() -> str:
    """Find the browser of this machine, or skip the test."""
    found = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if found is None:
        pytest.skip(f"no browser on this machine: looked for {', '.join(CHROMIUM)}")
    return found


@pytest.fixture(scope="session")
def shared_page(browser: Browser) -> Iterator[Page]:
    """Open a page that all tests of Lab share."""
    page = browser.new_page(viewport=WIDE)
    page.set_default_timeout(30_000)
    yield page
    page.close()


@pytest.fixture(scope="module")
def lab(shared_page: Page, course: Course) -> Lab:
    """Give the page to a module, in the light theme."""
    course.set_theme(LIGHT)
    return Lab(shared_page, course)


@contextmanager
def served(folder: Path, scratch: Path, *module: str) -> Iterator[Course]:
    """Run a module that serves Lab on a folder, until the course is no longer needed."""
    running = Course(folder, _free_port())
    settings = {f"JUPYTER_{kind}_DIR": str(scratch / kind.lower()) for kind in ("CONFIG", "DATA", "RUNTIME")}
    settings["JUPYTERLAB_SETTINGS_DIR"] = str(scratch / "settings")
    settings |= {"IPYTHONDIR": str(scratch / "ipython"), "PYTHONPATH": str(ROOT)}
    env = {name: value for name, value in os.environ.items() if name != "CHUNKLIB_STATE"} | settings
    words = [
        "--no-browser",
        f"--ServerApp.port={running.url.rpartition(':')[2]}",
        "--ServerApp.port_retries=0",
        f"--IdentityProvider.token={running.token}",
        "--LabApp.expose_app_in_browser=True",
    ]
    command = [sys.executable, "-m", *module, *words]
    with (
        (scratch / "lab.log").open("w+") as log,
        subprocess.Popen(command, env=env, cwd=scratch, stdout=log, stderr=log, stdin=subprocess.DEVNULL) as process,
    ):
        try:
            _until_up(running, process, scratch / "lab.log")
            yield running
        finally:
            process.terminate()  # at which Lab ends its kernels
            try:
                process.wait(timeout=30)
            except subprocess.TimeoutExpired:
                process.kill()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def _until_up(course: Course, process: subprocess.Popen[bytes], log: Path) -> None:
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until and process.poll() is None:
        try:
            course.ask("api/status")
        except (URLError, ConnectionError, TimeoutError):
            time.sleep(0.3)
        else:
            return
    pytest.fail(f"JupyterLab did not start:\n{log.read_text()[-3000:]}")


@pytest.fixture(scope="module")
def complaints(lab: Lab) -> list[str]:
    """Collect what the browser's console is told."""
    from tests.browser.looking import listen  # which needs this file

    return listen(lab.page)
