"""Labelling without a browser: the file is a benchmark, nothing is lost, hints are right, and what is refused."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunklib.chunk import Span
from chunklib.data import load
from chunklib.evaluation import evaluate, grid, load_benchmark, sweep
from classroom import label
from classroom.judge.errors import CourseError
from classroom.lessons.store import own_folder
from classroom.lessons.widgets import labelling_file
from classroom.lessons.widgets.labelling import PART, Labelling, _marked
from tests.each import each

BODY = "Water boils at 100 degrees. Ice melts at zero.\r\n"
TEXT = f"# Tea \U0001f469\u200d\U0001f527\r\n\r\n\tCafe\u0301 李.\r\n{BODY}## Long\n\n{'Salt stays. ' * 20}\n\n## End\n\nSee.\n"
BOILS = TEXT.index("Water boils"), TEXT.index(" Ice melts")


@pytest.fixture(autouse=True)
def questions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the questions, which is not there yet."""
    monkeypatch.setenv("CHUNKLIB_STATE", str(tmp_path))
    return own_folder() / "questions"


def press(widget: Labelling, do: str, question: str = "", value: tuple[int, ...] = (), which: int = -1) -> list[str]:
    """Press a button of the page; returns what is asked then."""
    widget._hear({"do": do, "question": question, "value": list(value), "which": which})
    return [one.text for one in widget.view.questions]


def labelled(text: str = TEXT) -> Labelling:
    return label(text, name="tea")


def test_three_questions_are_a_benchmark_that_is_measured_and_swept(questions: Path) -> None:
    assert not questions.exists()
    for asked, *quotations in (
        ("How long may I use a cursor?", "A cursor is valid for 24 hours"),
        ("Where is the test system?", "its limits are lower"),
        ("What do lists take?", "Lists take `limit` (1 to 200, by default 50)", "cleared every Sunday"),
    ):
        there = [quotation for quotation in quotations if load("handbook").count(quotation) == 1]
        label().add(asked, *there)
    assert str(label()).startswith("3 of 3 questions about 'handbook' (34,705 characters). That is enough.")
    benchmark = load_benchmark(questions)
    assert benchmark.documents == {"handbook": load("handbook")}
    assert [one.text for one in benchmark.questions] == [one.text for one in label().view.questions]
    results = sweep(grid(("token_windows",), (50,), (0,), k=3), benchmark, phases=1, embed="hashing")
    assert len(results.rows) == 1


def test_passages_are_trimmed_joined_and_exact_whatever_comes_before(questions: Path) -> None:
    widget = labelled()
    assert press(widget, "save", "How hot?", BOILS) == ["How hot?"]
    press(widget, "add", "", (BOILS[0], BOILS[0] + 9))
    press(widget, "add", "", (BOILS[0] + 6, BOILS[1] + 1))
    press(widget, "save", " When \n is it hot? ", (TEXT.index("李"), TEXT.index("李") + 2))
    one, two = load_benchmark(questions).questions
    assert (one.spans, two.text) == ((Span(*BOILS),), "When is it hot?")
    assert [TEXT[start:end] for start, end in two.spans] == ["李.", "Water boils at 100 degrees."]
    assert widget.passage.question == ""
    assert widget.passage.value == []


def test_two_tabs_lose_nothing_and_a_question_that_is_gone_stays_gone() -> None:
    one, other = labelled(), labelled()
    press(one, "save", "First?", BOILS)
    assert press(other, "save", "Second?", BOILS) == ["First?", "Second?"]
    press(other, "edit", which=0)
    assert press(one, "delete", which=0) == ["Second?"]
    assert other.passage.question == "First?"
    assert press(other, "save", "First again?") == ["Second?", "First again?"]
    assert press(other, "save", "Second?", BOILS) == ["Second?", "First again?"]
    press(other, "edit", which=0)
    press(other, "drop", "Second?")
    assert press(other, "save", "What?", (0, 5)) == ["What?", "First again?"]
    assert press(labelled(), "none") == ["What?", "First again?"]
    assert [press(other, "delete", which=0) for _ in range(2)] == [["First again?"], []]
    assert press(labelled(), "none") == []


@each(
    ("damage", "said", "left"),
    [
        (lambda data: data[:-9], "The file questions_df.csv cannot be used: questions_df.csv, question 1: ", []),
        (lambda data: b"\xff" + data, "The file questions_df.csv cannot be used: ", []),
        (lambda data: b"", "The file questions_df.csv cannot be used: questions_df.csv needs the columns", []),
        (lambda data: data.replace(b"Hot?", b"Warm?\n,[],tea"), "cannot be used: ", []),
        (lambda data: data.replace(b"Hot?", b"Warm?"), None, ["Warm?"]),
        (lambda data: data.replace(b"\n", b"\r\n"), "questions_df.csv was edited outside of this notebook.", ["Hot?"]),
    ],
)
def test_a_file_that_was_not_written_here_is_copied_before_it_is_replaced(
    damage: Callable[[bytes], bytes], said: str | None, left: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CHUNKLIB_STATE", str(tmp_path / str(len(list(tmp_path.iterdir())))))
    folder = own_folder() / "questions"
    press(labelled(), "save", "Hot?", BOILS)
    table = folder / "questions_df.csv"
    table.write_bytes(damaged := damage(table.read_bytes()))
    widget = labelled()
    assert (said or "Questions in each quarter") in str(widget)
    assert table.read_bytes() == damaged
    assert press(widget, "save", "New?", BOILS) == [*left, "New?"]
    copy = folder / "set_aside_1" / "questions_df.csv"
    assert (copy.read_bytes() if copy.exists() else None) == (damaged if said else None)
    assert ("The earlier file is now in my_rag/questions/set_aside_1." in str(widget)) == bool(said)
    assert [one.text for one in load_benchmark(folder).questions] == [*left, "New?"]


def test_when_the_text_has_changed_old_questions_are_kept_apart(questions: Path) -> None:
    press(labelled(), "save", "Hot?", BOILS)
    press(labelled(), "save", "What stays?", (TEXT.index("Salt"), TEXT.index("Salt") + 11))
    label("Another document.", name="other").add("Which?", "Another document")
    widget = labelled(TEXT.replace("## Long", "## Very long"))
    assert "The text of 'tea' has changed, and the evidence of 1 of its questions is not there." in str(widget)
    assert press(widget, "save", "New?", BOILS) == ["Hot?", "New?"]
    assert [one.text for one in load_benchmark(questions).questions] == ["Hot?", "Which?", "New?"]
    old = load_benchmark(questions / "set_aside_1")
    assert [one.text for one in old.questions] == ["Hot?", "What stays?", "Which?"]
    assert old.documents["tea"] == TEXT


def test_what_cannot_be_written_stays_in_the_box(questions: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    widget = labelled()
    press(widget, "save", "First?", BOILS)
    before = (questions / "questions_df.csv").read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(labelling_file, "replace_file", full)
    assert press(widget, "save", "Second?", BOILS) == ["First?"]
    assert "Not saved: [Errno 28] No space left on device." in str(widget)
    assert (widget.passage.question, widget.passage.value) == ("Second?", list(BOILS))
    with pytest.raises(CourseError, match="label: the question cannot be saved: .*No space left"):
        widget.add("Third?", "Ice melts")
    assert (questions / "questions_df.csv").read_bytes() == before


@each(
    ("question", "passage", "hint"),
    [
        ("How hot is steam?", "Water boils at 100 degrees.", None),
        (
            "Tell me: water boils at 100 degrees",
            "Water boils at 100 degrees.",
            "(5 words in a row, or 3 or more that are",
        ),
        (
            "What boils at 100 degrees?",
            "Water boils at 100 degrees.",
            'half of its content words): "boils at 100 degrees"',
        ),
        ("What boils?", "Water boils at 100 degrees.", None),
        ("The heat of steam", "Water boils at 100 degrees.", "neither a question mark nor a word such as"),
        ("李?", "\r\n\r\n\t", "The evidence is only white space."),
        ("What stays?", "Salt stays. " * 20, "a whole section, or long (239 characters)"),
        ("What ends?", "See.", None),
        ("What?", "Ice melts at zero.", "Question 1 has the same evidence."),
        ("What?", "", "There is no evidence yet."),
    ],
)
def test_hints_say_what_may_be_wrong(question: str, passage: str, hint: str | None) -> None:
    widget = labelled()
    if not widget.view.questions:
        widget.add("What melts?", "Ice melts at zero.")
    start = TEXT.index(passage)
    widget.passage.question, widget.passage.value = question, [start, start + len(passage)] if passage else []
    said = [line for line in widget.view.draft_lines() if line.startswith("Hint:")]
    assert len(said) == (hint is not None)
    assert (hint or "") in "".join(said)


def test_a_quotation_has_one_place(questions: Path) -> None:
    said = str(labelled().add("How hot is steam?", "boils at 100 degrees"))
    start = TEXT.index("boils")
    assert said.endswith(
        f'1. How hot is steam?\n   characters {start}-{start + 20}, first quarter: "boils at 100 degrees"'
    )
    for quotations, message in (
        (["Salt"], '"Salt" is in the document 20 times: add the words before or after it'),
        (["ICE  melts"], 'is not in the document: copy it exactly; there is "Ice melts", with other capital letters'),
        (["Tea is cold"], '"Tea is cold" is not in the document: copy it exactly'),
        ([" "], "label: the text is empty"),
        ([], "label: select the evidence first"),
    ):
        with pytest.raises(CourseError, match=re.escape(message)):
            labelled().add("What?", *quotations)
    assert len(load_benchmark(questions).questions) == 1


@each(
    ("arguments", "message"),
    [
        ({"text": 5}, "label: the text must be a str: got int"),
        ({"text": " \n"}, "label: the text is empty, or nothing but white space"),
        ({"text": "a \ud800"}, "label: the text has half a surrogate pair"),
        ({"wanted": 0}, "label: wanted must be at least 1: got wanted=0"),
    ],
)
def test_what_cannot_be_labelled_is_refused_in_one_line(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(CourseError, match=re.escape(message)):
        label(**arguments)


def test_a_long_document_is_shown_in_parts_and_search_leads_to_each() -> None:
    text = "".join(f"Line {number} of \U0001f375 many.\n" for number in range(40_000))
    widget = label(text)
    for words in ("line 39999 OF", "Line 0 of", "Line 20000 of"):
        widget.find.value = words
        shown = widget.passage.pieces
        assert [piece for piece, kind in shown if kind == "found"] == [words.replace("l", "L").replace("OF", "of")]
        whole, first = "".join(piece for piece, _ in shown), widget.passage.first
        assert text[first : first + PART] == whole
    widget.find.value = "no such words"
    assert '"no such words" is not in the document.' in str(widget)
    assert int(widget.part.max) * (PART // 2) + PART >= len(text)


PLACES = st.tuples(st.integers(0, 40), st.integers(0, 9)).map(lambda place: Span(place[0], place[0] + place[1]))


@given(
    st.lists(st.tuples(PLACES, st.sampled_from(["evidence", "found"]))),
    PLACES.filter(lambda span: span.end > span.start),
)
def test_marks_cut_the_text_and_change_none_of_it(places: list[tuple[Span, str]], part: Span) -> None:
    text = "".join(map(chr, range(65, 125)))
    pieces = _marked(text, part, places)
    assert "".join(piece for piece, _ in pieces) == text[slice(*part)]
    kinds = [kind for piece, kind in pieces for _ in piece]
    for at, kind in zip(range(*part), kinds, strict=True):
        assert kind == next((one for span, one in reversed(places) if span.start <= at < span.end), "")
