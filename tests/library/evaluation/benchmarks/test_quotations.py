"""A question made from quotations: its evidence is found once, or the message says where it is and where it differs."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import chunklib
from chunklib.chunk import document_id
from chunklib.evaluation import Benchmark, Question, evaluate
from tests.each import each
from tests.promises import refused

NOTE = "Cold rooms hold\u00a0four degrees. “Warm rooms,” she said, hold twenty. Rooms are cleaned at night."
TEXTS = {"note": NOTE, "letter": "Dear reader,\nrooms are cleaned at noon."}


def test_two_texts_are_enough_and_name_the_document_as_its_chunks_do() -> None:
    found = Question.from_quote(NOTE, "hold twenty")
    assert [NOTE[start:end] for start, end in found.spans] == ["hold twenty"]
    assert all(type(span) is chunklib.Span for span in found.spans)
    assert found.document == document_id(NOTE) == chunklib.sentences(NOTE)[0].document
    assert found.id == Question.from_quote(NOTE, "hold twenty").id
    others = [Question.from_quote(NOTE, "hold twenty", "How warm?"), Question.from_quote(NOTE, "she said")]
    assert len({found.id, *(other.id for other in others)}) == 3


def test_several_quotations_are_put_in_the_order_of_the_text() -> None:
    found = Question.from_quote(NOTE, ("at night", "she said"), "Who, and when?", name="note", id="q", kind="spread")
    assert Benchmark("small", TEXTS, (found,)).evidence(found) == ["she said", "at night"]
    assert (found.text, found.kind, found.id) == ("Who, and when?", "spread", "q")


def test_a_benchmark_finds_each_quotation_over_all_documents_and_is_measured() -> None:
    asked = {"Who cleaned at noon?": ["at noon"], "How warm is warm?": "hold twenty", "Who said it?": ("she said",)}
    found = Benchmark.from_quotes("small", TEXTS, asked)
    assert [(one.id, one.text, one.document) for one in found.questions] == [
        ("q1", "Who cleaned at noon?", "letter"),
        ("q2", "How warm is warm?", "note"),
        ("q3", "Who said it?", "note"),
    ]
    assert evaluate(found, {"strategy": "sentences", "size": 40, "overlap": 0}).mean("recall") == 1


@each(("quote", "named"), [
    ("hold twelve", ("'hold twelve' is not in note", "note 54-62", "'nty. Rooms a'", "'lve'")),
    ("Cold rooms\nhold foul", ("not in note", "note 0-19", "'r degrees. “'", "'l'")),
    (["she sang", "hold  twelve"], ("'she sang' is not in", "; the quotation 'hold  twelve' is not in", "note 54-62")),
    ('"Warm rooms,', ("not in note", "note 31-42", "'r degrees. “'", "'\"'")),
    ("entirely elsewhere", ("'entirely elsewhere' is not in note",)),
    ("rooms", ("must be there once", "note 5-10, note 36-41")),
    ("", ("the quotation is empty", "''")),
    ([], ("no quotation",)),
    (["she said", "said, hold", ""], ("the quotation is empty",)),
])  # fmt: skip
def test_a_quotation_that_has_no_one_place_is_refused(quote: Any, named: tuple[str, ...]) -> None:
    refused(lambda: Question.from_quote(NOTE, quote, name="note"), ValueError, *named)


@each(("given", "said"), [
    ({"quote": None}, "a quotation must be a text (str): got NoneType"),
    ({"name": None}, "name must be a text (str): got NoneType"),
])  # fmt: skip
def test_what_is_not_a_text_is_refused(given: dict[str, Any], said: str) -> None:
    told: dict[str, Any] = {"document": NOTE, "quote": "she said", **given}
    refused(lambda: Question.from_quote(**told), TypeError, said)


@each(("quotes", "kind", "named"), [
    ({"When?": "ooms are cleaned at"}, ValueError, ("'When?'", "once", "note 68-87, letter 14-33")),
    ({"When?": "rooms are cleaned at  none"}, ValueError, ("not in note, letter", "nearest: letter 13-36")),
    ({"When?": "at dusk", "Who?": "she said", "Why?": "at dawn"}, ValueError, ("'When?': ", "; question 'Why?': ")),
    (dict.fromkeys(map(str, range(1_022)), "at dusk"), ValueError, ("question '19': ", "letter; and 1,002 more")),
    ({"When?": ["at noon", "at night"]}, ValueError, ("'When?'", "in one document", "letter, note")),
    ({"When?": None}, TypeError, ("'When?'", "must be a text", "NoneType")),
    ({}, ValueError, ("'small' has no questions",)),
    (["at noon"], TypeError, ("{question: quotation}", "list")),
])  # fmt: skip
def test_a_benchmark_names_the_question_whose_quotation_is_wrong(
    quotes: Any, kind: type[Exception], named: tuple[str, ...]
) -> None:
    refused(lambda: Benchmark.from_quotes("small", TEXTS, quotes), kind, *named)


def test_a_benchmark_of_quotations_without_documents_is_refused() -> None:
    refused(lambda: Benchmark.from_quotes("small", {}, {"When?": "at noon"}), ValueError, "no text")
    refused(lambda: Benchmark.from_quotes("small", {"note": b""}, {"When?": "now"}), TypeError, "'note'")  # type: ignore[dict-item]


def test_overlapping_occurrences_count_and_a_message_stays_short() -> None:
    refused(lambda: Question.from_quote("banana", "ana", name="fruit"), ValueError, "fruit 1-4, fruit 3-6")
    with pytest.raises(ValueError, match="0-200000, .*, and more") as caught:
        Question.from_quote("a" * 400_000, "a" * 200_000)
    assert len(str(caught.value)) < 600


@given(st.text(alphabet="ab \n\xa0“é汉\U0001f469\ud800", max_size=30), st.data())
def test_a_question_is_made_just_where_the_quotation_is_there_once(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    quote = text[start : data.draw(st.integers(start, len(text)))].replace("\n", data.draw(st.sampled_from(" \t")) * 2)
    pattern = r"\s+".join(map(re.escape, quote.split()))
    places = [found.span(1) for found in re.finditer(f"(?=({pattern}))", text)]
    if quote.strip() and len(places) == 1:
        assert Question.from_quote(text, quote).spans == tuple(places)
    else:
        refused(lambda: Question.from_quote(text, quote), ValueError, "empty" if not quote.strip() else "once")
