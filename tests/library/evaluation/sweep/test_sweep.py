"""A sweep measures what `evaluate` measures, setting by setting, and refuses what cannot run before anything does."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from chunklib.embed import hashing
from chunklib.evaluation import Results, evaluate, grid
from chunklib.evaluation.sweep.results import DIGITS
from tests.small_benchmark import ALL, BUDGETS, FEW, SMALL, break_off, local, swept

SETTINGS = grid(("token_windows", "sentences", "markdown"), (20,), (0, "1s"), ("bm25", "dense"), k=3)
DENSE = grid(sizes=(20, 30), overlaps=[0], retrievers=["dense"], k=3)


@pytest.fixture(scope="module")
def found() -> Results:
    return swept(SETTINGS)


def test_it_is_evaluate_phase_by_phase(found: Results) -> None:
    assert found.settings == SETTINGS
    for setting, measured in found.phases.items():
        assert len(measured) == (1 if setting.strategy == "markdown" else 2)
        for phase, got in enumerate(measured):
            alone = evaluate(
                SMALL, setting.config, retriever=setting.retriever, k=setting.k, embed="hashing", budgets=BUDGETS,
                phase=phase, phases=len(measured),
            )  # fmt: skip
            assert {name: values.tolist() for name, values in got.scores.items()} == {
                name: np.round(values, DIGITS).tolist() for name, values in alone.scores.items()
            }
            assert got.facts == (alone.chunks, alone.stored_tokens, alone.tokens, round(alone.overlap, DIGITS))


def test_an_embedder_has_one_name() -> None:
    pytest.importorskip("wordllama")
    setting = grid(sizes=[30], overlaps=[0], retrievers=["dense"], k=3)
    unnamed, named = (list(swept(setting, embed=embed).rows()) for embed in (None, "wordllama"))
    assert unnamed == named
    assert swept(setting, embed=hashing).embedder == "hashing"
    assert swept(FEW, embed=None).embedder == ""


def test_it_says_how_far_it_is(tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    swept(advance=lambda *told: seen.append(told))
    assert seen == [(done, ALL) for done in range(ALL + 1)]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_several_processes_write_the_same_bytes(tmp_path: Path) -> None:
    settings = grid(("token_windows", "markdown"), (20,), (0, "20%"), ("bm25", "hybrid"), k=3)
    seen: list[int] = []
    swept(settings, out=tmp_path / "one.csv", jobs=1)
    swept(settings, out=tmp_path / "two.csv", jobs=2, embed=hashing, advance=lambda done, _: seen.append(done))
    assert (tmp_path / "one.csv").read_bytes() == (tmp_path / "two.csv").read_bytes()
    assert seen == list(range(0, 13, 2))  # two retrievers search the same chunks
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one.csv", "two.csv"]


# Refused


def untouched(texts: list[str]) -> list[list[float]]:
    """An embedder that only a measurement would give a chunk."""
    assert not any("Room" in text for text in texts), "something was measured"
    return [[1.0] for _ in texts]


@pytest.mark.parametrize(("out", "why"), [
    ("taken.csv", "cannot write {folder}/taken.csv, or its parts beside it: file exists"),
    ("n" * 300, "nnn, or its parts beside it: file name too long"),
])  # fmt: skip
def test_a_table_that_cannot_be_written_is_refused_first(out: str, why: str, tmp_path: Path) -> None:
    (tmp_path / "taken.csv.parts").write_bytes(b"mine")
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(OSError, match=".") as refused:
        swept(DENSE, embed=untouched, out=tmp_path / out)
    assert why.format(folder=tmp_path) in str(refused.value)
    assert sorted(tmp_path.rglob("*")) == before
    assert (tmp_path / "taken.csv.parts").read_bytes() == b"mine"


@pytest.mark.parametrize(("told", "why"), [
    ({"settings": []}, "a grid needs at least one"),
    ({"phases": 10**9}, "phases must be at most 10,000: got phases=1000000000"),
    ({"budgets": [0]}, "budgets must be at least 1: got budgets=0"),
    ({"budgets": [5, 10**30]}, "budgets must be numbers of up to 18 digits: got 1000000000"),
    ({"settings": DENSE, "embed": "best"}, "unknown embedder 'best'"),
    ({"settings": DENSE, "embed": lambda texts: [[float("nan")] for _ in texts]}, "must return finite numbers"),
])  # fmt: skip
def test_what_cannot_run_is_refused_before_anything_does(told: dict[str, Any], why: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=".") as refused:
        swept(**{"out": tmp_path / "table.csv", "advance": break_off(0), **told})
    assert why in str(refused.value)
    assert "\n" not in str(refused.value)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("told", "why"), [
    ({"settings": ["x"]}, "settings must be a list of Setting, see grid: got str at place 0"),
    ({"budgets": 500}, "budgets must be a list of numbers of tokens: got int"),
    ({"benchmark": "small"}, "a benchmark is needed, see load_benchmark: got str"),
    ({"settings": DENSE, "embed": local(hashing), "jobs": 2}, "processes need a function that can be pickled: "),
])  # fmt: skip
def test_other_types_are_refused_before_anything_runs(told: dict[str, Any], why: str, tmp_path: Path) -> None:
    with pytest.raises(TypeError, match=".") as refused:
        swept(**{"out": tmp_path / "table.csv", "advance": break_off(1), **told})
    assert str(refused.value).startswith(why)
    assert list(tmp_path.iterdir()) == []
