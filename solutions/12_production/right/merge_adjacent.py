"""Right answers to `merge_adjacent`, written differently."""

from dataclasses import asdict, dataclass
from functools import lru_cache
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


def _meet(one, other):
    same = one["document"] == other["document"]
    return same and one["start_char"] <= other["end_char"] and other["start_char"] <= one["end_char"]


def _passage(hit):
    return {key: hit[key] for key in ("document", "start_char", "end_char", "text")}


def lengths_counted(hits, budget=None):
    """Counts the length: characters, and five for each mark."""
    _checked(hits, budget)
    limit = float("inf") if budget is None else budget
    taken = []
    for hit in hits:
        passages = _joined(taken + [hit])
        if sum(p["end_char"] - p["start_char"] for p in passages) + 5 * (len(passages) - 1) <= limit:
            taken += [hit]
    return _joined(taken)


def recursion(hits, budget=None):
    """Recursion over the hits: what is taken, and what is left."""
    _checked(hits, budget)

    def take(taken, rest):
        if not rest:
            return _joined(taken)
        more = [*taken, rest[0]]
        fits = budget is None or len(_rendered(_joined(more))) <= budget
        return take(more if fits else taken, rest[1:])

    return take([], list(hits))


@dataclass(eq=False)
class _Passage:
    document: str
    start_char: int
    end_char: int
    text: str

    def absorb(self, other):
        if other.start_char < self.start_char:
            self.text = other.text[: self.start_char - other.start_char] + self.text
            self.start_char = other.start_char
        if other.end_char > self.end_char:
            self.text += other.text[self.end_char - other.start_char :]
            self.end_char = other.end_char


def dataclass_passages(hits, budget=None):
    """Dataclasses inside, asdict at the end."""
    _checked(hits, budget)
    taken = []

    def build(some):
        rows = [_Passage(*_passage(hit).values()) for hit in some]
        at = 0
        while at < len(rows):
            for other in rows[at + 1 :]:
                if _meet(asdict(rows[at]), asdict(other)):
                    rows[at].absorb(other)
                    rows.remove(other)
                    break
            else:
                at += 1
        return [asdict(row) for row in rows]

    for hit in hits:
        if budget is None or len(_rendered(build([*taken, hit]))) <= budget:
            taken.append(hit)
    return build(taken)


def grouped_runs(hits, budget=None):
    """groupby of place minus number finds runs; a memoised helper joins tuples."""
    _checked(hits, budget)

    @lru_cache(maxsize=None)
    def runs(places):
        made = []
        for name in sorted({document for document, _, _ in places}):
            every = sorted({at for document, start, end in places if document == name for at in range(start, end)})
            for _, run in groupby(enumerate(every), key=lambda one: one[1] - one[0]):
                run = [at for _, at in run]
                made.append((name, run[0], run[-1] + 1))
        first = lambda one: min(n for n, p in enumerate(places) if p[0] == one[0] and one[1] <= p[1] < one[2])  # noqa: E731
        return tuple(sorted(made, key=first))

    taken = ()
    for hit in hits:
        more = (*taken, (hit["document"], hit["start_char"], hit["end_char"]))
        if budget is None or sum(b - a for _, a, b in runs(more)) + 5 * (len(runs(more)) - 1) <= budget:
            taken = more
    text = {(hit["document"], at): one for hit in hits for at, one in enumerate(hit["text"], hit["start_char"])}
    return [
        dict(document=d, start_char=a, end_char=b, text="".join(text[d, n] for n in range(a, b)))
        for d, a, b in runs(taken)
    ]


def errors_by_pairs(hits: list[dict], budget: int | None = None) -> list[dict]:
    """Looks for different texts in all pairs of hits, by slices; the keys come in another order."""
    if budget is not None and budget <= 0:
        raise ValueError(f"budget {budget} is below 1")
    for one, other in combinations(hits, 2):
        low = max(one["start_char"], other["start_char"])
        high = min(one["end_char"], other["end_char"])
        if one["document"] == other["document"] and low < high:
            parts = [hit["text"][low - hit["start_char"] : high - hit["start_char"]] for hit in (one, other)]
            if parts[0] != parts[1]:
                raise ValueError(f"{parts[0]!r} and {parts[1]!r} at {low}")
    taken: list[dict] = []
    for hit in hits:
        if budget is not None and len(_rendered(_joined(taken + [hit]))) > budget:
            continue
        taken.append(hit)
    return [{key: passage[key] for key in ("text", "end_char", "start_char", "document")} for passage in _joined(taken)]


def _taken(hits, budget, size=lambda passages: len(_rendered(passages)), join=_joined):
    """The right answer with a part to exchange."""
    _checked(hits, budget)
    taken = []
    for hit in hits:
        if budget is None or size(join([*taken, hit])) <= budget:
            taken.append(hit)
    return join(taken)


def scores_in_the_passages(hits, budget=None):
    """Passages have a score, too."""
    return [{**p, "score": max(h["score"] for h in hits if _meet(h, p))} for p in _taken(hits, budget)]


ALL = {
    "by sorting": by_sorting,
    "by characters": by_characters,
    "by inserting": by_inserting,
    "lengths counted": lengths_counted,
    "recursion": recursion,
    "dataclass passages": dataclass_passages,
    "grouped runs, memoised": grouped_runs,
    "errors by pairs, other order of keys": errors_by_pairs,
    "scores in the passages": scores_in_the_passages,
}
