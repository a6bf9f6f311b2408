"""Right answers to `retrieve`, written differently."""

import re
from collections import Counter, defaultdict


def plainly(question, chunks, k):
    """Scores each chunk from sets of words, and sorts the places."""
    if k < 1:
        raise ValueError(f"k must be at least 1: got {k}")
    asked = set(re.findall(r"\w+", question.lower()))
    found = [set(re.findall(r"\w+", chunk.lower())) for chunk in chunks]
    worth = {word: sum(word not in own for own in found) for word in asked}
    scores = [sum(worth[word] for word in asked & own) for own in found]
    order = sorted(range(len(chunks)), key=lambda i: (-scores[i], i))
    return [i for i in order if scores[i] > 0][:k]


def by_posting_lists(question, chunks, k):
    """Keeps, for each word, the places of the chunks that have it, as search engines do."""
    if k <= 0:
        raise ValueError("k must be positive")
    places = defaultdict(set)
    for place, chunk in enumerate(chunks):
        for word in re.findall(r"\w+", chunk.lower()):
            places[word].add(place)
    scores = Counter()
    for word in set(re.findall(r"\w+", question.lower())):
        for place in places.get(word, ()):
            scores[place] += len(chunks) - len(places[word])
    ranked = sorted((-score, place) for place, score in scores.items() if score)
    return [place for _, place in ranked[:k]]


def with_numpy(question, chunks, k):
    """Counts in a matrix of chunks and words, and sorts it stably."""
    import numpy as np

    if k < 1:
        raise ValueError("k")
    asked = sorted(set(re.findall(r"\w+", question.lower())))
    if not asked or not chunks:
        return []
    has = np.array([[word in re.findall(r"\w+", chunk.lower()) for word in asked] for chunk in chunks])
    scores = has @ (~has).sum(axis=0)
    order = np.argsort(-scores, kind="stable")
    return [int(place) for place in order if scores[place] > 0][:k]


def with_a_heap(question, chunks, k):
    """Takes only the k largest, and never sorts the rest."""
    from heapq import nlargest

    if k < 1:
        raise ValueError("k must be 1 or more")
    found = [Counter(re.findall(r"\w+", chunk.lower())) for chunk in chunks]
    asked = dict.fromkeys(re.findall(r"\w+", question.lower()))
    holding = Counter(word for own in found for word in own)
    scored = ((sum(len(chunks) - holding[w] for w in asked if w in own), -i) for i, own in enumerate(found))
    return [-place for score, place in nlargest(k, scored) if score]


def by_letters(question, chunks, k):
    """Finds words letter by letter, and trusts that sorting in reverse keeps equal ones in order."""

    def words(text):
        return {*"".join(c if c.isalnum() or c == "_" else " " for c in text.lower()).split()}

    if k < 1:
        raise ValueError("k must be at least 1")
    own = [words(chunk) for chunk in chunks]
    asked = words(question)
    scores = {i: sum(sum(word not in other for other in own) for word in asked & has) for i, has in enumerate(own)}
    return [i for i in sorted(scores, key=scores.get, reverse=True) if scores[i]][:k]


ALL = {
    "sets and a sort": plainly,
    "posting lists": by_posting_lists,
    "a matrix": with_numpy,
    "a heap": with_a_heap,
    "letter by letter": by_letters,
}
