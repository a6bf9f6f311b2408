"""When something was handed in, as far as files tell."""

from __future__ import annotations

import re
import stat
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from functools import cache
from pathlib import Path
from zoneinfo import ZoneInfo, available_timezones

STAMP = "timestamp.txt"
_MOST = 100  # bytes of a file of a time
_LETTERS = re.compile(r"[A-Z]{2,5}")


@dataclass(frozen=True)
class Moment:
    """Two times in seconds since 1970: when the file was last changed, and what nbgrader wrote down, if it did.

    `unread` says why what stands there is no time, where that is so.
    """

    changed: float
    stamp: float | None = None
    unread: str = ""

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
    try:
        path = notebook.with_name(STAMP)
        about = path.lstat()
        if not stat.S_ISREG(about.st_mode) or about.st_size > _MOST:
            return Moment(changed, unread="it is no small file")
        written = path.read_text("ascii").strip()
        return Moment(changed, moment_of(written, UTC)) if written else Moment(changed)
    except FileNotFoundError:
        return Moment(changed)
    except (OSError, ValueError, OverflowError) as error:
        unknown = isinstance(error, UnknownZone)
        return Moment(changed, unread=str(error) if unknown else "it holds no time")


def stamp_of(seconds: float) -> str:
    """Return a time as nbgrader writes it into `timestamp.txt`, in UTC.

    >>> stamp_of(0)
    '1970-01-01 00:00:00.000000 UTC'

    Raises:
        ValueError: no calendar has it.
    """
    try:
        found = datetime.fromtimestamp(seconds, UTC)
    except (OverflowError, OSError):
        raise ValueError(f"no time: {seconds} seconds since 1970") from None
    return f"{found.replace(tzinfo=None).isoformat(' ', 'microseconds')} UTC"


class UnknownZone(ValueError):
    """Raised where nobody can tell what time zone a name means."""


def moment_of(written: str, zone: tzinfo | None = None) -> float:
    """Return a written time in seconds since 1970.

    Args:
        written: as in ISO 8601, or as nbgrader has it, with the zone behind a space: its name in the database of zones,
            or letters, as `CET`, that mean one time wherever clocks show them in that year.
        zone: of a time that has none of its own; None is this machine's.

    >>> moment_of("2026-11-20 10:00:00.000000 UTC") == moment_of("2026-11-20T11:00+01:00")
    True
    >>> moment_of("2026-11-20 11:00:00 Europe/Berlin") == moment_of("2026-11-20 10:00", UTC)
    True
    >>> moment_of("2026-07-20 12:00:00 CEST") == moment_of("2026-07-20 10:00", UTC)
    True
    >>> moment_of("2026-11-20 12:00:00 CST")
    Traceback (most recent call last):
    chunklib.course.grading.times.UnknownZone: the time zone CST may be UTC-06:00, UTC-05:00 or UTC+08:00

    Raises:
        UnknownZone: its zone is not known, or may be one of several.
        ValueError: it is no time.
    """
    date, _, last = written.strip().rpartition(" ")
    if last in ("UTC", "GMT"):
        return moment_of(date, UTC)
    if "/" in last:
        try:
            return moment_of(date, ZoneInfo(last))
        except (KeyError, OSError):  # not the name of a zone that is here
            raise UnknownZone(f"unknown time zone {last!r}") from None
    if _LETTERS.fullmatch(last):
        return moment_of(date, _zone_called(last, datetime.fromisoformat(date)))
    if last[:1] in ("+", "-"):
        date, last = "", date + last
    found = datetime.fromisoformat(f"{date} {last}".strip())
    return (found if found.tzinfo or zone is None else found.replace(tzinfo=zone)).timestamp()


def _zone_called(letters: str, local: datetime) -> tzinfo:
    """Return the zone in which clocks are said to show `letters` at a local time.

    Raises:
        UnknownZone: no clock does, or several do with different times in that year, as PST in California and Manila.
    """
    here = _offsets(letters, local)
    offsets = here.union(*(_offsets(letters, local.replace(month=month, day=15)) for month in (1, 7)))
    if not here:
        raise UnknownZone(f"no clock shows the time zone {letters!r} at that time")
    if len(offsets) > 1:
        *names, last = (timezone(offset).tzname(None) for offset in sorted(offsets))
        raise UnknownZone(f"the time zone {letters} may be {', '.join(names)} or {last}")
    return timezone(here.pop())


def _offsets(letters: str, local: datetime) -> set[timedelta]:
    moments = [local.replace(tzinfo=zone, fold=fold) for zone in _zones() for fold in (0, 1)]
    return {moment.utcoffset() or timedelta() for moment in moments if moment.tzname() == letters}


@cache
def _zones() -> tuple[ZoneInfo, ...]:
    return tuple(ZoneInfo(name) for name in sorted(available_timezones()) if not name.startswith(("Etc/", "posix/")))
