"""When something was handed in: what nbgrader wrote down, or else the file's own time, with a word."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from classroom.grader.intake.submissions import find
from classroom.grader.intake.times import Moment, UnknownZone, handed_in, moment_of, stamp_of
from tests.grader.handed_in import SMART, put


@pytest.mark.parametrize(
    "written",
    ["2026-11-20 10:00:00.000000 UTC", "2026-11-20 11:00:00 +0100", "2026-11-20 10:00:00", "2026-11-20T10:00Z"],
)
def test_what_nbgrader_wrote_down_is_the_time(tmp_path: Path, written: str) -> None:
    path = put(tmp_path, "ada/smart_chunk/smart_chunk.ipynb", changed=5)
    put(tmp_path, "ada/smart_chunk/timestamp.txt", written.encode())
    assert handed_in(path) == Moment(5, stamp=1_795_168_800)


@pytest.mark.parametrize(("changed", "stamp", "counts"), [(5, 9, 9), (9, 5, 9), (5, None, 5), (-9, -5, -5)])
def test_the_later_of_two_times_counts(changed: float, stamp: float | None, counts: float) -> None:
    assert Moment(changed, stamp).seconds == counts


def test_a_written_time_in_the_folder_of_a_class_is_nobodys(tmp_path: Path) -> None:
    put(tmp_path, "ada_smart_chunk.ipynb", changed=5)
    put(tmp_path, "bob/smart_chunk.ipynb", changed=5)
    put(tmp_path, "timestamp.txt", b"2026-11-20 10:00:00 UTC")
    put(tmp_path, "bob/timestamp.txt", b"2026-11-20 10:00:00 UTC")
    found = {one.student: one.moment for one in find(tmp_path, SMART).submissions}
    assert found == {"ada": Moment(5), "bob": Moment(5, stamp=1_795_168_800)}


@pytest.mark.parametrize("content", [b"", b"soon", b"\xff", b"2026-11-20" * 1000, b"2026-11-20 10:00 ../etc/zone"])
def test_a_strange_time_is_not_believed(tmp_path: Path, content: bytes) -> None:
    path = put(tmp_path, "smart_chunk.ipynb", changed=5)
    put(tmp_path, "timestamp.txt", content)
    found = handed_in(path)
    assert found is not None
    assert (found.stamp, found.seconds) == (None, 5)
    assert bool(found.unread) == bool(content)


@pytest.mark.parametrize(
    ("written", "hour"),
    [
        ("2026-11-20 19:00:00.000000 CET", 18),
        ("2026-07-20 19:00:00.000000 CEST", 17),
        ("2026-11-20 13:00:00.000000 EST", 18),
        ("2026-11-20 21:00:00.000000 +03", 18),
    ],
)
def test_letters_of_a_zone_are_read_where_they_mean_one_time(written: str, hour: int) -> None:
    day = written[:10]
    assert moment_of(written) == moment_of(f"{day}T{hour}:00Z")
    assert moment_of(stamp_of(moment_of(written))) == moment_of(written)


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("2026-11-20 19:00 CST", "the time zone CST may be UTC-06:00, UTC-05:00 or UTC+08:00"),
        ("2026-07-20 19:00 PST", "the time zone PST may be UTC-08:00 or UTC+08:00"),
        ("2026-01-20 19:00 CEST", "no clock shows the time zone 'CEST' at that time"),
        ("2026-01-20 19:00 XYZ", "no clock shows the time zone 'XYZ' at that time"),
    ],
)
def test_letters_that_mean_several_are_said_and_never_guessed(tmp_path: Path, written: str, why: str) -> None:
    with pytest.raises(UnknownZone, match=re.escape(why)):
        moment_of(written)
    put(tmp_path, "ada/smart_chunk/smart_chunk.ipynb", changed=5)
    put(tmp_path, "ada/smart_chunk/timestamp.txt", written.encode())
    (found,) = find(tmp_path, SMART).submissions
    assert found.note == f"timestamp.txt is not believed, the file's own time is: {why}"
    assert found.moment == Moment(5, unread=why)
