"""Cuts that a callable proposes: the contract holds whatever it says, and an answer that is none is refused."""

from __future__ import annotations

import copy
import itertools
import pickle
import random
import time
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

import chunklib
from chunklib import STRATEGIES, TEXT_STRATEGIES, make
from chunklib.context import Price
from chunklib.cuts import sentences
from chunklib.data import load
from chunklib.errors import CallableFailed
from chunklib.proposer import Ask, Proposer
from tests.each import each
from tests.hostile import Case, cases
from tests.promises import assert_kept, assert_refusal_is_right, refused

HANDBOOK = load("handbook")[:6_000]


def by_first_letter(batch: Sequence[str]) -> list[int]:
    """A stand-in for a model: the subject changes before a sentence that begins with T."""
    return [at for at in range(len(batch) - 1) if batch[at + 1].lstrip().startswith("T")]


def anywhere(text: str) -> list[int]:
    """Cuts that nobody would make, the same for the same text, some of them twice."""
    draw = random.Random(len(text))  # noqa: S311
    return [draw.randint(0, len(text)) for _ in range(len(text) // 3)] * 2


@settings(max_examples=settings().max_examples * 2)
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
    made = make({"strategy": "proposed", "size": 100, "overlap": 0, "propose": anywhere})
    assert made(HANDBOOK) == chunklib.proposed(HANDBOOK, 100, 0, propose=anywhere)
    assert "proposed" in STRATEGIES
    assert "proposed" not in TEXT_STRATEGIES
    refused(lambda: chunklib.proposed("text"), TypeError, "needs propose")
    refused(lambda: make({"strategy": "proposed"}), TypeError, "needs propose")


@each(
    ("answer", "kind", "named"),
    [
        ([-1], ValueError, "from 0 to 4, the length of the text: got -1"),
        ([5], ValueError, "from 0 to 4, the length of the text: got 5"),
        ([1.0], TypeError, "got 1.0"),
        (["1"], TypeError, "got '1'"),
        ([True], TypeError, "got True"),
        (None, TypeError, "a list of whole numbers: got NoneType"),
        ("12", TypeError, "a list of whole numbers: got str"),
        (3, TypeError, "a list of whole numbers: got int"),
    ],
)
def test_an_answer_that_is_no_list_of_places_is_refused(answer: Any, kind: type[Exception], named: str) -> None:
    refused(lambda: chunklib.proposed("text", propose=lambda _: answer), kind, named)


def raises(_: object) -> list[int]:
    raise KeyError("no such model")


def test_a_callable_that_raises_is_named() -> None:
    with pytest.raises(CallableFailed, match="propose failed: KeyError: 'no such model'"):
        chunklib.proposed("text", propose=raises)
    with pytest.raises(CallableFailed, match=r"sentences 0 to 0, asked 3 times: ask failed: KeyError"):
        chunklib.proposed("text", propose=Proposer(raises))


# A model that is asked about a batch of sentences at a time


def asked(ask: Ask) -> tuple[Ask, list[Sequence[str]]]:
    """The same callable, and what it is asked."""
    batches: list[Sequence[str]] = []

    def noted(batch: Sequence[str]) -> Iterable[int]:
        batches.append(batch)
        return ask(batch)

    return noted, batches


@pytest.mark.parametrize("batch", [1, 7, 50, 10_000])
def test_every_sentence_is_asked_about_once_and_in_order(batch: int) -> None:
    ask, batches = asked(by_first_letter)
    found = Proposer(ask, batch=batch)(HANDBOOK)
    ends = [0, *sentences(HANDBOOK)]
    assert [piece for part in batches for piece in part] == [HANDBOOK[a:b] for a, b in pairwise(ends)]
    assert {len(part) for part in batches[:-1]} <= {batch}
    assert 1 <= len(batches[-1]) <= batch
    starts = {ends.index(at) for at in found}
    within = {at for at in range(1, len(ends) - 1) if at % batch and HANDBOOK[ends[at] :].lstrip().startswith("T")}
    assert starts == within


def test_the_cost_is_that_of_every_call() -> None:
    made = Proposer(by_first_letter, batch=10, price=Price(read=3, written=15), ruler="words")
    made(HANDBOOK)
    ends = [0, *sentences(HANDBOOK)]
    assert made.cost.calls == -(-(len(ends) - 1) // 10)
    assert made.cost.read == len(HANDBOOK.split())
    assert made.cost.dollars == (3 * made.cost.read + 15 * made.cost.written) / 1e6
    assert made.cost.written > 0


def failing(times: int, with_what: Callable[[], Any]) -> Ask:
    """A model that gives nonsense for a while, and then answers."""
    left = [times]

    def ask(batch: Sequence[str]) -> Iterable[int]:
        left[0] -= 1
        return with_what() if left[0] >= 0 else by_first_letter(batch)

    return ask


NONSENSE: list[Callable[[], Any]] = [
    lambda: [99], lambda: None, lambda: "0, 3", lambda: [0.5], lambda: raises(0), lambda: iter([-1]),
]  # fmt: skip


@pytest.mark.parametrize("nonsense", NONSENSE)
def test_nonsense_is_asked_again_and_refused_in_the_end(nonsense: Callable[[], Any]) -> None:
    right = Proposer(by_first_letter, batch=20)(HANDBOOK)
    patient = Proposer(failing(2, nonsense), batch=20)
    assert patient(HANDBOOK) == right
    assert patient.cost.calls == 2 + -(-len(list(sentences(HANDBOOK))) // 20)
    with pytest.raises(
        (ValueError, TypeError, RuntimeError), match=r"^sentences 0 to 19, asked 2 times: (a number that )?ask "
    ):
        Proposer(failing(2, nonsense), batch=20, tries=2)(HANDBOOK)


@each("endless", [lambda _: itertools.count(), lambda _: itertools.repeat(0)])
def test_an_answer_that_never_ends_is_refused(endless: Callable[[Any], Iterable[int]]) -> None:
    refused(lambda: chunklib.proposed("text", propose=endless), ValueError, "at most 1,000,004 numbers")
    with pytest.raises(CallableFailed, match="asked 1 times: ask failed: ValueError: ask must return at most"):
        chunklib.proposed("text", propose=Proposer(endless, tries=1))


def test_a_silent_model_is_given_up() -> None:
    def silent(_: Sequence[str]) -> list[int]:
        time.sleep(5)
        return []

    with pytest.raises(CallableFailed, match=r"asked 1 times: ask takes more than 0\.01 seconds"):
        Proposer(silent, tries=1, limit=0.01)("Tea is hot.")


def test_it_is_pickled_and_copied(tmp_path: Path) -> None:
    made = make({"strategy": "proposed", "propose": Proposer(by_first_letter, keep=tmp_path)})
    for again in (pickle.loads(pickle.dumps(made)), copy.deepcopy(made)):  # noqa: S301
        assert again == made
        assert again(HANDBOOK) == made(HANDBOOK)


def test_kept_answers_are_replayed_without_the_model(tmp_path: Path) -> None:
    first = Proposer(by_first_letter, batch=10, keep=tmp_path / "answers")(HANDBOOK)
    again = Proposer(raises, batch=10, keep=tmp_path / "answers")
    assert again(HANDBOOK) == first
    assert again.cost.calls == 0
    edited = f"{HANDBOOK}One more."
    with pytest.raises(CallableFailed):
        again(edited)  # the last batch is another
    ask, batches = asked(by_first_letter)
    Proposer(ask, batch=10, keep=tmp_path / "answers")(edited)
    assert len(batches) == 1


def test_what_was_answered_before_a_failure_is_kept(tmp_path: Path) -> None:
    calls = [0]

    def ask(batch: Sequence[str]) -> list[int]:
        calls[0] += 1
        return by_first_letter(batch) if calls[0] < 3 else [10_000]

    with pytest.raises(ValueError, match="got 10000"):
        Proposer(ask, batch=10, tries=1, keep=tmp_path)(HANDBOOK)
    assert len(list(tmp_path.iterdir())) == 2


def test_a_damaged_answer_is_asked_for_again(tmp_path: Path) -> None:
    right = Proposer(by_first_letter, keep=tmp_path)(HANDBOOK)
    for kept in tmp_path.iterdir():
        kept.write_text("[0, 1", "utf-8")
    assert Proposer(by_first_letter, keep=tmp_path)(HANDBOOK) == right


@each(
    ("settings", "named"),
    [({"batch": 0}, "batch"), ({"tries": 0}, "tries"), ({"limit": 0}, "limit"), ({"limit": -1.0}, "limit")],
)
def test_impossible_settings_are_refused(settings: dict[str, Any], named: str) -> None:
    refused(lambda: Proposer(by_first_letter, **settings), ValueError, named)


@each("limit", ["60", None, True, [1]])
def test_a_limit_that_is_no_number_is_refused(limit: Any) -> None:
    refused(
        lambda: Proposer(by_first_letter, limit=limit), TypeError, f"limit must be a number of seconds: got {limit!r}"
    )
