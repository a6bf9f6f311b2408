"""The handbook's figures agree with one another, and its code does what the text beside it says."""

from __future__ import annotations

import json
import math
import re
from datetime import datetime
from statistics import fmean
from typing import Any

from chunklib.data import load

TEXT = load("handbook")
BLOCKS = re.findall(r"(?ms)^ *```\w+\n(.*?)^ *```$", TEXT)


def table(first_column: str) -> list[dict[str, str]]:
    """The rows of the table with this name over its first column."""
    start = TEXT.index(f"\n| {first_column} |") + 1
    names, _, *rows = (line.strip("| ").split(" | ") for line in TEXT[start:].split("\n\n")[0].splitlines())
    return [dict(zip(names, row, strict=True)) for row in rows]


def number(text: str) -> int:
    return int(re.sub(r"\D", "", text))


def minutes(clock: str) -> int:
    hour, minute = clock.split(":")
    return 60 * int(hour) + int(minute)


def test_the_receiver_accepts_the_signature_in_the_text_and_no_other() -> None:
    (source,) = [body for body in BLOCKS if "def verify" in body]
    receiver: dict[str, Any] = {"__name__": "handbook"}
    exec(source, receiver)  # noqa: S102  # our own text
    found = re.search(r"secret `(\w{64})`, the time (\d+) and the body `(.+?)`.*? `(\w{64})`", TEXT)
    assert found is not None
    secret, sent_at, body = bytes.fromhex(found[1]), int(found[2]), found[3].encode()
    header = f"t={sent_at},v1={found[4]}"
    assert receiver["verify"](secret, header, body, sent_at + 300)
    assert not receiver["verify"](secret, header, body, sent_at + 301)
    assert not receiver["verify"](secret, header, body + b" ", sent_at)
    assert not receiver["verify"](secret, "nonsense", body, sent_at)
    assert [receiver["is_new"]("evt", now) for now in (0, 48 * 3600, 48 * 3600 + 1)] == [True, False, True]


def test_the_figures_of_gateways_and_plans_agree() -> None:
    plans = {row["Plan"]: row for row in table("Plan")}
    for row in plans.values():
        assert number(row["Burst"]) * 3 == number(row["Requests per minute"])
    daily = 60 * 86_400 // 300
    full, rest = divmod(daily // 2, 500)
    assert f"{daily // 2:,} readings in an outage of 12 hours" in TEXT
    assert f"{full} full batches and one of {rest}" in TEXT
    assert f"{full + 1} requests are few enough" in TEXT
    assert full + 1 <= number(plans["Starter"]["Burst"])
    assert f"{daily:,} readings a day" in TEXT
    assert number(plans["Starter"]["Readings per day"]) // daily == 5
    assert "Starter therefore carries five such gateways" in TEXT
    assert f"Team {number(plans['Team']['Readings per day']) // daily}." in TEXT
    assert f"uploads has {daily * 15 // (24 * 60)} readings" in TEXT
    assert f"uses {daily * 5:,} readings" in TEXT
    assert f"{daily * 92:,} readings in the longest range of 92 days" in TEXT
    assert 10_000_000 // (daily * 92) == 6
    assert "six such gateways and not seven" in TEXT
    assert f"approx. {256 * 1024 // 500} bytes" in TEXT


def test_the_figures_of_devices_agree() -> None:
    memory = {row["Model"]: number(row["Memory (readings)"]) for row in table("Model")}
    assert f"FL-100 lasts approx. {memory['FL-100'] * 300 // 86_400} days" in TEXT
    assert f"FL-200 approx. {memory['FL-200'] * 300 // 86_400} days" in TEXT
    assert f"FL-200 lasts approx. {memory['FL-200'] * 60 // 86_400} days" in TEXT
    assert f"full after approx. {memory['FL-G2'] // (60 * 288)} days" in TEXT
    stamps = re.findall(r"(?m)^(\S+) uplink (?:lost|back)", TEXT)
    lost, back = (datetime.fromisoformat(stamp) for stamp in stamps)
    assert f"after {(back - lost).seconds} s" in TEXT
    shortest = {row["Model"]: row["Shortest interval"] for row in table("Model")}
    assert f"at least {number(shortest['FL-200'])} for model FL-200" in TEXT


def test_the_figures_of_time_agree() -> None:
    units = {"min": 60, "h": 3600}
    found = re.search(r"waiting (.+?) in turn", TEXT)
    assert found is not None
    waits = [int(n) * units[unit] for n, unit in re.findall(r"(\d+) (min|h)\b", found[1])]
    assert len(waits) == 7
    hours, rest = divmod(sum(waits), 3600)
    assert f"{hours} hours and {rest // 60} minutes after the first" in TEXT
    assert f"add up to {sum(min(2**k, 60) for k in range(7))} s" in TEXT
    token = next(json.loads(body) for body in BLOCKS if "expires_in" in body)
    assert f"{token['expires_in'] // 60} minutes" in {row["Lifetime"] for row in table("Credential")}
    assert f"i.e. {(token['expires_in'] - 300) // 60} minutes after" in TEXT


def test_the_timeline_follows_the_rule_it_illustrates() -> None:
    outside_since, is_open, seen = "–", False, []
    for row in table("Recorded"):
        recorded, value = row["Recorded"], float(row["°C"])
        outside_since = "–" if value <= 8.0 else recorded if outside_since == "–" else outside_since
        assert row["Outside since"] == outside_since
        if is_open:
            expected = "alarm closes" if value <= 7.5 else "still open"
        elif outside_since == "–":
            expected = "quiet"
        else:
            expected = "alarm opens" if minutes(recorded) - minutes(outside_since) >= 900 // 60 else "clock running"
        assert row["State"].startswith(expected)
        is_open = expected in ("alarm opens", "still open")
        seen.append(expected)
    assert {"quiet", "clock running", "alarm opens", "still open", "alarm closes"} == set(seen)


def test_the_mean_kinetic_temperature_is_right() -> None:
    celsius = [5.0] * 45 + [25.0] * 3
    kinetic = 10_000 / -math.log(fmean(math.exp(-10_000 / (value + 273.15)) for value in celsius)) - 273.15
    assert "48 hourly values, 45 of them 5.0 °C and three 25.0 °C" in TEXT
    assert f"the average is {fmean(celsius):.2f} °C" in TEXT
    assert f"the MKT is {kinetic:.2f} °C" in TEXT
    assert round(83_144 / 8.3144) == 10_000
