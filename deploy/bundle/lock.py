"""Read the lock file as pins: what is installed where, with the hashes of its files."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

_HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")
_CONTINUED = re.compile(r"\\\n\s*")


@dataclass(frozen=True, slots=True)
class Pin:
    """Names one release of a package, with the sha256 of each of its files."""

    requirement: Requirement
    hashes: frozenset[str]

    @property
    def name(self) -> str:
        """Return the name in its normal form."""
        return canonicalize_name(self.requirement.name)

    def line(self) -> str:
        """Return the line of a requirements file that asks for it, whatever the system is."""
        hashes = " ".join(f"--hash=sha256:{digest}" for digest in sorted(self.hashes))
        return f"{self.name}{self.requirement.specifier} {hashes}"


def read_lock(text: str) -> list[Pin]:
    r"""Read a requirements file with hashes.

    Args:
        text: what ``make lock`` writes.

    Returns:
        one pin a requirement, in the order of the file.

    Raises:
        ValueError: for a requirement without an exact version or without hashes.

    >>> pin, = read_lock("A_b==1.0 ; sys_platform == 'win32' \\\n    --hash=sha256:" + "0" * 64)
    >>> pin.name, str(pin.requirement.specifier), len(pin.hashes)
    ('a-b', '==1.0', 1)
    """
    pins = []
    for line in _CONTINUED.sub(" ", text).splitlines():
        asked = line.partition("--hash")[0].strip()
        if not asked or asked.startswith(("#", "-")):
            continue
        pin = Pin(Requirement(asked), frozenset(_HASH.findall(line)))
        if not pin.hashes or [one.operator for one in pin.requirement.specifier] != ["=="]:
            raise ValueError(f"a lock file names exact versions with hashes: got {asked!r}")
        pins.append(pin)
    return pins


def pins_for(pins: list[Pin], environments: Sequence[Mapping[str, str]]) -> dict[str, Pin]:
    """Choose the pins that hold in one of some environments.

    Args:
        pins: of the whole lock file.
        environments: what markers are evaluated with; those of one target.

    Returns:
        the pin of each package by its name.

    Raises:
        ValueError: where two releases of a package hold.
    """
    found: dict[str, Pin] = {}
    for pin in pins:
        marker = pin.requirement.marker
        if marker and not any(marker.evaluate(dict(environment)) for environment in environments):
            continue
        if pin.name in found:
            raise ValueError(f"the lock file names two releases of {pin.name} for one system")
        found[pin.name] = pin
    return found
