"""Right answers to `deduplicate`, written differently."""

from collections import defaultdict
from itertools import pairwise


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


def sweep(hits):
    """Walks through what earlier hits of the same document leave over of each hit."""
    if any(two["score"] > one["score"] for one, two in pairwise(hits)):
        raise ValueError("order")

    def brings(number):
        hit = hits[number]
        at = hit["start_char"]
        before = [h for h in hits[:number] if h["document"] == hit["document"]]
        for other in sorted(before, key=lambda h: h["start_char"]):
            if other["start_char"] > at:
                break
            at = max(at, other["end_char"])
        return at < hit["end_char"]

    return [hits[number] for number in range(len(hits)) if brings(number)]


ALL = {
    "a set of characters": characters,
    "stretches": intervals,
    "bits of a number": bits,
    "a walk through what is left": sweep,
}
