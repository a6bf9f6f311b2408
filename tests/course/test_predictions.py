"""predict keeps a guess before the answer exists, compare sets the measurement beside it, and nothing is locked."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
import pytest

from classroom import compare, predict, progress
from classroom.judge.errors import CourseError
from classroom.lessons import predictions, store
from classroom.lessons.display import VIEW
from classroom.lessons.store import Prediction
from tests.each import each

ASKED = ("03-windows", "number of windows", "tokens in the last one")
SEEN = "You have already seen the answer, so"


@pytest.fixture(autouse=True)
def nothing_asked_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "_unsaved", {})
    monkeypatch.setattr(predictions, "_asked", {})


def kept(name: str = "03-windows") -> Prediction:
    return store.load().predictions[name]


def test_without_a_guess_everything_runs_and_says_the_same_each_time() -> None:
    for _ in range(2):
        assert str(predict(*ASKED)) == (
            "number of windows: ____   ·   tokens in the last one: ____\n"
            "To guess in text, add guess=(1, 2) to the call, with your own numbers."
        )
        assert str(compare("03-windows", 5, 50)) == "you: no guess   ·   measured: 5 and 50"
        asked = str(predict("05-winner", "Which finds more?", choices=("pattern", "model")))
        assert asked.startswith("Which finds more? pattern / model: ____\nTo guess in text, add guess='pattern' to")
        assert str(compare("05-winner", "model")) == "you: no guess   ·   measured: “model”"


def test_a_guess_in_text_is_kept_and_compared() -> None:
    said = "Kept so far: ____ and 1,300. Guess “number of windows” too. Then run the next cell."
    assert str(predict(*ASKED, guess=(None, "1,300"))).endswith(f"\n{said}")
    assert str(predict(*ASKED)) == f"number of windows: ____   ·   tokens in the last one: 1,300\n{said}"
    assert kept() == Prediction((None, 1300))
    predict(*ASKED, guess=(4, None))  # as in a second tab
    assert kept() == Prediction((4, 1300))
    store.update_prediction("03-windows", lambda _: Prediction((None, 1300)))
    assert str(compare("03-windows", np.int64(5), np.float64(1282.04567))) == (
        "you: ____ and 1,300   ·   measured: 5 and 1,282.046\n"
        "1,300 is within 20 % of 1,282.046. Nothing is judged where no guess was made."
    )
    assert "before the answer was shown: 1; within" in str(progress()), "the other came in time"
    assert str(predict(*ASKED, guess=(None, 1300))).endswith(said)
    assert str(predict(*ASKED, guess=(5, None))).endswith(f"Kept: 5 and 1,300. {SEEN} this guess does not count.")
    assert "Numbers that you guessed" not in str(progress())
    predict("05-winner", "Which?", choices=["pattern", "model"], guess="pattern")
    assert str(compare("05-winner", "model")).endswith("\nThe answer is “model”, not “pattern”.")


def test_a_guess_after_the_answer_is_shown_and_does_not_count() -> None:
    predict(*ASKED)
    compare("03-windows", 5, 50)
    assert str(predict(*ASKED, guess=(5, 50))).endswith(f"Kept: 5 and 50. {SEEN} this guess does not count.")
    assert str(compare("03-windows", 5, 50)).endswith("after you had seen the answer, so this guess does not count.")
    assert kept() == Prediction((5, 50), (5, 50), late=True)


def test_a_guess_that_was_made_in_time_stays_when_the_answer_is_known() -> None:
    predict(*ASKED, guess=(4, 300))
    compare("03-windows", 5, 50)
    compare("03-windows", 6, 60)  # the cell runs again, with other data: the guess was about the first
    assert str(predict(*ASKED, guess=(5, 50))).endswith(f"{SEEN} your first guess stays: 4 and 300.")
    assert str(predict(*ASKED, guess=(4, 300))).endswith("Kept: 4 and 300. Run the next cell.")
    assert kept() == Prediction((4, 300), (5, 50))


def test_a_new_kernel_knows_the_guess_and_values_that_do_not_fit_leave_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    predict(*ASKED, guess=(4, 300))
    monkeypatch.setattr(predictions, "_asked", {})  # the kernel starts again
    for values in ((5,), (5, 50, 500), ("many", "few")):
        assert str(compare("03-windows", *values)).startswith("you: no guess   ·   measured: ")
    assert kept() == Prediction((4, 300))
    assert str(compare("03-windows", 5, 50)).startswith("you: 4 and 300   ·")


@each(
    "old", [Prediction((1,), (2,)), Prediction(("model",)), Prediction((1, "model"), (2, 3)), Prediction((), (1, "b"))]
)
def test_a_guess_about_other_questions_of_an_older_lesson_is_left_out(old: Prediction) -> None:
    store.update_prediction("03-windows", lambda _: old)
    assert str(predict(*ASKED)).startswith("number of windows: ____   ·")
    assert str(compare("03-windows", 5, 50)) == "you: no guess   ·   measured: 5 and 50"


@each(("call", "word"), [
    (lambda: predict("windows", "a"), "begins with two digits, as in \"03-windows\": got 'windows'"),
    (lambda: predict("03-a"), r"predict needs a question, or one with two or more choices: got \(\) and \(\)"),
    (lambda: predict("03-a", "a", "b", choices="xy"), "predict needs a question, or one with two or more choices"),
    (lambda: predict("03-a", "a", guess=(1, 2)), r"a value for each question, here of \('a',\): got \(1, 2\)"),
    (lambda: predict("03-a", "a", guess="many"), '"many" is not a number here. Write it like 4 or 1,250 or 2.5.'),
    (lambda: predict("03-a", "a", guess=True), "a value must be a number or a text: got True"),
    (lambda: predict("03-a", "a", choices="xy", guess="z"), "^guess must be one of 'x', 'y': got 'z'$"),
    (lambda: (predict(*ASKED), compare("03-windows", 5)), r"needs a value for each .* last one'\): got \(5,\)"),
    (lambda: (predict(*ASKED), compare("03-windows", 5, "b")), r"needs a value for each .*: got \(5, 'b'\)"),
    (lambda: (predict("03-a", "a", choices="xy"), compare("03-a", "z")), r"here of \('x', 'y'\): got \('z',\)"),
    (lambda: compare("03-b"), r'compare\("03-b"\) needs a value for each question'),
    (lambda: compare("03-b", float("nan")), "a value must be a number or a text: got nan"),
    (lambda: compare("03-b", 10**5000), "a value must be a number or a text: got <int: its repr"),
    (lambda: compare("03-b", cast("str", list(range(10**5)))), "a value must be a number or a text: got .{200}$"),
    (lambda: predict("03-a", "a", choices=cast("str", 5)), r"with two or more choices: got \('a',\) and \(5,\)$"),
    (lambda: predict("03-a", "a", guess="1\n2"), '"1 …" is not a number here'),
])  # fmt: skip
def test_what_does_not_fit_is_one_line(call: Any, word: str) -> None:
    with pytest.raises(CourseError, match=word) as caught:
        call()
    assert "\n" not in str(caught.value)


def test_each_box_keeps_what_is_typed_into_it_and_names_what_is_not_a_number() -> None:
    first, _, status = predictions.widget(predict(*ASKED)).children
    _, second, other = predictions.widget(predict(*ASKED)).children  # as in a second tab
    assert [first.description, second.description] == list(ASKED[1:])
    assert (first.value, second.value) == ("", "")
    first.value = "4"
    assert status.value == "Kept so far: 4 and ____. Guess “tokens in the last one” too. Then run the next cell."
    second.value = "<many>"
    assert '"<many>" is not a number here.' in other.value
    assert kept().guess == (4, None)
    second.value = "1,300.5"
    assert kept().guess == (4, 1300.5)
    first.value = ""
    assert [box.value for box in predictions.widget(predict(*ASKED)).children[:2]] == ["", "1,300.5"]


def test_a_choice_is_kept_as_soon_as_it_is_made() -> None:
    asked = ("05-winner", "Which finds more?")
    _, radio, status = predictions.widget(predict(*asked, choices=("pattern", "model"))).children
    assert (radio.name, radio.options, radio.index) == ("Which finds more?", ["pattern", "model"], None)
    radio.index = 1
    assert status.value.startswith("Kept: “model”. Run the next cell.")
    assert predictions.widget(predict(*asked, choices=("pattern", "model"))).children[1].index == 1


@each(("steps", "guess", "late"), [
    ("first-second-measured", (1, 2), False),
    ("first-measured-second", (1, 3), True),
    ("measured-first-second", (2, 3), True),
    ("opened-first-second-measured", (2, 3), True),
    ("first-opened-second-measured", (1, 3), True),
    ("first-second-opened-first-measured", (1, 2), False),  # what came in time stays
])  # fmt: skip
def test_the_answer_opens_when_all_is_guessed_and_measured(steps: str, guess: tuple[int, int], late: bool) -> None:
    name = f"03-{steps}"
    *boxes, status = predictions.widget(predict(name, *ASKED[1:])).children
    for number, step in enumerate(steps.split("-"), start=1):
        assert status.opens == ""
        if step == "opened":
            status.opened = True  # as the page says
        elif step == "measured":
            compare(name, 5, 50)
        else:
            boxes[step == "second"].value = str(number)
    assert status.opens == status.fold == f"chunklib-after-{name}"
    assert predictions.widget(predict(name, *ASKED[1:])).children[-1].opens == status.opens, "the next day"
    assert kept(name) == Prediction(guess, (5, 50), late, "opened" in steps)
    assert ("You opened the answer before you guessed, so" in status.value) == (late and "opened" in steps)


def test_only_a_live_notebook_gets_the_widget(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = predict(*ASKED)
    assert set(shown._repr_mimebundle_()) == {"text/plain", "text/html"}
    monkeypatch.setattr(predictions, "live", lambda: True)
    assert VIEW in shown._repr_mimebundle_()


def test_progress_adds_blanks_and_calibration_as_soon_as_there_are_any() -> None:
    before = str(progress())
    predict(*ASKED)
    compare("03-windows", 5, 50)
    assert str(progress()) == before, "a stored page without guesses stays as it is"
    predict(*ASKED, guess=(5, 50))  # late
    predict("02-greek", "tokens", guess=20)  # waits
    pairs: list[tuple[Any, Any]] = [(4, 5), (300, 50), ("model", "model"), (5, 5)]
    for number, (guess, measured) in enumerate(pairs):
        texts = ("model", "pattern") if isinstance(guess, str) else ()
        predict(f"04-{number}", "which", choices=texts, guess=guess)
        compare(f"04-{number}", measured)
    for name, state in {"loop": "right", "end": "wrong", "gap": "not started"}.items():
        store.update_blank(f"03_fixed_windows/{name}", state)
    shown = progress()
    assert str(shown).splitlines()[len(before.splitlines()) :] == [
        "",
        "lesson                 blanks        numbers guessed     choices made",
        "03_fixed_windows       1 of 3 right",
        "04_overlap_arithmetic                2 of 3 within 20 %  1 of 1 right",
        "Numbers that you guessed before the answer was shown: 3; within 20 % of the measurement: 2.",
        "After 10 numbers that are not exact, you read here whether you tend too high or too low. So far there are 2.",
        "Predictions made after the answer was seen: 1. They do not count.",
        "Predictions that still wait for their answer: 1.",
    ]
    assert shown.html().count("<caption") == 1
    assert all(cell in shown.html().replace("<wbr>", "") for row in shown.lessons for cell in row)
