"""Marks and settings with right keys and wrong values: made again, or refused, and never believed."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classroom.grader.marks.model import STATES, Graded, Mark, PropertyMark, graded_from, mark_from
from classroom.grader.marks.store import Wanted, opened

HELLO = Wanted(("hello",), seed="a seed")
AGAIN = Wanted(("hello",), seed="a seed", resume=True)
RULES = (PropertyMark("greets", 2, earned=True), PropertyMark("by name", 1, earned=False, why="no name"))
MARK = Mark("hello", "final", 2, 3, "1 of 2 properties hold", RULES)
DATA = json.loads(json.dumps(asdict(MARK)))
ONE = Graded("ada", MARK, "ada.ipynb", "d1", (3, 5), ("semchunk",))
Path_ = tuple[str | int, ...]


def filled(out: Path) -> Path:
    """A folder with one mark; returns the mark's file."""
    with opened(out, HELLO) as folder:
        folder.keep(ONE)
    (path,) = (out / "marks").iterdir()
    return path


def changed(path: Path, place: Path_, value: Any) -> None:
    """Give one value in a JSON file another one; `place` are the keys that lead to it."""
    record = json.loads(path.read_bytes())
    inner = record
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = value
    path.write_text(json.dumps(record), "utf-8")


def each(place: Path_, *values: Any) -> list[tuple[Path_, Any]]:
    return [(place, value) for value in values]


WRONG = [
    *each(("mark", "state"), "fimal", "late", None, 1, []),
    *each(("mark", "points"), 30, -5, "abc", None, 2.0, True, [2]),
    *each(("mark", "max_points"), 1, "3", None, -1, 3.0),
    *[one for name in ("reason", "exercise", "properties") for one in each(("mark", name), 5)],
    *each(("mark", "properties"), {}, [1], ["a"], [None]),
    *each(("mark", "properties", 0, "points"), "2", None, -1, True),
    *[one for name in ("earned", "hidden", "looked_at") for one in each(("mark", "properties", 0, name), 1, None)],
    *[one for name in ("name", "why", "call", "gave", "cause") for one in each(("mark", "properties", 1, name), 5)],
    *each(("fingerprint",), None, {}, "ab", [{}], ["3"], [True], 3),
    *each(("libraries",), None, [None], "semchunk", [1], {"a": 1}),
    *[one for name in ("student", "file", "digest") for one in each((name,), None, 5)],
    (("mark",), []),
    (("mark", "more"), 1),
]


@pytest.mark.parametrize(("place", "value"), WRONG, ids=str)
def test_a_mark_that_holds_something_else_is_made_again(tmp_path: Path, place: Path_, value: Any) -> None:
    changed(filled(tmp_path), ("graded", *place), value)
    with opened(tmp_path, AGAIN) as folder:
        assert folder.kept("ada", "hello", "ada.ipynb", "d1") is None


@pytest.mark.parametrize("trusted", [None, 1, 0, "no"])
def test_a_mark_that_does_not_say_how_it_was_made_is_made_again(tmp_path: Path, trusted: Any) -> None:
    changed(filled(tmp_path), ("trusted",), trusted)
    with opened(tmp_path, AGAIN) as folder:
        assert folder.kept("ada", "hello", "ada.ipynb", "d1") is None


def test_points_are_there_but_where_a_mark_is_ungraded_and_none_where_it_failed() -> None:
    def read(state: str, points: int | None) -> Mark:
        return mark_from({**DATA, "state": state, "points": points})

    assert [read("final", 3).points, read("late", 0).points, read("failed", 0).points] == [3, 0, 0]
    assert read("ungraded", None).points is None
    for state, points in (("ungraded", 0), ("final", None), ("late", None), ("failed", None), ("failed", 1)):
        with pytest.raises(ValueError, match="no mark:"):
            read(state, points)


texts = st.text(max_size=5)
marks = st.builds(
    Mark,
    texts,
    st.sampled_from(["final", "late"]),
    st.integers(0, 9),
    st.integers(9, 20),
    texts,
    st.lists(st.builds(PropertyMark, texts, st.integers(0, 9), st.booleans(), st.booleans(), why=texts)).map(tuple),
)


@given(st.builds(Graded, texts, marks, texts, texts, st.lists(st.integers()).map(tuple), st.lists(texts).map(tuple)))
def test_every_mark_comes_back_as_it_was(one: Graded) -> None:
    assert graded_from(json.loads(json.dumps(asdict(one)))) == one


SETTINGS: list[Callable[[dict[str, Any]], Any]] = [
    lambda _: {},
    *[lambda had, name=name: {key: had[key] for key in had if key != name} for name in ("exercise", "seed", "code")],
    *[lambda had, value=value: {**had, "exercise": value} for value in ("hello", [1], [], None)],
    *[lambda had, value=value: {**had, "hidden": value} for value in (None, "", [None])],
    *[lambda had, name=name: {**had, name: 5} for name in ("seed", "version", "code")],
]


@pytest.mark.parametrize("wanted", [HELLO, AGAIN], ids=["new", "resume"])
@pytest.mark.parametrize("change", SETTINGS, ids=range(len(SETTINGS)))
def test_settings_that_do_not_say_whose_the_marks_are_are_refused(
    tmp_path: Path, change: Callable[[dict[str, Any]], Any], wanted: Wanted
) -> None:
    path = filled(tmp_path)
    settings = tmp_path / "settings.json"
    settings.write_text(json.dumps(change(json.loads(settings.read_bytes()))), "utf-8")
    before = (path.read_bytes(), settings.read_bytes())
    word = r"holds marks, and no settings\.json that says whose"
    with pytest.raises(ValueError, match=word), opened(tmp_path, wanted):
        pass
    assert (path.read_bytes(), settings.read_bytes()) == before


def test_there_are_four_states() -> None:
    assert STATES == ("final", "late", "failed", "ungraded")


# The seed


@pytest.mark.parametrize("content", [b"\xff\xfe", None])
def test_a_seed_that_cannot_be_read_is_named(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "seed"
    if content is None:
        path.mkdir()
    else:
        path.write_bytes(content)
    word = rf"^cannot read .*seed: {'is a directory' if content is None else 'not UTF-8 text'}$"
    with pytest.raises((ValueError, OSError), match=word), opened(tmp_path, Wanted(("hello",))):
        pass
