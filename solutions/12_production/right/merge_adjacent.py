"""Right answers to `merge_adjacent`, written differently."""

from dataclasses import asdict, dataclass
from functools import lru_cache, reduce
from itertools import combinations, groupby

import numpy as np

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


def tried_one_by_one(hits, budget=None):
    """Takes a hit if the passages of all that is taken, and it, are not too long."""
    _checked(hits, budget)
    taken = []
    for hit in hits:
        if budget is None or len(_rendered(_joined([*taken, hit]))) <= budget:
            taken.append(hit)
    return _joined(taken)


def dictionary_of_characters(hits, budget=None):
    """A dictionary (document, character) to text; runs of characters are the passages."""
    if budget is not None and budget < 1:
        raise ValueError("budget")
    text = {}
    for hit in hits:
        for at in range(hit["start_char"], hit["end_char"]):
            one = hit["text"][at - hit["start_char"]]
            if text.get((hit["document"], at), one) != one:
                raise ValueError("different text at one place")
            text[hit["document"], at] = one

    def runs(places):
        made = []
        for document, at in sorted(places):
            if made and made[-1][0] == document and made[-1][2] == at:
                made[-1][2] = at + 1
            else:
                made.append([document, at, at + 1])
        return made

    taken, order = set(), []
    for hit in hits:
        new = taken | {(hit["document"], at) for at in range(hit["start_char"], hit["end_char"])}
        if budget is None or len(new) + len(MARK) * (len(runs(new)) - 1) <= budget:
            taken = new
            order.append((hit["document"], hit["start_char"]))
    passages = []
    for document, start in order:
        for name, first, last in runs(taken):
            if name == document and first <= start < last and [name, first, last] not in passages:
                passages.append([name, first, last])
    return [
        {"document": d, "start_char": a, "end_char": b, "text": "".join(text[d, at] for at in range(a, b))}
        for d, a, b in passages
    ]


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


def kept_passages(hits, budget=None):
    """Keeps the passages so far, and puts each hit into those that it meets; the first of them keeps its place."""
    _checked(hits, budget)
    passages = []
    for hit in hits:
        new, rest, place = _passage(hit), [], None
        for passage in passages:
            if _meet(passage, new):
                new = _glued(passage, new)
                place = len(rest) if place is None else place
            else:
                rest.append(passage)
        rest.insert(len(rest) if place is None else place, new)
        if budget is None or len(_rendered(rest)) <= budget:
            passages = rest
    return passages


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


def components(hits, budget=None):
    """Hits are nodes of a graph, meeting hits have an edge; a search finds the components."""
    _checked(hits, budget)

    def passages_of(nodes):
        left, made = list(nodes), []
        while left:
            group = queue = [left.pop(0)]
            while queue:
                queue = [hit for hit in left if any(_meet(hit, one) for one in group)]
                left = [hit for hit in left if not any(hit is one for one in queue)]
                group = group + queue
            made.append(reduce(_glued, sorted(map(_passage, group), key=lambda hit: hit["start_char"])))
        return made

    taken = []
    for hit in hits:
        if budget is None or budget >= len(_rendered(passages_of([*taken, hit]))):
            taken.append(hit)
    return passages_of(taken)


def union_find(hits, budget=None):
    """Union-find with the smallest number as the root, so roots are in the order of the best hits."""
    _checked(hits, budget)

    def joined(some):
        root = list(range(len(some)))

        def find(number):
            while root[number] != number:
                number = root[number]
            return number

        for a, b in combinations(range(len(some)), 2):
            if _meet(some[a], some[b]):
                low, high = sorted((find(a), find(b)))
                root[high] = low
        groups = {}
        for number in range(len(some)):
            groups.setdefault(find(number), []).append(_passage(some[number]))
        ordered = (sorted(group, key=lambda hit: hit["start_char"]) for group in groups.values())
        return [reduce(_glued, group) for group in ordered]

    taken = []
    for hit in hits:
        trial = [*taken, hit]
        if budget is None or len(MARK.join([one["text"] for one in joined(trial)])) <= budget:
            taken = trial
    return joined(taken)


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


def numpy_runs(hits, budget=None):
    """A numpy array of truth values by document; the steps in it are the edges of the passages."""
    _checked(hits, budget)
    size = max((hit["end_char"] for hit in hits), default=0)

    def edges(some):
        made = []
        for name in dict.fromkeys(hit["document"] for hit in some):
            covered = np.zeros(size + 2, dtype=np.int8)
            for hit in some:
                if hit["document"] == name:
                    covered[hit["start_char"] + 1 : hit["end_char"] + 1] = 1
            steps = np.flatnonzero(np.diff(covered)).tolist()
            made += [(name, start, end) for start, end in zip(steps[::2], steps[1::2])]
        rank = {
            one: n
            for n, hit in reversed(list(enumerate(some)))
            for one in made
            if one[0] == hit["document"] and one[1] <= hit["start_char"] < one[2]
        }
        return sorted(made, key=rank.get)

    taken = []
    for hit in hits:
        found = edges([*taken, hit])
        if budget is None or sum(end - start for _, start, end in found) + 5 * len(found) - 5 <= budget:
            taken.append(hit)
    text = {(hit["document"], hit["start_char"] + n): one for hit in taken for n, one in enumerate(hit["text"])}
    return [
        {"document": d, "start_char": a, "end_char": b, "text": "".join(text[d, at] for at in range(a, b))}
        for d, a, b in edges(taken)
    ]


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


def without_a_budget_at_once(hits, budget=None):
    """Joins all at once where there is no budget or where all fits; else one by one."""
    _checked(hits, budget)
    every = _joined(hits)
    if budget is None or len(_rendered(every)) + 5 * len(hits) <= budget:
        return every
    kept = []
    for hit in hits:
        kept = kept + [hit] if len(_rendered(_joined(kept + [hit]))) <= budget else kept
    return _joined(tuple(kept))


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
    "tried one by one": tried_one_by_one,
    "dictionary of characters": dictionary_of_characters,
    "kept passages": kept_passages,
    "lengths counted": lengths_counted,
    "components of a graph": components,
    "union-find": union_find,
    "recursion": recursion,
    "dataclass passages": dataclass_passages,
    "numpy runs": numpy_runs,
    "grouped runs, memoised": grouped_runs,
    "errors by pairs, other order of keys": errors_by_pairs,
    "at once without a budget": without_a_budget_at_once,
    "scores in the passages": scores_in_the_passages,
}
