"""Errors of use: a notebook shows each as its one line, without a traceback."""

from __future__ import annotations


class CourseError(ValueError):
    """Says that a course function is used wrongly; a notebook shows it as its one line, no traceback."""

    def _render_traceback_(self) -> list[str]:
        return [str(self)]


class Interrupted(KeyboardInterrupt):
    """Says that the learner stopped a check; a notebook shows it as its one line, no traceback."""

    def _render_traceback_(self) -> list[str]:
        return [str(self)]
