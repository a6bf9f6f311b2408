"""Splitters side by side: the figures are those of the chunks, and what fails has a row that says why."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from statistics import fmean

import pytest

from chunklib import TEXT_STRATEGIES, audit
from chunklib.adapters import PEERS
from chunklib.adapters.compare import Row, compare, splitters
from chunklib.adapters.subprocess_splitter import ratio
from chunklib.cuts import sentences
from chunklib.edit import churn, edits
from tests.each import each
from tests.own_splitters import SOURCE
from tests.peer_texts import TEXTS

PROSE = TEXTS["prose"] * 2


def test_all_strategies_and_every_peer_are_compared() -> None:
    """By default; tests/docs/test_shown.py compares what all of them give with docs/compare.md."""
    assert splitters() == [*TEXT_STRATEGIES, *PEERS]


@each("strategy", ["recursive", "sentences", "token_windows"])
def test_the_figures_of_ours(strategy: str) -> None:
    [row] = compare(PROSE, [strategy], size=50, overlap="20%", rounds=0)
    chunks = TEXT_STRATEGIES[strategy](PROSE, 50, 10, ruler="cl100k_base")
    mean = sum(chunk.size for chunk in chunks) / len(chunks)
    ends = {len(PROSE[:at].rstrip()) for at in sentences(PROSE)}
    at_ends = [len(PROSE[: chunk.end_char].rstrip()) in ends for chunk in chunks]
    shared = [chunk.overlap for chunk in chunks[1:]]
    new = [churn(chunks, TEXT_STRATEGIES[strategy](edited, 50, 10, ruler="cl100k_base")) for edited in edits(PROSE)]
    assert row == Row(
        splitter=strategy,
        chunks=len(chunks),
        mean_size=mean,
        fill=mean / 50,
        sentence_ends=sum(at_ends) / len(chunks),
        overlap=sum(shared) / len(shared),
        bare=shared.count(0),
        boundaries=len(shared),
        churn=fmean(new),
        worst_churn=max(new),
    )


def test_the_figures_of_theirs_go_by_their_texts_where_offsets_are_wrong() -> None:
    text = TEXTS["one long sentence"]
    [row] = compare(text, ["langchain:recursive"], size=64, overlap=16, rounds=0)
    report = audit(text, PEERS["langchain:recursive"].prepare(64, 16)(text), size=64, overlap=16)
    assert row.breaches == {"exact": len(report["exact"].breaches)}
    assert row.chunks == len(report.chunks)
    placed = audit(text, [chunk.text for chunk in report.chunks], size=64, overlap=16)
    assert (row.boundaries, row.bare) == (row.chunks - 1, placed.stats.bare)
    assert row.overlap == placed.stats.mean_overlap == report.stats.mean_overlap > 0
    assert (row.package, row.version) == ("langchain-text-splitters", PEERS["langchain:recursive"].version)


def test_what_fails_has_a_row_that_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "own.py").write_text(SOURCE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    rows = compare("a 🔧 " * 9, ["own:angry", "recursive", "own:good", "chonkie:token"], size=2, overlap=0, rounds=0)
    assert rows[0] == Row("own:angry", failure="own:angry: raised ValueError: bad text")
    assert rows[1].failure.startswith("recursive: size=2 is too small for the character '🔧'")
    assert (rows[2].failure, rows[2].chunks > 5) == ("", True)
    [special] = compare("<|endoftext|>", ["chonkie:token"], rounds=0)
    assert special.failure.startswith("chonkie:token: raised ValueError: Encountered text corresponding to disallowed")
    assert "\n" not in special.failure


def test_another_ruler_than_tokens() -> None:
    ours, theirs = compare(PROSE, ["recursive", "semchunk"], size=300, overlap=40, ruler="characters", rounds=0)
    assert (ours.breaches, ours.mean_size > 150) == ({}, True)
    assert theirs.failure == "semchunk: it counts tokens: give an encoding or a model as ruler, not characters"


def test_the_cost_of_a_generator_is_that_of_its_work() -> None:
    ended = []

    def lazily(text: str) -> Iterator[str]:
        yield text
        ended.append(len(text))

    ratio(lambda: lazily, PROSE, "cl100k_base", 2)
    assert ended == [len(PROSE)] * 2


def test_a_ratio_is_taken_to_the_encodes_around_it(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = {"now": 0}
    spent = iter([10, 60, 20, 90, 40])  # encode, splitter, encode, splitter, encode
    made = []

    def reading() -> int:
        return clock["now"]

    def seconds() -> int:
        clock["now"] += next(spent)
        return 1

    def prepare() -> object:
        made.append(1)
        return lambda text: seconds() if len(text) > 1000 else None

    monkeypatch.setattr("time.process_time_ns", reading)
    monkeypatch.setattr("chunklib.tokens.Tokens.__call__", lambda self, text: seconds())
    assert ratio(prepare, "a" * 2000, "cl100k_base", 2) == pytest.approx((60 / 15 + 90 / 30) / 2)  # type: ignore[arg-type]
    assert len(made) == 3  # to warm up, and anew for each round


@each(
    ("settings", "said"),
    [
        ({"names": ["best"]}, "unknown splitter 'best': choose one of fixed_characters, .*texttiling, langchain:token"),
        ({"overlap": "2s"}, "not every splitter can repeat sentences: give the overlap in units or per cent, not 2s"),
        (
            {"ruler": "words"},
            "the cost is in encodes: give an encoding or a model as ruler, not words, or leave it out",
        ),
    ],
)
def test_wrong_settings_are_refused(settings: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        compare("a", **{"names": ["recursive"], **settings})  # type: ignore[arg-type]
