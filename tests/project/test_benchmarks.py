"""The pieces of the benchmark measure what they say; how long anything takes is not tested."""

from __future__ import annotations

import ast
import gc
import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import islice, pairwise
from pathlib import Path
from types import SimpleNamespace as Plain

import pytest

from benchmarks import adaptive, batches, beside, corpus, embedding, memory, pdf, peers, retrieval, run, tables
from benchmarks.adaptive import Comparison, Delivered
from benchmarks.cost import Cost, Rounds, Sample, Time, cost, samples, timed
from benchmarks.embedding import Embedding
from benchmarks.figures import Figures, figures
from benchmarks.growth import Growth, worst_doubling
from benchmarks.memory import Memory
from benchmarks.pdf import Pages
from benchmarks.retrieval import Sweep
from benchmarks.splitters import OURS, OVERLAP, SIZE, Splitter, by_kind, fast, ours, small, strategy
from benchmarks.verdicts import Results, Row, over
from chunklib import STRATEGIES, TEXT_STRATEGIES, cuts
from chunklib.adapters import PEERS
from chunklib.chunk_records import NOWHERE
from chunklib.cuts.structure import Structure
from chunklib.data import load, path
from chunklib.embed import hashing
from chunklib.overlap import Adaptive
from chunklib.tokens import ruler
from tests.each import each

TOKENS = ruler("cl100k_base")
SOME = Cost(rounds=5, least=1.25, median=1.5, wall=1.75, seconds=0.1, baseline_seconds=0.05)
NONE_WRONG = Figures(chunks=3, mean=400.0, largest=500, wrong=0, bare=1, boundaries=2)


@pytest.fixture(scope="module", autouse=True)
def _frozen() -> None:
    """Let the garbage collector, which runs before each round, pass over what is loaded once."""
    gc.collect()
    gc.freeze()


def silent(what: str) -> None:
    """Show nothing."""


def row(title: str = "recursive", least: float = 1.25, limit: float | None = 3.0, note: str = "") -> Row:
    spent = Cost(rounds=5, least=least, median=least, wall=least, seconds=0.1, baseline_seconds=0.05)
    return Row(title, "English", OURS, "0.1.0", note, spent, NONE_WRONG, limit)


def comparison(median: float = 1.25) -> Comparison:
    spent = Cost(rounds=5, least=1.0, median=median, wall=1.5, seconds=0.1, baseline_seconds=0.05)
    return Comparison("recursive", "English", spent, Delivered(10, 74.0), Delivered(12, 90.5))


def embedded(again: int = 0, missed: int = 0) -> Embedding:
    return Embedding("semantic", 9, 9 + again - missed, 1, again, missed, seconds=2.0, embedding_seconds=1.5)


def swept(retriever: str = "bm25", seconds: float = 10.0, megabytes: float = 140.0) -> Sweep:
    scoring = {25: 0.001, 50: 0.002, 100: 0.005}
    return Sweep(retriever, 24, 330_000, 472, seconds, 3.0, 80.0, megabytes, scoring)


PAGES = Pages("pdf", "some.pdf", 8, SOME, per_second=80.0, bare_per_second=160.0)


# The texts


def test_the_english_text_is_the_prose_of_the_handbook() -> None:
    sentences = corpus.handbook_sentences()
    handbook = load("handbook")
    assert len(sentences) > 100
    assert all(sentence in handbook for sentence in sentences)
    assert not any("\n" in sentence or sentence.startswith(("#", "|", "- ", "```")) for sentence in sentences)
    assert all(sentence[-1] in ".!?" for sentence in sentences)


def test_a_text_has_the_length_asked_and_is_always_the_same() -> None:
    assert len(corpus.sample(12_345)) == 12_345
    assert corpus.sample(5_000) == corpus.sample(5_000)
    assert corpus.sample(5_000) == corpus.sample(9_000)[:5_000]
    assert corpus.sample(0) == ""


def test_the_english_text_does_not_repeat_itself() -> None:
    paragraphs = corpus.sample(200_000).split("\n\n")
    assert len(set(paragraphs)) > 0.9 * len(paragraphs)


def test_a_text_with_a_run_has_one_among_its_paragraphs() -> None:
    before, run_, behind = re.split("(a{9,})", corpus.sample(60_000, corpus.WITH_A_RUN))
    assert len(run_) == corpus.RUN
    assert before == corpus.sample(len(before))
    assert behind.startswith("\n\n")
    assert behind.strip()


@each("kind", ["English", "Markdown", "HTML", "Python"])
def test_every_text_of_a_kind_is_another_one(kind: str) -> None:
    found = list(islice(corpus.texts(5_000, kind), 20))
    assert len(set(found)) == 20
    assert {len(text) for text in found} == {5_000}
    assert corpus.sample(5_000, kind) not in found


@each(
    ("kind", "parts", "document"),
    [
        ("Markdown", corpus.sections, "handbook"),
        ("HTML", corpus.html_sections, "catalogue"),
        ("Python", corpus.definitions, "inventory"),
    ],
)
def test_texts_of_a_kind_are_made_of_whole_parts_of_a_document(
    kind: str, parts: Callable[[], tuple[str, ...]], document: str
) -> None:
    assert len(parts()) > 15
    assert sum(map(len, parts())) > 0.7 * len(load(document))
    assert all(part.rstrip("\n") in load(document) for part in parts())
    without_digits = str.maketrans("", "", "0123456789")
    known = [part.translate(without_digits) for part in parts()]
    text = corpus.sample(30_000, kind).translate(without_digits)
    while known_parts := [part for part in known if text.startswith(part)]:
        text = text.removeprefix(max(known_parts, key=len))
    assert any(part.startswith(text) for part in known)  # the last one is cut off


def test_the_python_text_is_a_program_and_the_html_text_is_well_formed() -> None:
    for part in corpus.definitions():
        ast.parse(part)
    text = corpus.sample(30_000, "Python")
    ast.parse(text[: text.rindex("\n\n\n")])
    for section in corpus.html_sections():
        opened = re.findall(r"<(section|table|ul|ol|h\d)\b", section)
        assert sorted(opened) == sorted(re.findall(r"</(section|table|ul|ol|h\d)>", section))


@each(("kind", "find"), [("Markdown", cuts.markdown), ("HTML", cuts.html), ("Python", cuts.code)])
def test_the_texts_have_the_structure_that_is_measured(kind: str, find: Callable[[str], Structure]) -> None:
    structure = find(corpus.sample(30_000, kind))
    assert len(structure.headings) > 20
    assert sum(len(level.offsets) for level in structure.levels) > 100


# The splitters


def test_every_strategy_is_measured_and_the_budget_is_that_of_the_project() -> None:
    assert [splitter.title for splitter in ours()] == list(TEXT_STRATEGIES)
    assert {one.title: one.limit for one in [*ours(), *small(), *fast()] if one.limit} == {
        "token_windows": 1.5,
        "recursive": 1.8,
        "sentences": 3.5,
        "stable": 3.5,
        "markdown": 3.5,
        "html": 3.5,
        "code": 3.5,
        "token_windows 256/38": 2.0,
        "recursive 256/38": 2.3,
        "token_windows fast": 0.7,
        "recursive fast": 1.0,
        "markdown fast": 1.5,
    }


def test_every_strategy_is_measured_on_a_text_of_its_own_kind() -> None:
    found = {kind: [splitter.name for splitter in of] for kind, of in by_kind(ours()).items()}
    assert {"token_windows", "sentences", "recursive"} <= set(found.pop("English"))
    assert found == {"Markdown": ["markdown"], "HTML": ["html"], "Python": ["code"]}


@each("splitter", ours())
def test_our_strategies_deliver_chunks_of_the_size_and_overlap_asked(splitter: Splitter) -> None:
    text = corpus.sample(9_000, splitter.kind)
    chunks = splitter.prepare()(text)
    assert chunks == STRATEGIES[splitter.name](text, size=SIZE, overlap=OVERLAP)


def test_a_strategy_can_be_measured_with_another_overlap() -> None:
    text = corpus.sample(9_000)
    assert strategy("recursive", "2s").prepare()(text) == STRATEGIES["recursive"](text, size=SIZE, overlap="2s")


def test_a_chunk_that_its_splitter_could_not_place_is_wrong() -> None:
    node = Plain(text="one ", start_char_idx=0, end_char_idx=4)
    lost = Plain(text="two", start_char_idx=None, end_char_idx=None)
    assert figures("one two", [node, lost]).wrong == 1


def test_every_peer_is_measured() -> None:
    measured = {splitter.title for splitter in peers.peers()}
    assert measured == {f"{peer.package} {peer.title}" for peer in PEERS.values()}


def test_a_peer_that_is_not_installed_is_left_out_with_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    here = ours()[0]
    missing = Splitter("no-such-package", "Splitter", here.prepare)
    assert run.installed([here, missing, missing]) == [here]
    assert capsys.readouterr().out.splitlines() == [
        "left out: no-such-package is not installed; make peers installs it"
    ]


# The cost


def test_a_ratio_is_taken_to_the_encodes_around_it() -> None:
    one = Sample(Time(processor=0.3, wall=0.8), Time(processor=0.1, wall=0.2))
    other = Sample(Time(processor=0.5, wall=0.4), Time(processor=0.1, wall=0.2))
    third = Sample(Time(processor=0.9, wall=0.6), Time(processor=0.2, wall=0.2))
    found = cost([one, other, third])
    assert (found.rounds, found.seconds, found.baseline_seconds) == (3, 0.3, 0.1)
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
        Splitter(OURS, name, partial(partial, lambda name, text: calls.append(f"{name} {text}"), name))
        for name in ("a", "b")
    ]
    taken = samples(splitters, iter(["1", "2"]), Rounds(least=2, most=2), silent)
    assert {title: len(found) for title, found in taken.items()} == {"a": 2, "b": 2}
    expected = [f"{what} {text}" for text in "12" for what in ("encode", "a", "encode", "b", "encode")]
    assert calls == expected


def test_another_baseline_takes_the_place_of_the_encode() -> None:
    calls: list[str] = []
    splitter = Splitter(OURS, "a", lambda: lambda text: calls.append(f"a {text}"))
    rounds = Rounds(least=1, most=1)
    taken = samples([splitter], iter(["1"]), rounds, silent, lambda text: calls.append(f"bare {text}"))
    assert calls == ["bare 1", "a 1", "bare 1"]
    assert len(taken["a"]) == 1


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
    text = corpus.sample(20_000)
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
        {"text": "three ", "start_char": NOWHERE, "end_char": 5},
        {"text": "four", "start_char": 14, "end_char": 18},
    ]
    measured = figures(text, chunks)
    assert (measured.wrong, measured.bare, measured.boundaries) == (1, 1, 1)


# Growth


@each(("power", "expected"), [(1, 2.0), (2, 4.0)])
def test_growth_is_that_of_twice_the_text_whatever_the_lengths(power: int, expected: float) -> None:
    lengths = [1_000, 2_000, 4_000, 10_000]
    assert worst_doubling({length: 1e-6 * length**power for length in lengths}) == pytest.approx(expected)


def test_growth_shows_the_worst_step() -> None:
    assert worst_doubling({4: 13.0, 1: 1.0, 2: 2.0}) == pytest.approx(6.5)


@each(("worst", "ok"), [(2.0, True), (2.3, True), (2.4, False)])
@each("encode_worst", [1.5, 4.0])
def test_growth_has_one_limit_however_the_encode_grows(worst: float, encode_worst: float, ok: bool) -> None:
    assert Growth("recursive", "spaces", {1: SOME, 2: SOME}, worst=worst, encode_worst=encode_worst).ok is ok


# Memory


def test_a_traced_peak_counts_what_is_thrown_away_and_what_is_kept() -> None:
    def split(text: str) -> bytes:
        thrown_away = bytes(8 * len(text))
        return bytes(len(thrown_away) // 4)

    used = memory.traced(split, "x" * 1_000_000)
    assert used["traced"] == pytest.approx(10e6, rel=0.01)
    assert used["kept"] == pytest.approx(2e6, rel=0.01)


def test_memory_is_measured_in_a_process_of_its_own() -> None:
    for used, kind in zip(
        memory.memory([strategy("recursive"), strategy("html")], 100_000, silent), ["English", "HTML"], strict=True
    ):
        assert (used.kind, used.length) == (kind, 100_000)
        assert used.traced > used.kept > 1  # the chunks hold every character, of a byte or more
        assert used.resident >= 0


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere a peak cannot be forgotten")
def test_the_resident_set_grows_by_what_is_used() -> None:
    used = memory.resident(lambda text: b"x" * len(text), "x" * 64_000_000)
    assert used["resident"] == pytest.approx(64e6, rel=0.1)


# The adaptive overlap


def test_an_adaptive_overlap_is_compared_with_a_fixed_one() -> None:
    found = adaptive.comparisons(20_000, Rounds(least=1, most=1), silent)
    assert [(one.title, one.kind) for one in found] == [
        ("token_windows", "English"),
        ("sentences", "English"),
        ("recursive", "English"),
        ("markdown", "Markdown"),
    ]
    for one in found:
        text = corpus.sample(20_000, one.kind)
        for overlap, delivered in ((OVERLAP, one.fixed), (Adaptive(), one.adaptive)):
            chunks = STRATEGIES[one.title](text, size=SIZE, overlap=overlap)
            assert delivered.chunks == len(chunks)
            assert delivered.overlap == pytest.approx(sum(chunk.overlap for chunk in chunks) / len(chunks))
        assert one.cost.rounds == 1


def test_the_median_of_an_adaptive_overlap_has_a_limit() -> None:
    assert comparison(median=1.2).ok
    assert not comparison(median=1.201).ok


# What is embedded


def test_each_sentence_is_given_to_the_embedder_once() -> None:
    text = "Rain fell. Rain fell. It was cold.\n\n  \n\nThe end. " * 200  # what fits in one chunk has no overlap
    found = embedding.embeddings(text, silent, hashing)
    assert [one.title for one in found] == ["semantic", "semantic, Semantic()", "recursive, Semantic()"]
    sentences = [text[a:b] for a, b in pairwise((0, *cuts.sentences(text)))]
    spoken = len(list(filter(str.strip, sentences)))
    assert all((one.sentences, one.given, one.calls) == (spoken, spoken, 1) and one.ok for one in found)


def test_what_is_given_twice_or_never_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    def wasteful(text: str, size: int, overlap: object, embed: Callable[[list[str]], object]) -> None:
        embed(["One.", "Two."])
        embed(["One.", text])

    replaced: dict[str, Callable[..., object]] = {"semantic": wasteful, "recursive": STRATEGIES["recursive"]}
    monkeypatch.setattr(embedding, "TEXT_STRATEGIES", replaced)
    found = embedding.embeddings("One. Two. Three.", silent, hashing)[0]
    assert (found.sentences, found.given, found.calls, found.again, found.missed) == (3, 4, 2, 2, 1)
    assert not found.ok


# The PDF


def test_a_pdf_is_cut_beside_its_bare_extraction() -> None:
    found = pdf.pdf(Rounds(least=1, most=1), silent)
    file = str(path("commissioning"))
    assert (found.title, found.file, found.cost.rounds) == ("pdf", "commissioning.pdf", 1)
    assert found.pages == len(pdf.bare(file))
    assert found.per_second == pytest.approx(found.pages / found.cost.seconds)
    assert found.bare_per_second == pytest.approx(found.pages / found.cost.baseline_seconds)
    bare = "".join(pdf.bare(file))
    words = {word for chunk in STRATEGIES["pdf"](file) for word in chunk.text.split()}
    assert len([word for word in words if word in bare]) > 0.9 * len(words)


# Batches, and one splitter beside another


def test_two_workers_that_are_too_slow_are_named() -> None:
    times = {"two processes": 1.7, "Dask, two workers": 1.69}
    assert batches.too_slow(times) == ["Dask, two workers: 1.69 times one process, at least 1.7"]
    assert batches.too_slow(dict.fromkeys(times, 1.7)) == []


def test_the_quickest_round_of_each_way_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, waits, called = [0.0], iter([5.0, 1.0, 3.0, 2.0]), list[str]()

    def split(name: str) -> None:
        called.append(name)
        clock[0] += next(waits)

    monkeypatch.setattr(batches, "perf_counter", lambda: clock[0])
    monkeypatch.setattr(batches, "cpu", lambda: (clock[0], 0.0))
    monkeypatch.setattr(batches, "ROUNDS", 2)
    assert batches.timed(100, {name: partial(split, name) for name in "ab"}) == {"a": 3.0, "b": 1.0}
    assert called == ["a", "b", "a", "b"]


@pytest.mark.parametrize(("limit", "status"), [(1e9, 0), (1e-9, 1)])
def test_each_pair_is_measured_and_one_over_its_limit_is_said(
    limit: float, status: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    limited = [replace(pair, limit=pair.limit and limit) for pair in beside.pairs()]
    monkeypatch.setattr(beside, "pairs", lambda: limited)
    monkeypatch.setattr(beside, "LENGTH", 5_000)
    assert beside.main(Rounds(least=1, most=1)) == status
    shown = capsys.readouterr().out.splitlines()
    assert [line.startswith("OVER: ") for line in shown] == [bool(status and pair.limit) for pair in limited]
    assert len(shown) == 4


def test_bench_runs_everything_and_names_what_failed(tmp_path: Path) -> None:
    for name in ("python", "pytest"):
        program = tmp_path / name
        program.write_text('#!/bin/sh\necho "ran $1"\n[ "$1" != benchmarks/batches.py ]\n', encoding="utf-8")
        program.chmod(0o755)
    words = ["make", "-s", "bench", "TEST=", f"BIN={tmp_path}"]
    done = subprocess.run(words, cwd=memory.ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    ran = [line.removeprefix("ran ") for line in done.stdout.splitlines() if line.startswith("ran ")]
    assert ran == ["benchmarks/run.py", "benchmarks/beside.py", "benchmarks/batches.py", "benchmarks/store.py", "-q"]
    assert "failed: benchmarks/batches.py\n" in done.stdout


# What is printed


def test_what_is_over_its_limit_is_said() -> None:
    growths = [
        Growth("recursive", "English", {1: SOME, 2: SOME}, worst=2.0, encode_worst=1.9),
        Growth("sentences", "spaces", {1: SOME, 2: SOME}, worst=4.0, encode_worst=2.0),
    ]
    memories = [
        Memory("recursive", "English", 10, 50.0, 3.0, 40.0),
        Memory("sentences", "English", 10, 50.0, 3.0, 61.0),
    ]
    rows = [row(), row("token_windows", least=2.5, limit=2.0), row("fixed_characters", least=99, limit=None)]
    adaptives, counted = [comparison(1.0), comparison(1.25)], [embedded(), embedded(again=3), embedded(missed=2)]
    sweeps = [swept("bm25"), swept("dense", seconds=50.0), swept("bm25", megabytes=1200.0)]
    assert list(over(Results(rows, adaptives, counted, PAGES, growths, memories, sweeps))) == [
        "token_windows costs 2.50 encodes, the limit is 2.0",
        "recursive with an adaptive overlap takes 1.25 times as long as with a fixed one, the limit is 1.20",
        "semantic embeds 3 texts too many and misses 0 of 9 sentences",
        "semantic embeds 0 texts too many and misses 2 of 9 sentences",
        "sentences takes 4.00 times as long for twice the text (spaces), the limit is 2.30",
        "sentences needs 61.0 bytes per character (English), the limit is 60",
        "a sweep with dense takes 50.0 s and 140 MB, the limits are 45 s and 1,000 MB",
        "a sweep with bm25 takes 10.0 s and 1,200 MB, the limits are 20 s and 1,000 MB",
    ]


def test_a_sweep_is_measured_in_a_process_of_its_own() -> None:
    [found] = retrieval.sweeps(silent, tokens=50_000, questions=20, retrievers=["bm25"])
    assert (found.settings, found.questions, list(found.scoring)) == (24, 20, [25, 50, 100])
    assert 0 < found.chunking < found.seconds
    assert found.megabytes > 50
    assert found.tokens == 53_501  # the course's documents once: nearest to what was asked


def test_the_table_of_sweeps_shows_every_figure() -> None:
    head, _, first, second, *_ = tables.sweeps([swept(), swept("dense", seconds=50.0)]).splitlines()
    assert " ".join(head.split()).endswith("seconds limit chunking encodes MB limit 25 hits 50 hits 100 hits growth")
    assert " ".join(first.split()) == "bm25 10.0 20 3.0 80 140 1,000 ok 1.0 ms 2.0 ms 5.0 ms 2.50"
    assert "OVER" in second


def test_the_table_of_costs_shows_every_figure() -> None:
    shown = tables.costs([row(note="a note"), row("token_windows", least=2.5, limit=2.0)])
    head, _, first, second, *legend = shown.splitlines()
    assert " ".join(head.split()) == "text least median wall rounds limit chunks mean largest bare wrong"
    assert " ".join(first.split()) == "recursive English 1.25 1.25 1.25 5 3.0 ok 3 400.0 500 1 of 2 0"
    assert "OVER" in second
    assert legend[-2:] == ["recursive: a note", "chunklib 0.1.0"]


def test_the_other_tables_show_every_figure() -> None:
    shown = tables.growths([Growth("recursive", "spaces", {1_000: SOME, 2_000: SOME}, worst=4.0, encode_worst=2.0)])
    assert "1,000" in shown
    assert "4.00    2.00   2.30  OVER" in shown
    shown = tables.memories([Memory("recursive", "English", 1_000, 50.0, 3.0, 40.0)])
    assert shown.splitlines()[2].split() == ["recursive", "English", "50.0", "3.0", "40.0", "60", "ok"]
    shown = tables.comparisons([comparison(1.25)])
    assert " ".join(shown.splitlines()[2].split()) == "recursive English 1.00 1.25 1.50 5 1.2 OVER 10 74.0 12 90.5"
    shown = tables.embeddings([embedded(), embedded(again=2, missed=1)])
    assert shown.splitlines()[2].split() == ["semantic", "9", "9", "1", "0", "0", "ok", "2.00", "75%"]
    assert shown.splitlines()[3].split() == ["semantic", "9", "10", "1", "2", "1", "OVER", "2.00", "75%"]
    head, _, only, *_ = tables.pages(PAGES).splitlines()
    assert head.split() == ["some.pdf", "pages", "pages/s", "bare", "least", "median", "rounds"]
    assert only.split() == ["pdf", "8", "80", "160", "1.25", "1.50", "5"]


def test_growth_at_other_lengths_has_a_table_of_its_own() -> None:
    found = [
        Growth("recursive", "English", {1_000: SOME, 2_000: SOME}, worst=2.0, encode_worst=2.0),
        Growth("semantic", "English", {500: SOME, 1_000: SOME}, worst=2.0, encode_worst=2.0),
    ]
    heads = [line.split() for line in tables.growths(found).splitlines() if line.startswith("English")]
    assert heads == [
        ["English", "1,000", "2,000", "growth", "encode", "limit"],
        ["English", "500", "1,000", "growth", "encode", "limit"],
    ]


ONCE = Rounds(least=1, most=1)
TINY = run.Plan(
    length=2_000,
    lengths=(1_000, 2_000),
    semantic=(500, 1_000),
    unbroken=(500, 1_000),
    memory=20_000,
    rounds=ONCE,
    adaptive_rounds=ONCE,
    pdf_rounds=ONCE,
    growth_rounds=ONCE,
)


@pytest.mark.parametrize(("limit", "status"), [(1e9, 0), (1e-9, 1)])
def test_the_whole_run_prints_its_tables_and_ends_with_a_verdict(
    limit: float, status: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(run, "QUICK", TINY)
    monkeypatch.setattr("benchmarks.growth.LIMIT", limit)
    monkeypatch.setattr("benchmarks.memory.LIMIT", limit)
    monkeypatch.setattr("benchmarks.adaptive.LIMIT", limit)
    monkeypatch.setattr(
        run, "memory", lambda of, length, say: [Memory(s.title, s.kind, length, 10.0, 3.0, 9.0) for s in of]
    )
    monkeypatch.setattr(run, "sweeps", lambda say: [swept(), swept("dense")])
    monkeypatch.setattr(run, "ours", lambda: [Splitter(OURS, s.name, s.prepare, limit, kind=s.kind) for s in ours()])
    smaller, faster = ([replace(one, limit=limit) for one in some] for some in (small(), fast()))
    monkeypatch.setattr(run, "small", lambda: smaller)
    monkeypatch.setattr(run, "fast", lambda: faster)
    file = tmp_path / "figures.json"
    assert run.main(["--quick", "--only", "ours", "--json", str(file)]) == status
    shown = capsys.readouterr()
    assert shown.err == ""  # not a terminal
    assert ("Everything is within its limit." in shown.out) == (status == 0)
    record = json.loads(file.read_text(encoding="utf-8"))
    assert [one["title"] for one in record["costs"]] == [*TEXT_STRATEGIES, *(one.title for one in [*smaller, *faster])]
    assert Counter(one["title"] for one in record["growth"]) == dict.fromkeys(TEXT_STRATEGIES, 1 + len(corpus.UNBROKEN))
    own = {one["title"]: (one["kind"], list(one["costs"])) for one in record["growth"][: len(TEXT_STRATEGIES)]}
    assert own["html"] == ("HTML", ["1000", "2000"])
    assert own["semantic"] == ("English", ["500", "1000"])
    assert [one["title"] for one in record["memory"]] == [*TEXT_STRATEGIES, "semantic"]
    assert record["memory"][-1]["kind"] == corpus.WITH_A_RUN
    assert record["pdf"]["title"] == "pdf"
    assert [one["retriever"] for one in record["sweeps"]] == ["bm25", "dense"]
    assert len(record["embedding"]) == 3
    failures = sum(len(record[what]) for what in ("costs", "adaptive", "growth", "memory"))
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
