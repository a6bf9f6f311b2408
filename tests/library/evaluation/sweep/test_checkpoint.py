"""A sweep that was broken off goes on where it was, with its own parts only, and writes the same bytes."""

import io
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from chunklib.embed import hashing
from chunklib.evaluation import Benchmark, grid
from chunklib.evaluation.sweep.checkpoint import opened
from tests.small_benchmark import ALL, SMALL, begun, kept, local, parts, swept


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    out = tmp_path_factory.mktemp("undisturbed") / "table.csv"
    swept(out=out)
    return out.read_bytes()


@pytest.mark.parametrize("at", [ALL // 2, ALL])
def test_it_goes_on_where_it_was_broken_off(at: int, undisturbed: bytes, tmp_path: Path) -> None:
    out = tmp_path / "table.csv"
    begun(out, at)
    assert not out.exists()
    assert len(parts(out)) == at
    assert kept(out) == at
    assert out.read_bytes() == undisturbed
    assert [path.name for path in tmp_path.iterdir()] == ["table.csv"]


def array(save: Callable[[io.BytesIO, Any], None]) -> bytes:
    data = io.BytesIO()
    save(data, np.zeros(1))
    return data.getvalue()


def entry(change: bytes) -> Callable[[bytes], bytes]:
    """Write other flags and another method of compression where an archive lists its first file."""

    def damage(data: bytes) -> bytes:
        at = data.index(b"PK\x01\x02") + 8
        return data[:at] + change + data[at + len(change) :]

    return damage


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda data: b"",
    "half": lambda data: data[: len(data) // 2],
    "another compression": entry(b"\0\0\x63\0"),
    "a locked file": entry(b"\1\0\0\0"),
    "text": lambda data: b"no part",
    "another array": lambda data: array(np.save),
    "no facts": lambda data: array(np.savez),
}


def test_damaged_parts_are_measured_again_and_the_log_says_so(
    undisturbed: bytes, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    out = tmp_path / "table.csv"
    begun(out, len(DAMAGE) + 2)
    for path, damage in zip(parts(out), DAMAGE.values(), strict=False):
        before = path.read_bytes()
        path.write_bytes(damage(before))
        assert path.read_bytes() != before
    assert kept(out) == 2
    assert out.read_bytes() == undisturbed
    told = [record.getMessage()[:33] for record in caplog.records]
    assert told == ["a damaged part is measured again:"] * len(DAMAGE)


def test_two_sweeps_do_not_write_one_table(undisturbed: bytes, tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    out = tmp_path / "table.csv"
    begun(out, 4)
    with opened(out, {}), pytest.raises(ValueError, match=rf"^another sweep is writing {out}$"):
        swept(out=out)
    assert kept(out) == 4
    assert out.read_bytes() == undisturbed


def test_settings_that_share_their_chunks_are_measured_together(tmp_path: Path) -> None:
    settings, out = grid(sizes=[20], overlaps=[0], retrievers=["bm25", "hybrid"], k=3), tmp_path / "table.csv"
    swept(settings, out=tmp_path / "expected.csv")
    begun(out, 2, settings=settings)
    parts(out)[0].unlink()
    assert kept(out, settings=settings) == 0
    assert out.read_bytes() == (tmp_path / "expected.csv").read_bytes()


def refuses_four(texts: list[str]) -> object:
    if len(texts) == 4:
        raise ValueError("no four texts")
    return hashing(texts)


def one(texts: list[str]) -> list[list[float]]:
    return [[1.0, 0.0] for _ in texts]


EDITED = Benchmark("small", {**SMALL.documents, "south": SMALL.documents["south"] + "."}, SMALL.questions)
DENSE = grid(sizes=(20, 30), overlaps=[0], retrievers=["dense"], k=3)
OTHERS: dict[str, dict[str, Any]] = {
    "an edited document": {"benchmark": EDITED},
    "other budgets": {"budgets": (50, 100)},
    "more phases": {"phases": 3},
    "another function of the same name": {"embed": local(one)},
}


@pytest.mark.parametrize("other", OTHERS)
def test_parts_of_another_sweep_are_not_used(other: str, tmp_path: Path) -> None:
    out = tmp_path / "table.csv"
    usual: dict[str, Any] = {"settings": DENSE, "embed": local(hashing)}
    begun(out, 3, **usual)
    assert kept(out, **usual | OTHERS[other]) == 0
    assert [path.name for path in tmp_path.iterdir()] == ["table.csv"]


def test_parts_of_other_code_are_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(sys.modules["chunklib.evaluation.sweep.sweep"], "code_version", lambda: "000000000000")
        begun(tmp_path / "table.csv", 6)
    assert kept(tmp_path / "table.csv") == 0


def test_a_table_is_replaced_only_when_the_new_one_is_complete(undisturbed: bytes, tmp_path: Path) -> None:
    out = tmp_path / "table.csv"
    out.write_bytes(b"the old table")
    begun(out, 4)
    many = grid(sizes=(10, 500), overlaps=[0], retrievers=["dense"])
    with pytest.raises(ValueError, match="no four texts"):
        swept(many, out=out, embed=refuses_four)  # windows of 500: two a document
    assert out.read_bytes() == b"the old table"
    assert len(parts(out)) >= 4  # of the sweep that can go on
    assert kept(out) == 4
    assert out.read_bytes() == undisturbed


def test_what_is_not_a_part_is_never_deleted(undisturbed: bytes, tmp_path: Path) -> None:
    out = tmp_path / "table.csv"
    begun(out, 4)
    (tmp_path / "table.csv.parts" / "notes.npz").write_bytes(b"mine")
    leftover = tmp_path / "table.csv.parts" / ".0123456789ab.npz.4711"  # of a process that was killed in writing
    leftover.write_bytes(b"half")
    swept(out=out)
    assert out.read_bytes() == undisturbed
    assert [path.name for path in parts(out)] == ["notes.npz"]
