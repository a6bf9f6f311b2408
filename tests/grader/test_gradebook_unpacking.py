"""A zip in which some entries cannot be unpacked: each gets a word, and the others are taken."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from classroom.grader.gradebook.taking_in import take_in
from classroom.grader.intake.unpacking import MAX_DEPTH, MAX_NOTEBOOKS, Room, Unpackable, unpack
from tests.grader.classroom import ASKED, SLUG
from tests.grader.handed_in import notebook, put

NOTEBOOK = notebook("1")
LONG = "n" * 300


def zipped(folder: Path, *names: str) -> Path:
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
    names = [f"ada/{SLUG}.ipynb", f"{LONG}.ipynb", f"{LONG}/a.ipynb", "bob/hello.ipynb", "bob/hello.ipynb/x.ipynb"]
    became, there = collected(zipped(tmp_path, *names, "eve.ipynb"), tmp_path)
    assert there == {"ada", "bob", "eve"}
    assert became.pop("bob/hello.ipynb/x.ipynb").startswith("refused cannot be unpacked: ")
    assert became.pop(f"{LONG}.ipynb"[:79] + "…") == "refused cannot be unpacked: file name too long"
    assert became == {"ada": "taken", "bob": "taken", "eve.ipynb": "taken"}


def test_a_folder_in_the_place_of_a_file_and_too_many_folders(tmp_path: Path) -> None:
    deep = "cyd/" + "d/" * 900 + "a.ipynb"
    names = ("bob/hello.ipynb/x.ipynb", "bob/hello.ipynb", deep, "ada.ipynb")
    became, there = collected(zipped(tmp_path, *names), tmp_path)
    assert there == {"ada"}
    assert became["bob/hello.ipynb"] == "refused cannot be unpacked: is a directory"
    assert became["bob"] == "refused no notebook in it"
    assert f"refused cannot be unpacked: 902 folders inside each other, and {MAX_DEPTH} are followed" in became.values()


def test_an_entry_that_is_damaged_encrypted_or_packed_in_an_unknown_way(tmp_path: Path) -> None:
    archive = zipped(tmp_path, "ada.ipynb", "damaged.ipynb", "locked.ipynb", "strange.ipynb", "eve.ipynb")
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
    became, there = collected(zipped(tmp_path, "ada.ipynb", "bob.ipynb", "eve.ipynb"), tmp_path)
    assert there == {"ada", "eve"}
    assert became["bob.ipynb"].startswith("refused cannot be copied: ")


def test_a_zip_that_is_none_or_holds_too_much_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(Unpackable, match=r"^cannot read none\.zip: file is not a zip file$"):
        list(unpack(put(tmp_path, "none.zip", b"PK"), tmp_path, Room(2**30)))
    with pytest.raises(Unpackable, match=r"^none\.zip is larger than the 1 MB that may be unpacked$"):
        list(unpack(put(tmp_path, "none.zip", b"PK" * 2**20), tmp_path, Room(2**20)))
    many = zipped(tmp_path, *(f"{number}.ipynb" for number in range(MAX_NOTEBOOKS + 1)))
    with pytest.raises(Unpackable, match="has 5,001 notebooks, and 5,000 are taken at a time"):
        list(unpack(many, tmp_path, Room(2**30)))
