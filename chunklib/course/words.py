"""Short words to a learner: errors of use in one line, without a traceback, and small views of text."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from html import escape
from typing import Any


class CourseError(ValueError):
    """Raised when a course function is used wrongly; in a notebook it shows as its one line, no traceback."""

    def _render_traceback_(self) -> list[str]:
        return [str(self)]


class Interrupted(KeyboardInterrupt):
    """Raised when the learner stops a check; in a notebook it shows as its one line, no traceback."""

    def _render_traceback_(self) -> list[str]:
        return [str(self)]


class Shown(ABC):
    """Something that shows itself: HTML in a notebook, its text elsewhere and for a program that compares."""

    def __repr__(self) -> str:
        return str(self)

    def _repr_mimebundle_(self, **_: object) -> dict[str, Any]:
        return {"text/plain": str(self), "text/html": self.html()}

    @abstractmethod
    def html(self) -> str:
        """Return the view for a notebook; it says the same as the text."""


@dataclass(frozen=True, repr=False)
class Text(Shown):
    """A text that shows as itself: paragraphs in a notebook, plain lines elsewhere."""

    text: str
    label: str

    def __str__(self) -> str:
        return self.text

    def html(self) -> str:
        """Return the text as HTML that keeps its lines and columns, and breaks the long ones."""
        style = "white-space: pre-wrap; word-break: normal; overflow-wrap: anywhere; color: inherit; margin: 0"
        return f'<pre role="group" aria-label="{escape(self.label)}" style="{style}">{escape(self.text)}</pre>'
