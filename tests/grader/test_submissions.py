"""Submissions are found in every layout that teachers have, and nothing leads out of the folder."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classroom.grader.intake.naming import Asked, asked_for, owner_of, read_roster
from classroom.grader.intake.submissions import LINK, Found, find
from classroom.grader.marks.store import safe_name
from classroom.judge.errors import CourseError
from tests.grader.handed_in import HELLO, SMART, put

names = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=40)


def look(folder: Path, *roster: str, asked: Asked = SMART) -> list[tuple[str, str, str]]:
    """The student, the kind and the file of each submission."""
    return [(one.student, one.kind, one.file) for one in find(folder, asked, roster).submissions]


def reasons(found: Found) -> dict[str, str]:
    return {one.student: one.reason for one in found.submissions}


# Names


@pytest.mark.parametrize(("name", "student"), [
    ("ada_smart_chunk", "ada"),
    ("ada-07_smart_chunk (2)", "ada"),
    ("ada_Smart_Chunk_final_v2", "ada"),
    ("07_smart_chunk_ada", "ada"),
    ("ada_smart_chunk-Copy1", "ada"),
    ("ada - Copy (2)", "ada"),
    ("ada.lovelace@uni.example", "ada.lovelace@uni.example"),
    ("lovelaceada_12_345_07_smart_chunk-1", "lovelaceada"),
    ("lovelaceada_LATE_12_345_x", "lovelaceada"),
    ("Ada Lovelace_77_assignsubmission_file_07_smart_chunk", "Ada Lovelace"),
    ("de la Cruz, María_7_assignsubmission_file", "de la Cruz, María"),
    ("smart_chunk", "smart_chunk"),
    ("Zoe\u0308", "Zoë"),
    ("a\u202eb", "a\\u202eb"),
])  # fmt: skip
def test_a_name_gives_the_student(name: str, student: str) -> None:
    assert owner_of(name, SMART).student == student


def test_an_exercise_of_one_word_is_not_looked_for_inside_a_name() -> None:
    assert owner_of("othello", HELLO).student == "othello"
    assert owner_of("othello_hello", HELLO).student == "othello"
    assert not HELLO.elsewhere("othello")


@pytest.mark.parametrize(("name", "student", "listed"), [
    ("anna_2", "anna", True),
    ("anna_lena_smart_chunk", "anna_lena", True),
    ("stra\u00df_smart_chunk", "stra\u00df", False),
    ("annika", "annika", False),
    ("annsmart_chunk", "ann", True),
    ("smart_chunk_anna", "anna", True),
    ("anna_12_345_x", "anna", True),
])  # fmt: skip
def test_with_a_list_the_longest_id_that_fits_is_the_student(name: str, student: str, listed: bool) -> None:
    owner = owner_of(name, SMART, ["ann", "anna", "anna_lena", "strass"])
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


@pytest.mark.parametrize(("name", "content", "students"), [
    ("class.txt", "ada\n\n# a comment\nLovelace, B\n", ["ada", "Lovelace, B"]),
    ("class.csv", "first_name,id,email\nAda,a1,x\nBob,b2,\n", ["a1", "b2"]),
    ("class.csv", "\ufeffName;Username\nAda;a1\n", ["a1"]),
    ("class.csv", 'id\n"Zoe\u0308"\n', ["Zoë"]),
])  # fmt: skip
def test_a_list_is_read(tmp_path: Path, name: str, content: str, students: list[str]) -> None:
    assert read_roster(put(tmp_path, name, content.encode())) == students


@pytest.mark.parametrize(("content", "word"), [
    (b"", "names no students"),
    (b"ada\nbob\nada\n", "line 3: 'ada' is in line 1 already"),
    (b"a" * 201, "an id may have 200 characters: got 201"),
    (b"\xff\xfe\x00", "cannot read class.txt as a list of students"),
])  # fmt: skip
def test_a_list_that_is_none_is_refused(tmp_path: Path, content: bytes, word: str) -> None:
    with pytest.raises(ValueError, match=word):
        read_roster(put(tmp_path, "class.txt", content))
