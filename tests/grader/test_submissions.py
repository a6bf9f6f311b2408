"""Submissions are found in every layout that teachers have, and nothing leads out of the folder."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classroom.grader.intake.naming import Asked, asked_for, owner_of, owner_of_folder, safe_name
from classroom.grader.intake.roster import read_roster
from classroom.grader.intake.submissions import LINK, Found, find, find_each
from classroom.judge.errors import CourseError
from tests.grader.handed_in import HELLO, SMART, notebook, put

names = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=40)


def look(folder: Path, *roster: str, asked: Asked = SMART) -> list[tuple[str, str, str]]:
    """The student, the kind and the file of each submission."""
    return [(one.student, one.kind, one.file) for one in find(folder, asked, roster).submissions]


def reasons(found: Found) -> dict[str, str]:
    return {one.student: one.reason for one in found.submissions}


# Names


@pytest.mark.parametrize(
    ("name", "student"),
    [
        ("ada", "ada"),
        ("ada_smart_chunk", "ada"),
        ("ada-07_smart_chunk (2)", "ada"),
        ("ada07_smart_chunk", "ada"),
        ("ada_Smart_Chunk_final_v2", "ada"),
        ("07_smart_chunk_ada", "ada"),
        ("smart_chunk - ada (1)", "ada"),
        ("ada_smart_chunk-Copy1", "ada"),
        ("ada - Copy (2)", "ada"),
        ("jcopy", "jcopy"),
        ("ada.lovelace@uni.example", "ada.lovelace@uni.example"),
        ("lovelaceada_12_345_07_smart_chunk-1", "lovelaceada"),
        ("lovelaceada_LATE_12_345_x", "lovelaceada"),
        ("Ada Lovelace_77_assignsubmission_file_", "Ada Lovelace"),
        ("Ada Lovelace_77_assignsubmission_file_07_smart_chunk", "Ada Lovelace"),
        ("de la Cruz, María_7_assignsubmission_file", "de la Cruz, María"),
        ("smart_chunk", "smart_chunk"),
        ("Zoe\u0308", "Zoë"),
        ("a\nb", "a\\nb"),
        ("a\u202eb", "a\\u202eb"),
    ],
)
def test_a_name_gives_the_student(name: str, student: str) -> None:
    assert owner_of(name, SMART).student == student


def test_an_exercise_of_one_word_is_not_looked_for_inside_a_name() -> None:
    assert owner_of("othello", HELLO).student == "othello"
    assert owner_of("othello_hello", HELLO).student == "othello"
    assert not HELLO.elsewhere("othello")


@pytest.mark.parametrize(
    ("name", "student", "listed"),
    [
        ("ann", "ann", True),
        ("anna_2", "anna", True),
        ("anna_lena_smart_chunk", "anna_lena", True),
        ("ANNA-x", "anna", True),
        ("annika", "annika", False),
        ("annsmart_chunk", "ann", True),
        ("smart_chunk_anna", "anna", True),
        ("anna_12_345_x", "anna", True),
    ],
)
def test_with_a_list_the_longest_id_that_fits_is_the_student(name: str, student: str, listed: bool) -> None:
    owner = owner_of(name, SMART, ["ann", "anna", "anna_lena"])
    assert (owner.student, owner.listed) == (student, listed)


@given(names)
def test_a_student_is_on_one_printable_line_and_never_empty(name: str) -> None:
    for asked in (HELLO, SMART):
        student = owner_of(name, asked).student
        assert student.isprintable()
        assert student or not name.strip()


@given(st.lists(names, min_size=2, max_size=5, unique=True))
def test_a_safe_name_is_safe_and_nobody_elses(students: list[str]) -> None:
    safe = [safe_name(student) for student in students]
    assert len(set(map(str.casefold, safe))) == len(students)
    assert all(set(name) <= set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-") for name in safe)
    assert all(0 < len(name) <= 80 and not name.startswith("-") for name in safe)


def test_an_exercise_is_asked_for_by_function_lesson_or_number() -> None:
    both = [Asked("estimate_tokens", "02_characters_and_tokens"), Asked("token_spans", "02_characters_and_tokens")]
    assert asked_for("token_spans") == both[1:]
    assert asked_for("02_characters_and_tokens") == asked_for("02") == both
    with pytest.raises(CourseError, match="there is no exercise 'smart_chunks'; did you mean 'smart_chunk'"):
        asked_for("smart_chunks")


# Layouts


def test_a_folder_for_each_student(tmp_path: Path) -> None:
    put(tmp_path, "ada/07_smart_chunk/07_smart_chunk.ipynb")
    put(tmp_path, "bob/smart_chunk/smart_chunk.ipynb")
    put(tmp_path, "cyd/smart_chunk.ipynb")
    put(tmp_path, "bob/notes.ipynb")
    put(tmp_path, "dan/03_fixed_windows/03_fixed_windows.ipynb")
    put(tmp_path, "eve/07_smart_chunk/.ipynb_checkpoints/07_smart_chunk-checkpoint.ipynb")
    put(tmp_path, "__MACOSX/ada/07_smart_chunk.ipynb")
    put(tmp_path, ".hidden/07_smart_chunk.ipynb")
    assert look(tmp_path) == [
        ("ada", "notebook", "ada/07_smart_chunk/07_smart_chunk.ipynb"),
        ("bob", "notebook", "bob/smart_chunk/smart_chunk.ipynb"),
        ("cyd", "notebook", "cyd/smart_chunk.ipynb"),
        ("dan", "absent", "dan"),
        ("eve", "absent", "eve/07_smart_chunk"),
    ]


def test_a_flat_folder(tmp_path: Path) -> None:
    for name in ("ada_smart_chunk", "bob (1)", "cyd_03_fixed_windows", "cyd_07_smart_chunk", "._ada_smart_chunk"):
        put(tmp_path, f"{name}.ipynb")
    put(tmp_path, "dan.IPYNB")
    put(tmp_path, "readme.txt")
    assert [one[0] for one in look(tmp_path)] == ["ada", "bob", "cyd", "dan"]
    assert find(tmp_path, SMART).ignored == ("cyd_03_fixed_windows.ipynb", "readme.txt")


def test_moodle_and_canvas(tmp_path: Path) -> None:
    put(tmp_path, "Ada L_77_assignsubmission_file_/my.ipynb")
    put(tmp_path, "Ada L_77_assignsubmission_onlinetext_/onlinetext.html")
    put(tmp_path, "Bo M_78_assignsubmission_file_smart_chunk.ipynb")
    put(tmp_path, "smithjo_1_10_smart_chunk.ipynb")
    put(tmp_path, "smithjo_LATE_2_11_smart_chunk-1.ipynb")
    found = find(tmp_path, SMART).submissions
    assert [one.student for one in found if one.kind == "notebook"] == ["Ada L", "Bo M", "smithjo_1", "smithjo_2"]


def test_a_lesson_with_two_functions_has_one_notebook_for_both_or_one_for_each(tmp_path: Path) -> None:
    put(tmp_path, "ada/02_characters_and_tokens/02_characters_and_tokens.ipynb")
    put(tmp_path, "bob_token_spans.ipynb")
    put(tmp_path, "bob_estimate_tokens.ipynb")
    files = [[one.file for one in find(tmp_path, asked).submissions] for asked in asked_for("02")]
    shared = "ada/02_characters_and_tokens/02_characters_and_tokens.ipynb"
    assert files == [[shared, "bob_estimate_tokens.ipynb"], [shared, "bob_token_spans.ipynb"]]


def test_the_only_notebook_is_meant_and_said_to_be_renamed(tmp_path: Path) -> None:
    put(tmp_path, "ada/07_smart_chunk/Untitled.ipynb")
    put(tmp_path, "bob/07_smart_chunk/Untitled.ipynb")
    put(tmp_path, "bob/07_smart_chunk/ideas.ipynb")
    put(tmp_path, "cyd/07_smart_chunk/07_smart_chunk-Copy1.ipynb")
    put(tmp_path, "cyd/07_smart_chunk/ideas.ipynb")
    found = {one.student: one for one in find(tmp_path, SMART).submissions}
    assert (found["ada"].kind, found["ada"].note) == ("notebook", "the notebook was called Untitled.ipynb")
    assert found["bob"].kind == "ungraded"
    assert found["bob"].reason == "2 notebooks, and none is called 07_smart_chunk.ipynb"
    assert found["cyd"].file.endswith("Copy1.ipynb")


def test_an_archive_is_to_be_unpacked(tmp_path: Path) -> None:
    put(tmp_path, "ada.zip", b"PK")
    put(tmp_path, "bob/smart_chunk.7z", b"7z")
    found = find(tmp_path, SMART)
    assert {(one.student, one.kind) for one in found.submissions} == {("ada", "ungraded"), ("bob", "ungraded")}
    assert all("unpack it here" in reason for reason in reasons(found).values())


# Links, and odd names


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_links_are_never_followed(tmp_path: Path) -> None:
    outside, folder = tmp_path / "outside", tmp_path / "handed in"
    put(outside, "smart_chunk.ipynb")
    put(folder, "fay/07_smart_chunk/07_smart_chunk.ipynb")
    (folder / "ada").symlink_to(outside)
    (folder / "bob").mkdir()
    (folder / "bob" / "07_smart_chunk").symlink_to(outside)
    put(folder, "cyd/notes.txt")
    (folder / "cyd" / "07_smart_chunk.ipynb").symlink_to(outside / "smart_chunk.ipynb")
    (folder / "dan_smart_chunk.ipynb").symlink_to(outside / "smart_chunk.ipynb")
    (folder / "eve").symlink_to(folder / "fay")
    found = {one.student: one for one in find(folder, SMART).submissions}
    assert {found[name].reason for name in ("ada", "bob", "eve")} == {LINK}
    assert all(found[name].path.is_symlink() for name in ("cyd", "dan"))  # type: ignore[union-attr]
    assert found["fay"].kind == "notebook"


@pytest.mark.skipif(os.name == "nt", reason="names of Unix")
def test_names_with_line_ends_commands_and_bytes_that_are_no_text(tmp_path: Path) -> None:
    put(tmp_path, "a\nb_smart_chunk.ipynb")
    put(tmp_path, "\x1b[2Jc.ipynb")
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/d\xff.ipynb")).write_bytes(b"{}")
    put(tmp_path, "e\\f.ipynb")
    found = find(tmp_path, SMART).submissions
    assert [one.student for one in found] == ["\\x1b[2Jc", "a\\nb", "d\\udcff", "e\\f"]
    assert all(one.file.isprintable() and one.path is not None and one.path.is_file() for one in found)


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


# The list of the class


def test_everybody_on_the_list_has_a_row(tmp_path: Path) -> None:
    put(tmp_path, "anna_smart_chunk.ipynb")
    put(tmp_path, "carl.py", b"def smart_chunk(): ...")
    put(tmp_path, "mallory.ipynb")
    found = find(tmp_path, SMART, ["ann", "anna", "carl"])
    assert [(one.student, one.kind) for one in found.submissions] == [
        ("ann", "absent"),
        ("anna", "notebook"),
        ("carl", "absent"),
        ("mallory", "notebook"),
    ]
    assert reasons(found)["ann"] == "nothing handed in"
    assert reasons(found)["carl"] == "carl.py is not a notebook"
    assert found.submissions[-1].note == "not on the list of students"


@pytest.mark.parametrize(
    ("name", "content", "students"),
    [
        ("class.txt", "ada\n\n# a comment\nLovelace, B\n", ["ada", "Lovelace, B"]),
        ("class.csv", "ada,Ada\nbob,Bob\n", ["ada", "bob"]),
        ("class.csv", "first_name,id,email\nAda,a1,x\nBob,b2,\n", ["a1", "b2"]),
        ("class.csv", "\ufeffName;Username\nAda;a1\n", ["a1"]),
        ("class.csv", 'id\n"Zoe\u0308"\n', ["Zoë"]),
    ],
)
def test_a_list_is_read(tmp_path: Path, name: str, content: str, students: list[str]) -> None:
    assert read_roster(put(tmp_path, name, content.encode())) == students


@pytest.mark.parametrize(
    ("content", "word"),
    [
        (b"", "names no students"),
        (b"ada\nbob\nada\n", "line 3: 'ada' is in line 1 already"),
        (b"a" * 201, "an id may have 200 characters: got 201"),
        (b"\xff\xfe\x00", "cannot read class.txt as a list of students"),
    ],
)
def test_a_list_that_is_none_is_refused(tmp_path: Path, content: bytes, word: str) -> None:
    with pytest.raises(ValueError, match=word):
        read_roster(put(tmp_path, "class.txt", content))
