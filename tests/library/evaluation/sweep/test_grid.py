"""A grid combines all with all, says each setting once, and refuses before anything runs what could not run."""

from itertools import product

import pytest

from chunklib.evaluation import Setting, grid
from tests.each import each


def test_all_are_combined_with_all() -> None:
    strategies, sizes, overlaps, retrievers = ("sentences", "recursive"), (30, 20), (0, "20%", "1s"), ("hybrid", "bm25")
    found = grid(iter(strategies), iter(sizes), iter(overlaps), iter(retrievers), k=3)
    assert [(s.strategy, s.size, s.retriever, s.overlap, s.k) for s in found] == [
        (*setting, 3) for setting in product(strategies, sizes, retrievers, overlaps)
    ]


@each(("one", "other"), [("20%", 40), ("40", 40), ("0%", 0), ("0s", 0), ("2.5%", 5)])
def test_an_overlap_is_what_it_comes_to_however_it_is_written(one: str, other: int) -> None:
    same, setting = Setting("token_windows", 200, one), Setting("token_windows", 200, other)
    assert (same.repeated, same.label, same.key()) == (setting.repeated, setting.label, setting.key())
    with pytest.raises(ValueError, match=f"a setting must occur once: token_windows 200/{other}, bm25@5 occurs twice"):
        grid(sizes=[200], overlaps=[one, other])


def test_what_else_is_told_changes_the_key() -> None:
    setting = Setting("token_windows", 200, 0)
    keys = {setting.key(), setting.key(phase=0), setting.key(phase=1), setting.key(data="a", phase=1)}
    assert len(keys) == 4
    assert setting.key(one=1, two=2) == setting.key(two=2, one=1)


@each(("told", "why"), [
    ({"strategies": ["best"]}, "unknown strategy 'best' for a text: choose one of fixed_characters, token_windows, "),
    ({"strategies": ["pdf"]}, "unknown strategy 'pdf' for a text"),
    ({"sizes": [200, 50], "overlaps": [75]}, "overlap must be smaller than size: got overlap=75, size=50"),
    *(({name: []}, "a grid needs at least one strategy, size, overlap and retriever: nothing is left to try")
      for name in ("strategies", "sizes", "overlaps", "retrievers")),
])  # fmt: skip
def test_refused(told: dict[str, object], why: str) -> None:
    with pytest.raises(ValueError, match=".") as refused:
        grid(**told)  # type: ignore[arg-type]
    assert why in str(refused.value)
