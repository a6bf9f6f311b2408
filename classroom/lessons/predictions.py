"""predict(name, ...) asks for a guess before the answer exists; compare(name, ...) sets the measurement beside it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from html import escape
from typing import Any, SupportsFloat

from classroom.judge.errors import CourseError
from classroom.lessons import store
from classroom.lessons.display import VIEW, Shown, Text, live
from classroom.lessons.guesses import judged, listed, plain, read_number, shown
from classroom.lessons.store import Prediction, Value

_GAP = "   ·   "


@dataclass(frozen=True)
class Question:
    """Describes a prediction: questions about numbers, or one question with choices."""

    name: str
    questions: tuple[str, ...]
    choices: tuple[str, ...] = ()

    def allows(self, values: Sequence[Value]) -> bool:
        """Tell whether each question has its value: a number, or one of the choices where there are choices."""
        known = (value in self.choices if self.choices else not isinstance(value, str) for value in values)
        return len(values) == len(self.questions) and all(known)

    def kept(self, found: Prediction) -> Prediction:
        """Return what is kept in a record; answers to the questions of an older lesson are left out."""
        return _kept(found, (bool(self.choices),) * len(self.questions))


_asked: dict[str, Question] = {}  # what this kernel has asked: so compare knows how many values there must be


@dataclass(frozen=True, repr=False)
class Asked(Shown):
    """Asks for a guess: number boxes or radio buttons in a live notebook, else text that says how to answer."""

    question: Question
    guess: tuple[Value, ...]
    line: str

    def __str__(self) -> str:
        choices = f" {' / '.join(self.question.choices)}" if self.question.choices else ""
        asked = zip(self.question.questions, self.guess, strict=True)
        return _GAP.join(f"{question}{choices}: {shown(value)}" for question, value in asked) + f"\n{self.line}"

    def html(self) -> str:
        """Return the question as HTML that needs no kernel."""
        return Text(str(self), f"Prediction {self.question.name}").html()

    def _repr_mimebundle_(self, **_: object) -> dict[str, Any]:
        bundle = super()._repr_mimebundle_()
        if live():
            bundle[VIEW] = widget(self)._repr_mimebundle_()[VIEW]
        return bundle


def predict(name: str, *questions: str, choices: Sequence[str] = (), guess: Value | Sequence[Value] = None) -> Asked:
    """Ask for a guess, and keep it at once with the progress. An empty guess stops nothing.

    Args:
        name: the prediction's name; it begins with the two digits of its lesson.
        questions: what to guess, each a number; with ``choices`` exactly one question.
        choices: at least two texts, of which one is to be chosen.
        guess: the guess in text, where nothing can be typed or clicked: one value, or one for each question.

    Raises:
        CourseError: for a name, questions, choices or a guess that do not fit together.

    >>> predict("03-windows", "number of windows", "tokens in the last one")
    number of windows: ____   ·   tokens in the last one: ____
    To guess in text, add guess=(1, 2) to the call, with your own numbers.
    """
    question = Question(_named("predict", name), questions, tuple(choices))
    _check(question)
    _asked[name] = question
    if guess is not None:
        kept, line = keep(question, dict(enumerate(_given(question, guess))))
        return Asked(question, kept.guess, line)
    saved = store.load()
    kept = question.kept(saved.predictions.get(name, Prediction()))
    return Asked(question, kept.guess, " ".join([said(kept) if kept.made else _how(question), *saved.notes]))


def compare(name: str, *values: SupportsFloat | str) -> Text:
    """Set what was measured beside the guess of the prediction ``name``.

    Args:
        name: the prediction's name.
        values: a number for each of its questions, or one of its choices.

    Raises:
        CourseError: for a name or values that do not fit the prediction.

    >>> compare("03-windows-of-nobody", 5, 50)
    you: no guess   ·   measured: 5 and 50
    """
    question = _asked.get(_named("compare", name))
    measured = tuple(map(plain, values))
    if question and not question.allows(measured):
        wanted = "one of its choices" if question.choices else "a number for each of its questions"
        asked = ", ".join(question.choices or question.questions)
        raise CourseError(
            f'compare("{name}") needs {wanted} ({asked}): got {", ".join(map(repr, values)) or "nothing"}'
        )
    if not values:
        raise CourseError(f'compare("{name}") needs what was measured, one value for each question: got nothing')

    def change(found: Prediction) -> Prediction:
        kept = _kept(found, [isinstance(value, str) for value in measured])
        return replace(kept, measured=kept.measured or measured)

    saved = store.update_prediction(name, change)
    kept = saved.predictions[name]
    lines = [f"you: {listed(kept.guess) if kept.made else 'no guess'}{_GAP}measured: {listed(measured)}"]
    if kept.made:
        lines.append(" ".join(filter(None, map(judged, kept.guess, measured))))
    if kept.made and kept.late:
        lines.append("You guessed after you had seen the answer, so this guess does not count.")
    return Text("\n".join([*lines, *saved.notes]), f"Prediction {name}, compared")


def keep(question: Question, values: Mapping[int, Value]) -> tuple[Prediction, str]:
    """Keep values by the number of their question; returns what is kept now, and a line that says so.

    Once the answer was seen, an earlier guess stays, and a first one is marked as late.
    """
    stays = False

    def change(found: Prediction) -> Prediction:
        nonlocal stays
        kept = question.kept(found)
        guess = tuple(values.get(index, value) for index, value in enumerate(kept.guess))
        stays = bool(kept.measured) and kept.made and not kept.late and guess != kept.guess
        late = kept.late or (bool(kept.measured) and not kept.made)
        return kept if stays else replace(kept, guess=guess, late=late)

    saved = store.update_prediction(question.name, change)
    kept = saved.predictions[question.name]
    first = f"You have already seen the answer, so your first guess stays: {listed(kept.guess)}."
    return kept, " ".join([first if stays else said(kept), *saved.notes])


def said(kept: Prediction) -> str:
    """Say in one line what is kept."""
    if not kept.made:
        return "No guess is kept. You can run the next cell all the same."
    late = "You have already seen the answer, so this guess does not count."
    return f"Kept: {listed(kept.guess)}. {late if kept.late else 'Run the next cell.'}"


def _kept(found: Prediction, texts: Sequence[bool]) -> Prediction:
    """Return what a record says in answer to questions; ``texts`` says of each whether its values are texts."""

    def fit(values: Sequence[Value]) -> bool:
        same = zip(values, texts, strict=False)
        return len(values) == len(texts) and all(
            value is None or isinstance(value, str) == text for value, text in same
        )

    measured = found.measured if fit(found.measured) else ()
    guess = found.guess if fit(found.guess) else (None,) * len(texts)
    return Prediction(guess, measured, late=found.late and bool(measured))


def _named(call: str, name: object) -> str:
    if isinstance(name, str) and re.fullmatch(r"\d\d-\S+", name):
        return name
    raise CourseError(f'{call}: a name begins with the two digits of its lesson, such as "03-windows": got {name!r}')


def _check(question: Question) -> None:
    texts, choices = question.questions, question.choices
    if not texts or not all(isinstance(text, str) and text.strip() for text in texts):
        raise CourseError(f'predict("{question.name}") needs at least one question, as a text: got {texts!r}')
    if choices and (len(texts) != 1 or len(set(choices)) < max(2, len(choices))):
        raise CourseError(
            f'predict("{question.name}"): with choices there is one question, and at least two different choices: '
            f"got {len(texts)} and {choices!r}"
        )


def _given(question: Question, guess: Value | Sequence[Value]) -> list[Value]:
    """Return a guess in text as a value for each question."""
    values = [guess] if isinstance(guess, str) or not isinstance(guess, Sequence) else list(guess)
    if len(values) != len(question.questions):
        raise CourseError(f"guess needs a value for each of {len(question.questions)} questions: got {guess!r}")
    if not question.choices:
        numbers = [read_number(value) if isinstance(value, str) else value for value in values]
        return [None if number is None else plain(number) for number in numbers]
    if values[0] not in (None, *question.choices):
        raise CourseError(f"guess must be one of {', '.join(question.choices)}: got {guess!r}")
    return values


def _how(question: Question) -> str:
    if question.choices:
        either = " or ".join(f'guess="{choice}"' for choice in question.choices)
        return f"To guess in text, add {either} to the call."
    numbers = ", ".join(str(number) for number in range(1, len(question.questions) + 1))
    guess, own = (f"({numbers})", "numbers") if len(question.questions) > 1 else (numbers, "number")
    return f"To guess in text, add guess={guess} to the call, with your own {own}."


def widget(asked: Asked) -> Any:
    """Return the question as a widget: boxes or radio buttons, and a line that says what is kept."""
    import ipywidgets

    from classroom.lessons.widgets.controls import HTML, Choices, TextBox

    question, status = asked.question, HTML()

    def say(line: str) -> None:
        status.value = f'<div role="status">{escape(line)}</div>'

    def change(index: int, event: Any) -> None:
        new = event["new"]
        try:
            value = question.choices[new] if question.choices else read_number(new)
        except CourseError as error:
            say(str(error))
        else:
            say(keep(question, {index: value})[1])

    if question.choices:
        chosen = question.choices.index(asked.guess[0]) if asked.guess[0] in question.choices else None
        say("Your choice is kept as soon as you make it." if chosen is None else asked.line)
        controls = [Choices(name=question.questions[0], options=list(question.choices), index=chosen)]
        above = [HTML(f"<b>{escape(question.questions[0])}</b>")]
    else:
        say(asked.line if any(value is not None for value in asked.guess) else "Press Enter after a number to keep it.")
        values = ["" if value is None else shown(value) for value in asked.guess]
        style, layout = {"description_width": "initial"}, ipywidgets.Layout(width="fit-content", max_width="100%")
        look = {"style": style, "layout": layout, "placeholder": "a number", "continuous_update": False}
        boxes = zip(question.questions, values, strict=True)
        controls, above = [TextBox(description=text, value=value, **look) for text, value in boxes], []
    for index, control in enumerate(controls):
        control.observe(partial(change, index), "index" if question.choices else "value")
    return ipywidgets.VBox([*above, *controls, status])
