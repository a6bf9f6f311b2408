"""When something was handed in, as far as files tell."""

from __future__ import annotations

import stat
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from pathlib import Path
from zoneinfo import ZoneInfo

STAMP = "timestamp.txt"
_MOST = 100  # bytes of a file of a time


@dataclass(frozen=True)
class Moment:
    """Two times in seconds since 1970: when the file was last changed, and what nbgrader wrote down, if it did."""

    changed: float
    stamp: float | None = None

    @property
    def seconds(self) -> float:
        """Return the time that counts against a deadline."""
        return self.changed if self.stamp is None else self.stamp


def handed_in(notebook: Path) -> Moment | None:
    """Return when a notebook was handed in, None where it cannot be looked at.

    Both times can be set by whoever made the files: an exchange and a zip keep what they find.
    """
    try:
        changed = notebook.lstat().st_mtime
    except OSError:
        return None
    with suppress(OSError, ValueError, OverflowError):
        path = notebook.with_name(STAMP)
        about = path.lstat()
        if stat.S_ISREG(about.st_mode) and about.st_size <= _MOST:
            return Moment(changed, moment_of(path.read_text("ascii"), UTC))
    return Moment(changed)


def moment_of(written: str, zone: tzinfo | None = None) -> float:
    """Return a written time in seconds since 1970.

    Args:
        written: as in ISO 8601, or as nbgrader has it, with the zone behind a space.
        zone: of a time that has none of its own; None is this machine's.

    >>> moment_of("2026-11-20 10:00:00.000000 UTC") == moment_of("2026-11-20T11:00+01:00")
    True
    >>> moment_of("2026-11-20 11:00:00 Europe/Berlin") == moment_of("2026-11-20 10:00", UTC)
    True

    Raises:
        ValueError: it is no time, or its zone is not known.
    """
    date, _, last = written.strip().rpartition(" ")
    if last in ("UTC", "GMT"):
        return moment_of(date, UTC)
    if "/" in last:
        try:
            return moment_of(date, ZoneInfo(last))
        except (KeyError, OSError):  # not the name of a zone that is here
            raise ValueError(f"unknown time zone {last!r}") from None
    if last[:1] in ("+", "-"):
        date, last = "", date + last
    found = datetime.fromisoformat(f"{date} {last}".strip())
    return (found if found.tzinfo or zone is None else found.replace(tzinfo=zone)).timestamp()
