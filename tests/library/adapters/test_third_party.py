"""Other splitters, in the releases that the project speaks of, and ours are tried on fifteen texts."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from chunklib import TEXT_STRATEGIES, audit
from chunklib.adapters import PEERS
from chunklib.adapters.third_party import SplitterFailed, find
from tests.each import each
from tests.peer_texts import TEXTS

ROOT = Path(__file__).parents[3]
SIZE, OVERLAP = 64, 16
PINS = {
    requirement.name: str(requirement.specifier).removeprefix("==")
    for requirement in map(
        Requirement,
        tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"][
            "peers"
        ],
    )
}


# The releases


def test_the_peers_are_those_that_are_pinned_and_all_are_installed() -> None:
    assert {peer.package for peer in PEERS.values()} == set(PINS)
    assert all(peer.version for peer in PEERS.values())


@each("package", PINS)
def test_what_is_installed_is_what_is_pinned_and_what_is_written_of(package: str) -> None:
    assert version(package) == PINS[package]
    page = (ROOT / "docs/compare.md").read_text(encoding="utf-8")
    written = re.findall(rf"(?<![\w-]){re.escape(package)} (\d+(?:\.\d+)+)", page)
    assert set(written) == {PINS[package]}


# What they do


@each("strategy", TEXT_STRATEGIES)
def test_ours_break_nothing(strategy: str) -> None:
    for title, text in TEXTS.items():
        chunks = TEXT_STRATEGIES[strategy](text, SIZE, OVERLAP, ruler="cl100k_base")
        report = audit(text, chunks, size=SIZE, overlap=OVERLAP)
        assert report.ok, f"{title}: {report}"


@each("name", PEERS)
def test_the_size_and_overlap_asked_reach_the_splitter(name: str) -> None:
    text = TEXTS["prose"] * 2
    small, large = (audit(text, find(name).prepare(n, n // 4)(text), size=n, overlap=n // 4) for n in (40, 120))
    if name != "langchain:character":  # cuts at blank lines only
        assert len(small.chunks) > 1.5 * len(large.chunks)
        assert max(chunk.size for chunk in small.chunks) <= 40 or name == "chonkie:sentence"
    if name in ("llamaindex:token", "semchunk", "chonkie:token"):
        assert small.stats.mean_overlap > 0
        assert audit(text, find(name).prepare(40, 0)(text), size=40, overlap=0).stats.mean_overlap == 0


def test_an_encoding_that_the_rust_splitter_has_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chunklib.adapters.third_party._MODELS", {})
    text = TEXTS["German"]
    own = PEERS["semantic-text-splitter"].prepare(30, 5)(text)
    monkeypatch.undo()
    assert own == PEERS["semantic-text-splitter"].prepare(30, 5)(text)


# Your own functions


def test_what_is_no_name_of_a_splitter_is_refused() -> None:
    for name in ("recursive", "langchain:best", "chonkie", ":f", "module:", ""):
        with pytest.raises(
            ValueError, match=r"unknown splitter .*: choose one of langchain:token, .*, module:callable"
        ):
            find(name)


@pytest.fixture
def own_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A user's own module."""
    (tmp_path / "own_splitters.py").write_text(
        """
def plain(text): return [text]
def full(text, size=1, overlap=2): return [text, size, overlap]
def other(text, *, chunk_size, chunk_overlap): return [text, chunk_size, chunk_overlap]
def tokens(text, max_tokens, overlap_tokens=0): return [text, max_tokens, overlap_tokens]
def anything(text, **options): return [text, options]
def positional(text, size=3, /): return [text, size]
class Tool:
    def split(self, text, size): return [text, size]
tool = Tool()
number = 5
""",
        encoding="utf-8",
    )
    (tmp_path / "broken_splitters.py").write_text("1 / 0", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    return "own_splitters"


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("plain", ["a"]),
        ("full", ["a", 7, 3]),
        ("other", ["a", 7, 3]),
        ("tokens", ["a", 7, 3]),
        ("anything", ["a", {}]),
        ("positional", ["a", 3]),
        ("tool.split", ["a", 7]),
    ],
)
def test_a_function_is_given_what_it_has_a_name_for(own_module: str, path: str, expected: list[object]) -> None:
    assert find(f"{own_module}:{path}").prepare(7, 3, "words")("a") == expected


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("own_splitters:nothing", "own_splitters has no callable 'nothing'"),
        ("own_splitters:tool.join", "own_splitters has no callable 'tool.join'"),
        ("no_such_module:f", "cannot import no_such_module: ModuleNotFoundError: No module named 'no_such_module'"),
    ],
)
def test_a_function_that_is_not_there(own_module: str, name: str, said: str) -> None:
    with pytest.raises(SplitterFailed) as refused:
        find(name).prepare(7, 3)
    assert str(refused.value) == said
