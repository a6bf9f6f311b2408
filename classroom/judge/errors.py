"""Errors of use: a notebook shows each as its one line, without a traceback."""

from __future__ import annotations


class CourseError(ValueError):
    """Raised when a course function is used wrongly; in a notebook it shows as its one line, no traceback."""

    def _render_traceback_(self) -> list[str]:
        return [str(self)]


class Interrupted(KeyboardInterrupt):
    """Raised when the learner stops a check; in a notebook it shows as its one line, no traceback."""

    def _render_traceback_(self) -> list[str]:
        return [str(self)]
