"""A result that is printed, or shown at the end of a cell, is a line or a table, never pages of fields."""

from __future__ import annotations

from chunklib import Chunker
from chunklib.chunk import Chunk
from chunklib.data import load
from chunklib.evaluation import evaluate, findings, grid, sweep
from tests.small_benchmark import SMALL


def test_a_chunk_shows_where_it_is_and_how_it_begins() -> None:
    chunk = Chunker("recursive", size=200, document="handbook")(load("handbook"))[1]
    assert repr(chunk) == f"<Chunk {chunk.id}, size {chunk.size}, overlap {chunk.overlap}: {chunk.text[:40] + '…'!r}>"
    assert repr(Chunk("a\nb", 0, 3, 2, 0, 0, "note")) == "<Chunk note:0-3, size 2, overlap 0: 'a\\nb'>"


def test_what_is_measured_shows_itself_in_a_line_and_prints_a_table() -> None:
    results = sweep(grid(sizes=[20, 30], overlaps=[0, 5], k=3), SMALL, phases=2)
    found, one = findings(results, resamples=500), evaluate(SMALL, Chunker("sentences", size=20))
    for thing in (SMALL, results, found, one):
        assert len(repr(thing).splitlines()) == 1
        assert len(repr(thing)) < 150
    assert repr(results) == "<Results of four settings, 32 questions about two documents, two phases>"
    for thing in (results, found, one):
        head, rule, *rows = str(thing).splitlines()
        assert set(rule) == {"-", " "}
        assert head.startswith(("setting ", "metric "))
        assert max(map(len, (head, rule))) <= 120
        assert len(rows) >= 4
    for setting in results.settings:
        recall, whole = (f"{100 * results.mean(setting, metric):.1f}" for metric in ("recall", "whole"))
        cells = f"{setting.label} {results.multiplier(setting):.2f} {recall} {whole}".split()
        assert cells in [line.split() for line in str(results).splitlines()]
        assert any(line.startswith(setting.label) and f" {recall} [" in line for line in str(found).splitlines())
    assert all(str(verdict) in str(found) for verdict in found.verdicts)
    assert f"{one.mean('recall'):.3f}" in str(one).splitlines()[2]
