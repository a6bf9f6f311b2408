"""Sum up what a learner has guessed and filled in: by lesson, and whether the guesses are too high or too low."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from math import comb
from typing import Any

from classroom.lessons.guesses import near
from classroom.lessons.store import Prediction, Saved

HEADS = ("lesson", "blanks", "numbers guessed", "choices made")
ENOUGH = 10
"""Guesses that are not exact, from which on a tendency is told."""
_WORDS = ("right", "within 20 %", "right")


def by_lesson(saved: Saved, lessons: Collection[str]) -> tuple[tuple[str, ...], ...]:
    """Return a row for each lesson in which something was filled in or guessed, with the columns of ``HEADS``."""
    full = {lesson[:2]: lesson for lesson in lessons}
    done: dict[str, tuple[list[bool], ...]] = defaultdict(lambda: ([], [], []))
    for key, state in saved.blanks.items():
        done[key.partition("/")[0]][0].append(state == "right")
    for name, prediction in saved.predictions.items():
        for guess, true in _pairs(prediction):
            text = isinstance(guess, str)
            done[full.get(name[:2], name[:2])][1 + text].append(guess == true if text else near(guess, true))
    rows = {lesson: zip(found, _WORDS, strict=True) for lesson, found in sorted(done.items())}
    return tuple(
        (name, *(f"{sum(ok)} of {len(ok)} {word}" * bool(ok) for ok, word in row)) for name, row in rows.items()
    )


def in_words(saved: Saved) -> tuple[str, ...]:
    """Say how good the guesses are, to which side they tend, and how many do not count; empty without a guess."""
    begun = [prediction for prediction in saved.predictions.values() if prediction.begun]
    pairs = [pair for prediction in begun for pair in _pairs(prediction)]
    numbers = [pair for pair in pairs if not isinstance(pair[0], str)]
    lines = []
    if numbers:
        close = sum(near(*pair) for pair in numbers)
        guessed = f"Numbers that you guessed before the answer was shown: {len(numbers)}"
        lines.append(f"{guessed}; within 20 % of the measurement: {close}.")
        lines.append(tendency([guess > true for guess, true in numbers if guess != true]))
    if late := sum(prediction.late for prediction in begun):
        lines.append(f"Predictions made after the answer was seen: {late}. They do not count.")
    if waiting := sum(not prediction.measured for prediction in begun):
        lines.append(f"Predictions that still wait for their answer: {waiting}.")
    return tuple(lines)


def tendency(high: list[bool]) -> str:
    """Say to which side inexact guesses lie, each of them given as whether it was too high.

    A tendency is what a fair coin would show in fewer than one of twenty such series (a sign test of both sides).

    >>> tendency([True] * 9 + [False])
    'You tend to guess too high: 9 of the 10 guesses that are not exact are too high.'
    >>> tendency([True] * 7 + [False] * 3)
    'You show no clear tendency: 7 of the 10 guesses that are not exact are too high.'
    >>> tendency([True] * 9)
    'After 10 numbers that are not exact, you read here whether you tend too high or too low. So far there are 9.'
    """
    n, above = len(high), sum(high)
    if n < ENOUGH:
        later = "you read here whether you tend too high or too low"
        return f"After {ENOUGH} numbers that are not exact, {later}. So far there are {n}."
    if 2 * sum(comb(n, count) for count in range(min(above, n - above) + 1)) >= 0.05 * 2**n:
        return f"You show no clear tendency: {above} of the {n} guesses that are not exact are too high."
    side, most = ("high", above) if 2 * above > n else ("low", n - above)
    return f"You tend to guess too {side}: {most} of the {n} guesses that are not exact are too {side}."


def _pairs(prediction: Prediction) -> list[tuple[Any, Any]]:
    """Return guess and measurement of the same kind, where the guess came first."""
    pairs = [] if prediction.late else list(zip(prediction.guess, prediction.measured, strict=False))
    return [(a, b) for a, b in pairs if None not in (a, b) and isinstance(a, str) == isinstance(b, str)]
