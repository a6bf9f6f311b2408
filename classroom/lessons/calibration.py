"""Sum up what a learner has guessed and filled in: by lesson, and whether the guesses are too high or too low."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from math import comb

from classroom.lessons.guesses import near
from classroom.lessons.store import Prediction, Saved

HEADS = ("lesson", "blanks", "numbers guessed", "choices made")
ENOUGH = 10
"""Guesses that miss, from which on a tendency is told."""
_CHANCE = 0.05


def by_lesson(saved: Saved, lessons: Collection[str]) -> tuple[tuple[str, ...], ...]:
    """Return a row for each lesson in which something was filled in or guessed, with the columns of ``HEADS``."""
    full = {lesson[:2]: lesson for lesson in lessons}
    done: dict[str, tuple[list[bool], list[bool], list[bool]]] = defaultdict(lambda: ([], [], []))
    for key, state in saved.blanks.items():
        done[key.partition("/")[0]][0].append(state == "right")
    for name, prediction in saved.predictions.items():
        for guess, measured in _counted(prediction):
            lesson = done[full.get(name[:2], name[:2])]
            if isinstance(guess, str) or isinstance(measured, str):
                lesson[2].append(guess == measured)
            else:
                lesson[1].append(near(guess, measured))
    words = ("right", "within 20 %", "right")
    return tuple(
        (lesson, *(f"{sum(ok)} of {len(ok)} {word}" if ok else "" for ok, word in zip(found, words, strict=True)))
        for lesson, found in sorted(done.items())
    )


def in_words(saved: Saved) -> tuple[str, ...]:
    """Say how good the guesses are, to which side they tend, and how many do not count; empty without a guess."""
    predictions = saved.predictions.values()
    pairs = [pair for prediction in predictions for pair in _counted(prediction)]
    numbers = [(guess, true) for guess, true in pairs if not isinstance(guess, str) and not isinstance(true, str)]
    close = sum(near(*pair) for pair in numbers)
    late = sum(prediction.made and prediction.late for prediction in predictions)
    waiting = sum(prediction.made and not prediction.measured for prediction in predictions)
    lines = []
    if numbers:
        count = f"{len(numbers)} numbers" if len(numbers) > 1 else "1 number"
        lines.append(f"You guessed {count} before you saw the answer: {close} of {len(numbers)} within 20 %.")
        lines.append(tendency([guess > true for guess, true in numbers if guess != true]))
    if late:
        lines.append(f"Predictions made after the answer was seen: {late}. They do not count.")
    if waiting:
        lines.append(f"Predictions that still wait for their answer: {waiting}. Run the cell with compare.")
    return tuple(lines)


def tendency(high: list[bool]) -> str:
    """Say to which side guesses miss, each of them given as whether it was too high.

    A tendency is what a fair coin would show in fewer than one of twenty such series (a sign test of both sides).

    >>> tendency([True] * 9 + [False])
    'You tend to guess too high: 9 of the 10 guesses that missed are too high.'
    >>> tendency([True] * 7 + [False] * 3)
    'You show no clear tendency: 7 of the 10 guesses that missed are too high.'
    >>> tendency([True] * 9)
    'After 10 numbers that miss, you read here whether you tend too high or too low; so far 9 missed.'
    """
    total, above = len(high), sum(high)
    if total < ENOUGH:
        return f"After {ENOUGH} numbers that miss, you read here whether you tend too high or too low; so far {total} missed."
    chance = 2 * sum(comb(total, count) for count in range(min(above, total - above) + 1)) / 2**total
    if chance >= _CHANCE:
        return f"You show no clear tendency: {above} of the {total} guesses that missed are too high."
    side, most = ("high", above) if 2 * above > total else ("low", total - above)
    return f"You tend to guess too {side}: {most} of the {total} guesses that missed are too {side}."


def _counted(prediction: Prediction) -> Iterator[tuple[int | float | str, int | float | str]]:
    """Yield guess and measurement, where the guess came first."""
    if not prediction.late and len(prediction.guess) == len(prediction.measured):
        for guess, measured in zip(prediction.guess, prediction.measured, strict=True):
            if guess is not None and measured is not None:
                yield guess, measured
