"""The tuning loop: ends whatever is measured, and says why."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunklib.advice import tune
from tests.each import each


@given(
    size=st.integers(1, 3000),
    start=st.floats(0, 50),
    target=st.floats(0, 1),
    limit=st.floats(1, 3),
    tolerance=st.floats(0, 0.2),
    scores=st.lists(st.floats(0, 1), min_size=1, max_size=20),
)
def test_any_scores_end_it_with_the_best_that_was_seen(
    size: int, start: float, target: float, limit: float, tolerance: float, scores: list[float]
) -> None:
    """Noise, a fall, a constant: no overlap twice, at most 15 rounds, and the record says what was seen."""
    given_out: list[tuple[int, int]] = []

    def measure(size: int, overlap: int) -> float:
        given_out.append((size, overlap))
        return scores[len(given_out) % len(scores)]

    found = tune(measure, size=size, start=start, target=target, storage_limit=limit, tolerance=tolerance)
    tried = [trial.overlap for trial in found.history]
    assert given_out == [(size, overlap) for overlap in tried]
    assert len(tried) == len(set(tried)) <= 15
    assert all(0 <= overlap <= size // 2 for overlap in tried)
    chosen = next(trial for trial in found.history if trial.overlap == found.overlap)
    assert (found.score, found.storage) == (chosen.score, chosen.storage)
    good = [t for t in found.history if t.score >= target - tolerance and t.storage <= limit]
    assert found.reached == bool(good)
    affordable = [t.score for t in found.history if t.storage <= limit]
    if not found.reached and affordable:
        assert found.storage <= limit
        assert found.score >= max(affordable) - tolerance
    assert "\n" not in found.reason
    assert found.reason in str(found)


@each(
    ("measure", "asked", "tried", "overlap", "reason"),
    [
        (
            lambda size, overlap: 0.5 + overlap / 500,  # raised until the target is reached
            {"target": 0.8},
            [(62, "raise"), (87, "raise"), (112, "raise"), (137, "raise"), (162, "enough")],
            162,
            "an overlap of 162 is enough: 0.824 reaches 0.8, at 1.48 times the text",
        ),
        (
            lambda size, overlap: 0.9,  # lowered while storage is too high
            {"start": 15, "target": 0.8, "storage_limit": 1.06},
            [(75, "lower"), (50, "lower"), (25, "enough")],
            25,
            "an overlap of 25 is enough: 0.900 reaches 0.8, at 1.05 times the text",
        ),
        (
            lambda size, overlap: overlap / 100,  # caught between, what lies there is tried to 1 % of the size
            {"target": 0.8, "storage_limit": 1.18},
            [(62, "raise"), (87, "lower"), (74, "raise"), (80, "lower"), (77, "lower")],
            74,
            "no overlap tried up to 74 reaches 0.8: the best score is 0.740, at 74; 77 stores more than 1.18 times",
        ),
        (
            lambda size, overlap: 1.0,
            {"size": 100, "storage_limit": 1.5, "storage": lambda size, overlap: 3.0},
            [(12, "lower"), (7, "lower"), (2, "lower"), (0, "lower")],
            12,
            "even an overlap of 12 stores 3.00 times the text; 1.5 times is the limit",
        ),
    ],
)
def test_what_is_tried_and_why_it_ends(
    measure: Any, asked: dict[str, Any], tried: list[tuple[int, str]], overlap: int, reason: str
) -> None:
    found = tune(measure, **asked)
    assert [(trial.overlap, trial.verdict) for trial in found.history] == tried
    assert (found.overlap, found.reached) == (overlap, tried[-1][1] == "enough")
    assert found.reason.startswith(reason)


def test_a_target_that_nothing_reaches_gives_the_cheapest_of_the_best() -> None:
    found = tune(lambda size, overlap: min(0.6 + overlap / 1000, 0.7), size=400, target=0.9, tolerance=0.01)
    assert (found.reached, found.history[-1].overlap) == (False, 200)
    assert found.overlap == 90  # 0.69: within the tolerance of 0.7, for less storage than 110
    assert found.reason.startswith("no overlap tried up to 200 reaches 0.9: the best score is 0.690, at 90; change")


def test_a_score_that_falls_is_told() -> None:
    scores = {62: 0.7, 87: 0.8, 112: 0.6}
    found = tune(lambda size, overlap: scores.get(overlap, 0.65), size=500, target=0.9)
    assert (found.overlap, found.score, found.reached) == (87, 0.8, False)
    assert "The score is not monotone (it fell from 0.800 at 87 to 0.600 at 112)" in found.reason
    near = tune(lambda s, o: scores.get(o, 0.65), size=500, target=0.9, tolerance=0.3)
    assert near.reached
    assert "0.700 is within 0.3 of 0.9" in near.reason


@each("answer", [math.nan, math.inf, -0.1, 1.01, None, "0.5", True, 1j, [0.5]])
def test_an_answer_that_is_no_score_or_no_storage_is_refused_by_name(answer: object) -> None:
    def wrong(size: int, overlap: int) -> float:
        return answer  # type: ignore[return-value]

    with pytest.raises(ValueError, match=r"^measure must return a number from 0 to 1: measure\(500, 62\) returned "):
        tune(wrong)
    if answer != 1.01:
        with pytest.raises(ValueError, match=r"^storage must return a number from 1 to 1e\+06: storage\(500, 62\) ret"):
            tune(lambda size, overlap: 0.5, storage=wrong)


@each(
    ("asked", "message"),
    [
        ({"start": 51}, "start in per cent must be from 0 to 50: got 51"),
        ({"start": "a"}, "start must be a number: got 'a'"),
        ({"storage": 2.0}, r"storage must be a callable \(size, overlap\) -> number: got 2.0"),
        ({"target": 95}, "target must be from 0 to 1: got 95"),
        ({"storage_limit": 0.9}, "storage_limit must be at least 1, and finite: got 0.9"),
        ({"tolerance": -1}, "tolerance must be from 0 to 1: got -1"),
        ({"size": 0}, "size must be at least 1: got size=0"),
    ],
)
def test_an_impossible_goal_is_refused_before_anything_is_measured(asked: dict[str, float], message: str) -> None:
    def never(size: int, overlap: int) -> float:
        raise AssertionError("measured")

    with pytest.raises((ValueError, TypeError), match=f"^{message}$"):
        tune(never, **asked)  # type: ignore[arg-type]


def test_it_is_printed_as_a_table() -> None:
    lines = str(tune(lambda size, overlap: 0.7 + overlap / 1000, target=0.8)).split("\n")
    assert lines[0] == "overlap  score  stored  verdict"
    assert lines[1] == "62       0.762  1.14    raise"
    assert lines[3] == "112      0.812  1.29    enough"
    assert lines[4] == "size 500, overlap 112: score 0.812, 1.29 times the text"
    assert len(lines) == 6
