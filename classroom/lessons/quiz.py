"""quiz(lesson): questions to answer with a click, or with letters where nothing can be clicked."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Any

from classroom.lessons import questions
from classroom.lessons.display import VIEW, Shown, Text, live
from classroom.lessons.questions import Question


@dataclass(frozen=True, repr=False)
class Quiz(Shown):
    """Asks the questions of a lesson: radio buttons in a live notebook, foldable HTML in a stored one, else text."""

    lesson: str
    questions: tuple[Question, ...]

    def __str__(self) -> str:
        letters = "a" * len(self.questions)
        short = questions.short_name(self.lesson)
        return "\n".join(
            [
                _title(self.lesson),
                *questions.as_text(self.questions),
                f'To answer in text, give one letter for each question: quiz("{short}", answers="{letters}")',
            ]
        )

    def html(self) -> str:
        """Return the questions as HTML that needs no kernel."""
        return questions.as_html(self.questions)

    def _repr_mimebundle_(self, **_: object) -> dict[str, Any]:
        bundle = super()._repr_mimebundle_()
        if live():
            bundle[VIEW] = widget(self)._repr_mimebundle_()[VIEW]
        return bundle


def quiz(lesson: str | int, answers: str | None = None) -> Quiz | Text:
    """Show the quiz of a lesson or of a part of the course, or mark ``answers``, one letter for each question.

    Args:
        lesson: its number or name (``3``, ``"03"``, ``"03_fixed_windows"``), or a part (``"part_1"``).
        answers: a letter for each question; None shows the questions.

    Raises:
        CourseError: there is no such quiz, or the letters are not answers.

    >>> print(str(quiz(0, answers="bcb")).splitlines()[-1])
    3 of 3 right
    """
    name = questions.lesson_of(lesson, questions.lessons_with_quiz())
    asked = questions.read(name)
    if answers is None:
        return Quiz(name, asked)
    return Text("\n".join(questions.marked(asked, answers)), f"{_title(name)}, marked")


def _title(name: str) -> str:
    return f"Quiz of {name.replace('_', ' ')}" if name.startswith("part_") else f"Quiz of lesson {name}"


def widget(shown: Quiz) -> Any:
    """Return the quiz as a widget: each question with radio buttons and a place for the explanation."""
    import ipywidgets

    return ipywidgets.VBox([_asked(number, question) for number, question in enumerate(shown.questions, 1)])


def _asked(number: int, question: Question) -> Any:
    import ipywidgets

    from classroom.lessons.widgets.controls import HTML, Choices

    ask = HTML(f"<b>{number}. {escape(question.ask)}</b>")
    radio = Choices(name=question.ask, options=[choice.text for choice in question.choices])
    why = HTML()

    def explain(change: Any) -> None:
        choice = question.choices[change["new"]]
        why.value = f'<div role="status">{escape(choice.verdict())}</div>'

    radio.observe(explain, "index")
    return ipywidgets.VBox([ask, radio, why])
