"""A written answer states numbers of the lesson's own sweep, or its own, and gives its reason in sentences."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import nbformat
import pytest

from classroom.judge.catalogue import EXERCISES
from classroom.judge.errors import CourseError
from classroom.judge.verdict import Verdict, judged
from classroom.lessons.kept.keeping import keep
from tests.direct import INTERRUPTS, direct_probe
from tests.each import each

pytestmark = pytest.mark.skipif(not INTERRUPTS, reason="a call in this process cannot be ended on Windows")
NAME = "written_answer"
LESSON = Path(__file__).parents[2] / "notebooks" / "11_does_overlap_help.ipynb"
TEXT = """Claim: overlap raises recall by at least 0 points
Settings: token_windows 400/80 against 400/0, bm25@5
Measured: recall, six phases, 192 questions
Difference: +3.9 points
Interval: [+2.4, +5.4]
Smallest effect: 3.1 points
Verdict: supported
Because: even the lower end of the interval is two points above nothing, for a quarter more stored tokens."""
REASON = TEXT.rpartition("Because: ")[2]


def verdict(text: str) -> Verdict:
    function: Callable[[], str] = lambda: text  # noqa: E731
    return judged(EXERCISES[NAME], direct_probe(function, NAME), thorough=True)


@each(
    ("was", "now"),
    [
        ("", ""),
        ("+3.9 points", "+4 points"),
        ("[+2.4, +5.4]", "[2.4, 5.4]"),
        ("400/80 against 400/0", "400/0 against 400/80"),
        ("192 questions", "80 questions about our own manuals"),
        ("+3.9 points\nInterval: [+2.4, +5.4]", "-3.9 points\nInterval: [-5.4, -2.4]"),
    ],
)
def test_the_numbers_of_the_sweep_are_right_also_rounded_or_turned(was: str, now: str) -> None:
    assert verdict(TEXT.replace(was, now)).broken in ("", "the verdict follows from claim and interval")


@each(
    ("was", "now", "broken"),
    [
        ("+3.9", "+3.0", "the difference is in points, with its sign"),
        ("+3.9", "+5", "the difference is in points, with its sign"),
        ("[+2.4, +5.4]", "[+1.4, +5.4]", "the interval has the difference in it"),
        ("[+2.4, +5.4]", "[+3.4, +4.4]", "the interval has the difference in it"),
        ("3.1 points", "1.1 points", "the smallest effect is named"),
        ("400/80", "400/200", "the difference is in points, with its sign"),
        ("recall, six", "whole, six", "the difference is in points, with its sign"),
        ("192", "500", "it says what was measured, and on how much"),
        (REASON, "a b c d e f g h i j k l m n o p index", "the reason names the price"),
        (REASON, "xq zrt wvb plk mnd the of index tokens qwrt sdfg hjkl bnm cvx lkj pqr", "the reason names the price"),
        (REASON, "overlap chunk token index cost recall window phase question vector memory disk money bill bytes",
         "the reason names the price"),
    ],
)  # fmt: skip
def test_invented_numbers_and_words_are_wrong(was: str, now: str, broken: str) -> None:
    changed = TEXT.replace(was, now)
    assert changed != TEXT
    assert verdict(changed).broken == broken


def test_the_stored_numbers_are_those_that_the_lesson_shows() -> None:
    stored = [row.split() for row in EXERCISES.module(f"{NAME}.swept").SWEPT.strip().splitlines()]
    shown = []
    for cell in nbformat.read(LESSON, as_version=4).cells:  # type: ignore[no-untyped-call]
        for out in cell.get("outputs", ()):
            text = str(out.get("data", {}).get("text/plain", "")).replace("−", "-")
            rows = re.findall(r"^(\d+) %, (\d+), (\w+)@5 +(\S+) +\[(\S+), (\S+)\] +\S+ +(\S+)", text, re.MULTILINE)
            metric = "whole" if 'by_metric["whole"]' in cell.source else "recall"
            shown += [[metric, size, share, how, *numbers] for share, size, how, *numbers in rows]
    assert sorted(shown) == sorted(stored)


def test_a_text_is_not_offered_to_be_kept() -> None:
    def written_answer() -> str:
        return TEXT

    with pytest.raises(CourseError, match="a text for a reader"):
        keep(written_answer)
