"""A page: a notebook as its rules see it, in cells, sections, headings, links and words.

A rule is data: what it says, for which kinds of page it holds, and a function that lists what breaks it.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from functools import cached_property
from html.parser import HTMLParser
from typing import TYPE_CHECKING

import nbformat

from classroom.build.masters import find_masters

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from nbformat import NotebookNode

    from classroom.build.masters import Kind

_FENCE = re.compile(r"^(```|~~~).*?^\1[ \t]*$", re.MULTILINE | re.DOTALL)
_INLINE_CODE = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)", re.DOTALL)
_HEADING = re.compile(r"^(#{1,6})[ \t]+(.+?)[ \t]*$", re.MULTILINE)
_TARGET = re.compile(r"\]\(\s*<?([^)\s>]+)>?[^)]*\)")
_WORD = re.compile(r"\w+(?:['’.,-]\w+)*")
_TAG = re.compile(r"<!--.*?-->|</?[a-zA-Z][^>]*>", re.DOTALL)


@dataclass(frozen=True)
class Section:
    """Holds the cells from one second-level heading to the next."""

    heading: str
    cells: tuple[NotebookNode, ...]

    @property
    def text(self) -> str:
        """Return the Markdown of the section."""
        return "\n\n".join(cell.source for cell in self.cells if cell.cell_type == "markdown")


@dataclass(frozen=True)
class Page:
    """Holds one notebook.

    ``path`` is the file itself, ``folder`` the folder from which its links are seen, and ``known`` the notebooks that
    some master becomes.
    """

    slug: str
    kind: Kind
    path: Path
    folder: Path
    root: Path
    cells: tuple[NotebookNode, ...]
    known: frozenset[Path] = frozenset()

    @property
    def number(self) -> int:
        """Return the number of the lesson."""
        return int(self.slug[:2])

    @cached_property
    def predicts(self) -> bool:
        """Tell whether the learner predicts on this page."""
        return any(calls(cell, "predict") for cell in self.code)

    @cached_property
    def markdown(self) -> tuple[NotebookNode, ...]:
        """Return the Markdown cells."""
        return tuple(cell for cell in self.cells if cell.cell_type == "markdown")

    @cached_property
    def code(self) -> tuple[NotebookNode, ...]:
        """Return the code cells."""
        return tuple(cell for cell in self.cells if cell.cell_type == "code")

    @cached_property
    def sections(self) -> tuple[Section, ...]:
        """Return the sections, in order; cells before the first heading are in none."""
        found: list[tuple[str, list[NotebookNode]]] = []
        for cell in self.cells:
            start = [title for level, title in headings(cell) if level == 2]
            found += [(title, []) for title in start]
            if found:
                found[-1][1].append(cell)
        return tuple(Section(title, tuple(cells)) for title, cells in found)

    def section(self, start: str) -> Section:
        """Return the first section whose heading begins with ``start``; an empty one if there is none."""
        return next((part for part in self.sections if part.heading.startswith(start)), Section(start, ()))


@dataclass(frozen=True)
class Rule:
    """Describes one rule: its name, its words, what finds breaches, and the kinds of page that it is for.

    A rule that ``predicts`` is only for pages on which the learner predicts.
    """

    name: str
    says: str
    find: Callable[[Page], list[str]]
    kinds: tuple[Kind, ...]
    predicts: bool = False

    def holds_for(self, page: Page) -> bool:
        """Tell whether the rule is meant for this page."""
        return page.kind in self.kinds and (page.predicts or not self.predicts)


def pages(root: Path) -> list[Page]:
    """Return each notebook that a master of the course at ``root`` has become, in the order of the masters.

    Raises:
        BuildError: there is no master.
    """
    masters = find_masters(root)
    known = frozenset(path.resolve() for master in masters for path in master.targets.values())
    found = []
    for master in masters:
        for kind, path in master.targets.items():
            if path.is_file():
                cells = nbformat.read(path, as_version=4).cells  # type: ignore[no-untyped-call]
                folder = master.targets[master.kind if kind == "learner" else kind].parent  # a copy has the same links
                found.append(Page(master.slug, kind, path, folder, root, tuple(cells), known))
    return found


def headings(cell: NotebookNode) -> list[tuple[int, str]]:
    """Return level and text of the headings of a cell; a code cell has none."""
    if cell.cell_type != "markdown":
        return []
    return [(len(marks), text) for marks, text in _HEADING.findall(without_code(cell.source))]


def without_code(text: str) -> str:
    """Return Markdown without its fenced blocks and without its spans of code.

    >>> without_code("see `![a](b)` here")
    'see  here'
    """
    return _INLINE_CODE.sub("", _FENCE.sub("", text))


def links(text: str) -> list[str]:
    """Return the targets of the links and images of a Markdown text."""
    return _TARGET.findall(without_code(text)) + [
        value for tag, attributes in html_tags(text) for value in (attributes.get("href"),) if tag == "a" and value
    ]


def count_words(text: str) -> int:
    """Count words of prose in Markdown: outside fenced blocks, without tags and without the targets of links.

    >>> count_words("A *1,050-token* [window](../a.ipynb) <b>ends</b>.")
    4
    """
    return len(_WORD.findall(_TAG.sub(" ", _TARGET.sub("]", _FENCE.sub(" ", text)))))


def calls(cell: NotebookNode, name: str) -> list[ast.Call]:
    """Return the calls of the function ``name`` in a code cell; none if the cell is not Python."""
    return [
        node
        for node in ast.walk(parse(cell) or ast.Module([], []))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name
    ]


def parse(cell: NotebookNode) -> ast.Module | None:
    """Return the syntax tree of a code cell, or ``None`` if it is not Python."""
    if cell.cell_type != "code":
        return None
    try:
        return ast.parse(str(cell.source))
    except SyntaxError:
        return None


def shown(cell: NotebookNode) -> Iterator[tuple[str, str]]:
    """Yield what a cell has stored: pairs of a type such as ``text/html`` and the text."""
    for output in cell.get("outputs", []):
        if output.output_type == "stream":
            yield "text/plain", output.text
        elif output.output_type == "error":
            yield "text/plain", "\n".join([output.ename, output.evalue, *output.traceback])
        else:
            yield from ((kind, text) for kind, text in output.data.items() if isinstance(text, str))


def html_tags(text: str) -> list[tuple[str, dict[str, str]]]:
    """Return the opening tags of an HTML text, or of the HTML inside Markdown, with their attributes."""
    found: list[tuple[str, dict[str, str]]] = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            found.append((tag, {name: value or "" for name, value in attrs}))

    reader = Reader()
    reader.feed(text)
    reader.close()
    return found
