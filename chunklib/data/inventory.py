"""A ledger for a cold store: what came in, where it lies, what left, and why.

The store has four zones, and every pallet in it belongs to a lot. The ledger never changes an entry and never
deletes one. Whoever made a mistake adds a second entry that takes the first one back, so that an auditor can read
afterwards both what was believed and when it was found to be wrong. A balance is therefore not stored anywhere: it
is the sum of the entries up to a day.

Example:
    >>> ledger = Ledger()
    >>> salmon = Lot("L-0417", "salmon fillet", packed=date(2026, 3, 2), shelf_days=14)
    >>> ledger.receive(salmon, "A", 12, on=date(2026, 3, 3))
    Entry(number=1, on=datetime.date(2026, 3, 3), kind='receive', lot='L-0417', zone='A', pallets=12, note='')
    >>> _ = ledger.ship("L-0417", "A", 5, on=date(2026, 3, 5), note="order 88")
    >>> ledger.balance("L-0417", "A")
    7

    An entry that would leave fewer than no pallets is refused, and the ledger stays as it was:

    >>> try:
    ...     ledger.ship("L-0417", "A", 8, on=date(2026, 3, 6))
    ... except LedgerError as refused:
    ...     print(refused)
    lot L-0417 has 7 pallets in zone A on 2026-03-06: cannot ship 8

Run it as a program to see the demonstration that `main` describes:

    python inventory.py --on 2026-03-16
"""

from __future__ import annotations

import argparse
import asyncio
import functools
import sys
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Concatenate, Literal, ParamSpec, TypeVar

__all__ = ["Entry", "Ledger", "LedgerError", "Lot", "Zone", "stock_report", "watch"]

P = ParamSpec("P")
T = TypeVar("T")

Kind = Literal["receive", "ship", "move_out", "move_in", "write_off", "correct"]

# A pallet that stays outside its band for longer than this has to be inspected before it may leave. The readings come
# every five minutes, so three in a row make a quarter of an hour.
TOLERATED_READINGS = 3

# How many days before the end of its shelf life a lot is put on the list of what should leave first.
WARNING_DAYS = 4

# Entries of these kinds take pallets away; all others bring them.
TAKING = frozenset({"ship", "move_out", "write_off"})

HELP_FOR_THE_DESK = """\
# not a heading: how to read the report

The line of a lot shows its number, its product, the pallets in each zone and the last day on which it may leave.
A star means that the lot is on the list of what should leave first.

def not_a_function():
    # This is how a forklift driver once wrote down a shift. It looks like code, and it is only text.
    take("L-0417", 5)

## not a heading either
class NotAClass: "a pallet without a label goes to zone Q until somebody knows what it is"
"""


class LedgerError(ValueError):
    """An entry that the rules of the ledger do not allow."""


@dataclass(frozen=True, slots=True)
class Zone:
    """A part of the store that is kept within one band of temperatures.

    Args:
        name: One capital letter, as it is painted on the door.
        lowest: The lower bound in degrees Celsius.
        highest: The upper bound in degrees Celsius.
        capacity: How many pallets fit.
    """

    name: str
    lowest: float
    highest: float
    capacity: int

    def holds(self, celsius: float) -> bool:
        """Say whether a temperature lies inside the band; both bounds belong to it.

        >>> ZONES["A"].holds(2.0), ZONES["A"].holds(2.1)
        (True, False)
        """
        return self.lowest <= celsius <= self.highest


# Fresh fish on ice, dairy and vegetables, deep-frozen goods, and the quarantine where nothing may be shipped from.
ZONES = {
    zone.name: zone
    for zone in (
        Zone("A", -1.5, 2.0, capacity=40),
        Zone("B", 2.0, 8.0, capacity=60),
        Zone("C", -28.0, -18.0, capacity=80),
        Zone("Q", -28.0, 8.0, capacity=10),
    )
}


@dataclass(frozen=True, slots=True)
class Lot:
    """Goods that were packed together and are traced together.

    >>> Lot("L-0502", "yoghurt", packed=date(2026, 2, 20), shelf_days=28).last_day
    datetime.date(2026, 3, 20)
    """

    number: str
    product: str
    packed: date
    shelf_days: int

    @property
    def last_day(self) -> date:
        """The last day on which the lot may leave the store."""
        return self.packed + timedelta(days=self.shelf_days)

    def leaves_first(self, on: date) -> bool:
        """Say whether the lot is near the end of its shelf life, or past it."""
        return self.last_day - on <= timedelta(days=WARNING_DAYS)


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the ledger. A move is two of them, one for each door."""

    number: int
    on: date
    kind: Kind
    lot: str
    zone: str
    pallets: int
    note: str = ""

    @property
    def signed(self) -> int:
        """The pallets that this entry adds to its zone; negative if it takes some away."""
        return -self.pallets if self.kind in TAKING else self.pallets


def whole_or_nothing(
    method: Callable[Concatenate[Ledger, P], T],
) -> Callable[Concatenate[Ledger, P], T]:
    """Let a method of a ledger write all its entries or, if one of them is refused, none."""

    @functools.wraps(method)
    def wrapped(ledger: Ledger, /, *args: P.args, **kwargs: P.kwargs) -> T:
        written = len(ledger.entries)
        lots = dict(ledger.lots)
        try:
            return method(ledger, *args, **kwargs)
        except LedgerError:
            # A move may have left its first door and found the second one closed.
            del ledger.entries[written:]
            ledger.lots = lots
            raise

    return wrapped


@dataclass
class Ledger:
    """All entries of one store, oldest first, and the lots they speak of."""

    zones: dict[str, Zone] = field(default_factory=lambda: dict(ZONES))
    entries: list[Entry] = field(default_factory=list)
    lots: dict[str, Lot] = field(default_factory=dict)

    @classmethod
    def from_entries(cls, lots: Iterable[Lot], entries: Iterable[Entry]) -> Ledger:
        """Build a ledger again from what was stored; the numbers of every entry are checked once more.

        >>> first = Ledger()
        >>> lot = Lot("L-0602", "peas", packed=date(2026, 1, 8), shelf_days=365)
        >>> _ = first.receive(lot, "C", 30, on=date(2026, 1, 12))
        >>> Ledger.from_entries([lot], first.entries) == first
        True
        """
        ledger = cls(lots={lot.number: lot for lot in lots})
        for entry in entries:
            ledger._write(entry.on, entry.kind, entry.lot, entry.zone, entry.pallets, entry.note)
        return ledger

    # What happens at the doors

    @whole_or_nothing
    def receive(self, lot: Lot, zone: str, pallets: int, *, on: date, note: str = "") -> Entry:
        """Take pallets of a lot into a zone.

        Raises:
            LedgerError: If a lot of this number is known with other data, or the zone is full.
        """
        known = self.lots.setdefault(lot.number, lot)
        if known != lot:
            raise LedgerError(
                f"lot {lot.number} is {known.product}, packed {known.packed}: give the new one its own number"
            )
        return self._write(on, "receive", lot.number, zone, pallets, note)

    @whole_or_nothing
    def ship(self, lot: str, zone: str, pallets: int, *, on: date, note: str = "") -> Entry:
        """Let pallets leave the store, unless they are in quarantine or past their last day."""
        if zone == "Q":
            raise LedgerError(f"zone Q is the quarantine: move lot {lot} out of it before it is shipped")
        if lot in self.lots and on > self.lots[lot].last_day:
            raise LedgerError(f"lot {lot} had to leave by {self.lots[lot].last_day}: write it off, do not ship it")
        return self._write(on, "ship", lot, zone, pallets, note)

    @whole_or_nothing
    def move(self, lot: str, start: str, end: str, pallets: int, *, on: date, note: str = "") -> tuple[Entry, Entry]:
        """Carry pallets from one zone to another, on the same day.

        >>> ledger = Ledger()
        >>> lot = Lot("L-0311", "oysters", packed=date(2026, 3, 1), shelf_days=9)
        >>> _ = ledger.receive(lot, "A", 11, on=date(2026, 3, 1))
        >>> try:
        ...     ledger.move("L-0311", "A", "Q", 11, on=date(2026, 3, 2))
        ... except LedgerError as refused:
        ...     print(refused)
        zone Q has room for 10 more pallets on 2026-03-02: cannot take 11
        >>> ledger.balance("L-0311", "A"), len(ledger.entries)
        (11, 1)
        """
        left = self._write(on, "move_out", lot, start, pallets, note)
        arrived = self._write(on, "move_in", lot, end, pallets, note)
        return left, arrived

    @whole_or_nothing
    def write_off(self, lot: str, zone: str, pallets: int, *, on: date, note: str) -> Entry:
        """Take pallets out of the books because nobody may eat what is on them; `note` says why."""
        if not note.strip():
            raise LedgerError(f"a write-off needs a note: lot {lot}, {pallets} pallets")
        return self._write(on, "write_off", lot, zone, pallets, note)

    @whole_or_nothing
    def take_back(self, number: int, *, on: date, note: str) -> Entry:
        """Take an earlier entry back by a new one with the opposite sign.

        A `correct` entry may be negative; it is the only kind that may.
        """
        wrong = next((entry for entry in self.entries if entry.number == number), None)
        if wrong is None:
            raise LedgerError(f"there is no entry {number} to take back: the last one is {len(self.entries)}")
        return self._write(on, "correct", wrong.lot, wrong.zone, -wrong.signed, f"takes back {number}: {note}")

    # What the books say

    def until(self, on: date | None = None) -> Iterator[Entry]:
        """Go through the entries up to the end of a day, or through all of them."""
        return (entry for entry in self.entries if on is None or entry.on <= on)

    def balance(self, lot: str, zone: str, on: date | None = None) -> int:
        """Count the pallets of a lot in a zone at the end of a day; without a day, now."""
        return sum(entry.signed for entry in self.until(on) if (entry.lot, entry.zone) == (lot, zone))

    def free(self, zone: str, on: date | None = None) -> int:
        """Count how many pallets still fit into a zone at the end of a day."""
        return self.zones[zone].capacity - sum(entry.signed for entry in self.until(on) if entry.zone == zone)

    def by_lot(self, on: date | None = None) -> dict[str, Counter[str]]:
        """Count the pallets of every lot in every zone; what is at zero does not appear."""
        found: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for entry in self.until(on):
            found[entry.lot][entry.zone] += entry.signed
        return {lot: +zones for lot, zones in sorted(found.items()) if +zones}

    def _write(self, on: date, kind: Kind, lot: str, zone: str, pallets: int, note: str) -> Entry:
        """Append one entry, if it breaks no rule. Every entry of the ledger passes through here."""
        entry = Entry(len(self.entries) + 1, on, kind, lot, zone, pallets, note)
        self._check(entry)
        self.entries.append(entry)
        return entry

    def _check(self, entry: Entry) -> None:
        """Refuse an entry that names something unknown, is out of order, or breaks a bound."""
        if entry.zone not in self.zones:
            raise LedgerError(f"unknown zone {entry.zone!r}: choose one of {', '.join(self.zones)}")
        if entry.lot not in self.lots:
            raise LedgerError(f"unknown lot {entry.lot!r}: receive it first")
        if entry.pallets <= 0 and entry.kind != "correct":
            raise LedgerError(f"a number of pallets must be positive: got {entry.pallets}")
        if self.entries and entry.on < self.entries[-1].on:
            raise LedgerError(f"the books are closed up to {self.entries[-1].on}: cannot write for {entry.on}")
        there, room = self.balance(entry.lot, entry.zone), self.free(entry.zone)
        if there + entry.signed < 0:
            has = f"lot {entry.lot} has {there} pallets in zone {entry.zone} on {entry.on}"
            raise LedgerError(f"{has}: cannot {entry.kind} {abs(entry.signed)}")
        if entry.signed > room:
            has = f"zone {entry.zone} has room for {room} more pallets on {entry.on}"
            raise LedgerError(f"{has}: cannot take {entry.signed}")


# The air in the zones


@dataclass(frozen=True, slots=True)
class Reading:
    """What the thermometer of a zone showed."""

    zone: str
    minute: int
    celsius: float


async def watch(readings: AsyncIterator[Reading], zones: dict[str, Zone] | None = None) -> AsyncIterator[Reading]:
    """Pass on each reading with which a zone has been outside its band for too long.

    One warm reading is a door that stood open. A zone is reported once, at the reading number TOLERATED_READINGS in a
    row, and again only after it has been inside its band in between.

    Args:
        readings: The readings of all zones in the order in which they were taken.
        zones: The bands; without them, ZONES.

    Yields:
        The reading that was one too many.

    >>> async def morning():
    ...     for minute, celsius in enumerate([1.9, 2.4, 2.6, 2.2, 2.3, 1.0, 2.5]):
    ...         yield Reading("A", 5 * minute, celsius)
    >>> async def reported():
    ...     return [reading async for reading in watch(morning())]
    >>> asyncio.run(reported())
    [Reading(zone='A', minute=15, celsius=2.2)]
    """
    bands = ZONES if zones is None else zones
    outside: Counter[str] = Counter()
    async for reading in readings:
        if bands[reading.zone].holds(reading.celsius):
            outside[reading.zone] = 0
            continue
        outside[reading.zone] += 1
        if outside[reading.zone] == TOLERATED_READINGS:
            yield reading


async def alarms(series: Mapping[str, Sequence[float]]) -> list[Reading]:
    """Watch several zones at the same time, each with its own series of readings, five minutes apart."""

    async def one(zone: str) -> list[Reading]:
        async def taken() -> AsyncIterator[Reading]:
            for step, celsius in enumerate(series[zone]):
                await asyncio.sleep(0)  # lets the other zones have their turn
                yield Reading(zone, 5 * step, celsius)

        return [reading async for reading in watch(taken())]

    found = await asyncio.gather(*(one(zone) for zone in series))
    return sorted((reading for readings in found for reading in readings), key=lambda reading: reading.minute)


# What is printed for the desk


def stock_report(ledger: Ledger, on: date, *, explained: bool = False) -> str:
    """Write the report that hangs beside the loading door.

    Lots stand in the order in which they should leave: the nearest last day first and, of two with the same day, the
    smaller number. A lot that is past its last day stands at the top, since it takes up room and can only be written
    off. The last lines count the whole store, and they are computed from the entries and not from the lines above
    them: if the two ever disagree, the report itself is wrong.

    Args:
        ledger: The books.
        on: The day whose evening the report describes.
        explained: Put HELP_FOR_THE_DESK under the report.

    Returns:
        The report, each line ended by a line feed.

    >>> ledger = Ledger()
    >>> for lot, zone, pallets in [
    ...     (Lot("L-0417", "salmon fillet", packed=date(2026, 3, 2), shelf_days=14), "A", 12),
    ...     (Lot("L-0502", "yoghurt", packed=date(2026, 2, 20), shelf_days=28), "B", 24),
    ... ]:
    ...     _ = ledger.receive(lot, zone, pallets, on=date(2026, 3, 3))
    >>> print(stock_report(ledger, date(2026, 3, 12)), end="")
    COLD STORE on 2026-03-12
      lot     product           A   B   C   Q  leaves by
    * L-0417  salmon fillet    12   .   .   .  2026-03-16
      L-0502  yoghurt           .  24   .   .  2026-03-20
      all pallets              12  24   0   0
      still free               28  36  80  10
    """
    zones = tuple(ledger.zones)
    stock = ledger.by_lot(on)

    def columns(counts: dict[str, int], nothing: str) -> str:
        # Four places are enough: the largest zone has room for 80 pallets.
        return "".join(f"{counts[zone] if counts.get(zone) else nothing:>4}" for zone in zones)

    def line(lot: Lot) -> str:
        star = "*" if lot.leaves_first(on) else " "
        return f"{star} {lot.number:<8}{lot.product:<15}{columns(stock[lot.number], '.')}  {lot.last_day}"

    # Sorting by a pair: Python compares the days first and looks at the numbers only where two days are equal.
    in_order = sorted(
        (ledger.lots[number] for number in stock),
        key=lambda lot: (lot.last_day, lot.number),
    )
    taken = {zone: ledger.zones[zone].capacity - ledger.free(zone, on) for zone in zones}
    room = {zone: ledger.free(zone, on) for zone in zones}
    heads = "".join(f"{zone:>4}" for zone in zones)
    lines = [
        f"COLD STORE on {on}",
        f"  {'lot':<8}{'product':<15}{heads}  leaves by",
        *map(line, in_order),
        f"  {'all pallets':<23}{columns(taken, '0')}",
        f"  {'still free':<23}{columns(room, '0')}",
    ]

    # The driver of the first truck reads only this part.
    overdue = [lot for lot in in_order if lot.last_day < on]
    if overdue:
        lines += [
            "",
            "PAST THEIR LAST DAY, do not load:",
            *(
                f"  {lot.number} {lot.product}, {sum(stock[lot.number].values())} pallets, "
                f"{(on - lot.last_day).days} days"
                for lot in overdue
            ),
        ]

    # A store that is nearly full gets a warning for each zone, because the next delivery would be refused at the door
    # and would stand in the yard until somebody has made room.
    tight = [zone for zone in zones if room[zone] * 10 < ledger.zones[zone].capacity]
    if tight:
        lines += [
            "",
            "LESS THAN A TENTH FREE: "
            + ", ".join(
                f"zone {zone} ({room[zone]} of {ledger.zones[zone].capacity})"  # such as: zone A (3 of 40)
                for zone in tight
            ),
        ]

    if explained:
        lines += ["", HELP_FOR_THE_DESK.rstrip("\n")]
    return "\n".join(lines) + "\n"


def demonstration() -> Ledger:
    """Fill a ledger with two weeks of a small store: five lots, one mistake, one lot that nobody fetched."""
    march = functools.partial(date, 2026, 3)
    salmon = Lot("L-0417", "salmon fillet", packed=march(2), shelf_days=14)
    cod = Lot("L-0418", "cod loin", packed=march(2), shelf_days=12)
    yoghurt = Lot("L-0502", "yoghurt", packed=date(2026, 2, 20), shelf_days=28)
    peas = Lot("L-0602", "peas", packed=date(2026, 1, 8), shelf_days=365)
    butter = Lot("L-0509", "butter", packed=march(6), shelf_days=60)

    ledger = Ledger()
    for lot, zone, pallets, day in (
        (salmon, "A", 12, 3),
        (cod, "A", 9, 3),
        (yoghurt, "B", 24, 4),
        (peas, "C", 74, 5),
        (butter, "B", 18, 9),
    ):
        ledger.receive(lot, zone, pallets, on=march(day))

    ledger.ship("L-0417", "A", 5, on=march(9), note="order 88")
    wrong = ledger.ship("L-0418", "A", 6, on=march(10), note="order 91")
    ledger.take_back(wrong.number, on=march(10), note="the truck took four, not six")
    ledger.ship("L-0418", "A", 4, on=march(10), note="order 91")
    ledger.move("L-0502", "B", "Q", 3, on=march(12), note="three lids are loose")
    return ledger


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the report of the demonstration for one day, and the alarms of one morning."""
    parser = argparse.ArgumentParser(description="Print the report of a small cold store.")
    parser.add_argument("--on", type=date.fromisoformat, default=date(2026, 3, 16), help="a day, such as 2026-03-16")
    parser.add_argument("--explained", action="store_true", help="explain the report to the people at the desk")
    asked = parser.parse_args(arguments)

    sys.stdout.write(stock_report(demonstration(), asked.on, explained=asked.explained))
    morning = {"A": [1.9, 2.4, 2.6, 2.2, 1.0], "C": [-19.0, -17.5, -18.5, -17.9, -17.0]}
    for reading in asyncio.run(alarms(morning)):
        sys.stdout.write(f"minute {reading.minute}: zone {reading.zone} at {reading.celsius} °C for too long\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
