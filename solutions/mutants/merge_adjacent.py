"""Wrong answers to `merge_adjacent`: each lacks one thing that the task asks for."""

GAP = "\n[…]\n"


def merge(hits, *, touch=0, documents=True, shrink=False, repeat=False, agree=True):
    """Merge hits rightly, in the order of their best hits; the wrong answers change one thing of it."""
    found = []
    for number, hit in sorted(enumerate(hits), key=lambda pair: (pair[1]["document"], pair[1]["start_char"])):
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
            found.append([number, {key: hit[key] for key in ("document", "start_char", "end_char", "text")}])
    return [passage for _, passage in sorted(found, key=lambda pair: pair[0])]


def length(passages):
    """Measure the passages with the marks between them."""
    return len(GAP.join(passage["text"] for passage in passages))


def take(hits, budget, measure=length):
    """Take hits in their order while what they make fits."""
    if budget is None:
        return hits
    if budget < 1:
        raise ValueError("budget")
    taken = []
    for hit in hits:
        if measure(merge([*taken, hit])) <= budget:
            taken.append(hit)
    return taken


def never_merged(hits, budget=None):
    """Gives every hit a passage of its own, also where two overlap."""
    kept = take(hits, budget)
    return [{key: hit[key] for key in ("document", "start_char", "end_char", "text")} for hit in kept]


def overlapping_only(hits, budget=None):
    """Merges hits that overlap, and leaves those that touch apart."""
    return merge(take(hits, budget), touch=-1)


def over_a_gap(hits, budget=None):
    """Glues hits with one character between them together, without that character."""
    return merge(take(hits, budget), touch=1)


def hull(hits, budget=None):
    """Makes one passage of each document, from its first hit to its last."""
    return merge(take(hits, budget), touch=1000)


def documents_glued(hits, budget=None):
    """Merges hits of different documents whose numbers touch."""
    return merge(take(hits, budget), documents=False, agree=False)


def texts_added(hits, budget=None):
    """Adds the whole text of a hit: what both have is there twice."""
    return merge(take(hits, budget), repeat=True, agree=False)


def end_of_the_last(hits, budget=None):
    """Takes the end of the hit that begins last, also where it ends inside the passage."""
    return merge(take(hits, budget), shrink=True, agree=False)


def not_sorted(hits, budget=None):
    """Compares each hit only with the one before it in the ranking."""
    found = []
    for hit in take(hits, budget):
        last = found[-1] if found else None
        if last and last["document"] == hit["document"] and last["start_char"] <= hit["start_char"] <= last["end_char"]:
            [found[-1]] = merge([last, hit])
        else:
            found += merge([hit])
    return found


def by_place(hits, budget=None):
    """Puts the passages into the order of the text, and loses that of the hits."""
    return sorted(merge(take(hits, budget)), key=lambda one: (one["document"], one["start_char"]))


def by_last_hit(hits, budget=None):
    """Puts a passage where its worst hit stood."""
    kept = take(hits, budget)

    def worst(passage):
        return max(n for n, h in enumerate(kept) if h["document"] == passage["document"]
                   and passage["start_char"] <= h["start_char"] < passage["end_char"])  # fmt: skip

    return sorted(merge(kept), key=worst)


def by_first_start(hits, budget=None):
    """Puts a passage where the hit stood that begins it."""
    kept = take(hits, budget)
    spots = [(hit["document"], hit["start_char"]) for hit in kept]
    return sorted(merge(kept), key=lambda one: spots.index((one["document"], one["start_char"])))


def by_score_and_place(hits, budget=None):
    """Puts the passages into the order of their best scores, and those of equal scores into that of the text."""
    kept = take(hits, budget)

    def best(passage):
        return max(h["score"] for h in kept if h["document"] == passage["document"]
                   and passage["start_char"] <= h["start_char"] < passage["end_char"])  # fmt: skip

    return sorted(merge(kept), key=lambda one: (-best(one), one["document"], one["start_char"]))


def longest_first(hits, budget=None):
    """Puts the longest passage first."""
    return sorted(merge(take(hits, budget)), key=lambda one: -len(one["text"]))


def budget_ignored(hits, budget=None):
    """Takes every hit, whatever the budget is."""
    take([], budget)
    return merge(hits)


def marks_forgotten(hits, budget=None):
    """Measures the texts without the marks between them."""
    return merge(take(hits, budget, lambda passages: sum(len(one["text"]) for one in passages)))


def mark_after_each(hits, budget=None):
    """Counts a mark behind the last passage too."""
    return merge(take(hits, budget, lambda passages: sum(len(one["text"]) + len(GAP) for one in passages)))


def hits_measured(hits, budget=None):
    """Measures the hits before they are merged: what two share counts twice."""
    if budget is None:
        return merge(hits)
    take([], budget)
    taken = []
    for hit in hits:
        if len(GAP.join(one["text"] for one in [*taken, hit])) <= budget:
            taken.append(hit)
    return merge(taken)


def stops_at_the_first(hits, budget=None):
    """Stops at the first hit that does not fit, where a later one still would."""
    if budget is None:
        return merge(hits)
    take([], budget)
    taken = []
    for hit in hits:
        if length(merge([*taken, hit])) > budget:
            break
        taken.append(hit)
    return merge(taken)


def cut_to_fit(hits, budget=None):
    """Cuts the last hit to what still fits."""
    passages = merge(hits)
    if budget is None:
        return passages
    take([], budget)
    found = []
    for passage in passages:
        room = budget - length([*found, passage | {"text": ""}])
        if room > 0:
            end = min(passage["end_char"], passage["start_char"] + room)
            text = passage["text"][: end - passage["start_char"]]
            found.append(passage | {"end_char": end, "text": text})
    return found


def merged_then_dropped(hits, budget=None):
    """Merges everything first and then drops whole passages that do not fit."""
    passages = merge(hits)
    if budget is None:
        return passages
    take([], budget)
    found = []
    for passage in passages:
        if length([*found, passage]) <= budget:
            found.append(passage)
    return found


def strictly_less(hits, budget=None):
    """Wants less than the budget, where exactly the budget fits."""
    return merge(take(hits, budget, lambda passages: length(passages) + 1))


def marks_in_the_text(hits, budget=None):
    """Writes the mark into the text of every passage but the first."""
    first, *rest = merge(take(hits, budget)) or [None]
    return ([first] if first else []) + [one | {"text": GAP + one["text"]} for one in rest]


def joined(hits, budget=None):
    """Returns the text for the reader, where passages are asked."""
    return GAP.join(one["text"] for one in merge(take(hits, budget)))


def spaces_stripped(hits, budget=None):
    """Strips the texts of the passages: they are no longer the slice that they say."""
    return [one | {"text": one["text"].strip()} for one in merge(take(hits, budget))]


def end_inclusive(hits, budget=None):
    """Gives the last character as the end."""
    return [one | {"end_char": one["end_char"] - 1} for one in merge(take(hits, budget))]


def texts_not_compared(hits, budget=None):
    """Trusts the offsets: hits with different texts are joined."""
    return merge(take(hits, budget), agree=False)


def zero_is_none(hits, budget=None):
    """Takes a budget of 0 for no budget."""
    return merge(take(hits, budget or None))


def empty_fails(hits, budget=None):
    """Asks an empty list for its first hit."""
    if budget is not None and budget < 1:
        raise ValueError("budget")
    return merge(take(hits, budget)) if hits[0] else []


def generator(hits, budget=None):
    """Yields the passages and does not return a list."""
    yield from merge(take(hits, budget))


ALL = {
    "never merged": never_merged,
    "overlapping only": overlapping_only,
    "over a gap": over_a_gap,
    "one passage of a document": hull,
    "documents glued": documents_glued,
    "texts added": texts_added,
    "the end of the last": end_of_the_last,
    "not sorted": not_sorted,
    "by place": by_place,
    "by the worst hit": by_last_hit,
    "by the hit that begins it": by_first_start,
    "by score and place": by_score_and_place,
    "the longest first": longest_first,
    "budget ignored": budget_ignored,
    "marks not counted": marks_forgotten,
    "a mark too many": mark_after_each,
    "hits measured": hits_measured,
    "stops at the first": stops_at_the_first,
    "cut to fit": cut_to_fit,
    "merged, then dropped": merged_then_dropped,
    "less than the budget": strictly_less,
    "marks in the text": marks_in_the_text,
    "joined": joined,
    "stripped": spaces_stripped,
    "the last character as end": end_inclusive,
    "texts not compared": texts_not_compared,
    "a budget of 0 is none": zero_is_none,
    "empty list fails": empty_fails,
    "a generator": generator,
}
