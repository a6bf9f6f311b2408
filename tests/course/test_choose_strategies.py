"""The capstone's demands: several designs meet each, copied ones meet none; numbers are measured, not believed."""

from __future__ import annotations

import json
import re
import runpy
from collections.abc import Callable
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

from chunklib.evaluation import evaluate
from chunklib.evaluation.phases import phases_of
from classroom.judge.catalogue import EXERCISES
from classroom.judge.verdict import judged
from tests.answers import answer_file
from tests.direct import direct_probe
from tests.each import each

ROOT = Path(__file__).parents[2]
EXERCISE = EXERCISES["choose_strategies"]
_designs = EXERCISES.module("choose_strategies.designs")
DEMANDS, Design = _designs.DEMANDS, _designs.Design
alone, copied, measured = _designs.alone, _designs.copied, _designs.measured
COPIED = [("token_windows", 500, 50), ("token_windows", 400, 80), ("recursive", 500, 50), ("recursive", 400, 80)]
POINTS_BY_HAND = 20


def answers(kind: str) -> dict[str, Callable[[], Any]]:
    found: dict[str, Callable[[], Any]] = runpy.run_path(str(answer_file(kind, "choose_strategies")))["ALL"]
    return found


def right(corpus: str) -> set[Any]:
    """The designs of the right answers for a corpus."""
    every = [answer()[corpus] for answer in answers("right").values()]
    return {Design(one["strategy"], one["size"], one["overlap"], one["k"]) for one in every}


def misses(found: Any, demand: Any) -> bool:
    return bool(found.stored > demand.stored or found.recall < demand.recall or found.whole < demand.whole)


@each("corpus", DEMANDS)
def test_copied_designs_miss_a_demand_of_every_corpus(corpus: str) -> None:
    for strategy, size, overlap in COPIED:
        design = Design(strategy, size, overlap, DEMANDS[corpus].read // size)
        assert misses(measured(corpus, design), DEMANDS[corpus]), design


@each("corpus", DEMANDS)
def test_designs_of_three_strategies_meet_each_demand_with_room_for_another_machine(corpus: str) -> None:
    demand = DEMANDS[corpus]
    meeting = [design for design in right(corpus) if not misses(measured(corpus, design), demand)]
    assert len({design.strategy for design in meeting}) >= 3
    for design in meeting:
        found = measured(corpus, design)
        assert min(found.recall - demand.recall, found.whole - demand.whole, demand.stored - found.stored) > 0.002


def test_what_is_right_for_one_corpus_is_wrong_for_the_others() -> None:
    for corpus in DEMANDS:
        for design in right(corpus):
            for other in set(DEMANDS) - {corpus}:
                fits = design.k * design.size <= DEMANDS[other].read
                assert not fits or misses(measured(other, design), DEMANDS[other])


@each("corpus", DEMANDS)
def test_what_is_measured_is_what_evaluate_says(corpus: str) -> None:
    """Another way to the same numbers: one evaluation a phase, and means of all of them."""
    for design in sorted(right(corpus), key=str)[:1]:
        phases = phases_of(design.strategy)
        config = {"strategy": design.strategy, "size": design.size, "overlap": design.overlap}
        each = [
            evaluate(alone(corpus), config, k=design.k, phase=at, phases=phases, budgets=()) for at in range(phases)
        ]
        found, before = measured(corpus, design), measured(corpus, copied(corpus))
        assert found.recall == pytest.approx(fmean(one.mean("recall") for one in each), abs=1e-6)
        assert found.whole == pytest.approx(fmean(one.mean("whole") for one in each), abs=1e-6)
        assert found.stored == pytest.approx(fmean(one.multiplier for one in each), abs=1e-6)
        assert found.gain == pytest.approx(found.recall - before.recall, abs=1e-6)
        assert found.low < found.gain < found.high


def test_the_task_the_rubric_and_the_properties_say_the_same() -> None:
    task = (ROOT / "solutions" / "14_capstone" / "master.py").read_text(encoding="utf-8")
    rubric = (ROOT / "docs" / "teaching" / "rubric.md").read_text(encoding="utf-8")
    for corpus, demand in DEMANDS.items():
        least = f"{demand.recall:.2f} | {demand.whole:.2f}"
        assert f"| `{corpus}` | {demand.read:,} tokens | {demand.stored:.2f} times | {least} |" in task
    assert re.search(r'READ = {"inventory": 2000, "licence": 1500, "support_chat": 1000}', task)
    for rule in EXERCISE.properties:
        assert re.search(
            rf"\| {re.escape(rule.name).replace('`', '')}[^|]*\| {rule.points} \|", rubric.replace("`", "")
        )
    by_hand = dict(re.findall(r'tags=\["answer:(\w+)", "points:(\d+)"\]', task))
    assert sum(map(int, by_hand.values())) == EXERCISE.max_points == POINTS_BY_HAND
    for name, points in by_hand.items():
        assert f"| {name} | `{name}` | {points} | by hand |" in rubric
        assert f"### {name.capitalize()}, {points} points" in rubric


def model_answers() -> list[str]:
    task = (ROOT / "solutions" / "14_capstone" / "master.py").read_text(encoding="utf-8")
    return re.findall(r'tags=\["answer:\w+", "points:\d+"\]\n((?:#.*\n)+)', task)


def test_every_number_of_the_model_answers_was_printed_by_a_cell() -> None:
    notebook = json.loads((ROOT / "solutions" / "14_capstone" / "14_capstone.ipynb").read_text(encoding="utf-8"))
    outputs = [output for cell in notebook["cells"] for output in cell.get("outputs", [])]
    printed = "".join("".join(output.get("text", "")) for output in outputs)
    assert len(model_answers()) == 3
    for text in model_answers():
        scores = re.findall(r"\b0\.\d{3}\b", text)
        gains = re.findall(r"[+−]\d+\.\d\b", text)
        shown = [f"{float(gain.replace('−', '-')) / 100:+.3f}" for gain in gains]
        assert all(number in printed for number in scores + shown)


@each(("mutant", "points", "said"), [
    ("copied", 6, "inventory: recall is 0.730; at least 0.75 is demanded"),
    ("recall alone", 16, "licence: whole is 0.593; at least 0.7 is demanded"),
    ("stored twice", 16, "inventory: stores 2.147 times its tokens; at most 1.2 is demanded"),
    ("five chunks of everything", 0, "inventory: 5 chunks of 500 are up to 2,500 tokens; at most 2,000 may be read"),
    ("first phase", 17, "inventory: recall is said to be 0.817; measured 0.795"),
    ("sides exchanged", 18, "licence: gain is said to be -0.125; measured 0.125"),
])  # fmt: skip
def test_a_wrong_answer_is_told_what_is_wrong(mutant: str, points: int, said: str) -> None:
    verdict = judged(EXERCISE, direct_probe(answers("wrong")[mutant], EXERCISE.name), thorough=True)
    assert (verdict.state, verdict.points) == ("wrong", points)
    assert verdict.failure is not None
    assert verdict.failure.why == said


@each(("mutant", "cause"), [
    ("first phase", "that is the first phase alone; all six are averaged"),
    ("of the copied design", "that is the number of the copied design, token_windows 500/50"),
    ("sides exchanged", "the sides are exchanged: it is your design minus the copied one"),
    ("per cent", "the numbers are fractions, not percentages: 0.75, not 75"),
])  # fmt: skip
def test_a_wrong_number_is_told_where_it_comes_from(mutant: str, cause: str) -> None:
    failure = judged(EXERCISE, direct_probe(answers("wrong")[mutant], EXERCISE.name), thorough=False).failure
    assert failure is not None
    assert failure.cause == cause
