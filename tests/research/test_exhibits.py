"""Each exhibit is exposed by the property that it names and by no other; what was published is counted again."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from chunklib import audit
from chunklib.contract import POINTS
from chunklib.data import load
from research.exhibits import EXHIBITS
from tests.each import each

AUDITED = [name for name, exhibit in EXHIBITS.items() if exhibit.property_name in POINTS]
PROPERTIES = {
    "window_loop": "no waste",
    "minimum_size": "lossless",
    "byte_offsets": "exact",
    "one_separator_level": "bounded",
    "separators_not_counted": "bounded",
    "semantic_overlap": "deterministic",
}
MESSAGES = {
    "window_loop": "chunk 1: 1-2 after 0-2: starts and ends must both rise",
    "minimum_size": 'lost: "a" at character 0',
    "byte_offsets": "chunk 0: offsets 0-2 are outside the text (0-1)",
    "one_separator_level": 'chunk 0: measures 2, the size is 1: "a."',
    "separators_not_counted": 'chunk 0: measures 3, the size is 2: "a b"',
}
ALPHABET = "ab .\né"


def calls(most: int, names: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    """Every call on a text of up to so many letters: the text's length, then size, overlap and minimum rise."""
    for length in range(most + 1):
        for size in range(1, 4):
            for overlap in range(size):
                for least in range(1, size + 1) if "min_size" in names else (0,):
                    for letters in product(ALPHABET, repeat=length):
                        given = {"text": "".join(letters), "size": size, "overlap": overlap, "min_size": least}
                        yield {name: given[name] for name in names}


def order(given: dict[str, Any]) -> tuple[int, ...]:
    return (len(given["text"]), given["size"], given["overlap"], given.get("min_size", 0))


@each("name", AUDITED)
def test_the_smallest_call_breaks_the_property_that_is_named_and_no_other(name: str) -> None:
    exposed = EXHIBITS[name].expose()
    assert exposed.broken == (PROPERTIES[name],)
    assert exposed.message == MESSAGES[name]
    assert exposed.given == EXHIBITS[name].smallest
    assert exposed.message in str(exposed)
    assert str(exposed).startswith(f"✗ {PROPERTIES[name]}\n  {name}(text=")


@each("name", AUDITED)
def test_no_smaller_call_does(name: str) -> None:
    exhibit = EXHIBITS[name]
    smallest = dict(exhibit.smallest)
    for given in calls(len(smallest["text"]), tuple(smallest)):
        if order(given) >= order(smallest):
            break
        assert exhibit.expose(**given).broken != (exhibit.property_name,), given


@each(
    ("name", "given"),
    [
        (
            "window_loop",
            {"text": "one two three four", "size": 3, "overlap": 1},
        ),  # 1-3, 3-4: the second reaches the end
        ("minimum_size", {"text": "abcd", "size": 2, "overlap": 0, "min_size": 2}),
        ("byte_offsets", {"text": "plain words here", "size": 5, "overlap": 0}),
        ("one_separator_level", {"text": "One.\n\nTwo.", "size": 3, "overlap": 0}),
        ("separators_not_counted", {"text": "a b", "size": 3, "overlap": 0}),
    ],
)
def test_a_call_that_does_not_show_the_fault_is_said_to_be_right(name: str, given: dict[str, Any]) -> None:
    exposed = EXHIBITS[name].expose(**given)
    assert (exposed.broken, exposed.message) == ((), "")
    assert str(exposed).startswith("✓")


@each("name", EXHIBITS)
@each(
    ("given", "said"),
    [
        ({"size": 2, "overlap": 2}, "overlap must be smaller than size: got overlap=2, size=2"),
        ({"size": 0, "overlap": 0}, "size must be at least 1: got size=0"),
        ({"text": None}, "text must be a text \\(str\\): got NoneType"),
    ],
)
def test_an_impossible_call_is_refused_and_never_runs(name: str, given: dict[str, Any], said: str) -> None:
    with pytest.raises((TypeError, ValueError), match=f"^{said}$"):
        EXHIBITS[name].expose(**given)


def test_within_one_process_it_is_steady_and_keeps_the_rest_of_the_contract() -> None:
    """So no test in one process, and no point of the audit, would ever find it."""
    exhibit, text = EXHIBITS["semantic_overlap"], load("handbook")[:4000]
    chunks = exhibit.function(text, size=40, overlap=10)
    assert chunks == exhibit.function(text, size=40, overlap=10)
    report = audit(text, chunks, size=40, overlap=10, ruler="words")
    assert report.ok, str(report)


def test_205_characters_for_a_limit_of_200() -> None:
    text = " ".join(["x" * 40] * 4 + ["x" * 20] * 2)
    exposed = EXHIBITS["separators_not_counted"].expose(text=text, size=200, overlap=0)
    assert [len(chunk["text"]) for chunk in exposed.returned] == [205]
    assert "measures 205, the size is 200" in exposed.message
