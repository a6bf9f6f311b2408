"""Show a mark on nbgrader's pages, under the cell that calls the check, in text that files and databases can hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from classroom.build.masters import node
from classroom.grader.marks.model import Mark, PropertyMark

if TYPE_CHECKING:
    from nbformat import NotebookNode

NOT_MARKED = "NotMarked"


def unmarked(reason: str) -> NotebookNode:
    """Return the output that nbgrader counts as 0 points: of a cell that was not marked, or is not yet."""
    fields = {"output_type": "error", "ename": NOT_MARKED, "evalue": reason, "traceback": [f"{NOT_MARKED}: {reason}"]}
    return node(fields)


def output_of(mark: Mark, notes: Sequence[str] = ()) -> NotebookNode:
    """Return the output that carries a mark: nbgrader reads its value, and a person reads its page.

    Args:
        mark: the mark; without points it is an output that earns none.
        notes: what was repaired in the submission, a line each.
    """
    if mark.points is None:
        return unmarked(mark.reason)
    data = {"text/plain": str(mark.points), "text/html": "\n".join(_page(mark, notes))}
    return node({"output_type": "execute_result", "execution_count": 1, "data": data, "metadata": {}})


def _page(mark: Mark, notes: Sequence[str]) -> Iterator[str]:
    yield f"<p><b>{escape(mark.exercise)}</b>: {mark.points} of {mark.max_points} points: {escape(mark.reason)}</p>"
    if mark.properties:
        yield "<ul>"
        yield from (f"<li>{_property(one)}</li>" for one in mark.properties)
        yield "</ul>"
    yield from (f"<p>Note: {escape(note)}.</p>" for note in notes)


def _property(one: PropertyMark) -> str:
    sign = "✓" if one.earned else "✗" if one.looked_at else "–"
    said = f"{sign} {escape(one.name)} ({one.points if one.earned else 0} of {one.points})"
    said += ", which the check does not show" if one.hidden else ""
    said += "" if one.looked_at or one.earned else ", not looked at: something before it is broken"
    said += "" if one.hidden else _case(one)
    return said + (f"<p>Usual cause: {escape(one.cause)}</p>" if one.cause else "")


def _case(one: PropertyMark) -> str:
    """Show the smallest case that breaks a property, if one was found."""
    labelled = {"gave": one.gave, "expected": one.expected, "in line": one.line, "printed": one.printed}
    lines = [text for text in (one.call, one.why) if text]
    lines += [f"{label:<9} {text}" for label, text in labelled.items() if text]
    return f"<pre>{escape(chr(10).join(lines))}</pre>" if lines else ""


def writable(value: Any) -> Any:
    r"""Return text, or what lists and dictionaries hold of it, as UTF-8 can write it; these are changed in place.

    >>> print(writable({"text": ["a\ud800b", 1]}))
    {'text': ['a\\ud800b', 1]}
    """
    if isinstance(value, str):
        return value.encode("utf-8", "backslashreplace").decode()
    if isinstance(value, dict):
        for key in value:
            value[key] = writable(value[key])
    elif isinstance(value, list):
        value[:] = map(writable, value)
    return value
