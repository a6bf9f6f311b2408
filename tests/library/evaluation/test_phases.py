"""The same windows, begun elsewhere: every phase keeps the contract, and phase 0 is the chunker itself."""

from __future__ import annotations

from typing import Any

import pytest
import tiktoken
from hypothesis import example, given
from hypothesis import strategies as st

from chunklib.chunk_config import Chunker
from chunklib.data import load
from chunklib.evaluation.phases import PHASES, phases_of, shifted
from chunklib.overlap import Adaptive
from chunklib.strategies import RECIPES, STRATEGIES, TEXT_STRATEGIES
from tests.each import each
from tests.hostile import Case, cases, utf8_bytes
from tests.promises import assert_kept, refused

MOVABLE = [name for name, recipe in RECIPES.items() if recipe.movable]
OTHERS = [name for name in STRATEGIES if name not in MOVABLE]
TEXT = load("handbook")[:4_000]


def chunks_of(strategy: str, text: str, size: int, overlap: Any, phase: int, **options: Any) -> list[Any]:
    chunker = Chunker(strategy, size=size, overlap=overlap, **options)
    return shifted(chunker, text, "document", phase)


def ruler_of(strategy: str) -> str:
    return "characters" if strategy == "fixed_characters" else "cl100k_base"


# ------------------------------------------------------------------ the contract


@pytest.mark.parametrize("strategy", MOVABLE)
@given(case=cases(), phase=st.integers(1, PHASES - 1))
@example(case=Case("Head.\n\nA paragraph of many more words", 6, 2, "cl100k_base"), phase=1)
@example(case=Case("one two three four five", 2, 1, "words"), phase=5)
@example(
    case=Case("\u1100\u1100\u1100\u1100\u1100", 5, 0, "characters"), phase=1
)  # a cluster that fits in the size only
@example(case=Case("𠮷 one two three four", 4, 0, "cl100k_base"), phase=5)  # a character that fits in the size only
@example(case=Case("\u0301 \u0301", 2, 0, "characters"), phase=3)  # the mark's cluster begins before the second chunk
@example(case=Case("\ud800a \u0301\u0301", 5, 0, utf8_bytes), phase=1)  # the same, before the first chunk's end
@example(case=Case(" \u0301\u0301ab", 4, 0, utf8_bytes), phase=3)  # ... and before the first chunk's start
@example(case=Case("one two three four five six 𠮷", 2, 0, "cl100k_base"), phase=3)  # refused in the rest
def test_every_phase_keeps_the_contract_on_any_text(strategy: str, case: Case, phase: int) -> None:
    """Sentences are those of the text from some chunk on, so an overlap of sentences is not counted again here."""
    text, size, overlap, ruler = case
    try:
        wanted = chunks_of(strategy, text, size, overlap, 0, ruler=ruler)
    except ValueError as error:
        refusal = str(error)
        with pytest.raises(ValueError, match=f"size={size} is too small for the character") as moved:
            chunks_of(strategy, text, size, overlap, phase, ruler=ruler)
        assert str(moved.value) == refusal  # the place is the one in the document, whatever was moved
        return
    found = chunks_of(strategy, text, size, overlap, phase, ruler=ruler)
    sentences = str(overlap).endswith("s")
    assert_kept(text, found, size, size - 1 if sentences else overlap, ruler)
    assert bool(found) == bool(wanted)


def test_an_overlap_that_adapts_and_a_least_size_are_kept_in_every_phase() -> None:
    for phase in range(PHASES):
        adaptive = Adaptive(minimum=5, maximum=30)
        assert_kept(TEXT, shifted(_adaptive(), TEXT, "document", phase), 100, adaptive)
        least = chunks_of("token_windows", TEXT, 100, 20, phase, min_size=60)
        assert_kept(TEXT, least, 100, 20)
        assert least[-1].size >= 60


def _adaptive() -> Any:
    return Chunker("recursive", size=100, overlap={"strategy": "adaptive", "minimum": 5, "maximum": 30})


# ------------------------------------------------------------------ what is moved


@each("strategy", TEXT_STRATEGIES)
def test_phase_0_is_the_chunker_itself(strategy: str) -> None:
    config: dict[str, Any] = {"strategy": strategy, "size": 80, "overlap": 10}
    config |= {"embed": "hashing"} if strategy == "semantic" else {}
    text = load("inventory")[:4_000] if strategy == "code" else TEXT
    assert shifted(Chunker.from_config(config), text, "handbook", 0) == Chunker.from_config(
        {**config, "document": "handbook"}
    )(text)


@each(("size", "overlap"), [(12, 0), (30, 15), (60, 59), (7, 5), (1, 0)])
@each("phases", [2, 7])
def test_windows_are_those_of_the_moved_grid_clipped_to_the_text(size: int, overlap: int, phases: int) -> None:
    """Words of one token each, so that a token is a token wherever a window begins."""
    text = " one" * 200
    assert len(tiktoken.get_encoding("cl100k_base").encode(text)) == 200
    chunker, stride = Chunker("token_windows", size=size, overlap=overlap), size - overlap
    for phase in range(phases):
        moved = min(round(stride * phase / phases), stride - 1)
        grid = [(start, start + size) for start in range(-moved, 200, stride)]
        clipped = [(max(start, 0), min(end, 200)) for start, end in grid]
        until = next(at for at, (_, end) in enumerate(clipped) if end == 200) + 1
        found = shifted(chunker, text, "document", phase, phases)
        assert [(chunk.start_char // 4, chunk.end_char // 4) for chunk in found] == clipped[:until]


def test_units_of_many_characters_are_moved_as_well() -> None:
    words = [f"https://example.org/{'x' * 400}/{number}" for number in range(40)]
    text = " ".join(words)
    plain, moved = (chunks_of("token_windows", text, 8, 2, phase, ruler="words") for phase in (0, 3))
    assert [len(chunk.text.split()) for chunk in plain[:3]] == [8, 8, 8]
    assert [len(chunk.text.split()) for chunk in moved[:3]] == [5, 8, 8]
    assert_kept(text, moved, 8, 2, "words")


# ------------------------------------------------------------------ what cannot be moved


def test_what_has_a_grid_has_phases_and_the_others_have_one() -> None:
    assert {name: phases_of(name) for name in MOVABLE} == dict.fromkeys(MOVABLE, PHASES)
    assert {name: phases_of(name, 9) for name in OTHERS} == dict.fromkeys(OTHERS, 1)
    assert phases_of("token_windows", 9) == 9
    refused(lambda: phases_of("markdown", 0), ValueError, "phases=0")
    refused(
        lambda: phases_of("token_windows", 10**9), ValueError, "phases must be at most 10,000: got phases=1000000000"
    )


def test_a_strategy_without_a_grid_is_refused() -> None:
    refused(lambda: chunks_of("markdown", TEXT, 50, 5, 1), ValueError, "markdown", "no grid")


@each(
    ("phase", "phases", "kind", "named"),
    [
        (6, 6, ValueError, ("phase=6", "phases=6")),
        (-1, 6, ValueError, ("phase=-1",)),
        (0, 0, ValueError, ("phases=0",)),
        (0.5, 6, TypeError, ("0.5",)),
    ],
)
def test_a_phase_out_of_range_is_refused(
    phase: Any, phases: int, kind: type[Exception], named: tuple[str, ...]
) -> None:
    chunker = Chunker("token_windows", size=50, overlap=5)
    refused(lambda: shifted(chunker, TEXT, "document", phase, phases), kind, *named)
