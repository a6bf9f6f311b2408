"""Check what is measured of the bot's reader: on a few questions, against a second way to count, and what was kept."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from chunklib.evaluation import Benchmark, own_benchmark, told_apart
from chunklib.evaluation.indexed_benchmark import Prepared
from chunklib.evaluation.lost import RIGHT, where_lost
from research import answers
from research.answers import FILE, READ, Found, apart, at_placing, main, share, summed
from research.effects.ways import Way

OWN = own_benchmark()
FEW = tuple(one for one in OWN.questions if one.document == "handbook")[::4]
SMALL = Prepared(Benchmark("small", {"handbook": OWN.documents["handbook"]}, FEW, OWN.unanswerable[:3]))


def test_what_the_reader_quotes_is_counted_as_the_ledger_counts_it() -> None:
    found = Found(SMALL, Way("recursive", given="own-document"), 2)
    (_, (right, _)), (_, (whole, _)) = found.judged(5)
    replies = {one.text: reply for one, reply in zip(FEW, found.replies(FEW, 5), strict=True)}
    ledger = where_lost(
        SMALL, found.chunks, k=5, reader=lambda text, _: [("handbook", *place) for place in replies[text].quotes]
    )
    assert [one.outcome == RIGHT for one in ledger.questions] == (right * whole > 0).tolist()
    assert (right.sum(), whole.sum()) == (7, 9)  # as counted by hand


def test_a_share_is_a_ratio_and_what_tells_apart_is_the_librarys() -> None:
    row = summed([{"half": share(FEW, [1.0] * len(FEW), [2.0] * len(FEW))}])[0]
    assert {row[name] for name in ("mean", "low", "high", "least", "most")} == {0.5}
    search = Found(SMALL, Way("recursive"), 2).search
    every = (*FEW, *SMALL.benchmark.unanswerable)
    scores = np.array([search.search(one.text, 1)[0].score for one in every])
    assert summed([{"": apart(every, scores)}])[0]["mean"] == pytest.approx(told_apart(SMALL.benchmark, search))


@pytest.mark.slow
def test_the_command_measures_again_what_was_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(READ, "fused with MiniLM, 3 passages")
    rows = at_placing(Prepared(OWN), 2)
    monkeypatch.setattr(answers, "in_processes", lambda _, placings, jobs: ((placing, rows) for placing in placings))
    main(["--out", str(tmp_path / "again.json")])
    kept = {row["says"]: row for row in json.loads(FILE.read_text("utf-8"))}
    for row in json.loads((tmp_path / "again.json").read_text("utf-8")):
        if "least" in row:
            assert kept[row["says"]]["least"] <= row["mean"] <= kept[row["says"]]["most"], row
        else:
            assert kept[row["says"]]["low"] - 0.02 < row["mean"] < kept[row["says"]]["high"] + 0.02, row
