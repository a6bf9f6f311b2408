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


def recursive_subtraction(hits):
    """Recursion: is anything left of a range once the hits before it are removed?"""
    if any(two["score"] > one["score"] for one, two in pairwise(hits)):
        raise ValueError("hits must be given best first")

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


ALL = {
    "a set of characters": characters,
    "stretches": intervals,
    "bits of a number": bits,
    "recursive subtraction": recursive_subtraction,
}
