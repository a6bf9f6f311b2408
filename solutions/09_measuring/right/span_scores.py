"""Right answers to `span_scores`, written differently."""

import numpy as np


def sets(retrieved, evidence):
    """Counts pairs of document and place."""
    if not evidence:
        raise ValueError("a question needs evidence")
    given = [(document, at) for document, start, end in retrieved for at in range(start, end)]
    wanted = {(document, at) for document, start, end in evidence for at in range(start, end)}
    found, different = len(wanted & set(given)), len(set(given))
    missed = len(wanted) - found
    return {
        "recall": found / len(wanted),
        "precision": found / len(given) if given else 0.0,
        "iou": found / (len(given) + missed),
        "iou_set": found / (different + missed),
    }


def _union(ranges):
    """Unite what overlaps or touches, document by document."""
    united = []
    for document, start, end in sorted(ranges):
        if united and united[-1][0] == document and start <= united[-1][2]:
            united[-1][2] = max(united[-1][2], end)
        else:
            united.append([document, start, end])
    return united


def intervals(retrieved, evidence):
    """Unites the chunks, then intersects ranges; never looks at a single character."""
    if len(evidence) == 0:
        raise ValueError("no evidence")
    united = _union(retrieved)
    found = sum(
        max(0, min(end, b) - max(start, a))
        for document, start, end in evidence
        for name, a, b in united
        if name == document
    )
    length, given, different = (sum(end - start for _, start, end in part) for part in (evidence, retrieved, united))
    return {
        "recall": found / length,
        "precision": found / given if given else 0,
        "iou": found / (given + length - found),
        "iou_set": found / (different + length - found),
    }


def arrays(retrieved, evidence):
    """Counts in an array for each document."""
    if not evidence:
        raise ValueError("no evidence")
    length = max(end for _, _, end in [*retrieved, *evidence])
    names = {document for document, _, _ in [*retrieved, *evidence]}
    held = {name: np.zeros(length, int) for name in names}
    wanted = {name: np.zeros(length, bool) for name in names}
    for document, start, end in retrieved:
        held[document][start:end] += 1
    for document, start, end in evidence:
        wanted[document][start:end] = True
    found = sum(((held[name] > 0) & wanted[name]).sum() for name in names)
    total = sum(wanted[name].sum() for name in names)
    given, different = (sum(part[name].sum() for name in names) for part in (held, {n: held[n] > 0 for n in names}))
    return {
        "recall": np.float64(found / total),
        "precision": found / max(given, 1),
        "iou": found / (given + total - found),
        "iou_set": found / (different + total - found),
    }


def with_the_library(retrieved, evidence):
    """Leaves it to the library, which gives more than is asked."""
    from chunklib.evaluation import span_scores

    return span_scores(retrieved, evidence)


def whole_numbers_where_whole(retrieved, evidence):
    """Whole numbers (int) wherever a score is 0 or 1: the task allows floats or whole ones."""
    scores = sets(retrieved, evidence)
    return {key: int(value) if value == int(value) else value for key, value in scores.items()}


ALL = {
    "sets of places": sets,
    "intervals united": intervals,
    "arrays": arrays,
    "the library": with_the_library,
    "whole numbers where whole": whole_numbers_where_whole,
}
