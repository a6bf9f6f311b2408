"""Wheels: fetch them with pip, and look at their hashes."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from packaging.utils import parse_wheel_filename

from deploy.bundle.lock import Pin
from deploy.bundle.targets import Target


def name_of(wheel: Path) -> str:
    """Return the normal name of the package in a wheel.

    >>> name_of(Path("Jinja2-3.1.6-py3-none-any.whl"))
    'jinja2'
    """
    return parse_wheel_filename(wheel.name)[0]


def digest_of(wheel: Path) -> str:
    """Return the sha256 of a file, as 64 hexadecimal digits."""
    with wheel.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def fetch(pins: Iterable[Pin], target: Target, folder: Path) -> None:
    """Download the wheels of some pins for a target with pip, which checks their hashes.

    Raises:
        RuntimeError: where one cannot be had; with the last lines of pip.
    """
    with tempfile.TemporaryDirectory(prefix="chunklib-bundle-") as scratch:
        wanted = Path(scratch, "wanted.txt")
        wanted.write_text("".join(f"{pin.line()}\n" for pin in pins), "utf-8")
        platforms = [word for tag in target.platforms for word in ("--platform", tag)]
        chosen = ["--python-version", target.python, "--implementation", "cp", *platforms]
        strict = ["--no-deps", "--only-binary", ":all:", "--require-hashes", "--requirement", str(wanted)]
        _pip("download", "--dest", str(folder), *chosen, *strict)


def take_universal(store: Path, pins: Iterable[Pin], folder: Path) -> dict[str, Path]:
    """Take the wheels that run on every system from those that were fetched before.

    Args:
        store: a folder with wheels.
        pins: what is wanted.
        folder: where they go.

    Returns:
        what was taken, by normal name: only files that the pins name by their hash.
    """
    hashes = {pin.name: pin.hashes for pin in pins}
    taken = {}
    for wheel in sorted(store.glob("*-py3-none-any.whl")):
        if digest_of(wheel) in hashes.get(name_of(wheel), ()):
            taken[name_of(wheel)] = folder / wheel.name
            shutil.copyfile(wheel, folder / wheel.name)
    return taken


def check_hashes(pins: Iterable[Pin], folder: Path) -> None:
    """Compare each wheel in a folder with the lock file once more.

    Raises:
        ValueError: for a wheel that is missing, or that the lock file does not know.
    """
    wheels = {name_of(wheel): wheel for wheel in folder.glob("*.whl")}
    for pin in pins:
        if pin.name not in wheels:
            raise ValueError(f"pip gave no wheel of {pin.name}")
        if digest_of(wheels[pin.name]) not in pin.hashes:
            raise ValueError(f"{wheels[pin.name].name} is not the file that the lock file names")


def _pip(*words: str) -> None:
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        errors = [line for line in done.stderr.splitlines() if line.startswith("ERROR")]
        raise RuntimeError(f"pip {words[0]}: {(errors or done.stderr.splitlines() or ['failed'])[-1]}")
