"""A folder's name is the student's, to the letter; links that lead nowhere stop nobody."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from classroom.grader.intake.naming import owner_of_folder
from classroom.grader.intake.pick_submission import settled
from classroom.grader.intake.submissions import LINK, find
from tests.grader.handed_in import HELLO, SMART, put

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
