"""Right answers to `merge_adjacent`, written differently."""

from itertools import combinations, groupby

GAP = "\n[…]\n"


def by_sorting(hits, limit=None):
    """Sorts by document and start, and extends the last passage."""
    if limit is not None and limit < 1:
        raise ValueError(f"limit must be at least 1: got {limit}")
    if limit is None:
        return _merge(list(enumerate(hits)))
    taken = []
    for number, hit in enumerate(hits):
        tried = [*taken, (number, hit)]
        if len(GAP.join(passage["text"] for passage in _merge(tried))) <= limit:
            taken = tried
    return _merge(taken)


def _merge(numbered):
    found = []
    for number, hit in sorted(numbered, key=lambda pair: (pair[1]["document"], pair[1]["start_char"])):
        last = found[-1][1] if found else None
        if last and last["document"] == hit["document"] and hit["start_char"] <= last["end_char"]:
            at = hit["start_char"] - last["start_char"]
            shared = last["text"][at : at + len(hit["text"])]
            if not hit["text"].startswith(shared):
                raise ValueError(f"the hits have different texts at {hit['document']} {hit['start_char']}")
            last["text"] += hit["text"][len(shared) :]
            last["end_char"] = max(last["end_char"], hit["end_char"])
            found[-1] = (min(found[-1][0], number), last)
        else:
            keys = ("document", "start_char", "end_char", "text")
            found.append((number, {key: hit[key] for key in keys}))
    return [passage for _, passage in sorted(found, key=lambda pair: pair[0])]


def by_characters(hits, limit=None):
    """Writes every character into a dictionary, and reads the runs."""
    if limit is not None and limit <= 0:
        raise ValueError("limit")
    taken = []
    for hit in hits:
        if limit is None or _length(_runs([*taken, hit])) <= limit:
            taken.append(hit)
    return _runs(taken)


def _length(passages):
    return sum(len(passage["text"]) for passage in passages) + max(0, len(passages) - 1) * len(GAP)


def _runs(hits):
    characters, rank = {}, {}
    for number, hit in enumerate(hits):
        for at, char in enumerate(hit["text"], start=hit["start_char"]):
            place = hit["document"], at
            if characters.setdefault(place, char) != char:
                raise ValueError(f"two texts at {place}")
            rank[place] = min(rank.get(place, number), number)
    passages = []
    order = sorted(characters)
    for (document, _), run in groupby(order, key=lambda place: (place[0], place[1] - order.index(place))):
        places = [at for _, at in run]
        text = "".join(characters[document, at] for at in places)
        first = min(rank[document, at] for at in places)
        place = {"document": document, "start_char": places[0], "end_char": places[-1] + 1}
        passages.append((first, {**place, "text": text}))
    passages.sort(key=lambda pair: pair[0])
    return [passage for _, passage in passages]


def by_inserting(hits, limit=None):
    """Keeps passages at every step: a new hit swallows all that it meets."""
    if limit is not None and limit < 1:
        raise ValueError("at least 1")
    passages = []
    for hit in hits:
        tried = _inserted(passages, hit)
        if limit is None or len(GAP.join(one["text"] for one in tried)) <= limit:
            passages = tried
    return passages


def _inserted(passages, hit):
    new = {key: hit[key] for key in ("document", "start_char", "end_char", "text", "score")}
    kept, at = [], None
    for one in passages:
        meets = (
            one["document"] == new["document"]
            and one["start_char"] <= new["end_char"]
            and new["start_char"] <= one["end_char"]
        )
        if not meets:
            kept.append(one)
            continue
        at = len(kept) if at is None else at
        new = _union(*sorted((one, new), key=lambda each: each["start_char"]))
    kept.insert(len(kept) if at is None else at, new)
    return kept


def _union(left, right):
    shared = min(left["end_char"], right["end_char"]) - right["start_char"]
    at = right["start_char"] - left["start_char"]
    if left["text"][at : at + shared] != right["text"][:shared]:
        raise ValueError("the hits do not agree")
    return left | {"end_char": max(left["end_char"], right["end_char"]), "text": left["text"] + right["text"][shared:]}


def errors_by_pairs(hits: list[dict], limit: int | None = None) -> list[dict]:
    """Looks for different texts in all pairs of hits, by slices; the keys come in another order."""
    if limit is not None and limit <= 0:
        raise ValueError(f"limit {limit} is below 1")
    for one, other in combinations(hits, 2):
        low = max(one["start_char"], other["start_char"])
        high = min(one["end_char"], other["end_char"])
        if one["document"] == other["document"] and low < high:
            parts = [hit["text"][low - hit["start_char"] : high - hit["start_char"]] for hit in (one, other)]
            if parts[0] != parts[1]:
                raise ValueError(f"{parts[0]!r} and {parts[1]!r} at {low}")
    return [
        {key: one[key] for key in ("text", "end_char", "start_char", "document")} for one in by_sorting(hits, limit)
    ]


ALL = {
    "by sorting": by_sorting,
    "by characters": by_characters,
    "by inserting": by_inserting,
    "errors by pairs, other order of keys": errors_by_pairs,
}
