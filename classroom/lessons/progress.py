"""progress(): every exercise with its state, tries, hints and points."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from classroom.lessons import store
from classroom.lessons.display import Shown
from classroom.lessons.lookup import KNOWN

_SIGNS = {"right": "✓", "not started": "○"}
_HEADS = ("lesson", "exercise", "state", "tries", "hints", "points")


@dataclass(frozen=True, repr=False)
class Progress(Shown):
    """Shows the progress of a learner: one row for each exercise, in the order of the lessons."""

    rows: tuple[tuple[str, ...], ...]
    summary: str
    notes: tuple[str, ...] = ()

    def __str__(self) -> str:
        table = [_HEADS, *self.rows]
        widths = [max(len(row[column]) for row in table) for column in range(len(_HEADS))]
        lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in table]
        return "\n".join([line.rstrip() for line in lines] + [self.summary, *self.notes])

    def html(self) -> str:
        """Return the table as HTML with a caption and header cells."""
        head = "".join(f'<th scope="col" style="text-align: left">{cell}</th>' for cell in _HEADS)
        body = "".join(f"<tr>{_cells(row)}</tr>" for row in self.rows)
        below = "".join(f"<div>{escape(line)}</div>" for line in (self.summary, *self.notes))
        return (
            '<table style="color: inherit"><caption style="text-align: left">Progress</caption>'
            f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{below}"
        )


def progress() -> Progress:
    """Show every exercise with its state, honest tries, hints opened and points (the best so far)."""
    saved = store.load()
    ordered = sorted(KNOWN.values(), key=lambda exercise: (exercise.lesson, exercise.name))
    rows = []
    for exercise in ordered:
        entry = saved.entry(exercise.name)
        state = f"{_SIGNS.get(entry.state, '✗')} {entry.state}"
        points = f"{entry.points} of {exercise.max_points}"
        hints = f"{min(entry.hints, len(exercise.hints))} of {len(exercise.hints)}"
        rows.append((exercise.lesson, exercise.name, state, str(entry.tries), hints, points))
    right = sum(saved.entry(exercise.name).state == "right" for exercise in ordered)
    return Progress(tuple(rows), f"{right} of {len(ordered)} exercises right", saved.notes)


def _cells(row: tuple[str, ...]) -> str:
    return "".join(f'<td style="text-align: left">{escape(cell)}</td>' for cell in row)
