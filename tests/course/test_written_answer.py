"""A written answer states numbers of the stored sweep, and gives its reason in sentences."""

from __future__ import annotations

import pytest

from chunklib.evaluation import verdicts
from classroom.judge.catalogue import EXERCISES
from classroom.judge.errors import CourseError
from classroom.judge.verdict import Verdict, judged
from classroom.lessons.keeping import keep
from classroom.lessons.stored_sweep import METRICS, stored_sweep
from tests.direct import INTERRUPTS, direct_probe
from tests.each import each

pytestmark = pytest.mark.skipif(not INTERRUPTS, reason="a call in this process cannot be ended on Windows")
NAME = "written_answer"
TEXT = """Claim: overlap raises recall by at least 0 points
Settings: token_windows 200/40 against token_windows 200/0, bm25
Measured: recall_1000, six placings, 365 questions
Difference: +3.1 points
Interval: [+2.0, +4.2]
Smallest effect: 1.5 points
Verdict: supported
Because: even the lower end of the interval is two points above nothing, for a quarter more stored tokens."""
REASON = TEXT.rpartition("Because: ")[2]
ENDS = "[+2.0, +4.2]"
BOTH = "token_windows 200/40 against token_windows 200/0"


def verdict(text: str) -> Verdict:
    return judged(EXERCISES[NAME], direct_probe(lambda: text, NAME), thorough=True)


SETTINGS = "two settings are named"
MEASURED = "it says what was measured, and on how much"
DIFFERENCE = "the difference is the measured one, in points with its sign"
INTERVAL = "the interval is the measured one, with the difference in it"
SMALLEST = "the smallest effect is the measured one"
VERDICT = "the verdict follows from claim and interval"
PRICE = "the reason has sentences and names the price"


@each(("was", "now", "broken"), [
    ("Claim", "Claim", ""),
    ("+3.1 points", "+3 points", ""),
    (ENDS, "[2.0, 4.2]", ""),
    (BOTH, "windows 200 / 40 vs 200 / 0", ""),
    ("recall_1000", "recall at 1,000 tokens", ""),
    ("six placings", "all questions in 6 phases", ""),
    ("+3.1 points", "+3.1 percentage points", ""),
    ("Smallest effect: 1.5", "- **Smallest effect:** 1.5", ""),
    ("Verdict", "verdict", ""),
    (f"+3.1 points\nInterval: {ENDS}", "-3.1 points\nInterval: [-4.2, -2.0]", DIFFERENCE),
    (BOTH, "token_windows 200/0 against token_windows 200/40", DIFFERENCE),
    ("+3.1", "+3.4", DIFFERENCE),
    (f"+3.1 points\nInterval: {ENDS}", "+5.5 points\nInterval: [+3.1, +8.0]", DIFFERENCE),
    (ENDS, "[+1.0, +4.2]", INTERVAL),
    ("1.5 points", "3.4 points", SMALLEST),
    (BOTH, "token_windows 200/100 against token_windows 200/0", DIFFERENCE),
    (BOTH, "token_windows 330/66 against token_windows 330/0", SETTINGS),
    (BOTH, "200/40 against 200/0", SETTINGS),
    (BOTH, "windows 200/40 against windows 200/40", SETTINGS),
    ("recall_1000", "whole", DIFFERENCE),
    ("recall_1000", "taste", MEASURED),
    ("365 questions", "57 questions of our own", MEASURED),
    ("six placings", "one placing", MEASURED),
    ("Verdict: supported", "Verdict: cannot tell", VERDICT),
    (REASON, "it costs " * 10, PRICE),
    (REASON, "a b c d e f g h i j k l m n o p index", PRICE),
    (REASON, "xq zrt wvb plk mnd the of index tokens qwrt sdfg hjkl bnm cvx lkj pqr", PRICE),
    (REASON, "overlap chunk token index cost recall window phase question vector memory disk money bill bytes", PRICE),
])  # fmt: skip
def test_numbers_of_the_sweep_are_right_also_rounded_and_what_is_invented_is_wrong(
    was: str, now: str, broken: str
) -> None:
    assert was in TEXT
    assert verdict(TEXT.replace(was, now)).broken == broken


@each(("was", "now", "words"), [
    ("six placings", "0 placings", "the line says no number of placings"),
    ("365 questions", "192 questions", "the line says 192 questions"),
    (ENDS, "from +2.0 to +4.2", "there is no interval"),
    ("200/40", "200/30", "token_windows 200/30 is not in the sweep"),
    (BOTH, "token_windows 200/40", "there are no two settings"),
])  # fmt: skip
def test_the_report_says_what_is_missing(was: str, now: str, words: str) -> None:
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


@each(("label", "points"), [("Claim", 1), ("Smallest effect", 1), ("Because", 1), ("Settings", 4), ("Measured", 4)])
def test_a_missing_line_costs_its_own_points_and_those_that_rest_on_it(label: str, points: int) -> None:
    found = verdict("\n".join(line for line in TEXT.splitlines() if not line.startswith(label)))
    assert found.points == EXERCISES[NAME].max_points - points
    assert found.failure is not None
    assert found.failure.why.startswith("the line ")


def test_any_two_settings_of_the_sweep_are_compared_as_the_library_does() -> None:
    results = stored_sweep()
    module = EXERCISES.module(f"{NAME}.swept")
    for first, second, metric in zip(results.settings, results.settings[5:], METRICS * 3, strict=False):
        names = [f"{one.label.partition(',')[0]}" for one in (first, second)]
        assert [module.stored(*one) for one in module.settings_of(" against ".join(names))] == [first, second]
        pair = results.scores(second, metric), results.scores(first, metric)
        [one] = verdicts({"": pair}, results.documents)
        shown = [one.difference.mean, one.difference.low, one.difference.high, one.detectable or 0]
        assert module.is_measured([f"{100 * number:+.1f}" for number in shown], module.compared(first, second, metric))


def test_a_text_is_not_offered_to_be_kept() -> None:
    def written_answer() -> str:
        return TEXT

    with pytest.raises(CourseError, match="a text for a reader"):
        keep(written_answer)
