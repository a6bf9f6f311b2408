"""Names that look alike, and what a platform or a sender wrote into a name: nobody is taken for another."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from classroom.grader.intake.naming import asked_for, owner_of, owner_of_folder
from classroom.grader.intake.submissions import find, find_each
from classroom.grader.pages.student import student_page
from tests.each import each
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


NOT_LISTED = "not on the list of students"


@each(("files", "listed", "expected"), [
    (["ANNA/", "Anna/"], ["anna"], {  # neither is spelled to the letter
        "ANNA": ("ANNA/", f"{NOT_LISTED}; looks like another student, 'Anna', 'anna'"),
        "Anna": ("Anna/", f"{NOT_LISTED}; looks like another student, 'ANNA', 'anna'"),
        "anna": ("", "several have nearly this name, and none has it to the letter: rename the folder that is meant"),
    }),
    (["Zoe\u0308/", "ANNA_"], ["Zo\u00eb", "anna"], {"Zo\u00eb": ("Zo\u00eb/", ""), "anna": ("ANNA_", "")}),
    (["Bob x_99_assignsubmission_file_", "cs_2026_1_ada_"], ["bob", "cs_2026_1_ada"], {
        "Bob x": ("Bob x_99_assignsubmission_file_", NOT_LISTED),
        "cs_2026_1_ada": ("cs_2026_1_ada_", ""),
        "bob": ("", "nothing handed in"),
    }),
    (["Ada L_77_assignsubmission_file_/", "Ada L_78_assignsubmission_file_/", "Ada L_77/"], [], {
        "Ada L_77": ("Ada L_77/", ""),
        "Ada L_77_77": ("Ada L_77_assignsubmission_file_/", "looks like another student, 'Ada L_78'"),
        "Ada L_78": ("Ada L_78_assignsubmission_file_/", "looks like another student, 'Ada L_77_77'"),
    }),
])  # fmt: skip
def test_whose_a_name_is_that_looks_like_others(
    files: list[str], listed: list[str], expected: dict[str, tuple[str, str]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("in")
    for name in files:
        put(folder, f"{name}smart_chunk.ipynb", notebook(name))
    found = find(folder, SMART, listed).submissions
    whose = {one.student: (one.file.removesuffix("smart_chunk.ipynb"), one.reason or one.note) for one in found}
    assert whose == expected


@pytest.mark.parametrize(("name", "student", "number"), [
    ("Bob Ross_12_assignsubmission_x_99_assignsubmission_file_", "Bob Ross_12_assignsubmission_x", "99"),
    ("Bob_12_assignsubmission_99_assignsubmission_file_", "Bob_12_assignsubmission", "99"),
    ("eve_7_100_x_99_assignsubmission_file_", "eve_7_100_x", "99"),
])  # fmt: skip
def test_a_name_that_holds_a_platforms_pattern_is_not_another_persons(
    tmp_path: Path, name: str, student: str, number: str
) -> None:
    owner = owner_of_folder(name)
    assert (owner.student, owner.number) == (student, number)
    put(tmp_path, f"{name}hello.ipynb")
    (one,) = [one for one in find(tmp_path, HELLO, ["Bob Ross", "eve", "Bob"]).submissions if one.file]
    assert (one.kind, one.number, one.reason[:38]) == ("ungraded", "", "its name holds the numbers of two peop")


def test_what_a_sender_wrote_after_the_platforms_pattern_is_nobodys_number() -> None:
    owner = owner_of("eve_7_100_bob_12_345_hello", HELLO)
    assert (owner.student, owner.number, owner.doubt) == ("eve", "7", False)


def test_the_name_that_looks_like_theirs_is_for_the_teacher() -> None:
    mark = replace(PARTIAL, state="late", reason="1 of 4; looks like another student, 'Ada'; 1 h late")
    text = Outline(student_page("ada", [graded("ada", mark)])).text
    assert "Reason: 1 of 4; 1 h late" in text
    assert "Ada" not in text
