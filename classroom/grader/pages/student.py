"""The page of one student: what was judged, what holds, the smallest case that does not, and how to go on.

It is made from this student's submissions and from nothing else, so it cannot tell of anybody else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from classroom.grader.intake.pick_submission import GRADED, LOOKS
from classroom.grader.marks.model import Graded, Mark, PropertyMark
from classroom.grader.pages.html import Html, element, foreign, joined, page, table

STATES = {
    "final": "Judged.",
    "late": "Judged, and handed in after the deadline.",
    "failed": "There was nothing in this submission that could be judged, so it has 0 points.",
    "ungraded": "Not judged yet. It has no points, neither 0 nor any other number.",
}
_REPLACED = "Not judged: another submission of yours counts. This one has no points, neither 0 nor any other number."


def student_page(student: str, graded: Sequence[Graded]) -> str:
    """Return the page of a student, for all that they handed in.

    Args:
        student: the name.
        graded: this student's submissions, one or more; each gets a part of the page.
    """
    parts = [part for one in _told_once(graded) for part in _submission(one)]
    title = ", ".join(dict.fromkeys(one.mark.exercise for one in graded))
    return page(f"Feedback: {title}", element("h1", "Feedback for ", foreign(student)), *parts)


def _told_once(graded: Sequence[Graded]) -> Iterator[Graded]:
    """Yield what was judged, and once for all their functions that of which nothing was and the same is said."""
    for _, alike in groupby(graded, lambda one: (one.file, one.mark.reason, one.mark.properties and one.mark.exercise)):
        own = list(alike)
        names, most = ", ".join(one.mark.exercise for one in own), sum(one.mark.max_points for one in own)
        yield replace(own[0], mark=replace(own[0].mark, exercise=names, max_points=most))


def points_text(mark: Mark) -> str:
    """Say the points in words, also that there are none.

    >>> points_text(Mark("hello", "ungraded", None, 3, "the disk was full"))
    'no points yet'
    """
    if mark.points is None:
        return "no points" if _replaced(mark) else "no points yet"
    return f"{mark.points} of {mark.max_points} points"


def _submission(one: Graded) -> Iterator[Html]:
    mark = one.mark
    yield element("h2", f"{mark.exercise}: {points_text(mark)}")
    if one.file:
        yield element("p", "File: ", foreign(one.file), class_="soft")
    yield element("div", *_state(mark), class_="state")
    if mark.properties:
        yield element("h3", "What was judged")
        yield _overview(mark)
    shown = [rule for rule in mark.properties if not rule.earned and rule.looked_at]
    if shown:
        yield element("h3", "What does not hold yet")
        yield from (_case(rule) for rule in shown)
    yield from _going_on(mark)


def _state(mark: Mark) -> Iterator[Html]:
    yield element("p", element("strong", f"{mark.state}: "), _REPLACED if _replaced(mark) else STATES[mark.state])
    reason = "; ".join(part for part in mark.reason.split("; ") if not part.startswith(LOOKS))  # which names another
    if mark.state != "final" and reason:
        yield element("p", "Reason: ", foreign(reason))
    elif mark.reason.startswith("not started"):
        yield element("p", "Not started: the function still raises NotImplementedError.")
    if mark.properties:
        held = sum(rule.earned for rule in mark.properties)
        yield element("p", f"{held} of {len(mark.properties)} properties hold.")
        earned = sum(rule.points for rule in mark.properties if rule.earned)
        if mark.points == 0 and earned:
            yield element("p", "One of those that do not hold must hold before any other earns points.")


def _replaced(mark: Mark) -> bool:
    return mark.state == "ungraded" and mark.reason.endswith(GRADED)


def _overview(mark: Mark) -> Html:
    rows = [
        (
            joined([foreign(rule.name), *(["; the check in the notebook does not show it"] if rule.hidden else [])]),
            _sign(rule),
            f"{rule.points if rule.earned else 0} of {rule.points}",
        )
        for rule in mark.properties
    ]
    return table("Each property and its points", ("property", "result", "points"), rows)


def _sign(rule: PropertyMark) -> Html:
    if rule.earned:
        return element("span", "✓ holds", class_="good")
    if rule.looked_at:
        return element("span", "✗ does not hold", class_="bad")
    why = rule.why if rule.why and not rule.hidden else "not looked at: something before it must hold first"
    return joined([element("span", "– ", class_="soft"), foreign(why)])


def _case(rule: PropertyMark) -> Html:
    """Show the smallest case; of a hidden property only its name and its hint, whatever else is there."""
    head = element("h4", element("span", "✗ ", class_="bad"), foreign(rule.name))
    label = "Hint: " if rule.hidden else "Usual cause: "
    cause = [element("p", element("strong", label), foreign(rule.cause.rstrip(".")), ".")] if rule.cause else []
    if rule.hidden:
        word = "The check in the notebook does not show this property, and its cases stay with the teacher."
        return element("section", head, element("p", word), *cause, class_="case")
    why = [element("p", element("strong", foreign(rule.why)))] if rule.why else []
    values = (("call", rule.call), ("gave", rule.gave), ("expected", rule.expected), ("your line", rule.line))
    rows = [
        joined([element("dt", label), element("dd", element("code", text, dir="ltr"))])
        for label, text in (*values, ("printed", rule.printed))
        if text
    ]
    return element("section", head, *why, element("dl", *rows) if rows else "", *cause, class_="case")


def _going_on(mark: Mark) -> Iterator[Html]:
    """Say what to do next."""
    if _replaced(mark):
        steps = ["You need to do nothing if the other one is the one that you meant. If not, tell your teacher."]
    elif mark.state == "ungraded":
        steps = ["It is kept and will be judged again. If the reason names two files, tell your teacher which counts."]
    elif mark.state == "failed":
        check = f"check({mark.exercise.partition(',')[0]})"
        steps = [
            "Open the notebook, restart its kernel and run all cells.",
            joined(["Look at what ", element("code", check), " says there: it must find the function."]),
            "Save the notebook, and hand in this file.",
        ]
    elif all(rule.earned for rule in mark.properties):
        steps = ["Every property holds: there is nothing left to do."]
    else:
        steps = [*_by_hand(mark), *_hints(mark.exercise)]
    yield element("h3", "How to go on")
    yield element("ol", *(element("li", step) for step in steps))


def _by_hand(mark: Mark) -> list[str]:
    """Point to the first call that is shown in full."""
    for rule in mark.properties:
        if rule.call and not (rule.earned or rule.hidden or "…" in rule.call):
            call = element("code", rule.call, dir="ltr")
            return [joined(["Put ", call, " into a cell of its own, and follow by hand what your function does."])]
    return []


def _hints(exercise: str) -> list[str]:
    check = element("code", f"check({exercise})")
    hint = element("code", f'hint("{exercise}")')
    return [
        joined([check, " in the notebook judges again, on your own machine, as often as you like."]),
        joined([hint, " opens a hint; called again, it opens the next one."]),
    ]
