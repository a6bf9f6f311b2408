"""Read what a class says about itself in its TOML file, and check it before the hub starts."""

from __future__ import annotations

import ipaddress
import re
import tomllib
from dataclasses import MISSING, dataclass, fields
from pathlib import Path, PurePosixPath
from typing import Any, NoReturn
from urllib.parse import quote

from classroom.judge.ownership import look_at

_NAME = re.compile(r"[a-z_][a-z0-9_-]{0,31}")  # what useradd of Debian takes


@dataclass(frozen=True, slots=True, kw_only=True)
class Classroom:
    """Holds one course, its people and its folders on one machine."""

    teachers: tuple[str, ...]
    students: tuple[str, ...]
    exchange: str
    state: str
    folder: str = "chunklib"
    opens: str = "notebooks/00_start_here.ipynb"
    course_folder: str = "teaching"
    address: str = "127.0.0.1"
    port: int = 8000
    certificate: str = ""
    key: str = ""
    hub_port: int = 8081
    proxy_port: int = 8001

    def __post_init__(self) -> None:
        """Refuse what would only fail when a student logs in."""
        for name in ("folder", "course_folder"):
            if not re.fullmatch(r"[A-Za-z0-9_][A-Za-z0-9_-]*", getattr(self, name)):
                raise ValueError(f"{name} must be letters, digits, - and _: got {getattr(self, name)!r}")
        for name in ("exchange", "state"):
            if not getattr(self, name).startswith("/"):
                raise ValueError(f"{name} must be a full path: got {getattr(self, name)!r}")
        if PurePosixPath(self.opens).is_absolute() or ".." in PurePosixPath(self.opens).parts:
            raise ValueError(f"opens must be a file in the learner's folder: got {self.opens!r}")
        self._look_at_people()
        self._look_at_network()

    def _look_at_people(self) -> None:
        people = (*self.teachers, *self.students)
        for person in people:
            if not _NAME.fullmatch(person) or person == "root":
                raise ValueError(f"a teacher or student must be an ordinary user of this machine: got {person!r}")
        for person in people:
            if people.count(person) > 1:
                raise ValueError(f"each person is named once, as teacher or as student: {person!r} is named again")
        if not self.teachers:
            raise ValueError("a class needs a teacher: got teachers = []")

    def _look_at_network(self) -> None:
        ports = {"port": self.port, "hub_port": self.hub_port, "proxy_port": self.proxy_port}
        for name, port in ports.items():
            if not 0 < port < 65536:
                raise ValueError(f"{name} must be from 1 to 65535: got {port}")
        if len(set(ports.values())) < len(ports):
            raise ValueError(f"port, hub_port and proxy_port must differ: got {', '.join(map(str, ports.values()))}")
        if bool(self.certificate) != bool(self.key):
            raise ValueError("certificate and key go together: one of them is empty")
        if not self.certificate and not ipaddress.ip_address(self.address).is_loopback:
            rule = "without a certificate the hub only listens on loopback, since passwords travel over it"
            raise ValueError(f"{rule}: got address = {self.address!r}")

    @property
    def first_page(self) -> str:
        """Return what a student's server opens with: the first lesson, with the learner's folder listed beside it."""
        return f"/lab/tree/{self.folder}/{quote(self.opens)}?file-browser-path=/{self.folder}"


def read_classroom(path: Path) -> Classroom:
    """Read the TOML file of a class.

    Args:
        path: the file; ``deploy/class.toml`` is an example with every setting.

    Returns:
        what it says, every setting looked at.

    Raises:
        ValueError: for a setting that is unknown, missing or wrong, or a file that others may write; it is named.
        OSError: where the file cannot be read.
    """
    look_at(path)
    try:
        given = tomllib.loads(path.read_text("utf-8"))
        settings = {name: _as(name, value) for name, value in given.items()}
        missing = [field.name for field in fields(Classroom) if field.default is MISSING and field.name not in given]
        return Classroom(**settings) if not missing else _refuse(f"missing: {', '.join(missing)}")
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None


def _refuse(message: str) -> NoReturn:
    raise ValueError(message)


def _as(name: str, value: object) -> Any:
    kinds = {field.name: str(field.type) for field in fields(Classroom)}
    if name not in kinds:
        raise ValueError(f"unknown setting {name!r}: choose from {', '.join(kinds)}")
    match kinds[name], value:
        case "int", int() if not isinstance(value, bool):
            return value
        case "str", str():
            return value
        case "tuple[str, ...]", list() if all(isinstance(item, str) for item in value):
            return tuple(value)
    wanted = {"int": "a whole number", "str": "a text"}.get(kinds[name], "a list of texts")
    raise ValueError(f"{name} must be {wanted}: got {value!r}")
