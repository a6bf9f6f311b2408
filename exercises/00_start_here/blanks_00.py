"""The blanks of lesson 00: what a torn sentence is, where windows begin and end, and how often a text is stored."""

from __future__ import annotations

from classroom.judge.exercise import Broken, Call
from classroom.properties.blank_rules import cases, gives, rule


def _tells(function: Call, sentence: str, chunks: list[str]) -> None:
    expected = all(sentence not in chunk for chunk in chunks)
    gave = function(sentence, chunks)
    if gave is not expected:
        raise Broken("no chunk holds the sentence" if expected else "a chunk holds the sentence", expected=expected)


def _times_stored(chunk_sizes: list[int], document_tokens: int) -> float:
    return sum(chunk_sizes) / document_tokens


def _first_window(begins: int, length: int) -> int:
    return begins + length


def _next_start(start: int, size: int, overlap: int) -> int:
    return start + size - overlap


BLANKS = {
    "is_torn": (
        rule(
            "it tells torn sentences from whole ones",
            "which of the two must be a part of the other? The operator is `in`",
            _tells,
            cases(
                "sentence chunks",
                ("Tea is hot.", ["Tea is", " hot."]),
                ("Tea is hot.", ["Tea is hot.", "Milk is white."]),
                ("Tea is hot.", ["Milk is white. Tea is hot. So is soup."]),
                ("Tea is hot.", ["Milk is white.", "Say it: Tea is hot."]),
                ("Tea is hot.", ["Tea"]),
                ("Tea is hot.", ["Tea is hot", ". Milk is white."]),
                ("Tea is hot.", ["TEA IS HOT.", "So is tea: it is hot. Tea is dear."]),
                ("Tea is hot.", []),
            ),
        ),
    ),
    "first_window": (
        rule(
            "it gives the size of the first window",
            "the window starts before the sentence: count the characters before it, too",
            gives(_first_window, "a first window of this size does not just hold the sentence"),
            cases("begins length", (76, 92), (0, 5), (10, 1), (3, 40)),
        ),
    ),
    "next_start": (
        rule(
            "it tells where the next window starts",
            "without an overlap it starts at start + size; with one it starts that many tokens earlier",
            gives(_next_start, "the next window does not start there"),
            cases("start size overlap", (0, 80, 0), (0, 80, 10), (70, 80, 10), (5, 9, 8)),
        ),
    ),
    "times_stored": (
        rule(
            "it tells how many times the text is stored",
            "add up the sizes with sum(...), then divide with / (and not //) by the tokens of the document",
            gives(_times_stored, "this is not how many times the text is stored"),
            cases(
                "chunk_sizes document_tokens", ([80, 80, 40], 200), ([80, 80, 60], 200), ([80, 80, 66], 200), ([10], 4)
            ),
        ),
    ),
}
