"""Right answers to `retrieve`, written differently."""

import heapq
import itertools
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cmp_to_key, lru_cache
import numpy as np

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


def _words(text):
    return set(re.findall(r"\w+", text.lower()))


def _scores(question, chunks, words=_words):
    """The plain scores that many of the answers start from."""
    bags = [words(chunk) for chunk in chunks]
    return [sum(sum(w not in b for b in bags) for w in words(question) & bag) for bag in bags]


def _ranked(scores, k):
    order = sorted(range(len(scores)), key=lambda i: -scores[i])
    return [i for i in order if scores[i] > 0][:k]


def _need(k):
    if not k >= 1:
        raise ValueError("k must be at least 1")


def retrieve_plain(question: str, chunks: list[str], k: int) -> list[int]:
    """Sets and a stable sort."""
    if k < 1:
        raise ValueError("k must be at least 1")
    bags = [set(re.findall(r"\w+", chunk.lower())) for chunk in chunks]
    asked = set(re.findall(r"\w+", question.lower()))
    worth = {word: sum(word not in bag for bag in bags) for word in asked}
    scores = [sum(worth[word] for word in asked & bag) for bag in bags]
    order = sorted(range(len(chunks)), key=scores.__getitem__, reverse=True)
    return [place for place in order[:k] if scores[place] > 0]


def retrieve_counter(question, chunks, k):
    """A Counter of how many chunks have a word."""
    _need(k)
    bags = [_words(chunk) for chunk in chunks]
    having = Counter(itertools.chain.from_iterable(bags))
    scored = [(-sum(len(chunks) - having[w] for w in _words(question) & bag), i) for i, bag in enumerate(bags)]
    return [i for score, i in sorted(scored) if score][:k]


def retrieve_heap(question, chunks, k):
    """heapq.nlargest, which keeps the order of equal scores."""
    _need(k)
    scores = _scores(question, chunks)
    return [i for i in heapq.nlargest(k, range(len(chunks)), key=lambda i: scores[i]) if scores[i]]


def retrieve_numpy(question, chunks, k):
    """A matrix of words and chunks, a stable argsort, plain numbers handed back."""
    _need(k)
    bags, asked = [_words(chunk) for chunk in chunks], sorted(_words(question))
    if not bags or not asked:
        return []
    has = np.array([[word in bag for word in asked] for bag in bags])
    scores = has.astype(np.int64) @ (~has).sum(axis=0)
    return [int(i) for i in np.argsort(-scores, kind="stable") if scores[i] > 0][:k]


def retrieve_postings(question, chunks, k):
    """An inverted index: only the chunks that share a word get a score."""
    _need(k)
    postings = defaultdict(set)
    for place, chunk in enumerate(chunks):
        for match in re.finditer(r"\w+", chunk.lower()):
            postings[match.group()].add(place)
    scores = Counter()
    for word in _words(question):
        places = postings.get(word, ())
        for place in places:
            scores[place] += len(chunks) - len(places)
    found = sorted((-score, place) for place, score in scores.items() if score)
    return [place for _, place in found[:k]]


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


def retrieve_compare(question, chunks, k):
    """A comparison function instead of a key."""
    _need(k)
    scores = _scores(question, chunks)
    order = sorted(range(len(scores)), key=cmp_to_key(lambda a, b: scores[b] - scores[a] or a - b))
    return [*itertools.islice((i for i in order if scores[i]), k)]


@lru_cache(maxsize=None)
def _cached_words(text):
    return frozenset(re.findall(r"\w+", text.lower()))


def retrieve_cached(question, chunks, k):
    """Remembers the words of each text."""
    _need(k)
    return _ranked(_scores(question, chunks, _cached_words), k)


def _scan(text):
    word, found = "", set()
    for char in text.lower() + " ":
        if char.isalnum() or char == "_":
            word += char
        elif word:
            found.add(word)
            word = ""
    return found


def retrieve_scan(question, chunks, k):
    """Reads words by hand, character by character, as \\w does."""
    _need(k)
    return _ranked(_scores(question, chunks, _scan), k)


@dataclass(order=True)
class _Hit:
    minus: int
    place: int
    text: str = field(compare=False)


def retrieve_dataclass(question, chunks, k):
    """Hits as ordered dataclasses."""
    _need(k)
    hits = [_Hit(-score, i, chunks[i]) for i, score in enumerate(_scores(question, chunks)) if score]
    return [hit.place for hit in sorted(hits)][:k]


class _Index:
    def __init__(self, chunks):
        self.bags = [_words(chunk) for chunk in chunks]

    def worth(self, word):
        return len(self.bags) - sum(word in bag for bag in self.bags)

    def score(self, place, asked):
        return sum(self.worth(word) for word in asked if word in self.bags[place])


def retrieve_class(question, chunks, k):
    """An index object."""
    _need(k)
    index, asked = _Index(chunks), _words(question)
    return _ranked([index.score(i, asked) for i in range(len(chunks))], k)


def retrieve_insert(question, chunks, k):
    """Insertion sort: a chunk goes behind those that score as much."""
    _need(k)
    best = []
    for place, score in enumerate(_scores(question, chunks)):
        at = len(best)
        while at and best[at - 1][0] < score:
            at -= 1
        if score > 0:
            best.insert(at, (score, place))
    return [place for _, place in best[:k]]


def retrieve_levels(question, chunks, k):
    """Groups places by score and goes through the scores from the top."""
    _need(k)
    levels = defaultdict(list)
    for place, score in enumerate(_scores(question, chunks)):
        levels[score].append(place)
    levels.pop(0, None)
    return sum((levels[score] for score in sorted(levels, reverse=True)), [])[:k]


def retrieve_fraction(question, chunks, k):
    """Worth as an exact share of the chunks; the order is the same."""
    _need(k)
    scores = [Fraction(score, len(chunks)) for score in _scores(question, chunks)]
    return _ranked(scores, k)


def retrieve_pairs(question, chunks, k):
    """Slow: adds one for each other chunk that lacks a shared word."""
    _need(k)
    asked, bags = _words(question), [_words(chunk) for chunk in chunks]
    scores = [sum(len((asked & bag) - other) for other in bags) for bag in bags]
    return _ranked(scores, k)


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


ALL |= {
    "sets and a stable sort": retrieve_plain,
    "Counter": retrieve_counter,
    "heap": retrieve_heap,
    "numpy": retrieve_numpy,
    "inverted index": retrieve_postings,
    "selection": retrieve_select,
    "comparison": retrieve_compare,
    "cached words": retrieve_cached,
    "words by hand": retrieve_scan,
    "dataclass": retrieve_dataclass,
    "class": retrieve_class,
    "insertion": retrieve_insert,
    "levels": retrieve_levels,
    "fractions": retrieve_fraction,
    "pairs of chunks": retrieve_pairs,
    "merge sort": retrieve_recursive,
}
