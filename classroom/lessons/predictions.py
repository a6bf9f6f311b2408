"""predict(name, ...) asks for a guess before the answer exists; compare(name, ...) sets the measurement beside it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from html import escape
from typing import Any, SupportsFloat

from classroom.judge.errors import CourseError
from classroom.judge.worker.codec import short_repr
from classroom.lessons import store
from classroom.lessons.display import VIEW, Shown, Text, live
from classroom.lessons.guesses import judged, listed, plain, read_number, shown
from classroom.lessons.store import Prediction, Value

_GAP = "   ·   "
_asked: dict[str, Asked] = {}  # what this kernel has asked: so compare knows how many values there must be
_status: dict[str, Any] = {}  # the line below a question in the page, which opens the folds of its answer


@dataclass(frozen=True, repr=False)
class Asked(Shown):
    """Asks for a guess: number boxes or radio buttons in a live notebook, else text that says how to answer."""

    name: str
    questions: tuple[str, ...]
    choices: tuple[str, ...] = ()
    guess: tuple[Value, ...] = ()
    line: str = ""

    def allows(self, values: Sequence[object], count: int) -> bool:
        """Tell whether ``count`` values, of which these are not empty, answer: numbers, or one of the choices."""
        known = all(value in self.choices if self.choices else not isinstance(value, str) for value in values)
        return known and count == len(self.questions)

    def __str__(self) -> str:
        choices = f" {' / '.join(self.choices)}" if self.choices else ""
        asked = zip(self.questions, self.guess, strict=True)
        return _GAP.join(f"{question}{choices}: {shown(value)}" for question, value in asked) + f"\n{self.line}"

    def html(self) -> str:
        """Return the question as HTML that needs no kernel."""
        return Text(str(self), f"Prediction {self.name}").html()

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
        guess: the guess in text, where nothing can be typed or clicked: one value, or one for each question;
            None leaves what is kept.

    Raises:
        CourseError: for a name, questions, choices or a guess that do not fit together.

    >>> predict("03-windows", "number of windows", "tokens in the last one")
    number of windows: ____   ·   tokens in the last one: ____
    To guess in text, add guess=(1, 2) to the call, with your own numbers.
    """
    choices = tuple(choices) if isinstance(choices, Iterable) else (choices,)
    texts = all(isinstance(text, str) and text.strip() for text in (*questions, *choices))
    if not (questions and texts) or (choices and (len(questions) > 1 or len(set(choices)) < max(2, len(choices)))):
        got = f"{short_repr(questions)} and {short_repr(choices)}"
        raise CourseError(f"predict needs a question, or one with two or more choices: got {got}")
    _asked[_named(name)] = asked = Asked(name, questions, choices)
    values = [guess] if isinstance(guess, str) or not isinstance(guess, Sequence) else list(guess)
    if guess is not None:
        if not choices:
            values = [read_number(value) if isinstance(value, str) else value for value in values]
        if not asked.allows([value for value in values if value is not None], len(values)):
            one = f"must be one of {', '.join(map(repr, choices))}"
            rule = one if choices else f"needs a value for each question, here of {questions}"
            raise CourseError(f"guess {rule}: got {short_repr(guess)}")
        found, line = keep(asked, {index: plain(one) for index, one in enumerate(values) if one is not None})
        return replace(asked, guess=found.guess, line=line)
    saved = store.load()
    found = _kept(saved.predictions.get(name), [bool(choices)] * len(questions))
    numbers = tuple(range(1, len(questions) + 1))
    some = choices[0] if choices else numbers if len(numbers) > 1 else 1
    how = f"To guess in text, add guess={some!r} to the call, with your own {'choice' if choices else 'numbers'}."
    return replace(asked, guess=found.guess, line=" ".join([_said(asked, found) if found.begun else how, *saved.notes]))


def compare(name: str, *values: SupportsFloat | str) -> Text:
    """Set what was measured beside the guess of the prediction ``name``, a value for each of its questions.

    Raises:
        CourseError: for a name or values that do not fit the prediction.

    >>> compare("03-windows-of-nobody", 5, 50)
    you: no guess   ·   measured: 5 and 50
    """
    asked = _asked.get(_named(name))
    measured = tuple(map(plain, values))
    if not measured or (asked and not asked.allows(measured, len(measured))):
        wanted = (asked.choices or asked.questions) if asked else ()
        got = f"here of {wanted}: got {short_repr(values)}"
        raise CourseError(f'compare("{name}") needs a value for each question, {got}')

    texts = [isinstance(value, str) for value in measured]

    def change(found: Prediction) -> Prediction:
        kept = _kept(found, texts)
        if found.begun and not kept.begun and asked is None:
            return found  # it was about other questions than these values; a predict would say which are right
        return replace(kept, measured=kept.measured or measured)

    saved = store.update_prediction(name, change)
    kept = _kept(saved.predictions[name], texts)
    _open_folds(name, kept)
    lines = [f"you: {listed(kept.guess) if kept.begun else 'no guess'}{_GAP}measured: {listed(measured)}"]
    if kept.begun:
        empty = ["" if kept.made else "Nothing is judged where no guess was made."]
        lines.append(" ".join(filter(None, [*map(judged, kept.guess, measured), *empty])))
    if kept.begun and kept.late:
        lines.append("You guessed after you had seen the answer, so this guess does not count.")
    return Text("\n".join([*lines, *saved.notes]), f"Prediction {name}, compared")


def keep(asked: Asked, values: dict[int, Value]) -> tuple[Prediction, str]:
    """Keep values by the number of their question; returns what is kept now, and a line that says so.

    Once the answer was seen, an earlier guess stays, and a first one is marked as late.
    """
    stays = False

    def change(found: Prediction) -> Prediction:
        nonlocal stays
        kept = _kept(found, [bool(asked.choices)] * len(asked.questions))
        guess = tuple(values.get(index, value) for index, value in enumerate(kept.guess))
        too_late = (kept.opened or kept.measured != ()) and guess != kept.guess
        stays = too_late and kept.made and not kept.late
        return kept if stays else replace(kept, guess=guess, late=kept.late or too_late)

    saved = store.update_prediction(asked.name, change)
    kept = saved.predictions[asked.name]
    _open_folds(asked.name, kept)
    first = f"You have already seen the answer, so your first guess stays: {listed(kept.guess)}."
    return kept, " ".join([first if stays else _said(asked, kept), *saved.notes])


def fold_of(name: str) -> str:
    """Return the class of the folds in a lesson that say the answer to a guess."""
    return f"chunklib-after-{name}"


def _open_folds(name: str, kept: Prediction) -> None:
    """Open the answer in the page as soon as there are a whole guess and a measurement."""
    if name in _status and kept.made and kept.measured:
        _status[name].opens = fold_of(name)


def _note_opened(name: str, _: object) -> None:
    """Note that the answer was opened by hand: a guess from now on is late."""
    store.update_prediction(name, lambda found: replace(found, opened=found.opened or not found.measured))


def _said(asked: Asked, kept: Prediction) -> str:
    """Say in one line what is kept, and what is still to be guessed."""
    if not kept.begun:
        return "No guess is kept. You can run the next cell all the same."
    empty = [question for question, value in zip(asked.questions, kept.guess, strict=True) if value is None]
    said = f"Kept so far: {listed(kept.guess)}. Guess {listed(empty)} too." if empty else f"Kept: {listed(kept.guess)}."
    if kept.late:
        why = "You opened the answer before you guessed" if kept.opened else "You have already seen the answer"
        return f"{said} {why}, so this guess does not count."
    return f"{said} {'Then run' if empty else 'Run'} the next cell."


def _kept(found: Prediction | None, texts: Sequence[bool]) -> Prediction:
    """Return what is kept for questions, of which ``texts`` says the kind; of an older lesson's questions nothing."""

    def fit(values: Sequence[Value]) -> bool:
        kinds = [text if value is None else isinstance(value, str) for value, text in zip(values, texts, strict=False)]
        return len(values) == len(texts) and kinds == list(texts)

    found = found or Prediction()
    guess = found.guess if fit(found.guess) else (None,) * len(texts)
    measured = found.measured if fit(found.measured) else ()
    return Prediction(guess, measured, found.late and (found.opened or measured != ()), found.opened)


def _named(name: object) -> str:
    if isinstance(name, str) and re.fullmatch(r"\d\d-\S+", name):
        return name
    raise CourseError(f'the name of a prediction begins with two digits, as in "03-windows": got {name!r}')


def widget(asked: Asked) -> Any:
    """Return the question as a widget: boxes or radio buttons, and a line that says what is kept."""
    import ipywidgets

    from classroom.lessons.widgets.controls import HTML, Choices, Status, TextBox

    _status[asked.name] = status = Status(fold=fold_of(asked.name))
    status.observe(partial(_note_opened, asked.name), "opened")
    _open_folds(asked.name, store.load().predictions.get(asked.name, Prediction()))

    def change(index: int, event: Any) -> None:
        try:
            value = asked.choices[event["new"]] if asked.choices else read_number(event["new"])
            status.value = keep(asked, {index: value})[1]
        except CourseError as error:
            status.value = str(error)

    made = any(value is not None for value in asked.guess)
    how = "Your choice is kept at once." if asked.choices else "Type a number and press Enter, and it is kept."
    status.value = asked.line if made else how
    if asked.choices:
        chosen = asked.choices.index(asked.guess[0]) if asked.guess[0] in asked.choices else None
        radio = Choices(name=asked.questions[0], options=list(asked.choices), index=chosen)
        radio.observe(partial(change, 0), "index")
        return ipywidgets.VBox([HTML(f"<b>{escape(asked.questions[0])}</b>"), radio, status])
    layout = ipywidgets.Layout(width="fit-content", max_width="100%")
    look = {"style": {"description_width": "initial"}, "layout": layout, "continuous_update": False}
    texts = ["" if value is None else shown(value) for value in asked.guess]
    boxes = [TextBox(value, description=name, **look) for name, value in zip(asked.questions, texts, strict=True)]
    for index, box in enumerate(boxes):
        box.observe(partial(change, index), "value")
    return ipywidgets.VBox([*boxes, status])
