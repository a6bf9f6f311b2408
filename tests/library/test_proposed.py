"""Cuts that a callable proposes: the contract holds whatever it says, and an answer that is none is refused."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from hypothesis import given

import chunklib
from chunklib import STRATEGIES, TEXT_STRATEGIES, Chunker
from chunklib.data import load
from chunklib.errors import CallableFailed
from tests.each import each
from tests.hostile import Case, cases
from tests.promises import assert_kept, assert_refusal_is_right, refused

HANDBOOK = load("handbook")[:6_000]


def anywhere(text: str) -> list[int]:
    """Cuts that nobody would make, the same for the same text, some of them twice."""
    draw = random.Random(len(text))  # noqa: S311
    return [draw.randint(0, len(text)) for _ in range(len(text) // 3)] * 2


@given(case=cases())
def test_the_contract_holds_whatever_is_proposed(case: Case) -> None:
    try:
        chunks = chunklib.proposed(case.text, case.size, case.overlap, ruler=case.ruler, propose=anywhere)
    except ValueError as error:
        assert_refusal_is_right(error, case.text, case.size, case.ruler)
    else:
        assert_kept(case.text, chunks, case.size, case.overlap, case.ruler)


def test_chunks_end_at_proposed_cuts_where_they_fit() -> None:
    text = "One two. Three four. Five six. Seven eight."
    chunks = chunklib.proposed(text, 30, 0, propose=lambda _: [21, 9])
    assert [chunk.text for chunk in chunks] == ["One two. ", "Three four. ", "Five six. Seven eight."]
    longer = chunklib.proposed(text, 30, 0, propose=lambda _: [9, 21], min_size=5)
    assert [chunk.text for chunk in longer] == ["One two. Three four. ", "Five six. Seven eight."]
    assert chunklib.proposed("", propose=lambda _: [5]) == []


def test_nothing_proposed_is_cut_at_sentences() -> None:
    plain = chunklib.sentences(HANDBOOK, 100, 0)
    assert chunklib.proposed(HANDBOOK, 100, 0, propose=lambda _: []) == plain


def test_it_is_made_from_a_description_and_needs_its_callable() -> None:
    made = Chunker("proposed", size=100, overlap=0, propose=anywhere)
    assert made(HANDBOOK) == chunklib.proposed(HANDBOOK, 100, 0, propose=anywhere)
    assert "proposed" in STRATEGIES
    assert "proposed" not in TEXT_STRATEGIES
    refused(lambda: chunklib.proposed("text"), TypeError, "needs propose")
    refused(lambda: Chunker("proposed"), TypeError, "needs propose")


@each(
    ("answer", "kind", "named"),
    [
        ([-1], ValueError, "from 0 to 4, the length of the text: got -1"),
        ([5], ValueError, "from 0 to 4, the length of the text: got 5"),
        ([1.0], TypeError, "got 1.0"),
        ("12", TypeError, "a list of whole numbers: got str"),
    ],
)
def test_an_answer_that_is_no_list_of_places_is_refused(answer: Any, kind: type[Exception], named: str) -> None:
    refused(lambda: chunklib.proposed("text", propose=lambda _: answer), kind, named)


def raises(_: object) -> list[int]:
    raise KeyError("no such model")


def test_a_callable_that_raises_is_named() -> None:
    with pytest.raises(CallableFailed, match="propose failed: KeyError: 'no such model'"):
        chunklib.proposed("text", propose=raises)


@each("endless", [lambda _: itertools.count(), lambda _: itertools.repeat(0)])
def test_an_answer_that_never_ends_is_refused(endless: Callable[[Any], Iterable[int]]) -> None:
    refused(lambda: chunklib.proposed("text", propose=endless), ValueError, "at most 1,000,004 numbers")
