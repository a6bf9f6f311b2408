"""`collect` and `grade` read a folder, and a zip of it, the same: whose each notebook is, and when it came."""

from __future__ import annotations

import os
import shutil
import stat
import zipfile
import zlib
from contextlib import suppress
from pathlib import Path

import pytest

from classroom.grader.gradebook.nbgrader_api import Failed
from classroom.grader.gradebook.places import OwnAsked
from classroom.grader.gradebook.taking_in import Taken, take_in
from classroom.grader.intake.naming import Asked
from classroom.grader.intake.submissions import find
from classroom.grader.intake.times import handed_in
from classroom.grader.intake.unpacking import MAX_DEPTH, MAX_NOTEBOOKS, Room, Unpackable, unpack
from tests.grader.classroom import ASKED
from tests.grader.handed_in import SMART, notebook, put

SLUG = SMART.lesson
CLASS = (
    (f"ada_{SLUG}.ipynb", "bob.ipynb"),
    (f"ada/{SLUG}/{SLUG}.ipynb", f"bob/{SLUG}/{SLUG}.ipynb"),
    (f"ada/{SLUG}/{SLUG}.ipynb",),
    (f"ada/{SLUG}.ipynb", "bob.IPYNB", "notes.txt"),
    ("ada/my work.ipynb", "bob/hers/old.txt"),
)


def taken(source: Path, root: Path, asked: Asked = SMART) -> dict[str, str]:
    return {one.student or one.place: one.became for one in take_in(source, asked, root)}


def submitted(root: Path, student: str, name: str = f"{SLUG}.ipynb") -> Path:
    return root / "grading" / "submitted" / student / SLUG / name


def zipped(folder: Path) -> Path:
    return Path(shutil.make_archive(str(folder.parent / "zipped"), "zip", folder))


@pytest.mark.parametrize("wrappers", ["", "abgaben", "abgaben/2026", "Neuer Ordner (2)"])
@pytest.mark.parametrize("files", CLASS)
def test_a_folder_around_the_class_changes_nothing(tmp_path: Path, files: tuple[str, ...], wrappers: str) -> None:
    outer = tmp_path / "outer"
    for number, name in enumerate(files):
        put(outer / wrappers, name, notebook(f"x = {number}"))
    put(outer, "__MACOSX/abgaben/._bob.ipynb", b"\0")
    here = {one.student for one in find(outer, SMART).submissions if one.kind == "notebook"}
    expected = {"ada", "bob"} if len(files) > 1 and "hers" not in files[1] else {"ada"}
    assert here == expected
    for number, source in enumerate((outer, zipped(outer))):
        root = tmp_path / f"root{number}"
        assert {student for student, became in taken(source, root).items() if became == "taken"} == expected
        assert submitted(root, "ada").read_bytes() == notebook("x = 0")


@pytest.mark.parametrize(
    ("name", "roster", "students"),
    [
        (f"ada/{SLUG}/{SLUG}.ipynb", (), ["ada"]),
        ("ada/smart_chunk.ipynb", (), ["ada"]),
        ("ada/my work.ipynb", (), ["ada"]),
        (f"ada/{SLUG} (1).ipynb", (), ["ada"]),
        ("ada/03_fixed_windows/03_fixed_windows.ipynb", (), ["ada"]),
        ("Ada L_77_assignsubmission_file_/a.ipynb", (), ["Ada L"]),
        ("ada/a.ipynb", ("ada",), ["ada"]),
        ("2026/a.ipynb", (), ["a", "draft"]),
    ],
)
def test_a_students_own_folder_is_no_folder_around_a_class(
    tmp_path: Path, name: str, roster: tuple[str, ...], students: list[str]
) -> None:
    path = put(tmp_path, name)
    if name.endswith("/a.ipynb"):
        put(path.parent, "draft.ipynb")
    else:
        put(path.parent, "data/table.csv", b"1")
    assert [one.student for one in find(tmp_path, SMART, roster).submissions] == students


def test_a_lesson_of_two_functions_is_taken_by_either_name(tmp_path: Path) -> None:
    asked = OwnAsked("estimate_tokens", "02_characters_and_tokens", ("estimate_tokens", "token_spans"))
    for name in ("ada_token_spans", "bob_estimate_tokens", "cyd_02_characters_and_tokens", "dan_smart_chunk"):
        put(tmp_path / "in", f"{name}.ipynb")
    assert taken(tmp_path / "in", tmp_path, asked) == {
        **dict.fromkeys(("ada", "bob", "cyd"), "taken"),
        "dan_smart_chunk.ipynb": "left out",
    }


# Times


def test_the_time_that_counts_for_grade_counts_for_the_gradebook(tmp_path: Path) -> None:
    folder, hour = tmp_path / "in", 1_795_168_800
    put(folder, "ada.ipynb", changed=hour)
    put(folder, f"bob/{SLUG}/{SLUG}.ipynb", changed=hour)
    put(folder, f"bob/{SLUG}/timestamp.txt", b"2026-11-20 12:00:00.000000 CET")
    put(folder, f"bob/{SLUG}/submission_secret.txt", b"5" * 128)
    put(folder, f"cyd/{SLUG}.ipynb", changed=hour)
    put(folder, "cyd/timestamp.txt", b"2026-11-20 12:00:00.000000 CST")
    put(folder, f"eve/{SLUG}.ipynb", changed=hour)
    put(folder, "eve/timestamp.txt", b"2026-11-01 00:00:00 UTC", changed=hour)
    for number, source in enumerate((folder, zipped(folder))):
        root = tmp_path / f"root{number}"
        words = {one.student: one.reason for one in take_in(source, SMART, root)}
        assert words["ada"] == words["bob"] == ""
        assert words["cyd"].startswith(
            "timestamp.txt is not believed, the file's own time is: the time zone CST may be"
        )
        assert words["eve"] == (
            "timestamp.txt says 2026-11-01 00:00:00 UTC, and the file was changed 2026-11-20 10:00:00 UTC: "
            "the later counts"
        )
        assert submitted(root, "eve").stat().st_mtime == hour
        written = {name: submitted(root, name, "timestamp.txt").read_text("ascii") for name in words}
        assert written == {
            "ada": "2026-11-20 10:00:00.000000 UTC",
            "bob": "2026-11-20 11:00:00.000000 UTC",
            "cyd": "2026-11-20 10:00:00.000000 UTC",
            "eve": "2026-11-20 10:00:00.000000 UTC",
        }
        assert submitted(root, "bob", "submission_secret.txt").read_bytes() == b"5" * 128
        for one in find(folder, SMART).submissions:
            moment = handed_in(submitted(root, one.student))
            assert one.moment is not None
            assert moment is not None
            assert moment.seconds == one.moment.seconds


def test_seconds_since_1970_in_a_zip_count_before_its_clock(tmp_path: Path) -> None:
    entry = zipfile.ZipInfo("ada.ipynb", (2020, 1, 1, 0, 0, 0))
    entry.extra = b"\x01\x00\x02\x00ab" + b"UT\x05\x00\x01" + (1_795_168_800).to_bytes(4, "little")
    nowhen = zipfile.ZipInfo("bob.ipynb", (1980, 0, 0, 0, 0, 0))
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as content:
        content.writestr(entry, notebook("1"))
        content.writestr(nowhen, notebook("1"))
    assert taken(tmp_path / "all.zip", tmp_path) == {"ada": "taken", "bob": "taken"}
    assert submitted(tmp_path, "ada", "timestamp.txt").read_text("ascii") == "2026-11-20 10:00:00.000000 UTC"


# Zips that are damaged, or more than they seem


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_wherever_a_zip_is_damaged_there_is_a_word_and_nothing_false(tmp_path: Path, method: int) -> None:
    work = notebook(*(f"x = {zlib.crc32(bytes([number]))}" for number in range(40)))
    whole = tmp_path / "whole.zip"
    with zipfile.ZipFile(whole, "w", method) as content:
        for student in ("ada", "bob"):
            content.writestr(f"{student}.ipynb", work)
    data = whole.read_bytes()
    step = max(1, len(data) // 50)
    for at in range(0, len(data), step):
        broken = tmp_path / "broken.zip"
        broken.write_bytes(data[:at] + bytes([data[at] ^ 0x5B]) + data[at + 1 :])
        root = tmp_path / "root"
        words: list[Taken] = []
        with suppress(Failed):  # and nothing else
            words += take_in(broken, SMART, root)
        for path in root.rglob("*.ipynb"):
            assert path.read_bytes() == work
        assert all(one.reason or one.became == "taken" for one in words)
        shutil.rmtree(root, ignore_errors=True)


@pytest.mark.parametrize(
    ("damaged", "layout"), [("ada", "{}.ipynb"), ("ada", f"{{}}/{SLUG}.ipynb"), ("n" * 300, "{}.ipynb")]
)
def test_what_is_lost_makes_nobody_of_the_folder_around_the_class(tmp_path: Path, damaged: str, layout: str) -> None:
    archive = tmp_path / "all.zip"
    with zipfile.ZipFile(archive, "w") as content:
        for student in (damaged, "bob"):
            content.writestr(f"abgaben/{layout.format(student)}", notebook("THE WORK OF " + student[:3]))
    archive.write_bytes(archive.read_bytes().replace(b"THE WORK OF ada", b"THE WORK OF eva"))
    words = list(take_in(archive, SMART, tmp_path))
    assert [(one.student[:3], one.became) for one in words] == sorted([(damaged[:3], "refused"), ("bob", "taken")])
    assert all(one.reason.startswith("cannot be unpacked: ") for one in words if one.became == "refused")
    assert [path.parents[1].name for path in (tmp_path / "grading").rglob("*.ipynb")] == ["bob"]


def test_a_lost_notebook_is_not_replaced_by_another_one_beside_it(tmp_path: Path) -> None:
    archive = tmp_path / "all.zip"
    with zipfile.ZipFile(archive, "w") as content:
        content.writestr(f"ada/{SLUG}.ipynb", notebook("THE WORK"))
        content.writestr("ada/notes.ipynb", notebook("1"))
    archive.write_bytes(archive.read_bytes().replace(b"THE WORK", b"NOT WORK"))
    (word,) = take_in(archive, SMART, tmp_path)
    assert (word.student, word.place, word.became) == ("ada", f"ada/{SLUG}.ipynb", "refused")


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_link_in_a_zip_is_one_and_leads_nowhere(tmp_path: Path) -> None:
    link = zipfile.ZipInfo("ada.ipynb")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as content:
        content.writestr(link, "/etc/passwd")
        content.writestr("bob.ipynb", notebook("1"))
    assert list(take_in(tmp_path / "all.zip", SMART, tmp_path)) == [
        Taken("ada", "ada.ipynb", "taken"),
        Taken("bob", "bob.ipynb", "taken"),
    ]
    assert submitted(tmp_path, "ada").readlink() == Path("left-out")


NOTEBOOK = notebook("1")
LONG = "n" * 300


def packed(folder: Path, *names: str) -> Path:
    archive = folder / "all.zip"
    with zipfile.ZipFile(archive, "w") as content:
        for name in names:
            content.writestr(name, NOTEBOOK)
    return archive


def collected(archive: Path, root: Path) -> tuple[dict[str, str], set[str]]:
    """Return what became of each place, and whose notebook is in the gradebook's folder."""
    became = {one.place: f"{one.became} {one.reason}".strip() for one in take_in(archive, ASKED, root)}
    there = {path.parents[1].name for path in (root / "grading").glob("submitted/*/*/*.ipynb")}
    assert all(path.read_bytes() == NOTEBOOK for path in (root / "grading").glob("submitted/*/*/*.ipynb"))
    return became, there


def test_a_name_that_no_disk_can_hold_and_a_file_in_the_place_of_a_folder(tmp_path: Path) -> None:
    names = [
        f"ada/{ASKED.lesson}.ipynb",
        f"{LONG}.ipynb",
        f"{LONG}/a.ipynb",
        "bob/hello.ipynb",
        "bob/hello.ipynb/x.ipynb",
    ]
    became, there = collected(packed(tmp_path, *names, "eve.ipynb"), tmp_path)
    assert there == {"ada", "bob", "eve"}
    assert became.pop("bob/hello.ipynb/x.ipynb").startswith("refused cannot be unpacked: ")
    assert became.pop(f"{LONG}.ipynb"[:79] + "…") == "refused cannot be unpacked: file name too long"
    assert became == {"ada": "taken", "bob": "taken", "eve.ipynb": "taken"}


def test_a_folder_in_the_place_of_a_file_and_too_many_folders(tmp_path: Path) -> None:
    deep = "cyd/" + "d/" * 900 + "a.ipynb"
    names = ("bob/hello.ipynb/x.ipynb", "bob/hello.ipynb", deep, "ada.ipynb")
    became, there = collected(packed(tmp_path, *names), tmp_path)
    assert there == {"ada"}
    assert became["bob/hello.ipynb"] == "refused cannot be unpacked: is a directory"
    assert became["bob"] == "refused no notebook in it"
    assert f"refused cannot be unpacked: 902 folders inside each other, and {MAX_DEPTH} are followed" in became.values()


def test_an_entry_that_is_damaged_encrypted_or_packed_in_an_unknown_way(tmp_path: Path) -> None:
    archive = packed(tmp_path, "ada.ipynb", "damaged.ipynb", "locked.ipynb", "strange.ipynb", "eve.ipynb")
    with zipfile.ZipFile(archive) as content:
        places = {one.filename: one.header_offset for one in content.infolist()}
    data = bytearray(archive.read_bytes())
    data[places["damaged.ipynb"] + 50] ^= 1  # in its content
    for name, at, value in (("locked.ipynb", 6, 1), ("strange.ipynb", 8, 77)):  # flags; method
        data[places[name] + at] = value
        data[data.rindex(name.encode()) - 46 + at + 2] = value
    archive.write_bytes(data)
    became, there = collected(archive, tmp_path)
    assert there == {"ada", "eve"}
    assert became["damaged.ipynb"] == "refused cannot be unpacked: bad crc-32 for file 'damaged.ipynb'"
    assert became["locked.ipynb"].startswith("refused cannot be unpacked: ")
    assert "encrypted" in became["locked.ipynb"]
    assert became["strange.ipynb"] == "refused cannot be unpacked: that compression method is not supported"


def test_a_student_whose_folder_cannot_be_made_stops_nobody(tmp_path: Path) -> None:
    put(tmp_path, "grading/submitted/bob", b"a file in the place of a folder")
    became, there = collected(packed(tmp_path, "ada.ipynb", "bob.ipynb", "eve.ipynb"), tmp_path)
    assert there == {"ada", "eve"}
    assert became["bob.ipynb"].startswith("refused cannot be copied: ")


def test_a_zip_that_is_none_or_holds_too_much_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(Unpackable, match=r"^cannot read none\.zip: file is not a zip file$"):
        list(unpack(put(tmp_path, "none.zip", b"PK"), tmp_path, Room(2**30)))
    with pytest.raises(Unpackable, match=r"^none\.zip is larger than the 1 MB that may be unpacked$"):
        list(unpack(put(tmp_path, "none.zip", b"PK" * 2**20), tmp_path, Room(2**20)))
    many = packed(tmp_path, *(f"{number}.ipynb" for number in range(MAX_NOTEBOOKS + 1)))
    with pytest.raises(Unpackable, match="has 5,001 notebooks, and 5,000 are taken at a time"):
        list(unpack(many, tmp_path, Room(2**30)))
