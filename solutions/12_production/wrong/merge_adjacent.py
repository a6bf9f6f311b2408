"""Wrong answers to `merge_adjacent`: each lacks one thing that the task asks for."""

from functools import partial
from itertools import combinations, pairwise, takewhile

GAP = "\n[…]\n"
KEYS = ("document", "start_char", "end_char", "text")


def merge(hits, *, touch=0, documents=True, shrink=False, repeat=False, agree=True):
    """Merge hits rightly, in the order of their best hits; the wrong answers change one thing of it."""
    found = []
    order = KEYS[:2] if documents else KEYS[1:2]
    for number, hit in sorted(enumerate(hits), key=lambda pair: [pair[1][key] for key in order]):
        last = found[-1][1] if found else None
        same = last and (last["document"] == hit["document"] or not documents)
        if same and hit["start_char"] <= last["end_char"] + touch:
            shared = 0 if repeat else max(0, last["end_char"] - hit["start_char"])
            at = hit["start_char"] - last["start_char"]
            if agree and last["text"][at : at + len(hit["text"])][:shared] != hit["text"][:shared]:
                raise ValueError("the hits do not agree")
            last["text"] += hit["text"][shared:]
            last["end_char"] = hit["end_char"] if shrink else max(last["end_char"], hit["end_char"])
            found[-1][0] = min(found[-1][0], number)
        else:
            found.append([number, {key: hit[key] for key in KEYS}])
    return [passage for _, passage in sorted(found, key=lambda pair: pair[0])]


trusting = partial(merge, agree=False)


def length(passages):
    """Measure the passages with the marks between them."""
    return len(GAP.join(passage["text"] for passage in passages))


def meets(one, other):
    """Tell whether two places overlap or touch."""
    same = one["document"] == other["document"]
    return same and one["start_char"] <= other["end_char"] and other["start_char"] <= one["end_char"]


def take(hits, limit, measure=length, join=merge, taken=()):
    """Take hits in their order while what they make fits, after those that are taken."""
    if limit is not None and limit < 1:
        raise ValueError("limit")
    taken = list(taken)
    for hit in hits:
        if limit is None or measure(join([*taken, hit])) <= limit:
            taken.append(hit)
    return taken


def never_merged(hits, limit=None):
    """Gives every hit a passage of its own, also where two overlap."""
    return [{key: hit[key] for key in KEYS} for hit in take(hits, limit)]


def overlapping_only(hits, limit=None):
    """Merges hits that overlap, and leaves those that touch apart."""
    return merge(take(hits, limit), touch=-1)


def over_a_gap(hits, limit=None):
    """Glues hits with one character between them together, without that character."""
    return merge(take(hits, limit), touch=1)


def hull(hits, limit=None):
    """Makes one passage of each document, from its first hit to its last."""
    return merge(take(hits, limit), touch=1000)


def texts_added(hits, limit=None):
    """Adds the whole text of a hit: what both have is there twice."""
    return merge(take(hits, limit), repeat=True, agree=False)


def documents_ignored(hits, limit=None):
    """Merges hits of different documents whose places overlap or touch."""
    return merge(take(hits, limit), documents=False, agree=False)


def end_of_the_last(hits, limit=None):
    """Takes the end of the hit that begins last, also where it ends inside the passage."""
    return merge(take(hits, limit), shrink=True, agree=False)


def not_sorted(hits, limit=None):
    """Compares each hit only with the one before it in the ranking."""
    found = []
    for hit in take(hits, limit):
        found[-1:] = merge([*found[-1:], hit])
    return found


def by_place(hits, limit=None):
    """Puts the passages into the order of the text, and loses that of the hits."""
    return sorted(merge(take(hits, limit)), key=lambda one: (one["document"], one["start_char"]))


def by_last_hit(hits, limit=None):
    """Puts a passage where its worst hit was."""
    kept = take(hits, limit)
    return sorted(merge(kept), key=lambda one: max(n for n, hit in enumerate(kept) if meets(hit, one)))


def by_first_start(hits, limit=None):
    """Puts a passage where the hit was that begins it."""
    kept = take(hits, limit)
    spots = [(hit["document"], hit["start_char"]) for hit in kept]
    return sorted(merge(kept), key=lambda one: spots.index((one["document"], one["start_char"])))


def by_score_and_place(hits, limit=None):
    """Puts the passages into the order of their best scores, and those of equal scores into that of the text."""
    kept = take(hits, limit)

    def best(passage):
        return max(hit["score"] for hit in kept if meets(hit, passage))

    return sorted(merge(kept), key=lambda one: (-best(one), one["document"], one["start_char"]))


def longest_first(hits, limit=None):
    """Puts the longest passage first."""
    return sorted(merge(take(hits, limit)), key=lambda one: -len(one["text"]))


def limit_ignored(hits, limit=None):
    """Takes every hit, whatever the limit is."""
    take([], limit)
    return merge(hits)


def marks_forgotten(hits, limit=None):
    """Measures the texts without the marks between them."""
    return merge(take(hits, limit, lambda passages: sum(len(one["text"]) for one in passages)))


def mark_after_each(hits, limit=None):
    """Counts a mark after the last passage too."""
    return merge(take(hits, limit, lambda passages: sum(len(one["text"]) + len(GAP) for one in passages)))


def hits_measured(hits, limit=None):
    """Measures the hits before they are merged: what two share counts twice."""
    return merge(take(hits, limit, join=list))


def stops_at_the_first(hits, limit=None):
    """Stops at the first hit that does not fit, where a later one still would."""
    taken = take(hits, limit)
    return merge(list(takewhile(lambda hit: any(hit is one for one in taken), hits)))


def cut_to_fit(hits, limit=None):
    """Cuts the last hit to what still fits."""
    take([], limit)
    found = []
    for passage in merge(hits):
        room = passage["end_char"] if limit is None else limit - length([*found, passage | {"text": ""}])
        if room > 0:
            end = min(passage["end_char"], passage["start_char"] + room)
            text = passage["text"][: end - passage["start_char"]]
            found.append(passage | {"end_char": end, "text": text})
    return found


def merged_then_dropped(hits, limit=None):
    """Merges everything first and then drops whole passages that do not fit."""
    return take(merge(hits), limit, join=list)


def strictly_less(hits, limit=None):
    """Wants less than the limit, where exactly the limit fits."""
    return merge(take(hits, limit, lambda passages: length(passages) + 1))


def marks_in_the_text(hits, limit=None):
    """Writes the mark into the text of every passage but the first."""
    first, *rest = merge(take(hits, limit)) or [None]
    return ([first] if first else []) + [one | {"text": GAP + one["text"]} for one in rest]


def joined(hits, limit=None):
    """Returns the text for the reader, where passages are asked."""
    return GAP.join(one["text"] for one in merge(take(hits, limit)))


def spaces_stripped(hits, limit=None):
    """Strips the texts of the passages: they are no longer the slice that they say."""
    return [one | {"text": one["text"].strip()} for one in merge(take(hits, limit))]


def end_inclusive(hits, limit=None):
    """Gives the last character as the end."""
    return [one | {"end_char": one["end_char"] - 1} for one in merge(take(hits, limit))]


def texts_not_compared(hits, limit=None):
    """Trusts the offsets: hits with different texts are joined."""
    return merge(take(hits, limit), agree=False)


def zero_is_none(hits, limit=None):
    """Takes a limit of 0 for no limit."""
    return merge(take(hits, limit or None))


def empty_fails(hits, limit=None):
    """Asks an empty list for its first hit."""
    take([], limit)
    return merge(take(hits, limit)) if hits[0] else []


def generator(hits, limit=None):
    """Yields the passages and does not return a list."""
    yield from merge(take(hits, limit))


def the_hits(hits, limit=None):
    """Returns the hits as they are."""
    return hits


def none_where_limited(hits, limit=None):
    """Returns the hits as they are, and nothing where there is a limit."""
    return [] if limit else list(hits)


def first_if_it_fits(hits, limit=None):
    """Returns the hits as they are, or the first one where it fits, and refuses a limit below 1."""
    return hits if limit is None else take(hits[:1], limit)


def always_refuses(hits, limit=None):
    """Refuses everything."""
    raise ValueError("no")


def all_in_one(hits, limit=None):
    """Makes one passage of everything."""
    start, end = min(h["start_char"] for h in hits), max(h["end_char"] for h in hits)
    text = "".join(h["text"] for h in hits)
    return [{"document": hits[0]["document"], "start_char": start, "end_char": end, "text": text}]


def text_of_the_last_is_lost(hits, limit=None):
    """The places of a passage are right, but a text between two hits is cut where a third is inside the first."""
    made = merge(take(hits, limit))
    for passage in made:
        text, end = "", passage["start_char"]
        for hit in sorted(hits, key=lambda h: (h["start_char"], h["end_char"])):
            if meets(hit, passage):
                text += hit["text"][max(0, end - hit["start_char"]) :]
                end = hit["end_char"]
        passage["text"] = text
    return made


def document_by_document(hits, limit=None):
    """Puts the passages of a document together."""
    names = [hit["document"] for hit in hits]
    return sorted(merge(take(hits, limit)), key=lambda one: names.index(one["document"]))


def where_a_left_out_hit_was(hits, limit=None):
    """Puts a passage where the first hit was that meets it, even if that hit was left out."""
    return sorted(merge(take(hits, limit)), key=lambda one: min(n for n, h in enumerate(hits) if meets(h, one)))


def bytes_of_the_texts_counted(hits, limit=None):
    """Counts the bytes of the texts, and five for a mark."""
    return merge(take(hits, limit, lambda made: sum(len(one["text"].encode()) + 5 for one in made) - 5))


def a_bridge_saves_no_mark(hits, limit=None):
    """Adds the new characters of each hit, and a mark for a hit that meets nothing; a bridge gives no mark back."""

    def added(some):
        seen, used = set(), 0
        for n, hit in enumerate(some):
            own = {(hit["document"], at) for at in range(hit["start_char"], hit["end_char"])}
            used += len(own - seen) + (5 if n and not any(meets(one, hit) for one in some[:n]) else 0)
            seen |= own
        return used

    return merge(take(hits, limit, added, join=list))


def the_first_always(hits, limit=None):
    """Takes the best hit even where it does not fit."""
    return merge(take(hits[1:], limit, taken=hits[:1]))


def tried_again(hits, limit=None):
    """Tries what was left out again, until nothing more fits."""
    taken = []
    for _ in range(len(hits) + 1):
        taken = take([hit for hit in hits if not any(hit is one for one in taken)], limit, taken=taken)
    return merge(taken)


def shortest_first(hits, limit=None):
    """With a limit takes short hits first."""
    return merge(take(sorted(hits, key=lambda hit: len(hit["text"])) if limit else hits, limit))


def as_many_characters_as_possible(hits, limit=None):
    """With a limit takes the set of hits that fills it best."""
    taken = take(hits, limit)
    sets = [list(some) for n in range(min(len(hits), 8) + 1) for some in combinations(hits[:8], n)] if limit else []
    fitting = [made for made in map(merge, sets) if length(made) <= limit]
    return max(fitting, key=length, default=merge(taken))


def a_limit_of_one_is_an_error(hits, limit=None):
    """The error for a limit of 1, too."""
    if limit == 1:
        raise ValueError("limit")
    return merge(take(hits, limit))


def too_small_a_limit_is_an_error(hits, limit=None):
    """An error where no hit fits."""
    made = merge(take(hits, limit))
    if hits and not made:
        raise ValueError("the limit is too small")
    return made


def no_hits_before_the_error(hits, limit=None):
    """An empty list without hits, whatever the limit."""
    return merge(take(hits, limit)) if hits else []


def an_assertion(hits, limit=None):
    """AssertionErrors."""
    try:
        return merge(take(hits, limit))
    except ValueError as error:
        raise AssertionError(str(error)) from None


def different_texts_of_neighbours(hits, limit=None):
    """Compares texts only of hits that follow each other in the ranking."""
    for pair in pairwise(hits):
        merge(pair)
    return trusting(take(hits, limit, join=trusting))


def hits_inside_not_compared(hits, limit=None):
    """Compares where one hit ends inside the next, not where a hit lies inside another."""
    for one, other in combinations(sorted(hits, key=lambda hit: hit["start_char"]), 2):
        if one["end_char"] < other["end_char"]:
            merge([one, other])
    return trusting(take(hits, limit, join=trusting))


def different_texts_without_case(hits, limit=None):
    """Compares texts without case."""
    merge([{**hit, "text": hit["text"].lower()} for hit in hits])
    return trusting(take(hits, limit, join=trusting))


def documents_mixed_up_in_the_error(hits, limit=None):
    """Compares texts of different documents at one place, too."""
    merge(hits, documents=False)
    return merge(take(hits, limit))


def hits_changed(hits, limit=None):
    """Makes the dictionary of the first hit of each passage the passage, so the hits of the caller change."""
    made = merge(take(hits, limit))
    for passage in made:
        first = next(hit for hit in hits if meets(hit, passage))
        first.update(passage)
        first.pop("score", None)
    return made


def texts_alone(hits, limit=None):
    """Returns the texts."""
    return [one["text"] for one in merge(take(hits, limit))]


def used_for_ever(hits, limit=None, used=[0]):
    """A default list keeps what was used of a limit between calls."""
    made = merge(take(hits, limit, lambda some: used[0] + length(some)))
    used[0] += length(made)
    return made


def each_hit_a_passage(hits, limit=None):
    """Each hit is a passage."""
    return [{key: hit[key] for key in KEYS} for hit in hits]


LAZY = {
    "the hits": the_hits,
    "nothing where limited": none_where_limited,
    "the first if it fits": first_if_it_fits,
    "always refuses": always_refuses,
    "all in one": all_in_one,
    "each hit a passage": each_hit_a_passage,
}
ALL = {
    "never merged": never_merged,
    "overlapping only": overlapping_only,
    "over a gap": over_a_gap,
    "one passage of a document": hull,
    "texts added": texts_added,
    "the end of the last": end_of_the_last,
    "not sorted": not_sorted,
    "by place": by_place,
    "by the worst hit": by_last_hit,
    "by the hit that begins it": by_first_start,
    "by score and place": by_score_and_place,
    "the longest first": longest_first,
    "limit ignored": limit_ignored,
    "marks not counted": marks_forgotten,
    "a mark too many": mark_after_each,
    "hits measured": hits_measured,
    "stops at the first": stops_at_the_first,
    "cut to fit": cut_to_fit,
    "merged, then dropped": merged_then_dropped,
    "less than the limit": strictly_less,
    "marks in the text": marks_in_the_text,
    "joined": joined,
    "stripped": spaces_stripped,
    "the last character as end": end_inclusive,
    "texts not compared": texts_not_compared,
    "a limit of 0 is none": zero_is_none,
    "empty list fails": empty_fails,
    "a generator": generator,
    "documents ignored": documents_ignored,
    "text of the last is wrong": text_of_the_last_is_lost,
    "document by document": document_by_document,
    "where a left-out hit was": where_a_left_out_hit_was,
    "bytes of the texts counted": bytes_of_the_texts_counted,
    "a bridge saves no mark": a_bridge_saves_no_mark,
    "the first always": the_first_always,
    "tried again": tried_again,
    "shortest first": shortest_first,
    "as many characters as possible": as_many_characters_as_possible,
    "a limit of one is an error": a_limit_of_one_is_an_error,
    "too small a limit is an error": too_small_a_limit_is_an_error,
    "no hits before the error": no_hits_before_the_error,
    "an assertion": an_assertion,
    "different texts of neighbours": different_texts_of_neighbours,
    "hits inside not compared": hits_inside_not_compared,
    "different texts without case": different_texts_without_case,
    "documents mixed up in the error": documents_mixed_up_in_the_error,
    "hits changed": hits_changed,
    "texts alone": texts_alone,
    "used for ever": used_for_ever,
}
