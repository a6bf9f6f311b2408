"""A chunk measures at least ``min_size``, for every strategy, except where the text or the size leaves no other cut."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from llama_index.core.schema import Document

from chunklib import STRATEGIES, Adaptive, Chunk, Chunker, Semantic, chunk_documents, iter_chunks
from chunklib.adapters.langchain import ChunkSplitter
from chunklib.adapters.llamaindex import ChunkParser
from chunklib.chunk import headed
from chunklib.data import load, path
from chunklib.evaluation.phases import shifted
from chunklib.strategies import RECIPES, arguments
from tests import oracle
from tests.commandline import runner
from tests.each import each, named
from tests.hostile import RULERS, Case, cases
from tests.library.test_contract_pairs import ON_DOCUMENTS
from tests.library.test_count_context import PIECES

EXAMPLES = settings().max_examples
none_broken: oracle.Breaches = {point: set() for point in oracle.POINTS}


def options(strategy: str, text: str) -> dict[str, Any]:
    """Give what a strategy needs, and what makes it quick."""
    if strategy == "proposed":
        return {"propose": lambda _: sorted(oracle.boundaries(text) - {0, len(text)})[::7]}
    return {"embed": "hashing"} if "embed" in arguments(strategy) else {}


def assert_long_enough(case: Case, chunks: list[Chunk], least: int, *, counted: bool = False) -> None:
    """Hold every chunk to the least size; a shorter one must have a reason.

    The reasons: it is the only one; the next character does not fit beside it; or it is one of the last two, and no
    place between their ends cuts them into two that are long enough.
    """
    length, text = oracle.measure(case.ruler), case.text
    cuts = sorted(oracle.boundaries(text) - {0})

    def fits(chunk: Chunk, end: int) -> bool:
        return length(headed(chunk.context if counted else "", text[chunk.start_char : end])) <= case.size

    for chunk in chunks[:-1]:
        following = next(cut for cut in cuts if cut > chunk.end_char)
        if length(chunk.text) < least and fits(chunk, following):
            assert chunk is chunks[-2], chunk
            assert not two_long_ones(case, chunks, least), chunks[-2:]
    if len(chunks) > 1 and length(chunks[-1].text) < least:
        assert not two_long_ones(case, chunks, least), chunks[-2:]


def two_long_ones(case: Case, chunks: list[Chunk], least: int) -> list[int]:
    """Find the places at which the last two chunks could be cut so that both measure enough, without an overlap."""
    length, text = oracle.measure(case.ruler), case.text
    before, last = chunks[-2:]
    low = chunks[-3].end_char if len(chunks) > 2 else before.start_char
    return [
        cut
        for cut in sorted(oracle.boundaries(text))
        if low < cut < last.end_char
        and least <= length(text[before.start_char : cut]) <= case.size
        and least <= length(text[cut : last.end_char]) <= case.size
        and text[before.start_char : cut].strip()
        and text[cut : last.end_char].strip()
    ]


@pytest.mark.parametrize("strategy", [name for name in STRATEGIES if name != "pdf"])
@settings(max_examples=EXAMPLES * 2)
@given(case=cases(), data=st.data())
def test_hostile_texts(strategy: str, case: Case, data: st.DataObject) -> None:
    text, size, overlap, ruler = case
    least = data.draw(st.integers(0, size))
    own = options(strategy, text)
    try:
        plain = STRATEGIES[strategy](text, size, overlap, ruler=ruler, **own)
    except ValueError:
        return
    chunks = STRATEGIES[strategy](text, size, overlap, ruler=ruler, min_size=least, **own)
    assert oracle.breaches(text, chunks, size, overlap, ruler) == none_broken
    assert_long_enough(case, chunks, least)
    assert STRATEGIES[strategy](text, size, overlap, ruler=ruler, min_size=0, **own) == plain


@pytest.mark.parametrize("strategy", PIECES)
@settings(max_examples=EXAMPLES)
@given(data=st.data(), size=st.integers(40, 90), ruler=st.sampled_from(RULERS))
def test_a_counted_context_leaves_less_room(strategy: str, data: st.DataObject, size: int, ruler: Any) -> None:
    text = "".join(data.draw(st.lists(st.sampled_from(PIECES[strategy]), max_size=15)))
    overlap, least = data.draw(st.integers(0, size // 3)), data.draw(st.integers(0, size))
    chunks = STRATEGIES[strategy](text, size, overlap, ruler=ruler, min_size=least, count_context=True)
    assert oracle.breaches(text, chunks, size, overlap, ruler) == none_broken
    assert all(oracle.measure(ruler)(headed(chunk.context, chunk.text)) <= size for chunk in chunks)
    assert_long_enough(Case(text, size, overlap, ruler), chunks, least, counted=True)


@each("overlap", [0, "15%", "2s", Adaptive(minimum=5, maximum=60), Semantic(maximum=50, embed="hashing")])
@each(("strategy", "name"), ON_DOCUMENTS)
def test_in_a_document_no_chunk_is_short(strategy: str, name: str, overlap: Any) -> None:
    """Up to half of the size there always is a cut, whatever the overlap."""
    text, own = load(name), options(strategy, "")
    for least in (1, 60, 100):
        chunks = STRATEGIES[strategy](text, 200, overlap, min_size=least, **own)
        assert min(chunk.size for chunk in chunks) >= least
        assert max(chunk.size for chunk in chunks) <= 200
        assert all(after.start_char <= before.end_char for before, after in pairwise(chunks))


def test_a_weaker_cut_is_taken_only_where_a_chunk_would_be_short() -> None:
    one, tea, two, ice = "# One\n\n", "Teas.\n\n", "# Two\n\nIce is cold. ", "Rain is wet.\n\nSnow falls.\n\n"
    three = "# Three\n\nA road leads north to the hill.\n"
    text = one + tea + two + ice + three

    def split(least: int) -> list[str]:
        made = STRATEGIES["markdown"](text, 45, 0, ruler="characters", min_size=least)
        return [chunk.text for chunk in made]

    assert split(0) == [one + tea, two + ice.rstrip(), "\n\n" + three]
    assert split(20) == [one + tea + two, ice, three]


def test_white_space_that_fits_nowhere_else_may_make_the_last_chunk_long_enough() -> None:
    chunks = STRATEGIES["recursive"]("the cat\r\n\r\n\r\n\r\ncat", 9, 0, ruler="characters", min_size=4)
    assert [chunk.size for chunk in chunks] == [9, 9]


def test_where_the_next_word_is_long_it_is_cut() -> None:
    text = "Hi " + "x" * 90
    assert [chunk.size for chunk in STRATEGIES["recursive"](text, 90, 0, ruler="characters")] == [3, 90]
    assert [chunk.size for chunk in STRATEGIES["recursive"](text, 90, 0, ruler="characters", min_size=10)] == [83, 10]


@each("least", [31, 45, 50])
def test_above_half_of_the_size_one_of_the_last_two_may_be_short(least: int) -> None:
    sizes = [chunk.size for chunk in STRATEGIES["fixed_characters"]("a" * 160, 50, 0, min_size=least)]
    assert all(size >= least for size in sizes[:-2])
    assert min(sizes) >= least or 2 * least > sum(sizes[-2:])


def test_separators_that_are_left_out_do_not_make_a_chunk_short() -> None:
    text = "One two.\n\n\n\nThree four five.\n\n\n\nSix."
    own: dict[str, Any] = {"ruler": "characters", "keep_separators": False}
    assert [chunk.size for chunk in STRATEGIES["recursive"](text, 20, 0, **own)] == [8, 16, 4]
    chunks = STRATEGIES["recursive"](text, 20, 0, **own, min_size=10)
    assert min(chunk.size for chunk in chunks) >= 10


@pytest.mark.parametrize("strategy", [name for name, recipe in RECIPES.items() if recipe.streams])
def test_a_text_that_is_split_while_it_is_read(strategy: str) -> None:
    text = load("handbook")
    for size, overlap, least in ((60, 9, 30), (150, "2s", 140), (200, 0, 100)):
        config = {"strategy": strategy, "size": size, "overlap": overlap, "min_size": least}
        whole = Chunker.from_config(config)(text, "d")
        for window in (1, 6_007, 10**9):
            with named(size, window):
                assert list(iter_chunks([text], config, document="d", window=window)) == whole


def test_the_text_of_a_pdf() -> None:
    chunks = STRATEGIES["pdf"](path("commissioning"), 200, 20, min_size=90)
    assert min(chunk.size for chunk in chunks) >= 90


@each("strategy", [name for name, recipe in RECIPES.items() if recipe.movable])
def test_moved_windows_are_short_only_at_the_beginning(strategy: str) -> None:
    chunker = Chunker(strategy, size=200, overlap=20, min_size=100)
    for phase in range(6):
        chunks = shifted(chunker, load("handbook"), "d", phase=phase, phases=6)
        assert min(chunk.size for chunk in chunks[1:]) >= 100


@each("strategy", RECIPES)
def test_every_strategy_refuses_what_cannot_be(strategy: str) -> None:
    needed: dict[str, Any] = {"propose": lambda _: []} if strategy == "proposed" else {}
    for least, error in ((-1, ValueError), (501, ValueError), ("9", TypeError), (1.5, TypeError), (True, TypeError)):
        with pytest.raises(error, match="min_size"):
            Chunker(strategy, min_size=least, **needed)
    chunker = Chunker(strategy, min_size=80, **needed)
    assert needed or Chunker.from_config(chunker.to_toml()) == chunker


def test_the_adapters_and_many_documents_take_it() -> None:
    text = load("handbook")
    asked: dict[str, Any] = {"size": 200, "overlap": 20, "min_size": 100}
    expected = [chunk.text for chunk in STRATEGIES["markdown"](text, 200, 20, min_size=100)]
    assert ChunkSplitter("markdown", **asked).split_text(text) == expected
    nodes = ChunkParser("markdown", **asked).get_nodes_from_documents([Document(text=text)])
    assert [node.get_content() for node in nodes] == expected
    found = chunk_documents({"a": text}, {"strategy": "markdown", **asked})
    assert [chunk.text for chunk in found.chunks] == expected


def test_the_command_line_takes_it_for_every_strategy(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    run = runner(capfdbinary, monkeypatch, tmp_path)
    (tmp_path / "a.md").write_bytes(load("handbook").encode())
    done = run("chunk", "a.md", "--size", 200, "--min-size", 100, "--format", "jsonl").by("a.md: markdown")
    assert min(chunk["size"] for chunk in done.chunks) >= 100
    audited = run("audit", "a.md", "--strategy", "texttiling", "--size", 200, "--min-size", 100)
    assert audited.status == 0
