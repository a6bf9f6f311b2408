"""A chunker from a description: what it makes, what comes back, and what it refuses by name."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from chunklib import STRATEGIES, TEXT_STRATEGIES, Chunker
from chunklib.data import load, path
from chunklib.embed import hashing
from chunklib.overlap import RULES, Adaptive, Rule, Semantic
from chunklib.strategies import RECIPES, arguments
from tests.each import each
from tests.promises import refused

every_strategy = pytest.mark.parametrize("strategy", TEXT_STRATEGIES)
TEXT = "The first API is slow. It has an endpoint. The second one is fast. Nobody knows why.\n\n" * 20


def with_overlap(**overlap: Any) -> Chunker:
    return Chunker("recursive", size=60, overlap=overlap)


# ------------------------------------------------------------------ what it makes


@every_strategy
def test_a_chunker_is_the_strategy_with_its_answers(strategy: str) -> None:
    made = Chunker(strategy, size=40, overlap=9, ruler="words", document="d")
    assert made(TEXT) == STRATEGIES[strategy](TEXT, 40, 9, ruler="words", document="d")
    usual = Chunker(strategy)
    assert usual(TEXT * 3) == STRATEGIES[strategy](TEXT * 3)
    assert dict(usual.config) == {"strategy": strategy, "size": 500, "overlap": "15%"}


@every_strategy
def test_the_metadata_of_a_document_are_in_every_chunk(strategy: str) -> None:
    mine, made = {"file": "a.md", "tags": ["a"]}, Chunker(strategy, size=40)
    plain, found = made(TEXT), made(TEXT, metadata=mine)
    assert found == [replace(chunk, metadata={**mine, **chunk.metadata}) for chunk in plain]
    assert found == made.but(metadata=mine)(TEXT) == STRATEGIES[strategy](TEXT, 40, metadata=mine)
    assert made.but(metadata={"file": "b.md"})(TEXT, metadata=mine) == found
    assert made(TEXT, metadata={}) == made(TEXT, metadata=None) == plain
    assert Chunker.from_config(made.but(metadata=mine).to_toml())(TEXT) == found
    found[0].metadata["mine"] = 1  # type: ignore[index]
    assert "mine" not in mine
    assert "mine" not in found[1].metadata


@each(("metadata", "kind", "said"), [
    ("a.md", TypeError, "metadata must be a dictionary: got str"),
    ({7: "a.md"}, TypeError, "a key of metadata must be a text (str): got int"),
    ({"headings": "mine", "x": 1}, ValueError, "that the strategy writes itself: got 'headings'"),
])  # fmt: skip
def test_metadata_that_cannot_be_are_refused(metadata: Any, kind: type[Exception], said: str) -> None:
    refused(lambda: STRATEGIES["markdown"](TEXT, metadata=metadata), kind, said)
    if kind is TypeError:  # before any document
        refused(lambda: Chunker("markdown", metadata=metadata), kind, said)


@every_strategy
def test_a_chunker_pickles_compares_and_is_hashed(strategy: str) -> None:
    made = Chunker(strategy, size=40, overlap={"strategy": "sentence", "value": 1}, ruler="words")
    twin = pickle.loads(pickle.dumps(made))  # noqa: S301 (our own bytes)
    assert twin == made
    assert hash(twin) == hash(made)
    assert twin(TEXT) == made(TEXT)
    assert made not in {Chunker(strategy, size=41), made.but(overlap=0)}


@each("strategy", ["recursive", "markdown", "semantic"])
def test_a_chunker_gives_the_same_in_many_threads(strategy: str) -> None:
    made, texts = Chunker(strategy, size=40, overlap=9), [TEXT[start:] for start in range(12)]
    with ThreadPoolExecutor(6) as pool:
        assert list(pool.map(made, texts)) == [made(text) for text in texts]


@each(
    ("described", "written"),
    [
        ({"strategy": "fixed_token", "value": 20}, 20),
        ({"strategy": "percentage", "value": 0.15}, "15%"),
        ({"strategy": "percentage", "value": 0.333}, "33.3%"),
        ({"strategy": "sentence", "value": 2}, "2s"),
        ({"strategy": "semantic", "value": 0.2, "maximum": 30, "embed": "hashing"}, Semantic(0.2, 30, "hashing")),
        ({"strategy": "semantic", "threshold": 0.2, "maximum": 30, "embed": hashing}, Semantic(0.2, 30, hashing)),
        ({"strategy": "adaptive", "minimum": 5, "maximum": 40}, Adaptive(5, 40)),
        (
            {"strategy": "adaptive", "minimum": 5, "maximum": 40, "rules": {"list": 7, "technical terms": 2}},
            Adaptive(5, 40, (Rule("list", 7), Rule("technical terms", 2))),
        ),
        (
            {"strategy": "adaptive", "minimum": 1, "maximum": 9, "rules": {"why": {"add": 3, "pattern": "knows"}}},
            Adaptive(1, 9, (Rule("why", 3, "knows"),)),
        ),
        (
            {"strategy": "adaptive", "minimum": 1, "maximum": 9, "rules": {"list": {"add": 3}}},
            Adaptive(1, 9, (Rule("list", 3),)),
        ),
        ("2s", "2s"),
        (Adaptive(5, 40), Adaptive(5, 40)),
    ],
)
def test_an_overlap_is_described_or_given(described: Any, written: Any) -> None:
    made = Chunker("recursive", size=60, overlap=described)
    assert made(TEXT) == STRATEGIES["recursive"](TEXT, 60, written)


@each("percent", [1, 7, 14, 28, 29, 35, 50])
@each("size", [100, 1000])
def test_a_fraction_is_read_as_it_is_written(percent: int, size: int) -> None:
    """0.29 * 100 is 28.999999999999996 in binary; 29 % of 100 units are 29 all the same."""
    text = "abcdefghij" * 500
    described = Chunker("fixed_characters", size=size, overlap={"strategy": "percentage", "value": percent / 100})
    assert {chunk.overlap for chunk in described(text)[1:]} == {percent * size // 100}


def test_the_defaults_of_the_described_overlaps_are_those_of_their_classes() -> None:
    text = load("handbook")
    adaptive = Chunker("markdown", overlap={"strategy": "adaptive"})
    assert adaptive(text) == STRATEGIES["markdown"](text, 500, Adaptive(50, 150, RULES))
    semantic = Chunker("sentences", overlap={"strategy": "semantic"})
    assert semantic(text) == STRATEGIES["sentences"](text, 500, Semantic(0.7, 100, None))


@each("strategy", [name for name, recipe in RECIPES.items() if not recipe.needs])
def test_every_option_of_every_strategy_is_a_key(strategy: str) -> None:
    given = {name: value for name, value in arguments(strategy).items() if value is not None}
    config = {"strategy": strategy, **given, "document": "name", "metadata": {"file": "a.md"}}
    made = Chunker.from_config(config)
    cells = json.dumps({"cells": [{"cell_type": "markdown", "source": TEXT}]})
    source: Any = {"pdf": path("commissioning"), "notebook": cells}.get(strategy, TEXT)
    assert Chunker.from_config(made.to_toml()).config == made.config == config
    assert made(source) == STRATEGIES[strategy](source, document="name", metadata={"file": "a.md"})


def test_a_file_of_toml_is_read(tmp_path: Path) -> None:
    file = tmp_path / "chunks.toml"
    file.write_text(
        '# ours\nstrategy = "recursive"\nsize = 60\nseparators = ["\\n\\n", ". "]\n\n[overlap]\nstrategy = "adaptive"\n'
        'minimum = 5\nmaximum = 40\n\n[overlap.rules]\nlist = 7\nquestion = {add = 4, pattern = "[?]"}\n',
        encoding="utf-8",
    )
    made = Chunker.from_config(file)
    expected = Adaptive(5, 40, (Rule("list", 7), Rule("question", 4, "[?]")))
    assert made(TEXT) == STRATEGIES["recursive"](TEXT, 60, expected, separators=["\n\n", ". "])
    assert Chunker.from_config(file.read_text(encoding="utf-8")) == made
    assert Chunker.from_config(made.to_toml()) == made


def test_a_description_is_data() -> None:
    made = with_overlap(strategy="adaptive", minimum=5, maximum=40, rules={"list": 7})
    assert Chunker.from_config(json.loads(json.dumps(dict(made.config)))) == made != made.but(size=61)


def test_what_is_changed_afterwards_changes_no_chunker() -> None:
    overlap: dict[str, Any] = {"strategy": "fixed_token", "value": 20}
    separators = [". ", " "]
    config: dict[str, Any] = {"strategy": "recursive", "size": 60, "overlap": overlap, "separators": separators}
    made = Chunker.from_config(config)
    before = made(TEXT)
    overlap["value"] = 0
    separators.clear()
    config["size"] = 10
    assert made(TEXT) == before
    assert Chunker.from_config(made.config)(TEXT) == before
    assert Chunker.from_config(made.to_toml())(TEXT) == before


@every_strategy
def test_a_path_is_read_as_it_is_and_names_its_chunks(strategy: str, tmp_path: Path) -> None:
    file = tmp_path / "a.b"
    file.write_bytes(f"\ufeff{TEXT}\r\nOne\rtwo.".encode())
    made = Chunker(strategy, size=40)
    assert made(file) == STRATEGIES[strategy](f"\ufeff{TEXT}\r\nOne\rtwo.", 40, document=str(file))
    assert made(file, "b") == made.but(document="b")(file) == made.but(document="c")(file, "b")
    assert {chunk.metadata["who"] for chunk in made(file, metadata={"who": "Nora"})} == {"Nora"}
    assert made(str(file)) == STRATEGIES[strategy](str(file), 40)  # a str is a text


def test_a_strategy_that_takes_a_file_reads_it_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    made, file = Chunker("pdf", size=200, overlap={"strategy": "sentence", "value": 1}), path("annual_report")
    assert made(file) == STRATEGIES["pdf"](file, 200, "1s", document=str(file))
    assert made(file.read_bytes()) == STRATEGIES["pdf"](file, 200, "1s")
    monkeypatch.chdir(file.parent)
    assert made(Path(file.name))[0].document == file.name


@each(("name", "content", "kind", "said"), [
    ("gone.md", None, FileNotFoundError, "cannot read gone.md: no such file or directory"),
    ("gone\0.md", None, ValueError, r"cannot read 'gone\x00.md': embedded null"),
    (".", None, IsADirectoryError, "cannot read .: is a directory"),
    ("a.md", b"caf\xe9", ValueError, "a.md is not UTF-8: byte 0xe9 at offset 3"),
    ("a.json", b"{", ValueError, "a.json: "),
    ("a", "👩".encode(), ValueError, "a: size=1 is too small for the character"),
])  # fmt: skip
def test_a_file_that_cannot_be_split_is_named(
    name: str, content: bytes | None, kind: type[Exception], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    if content is not None:
        Path(name).write_bytes(content)
    refused(lambda: Chunker.for_file(name, size=1, overlap=0)(Path(name)), kind, said)


# ------------------------------------------------------------------ what it refuses


@every_strategy
@each("key", ["chunk_size", "Size", "text", "self", "width_of", ""])
def test_an_unknown_key_is_named(strategy: str, key: str) -> None:
    said = f"{strategy} takes no option {key!r}", "size", "overlap"
    refused(lambda: Chunker.from_config({"strategy": strategy, key: 5}), TypeError, *said)
    refused(lambda: Chunker(strategy, **{key: 5}), TypeError, *said)
    refused(lambda: Chunker.from_config({"strategy": strategy, 5: 5}), TypeError, "no option 5")  # type: ignore[dict-item]


@each(
    ("overlap", "key"),
    [
        ({"strategy": "fixed_token", "value": 5, "values": 6}, "values"),
        ({"strategy": "semantic", "minimum": 5}, "minimum"),
        ({"strategy": "adaptive", "Minimum": 5}, "Minimum"),
    ],
)
def test_an_unknown_key_of_an_overlap_is_named(overlap: dict[str, Any], key: str) -> None:
    refused(lambda: with_overlap(**overlap), TypeError, f"the overlap {overlap['strategy']!r} takes no option {key!r}")


@each("key", ["adds", "name"])
def test_an_unknown_key_of_a_rule_is_named(key: str) -> None:
    rules, said = {"mine": {"add": 5, "pattern": "x", key: 1}}, f"the rule 'mine' takes no option {key!r}"
    refused(lambda: with_overlap(strategy="adaptive", maximum=50, rules=rules), TypeError, said)


@each("strategy", ["recursiv", 5, ["recursive"]])
def test_an_unknown_strategy_is_named_with_those_there_are(strategy: Any) -> None:
    refused(lambda: Chunker(strategy), ValueError, repr(strategy), "recursive", "pdf")
    refused(lambda: Chunker.from_config({"strategy": strategy}), ValueError, repr(strategy), "recursive", "pdf")


def test_a_strategy_is_required() -> None:
    refused(lambda: Chunker.from_config({}), ValueError, "strategy", "recursive")
    refused(lambda: Chunker.from_config(""), ValueError, "strategy", "recursive")
    refused(lambda: Chunker.from_config({"language": "python"}), ValueError, "a configuration needs a strategy")
    near = "did you mean 'strategy'?"
    refused(lambda: Chunker.from_config({"strategi": "recursive"}), TypeError, "no option 'strategi'", near)


@each("name", ["token", "Adaptive", None, ["sentence"]])
def test_an_unknown_overlap_is_named_with_those_there_are(name: Any) -> None:
    named = "fixed_token", "percentage", "sentence", "semantic", "adaptive"
    refused(lambda: with_overlap(strategy=name, value=5), ValueError, repr(name), *named)


def test_an_overlap_without_its_strategy_or_value_is_refused() -> None:
    refused(lambda: with_overlap(value=5), ValueError, "overlap", "strategy")
    for name in ("fixed_token", "percentage", "sentence"):
        refused(lambda name=name: with_overlap(strategy=name), ValueError, repr(name), "value")  # type: ignore[misc]
    refused(lambda: with_overlap(strategy="semantic", value=0.5, threshold=0.5), ValueError, "threshold", "value")


@each("value", [1, -0.1, float("nan")])
def test_a_percentage_out_of_range_is_refused(value: float) -> None:
    refused(lambda: with_overlap(strategy="percentage", value=value), ValueError, "must be from 0 to ", str(value))


@each(
    ("overlap", "kind", "named"),
    [
        ({"strategy": "fixed_token", "value": 7.5}, TypeError, ("fixed_token", "7.5")),
        ({"strategy": "percentage", "value": "15%"}, TypeError, ("percentage", "'15%'")),
        ({"strategy": "sentence", "value": "2s"}, TypeError, ("sentence", "'2s'")),
        ({"strategy": "sentence", "value": -1}, ValueError, ("-1",)),
        ({"strategy": "semantic", "maximum": -1}, ValueError, ("maximum", "-1")),
        ({"strategy": "adaptive", "minimum": 5, "maximum": None}, TypeError, ("maximum", "None")),
        ({"strategy": "adaptive", "maximum": 50, "rules": ["list"]}, TypeError, ("rules", "['list']")),
        ({"strategy": "adaptive", "maximum": 50, "rules": {5: 5}}, ValueError, ("5",)),
        ({"strategy": "adaptive", "maximum": 50, "rules": {"list": -5}}, ValueError, ("'list'", "-5")),
        ({"strategy": "adaptive", "maximum": 50, "rules": {"x": {"add": 5}}}, ValueError, ("'x'", "pattern")),
        ({"strategy": "adaptive", "maximum": 50, "rules": {"x": {"pattern": "a"}}}, ValueError, ("'x'", "add")),
        ({"strategy": "adaptive", "maximum": 50, "rules": {"x": {"add": 5, "pattern": 7}}}, TypeError, ("'x'", "int")),
    ],
)
def test_a_described_overlap_that_cannot_be_is_refused(
    overlap: dict[str, Any], kind: type[Exception], named: tuple[str, ...]
) -> None:
    refused(lambda: with_overlap(**overlap), kind, *named)


@each(
    ("change", "kind", "named"),
    [
        ({"size": 0}, ValueError, ("size=0",)),
        ({"overlap": 60}, ValueError, ("overlap=60", "size=60")),
        ({"ruler": "nope"}, ValueError, ("'nope'", "cl100k_base")),
        ({"separators": " "}, TypeError, ("separators", "' '")),
        ({"strategy": "token_windows", "min_size": 61}, ValueError, ("min_size=61", "size=60")),
        ({"strategy": "code", "language": "cobol"}, ValueError, ("'cobol'", "python")),
        ({"strategy": "semantic", "threshold": "median"}, ValueError, ("'median'", "percentile")),
        ({"strategy": "semantic", "amount": 101}, ValueError, ("amount", "101", "0 to 100")),
        ({"strategy": "semantic", "window": 0}, ValueError, ("window", "0")),
        ({"strategy": "semantic", "embed": "nope"}, ValueError, ("'nope'", "wordllama", "hashing")),
        ({"strategy": "pdf", "size": 0}, ValueError, ("size=0",)),
        ({"strategy": "pdf", "overlap": 60}, ValueError, ("overlap=60", "size=60")),
        ({"strategy": "pdf", "ruler": "nope"}, ValueError, ("'nope'",)),
        ({"strategy": "pdf", "count_context": "false"}, TypeError, ("count_context",)),
        (
            {"strategy": "pdf", "overlap": {"strategy": "semantic", "maximum": 9, "embed": "nope"}},
            ValueError,
            ("'nope'",),
        ),
    ],
)
def test_what_no_document_could_have_is_refused_at_once(
    change: dict[str, Any], kind: type[Exception], named: tuple[str, ...]
) -> None:
    refused(lambda: Chunker(**{"strategy": "recursive", "size": 60, "overlap": 5, **change}), kind, *named)


@each("config", [None, 5, ["strategy"], b'strategy = "recursive"', [("strategy", "recursive")]])
def test_what_is_no_description_is_refused(config: Any) -> None:
    refused(lambda: Chunker.from_config(config), TypeError, "dictionary", type(config).__name__)


@each("written", ["chunks.toml", "strategy = recursive", "size = 1\nsize = 2", "\x00", "a = '\ud800"])
def test_what_is_no_toml_is_refused(written: str) -> None:
    refused(lambda: Chunker.from_config(written), ValueError, "TOML")
    refused(lambda: Chunker.from_config("markdown"), ValueError, "got 'markdown'", "{'strategy': 'recursive'}")


def test_a_file_that_is_no_text_is_named(tmp_path: Path) -> None:
    file = tmp_path / "picture.toml"
    file.write_bytes(b"\x89PNG\xff\xfe")
    refused(lambda: Chunker.from_config(file), ValueError, "picture.toml")


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="nowhere.toml"):
        Chunker.from_config(tmp_path / "nowhere.toml")


def embed_of_mine(texts: list[str]) -> Any:
    return np.ones((len(texts), 2))


@each(
    ("config", "key"),
    [
        ({"strategy": "recursive", "ruler": len}, "ruler"),
        ({"strategy": "semantic", "embed": embed_of_mine}, "embed"),
        ({"strategy": "recursive", "overlap": {"strategy": "semantic", "embed": embed_of_mine}}, "embed"),
        ({"strategy": "recursive", "overlap": Adaptive(5, 9)}, "overlap"),
        ({"strategy": "recursive", "document": None}, "document"),
    ],
)
def test_what_toml_has_not_is_named(config: dict[str, Any], key: str) -> None:
    made: Callable[..., Any] = Chunker.from_config(config)
    assert made(TEXT)
    refused(lambda: Chunker.from_config(config).to_toml(), TypeError, "TOML", key)


def test_the_name_of_a_file_is_not_cut_as_a_text(tmp_path: Path) -> None:
    file = tmp_path / "notes.md"
    file.write_text(TEXT)
    named = str(file)
    refused(
        lambda: Chunker.for_file(named)(named), TypeError, f"a str is a text: for the file give pathlib.Path({named!r})"
    )
    assert Chunker.for_file(named)(f"{named} ")[0].text == f"{named} "
