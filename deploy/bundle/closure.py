"""What a learner needs: the pins that the extra `course` asks for, directly and through others.

It is worked out from the wheels themselves, so no second lock file is kept.
"""

from __future__ import annotations

import importlib.metadata
from collections.abc import Callable
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from deploy.bundle.lock import Pin, pins_for
from deploy.bundle.targets import Target
from deploy.bundle.wheels import check_hashes, fetch, name_of, requires, take_universal

EXTRA = "course"
Reader = Callable[[str], list[Requirement] | None]
"""What a package asks for, by its normal name; None where that is not known yet."""


def names_needed(root: str, extra: str, target: Target, read: Reader) -> set[str]:
    """Walk from a package with one extra through all that it asks for on a target.

    Args:
        root: the normal name of the package to begin with.
        extra: its extra.
        target: the system and Python whose markers count.
        read: what gives the requirements of a package.

    Returns:
        normal names, ``root`` among them. What ``read`` does not know is named and not followed.

    >>> asks = {"a": ["b[c]", "d; sys_platform == 'win32'"], "b": ["e; extra == 'c'", "f; extra == 'x'"], "e": []}
    >>> read = lambda name: [Requirement(line) for line in asks[name]] if name in asks else None
    >>> sorted(names_needed("a", "", Target("linux-x86_64", "3.11"), read))
    ['a', 'b', 'e']
    """
    todo, seen = [(root, extra), (root, "")], set[tuple[str, str]]()
    while todo:
        name, asked = todo.pop()
        if (name, asked) in seen:
            continue
        seen.add((name, asked))
        for requirement in read(name) or []:
            if _holds(requirement, target, asked):
                todo += [(canonicalize_name(requirement.name), one) for one in ("", *requirement.extras)]
    return {name for name, _ in seen}


def _holds(requirement: Requirement, target: Target, extra: str) -> bool:
    marker = requirement.marker
    return not marker or any(marker.evaluate({**seen, "extra": extra}) for seen in target.environments)


def read_installed(name: str) -> list[Requirement] | None:
    """Read what a package of this environment asks for: a first guess, which saves rounds of downloads."""
    try:
        return [Requirement(line) for line in importlib.metadata.requires(name) or []]
    except importlib.metadata.PackageNotFoundError:
        return None


def gather(own: Path, pins: list[Pin], target: Target, folder: Path) -> dict[str, Pin]:
    """Download every wheel that a learner on a target needs besides the project's own.

    Args:
        own: the wheel of the project; what other targets needed lies beside it.
        pins: of the lock file.
        target: the system and Python.
        folder: an empty folder for the wheels.

    Returns:
        the pins of what lies in ``folder`` afterwards, each hash looked at.

    Raises:
        RuntimeError: where a package has no wheel for the target, or cannot be downloaded.
        ValueError: where the lock file lacks a package, or a wheel is not the one that it names.
    """
    root, locked = name_of(own), pins_for(pins, target.environments)
    wheels = {root: own}

    def read_wheels(name: str) -> list[Requirement] | None:
        return requires(wheels[name]) if name in wheels else None

    def read_either(name: str) -> list[Requirement] | None:
        return read_wheels(name) if name in wheels else read_installed(name)

    names = names_needed(root, EXTRA, target, read_either) & {root, *locked}
    wheels.update(take_universal(own.parent, [locked[name] for name in names - {root}], folder))
    while missing := names - set(wheels):
        if unknown := sorted(missing - set(locked)):
            raise ValueError(f"the lock file has no {', '.join(unknown)} for {target.name}: make lock")
        fetch([locked[name] for name in sorted(missing)], target, folder)
        wheels.update({name_of(wheel): wheel for wheel in folder.glob("*.whl")})
        names |= names_needed(root, EXTRA, target, read_wheels)
    exact = names_needed(root, EXTRA, target, read_wheels) - {root}
    for name in names - exact - {root}:  # the guess was taken from another release
        wheels[name].unlink()
    check_hashes([locked[name] for name in exact], folder)
    return {name: locked[name] for name in sorted(exact)}
