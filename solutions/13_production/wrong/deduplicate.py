"""Wrong answers to `deduplicate`: each lacks one thing that the task asks for."""

from itertools import pairwise


def in_order(hits):
    """Raise unless the hits are given best first."""
    for one, two in pairwise(hits):
        if two["score"] > one["score"]:
            raise ValueError("best first")


def no_check(hits):
    """Raise nothing."""


def own(hit):
    """Collect the characters of a hit."""
    return {(hit["document"], at) for at in range(hit["start_char"], hit["end_char"])}


def answer(hits, brings=lambda own, seen: own - seen, chars=own, check=in_order):
    """Deduplicate rightly; the wrong answers change one part of it."""
    check(hits)
    kept, seen = [], set()
    for hit in hits:
        if brings(chars(hit), seen):
            kept.append(hit)
            seen |= chars(hit)
    return kept


def by_text(hits):
    """Compares texts: the same words at another place go, and overlapping hits stay."""
    return answer(hits, chars=lambda hit: {hit["text"]})


def one_at_a_time(hits):
    """Compares with one hit at a time: what two cover together stays."""
    in_order(hits)
    return [hit for n, hit in enumerate(hits) if not any(own(hit) <= own(other) for other in hits[:n])]


def any_overlap(hits):
    """Drops whatever shares a character with a hit before it."""
    return answer(hits, lambda own, seen: not own & seen)


def documents_mixed(hits):
    """Forgets that a place is one of a document."""
    return answer(hits, chars=lambda hit: {at for _, at in own(hit)})


def end_included(hits):
    """Counts the character at the end as covered."""
    return answer(hits, lambda own, seen: own - seen - {(document, at + 1) for document, at in seen})


def convex_hull(hits):
    """Keeps one stretch for each document: the gap between two hits counts as covered."""

    def outside(own, seen):
        same = [one for one in seen if one[0] == min(own)[0]]
        return not same or min(own) < min(same) or max(own) > max(same)

    return answer(hits, outside)


def last_wins(hits):
    """Goes through the hits from the last to the first: the worst one of a place stays."""
    in_order(hits)
    return answer(hits[::-1], check=no_check)[::-1]


def larger_replaces(hits):
    """Drops a hit that lies inside a larger one, also where that one comes later."""
    kept = answer(hits)
    return [hit for hit in kept if not any(own(hit) < own(other) for other in kept)]


def sorted_by_place(hits):
    """Puts what stays into the order of the text."""
    return sorted(answer(hits), key=lambda hit: (hit["document"], hit["start_char"]))


def through_a_set(hits):
    """Returns texts, where hits are asked."""
    return [hit["text"] for hit in answer(hits)]


def in_place(hits):
    """Removes hits from the caller's list."""
    kept = answer(hits)
    hits[:] = kept
    return hits


def rising_allowed(hits):
    """Does not look whether the hits are best first."""
    return answer(hits, check=no_check)


def fall_demanded(hits):
    """Refuses a rise, and equal scores too: they may stay."""
    for one, two in pairwise(hits):
        if two["score"] >= one["score"]:
            raise ValueError("scores must fall")
    return answer(hits, check=no_check)


def empty_fails(hits):
    """Asks an empty list for its first hit."""
    hits[0]
    return answer(hits)


def the_best_alone(hits):
    """Keeps the best hit."""
    return hits[:1]


def always_refuses(hits):
    """Refuses everything."""
    raise ValueError("no")


def seen_for_ever(hits, seen=set()):
    """A default set is kept between calls."""
    in_order(hits)
    kept = [hit for n, hit in enumerate(hits) if not own(hit) <= seen.union(*map(own, hits[:n]))]
    seen.update(*map(own, hits))
    return kept


LAZY = {
    "the best alone": the_best_alone,
    "always refuses": always_refuses,
}
ALL = {
    "by text": by_text,
    "one at a time": one_at_a_time,
    "any overlap": any_overlap,
    "documents mixed": documents_mixed,
    "the end included": end_included,
    "gaps covered": convex_hull,
    "the last wins": last_wins,
    "a larger one replaces": larger_replaces,
    "sorted by place": sorted_by_place,
    "texts": through_a_set,
    "in place": in_place,
    "rising scores allowed": rising_allowed,
    "a fall demanded": fall_demanded,
    "empty list fails": empty_fails,
    "seen for ever": seen_for_ever,
}
