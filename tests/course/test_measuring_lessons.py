"""Lessons 10 and 11 and their exercises: ties, rounding, other words for an answer, and what plots refuse."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from matplotlib.image import imread

from chunklib.chunk import Span
from chunklib.evaluation import Benchmark, Question, Results, findings, grid, sweep
from classroom import heat_map, hits_and_misses
from classroom.judge.catalogue import EXERCISES
from classroom.judge.verdict import Verdict, examples_only, judged
from classroom.lessons.plots import forest, recall_against_storage
from tests.direct import direct_probe
from tests.each import each

ANSWER = """Claim: overlap raises recall by at least 0 points
Settings: token_windows 400/80 against 400/0, bm25@5
Measured: recall, six phases, 192 questions
Difference: +3.9 points
Interval: [+2.4, +5.4]
Smallest effect: 3.1 points
Verdict: supported
Because: even the lower end of the interval is two points above nothing, for a quarter more stored tokens."""

Ranges = list[tuple[str, int, int]]


def found(name: str, function: Callable[..., Any]) -> Verdict:
    return judged(examples_only(EXERCISES[name]), direct_probe(function, name), thorough=False)


def cause(verdict: Verdict) -> str:
    assert verdict.failure is not None
    return verdict.failure.cause


@pytest.fixture(scope="module")
def one_setting() -> Results:
    asked = tuple(Question(f"q{at}", "How cold?", "note", (Span(at * 12, at * 12 + 11),)) for at in range(4))
    small = Benchmark("small", {"note": "Cold rooms. " * 20}, asked)
    return sweep(grid(sizes=[12], overlaps=[0], k=2), small, phases=2)


def ranked(question: str, chunks: list[str], k: int, pattern: str, sign: int) -> list[int]:
    if k < 1:
        raise ValueError(k)
    words = [set(re.findall(pattern, text.lower())) for text in (question, *chunks)]
    asked, own = words[0], words[1:]
    scores = [sum(sum(word not in one for one in own) for word in asked & each) for each in own]
    return sorted(filter(scores.__getitem__, range(len(own))), key=lambda at: (-scores[at], sign * at))[:k]


def test_an_underscore_is_part_of_a_word() -> None:
    assert found("retrieve", lambda question, chunks, k: ranked(question, chunks, k, r"\w+", 1)).state == "right"
    verdict = found("retrieve", lambda question, chunks, k: ranked(question, chunks, k, r"[^\W_]+", 1))
    assert verdict.broken == "words are whole, small and capital letters alike"


def test_ties_the_wrong_way_round_are_not_taken_for_words_counted_twice() -> None:
    verdict = found("retrieve", lambda question, chunks, k: ranked(question, chunks, k, r"\w+", -1))
    assert verdict.broken == "equal scores keep the order of the chunks"


def scored(retrieved: Ranges, evidence: Ranges, number: Callable[[Fraction], object]) -> dict[str, object]:
    if not evidence:
        raise ValueError("no evidence")
    given, wanted = ([(d, at) for d, a, b in ranges for at in range(a, b)] for ranges in (retrieved, evidence))
    both, total = len(set(given) & set(wanted)), len(wanted)
    divisors = {"recall": total, "precision": len(given) or 1, "iou": len(given) + total - both}
    divisors["iou_set"] = len(set(given)) + total - both
    return {key: number(Fraction(both, divisor)) for key, divisor in divisors.items()}


def test_a_rounded_and_an_exact_score_are_told_what_to_do() -> None:
    assert found("span_scores", lambda retrieved, evidence: scored(retrieved, evidence, float)).state == "right"
    short = found("span_scores", lambda retrieved, evidence: scored(retrieved, evidence, lambda n: round(float(n), 3)))
    assert cause(short).startswith("do not round")
    exact = found("span_scores", lambda retrieved, evidence: scored(retrieved, evidence, lambda n: n))
    assert "float(...)" in cause(exact)


def claimed_of(
    baseline: list[list[float]],
    other: list[list[float]],
    draws: list[list[int]],
    claimed: float,
    number: Callable[[Fraction], object],
    cut: Callable[[int], int],
) -> tuple[object, object, object, str]:
    if len(baseline) != len(other) or len({len(row) for row in [*baseline, *other]}) != 1 or not draws:
        raise ValueError("nothing to compare")
    sides = [
        [sum(map(Fraction, column)) / len(side) for column in zip(*side, strict=True)] for side in (baseline, other)
    ]
    gains = [after - before for before, after in zip(*sides, strict=True)]
    means = sorted(sum(gains[at] for at in draw) / Fraction(len(draw)) for draw in draws)
    left = cut(len(means))
    low, high = means[left], means[-1 - left]
    word = "supported" if low > claimed else "refuted" if high < claimed else "cannot tell"
    word = word if len(baseline) > 5 else "cannot tell"
    return number(Fraction(sum(gains)) / len(gains)), number(low), number(high), word


def test_the_draws_that_are_left_out_are_not_rounded_up() -> None:
    def right(baseline: Any, other: Any, draws: Any, claimed: float = 0) -> Any:
        return claimed_of(baseline, other, draws, claimed, float, lambda n: n * 25 // 1000)

    def rounded_up(baseline: Any, other: Any, draws: Any, claimed: float = 0) -> Any:
        return claimed_of(baseline, other, draws, claimed, float, lambda n: round(n * 0.025))

    def exact(baseline: Any, other: Any, draws: Any, claimed: float = 0) -> Any:
        return claimed_of(baseline, other, draws, claimed, lambda n: n, lambda n: n * 25 // 1000)

    assert found("judge_claim", right).state == "right"
    assert found("judge_claim", rounded_up).broken == "the interval leaves out 2.5 % of the draws at each end"
    assert "float(...)" in cause(found("judge_claim", exact))


@each(("was", "now"), [
    ("192 questions", "192 labelled questions"),
    ("six phases", "all questions in 6 moved phases"),
    ("+3.9 points", "+3.9 percentage points"),
    ("400/80 against 400/0", "400 / 80 against 400 / 0"),
    ("Smallest effect: 3.1", "- **Smallest effect:** 3.1"),
    ("Verdict", "verdict"),
])  # fmt: skip
def test_another_way_to_write_an_answer_is_right(was: str, now: str) -> None:
    answer = ANSWER.replace(was, now)
    assert answer != ANSWER
    assert found("written_answer", lambda: answer).state == "right"


@each(("was", "now", "words"), [
    ("six phases", "one phase", "said 'supported' of 1 phase; with fewer than six it is 'cannot tell'"),
    ("192 questions", "0 questions", "the line does not say how many questions"),
    ("[+2.4, +5.4]", "from +2.3 to +5.5", "there is no interval"),
])  # fmt: skip
def test_an_answer_that_rests_on_too_little_is_wrong(was: str, now: str, words: str) -> None:
    verdict = found("written_answer", lambda: ANSWER.replace(was, now))
    assert verdict.failure is not None
    assert verdict.failure.why == words


def test_one_setting_is_compared_with_nothing(one_setting: Results) -> None:
    shown = str(heat_map(one_setting, baseline="first of its row"))
    assert "nothing on this map is compared" in shown
    assert "baseline" in shown.splitlines()[-1]


def test_a_question_of_two_lines_is_one_line_of_text() -> None:
    shown = hits_and_misses("Tea is hot.", "What is\nhot?", [(0, 3)])
    assert "question: What is hot?" in str(shown).splitlines()


def test_plots_refuse_what_they_cannot_draw_in_one_line(one_setting: Results) -> None:
    with pytest.raises(TypeError, match=r"^this plot shows what sweep\(\) gives: got NoneType$"):
        recall_against_storage(None, "A title")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="says its message"):
        recall_against_storage(one_setting, None)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="takes a list of verdicts: got NoneType"):
        forest(None, "A title")  # type: ignore[arg-type]


def test_long_labels_leave_the_forest_its_room() -> None:
    """As many dark pixels in the right half as without the long labels: the axes are not squeezed to the edge."""
    asked = tuple(Question(f"q{at}", "How cold?", "note", (Span(at * 12, at * 12 + 11),)) for at in range(4))
    small = Benchmark("small", {"note": "Cold rooms. " * 20}, asked)
    shown = findings(sweep(grid(sizes=[12], overlaps=[0, 6], k=2), small, phases=6), ("recall", "whole")).verdicts
    assert max(len(one.label) for one in shown) > 70
    title = "A long title that says what is seen in this figure, and says it in a whole sentence"
    ink = imread(io.BytesIO(forest(shown, title).picture.png))[..., 0] < 0.5
    assert not ink[:, :2].any()
    assert not ink[:, -2:].any()
    assert ink.sum(axis=1).max() > ink.shape[1] / 2  # the horizontal axis takes more than half of the width
