"""A machine of its own for a test: users, homes, folders and processes that end with it and that nobody outside sees.

Mounts, processes and `/etc` are in namespaces: `useradd` writes to a copy of `/etc`, and when the first process of the
namespace dies, all others do. So nothing can be left behind, also when the test is killed. Needs root and Linux.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from deploy.reach import closed, needed

ROOT = Path(__file__).resolve().parents[2]
_TOOLS = ("unshare", "nsenter", "mount", "setpriv", "runuser", "useradd", "chpasswd", "git", "openssl")
_COVERED = ("/home", "/opt", "/srv", "/tmp")  # noqa: S108 - a test gets empty ones


@dataclass(frozen=True, slots=True)
class Machine:
    """A machine that a test may change as it likes."""

    first: int  # process id, as seen from outside, of the process that everything in it ends with

    def words(self, *command: str, user: str = "root") -> list[str]:
        """The command line that runs a command in it."""
        inside = ["nsenter", "--target", str(self.first), "--mount", "--pid", "--wd=/"]
        return [*inside, *(["runuser", "-u", user, "--"] if user != "root" else []), *command]

    def run(self, *command: str, user: str = "root", stdin: str = "", check: bool = True) -> str:
        """Run a command in it as a user; gives what it prints on both streams."""
        done = subprocess.run(
            self.words(*command, user=user), input=stdin, text=True, check=False,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=clean_environment(),
        )  # fmt: skip
        if check and done.returncode:
            raise RuntimeError(f"{' '.join(command)}: exit status {done.returncode}\n{done.stdout[-2000:]}")
        return done.stdout

    def write(self, path: str, text: str, owner: str = "root") -> None:
        """Write a file as a user, with the folders on its way."""
        self.run("sh", "-c", 'mkdir -p "$(dirname "$1")" && cat > "$1"', "sh", path, user=owner, stdin=text)


def clean_environment() -> dict[str, str]:
    """Variables that say nothing about the person who runs the tests."""
    return {"PATH": f"{Path(sys.prefix, 'bin')}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"}


def _mounts() -> str:
    """Commands that make a private `/etc`, empty homes, and a way to the environment for every user."""
    paths = list(dict.fromkeys([*(path.resolve() for path in needed()), ROOT]))
    desk = next(f for f in map(Path, ("/mnt", "/media")) if not any(p.is_relative_to(f) for p in paths))
    covered = [*(folder for folder in closed(paths) if folder not in paths), *map(Path, _COVERED)]
    covered = [folder for folder in covered if not any(folder != o and folder.is_relative_to(o) for o in covered)]
    behind = [path for path in paths if any(path.is_relative_to(folder) for folder in covered)]
    lines = ["set -eu", "umask 022", f"mount -t tmpfs tmpfs {desk}", f"mkdir {desk}/etc", f"cp -a /etc/. {desk}/etc/"]
    lines += [f"mount --bind {desk}/etc /etc"]
    for number, path in enumerate(behind):
        lines += [f"mkdir {desk}/{number}", f"mount --bind '{path}' {desk}/{number}"]
    lines += [f"mount -t tmpfs -o mode=755 tmpfs '{folder}'" for folder in covered]
    lines += ["chmod 1777 /tmp"]
    for number, path in enumerate(behind):
        lines += [f"mkdir -p '{path}'", f"mount --bind {desk}/{number} '{path}'"]
    return "\n".join([*lines, "echo ready", "exec sleep infinity"])


def skip_unless_possible() -> None:
    """Skip where a machine of its own cannot be made."""
    if sys.platform != "linux":
        pytest.skip("needs Linux")
    if os.getuid() != 0:
        pytest.skip("needs root: users are made")
    if missing := [tool for tool in _TOOLS if not shutil.which(tool)]:
        pytest.skip(f"needs {', '.join(missing)}")


@contextmanager
def private_machine() -> Iterator[Machine]:
    """Make a machine; it is gone afterwards, whatever happens."""
    skip_unless_possible()
    words = ["setpriv", "--pdeathsig", "KILL", "unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"]
    with subprocess.Popen(
        [*words, "sh", "-c", _mounts()], text=True, env=clean_environment(),
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    ) as process:  # fmt: skip
        try:
            assert process.stdout
            said = process.stdout.readline()
            if said != "ready\n":
                raise RuntimeError(f"the mounts failed: {said}{process.stdout.read()}")
            children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text("ascii")
            yield Machine(int(children))
        finally:
            process.kill()
