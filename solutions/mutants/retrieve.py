"""Wrong answers to `retrieve`: each lacks one thing that the task asks for."""

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
