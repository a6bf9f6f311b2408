"""One class for all tests of the hub: two students and a teacher, a course to pull, and a hub that serves them."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
import requests

from chunklib.toml import to_toml
from deploy.proxy import install as proxy
from deploy.reach import told
from tests.chroma_server import free_port
from tests.hub.hub_user import HubUser
from tests.hub.private_machine import ROOT, Machine, clean_environment, private_machine, skip_unless_possible

TEACHER, STUDENTS = "grace", ("ada", "alan")
PASSWORD = "correct horse battery"  # noqa: S105 - of users that exist for a minute
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
    """A hub with the project's own configuration, on a machine of its own."""
    skip_unless_possible()
    try:
        proxy.install()
    except RuntimeError as error:  # no npm registry in reach
        pytest.skip(str(error))
    folder = tmp_path_factory.mktemp("hub")
    with private_machine() as machine:
        _people(machine)
        _course(machine)
        port, hub_port, proxy_port = free_port(), free_port(), free_port()
        room = {
            "teachers": [TEACHER], "students": list(STUDENTS),
            "repository": "/srv/class/published/course.git",
            "exchange": "/srv/class/exchange", "state": "/srv/class/hub",
            "certificate": "/srv/class/cert.pem", "key": "/srv/class/key.pem",
            "port": port, "hub_port": hub_port, "proxy_port": proxy_port,
        }  # fmt: skip
        machine.write("/srv/class/class.toml", to_toml(room))
        certificate = _certificate(machine, folder / "cert.pem")
        seen = Class(machine, f"https://127.0.0.1:{port}", certificate, folder / "hub.log")
        with _hub(seen):
            yield seen


def _people(machine: Machine) -> None:
    """Make users of the machine with a password, whose homes are closed to each other."""
    for name in (TEACHER, *STUDENTS, "eve"):  # eve is a user of the machine, and not of the class
        machine.run("useradd", "--create-home", "--shell", "/bin/bash", name)
        machine.run("chmod", "0700", f"/home/{name}")
    machine.run("chpasswd", stdin="".join(f"{name}:{PASSWORD}\n" for name in (TEACHER, *STUDENTS, "eve")))


def _course(machine: Machine) -> None:
    """Publish the real course as the teacher, and give the teacher a copy of all that marking needs."""
    machine.run("install", "-d", "-o", "root", "/srv/class")
    machine.run("install", "-d", "-o", TEACHER, "/srv/class/published")
    publish = [sys.executable, "-m", "deploy.publish", "/srv/class/published/course.git"]
    machine.run("env", f"PYTHONPATH={ROOT}", *publish, user=TEACHER)
    whole = [str(ROOT / name) for name in ("nbgrader_config.py", "exercises", "solutions")]
    machine.run("mkdir", "/home/grace/teaching")
    machine.run("cp", "-r", *whole, "/home/grace/teaching")
    machine.run("chown", "-R", TEACHER, "/home/grace/teaching")
    for name in told(ROOT):  # as the hub demands, and without a change to the checkout itself
        machine.run("mount", "-t", "tmpfs", "-o", "mode=700", "tmpfs", str(ROOT / name))


def _certificate(machine: Machine, copy: Path) -> Path:
    """Make a certificate for loopback, and keep a copy outside for whoever connects."""
    made = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj /CN=127.0.0.1"
    files = "-addext subjectAltName=IP:127.0.0.1 -keyout /srv/class/key.pem -out /srv/class/cert.pem"
    machine.run(*made.split(), *files.split())
    copy.write_text(machine.run("cat", "/srv/class/cert.pem"), "ascii")
    return copy


@contextmanager
def _hub(seen: Class) -> Iterator[None]:
    words = seen.machine.words(
        "env", "CHUNKLIB_CLASS=/srv/class/class.toml", str(Path(sys.prefix, "bin", "jupyterhub"))
    )
    words += ["--config", str(ROOT / "deploy" / "jupyterhub_config.py")]
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
