"""Change what nbgrader opens and shows: nothing that a student wrote is run, and no hidden test is in feedback.

It opens a submission not at all: what is in the file is read later, by what expects the worst.
"""

from __future__ import annotations

import html
import re
from copy import deepcopy
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nbconvert.exporters import HTMLExporter, NotebookExporter
from nbgrader.preprocessors import ClearHiddenTests, NbGraderPreprocessor

from classroom.build.masters import node
from classroom.grader.gradebook.repair import OURS, is_check

if TYPE_CHECKING:
    from nbformat import NotebookNode


class SubmissionExporter(NotebookExporter):
    """Opens its own files as nbgrader does, and gives an empty notebook for what a student handed in."""

    def from_filename(
        self, filename: str, resources: dict[str, Any] | None = None, **kw: Any
    ) -> tuple[Any, dict[str, Any]]:
        """Convert the notebook in a file."""
        course: Any = self.parent and self.parent.coursedir
        handed_in = Path(course.root, course.submitted_directory)
        if handed_in in Path(filename).absolute().parents:
            empty = node({"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5})
            return self.from_notebook_node(empty, resources, **kw)  # type: ignore[no-untyped-call, no-any-return]
        return super().from_filename(filename, resources=resources, **kw)


class FeedbackExporter(HTMLExporter):
    """Writes nbgrader's feedback page as a page that runs no script and loads nothing."""

    def from_notebook_node(  # type: ignore[override]
        self, nb: Any, resources: dict[str, Any] | None = None, **kw: Any
    ) -> tuple[str, dict[str, Any]]:
        """Return the page of a marked notebook."""
        page, resources = super().from_notebook_node(nb, resources, **kw)
        return without_scripts(page), resources


def without_scripts(page: str) -> str:
    """Return a page without the scripts of its template, that forbids its reader's browser to run any.

    >>> without_scripts('<head><script src="https://a.example">1</script></head>').count("script")
    0
    """
    return re.sub(r"<script\b.*?</script>", "", page, flags=re.DOTALL).replace("<head>", f"<head>\n{_RULE}", 1)


_RULE = (
    '<meta http-equiv="Content-Security-Policy" '
    "content=\"default-src 'none'; img-src data:; style-src 'unsafe-inline'\">"
)


MAX_RENDERED = 20_000  # characters; a longer text is shown as it was typed
_LINK = re.compile(r"(?:https?|mailto):", re.IGNORECASE)


class Plain(NbGraderPreprocessor):  # type: ignore[misc]
    """Makes every text cell plain that is not the exercise's own, and lets no output through but ours."""

    def preprocess_cell(
        self,
        cell: NotebookNode,
        resources: dict[str, Any],
        index: int,  # noqa: ARG002 -- nbconvert gives it
    ) -> tuple[NotebookNode, dict[str, Any]]:
        """Return the cell with its text rendered, if a student wrote it."""
        if cell.cell_type == "markdown" and not cell.metadata.get("chunklib", {}).get(OURS):
            cell.source = rendered(cell.source)
            cell.pop("attachments", None)
        return cell, resources


def rendered(text: str) -> str:
    """Return Markdown as one line of HTML: no tag of the writer's own, no picture, no formula, no script.

    >>> rendered("*so* <script>alert(1)</script>")
    '<div class="tex2jax_ignore mathjax_ignore"><p><em>so</em> &lt;script&gt;alert(1)&lt;/script&gt;</p></div>'
    """
    inner = _markdown(text) if len(text) <= MAX_RENDERED else f"<pre>{html.escape(text)}</pre>"
    return f'<div class="tex2jax_ignore mathjax_ignore">{_one_line(inner.strip())}</div>'


def _markdown(text: str) -> str:
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")
    parser.validateLink = lambda url: bool(_LINK.match(url))  # type: ignore[method-assign]
    return str(parser.render(text))


def _one_line(page: str) -> str:
    """Write ends of lines as characters that end no line: a blank line would end the block of HTML."""
    return re.sub(r"\r\n?|\n", "&#10;", page)


CUT = "# (hidden tests are not shown)"


class Discreet(NbGraderPreprocessor):  # type: ignore[misc]
    """Takes hidden tests out of feedback."""

    def preprocess(self, nb: NotebookNode, resources: dict[str, Any]) -> tuple[NotebookNode, dict[str, Any]]:
        """Return the notebook as a student may see it."""
        cutter = ClearHiddenTests(parent=self.parent)
        for cell in filter(is_check, nb.cells):
            copy = deepcopy(cell)
            if cutter._remove_hidden_test_region(copy):
                cell.source = f"{copy.source}\n{CUT}".lstrip("\n")
        return nb, resources
