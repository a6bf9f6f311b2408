"""Wrong answers to `retrieve`: each lacks one thing that the task asks for."""

import re


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


def repeated_in_the_question(question, chunks, k):
    """Counts a word as often as it is asked."""
    found = [set(_words(chunk)) for chunk in chunks]
    return _best([sum(_rarity(word, found) for word in _words(question) if word in own) for own in found], k)


def divided_by_length(question, chunks, k):
    """Divides the score by the length of the chunk."""
    found = [len(_words(chunk)) or 1 for chunk in chunks]
    return _best([score / length for score, length in zip(_scores(question, chunks), found, strict=True)], k)


def last_of_equals(question, chunks, k):
    """Sorts pairs of score and place backwards, so that the later of two equals comes first."""
    return _best(_scores(question, chunks), k, lambda i: -i)


def worst_first(question, chunks, k):
    """Sorts in the wrong direction."""
    _need(k)
    scores = _scores(question, chunks)
    return [i for i in sorted(range(len(chunks)), key=lambda i: (scores[i], i)) if scores[i]][:k]


def every_match(question, chunks, k):
    """Returns all chunks that match, and does not look at k."""
    _need(k)
    return _right(question, chunks, max(len(chunks), 1))


def filled_up(question, chunks, k):
    """Fills up to k with chunks that score 0."""
    order = every_match(question, chunks, k)
    return (order + [i for i in range(len(chunks)) if i not in order])[:k] if order else []


def with_scores(question, chunks, k):
    """Returns pairs of place and score."""
    scores = _scores(question, chunks)
    return [(i, scores[i]) for i in _best(scores, k)]


def fails_on_nothing(question, chunks, k):
    """Divides by the largest score, which may be 0, or not there."""
    scores = _scores(question, chunks)
    most = max(scores)
    return _best([score / most for score in scores], k)


def not_refused(question, chunks, k):
    """Does not refuse a k below 1."""
    return _right(question, chunks, k) if k >= 1 else []


ALL = {
    "repeated in the question": repeated_in_the_question,
    "divided by length": divided_by_length,
    "last of equals": last_of_equals,
    "worst first": worst_first,
    "every match": every_match,
    "filled up": filled_up,
    "with scores": with_scores,
    "fails on nothing": fails_on_nothing,
    "not refused": not_refused,
    "every word alike": _with(
        "Counts shared words, the common ones as much as the rare ones.", weigh=lambda word, found: 1
    ),
    "capitals matter": _with("Takes Ice and ice for two words.", split=_found_by(r"\w+", str)),
    "punctuation sticks": _with(
        "Splits at white space, so that a full stop belongs to its word.", split=_found_by(r"\S+")
    ),
    "places by index()": _with(
        "Looks up the places of texts with index(), which finds the first of equal ones.",
        lambda places, chunks: [chunks.index(chunks[i]) for i in places],
    ),
    "counted from one": _with("Counts the chunks from 1.", lambda places, chunks: [i + 1 for i in places]),
}


# Answers without any work: each earns less than a third.
LAZY = {
    "first k": lambda question, chunks, k: _need(k) or list(range(min(k, len(chunks)))),
    "raises": lambda question, chunks, k: _need(0),
}
