"""Wrong answers to `retrieve`: each lacks one thing that the task asks for."""

import re
import string
import unicodedata
from collections import Counter
from math import log

import numpy as np


def _words(text):
    return re.findall(r"\w+", text.lower())


def _rarity(word, found):
    return sum(word not in own for own in found)


def _need(k):
    if k < 1:
        raise ValueError("k must be at least 1")


def _scores(question, chunks, split=_words, weigh=_rarity):
    found = [set(split(chunk)) for chunk in chunks]
    return [sum(weigh(word, found) for word in set(split(question)) & own) for own in found]


def _best(scores, k, key=lambda place: place):
    _need(k)
    return [i for i in sorted(range(len(scores)), key=lambda i: (-scores[i], key(i))) if scores[i] > 0][:k]


def _right(question, chunks, k):
    return _best(_scores(question, chunks), k)


def _with(says, change=lambda places, chunks: places, **parts):
    """Make an answer that finds or weighs words otherwise, or changes the places."""

    def answer(question, chunks, k):
        return change(_best(_scores(question, chunks, **parts), k), chunks)

    answer.__doc__ = says
    return answer


def _found_by(pattern, read=str.lower):
    return lambda text: re.findall(pattern, read(text))


def by_ratio(question, chunks, k):
    """Divides the number of chunks by that of the chunks with the word, and does not subtract."""

    def ratio(word, found):
        have = len(found) - _rarity(word, found)
        return len(found) / have if have < len(found) else 0

    return _best(_scores(question, chunks, weigh=ratio), k)


def repeated_in_the_chunk(question, chunks, k):
    """Counts a word as often as the chunk has it."""
    found, asked = [_words(chunk) for chunk in chunks], set(_words(question))
    return _best([sum(_rarity(word, found) for word in own if word in asked) for own in found], k)


def repeated_in_the_question(question, chunks, k):
    """Counts a word as often as it is asked."""
    found = [set(_words(chunk)) for chunk in chunks]
    return _best([sum(_rarity(word, found) for word in _words(question) if word in own) for own in found], k)


def occurrences_for_chunks(question, chunks, k):
    """Takes all occurrences of a word from the number of chunks, and not the chunks that have it."""
    every = [word for chunk in chunks for word in _words(chunk)]
    return _best(_scores(question, chunks, weigh=lambda word, found: max(0, len(found) - every.count(word))), k)


def words_inside_words(question, chunks, k):
    """Looks for each word anywhere in the text, also inside longer words."""
    asked = set(_words(question))
    worth = {word: sum(word not in chunk.lower() for chunk in chunks) for word in asked}
    return _best([sum(worth[word] for word in asked if word in chunk.lower()) for chunk in chunks], k)


def only_chunks_made_small(question, chunks, k):
    """Forgets to make the question small."""
    found = [set(_words(chunk)) for chunk in chunks]
    asked = set(re.findall(r"\w+", question))
    return _best([sum(_rarity(word, found) for word in asked & own) for own in found], k)


def divided_by_length(question, chunks, k):
    """Divides the score by the length of the chunk."""
    found = [len(_words(chunk)) or 1 for chunk in chunks]
    return _best([score / length for score, length in zip(_scores(question, chunks), found, strict=True)], k)


def long_chunks_first(question, chunks, k):
    """Puts the longer of two equals first."""
    return _best(_scores(question, chunks), k, lambda i: (-len(chunks[i]), i))


def last_of_equals(question, chunks, k):
    """Sorts pairs of score and place backwards, so that the later of two equals comes first."""
    return _best(_scores(question, chunks), k, lambda i: -i)


def worst_first(question, chunks, k):
    """Sorts in the wrong direction."""
    _need(k)
    scores = _scores(question, chunks)
    return [i for i in sorted(range(len(chunks)), key=lambda i: (scores[i], i)) if scores[i]][:k]


def first_k_that_match(question, chunks, k):
    """Stops at the k-th chunk that shares a word, and ranks only those."""
    _need(k)
    scores = _scores(question, chunks)
    first = [i for i, score in enumerate(scores) if score][:k]
    return sorted(first, key=lambda i: (-scores[i], i))


def one_too_many(question, chunks, k):
    """Returns k + 1 chunks."""
    _need(k)
    return _right(question, chunks, k + 1)


def every_match(question, chunks, k):
    """Returns all chunks that match, and does not look at k."""
    _need(k)
    return _right(question, chunks, max(len(chunks), 1))


def filled_up(question, chunks, k):
    """Fills up to k with chunks that score 0."""
    order = every_match(question, chunks, k)
    return (order + [i for i in range(len(chunks)) if i not in order])[:k] if order else []


def any_shared_word(question, chunks, k):
    """Returns a chunk that shares a word, also where every chunk has that word and the score is 0."""
    asked = set(_words(question))
    order = every_match(question, chunks, k)
    order += [i for i in range(len(chunks)) if i not in order and asked & set(_words(chunks[i]))]
    return order[:k]


def with_scores(question, chunks, k):
    """Returns pairs of place and score."""
    scores = _scores(question, chunks)
    return [(i, scores[i]) for i in _best(scores, k)]


def generator(question, chunks, k):
    """Yields the places and does not return a list."""
    yield from _right(question, chunks, k)


def fails_on_nothing(question, chunks, k):
    """Divides by the largest score, which may be 0, or not there."""
    scores = _scores(question, chunks)
    most = max(scores)
    return _best([score / most for score in scores], k)


def fails_where_k_is_large(question, chunks, k):
    """Takes the best k times, also where there are fewer chunks."""
    order = _right(question, chunks, k)
    return [order[n] for n in range(k)]


def not_refused(question, chunks, k):
    """Does not refuse a k below 1."""
    return _right(question, chunks, k) if k >= 1 else []


def not_refused_without_chunks(question, chunks, k):
    """Answers an empty list before it looks at k."""
    return _right(question, chunks, k) if chunks else []


def only_zero_refused(question, chunks, k):
    """Refuses 0, and takes negative numbers."""
    return _right(question, chunks, k) if k >= 0 else []


def wrong_error(question, chunks, k):
    """Stops a k below 1 with an assertion."""
    assert k >= 1, "k must be at least 1"
    return _right(question, chunks, k)


ALL = {
    "a ratio": by_ratio,
    "repeated in the chunk": repeated_in_the_chunk,
    "repeated in the question": repeated_in_the_question,
    "occurrences for chunks": occurrences_for_chunks,
    "words inside words": words_inside_words,
    "question with capitals": only_chunks_made_small,
    "divided by length": divided_by_length,
    "long chunks first": long_chunks_first,
    "last of equals": last_of_equals,
    "worst first": worst_first,
    "first k that match": first_k_that_match,
    "one too many": one_too_many,
    "every match": every_match,
    "filled up": filled_up,
    "any shared word": any_shared_word,
    "with scores": with_scores,
    "a generator": generator,
    "fails on nothing": fails_on_nothing,
    "fails where k is large": fails_where_k_is_large,
    "not refused": not_refused,
    "not refused without chunks": not_refused_without_chunks,
    "only zero refused": only_zero_refused,
    "an assertion": wrong_error,
    "every word alike": _with(
        "Counts shared words, the common ones as much as the rare ones.", weigh=lambda word, found: 1
    ),
    "common words count": _with(
        "Weighs a word by the number of chunks that have it.",
        weigh=lambda word, found: len(found) - _rarity(word, found),
    ),
    "a logarithm": _with(
        "Weighs by the logarithm of the usual formula, which orders otherwise.",
        weigh=lambda word, found: log(len(found) / (len(found) - _rarity(word, found))),
    ),
    "capitals matter": _with("Takes Ice and ice for two words.", split=_found_by(r"\w+", str)),
    "punctuation sticks": _with(
        "Splits at white space, so that a full stop belongs to its word.", split=_found_by(r"\S+")
    ),
    "letters only": _with("Knows the letters from a to z, and neither digits nor others.", split=_found_by(r"[a-z]+")),
    "short words dropped": _with("Leaves out words of one letter.", split=_found_by(r"\w\w+")),
    "in the order of the text": _with(
        "Puts the k best back into the order of the text.", lambda places, chunks: sorted(places)
    ),
    "only the best": _with("Returns one chunk, whatever k is.", lambda places, chunks: places[:1]),
    "places by index()": _with(
        "Looks up the places of texts with index(), which finds the first of equal ones.",
        lambda places, chunks: [chunks.index(chunks[i]) for i in places],
    ),
    "counted from one": _with("Counts the chunks from 1.", lambda places, chunks: [i + 1 for i in places]),
    "texts": _with("Returns the texts in place of their places.", lambda places, chunks: [chunks[i] for i in places]),
}


def float_share(question, chunks, k):
    """Worth as a float share of the chunks: sums that should be equal differ in their last bit."""
    found, asked = [set(_words(chunk)) for chunk in chunks], sorted({*_words(question)})
    worth = {word: _rarity(word, found) / len(found) for word in asked} if found else {}
    return _best([sum(worth[word] for word in asked if word in own) for own in found], k)


def small_numbers(question, chunks, k):
    """Worth in eight bits: too small for more than 255 chunks."""
    return _best(np.array(_scores(question, chunks), dtype=np.int64).astype(np.uint8).tolist(), k)


def ties_short(question, chunks, k):
    """Of equal scores the shorter chunk comes first."""
    return _best(_scores(question, chunks), k, lambda i: (len(chunks[i]), i))


def with_ties(question, chunks, k):
    """Also returns what scores as much as the last of the k."""
    scores, ranked = _scores(question, chunks), every_match(question, chunks, k)
    return [i for i in ranked if len(ranked) <= k or scores[i] >= scores[ranked[k - 1]]]


def equal_once(question, chunks, k):
    """Returns a text that is in the list twice only once."""
    return [i for i in every_match(question, chunks, k) if chunks.index(chunks[i]) == i][:k]


def empty_question_first(question, chunks, k):
    """Returns early for an empty question, before it looks at k."""
    return _right(question, chunks, k) if question else []


def large_k(question, chunks, k):
    """Refuses a k that is larger than the number of chunks."""
    _need(max(1, len(chunks)) - k + 1)
    return _right(question, chunks, k)


def no_chunks_error(question, chunks, k):
    """Refuses an empty list of chunks."""
    _need(len(chunks))
    return _right(question, chunks, k)


def sorts_list(question, chunks, k):
    """Changes the caller's list: all chunks are lowered in place."""
    chunks[:] = [chunk.lower() for chunk in chunks]
    return _right(question, chunks, k)


_COUNT = Counter()


def state(question, chunks, k):
    """Keeps counting in the same Counter from call to call."""
    _COUNT.update(word for chunk in chunks for word in {*_words(chunk)})
    return _best(_scores(question, chunks, weigh=lambda word, found: max(0, len(found) - _COUNT[word])), k)


def best_k_times(question, chunks, k):
    """Takes the best k times and marks it as taken, also where all chunks are taken."""
    _need(k)
    scores, best = _scores(question, chunks), []
    for _ in range(k):
        best.append(scores.index(max(scores)))
        scores[best[-1]] = -1
    return best


def pairs_backwards(question, chunks, k):
    """Sorts pairs of score and place backwards, keeps those with score 0, and does not look at k."""
    return [i for _, i in sorted(zip(_scores(question, chunks), range(len(chunks))), reverse=True)][:k]


# Further wrong answers; the teachers' pages name those of ALL.
MORE = {
    "best k times": best_k_times,
    "pairs backwards": pairs_backwards,
    "float shares": float_share,
    "eight bits": small_numbers,
    "ties short": ties_short,
    "ties beyond k": with_ties,
    "equal texts once": equal_once,
    "empty question first": empty_question_first,
    "large k refused": large_k,
    "no chunks refused": no_chunks_error,
    "changes the list": sorts_list,
    "state": state,
    "tuple": _with("Returns a tuple.", lambda places, chunks: tuple(places)),
    "no underscore": _with("An underscore separates words.", split=_found_by(r"[^\W_]+")),
    "ASCII words": _with("Only ASCII letters make words.", split=_found_by(r"[a-z0-9_]+")),
    "split": _with(
        "Splits at white space and strips ASCII punctuation: a hyphen or a quote inside stays.",
        split=lambda text: {word.strip(string.punctuation.replace("_", "")) for word in text.lower().split()} - {""},
    ),
    "apostrophe": _with("An apostrophe inside a word belongs to it.", split=_found_by(r"\w+(?:'\w+)*")),
    "casefold": _with("casefold instead of lower: a sharp s becomes ss.", split=_found_by(r"\w+", str.casefold)),
    "lower late": _with(
        "Finds the words first and lowers each of them: a dotted capital I stays one word.",
        split=lambda text: [word.lower() for word in re.findall(r"\w+", text)],
    ),
    "lower by character": _with(
        "Lowers character by character: a final sigma is not known.",
        split=_found_by(r"\w+", lambda text: "".join(map(str.lower, text))),
    ),
    "NFC": _with(
        "Composes accents before it looks for words.",
        split=_found_by(r"\w+", lambda text: unicodedata.normalize("NFC", text).lower()),
    ),
}
# Answers without any work: each earns less than a third.
LAZY = {
    "example": lambda question, chunks, k: [1, 0, 2],
    "nothing": lambda question, chunks, k: _need(k) or [],
    "first k": lambda question, chunks, k: _need(k) or list(range(min(k, len(chunks)))),
    "raises": lambda question, chunks, k: _need(0),
}
