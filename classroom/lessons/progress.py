"""progress(): the exercises with their states, tries, hints and points; what is next; how good the guesses are."""

from __future__ import annotations

import os
from dataclasses import dataclass
from html import escape
from pathlib import Path

from chunklib.columns import columns
from classroom.judge.exercise import Exercise
from classroom.lessons import calibration, store
from classroom.lessons.display import Shown
from classroom.lessons.lookup import KNOWN

_SIGNS = {"right": "✓", "not started": "○"}
_HEADS = ("lesson", "exercise", "state", "tries", "hints", "points")

Row = tuple[str, ...]


@dataclass(frozen=True, repr=False)
class Progress(Shown):
    """Shows the progress of a learner: a row for each exercise that was begun, what is next, and what was guessed."""

    rows: tuple[Row, ...]
    summary: str
    ahead: Exercise | None
    notes: tuple[str, ...] = ()
    lessons: tuple[Row, ...] = ()
    guesses: tuple[str, ...] = ()

    def __str__(self) -> str:
        lines = [*columns(_HEADS, self.rows, plain=True)] if self.rows else []
        lines += [self.summary, *(f"Next: {what}, in {place}" for what, place in self._links()[:1])]
        if self.lessons:
            lines += ["", *columns(calibration.HEADS, self.lessons, plain=True)]
        return "\n".join([*lines, *self.guesses, *self.notes])

    def html(self) -> str:
        """Return the tables as HTML with captions and header cells."""
        html = _table("Progress", _HEADS, self.rows) + _below(self.summary)
        root = os.path.relpath(store.course_root()).replace(os.sep, "/")  # JupyterLab opens the links as pages
        links = [f'<a href="{escape(f"{root}/{place}")}">{escape(what)}</a>' for what, place in self._links()]
        html += f"<div>Next: {' · '.join(links)}</div>" if links else ""
        html += _table("Blanks and predictions", calibration.HEADS, self.lessons)
        return html + _below(*self.guesses, *self.notes)

    def _links(self) -> list[tuple[str, str]]:
        if not self.ahead:
            return []
        lesson = self.ahead.lesson
        exercise = f"exercise {lesson[:2]}, {self.ahead.name}", f"exercises/{lesson}/{lesson}.ipynb"
        return [exercise, (f"its lesson, {lesson}", f"notebooks/{lesson}.ipynb")]


def progress() -> Progress:
    """Show every exercise that you have begun with its state, honest tries, hints opened and points (the best so far).

    Below come what is next, and the blanks of the lessons and how near your guesses were, as soon as there are any.
    """
    saved = store.load()
    ordered = sorted(KNOWN.values(), key=_place)
    begun = [exercise for exercise in ordered if saved.entry(exercise.name) != store.Entry()]
    rows = []
    for exercise in begun:
        entry = saved.entry(exercise.name)
        state = f"{_SIGNS.get(entry.state, '✗')} {entry.state}"
        points = f"{entry.points} of {exercise.max_points}"
        hints = f"{min(entry.hints, len(exercise.hints))} of {len(exercise.hints)}"
        rows.append((exercise.lesson, exercise.name, state, str(entry.tries), hints, points))
    right = sum(saved.entry(exercise.name).state == "right" for exercise in ordered)
    later = len(ordered) - len(begun)
    summary = f"{right} of {len(ordered)} exercises right" + (f", {later} not started" if later else "")
    lessons = calibration.by_lesson(saved, {exercise.lesson for exercise in ordered})
    # What is next is not right yet: it is the exercise begun last, else the first.
    offered = [*begun[-1:], *ordered]
    ahead = next((exercise for exercise in offered if saved.entry(exercise.name).state != "right"), None)
    return Progress(tuple(rows), summary, ahead, saved.notes, lessons, calibration.in_words(saved))


def _place(exercise: Exercise) -> tuple[str, int, str]:
    """Return what orders exercises: the lesson, and where its exercise notebook asks for the function."""
    module = Path(KNOWN.module(exercise.name).__file__ or "")
    folder = next(folder for folder in module.parents if folder.name == exercise.lesson)
    try:
        notebook = (folder / f"{exercise.lesson}.ipynb").read_bytes()
    except OSError:  # as in a course that only has the checks
        notebook = b""
    return exercise.lesson, notebook.find(f'"solution:{exercise.name}"'.encode()), exercise.name


def _table(caption: str, heads: Row, rows: tuple[Row, ...]) -> str:
    if not rows:
        return ""
    head = "".join(f'<th scope="col" style="text-align: left">{cell}</th>' for cell in heads)
    body = "".join(f"<tr>{_cells(row)}</tr>" for row in rows)
    return (
        f'<table style="color: inherit"><caption style="text-align: left">{caption}</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    )


def _below(*lines: str) -> str:
    return "".join(f"<div>{escape(line)}</div>" for line in lines)


def _cells(row: Row) -> str:
    """Return cells in which a long name may go on in the next line after an underscore: the page can be narrow."""
    texts = [escape(cell).replace("_", "_<wbr>") for cell in row]
    return "".join(f'<td style="text-align: left">{text}</td>' for text in texts)
