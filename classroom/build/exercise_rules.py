"""Rules for an exercise: the task, the expected picture, the stub, its check and its hints."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

from classroom.build.cutting import HAND_IN
from classroom.build.masters import EXPECTED_PICTURE, SOLUTION, named, tags
from classroom.build.page import Rule, calls, count_words, html_tags, links, without_code

if TYPE_CHECKING:
    from nbformat import NotebookNode

    from classroom.build.masters import Kind
    from classroom.build.page import Page

TASK_WORDS = 30
FIND_THE_BUG = ("02", "03", "04", "05", "06", "07", "08", "09")
_ORDER = ("Task", "Expected", "Your turn", "Find the bug")


def title(page: Page) -> list[str]:
    """Require that the title has the number of the lesson, and that the first cell leads back to it and has minutes."""
    first = page.cells[0].source
    found = [] if re.match(rf"# Exercise {page.number} · \S", first) else [repr(first.split("\n", 1)[0])]
    back = f"../../notebooks/{page.slug}.ipynb"
    found += [] if back in links(first) else [f"no link to {back} in the first cell"]
    return found if re.search(r" · about \d+ minutes$", first) else [*found, "no 'about N minutes' in the first cell"]


def section_order(page: Page) -> list[str]:
    """Require the sections of the template in their order; several 'Your turn' are welcome."""
    names = [next((n for n in _ORDER if s.heading.startswith(n)), s.heading) for s in page.sections]
    bugs = page.slug[:2] in FIND_THE_BUG or "Find the bug" in names
    wanted = list(_ORDER if bugs else _ORDER[:3])
    merged = [name for index, name in enumerate(names) if names[index - 1 : index] != [name]]
    return [] if merged == wanted else [f"{merged}, expected {wanted}"]


def task(page: Page) -> list[str]:
    """Require the task in words; what the build adds to it does not count."""
    count = count_words(page.section("Task").text.replace(HAND_IN.format(page.slug), ""))
    return [] if count >= TASK_WORDS else [f"{count} words, at least {TASK_WORDS}"]


def expected_picture(page: Page) -> list[str]:
    """Require a picture of the expected result; that it has words is a rule of every page."""
    section = page.section("Expected")
    drawn = any(EXPECTED_PICTURE in tags(cell) for cell in section.cells)
    text = without_code(section.text)
    placed = "![" in text or any(tag == "img" for tag, _ in html_tags(text))
    return [] if drawn or placed else ["no picture"]


def stubs(page: Page) -> list[str]:
    """Require a function to fill in, or more; the build cuts each down to what a stub may hold."""
    return [] if _stub_cells(page) else ["no cell to fill in"]


def _stub_cells(page: Page) -> dict[str, NotebookNode]:
    return {name: cell for cell in page.code if (name := named(cell, SOLUTION)) is not None}


def checks(page: Page) -> list[str]:
    """Require a check after each stub."""
    found = []
    for name, stub in _stub_cells(page).items():
        after = page.cells[page.cells.index(stub) + 1 :]
        checked = [call for cell in after for call in calls(cell, "check")]
        if not any(isinstance(arg, ast.Name) and arg.id == name for call in checked for arg in call.args[:1]):
            found.append(f"no check({name}) after its stub")
    return found


def hints(page: Page) -> list[str]:
    """Require that the page says how to ask for a hint for each stub."""
    text = "\n".join(cell.source for cell in page.cells)
    return [f'no hint("{n}")' for n in _stub_cells(page) if not re.search(rf"\bhint\(\s*['\"]{n}['\"]", text)]


def unwritten_calls(page: Page) -> list[str]:
    """Find calls of a stub: the exercise would stop with an error before it is filled in."""
    names = _stub_cells(page)
    return [f"{name}() is called: {cell.source[:40]!r}" for cell in page.code for name in names if calls(cell, name)]


_EXERCISE: tuple[Kind, ...] = ("exercise",)
RULES = (
    Rule("title", "'# Exercise N · Title', a link back to the lesson and 'about N minutes'", title, _EXERCISE),
    Rule("sections", "the sections of the template in their order", section_order, _EXERCISE),
    Rule("task", "the task in words", task, _EXERCISE),
    Rule("expected", "a picture of the expected result", expected_picture, _EXERCISE),
    Rule("stub", "a function to fill in", stubs, _EXERCISE),
    Rule("check", "a check(function) after each stub", checks, _EXERCISE),
    Rule("hint", 'hint("function") is mentioned', hints, _EXERCISE),
    Rule("runs unwritten", "no stub is called outside check()", unwritten_calls, _EXERCISE),
)
