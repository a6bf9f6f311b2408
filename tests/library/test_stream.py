"""A text that is split while it is read gives the chunks of the whole text, from any pieces and in any window."""

from __future__ import annotations

import io
import re
import tracemalloc
from collections.abc import Iterator
from itertools import islice, repeat
from pathlib import Path
from random import Random
from typing import Any

import pytest

from chunklib import STRATEGIES, Adaptive, Chunker, audit, iter_chunks
from chunklib.data import load
from chunklib.strategies import RECIPES
from tests.hostile import RUNS
from tests.peer_texts import TEXTS

STREAMED = [name for name, recipe in RECIPES.items() if recipe.streams]
SETTINGS: list[tuple[str, dict[str, Any]]] = [
    ("handbook", {"size": 60, "overlap": 9}),
    ("support_chat", {"size": 150, "overlap": "2s"}),
]
OWN: dict[str, dict[str, Any]] = {"token_windows": {"min_size": 40}, "recursive": {"keep_separators": False}}
CONFIG = {"strategy": "recursive", "size": 60, "overlap": 9}


def pieces(text: str, seed: int) -> Iterator[str]:
    """Cut a text anywhere, also into nothing."""
    rng, at = Random(seed), 0  # noqa: S311 (cases for a test)
    while at < len(text):
        length = rng.choice((0, 1, 7, 400, 9_000))
        yield text[at : at + length]
        at += length


def test_those_whose_cuts_follow_from_the_text_near_them_stream() -> None:
    assert STREAMED == ["fixed_characters", "token_windows", "sentences", "recursive", "stable"]


@pytest.mark.parametrize("strategy", STREAMED)
def test_the_chunks_are_those_of_the_whole_text(strategy: str) -> None:
    for name, config in SETTINGS:
        text, chunker = load(name), Chunker(strategy, **config, **OWN.get(strategy, {}))
        whole = chunker(text, "d")
        for window in (1, 6_007):
            assert list(iter_chunks(pieces(text, window), chunker, document="d", window=window)) == whole


@pytest.mark.parametrize("strategy", STREAMED)
def test_an_adaptive_overlap_keeps_the_contract(strategy: str) -> None:
    text, overlap = load("handbook"), Adaptive(minimum=5, maximum=40)
    found = list(iter_chunks([text], {"strategy": strategy, "size": 90, "overlap": overlap}, window=6_000))
    report = audit(text, found, size=90, overlap=overlap, ruler=RECIPES[strategy].ruler)
    assert report.ok, str(report)


@pytest.mark.parametrize("strategy", STREAMED)
def test_a_window_may_end_anywhere(strategy: str) -> None:
    text = (TEXTS["prose"] + "".join(TEXTS.values()))[:9_000]
    whole = STRATEGIES[strategy](text, 20, 5, document="d")
    for window in range(4_200, 4_260, 4):
        config = {"strategy": strategy, "size": 20, "overlap": 5}
        assert list(iter_chunks([text], config, document="d", window=window)) == whole


@pytest.mark.slow
@pytest.mark.parametrize("strategy", STREAMED)
def test_hostile_texts_keep_the_contract(strategy: str) -> None:
    ruler = RECIPES[strategy].ruler
    for run in (*RUNS, "👩‍🔧", "🇳🇴", "a\u0301", "x" + " " * 900, "\r\n", "Sí. ", "汉。"):
        alone, between = run * (9_000 // len(run) + 1), "Tea. " * 500 + run * (5_000 // len(run) + 1) + " end."
        for text, size, overlap in ((alone, 16, 5), (between, 120, 40)):
            config = {"strategy": strategy, "size": size, "overlap": overlap}
            found = list(iter_chunks(iter(text), config, document="d", window=500))
            report = audit(text, found, size=size, overlap=overlap, ruler=ruler)
            assert report.ok, (run, str(report))
            assert [chunk.index for chunk in found] == list(range(len(found)))
            assert {chunk.document for chunk in found} <= {"d"}


@pytest.mark.parametrize("text", ["", " \n" * 9_000, "a", "a" * 5_000_000])
def test_texts_without_a_place_to_cut(text: str) -> None:
    found = list(iter_chunks([text], {"strategy": "fixed_characters", "size": 5_000, "overlap": 50}, document="d"))
    assert found == STRATEGIES["fixed_characters"](text, 5_000, 50, document="d")


def test_files_are_read_as_they_are(tmp_path: Path) -> None:
    text = "Té\r\n汉字 and ice. 👩‍🔧\n" * 9_000
    file = tmp_path / "tea.txt"
    file.write_bytes(text.encode())
    whole = Chunker.from_config(CONFIG)(text, str(file))
    assert list(iter_chunks(file, CONFIG, window=9_999)) == whole
    with file.open(encoding="utf-8", newline="") as opened:
        assert list(iter_chunks(opened, CONFIG, document=str(file))) == whole
    assert next(iter_chunks(io.StringIO(text), CONFIG)).document == "stream"
    assert next(iter_chunks(io.StringIO(text), {**CONFIG, "document": "named"})).id.startswith("named:0-")


@pytest.mark.parametrize("broken", [b"\xff", b"\xe6\xb1", b"\xe6\xb1a"])
def test_bytes_that_are_not_utf8_are_named_by_their_place(broken: bytes, tmp_path: Path) -> None:
    for before in ("", "é" * 32_767 + "a", "汉" * 100_000):
        file = tmp_path / "bad.txt"
        file.write_bytes(before.encode() + broken)
        said = f"{file} is not UTF-8: byte 0x{broken[0]:02x} at offset {len(before.encode())}"
        with pytest.raises(ValueError, match=re.escape(said)):
            list(iter_chunks(file, CONFIG))


@pytest.mark.parametrize(
    ("source", "config", "more", "error", "said"),
    [
        (["a"], {"strategy": "markdown"}, {}, ValueError, "markdown needs the whole text: only fixed_characters, "),
        ("notes.txt", CONFIG, {}, TypeError, "source must be a Path, an open text file or strings: got a str"),
        (5, CONFIG, {}, TypeError, "source must be a Path, an open text file or strings: got int"),
        (["a"], CONFIG, {"window": 0}, ValueError, "window must be"),
        (["a"], {**CONFIG, "overlap": 60}, {}, ValueError, "overlap must be smaller than size"),
    ],
)
def test_what_is_impossible_is_refused_at_once(
    source: Any, config: Any, more: Any, error: type[Exception], said: str
) -> None:
    with pytest.raises(error, match=re.escape(said)):
        iter_chunks(source, config, **more)


def test_pieces_that_are_no_strings_are_refused() -> None:
    for source in ([b"a"], io.BytesIO(b"a"), ["a", None]):
        with pytest.raises(TypeError, match="the pieces of a text must be strings: got "):
            list(iter_chunks(source, CONFIG))  # type: ignore[arg-type]


def test_a_character_that_does_not_fit_is_named_by_its_place_in_the_whole_text() -> None:
    text = "a " * 9_000 + "𓀀"
    config = {"strategy": "recursive", "size": 2, "overlap": 0}
    with pytest.raises(ValueError, match="at offset 18000, which measures 4"):
        list(iter_chunks([text], config, window=500))


def test_memory_does_not_grow_with_the_text() -> None:
    sentence = "It rained, and Dr. Lind took 2.5 l of tea. Then she left.\n\n"
    config = {"strategy": "recursive", "size": 2_000, "overlap": 200, "ruler": "characters"}

    def peak(characters: int) -> int:
        source = islice(repeat(sentence), characters // len(sentence))
        tracemalloc.start()
        for chunk in iter_chunks(source, config):
            end = chunk.end_char
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert end == characters // len(sentence) * len(sentence)
        return most

    least = peak(1_000_000)
    assert peak(5_000_000) < least * 1.2
    assert least < 12_000_000
