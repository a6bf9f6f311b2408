"""Count for the class page: submissions by state, points, and properties that do not hold."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from classroom.grader.marks.model import Graded, State

MOST_BARS = 26


@dataclass(frozen=True)
class Spread:
    """Holds lower quartile, median and upper quartile of the points of submissions that were judged."""

    low: float
    middle: float
    high: float


@dataclass(frozen=True)
class Bar:
    """Counts the submissions that have a number of points: ``label`` says which, ``number`` how many."""

    label: str
    number: int
    hatched: bool = False


@dataclass(frozen=True)
class Rate:
    """Says how often a property did not hold: ``broken`` of ``looked_at`` submissions in which it was judged."""

    name: str
    hidden: bool
    broken: int
    looked_at: int


def place(one: Graded) -> tuple[str, ...]:
    """Return what submissions are sorted by: exercise, student, file, and then what their mark says."""
    return one.mark.exercise, one.student.casefold(), one.student, one.file, one.digest, repr(one.mark)


def judged(graded: Sequence[Graded]) -> list[int]:
    """Return the points of submissions that were judged, in time or late, rising."""
    return sorted(
        one.mark.points for one in graded if one.mark.state in ("final", "late") and one.mark.points is not None
    )


def spread(points: Sequence[int]) -> Spread | None:
    """Return quartiles and median of some points, None where there are none.

    Quartiles interpolate between neighbours, and the least and the greatest number are the ends (type 7 of Hyndman
    and Fan, The American Statistician 50, 1996).

    >>> spread([1, 2, 3, 4])
    Spread(low=1.75, middle=2.5, high=3.25)
    """
    if len(points) < 2:
        return Spread(*[float(points[0])] * 3) if points else None
    return Spread(*statistics.quantiles(points, n=4, method="inclusive"))


def bars(graded: Sequence[Graded]) -> list[Bar]:
    """Return the distribution of points as at most ``MOST_BARS`` equal steps, and one bar for what failed."""
    points = judged(graded)
    most = max((one.mark.max_points for one in graded), default=0)
    step = -(-(most + 1) // MOST_BARS)
    counts = Counter(number // step for number in points)
    steps = [(first, min(first + step - 1, most)) for first in range(0, most + 1, step)]
    found = [Bar(str(a) if a == b else f"{a}–{b}", counts[at]) for at, (a, b) in enumerate(steps)]
    failed = sum(one.mark.state == "failed" for one in graded)
    return [*found, Bar("failed", failed, hatched=True)]


def rates(graded: Sequence[Graded]) -> list[Rate]:
    """Return for each property how often it did not hold, the most frequent first."""
    rules = [rule for one in graded for rule in one.mark.properties]
    order = list(dict.fromkeys((rule.name, rule.hidden) for rule in rules))
    looked = Counter((rule.name, rule.hidden) for rule in rules if rule.looked_at)
    broken = Counter((rule.name, rule.hidden) for rule in rules if rule.looked_at and not rule.earned)
    found = [Rate(*which, broken[which], looked[which]) for which in order]
    return sorted(found, key=lambda rate: (-rate.broken, rate.name, rate.hidden))


def troubles(graded: Sequence[Graded]) -> list[tuple[State, str, list[str]]]:
    """Return what kept submissions from being judged: state, reason, and the students whom it struck.

    Of what failed, reasons that begin alike, up to the first colon or semicolon, are one.
    """
    found: dict[tuple[State, str], list[str]] = {}
    for one in graded:
        if one.mark.state in ("failed", "ungraded"):
            failed = one.mark.state == "failed"
            kind = one.mark.reason.replace(";", ":").partition(":")[0].strip() if failed else one.mark.reason
            found.setdefault((one.mark.state, kind or "no reason given"), []).append(one.student)
    order = sorted(found.items(), key=lambda item: (item[0][0] != "ungraded", -len(item[1]), item[0][1]))
    return [(state, reason, sorted(set(students))) for (state, reason), students in order]
