"""Submissions from a folder, a zip and nbgrader's exchange: what is taken, what is refused, and what nobody follows."""

from __future__ import annotations

import json
import os
import re
import zipfile
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from nbgrader.utils import parse_utc

from classroom.grader.gradebook.handed_in import make_safe, put_exchange_files
from classroom.grader.gradebook.nbgrader_api import Failed, from_exchange
from classroom.grader.gradebook.taking_in import take_in
from classroom.grader.intake.notebook import MAX_BYTES, Unreadable, read_notebook
from tests.grader.classroom import ASKED, RIGHT, SLUG, answered, make_course, make_exchange


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A filled notebook, as text."""
    master = make_course(tmp_path_factory.mktemp("collect"))
    exercise: dict[str, Any] = json.loads(master.targets["exercise"].read_text(encoding="utf-8"))
    return json.dumps(answered(exercise, RIGHT))


@pytest.fixture
def course(tmp_path: Path) -> Path:
    root = tmp_path / "course"
    root.mkdir()
    make_course(root)
    return root


@pytest.fixture
def downloads(tmp_path: Path) -> Path:
    folder = tmp_path / "downloads"
    folder.mkdir()
    return folder


def put(folder: Path, name: str, content: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content, encoding="utf-8")
    return path


def submitted(course: Path, student: str) -> Path:
    return course / "grading" / "submitted" / student / SLUG / f"{SLUG}.ipynb"


def became(course: Path, source: Path) -> dict[str, str]:
    return {one.student: one.became for one in take_in(source, ASKED, course)}


OUTSIDE = ("../out.ipynb", "/abs.ipynb", "a/../../up.ipynb", "..\\back.ipynb", "C:\\drive.ipynb")
FILES = [f"{SLUG}.ipynb", "timestamp.txt"]
LAYOUTS = {
    f"ada/{SLUG}/{SLUG}.ipynb": "ada",
    f"ben/{SLUG}.ipynb": "ben",
    "cy/my work.ipynb": "cy",
    f"dan-{SLUG}.ipynb": "dan",
    "eve.ipynb": "eve",
    f"Fay Lee_123_assignsubmission_file_/{SLUG}.ipynb": "Fay Lee",
    f"gus_LATE_4711_12_{SLUG}.ipynb": "gus",
    "Zoë O'Neil.ipynb": "Zoë O'Neil",
    "cs_2026_1_hal/hello.ipynb": "cs_2026_1_hal",  # a folder's name is the student's, as it is
    "cs_2026_1_ida/hello.ipynb": "cs_2026_1_ida",
    "Team (1)/hello.ipynb": "Team (1)",
    "Team (2)/hello.ipynb": "Team (2)",
}


def test_zip_is_taken_like_its_folder(course: Path, tmp_path: Path, filled: str) -> None:
    archive = tmp_path / "all.zip"
    with zipfile.ZipFile(archive, "w") as content:
        for name in LAYOUTS:
            content.writestr(name, filled)
        for name in (*OUTSIDE, f"/{tmp_path}/abs.ipynb", f"\\\\{tmp_path}\\back.ipynb", "notes.txt"):
            content.writestr(name, "no")
    taken = list(take_in(archive, ASKED, course))
    assert {one.student: one.became for one in taken if one.became != "refused"} == dict.fromkeys(
        LAYOUTS.values(), "taken"
    )
    outside = [one for one in taken if one.became == "refused"]
    assert {one.reason for one in outside} == {"cannot be unpacked: its path may lead out of the folder"}
    assert len(outside) == 7
    for student in LAYOUTS.values():
        assert submitted(course, student).read_text(encoding="utf-8") == filled
        assert [path.name for path in sorted(submitted(course, student).parent.iterdir())] == FILES
    assert not [path for path in tmp_path.rglob("*.ipynb") if path.stem in ("out", "abs", "up", "back", "drive")]


def test_second_time_only_what_changed(course: Path, downloads: Path, filled: str) -> None:
    for student in ("ada", "ben"):
        put(downloads, f"{student}.ipynb", filled)
    assert set(became(course, downloads).values()) == {"taken"}
    marked = put(course, f"grading/autograded/ben/{SLUG}/{SLUG}.ipynb", "{}")
    put(downloads, "ben.ipynb", filled + " ")
    assert became(course, downloads) == {"ada": "unchanged", "ben": "replaced"}
    assert submitted(course, "ben").read_text(encoding="utf-8") == filled + " "
    assert not marked.exists()  # so that it is marked again


def test_each_that_is_refused_says_why(course: Path, downloads: Path, filled: str) -> None:
    put(downloads, "ada.ipynb", filled)
    put(downloads, "ada/other.ipynb", filled)
    put(downloads, "a,b.ipynb", filled)
    put(downloads, "@SUM(1).ipynb", filled)
    put(downloads, "line\nend.ipynb", filled)
    put(downloads, f"{SLUG}.ipynb", filled)
    put(downloads, "two/a.ipynb", filled)
    for number in (1, 2):
        put(downloads, f"Kim_{number}_assignsubmission_file_/a.docx", filled)
    put(downloads, "two/b.ipynb", filled)
    put(downloads, "none/answer.docx", filled)
    (downloads / "loop").symlink_to("loop")
    taken = {one.place: (one.became, one.reason) for one in take_in(downloads, ASKED, course)}
    name = ("refused", "no name in it that a gradebook can hold")
    assert taken == {
        "ada, ada.ipynb": ("refused", "two submissions by one student: remove one"),
        "a,b.ipynb": name,
        "@SUM(1).ipynb": name,
        "line\nend.ipynb": name,
        f"{SLUG}.ipynb": name,
        "two": ("refused", f"2 notebooks, and none is called {SLUG}.ipynb"),
        "none": ("refused", "no notebook in it"),
        "loop": ("refused", "a link to another file, not a notebook"),
        **{f"Kim_{number}_assignsubmission_file_": ("refused", "no notebook in it") for number in (1, 2)},
    }
    assert list((course / "grading" / "submitted").glob("*/*")) == []


def test_links_pipes_and_heavy_files_are_neither_followed_nor_copied(
    course: Path, downloads: Path, filled: str
) -> None:
    put(downloads, f"ada/{SLUG}.ipynb", filled)
    secret = course / "solutions" / SLUG / "master.py"
    (downloads / "ada" / "secret.txt").symlink_to(secret)
    (downloads / "ada" / "zero").symlink_to("/dev/zero")
    os.mkfifo(downloads / "ada" / "pipe")
    put(downloads, "ada/page.html", "<script>")
    (downloads / "ben.ipynb").symlink_to(secret)
    with put(downloads, "cy.ipynb", "").open("wb") as file:
        file.truncate(200 * 2**20)
    assert became(course, downloads) == dict.fromkeys(("ada", "ben", "cy"), "taken")
    assert [path.name for path in sorted(submitted(course, "ada").parent.iterdir())] == FILES
    with pytest.raises(Unreadable, match="a link to another file"):
        read_notebook(submitted(course, "ben"))
    with pytest.raises(Unreadable, match="200 MB, and a notebook may have 10"):
        read_notebook(submitted(course, "cy"))
    assert submitted(course, "cy").stat().st_blocks * 512 < MAX_BYTES


def test_submission_is_made_safe_before_nbgrader_copies_it(tmp_path: Path, filled: str) -> None:
    notebook = put(tmp_path, "my work.ipynb", filled)
    put(tmp_path, "data.csv", "1")
    (tmp_path / "loot").symlink_to("/etc/passwd")
    (tmp_path / "folder").symlink_to("/etc")
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "zero").symlink_to("/dev/zero")
    os.mkfifo(tmp_path / "pipe")
    notebooks = [str(notebook)]
    make_safe(assignment=SLUG, student="*", notebooks=notebooks)
    assert notebooks == [str(tmp_path / f"{SLUG}.ipynb")]
    assert (tmp_path / f"{SLUG}.ipynb").read_text(encoding="utf-8") == filled
    left = {path.name for path in tmp_path.rglob("*")}
    assert left == {f"{SLUG}.ipynb", "my work.ipynb", "data.csv", "inner", "timestamp.txt", "submission_secret.txt"}


@pytest.mark.parametrize(
    ("time", "kept"),
    [
        (b"2026-11-22 08:00:00.000000 UTC", True),
        (b"2026-11-22 08:00:00 Europe/Zurich\n", True),
        (b"no time", False),
        (b"99999999999999999999-01-01 00:00:00 UTC", False),
        (b"\xff\xfe", False),
        (b"1" * 5_000, False),
    ],
)
def test_times_and_secrets_that_nbgrader_cannot_read_are_mended(tmp_path: Path, time: bytes, kept: bool) -> None:
    (tmp_path / "timestamp.txt").write_bytes(time)
    put(tmp_path, "submission_secret.txt", "../../etc/passwd")
    put_exchange_files(tmp_path)
    assert (tmp_path / "timestamp.txt").read_bytes() == (time if kept else b"")
    secret = (tmp_path / "submission_secret.txt").read_text(encoding="ascii")
    assert re.fullmatch(r"[0-9a-f]{128}", secret)
    put_exchange_files(tmp_path)
    assert (tmp_path / "submission_secret.txt").read_text(encoding="ascii") == secret


@pytest.mark.parametrize(
    ("time", "hour"),
    [
        ("2026-07-22 19:00:00.000000 CEST", 17),  # which nbgrader takes for UTC, but on a machine with that clock
        ("2026-07-22 12:00:00.000000 EST", 17),
        ("2026-07-22 17:00:00.000000 UTC", 17),
    ],
)
def test_a_time_is_put_so_that_nbgrader_reads_what_it_means(tmp_path: Path, time: str, hour: int) -> None:
    put(tmp_path, "timestamp.txt", time)
    put_exchange_files(tmp_path)
    assert parse_utc((tmp_path / "timestamp.txt").read_text("ascii")) == datetime(2026, 7, 22, hour)  # noqa: DTZ001


# nbgrader's exchange

EIGHT = 1_795_334_400  # 2026-11-22 08:00 UTC


def test_exchange_is_collected_without_following_anything(course: Path, tmp_path: Path, filled: str) -> None:
    inbound = make_exchange(course, tmp_path / "exchange")
    for student in ("ada", "ben"):
        folder = inbound / f"{student}+{SLUG}+2026-11-22 08:00:00.000000 UTC+0a1b"
        put(folder, "timestamp.txt", "2026-11-22 08:00:00.000000 UTC")
        later = 3_600 if student == "ben" else -3_600
        os.utime(put(folder, f"{SLUG}.ipynb", filled), (EIGHT + later, EIGHT + later))
        put(folder, "submission_secret.txt", "5" * 128)
    (folder / "zero").symlink_to("/dev/zero")
    (folder / "loot.txt").symlink_to(course / "solutions" / SLUG / "master.py")
    (folder / "deep").mkdir()
    solution = course / "solutions" / SLUG
    (inbound / f"eve+{SLUG}+2026-11-22 08:00:00.000000 UTC+0a1b").symlink_to(solution, target_is_directory=True)
    put(inbound, f"fay+{SLUG}+2026-11-22 08:00:00.000000 UTC+0a1b", "a file in the place of a folder")
    assert from_exchange("01", course) == course / "grading" / "submitted"
    for student in ("ada", "ben"):
        assert submitted(course, student).read_text(encoding="utf-8") == filled
        names = sorted(path.name for path in submitted(course, student).parent.iterdir())
        assert names == [f"{SLUG}.ipynb", "submission_secret.txt", "timestamp.txt"]
        hour = 9 if student == "ben" else 8  # the later of what is written and the file's own time
        time = submitted(course, student).with_name("timestamp.txt").read_text("ascii")
        assert parse_utc(time) == datetime(2026, 11, 22, hour)  # noqa: DTZ001
    with pytest.raises(Unreadable, match="a link to another file"):
        read_notebook(submitted(course, "eve"))
    assert list(submitted(course, "fay").parent.iterdir()) == []


def test_missing_exchange_is_one_line(course: Path, tmp_path: Path) -> None:
    with (course / "nbgrader_config.py").open("a", encoding="utf-8") as file:
        file.write(f"\nget_config().Exchange.root = {str(tmp_path / 'nowhere')!r}\n")
    with pytest.raises(Failed, match=r"^Unwritable directory, please contact your instructor: "):
        from_exchange("01", course)
