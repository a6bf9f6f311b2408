"""The counts of the class page agree with a plain count, and a name of a file is safe on any system."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from classroom.grader.marks.model import Graded, Mark, PropertyMark, State
from classroom.grader.marks.store import page_name
from classroom.grader.pages.numbers import MOST_BARS, bars, judged, rates, spread, troubles

ODD = st.text(st.sampled_from("ab<./\\\n\0\u202e\ud800é\u0301-"), max_size=30)


def graded(student: str, mark: Mark) -> Graded:
    return Graded(student, mark, f"{student}.ipynb")


@given(st.sets(st.one_of(st.text(), ODD, st.from_regex(r"[a-zA-Z]{3}\d?(\.|-[0-9a-f]{16})?", fullmatch=True))))
def test_names_of_files_are_safe_and_different_on_any_system(students: set[str]) -> None:
    names = [page_name(student, "5") for student in students]
    assert len({name.casefold() for name in names}) == len(students)
    for name in names:
        assert re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]{0,80}", name)
        assert not re.fullmatch(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", name.casefold())
        assert not name.endswith(".")


def test_nobody_takes_the_file_of_somebody_else() -> None:
    ada = page_name("Ada", "a seed")
    assert page_name(ada.removesuffix(".html"), "a seed") != ada
    assert page_name("Ada", "a seed") == ada != page_name("Ada", "another seed")


@given(st.lists(st.integers(0, 100), min_size=1, max_size=40))
def test_quartiles_are_those_of_numpy(points: list[int]) -> None:
    found = spread(sorted(points))
    assert found is not None
    expected: list[float] = np.percentile(points, [25, 50, 75]).tolist()
    assert [found.low, found.middle, found.high] == pytest.approx(expected)


@given(st.integers(0, 250), st.data())
def test_every_judged_submission_is_in_one_bar(most: int, data: st.DataObject) -> None:
    states: list[State] = ["final", "late", "failed"]
    drawn = data.draw(st.lists(st.tuples(st.sampled_from(states), st.integers(0, most)), max_size=30))
    found = [graded(str(at), Mark("f", state, points, most, "")) for at, (state, points) in enumerate(drawn)]
    *steps, failed = bars(found)
    assert failed.number == sum(state == "failed" for state, _ in drawn)
    assert len(steps) <= MOST_BARS
    assert sum(bar.number for bar in steps) == len(judged(found))
    ends = [[int(end) for end in bar.label.split("–")] for bar in steps]
    for bar, end in zip(steps, ends, strict=True):
        assert bar.number == sum(end[0] <= points <= end[-1] for points in judged(found))
    assert [number for end in ends for number in range(end[0], end[-1] + 1)] == list(range(most + 1 if found else 1))


def test_a_property_that_was_not_looked_at_is_not_counted() -> None:
    kept, lost = PropertyMark("kept", 3, earned=True), PropertyMark("lost", 2, earned=False)
    hidden, skipped = replace(lost, hidden=True), PropertyMark("skipped", 1, earned=False, looked_at=False)
    marked = [(kept, lost, skipped, hidden), (kept, replace(lost, looked_at=False), skipped, hidden), (lost,)]
    found = rates([graded(str(at), Mark("f", "final", 3, 8, "", rules)) for at, rules in enumerate(marked)])
    assert [(rate.name, rate.hidden, rate.broken, rate.looked_at) for rate in found] == [
        ("lost", False, 2, 2),
        ("lost", True, 2, 2),
        ("kept", False, 0, 2),
        ("skipped", False, 0, 0),
    ]


def test_reasons_that_begin_alike_are_one_and_the_ungraded_come_first() -> None:
    said = [("ada", "failed", "broken JSON: line 1"), ("ben", "failed", "broken JSON; line 2"), ("cyd", "failed", "")]
    said += [("dee", "ungraded", "not marked: full disk"), ("eve", "final", "all properties hold")]
    states: list[Graded] = [graded(name, Mark("f", state, 0, 1, reason)) for name, state, reason in said]  # type: ignore[arg-type]
    assert troubles(states) == [
        ("ungraded", "not marked: full disk", ["dee"]),
        ("failed", "broken JSON", ["ada", "ben"]),
        ("failed", "no reason given", ["cyd"]),
    ]
