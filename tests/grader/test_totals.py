"""A row for each student and lesson: points add up, and none is a number before all its parts are."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from classroom.grader.batch.run import Plan, Telling, grade
from classroom.grader.marks.model import Graded, Mark, State
from classroom.grader.marks.results import totals
from classroom.grader.pages.class_page import class_page
from tests.grader.handed_in import HALF, NOT_STARTED, notebook, put

TWO = {"estimate_tokens": 5, "token_spans": 9}
LESSON = "02_characters_and_tokens"


def graded(function: str, state: State = "final", points: int | None = 3, student: str = "ada") -> Graded:
    return Graded(student, Mark(function, state, points, TWO.get(function, 3), f"why {state}"), f"{function}.ipynb")


@pytest.mark.parametrize(("first", "second", "state", "points"), [
    (("final", 5), ("final", 4), "final", 9),
    (("late", 5), ("final", 4), "late", 9),
    (("failed", 0), ("final", 4), "final", 4),
    (("failed", 0), ("failed", 0), "failed", 0),
    (("failed", 0), ("late", 0), "late", 0),
    (("ungraded", None), ("late", 4), "ungraded", None),
])  # fmt: skip
def test_the_points_of_a_lesson_add_up(
    first: tuple[State, int | None], second: tuple[State, int | None], state: str, points: int | None
) -> None:
    (one,) = totals([graded("estimate_tokens", *first), graded("token_spans", *second)], TWO)
    assert (one.student, one.mark.exercise) == ("ada", LESSON)
    assert (one.mark.state, one.mark.points, one.mark.max_points) == (state, points, 14)
    said = "no points" if first[1] is None else f"{first[1]} of 5"
    each = f"estimate_tokens {said}: why {first[0]} | token_spans {second[1]} of 9: why {second[0]}"
    once = f"estimate_tokens {said} | token_spans {second[1]} of 9; why {first[0]}" if points else f"why {first[0]}"
    assert one.mark.reason == (once if first[0] == second[0] else each)


def test_what_was_not_handed_in_has_no_points_and_says_so() -> None:
    one, other = totals([graded("token_spans"), graded("estimate_tokens", student="bob")], TWO)
    assert (one.mark.points, other.mark.points) == (3, 3)
    assert one.mark.reason == "estimate_tokens 0 of 5: nothing handed in | token_spans 3 of 9: why final"
    assert other.mark.reason.endswith(" | token_spans 0 of 9: nothing handed in")


def test_of_two_submissions_the_one_with_points_counts_in_any_order() -> None:
    several = [graded("token_spans", "ungraded", None), graded("token_spans"), graded("token_spans", "failed", 0)]
    for order in (several, several[::-1]):
        (one,) = totals(order, {"token_spans": 9})
        assert (one.mark.exercise, one.mark.points, one.mark.reason) == ("token_spans", 3, "why final")


def test_the_page_of_a_class_shows_the_totals_of_several_functions() -> None:
    found = [graded("token_spans"), graded("estimate_tokens"), graded("token_spans", student="<b>")]
    page = class_page(found, totals(found, TWO))
    assert page.index(f"{LESSON}: 2 students") < page.index("estimate_tokens: 1 submission")
    assert "6 of 14" in page
    assert "<b>" not in page.replace("&lt;b&gt;", "")
    assert LESSON not in class_page(found[:1], totals(found[:1], {"token_spans": 9}))


def test_a_batch_writes_one_row_for_each_student(tmp_path: Path) -> None:
    put(tmp_path / "in", "ada/00_start_here/00_start_here.ipynb", changed=1e9)
    put(tmp_path / "in", "ada.ipynb", notebook(HALF), changed=1e9 - 9)
    put(tmp_path / "in", "bob_hello.ipynb", notebook(NOT_STARTED))
    plan = Plan(
        functions=("hello",), submissions=tmp_path / "in", out=tmp_path / "out", seed="5", roster=("cyd",), trusted=True
    )
    assert len(grade(plan, Telling(lambda *_: None, lambda _: None))) == 4
    rows = json.loads((tmp_path / "out" / "totals.json").read_text("utf-8"))
    assert [(one["student"], one["exercise"], one["state"], one["points"]) for one in rows] == [
        ("ada", "00_start_here", "final", 3),
        ("bob", "00_start_here", "final", 0),
        ("cyd", "00_start_here", "failed", 0),
    ]
    table = (tmp_path / "out" / "totals.csv").read_text("utf-8").splitlines()
    several = "2 files, of which ada/00_start_here/00_start_here.ipynb counts"
    assert table[1].startswith(
        f'ada,00_start_here,final,3,3,"all properties hold, not on the list of students, {several}"'
    )
