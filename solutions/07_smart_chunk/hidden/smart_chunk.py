"""Hidden properties of `smart_chunk`: what the check does not show, on documents of a realistic length.

A learner sees neither these cases nor what is asked of them, only the property's name and its first cause. Change texts,
limits and points as you like: everything that the exercise demands may be asked here, and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from classroom.judge.catalogue import EXERCISES
from classroom.judge.exercise import Broken, Call, Property

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

offsets = EXERCISES.module("smart_chunk.content").offsets
natural_boundaries = EXERCISES.module("smart_chunk.natural").natural_boundaries
no_waste = EXERCISES.module("smart_chunk.order").no_waste
call = EXERCISES.module("smart_chunk.reply").call
overlap = EXERCISES.module("smart_chunk.sharing").overlap

_WHO = ("The night shift", "Dr Okafor", "A driver from Åbo", "The auditor", "Everyone on the quay", "Nobody")
_DOES = ("signs for", "weighs", "photographs", "sends back", "forgets", "reads aloud the label of")
_WHAT = ("crate 17", "the 3.5 tonne pallet", "a parcel for Zürich", "two sacks of rye", "the sealed drum", "lot B-204")
_WHEN = (
    "before noon.",
    "in the rain.",
    "while the scale shows 0.0 again.",
    "as rule 12.4 asks.",
    "once more.",
    "twice.",
)


def _sentence(number: int) -> str:
    words = (part[number // step % len(part)] for part, step in ((_WHO, 1), (_DOES, 5), (_WHAT, 7), (_WHEN, 11)))
    return " ".join(words)


def _document(lengths: Sequence[int]) -> str:
    """Write a paragraph for each number, of that many sentences; each third paragraph has a line for each two."""
    paragraphs, number = [], 0
    for index, length in enumerate(lengths):
        sentences = [_sentence(number + place) for place in range(length)]
        number += 3 * length + index
        breaks = ["\n" if index % 3 == 2 and place % 2 else " " for place in range(length - 1)]
        paragraphs.append("".join(s + b for s, b in zip(sentences, [*breaks, ""], strict=True)))
    return "\n\n".join(paragraphs)


def _documents() -> SearchStrategy[dict[str, Any]]:
    """Documents with short paragraphs and, among them, some that are too long."""
    from hypothesis import strategies as st

    def case(lengths: list[int], limit: int, shared: int) -> dict[str, Any]:
        return _case(_document(lengths), limit, shared)

    lengths = st.lists(st.sampled_from((1, 2, 1, 2, 1, 6)), min_size=4, max_size=6)
    return st.builds(case, lengths, st.integers(50, 70), st.sampled_from((0, 0, 5, 12)))


def _case(text: str, max_tokens: int, overlap_tokens: int) -> dict[str, Any]:
    return {"text": text, "max_tokens": max_tokens, "overlap_tokens": overlap_tokens}


def _repeated_sections(function: Call, **case: Any) -> None:
    """Check that each chunk has its own place, and the next one follows it, if whole sections appear twice."""
    offsets(function, **case)
    no_waste(function, **case)
    pieces = call(function, case)
    for index, (before, piece) in enumerate(pairwise(pieces), start=1):
        if case["text"][before.end : piece.start].strip():
            raise Broken(f"there is text between chunks[{index - 1}] and chunks[{index}]")


_LONG = _document((2, 1, 9, 2, 1, 3, 1, 12, 2, 2, 1, 7, 1, 2, 3, 1, 1, 2) * 2)
_SECTION = _document((1, 2, 5, 1))
_WITH_TITLES = "\n\n".join(f"Section {number}\n\n{_SECTION}" for number in range(1, 13))

PROPERTIES = (
    Property(
        name="natural boundaries in a long document",
        points=2,
        gate=False,
        causes=("One paragraph that is too long must change nothing for those that are not.",),
        test=natural_boundaries,
        examples=(
            _case(_document((1, 1, 1, 1, 9, 1, 1, 1, 1)), 60, 0),
            _case(_document((2, 2, 1, 2, 1, 8, 2, 1, 1, 2)), 70, 10),
            _case(_LONG, 120, 20),
        ),
        cases=_documents,
    ),
    Property(
        name="overlap in a long document",
        points=2,
        gate=False,
        causes=("Where the next piece is short there is room for the overlap; where it is long, for a part of it.",),
        test=overlap,
        examples=(
            _case(_LONG, 60, 15),
            _case(_LONG, 100, 30),
            _case(_LONG, 200, 10),
            _case(_WITH_TITLES, 40, 8),
        ),
    ),
    Property(
        name="repeated sections",
        points=2,
        gate=False,
        causes=("The same words are in many places: carry the position along, and never search for it.",),
        test=_repeated_sections,
        examples=(
            _case("\n\n".join([_SECTION] * 6), 50, 0),
            _case("\n\n".join([_SECTION] * 6), 50, 12),
            _case(_WITH_TITLES, 80, 20),
            _case("\n\n".join(["It is red. We go on."] * 60), 9, 3),
        ),
    ),
)
