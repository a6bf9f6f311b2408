"""The re-index viewer without a browser: what it counts is what a real database does, its HTML, its controls."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from chunklib.data import load
from chunklib.embed import hashing
from chunklib.retrieval import Database
from classroom.lessons.widgets.reindex_viewer import EDITS, STRATEGIES_SHOWN, View, edited, page, runs
from tests.course.pages import Reader

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

TEXT = "# Tea\n\nTea is hot. <b>Ice</b> is cold & clear.\n\n## Sun\n\nThe sun is warm, and the sea 汉字 é is salt. " * 4
WORDS = st.lists(
    st.sampled_from(["Tea ", "is hot. ", "\n\n", "# Ice\n\n", "汉字 ", "é <b>& ", "👩‍🔧! ", "x " * 9]),
    min_size=1,
    max_size=20,
).map(lambda parts: "a " + "".join(parts))
ASKED = st.builds(
    View,
    WORDS,
    st.sampled_from(STRATEGIES_SHOWN),
    st.integers(8, 30),
    st.integers(0, 7),
    st.sampled_from(sorted(EDITS)),
    st.integers(0, 100),
)


class Counting:
    """An embedder that remembers how many texts it was given."""

    def __init__(self) -> None:
        self.texts = 0

    def __call__(self, texts: list[str]) -> NDArray[np.float32]:
        self.texts += len(texts)
        return hashing(texts)


@pytest.mark.parametrize("strategy", STRATEGIES_SHOWN)
@pytest.mark.parametrize("overlap", [0, 20])
@pytest.mark.parametrize(("edit", "place"), [("insert", 3), ("replace", 50), ("delete", 80)])
def test_it_says_what_a_real_database_does(strategy: str, overlap: int, edit: str, place: int, tmp_path: Path) -> None:
    text = load("handbook")[:5_000]
    seen = View(text, strategy, 80, overlap, edit, place)
    embed = Counting()
    with Database(tmp_path / "index", embed=embed) as database:
        database.index(seen.before)
        embed.texts = 0
        changes = database.index(seen.after)
    by_state = {
        state: [c.id for c, own in zip(seen.after, seen.states, strict=True) if own == state]
        for state in ("kept", "moved", "embedded")
    }
    assert list(changes.kept) == by_state["kept"]
    assert sorted(changes.added) == sorted(by_state["moved"] + by_state["embedded"])
    new = {c.text for c, own in zip(seen.after, seen.states, strict=True) if own == "embedded"}
    assert embed.texts == len(new)
    gone = [c.id for c, own in zip(seen.before, seen.states_before, strict=True) if own == "deleted"]
    assert list(changes.deleted) == gone


@settings(deadline=None)
@given(ASKED)
def test_every_chunk_has_one_state_and_the_words_say_how_many(seen: View) -> None:
    assert not seen.error
    counts = {state: seen.states.count(state) for state in ("kept", "moved", "embedded")}
    assert sum(counts.values()) == len(seen.after)
    assert seen.states_before.count("kept") == counts["kept"]
    for line in str(seen).splitlines()[3:]:
        name, number, *named = line.split()
        assert int(number) == {**counts, "deleted": seen.states_before.count("deleted")}[name]
        assert sum(_long(run) for run in named) == int(number)


def _long(run: str) -> int:
    first, *last = [int(number) for number in re.findall(r"\d+", run)]
    return (last[0] if last else first) - first + 1


@settings(deadline=None)
@given(WORDS, st.sampled_from(sorted(EDITS)), st.integers(0, 100))
def test_an_edit_changes_one_word(text: str, edit: str, place: int) -> None:
    changed, at, _ = edited(text, edit, place)
    before, after = text.split(), changed.split()
    assert text[:at] == changed[:at]
    assert len(after) - len(before) == {"insert": 1, "replace": 0, "delete": -1}[edit]
    if edit == "replace":
        assert len(changed) == len(text)
        assert sum(one != two for one, two in zip(before, after, strict=True)) <= 1


@given(st.sets(st.integers(0, 30)))
def test_runs_name_every_number_once(numbers: set[int]) -> None:
    named = [[int(one) for one in re.findall(r"\d+", run)] for run in runs(sorted(numbers))]
    assert [n for ends in named for n in range(ends[0], ends[-1] + 1)] == sorted(numbers)
    assert all(one[-1] + 1 < two[0] for one, two in pairwise(named))


@settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(ASKED)
def test_the_picture_is_well_formed_and_has_a_bar_for_each_chunk(seen: View) -> None:
    drawn = page(seen)
    read = Reader(drawn.replace("<br>", ""))
    for line in (*seen.head(), *seen.lines()):
        assert line in read.text
    titles = re.findall(r'title="\[(\d+)\] (\w+), characters', drawn)
    expected = [*zip(seen.before, seen.states_before, strict=True), *zip(seen.after, seen.states, strict=True)]
    assert [(int(number), state) for number, state in titles] == [(chunk.index, state) for chunk, state in expected]
