"""The four counts of `span_scores`, what is divided by what, and which mistake a wrong score comes from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from classroom.properties.scores import same

Ranges = Sequence[tuple[str, int, int]]

TOUCH = "0-5 and 5-9 share no character: what two ranges share is max(0, min(ends) - max(starts))"
DOCUMENT = "character 7 of one document is not character 7 of another: compare the names too"
ONCE = "evidence that two chunks have is found once: unite the chunks before you count it"
TWICE = "a character of two chunks is found once and given twice: precision and iou divide by the lengths of all chunks"
SET = "iou_set counts each retrieved character once; in precision it counts as often as it is given"
CHUNKS = "that is the score of a single chunk: look at all of them"
PIECES = "that is the score of a single piece of the evidence: look at all of them"
BETWEEN = "what lies between two ranges is in neither: take each range by itself"
SWAPPED = "recall and precision are exchanged: recall divides by the evidence, precision by what is given"
DIVISORS = {
    "recall": "recall divides what is found by all of the evidence, counted in characters",
    "precision": "precision divides what is found by all that is given, counted in characters",
    "iou": "the divisor of iou is all that is given plus the evidence that is not found",
    "iou_set": "the divisor of iou_set is the different characters given plus the evidence that is not found",
}


class Counts(NamedTuple):
    """Characters: of the evidence, those of it that are retrieved, all retrieved, and these counted once."""

    evidence: int
    found: int
    given: int
    different: int


def _places(ranges: Ranges, more: int = 0) -> list[tuple[str, int]]:
    return [(document, place) for document, start, end in ranges for place in range(start, end + more)]


def count(retrieved: Ranges, evidence: Ranges, more: int = 0) -> Counts:
    """Count by sets of places; `more` is what a wrong answer adds to each end.

    >>> count([("a", 0, 4), ("a", 2, 6)], [("a", 3, 5), ("b", 0, 9)])
    Counts(evidence=11, found=2, given=8, different=6)
    """
    wanted, given = set(_places(evidence, more)), _places(retrieved, more)
    return Counts(len(wanted), len(wanted & set(given)), len(given), len(set(given)))


def divided(key: str, counts: Counts) -> tuple[int, int]:
    """Give what is divided by what."""
    evidence, found, given, different = counts
    divisor = {"recall": evidence, "precision": given, "iou": given + evidence - found}
    return found, divisor.get(key, different + evidence - found)


def score(key: str, counts: Counts) -> float:
    """Divide; 0 where nothing is given.

    >>> score("iou", Counts(11, 2, 8, 6)) == 2 / 17
    True
    """
    part, whole = divided(key, counts)
    return part / whole if whole else 0.0


def cause_of(key: str, gave: Mapping[str, float], retrieved: Ranges, evidence: Ranges) -> str:
    """Say which mistake gives this wrong score in this case; what the key divides where none that is known does.

    >>> cause_of("iou_set", {"iou_set": 0.5}, [("a", 0, 1), ("a", 0, 1)], [("a", 0, 1)]) == SET
    True
    """
    counts = count(retrieved, evidence)
    right = {name: score(name, counts) for name in DIVISORS}
    if counts.found == 0:
        if count(_nameless(retrieved), _nameless(evidence)).found:
            return DOCUMENT
        return TOUCH if len(retrieved) == len(evidence) == 1 else BETWEEN
    turned = {"recall": right["precision"], "precision": right["recall"]}
    if key in turned and all(name in gave and same(gave[name], turned[name]) for name in turned):
        return SWAPPED
    for cause, other in _mistakes(key, counts, retrieved, evidence):
        if same(gave[key], other) and not same(other, right[key]):
            return cause
    return DIVISORS[key]


def _nameless(ranges: Ranges) -> Ranges:
    return [("", start, end) for _, start, end in ranges]


def _hull(ranges: Ranges) -> Ranges:
    """Take one range for each document, from its first start to its last end."""
    ends = {name: [end for other, *own in ranges if other == name for end in own] for name, _, _ in ranges}
    return [(name, min(own), max(own)) for name, own in ends.items()]


def _mistakes(key: str, counts: Counts, retrieved: Ranges, evidence: Ranges) -> Iterator[tuple[str, float]]:
    """Give what usual mistakes make of a case, those first that more learners make."""
    if len({name for name, _, _ in (*retrieved, *evidence)}) > 1:
        own = {name for name, _, _ in evidence}
        yield DOCUMENT, score(key, count(_nameless(retrieved), _nameless(evidence)))
        yield DOCUMENT, score(key, count([one for one in retrieved if one[0] in own], evidence))
        for name in own:
            given, asked = ([one for one in ranges if one[0] == name] for ranges in (retrieved, evidence))
            yield DOCUMENT, score(key, count(given, asked))
    if key == "iou_set":
        yield SET, score("iou", counts)
    elif key != "recall":
        yield TWICE, score(key, counts._replace(given=counts.different))
    wanted = set(_places(evidence))
    often = sum(place in wanted for place in _places(retrieved))
    yield ONCE, score(key, counts._replace(found=often))
    yield ONCE, min(1.0, score(key, counts._replace(found=min(often, counts.evidence))))
    yield BETWEEN, score(key, count(_hull(retrieved), evidence))
    yield BETWEEN, score(key, count(retrieved, _hull(evidence)))
    yield from ((CHUNKS, score(key, count([one], evidence))) for one in retrieved)
    yield from ((PIECES, score(key, count(retrieved, [one]))) for one in evidence)
    yield TOUCH, score(key, count(retrieved, evidence, 1))
