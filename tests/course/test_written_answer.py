"""A written answer states numbers of the lesson's own sweep, or its own, and gives its reason in sentences."""

from __future__ import annotations

import re
from pathlib import Path

import nbformat
import pytest

from classroom.judge.catalogue import EXERCISES
from classroom.judge.errors import CourseError
from classroom.judge.verdict import Verdict, judged
from classroom.lessons.keeping import keep
from tests.direct import INTERRUPTS, direct_probe
from tests.each import each

pytestmark = pytest.mark.skipif(not INTERRUPTS, reason="a call in this process cannot be ended on Windows")
NAME = "written_answer"
LESSON = Path(__file__).parents[2] / "notebooks" / "11_does_overlap_help.ipynb"
TEXT = """Claim: overlap raises recall by at least 0 points
Settings: token_windows 400/80 against 400/0, bm25@5
Measured: recall, six phases, 192 questions
Difference: +3.3 points
Interval: [+2.0, +4.6]
Smallest effect: 2.7 points
Verdict: supported
Because: even the lower end of the interval is two points above nothing, for a quarter more stored tokens."""
REASON = TEXT.rpartition("Because: ")[2]


def verdict(text: str) -> Verdict:
    return judged(EXERCISES[NAME], direct_probe(lambda: text, NAME), thorough=True)


MEASURED = "it says what was measured, and on how much"
DIFFERENCE = "the difference is the measured one, in points with its sign"
INTERVAL = "the interval is the measured one, with the difference in it"
VERDICT = "the verdict follows from claim and interval"
PRICE = "the reason has sentences and names the price"


@each(("was", "now", "broken"), [
    ("Claim", "Claim", ""),
    ("+3.3 points", "+3 points", ""),
    ("[+2.0, +4.6]", "[2.0, 4.6]", ""),
    ("400/80 against 400/0", "400/0 against 400/80", ""),
    ("192 questions", "80 questions about our own manuals", ""),
    ("six phases", "all questions in 6 moved phases", ""),
    ("+3.3 points", "+3.3 percentage points", ""),
    ("400/80 against 400/0", "400 / 80 against 400 / 0", ""),
    ("Smallest effect: 2.7", "- **Smallest effect:** 2.7", ""),
    ("Verdict", "verdict", ""),
    ("+3.3 points\nInterval: [+2.0, +4.6]", "-3.3 points\nInterval: [-4.6, -2.0]", VERDICT),
    ("+3.3", "+2.4", DIFFERENCE),
    ("six phases, 192 questions\nDifference: +3.3", "twelve phases, 192 questions\nDifference: +5.5", DIFFERENCE),
    ("[+2.0, +4.6]", "[+1.0, +4.6]", INTERVAL),
    ("2.7 points", "1.1 points", "the smallest effect is the measured one"),
    ("400/80", "400/200", DIFFERENCE),
    ("recall, six", "whole, six", DIFFERENCE),
    ("192", "500", MEASURED),
    ("400/80 against 400/0, bm25@5", "300/60 against 300/0, bm25@5", MEASURED),
    ("400/80 against 400/0, bm25@5", "300/60 against 300/0, bm25@5, measured on my own", ""),
    (REASON, "it costs " * 10, PRICE),
    (REASON, "a b c d e f g h i j k l m n o p index", PRICE),
    (REASON, "xq zrt wvb plk mnd the of index tokens qwrt sdfg hjkl bnm cvx lkj pqr", PRICE),
    (REASON, "overlap chunk token index cost recall window phase question vector memory disk money bill bytes", PRICE),
])  # fmt: skip
def test_numbers_of_the_sweep_are_right_also_rounded_or_turned_and_what_is_invented_is_wrong(
    was: str, now: str, broken: str
) -> None:
    assert was in TEXT
    assert verdict(TEXT.replace(was, now)).broken == broken


@each(("was", "now", "words"), [
    ("six phases", "one phase", "said 'supported' of 1 phase; with fewer than six it is 'cannot tell'"),
    ("192 questions", "0 questions", "the line does not say how many questions"),
    ("[+2.0, +4.6]", "from +2.0 to +4.6", "there is no interval"),
])  # fmt: skip
def test_an_answer_that_rests_on_too_little_is_wrong(was: str, now: str, words: str) -> None:
    failure = verdict(TEXT.replace(was, now)).failure
    assert failure is not None
    assert failure.why == words


@each("price", [
    "the index grows by a quarter",
    "whoever keeps twelve gigabytes of vectors then keeps fifteen",
    "it is a quarter more to embed at every release",
    "the bill of the provider is a quarter higher",
    "more memory is taken on every server",
])  # fmt: skip
def test_a_price_in_ones_own_words_is_a_price(price: str) -> None:
    assert verdict(TEXT.replace(REASON, f"the lower end is above nothing in all of these questions, and {price}")).ok


@each("label", ["Claim", "Settings", "Measured", "Smallest effect", "Because"])
def test_a_missing_line_costs_its_own_point(label: str) -> None:
    found = verdict("\n".join(line for line in TEXT.splitlines() if not line.startswith(label)))
    assert found.points == EXERCISES[NAME].max_points - 1
    assert found.failure is not None
    assert found.failure.why.startswith("the line ")


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
