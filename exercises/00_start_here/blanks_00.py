"""The blanks of lesson 00: what a torn sentence is, and how often a text is stored."""

from __future__ import annotations

from classroom.judge.exercise import Broken, Call, Property


def _tells(function: Call, sentence: str, chunks: list[str]) -> None:
    expected = all(sentence not in chunk for chunk in chunks)
    gave = function(sentence, chunks)
    if gave is not expected:
        raise Broken("no chunk holds the sentence" if expected else "a chunk holds the sentence", expected=expected)


def _divides(function: Call, chunk_sizes: list[int], document_tokens: int) -> None:
    expected = sum(chunk_sizes) / document_tokens
    gave = function(chunk_sizes, document_tokens)
    if not isinstance(gave, int | float) or abs(gave - expected) > 1e-9:
        raise Broken("this is not how many times the text is stored", expected=expected)


BLANKS = {
    "is_torn": (
        Property(
            name="it tells torn sentences from whole ones",
            points=0,
            gate=False,
            causes=("which of the two must be a part of the other? The operator is `in`",),
            test=_tells,
            examples=(
                {"sentence": "Tea is hot.", "chunks": ["Tea is", " hot."]},
                {"sentence": "Tea is hot.", "chunks": ["Tea is hot.", "Milk is white."]},
                {"sentence": "Tea is hot.", "chunks": ["Milk is white. Tea is hot. So is soup."]},
                {"sentence": "Tea is hot.", "chunks": ["Milk is white.", "Say it: Tea is hot."]},
                {"sentence": "Tea is hot.", "chunks": ["Tea"]},
                {"sentence": "Tea is hot.", "chunks": []},
            ),
        ),
    ),
    "times_stored": (
        Property(
            name="it tells how many times the text is stored",
            points=0,
            gate=False,
            causes=("add up the sizes with sum(...), then divide by the tokens of the document",),
            test=_divides,
            examples=(
                {"chunk_sizes": [80, 80, 40], "document_tokens": 200},
                {"chunk_sizes": [80, 80, 60], "document_tokens": 200},
                {"chunk_sizes": [10], "document_tokens": 4},
            ),
        ),
    ),
}
