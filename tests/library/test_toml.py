"""TOML: what is written is read back by the standard library as the same."""

from __future__ import annotations

import math
import tomllib
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from chunklib.toml import to_toml
from tests.each import each
from tests.promises import refused

TEXT = st.text(st.characters(exclude_categories=["Cs"]))
KEY = st.sampled_from(["size", "a-b", "a_b", "", "a b", "a.b", "é", '"', "\\", "1", "\n", "٣", "-"]) | TEXT
PLAIN = TEXT | st.integers() | st.booleans() | st.floats(allow_nan=False)
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
        return one == other and math.copysign(1, one) == math.copysign(1, other)
    return type(one) is type(other) and bool(one == other)


@given(table=st.dictionaries(KEY, VALUE, max_size=5))
def test_what_is_written_is_read_back(table: dict[str, Any]) -> None:
    written = to_toml(table)
    assert same(tomllib.loads(written), table), written
    assert to_toml(tomllib.loads(written)) == written


@each(
    "text",
    [
        "",
        '"',
        "\\",
        "\\n",
        "\n",
        "\r\n",
        "\t",
        "\0",
        "\x1f",
        "\x7f",
        "\x85",
        "\u2028",
        "\ufeff",
        "'''",
        '"""',
        "😀",
        "é",
        "汉",
    ],
)
def test_no_character_is_lost(text: str) -> None:
    table = {"a": text, f"k{text}": 1, "inner": {text: [text]}}
    assert tomllib.loads(to_toml(table)) == table


@each("number", [0, -1, 10**30, 0.1, -0.0, 1e300, 1e-300, 1e16, 1e22, math.inf, -math.inf, True, False])
def test_no_number_is_changed(number: float) -> None:
    assert same(
        tomllib.loads(to_toml({"a": number, "b": [number], "c": {"d": number}})),
        {"a": number, "b": [number], "c": {"d": number}},
    )


def test_what_is_no_number_is_written_as_such() -> None:
    assert math.isnan(tomllib.loads(to_toml({"a": math.nan}))["a"])


def test_a_tuple_comes_back_as_a_list() -> None:
    assert tomllib.loads(to_toml({"a": (1, ("b",))})) == {"a": [1, ["b"]]}


def test_nothing_is_nothing() -> None:
    assert to_toml({}) == ""
    assert tomllib.loads(to_toml({"a": {}, "b": []})) == {"a": {}, "b": []}


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
