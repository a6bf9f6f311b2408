"""Quizzes: the questions are complete, letters are marked, and the stored form is stable."""

from __future__ import annotations

import re
import sys
import types
from typing import Any

import pytest

from classroom import quiz
from classroom.judge.errors import CourseError
from classroom.lessons import questions
from classroom.lessons import quiz as quizview
from classroom.lessons.display import VIEW
from tests.each import each

LESSONS = questions.lessons_with_quiz()


@each("lesson", LESSONS)
def test_every_quiz_is_complete_and_says_why(lesson: str) -> None:
    asked = questions.read(lesson)
    assert len(asked) == (10 if lesson.startswith("part_") else 3)
    assert len({question.ask for question in asked}) == len(asked)
    for question in asked:
        assert 3 <= len(question.choices) <= 4
        assert len({choice.text for choice in question.choices}) == len(question.choices)
        assert all(choice.why for choice in question.choices)
        said = [question.ask, *(part for choice in question.choices for part in (choice.text, choice.why))]
        assert not re.findall(r"`|\*\w", " ".join(said)), "marks of Markdown, which are shown as they are"


def right_letters(lesson: str) -> str:
    return "".join(
        questions.LETTERS[[choice.right for choice in question.choices].index(True)]
        for question in questions.read(lesson)
    )


@each("lesson", LESSONS)
def test_right_letters_are_right(lesson: str) -> None:
    letters = right_letters(lesson)
    marks = f"{len(letters)} of {len(letters)} right"
    assert str(quiz(lesson, answers=letters)).endswith(marks)
    assert str(quiz(lesson, answers=", ".join(letters.upper()))).endswith(marks)
    longest = max(map(letters.count, letters))
    assert longest <= max(2, len(letters) // 2), "most right answers are in the same place"


def test_a_wrong_letter_gets_its_own_explanation() -> None:
    shown = str(quiz("00", answers="ccb"))
    assert "✗ not this one: Without a model the bot only quotes" in shown
    assert shown.endswith("2 of 3 right")


def test_a_part_has_a_quiz_by_its_name_alone() -> None:
    shown = str(quiz("part_1"))
    assert shown.startswith("Quiz of part 1\n1. ")
    assert shown.endswith('quiz("part_1", answers="aaaaaaaaaa")')
    for name in ("part", 99):
        with pytest.raises(CourseError, match=f'^there is no quiz "{name}"; there are 00_start.*, part_1, .*'):
            quiz(name)


def test_the_text_form_shows_every_choice_and_no_answer() -> None:
    shown = str(quiz("00"))
    for question in questions.read("00_start_here"):
        assert question.ask in shown
        assert all(choice.text in shown and choice.why not in shown for choice in question.choices)
    assert shown.endswith('quiz("00", answers="aaa")')


@each(
    ("answers", "word"),
    [
        ("ab", 'answers must have 3 letters, one for each question: got "ab"'),
        ("", 'answers must have 3 letters, one for each question: got ""'),
        ("abz", 'an answer is one of a, b, c: got "z"'),
        (["a", "b"], "answers must have 3 letters, one for each question: got ['a', 'b']"),
        (5, "answers must have 3 letters, one for each question: got 5"),
    ],
)
def test_letters_that_are_no_answers_get_a_word(answers: Any, word: str) -> None:
    with pytest.raises(CourseError, match=f"^{re.escape(word)}$"):
        quiz("00", answers=answers)


def test_the_stored_form_needs_no_kernel_and_no_identifier() -> None:
    bundle = quiz("00")._repr_mimebundle_()
    assert set(bundle) == {"text/plain", "text/html"}
    assert bundle["text/html"].count("<details>") == 9
    assert "✓ right: " in bundle["text/html"]


def test_the_widget_explains_the_choice_that_is_made() -> None:
    shown = quiz("00")
    assert isinstance(shown, quizview.Quiz)
    ask, radio, why = quizview.widget(shown).children[0].children
    assert questions.read("00_start_here")[0].ask in ask.value
    assert (radio.index, why.value) == (None, "")
    radio.index = 2
    assert "✗ not this one: Without a model" in why.value
    radio.index = 0
    assert "✗ not this one: The handbook is right" in why.value
    radio.index = 1
    assert "✓ right: " in why.value
    assert 'role="status"' in why.value


def test_a_live_notebook_gets_the_widget_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    shell = types.SimpleNamespace(kernel=object())
    monkeypatch.setitem(sys.modules, "IPython", types.SimpleNamespace(get_ipython=lambda: shell))
    monkeypatch.setattr(quizview, "widget", lambda _: types.SimpleNamespace(_repr_mimebundle_=lambda: {VIEW: 1}))
    assert quiz("00")._repr_mimebundle_()[VIEW] == 1


def test_a_question_with_two_right_answers_is_refused() -> None:
    choice = {"text": "a", "right": True, "why": "so"}
    with pytest.raises(ValueError, match="^exactly one choice must be right: what"):
        questions._question({"ask": "what", "choice": [choice, choice]})
