"""The offline bundle: what goes into it, and that the course installs and runs from it where there is no network."""

from __future__ import annotations

import hashlib
import json
import platform
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from classroom.grader.gradebook.learner_files import learner_files
from classroom.grader.sandbox.bubblewrap import NoSandbox, find_bubblewrap
from deploy.bundle import __main__ as command
from deploy.bundle.lock import Pin, pins_for, read_lock
from deploy.bundle.room import install
from deploy.bundle.targets import PYTHONS, SYSTEMS, Target
from deploy.bundle.wheels import check_hashes

ROOT = Path(__file__).resolve().parents[2]
LOCK = read_lock((ROOT / "requirements" / "learner.txt").read_text("utf-8"))
Offline = Callable[..., subprocess.CompletedProcess[str]]

# Run by the Python of the course: executes a notebook and prints the texts that its cells gave.
EXECUTE = """
import json, sys, nbclient, nbformat
notebook = nbformat.read(sys.argv[1], as_version=4)
nbclient.NotebookClient(notebook, timeout=120, resources={"metadata": {"path": sys.argv[2]}}).execute()
print("RESULT" + json.dumps(notebook))
"""


def texts(notebook: dict[str, Any]) -> list[str]:
    """List the text that each code cell shows; a stream may come in any number of parts."""
    return [
        "".join(part for output in cell["outputs"] for part in output.get("text", _plain(output)))
        for cell in notebook["cells"]
        if cell["cell_type"] == "code"
    ]


def _plain(output: dict[str, Any]) -> str | list[str]:
    plain: str | list[str] = output.get("data", {}).get("text/plain", "")
    return plain


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bundle for this system and this Python, made by the real command from PyPI (or pip's cache)."""
    out = tmp_path_factory.mktemp("room") / "a bundle"
    system = install.SYSTEMS.get((platform.system(), platform.machine()))
    if system is None:
        pytest.skip("no bundle is made for this system")
    if command.main(["--systems", system, "--pythons", "{}.{}".format(*sys.version_info), "--out", str(out)]):
        pytest.skip("the bundle could not be made; is PyPI in reach?")
    return out


@pytest.fixture(scope="module")
def offline(tmp_path_factory: pytest.TempPathFactory) -> Offline:
    """Run commands in an empty network namespace, as a user whose home folder is empty."""
    try:
        bwrap = str(find_bubblewrap().command)
    except NoSandbox as error:
        pytest.skip(str(error))
    home = tmp_path_factory.mktemp("home")
    env = {"HOME": str(home), "TMPDIR": str(home), "PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8"}

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        box = [bwrap, "--dev-bind", "/", "/", "--unshare-net", "--die-with-parent", "--"]
        return subprocess.run([*box, *words], env=env, cwd=home, capture_output=True, text=True, check=False)

    seen = run(sys.executable, "-c", "import socket; print(*(name for _, name in socket.if_nameindex()))")
    if seen.returncode:
        pytest.skip(f"bubblewrap makes no namespace here: {seen.stderr}")
    assert seen.stdout.split() == ["lo"]
    return run


@pytest.mark.required_in_ci
def test_a_bundle_holds_what_its_lists_name_and_no_solution(bundle: Path) -> None:
    [listed] = (bundle / "requirements").glob("*.txt")
    pins = read_lock(listed.read_text("utf-8"))
    wheels = {hashlib.sha256(wheel.read_bytes()).hexdigest(): wheel for wheel in (bundle / "wheels").iterdir()}
    assert {digest for pin in pins for digest in pin.hashes} == set(wheels)
    locked = {digest for pin in LOCK for digest in pin.hashes}
    own = {wheel.name.split("-")[0] for digest, wheel in wheels.items() if digest not in locked}
    assert own == {"chunklib", "chunklib_course"}
    names = {pin.name for pin in pins}
    assert {"jupyterlab", "tiktoken", "matplotlib"} <= names
    assert names.isdisjoint({"pytest", "mypy", "ruff", "playwright", "nbgrader", "jupyterhub", "jupytext"})
    [course] = [wheel for wheel in wheels.values() if wheel.name.startswith("chunklib_course")]
    assert [name for name in zipfile.ZipFile(course).namelist() if "solutions" in name] == []
    assert {path.name for path in bundle.iterdir()} == {
        "README.md", "install.py", "start.py", "wheels", "requirements", "LICENSE", "LICENSE-TEXT",
    }  # fmt: skip


@pytest.mark.required_in_ci
def test_the_course_installs_and_runs_without_a_network(bundle: Path, offline: Offline) -> None:
    early = offline(sys.executable, str(bundle / "start.py"))
    assert (early.returncode, early.stderr) == (1, "The course is not installed here yet: install.py does that.\n")
    done = offline(sys.executable, str(bundle / "install.py"))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "✓ widgets" in done.stdout
    assert "✗" not in done.stdout
    python = str(bundle / "course-env" / "bin" / "python")
    version = offline(python, str(bundle / "start.py"), "--version")
    assert version.returncode == 0, version.stderr
    assert version.stdout.splitlines()[-1].startswith("4.6.")
    mine = bundle / "my_course"
    assert len(list((mine / "notebooks").iterdir())) == len(list((ROOT / "notebooks" / "src").glob("*.py")))
    shutil.rmtree(mine / "my_rag")  # where it is, a right report has a button, which no stored output has
    stored = ROOT / "notebooks" / "03_fixed_windows.ipynb"
    run = offline(python, "-c", EXECUTE, str(stored), str(mine / "exercises" / "03_fixed_windows"))
    assert run.returncode == 0, run.stderr
    assert texts(json.loads(run.stdout.partition("RESULT")[2])) == texts(json.loads(stored.read_text("utf-8")))


@pytest.mark.required_in_ci
def test_a_damaged_wheel_is_not_installed(bundle: Path, offline: Offline, tmp_path: Path) -> None:
    room = tmp_path / "room"
    shutil.copytree(bundle, room, ignore=shutil.ignore_patterns("course-env", "[a-eg-z]*.whl"))
    [wheel] = room.glob("wheels/fqdn-*.whl")
    wheel.write_bytes(wheel.read_bytes() + b"\0")
    [listed] = (room / "requirements").glob("*.txt")
    listed.write_text(
        "".join(line for line in listed.read_text().splitlines(keepends=True) if line.startswith("fqdn="))
    )
    done = offline(sys.executable, str(room / "install.py"))
    assert done.returncode == 1
    assert "DO NOT MATCH THE HASHES" in done.stderr
    assert done.stderr.endswith("Is the folder whole? Copy it again.\n")
    listed.rename(listed.with_name("beos-ppc-py311.txt"))
    other = offline(sys.executable, str(room / "install.py"))
    assert other.returncode == 1
    assert f"nothing for {listed.stem}. It has: beos-ppc-py311." in other.stderr


@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("system", SYSTEMS)
def test_every_target_has_pins_for_all_that_a_learner_needs(system: str, python: str) -> None:
    names = pins_for(LOCK, Target(system, python).environments).keys()
    assert {"jupyterlab", "langchain-text-splitters", "tiktoken"} <= names
    assert ("pywinpty" in names) == (system == "windows-x86_64")
    assert ("wordllama" in names) == (system != "linux-arm64")
    assert ("importlib-metadata" in names) == (python == "3.11")


def test_a_learner_gets_no_solution_unless_asked() -> None:
    plain, full = learner_files(ROOT), learner_files(ROOT, solutions=True)
    assert {path.parts[0] for path in plain} == {"notebooks", "exercises", "docs", "LICENSE", "LICENSE-TEXT"}
    more = set(full) - set(plain)
    assert {path.stem for path in more} == {path.stem for path in plain if path.parts[0] == "exercises"}
    assert {path.suffix for path in full} == {".ipynb", ".md", ""}


@pytest.mark.parametrize(
    "line", ["numpy>=2 --hash=sha256:" + "0" * 64, "numpy==2.0", "numpy --hash=sha256:" + "0" * 64]
)
def test_a_lock_without_exact_versions_and_hashes_or_with_two_for_one_system_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match="exact versions with hashes: got 'numpy"):
        read_lock(f"# a comment\n{line}\n")
    pins = read_lock("".join(f"a=={n}.0 --hash=sha256:{'0' * 64}\n" for n in (1, 2)))
    with pytest.raises(ValueError, match="two releases of a"):
        pins_for(pins, Target("linux-x86_64", "3.11").environments)


def test_a_wheel_that_the_lock_does_not_name_is_refused(tmp_path: Path) -> None:
    [pin] = read_lock(f"a==1.0 --hash=sha256:{'0' * 64}")
    with pytest.raises(ValueError, match="pip gave no wheel of a"):
        check_hashes([pin], tmp_path)
    wheel = tmp_path / "a-1.0-py3-none-any.whl"
    wheel.write_bytes(b"another file")
    with pytest.raises(ValueError, match="a-1.0-py3-none-any.whl is not the file that the lock file names"):
        check_hashes([pin], tmp_path)
    right = Pin(pin.requirement, frozenset({hashlib.sha256(b"another file").hexdigest()}))
    check_hashes([right], tmp_path)
