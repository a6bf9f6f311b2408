"""The protocol carries plain data exactly, and nothing that it receives can do more than be refused."""

from __future__ import annotations

import collections
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classroom.judge.exercise import Foreign
from classroom.judge.worker import codec
from classroom.judge.worker.codec import MAX_CHARACTERS, NotPlain, decode, encode
from tests.each import each

KEYS = st.one_of(st.none(), st.booleans(), st.integers(), st.text(), st.binary(), st.tuples(st.integers(), st.text()))
ANY_CHARACTER = st.text(st.characters(codec=None, exclude_categories=()))
VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), ANY_CHARACTER, st.binary()),
    lambda inner: st.one_of(st.lists(inner), st.lists(inner).map(tuple), st.dictionaries(KEYS, inner, max_size=4)),
    max_leaves=20,
)


def same(one: Any, other: Any) -> bool:
    """Equal, and of the same types all the way down (1 is not True, nor 1.0)."""
    return repr(one) == repr(other) and type(one) is type(other)


@given(VALUES)
def test_plain_data_comes_back_as_it_was(value: Any) -> None:
    assert same(decode(encode(value)), value)


JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=3)),
    lambda inner: st.one_of(st.lists(inner), st.dictionaries(st.sampled_from("tdbfx"), inner, max_size=2)),
)


@given(JSON)
def test_any_json_is_read_or_refused(value: Any) -> None:
    try:
        decode(json.dumps(value).encode())
    except NotPlain:
        return


@each(
    "data",
    [
        b"[" * 100_000,
        b"[" * 60 + b"]" * 60,
        b"1" * 10_000,
        b'{"d": [[[], 1]]}',
        b'{"d": [1]}',
        b'{"b": "%"}',
        b'{"f": ["a", 1]}',
        b'{"t": 3}',
        b"{}",
        b'{"t": [], "d": []}',
    ],
)
def test_malformed_data_is_refused(data: bytes) -> None:
    with pytest.raises(NotPlain):
        decode(data)


class Odd:
    def __repr__(self) -> str:
        raise SystemExit


@each(
    ("value", "kind"),
    [
        ((n for n in "ab"), "a generator"),
        ({1}, "a set"),
        (object(), "an object"),
        (len, "a function"),
        (Odd(), "a test_codec.Odd"),
        (collections.Counter, "a type"),
        (1j, "a complex"),
        (10**4000, "a huge integer"),
    ],
)
def test_what_is_not_plain_arrives_as_its_kind(value: object, kind: str) -> None:
    answer = decode(encode(value))
    assert isinstance(answer, Foreign)
    assert answer.kind.replace("tests.course.", "") == kind
    assert " at 0x" not in answer.shown


def test_subclasses_and_numpy_numbers_count_as_what_they_are() -> None:
    numpy = pytest.importorskip("numpy")
    assert same(decode(encode(collections.OrderedDict(a=1))), {"a": 1})
    assert same(decode(encode(numpy.int64(3))), 3)
    assert same(decode(encode(numpy.float32(0.5))), 0.5)
    assert decode(encode(numpy.zeros(2))).kind == "a numpy.ndarray"


def test_a_list_that_contains_itself_has_an_end() -> None:
    endless: list[Any] = []
    endless.append(endless)
    assert "too large or too deep" in str(decode(encode(endless)))


def test_huge_values_are_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codec, "MAX_PARTS", 10_000)
    folded: list[Any] = []
    for _ in range(38):
        folded = [folded, folded]
    assert len(encode(folded)) < 20 * 10_000
    assert decode(encode("a" * (MAX_CHARACTERS + 1))).kind == "a str too long to compare"
