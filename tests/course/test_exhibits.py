"""Each exhibit is exposed by the property that it names and by no other; what was published is counted again."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from chunklib import STRATEGIES, audit
from chunklib.calculators import count_windows
from chunklib.contract import POINTS
from chunklib.data import load
from chunklib.evaluation.claims.exhibits import EXHIBITS, Exposure, published_count, published_windows
from tests.each import each

AUDITED = [name for name, exhibit in EXHIBITS.items() if exhibit.property_name in POINTS]
OURS = {
    "window_loop": "token_windows",
    "minimum_size": "fixed_characters",
    "byte_offsets": "recursive",
    "one_separator_level": "recursive",
    "separators_not_counted": "recursive",
}
PROPERTIES = {
    "window_loop": "no waste",
    "minimum_size": "lossless",
    "byte_offsets": "exact",
    "one_separator_level": "bounded",
    "separators_not_counted": "bounded",
    "semantic_overlap": "deterministic",
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


def test_there_are_six_and_each_names_its_property() -> None:
    assert {name: exhibit.property_name for name, exhibit in EXHIBITS.items()} == PROPERTIES


MESSAGES = {
    "window_loop": "chunk 1: 1-2 after 0-2: starts and ends must both rise",
    "minimum_size": 'lost: "a" at character 0',
    "byte_offsets": "chunk 0: offsets 0-2 are outside the text (0-1)",
    "one_separator_level": 'chunk 0: measures 2, the size is 1: "a."',
    "separators_not_counted": 'chunk 0: measures 3, the size is 2: "a b"',
}


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


@each("name", AUDITED)
def test_ours_is_clean_where_the_exhibit_is_not(name: str) -> None:
    exhibit = EXHIBITS[name]
    text, size, overlap = (exhibit.smallest[key] for key in ("text", "size", "overlap"))
    chunks = STRATEGIES[OURS[name]](text, size, overlap, ruler=exhibit.ruler)
    report = audit(text, chunks, size=size, overlap=overlap, ruler=exhibit.ruler)
    assert report.ok, str(report)
    assert chunks


@each(("name", "given"), [
    ("window_loop", {"text": "one two three four", "size": 3, "overlap": 1}),  # the second window reaches the end
    ("minimum_size", {"text": "abcd", "size": 2, "overlap": 0, "min_size": 2}),
    ("byte_offsets", {"text": "plain words here", "size": 5, "overlap": 0}),
    ("one_separator_level", {"text": "One.\n\nTwo.", "size": 3, "overlap": 0}),
    ("separators_not_counted", {"text": "a b", "size": 3, "overlap": 0}),
])  # fmt: skip
def test_a_call_that_does_not_show_the_fault_is_said_to_be_right(name: str, given: dict[str, Any]) -> None:
    exposed = EXHIBITS[name].expose(**given)
    assert (exposed.broken, exposed.message) == ((), "")
    assert str(exposed).startswith("✓")


@each(("given", "said"), [
    ({"size": 2, "overlap": 2}, "overlap must be smaller than size: got overlap=2, size=2"),
    ({"size": 0, "overlap": 0}, "size must be at least 1: got size=0"),
    ({"text": None}, "text must be a text \\(str\\): got NoneType"),
])  # fmt: skip
def test_an_impossible_call_is_refused_and_never_runs(given: dict[str, Any], said: str) -> None:
    for exhibit in EXHIBITS.values():
        with pytest.raises((TypeError, ValueError), match=f"^{said}$"):
            exhibit.expose(**given)


def in_processes(code: str) -> list[Any]:
    """Run code that prints JSON in two processes whose hashes are salted differently."""
    found = []
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        run = subprocess.run(
            [sys.executable, "-c", code], env=environment, capture_output=True, check=True, timeout=120
        )
        found.append(json.loads(run.stdout))
    return found


def test_the_random_embedding_is_exposed_by_a_second_process() -> None:
    exposed = EXHIBITS["semantic_overlap"].expose()
    assert exposed.broken == ("deterministic",)
    assert exposed.message.startswith("the same call in another process gave [")
    assert {chunk["text"] for chunk in exposed.returned} <= {"a b", "b c", "c"}


def test_no_smaller_call_of_it_depends_on_the_hash() -> None:
    """Two words, or windows of one, leave nothing to choose."""
    code = (
        "import json; from chunklib.evaluation.claims.exhibits import EXHIBITS;"
        "f = EXHIBITS['semantic_overlap'].function;"
        "texts = ['', 'a', 'b', 'a b', 'b a', 'a a'];"
        "print(json.dumps([f(t, s, o) for t in texts for s in (1, 2, 3) for o in range(s)]"
        " + [f('a b c', 1, 0), f('a b c', 2, 0)]))"
    )
    one, other = in_processes(code)
    assert one == other


def exposed_at(name: str, text: str, size: int, overlap: int, **more: Any) -> Exposure:
    return EXHIBITS[name].expose(text=text, size=size, overlap=overlap, **more)


def test_1050_tokens_give_a_fifth_window_inside_the_fourth() -> None:
    text = "a" + " a" * 1049
    exposed = exposed_at("window_loop", text, 300, 50)
    places = [(chunk["start_char"], chunk["end_char"]) for chunk in exposed.returned]
    assert len(places) == 5
    assert places[3][0] < places[4][0] < places[4][1] == places[3][1] == len(text)
    assert exposed.broken == ("no waste",)
    assert len(STRATEGIES["token_windows"](text, 300, 50)) == count_windows(1050, 300, 50) == 4


def test_1502_characters_at_600_and_100() -> None:
    lengths = [end - start for start, end in published_windows(1502, 600, 100)]
    assert lengths == [600, 600, 502, 2]  # said to be 600, 600, 600, 402
    assert published_windows(1502, 600, 100)[3] == (1500, 1502)  # inside 1000-1502


def test_the_published_storage_calculator_counts_201_250_400() -> None:
    overlaps = (0, 100, 250)
    assert [published_count(100_000, 500, overlap) for overlap in overlaps] == [201, 250, 400]
    assert [count_windows(100_000, 500, overlap) for overlap in overlaps] == [200, 250, 399]


def test_205_characters_for_a_limit_of_200() -> None:
    text = " ".join(["x" * 40] * 4 + ["x" * 20] * 2)
    exposed = exposed_at("separators_not_counted", text, 200, 0)
    assert [len(chunk["text"]) for chunk in exposed.returned] == [205]
    assert "measures 205, the size is 200" in exposed.message


@each(("name", "size", "overlap"), [
    ("window_loop", 500, 250),
    ("byte_offsets", 64, 0),
    ("one_separator_level", 64, 0),
    ("separators_not_counted", 200, 0),
])  # fmt: skip
def test_the_handbook_exposes_it_too(name: str, size: int, overlap: int) -> None:
    exposed = exposed_at(name, load("handbook"), size, overlap)
    beside = ("lossless",) if name == "byte_offsets" else ()  # nothing covers the text after a shifted place
    assert exposed.broken == (PROPERTIES[name], *beside)


def test_a_minimum_size_loses_the_end_of_a_document() -> None:
    text = load("handbook")
    rest = (len(text) - 500) % 450 or 450
    assert rest + 50 < 500
    exposed = exposed_at("minimum_size", text, 500, 50, min_size=500)
    assert exposed.broken == ("lossless",)
    assert exposed.returned[-1]["end_char"] == len(text) - rest
