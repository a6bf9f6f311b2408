"""When something was handed in, as far as files tell."""

from __future__ import annotations

import re
import stat
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from functools import cache
from pathlib import Path
from zoneinfo import ZoneInfo, available_timezones

from chunklib.errors import InvalidValue

STAMP = "timestamp.txt"
KEY_FILE = "submission_secret.txt"
EXCHANGE_FILES = (STAMP, KEY_FILE)
_MOST = 100  # bytes of a file of a time
_FIRST = 347_155_200.0  # 1981: a zip or a system without a clock says 1970, 1979 or 1980
_YEAR = 366 * 86_400.0
_LETTERS = re.compile(r"[A-Z]{2,5}")


@dataclass(frozen=True)
class Moment:
    """Holds two times in seconds since 1970: the file's last change, and what ``timestamp.txt`` beside it says.

    nbgrader writes that file, and so can a student. ``unread`` says why its content is not a time, where that is so.
    """

    changed: float
    stamp: float | None = None
    unread: str = ""

    @property
    def seconds(self) -> float:
        """Return the time that counts against a deadline: the later one."""
        return self.changed if self.stamp is None else max(self.changed, self.stamp)

    def against(self, due: float) -> str:
        """Say what a teacher should know about a time that is compared with a deadline; empty if nothing is odd."""
        if self.stamp is not None and (self.stamp > due) != (self.changed > due):
            return self.both()
        if self.seconds < _FIRST or self.seconds > due + _YEAR:
            return f"its time, {_shown(self.seconds)}, cannot be right"
        return ""

    def both(self) -> str:
        """Say both times; empty if there is only one."""
        if self.stamp is None:
            return ""
        return f"{STAMP} says {_shown(self.stamp)}, and the file was changed {_shown(self.changed)}: the later counts"


def handed_in(notebook: Path, *, alone: bool = True) -> Moment | None:
    """Return when a notebook was handed in, None where it cannot be looked at.

    What is written in a folder counts where the folder is one student's (``alone``), and not for a whole class.

    The person who made the files can set both times: an exchange and a zip keep what they find. To set the one that
    is written is easy, so it never makes a submission earlier than its file.
    """
    try:
        changed = notebook.lstat().st_mtime
    except OSError:
        return None
    if not alone:
        return Moment(changed)
    try:
        path = notebook.with_name(STAMP)
        about = path.lstat()
        if not stat.S_ISREG(about.st_mode) or about.st_size > _MOST:
            return Moment(changed, unread="it is not a small file")
        written = path.read_text("ascii").strip()
        return Moment(changed, moment_of(written, UTC)) if written else Moment(changed)
    except FileNotFoundError:
        return Moment(changed)
    except (OSError, ValueError, OverflowError) as error:
        unknown = isinstance(error, UnknownZone)
        return Moment(changed, unread=str(error) if unknown else "it holds no time")


def stamp_of(seconds: float) -> str:
    """Return a time as nbgrader writes it into ``timestamp.txt``, in UTC.

    >>> stamp_of(0)
    '1970-01-01 00:00:00.000000 UTC'

    Raises:
        ValueError: no calendar has it.
    """
    try:
        found = datetime.fromtimestamp(seconds, UTC)
    except (OverflowError, OSError, ValueError):
        raise InvalidValue(f"no time: {seconds} seconds since 1970") from None
    return f"{found.replace(tzinfo=None).isoformat(' ', 'microseconds')} UTC"


def _shown(seconds: float) -> str:
    """Write a time in UTC to the second; a number where no calendar has it."""
    try:
        return f"{datetime.fromtimestamp(seconds // 1, UTC).replace(tzinfo=None).isoformat(' ')} UTC"
    except (OverflowError, OSError, ValueError):
        return f"{seconds:.0f} seconds after 1970"


class UnknownZone(InvalidValue):
    """Says that the name of a time zone is not known or means several."""


def moment_of(written: str, zone: tzinfo | None = None) -> float:
    """Return a written time in seconds since 1970.

    Args:
        written: as in ISO 8601, or as nbgrader has it, with the zone after a space: its name in the database of zones,
            or letters, as ``CET``, that mean one time wherever clocks show them in that year.
        zone: of a time that has none of its own; None is this machine's.

    >>> moment_of("2026-11-20 10:00:00.000000 UTC") == moment_of("2026-11-20T11:00+01:00")
    True
    >>> moment_of("2026-11-20 11:00:00 Europe/Berlin") == moment_of("2026-11-20 10:00", UTC)
    True
    >>> moment_of("2026-07-20 12:00:00 CEST") == moment_of("2026-07-20 10:00", UTC)
    True
    >>> moment_of("2026-11-20 12:00:00 CST")
    Traceback (most recent call last):
    classroom.grader.intake.times.UnknownZone: the time zone CST may be UTC-06:00, UTC-05:00 or UTC+08:00

    Raises:
        UnknownZone: its zone is not known, or may be one of several.
        ValueError: it is not a time.
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
    """Return the zone in which clocks are said to show ``letters`` at a local time.

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
