"""Names that look alike, and what a platform or a sender wrote into a name: nobody is taken for another."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from classroom.grader.intake.naming import asked_for, owner_of, owner_of_folder
from classroom.grader.intake.submissions import find, find_each
from classroom.grader.pages.student import student_page
from tests.grader.handed_in import HELLO, SMART, notebook, put
from tests.grader.test_pages import PARTIAL, Outline, graded

ALIKE = ("ada", "Ada", "ada ", "ada.", "ad\u0430", "a\u200bda", "\u202eada", "\uff41da", "ada\u3164", "ADA", "\u0251da")


@pytest.mark.skipif(os.name == "nt", reason="names of Unix")
@pytest.mark.parametrize("place", ["{}/07_smart_chunk.ipynb", "{}_7{}_assignsubmission_file_/x.ipynb"])
@pytest.mark.parametrize("roster", [(), ("ada",), ("ada", "Ada")])
def test_names_that_look_alike_are_people_of_their_own_and_say_so(
    tmp_path: Path, place: str, roster: tuple[str, ...]
) -> None:
    names = (*ALIKE, "Zoe\u0308", "Zo\u00eb")
    for number, name in enumerate(names):
        put(tmp_path, place.format(name, number), notebook(str(number)))
    put(tmp_path, place.format("bob", 99))
    found = [one for one in find(tmp_path, SMART, roster).submissions if one.file]
    assert len(found) == len({one.student for one in found}) == len(names) + 1
    assert all(("looks like another student" in one.note) == (one.student != "bob") for one in found)
    own = [one.file for one in found if one.student == "ada"]
    assert own == (["ada/07_smart_chunk.ipynb"] if place.startswith("{}/") else [])  # a platform has two of the name


def test_a_name_is_the_same_for_all_functions_of_a_lesson(tmp_path: Path) -> None:
    for name in ("Zoe\u0308_estimate_tokens", "Zoe\u0308_token_spans", "Zo\u00eb_token_spans"):
        put(tmp_path, f"{name}.ipynb")
    each = [{one.student: one.kind for one in here.submissions} for here in find_each(tmp_path, asked_for("02"))]
    assert each == [{"Zoe\u0308": "notebook"}, {"Zoe\u0308": "notebook", "Zo\u00eb": "notebook"}]


def test_two_spellings_of_one_id_and_neither_to_the_letter(tmp_path: Path) -> None:
    for name in ("ANNA", "Anna"):
        put(tmp_path, f"{name}/smart_chunk.ipynb", notebook(name))
    found = {one.student: one for one in find(tmp_path, SMART, ["anna"]).submissions}
    assert {name: one.kind for name, one in found.items()} == {
        "ANNA": "notebook",
        "Anna": "notebook",
        "anna": "ungraded",
    }
    assert "several have nearly this name" in found["anna"].reason
    assert found["Anna"].note == "not on the list of students; looks like another student, 'ANNA', 'anna'"


def test_one_other_spelling_of_an_id_is_its_students(tmp_path: Path) -> None:
    put(tmp_path, "Zoe\u0308/smart_chunk.ipynb")
    put(tmp_path, "ANNA_smart_chunk.ipynb")
    found = find(tmp_path, SMART, ["Zo\u00eb", "anna"]).submissions
    expected = {("Zoë", "notebook", ""), ("anna", "notebook", "")}
    assert {(one.student, one.kind, one.note) for one in found} == expected


@pytest.mark.parametrize(
    ("name", "student", "number"),
    [
        ("Bob Ross_12_assignsubmission_x_99_assignsubmission_file_", "Bob Ross_12_assignsubmission_x", "99"),
        ("Bob_12_assignsubmission_99_assignsubmission_file_", "Bob_12_assignsubmission", "99"),
        ("eve_7_100_x_99_assignsubmission_file_", "eve_7_100_x", "99"),
    ],
)
def test_a_name_that_holds_a_platforms_pattern_is_not_another_persons(
    tmp_path: Path, name: str, student: str, number: str
) -> None:
    owner = owner_of_folder(name)
    assert (owner.student, owner.number) == (student, number)
    put(tmp_path, f"{name}hello.ipynb")
    (one,) = [one for one in find(tmp_path, HELLO, ["Bob Ross", "eve", "Bob"]).submissions if one.file]
    assert (one.kind, one.number, one.reason[:38]) == ("ungraded", "", "its name holds the numbers of two peop")


def test_a_platforms_name_that_begins_like_an_id_is_not_the_ids(tmp_path: Path) -> None:
    put(tmp_path, "Bob x_99_assignsubmission_file_hello.ipynb")
    put(tmp_path, "cs_2026_1_ada_hello.ipynb")
    found = {one.student: one.note for one in find(tmp_path, HELLO, ["bob", "cs_2026_1_ada"]).submissions if one.file}
    assert found == {"Bob x": "not on the list of students", "cs_2026_1_ada": ""}


def test_what_a_sender_wrote_after_the_platforms_pattern_is_nobodys_number() -> None:
    owner = owner_of("eve_7_100_bob_12_345_hello", HELLO)
    assert (owner.student, owner.number, owner.doubt) == ("eve", "7", False)


def test_a_name_made_of_a_name_and_a_number_stays_another_persons(tmp_path: Path) -> None:
    for number in (77, 78):
        put(tmp_path, f"Ada L_{number}_assignsubmission_file_/x.ipynb", notebook(str(number)))
    put(tmp_path, "Ada L_77/smart_chunk.ipynb")
    assert {one.student: one.file for one in find(tmp_path, SMART).submissions} == {
        "Ada L_77": "Ada L_77/smart_chunk.ipynb",
        "Ada L_77_77": "Ada L_77_assignsubmission_file_/x.ipynb",
        "Ada L_78": "Ada L_78_assignsubmission_file_/x.ipynb",
    }


def test_the_name_that_looks_like_theirs_is_for_the_teacher() -> None:
    mark = replace(PARTIAL, state="late", reason="1 of 4; looks like another student, 'Ada'; 1 h late")
    text = Outline(student_page("ada", [graded("ada", mark)])).text
    assert "Reason: 1 of 4; 1 h late" in text
    assert "Ada" not in text
