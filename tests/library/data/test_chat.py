"""The support chat: its arithmetic is right, and what it says of Fjordlink is what the handbook says."""

from __future__ import annotations

import json
import re
from datetime import datetime, timedelta
from itertools import pairwise

from chunklib.data import load

TEXT, HANDBOOK = load("support_chat"), load("handbook")
TURN = re.compile(r"(?m)^\[(\d{4}-\d\d-\d\d \d\d:\d\d)\] (\S+): (.*(?:\n(?!\[|---).*)*)")
TICKET = re.compile(r"(?ms)^--- Ticket (\d+): (.+?) \(opened (\w+ \d+ March).*?\) ---\n(.*?)(?=^---|\Z)")
TICKETS = {number: (title, opened, body) for number, title, opened, body in TICKET.findall(TEXT)}
TURNS = [(datetime.fromisoformat(stamp), who, said) for stamp, who, said in TURN.findall(TEXT)]
PER_LOGGER = {interval: 86_400 // interval for interval in (60, 300)}
STARTER = 100_000


def said(start: str) -> tuple[int, datetime, str, str]:
    """Place, time, speaker and text of the only turn that contains this."""
    (found,) = [(place, *turn) for place, turn in enumerate(TURNS) if start in turn[2]]
    return found


def clock(readings: int, per_day: int) -> str:
    """The time of day, in whole minutes, at which so many readings have come in since midnight."""
    minutes = readings * 24 * 60 // per_day
    return f"{minutes // 60:02}:{minutes % 60:02}"


def test_turns_and_tickets() -> None:
    assert len(TURNS) == 165
    assert len(TICKETS) == 7
    head = TEXT.split("\n\n")[0]
    assert {who for _, who, _ in TURNS} <= set(re.findall(r"\w+", head))
    for _, opened, body in TICKETS.values():
        stamps = [datetime.fromisoformat(stamp) for stamp, *_ in TURN.findall(body)]
        assert stamps == sorted(stamps)
        assert f"{stamps[0]:%A} {stamps[0].day} March" == opened
    assert set(re.findall(r"\b4[12]\d\d\b", TEXT)) == set(TICKETS), "every ticket that is spoken of is there"


def test_scripts_and_joiners() -> None:
    for text in ("👩\u200d🔧", "สวัสดีครับ", "请用收到的原始请求体", "Welche Temperatur", "😴"):
        assert text in TEXT
    label = "x" * 78 + "👩\u200d🔧"
    assert "78 and 3 make 81" in TEXT
    assert "must have at most 80 code points: got 81" in TEXT
    assert len(label) == 81
    assert "👷 costs only one" in TEXT
    assert len("👷") == 1
    assert len("นิรันดร์") == 8
    assert "นิรันดร์. That is eight code points" in TEXT


def test_json_and_identifiers() -> None:
    for line in re.findall(r"(?m)^\{.*\}$", TEXT):
        error = json.loads(line)["error"]
        assert f"`{error['code']}`" in HANDBOOK
    assert set(re.findall(r"\bE\d{4}\b", TEXT)) <= set(re.findall(r"\bE\d{4}\b", HANDBOOK))
    prefixed = re.findall(r"\b(?:dev|shp|alm|whk)_([0-9A-Z]+)\b", TEXT)
    assert len(set(prefixed)) == 5
    assert [name for name in prefixed if not re.fullmatch(r"[0-9A-HJKMNP-TV-Z]{12}", name)] == []
    hosts = re.findall(r"(?:\w@|POST )([\w-]+\.[\w.-]+)", TEXT)
    assert hosts
    assert [host for host in hosts if not host.split("/")[0].endswith(".test")] == []


def test_limits_are_those_of_the_handbook() -> None:
    for here, there in (
        ("Starter has 100,000 a day", "| Starter | 60 | 20 | 100,000 | 5 | 2 | 1 |"),
        ("On Team it's 2,000,000 a day", "| Team | 300 | 100 | 2,000,000 | 20 | 10 | 2 |"),
        ("Team has 20 keys, you use three", "| Team | 300 | 100 | 2,000,000 | 20 | 10 | 2 |"),
        ("one of your two places", "Exports at once"),
        ("A gateway tries a batch for 36 hours", "at most 36 hours before it sets the batch aside"),
        (
            "A link works for 24 hours, the file is kept for 7 days",
            "The file is kept for 7 days, and each download link",
        ),
        ("Tuesdays, 02:00 to 02:30", "Maintenance is on Tuesdays from 02:00 to 02:30 UTC"),
        ("two working days", "| 2 working days |"),
        ("a first answer within 8 hours", "| 8 hours |"),
        ("because of the hysteresis of 0.5", "`hysteresis` is 0.5 unless you set it"),
        ("When five in a row are given up, the endpoint is switched off", "When five events in a row"),
        ("data never moves between regions", "Data never moves between regions"),
        ("`exports:write` is the scope for downloading", "| `exports:write` | start exports and download them |"),
    ):
        assert here in TEXT
        assert there in HANDBOOK


def test_the_quota_is_used_up_earlier_every_day() -> None:
    """From Thursday 12 March one gateway of four records every 60 s; what is refused is sent the next day."""
    before, rate = 4 * 60 * PER_LOGGER[300], 3 * 60 * PER_LOGGER[300] + 60 * PER_LOGGER[60]
    assert f"{60 * PER_LOGGER[300]:,} a day. Four such gateways: {before:,}" in TEXT
    assert f"make {60 * PER_LOGGER[60]:,}. With the other three that's {rate:,}" in TEXT
    assert f"Over by {rate - STARTER:,}" in TEXT
    assert f"{rate // 24:,} an hour" in TEXT
    for number, day in enumerate(("Thu", "Fri", "Sat")):
        left = STARTER - number * (rate - STARTER)
        assert re.search(rf"(?m)^  {day} .*= +{left * 24 / rate:.2f} h -> {clock(left, rate)}$", TEXT)
    assert f"{3 * (rate - STARTER):,} waiting" in TEXT
    assert "Thu 17:21, Fri 10:43, Sat 04:05, Sun 00:03" in TEXT
    assert (STARTER / 500 - 20) / 60 == 3, "minutes on Sunday, with a burst of 20 and 60 requests a minute"


def test_what_waits_on_monday_and_until_when() -> None:
    rate = 3 * 60 * PER_LOGGER[300] + 60 * PER_LOGGER[60]
    left_of_saturday = 3 * (rate - STARTER) - STARTER
    left_of_sunday = rate - (STARTER - left_of_saturday)
    assert f"{left_of_sunday:,} of Sunday's" in TEXT
    assert f"recorded on Sunday at {clock(rate - left_of_sunday, rate)}" in TEXT
    assert clock(STARTER - left_of_sunday, rate) == "08:10", "what Tuesday's quota reaches of Monday"
    assert "tomorrow, Tuesday, at about 20:10" in TEXT, "36 hours later"
    slow = 4 * 60 * PER_LOGGER[300]
    monday = 9 * rate // 24 + 15 * slow // 24
    waiting = left_of_sunday + monday
    assert f"{monday:,}. With the {left_of_sunday:,} that makes {waiting:,} waiting" in TEXT
    assert f"{waiting:,} readings are {waiting // 500} full batches" in TEXT
    assert waiting % 500 == 0
    assert "You would not be clear before Saturday" in TEXT
    days = 0
    while waiting > 0:  # from Tuesday on
        waiting, days = waiting + slow - STARTER, days + 1
    assert days == len(["Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"])
    two = 2 * PER_LOGGER[60]
    assert f"{two:,} readings instead of {2 * PER_LOGGER[300]}" in TEXT
    assert f"{slow + two - 2 * PER_LOGGER[300]:,} a day for everything" in TEXT


def test_the_times_of_maintenance_and_of_delivery() -> None:
    for stamp, wait in re.findall(r"(?m)^2026-03-17T(\S+)Z .* Retry-After=(\d+)$", TEXT):
        over = datetime.fromisoformat(f"2026-03-17 {stamp}") + timedelta(seconds=int(wait))
        assert f"{over:%H:%M:%S}" in ("02:26:04", "02:30:00")
    assert "1,560 s from 02:00:04 is 02:26:04" in TEXT
    waits = [0, 1, 5, 30, 120, 360, 720, 1440]
    first = datetime(2026, 3, 16, 14)  # noqa: DTZ001
    attempts = [first + timedelta(minutes=sum(waits[: number + 1])) for number in range(8)]
    clocks = [f"{attempt:%H:%M}" for attempt in attempts]
    assert f"{', '.join(clocks[:5])} and {clocks[5]} that day, {clocks[6]} on Tuesday" in TEXT
    assert "the last is today at 10:36" in TEXT
    assert attempts[-1] == datetime(2026, 3, 18, 10, 36)  # noqa: DTZ001
    assert said("the last is today at 10:36")[1].date() == attempts[-1].date()


def test_the_readings_open_and_close_the_alarm() -> None:
    found = re.findall(r"(?m)^  (\d\d:\d\d)  (\d\.\d)$", TEXT)
    readings = [(60 * int(at[:2]) + int(at[3:]), at, float(celsius)) for at, celsius in found]
    assert {later - earlier for (earlier, *_), (later, *_) in pairwise(readings)} == {5}
    outside = [minute for minute, _, celsius in readings if celsius > 8.0]
    opened = next(at for minute, at, _ in readings if minute >= outside[0] + 15)
    closed = next(at for minute, at, celsius in readings if minute > outside[0] and celsius <= 7.5)
    assert (opened, closed) == ("18:20", "18:35")
    assert "Opened 12 March 18:20, detected 13 March 00:02" in TEXT
    assert "von 18:05 bis 18:35, höchstens 9,1 °C" in TEXT
    assert max(celsius for *_, celsius in readings) == 9.1


def test_an_answer_lies_far_from_its_question_and_needs_earlier_tickets() -> None:
    question = next(place for place, turn in enumerate(TURNS) if "Why is it broken?" in turn[2])
    answer, _, who, _ = said('You exported the label "Box 12"')
    assert TURNS[question][1] == "Runa"
    assert who == "Mikkel"
    assert answer - question > 130
    numbers = re.findall(r"\b(4\d{3})\b", "".join(text for *_, text in TURNS[answer - 5 :]))
    assert set(numbers) == {"4187", "4191", "4194", "4196"}
    assert "label box 12 = dev_9BPZ4WN7KE3D, label box 21 = dev_2MCV8RH5TQ1X" in TEXT
    assert 'the logger labelled "Box 21" travelled in box 12' in TEXT
    assert "sechs Tage zu 40 Euro, also 240 Euro" in TEXT
    assert (said("das wären sechs Tage")[1].day, 19 - 13) == (17, 6)
