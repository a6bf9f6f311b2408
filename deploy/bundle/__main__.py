"""Make the offline bundle: ``python -m deploy.bundle``. Needs PyPI; an installation from it does not."""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from classroom.build.masters import BuildError
from classroom.grader.gradebook.handout import look_at_course
from classroom.grader.gradebook.learner_files import learner_files, to_be_put
from deploy.bundle.lock import Pin, pins_for, read_lock
from deploy.bundle.place import ROOM, look_at
from deploy.bundle.targets import PYTHONS, SYSTEMS, Target
from deploy.bundle.wheels import check_hashes, digest_of, fetch, name_of, take_universal
from deploy.distributions import build_course, build_library

ROOT = Path(__file__).resolve().parents[2]


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the bundle; gives the exit status: 0, 1 where a system had to be left out, or 2 where there is no bundle."""
    asked = _read(arguments)
    targets = [Target(system, python) for system in asked.systems for python in asked.pythons]
    try:
        look_at_course(ROOT)
        with to_be_put(asked.out, look_at) as half:
            left_out = make_bundle(targets, half, solutions=asked.solutions)
    except (BuildError, OSError, ValueError, RuntimeError) as error:
        print(f"chunklib: no bundle: {error}", file=sys.stderr)
        return 2
    print(f"{'together':24} {_megabytes(list(asked.out.rglob('*')))}  in {asked.out}")
    return 1 if left_out else 0


def make_bundle(targets: Sequence[Target], out: Path, *, solutions: bool = False) -> list[str]:
    """Fill a folder with wheels and instructions; prints a line for each target.

    Args:
        targets: the systems and Pythons it is for.
        out: a folder that is not there yet.
        solutions: whether the filled-in exercises go with it.

    Returns:
        why targets were left out: one line each.

    Raises:
        RuntimeError: where no target is left.
    """
    wheels, lists = out / "wheels", out / "requirements"
    wheels.mkdir(parents=True)
    lists.mkdir()
    own = build_own_wheels(wheels, solutions=solutions)
    pins = read_lock((ROOT / "requirements" / "learner.txt").read_text("utf-8"))
    left_out = []
    for target in targets:
        print(f"{target.name:24} ", end="", flush=True)
        try:
            size, number = _add(target, own, pins, out)
            print(f"{size}, {number} wheels", flush=True)
        except (RuntimeError, ValueError) as error:
            left_out.append(f"{target.name}: {error}")
            print(f"left out: {error}", flush=True)
    if not any(lists.iterdir()):
        raise RuntimeError(left_out[0])
    for path in ROOT.glob("LICENSE*"):
        shutil.copy(path, out)
    shutil.copytree(ROOM, out, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    return left_out


def build_own_wheels(folder: Path, *, solutions: bool = False) -> list[Path]:
    """Build the wheels of the library and of the course from the checkout; see ``make_bundle``."""
    more = [path for path in learner_files(ROOT, solutions=solutions) if path.parts[0] == "solutions"]
    with tempfile.TemporaryDirectory(prefix="chunklib-wheels-") as scratch:
        built = [*build_library(ROOT, Path(scratch)), *build_course(ROOT, Path(scratch), more)]
        return [Path(shutil.copy(archive, folder)) for archive in built if archive.suffix == ".whl"]


def _add(target: Target, own: list[Path], pins: list[Pin], out: Path) -> tuple[str, int]:
    with tempfile.TemporaryDirectory(prefix="wheels-", dir=out) as scratch:
        gather(pins_for(pins, target.environments), target, out / "wheels", Path(scratch))
        fetched = sorted(Path(scratch).glob("*.whl"))
        named = ((f"{name_of(wheel)}=={wheel.name.split('-')[1]}", wheel) for wheel in (*own, *fetched))
        lines = [f"{exactly} --hash=sha256:{digest_of(wheel)}\n" for exactly, wheel in named]
        size = _megabytes([*own, *fetched])
        for wheel in fetched:
            wheel.replace(out / "wheels" / wheel.name)
    (out / "requirements" / f"{target.name}.txt").write_text("".join(lines), "utf-8")
    return size, len(own) + len(fetched)


def gather(pins: Mapping[str, Pin], target: Target, store: Path, folder: Path) -> None:
    """Download every wheel that a learner on a target needs, and look at each hash.

    Args:
        pins: what is needed, by name.
        target: the system and Python.
        store: a folder with what other targets needed.
        folder: an empty folder for the wheels.

    Raises:
        RuntimeError: a package has no wheel for the target, or cannot be downloaded.
        ValueError: a wheel is not the one that its pin names.
    """
    there = take_universal(store, pins.values(), folder)
    fetch([pin for name, pin in pins.items() if name not in there], target, folder)
    check_hashes(pins.values(), folder)


def _megabytes(files: list[Path]) -> str:
    return f"{sum(file.stat().st_size for file in files if file.is_file()) / 1e6:7.1f} MB"


def _read(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m deploy.bundle", description=__doc__)
    text = "default: all"
    parser.add_argument("--systems", nargs="+", choices=SYSTEMS, default=list(SYSTEMS), metavar="SYSTEM", help=text)
    this_one, text = "{}.{}".format(*sys.version_info), "default: the one that runs this"
    parser.add_argument("--pythons", nargs="+", choices=PYTHONS, default=[this_one], metavar="PYTHON", help=text)
    text = "default: build/bundle; must be new, empty or an earlier bundle, which is replaced"
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "bundle", help=text)
    parser.add_argument("--solutions", action="store_true", help="the filled-in exercises too")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
