"""Benchmarks from files: what is read, what is refused, and real ones measured beside sets of characters."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from chunklib.chunk import Span
from chunklib.evaluation import Benchmark, load_benchmark, load_squad
from tests.each import each
from tests.promises import refused

COLUMNS = ("question", "references", "corpus_id")
TEXT = "At 4 degrees\r\nthe room is cold. 汉字.\n"


def references(*places: tuple[int, int], text: str = TEXT) -> str:
    return json.dumps(
        [{"content": text[start:end], "start_index": start, "end_index": end} for start, end in places],
        ensure_ascii=False,
    )


def table(rows: Sequence[Sequence[str]], columns: Sequence[str] = COLUMNS) -> str:
    file = io.StringIO(newline="")
    csv.writer(file).writerows([columns, *rows])
    return file.getvalue()


def layout(folder: Path, rows: Sequence[Sequence[str]] | str, documents: dict[str, str] | None = None) -> Path:
    """Write a benchmark in the public layout."""
    (folder / "corpora").mkdir(parents=True)
    for name, text in ({"note": TEXT} if documents is None else documents).items():
        (folder / "corpora" / f"{name}.md").write_bytes(text.encode())
    (folder / "questions_df.csv").write_bytes((rows if isinstance(rows, str) else table(rows)).encode())
    return folder


GOOD = ("How cold?", references((3, 12)), "note")


# ------------------------------------------------------------------ what is read


def test_texts_and_questions_are_read_as_they_are(tmp_path: Path) -> None:
    rows = [GOOD, ("How is\nthe room?", references((26, 30), (14, 22)), "note")]
    found = load_benchmark(layout(tmp_path / "mine", rows, {"note": TEXT, "about": "\ufeffBOM"}))
    assert found.name == "mine"
    assert dict(found.documents) == {"about": "\ufeffBOM", "note": TEXT}
    assert [(one.id, one.text, one.document) for one in found.questions] == [
        ("q001", "How cold?", "note"),
        ("q002", "How is\nthe room?", "note"),
    ]
    assert [found.evidence(one) for one in found.questions] == [["4 degrees"], ["the room", "cold"]]
    assert found.questions[1].spans == (Span(14, 22), Span(26, 30))


def test_the_table_may_begin_with_a_byte_order_mark_and_have_more_columns_in_any_order(tmp_path: Path) -> None:
    rows = table([("1", "note", references((3, 12)), "How cold?")], ("", "corpus_id", "references", "question"))
    assert load_benchmark(layout(tmp_path, "\ufeff" + rows)).questions[0].text == "How cold?"
    with_mark = layout(tmp_path / "other", "\ufeff" + table([GOOD]))
    assert load_benchmark(with_mark).questions[0].spans == (Span(3, 12),)


@pytest.mark.parametrize("name", ["note.md", "corpora\\note.md"])
def test_a_corpus_may_be_named_by_its_file(tmp_path: Path, name: str) -> None:
    assert load_benchmark(layout(tmp_path, [(*GOOD[:2], name)])).questions[0].document == "note"


def test_very_long_evidence_is_read(tmp_path: Path) -> None:
    text = "word " * 60_000
    found = load_benchmark(layout(tmp_path, [("Q?", references((0, 299_999), text=text), "note")], {"note": text}))
    assert found.questions[0].spans == (Span(0, 299_999),)


def test_ids_sort_like_rows_whatever_their_number(tmp_path: Path) -> None:
    found = load_benchmark(layout(tmp_path, [(f"Question {row}?", *GOOD[1:]) for row in range(1_001)]))
    ids = [question.id for question in found.questions]
    assert ids == sorted(ids)
    assert (ids[0], ids[-1]) == ("q0001", "q1001")


# ------------------------------------------------------------------ what is refused


def changed(**fields: Any) -> str:
    """A reference with other fields; None removes one."""
    full = {"content": TEXT[3:12], "start_index": 3, "end_index": 12, **fields}
    return json.dumps([{key: value for key, value in full.items() if value is not None}])


BAD_ROWS: dict[str, tuple[tuple[str, str, str], tuple[str, ...]]] = {
    "no JSON": (("Q?", "[{'content': 'x'}]", "note"), ("question 2", "not JSON", "'content'")),
    "no list": (("Q?", '{"content": "x"}', "note"), ("question 2", "must be a list")),
    "no objects": (("Q?", '["4 degrees"]', "note"), ("question 2", "must be an object", "4 degrees")),
    "no end": (("Q?", changed(end_index=None), "note"), ("question 2", "end_index")),
    "offsets as text": (("Q?", changed(start_index="3"), "note"), ("question 2", "whole numbers", "'3'")),
    "other line ends": (
        ("Q?", references((9, 19), text=TEXT.replace("\r\n", "\n")), "note"),
        ("question 2", "is not at 9-19"),
    ),
}


@pytest.mark.parametrize("name", BAD_ROWS)
def test_a_row_that_cannot_be_is_refused_with_its_number(tmp_path: Path, name: str) -> None:
    row, named = BAD_ROWS[name]
    folder = layout(tmp_path, [GOOD, row])
    refused(lambda: load_benchmark(folder), ValueError, *named)


def test_what_is_not_there_is_named(tmp_path: Path) -> None:
    missing = "questions_df.csv needs the columns question, references, corpus_id: references is missing"
    refused(lambda: load_benchmark(layout(tmp_path / "one", "question,corpus_id")), ValueError, missing)
    refused(lambda: load_benchmark(layout(tmp_path / "two", ",".join(COLUMNS))), ValueError, "no questions")
    refused(lambda: load_benchmark(layout(tmp_path / "three", [GOOD], {})), ValueError, "no documents")
    (tmp_path / "questions_df.csv").write_text(table([GOOD]))
    refused(lambda: load_benchmark(tmp_path), FileNotFoundError, "corpora is not there")


def test_json_that_is_nested_too_deep_is_refused(tmp_path: Path) -> None:
    nested = "[" * 100_000
    squad = tmp_path / "squad.json"
    for text in (nested, f'{{"data": {nested}'):
        squad.write_text(text)
        refused(lambda: load_squad(squad), ValueError, f"{squad} is nested too deep")
    folder = layout(tmp_path, [(*GOOD[:1], nested, *GOOD[2:])])
    refused(lambda: load_benchmark(folder), ValueError, "question 1: references are nested too deep")


# ------------------------------------------------------------------ SQuAD and its kin


def answered(context: str, *answers: tuple[str, str, Any], id: str = "i") -> dict[str, Any]:  # noqa: A002 (SQuAD's name)
    """A paragraph with a question for each (question, answer, start)."""
    asked = [
        {"id": f"{id}{at}", "question": question, "answers": [{"text": text, "answer_start": start}]}
        for at, (question, text, start) in enumerate(answers)
    ]
    return {"context": context, "qas": asked}


def squad(folder: Path, *paragraphs: dict[str, Any], title: str = "Rooms") -> Benchmark:
    return of_squad(folder, {"data": [{"title": title, "paragraphs": list(paragraphs)}]})


def of_squad(folder: Path, content: object) -> Benchmark:
    (folder / "small.json").write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return load_squad(folder / "small.json")


def test_paragraphs_of_an_article_are_one_document(tmp_path: Path) -> None:
    one, two = "The room is 汉 cold.", "Fish is cold too.\r\n"
    found = squad(tmp_path, answered(one, ("How?", "cold", 14)), answered(two, ("What?", "Fish", 0), id="j"))
    assert found.name == "small"
    assert dict(found.documents) == {"Rooms": f"{one}\n\n{two}"}
    assert [(asked.id, *found.evidence(asked)) for asked in found.questions] == [("i0", "cold"), ("j0", "Fish")]


def test_the_first_answer_counts(tmp_path: Path) -> None:
    paragraph = answered("It is cold, very cold.", ("How?", "cold", 6))
    paragraph["qas"][0]["answers"].append({"text": "very cold", "answer_start": 12})
    found = squad(tmp_path, paragraph)
    assert [(asked.id, asked.spans) for asked in found.questions] == [("i0", (Span(6, 10),))]


@each("titles", [["A", "A", "A"], ["A 3", "A", "A"], [None, None, "1"]])
def test_articles_of_one_title_are_told_apart(tmp_path: Path, titles: list[str | None]) -> None:
    articles = [
        {"title": title, "paragraphs": [answered(f"Text {at}.", ("Q?", f"{at}", 5), id=f"{at}-")]}
        for at, title in enumerate(titles)
    ]
    found = of_squad(tmp_path, {"data": articles})
    assert sorted(found.documents.values()) == [f"Text {at}." for at in range(len(titles))]
    assert [found.evidence(asked) for asked in found.questions] == [[str(at)] for at in range(len(titles))]


WRONG_FORMAT: dict[str, tuple[object, str]] = {
    "articles by name": ({"data": {"Rooms": []}}, "format of SQuAD"),
    "no paragraphs": ({"data": [{"title": "Rooms"}]}, "'paragraphs' is missing"),
    "no answers": ({"data": [{"paragraphs": [{"context": "x", "qas": [{"id": "i"}]}]}]}, "'answers' is missing"),
}


@each("name", WRONG_FORMAT)
def test_another_format_is_refused(tmp_path: Path, name: str) -> None:
    content, named = WRONG_FORMAT[name]
    refused(lambda: of_squad(tmp_path, content), ValueError, "small", named)


@each("start", [5, -7, "0"])
def test_an_answer_must_be_where_it_says_in_its_own_paragraph(tmp_path: Path, start: Any) -> None:
    """Counted from the end of the paragraph, -7 is where the answer is."""
    paragraphs = answered("abc def", ("Q?", "abc", 0)), answered("abc def", ("Why?", "ab", start), id="j")
    refused(lambda: squad(tmp_path, *paragraphs), ValueError, "small.json")
