"""Wrong answers to `merge_adjacent`: each lacks one thing that the task asks for."""

from itertools import takewhile

GAP = "\n[…]\n"
KEYS = ("document", "start_char", "end_char", "text")


def merge(hits, *, touch=0, documents=True, shrink=False, agree=True):
    """Merge hits rightly, in the order of their best hits; the wrong answers change one thing of it."""
    found = []
    order = KEYS[:2] if documents else KEYS[1:2]
    for number, hit in sorted(enumerate(hits), key=lambda pair: [pair[1][key] for key in order]):
        last = found[-1][1] if found else None
        same = last and (last["document"] == hit["document"] or not documents)
        if same and hit["start_char"] <= last["end_char"] + touch:
            shared = max(0, last["end_char"] - hit["start_char"])
            at = hit["start_char"] - last["start_char"]
            if agree and last["text"][at : at + len(hit["text"])][:shared] != hit["text"][:shared]:
                raise ValueError("the hits do not agree")
            last["text"] += hit["text"][shared:]
            last["end_char"] = hit["end_char"] if shrink else max(last["end_char"], hit["end_char"])
            found[-1][0] = min(found[-1][0], number)
        else:
            found.append([number, {key: hit[key] for key in KEYS}])
    return [passage for _, passage in sorted(found, key=lambda pair: pair[0])]


def length(passages):
    """Measure the passages with the marks between them."""
    return len(GAP.join(passage["text"] for passage in passages))


def meets(one, other):
    """Tell whether two places overlap or touch."""
    same = one["document"] == other["document"]
    return same and one["start_char"] <= other["end_char"] and other["start_char"] <= one["end_char"]


def take(hits, limit, measure=length):
    """Take hits in their order while what they make fits."""
    if limit is not None and limit < 1:
        raise ValueError("limit")
    taken = []
    for hit in hits:
        if limit is None or measure(merge([*taken, hit])) <= limit:
            taken.append(hit)
    return taken


def overlapping_only(hits, limit=None):
    """Merges hits that overlap, and leaves those that touch apart."""
    return merge(take(hits, limit), touch=-1)


def over_a_gap(hits, limit=None):
    """Glues hits with one character between them together, without that character."""
    return merge(take(hits, limit), touch=1)


def hull(hits, limit=None):
    """Makes one passage of each document, from its first hit to its last."""
    return merge(take(hits, limit), touch=1000)


def documents_ignored(hits, limit=None):
    """Merges hits of different documents whose places overlap or touch."""
    return merge(take(hits, limit), documents=False, agree=False)


def end_of_the_last(hits, limit=None):
    """Takes the end of the hit that begins last, also where it ends inside the passage."""
    return merge(take(hits, limit), shrink=True, agree=False)


def by_place(hits, limit=None):
    """Puts the passages into the order of the text, and loses that of the hits."""
    return sorted(merge(take(hits, limit)), key=lambda one: (one["document"], one["start_char"]))


def by_score_and_place(hits, limit=None):
    """Puts the passages into the order of their best scores, and those of equal scores into that of the text."""
    kept = take(hits, limit)

    def best(passage):
        return max(hit["score"] for hit in kept if meets(hit, passage))

    return sorted(merge(kept), key=lambda one: (-best(one), one["document"], one["start_char"]))


def limit_ignored(hits, limit=None):
    """Takes every hit, whatever the limit is."""
    take([], limit)
    return merge(hits)


def marks_forgotten(hits, limit=None):
    """Measures the texts without the marks between them."""
    return merge(take(hits, limit, lambda passages: sum(len(one["text"]) for one in passages)))


def stops_at_the_first(hits, limit=None):
    """Stops at the first hit that does not fit, where a later one still would."""
    taken = take(hits, limit)
    return merge(list(takewhile(lambda hit: any(hit is one for one in taken), hits)))


def strictly_less(hits, limit=None):
    """Wants less than the limit, where exactly the limit fits."""
    return merge(take(hits, limit, lambda passages: length(passages) + 1))


def spaces_stripped(hits, limit=None):
    """Strips the texts of the passages: they are no longer the slice that they say."""
    return [one | {"text": one["text"].strip()} for one in merge(take(hits, limit))]


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


def always_refuses(hits, limit=None):
    """Refuses everything."""
    raise ValueError("no")


def hits_changed(hits, limit=None):
    """Makes the dictionary of the first hit of each passage the passage, so the hits of the caller change."""
    made = merge(take(hits, limit))
    for passage in made:
        first = next(hit for hit in hits if meets(hit, passage))
        first.update(passage)
        first.pop("score", None)
    return made


def each_hit_a_passage(hits, limit=None):
    """Each hit is a passage."""
    return [{key: hit[key] for key in KEYS} for hit in hits]


LAZY = {
    "always refuses": always_refuses,
    "each hit a passage": each_hit_a_passage,
}
ALL = {
    "overlapping only": overlapping_only,
    "over a gap": over_a_gap,
    "one passage of a document": hull,
    "the end of the last": end_of_the_last,
    "by place": by_place,
    "by score and place": by_score_and_place,
    "limit ignored": limit_ignored,
    "marks not counted": marks_forgotten,
    "stops at the first": stops_at_the_first,
    "less than the limit": strictly_less,
    "stripped": spaces_stripped,
    "texts not compared": texts_not_compared,
    "a limit of 0 is none": zero_is_none,
    "empty list fails": empty_fails,
    "documents ignored": documents_ignored,
    "hits changed": hits_changed,
}
