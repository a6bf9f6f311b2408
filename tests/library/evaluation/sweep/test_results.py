"""The table of a sweep: tidy, exact, written as a whole or not at all; and the hashes that say what it depends on."""

import csv
import importlib.util
import io
from pathlib import Path

import numpy as np
import pytest

from chunklib.chunk import Span
from chunklib.evaluation import Benchmark, Question, Results, Setting, grid, sweep
from chunklib.evaluation.sweep import run as module
from chunklib.evaluation.sweep.results import FACTS, KEYS
from tests.small_benchmark import small

SMALL = small()


@pytest.fixture(scope="module")
def results() -> Results:
    settings = grid(("token_windows", "markdown"), (20, 30), (0, "20%"), ("bm25", "hybrid"), k=3)
    return sweep(settings, SMALL, phases=2, embed="hashing", budgets=[50, 100])


def table(results: Results) -> list[dict[str, str]]:
    head, *rows = results.rows()
    return [dict(zip(head, row, strict=True)) for row in rows]


def test_a_row_for_each_setting_phase_and_question(results: Results) -> None:
    rows = table(results)
    assert tuple(rows[0]) == (*KEYS, *results.metrics, *FACTS)
    moved = {"token_windows": 2, "markdown": 1}
    expected = [
        (setting.label, str(phase), str(moved[setting.strategy]), question.id, question.document)
        for setting in results.settings
        for phase in range(moved[setting.strategy])
        for question in SMALL.questions
    ]
    assert [
        (f"{row['strategy']} {row['size']}/{row['overlap']}, {row['retriever']}@{row['k']}",
         row["phase"], row["phases"], row["question"], row["document"])
        for row in rows
    ] == expected  # fmt: skip
    assert len(set(expected)) == len(expected) == 8 * 3 * len(SMALL.questions)


def test_hashes_say_what_a_row_depends_on(results: Results) -> None:
    rows = table(results)
    assert {row["data"] for row in rows} == {SMALL.fingerprint}
    assert {row["code"] for row in rows} == {module.code_version()}
    assert {row["embedder"] for row in rows if row["retriever"] == "bm25"} == {""}
    assert {row["embedder"] for row in rows if row["retriever"] == "hybrid"} == {"hashing"}
    keys = {tuple(row[name] for name in ("setting", "strategy", "size", "overlap", "retriever")) for row in rows}
    assert len(keys) == len({key[0] for key in keys}) == len(results.settings)


def test_the_table_has_the_scores_that_are_in_memory(results: Results) -> None:
    rows = iter(table(results))
    for setting, phases in results.phases.items():
        for phase in phases:
            told = [next(rows) for _ in SMALL.questions]
            for metric in results.metrics:
                assert [float(row[metric]) for row in told] == phase.scores[metric].tolist(), setting.label
            assert {tuple(float(row[fact]) for fact in FACTS) for row in told} == {phase.facts}


def test_means_are_over_phases_and_questions(results: Results) -> None:
    rows = table(results)
    for setting in results.settings:
        own = [row for row in rows if row["setting"] == setting.key(embedder=row["embedder"])]
        assert results.mean(setting, "recall") == pytest.approx(np.mean([float(row["recall"]) for row in own]))
        stored = [float(row["stored_tokens"]) / float(row["tokens"]) for row in own]
        assert results.multiplier(setting) == pytest.approx(np.mean(stored))
        assert results.scores(setting, "recall").shape == (len(own) // len(SMALL.questions), len(SMALL.questions))


def test_what_was_not_measured_is_refused_by_name(results: Results) -> None:
    known = r"recall, .*, recall_50, recall_100; did you mean 'recall'\?$"
    with pytest.raises(ValueError, match=f"unknown metric 'recal': choose one of {known}"):
        results.mean(results.settings[0], "recal")
    with pytest.raises(ValueError, match="the setting was not tried: token_windows 99/0, bm25@5"):
        results.scores(Setting("token_windows", 99, 0), "recall")


def test_a_file_that_any_reader_of_csv_reads(results: Results, tmp_path: Path) -> None:
    results.save(tmp_path / "table.csv")
    data = (tmp_path / "table.csv").read_bytes()
    assert data.endswith(b"\n")
    assert b"\r" not in data
    assert list(csv.reader(io.StringIO(data.decode("utf-8"), newline=""))) == list(results.rows())
    results.save(tmp_path / "table.csv")
    assert (tmp_path / "table.csv").read_bytes() == data
    assert [path.name for path in tmp_path.iterdir()] == ["table.csv"]


def test_names_of_any_kind_survive(tmp_path: Path) -> None:
    odd = 'a "b", c\nd\u2028\udcff'
    asked = tuple(Question(f"{odd}{n}", "How cold?", odd, (Span(0, 4),)) for n in range(2))
    sweep(grid(sizes=[5], overlaps=[0], k=1), Benchmark(odd, {odd: "Cold rooms. " * 9}, asked), phases=1).save(
        tmp_path / "table.csv"
    )
    text = (tmp_path / "table.csv").read_bytes().decode("utf-8")
    shown = odd.replace("\udcff", r"\udcff")
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    assert [(row["question"], row["document"]) for row in rows] == [(f"{shown}0", shown), (f"{shown}1", shown)]


# The version of the code


def version_of(home: Path) -> str:
    """The version that the module tells in another place, with other sources around it."""
    spec = importlib.util.spec_from_file_location("elsewhere", home / "evaluation" / "sweep" / "run.py")
    assert spec is not None
    assert spec.loader is not None
    elsewhere = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(elsewhere)
    return str(elsewhere.code_version())


def test_the_version_is_that_of_all_that_measures(tmp_path: Path) -> None:
    home = tmp_path / "chunklib"
    own = Path(module.__file__).read_bytes()
    for name in ("pack.py", "cuts/words.py", "evaluation/sweep/grid.py"):
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(f"NAME = {name!r}\n", "utf-8", newline="\n")
    (home / "evaluation" / "sweep" / "run.py").write_bytes(own)
    first = version_of(home)
    (home / "notes.txt").write_text("no source", "utf-8")
    (home / "pack.py").write_bytes((home / "pack.py").read_bytes().replace(b"\n", b"\r\n"))
    assert version_of(home) == first
    (home / "pack.py").write_text("NAME = 'another'\n", "utf-8")
    edited = version_of(home)
    (home / "cuts" / "words.py").rename(home / "cuts" / "lines.py")
    assert len({first, edited, version_of(home)}) == 3
