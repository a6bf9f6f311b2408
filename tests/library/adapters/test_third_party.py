"""Other splitters, in the releases that the project speaks of, and ours are tried on fifteen texts."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import version
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from chunklib import TEXT_STRATEGIES, audit
from chunklib.adapters import PEERS
from chunklib.adapters.third_party import SplitterFailed, find
from chunklib.chunk_records import NOWHERE
from chunklib.contract import Report
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


@dataclass
class Found:
    """The results of one splitter on all texts: its reports, and the texts on which it raises."""

    reports: dict[str, Report] = field(default_factory=dict)
    raised: dict[str, str] = field(default_factory=dict)

    def breaches(self) -> Counter[str]:
        """How often each point is broken."""
        counts: Counter[str] = Counter()
        for report in self.reports.values():
            counts.update({point.name: len(point.breaches) for point in report.points})
        return +counts

    def broken_in(self, point: str) -> set[str]:
        """The texts in which a point is broken."""
        return {name for name, report in self.reports.items() if not report[point].ok}

    def chunks(self) -> int:
        return sum(len(report.chunks) for report in self.reports.values())

    def nowhere(self) -> int:
        return sum(chunk.start_char == NOWHERE for report in self.reports.values() for chunk in report.chunks)

    def with_replacement(self) -> int:
        return sum("\ufffd" in chunk.text for report in self.reports.values() for chunk in report.chunks)

    def bare(self) -> int:
        """Boundaries that share nothing, by the places of the texts."""
        return sum(report.stats.bare for report in self.reports.values())


@cache
def found(name: str) -> Found:
    """Split every text, with the size and overlap asked for all."""
    result = Found()
    for title, text in TEXTS.items():
        try:
            chunks = PEERS[name].prepare(SIZE, OVERLAP)(text)
        except ValueError as error:
            result.raised[title] = str(error)
        else:
            result.reports[title] = audit(text, chunks, size=SIZE, overlap=OVERLAP)
    return result


@each("strategy", TEXT_STRATEGIES)
def test_ours_break_nothing(strategy: str) -> None:
    for title, text in TEXTS.items():
        chunks = TEXT_STRATEGIES[strategy](text, SIZE, OVERLAP, ruler="cl100k_base")
        report = audit(text, chunks, size=SIZE, overlap=OVERLAP)
        assert report.ok, f"{title}: {report}"


def test_langchain_by_tokens_has_wrong_offsets_and_broken_characters() -> None:
    token = found("langchain:token")
    assert token.breaches()["exact"] > token.chunks() / 4
    assert token.with_replacement() > 0
    assert token.broken_in("clean") >= {"Chinese", "emoji with joiners"}


def test_langchain_recursive_does_not_find_its_chunks_and_leaves_boundaries_bare() -> None:
    recursive = found("langchain:recursive")
    assert recursive.nowhere() > 0
    assert recursive.nowhere() == recursive.breaches()["exact"]
    assert recursive.bare() > 0
    assert not recursive.reports["periodic"]["exact"].ok


@each("name", ["llamaindex:sentence", "llamaindex:token"])
def test_llama_index_has_slices_that_match_at_the_wrong_place(name: str) -> None:
    for title in ("periodic", "special tokens", "accents in two forms"):
        report = found(name).reports[title]
        assert report["exact"].ok
        assert not report["lossless"].ok, "a slice that matches is too weak a test"
        assert not report["overlap"].ok
    assert found(name).broken_in("exact") <= {"runs of white space"}


def test_chonkie_by_tokens_has_wrong_offsets_and_broken_characters() -> None:
    token = found("chonkie:token")
    assert token.broken_in("exact") == {"Chinese", "emoji with joiners"}
    assert token.with_replacement() > 0


def test_chonkie_by_sentences_has_no_limit() -> None:
    sentence = found("chonkie:sentence")
    assert "one long sentence" in sentence.broken_in("bounded")
    assert max(chunk.size for report in sentence.reports.values() for chunk in report.chunks) > 10 * SIZE


def test_chonkie_with_overlap_added_is_hardly_ever_where_it_says() -> None:
    refined = found("chonkie:refined")
    assert refined.breaches()["exact"] > 0.9 * refined.chunks()


@each("name", [name for name in PEERS if name.startswith("chonkie:")])
def test_chonkie_raises_on_special_tokens(name: str) -> None:
    assert set(found(name).raised) == {"special tokens"}
    assert "<|endoftext|>" in found(name).raised["special tokens"]


def test_semchunk_is_over_the_limit_with_overlap_and_never_without() -> None:
    semchunk = found("semchunk")
    assert "Chinese" in semchunk.broken_in("bounded")
    assert semchunk.broken_in("exact") == semchunk.broken_in("lossless") == set()
    for text in TEXTS.values():
        assert audit(text, PEERS["semchunk"].prepare(SIZE, 0)(text), size=SIZE, overlap=0)["bounded"].ok


def test_semantic_text_splitter_breaks_nothing_and_leaves_boundaries_bare() -> None:
    rust = found("semantic-text-splitter")
    assert rust.breaches() == Counter()
    assert rust.bare() > 0


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
