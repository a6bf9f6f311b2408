"""The page of a class, for the teacher: how many, how well, what breaks most, what went wrong, and likely copies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from classroom.grader.marks.model import STATES, Graded, Mark
from classroom.grader.marks.results import Change, counted_changes, counting, said_once
from classroom.grader.marks.store import page_name
from classroom.grader.pages.html import Html, drawing, element, foreign, joined, page, table
from classroom.grader.pages.numbers import Rate, bars, judged, place, rates, spread, troubles
from classroom.grader.similarity.copies import LEAST_SHARE, Pair, likely_copies, own_prints, the_same
from classroom.grader.similarity.libraries import by_library, left_out

MOST_PAIRS = 200
Links = Mapping[str, Html]
_NAMED = 12
_MEANS = {
    "final": "judged",
    "late": "judged, handed in after the deadline",
    "failed": "nothing in it could be judged, by its own fault: 0 points",
    "ungraded": "not judged, by no fault of its own: no points",
}


def class_page(
    graded: Sequence[Graded],
    totals: Sequence[Graded] = (),
    seed: str = "",
    compared: Sequence[Change] | None = None,
) -> str:
    """Return the page of a class.

    Args:
        graded: all submissions; their order means nothing.
        totals: one mark for each student; shown where several functions are marked together.
        seed: what the names of the students' pages are made with.
        compared: what a regrade changed; None where nothing was compared.
    """
    ordered = sorted(graded, key=place)
    exercises = list(dict.fromkeys(one.mark.exercise for one in ordered))
    pages = {one.student: f"feedback/{page_name(one.student, seed)}" for one in ordered}
    links = {student: element("a", foreign(student), href=address) for student, address in pages.items()}
    parts: list[Html] = [] if compared is None else list(_changes(compared))
    folded = len(exercises) > 1
    if folded and totals:
        parts += _totals(sorted(totals, key=place), exercises, ordered, links)
    for name in exercises:
        own = [one for one in ordered if one.mark.exercise == name]
        about = list(_exercise(name, own, links))
        parts += [element("details", element("summary", about[0]), *about[1:])] if folded else about
    title = f"Class: {', '.join(exercises) or 'no submissions'}"
    return page(title, element("h1", title), *(parts or [element("p", "No submissions were found.")]))


def _exercise(name: str, graded: Sequence[Graded], links: Links) -> Iterator[Html]:
    pairs = likely_copies(graded)
    missing = sum(not one.file for one in graded)
    without = f", {_counted(missing, 'student')} without one" if missing else ""
    alike = f", {_counted(len(pairs), 'pair')} sharing code" if pairs else ""
    yield element("h2", f"{name}: {_counted(len(graded) - missing, 'submission')}{without}{alike}")
    yield _states(graded)
    yield element("h3", "Points")
    yield from _points(graded)
    yield element("h3", "Properties that fail most")
    yield _properties(rates(graded))
    yield element("h3", "What went wrong")
    yield _went_wrong(graded)
    yield element("h3", "Likely copies, for a human eye")
    yield from _same(the_same(graded))
    yield from _copies(pairs, len(own_prints(graded)), links)
    yield element("h3", "Libraries, for a human eye")
    yield from _libraries(graded)
    yield element("h3", "All submissions")
    yield _list(graded, links)


def _totals(
    totals: Sequence[Graded], exercises: Sequence[str], graded: Sequence[Graded], links: Links
) -> Iterator[Html]:
    """Show the points of the whole lesson, and of each student what was said of all their functions."""
    yield element("h2", f"{totals[0].mark.exercise}: {_counted(len(totals), 'student')}")
    yield from _points(totals)
    marks, rows = counting(graded), []
    for one in totals:
        own = [marks.get((one.student, name)) for name in exercises]
        common = said_once([mark.reason for mark in own if mark] or [one.mark.reason])[1]
        whole, *parts = (element("span", _points_of(mark), class_="number") for mark in (one.mark, *own))
        said = element("div", f"{one.mark.state}: ", foreign(common)) if common else one.mark.state
        rows.append((links.get(one.student, foreign(one.student)), whole, *parts, _long(said)))
    head = ("student", "points", *exercises, "state, and what holds of all functions")
    yield table("The points of all its functions, as in totals.csv", head, rows)
    yield element("p", "Below is each function: open it for its submissions, what failed most, and likely copies.")


def _changes(compared: Sequence[Change]) -> Iterator[Html]:
    """Show who gained or lost by a regrade, and why."""
    yield element("h2", f"Compared with the old marks: {counted_changes(compared)}")
    rows = [
        (
            foreign(one.student),
            one.exercise,
            f"{one.word}: {_points_of(one.old)} → {_points_of(one.new)}",
            *(_long(foreign(mark.reason) if mark else "–") for mark in (one.old, one.new)),
        )
        for one in compared
        if one.word
    ]
    if rows:
        head = ("student", "exercise", "change", "reason before", "reason now")
        yield table("Who gained or lost, and why", head, rows)


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def _share(part: float, whole: int) -> Html:
    """Say a share in per cent; what is not all is never 100, nor what is more than nothing 0."""
    if not whole:
        return Html("–")
    rounded = f"{100 * part / whole:.0f}"
    rounded = "&gt;99" if rounded == "100" and part < whole else "&lt;1" if rounded == "0" and part else rounded
    return Html(f"{rounded}&nbsp;%")


def _states(graded: Sequence[Graded]) -> Html:
    counts = Counter(one.mark.state for one in graded)
    rows = [(state, str(counts[state]), _share(counts[state], len(graded)), _long(_MEANS[state])) for state in STATES]
    return table("Submissions by state", ("state", "number", "share", "what it means"), rows)


def _points(graded: Sequence[Graded]) -> Iterator[Html]:
    points = judged(graded)
    found = spread(points)
    if found is None:
        yield element("p", "No submission was judged.")
    else:
        most = max(one.mark.max_points for one in graded)
        yield element(
            "p",
            element("strong", f"Median {found.middle:g} of {most}"),
            f"; the middle half from {found.low:g} to {found.high:g}; {_counted(len(points), 'judged submission')}.",
        )
    yield drawing(bars(graded))


def _properties(found: Sequence[Rate]) -> Html:
    if not found:
        return element("p", "No property was judged.")
    rows = [
        (
            joined([foreign(rate.name), " (hidden)" if rate.hidden else ""]),
            str(rate.broken),
            str(rate.looked_at),
            _share(rate.broken, rate.looked_at),
        )
        for rate in found
    ]
    return table("How often each is broken", ("property", "broken", "judged", "share"), rows)


def _went_wrong(graded: Sequence[Graded]) -> Html:
    found = troubles(graded)
    if not found:
        return element("p", "Nothing: every submission was judged.")
    rows = [(_long(foreign(reason)), state, str(len(names)), _long(_names(names))) for state, reason, names in found]
    return table("Why submissions were not judged", ("reason", "state", "students", "who"), rows)


def _names(students: Sequence[str]) -> Html:
    shown: list[str] = [foreign(student) for student in students[:_NAMED]]
    more = len(students) - len(shown)
    return joined([*shown, *([f"{more} more, in the list below"] if more else [])], ", ")


def _same(found: Sequence[tuple[Sequence[str], str]]) -> Iterator[Html]:
    """Show first who handed in the same from end to end."""
    if found:
        rows = [(str(len(students)), _long(_names(students)), how) for students, how in found]
        yield from _first("Students who handed in the same", ("students", "who", "what is the same"), rows)
        yield element("p", "A short answer can be the same by chance. It proves nothing and changes no points.")


def _first(title: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[Html]:
    """Show the first rows of what may be long, and say how many more there are."""
    yield table(title, head, rows[:MOST_PAIRS])
    if len(rows) > MOST_PAIRS:
        yield element("p", f"{len(rows) - MOST_PAIRS:,} more are not shown.")


def _copies(pairs: Sequence[Pair], number: int, links: Links) -> Iterator[Html]:
    """Show who shares code, and how many submissions could be compared."""
    told = f"{_counted(number, 'submission')} could be compared with others, "
    shared = [": no two share ", _share(LEAST_SHARE, 1), " or more of their code"] if number > 1 and not pairs else []
    yield element("p", told, "without what most of the class shares", *shared, ".")
    if pairs:
        rows = [
            (
                links[pair.students[0]],
                element("div", links[pair.students[1]], class_="name"),
                _share(pair.share, 1),
                str(pair.common),
                "the same file: for a human eye" if pair.same_file else "for a human eye",
            )
            for pair in pairs
        ]
        yield element(
            "p",
            "Shares are of the shorter program, without what most of the class shares and what was given. Names, "
            "strings, order and what has no effect are left aside. It proves nothing and changes no points: read both.",
        )
        yield from _first("Pairs that share code", ("student", "and", "share", "passages", "note"), rows)


def _libraries(graded: Sequence[Graded]) -> Iterator[Html]:
    rows = [(foreign(name), str(len(who)), _long(_names(who))) for name, who in by_library(graded)]
    if rows:
        title = "What some answers lean on: whether it was allowed is yours to say"
        yield table(title, ("library", "students", "who"), rows)
    else:
        yield element("p", "No library was noticed on which some answers lean and the others do not.")
    if usual := left_out(graded):
        yield element("p", f"Left out, since more than half of the class leans on it: {_counted(usual, 'name')}.")
    partly = sorted({one.student for one in graded if one.partly})
    if partly:
        yield element("p", "Code too long to be read to its end: ", _names(partly), ".")


def _list(graded: Sequence[Graded], links: Links) -> Html:
    often = Counter(one.student for one in graded)
    rows = [
        (
            joined([links[one.student], *(["; file ", foreign(one.file)] if often[one.student] > 1 else [])]),
            one.mark.state,
            element("span", _points_of(one.mark), class_="number"),
            _long(foreign(one.mark.reason)),
        )
        for one in graded
    ]
    return table("A link leads to the student's page", ("student", "state", "points", "reason"), rows)


def _long(text: str) -> Html:
    return element("div", text, class_="long")


def _points_of(mark: Mark | None) -> str:
    return "none" if mark is None or mark.points is None else f"{mark.points} of {mark.max_points}"
