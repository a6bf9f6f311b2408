"""Usual causes of wrong answers to `deduplicate`, and which of them loses a hit, as far as its place shows that."""

from __future__ import annotations

from collections.abc import Sequence

from classroom.properties.merging import Hit, characters

NEW_STAYS = "start with an empty list, append each hit that brings something new, and return the list"
TWICE = "a place is (document, start_char, end_char); the first hit at a place is the best"
UNION = "several hits may cover another together: compare with all that is covered, not with one hit at a time"
WHOLE = "a hit that brings a single new character stays, whole: another ending is not the same place"
TEXT = "the same words at two places are two places: compare documents and offsets, not texts"
DOCUMENT = "character 7 of one document is not character 7 of another: compare the names too"
BETWEEN = "what is between two hits is covered by neither: look at every character, not at the two ends"
END = "0-10 covers the characters 0 to 9: character 10 is new, and a single new character is enough"
LIES_INSIDE = "a hit is inside another if it starts no earlier and ends no later, whatever their texts are"
UNCHANGED = "a hit stays whole: append the very dictionary that you were given"
REPEATED = "the same place again brings nothing new: of two equal places only the first stays"
RISES = "compare each score with the next one, whatever documents they are of, before the work begins"
ORDER = "go through the hits from first to last, and append each that stays as it comes"
LEVEL = "equal scores are in order: no hit is refused, lost or moved for them"
LATER = "a hit is compared with those before it only: a larger one that comes later does not take its place"


def why_missing(hits: Sequence[Hit], number: int) -> str:
    """Say which mistake loses a hit, from where it is and what was before it.

    >>> places = [("day", 0, 5), ("day", 9, 12), ("day", 5, 9)]
    >>> hits = [{"document": name, "start_char": start, "end_char": end, "text": ""} for name, start, end in places]
    >>> why_missing(hits, 2) == BETWEEN
    True
    """
    one, before = hits[number], hits[:number]
    own, new = characters(one), characters(one) - characters(*before)
    near = [at for name, at in characters(*before) if name == one["document"]]
    if near and min(near) < min(at for _, at in new) and max(at for _, at in new) < max(near):
        return BETWEEN
    if new <= {(other["document"], other["end_char"]) for other in before}:
        return END
    if own != new:
        return WHOLE
    if any(own < characters(other) for other in hits[number + 1 :]):
        return LATER
    if any(other["text"] == one["text"] for other in before):
        return TEXT
    elsewhere = {at for name, at in characters(*before) if name != one["document"]}
    return DOCUMENT if elsewhere & {at for _, at in own} else NEW_STAYS
