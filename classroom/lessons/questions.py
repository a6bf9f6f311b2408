"""Quiz questions as data: read from ``quizzes/<name>.toml``, marked, and written out as text or as HTML."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from chunklib.errors import InvalidValue
from classroom.judge.errors import CourseError
from classroom.judge.showing import clean
from classroom.judge.worker.codec import short_repr

FOLDER = Path(__file__).with_name("quizzes")
LETTERS = "abcdefgh"


@dataclass(frozen=True)
class Choice:
    """Holds one choice: its text, whether it is right, and why."""

    text: str
    right: bool
    why: str

    def verdict(self) -> str:
        """Say in a sign and in words whether the choice is right, and why."""
        return f"{'✓ right' if self.right else '✗ not this one'}: {self.why}"


@dataclass(frozen=True)
class Question:
    """Holds one question with its choices, of which exactly one is right."""

    ask: str
    choices: tuple[Choice, ...]


def lesson_of(lesson: str | int, names: Sequence[str]) -> str:
    """Return the full name of a lesson from its number or name; the quiz of a part has a name only.

    Raises:
        CourseError: there is no such quiz; the message lists the quizzes.

    >>> lesson_of(3, ["00_start_here", "03_fixed_windows"])
    '03_fixed_windows'
    """
    wanted = f"{lesson:02d}" if isinstance(lesson, int) else str(lesson)
    for name in names:
        if wanted in (name, short_name(name)):
            return name
    raise CourseError(f'there is no quiz "{wanted}"; there are {", ".join(names)}')


def short_name(name: str) -> str:
    """Return the number of a lesson, and the whole name of a part.

    >>> short_name("03_fixed_windows"), short_name("part_1")
    ('03', 'part_1')
    """
    number = name.partition("_")[0]
    return number if number.isdecimal() else name


def lessons_with_quiz() -> list[str]:
    """Return the names of the lessons that have a quiz, in order, and then those of the parts."""
    return sorted(path.stem for path in FOLDER.glob("*.toml"))


def read(lesson: str) -> tuple[Question, ...]:
    """Return the questions of a lesson.

    >>> len(read("00_start_here"))
    3
    """
    data = tomllib.loads((FOLDER / f"{lesson}.toml").read_text("utf-8"))
    return tuple(_question(entry) for entry in data["question"])


def _question(entry: dict[str, Any]) -> Question:
    choices = tuple(Choice(choice["text"], choice["right"], choice["why"]) for choice in entry["choice"])
    if sum(choice.right for choice in choices) != 1:
        raise InvalidValue(f"exactly one choice must be right: {entry['ask']}")
    return Question(entry["ask"], choices)


def picked(questions: Sequence[Question], answers: str) -> list[Choice]:
    """Return the choices that letters such as "abc" stand for.

    Raises:
        CourseError: there are too few or too many letters, or a question has no such choice.
    """
    letters = re.sub(r"[\s,]", "", answers.lower()) if isinstance(answers, str) else ""
    if len(letters) != len(questions):
        got = f'"{clean(answers)}"' if isinstance(answers, str) else short_repr(answers)
        raise CourseError(f"answers must have {len(questions)} letters, one for each question: got {got}")
    return [_pick(question, letter) for question, letter in zip(questions, letters, strict=True)]


def _pick(question: Question, letter: str) -> Choice:
    allowed = LETTERS[: len(question.choices)]
    if letter not in allowed:
        raise CourseError(f'an answer is one of {", ".join(allowed)}: got "{letter}"')
    return question.choices[allowed.index(letter)]


def as_text(questions: Sequence[Question]) -> list[str]:
    """Return the questions as plain lines, every choice with its letter."""
    lines = []
    for number, question in enumerate(questions, 1):
        lines.append(f"{number}. {question.ask}")
        lines += [f"   {letter}) {c.text}" for letter, c in zip(LETTERS, question.choices, strict=False)]
    return lines


def marked(questions: Sequence[Question], answers: str) -> list[str]:
    """Return the questions with the choices made and why each is right or wrong, then the count."""
    chosen = picked(questions, answers)
    lines = []
    for number, (question, choice) in enumerate(zip(questions, chosen, strict=True), 1):
        letter = LETTERS[question.choices.index(choice)]
        lines += [f"{number}. {question.ask}", f"   {letter}) {choice.text}", f"   {choice.verdict()}"]
    return [*lines, f"{sum(choice.right for choice in chosen)} of {len(questions)} right"]


def as_html(questions: Sequence[Question]) -> str:
    """Return the questions as HTML that needs no kernel: a choice opens to show why it is right or wrong."""
    items = "".join(f"<li><p>{escape(question.ask)}</p>{_choices(question)}</li>" for question in questions)
    return f'<ol style="color: inherit">{items}</ol>'


def _choices(question: Question) -> str:
    return "".join(
        f"<details><summary>{letter}) {escape(choice.text)}</summary><p>{escape(choice.verdict())}</p></details>"
        for letter, choice in zip(LETTERS, question.choices, strict=False)
    )
