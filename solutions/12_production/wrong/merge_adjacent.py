"""Wrong answers to `merge_adjacent`: each lacks one thing that the task asks for."""

from itertools import combinations

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


def take(hits, limit, measure=length):
    """Take hits in their order while what they make fits."""
    if limit is None:
        return hits
    if limit < 1:
        raise ValueError("limit")
    taken = []
    for hit in hits:
        if measure(merge([*taken, hit])) <= limit:
            taken.append(hit)
    return taken


def never_merged(hits, limit=None):
    """Gives every hit a passage of its own, also where two overlap."""
    kept = take(hits, limit)
    return [{key: hit[key] for key in ("document", "start_char", "end_char", "text")} for hit in kept]


def overlapping_only(hits, limit=None):
    """Merges hits that overlap, and leaves those that touch apart."""
    return merge(take(hits, limit), touch=-1)


def over_a_gap(hits, limit=None):
    """Glues hits with one character between them together, without that character."""
    return merge(take(hits, limit), touch=1)


def hull(hits, limit=None):
    """Makes one passage of each document, from its first hit to its last."""
    return merge(take(hits, limit), touch=1000)


def documents_glued(hits, limit=None):
    """Merges hits of different documents whose numbers touch."""
    return merge(take(hits, limit), documents=False, agree=False)


def texts_added(hits, limit=None):
    """Adds the whole text of a hit: what both have is there twice."""
    return merge(take(hits, limit), repeat=True, agree=False)


def end_of_the_last(hits, limit=None):
    """Takes the end of the hit that begins last, also where it ends inside the passage."""
    return merge(take(hits, limit), shrink=True, agree=False)


def not_sorted(hits, limit=None):
    """Compares each hit only with the one before it in the ranking."""
    found = []
    for hit in take(hits, limit):
        last = found[-1] if found else None
        if last and last["document"] == hit["document"] and last["start_char"] <= hit["start_char"] <= last["end_char"]:
            [found[-1]] = merge([last, hit])
        else:
            found += merge([hit])
    return found


def by_place(hits, limit=None):
    """Puts the passages into the order of the text, and loses that of the hits."""
    return sorted(merge(take(hits, limit)), key=lambda one: (one["document"], one["start_char"]))


def by_last_hit(hits, limit=None):
    """Puts a passage where its worst hit stood."""
    kept = take(hits, limit)

    def worst(passage):
        return max(n for n, h in enumerate(kept) if h["document"] == passage["document"]
                   and passage["start_char"] <= h["start_char"] < passage["end_char"])  # fmt: skip

    return sorted(merge(kept), key=worst)


def by_first_start(hits, limit=None):
    """Puts a passage where the hit stood that begins it."""
    kept = take(hits, limit)
    spots = [(hit["document"], hit["start_char"]) for hit in kept]
    return sorted(merge(kept), key=lambda one: spots.index((one["document"], one["start_char"])))


def by_score_and_place(hits, limit=None):
    """Puts the passages into the order of their best scores, and those of equal scores into that of the text."""
    kept = take(hits, limit)

    def best(passage):
        return max(h["score"] for h in kept if h["document"] == passage["document"]
                   and passage["start_char"] <= h["start_char"] < passage["end_char"])  # fmt: skip

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
    """Counts a mark behind the last passage too."""
    return merge(take(hits, limit, lambda passages: sum(len(one["text"]) + len(GAP) for one in passages)))


def hits_measured(hits, limit=None):
    """Measures the hits before they are merged: what two share counts twice."""
    if limit is None:
        return merge(hits)
    take([], limit)
    taken = []
    for hit in hits:
        if len(GAP.join(one["text"] for one in [*taken, hit])) <= limit:
            taken.append(hit)
    return merge(taken)


def stops_at_the_first(hits, limit=None):
    """Stops at the first hit that does not fit, where a later one still would."""
    if limit is None:
        return merge(hits)
    take([], limit)
    taken = []
    for hit in hits:
        if length(merge([*taken, hit])) > limit:
            break
        taken.append(hit)
    return merge(taken)


def cut_to_fit(hits, limit=None):
    """Cuts the last hit to what still fits."""
    passages = merge(hits)
    if limit is None:
        return passages
    take([], limit)
    found = []
    for passage in passages:
        room = limit - length([*found, passage | {"text": ""}])
        if room > 0:
            end = min(passage["end_char"], passage["start_char"] + room)
            text = passage["text"][: end - passage["start_char"]]
            found.append(passage | {"end_char": end, "text": text})
    return found


def merged_then_dropped(hits, limit=None):
    """Merges everything first and then drops whole passages that do not fit."""
    passages = merge(hits)
    if limit is None:
        return passages
    take([], limit)
    found = []
    for passage in passages:
        if length([*found, passage]) <= limit:
            found.append(passage)
    return found


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
    if limit is not None and limit < 1:
        raise ValueError("limit")
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
    if limit is None:
        return hits
    if limit < 1:
        raise ValueError("limit")
    return [hit for hit in hits[:1] if len(hit["text"]) <= limit]


def nothing(hits, limit=None):
    """Returns no passages."""
    return []


def always_refuses(hits, limit=None):
    """Refuses everything."""
    raise ValueError("no")


def all_in_one(hits, limit=None):
    """Makes one passage of everything."""
    start, end = min(h["start_char"] for h in hits), max(h["end_char"] for h in hits)
    text = "".join(h["text"] for h in hits)
    return [{"document": hits[0]["document"], "start_char": start, "end_char": end, "text": text}]


MARK = "\n[…]\n"


def _checked(hits, budget):
    """The two errors."""
    if budget is not None and budget < 1:
        raise ValueError("the budget must be at least 1")
    seen = {}
    for hit in hits:
        for at, character in enumerate(hit["text"], hit["start_char"]):
            if seen.setdefault((hit["document"], at), character) != character:
                raise ValueError(f"two texts at {at} of {hit['document']}")


def _joined(hits, touch=0):
    """Passages of all these hits, in the order of the first hit in each; touch: the gap that is joined."""
    groups = []
    for number, hit in sorted(enumerate(hits), key=lambda one: (one[1]["document"], one[1]["start_char"])):
        start, end = hit["start_char"], hit["end_char"]
        last = groups[-1] if groups else None
        if last and last["document"] == hit["document"] and start <= last["end"] + touch:
            last["text"] += hit["text"][max(0, last["end"] - start) :]
            last["end"], last["first"] = max(last["end"], end), min(last["first"], number)
        else:
            groups.append(
                {"document": hit["document"], "start": start, "end": end, "text": hit["text"], "first": number}
            )
    groups.sort(key=lambda group: group["first"])
    return [
        {"document": g["document"], "start_char": g["start"], "end_char": g["end"], "text": g["text"]} for g in groups
    ]


def _rendered(passages):
    return MARK.join(passage["text"] for passage in passages)


def tried_one_by_one(hits, budget=None):
    """Takes a hit if the passages of all that is taken, and it, are not too long."""
    _checked(hits, budget)
    taken = []
    for hit in hits:
        if budget is None or len(_rendered(_joined([*taken, hit]))) <= budget:
            taken.append(hit)
    return _joined(taken)


def _glued(left, right):
    """Two passages that overlap or touch as one."""
    if right["start_char"] < left["start_char"]:
        left, right = right, left
    text = left["text"] + right["text"][max(0, left["end_char"] - right["start_char"]) :]
    end = max(left["end_char"], right["end_char"])
    return {"document": left["document"], "start_char": left["start_char"], "end_char": end, "text": text}


def _meet(one, other):
    same = one["document"] == other["document"]
    return same and one["start_char"] <= other["end_char"] and other["start_char"] <= one["end_char"]


def _passage(hit):
    return {key: hit[key] for key in ("document", "start_char", "end_char", "text")}


def _taken(hits, budget, size=lambda passages: len(_rendered(passages)), join=_joined):
    """The right answer with a part to exchange."""
    _checked(hits, budget)
    taken = []
    for hit in hits:
        if budget is None or size(join([*taken, hit])) <= budget:
            taken.append(hit)
    return join(taken)


def a_gap_of_one_joined(hits, budget=None):
    """Joins over a gap of one character (and invents a space for it)."""
    _checked(hits, budget)

    def join(some):
        known = {(hit["document"], hit["start_char"]) for hit in some}
        ends = {(hit["document"], hit["end_char"]) for hit in some}
        gaps = [
            {"document": d, "start_char": e, "end_char": e + 1, "text": " "} for d, e in ends if (d, e + 1) in known
        ]
        free = [
            g for g in gaps if not any(_meet(g, h) and h["start_char"] <= g["start_char"] < h["end_char"] for h in some)
        ]
        return _joined([*some, *free])

    return _taken(hits, budget, join=join)


def documents_ignored(hits, budget=None):
    """Joins hits of different documents."""
    made = _taken([{**hit, "document": "", "text": "x" * len(hit["text"])} for hit in hits], budget)
    _checked(hits, budget)
    for passage in made:
        one = next(h for h in hits if passage["start_char"] <= h["start_char"] < passage["end_char"])
        inside = [h for h in hits if passage["start_char"] <= h["start_char"] < passage["end_char"]]
        passage.update(document=one["document"], text=_joined([{**h, "document": ""} for h in inside])[0]["text"])
    return made


def short_one_inside_ends_it(hits, budget=None):
    """Takes the end of the last hit for the end of the passage, so a hit inside another makes it end early."""
    _checked(hits, budget)

    def join(some):
        made = _joined(some)
        for passage in made:
            own = [
                h
                for h in some
                if h["document"] == passage["document"]
                and passage["start_char"] <= h["start_char"] < passage["end_char"]
            ]
            passage["end_char"] = max(own, key=lambda h: h["start_char"])["end_char"]
            passage["text"] = passage["text"][: passage["end_char"] - passage["start_char"]]
        return made

    return _taken(hits, budget, join=join)


def text_of_the_last_is_lost(hits, budget=None):
    """The places of a passage are right, but a text between two hits is cut where a third is inside the first."""
    made = _taken(hits, budget)
    for passage in made:
        text, end = "", passage["start_char"]
        for hit in sorted(hits, key=lambda h: (h["start_char"], h["end_char"])):
            if _meet(hit, passage):
                text += hit["text"][max(0, end - hit["start_char"]) :]
                end = hit["end_char"]
        passage["text"] = text
    return made


def neighbours_in_the_ranking(hits, budget=None):
    """Joins a hit with the passage before it only."""
    _checked(hits, budget)
    passages = []
    for hit in hits:
        if passages and _meet(passages[-1], hit):
            trial = [*passages[:-1], _glued(passages[-1], _passage(hit))]
        else:
            trial = [*passages, _passage(hit)]
        if budget is None or len(_rendered(trial)) <= budget:
            passages = trial
    return passages


def document_by_document(hits, budget=None):
    """Passages of a document stand together."""
    made = _taken(hits, budget)
    names = list(dict.fromkeys(p["document"] for p in made))
    return sorted(made, key=lambda p: names.index(p["document"]))


def where_a_left_out_hit_was(hits, budget=None):
    """A passage stands where the first hit stood that meets it, though that hit was left out."""
    made = _taken(hits, budget)
    return sorted(made, key=lambda p: min(n for n, h in enumerate(hits) if _meet(h, p)))


def bytes_of_the_texts_counted(hits, budget=None):
    """Counts the bytes of the texts, and five for a mark."""
    return _taken(hits, budget, size=lambda made: sum(len(p["text"].encode()) + 5 for p in made) - 5)


def a_bridge_saves_no_mark(hits, budget=None):
    """Adds the new characters of each hit, and a mark for a hit that meets nothing; a bridge gives no mark back."""
    _checked(hits, budget)
    taken, used = [], 0
    for hit in hits:
        seen = {at for h in taken if h["document"] == hit["document"] for at in range(h["start_char"], h["end_char"])}
        cost = len(set(range(hit["start_char"], hit["end_char"])) - seen)
        cost += 5 if taken and not any(_meet(h, hit) for h in taken) else 0
        if budget is None or used + cost <= budget:
            taken, used = [*taken, hit], used + cost
    return _joined(taken)


def the_first_always(hits, budget=None):
    """Takes the best hit even where it does not fit."""
    _checked(hits, budget)
    taken = list(hits[:1])
    for hit in hits[1:]:
        if budget is None or len(_rendered(_joined([*taken, hit]))) <= budget:
            taken.append(hit)
    return _joined(taken)


def tried_again(hits, budget=None):
    """Tries what was left out again, until nothing more fits."""
    _checked(hits, budget)
    taken, more = [], True
    while more:
        more = False
        for hit in hits:
            fits = budget is None or len(_rendered(_joined([*taken, hit]))) <= budget
            if fits and not any(hit is one for one in taken):
                taken, more = [*taken, hit], True
    return _joined(taken)


def shortest_first(hits, budget=None):
    """With a budget takes short hits first."""
    _checked(hits, budget)
    if budget is None:
        return _joined(hits)
    return _taken(sorted(hits, key=lambda h: len(h["text"])), budget)


def as_many_characters_as_possible(hits, budget=None):
    """With a budget takes the set of hits that fills it best."""
    _checked(hits, budget)
    if budget is None:
        return _joined(hits)
    sets = [list(some) for n in range(min(len(hits), 8) + 1) for some in combinations(hits[:8], n)]
    fitting = [some for some in sets if len(_rendered(_joined(some))) <= budget]
    return _joined(max(fitting, key=lambda some: len(_rendered(_joined(some)))))


def a_budget_of_one_is_an_error(hits, budget=None):
    """The error for a budget of 1, too."""
    if budget is not None and budget <= 1:
        raise ValueError("budget")
    return tried_one_by_one(hits, budget)


def too_small_a_budget_is_an_error(hits, budget=None):
    """An error where no hit fits."""
    made = tried_one_by_one(hits, budget)
    if hits and not made:
        raise ValueError("the budget is too small")
    return made


def no_hits_before_the_error(hits, budget=None):
    """An empty list without hits, whatever the budget."""
    return tried_one_by_one(hits, budget) if hits else []


def no_hits_are_an_error(hits, budget=None):
    """An error without hits."""
    if not hits:
        raise ValueError("no hits")
    return tried_one_by_one(hits, budget)


def an_assertion(hits, budget=None):
    """AssertionErrors."""
    try:
        return tried_one_by_one(hits, budget)
    except ValueError as error:
        raise AssertionError(str(error)) from None


def _unchecked(hits, budget):
    if budget is not None and budget < 1:
        raise ValueError("budget")
    taken = []
    for hit in hits:
        if budget is None or len(_rendered(_joined([*taken, hit]))) <= budget:
            taken.append(hit)
    return _joined(taken)


def different_texts_of_neighbours(hits, budget=None):
    """Compares texts only of hits that follow each other in the ranking."""
    for pair in zip(hits, hits[1:]):
        _checked(pair, None)
    return _unchecked(hits, budget)


def hits_inside_not_compared(hits, budget=None):
    """Compares where one hit ends inside the next, not where a hit lies inside another."""
    for one, other in combinations(sorted(hits, key=lambda h: h["start_char"]), 2):
        shared = one["end_char"] - other["start_char"]
        if one["document"] == other["document"] and 0 < shared < other["end_char"] - other["start_char"]:
            if one["text"][-shared:] != other["text"][:shared]:
                raise ValueError("different texts")
    return _unchecked(hits, budget)


def different_texts_without_case(hits, budget=None):
    """Compares texts without case."""
    _checked([{**hit, "text": hit["text"].lower()} for hit in hits], budget)
    return _unchecked(hits, budget)


def documents_mixed_up_in_the_error(hits, budget=None):
    """Compares texts of different documents at one place, too."""
    _checked([{**hit, "document": ""} for hit in hits], budget)
    return _unchecked(hits, budget)


def hits_changed(hits, budget=None):
    """Makes the dictionary of the first hit of each passage the passage, so the hits of the caller change."""
    made = _taken(hits, budget)
    for passage in made:
        first = next(h for h in hits if _meet(h, passage))
        first.update(passage)
        first.pop("score", None)
    return made


def texts_alone(hits, budget=None):
    """Returns the texts."""
    return [p["text"] for p in _taken(hits, budget)]


def used_for_ever(hits, budget=None, used=[0]):
    """A default list keeps what was used of a budget between calls."""
    _checked(hits, budget)
    made = _taken(hits, budget, size=lambda some: used[0] + len(_rendered(some)))
    used[0] += len(_rendered(made))
    return made


def other_nothing(hits, budget=None):
    """No passages."""
    return []


def other_the_hits(hits, budget=None):
    """The hits."""
    return hits


def each_hit_a_passage(hits, budget=None):
    """Each hit is a passage."""
    return [_passage(hit) for hit in hits]


def only_errors(hits, budget=None):
    """Always a ValueError."""
    raise ValueError("budget")


def the_errors_and_the_first(hits, budget=None):
    """The errors, and the first hit if it fits."""
    _checked(hits, budget)
    return [_passage(hit) for hit in hits[:1] if budget is None or len(hit["text"]) <= budget]


LAZY = {
    "the hits": the_hits,
    "nothing where limited": none_where_limited,
    "the first if it fits": first_if_it_fits,
    "nothing": nothing,
    "always refuses": always_refuses,
    "all in one": all_in_one,
    "nothing, written otherwise": other_nothing,
    "the hits, written otherwise": other_the_hits,
    "each hit a passage": each_hit_a_passage,
    "always an error": only_errors,
    "the errors and the first": the_errors_and_the_first,
}
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
    "a gap of one joined": a_gap_of_one_joined,
    "documents ignored": documents_ignored,
    "short one inside ends it": short_one_inside_ends_it,
    "text of the last is wrong": text_of_the_last_is_lost,
    "neighbours in the ranking": neighbours_in_the_ranking,
    "document by document": document_by_document,
    "where a left-out hit was": where_a_left_out_hit_was,
    "bytes of the texts counted": bytes_of_the_texts_counted,
    "a bridge saves no mark": a_bridge_saves_no_mark,
    "the first always": the_first_always,
    "tried again": tried_again,
    "shortest first": shortest_first,
    "as many characters as possible": as_many_characters_as_possible,
    "a limit of one is an error": a_budget_of_one_is_an_error,
    "too small a limit is an error": too_small_a_budget_is_an_error,
    "no hits before the error": no_hits_before_the_error,
    "no hits are an error": no_hits_are_an_error,
    "an assertion": an_assertion,
    "different texts of neighbours": different_texts_of_neighbours,
    "hits inside not compared": hits_inside_not_compared,
    "different texts without case": different_texts_without_case,
    "documents mixed up in the error": documents_mixed_up_in_the_error,
    "hits changed": hits_changed,
    "texts alone": texts_alone,
    "used for ever": used_for_ever,
}
