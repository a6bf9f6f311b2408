"""Retrieve: the places of the k best chunks, where a word counts the number of chunks that do not have it.

Scores are whole numbers, so right answers of any design agree to the last place.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from classroom.judge.exercise import Broken, Call, Exercise, Property, expect_int, expect_list, kind_of
from classroom.properties.spans import refuses

from .cases import (
    ALONE,
    EQUAL,
    FIRST,
    MANY,
    ONCE,
    RARE,
    WHOLE,
    ZERO,
    case,
    plain,
    written,
)

_PLACES = "return places in the list, as in [i for i, chunk in enumerate(chunks) if ...]"
_RARITY = "a word counts len(chunks) minus the number of chunks that have it; sum over the question's words"
_ORDER = "sort by score: the highest comes first, wherever its chunk is in the list"
_FEWER = "return k chunks if k or more have a score above 0, and all of those if there are fewer"
_EQUAL_TEXTS = "two chunks can have the same text, and index() or a dictionary finds one of them: keep their places"
_NONE_LEFT = "k may be larger than the number of chunks: stop when none is left"
_COMMON = "drop every chunk with score 0, also one that shares only words that every chunk has"
_WORDS = "compare whole words, and score the chunks before you choose"


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.lower()))


def _scores(question: str, chunks: Sequence[str]) -> list[int]:
    """Score each chunk: for each word that it shares with the question, the number of chunks without the word."""
    found = [_words(chunk) for chunk in chunks]
    worth = {word: sum(word not in own for own in found) for word in _words(question)}
    return [sum(worth[word] for word in own if word in worth) for own in found]


def _found(function: Call, question: str, chunks: Sequence[str], k: int) -> list[int]:
    """Call the function, and refuse an answer that is not a list of places, each at most once."""
    gave = expect_list(function(question, list(chunks), k))
    for number, place in enumerate(gave):
        if isinstance(place, float):
            expect_int(place, f"element {number} of the list is")
        if type(place) is not int:
            raise Broken(
                f"element {number} of the list is {kind_of(place)}; expected the place of a chunk", cause=_PLACES
            )
        if not 0 <= place < len(chunks):
            raise Broken(f"there is no chunk {place}: there are {len(chunks)}, the first is 0", cause=_PLACES)
        if place in gave[:number]:
            cause = _EQUAL_TEXTS if chunks.count(chunks[place]) > 1 else _NONE_LEFT
            raise Broken(f"chunk {place} is named twice", cause=cause)
    return gave


def _only(function: Call, question: str, chunks: Sequence[str], k: int) -> None:
    """The one chunk that shares a word with the question is found."""
    scores = _scores(question, chunks)
    (place,) = (number for number, score in enumerate(scores) if score)
    gave = _found(function, question, chunks, k)
    if place not in gave:
        cause = "places are counted from 0" if gave == [place + 1] else "" if not gave else _WORDS
        raise Broken(
            f"chunk {place} is missing: it alone shares a word with the question", expected=[place], cause=cause
        )


def _falling(function: Call, question: str, chunks: Sequence[str], k: int) -> None:
    """The scores of the chunks fall, or stay, from first to last."""
    scores, gave = _scores(question, chunks), _found(function, question, chunks, k)
    for one, other in pairwise(gave):
        if scores[one] < scores[other]:
            shared = [len(_words(question) & _words(chunks[place])) for place in (one, other)]
            why = f"chunk {one} comes before chunk {other}, but scores {scores[one]} and not {scores[other]}"
            raise Broken(why, expected=_best(scores, k), cause=_ORDER if shared[0] < shared[1] else "")


def _none_better(function: Call, question: str, chunks: Sequence[str], k: int) -> None:
    """No chunk that is left out is better than one that is there."""
    scores, gave = _scores(question, chunks), _found(function, question, chunks, k)[:k]
    least = min((scores[place] for place in gave), default=0) if len(gave) == k else 0
    for place, score in enumerate(scores):
        if place not in gave and score > least:
            why = f"chunk {place} is not among the first {k}: it scores {score}"
            same = any(chunks[place] == chunks[other] for other in gave)
            cause = _EQUAL_TEXTS if same else _FEWER if len(gave) < k else ""
            raise Broken(why, expected=_best(scores, k), cause=cause)


def _exact(function: Call, question: str, chunks: Sequence[str], k: int) -> None:
    """The answer is the one that the task describes."""
    scores, gave = _scores(question, chunks), _found(function, question, chunks, k)
    if gave != (expected := _best(scores, k)):
        shown = ", ".join(map(str, scores))
        raise Broken(f"the chunks score {shown}", expected=expected)


def _ties(function: Call, question: str, chunks: Sequence[str], k: int) -> None:
    """Check that of chunks with the same score above 0 the earlier one comes first, also where k ends."""
    scores, gave = _scores(question, chunks), _found(function, question, chunks, k)
    for place in filter(scores.__getitem__, gave):
        for earlier in range(place):
            if scores[earlier] == scores[place] and earlier not in gave[: gave.index(place)]:
                why = f"chunk {place} comes before chunk {earlier}; both score {scores[place]}"
                raise Broken(why, expected=_best(scores, k))


def _no_zeros(function: Call, question: str, chunks: Sequence[str], k: int) -> None:
    """A chunk that scores 0 is not returned."""
    scores = _scores(question, chunks)
    for place in _found(function, question, chunks, k):
        if not scores[place]:
            cause = _COMMON if _words(question) & _words(chunks[place]) else ""
            raise Broken(f"chunk {place} scores 0, and is returned", expected=_best(scores, k), cause=cause)


def _at_most(function: Call, question: str, chunks: Sequence[str], k: int) -> None:
    """At most k chunks come back."""
    gave = _found(function, question, chunks, k)
    if len(gave) > k:
        raise Broken(f"{len(gave)} chunks came back; k is {k}", expected=_best(_scores(question, chunks), k))


def _nothing(function: Call, question: str, chunks: Sequence[str], k: int) -> None:
    """Where nothing can be found, the list is empty."""
    if function(question, list(chunks), k) != []:
        raise Broken("something was found where there is nothing to find", expected=[])


def _refuses(function: Call, question: str, chunks: Sequence[str], k: int) -> None:
    """A k below 1 raises ValueError."""
    refuses(function, question, list(chunks), k)


def _best(scores: Sequence[int], k: int) -> list[int]:
    order = sorted(range(len(scores)), key=lambda place: (-scores[place], place))
    return [place for place in order if scores[place]][:k]


def _property(
    name: str, points: int, hint: str, test: Any, examples: Any, cases: Any = None, *, gate: bool = False
) -> Property:
    return Property(name, points, gate, (hint,), test, tuple(examples), cases)


_HINTS = (
    (
        "Work with sets of words: one for the question, and one for each chunk. What is each word of the question "
        "worth, that is: how many chunks do not have it? Compute that first."
    ),
    (
        "The score of a chunk is a sum over the words that it shares with the question, question_words & chunk_words. "
        "Then sort the places of the chunks, not the chunks: the highest score first, and the lower place first if two "
        "scores are equal."
    ),
    (
        're.findall(r"\\w+", text.lower()) gives the words. With worth[word] = the number of chunks without the word, '
        "scores[i] is the sum of worth over the shared words. The order is "
        "sorted(range(len(chunks)), key=lambda i: (-scores[i], i)). Drop those with score 0, then take the first k."
    ),
)

EXERCISE = Exercise(
    hints=_HINTS,
    properties=(
        _property(
            "the only chunk that shares a word is found",
            1,
            "nothing is returned: collect the places of the chunks that share a word with the question",
            _only,
            ALONE,
            gate=True,
        ),
        _property("the best chunk comes first, and so on", 3, _RARITY, _falling, RARE, plain),
        _property("no better chunk is left out", 2, _RARITY, _none_better, [*FIRST, MANY, *RARE, *ALONE], plain),
        _property(
            "a chunk that scores 0 is not returned",
            1,
            "k is only the most that may be returned: drop the chunks with score 0 first",
            _no_zeros,
            ZERO,
            plain,
        ),
        _property(
            "equal scores keep the order of the chunks",
            1,
            "if two scores are equal, the lower place comes first: sort by (-score, place)",
            _ties,
            EQUAL,
            plain,
        ),
        _property("at most k come back", 1, "cut the sorted list: [:k]", _at_most, [*RARE, *EQUAL], plain),
        _property("a word counts once", 1, "words are a set, in the question and in the chunk", _exact, ONCE),
        _property(
            "words are whole, small and capital letters alike",
            2,
            're.findall(r"\\w+", text.lower()) leaves punctuation out and keeps digits; then compare words, not texts',
            _exact,
            WHOLE,
            written,
        ),
        _property(
            "nothing to find gives an empty list",
            1,
            "no chunks, no words, or no shared word: the answer is []",
            _nothing,
            (case("ice", []), case("", ["ice", "tea"]), case("?!", ["ice", "tea"]), case("ice", ["", "tea"])),
        ),
        _property(
            "a k below 1 raises ValueError",
            1,
            "test k in the first line, before anything can return",
            _refuses,
            (
                case("ice", ["ice", "tea"], 0),
                case("ice", ["ice", "tea"], -1),
                case("ice", [], 0),
                case("", ["ice"], 0),
            ),
        ),
    ),
)
