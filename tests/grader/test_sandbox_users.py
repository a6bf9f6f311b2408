"""How a sandbox is found and tried, what is said where it does not work, and that an ordinary user can grade."""

from __future__ import annotations

import json
import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from classroom.grader.sandbox import bubblewrap as sandbox
from classroom.grader.sandbox.bubblewrap import Bubblewrap, NoSandbox, find_bubblewrap
from classroom.grader.sandbox.self_test import try_sandbox

ROOT = Path(__file__).resolve().parents[2]


def found_or_skipped() -> Bubblewrap:
    try:
        return find_bubblewrap()
    except NoSandbox as error:
        pytest.skip(str(error))


def test_a_sandbox_that_does_not_start_says_its_own_last_line(tmp_path: Path) -> None:
    fake = tmp_path / "bwrap"
    fake.write_text("#!/bin/sh\necho first >&2\necho 'bwrap: setting up uid map: Permission denied' >&2\nexit 1\n")
    fake.chmod(0o755)
    with pytest.raises(NoSandbox) as caught:
        try_sandbox(Bubblewrap(str(fake)))
    said = str(caught.value)
    assert said.startswith("the sandbox did not start: bwrap: setting up uid map: Permission denied. This system")
    assert "AppArmor" in said
    assert "\n" not in said
    with pytest.raises(NoSandbox, match="cannot be started: .*No such file"):
        try_sandbox(Bubblewrap(str(tmp_path / "nothing")))


@pytest.mark.required_in_ci
def test_files_that_only_root_may_read_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A checkout made by root with umask 077: its own user inside could read nothing."""
    found = found_or_skipped()
    if found.user is None:
        pytest.skip("an ordinary user runs the sandbox as itself, and owns the files")
    for name in ("chunklib", "classroom", "tiktoken_ext"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    for path in (tmp_path / "chunklib").rglob("*"):
        path.chmod(0o700 if path.is_dir() else 0o600)
    monkeypatch.setattr(sandbox, "HOME", tmp_path)
    with pytest.raises(NoSandbox, match=rf"only its owner may read .*: chmod -R go\+rX {tmp_path}") as caught:
        try_sandbox(found)
    assert "\n" not in str(caught.value)


def test_bubblewrap_is_found_or_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "packaged", lambda: None)
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(NoSandbox, match="apt-get install bubblewrap"):
        find_bubblewrap()
    monkeypatch.setattr(sys, "platform", "darwin")
    with pytest.raises(NoSandbox, match="Linux only: darwin"):
        find_bubblewrap()


_AS_NOBODY = """
import json, os
os.setgroups([]); os.setgid(65534); os.setuid(65534)
from classroom.grader.sandbox.bubblewrap import find_bubblewrap
from classroom.grader.batch.grader import Grader
from classroom.grader.sandbox.sandbox_process import Student
from classroom.grader.sandbox.self_test import try_sandbox
found = find_bubblewrap()
try_sandbox(found)
grader = Grader("hello", "a seed", found)
right = "def hello(name): return f'Hello, {name}!'"
cells = {"right": [right], "fork bomb": ["import os\\nfor _ in range(500): os.fork()", right],
         "kills everybody": ["import os, signal\\nos.kill(-1, signal.SIGKILL)", right],
         "reads": [f"def hello(name): return open({__file__!r}).read()"]}
make = "def make(n):\\n    for k in range(n): open(f'f{k}', 'w').close()"
with Student(found, [make], "make") as student:
    student.ready()
    student.call((1_000,), {})
    counted = student._inmate._scratch_bytes()
print(json.dumps({"user": os.getuid(), "own": found.user, "files": counted >= 1024_000}
                 | {k: grader.mark(c).points for k, c in cells.items()}))
"""


@pytest.mark.required_in_ci
def test_an_ordinary_user_grades(tmp_path: Path) -> None:
    """Root becomes nobody in a view of the files in which nobody may read Python and the library, and grades there."""
    command = found_or_skipped().command
    if os.geteuid() != 0:
        pytest.skip("every other test here is run as an ordinary user")
    needed = [ROOT, Path(sys.prefix), Path(sys.base_prefix)]
    closed = {folder for path in needed for folder in path.parents if not folder.stat().st_mode & stat.S_IXOTH}
    covers = [str(folder) for folder in closed if not any(other in folder.parents for other in closed)]
    view = ["--dev-bind", "/", "/", *(word for cover in covers for word in ("--perms", "0755", "--tmpfs", cover))]
    view += ["--perms", "1777", "--tmpfs", "/tmp"]  # noqa: S108 -- nobody's own
    view += [*sandbox._folders(needed), *(word for path in needed for word in ("--ro-bind", str(path), str(path)))]
    (tmp_path / "as_nobody.py").write_text(_AS_NOBODY)
    view += ["--ro-bind", str(tmp_path / "as_nobody.py"), "/tmp/as_nobody.py"]  # noqa: S108
    whole = [command, *view, "--chdir", "/", sys.executable, "-W", "error", "/tmp/as_nobody.py"]  # noqa: S108
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "HOME": "/"}
    done = subprocess.run(whole, env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {
        "user": 65534,
        "own": None,
        "files": True,
        "right": 3,
        "fork bomb": 3,
        "kills everybody": 3,
        "reads": 0,
    }
