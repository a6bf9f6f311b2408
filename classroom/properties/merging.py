"""Provide what the two exercises of lesson 13 share: hits as plain dictionaries, and cases of them.

Two documents begin alike and repeat themselves, so a text alone does not say where it is; the third has letters of two
bytes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from classroom.judge.exercise import Broken, kind_of

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

Hit = Mapping[str, Any]
Place = tuple[str, int, int]

DOCUMENTS = {
    "day": "It rained. He left. It rained. She came. It rained.",
    "eve": "It rained. He left. All slept. It rained.",
    "note": "Öl wärmt; Tee hält wach. Später: Café.",
}
_FALL = 100  # scores fall by a hundredth


def hit(place: Place, rank: int = 0) -> dict[str, Any]:
    """Make the hit of a rank, from 0, at a place.

    >>> hit(("day", 3, 10))
    {'document': 'day', 'start_char': 3, 'end_char': 10, 'text': 'rained.', 'score': 1.0}
    """
    document, start, end = place
    text = DOCUMENTS[document][start:end]
    return {
        "document": document,
        "start_char": start,
        "end_char": end,
        "text": text,
        "score": round(1 - rank / _FALL, 2),
    }


def case(*places: Place, level: bool = False, **more: Any) -> dict[str, Any]:
    """Make a case: hits at these places, best first; where they are level, all have the same score."""
    return {"hits": [hit(place, 0 if level else rank) for rank, place in enumerate(places)], **more}


def place_of(one: Hit) -> Place:
    """Return the place of a hit or a passage: its document, start and end."""
    return one["document"], one["start_char"], one["end_char"]


def where(one: Hit) -> str:
    """Write a place.

    >>> where(hit(("day", 3, 10)))
    'day 3-10'
    """
    document, start, end = place_of(one)
    return f"{document} {start}-{end}"


def characters(*ones: Hit) -> set[tuple[str, int]]:
    """Collect the characters of hits, each once, as pairs of document and place."""
    return {(one["document"], at) for one in ones for at in range(one["start_char"], one["end_char"])}


def with_keys(one: Hit, keys: Sequence[str], what: str) -> None:
    """Raise ``Broken`` unless a dictionary has the keys, and whole numbers as its places."""
    for key in keys:
        if key not in one:
            raise Broken(f"{what} has no key {key!r}", cause=f"the keys are {', '.join(keys)}")
    for key in ("start_char", "end_char"):
        if type(one[key]) is not int:
            raise Broken(f"{key} of {what} is {kind_of(one[key])}; expected an integer")


def places(most: int = 6, least: int = 1, names: str = "day eve") -> SearchStrategy[list[Place]]:
    """Draw places: sentences of both documents, and stretches of any kind."""
    from hypothesis import strategies as st

    def within(name: str, start: int, length: int) -> Place:
        return name, start, min(start + length, len(DOCUMENTS[name]))

    one = st.builds(within, st.sampled_from(names.split()), st.integers(0, 40), st.integers(1, 14))
    sentence = st.sampled_from(
        [("day", 0, 10), ("day", 10, 19), ("day", 20, 30), ("day", 41, 51), ("eve", 0, 10), ("eve", 31, 41)]
    )
    drawn = st.one_of(one, sentence) if " " in names else one
    return st.lists(drawn, min_size=least, max_size=most)


def cases(most: int = 6, names: str = "day eve") -> SearchStrategy[dict[str, Any]]:
    """Draw hits, best first."""
    return places(most, names=names).map(lambda drawn: case(*drawn))
