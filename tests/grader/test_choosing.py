"""Two submissions by one student: which one counts is decided by time, as files tell it; a tie is left to a person."""

from __future__ import annotations

import re
from itertools import permutations
from pathlib import Path

import pytest

from classroom.grader.intake.naming import Submission
from classroom.grader.intake.pick_submission import settled
from classroom.grader.intake.submissions import find
from classroom.grader.intake.times import Moment, UnknownZone, handed_in, moment_of, stamp_of
from classroom.grader.marks.results import finished
from classroom.grader.pages.student import student_page
from tests.grader.handed_in import HALF, HELLO, SMART, notebook, put

DAY = 86_400.0
TIME = 1_790_000_000.0


def chosen(folder: Path, *roster: str) -> dict[str, Submission]:
    """Every submission by its file, or by its student where there is no file."""
    found = settled(find(folder, HELLO, roster).submissions)
    assert all(one.kind != "absent" for one in found)
    return {one.file or one.student: one for one in found}


def graded(folder: Path) -> list[str]:
    return [file for file, one in chosen(folder).items() if one.kind == "notebook"]


def test_the_later_one_is_graded_and_the_other_keeps_a_row(tmp_path: Path) -> None:
    put(tmp_path, "ada_7_1_hello.ipynb", changed=TIME)
    put(tmp_path, "ada_7_2_hello.ipynb", notebook(HALF), changed=TIME + 3)
    put(tmp_path, "ada/hello/hello.ipynb", notebook(HALF, ""), changed=TIME - DAY)
    found = chosen(tmp_path)
    assert {file: one.kind for file, one in found.items()} == {
        "ada_7_2_hello.ipynb": "notebook",
        "ada_7_1_hello.ipynb": "ungraded",
        "ada/hello/hello.ipynb": "ungraded",
    }
    assert found["ada_7_1_hello.ipynb"].reason == "ada_7_2_hello.ipynb was handed in later, and is graded"


@pytest.mark.parametrize("apart", [0.0, 1.0, 2.0])
def test_of_two_at_about_one_time_neither_is_graded(tmp_path: Path, apart: float) -> None:
    put(tmp_path, "ada_7_1_hello.ipynb", changed=TIME)
    put(tmp_path, "ada_7_2_hello.ipynb", notebook(HALF), changed=TIME + apart)
    put(tmp_path, "ada_7_3_hello.ipynb", notebook(HALF, HALF), changed=TIME - DAY)
    found = chosen(tmp_path)
    assert {one.kind for one in found.values()} == {"ungraded"}
    assert "ada_7_2_hello.ipynb, and no telling which" in found["ada_7_1_hello.ipynb"].reason
    assert "ada_7_1_hello.ipynb, and no telling which" in found["ada_7_2_hello.ipynb"].reason
    assert "handed in before two others" in found["ada_7_3_hello.ipynb"].reason


def test_the_page_of_one_that_does_not_count_promises_no_judgement(tmp_path: Path) -> None:
    put(tmp_path, "ada/hello/hello.ipynb", changed=TIME)
    put(tmp_path, "ada_hello (1).ipynb", notebook(HALF), changed=TIME + DAY)
    put(tmp_path, "ada.zip", b"PK")
    put(tmp_path, "bob_hello.ipynb", changed=TIME)
    put(tmp_path, "bob_hello (1).ipynb", notebook(HALF), changed=TIME)
    for one in settled(find(tmp_path, HELLO).submissions):
        if one.kind == "ungraded":
            page = student_page(one.student, [finished(one, None, 3)])
            assert ("will be judged again" in page) == ("Not judged yet" in page) == (one.student == "bob")
            assert ("another submission of yours counts" in page) == (one.student == "ada")
            assert ("no points yet" in page) == (one.student == "bob")


def test_of_two_that_are_the_same_one_is_graded(tmp_path: Path) -> None:
    put(tmp_path, "ada_hello.ipynb", changed=TIME)
    put(tmp_path, "ada_hello (1).ipynb", changed=TIME)
    found = chosen(tmp_path)
    assert [one.kind for one in found.values()] == ["notebook", "ungraded"]
    assert found["ada_hello.ipynb"].reason == "ada_hello (1).ipynb is the same to the byte, and is graded"


def test_what_nbgrader_wrote_down_goes_before_the_time_of_the_file(tmp_path: Path) -> None:
    for folder, hour in (("hello", 11), ("00_start_here", 10)):
        put(tmp_path, f"ada/{folder}/{folder}.ipynb", notebook(HALF, folder), changed=TIME - hour * DAY)
        put(tmp_path, f"ada/{folder}/timestamp.txt", f"2026-11-20 {hour}:00:00.000000 UTC".encode())
    assert graded(tmp_path) == ["ada/hello/hello.ipynb"]


@pytest.mark.parametrize(("apart", "found"), [(DAY, ["ada/hello/hello.ipynb"]), (1.0, [])])
def test_a_written_time_does_not_make_a_file_older(tmp_path: Path, apart: float, found: list[str]) -> None:
    for folder, changed in (("hello", TIME + apart), ("00_start_here", TIME)):
        put(tmp_path, f"ada/{folder}/{folder}.ipynb", notebook(HALF, folder), changed=changed)
    put(tmp_path, "ada/hello/timestamp.txt", b"2020-01-01 00:00:00 UTC")
    put(tmp_path, "ada/00_start_here/timestamp.txt", b"2020-01-02 00:00:00 UTC")
    assert graded(tmp_path) == found


def test_a_time_that_is_written_is_not_compared_with_that_of_a_file(tmp_path: Path) -> None:
    put(tmp_path, "ada/hello/hello.ipynb", changed=TIME)
    put(tmp_path, "ada/hello/timestamp.txt", b"2036-01-01 00:00:00 UTC")
    put(tmp_path, "ada_7_1_hello.ipynb", notebook(HALF), changed=TIME + DAY)
    assert graded(tmp_path) == ["ada_7_1_hello.ipynb"]


@pytest.mark.parametrize("roster", [(), ("bob",)])
@pytest.mark.parametrize(
    "hers", ["bob_hello (1).ipynb", "bob_7_100_hello.ipynb", "bob.ipynb", "hello_bob.ipynb", "bob .ipynb"]
)
def test_of_two_files_in_one_name_that_senders_chose_neither_is_graded(
    tmp_path: Path, hers: str, roster: tuple[str, ...]
) -> None:
    put(tmp_path, "bob_hello.ipynb", changed=TIME)
    put(tmp_path, hers, notebook(HALF), changed=TIME + DAY)
    found = chosen(tmp_path, *roster)
    assert {(one.student, one.kind) for one in found.values()} == {("bob", "ungraded")}
    assert f"another submission, {hers}, and the senders chose both names" in found["bob_hello.ipynb"].reason


def test_a_file_beside_a_students_folder_does_not_count_and_the_mark_says_that_there_were_two(tmp_path: Path) -> None:
    put(tmp_path, "bob/hello/hello.ipynb", changed=TIME)
    put(tmp_path, "bob_hello.ipynb", notebook(HALF), changed=TIME + DAY)
    found = chosen(tmp_path)
    assert found["bob/hello/hello.ipynb"].note == "2 files, of which bob/hello/hello.ipynb counts"
    assert found["bob_hello.ipynb"].reason == "bob/hello/hello.ipynb is in a folder of the student, and is graded"


def test_nothing_at_all_is_one_row_that_failed(tmp_path: Path) -> None:
    (tmp_path / "ada").mkdir()
    (tmp_path / "ada_77_assignsubmission_file_").mkdir()
    found = chosen(tmp_path, "ada", "bob")
    assert [(one.student, one.kind) for one in found.values()] == [("ada", "failed"), ("bob", "failed")]


def test_the_choice_does_not_depend_on_the_order_in_which_files_are_found(tmp_path: Path) -> None:
    for number, name in enumerate(("ada.ipynb", "ada_hello.ipynb", "ada (1).ipynb", "ada (2).ipynb")):
        put(tmp_path, name, notebook(HALF, str(number % 3)), changed=TIME + 2 * number)
    found = find(tmp_path, HELLO).submissions
    ways = {frozenset((one.file, one.kind) for one in settled(order)) for order in permutations(found)}
    assert len(ways) == 1


@pytest.mark.parametrize(
    "written",
    ["2026-11-20 10:00:00.000000 UTC", "2026-11-20 11:00:00 +0100", "2026-11-20 10:00:00", "2026-11-20T10:00Z"],
)
def test_what_nbgrader_wrote_down_is_the_time(tmp_path: Path, written: str) -> None:
    path = put(tmp_path, "ada/smart_chunk/smart_chunk.ipynb", changed=5)
    put(tmp_path, "ada/smart_chunk/timestamp.txt", written.encode())
    assert handed_in(path) == Moment(5, stamp=1_795_168_800)


def test_a_written_time_in_the_folder_of_a_class_is_nobodys(tmp_path: Path) -> None:
    put(tmp_path, "ada_smart_chunk.ipynb", changed=5)
    put(tmp_path, "bob/smart_chunk.ipynb", changed=5)
    put(tmp_path, "timestamp.txt", b"2026-11-20 10:00:00 UTC")
    put(tmp_path, "bob/timestamp.txt", b"2026-11-20 10:00:00 UTC")
    found = {one.student: one.moment for one in find(tmp_path, SMART).submissions}
    assert found == {"ada": Moment(5), "bob": Moment(5, stamp=1_795_168_800)}


@pytest.mark.parametrize("content", [b"", b"soon", b"\xff", b"2026-11-20" * 1000, b"2026-11-20 10:00 ../etc/zone"])
def test_a_strange_time_is_not_believed(tmp_path: Path, content: bytes) -> None:
    path = put(tmp_path, "smart_chunk.ipynb", changed=5)
    put(tmp_path, "timestamp.txt", content)
    found = handed_in(path)
    assert found is not None
    assert (found.stamp, found.seconds) == (None, 5)
    assert bool(found.unread) == bool(content)


@pytest.mark.parametrize(
    ("written", "hour"),
    [
        ("2026-11-20 19:00:00.000000 CET", 18),
        ("2026-07-20 19:00:00.000000 CEST", 17),
        ("2026-11-20 13:00:00.000000 EST", 18),
        ("2026-11-20 21:00:00.000000 +03", 18),
    ],
)
def test_letters_of_a_zone_are_read_where_they_mean_one_time(written: str, hour: int) -> None:
    day = written[:10]
    assert moment_of(written) == moment_of(f"{day}T{hour}:00Z")
    assert moment_of(stamp_of(moment_of(written))) == moment_of(written)


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("2026-11-20 19:00 CST", "the time zone CST may be UTC-06:00, UTC-05:00 or UTC+08:00"),
        ("2026-07-20 19:00 PST", "the time zone PST may be UTC-08:00 or UTC+08:00"),
        ("2026-01-20 19:00 CEST", "no clock shows the time zone 'CEST' at that time"),
        ("2026-01-20 19:00 XYZ", "no clock shows the time zone 'XYZ' at that time"),
    ],
)
def test_letters_that_mean_several_are_said_and_never_guessed(tmp_path: Path, written: str, why: str) -> None:
    with pytest.raises(UnknownZone, match=re.escape(why)):
        moment_of(written)
    put(tmp_path, "ada/smart_chunk/smart_chunk.ipynb", changed=5)
    put(tmp_path, "ada/smart_chunk/timestamp.txt", written.encode())
    (found,) = find(tmp_path, SMART).submissions
    assert found.note == f"timestamp.txt is not believed, the file's own time is: {why}"
    assert found.moment == Moment(5, unread=why)
