"""Right answers to `deduplicate`, written differently."""

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from functools import reduce
from itertools import pairwise

import numpy as np


def characters(hits):
    """Keeps a set of the characters that are covered."""
    for one, two in pairwise(hits):
        if two["score"] > one["score"]:
            raise ValueError("best first")
    kept, covered = [], set()
    for hit in hits:
        own = {(hit["document"], at) for at in range(hit["start_char"], hit["end_char"])}
        if not own <= covered:
            kept.append(hit)
            covered |= own
    return kept


def intervals(hits):
    """Keeps for each document stretches that neither overlap nor touch."""
    scores = [hit["score"] for hit in hits]
    if scores != sorted(scores, reverse=True):
        raise ValueError(f"scores must fall: got {scores}")
    stretches = defaultdict(list)
    kept = []
    for hit in hits:
        start, end = hit["start_char"], hit["end_char"]
        own = stretches[hit["document"]]
        if any(first <= start and end <= last for first, last in own):
            continue
        kept.append(hit)
        apart = [(first, last) for first, last in own if last < start or end < first]
        met = [pair for pair in own if pair not in apart]
        low = min([start, *(first for first, _ in met)])
        high = max([end, *(last for _, last in met)])
        stretches[hit["document"]] = sorted([*apart, (low, high)])
    return kept


def bits(hits):
    """Keeps a number for each document, with a bit for each character that is covered."""
    masks = {}
    found = []
    last = None
    for hit in hits:
        if last is not None and hit["score"] > last:
            raise ValueError("hits must be given best first")
        last = hit["score"]
    for hit in hits:
        mask = (1 << hit["end_char"]) - (1 << hit["start_char"])
        before = masks.get(hit["document"], 0)
        if mask & ~before:
            found.append(dict(hit))
        masks[hit["document"]] = before | mask
    return found


def _checked(hits):
    """The error for a score that rises."""
    for before, after in pairwise(hits):
        if after["score"] > before["score"]:
            raise ValueError("hits must be given best first")


def _chars(hit):
    return {(hit["document"], at) for at in range(hit["start_char"], hit["end_char"])}


def recursive_subtraction(hits):
    """Recursion: is anything left of a range once the hits before it are taken away?"""
    _checked(hits)

    def left(document, start, end, before):
        if start >= end:
            return False
        if not before:
            return True
        hit, *rest = before
        if hit["document"] != document or hit["end_char"] <= start or end <= hit["start_char"]:
            return left(document, start, end, rest)
        return left(document, start, hit["start_char"], rest) or left(document, hit["end_char"], end, rest)

    return [
        hit
        for number, hit in enumerate(hits)
        if left(hit["document"], hit["start_char"], hit["end_char"], hits[:number])
    ]


def numpy_masks(hits):
    """A numpy array of truth values for each document."""
    if np.any(np.diff([hit["score"] for hit in hits]) > 0):
        raise ValueError("scores rise")
    size = max((hit["end_char"] for hit in hits), default=0)
    covered, kept = {}, []
    for hit in hits:
        part = covered.setdefault(hit["document"], np.zeros(size, dtype=bool))[hit["start_char"] : hit["end_char"]]
        if not part.all():
            kept.append(hit)
            part[:] = True
    return kept


def a_generator(hits):
    """A generator, collected into a list."""
    if list(hits) != sorted(hits, key=lambda hit: -hit["score"]):
        raise ValueError("hits are given best first")

    def staying():
        seen = set()
        for hit in hits:
            before = len(seen)
            seen.update(_chars(hit))
            if len(seen) > before:
                yield hit

    return list(staying())


class _Cover:
    def __init__(self):
        self.edges = defaultdict(lambda: ([], []))

    def add(self, document, start, end):
        """Whether the range brought something new."""
        starts, ends = self.edges[document]
        first, last = bisect_left(ends, start), bisect_right(starts, end)
        if last > first and starts[first] <= start and end <= ends[first]:
            return False
        low, high = min([start, *starts[first:last]]), max([end, *ends[first:last]])
        starts[first:last], ends[first:last] = [low], [high]
        return True


def bisected_cover(hits):
    """A class with sorted ranges and bisect."""
    _checked(hits)
    cover = _Cover()
    return [hit for hit in hits if cover.add(hit["document"], hit["start_char"], hit["end_char"])]


def reduced(hits):
    """functools.reduce carries what is kept and what is seen."""
    _checked(hits)

    def step(state, hit):
        kept, seen = state
        own = frozenset(_chars(hit))
        return (kept, seen) if own <= seen else ((*kept, hit), seen | own)

    return list(reduce(step, hits, ((), frozenset()))[0])


def annotated_counter(hits: list[dict]) -> list[dict]:
    """Counts how often each place was seen; the error comes in the same loop as the hits."""
    times: Counter[tuple[str, int]] = Counter()
    kept: list[dict] = []
    best = float("inf")
    for hit in hits:
        if hit["score"] > best:
            raise ValueError(f"score {hit['score']} after {best}")
        best = hit["score"]
        places = _chars(hit)
        if min((times[place] for place in places), default=1) == 0:
            kept.append({**hit})
        times.update(places)
    return kept


ALL = {
    "a set of characters": characters,
    "stretches": intervals,
    "bits of a number": bits,
    "recursive subtraction": recursive_subtraction,
    "numpy masks": numpy_masks,
    "a generator": a_generator,
    "a class with bisect": bisected_cover,
    "reduce": reduced,
    "annotated counter": annotated_counter,
}
