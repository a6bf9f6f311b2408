"""The inventory module: good code that runs, with the traps that the data card names."""

from __future__ import annotations

import ast
import asyncio
import subprocess
import sys
from datetime import date
from itertools import pairwise

import pytest

from chunklib.data import inventory, load, path
from chunklib.data.inventory import ZONES, Entry, Ledger, LedgerError, Lot, alarms, demonstration, stock_report
from tests.each import each

TEXT = load("inventory")
TREE = ast.parse(TEXT)
FUNCTIONS = [node for node in ast.walk(TREE) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
SALMON = Lot("L-0417", "salmon fillet", packed=date(2026, 3, 2), shelf_days=14)


def march(day: int) -> date:
    return date(2026, 3, day)


def stocked(pallets: int = 12) -> Ledger:
    ledger = Ledger()
    ledger.receive(SALMON, "A", pallets, on=march(3))
    return ledger


# What a lesson on code needs


def test_what_the_module_is_made_of() -> None:
    assert ast.get_docstring(TREE) is not None
    assert 380 <= TEXT.count("\n") <= 520
    assert any(isinstance(node, ast.AsyncFunctionDef) for node in FUNCTIONS)
    inner = [node for outer in FUNCTIONS for node in ast.walk(outer) if node is not outer and node in FUNCTIONS]
    assert len(inner) >= 4
    decorated = [node for node in ast.walk(TREE) if isinstance(node, ast.ClassDef) and node.decorator_list]
    assert len(decorated) >= 4
    longest = max(FUNCTIONS, key=lambda node: (node.end_lineno or 0) - node.lineno)
    assert longest.name == "stock_report"
    assert (longest.end_lineno or 0) - longest.lineno + 1 > 80


def test_a_string_holds_what_looks_like_headings_and_code() -> None:
    lines = TEXT.splitlines()
    traps = ["# not a heading: how to read the report", "def not_a_function():", "## not a heading either"]
    assert all(trap in lines for trap in traps)
    assert all(trap in inventory.HELP_FOR_THE_DESK for trap in traps)
    assert "not_a_function" not in {node.name for node in FUNCTIONS}


def test_comments_stand_above_their_owners() -> None:
    lines = TEXT.splitlines()
    above = [
        name
        for name in ("TOLERATED_READINGS", "WARNING_DAYS", "TAKING", "ZONES")
        for line, after in pairwise(lines)
        if line.startswith("# ") and after.startswith(name)
    ]
    assert above == ["TOLERATED_READINGS", "WARNING_DAYS", "TAKING", "ZONES"]


# What the ledger promises


def test_the_examples_in_the_docstrings_run_as_a_program_would_run_them() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "doctest", path("inventory")], capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")


def test_the_program_prints_the_report_of_its_demonstration(capsys: pytest.CaptureFixture[str]) -> None:
    assert inventory.main(["--on", "2026-03-16"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith(stock_report(demonstration(), march(16)))
    assert "L-0418 cod loin, 5 pallets, 2 days" in printed
    assert "zone C (6 of 80)" in printed
    assert printed.endswith("minute 15: zone A at 2.2 °C for too long\n")


def test_the_help_is_printed_on_demand_only() -> None:
    assert "not a heading" not in stock_report(Ledger(), march(1))
    assert stock_report(Ledger(), march(1), explained=True).endswith(inventory.HELP_FOR_THE_DESK)


def test_balances_on_earlier_days_do_not_change() -> None:
    ledger = stocked()
    entry = ledger.ship("L-0417", "A", 5, on=march(5))
    ledger.take_back(entry.number, on=march(6), note="the truck never came")
    assert [ledger.balance("L-0417", "A", march(day)) for day in (2, 3, 5, 6)] == [0, 12, 7, 12]


def test_a_move_is_whole_or_nothing() -> None:
    ledger = stocked(pallets=11)
    with pytest.raises(LedgerError, match="zone Q has room for 10 more pallets on 2026-03-04: cannot take 11"):
        ledger.move("L-0417", "A", "Q", 11, on=march(4))
    assert [entry.kind for entry in ledger.entries] == ["receive"]
    ledger.move("L-0417", "A", "Q", 10, on=march(4))
    assert ledger.by_lot() == {"L-0417": {"A": 1, "Q": 10}}


def test_a_refused_lot_is_not_known_afterwards() -> None:
    ledger = Ledger()
    with pytest.raises(LedgerError, match="room for 40 more"):
        ledger.receive(SALMON, "A", 41, on=march(3))
    assert ledger.lots == {}


@each(
    ("wrong", "message"),
    [
        (lambda books: books.ship("L-0417", "Q", 1, on=march(4)), "zone Q is the quarantine"),
        (lambda books: books.ship("L-0417", "A", 1, on=march(17)), "had to leave by 2026-03-16"),
        (lambda books: books.ship("L-0417", "A", 0, on=march(4)), "must be positive: got 0"),
        (lambda books: books.ship("L-9999", "A", 1, on=march(4)), "unknown lot 'L-9999'"),
        (lambda books: books.ship("L-0417", "D", 1, on=march(4)), "unknown zone 'D': choose one of A, B, C, Q"),
        (lambda books: books.ship("L-0417", "A", 1, on=march(2)), "books are closed up to 2026-03-03"),
        (lambda books: books.write_off("L-0417", "A", 1, on=march(4), note=" "), "needs a note"),
        (lambda books: books.take_back(9, on=march(4), note="?"), "no entry 9"),
        (lambda books: books.receive(Lot("L-0417", "cod", march(1), 9), "A", 1, on=march(4)), "is salmon fillet"),
    ],
)
def test_what_is_refused_leaves_no_trace(wrong: object, message: str) -> None:
    ledger, untouched = stocked(), stocked()
    assert callable(wrong)
    with pytest.raises(LedgerError, match=message):
        wrong(ledger)
    assert ledger == untouched


def test_a_stored_ledger_is_checked_when_it_is_read() -> None:
    ledger = demonstration()
    assert Ledger.from_entries(ledger.lots.values(), ledger.entries) == ledger
    forged = [*ledger.entries, Entry(99, march(14), "ship", "L-0417", "A", 8)]
    with pytest.raises(LedgerError, match="has 7 pallets"):
        Ledger.from_entries(ledger.lots.values(), forged)


def test_a_zone_is_reported_again_only_after_it_was_in_order() -> None:
    warm, cold = 2.5, ZONES["A"].highest
    found = asyncio.run(alarms({"A": [warm] * 5 + [cold] + [warm] * 3, "B": [5.0, 9.0, 9.0]}))
    assert [(reading.zone, reading.minute) for reading in found] == [("A", 10), ("A", 40)]
