"""The pieces of the benchmark measure what they say; how long anything takes is not tested."""

from __future__ import annotations

import json
import re
import sys
from functools import partial
from itertools import islice
from pathlib import Path
from types import SimpleNamespace as Plain

import pytest

from benchmarks import corpus, memory, peers, run, tables
from benchmarks.cost import Cost, Rounds, Sample, Time, cost, samples, timed
from benchmarks.figures import Figures, figures
from benchmarks.growth import Growth, growth, worst_doubling
from benchmarks.memory import Memory
from benchmarks.splitters import OURS, OVERLAP, SIZE, Splitter, ours
from benchmarks.verdicts import Row, over
from chunklib import STRATEGIES
from chunklib.data import load
from chunklib.tokens import ruler

TOKENS = ruler("cl100k_base")
SOME = Cost(rounds=5, least=1.25, median=1.5, wall=1.75, seconds=0.1, encode_seconds=0.05)
NONE_WRONG = Figures(chunks=3, mean=400.0, largest=500, wrong=0, bare=1, boundaries=2)


def silent(what: str) -> None:
    """Show nothing."""


def row(title: str = "recursive", least: float = 1.25, limit: float | None = 3.0, note: str = "") -> Row:
    spent = Cost(rounds=5, least=least, median=least, wall=least, seconds=0.1, encode_seconds=0.05)
    return Row(title, OURS, "0.1.0", note, spent, NONE_WRONG, limit, aim=None)


# The texts


def test_the_english_text_is_the_prose_of_the_handbook() -> None:
    sentences = corpus.handbook_sentences()
    handbook = load("handbook")
    assert len(sentences) > 100
    assert all(sentence in handbook for sentence in sentences)
    assert not any("\n" in sentence or sentence.startswith(("#", "|", "- ", "```")) for sentence in sentences)
    assert all(sentence[-1] in ".!?" for sentence in sentences)


def test_the_english_text_has_the_length_asked_and_is_always_the_same() -> None:
    assert len(corpus.english(12_345)) == 12_345
    assert corpus.english(5_000) == corpus.english(5_000)
    assert corpus.english(5_000) == corpus.english(9_000)[:5_000]
    assert corpus.english(0) == ""


def test_the_english_text_does_not_repeat_itself() -> None:
    paragraphs = corpus.english(200_000).split("\n\n")
    assert len(set(paragraphs)) > 0.9 * len(paragraphs)
    assert len(set(islice(corpus.texts(2_000), 20))) == 20


# The splitters


def test_every_strategy_is_measured_and_the_budget_is_that_of_the_project() -> None:
    assert [splitter.title for splitter in ours()] == list(STRATEGIES)
    limits = {splitter.name: (splitter.limit, splitter.aim) for splitter in ours()}
    assert limits == {
        "fixed_characters": (None, None),
        "token_windows": (2.0, 1.5),
        "sentences": (3.5, None),
        "recursive": (3.0, 2.0),
    }


@pytest.mark.parametrize("splitter", ours(), ids=lambda splitter: splitter.title)
def test_our_strategies_deliver_chunks_of_the_size_and_overlap_asked(splitter: Splitter) -> None:
    text = corpus.english(9_000)
    chunks = splitter.records(splitter.prepare()(text))
    assert chunks == STRATEGIES[splitter.name](text, size=SIZE, overlap=OVERLAP)


CHUNKS = [{"text": "one ", "start_char": 0, "end_char": 4}, {"text": "two", "start_char": 4, "end_char": 7}]
NODE = {"text": "one ", "start_char_idx": 0, "end_char_idx": 4}
CHONKIE = {"text": "one ", "start_index": 0, "end_index": 4}


@pytest.mark.parametrize(
    ("name", "result"),
    [
        (
            "RecursiveCharacterTextSplitter",
            [
                Plain(page_content="one ", metadata={"start_index": 0}),
                Plain(page_content="two", metadata={"start_index": 4}),
            ],
        ),
        ("SentenceSplitter", [Plain(**NODE), Plain(text="two", start_char_idx=4, end_char_idx=7)]),
        ("TokenChunker", [Plain(**CHONKIE), Plain(text="two", start_index=4, end_index=7)]),
        ("chunkerify", (["one ", "two"], [(0, 4), (4, 7)])),
        ("TextSplitter", [(0, "one "), (4, "two")]),
    ],
)
def test_what_a_peer_returns_becomes_chunks_for_the_audit(name: str, result: object) -> None:
    splitter = next(splitter for splitter in peers.peers() if splitter.name == name)
    assert splitter.records(result) == CHUNKS


def test_a_chunk_that_its_splitter_could_not_place_is_wrong() -> None:
    splitter = next(splitter for splitter in peers.peers() if splitter.name == "SentenceSplitter")
    lost = Plain(text="two", start_char_idx=None, end_char_idx=None)
    assert figures("one two", splitter.records([Plain(**NODE), lost])).wrong == 1


def test_every_peer_of_the_bench_extra_is_measured() -> None:
    project = (Path(run.__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8")
    extra = re.search(r"^bench = \[(.*?)^\]", project, re.DOTALL | re.MULTILINE)
    assert extra is not None
    pinned = set(re.findall(r'"([\w-]+)==', extra[1]))
    assert {splitter.package for splitter in peers.peers()} == pinned


def test_a_peer_that_is_not_installed_is_left_out_with_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    here = ours()[0]
    missing = Splitter("no-such-package", "Splitter", here.prepare, list)
    assert run.installed([here, missing, missing]) == [here]
    assert capsys.readouterr().out.splitlines() == [
        "left out: no-such-package is not installed; pip install 'chunklib[bench]' installs it"
    ]


# The cost


def test_a_ratio_is_taken_to_the_encodes_around_it() -> None:
    one = Sample(Time(processor=0.3, wall=0.8), Time(processor=0.1, wall=0.2))
    other = Sample(Time(processor=0.5, wall=0.4), Time(processor=0.1, wall=0.2))
    third = Sample(Time(processor=0.9, wall=0.6), Time(processor=0.2, wall=0.2))
    found = cost([one, other, third])
    assert (found.rounds, found.seconds, found.encode_seconds) == (3, 0.3, 0.1)
    assert found.least == pytest.approx(3)
    assert found.median == pytest.approx(4.5)
    assert found.wall == pytest.approx(3)


def test_rounds_end_when_the_time_is_spent_but_not_before_the_least() -> None:
    slow = Sample(Time(1.0, 1.0), Time(0.1, 0.1))
    quick = Sample(Time(0.1, 0.1), Time(0.1, 0.1))
    rounds = Rounds(least=3, most=6, seconds=2.0)
    assert [rounds.another([slow] * taken) for taken in range(5)] == [True, True, True, False, False]
    assert [rounds.another([quick] * taken) for taken in range(8)] == [*[True] * 6, False, False]


def test_each_round_encodes_before_and_behind_every_splitter(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []
    monkeypatch.setattr("benchmarks.cost.plain_encode", lambda text: calls.append(f"encode {text}"))
    splitters = [
        Splitter(OURS, name, partial(partial, lambda name, text: calls.append(f"{name} {text}"), name), list)
        for name in ("a", "b")
    ]
    taken = samples(splitters, iter(["1", "2"]), Rounds(least=2, most=2), silent)
    assert {title: len(found) for title, found in taken.items()} == {"a": 2, "b": 2}
    expected = [f"{what} {text}" for text in "12" for what in ("encode", "a", "encode", "b", "encode")]
    assert calls == expected


def test_a_time_is_measured_of_the_work_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    clocks = {"wall": 5.0, "processor": 1.0}

    def work(text: str) -> None:
        clocks["wall"] += 4.0 * len(text)
        clocks["processor"] += 2.0 * len(text)

    monkeypatch.setattr("time.perf_counter", lambda: clocks["wall"])
    monkeypatch.setattr("time.process_time", lambda: clocks["processor"])
    assert timed(work, "ab") == Time(processor=4.0, wall=8.0)


# What is delivered


def test_figures_of_right_chunks_are_those_of_the_chunks() -> None:
    text = corpus.english(20_000)
    chunks = STRATEGIES["recursive"](text, size=SIZE, overlap=OVERLAP)
    measured = figures(text, chunks)
    assert measured.chunks == len(chunks)
    assert measured.mean == pytest.approx(sum(chunk.size for chunk in chunks) / len(chunks))
    assert measured.largest == max(TOKENS(chunk.text) for chunk in chunks)
    assert (measured.wrong, measured.bare, measured.boundaries) == (0, 0, len(chunks) - 1)
    apart = STRATEGIES["recursive"](text, size=SIZE, overlap=0)
    assert figures(text, apart).bare == len(apart) - 1


def test_figures_count_wrong_offsets_and_judge_no_boundary_by_them() -> None:
    text = "one two three four"
    chunks = [
        {"text": "one ", "start_char": 0, "end_char": 4},
        {"text": "two ", "start_char": 4, "end_char": 8},
        {"text": "three ", "start_char": peers.NOWHERE, "end_char": 5},
        {"text": "four", "start_char": 14, "end_char": 18},
    ]
    measured = figures(text, chunks)
    assert (measured.wrong, measured.bare, measured.boundaries) == (1, 1, 1)


# Growth


@pytest.mark.parametrize(("power", "expected"), [(1, 2.0), (2, 4.0)])
def test_growth_is_that_of_twice_the_text_whatever_the_lengths(power: int, expected: float) -> None:
    lengths = [1_000, 2_000, 4_000, 10_000]
    assert worst_doubling({length: 1e-6 * length**power for length in lengths}) == pytest.approx(expected)


def test_growth_shows_the_worst_step() -> None:
    assert worst_doubling({4: 13.0, 1: 1.0, 2: 2.0}) == pytest.approx(6.5)


@pytest.mark.parametrize(("worst", "ok"), [(2.0, True), (2.3, True), (2.4, False)])
@pytest.mark.parametrize("encode_worst", [1.5, 4.0])
def test_growth_has_one_limit_however_the_encode_grows(worst: float, encode_worst: float, ok: bool) -> None:
    assert Growth("recursive", "spaces", {1: SOME, 2: SOME}, worst=worst, encode_worst=encode_worst).ok is ok


@pytest.mark.parametrize("kind", ["English", *corpus.UNBROKEN])
def test_growth_is_measured_for_every_strategy_and_length(kind: str) -> None:
    found = growth(ours(), kind, (200, 400), Rounds(least=1, most=1), silent)
    assert [one.title for one in found] == list(STRATEGIES)
    assert all(list(one.costs) == [200, 400] and one.kind == kind and one.worst > 0 for one in found)


# Memory


def test_a_traced_peak_counts_what_is_thrown_away_and_what_is_kept() -> None:
    def split(text: str) -> bytes:
        thrown_away = bytes(8 * len(text))
        return bytes(len(thrown_away) // 4)

    used = memory.traced(split, "x" * 1_000_000)
    assert used["traced"] == pytest.approx(10e6, rel=0.01)
    assert used["kept"] == pytest.approx(2e6, rel=0.01)


def test_memory_is_measured_in_a_process_of_its_own() -> None:
    (used,) = memory.memory(["recursive"], 300_000, silent)
    assert (used.title, used.length) == ("recursive", 300_000)
    assert used.traced > used.kept > 1  # the chunks hold every character, of a byte or more
    assert used.resident >= 0


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere a peak cannot be forgotten")
def test_the_resident_set_grows_by_what_is_used() -> None:
    used = memory.resident(lambda text: b"x" * len(text), "x" * 64_000_000)
    assert used["resident"] == pytest.approx(64e6, rel=0.1)


# What is printed


def test_what_is_over_its_limit_is_said() -> None:
    growths = [
        Growth("recursive", "English", {1: SOME, 2: SOME}, worst=2.0, encode_worst=1.9),
        Growth("sentences", "spaces", {1: SOME, 2: SOME}, worst=4.0, encode_worst=2.0),
    ]
    memories = [Memory("recursive", 10, 50.0, 3.0, 40.0), Memory("sentences", 10, 50.0, 3.0, 61.0)]
    rows = [row(), row("token_windows", least=2.5, limit=2.0), row("fixed_characters", least=99, limit=None)]
    assert list(over(rows, growths, memories)) == [
        "token_windows costs 2.50 encodes, the limit is 2.0",
        "sentences takes 4.00 times as long for twice the text (spaces), the limit is 2.30",
        "sentences needs 61.0 bytes per character, the limit is 60",
    ]


def test_the_table_of_costs_shows_every_figure() -> None:
    shown = tables.costs([row(note="a note"), row("token_windows", least=2.5, limit=2.0)])
    head, _, first, second, *legend = shown.splitlines()
    assert " ".join(head.split()) == "least median wall rounds limit aim chunks mean largest bare wrong"
    assert " ".join(first.split()) == "recursive 1.25 1.25 1.25 5 3.0 ok 3 400.0 500 1 of 2 0"
    assert "OVER" in second
    assert legend[-2:] == ["recursive: a note", "chunklib 0.1.0"]


def test_the_other_tables_show_every_figure() -> None:
    shown = tables.growths([Growth("recursive", "spaces", {1_000: SOME, 2_000: SOME}, worst=4.0, encode_worst=2.0)])
    assert "1,000" in shown
    assert "4.00    2.00   2.30  OVER" in shown
    shown = tables.memories([Memory("recursive", 1_000, 50.0, 3.0, 40.0)])
    assert shown.splitlines()[2].split() == ["recursive", "50.0", "3.0", "40.0", "60", "ok"]


TINY = run.Plan(
    length=2_000,
    lengths=(1_000, 2_000),
    unbroken=(500, 1_000),
    memory=20_000,
    rounds=Rounds(least=1, most=1),
    growth_rounds=Rounds(least=1, most=1),
)


@pytest.mark.parametrize(("limit", "status"), [(1e9, 0), (1e-9, 1)])
def test_the_whole_run_prints_its_tables_and_ends_with_a_verdict(
    limit: float, status: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(run, "QUICK", TINY)
    monkeypatch.setattr("benchmarks.growth.LIMIT", limit)
    monkeypatch.setattr("benchmarks.memory.LIMIT", limit)
    monkeypatch.setattr(run, "memory", lambda titles, length, say: [Memory(t, length, 10.0, 3.0, 9.0) for t in titles])
    monkeypatch.setattr(run, "ours", lambda: [Splitter(OURS, s.name, s.prepare, s.records, limit) for s in ours()])
    file = tmp_path / "figures.json"
    assert run.main(["--quick", "--only", "ours", "--json", str(file)]) == status
    shown = capsys.readouterr()
    assert shown.err == ""  # not a terminal
    assert ("Everything is within its limit." in shown.out) == (status == 0)
    record = json.loads(file.read_text(encoding="utf-8"))
    assert [one["title"] for one in record["costs"]] == list(STRATEGIES)
    assert len(record["growth"]) == len(STRATEGIES) * (1 + len(corpus.UNBROKEN))
    assert len(record["memory"]) == len(STRATEGIES)
    failures = len(record["costs"]) + len(record["growth"]) + len(record["memory"])
    assert len(record["over"]) == (failures if status else 0)


def test_a_file_that_cannot_be_written_is_refused_before_anything_is_measured(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        run.main(["--json", str(tmp_path / "no" / "figures.json")])
    assert ended.value.code == 2
    assert "there is no folder" in capsys.readouterr().err


def test_verdicts_read_the_limit_of_a_row() -> None:
    assert row(least=99.0, limit=None).ok
    assert row(least=3.0, limit=3.0).ok
    assert not row(least=3.001, limit=3.0).ok
