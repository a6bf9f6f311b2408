"""hits_and_misses(text, question, spans): see how the size of the chunks turns hits into misses."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from chunklib.chunk import Span
from chunklib.course.viewing.hits_view import Searched, Settings
from chunklib.course.words import CourseError

if TYPE_CHECKING:
    from chunklib.course.viewing.hits_widget import HitsAndMisses

SIZES = (20, 30, 50, 75, 100, 150, 200, 300, 400, 600, 800, 1200, 2000)
"""The rungs of the slider, in tokens."""

_MOST_CHARACTERS = 60_000
_SURROGATES = ("\ud800", "\udfff")


def hits_and_misses(
    text: str,
    question: str,
    spans: Sequence[tuple[int, int]],
    size: int = 100,
    budget: int = 1000,
) -> HitsAndMisses:
    """Ask a question of a text in chunks, and show whether the evidence is among what a reader is given.

    The text is cut into windows of tokens without overlap and searched by BM25; the reader gets the best chunks until
    its budget is full.

    Args:
        text: The document, at most 60,000 characters.
        question: What is searched; it can be changed in the widget.
        spans: Where the evidence stands: ranges of characters, half-open, in the order of the text.
        size: The most tokens that a chunk may have.
        budget: The tokens that the reader is given; the last chunk is cut.

    Returns:
        A widget; `str(widget)` says the same in words: a hit where every part of the evidence is whole in a chunk that
        is given, a miss where no character of it is given, else half a hit.

    Raises:
        CourseError: If an argument is of the wrong kind, the text too long, or a span empty, outside the text or over
            the one before it.

    >>> text = "The key is shown once. Nobody can show it again. Tea is hot."
    >>> print(hits_and_misses(text, "Who can show the key?", [(23, 48)], size=6, budget=6))
    size 6, budget 6 tokens, on a text of 60 characters
    question: Who can show the key?
    hit: the evidence is whole in chunk [1], rank 1
    given: 1 of 3 chunks, 6 tokens
    evidence 1, characters 23-48: 'Nobody can show it again.'
    rank 1: [1] 6 tokens, holds evidence  'Nobody can show it again.'
    """
    _refuse_nonsense(text, question, size, budget)
    searched = Searched(text, _evidence(spans, len(text)))
    try:
        from chunklib.course.viewing.hits_widget import HitsAndMisses

        return HitsAndMisses(searched, Settings(question, size, budget), SIZES)
    except ModuleNotFoundError as error:
        extra = "retrieval" if error.name == "bm25s" else "course"
        raise CourseError(f"hits_and_misses needs {error.name}: install chunklib[{extra}]") from None


def _refuse_nonsense(text: object, question: object, size: object, budget: object) -> None:
    if not isinstance(text, str):
        raise CourseError(f"hits_and_misses searches a text: got {type(text).__name__}")
    if len(text) > _MOST_CHARACTERS:
        raise CourseError(f"hits_and_misses searches at most {_MOST_CHARACTERS:,} characters: got {len(text):,}")
    if not isinstance(question, str) or any(_SURROGATES[0] <= char <= _SURROGATES[1] for char in question):
        raise CourseError(f"hits_and_misses: the question is a text: got {question!r}")
    for name, value in (("size", size), ("budget", budget)):
        if type(value) is not int:
            raise CourseError(f"hits_and_misses: {name} is a whole number of tokens: got {value!r}")


def _evidence(spans: Sequence[tuple[int, int]], length: int) -> list[Span]:
    """Read the spans of the evidence."""
    if not isinstance(spans, (list, tuple)) or not spans:
        raise CourseError(f"hits_and_misses: spans are a list of places (start, end), at least one: got {spans!r}")
    for span in spans:
        if not isinstance(span, tuple) or len(span) != 2 or any(type(edge) is not int for edge in span):
            raise CourseError(f"hits_and_misses: a span is two whole numbers (start, end): got {span!r}")
        if not 0 <= span[0] < span[1] <= length:
            raise CourseError(f"hits_and_misses: need 0 <= start < end <= {length:,}: got {span[0]}-{span[1]}")
    found = [Span(*span) for span in spans]
    for one, other in pairwise(found):
        if other.start < one.end:
            raise CourseError(
                f"hits_and_misses: spans stand in the order of the text: got {one.start}-{one.end} before "
                f"{other.start}-{other.end}"
            )
    return found
