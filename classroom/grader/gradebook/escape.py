"""Escape what a student wrote, so that a page shows it and never runs it.

nbgrader's pages render the Markdown of a submission with all the HTML in it. So the text is rendered here, without
HTML, pictures and formulas, and stored as the result: one line of harmless HTML, which every page shows as it is.
"""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING, Any

from nbgrader.preprocessors import NbGraderPreprocessor

from classroom.grader.gradebook.repair import OURS

if TYPE_CHECKING:
    from nbformat import NotebookNode

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
