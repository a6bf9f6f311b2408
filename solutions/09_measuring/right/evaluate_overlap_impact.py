"""Right answers to `evaluate_overlap_impact`, written differently."""

from fractions import Fraction
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


ALL = {
    "three lists": lists,
    "harmonic mean": harmonic,
    "tables of truth values": arrays,
    "running means": running_means,
    "fractions, other order of keys": fractions,
}
