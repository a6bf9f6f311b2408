"""The hub's folders are root's alone: nobody can put another folder in their place, and no link is followed."""

from __future__ import annotations

import os
import pwd
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from deploy.classroom import Classroom
from deploy.folders import give_course_away, make_folders

EXAMPLE = Path(__file__).resolve().parents[2] / "deploy" / "class.toml"
SOMEBODY = 54321  # a number that no user has
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="needs root: folders are given away")


def a_class(above: Path, **people: list[str]) -> Classroom:
    given: dict[str, Any] = {**tomllib.loads(EXAMPLE.read_text("utf-8")), **people}
    given |= {"exchange": str(above / "exchange"), "state": str(above / "hub")}
    return Classroom(**given | {name: tuple(given[name]) for name in ("teachers", "students")})


def rights(above: Path) -> dict[str, tuple[int, int]]:
    """Owner and mode of all folders below one, links not followed."""
    seen = {str(path.relative_to(above)): path.lstat() for path in above.rglob("*")}
    return {name: (one.st_uid, one.st_mode) for name, one in seen.items()}


def refused(room: Classroom, above: Path, said: str) -> None:
    """Twice the same line, and nothing has changed."""
    before = rights(above)
    for _ in range(2):
        with pytest.raises(PermissionError, match=f"^{re.escape(said)}$"):
            make_folders(room)
    assert rights(above) == before


@pytest.fixture
def above(tmp_path: Path) -> Path:
    folder = tmp_path / "class"
    folder.mkdir(0o755)
    return folder


def test_folders_on_the_way_are_made(above: Path) -> None:
    before = os.umask(0o002)
    try:
        make_folders(a_class(above / "a" / "b"))
        make_folders(a_class(above / "a" / "b"))
    finally:
        os.umask(before)
    modes = {name: mode & 0o7777 for name, (_, mode) in rights(above).items()}
    wanted = {"a": 0o755, "a/b": 0o755, "a/b/exchange": 0o1777, "a/b/hub": 0o755, "a/b/hub/secrets": 0o700}
    assert modes == wanted


@as_root
def test_a_teacher_who_owns_the_parent_is_refused(above: Path) -> None:
    os.chown(above, SOMEBODY, -1)
    said = f"{above} belongs to user {SOMEBODY}, who could exchange {above / 'exchange'}: chown root {above}"
    refused(a_class(above), above, said)


@as_root
def test_folders_that_a_teacher_put_in_their_place_stay_hers_and_unused(above: Path, tmp_path: Path) -> None:
    of_root = tmp_path / "of root"
    of_root.mkdir(0o700)
    make_folders(a_class(above))
    (above / "hub").rename(above / "old")
    (above / "hub" / "secrets").mkdir(parents=True)
    for folder in (above / "hub", above / "hub" / "secrets"):
        os.chown(folder, SOMEBODY, -1)
    said = f"{above / 'hub'} belongs to user {SOMEBODY}, who could exchange {above / 'hub' / 'secrets'}"
    refused(a_class(above), above, f"{said}: chown root {above / 'hub'}")
    (above / "exchange").rmdir()
    (above / "exchange").symlink_to(of_root)
    refused(a_class(above), above, f"{above / 'exchange'} is a link: name the folder itself")
    assert of_root.stat().st_mode & 0o7777 == 0o700
    assert list((above / "hub" / "secrets").iterdir()) == []


@pytest.mark.parametrize("name", ["exchange", "hub", "hub/secrets"])
def test_a_link_is_not_followed(name: str, above: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir(0o700)
    (above / name).parent.mkdir(exist_ok=True)
    (above / name).symlink_to(elsewhere)
    refused(a_class(above), above, f"{above / name} is a link: name the folder itself")
    assert elsewhere.stat().st_mode & 0o7777 == 0o700
    assert list(elsewhere.iterdir()) == []
    (above / "on the way").symlink_to(above)
    refused(a_class(above / "on the way"), above, f"{above / 'on the way'} is a link: name the folder itself")


def test_a_file_in_the_way_is_named(above: Path) -> None:
    (above / "hub").touch()
    with pytest.raises(NotADirectoryError, match=f"^{re.escape(str(above / 'hub'))} is not a folder$"):
        make_folders(a_class(above))
    assert list(rights(above)) == ["hub"]


@pytest.mark.parametrize("mode", [0o777, 0o775])
@pytest.mark.parametrize("name", ["", "hub", "hub/secrets"])
def test_a_folder_that_others_write_into_is_refused(name: str, mode: int, above: Path) -> None:
    folder = above / name
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(mode)
    first = above / "exchange" if not name else above / "hub" / "secrets"
    refused(a_class(above), above, f"others may write into {folder}, and so exchange {first}: chmod go-w {folder}")


def test_an_exchange_that_is_open_already_stays_so(above: Path) -> None:
    (above / "exchange").mkdir()
    (above / "exchange").chmod(0o777)
    make_folders(a_class(above))
    assert (above / "exchange").stat().st_mode & 0o7777 == 0o1777


# The folder of the course in the exchange, which everybody may write into


def two_users() -> tuple[str, str]:
    """Ordinary users of this machine, to be a teacher and a student; nothing is done as them."""
    names = [
        user.pw_name for user in pwd.getpwall() if user.pw_uid and re.fullmatch(r"[a-z_][a-z0-9_-]*", user.pw_name)
    ]
    if len(names) < 2:
        pytest.skip("needs two users beside root")
    return names[0], names[1]


@as_root
def test_the_folder_of_the_course_is_the_first_teachers(above: Path) -> None:
    teacher, student = two_users()
    room = a_class(above, teachers=[teacher], students=[student])
    make_folders(room)
    for _ in range(2):
        give_course_away(room)
        seen = (above / "exchange" / "chunklib").stat()
        assert (seen.st_uid, seen.st_mode & 0o7777) == (pwd.getpwnam(teacher).pw_uid, 0o755)


@as_root
def test_the_folder_of_the_course_may_be_no_link_and_no_students(above: Path, tmp_path: Path) -> None:
    teacher, student = two_users()
    room = a_class(above, teachers=[teacher], students=[student])
    make_folders(room)
    of_root = tmp_path / "of root"
    of_root.mkdir(0o700)
    course = above / "exchange" / "chunklib"
    course.symlink_to(of_root)
    with pytest.raises(PermissionError, match=f"^{re.escape(str(course))} is a link or a file: it must be a folder$"):
        give_course_away(room)
    assert (of_root.stat().st_uid, of_root.stat().st_mode & 0o7777) == (0, 0o700)
    course.unlink()
    course.mkdir()
    os.chown(course, pwd.getpwnam(student).pw_uid, -1)
    said = f"{course} belongs to {student}, who is not a teacher of the class: move it away"
    with pytest.raises(PermissionError, match=f"^{re.escape(said)}$"):
        give_course_away(room)
    assert course.stat().st_uid == pwd.getpwnam(student).pw_uid
