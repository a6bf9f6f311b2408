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


def by_text_and_place(hits):
    """Drops what is covered, and then also every text that was there before."""
    texts = set()
    return [hit for hit in answer(hits) if not (hit["text"] in texts or texts.add(hit["text"]))]


def by_text_in_a_document(hits):
    """Drops what is covered, and what has the text of an earlier hit of its document."""
    texts = set()
    return [hit for hit in answer(hits) if not ((key := (hit["document"], hit["text"])) in texts or texts.add(key))]


def same_place_only(hits):
    """Drops only what has exactly the same place."""
    return answer(hits, chars=lambda hit: {(hit["document"], hit["start_char"], hit["end_char"])})


def one_at_a_time(hits):
    """Compares with one hit at a time: what two cover together stays."""
    in_order(hits)
    return [hit for n, hit in enumerate(hits) if not any(own(hit) <= own(other) for other in hits[:n])]


def two_hits_before_have_all(hits):
    """Looks at pairs of hits before it: three together are not seen."""
    in_order(hits)
    sets = [own(hit) for hit in hits]
    return [hit for n, hit in enumerate(hits) if not any(sets[n] <= a | b for a in sets[:n] for b in sets[:n])]


def any_overlap(hits):
    """Drops whatever shares a character with a hit before it."""
    return answer(hits, lambda own, seen: not own & seen)


def mostly_covered(hits):
    """Drops what is covered by half, although the other half is new."""
    return answer(hits, lambda own, seen: len(own - seen) * 2 > len(own))


def last_character_forgotten(hits):
    """Does not look at the last character of a hit."""
    return answer(hits, lambda own, seen: own - {max(own)} - seen or len(own) == 1)


def first_character_forgotten(hits):
    """Does not look at the first character of a hit."""
    return answer(hits, lambda own, seen: own - {min(own)} - seen or len(own) == 1)


def documents_mixed(hits):
    """Forgets that a place is one of a document."""
    return answer(hits, chars=lambda hit: {at for _, at in own(hit)})


def keys_glued_together(hits):
    """Makes a key by writing document and character one after the other."""
    return answer(hits, chars=lambda hit: {f"{document}{at}" for document, at in own(hit)})


def up_to_ten_thousand(hits):
    """Marks characters in an array of 10,000; what is after that was never seen."""
    return answer(hits, lambda own, seen: own - {one for one in seen if one[1] < 10_000})


def end_included(hits):
    """Counts the character at the end as covered."""
    return answer(hits, lambda own, seen: own - seen - {(document, at + 1) for document, at in seen})


def convex_hull(hits):
    """Keeps one stretch for each document: the gap between two hits counts as covered."""

    def outside(own, seen):
        same = [one for one in seen if one[0] == min(own)[0]]
        return not same or min(own) < min(same) or max(own) > max(same)

    return answer(hits, outside)


def only_the_hit_before(hits):
    """Compares with the hit just before, and with no other."""
    in_order(hits)
    return [*hits[:1], *(hit for before, hit in pairwise(hits) if own(hit) - own(before))]


def edges_covered(hits):
    """Drops a hit whose two ends lie in hits before it, whatever is new between them."""
    return answer(hits, lambda own, seen: {min(own), max(own)} - seen)


def last_wins(hits):
    """Goes through the hits from the last to the first: the worst one of a place stays."""
    in_order(hits)
    return answer(hits[::-1], check=no_check)[::-1]


def larger_replaces(hits):
    """Drops a hit that lies inside a larger one, also where that one comes later."""
    kept = answer(hits)
    return [hit for hit in kept if not any(own(hit) < own(other) for other in kept)]


def cut_to_what_is_new(hits):
    """Cuts a hit to the part that is new."""
    kept = []
    for hit in answer(hits):
        start = max([hit["start_char"], *(h["end_char"] for h in kept if h["document"] == hit["document"]
                                          and h["start_char"] <= hit["start_char"] < h["end_char"])])  # fmt: skip
        kept.append(hit | {"start_char": start, "text": hit["text"][start - hit["start_char"] :]})
    return kept


def sorted_by_place(hits):
    """Puts what stays into the order of the text."""
    return sorted(answer(hits), key=lambda hit: (hit["document"], hit["start_char"]))


def sorted_first(hits):
    """Sorts the hits by their places before they are compared: the longest stays and not the best."""
    in_order(hits)
    hits = sorted(hits, key=lambda hit: (hit["document"], hit["start_char"], -hit["end_char"]))
    return sorted(answer(hits, check=no_check), key=lambda hit: -hit["score"])


def through_a_set(hits):
    """Returns texts, where hits are asked."""
    return [hit["text"] for hit in answer(hits)]


def places_returned(hits):
    """Returns places without text and score."""
    return [{key: hit[key] for key in ("document", "start_char", "end_char")} for hit in answer(hits)]


def in_place(hits):
    """Removes hits from the caller's list."""
    kept = answer(hits)
    hits[:] = kept
    return hits


def rising_allowed(hits):
    """Does not look whether the hits are best first."""
    return answer(hits, check=no_check)


def equal_refused(hits):
    """Refuses hits of equal score, and takes those that rise."""
    for one, two in pairwise(hits):
        if two["score"] == one["score"]:
            raise ValueError("equal")
    return answer(hits, check=no_check)


def fall_demanded(hits):
    """Refuses a rise, and equal scores too: they may stay."""
    for one, two in pairwise(hits):
        if two["score"] >= one["score"]:
            raise ValueError("scores must fall")
    return answer(hits, check=no_check)


def one_hit_a_score(hits):
    """Keeps hits in a dictionary by their scores: of equal scores one hit is left."""
    return list({hit["score"]: hit for hit in answer(hits)}.values())


def level_by_place(hits):
    """Sorts what stays by score, and hits of equal scores by place."""
    return sorted(answer(hits), key=lambda hit: (-hit["score"], hit["document"], hit["start_char"]))


def first_pair_only(hits):
    """Compares only the first two scores."""
    in_order(hits[:2])
    return answer(hits, check=no_check)


def empty_fails(hits):
    """Asks an empty list for its first hit."""
    hits[0]
    return answer(hits)


def generator(hits):
    """Yields the hits and does not return a list."""
    yield from answer(hits)


def scores_by_document(hits):
    """Looks for a rise among the hits of each document alone."""
    for name in {hit["document"] for hit in hits}:
        in_order([hit for hit in hits if hit["document"] == name])
    return answer(hits, check=no_check)


def as_it_is(hits):
    """Returns what it was given."""
    return hits


def as_it_is_checked(hits):
    """Returns a copy of what it was given, and refuses scores that rise."""
    in_order(hits)
    return list(hits)


def the_best_alone(hits):
    """Keeps the best hit."""
    return hits[:1]


def always_refuses(hits):
    """Refuses everything."""
    raise ValueError("no")


def the_example(hits):
    """Drops the fourth hit, as in the example."""
    return hits[:3]


def document_by_document(hits):
    """Puts what stays together by document."""
    names = [hit["document"] for hit in hits]
    return sorted(answer(hits), key=lambda hit: names.index(hit["document"]))


def what_goes(hits):
    """The hits that go."""
    kept = answer(hits)
    return [hit for hit in hits if not any(hit is one for one in kept)]


def first_against_last(hits):
    """Compares the first score with the last only."""
    if hits and hits[-1]["score"] > hits[0]["score"]:
        raise ValueError("best first")
    return answer(hits, check=no_check)


def scores_of_what_stays(hits):
    """Looks at the scores of the hits that stay only."""
    kept = answer(hits, check=no_check)
    in_order(kept)
    return kept


def scores_with_a_tolerance(hits):
    """Lets a score rise by a thousandth."""
    if any(after["score"] > before["score"] + 0.001 for before, after in pairwise(hits)):
        raise ValueError("best first")
    return answer(hits, check=no_check)


def negative_scores_are_an_error(hits):
    """An error for a negative score, too."""
    if any(hit["score"] < 0 for hit in hits):
        raise ValueError("a negative score")
    return answer(hits)


def an_assertion(hits):
    """An AssertionError where a score rises."""
    assert all(after["score"] <= before["score"] for before, after in pairwise(hits)), "best first"
    return answer(hits, check=no_check)


def marked(hits):
    """Right, but writes a key into the dictionaries of the caller, and so into what it returns."""
    kept = answer(hits)
    for number, hit in enumerate(kept):
        hit["rank"] = number
    return kept


def seen_for_ever(hits, seen=set()):
    """A default set is kept between calls."""
    in_order(hits)
    kept = [hit for n, hit in enumerate(hits) if not own(hit) <= seen.union(*map(own, hits[:n]))]
    seen.update(*map(own, hits))
    return kept


LAZY = {
    "as it is": as_it_is,
    "as it is, but checked": as_it_is_checked,
    "the best alone": the_best_alone,
    "always refuses": always_refuses,
    "the example": the_example,
}
ALL = {
    "by text": by_text,
    "by place and by text": by_text_and_place,
    "the same place only": same_place_only,
    "one at a time": one_at_a_time,
    "any overlap": any_overlap,
    "covered by half": mostly_covered,
    "documents mixed": documents_mixed,
    "the end included": end_included,
    "gaps covered": convex_hull,
    "only the hit before": only_the_hit_before,
    "only the two ends": edges_covered,
    "the last wins": last_wins,
    "a larger one replaces": larger_replaces,
    "cut to what is new": cut_to_what_is_new,
    "sorted by place": sorted_by_place,
    "sorted first": sorted_first,
    "texts": through_a_set,
    "places": places_returned,
    "in place": in_place,
    "scores by document": scores_by_document,
    "rising scores allowed": rising_allowed,
    "equal scores refused": equal_refused,
    "a fall demanded": fall_demanded,
    "one hit a score": one_hit_a_score,
    "equal scores by place": level_by_place,
    "only the first two scores": first_pair_only,
    "empty list fails": empty_fails,
    "a generator": generator,
    "two hits before have all": two_hits_before_have_all,
    "by text in a document": by_text_in_a_document,
    "last character forgotten": last_character_forgotten,
    "first character forgotten": first_character_forgotten,
    "document by document": document_by_document,
    "what goes": what_goes,
    "first against last": first_against_last,
    "scores of what stays": scores_of_what_stays,
    "scores with a tolerance": scores_with_a_tolerance,
    "negative scores are an error": negative_scores_are_an_error,
    "an assertion": an_assertion,
    "marked": marked,
    "seen for ever": seen_for_ever,
    "keys glued together": keys_glued_together,
    "up to ten thousand": up_to_ten_thousand,
}
