"""Chunks with links to their neighbours; overlaps in characters.

What a neighbour adds is read from places, not from texts: two chunks that end and begin alike need not overlap.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Any

from classroom.judge.exercise import Broken, Call, Exercise, Property, expect_list, kind_of
from classroom.properties.spans import refuses

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

Chunks = Sequence[Mapping[str, Any]]

_KEYS = (
    "id",
    "text",
    "previous_id",
    "next_id",
    "sentence_before",
    "sentence_after",
    "overlap_before",
    "overlap_after",
)


def _linked(function: Call, chunks: Chunks) -> list[Mapping[str, Any]]:
    """Call the function and read its dictionaries: one for each chunk, with every key."""
    found = expect_list(function(list(chunks)), of=dict)
    if len(found) != len(chunks):
        raise Broken(f"{len(chunks)} chunks were given, {len(found)} came back")
    for index, chunk in enumerate(found):
        for key in _KEYS:
            if key not in chunk:
                raise Broken(f"chunk {index} has no key {key!r}", cause="the task lists eight keys")
    return found


def _id(chunk: Mapping[str, Any]) -> str:
    return f"{chunk['start_char']}-{chunk['end_char']}"


def _sentences(text: str) -> list[str]:
    """Cut a text at white space after a full stop, an exclamation mark or a question mark."""
    return re.split(r"(?<=[.!?])\s+", text.strip())


def _there(function: Call, chunks: Chunks) -> None:
    """Every chunk is there, with its text and an id made of its place."""
    for index, (given, found) in enumerate(zip(chunks, _linked(function, chunks), strict=True)):
        _equal("text", index, found, given["text"], _OF_ITS_OWN)
        _equal("id", index, found, _id(given), 'the id is the place: f"{start_char}-{end_char}"')


def _equal(key: str, index: int, found: Mapping[str, Any], expected: object, cause: str = "") -> None:
    gave = found[key]
    if gave == expected and type(gave) is type(expected):
        return
    if type(gave) is not type(expected):
        why = f"{key} of chunk {index} is {kind_of(gave)}; expected {kind_of(expected)}"
    else:
        why = f"{key} of chunk {index} is not right"
    raise Broken(why, gave=gave, expected=expected, cause=cause)


def _links(function: Call, chunks: Chunks) -> None:
    """Each chunk names the ids beside it; at the two ends there is none."""
    ids = [None, *map(_id, chunks), None]
    for index, found in enumerate(_linked(function, chunks)):
        last = index == len(chunks) - 1
        swapped = found["previous_id"] == ids[index + 2] and found["next_id"] == ids[index]
        ring = index == 0 and found["previous_id"] == ids[-2]
        first = _NO_ID if found["previous_id"] == "" else _SWAPPED if swapped else _MINUS_ONE if ring else ""
        _equal("previous_id", index, found, ids[index], first)
        _equal("next_id", index, found, ids[index + 2], _NO_ID if found["next_id"] == "" else _NO_NEXT if last else "")


def _overlaps(function: Call, chunks: Chunks) -> None:
    """The overlap on both sides is read from the offsets."""
    shared = [0, *(max(0, one["end_char"] - two["start_char"]) for one, two in pairwise(chunks)), 0]
    for index, found in enumerate(_linked(function, chunks)):
        mixed = [found["overlap_after"], found["overlap_before"]] == shared[index : index + 2]
        for key, at in (("overlap_before", index), ("overlap_after", index + 1)):
            cause = _MIXED if mixed else _why_overlap(found[key], shared[at], chunks[at - 1 : at + 1] if at else ())
            _equal(key, index, found, shared[at], cause)


def _why_overlap(gave: object, expected: int, beside: Chunks) -> str:
    """Say why an overlap is wrong; ``beside`` are the two chunks that share it, less than two at an end."""
    if len(beside) < 2:
        return _NO_NEIGHBOUR
    one, two = beside
    gap = two["start_char"] - one["end_char"]
    if not isinstance(gave, int) or gave in (gap, -gap):
        return _GAP if gap > 0 else ""
    return _BY_TEXT if gave > expected and one["text"][-gave:] == two["text"][:gave] else ""


def _before(function: Call, chunks: Chunks) -> None:
    """The last sentence of what the chunk before has and this one has not."""
    expected = [""]
    expected += [_sentences(one["text"][: two["start_char"] - one["start_char"]])[-1] for one, two in pairwise(chunks)]
    for index, found in enumerate(_linked(function, chunks)):
        gave = found["sentence_before"]
        uncut = isinstance(gave, str) and gave.strip() != expected[index] != "" and gave.endswith(expected[index])
        cause = _NOTHING if index == 0 else _ENDS if uncut else _why_not(gave, expected[index])
        if index and gave == "" and chunks[index - 1]["text"][-1:].isspace():
            cause = _BLANK_END
        elif index and gave == "" and chunks[index]["start_char"] >= chunks[index - 1]["end_char"]:
            cause = _MINUS_ZERO if expected[index].endswith((".", "!", "?")) else f"{_REST}; and {_MINUS_ZERO}"
        _equal("sentence_before", index, found, expected[index], cause)


def _after(function: Call, chunks: Chunks) -> None:
    """The first sentence of what the next chunk has and this one has not."""
    expected = [
        _sentences(two["text"][max(0, one["end_char"] - two["start_char"]) :])[0] for one, two in pairwise(chunks)
    ]
    for index, found in enumerate(_linked(function, chunks)):
        if index == len(expected):
            _equal("sentence_after", index, found, "", _NOTHING)
        else:
            gap = chunks[index + 1]["start_char"] > chunks[index]["end_char"]
            gave = found["sentence_after"]
            cut_away = gap and isinstance(gave, str) and gave != expected[index] and expected[index].endswith(gave)
            cause = _SKIPPED if cut_away else _why_not(gave, expected[index])
            _equal("sentence_after", index, found, expected[index], cause)


def _why_not(gave: object, expected: str) -> str:
    """Tell a sentence that ends elsewhere from one of another place."""
    if not isinstance(gave, str) or not gave:
        return "" if not expected or gave is None or expected.endswith((".", "!", "?")) else _REST
    if "".join(gave.split()) == "".join(expected.split()) and gave.strip() != expected:
        return _WITHIN
    if gave.strip() == expected:
        return "white space around a sentence does not belong to it"
    return _ENDS if gave in expected or gave.startswith(expected) else ""


def _empty(function: Call) -> None:
    """No chunks, no links."""
    if expect_list(function([])):
        raise Broken("returned a chunk of nothing", expected=[])


def _refuses(function: Call, places: Sequence[tuple[int, int]]) -> None:
    """Chunks whose starts or ends do not rise raise ValueError."""
    refuses(function, [_chunk("No. Go. No.", start, end) for start, end in places])


_MINUS_ONE = "chunks[index - 1] is the last chunk where index is 0"
_SWAPPED = "previous_id is the chunk before, next_id the one after: the two are confused"
_NO_NEXT = "after the last chunk there is none"
_BLANK_END = "white space at the end of a part makes an empty last sentence: strip the part before you cut it"
_REST = "what remains at the end of a part is a sentence too, also without a full stop"
_WITHIN = "inside a sentence nothing is changed: its white space stays as it is"
_GAP = "chunks with a gap between them share nothing: 0"
_MIXED = "overlap_before is shared with the chunk before, overlap_after with the next one: the two are confused"
_BY_TEXT = "texts that end and begin alike need not overlap: the offsets say it"
_NO_NEIGHBOUR = "where there is no neighbour, the overlap is 0"
_NOTHING = "where there is no neighbour, there is no sentence: an empty string"
_MINUS_ZERO = "text[:-overlap] is empty where the overlap is 0"
_SKIPPED = "where a gap lies between two chunks nothing is shared, and nothing skipped: max(0, ...)"
_NO_ID = "where there is no chunk, the id is None"
_OF_ITS_OWN = "the text stays as it is; what comes from a neighbour has a key of its own"
_ENDS = "a sentence ends at a full stop, ! or ? that has white space, or nothing, after it"


def _chunk(text: str, start: int, end: int) -> dict[str, Any]:
    return {"text": text[start:end], "start_char": start, "end_char": end}


def _case(text: str, *places: tuple[int, int]) -> dict[str, Any]:
    return {"chunks": [_chunk(text, start, end) for start, end in places]}


_DAY = "It rained. He left. Then sun came. Was it warm? Yes! It was 3.5 degrees."
_EXAMPLES: tuple[Mapping[str, Any], ...] = (
    _case("Hi.", (0, 3)),
    _case("Hi. Go.", (0, 4), (4, 7)),
    _case("Hi. Go.", (0, 3), (4, 7)),
    _case("One. Two. Six.", (0, 10), (5, 14)),
    _case("aaaa", (0, 2), (2, 4)),
    _case("aaaaaa", (0, 3), (2, 5), (3, 6)),
    _case(_DAY, (0, 20), (11, 35), (20, 53), (35, len(_DAY))),
    _case(_DAY, (0, 14), (14, 40), (40, len(_DAY))),
    _case(_DAY, (0, 47), (12, 60), (58, len(_DAY))),
    _case(_DAY + " ", (0, 60), (50, 61), (61, len(_DAY) + 1)),
    _case("No. No. No. No. ", (0, 8), (8, 16)),
    _case("Well... what?! Oh\nno. é汉👩‍🔧 a. b!c", (0, 15), (8, 22), (22, 33)),
    _case("A  \n\nb", (0, 5), (2, 6)),
    _case("Hi. Go on", (0, 4), (2, 9)),
    _case('On. He said "Go." Then he left. Yes', (0, 4), (4, 18), (18, 36)),
    _case("Hi. so be it. Dr. Lind", (0, 4), (4, 18), (14, 22)),
    _case("Hi. “Go.” On.", (0, 4), (4, 13)),
    _case("On. Dr. Lind", (0, 4), (4, 12)),
    _case("Hi.\xa0Go.\u2003No.\tOn", (0, 11), (11, 14)),
    _case("She sat。她坐下。Why? # Tea\n\nBoil  it\nnow. On", (0, 16), (16, 36)),
    _case("Hi. Go. Up.", (0, 4), (4, 8), (8, 11)),
    _case("No. On. É漢 so. Up", (0, 12), (7, 18)),
    _case("Go. " * 100, *((start, start + 12) for start in range(0, 388, 8))),
)
_DISORDER: tuple[Mapping[str, Any], ...] = (
    {"places": [(4, 7), (0, 4)]},
    {"places": [(0, 7), (4, 7)]},
    {"places": [(0, 4), (0, 7)]},
    {"places": [(0, 4), (0, 4)]},
    {"places": [(0, 11), (4, 7)]},
    {"places": [(0, 4), (4, 8), (4, 7)]},
    {"places": [(0, 4), (4, 8), (6, 8), (8, 11)]},
)


def _cases() -> SearchStrategy[dict[str, Any]]:
    from hypothesis import strategies as st

    words = st.sampled_from(["Hi. ", "No! ", "Why? ", "3.5 m ", "e.g. x ", "Go on. ", "é汉 ", "end.\n\n", "ab"])
    texts = st.lists(words, min_size=2, max_size=8).map("".join)
    steps = st.lists(st.tuples(st.integers(1, 6), st.integers(1, 6)), min_size=1, max_size=4)

    def build(text: str, moves: list[tuple[int, int]], first: int) -> dict[str, Any]:
        starts = list(accumulate((move for move, _ in moves), initial=0))
        ends = list(accumulate((move for _, move in moves), initial=first))
        places = [(start, end) for start, end in zip(starts, ends, strict=True) if start < end <= len(text)]
        return _case(text, *(places or [(0, len(text))]))

    return st.builds(build, texts, steps, st.integers(1, 8))


def _property(name: str, points: int, hint: str, test: Any) -> Property:
    return Property(name, points, False, (hint,), test, _EXAMPLES, _cases)


EXERCISE = Exercise(
    hints=(
        (
            "Each chunk needs three of them: the one before, itself, the one after. zip over the list and the same "
            "list with a None at each end gives all three at once."
        ),
        (
            "Everything follows from offsets. The part of the chunk before that this one has not is as long as the "
            "distance of the two starts; the shared part is the end of one minus the start of the next, or 0."
        ),
        (
            'sentences = re.split(r"(?<=[.!?])\\s+", part.strip()) cuts a part; before["text"][:chunk["start_char"] '
            '- before["start_char"]] is the part for sentence_before, after["text"][max(0, chunk["end_char"] - '
            'after["start_char"]):] the one for sentence_after.'
        ),
    ),
    properties=(
        Property(
            "every chunk is there with its id",
            1,
            True,
            ("one dictionary for each chunk, in order",),
            _there,
            (*_EXAMPLES[:2], _case("No. No. No. No. ", (0, 8), (8, 16))),
        ),
        _property(
            "ids and texts stay, with overlaps and gaps, too",
            1,
            "chunks may overlap, and there may be a gap between two; their texts stay as they were",
            _there,
        ),
        _property("links lead to the neighbours", 2, "the ids beside a chunk, None where there is no chunk", _links),
        _property("overlaps are right on both sides", 2, "the end of one chunk minus the start of the next", _overlaps),
        _property(
            "sentence_before is new to the chunk",
            3,
            "what this chunk holds itself does not count; of the rest the last sentence, stripped",
            _before,
        ),
        _property(
            "sentence_after is new to the chunk",
            3,
            "what both chunks hold does not count; of the rest the first sentence, stripped",
            _after,
        ),
        Property("no chunks give no links", 1, False, ("an empty list is asked for its first element",), _empty, ({},)),
        Property(
            "chunks out of order raise ValueError",
            1,
            False,
            ("compare each chunk with the next before the work begins: starts and ends must both rise",),
            _refuses,
            _DISORDER,
        ),
    ),
)
