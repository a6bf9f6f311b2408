"""One class for all tests of the hub: two students and a teacher, a course to pull, and a hub that serves them."""

from __future__ import annotations

import re
import subprocess
import sys
import textwrap
import time
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
import requests

from chunklib.toml import to_toml
from deploy.proxy import install as proxy
from tests.free_port import free_port
from tests.hub.hub_user import HubUser
from tests.hub.private_machine import ROOT, Machine, clean_environment, private_machine, skip_unless_possible

TEACHER, STUDENTS = "grace", ("ada", "alan")
PASSWORD = "correct horse battery"  # noqa: S105 - of users that exist for a minute
PEOPLE = (TEACHER, *STUDENTS, "eve")  # eve is a user of the machine, and not of the class
ADDRESS = "/srv/address"
_PATIENCE = 120  # seconds that the hub may need to start on a busy machine


@dataclass(frozen=True, slots=True)
class Class:
    """A class in session."""

    machine: Machine
    address: str
    certificate: Path
    log: Path

    def user(self, name: str) -> HubUser:
        return HubUser(self.address, self.certificate, name)


@pytest.fixture(scope="session")
def classroom(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Class]:
    """A hub that was made by the commands of the teacher's page, on a machine of its own."""
    skip_unless_possible()
    try:
        proxy.install()
    except RuntimeError as error:  # no npm registry in reach
        pytest.skip(str(error))
    folder = tmp_path_factory.mktemp("hub")
    with private_machine() as machine:
        _address_of_the_course(machine)
        *steps, start = page_commands()
        for step in steps:
            machine.run("bash", "-euc", _typed(step))
        _run_what_was_cloned(machine)
        certificate = _certificate(machine, folder / "cert.pem")
        seen = Class(machine, f"https://127.0.0.1:{_fill_in(machine)}", certificate, folder / "hub.log")
        with _hub(seen, start):
            yield seen


def page_commands() -> list[str]:
    """The commands that the page tells a teacher to type for one machine, step by step."""
    page = (ROOT / "docs" / "teaching" / "hub.md").read_text("utf-8")
    text = page.partition("\n## One machine\n")[2].partition("\n### ")[0]
    return [textwrap.dedent(block) for block in re.findall(r"^ *```\n(.*?)^ *```$", text, re.MULTILINE | re.DOTALL)]


def _address_of_the_course(machine: Machine) -> None:
    """Put this checkout, as it is now, where it can be cloned from."""
    machine.run(
        "bash",
        "-euc",
        f"""
        mkdir {ADDRESS}
        cd {ROOT}
        git -c safe.directory='*' ls-files -z --cached --others --exclude-standard --deduplicate |
            while IFS= read -r -d '' file; do [ ! -e "$file" ] || printf '%s\\0' "$file"; done |
            xargs -0 cp --parents --target-directory {ADDRESS}
        cd {ADDRESS}
        git init --quiet --initial-branch main
        git add --all
        git -c user.name=grace -c user.email=grace@localhost commit --quiet --message course
    """,
    )


def _typed(step: str) -> str:
    """A step as a person would type it, who puts in names and an address, and whose environment has been made before.

    The page names one student, where a class has several; `adduser` asks for a password.
    """
    if step.startswith("adduser"):
        people = [step.replace("ada", name) for name in PEOPLE]
        add = r"useradd --create-home --shell /bin/bash \1"
        make = re.sub(r"^adduser (\w+)$", add, "\n".join(people), flags=re.MULTILINE)
        return make + "".join(f"\necho {name}:{PASSWORD!r} | chpasswd" for name in PEOPLE)
    owner = "chown -R grace" if "runuser -u grace -- git clone" in step else "true"  # git reads nobody else's folder
    made = f"""
        mkdir .venv
        ln -s {sys.prefix}/* .venv
        make --just-print hub | sed -n 's/.*touch //p' | xargs touch
    """
    step = re.sub(r"^make hub$", f"{made}make hub", step, flags=re.MULTILINE)
    return f"{owner} {ADDRESS}\n{step.replace('ADDRESS-OF-THE-COURSE', ADDRESS)}"


def _run_what_was_cloned(machine: Machine) -> None:
    """Put the course of this machine, which a test may change, where the environment that was made before looks."""
    where = "import chunklib, pathlib; print(pathlib.Path(chunklib.__file__).resolve().parents[1])"
    there = subprocess.check_output([sys.executable, "-I", "-c", where], text=True).strip()
    for part in ("chunklib", "classroom", "exercises", "notebooks"):
        machine.run("mount", "--bind", f"/opt/chunklib/{part}", f"{there}/{part}")


def _fill_in(machine: Machine) -> int:
    """Copy the class of the page and fill it in; gives the port."""
    machine.run("mkdir", "/etc/chunklib")
    port, hub_port, proxy_port = free_port(), free_port(), free_port()
    room = tomllib.loads(machine.run("cat", "/opt/chunklib/deploy/class.toml")) | {
        "teachers": [TEACHER], "students": list(STUDENTS),
        "certificate": "/srv/chunklib/cert.pem", "key": "/srv/chunklib/key.pem",
        "port": port, "hub_port": hub_port, "proxy_port": proxy_port,
    }  # fmt: skip
    machine.write("/etc/chunklib/class.toml", to_toml(room))
    return port


def _certificate(machine: Machine, copy: Path) -> Path:
    """Make a certificate for loopback, and keep a copy outside for the users who connect."""
    made = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj /CN=127.0.0.1"
    files = "-addext subjectAltName=IP:127.0.0.1 -keyout /srv/chunklib/key.pem -out /srv/chunklib/cert.pem"
    machine.run(*made.split(), *files.split())
    copy.write_text(machine.run("cat", "/srv/chunklib/cert.pem"), "ascii")
    return copy


@contextmanager
def _hub(seen: Class, start: str) -> Iterator[None]:
    words = seen.machine.words("bash", "-euc", start)
    with (
        seen.log.open("wb") as out,
        subprocess.Popen(words, env=clean_environment(), stdin=subprocess.DEVNULL, stdout=out, stderr=out) as process,
    ):
        try:
            _wait(seen, process)
            yield
        finally:
            process.kill()  # the hub and the servers end with their machine


def _wait(seen: Class, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + _PATIENCE
    while process.poll() is None and time.monotonic() < end:
        try:
            if requests.get(f"{seen.address}/hub/health", verify=str(seen.certificate), timeout=5).ok:
                return
        except requests.ConnectionError:
            pass
        time.sleep(0.1)
    raise RuntimeError(f"the hub did not start: {seen.log.read_text('utf-8', 'replace')[-3000:]}")
