"""Wrong answers to `retrieve`: each lacks one thing that the task asks for."""

import string
import unicodedata
from collections import Counter
import numpy as np

import re


def words(text):
    """Cut a text into words."""
    return re.findall(r"\w+", text.lower())


def rarity(word, found):
    """Count the chunks without a word."""
    return sum(word not in own for own in found)


def scores_of(question, chunks, split=words, weigh=rarity):
    """Score the chunks; the wrong answers change how words are found or weighed."""
    found = [set(split(chunk)) for chunk in chunks]
    return [sum(weigh(word, found) for word in set(split(question)) & own) for own in found]


def best(scores, k):
    """Rank places rightly."""
    if k < 1:
        raise ValueError("k must be at least 1")
    return [i for i in sorted(range(len(scores)), key=lambda i: (-scores[i], i)) if scores[i] > 0][:k]


def every_word_alike(question, chunks, k):
    """Counts shared words, the common ones as much as the rare ones."""
    return best(scores_of(question, chunks, weigh=lambda word, found: 1), k)


def common_words_count(question, chunks, k):
    """Weighs a word by the number of chunks that have it."""
    return best(scores_of(question, chunks, weigh=lambda word, found: len(found) - rarity(word, found)), k)


def by_ratio(question, chunks, k):
    """Divides the number of chunks by that of the chunks with the word, and does not subtract."""

    def ratio(word, found):
        have = len(found) - rarity(word, found)
        return len(found) / have if have < len(found) else 0

    return best(scores_of(question, chunks, weigh=ratio), k)


def by_logarithm(question, chunks, k):
    """Weighs by the logarithm of the usual formula, which orders otherwise."""
    from math import log

    return best(
        scores_of(question, chunks, weigh=lambda word, found: log(len(found) / (len(found) - rarity(word, found)))), k
    )


def repeated_in_the_chunk(question, chunks, k):
    """Counts a word as often as the chunk has it."""
    found = [words(chunk) for chunk in chunks]
    return best([sum(rarity(word, found) for word in own if word in set(words(question))) for own in found], k)


def repeated_in_the_question(question, chunks, k):
    """Counts a word as often as it is asked."""
    found = [set(words(chunk)) for chunk in chunks]
    return best([sum(rarity(word, found) for word in words(question) if word in own) for own in found], k)


def occurrences_for_chunks(question, chunks, k):
    """Takes all occurrences of a word from the number of chunks, and not the chunks that have it."""
    every = [word for chunk in chunks for word in words(chunk)]
    return best(scores_of(question, chunks, weigh=lambda word, found: max(0, len(found) - every.count(word))), k)


def words_inside_words(question, chunks, k):
    """Looks for each word anywhere in the text, also inside longer words."""
    asked = set(words(question))
    worth = {word: sum(word not in chunk.lower() for chunk in chunks) for word in asked}
    return best([sum(worth[word] for word in asked if word in chunk.lower()) for chunk in chunks], k)


def capitals_matter(question, chunks, k):
    """Takes Ice and ice for two words."""
    return best(scores_of(question, chunks, split=lambda text: re.findall(r"\w+", text)), k)


def only_chunks_made_small(question, chunks, k):
    """Forgets to make the question small."""
    found = [set(words(chunk)) for chunk in chunks]
    asked = set(re.findall(r"\w+", question))
    return best([sum(rarity(word, found) for word in asked & own) for own in found], k)


def punctuation_sticks(question, chunks, k):
    """Splits at white space, so that a full stop belongs to its word."""
    return best(scores_of(question, chunks, split=lambda text: text.lower().split()), k)


def letters_only(question, chunks, k):
    """Knows the letters from a to z, and neither digits nor others."""
    return best(scores_of(question, chunks, split=lambda text: re.findall(r"[a-z]+", text.lower())), k)


def short_words_dropped(question, chunks, k):
    """Leaves out words of one letter."""
    return best(scores_of(question, chunks, split=lambda text: re.findall(r"\w\w+", text.lower())), k)


def divided_by_length(question, chunks, k):
    """Divides the score by the length of the chunk."""
    found = [len(words(chunk)) or 1 for chunk in chunks]
    return best([score / length for score, length in zip(scores_of(question, chunks), found, strict=True)], k)


def long_chunks_first(question, chunks, k):
    """Puts the longer of two equals first."""
    scores = scores_of(question, chunks)
    order = sorted(range(len(chunks)), key=lambda i: (-scores[i], -len(chunks[i]), i))
    return [i for i in order if i in best(scores, max(len(chunks), 1))][:k] if k >= 1 else best(scores, k)


def last_of_equals(question, chunks, k):
    """Sorts pairs of score and place backwards, so that the later of two equals comes first."""
    best([], k)
    pairs = sorted(((score, place) for place, score in enumerate(scores_of(question, chunks)) if score), reverse=True)
    return [place for _, place in pairs[:k]]


def worst_first(question, chunks, k):
    """Sorts in the wrong direction."""
    scores = scores_of(question, chunks)
    best(scores, k)
    return [i for i in sorted(range(len(chunks)), key=lambda i: (scores[i], i)) if scores[i]][:k]


def in_the_order_of_the_text(question, chunks, k):
    """Puts the k best back into the order of the text."""
    return sorted(best(scores_of(question, chunks), k))


def first_k_that_match(question, chunks, k):
    """Stops at the k-th chunk that shares a word, and ranks only those."""
    scores = scores_of(question, chunks)
    first = [i for i, score in enumerate(scores) if score][: max(k, 0)]
    return [i for i in best(scores, k and len(chunks) or k) if i in first] if k >= 1 else best(scores, k)


def only_the_best(question, chunks, k):
    """Returns one chunk, whatever k is."""
    return best(scores_of(question, chunks), k)[:1]


def one_too_many(question, chunks, k):
    """Returns k + 1 chunks."""
    return best(scores_of(question, chunks), k + 1) if k >= 1 else best([], k)


def every_match(question, chunks, k):
    """Returns all chunks that match, and does not look at k."""
    best([], k)
    return best(scores_of(question, chunks), max(len(chunks), 1))


def filled_up(question, chunks, k):
    """Fills up to k with chunks that score 0."""
    scores = scores_of(question, chunks)
    best(scores, k)
    if not any(scores):
        return []
    return sorted(range(len(chunks)), key=lambda i: (-scores[i], i))[:k]


def any_shared_word(question, chunks, k):
    """Returns a chunk that shares a word, also where every chunk has that word and the score is 0."""
    scores, asked = scores_of(question, chunks), set(words(question))
    best(scores, k)
    order = sorted(range(len(chunks)), key=lambda i: (-scores[i], i))
    return [i for i in order if asked & set(words(chunks[i]))][:k]


def by_index(question, chunks, k):
    """Looks up the places of texts with index(), which finds the first of equal ones."""
    return [chunks.index(chunks[i]) for i in best(scores_of(question, chunks), k)]


def counted_from_one(question, chunks, k):
    """Counts the chunks from 1."""
    return [i + 1 for i in best(scores_of(question, chunks), k)]


def texts(question, chunks, k):
    """Returns the texts in place of their places."""
    return [chunks[i] for i in best(scores_of(question, chunks), k)]


def with_scores(question, chunks, k):
    """Returns pairs of place and score."""
    scores = scores_of(question, chunks)
    return [(i, scores[i]) for i in best(scores, k)]


def generator(question, chunks, k):
    """Yields the places and does not return a list."""
    yield from best(scores_of(question, chunks), k)


def fails_on_nothing(question, chunks, k):
    """Divides by the largest score, which may be 0, or not there."""
    scores = scores_of(question, chunks)
    most = max(scores)
    return best([score / most for score in scores], k)


def fails_where_k_is_large(question, chunks, k):
    """Takes the best k times, also where there are fewer chunks."""
    order = best(scores_of(question, chunks), k)
    return [order[n] for n in range(k)]


def not_refused(question, chunks, k):
    """Does not refuse a k below 1."""
    return best(scores_of(question, chunks), k) if k >= 1 else []


def not_refused_without_chunks(question, chunks, k):
    """Answers an empty list before it looks at k."""
    return best(scores_of(question, chunks), k) if chunks else []


def only_zero_refused(question, chunks, k):
    """Refuses 0, and takes negative numbers."""
    if k == 0:
        raise ValueError("k must not be 0")
    return best(scores_of(question, chunks), k) if k > 0 else []


def wrong_error(question, chunks, k):
    """Stops a k below 1 with an assertion."""
    assert k >= 1, "k must be at least 1"
    return best(scores_of(question, chunks), k)


ALL = {
    "every word alike": every_word_alike,
    "common words count": common_words_count,
    "a ratio": by_ratio,
    "a logarithm": by_logarithm,
    "repeated in the chunk": repeated_in_the_chunk,
    "repeated in the question": repeated_in_the_question,
    "occurrences for chunks": occurrences_for_chunks,
    "words inside words": words_inside_words,
    "capitals matter": capitals_matter,
    "question with capitals": only_chunks_made_small,
    "punctuation sticks": punctuation_sticks,
    "letters only": letters_only,
    "short words dropped": short_words_dropped,
    "divided by length": divided_by_length,
    "long chunks first": long_chunks_first,
    "last of equals": last_of_equals,
    "worst first": worst_first,
    "in the order of the text": in_the_order_of_the_text,
    "first k that match": first_k_that_match,
    "only the best": only_the_best,
    "one too many": one_too_many,
    "every match": every_match,
    "filled up": filled_up,
    "any shared word": any_shared_word,
    "places by index()": by_index,
    "counted from one": counted_from_one,
    "texts": texts,
    "with scores": with_scores,
    "a generator": generator,
    "fails on nothing": fails_on_nothing,
    "fails where k is large": fails_where_k_is_large,
    "not refused": not_refused,
    "not refused without chunks": not_refused_without_chunks,
    "only zero refused": only_zero_refused,
    "an assertion": wrong_error,
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


def retrieve_no_underscore(question, chunks, k):
    """An underscore separates words."""
    _need(k)
    return _ranked(_scores(question, chunks, lambda t: set(re.findall(r"[^\W_]+", t.lower()))), k)


def retrieve_ascii(question, chunks, k):
    """Only ASCII letters make words."""
    _need(k)
    return _ranked(_scores(question, chunks, lambda t: set(re.findall(r"[a-z0-9_]+", t.lower()))), k)


def retrieve_split(question, chunks, k):
    """Splits at white space and strips ASCII punctuation: a hyphen or a quote inside stays."""
    _need(k)
    words = lambda t: {w.strip(string.punctuation.replace("_", "")) for w in t.lower().split()} - {""}  # noqa: E731
    return _ranked(_scores(question, chunks, words), k)


def retrieve_apostrophe(question, chunks, k):
    """An apostrophe inside a word belongs to it."""
    _need(k)
    return _ranked(_scores(question, chunks, lambda t: set(re.findall(r"\w+(?:'\w+)*", t.lower()))), k)


def retrieve_casefold(question, chunks, k):
    """casefold instead of lower: a sharp s becomes ss."""
    _need(k)
    return _ranked(_scores(question, chunks, lambda t: set(re.findall(r"\w+", t.casefold()))), k)


def retrieve_lower_late(question, chunks, k):
    """Finds the words first and lowers each of them: a dotted capital I stays one word."""
    _need(k)
    return _ranked(_scores(question, chunks, lambda t: {w.lower() for w in re.findall(r"\w+", t)}), k)


def retrieve_lower_chars(question, chunks, k):
    """Lowers character by character: a final sigma is not known."""
    _need(k)
    return _ranked(_scores(question, chunks, lambda t: set(re.findall(r"\w+", "".join(c.lower() for c in t)))), k)


def retrieve_nfc(question, chunks, k):
    """Composes accents before it looks for words."""
    _need(k)
    words = lambda t: set(re.findall(r"\w+", unicodedata.normalize("NFC", t).lower()))  # noqa: E731
    return _ranked(_scores(question, chunks, words), k)


def retrieve_float_share(question, chunks, k):
    """Worth as a float share of the chunks: sums that should be equal differ in their last bit."""
    _need(k)
    bags, asked = [_words(chunk) for chunk in chunks], sorted(_words(question))
    worth = {w: sum(w not in b for b in bags) / len(bags) for w in asked} if bags else {}
    return _ranked([sum(worth[w] for w in asked if w in bag) for bag in bags], k)


def retrieve_small_numbers(question, chunks, k):
    """Worth in eight bits: too small for more than 255 chunks."""
    _need(k)
    scores = np.array(_scores(question, chunks), dtype=np.int64).astype(np.uint8)
    return _ranked([int(score) for score in scores], k)


def retrieve_ties_short(question, chunks, k):
    """Of equal scores the shorter chunk comes first."""
    _need(k)
    scores = _scores(question, chunks)
    return [i for i in sorted(range(len(chunks)), key=lambda i: (-scores[i], len(chunks[i]))) if scores[i]][:k]


def retrieve_with_ties(question, chunks, k):
    """Also returns what scores as much as the last of the k."""
    _need(k)
    scores = _scores(question, chunks)
    ranked = _ranked(scores, len(chunks))
    return [i for i in ranked if len(ranked) <= k or scores[i] >= scores[ranked[k - 1]]]


def retrieve_equal_once(question, chunks, k):
    """Returns a text that is in the list twice only once."""
    _need(k)
    ranked = _ranked(_scores(question, chunks), len(chunks))
    return [i for i in ranked if chunks.index(chunks[i]) == i][:k]


def retrieve_tuple(question, chunks, k):
    """Returns a tuple."""
    _need(k)
    return tuple(_ranked(_scores(question, chunks), k))


def retrieve_empty_question_first(question, chunks, k):
    """Returns early for an empty question, before it looks at k."""
    if not question:
        return []
    _need(k)
    return _ranked(_scores(question, chunks), k)


def retrieve_large_k(question, chunks, k):
    """Refuses a k that is larger than the number of chunks."""
    if not 1 <= k <= max(1, len(chunks)):
        raise ValueError("k is too large")
    return _ranked(_scores(question, chunks), k)


def retrieve_no_chunks_error(question, chunks, k):
    """Refuses an empty list of chunks."""
    if k < 1 or not chunks:
        raise ValueError("nothing to search")
    return _ranked(_scores(question, chunks), k)


def retrieve_sorts_list(question, chunks, k):
    """Changes the caller's list: all chunks are lowered in place."""
    _need(k)
    chunks[:] = [chunk.lower() for chunk in chunks]
    return _ranked(_scores(question, chunks), k)


_COUNT = Counter()


def retrieve_state(question, chunks, k):
    """Keeps counting in the same Counter from call to call."""
    _need(k)
    bags, asked = [_words(chunk) for chunk in chunks], _words(question)
    _COUNT.update(w for bag in bags for w in bag)
    return _ranked([sum(max(0, len(bags) - _COUNT[w]) for w in asked & bag) for bag in bags], k)


def retrieve_example(question, chunks, k):
    """The result of the example."""
    return [1, 0, 2]


def retrieve_nothing(question, chunks, k):
    """Always an empty list; refuses what it should."""
    _need(k)
    return []


def retrieve_first(question, chunks, k):
    """The first k places."""
    _need(k)
    return list(range(min(k, len(chunks))))


def retrieve_raises(question, chunks, k):
    """Always an error."""
    raise ValueError("k must be at least 1")


# Further wrong answers; the teachers' pages name those of ALL.
MORE = {
    "no underscore": retrieve_no_underscore,
    "ASCII words": retrieve_ascii,
    "split": retrieve_split,
    "apostrophe": retrieve_apostrophe,
    "casefold": retrieve_casefold,
    "lower late": retrieve_lower_late,
    "lower by character": retrieve_lower_chars,
    "NFC": retrieve_nfc,
    "float shares": retrieve_float_share,
    "eight bits": retrieve_small_numbers,
    "ties short": retrieve_ties_short,
    "ties beyond k": retrieve_with_ties,
    "equal texts once": retrieve_equal_once,
    "tuple": retrieve_tuple,
    "empty question first": retrieve_empty_question_first,
    "large k refused": retrieve_large_k,
    "no chunks refused": retrieve_no_chunks_error,
    "changes the list": retrieve_sorts_list,
    "state": retrieve_state,
}
# Answers without any work: each earns less than a third.
LAZY = {
    "example": retrieve_example,
    "nothing": retrieve_nothing,
    "first k": retrieve_first,
    "raises": retrieve_raises,
}
