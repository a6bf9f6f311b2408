"""Small views that show themselves: HTML in a notebook, text elsewhere."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from dataclasses import dataclass
from html import escape
from typing import Any

VIEW = "application/vnd.jupyter.widget-view+json"


def in_notebook() -> bool:
    """Tell whether the kernel of a notebook runs here."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    return getattr(shell, "kernel", None) is not None


def live() -> bool:
    """Tell whether the kernel of a notebook runs here and widgets are installed."""
    if not in_notebook():
        return False
    try:
        import anywidget  # noqa: F401
        import ipywidgets  # noqa: F401
    except ImportError:
        return False
    return True


class Shown(ABC):
    """Shows itself: HTML in a notebook, its text elsewhere and for a program that compares."""

    def __repr__(self) -> str:
        return str(self)

    def _repr_mimebundle_(self, **_: object) -> dict[str, Any]:
        return {"text/plain": str(self), "text/html": self.html()}

    @abstractmethod
    def html(self) -> str:
        """Return the view for a notebook; it says the same as the text."""


@dataclass(frozen=True, repr=False)
class Text(Shown):
    """Shows a text: paragraphs in a notebook, plain lines elsewhere."""

    text: str
    label: str

    def __str__(self) -> str:
        return self.text

    def html(self) -> str:
        """Return the text as HTML that keeps its lines and columns, and breaks the long ones."""
        style = "white-space: pre-wrap; word-break: normal; overflow-wrap: anywhere; color: inherit; margin: 0"
        return f'<pre role="group" aria-label="{escape(self.label)}" style="{style}">{escape(self.text)}</pre>'


@dataclass(frozen=True, repr=False)
class Folded(Text):
    """Shows a table that a reader opens; its columns keep their width."""

    def html(self) -> str:
        """Return the text as HTML below a line that opens it, in a box that scrolls."""
        style = "overflow-x: auto; white-space: pre; overflow-wrap: normal; color: inherit; margin: 0"
        box = f'<pre tabindex="0" role="region" aria-label="{escape(self.label)}" style="{style}">'
        return f"<details><summary>{escape(self.label)}</summary>{box}{escape(self.text)}</pre></details>"
