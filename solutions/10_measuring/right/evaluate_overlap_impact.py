"""Right answers to `evaluate_overlap_impact`, written differently."""

from collections import Counter
from dataclasses import asdict, dataclass
from fractions import Fraction
from functools import cache
from itertools import repeat
from operator import itemgetter
from statistics import fmean

import numpy as np


def lists(queries, ground_truth, chunks, retriever, top_k=5):
    """Collects three lists, and takes their means at the end."""
    known = {chunk["id"] for chunk in chunks}
    if not queries or len(queries) != len(ground_truth):
        raise ValueError("queries and ground_truth must pair")
    recalls, precisions, f1s = [], [], []
    for query, truth in zip(queries, ground_truth, strict=True):
        relevant = set(truth)
        if not relevant or not relevant <= known:
            raise ValueError(f"truth of {query!r}: {truth}")
        found = {chunk["id"] for chunk in retriever.search(query, top_k)}
        both = len(found & relevant)
        recalls.append(both / len(relevant))
        precisions.append(both / len(found) if found else 0.0)
        f1s.append(2 * both / (len(found) + len(relevant)))
    return {
        "recall": sum(recalls) / len(queries),
        "precision": sum(precisions) / len(queries),
        "f1": sum(f1s) / len(queries),
    }


def _harmonic(one, other):
    return 0.0 if one + other == 0 else 2 * one * other / (one + other)


def harmonic(queries, ground_truth, chunks, retriever, top_k=5):
    """Computes F1 as the harmonic mean, and checks everything first."""
    if len(queries) == 0 or len(queries) != len(ground_truth) or not all(ground_truth):
        raise ValueError("each query needs its truth")
    unknown = {name for truth in ground_truth for name in truth} - {chunk["id"] for chunk in chunks}
    if unknown:
        raise ValueError(f"unknown ids: {sorted(unknown)}")
    rows = []
    for query, truth in zip(queries, ground_truth, strict=True):
        found = list(dict.fromkeys(chunk["id"] for chunk in retriever.search(query, top_k=top_k)))
        hits = [name for name in found if name in truth]
        recall = len(hits) / len(set(truth))
        precision = len(hits) / len(found) if found else 0
        rows.append((recall, precision, _harmonic(recall, precision)))
    recall, precision, f1 = (fmean(column) for column in zip(*rows, strict=True))
    return {"recall": recall, "precision": precision, "f1": f1, "queries": len(queries)}


def arrays(queries, ground_truth, chunks, retriever, top_k=5):
    """Keeps two tables of truth values, a row for each query and a column for each chunk."""
    if not queries or len(queries) != len(ground_truth):
        raise ValueError("queries and ground_truth must pair")
    column = {chunk["id"]: number for number, chunk in enumerate(chunks)}
    relevant = np.zeros((len(queries), len(chunks)), bool)
    found = np.zeros_like(relevant)
    for row, (query, truth) in enumerate(zip(queries, ground_truth, strict=True)):
        for name in truth:
            if name not in column:
                raise ValueError(f"no chunk {name!r}")
            relevant[row, column[name]] = True
        for chunk in retriever.search(query, top_k):
            found[row, column[chunk["id"]]] = True
    if not relevant.any(axis=1).all():
        raise ValueError("a query without relevant chunks")
    both = (relevant & found).sum(axis=1)
    return {
        "recall": float((both / relevant.sum(axis=1)).mean()),
        "precision": float((both / np.maximum(found.sum(axis=1), 1)).mean()),
        "f1": float((2 * both / (relevant.sum(axis=1) + found.sum(axis=1))).mean()),
    }


def running_means(queries, ground_truth, chunks, retriever, top_k=5):
    """Adds each query's share to the means as it goes."""
    known = [chunk["id"] for chunk in chunks]
    if len(queries) != len(ground_truth) or len(queries) < 1:
        raise ValueError("lengths")
    scores = {"recall": 0.0, "precision": 0.0, "f1": 0.0}
    for number, query in enumerate(queries):
        truth = set(ground_truth[number])
        if not truth or any(name not in known for name in truth):
            raise ValueError("truth")
        seen, hits = set(), 0
        for chunk in retriever.search(query, top_k):
            if chunk["id"] not in seen:
                seen.add(chunk["id"])
                hits += chunk["id"] in truth
        scores["recall"] += hits / len(truth) / len(queries)
        if hits:
            precision, recall = hits / len(seen), hits / len(truth)
            scores["precision"] += precision / len(queries)
            scores["f1"] += 2 / (1 / precision + 1 / recall) / len(queries)
    return scores


class Ranked:
    """The retriever of the notebook."""

    def __init__(self, rankings):
        self.rankings = rankings

    def search(self, query, top_k=5):
        return [{"id": name} for name in self.rankings[query][:top_k]]


def _validated(queries, ground_truth, chunks):
    """The four errors."""
    if not queries:
        raise ValueError("no queries")
    if len(queries) != len(ground_truth):
        raise ValueError("each query needs its truth")
    known = {chunk["id"] for chunk in chunks}
    for truth in ground_truth:
        if not truth:
            raise ValueError("a truth without ids")
        if not set(truth) <= known:
            raise ValueError("an id that no chunk has")


def _of_one(relevant, retrieved):
    """Recall, precision and F1 of two sets."""
    both = len(relevant & retrieved)
    if not retrieved:
        return 0.0, 0.0, 0.0
    return both / len(relevant), both / len(retrieved), 2 * both / (len(relevant) + len(retrieved))


def _means(rows):
    return {key: sum(column) / len(column) for key, column in zip(("recall", "precision", "f1"), zip(*rows))}


def plain_sets(queries, ground_truth, chunks, retriever, top_k=5):
    """Sets, a loop and three lists."""
    if len(queries) == 0 or len(queries) != len(ground_truth):
        raise ValueError("queries and truths do not fit")
    ids = [chunk["id"] for chunk in chunks]
    recalls, precisions, f1s = [], [], []
    for query, truth in zip(queries, ground_truth):
        relevant = set(truth)
        if not relevant or any(name not in ids for name in relevant):
            raise ValueError("a bad truth")
        retrieved = {hit["id"] for hit in retriever.search(query, top_k)}
        both = len(relevant & retrieved)
        recalls.append(both / len(relevant))
        precisions.append(both / len(retrieved) if retrieved else 0)
        f1s.append(2 * both / (len(relevant) + len(retrieved)))
    count = len(queries)
    return {"recall": sum(recalls) / count, "precision": sum(precisions) / count, "f1": sum(f1s) / count}


def keyword_and_fmean(queries, ground_truth, chunks, retriever, top_k=5):
    """Hands top_k on by its keyword and takes fmean."""
    _validated(queries, ground_truth, chunks)
    rows = []
    for query, truth in zip(queries, ground_truth):
        rows.append(_of_one(set(truth), {hit["id"] for hit in retriever.search(query, top_k=top_k)}))
    return {key: fmean(map(itemgetter(at), rows)) for at, key in enumerate(("recall", "precision", "f1"))}


def strict_zip(queries, ground_truth, chunks, retriever, top_k=5):
    """zip(strict=True) raises the ValueError for the numbers."""
    pairs = list(zip(queries, ground_truth, strict=True))
    if not pairs:
        raise ValueError("no queries")
    known = frozenset(map(itemgetter("id"), chunks))
    totals = [0.0, 0.0, 0.0]
    for query, truth in pairs:
        relevant = frozenset(truth)
        if not relevant or relevant - known:
            raise ValueError(f"not a truth: {truth}")
        retrieved = frozenset(map(itemgetter("id"), retriever.search(query, top_k)))
        totals = [total + one for total, one in zip(totals, _of_one(relevant, retrieved))]
    return dict(zip(("recall", "precision", "f1"), (total / len(pairs) for total in totals)))


def numpy_rows(queries, ground_truth, chunks, retriever, top_k=5):
    """An array of queries by scores; the means are numpy floats, which are floats."""
    _validated(queries, ground_truth, chunks)
    rows = np.zeros((len(queries), 3))
    for row, query, truth in zip(rows, queries, ground_truth):
        relevant = np.unique(truth)
        retrieved = np.unique([hit["id"] for hit in retriever.search(query, top_k)])
        both = np.intersect1d(relevant, retrieved).size
        if retrieved.size:
            row[:] = both / relevant.size, both / retrieved.size, 2 * both / (relevant.size + retrieved.size)
    return dict(zip(("recall", "precision", "f1"), rows.mean(axis=0)))


def fractions(queries, ground_truth, chunks, retriever, top_k=5):
    """Exact fractions, floats at the end; the keys come in another order."""
    _validated(queries, ground_truth, chunks)
    recall = precision = f1 = Fraction(0)
    for query, truth in zip(queries, ground_truth):
        want, have = set(truth), {hit["id"] for hit in retriever.search(query, top_k)}
        both = len(want & have)
        recall += Fraction(both, len(want))
        precision += Fraction(both, len(have) or 1)
        f1 += Fraction(2 * both, len(want) + len(have))
    return {
        key: float(total / len(queries)) for key, total in {"f1": f1, "precision": precision, "recall": recall}.items()
    }


def ordered_without_sets(queries, ground_truth, chunks, retriever, top_k=5):
    """Lists only: an id is added unless it is in the list already. Slow and right."""
    if not queries:
        raise ValueError("no queries")
    if not len(queries) == len(ground_truth):
        raise ValueError("numbers differ")

    def distinct(names):
        kept = []
        for name in names:
            if name not in kept:
                kept.append(name)
        return kept

    known = [chunk["id"] for chunk in chunks]
    sums = [0, 0, 0]
    for at in range(len(queries)):
        wanted = distinct(ground_truth[at])
        if wanted == [] or [name for name in wanted if name not in known]:
            raise ValueError("truth")
        given = distinct([hit["id"] for hit in retriever.search(queries[at], top_k)])
        both = len([name for name in given if name in wanted])
        if given:
            sums[0] += both / len(wanted)
            sums[1] += both / len(given)
            sums[2] += 2 * both / (len(wanted) + len(given))
    return {"recall": sums[0] / len(queries), "precision": sums[1] / len(queries), "f1": sums[2] / len(queries)}


@dataclass
class _Scores:
    recall: float = 0
    precision: float = 0
    f1: float = 0


def a_dataclass(queries, ground_truth, chunks, retriever, top_k=5):
    """Collects in a dataclass and returns it with asdict."""
    _validated(queries, ground_truth, chunks)
    mean = _Scores()
    for query, truth in zip(queries, ground_truth):
        one = _Scores(*_of_one(set(truth), {hit["id"] for hit in retriever.search(query, top_k)}))
        mean.recall += one.recall / len(queries)
        mean.precision += one.precision / len(queries)
        mean.f1 += one.f1 / len(queries)
    return asdict(mean)


def by_counter(queries, ground_truth, chunks, retriever, top_k=5):
    """Counters: what is in both has two keys that meet."""
    _validated(queries, ground_truth, chunks)
    rows = []
    for query, truth in zip(queries, ground_truth):
        want, have = Counter(truth), Counter(hit["id"] for hit in retriever.search(query, top_k))
        both = sum(1 for name in have if want[name] > 0)
        rows.append((both / len(want), both / max(1, len(have)), 2 * both / (len(want) + len(have))))
    return _means(rows)


def recursive_sum(queries, ground_truth, chunks, retriever, top_k=5):
    """Recursion over the queries."""
    _validated(queries, ground_truth, chunks)

    def totals(at):
        if at == len(queries):
            return (0.0, 0.0, 0.0)
        found = {hit["id"] for hit in retriever.search(queries[at], top_k)}
        return tuple(map(sum, zip(_of_one(set(ground_truth[at]), found), totals(at + 1))))

    return {key: total / len(queries) for key, total in zip(("recall", "precision", "f1"), totals(0))}


def f1_by_means(queries, ground_truth, chunks, retriever, top_k=5):
    """F1 of each query as 2pr / (p + r), 0 where both are 0: the same number."""
    _validated(queries, ground_truth, chunks)
    rows = []
    for query, truth in zip(queries, ground_truth):
        recall, precision, _ = _of_one(set(truth), {hit["id"] for hit in retriever.search(query, top_k)})
        f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0
        rows.append((recall, precision, f1))
    return _means(rows)


def memoised_search(queries, ground_truth, chunks, retriever, top_k=5):
    """Searches each text once in a call, however often it is asked."""
    _validated(queries, ground_truth, chunks)

    @cache
    def found(query):
        return frozenset(hit["id"] for hit in retriever.search(query, top_k))

    return _means([_of_one(set(truth), found(query)) for query, truth in zip(queries, ground_truth)])


def tuples_and_slices(queries, ground_truth, chunks, retriever, top_k=5):
    """Works on tuples, and cuts the answer at top_k once more, which changes nothing."""
    queries, ground_truth = tuple(queries), tuple(map(tuple, ground_truth))
    _validated(queries, ground_truth, tuple(chunks))
    found = [tuple(dict.fromkeys(hit["id"] for hit in retriever.search(query, top_k)[:top_k])) for query in queries]
    return _means([_of_one(frozenset(truth), frozenset(one)) for truth, one in zip(ground_truth, found)])


def errors_in_the_loop(queries, ground_truth, chunks, retriever, top_k=5):
    """Looks at each truth only when its query has been searched; the error comes later, but it comes."""
    if not queries:
        raise ValueError("no queries")
    if len(ground_truth) != len(queries):
        raise ValueError("another number of truths")
    by_id = {chunk["id"]: chunk for chunk in chunks}
    rows = []
    for query, hits, truth in zip(queries, map(retriever.search, queries, repeat(top_k)), ground_truth):
        try:
            relevant = {by_id[name]["id"] for name in truth}
        except KeyError as error:
            raise ValueError(f"{query}: no chunk {error}") from error
        if not relevant:
            raise ValueError(f"{query}: no truth")
        rows.append(_of_one(relevant, {hit["id"] for hit in hits}))
    return _means(rows)


def generator_of_rows(
    queries: list[str], ground_truth: list[list[str]], chunks: list[dict], retriever: Ranked, top_k: int = 5
) -> dict[str, float]:
    """A generator gives the rows; annotated as in the notebook. Whole zeros where nothing is retrieved."""
    _validated(queries, ground_truth, chunks)

    def rows():
        for number, query in enumerate(queries):
            retrieved = {hit["id"] for hit in retriever.search(query=query, top_k=top_k)}
            yield (0, 0, 0) if not retrieved else _of_one(set(ground_truth[number]), retrieved)

    return _means(list(rows()))


def whole_dictionaries_compared(queries, ground_truth, chunks, retriever, top_k=5):
    """Takes a hit only if it is one of the chunks, as a whole dictionary."""
    _validated(queries, ground_truth, chunks)
    rows = []
    for query, truth in zip(queries, ground_truth):
        rows.append(_of_one(set(truth), {hit["id"] for hit in retriever.search(query, top_k) if hit in chunks}))
    return _means(rows)


ALL = {
    "three lists": lists,
    "harmonic mean": harmonic,
    "tables of truth values": arrays,
    "running means": running_means,
    "plain sets": plain_sets,
    "keyword and fmean": keyword_and_fmean,
    "strict zip": strict_zip,
    "numpy rows": numpy_rows,
    "fractions, other order of keys": fractions,
    "lists without sets": ordered_without_sets,
    "a dataclass": a_dataclass,
    "counters": by_counter,
    "recursion": recursive_sum,
    "F1 from precision and recall of each query": f1_by_means,
    "search memoised in a call": memoised_search,
    "tuples and slices": tuples_and_slices,
    "errors in the loop": errors_in_the_loop,
    "generator, both keywords": generator_of_rows,
    "whole dictionaries compared": whole_dictionaries_compared,
}
