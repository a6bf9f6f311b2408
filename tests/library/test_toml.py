"""TOML: what is written is read back by the standard library as the same."""

from __future__ import annotations

import tomllib
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from chunklib.toml import to_toml
from tests.each import each
from tests.promises import refused

TEXT = st.text(st.characters(exclude_categories=["Cs"]))
KEY = st.sampled_from(["size", "a-b", "a_b", "", "a b", "a.b", "é", '"', "\\", "1", "\n", "٣", "-"]) | TEXT
PLAIN = TEXT | st.integers() | st.booleans() | st.floats()
VALUE: st.SearchStrategy[Any] = st.recursive(
    PLAIN, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEY, inner, max_size=4), max_leaves=12
)


def same(one: Any, other: Any) -> bool:
    """Equal, and of the same kinds all the way down: 1 is not True and not 1.0."""
    if isinstance(one, dict):
        return isinstance(other, dict) and list(one) == list(other) and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list):
        return isinstance(other, list) and len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, float) and isinstance(other, float):
        return repr(one) == repr(other)  # nan is nan, and -0.0 is not 0.0
    return type(one) is type(other) and bool(one == other)


@given(table=st.dictionaries(KEY, VALUE, max_size=5))
def test_what_is_written_is_read_back(table: dict[str, Any]) -> None:
    written = to_toml(table)
    assert same(tomllib.loads(written), table), written
    assert to_toml(tomllib.loads(written)) == written


def test_no_character_is_lost_and_a_tuple_comes_back_as_a_list() -> None:
    every = "".join(map(chr, range(0x300))) + "\u2028\ufeff😀"
    assert tomllib.loads(to_toml({every: (every, {every: 1})})) == {every: [every, {every: 1}]}


@each("value", [None, b"bytes", bytearray(b"x"), {1, 2}, len, object, 1j])
@each("at", ["top", "list", "table"])
def test_what_toml_has_not_is_refused_with_its_key(value: Any, at: str) -> None:
    table = {"top": {"key": value}, "list": {"key": [1, value]}, "table": {"outer": {"key": value}}}[at]
    refused(lambda: to_toml(table), TypeError, "TOML", "key", type(value).__name__)


@each("key", [1, None, ("a",), b"a", True])
def test_a_key_is_a_text(key: Any) -> None:
    refused(lambda: to_toml({key: 1}), TypeError, "key", repr(key))
    refused(lambda: to_toml({"a": {key: 1}}), TypeError, "key", repr(key))


@each("text", ["\ud800", "a\udfff"])
def test_half_a_surrogate_pair_is_refused(text: str) -> None:
    for table in ({"a": text}, {text: 1}, {"a": [text]}, {"a": {text: 1}}):
        refused(lambda table=table: to_toml(table), ValueError, "surrogate", repr(text))  # type: ignore[misc]
