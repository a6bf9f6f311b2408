"""A measurement that cannot tell anything says so in its table, as data and on the command line; the others do not."""

from __future__ import annotations

from typing import Any

from chunklib.evaluation import Benchmark, evaluate, findings, grid, own_benchmark, sweep
from tests.each import each

NOTES = {f"note {at}": f"The room {at} holds {at + 2} degrees. It is cleaned at night. " * 6 for at in range(12)}
ASKED = {f"How warm is room {at}?": f"cleaned at night. The lamp {at}" for at in range(12)}
SHORT = {"strategy": "sentences", "size": 20, "overlap": 0}


def small(questions: int) -> Benchmark:
    """A benchmark of documents with one piece of evidence each."""
    texts = {name: f"{text}The lamp {at} is new." for at, (name, text) in enumerate(NOTES.items())}
    asked = {f"What is lamp {at}, {again}?": f"The lamp {at} is" for at in range(12) for again in range(2)}
    return Benchmark.from_quotes("small", texts, dict([*asked.items()][:questions]))


@each(("questions", "settings", "said"), [
    (24, {"k": 3, "budgets": [50]}, []),
    (5, {"k": 3, "budgets": [50]}, ["5 questions are too few: one of them moves a mean by 20 percentage points"]),
    (1, {"k": 3, "budgets": [50]}, ["1 question is too few: one of them moves a mean by 100 percentage points"]),
    (24, {"k": 5000, "budgets": [50]}, ["k = 5,000 asks for every chunk (there are 84)"]),
    (24, {"k": 3, "budgets": [50, 9000]}, ["recall_9000 compares nothing: its budget holds all documents"]),
    (24, {"k": 3, "budgets": [8000, 9000]}, ["recall_8000, recall_9000 compare nothing: their budgets hold all"]),
])  # fmt: skip
def test_an_evaluation_says_what_it_cannot_tell(questions: int, settings: dict[str, Any], said: list[str]) -> None:
    found = evaluate(small(questions), SHORT, **settings)
    assert len(found.warnings) == len(said), found.warnings
    assert all(warning.startswith(start) for warning, start in zip(found.warnings, said, strict=True)), found.warnings
    assert [line for line in str(found).splitlines() if line.startswith("warning: ")] == [
        f"warning: {warning}" for warning in found.warnings
    ]
    assert found.to_dict()["warnings"] == [*found.warnings]


def test_findings_say_which_comparisons_can_show_no_effect() -> None:
    found = findings(sweep(grid(sizes=[20], overlaps=[0, 5], k=100), small(5), phases=1), resamples=500)
    few, blind = found.warnings
    assert few.startswith("5 questions are too few")
    assert blind.startswith("2 of 2 comparisons cannot tell")
    assert all(f"\n\nwarning: {one}" in str(found) for one in found.warnings)


def test_budgets_that_hold_everything_are_named_only_where_they_are_compared() -> None:
    results = sweep(grid(sizes=[20], overlaps=[0, 5], k=3), small(24), phases=1)
    assert not [one for one in findings(results, ["recall"], resamples=500).warnings if "budget" in one]
    assert findings(results, ["recall_4000"], resamples=500).warnings[0].startswith("recall_4000 compares nothing")


def test_a_measurement_that_can_tell_warns_of_nothing() -> None:
    assert evaluate(own_benchmark(), {"strategy": "token_windows", "size": 200}).warnings == ()
