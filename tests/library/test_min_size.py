"""A chunk measures at least ``min_size``, for every strategy, except where the text or the size leaves no other cut."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunklib import STRATEGIES, TEXT_STRATEGIES, Adaptive, Chunk, Chunker, Semantic, in_full, iter_chunks
from chunklib.chunk import Span
from chunklib.data import load
from chunklib.evaluation.phases import shifted
from chunklib.strategies import RECIPES, arguments
from tests import oracle
from tests.each import each, named
from tests.hostile import RULERS, Case, cases
from tests.library.test_count_context import PIECES

EXAMPLES = settings().max_examples
none_broken: oracle.Breaches = {point: set() for point in oracle.POINTS}


def options(strategy: str, text: str) -> dict[str, Any]:
    """Give what a strategy needs, and what makes it quick."""
    if strategy == "proposed":
        return {"propose": lambda _: sorted(oracle.boundaries(text) - {0, len(text)})[::7]}
    return {"embed": "hashing"} if "embed" in arguments(strategy) else {}


def places(strategy: str, source: str, text: str) -> list[int]:
    """List where a text may be cut at all: not inside a cluster, and not between a title and what follows it."""
    structure = RECIPES[strategy].read(source, arguments(strategy)).structure
    titles: Sequence[Span] = structure.titles if structure else ()
    kept = {at for start, end in titles for at in range(start + 1, len(text) - len(text[end:].lstrip()) + 1)}
    return sorted(oracle.boundaries(text) - {0} - kept | {len(text)})


def assert_long_enough(case: Case, chunks: list[Chunk], least: int, cuts: list[int], *, counted: bool = False) -> None:
    """Hold every chunk to the least size; a shorter one must have a reason.

    The reasons: it is the only one; the next character does not fit beside it; or it is one of the last two, and no
    place between their ends cuts them into two that are long enough.
    """
    length, text = oracle.measure(case.ruler), case.text

    def fits(chunk: Chunk, end: int) -> bool:
        longer = replace(chunk, text=text[chunk.start_char : end], context=chunk.context if counted else "")
        return length(in_full(longer)) <= case.size

    for chunk in chunks[:-1]:
        following = next(cut for cut in cuts if cut > chunk.end_char)
        if length(chunk.text) < least and fits(chunk, following):
            assert chunk is chunks[-2], chunk
            assert not two_long_ones(case, chunks, least, cuts), chunks[-2:]
    if len(chunks) > 1 and length(chunks[-1].text) < least:
        assert not two_long_ones(case, chunks, least, cuts), chunks[-2:]


def two_long_ones(case: Case, chunks: list[Chunk], least: int, cuts: list[int]) -> list[int]:
    """Find the places at which the last two chunks could be cut so that both measure enough, without an overlap."""
    length, text = oracle.measure(case.ruler), case.text
    before, last = chunks[-2:]
    low = chunks[-3].end_char if len(chunks) > 2 else before.start_char
    return [
        cut
        for cut in cuts
        if low < cut < last.end_char
        and least <= length(text[before.start_char : cut]) <= case.size
        and least <= length(text[cut : last.end_char]) <= case.size
        and text[before.start_char : cut].strip()
        and text[cut : last.end_char].strip()
    ]


@pytest.mark.parametrize("strategy", TEXT_STRATEGIES)
@settings(max_examples=EXAMPLES)
@given(case=cases(), data=st.data())
def test_hostile_texts(strategy: str, case: Case, data: st.DataObject) -> None:
    source, size, overlap, ruler = case
    least = data.draw(st.integers(0, size))
    try:
        chunks = STRATEGIES[strategy](source, size, overlap, ruler=ruler, min_size=least, **options(strategy, source))
    except ValueError:
        assert oracle.too_big(source, size, ruler)
        return
    text = getattr(chunks, "text", source)
    assert oracle.breaches(text, chunks, size, overlap, ruler) == none_broken
    assert_long_enough(Case(text, size, overlap, ruler), chunks, least, places(strategy, source, text))


@pytest.mark.parametrize("strategy", PIECES)
@settings(max_examples=EXAMPLES // 2)
@given(data=st.data(), size=st.integers(40, 90), ruler=st.sampled_from(RULERS))
def test_a_counted_context_leaves_less_room(strategy: str, data: st.DataObject, size: int, ruler: Any) -> None:
    source = "".join(data.draw(st.lists(st.sampled_from(PIECES[strategy]), max_size=15)))
    overlap, least = data.draw(st.integers(0, size // 3)), data.draw(st.integers(0, size))
    chunks = STRATEGIES[strategy](source, size, overlap, ruler=ruler, min_size=least, count_context=True)
    text = getattr(chunks, "text", source)
    assert oracle.breaches(text, chunks, size, overlap, ruler) == none_broken
    assert all(oracle.measure(ruler)(in_full(chunk)) <= size for chunk in chunks)
    assert_long_enough(Case(text, size, overlap, ruler), chunks, least, places(strategy, source, text), counted=True)


@each("overlap", [0, "2s", Adaptive(minimum=5, maximum=60), Semantic(maximum=50, embed="hashing")])
def test_in_a_document_no_chunk_is_short(overlap: Any) -> None:
    """Up to half of the size there always is a cut, whatever the overlap."""
    chunks = STRATEGIES["recursive"](load("handbook"), 200, overlap, min_size=100)
    assert min(chunk.size for chunk in chunks) >= 100
    assert max(chunk.size for chunk in chunks) <= 200


def test_a_weaker_cut_is_taken_only_where_a_chunk_would_be_short() -> None:
    one, tea, two, ice = "# One\n\n", "Teas.\n\n", "# Two\n\nIce is cold. ", "Rain is wet.\n\nSnow falls.\n\n"
    three = "# Three\n\nA road leads north to the hill.\n"
    text = one + tea + two + ice + three

    def split(least: int) -> list[str]:
        made = STRATEGIES["markdown"](text, 45, 0, ruler="characters", min_size=least)
        return [chunk.text for chunk in made]

    assert split(0) == [one + tea, two + ice.rstrip(), "\n\n" + three]
    assert split(20) == [one + tea + two, ice, three]


def test_separators_that_are_left_out_do_not_make_a_chunk_short() -> None:
    text = "One two.\n\n\n\nThree four five.\n\n\n\nSix."
    own: dict[str, Any] = {"ruler": "characters", "keep_separators": False}
    assert [chunk.size for chunk in STRATEGIES["recursive"](text, 20, 0, **own)] == [8, 16, 4]
    chunks = STRATEGIES["recursive"](text, 20, 0, **own, min_size=10)
    assert min(chunk.size for chunk in chunks) >= 10


@pytest.mark.parametrize("strategy", [name for name, recipe in RECIPES.items() if recipe.streams])
def test_a_text_that_is_split_while_it_is_read(strategy: str) -> None:
    text = load("handbook")
    for size, overlap, least in ((60, 9, 30), (150, "2s", 140)):
        config = {"strategy": strategy, "size": size, "overlap": overlap, "min_size": least}
        whole = Chunker.from_config(config)(text, "d")
        with named(size):
            assert list(iter_chunks([text], config, document="d", window=6_007)) == whole


@each("strategy", [name for name, recipe in RECIPES.items() if recipe.movable])
def test_moved_windows_are_short_only_at_the_beginning(strategy: str) -> None:
    chunker = Chunker(strategy, size=200, overlap=20, min_size=100)
    for phase in range(6):
        chunks = shifted(chunker, load("handbook"), "d", phase=phase, phases=6)
        assert min(chunk.size for chunk in chunks[1:]) >= 100
