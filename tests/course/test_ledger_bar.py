"""The bar of a ledger: every number is in its words, and each part is as long as its share."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import Any

import numpy as np
from matplotlib.image import imread

from chunklib.evaluation import where_lost
from chunklib.evaluation.lost import UNANSWERED, Ledger
from chunklib.view.ledger import FILLS
from classroom import ledger_bar, moves
from classroom.lessons.figure import Picture
from tests.each import each
from tests.library.evaluation.test_lost import SENTENCES, SMALL
from tests.promises import refused


def ledger(**changed: Any) -> Ledger:
    return where_lost(SMALL, SENTENCES, **{"k": 1, **changed})


def shares(picture: Picture) -> dict[str, float]:
    """The share of the coloured pixels that has the colour of each outcome, in the rows of the bars alone."""
    seen = np.round(imread(io.BytesIO(picture.png))[..., :3] * 255).astype(int)
    bars = seen[: int(len(seen) * 0.55)]
    found = {
        name: int((bars == [int(fill[i : i + 2], 16) for i in (1, 3, 5)]).all(-1).sum()) for name, fill in FILLS.items()
    }
    return {name: count / sum(found.values()) for name, count in found.items()}


def test_every_number_is_in_the_words_and_each_part_is_as_long_as_its_share() -> None:
    one = ledger()
    drawn = ledger_bar(one)
    assert drawn.alt.startswith("1 of 4 answers is torn by a cut. ledger, 4 questions: ")
    assert all(f"{name} {count}" in drawn.alt for name, count in one.counts.items())
    found = shares(drawn)
    assert all(abs(found[name] - count / 4) < 0.03 for name, count in one.counts.items())


def test_bars_of_ledgers_with_and_without_a_reader_stand_below_one_another() -> None:
    silent = ledger(reader=lambda question, chunks: [])
    both = ledger_bar({"asked": silent, "not asked": ledger()}, "Nobody answers")
    assert both.alt.startswith("Nobody answers. asked, 4 questions: ")
    assert f"{UNANSWERED} {silent.counts[UNANSWERED]}" in both.alt
    assert both.alt.count("; ") == 1
    assert ledger_bar({"asked": silent, "not asked": ledger()}, "Nobody answers").png == both.png


def test_moves_count_each_question_once_and_their_sums_are_the_ledgers() -> None:
    before, after = ledger(), ledger(reader=lambda question, chunks: [])
    counted = moves(before, after)
    assert counted.total() == len(before.questions)
    for side, one in enumerate((before, after)):
        for name, count in one.counts.items():
            assert sum(n for pair, n in counted.items() if pair[side] == name) == count
    head, _, *rows, sums = [line.split() for line in str(counted).splitlines()]
    assert len(rows) == len(shown := {name for pair in counted for name in pair})
    assert all(name.split()[0] in head for name in shown)
    assert sums[-1] == str(len(before.questions))
    refused(
        lambda: moves(before, where_lost(replace(SMALL, questions=SMALL.questions[:1]), SENTENCES, k=1)),
        ValueError,
        "moves needs",
    )
    refused(lambda: moves(before, 1), TypeError, "moves takes two ledgers", "got Ledger and int")  # type: ignore[arg-type]


@each(("given", "kind", "why"), [
    ({}, ValueError, "ledger_bar needs at least one ledger: got none"),
    ([1], TypeError, "ledger_bar takes what where_lost gives, by names: got list"),
    ({"a": 1}, TypeError, "ledger_bar takes what where_lost gives, by names: got dict"),
])  # fmt: skip
def test_anything_else_is_refused_in_a_line(given: Any, kind: type[Exception], why: str) -> None:
    refused(lambda: ledger_bar(given), kind, why)
