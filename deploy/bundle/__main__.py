"""Make the offline bundle: ``python -m deploy.bundle``. Needs PyPI; whoever installs from the bundle needs nothing."""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from chunklib.course.build.masters import BuildError
from chunklib.course.grading.gradebook.handout import look_at_course
from chunklib.course.grading.gradebook.learner_files import copy_learner_files
from deploy.bundle.closure import gather
from deploy.bundle.lock import Pin, read_lock_file
from deploy.bundle.place import ROOM, to_be_put
from deploy.bundle.targets import PYTHONS, SYSTEMS, Target, this_python
from deploy.bundle.wheels import build_own_wheel, digest_of, name_of

ROOT = Path(__file__).resolve().parents[2]


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the bundle; gives the exit status: 0, 1 where a system had to be left out, or 2 where there is no bundle."""
    asked = _read(arguments)
    targets = [Target(system, python) for system in asked.systems for python in asked.pythons]
    try:
        look_at_course(ROOT)
        with to_be_put(asked.out) as half:
            left_out = make_bundle(targets, half, solutions=asked.solutions)
    except (BuildError, OSError, ValueError, RuntimeError) as error:
        print(f"chunklib: no bundle: {error}", file=sys.stderr)
        return 2
    print(f"{'together':24} {_megabytes(list(asked.out.rglob('*')))}  in {asked.out}")
    return 1 if left_out else 0


def make_bundle(targets: Sequence[Target], out: Path, *, solutions: bool = False) -> list[str]:
    """Fill a folder with wheels, notebooks and instructions; prints a line for each target.

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
    own, pins = build_own_wheel(ROOT, wheels), read_lock_file(ROOT / "requirements.lock")
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
    copy_learner_files(ROOT, out, solutions=solutions)
    shutil.copytree(ROOM, out, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    return left_out


def _add(target: Target, own: Path, pins: list[Pin], out: Path) -> tuple[str, int]:
    with tempfile.TemporaryDirectory(prefix="wheels-", dir=out) as scratch:
        chosen = gather(own, pins, target, Path(scratch))
        found = [own, *sorted(Path(scratch).glob("*.whl"))]
        release = {name_of(wheel): str(chosen[name_of(wheel)].requirement.specifier) for wheel in found[1:]}
        release[name_of(own)] = f"=={own.name.split('-')[1]}"
        lines = [f"{name_of(wheel)}{release[name_of(wheel)]} --hash=sha256:{digest_of(wheel)}\n" for wheel in found]
        size = _megabytes(found)
        for wheel in found[1:]:
            wheel.replace(out / "wheels" / wheel.name)
    (out / "requirements" / f"{target.name}.txt").write_text("".join(lines), "utf-8")
    return size, len(found)


def _megabytes(files: list[Path]) -> str:
    return f"{sum(file.stat().st_size for file in files if file.is_file()) / 1e6:7.1f} MB"


def _read(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m deploy.bundle", description=__doc__)
    text = "default: all"
    parser.add_argument("--systems", nargs="+", choices=SYSTEMS, default=list(SYSTEMS), metavar="SYSTEM", help=text)
    text = "default: the one that runs this"
    parser.add_argument("--pythons", nargs="+", choices=PYTHONS, default=[this_python()], metavar="PYTHON", help=text)
    text = "default: build/bundle; must be new, empty or an earlier bundle, which is replaced"
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "bundle", help=text)
    parser.add_argument("--solutions", action="store_true", help="the filled-in exercises too")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
