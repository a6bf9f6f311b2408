"""The recipes' own options: separators of every kind, separators left out, rulers, names."""

import gc
import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest
import regex
from hypothesis import example, given, settings
from hypothesis import strategies as st

from chunklib import STRATEGIES
from chunklib.chunk_config import Chunker
from chunklib.cuts.separators import DEFAULT_SEPARATORS, Separator
from chunklib.strategies import TEXT_STRATEGIES
from tests import oracle
from tests.each import each
from tests.hostile import Case, cases

EXAMPLES = settings().max_examples
recursive = STRATEGIES["recursive"]
none_broken: oracle.Breaches = {point: set() for point in oracle.POINTS}

SEPARATORS: dict[str, Sequence[Separator]] = {
    "a tutorial's": ["\n\n", "\n", ". ", " ", ""],
    "a look-ahead": [re.compile(r"(?m)^(?=#+ )"), "\n"],
    "regex, possessive": [regex.compile(r"\p{P}++\s*+"), " "],
    "matches nothing anywhere": ["\x01"],
    "matches the empty text everywhere": [re.compile("")],
    "matches all of it": [re.compile(r"(?s).+")],
    "half of a line end": ["\n", "\r"],
    "a combining mark": ["\u0301", "\u200d"],
    "default, weakest first": [*reversed(DEFAULT_SEPARATORS)],
}


@pytest.mark.parametrize("kind", SEPARATORS)
@settings(max_examples=EXAMPLES // 2)
@given(case=cases(30))
def test_the_contract_holds_with_any_separators(kind: str, case: Case) -> None:
    try:
        chunks = recursive(case.text, case.size, case.overlap, ruler=case.ruler, separators=SEPARATORS[kind])
    except ValueError:
        assert oracle.too_big(case.text, case.size, case.ruler)
        return
    assert oracle.breaches(case.text, chunks, case.size, case.overlap, case.ruler) == none_broken


def test_a_tuple_a_list_and_the_default_are_the_same() -> None:
    text = "One. Two.\nThree.\n\nFour. " * 20
    assert recursive(text, 9, 3) == recursive(text, 9, 3, separators=list(DEFAULT_SEPARATORS))
    assert recursive(text, 9, 3) == recursive(text, 9, 3, separators=DEFAULT_SEPARATORS)


@each(
    ("separators", "expected"),
    [
        (["|"], ["ab|", "cd;e|", "f"]),
        (["|", ";"], ["ab|", "cd;e|", "f"]),
        ([re.compile("[|;]")], ["ab|cd;", "e|f"]),
        ([re.compile("(?=[|;])")], ["ab|cd", ";e|f"]),
        ([], ["ab|cd;", "e|f"]),
    ],
)
def test_the_first_separator_that_is_in_reach_is_cut_at(separators: Sequence[Separator], expected: list[str]) -> None:
    size = 5 if "|" in separators else 6
    chunks = recursive("ab|cd;e|f", size, 0, separators=separators, ruler="characters")
    assert [chunk.text for chunk in chunks] == expected


@each(
    ("text", "separators", "expected"),
    [
        ("one\n\ntwo\n\nthree", ["\n\n"], ["one", "two", "three"]),
        ("one--two-three", ["--", "-"], ["one--", "two-", "three"]),
        ("one 1two 22three", [re.compile(r"\s\d+")], ["one 1", "two 22", "three"]),
        ("One. Two! Three?", DEFAULT_SEPARATORS, ["One.", "Two!", "Three?"]),
        ("a\r\nb\r\nc", ["\r\n"], ["a", "b", "c"]),
    ],
)
def test_the_white_space_of_separators_can_be_left_out(
    text: str, separators: Sequence[Separator], expected: list[str]
) -> None:
    size = max(len(part) for part in expected) + 2
    chunks = recursive(text, size, 0, separators=separators, keep_separators=False, ruler="characters")
    assert [chunk.text for chunk in chunks] == expected


@pytest.mark.parametrize(
    "separators",
    [
        ["\n\n", "\r\n", "\n", " ", re.compile(r"\s")],
        DEFAULT_SEPARATORS,
        [re.compile(r"\s+")],
        ["a", ". ", "\n \n", re.compile(r"\S+\s*"), ""],
    ],
    ids=["marks of white space", "the usual ones", "runs of white space", "words of the text"],
)
@settings(max_examples=EXAMPLES // 2)
@given(case=cases(30))
@example(case=Case("Dr. No came. He left! Did he? Yes.", 6, 0, "cl100k_base"))  # full stops were lost
@example(case=Case("b\n \n \nb", 3, 1, "cl100k_base"))  # less text has more tokens: two were shared
def test_nothing_but_white_space_is_left_out(separators: Sequence[Separator], case: Case) -> None:
    """Every point of the contract holds, whatever the separators are."""
    try:
        chunks = recursive(
            case.text, case.size, case.overlap, ruler=case.ruler, separators=separators, keep_separators=False
        )
    except ValueError:
        assert oracle.too_big(case.text, case.size, case.ruler)
        return
    assert oracle.breaches(case.text, chunks, case.size, case.overlap, case.ruler) == none_broken


@each("ruler", ["characters", "cl100k_base"])
def test_a_separator_that_begins_inside_a_cluster_does_not_cut_it(ruler: str) -> None:
    text = "a\r\nb\r\nc"
    chunks = recursive(text, 3, 0, separators=["\n"], keep_separators=False, ruler=ruler)
    assert oracle.breaches(text, chunks, 3, 0, ruler) == none_broken


@given(words=st.lists(st.sampled_from([" a", " the", " word", "汉", "\n", " 12"]), min_size=1, max_size=80))
@settings(max_examples=EXAMPLES)
def test_token_windows_start_and_end_between_tokens(words: list[str]) -> None:
    text = "".join(words)
    edges = oracle.token_starts(text, "cl100k_base") | {0}
    content = {at for at in range(len(text)) if not text[at].isspace()}
    for chunk in STRATEGIES["token_windows"](text, 7, 3):
        assert chunk.start_char in edges | content
        assert chunk.end_char in edges or text[chunk.end_char - 1 :][:1].strip()


def test_a_ruler_without_tokens_cuts_windows_between_characters() -> None:
    text = "some words of text " * 9
    by_windows = STRATEGIES["token_windows"](text, 10, 3, ruler="characters", document="d")
    assert by_windows == STRATEGIES["fixed_characters"](text, 10, 3, document="d")


def test_a_sentence_that_does_not_fit_is_cut_between_words() -> None:
    text = "short. " + "word " * 30 + "end. Another one."
    chunks = STRATEGIES["sentences"](text, 10, 0, ruler="words")
    assert all(chunk.text.endswith((" ", ".")) for chunk in chunks)
    assert all(not before.text[-1:].isalnum() for before, _ in pairwise(chunks))


def test_separators_do_not_matter_to_the_name_of_a_chunk() -> None:
    text = "one two three four five"
    assert {chunk.document for chunk in recursive(text, 2, 0)} == {
        chunk.document for chunk in STRATEGIES["token_windows"](text, 3, 1)
    }


@each("strategy", TEXT_STRATEGIES)
@each("size", [1, 50])
def test_no_size_refuses_the_default_overlap(strategy: str, size: int) -> None:
    text = "One two. Three four.\n\n" * 9
    options: dict[str, Any] = {"embed": "hashing"} if strategy == "semantic" else {}
    chunks = TEXT_STRATEGIES[strategy](text, size, **options)
    assert chunks == TEXT_STRATEGIES[strategy](text, size, size * 15 // 100, **options)
    assert Chunker(strategy, size=size, **options)(text) == chunks


@each("strategy", TEXT_STRATEGIES)
@each("overlap", ["15%", "2s"])
def test_nothing_is_left_for_the_garbage_collector(strategy: str, overlap: str) -> None:
    def split() -> None:
        assert STRATEGIES[strategy]("# Tea\n\nBoil water. Then wait, say 3 minutes.\n\n" * 8, 60, overlap)

    split()
    gc.collect()
    gc.disable()
    try:
        split()
        assert gc.collect() == 0
    finally:
        gc.enable()
