"""Chunks of whole sentences, and an overlap counted in sentences; sizes in tokens.

The sentences are given, so that an answer is judged by what it packs, and not by where it thinks that a sentence
ends. Every rule looks at two neighbouring chunks only: one wrong chunk does not make all later ones wrong.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from chunklib.tokens import ruler
from classroom.judge.exercise import Broken, Call, Exercise, Property
from classroom.properties.spans import refuses

from .sentences import Sentences, chunks_of, cut_chunks, given_case, indices

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


def _nothing_lost(function: Call, parts: Sequence[str], size: int | None = None, overlap: int | None = None) -> None:
    """Every sentence is whole in some chunk; the white space after it does not matter here."""
    given, defaults = given_case(parts, size, overlap)
    chunks = chunks_of(function, given, defaults=defaults)
    for number, (start, end) in enumerate(given.spans):
        bare = start + len(given.text[start:end].rstrip())
        if not any(low <= start and bare <= high for low, high in chunks):
            raise Broken(
                f"sentence {number}, {given.parts[number]!r}, is whole in no chunk",
                cause=_lost(given, number, chunks),
            )


def _lost(given: Sentences, number: int, chunks: Sequence[tuple[int, int]]) -> str:
    """Say what is usually wrong where a sentence is whole in no chunk."""
    start, end = given.spans[number]
    fits = given.fit(number, number)
    if sorted(set(chunks)) != [*chunks] or any(low >= high for low, high in chunks):
        return _PLACES
    if any(low < end and start < high for low, high in chunks):
        return _NEVER_CUT if not fits and any(low == start for low, _ in chunks) else _PLACES
    if number + 1 == len(given.parts):
        return "" if fits else _LAST_OR_LONG
    return _PLACES if fits else _ALONE


def _whole(function: Call, parts: Sequence[str], size: int | None = None, overlap: int | None = None) -> None:
    """A chunk begins where a sentence begins, and ends where one ends."""
    given, defaults = given_case(parts, size, overlap)
    for index, (start, end) in enumerate(cut_chunks(function, given, defaults=defaults)):
        starts, ends = zip(*given.spans, strict=True)
        if start not in starts:
            inside = starts[bisect_right(starts, start) - 1]
            raise Broken(f"chunk {index} begins at {start}; the sentence there begins at {inside}")
        if end not in ends:
            inside = ends[bisect_left(ends, end)]
            raise Broken(f"chunk {index} ends at {end}; the sentence there ends at {inside}", cause=_SPACE)


def _rises(function: Call, parts: Sequence[str], size: int | None = None, overlap: int | None = None) -> None:
    """Each chunk begins and ends further on than the one before it."""
    given, defaults = given_case(parts, size, overlap)
    for index, (before, after) in enumerate(pairwise(cut_chunks(function, given, defaults=defaults)), start=1):
        if after[1] <= before[1]:
            raise Broken(
                f"chunk {index} brings no new sentence: it ends at {after[1]}, chunk {index - 1} at {before[1]}"
            )
        if after[0] <= before[0]:
            raise Broken(f"chunk {index} begins at {after[0]} and so holds all of chunk {index - 1}", cause=_ALL_OF_IT)


def _bounded(function: Call, parts: Sequence[str], size: int | None = None, overlap: int | None = None) -> None:
    """Only a chunk of one single sentence may be over the size."""
    given, defaults = given_case(parts, size, overlap)
    for index, (start, end) in enumerate(chunks_of(function, given, defaults=defaults)):
        tokens = ruler("gpt-4")(given.text[start:end])
        if tokens > given.size and (start, end) not in given.spans:
            why = f"chunk {index} has {tokens} tokens: {given.text[start:end]!r}; at most {given.size} are allowed"
            raise Broken(why, cause="" if index else _GUESSED)
    cut_chunks(function, given, defaults=defaults)


def _repeats(function: Call, parts: Sequence[str], size: int | None = None, overlap: int | None = None) -> None:
    """A chunk repeats as many of the sentences asked as leave room for the next one."""
    given, defaults = given_case(parts, size, overlap)
    chunks = cut_chunks(function, given, defaults=defaults)
    for index, (before, after) in enumerate(pairwise(chunks), start=1):
        try:
            first, last = indices(given, *before)
            begins, _ = indices(given, *after)
        except ValueError:
            return
        found, expected = last + 1 - begins, given.repeated(first, last)
        if last + 1 < len(given.parts) and found != expected:
            more = f"with one more, {given.parts[last + 1]!r} does not fit into {given.size} tokens"
            why = "that many are asked for, and fit" if expected == given.overlap else more
            cause = _AS_MANY if found < expected < given.overlap else ""
            raise Broken(f"chunk {index} repeats {_count(found)}; expected {expected}: {why}", cause=cause)


def _count(number: int) -> str:
    if number < 0:
        return "nothing, and leaves a sentence out"
    return f"{number} sentence{'' if number == 1 else 's'}"


def _full(function: Call, parts: Sequence[str], size: int | None = None, overlap: int | None = None) -> None:
    """A chunk goes on as long as one more sentence fits."""
    given, defaults = given_case(parts, size, overlap)
    done = 0  # sentences that the chunks so far hold
    for index, (start, end) in enumerate(cut_chunks(function, given, defaults=defaults)):
        try:
            first, last = indices(given, start, end)
        except ValueError:
            return
        if first <= done <= last < given.last(first, done):
            tokens = given.tokens(first, last + 1)
            singly = sum(given.tokens(at, at) for at in range(first, last + 2)) > given.size
            cause = _EXACT_OR_ADDED if tokens == given.size and singly else _EXACT if tokens == given.size else ""
            why = f"chunk {index} ends too early: with {given.parts[last + 1]!r} it has {tokens} tokens"
            raise Broken(why, cause=cause or (_ADDED if singly else ""))
        done = last + 1


def _empty(function: Call, size: int, overlap: int) -> None:
    """No sentences, no chunks."""
    gave = function("", [], size=size, overlap=overlap)
    if gave != []:
        raise Broken("returned a chunk of nothing", expected=[])


def _refuses(function: Call, size: int, overlap: int, text: str = "Hi. Go.") -> None:
    """Settings that make no sense raise ValueError, also where there is nothing to cut."""
    refuses(function, text, [(0, 4), (4, 7)] if text else [], size=size, overlap=overlap)


_ADDED = "the tokens of single sentences are added up; encode the joined text, which mostly has fewer"
_EXACT = "a chunk may have exactly as many tokens as the size"
_EXACT_OR_ADDED = "tokens of single sentences are added up, or a chunk stops below the size"
_ALONE = "a sentence that is over the size by itself becomes a chunk by itself"
_NEVER_CUT = "a sentence is never cut, not even one that is over the size"
_LAST_OR_LONG = "the last chunk is still open when the loop ends, or a sentence over the size is left out"
_PLACES = "the places are not those of the text, but perhaps of a slice: take them from the spans that you are given"
_GUESSED = "the tokens are estimated; encode text[start:end] and count"
_AS_MANY = "if not all of these sentences fit, repeat as many of the last ones as do"
_SPACE = "a chunk ends where a span that you are given ends: strip nothing, and cut no sentence"
_ALL_OF_IT = "the next sentence does not fit after all of the chunk before, so leave some of it out"
_HI, _RED, _GO, _NO = "Hi. ", "It is red. ", "We go on and on. ", "No! "
_LONG = "We go on and on, past the red door, the blue door and the green door, up to the gate. "


def _case(parts: Sequence[str], size: int, overlap: int) -> Mapping[str, Any]:
    return {"parts": list(parts), "size": size, "overlap": overlap}


_EXAMPLES = (
    _case([_HI], 5, 0),
    _case([_HI, _RED], 5, 0),
    _case([_HI, _RED, _GO], 9, 1),
    _case([_HI, _NO, _HI, _RED, _NO], 7, 2),
    _case([_RED, _RED, _RED, _RED], 9, 1),
    _case([_HI, _HI, _HI, _HI, _HI], 5, 3),
    _case([_HI, _LONG, _NO], 8, 1),
    _case([_LONG, _LONG], 8, 2),
    _case([_HI, _HI, _GO, _HI], 12, 2),
    _case([_NO, _RED, _NO, _GO, _RED, _HI], 14, 5),
    _case(["李静来了。", "她坐下。", "她走了。", "É 👩‍🔧 \n\n", "Hi."], 12, 1),
    _case(["The end is <|endoftext|>. ", _NO, _HI], 14, 1),
    _case([_HI, _RED, _GO, _NO] * 5, 20, 2),
    _case(["It ends: <|endoftext|> ", "Go. ", "Up. "], 8, 1),
    _case(["A. ", "B. ", "C. ", "D. ", "E. ", "F. "], 9, 3),
    {"parts": [f"Sentence {number} says that {number} is not {number + 1}.\n" for number in range(90)]},
)


def _cases() -> SearchStrategy[dict[str, Any]]:
    from hypothesis import strategies as st

    known = [_HI, _NO, _RED, _GO, _LONG, "Hi.", "李静来了。", "Café Åse.\n\n", "3.5 s. "]
    parts = st.lists(st.sampled_from(known), min_size=1, max_size=9)
    return st.fixed_dictionaries({"parts": parts, "size": st.integers(2, 24), "overlap": st.integers(0, 4)})


def _property(name: str, points: int, hints: tuple[str, ...], test: Any, *, gate: bool = False) -> Property:
    return Property(name, points, gate, hints, test, _EXAMPLES, _cases)


_PACKING = (
    _property(
        "no sentence is lost",
        3,
        ("the last chunk is still open when the loop ends",),
        _nothing_lost,
        gate=True,
    ),
    _property(
        "chunks are whole sentences",
        2,
        ("the places are searched for or counted; the spans that you are given already say them",),
        _whole,
    ),
    _property(
        "each chunk begins and ends further on",
        2,
        ("a chunk is added that holds only repeated sentences",),
        _rises,
    ),
    _property(
        "no chunk of several sentences is over the size",
        3,
        ("the size is tested before the repeated sentences are added",),
        _bounded,
    ),
    _property(
        "a chunk ends only when the next sentence does not fit",
        2,
        ("a chunk takes the next sentence as long as both together fit",),
        _full,
    ),
    _property(
        "the last sentences are repeated",
        3,
        ("the overlap is a number of whole sentences, the last ones of the chunk before",),
        _repeats,
    ),
)

_EDGES = (
    Property(
        "no sentences give no chunks",
        1,
        False,
        ("the open chunk is added after the loop without asking whether there is one",),
        _empty,
        ({"size": 1, "overlap": 0}, {"size": 5, "overlap": 2}),
    ),
    Property(
        "impossible settings raise ValueError",
        1,
        False,
        ("the arguments are not tested before the work begins: size >= 1 and overlap >= 0",),
        _refuses,
        (
            {"size": 0, "overlap": 0},
            {"size": -1, "overlap": 0},
            {"size": 5, "overlap": -1},
            {"size": 0, "overlap": 1, "text": ""},
        ),
    ),
)

EXERCISE = Exercise(
    hints=(
        (
            "Work with the numbers of the sentences, not with text. A chunk goes from first to last, and its place is "
            "(sentences[first][0], sentences[last][1]). Write a small helper that counts the tokens of first to last."
        ),
        (
            "Answer three questions for each chunk. Which sentence is new? How many before it are repeated? Begin with "
            "the overlap, and drop the earliest until the new one fits. How far does the chunk go? Add what fits."
        ),
        (
            "While new < len(sentences): begin with first = max(0, new - overlap), and add 1 to first while first to "
            "new is too large. Begin with last = new, and add 1 to last while the next sentence fits. Add the chunk, "
            "and go on with new = last + 1."
        ),
    ),
    properties=(*_PACKING, *_EDGES),
)
