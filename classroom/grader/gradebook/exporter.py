"""Change how nbgrader opens a submission and how it writes the feedback.

It opens a submission not at all: what is in the file is read later, by what expects the worst.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from nbconvert.exporters import HTMLExporter, NotebookExporter

from classroom.build.masters import node


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
