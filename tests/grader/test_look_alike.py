"""Names that look alike, folders that are called by a student, and what a platform or a sender wrote into a name."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from classroom.grader.intake.naming import asked_for, owner_of, owner_of_folder
from classroom.grader.intake.pick_submission import settled
from classroom.grader.intake.submissions import LINK, find, find_each
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


ODD = (
    "cs_2026_1_ada",
    "cs_2026_1_bob",
    "smith",
    "smith_",
    "Team (1)",
    "Team (2)",
    "hello_world",
    "-rf",
    "javascript:alert(1)",
    "ada - Copy",
    "ada_hello",
    "kim_LATE_2_11_hello",
    " eve",
)


@pytest.mark.skipif(os.name == "nt", reason="names of Unix")
def test_each_folder_is_a_student_of_its_own(tmp_path: Path) -> None:
    for name in ODD:
        put(tmp_path, f"{name}/hello/hello.ipynb")
    found = find(tmp_path, HELLO).submissions
    assert sorted(one.student for one in found) == sorted(ODD)
    assert {one.kind for one in settled(found)} == {"notebook"}


@pytest.mark.parametrize(("name", "student", "listed"), [
    ("anna", "anna", True),
    ("ANNA", "anna", True),
    ("Bob", "Bob", True),
    ("bob", "bob", True),
    ("anna_2", "anna_2", False),
    ("anna_", "anna_", False),
    ("Zoe\u0308", "Zoë", True),
    ("Strauß", "Strauß", False),
    ("ﬁn", "ﬁn", False),
    ("Anna_77_assignsubmission_file_", "anna", True),
])  # fmt: skip
def test_with_a_list_a_folder_is_on_it_or_not(name: str, student: str, listed: bool) -> None:
    owner = owner_of_folder(name, ["anna", "bob", "Bob", "Zo\u00eb", "strauss", "fin"])
    assert (owner.student, owner.listed) == (student, listed)


def test_an_archive_says_what_its_folder_must_be_called(tmp_path: Path) -> None:
    put(tmp_path, "ada_smart_chunk.zip", b"PK")
    put(tmp_path, "bob/smart_chunk.7z", b"7z")
    found, other = find(tmp_path, SMART).submissions
    assert [(one.student, one.kind) for one in (found, other)] == [("ada", "ungraded"), ("bob", "ungraded")]
    assert "unpack it here" in other.reason
    assert found.reason == "an archive, ada_smart_chunk.zip: unpack it here, into a folder ada, and remove the archive"


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_link_that_leads_in_a_circle_stops_nobody(tmp_path: Path) -> None:
    put(tmp_path, "ada/hello/hello.ipynb")
    for name in ("bob", "cyd.ipynb", "dan.zip", "eve/hello", "fay/hello.ipynb"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.symlink_to(path.name)
    (tmp_path / "gus").symlink_to("x" * 300)  # a name that no file can have
    (tmp_path / "hal").symlink_to("nowhere")
    found = find(tmp_path, HELLO)
    kinds = {one.student: (one.kind, one.reason) for one in settled(found.submissions)}
    assert kinds["ada"][0] == "notebook"
    assert {kinds[name] for name in ("bob", "eve", "gus")} == {("failed", LINK)}
    assert kinds["cyd"][0] == "notebook"  # which says that it is a link when it is read
    assert kinds["dan"][0] == "ungraded"
    assert "fay" in kinds
    assert found.ignored == ("hal",)
