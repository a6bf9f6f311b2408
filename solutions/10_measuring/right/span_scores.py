"""Right answers to `span_scores`, written differently."""

from bisect import bisect_left
from collections import Counter, OrderedDict, defaultdict
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, chain, groupby

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


def sweep(retrieved, evidence):
    """Goes through the edges in order and keeps count of what is open."""
    if not evidence:
        raise ValueError("no evidence")
    edges = [(document, at, step, 0) for document, *ends in retrieved for at, step in zip(ends, (1, -1), strict=True)]
    edges += [(document, at, 0, step) for document, *ends in evidence for at, step in zip(ends, (1, -1), strict=True)]
    found = given = different = total = opened = gold = 0
    before = ("", 0)
    for document, at, chunk, piece in sorted(edges):
        width = at - before[1] if document == before[0] else 0
        given, total = given + width * opened, total + width * gold
        different, found = different + width * (opened > 0), found + width * (opened > 0 and gold > 0)
        opened, gold, before = opened + chunk, gold + piece, (document, at)
    precision = Fraction(found, given) if given else 0
    return {
        "recall": float(Fraction(found, total)),
        "precision": float(precision),
        "iou": float(Fraction(found, given + total - found)),
        "iou_set": float(Fraction(found, different + total - found)),
    }


def with_the_library(retrieved, evidence):
    """Leaves it to the library, which gives more than is asked."""
    from chunklib.evaluation import span_scores

    return span_scores(retrieved, evidence)


def _result(found, wanted, given, different):
    """The four scores from the four counts, once something is given."""
    return {
        "recall": found / wanted,
        "precision": found / given,
        "iou": found / (given + wanted - found),
        "iou_set": found / (different + wanted - found),
    }


ZERO = {"recall": 0.0, "precision": 0.0, "iou": 0.0, "iou_set": 0.0}


def _chars(places):
    return {(document, at) for document, start, end in places for at in range(start, end)}


def sets_of_characters(retrieved, evidence):
    """Sets of (document, character), the way of the lesson's worked example."""
    if not evidence:
        raise ValueError("no evidence")
    if not retrieved:
        return dict(ZERO)
    wanted = {(d, at) for d, start, end in evidence for at in range(start, end)}
    given = [(d, at) for d, start, end in retrieved for at in range(start, end)]
    return _result(len(wanted & set(given)), len(wanted), len(given), len(set(given)))


def counter_of_characters(retrieved, evidence):
    """A Counter tells how often each character comes."""
    if len(evidence) == 0:
        raise ValueError("evidence is needed")
    times = Counter((d, at) for d, start, end in retrieved for at in range(start, end))
    if not times:
        return dict.fromkeys(("recall", "precision", "iou", "iou_set"), 0)
    wanted = sum(end - start for _, start, end in evidence)
    found = sum(1 for d, start, end in evidence for at in range(start, end) if times[d, at])
    return _result(found, wanted, sum(times.values()), len(times))


def _merged(places):
    """Disjoint ranges by document."""
    ranges = []
    for document, start, end in sorted(places):
        if ranges and ranges[-1][0] == document and start <= ranges[-1][2]:
            ranges[-1][2] = max(ranges[-1][2], end)
        else:
            ranges.append([document, start, end])
    return ranges


def merged_ranges(retrieved, evidence):
    """Merges the retrieved ranges first, then works with lengths alone, so large places cost nothing."""
    if not evidence:
        raise ValueError
    if not retrieved:
        return dict(ZERO)
    union = _merged(retrieved)
    found = sum(
        max(0, min(e, last) - max(s, first)) for d, s, e in union for name, first, last in evidence if name == d
    )
    lengths = [sum(end - start for _, start, end in places) for places in (evidence, retrieved, union)]
    return _result(found, *lengths)


def sweep_of_events(retrieved, evidence):
    """Sorts the edges of each document and walks from edge to edge."""
    if not evidence:
        raise ValueError("nothing to find")
    if not retrieved:
        return dict(ZERO)
    events = defaultdict(list)
    for side, places in enumerate((retrieved, evidence)):
        for document, start, end in places:
            events[document] += [(start, side, 1), (end, side, -1)]
    found = wanted = given = different = 0
    for edges in events.values():
        depth, last = [0, 0], None
        for at, side, step in sorted(edges):
            if last is not None:
                length = at - last
                given += depth[0] * length
                wanted += depth[1] * length
                different += (depth[0] > 0) * length
                found += (depth[0] > 0 and depth[1] > 0) * length
            depth[side] += step
            last = at
    return _result(found, wanted, given, different)


def numpy_counts(retrieved, evidence):
    """Counts per character in numpy arrays, one pair of arrays for each document; the scores are numpy floats."""
    if not evidence:
        raise ValueError("no evidence")
    if not retrieved:
        return dict(ZERO)
    size = max(end for _, _, end in chain(retrieved, evidence))
    counts = np.zeros(4)
    for document in {place[0] for place in chain(retrieved, evidence)}:
        times, wanted = np.zeros(size, dtype=int), np.zeros(size, dtype=bool)
        for _, start, end in (place for place in retrieved if place[0] == document):
            times[start:end] += 1
        for _, start, end in (place for place in evidence if place[0] == document):
            wanted[start:end] = True
        counts += [(wanted & (times > 0)).sum(), wanted.sum(), times.sum(), (times > 0).sum()]
    return _result(*counts)


def difference_array(retrieved, evidence):
    """A list of +1 and -1 and its running sum, by document."""
    if not evidence:
        raise ValueError("no evidence")
    if not retrieved:
        return dict(ZERO)
    size = 1 + max(place[2] for place in [*retrieved, *evidence])

    def depth(places, document):
        steps = [0] * size
        for name, start, end in places:
            if name == document:
                steps[start] += 1
                steps[end] -= 1
        return list(accumulate(steps))

    found = wanted = given = different = 0
    for document in dict.fromkeys(place[0] for place in [*retrieved, *evidence]):
        chunks, pieces = depth(retrieved, document), depth(evidence, document)
        found += sum(1 for a, b in zip(chunks, pieces) if a and b)
        wanted += sum(pieces)
        given += sum(chunks)
        different += sum(1 for a in chunks if a)
    return _result(found, wanted, given, different)


def integers_as_bits(retrieved, evidence):
    """A Python integer as a bit mask for each document."""
    if not evidence:
        raise ValueError("no evidence")
    if not retrieved:
        return dict(ZERO)

    def masks(places):
        bits = defaultdict(int)
        for document, start, end in places:
            bits[document] |= (1 << end) - (1 << start)
        return bits

    have, want = masks(retrieved), masks(evidence)
    found = sum((have[d] & want[d]).bit_count() for d in set(have) & set(want))
    wanted, different = (sum(bits.bit_count() for bits in side.values()) for side in (want, have))
    return _result(found, wanted, sum(end - start for _, start, end in retrieved), different)


def compressed_edges(retrieved, evidence):
    """Cuts every document at all edges and looks up each elementary range with bisect."""
    if not evidence:
        raise ValueError("no evidence")
    if not retrieved:
        return dict(ZERO)
    found = different = 0
    for document in {place[0] for place in retrieved}:
        edges = sorted({at for d, start, end in [*retrieved, *evidence] if d == document for at in (start, end)})
        have, want = [False] * len(edges), [False] * len(edges)
        for flags, places in ((have, retrieved), (want, evidence)):
            for d, start, end in places:
                if d == document:
                    for i in range(bisect_left(edges, start), bisect_left(edges, end)):
                        flags[i] = True
        for i in range(len(edges) - 1):
            different += have[i] * (edges[i + 1] - edges[i])
            found += (have[i] and want[i]) * (edges[i + 1] - edges[i])
    wanted, given = (sum(end - start for _, start, end in places) for places in (evidence, retrieved))
    return _result(found, wanted, given, different)


def recursive_subtraction(retrieved, evidence):
    """Recursion: what of a range do the chunks from number i on leave over?"""
    if not evidence:
        raise ValueError("no evidence")
    if not retrieved:
        return dict(ZERO)

    def left(document, start, end, places):
        if start >= end:
            return 0
        if not places:
            return end - start
        (d, first, last), rest = places[0], places[1:]
        if d != document or last <= start or end <= first:
            return left(document, start, end, rest)
        return left(document, start, min(end, first), rest) + left(document, max(start, last), end, rest)

    wanted = sum(end - start for _, start, end in evidence)
    found = wanted - sum(left(*piece, retrieved) for piece in evidence)
    different = sum(left(*place, retrieved[:number]) for number, place in enumerate(retrieved))
    return _result(found, wanted, sum(end - start for _, start, end in retrieved), different)


class _Coverage:
    def __init__(self, places):
        self.total, self.by_document = 0, {}
        for document, start, end in places:
            self.total += end - start
            self.by_document.setdefault(document, set()).update(range(start, end))

    def __len__(self):
        return sum(map(len, self.by_document.values()))

    def shared(self, other):
        return sum(len(own & other.by_document.get(name, set())) for name, own in self.by_document.items())


def a_class_of_coverage(retrieved, evidence):
    """A small class that keeps a set of characters for each document."""
    have, want = _Coverage(retrieved), _Coverage(evidence)
    if not evidence:
        raise ValueError("There is no evidence.")
    if not have.total:
        return dict(ZERO)
    return _result(want.shared(have), len(want), have.total, len(have))


@lru_cache(maxsize=None)
def _range_of(document, start, end):
    return frozenset((document, at) for at in range(start, end))


def memoised_ranges(retrieved, evidence):
    """A memoised helper makes the characters of a place; it is a pure function, so nothing is kept that matters."""
    if not evidence:
        raise ValueError("no evidence")
    if not retrieved:
        return dict(ZERO)
    sets = [_range_of(*place) for place in retrieved]
    wanted = frozenset().union(*(_range_of(*piece) for piece in evidence))
    different = frozenset().union(*sets)
    return _result(len(wanted & different), len(wanted), sum(map(len, sets)), len(different))


def fractions_made_floats(retrieved, evidence):
    """Exact fractions, turned into floats at the end; the keys come in another order."""
    if not evidence:
        raise ValueError("no evidence")
    want, have = _chars(evidence), _chars(retrieved)
    given = sum(end - start for _, start, end in retrieved)
    found, wanted = len(want & have), len(want)
    bottoms = {
        "iou_set": len(have) + wanted - found,
        "iou": given + wanted - found,
        "precision": given,
        "recall": wanted,
    }
    return {key: float(Fraction(found, bottom)) if found else 0.0 for key, bottom in bottoms.items()}


def whole_numbers_where_whole(retrieved, evidence):
    """Whole numbers (int) wherever a score is 0 or 1: the task allows floats or whole ones."""
    scores = merged_ranges(retrieved, evidence)
    return {key: int(value) if value == int(value) else value for key, value in scores.items()}


def grouped_by_document(retrieved, evidence):
    """itertools.groupby over sorted copies; the result is an OrderedDict, which is a dictionary."""
    if not evidence:
        raise ValueError("no evidence")
    if not retrieved:
        return OrderedDict(ZERO)
    have, given = {}, 0
    for document, places in groupby(sorted(retrieved), key=lambda place: place[0]):
        places = list(places)
        given += sum(end - start for _, start, end in places)
        have[document] = set(chain.from_iterable(range(start, end) for _, start, end in places))
    found = sum(at in have.get(d, ()) for d, start, end in evidence for at in range(start, end))
    wanted = sum(end - start for _, start, end in evidence)
    return OrderedDict(_result(found, wanted, given, sum(map(len, have.values()))))


def annotated_and_early(
    retrieved: list[tuple[str, int, int]], evidence: list[tuple[str, int, int]]
) -> dict[str, float]:
    """Early returns: nothing found gives zeros before any division."""
    if not evidence:
        raise ValueError("span_scores needs evidence")
    have = _chars(tuple(retrieved))
    found = sum((d, at) in have for d, start, end in evidence for at in range(start, end))
    if found == 0:
        return {key: 0 for key in ("recall", "precision", "iou", "iou_set")}
    wanted = sum(end - start for _, start, end in evidence)
    return _result(found, wanted, sum(end - start for _, start, end in retrieved), len(have))


def counts_beside_the_scores(retrieved, evidence):
    """Returns the counts beside the four scores: seven keys and not four."""
    want, have = _chars(evidence), _chars(retrieved)
    scores = sets_of_characters(retrieved, evidence)
    return {**scores, "found": len(want & have), "evidence": len(want), "different": len(have)}


ALL = {
    "sets of places": sets,
    "intervals united": intervals,
    "arrays": arrays,
    "a sweep over the edges": sweep,
    "the library": with_the_library,
    "sets of characters": sets_of_characters,
    "a Counter": counter_of_characters,
    "merged ranges": merged_ranges,
    "sweep of events": sweep_of_events,
    "numpy counts": numpy_counts,
    "difference array": difference_array,
    "integers as bit masks": integers_as_bits,
    "compressed edges with bisect": compressed_edges,
    "recursive subtraction": recursive_subtraction,
    "a class": a_class_of_coverage,
    "memoised helper": memoised_ranges,
    "fractions, other order of keys": fractions_made_floats,
    "whole numbers where whole": whole_numbers_where_whole,
    "groupby and OrderedDict": grouped_by_document,
    "annotated, early return": annotated_and_early,
    "counts beside the scores": counts_beside_the_scores,
}
