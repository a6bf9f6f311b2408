"""Labelling without a browser: the file is a benchmark, nothing is lost, hints are right, and what is refused."""

from __future__ import annotations

import csv
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from chunklib import STRATEGIES
from chunklib.chunk import Span
from chunklib.data import load
from chunklib.evaluation import Question, evaluate, grid, load_benchmark, sweep
from classroom import label
from classroom.judge.errors import CourseError
from classroom.lessons import inside
from classroom.lessons.store import own_folder
from classroom.lessons.widgets.labelling import CUT, PART, Labelling
from tests.each import each

SALT = "Salt stays. " * 20
BOILS, MELTS = "Water boils at 100 degrees.", 'Ice "melts" at ze\u00adro.'
HARD = "# Tea \U0001f469\u200d\U0001f527\r\n\r\n\tCafe\u0301 李."  # characters that JavaScript counts otherwise
TEXT = f"{HARD}\r\n{BOILS} {MELTS}\r\n## Long\n\n{SALT}\n\n## End\n\nSee.\n"


@pytest.fixture(autouse=True)
def questions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the questions, which is not there yet."""
    monkeypatch.setenv("CHUNKLIB_STATE", str(tmp_path))
    return own_folder() / "questions"


def at(words: str) -> tuple[int, ...]:
    return (TEXT.index(words), TEXT.index(words) + len(words)) if words else ()


def labelled(text: str = TEXT) -> Labelling:
    return label(text, name="tea")


def press(widget: Labelling, do: str, question: str = "", evidence: str = "", which: int = -1) -> list[str]:
    """Press a button of the page; returns what is asked then."""
    widget._hear({"do": do, "question": question, "value": list(at(evidence)), "which": which})
    return [one.text for one in widget.view.questions]


def asked(folder: Path) -> list[str]:
    return [one.text for one in load_benchmark(folder).questions]


def test_three_questions_are_a_benchmark_that_is_measured_and_swept(questions: Path) -> None:
    label().add("How long may I use a cursor?", "A cursor is valid for 24 hours")
    label().add("Is the test system like the real one?", "its limits are lower")
    label().add("How many items can I ask for?", "(1 to 200, by default 50)", "answer with `items`")
    assert str(label()).startswith("3 of 3 questions about 'handbook' (34,705 characters). That is enough.")
    benchmark = load_benchmark(questions)
    assert benchmark.documents == {"handbook": load("handbook")}
    assert [len(one.spans) for one in benchmark.questions] == [1, 1, 2]
    assert len(evaluate(benchmark, STRATEGIES["recursive"]).scores["recall"]) == 3
    rows = sweep(grid(("token_windows",), (50, 90), (0,)), benchmark, phases=1).rows()
    assert {row[4] for row in rows} == {"size", "50", "90"}


def test_passages_are_trimmed_joined_and_exact_whatever_comes_before(questions: Path) -> None:
    widget = labelled()
    press(widget, "add", evidence=f"\r\n{BOILS}")
    press(widget, "add", evidence=f"egrees. {MELTS}")
    assert str(widget).count(CUT) == 1
    press(widget, "draft", evidence="e\u0301 李.\r\nWater")
    assert 'selected: characters 14-73, first quarter: "Cafe\u0301 李. Water boils ' in str(widget)
    assert str(widget).endswith(' Ice "melts" at zero."')
    press(widget, "save", " When \n is it hot? ", "李.")
    assert CUT not in str(widget)
    assert widget.view.draft == Question("", "", "tea", ())
    (one,) = load_benchmark(questions).questions
    assert (one.text, [TEXT[slice(*span)] for span in one.spans]) == ("When is it hot?", ["李.", f"{BOILS} {MELTS}"])


def test_two_tabs_lose_nothing_and_a_question_that_is_gone_stays_gone() -> None:
    one, other = labelled(), labelled()
    press(one, "save", "First?", BOILS)
    assert press(other, "save", "Second?", BOILS) == ["First?", "Second?"]
    press(other, "edit", which=0)
    assert press(one, "delete", which=0) == ["Second?"]
    assert press(other, "save", "First again?") == ["Second?", "First again?"]
    assert press(other, "save", "Second?", BOILS) == ["Second?", "First again?"]
    press(other, "edit", which=0)
    press(other, "drop", "Second?")
    assert press(other, "save", "What?", MELTS) == ["What?", "First again?"]
    press(other, "delete", "A draft stays?", MELTS, which=0)
    assert (other.view.draft.text, other.view.draft.spans) == ("A draft stays?", (Span(*at(MELTS)),))
    assert press(labelled(), "delete", which=0) == []
    assert press(labelled(), "clear") == []


@pytest.mark.parametrize(("damage", "said", "left"), [
    (lambda data: data[:-9], "cannot be used and are left out: question '1'", []),
    (lambda data: b"\xff" + data, "cannot be used: it needs the columns question, references, corpus_id", []),
    (lambda data: data.replace(b"Hot?", b"H\xf6t?"), "question '1' (H\ufffdt?): its row is not UTF-8", []),
    (lambda data: data.splitlines(keepends=True)[0], "", []),
    (lambda data: data + data.splitlines(keepends=True)[1], "", ["Hot?"]),
    (lambda data: b"", "cannot be used: it needs the columns question, references, corpus_id", []),
    (lambda data: data.decode().encode("utf-8-sig"), "was edited outside of this notebook.", ["Hot?"]),
    (lambda data: data.replace(b"Hot?", b"Warm?"), "", ["Warm?"]),
    (lambda data: data.replace(b"\n", b"\r\n"), "was edited outside of this notebook.", ["Hot?"]),
])  # fmt: skip
def test_a_file_that_was_not_written_here_is_copied_before_it_is_replaced(
    damage: Callable[[bytes], bytes], said: str, left: list[str], questions: Path
) -> None:
    press(labelled(), "save", "Hot?", BOILS)
    table, copy = questions / "questions_df.csv", questions / "set_aside_1" / "questions_df.csv"
    table.write_bytes(damaged := damage(table.read_bytes()))
    widget = labelled()
    assert said in str(widget)
    assert table.read_bytes() == damaged
    assert press(widget, "save", "New?", BOILS) == asked(questions) == [*left, "New?"]
    assert (copy.read_bytes() if said else copy.exists()) == (damaged if said else False)
    assert ("The earlier file is now in my_rag/questions/set_aside_1." in str(widget)) == bool(said)


def test_when_the_text_has_changed_old_questions_are_kept_apart(questions: Path) -> None:
    press(labelled(), "save", "Hot?", BOILS)
    press(labelled(), "save", "What stays?", "Salt stays.")
    label("Another document.", name="other").add("Which?", "Another document")
    widget = labelled(TEXT.replace("## Long", "## Very long"))
    said = "1 of 3 questions in questions_df.csv cannot be used and are left out: question '2' (What stays?)"
    assert f"{said}: 'Salt stays.' is not at" in str(widget)
    assert press(widget, "save", "New?", BOILS) == ["Hot?", "New?"]
    assert asked(questions) == ["Hot?", "Which?", "New?"]
    assert asked(questions / "set_aside_1") == ["Hot?", "What stays?", "Which?"]


def test_bad_rows_are_named_and_set_aside_and_good_ones_stay(questions: Path) -> None:
    for question, evidence in (("Good?", BOILS), ("Moved?", MELTS), ("Torn?", "See."), ("Whose?", "Salt stays. Salt")):
        press(labelled(), "save", question, evidence)
    table = questions / "questions_df.csv"
    with table.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    rows[1]["references"] = rows[1]["references"].replace(str(at(MELTS)[0]), "3")
    rows[2]["references"] = rows[2]["references"][:-1]
    rows[3]["corpus_id"] = "coffee"
    more = [{"question": '=1+1; "or"\n, what?', "references": rows[0]["references"], "corpus_id": "corpora/tea.md"}]
    with table.open("w", encoding="utf-8-sig", newline="") as file:  # as a spreadsheet writes it
        writer = csv.DictWriter(file, list(rows[0]), delimiter=";")
        writer.writeheader()
        writer.writerows([*rows, dict.fromkeys(rows[0], ""), *more])
    written, widget = table.read_bytes(), labelled()
    for said in (
        "3 of 5 questions in questions_df.csv cannot be used and are left out: question '2' (Moved?)",
        "question '3' (Torn?): references are not JSON",
        "question '4' (Whose?): unknown document 'coffee'",
    ):
        assert said in str(widget)
    assert press(widget, "save", "New?", MELTS) == asked(questions) == ["Good?", more[0]["question"], "New?"]
    assert (questions / "set_aside_1" / "questions_df.csv").read_bytes() == written
    assert "left out" not in str(labelled())


def test_a_text_that_nobody_can_read_is_set_aside_and_the_rest_is_a_benchmark(questions: Path) -> None:
    press(labelled(), "save", "Hot?", BOILS)
    label("Another document.", name="other").add("Which?", "Another document")
    (questions / "corpora" / "other.md").write_bytes(b"\xff")
    widget = labelled()
    assert "question '2' (Which?): unknown document 'other'" in str(widget)
    press(widget, "save", "New?", MELTS)
    assert asked(questions) == ["Hot?", "New?"]
    assert (questions / "set_aside_1" / "corpora" / "other.md").read_bytes() == b"\xff"


def test_with_a_full_disk_there_is_no_half_copy(questions: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    press(labelled(), "save", "Hot?", BOILS)
    table = questions / "questions_df.csv"
    table.write_bytes(damaged := table.read_bytes()[:-9])

    def full(source: str, target: str, **_: object) -> None:
        Path(target).touch()
        raise OSError(28, "No space left on device", target)

    monkeypatch.setattr(shutil, "copyfile", full)
    widget = labelled()
    assert press(widget, "save", "New?", MELTS) == []
    assert "Not saved: [Errno 28] No space left on device" in str(widget)
    assert table.read_bytes() == damaged
    assert not (questions / "set_aside_1").exists()


def test_what_cannot_be_written_stays_in_the_box(questions: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    press(widget := labelled(), "save", "First?", BOILS)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(inside, "replace_file", full)
    assert press(widget, "save", "Second?", BOILS) == asked(questions) == ["First?"]
    assert "Not saved: [Errno 28] No space left on device." in str(widget)
    assert widget.view.draft == Question("", "Second?", "tea", (Span(*at(BOILS)),))


@each(("question", "evidence", "hint"), [
    ("How hot is steam?", BOILS, ""),
    ("Say: water boils at 100 degrees?", BOILS, "(5 words in a row, or 3 or more that are half"),
    ("What boils at 100 degrees?", BOILS, '"boils at 100 degrees"'),
    ("Is steam hot", BOILS, ""),
    ("The heat of steam is great", BOILS, "neither a question mark nor a word such as"),
    ("李?", "\r\n\r\n\t", "The evidence is only white space."),
    ("What stays?", f"## Long\n\n{SALT}", "has a heading in it, or more than 600 characters"),
    ("What ends?", "See.", ""),
    ("What?", MELTS, "Question 1 has the same evidence."),
    ("What?", "", "There is no evidence yet."),
])  # fmt: skip
def test_hints_say_what_may_be_wrong(question: str, evidence: str, hint: str) -> None:
    widget = labelled()
    widget.add("What happens in the sun?", MELTS)
    press(widget, "draft", question, evidence)
    said = [line for line in widget.view.draft_lines() if line.startswith("Hint:")]
    assert len(said) == bool(hint)
    assert hint in "".join(said)


def test_white_space_is_no_evidence(questions: Path) -> None:
    widget = labelled()
    assert press(widget, "save", "What?", "\r\n\r\n\t") == []
    assert "Not saved: the evidence is only white space: select words." in str(widget)
    assert press(widget, "save", "What?", BOILS) == asked(questions) == ["What?"]


def test_what_cannot_be_labelled_is_refused_in_one_line() -> None:
    said = str(labelled().add("How hot is steam?", BOILS[1:].replace(" ", "\n")))
    assert CUT in said
    assert said.endswith(f'1. How hot is steam?\n   characters {at(BOILS)[0]}-{at(BOILS)[1]}, first quarter: "{BOILS}"')
    for refused, message in (
        (lambda: labelled().add("?", "Salt"), '"Salt" is in the document 20 times: add the words before or after it'),
        (lambda: labelled().add("?", "Tea is cold"), '"Tea is cold" is not in the document: copy it exactly'),
        (lambda: labelled().add("?", " "), "label: the text is empty"),
        (lambda: labelled().add("?"), "label: select the evidence first"),
        (lambda: labelled().add(" ", BOILS), "label: type the question first"),
        (lambda: label(" \n"), "label: the text is empty, or nothing but white space"),
        (lambda: label("a \ud800"), "label: the text or its name has half a surrogate pair"),
        (lambda: label("a", name="\ud800"), "label: the text or its name has half a surrogate pair"),
        (lambda: label(wanted=0), "label: wanted must be at least 1: got wanted=0"),
    ):
        with pytest.raises(CourseError, match=re.escape(message)):
            refused()


def test_a_long_document_is_shown_in_parts_and_a_search_leads_to_each() -> None:
    text = "".join(f"Line {number} of \U0001f375 many.\n" for number in range(40_000))
    widget = label(text)
    for words in ("Line 39999", "Line 0", "Line 20000"):
        widget.find.value = f"{words.lower()}  OF"
        assert [piece for piece, kind in widget.passage.pieces if kind == "found"] == [f"{words} of"]
        first = widget.passage.first
        assert text[first : first + PART] == "".join(piece for piece, _ in widget.passage.pieces)
    widget.find.value = "no such words"
    assert '"no such words" is not in the document.' in str(widget)
    assert int(widget.part.max) * (PART // 2) + PART >= len(text)
