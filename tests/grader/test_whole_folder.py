"""A whole folder handed in, or a zip of it: the exercise is found, apart from the lesson of the same name."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from classroom.grader.gradebook.nbgrader_api import Failed
from classroom.grader.gradebook.taking_in import take_in
from classroom.grader.intake import unpacking as limits
from classroom.grader.intake.naming import Submission
from classroom.grader.intake.pick_submission import settled
from classroom.grader.intake.submissions import find
from classroom.grader.intake.unpacking import Archives, Room, TooMuch, unpack
from tests.grader.handed_in import HALF, HELLO, RIGHT, notebook, put

NAME = "00_start_here"
EXERCISE = f"exercises/{NAME}/{NAME}.ipynb"
LESSON = notebook("def hello(name): return 1\ncheck(hello)", f'quiz("{NAME}")')
MARKED = notebook(RIGHT, "check(hello)")


def course(folder: Path, exercise: bytes = MARKED) -> None:
    """Lay out what lies in a learner's folder."""
    put(folder, EXERCISE, exercise)
    put(folder, f"notebooks/{NAME}.ipynb", LESSON)
    put(folder, "notebooks/03_fixed_windows.ipynb", notebook("1"))
    put(folder, "exercises/03_fixed_windows/03_fixed_windows.ipynb", notebook("1"))
    for copy in (f".ipynb_checkpoints/{NAME}-checkpoint", f"{NAME}.mine-1", f"{NAME}.new"):
        put(folder, f"exercises/{NAME}/{copy}.ipynb", MARKED)
    put(folder, "start_here.md", b"# Start here")


def zipped(archive: Path, folder: Path) -> None:
    archive.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as content:
        for path in sorted(folder.rglob("*")):
            content.write(path, path.relative_to(folder))
        content.writestr("__MACOSX/exercises/._x.ipynb", b"\0")


@pytest.fixture
def opener(tmp_path: Path) -> Archives:
    (tmp_path / "scratch").mkdir()
    return Archives(tmp_path / "scratch")


def found(folder: Path, opener: Archives | None = None) -> dict[str, Submission]:
    return {one.student: one for one in settled(find(folder, HELLO, (), opener).submissions)}


@pytest.mark.parametrize("within", ["", "my_course", "my_course (1)", "a/b/my_course", f"{NAME}", f"{NAME}/my_course"])
@pytest.mark.parametrize(("exercise", "others"), [(MARKED, True), (notebook(RIGHT), False)])
def test_the_exercise_is_found_at_any_depth(
    tmp_path: Path, opener: Archives, within: str, exercise: bytes, others: bool
) -> None:
    course(tmp_path / "in" / "bob" / within, exercise)
    course(tmp_path / "whole" / within, exercise)
    zipped(tmp_path / "in" / "carl" / "all.zip", tmp_path / "whole")
    zipped(tmp_path / "in" / "dan_hello.zip", tmp_path / "whole")
    if others:
        put(tmp_path / "in", f"ada/{NAME}/{NAME}.ipynb")
        put(tmp_path / "in", "bob/notes.ipynb", notebook("mine"))
    by_student = found(tmp_path / "in", opener)
    place = f"{within}/{EXERCISE}".lstrip("/")
    for student, top in {"bob": "bob", "carl": "carl/all.zip", "dan": "dan_hello.zip"}.items():
        one = by_student.pop(student)
        assert (one.kind, one.file, one.note) == ("notebook", f"{top}/{place}", "")
        assert one.path is not None
        assert one.path.read_bytes() == exercise
    assert {*by_student} == ({"ada"} if others else set())


@pytest.mark.parametrize(("first", "second"), [("", "old"), ("a", "b"), (NAME, "my_course"), ("my_course", "copy")])
def test_two_that_differ_are_a_reason_that_names_both_and_two_that_are_the_same_are_one(
    tmp_path: Path, opener: Archives, first: str, second: str
) -> None:
    for student, other in (("bob", MARKED + b" "), ("carl", MARKED)):
        course(tmp_path / student / first)
        course(tmp_path / student / second, other)
    by_student = found(tmp_path, opener)
    places = [f"bob/{one}/{EXERCISE}".replace("//", "/") for one in (first, second)]
    assert by_student["bob"].kind == "ungraded"
    assert by_student["bob"].reason.startswith("2 notebooks of 00_start_here: ")
    assert all(place in by_student["bob"].reason for place in places)
    assert by_student["carl"].kind == "notebook"


def test_the_lesson_alone_is_said_to_be_one_and_links_are_not_followed(tmp_path: Path, opener: Archives) -> None:
    put(tmp_path, f"in/bob/my_course/notebooks/{NAME}.ipynb", LESSON)
    put(tmp_path, f"in/carl/here/{NAME}.ipynb", LESSON)
    put(tmp_path, f"in/carl/there/{NAME}.ipynb", notebook(RIGHT))
    put(tmp_path, f"in/dan/notebooks/{NAME}.ipynb", MARKED)
    course(tmp_path / "outside")
    (tmp_path / "in" / "eve").mkdir()
    (tmp_path / "in" / "eve" / "my_course").symlink_to(tmp_path / "outside")
    by_student = found(tmp_path / "in", opener)
    assert by_student["bob"].reason.startswith(f"bob/my_course/notebooks/{NAME}.ipynb is the lesson; the exercise is")
    assert by_student["carl"].file == f"carl/there/{NAME}.ipynb"
    assert by_student["dan"].kind == "notebook"
    assert (by_student["eve"].kind, by_student["eve"].reason) == ("failed", "no notebook of hello")


def test_a_zip_that_is_none_or_too_large_or_locked_has_a_reason_and_the_others_go_on(
    tmp_path: Path, opener: Archives, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "OF_ONE", 3 * 2**20)
    put(tmp_path, "in/ada/work.zip", b"PK")
    put(tmp_path, "in/bob/work.7z", b"7z")
    put(tmp_path, "big/filler.ipynb", b"a" * 4 * 2**20)
    put(tmp_path, f"big/{EXERCISE}", MARKED)
    zipped(tmp_path / "in" / "carl" / "work.zip", tmp_path / "big")
    put(tmp_path, f"small/{EXERCISE}", MARKED)
    zipped(tmp_path / "in" / "dan" / "work.zip", tmp_path / "small")
    zipped(tmp_path / "within" / "inner.zip", tmp_path / "small")
    zipped(tmp_path / "in" / "eve" / "outer.zip", tmp_path / "within")
    data = bytearray((tmp_path / "in" / "dan" / "work.zip").read_bytes())
    data[data.rindex(EXERCISE.encode()) - 46 + 8] |= 1  # encrypted
    put(tmp_path, "in/fay/work.zip", bytes(data))
    expected = {
        "ada": "an archive, work.zip: unpack it here, and remove the archive (cannot read work.zip: file is not a zip",
        "bob": "(only a zip is unpacked)",
        "carl": "(it unpacks to more than 3 MB)",
        "dan": "",
        "eve": "inner.zip: unpack it here, and remove the archive (it lies in a zip)",
        "fay": "cannot be unpacked: ",
    }
    for name, one in found(tmp_path / "in", opener).items():
        why = expected.pop(name)
        assert (one.kind, why in one.reason) == ("ungraded" if why else "notebook", True), one
    assert not expected
    assert not list((tmp_path / "scratch").rglob("filler.ipynb"))


def test_what_is_unpacked_in_one_run_has_a_limit_and_so_has_a_class(tmp_path: Path, opener: Archives) -> None:
    put(tmp_path, f"whole/{NAME}.ipynb", notebook("a" * 2**20))
    for name in "abcd":
        zipped(tmp_path / "in" / name / "work.zip", tmp_path / "whole")
    opener.room.left = 3 * 2**20
    kinds = [one.kind for one in found(tmp_path / "in", opener).values()]
    assert sorted(kinds) == ["notebook", "notebook", "ungraded", "ungraded"]
    for number in range(7):
        put(tmp_path, f"bomb/{number}.ipynb", b"a" * 9 * 2**20)
    zipped(tmp_path / "bomb.zip", tmp_path / "bomb")
    assert (tmp_path / "bomb.zip").stat().st_size < 2**20
    (tmp_path / "fresh").mkdir()
    with pytest.raises(TooMuch, match=r"^it unpacks to more than 50 MB$"):
        list(unpack(tmp_path / "bomb.zip", tmp_path / "fresh", Room(50 * 2**20)))
    assert sum(path.stat().st_size for path in (tmp_path / "fresh").iterdir()) <= 50 * 2**20


def test_collect_reads_a_whole_folder_and_a_zip_in_a_zip_and_takes_nothing_beyond_the_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    course(tmp_path / "in" / "Ada L_7_assignsubmission_file_" / "my_course")
    course(tmp_path / "whole")
    zipped(tmp_path / "in" / "Bo M_8_assignsubmission_file_" / "abgabe.zip", tmp_path / "whole")
    for name in ("cyd", "Cyd"):
        put(tmp_path, f"in/{name}/{NAME}.ipynb", notebook(name))
    put(tmp_path, "in/dan.ipynb")
    put(tmp_path, "in/dan (1).ipynb", notebook(HALF))
    zipped(tmp_path / "all.zip", tmp_path / "in")
    root = tmp_path / "root"
    became = {one.student: (one.became, one.reason) for one in take_in(tmp_path / "all.zip", HELLO, root)}
    assert became == {
        "Ada L": ("taken", ""),
        "Bo M": ("taken", ""),
        "cyd": ("taken", "looks like another student, 'Cyd'"),
        "Cyd": ("taken", "looks like another student, 'cyd'"),
        "dan": ("refused", "two submissions by one student: remove one"),
    }
    for student in ("Ada L", "Bo M"):
        assert (root / "grading" / "submitted" / student / NAME / f"{NAME}.ipynb").read_bytes() == MARKED
    monkeypatch.setattr(limits, "OF_ALL", 30_000)  # the room is made when it runs
    with pytest.raises(Failed, match="it unpacks to more than"):
        list(take_in(tmp_path / "all.zip", HELLO, tmp_path / "other"))
    assert not (tmp_path / "other").exists()
