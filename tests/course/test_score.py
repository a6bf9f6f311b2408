"""The score counts what was read and answered, and shows what was before a function was kept."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from chunklib.chunk import Span
from classroom import bring, keep, label, score
from classroom.lessons import score as scoring
from classroom.lessons import store
from tests.course.test_keeping import hello, keep_master

AFTER_TEA = "The garden is closed on Monday. " * 60 + "\n\n"
AFTER_COFFEE = "\n\n" + "The kettle is in the shed, on the left. " * 60
TEXT = f"Tea needs four minutes. {AFTER_TEA}Coffee needs two minutes, and never more.{AFTER_COFFEE}"
BLIND = "def retrieve(question, chunks, k):\n    return [len(chunks) - 1]\n"
BEFORE = "your 2 questions: evidence read 3 of 3 · answered 2 of 2"
WORSE = "your 2 questions: evidence read 0 of 3 (before: 3 of 3) · answered 0 of 2 (before: 2 of 2)"


def labelled() -> None:
    bring(TEXT)
    questions = label()
    questions.add("How many minutes does tea need?", "Tea needs four minutes.")
    questions.add("How many minutes does coffee need?", "Coffee needs two minutes", "and never more")


def test_a_kept_function_that_makes_the_bot_worse_is_seen(own: Path) -> None:
    labelled()
    line, *rows = str(score()).split("\n")
    assert line == BEFORE
    assert rows[0] == "  evidence hit, answered: How many minutes does tea need?"
    assert str(score()) == str(score()) == "\n".join([line, *rows])
    (own / "retrieve.py").write_text(BLIND)
    for _ in "twice":
        assert str(score()).split("\n")[:2] == [WORSE, "  evidence miss, declined: How many minutes does tea need?"]
    (own / "retrieve.py").unlink()
    assert "3 of 3 (before: 0 of 3)" in str(score())


def test_the_day_before_is_remembered_and_another_document_begins_anew(own: Path) -> None:
    labelled()
    score()
    file = store.state_folder() / "progress.json"
    record = json.loads(file.read_text())
    record["scores"][-1] |= {"day": "2020-02-02", "answered": 1}
    file.write_text(json.dumps(record))
    assert "answered 2 of 2 (before: 1 of 2)" in str(score())
    assert store.load().scores[-1].day == date.today().isoformat()  # noqa: DTZ011
    bring("handbook")
    first = "the course's 26 questions about handbook: evidence read 17 of 33 · answered 16 of 26"
    assert str(score()).split("\n") == [first, scoring._HOW]
    bring("A text\nof my own.")
    assert str(score()) == f"There are no questions about my_text yet. {scoring._HOW}"


def test_after_each_keep_of_what_the_bot_uses_the_score_is_shown(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    labelled()
    said = scoring.around_keeping("retrieve", lambda: str((own / "retrieve.py").write_text(BLIND)))
    assert said.split("\n")[1:] == [WORSE]
    monkeypatch.setattr(scoring, "score", None)
    assert scoring.around_keeping("count_windows", lambda: "kept") == "kept"


def test_half_of_the_evidence_is_half_a_hit(own: Path) -> None:
    keep_master("fixed_size_chunks")
    bring("word " * 159 + "The kettle is red. " + "other " * 200 + "\n")
    label().add("What is red?", "The kettle is red.")
    assert "evidence half" in str(score())
    assert [scoring._shares(Span(0, 3), Span(at, 4)) for at in (2, 3)] == [True, False]
    assert str(keep(hello)).count("\n") == 0
