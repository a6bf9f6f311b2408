"""The view of a verdict: one thing that is wrong, with its smallest case, and then it stops.

The text and the HTML are made from the same lines and say the same. Both depend on the verdict alone (no time, no
random order, no count of tries), so that a stored notebook output can be compared byte for byte.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from classroom.judge.probe import Failure
from classroom.judge.showing import short
from classroom.judge.verdict import Verdict
from classroom.lessons.display import Shown

OUTPUT_SHOWN = 120
ROW = 100
_MARKS = {"not started": "○ not started", "right": "✓ right"}
_EDGES = {"right": "var(--jp-success-color1, #2e7d32)", "not started": "var(--jp-border-color1, #757575)"}
_WRONG_EDGE = "var(--jp-error-color1, #c62828)"


@dataclass(frozen=True)
class Line:
    """Holds one line of a report: what kind of line it is (``call``, ``note``, ...), its label and its text."""

    kind: str
    text: str
    label: str = ""


@dataclass(frozen=True, repr=False)
class Report(Shown, Verdict):
    """Shows a verdict: ``state``, ``ok``, ``points`` of ``max_points``, and the smallest failing ``call``.

    ``notes`` are words about the check itself, such as that progress could not be saved.
    """

    notes: tuple[str, ...] = ()

    @classmethod
    def of(cls, verdict: Verdict, notes: tuple[str, ...] = ()) -> Report:
        """Make the report of a verdict."""
        return cls(**vars(verdict), notes=notes)

    @property
    def name(self) -> str:
        """Return the name of the exercise."""
        return self.exercise.name

    def __str__(self) -> str:
        return "\n".join([self.headline(), *map(_plain, self.lines())])

    def headline(self) -> str:
        """Return the first line: name, state in words and sign, and how much holds."""
        mark = _MARKS.get(self.state, "✗ not yet")
        return "   ".join(filter(None, [self.name, mark, _count(self)]))

    def lines(self) -> Iterator[Line]:
        """Yield what comes below the first line."""
        if self.state == "not started":
            yield Line(
                "word", "The function still raises NotImplementedError. Put your code in the place of that line,"
            )
            yield Line("word", "run its cell, then run this check again.")
        if self.held and not self.gate:
            yield from (Line("held", row) for row in _rows([f"✓ {name}" for name in self.held]))
        if self.failure is not None:
            yield from failure_lines(self, self.failure)
        if not self.ok:
            yield Line("more", f'hint("{self.name}") for more')
        yield from (Line("note", note) for note in self.notes)

    def html(self) -> str:
        """Return the report as HTML: signs and words carry the meaning, colour only repeats it."""
        edge = _EDGES.get(self.state, _WRONG_EDGE)
        style = f"border-left: 4px solid {edge}; padding: 4px 12px; color: inherit; line-height: 1.5"
        label = escape(f"Check of {self.name}: {_MARKS.get(self.state, '✗ not yet')[2:]}")
        body = "".join(map(_html, self.lines()))
        head = f'<div style="font-weight: bold">{_text(self.headline())}</div>'
        return f'<div role="group" aria-label="{label}" style="{style}">{head}{body}</div>'


def _count(verdict: Verdict) -> str:
    """Say how many properties hold; while a gate is broken none counts."""
    total = len(verdict.exercise.properties)
    if verdict.state == "not started" or (verdict.failure is not None and not verdict.broken):
        return ""
    if verdict.gate:
        return f"0 of {total} properties hold"
    extra = verdict.broken != "" and verdict.broken not in {rule.name for rule in verdict.exercise.properties}
    return f"{len(verdict.held)} of {total + extra} properties hold"


def _rows(parts: list[str]) -> list[str]:
    """Put parts side by side, as many in a row as fit.

    >>> _rows(["✓ a", "✓ b"])
    ['✓ a   ✓ b']
    """
    rows = parts[:1]
    for part in parts[1:]:
        joined = f"{rows[-1]}   {part}"
        rows[-1:] = [joined] if len(joined) <= ROW else [rows[-1], part]
    return rows


def failure_lines(verdict: Verdict, failure: Failure) -> Iterator[Line]:
    """Yield the lines that say what is wrong, in which case."""
    if verdict.broken:
        yield Line("broken", f"✗ {verdict.broken}")
    if failure.shown:
        yield Line("call", failure.shown)
        if "…" in failure.shown and "…" not in failure.call:
            yield Line("cut", f"This call is shortened. To see all of it: print(check({verdict.exercise.name}).call)")
    if failure.gave:
        yield Line("value", failure.gave, "gave")
    if failure.expected:
        yield Line("value", failure.expected, "expected")
    yield Line("why", failure.why)
    if failure.line:
        yield Line("value", failure.line, f"line {failure.line_number}")
    if failure.printed:
        yield Line("value", short(failure.printed, OUTPUT_SHOWN), "printed")
    if failure.cause:
        yield Line("cause", f"Usual cause: {failure.cause.rstrip('.')}.")
    if verdict.gate:
        yield Line("word", "While this does not hold, nothing else is looked at.")


def _plain(line: Line) -> str:
    if line.kind in ("held", "broken"):
        return line.text
    return f"  {line.label:<10}{line.text}" if line.label else f"  {line.text}"


def _html(line: Line) -> str:
    if line.kind == "call" or line.label:
        label = f"<span>{_text(line.label)} </span>" if line.label else ""
        code = f'<code style="white-space: pre-wrap; overflow-wrap: anywhere">{_text(line.text)}</code>'
        return f'<div style="margin-left: 16px">{label}{code}</div>'
    indent = "" if line.kind in ("held", "broken") else "margin-left: 16px"
    weight = "; font-weight: bold" if line.kind in ("broken", "why") else ""
    text = _text(line.text)
    if line.kind == "cause":
        text = re.sub("`([^`]+)`", r"<code>\1</code>", text)
    return f'<div style="{indent}{weight}">{text}</div>'


def _text(text: str) -> str:
    """Escape text for HTML, and keep the runs of spaces between the parts of a line."""
    return escape(text).replace("   ", "&ensp; ")
