"""The points of each student and lesson, and a regrade compared with older marks: nobody is left out."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from classroom.grader.marks.model import Graded, Mark, State
from classroom.grader.marks.results import changes, counted_changes, read_marks, totals, write_results
from classroom.grader.pages.class_page import class_page
from tests.commandline import Run
from tests.grader.handed_in import HALF, RIGHT, notebook, put
from tests.grader.test_pages import Outline

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


def mark_of(student: str, state: State, points: int | None, most: int = 3, reason: str = "why") -> Graded:
    return Graded(student, Mark("hello", state, points, most, reason), f"{student}.ipynb")


WHY = "1 of 3 <b>"
CASES: tuple[tuple[str, list[tuple[State, int | None]], tuple[State, int] | None, str], ...] = (  # old, new, and a word
    ("ada", [("final", 1)], ("final", 3), "gained"),
    ("bob", [("final", 3)], ("failed", 0), "lost"),
    ("cyd", [("final", 2)], ("final", 2), ""),
    ("dan", [("ungraded", None), ("final", 3)], ("final", 3), ""),
    ("eve", [("final", 3)], ("final", 3), "other"),  # of more points
    ("fay", [("ungraded", None)], ("final", 0), "other"),
    ("gus", [("final", 3)], None, "gone"),
    ("hal", [], ("late", 1), "new"),
)
OLD = tuple(mark_of(name, *old, reason=WHY) for name, olds, *_ in CASES for old in olds)
NEW = tuple(mark_of(name, *new, most=4 if name == "eve" else 3) for name, _, new, _ in CASES if new)


def test_each_mark_is_gained_lost_new_gone_other_or_the_same(tmp_path: Path) -> None:
    write_results(tmp_path, OLD)
    for place in (tmp_path, tmp_path / "results.json"):
        found = changes(read_marks(place), NEW)
        assert {one.student: one.word for one in found} == {name: word for name, *_, word in CASES}
        assert counted_changes(found) == "1 gained, 1 lost, 1 new, 1 gone, 2 other, 2 the same"
    text = Outline(class_page(NEW, (), "a seed", found)).text
    for words in (f"adahellogained: 1 of 3 → 3 of 3{WHY}why", f"gushellogone: 3 of 3 → none{WHY}–"):
        assert words in text
    assert "Compared" not in class_page(NEW)
    assert "0 gained, 0 lost, 0 new, 0 gone, 0 other, 7 the same" in class_page(NEW, (), "", changes(NEW, NEW))


@pytest.mark.parametrize(
    "content", [b"", b"{}", b"[1]", b'[{"student": "ada"}]', b"\xff", b"[" * 10**5, b'[{"student": 1, "points": true}]']
)
def test_marks_that_are_none_are_one_line(tmp_path: Path, content: bytes) -> None:
    put(tmp_path, "results.json", content)
    with pytest.raises(ValueError, match=r"results\.json holds no results of chunklib grade$"):
        read_marks(tmp_path)
    with pytest.raises(OSError, match=r"^cannot read .*gone: no such file"):
        read_marks(tmp_path / "gone")


def test_a_lesson_has_one_table_first_and_its_functions_are_folded() -> None:
    both = [
        Graded("<b>", Mark(name, "final", points, 4, f"{points} hold; late by an hour"), "ada.ipynb")
        for name, points in (("estimate_tokens", 1), ("token_spans", 2))
    ]
    page = class_page(both, totals(both, {"estimate_tokens": 4, "token_spans": 4}), "a seed")
    text = Outline(page).text
    assert "<b>3 of 81 of 42 of 4final: late by an hour" in text
    assert page.count("<details>") == page.count("<summary>") == 2
    assert page.index("3 of 8") < page.index("<details>")
    assert "<details" not in class_page(both[:1])


def test_the_command_says_what_changed_and_the_totals_have_numbers_and_pages(run: Run, tmp_path: Path) -> None:
    (tmp_path / "course" / "solutions").mkdir(parents=True)
    ida = "sub/Ida Müller_4711_assignsubmission_file_/work.ipynb"
    for place, code in ((ida, HALF), ("sub/bob/hello.ipynb", RIGHT), ("sub/gone/hello.ipynb", RIGHT)):
        put(tmp_path, place, notebook(code))
    words = ("grade", "hello", "sub", "--seed", "a", "--jobs", 1, "--trust", "--course", "course", "--out")
    run(*words, "old")
    put(tmp_path, ida, notebook(RIGHT))
    shutil.rmtree(tmp_path / "sub" / "gone")
    lines = run(*words, "new", "--compare", "old").out.decode().splitlines()
    assert "compared with the old marks: 1 gained, 0 lost, 0 new, 1 gone, 0 other, 1 the same" in lines
    (gained,) = [line for line in lines if line.startswith("  gained")]
    assert gained.startswith("  gained Ida Müller  hello  1/3 (1 of 3 properties hold; first broken")
    assert gained.endswith(" -> 3/3 (all properties hold; the notebook was called work.ipynb)")
    assert any(line.startswith("  gone   gone  hello  3/3 (") and line.endswith(" -> none") for line in lines)
    rows = json.loads((tmp_path / "new" / "totals.json").read_text("utf-8"))
    table = (tmp_path / "new" / "totals.csv").read_text("utf-8").splitlines()
    assert table[1].startswith("Ida Müller,00_start_here,final,3,3,")
    assert {one["student"]: one["number"] for one in rows} == {"Ida Müller": "4711", "bob": ""}
    pages = {path.name for path in (tmp_path / "new" / "feedback").iterdir()}
    assert {one["page"] for one in rows} == {f"feedback/{name}" for name in pages}
    assert pages < {path.name for path in (tmp_path / "old" / "feedback").iterdir()}
    assert "bob.html" not in pages
    refused = run(*words, "other", "--compare", "sub")
    assert refused.status == 2
    assert refused.err.endswith("\nchunklib: cannot read sub/results.json: no such file or directory\n")
    assert not (tmp_path / "other").exists()
