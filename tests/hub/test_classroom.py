"""A class that could not work is refused in one line, before the hub starts."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from chunklib.toml import to_toml
from deploy.classroom import Classroom, read_classroom
from deploy.folders import give_course_away
from deploy.reach import closed, told

EXAMPLE = Path(__file__).resolve().parents[2] / "deploy" / "class.toml"
ROOM = tomllib.loads(EXAMPLE.read_text("utf-8"))

EVERYWHERE = "0.0.0.0"  # noqa: S104 - what is refused


def read(tmp_path: Path, **changed: Any) -> Classroom:
    path = tmp_path / "class.toml"
    path.write_text(to_toml({**ROOM, **changed}), "utf-8")
    return read_classroom(path)


def test_the_example_names_every_setting() -> None:
    room = read_classroom(EXAMPLE)
    assert set(ROOM) == set(Classroom.__dataclass_fields__)
    assert {
        name: list(value) if isinstance(value, tuple) else value for name in ROOM for value in [getattr(room, name)]
    } == ROOM


@pytest.mark.parametrize(("changed", "message"), [
    ({"course_folder": "a/b"}, "course_folder must be letters, digits, - and _: got 'a/b'"),
    ({"exchange": "exchange"}, "exchange must be a full path: got 'exchange'"),
    ({"folder": "$(id)"}, "folder must be letters, digits, - and _: got '$(id)'"),
    ({"opens": "../x.ipynb"}, "opens must be a file in the learner's folder: got '../x.ipynb'"),
    ({"teachers": []}, "a class needs a teacher: got teachers = []"),
    ({"students": ["grace"]}, "'grace' is named again"),
    ({"students": ["root"]}, "must be an ordinary user of this machine: got 'root'"),
    ({"students": ["Ada Lovelace"]}, "must be an ordinary user of this machine: got 'Ada Lovelace'"),
    ({"students": "ada"}, "students must be a list of texts: got 'ada'"),
    ({"port": "8000"}, "port must be a whole number: got '8000'"),
    ({"port": True}, "port must be a whole number: got True"),
    ({"port": 0}, "port must be from 1 to 65535: got 0"),
    ({"port": 8081}, "port, hub_port and proxy_port must differ: got 8081, 8081, 8001"),
    ({"certificate": "/srv/cert.pem"}, "certificate and key go together: one of them is empty"),
    ({"address": EVERYWHERE}, "only listens on loopback, since passwords travel over it: got address = '0.0.0.0'"),
    ({"address": "hub"}, "'hub' does not appear to be an IPv4 or IPv6 address"),
    ({"pupils": []}, "unknown setting 'pupils': choose from teachers, students, "),
])  # fmt: skip
def test_a_wrong_setting_is_named(changed: dict[str, Any], message: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=re.escape(message)) as caught:
        read(tmp_path, **changed)
    assert str(caught.value).startswith(f"{tmp_path / 'class.toml'}: ")


def test_a_missing_setting_is_named_and_a_file_that_others_may_write_refused(tmp_path: Path) -> None:
    path = tmp_path / "class.toml"
    path.write_text(to_toml({name: value for name, value in ROOM.items() if name != "state"}), "utf-8")
    with pytest.raises(ValueError, match="class.toml: missing: state$"):
        read_classroom(path)
    path.chmod(0o666)
    with pytest.raises(ValueError, match=r"class.toml is not used: others may write to .*class.toml \(mode 666\)"):
        read_classroom(path)


def test_other_addresses_are_served_with_a_certificate(tmp_path: Path) -> None:
    room = read(tmp_path, address=EVERYWHERE, certificate="/srv/cert.pem", key="/srv/key.pem")
    assert room.address == EVERYWHERE


def test_somebody_who_is_no_user_of_the_machine_is_named(tmp_path: Path) -> None:
    room = read(tmp_path, exchange=str(tmp_path), teachers=["root-of-nothing"], students=["nobody-at-all"])
    with pytest.raises(LookupError, match="no users of this machine: root-of-nothing, nobody-at-all; adduser"):
        give_course_away(room)
    assert not (tmp_path / "chunklib").exists()


def test_what_the_teacher_keeps_is_found_where_others_can_read_it(tmp_path: Path) -> None:
    for name in (".git", "solutions"):
        (tmp_path / name).mkdir(mode=0o755)
    assert told(tmp_path) == [Path(".git"), Path("solutions")]
    (tmp_path / ".git").chmod(0o700)
    (tmp_path / "solutions").chmod(0o710)
    assert told(tmp_path) == []


def test_a_folder_that_keeps_others_out_is_found(tmp_path: Path) -> None:
    shut, inside = tmp_path / "shut", tmp_path / "shut" / "inside"
    inside.mkdir(parents=True)
    before = closed([inside])
    assert shut not in before
    shut.chmod(0o700)
    assert set(closed([inside])) - set(before) == {shut}
    shut.chmod(0o711)  # may be entered, which is enough on the way
    assert closed([inside]) == before
    inside.chmod(0o711)  # may not be read
    assert set(closed([inside])) - set(before) == {inside}
