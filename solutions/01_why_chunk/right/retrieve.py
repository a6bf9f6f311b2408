"""Right answers to `retrieve`, written differently."""

import heapq
import re
from collections import Counter, defaultdict

import numpy as np


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
    if k < 1:
        raise ValueError("k")
    asked = sorted(set(re.findall(r"\w+", question.lower())))
    if not asked or not chunks:
        return []
    has = np.array([[word in re.findall(r"\w+", chunk.lower()) for word in asked] for chunk in chunks])
    scores = has @ (~has).sum(axis=0)
    order = np.argsort(-scores, kind="stable")
    return [int(place) for place in order if scores[place] > 0][:k]


def _words(text):
    return set(re.findall(r"\w+", text.lower()))


def _scores(question, chunks):
    bags = [_words(chunk) for chunk in chunks]
    return [sum(sum(w not in b for b in bags) for w in _words(question) & bag) for bag in bags]


def _need(k):
    if not k >= 1:
        raise ValueError("k must be at least 1")


def retrieve_select(question, chunks, k):
    """Takes the best of what is left, k times; max returns the first of equal ones."""
    _need(k)
    scores, result = dict(enumerate(_scores(question, chunks))), []
    while scores and len(result) < k:
        best = max(scores, key=scores.get)
        if scores.pop(best) == 0:
            break
        result.append(best)
    return result


def retrieve_recursive(question, chunks, k):
    """Merge sort by recursion on the places."""
    _need(k)
    scores = _scores(question, chunks)

    def merge(places):
        if len(places) < 2:
            return places
        half = len(places) // 2
        return list(heapq.merge(merge(places[:half]), merge(places[half:]), key=lambda i: -scores[i]))

    return [i for i in merge(list(range(len(scores)))) if scores[i] > 0][:k]


ALL = {
    "sets and a sort": plainly,
    "posting lists": by_posting_lists,
    "a matrix": with_numpy,
    "selection": retrieve_select,
    "merge sort": retrieve_recursive,
}
