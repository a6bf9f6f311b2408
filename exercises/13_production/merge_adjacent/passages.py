"""The passages that `merge_adjacent` must make, and the usual causes where others come back.

The expected passages are the runs of a set of characters: slow, and right about every edge.
"""

from __future__ import annotations

from collections.abc import Sequence

from classroom.properties.merging import Hit, Place, characters, hit

GAP = "\n[…]\n"
ALL = "hits that neither overlap nor touch become a passage each: document, start_char, end_char, text"
ONE = "sort the hits of a document by start; one that begins inside the passage, or at its end, extends it"
TOUCH = "hits that touch are one passage, too: one ends at 12, the next begins at 12"
TWICE = "append only the characters after the end of the passage: text[passage end - hit start:]"
SHORTER = "a hit may end inside the passage: the end is the larger of the two, and nothing is appended"
NO_OWN = "a hit inside a passage makes no passage of its own: nothing is there twice"
GLUED = "what is between two hits is in neither, and may be one character: two passages, with the mark between them"
DOCUMENT = "character 7 of one document is not character 7 of another: merge within a document"
END = "end_char does not belong to the passage: it is one after its last character"
BEST = "a passage is where its best hit was: the smallest number among its hits that were taken"
LIMIT = 'what counts is len("\\n[…]\\n".join(texts)) of the merged passages, marks included'
GREEDY = "go through the hits in order: try each with all that were taken; one that does not fit is left out whole"
EXACTLY = "exactly as many characters as are allowed still fit, and there is no mark after the last passage"
LATER = "where one hit does not fit, a later one may: go on with the next"
MERGED = "measure what merging makes: what two hits share counts once, and a mark only between passages"
WHOLE = "a hit is taken whole or left out: no part of it"
ONCE = "each hit is tried once, in its turn: what was left out does not come back"
MARK = "the mark is written between passages when they are joined, not into a text"
SLICE = "the text is exactly the slice from start_char to end_char: leave its white space as it is"


def merged(hits: Sequence[Hit]) -> list[Place]:
    """Find where the passages are: runs of characters, in the order of their best hits.

    >>> from classroom.properties.merging import case
    >>> merged(case(("day", 20, 30), ("day", 0, 5), ("day", 5, 9))["hits"])
    [('day', 20, 30), ('day', 0, 9)]
    """
    covered = sorted(characters(*hits))
    starts = [at for at in covered if (at[0], at[1] - 1) not in covered]
    ends = [(name, at + 1) for name, at in covered if (name, at + 1) not in covered]
    runs = [(name, start, end) for (name, start), (_, end) in zip(starts, ends, strict=True)]
    return sorted(
        runs, key=lambda run: next(n for n, one in enumerate(hits) if characters(one) <= characters(hit(run)))
    )


def length(passages: Sequence[Hit]) -> int:
    """Count the characters that a reader gets, marks included."""
    return len(GAP.join(one["text"] for one in passages))


def taken(hits: Sequence[Hit], most: int) -> list[Hit]:
    """Take hits in their order while what they make has at most so many characters."""
    found: list[Hit] = []
    for one in hits:
        if length([hit(place) for place in merged([*found, one])]) <= most:
            found.append(one)
    return found


def why_not_found(hits: Sequence[Hit], missing: Hit, gave: Sequence[Place]) -> str:
    """Say why a passage is missing, as far as what came back shows that.

    >>> from classroom.properties.merging import case
    >>> hits = case(("day", 0, 9), ("day", 10, 19))["hits"]
    >>> why_not_found(hits, hits[0], [("day", 0, 19)]) == GLUED
    True
    """
    name, start, end = missing["document"], missing["start_char"], missing["end_char"]
    found = {(document, at) for document, first, last in gave for at in range(first, last)}
    if name not in {document for document, _, _ in gave}:
        return DOCUMENT
    if found - characters(*hits):
        return GLUED if len({one["document"] for one in hits}) == 1 else DOCUMENT
    if (name, start, end - 1) in gave:
        return END
    parts = [one for one in hits if characters(one) <= characters(missing)]
    if len(parts) == 1:
        return ALL
    inside = any(characters(one) < characters(other) for one in parts for other in parts)
    if inside and any(document == name and first == start and last < end for document, first, last in gave):
        return SHORTER
    overlaps = any(characters(one) & characters(other) for one in parts for other in parts if one is not other)
    starts = [one["start_char"] for one in parts]
    return ONE if overlaps or starts != sorted(starts) else TOUCH


def why_text(gave: str, expected: str) -> str:
    """Say why the text of a passage is wrong.

    >>> why_text("It rained.I", "It rained.") == TWICE
    True
    """
    if GAP.strip() in gave:
        return MARK
    if gave == expected.strip():
        return SLICE
    return TWICE if len(gave) > len(expected) else SLICE


def why_not_taken(hits: Sequence[Hit], most: int, gave: Sequence[Place]) -> str:
    """Say why other hits were taken, as far as what came back shows that.

    >>> from classroom.properties.merging import case
    >>> why_not_taken(case(("day", 0, 9))["hits"], 9, []) == EXACTLY
    True
    """
    fitting = taken(hits, most)
    whole = characters(*fitting)
    found = {(document, at) for document, start, end in gave for at in range(start, end)}
    if found == whole:
        return BEST
    covered: set[tuple[str, int]] = set()
    for one in hits:
        covered |= characters(one) if characters(one) <= found else set()
    if found - covered:
        return WHOLE
    if found - whole:
        return ONCE if whole < found else MERGED
    left_out = [number for number, one in enumerate(hits) if one not in fitting]
    lost = [number for number, one in enumerate(hits) if one in fitting and not characters(one) <= found]
    if left_out and lost and min(left_out) < min(lost):
        return LATER
    return MERGED if sum(len(one["text"]) for one in fitting) > len(whole) else EXACTLY
