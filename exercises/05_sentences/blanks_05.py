"""The blanks of lesson 05: where a sentence ends, two kinds of error, a full chunk, the sentences that are repeated."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from chunklib.tokens import ruler
from classroom.judge.exercise import Broken, Call, Property
from classroom.properties.blank_rules import gives, rule

_MEETS_A_CAPITAL = re.compile(r"(?<!\bDr)(?<!\bNo)(?<!approx)[.!?]\s+(?=[A-Z])")


def _cuts(pattern: str | re.Pattern[str], text: str) -> list[int]:
    return [match.end() for match in re.finditer(pattern, text)] + [len(text)]


def _by_pattern(function: Call, text: str) -> None:
    expected, gave = _cuts(_MEETS_A_CAPITAL, text), function(text)
    if gave == expected:
        return
    if gave == _cuts(_MEETS_A_CAPITAL.pattern.replace("(?=[A-Z])", "[A-Z]"), text):
        raise Broken(
            "the cut is after the first letter of the next sentence",
            expected=expected,
            cause="[A-Z] takes the letter into the match; (?=[A-Z]) only looks ahead",
        )
    raise Broken("the pattern does not cut where it should", expected=expected)


def _wrong_and_missed(function: Call, cuts: list[int], ends: list[int]) -> None:
    wrong = sum(cut not in ends for cut in cuts)
    missed = sum(end not in cuts for end in ends)
    gave = function(cuts, ends)
    if not isinstance(gave, tuple | list) or list(gave) != [wrong, missed]:
        turned = wrong != missed and gave in ((missed, wrong), [missed, wrong])
        cause = "the two sets are the wrong way round: a wrong cut is in cuts and not in ends" if turned else ""
        raise Broken("these are not the numbers of wrong cuts and missed ends", expected=(wrong, missed), cause=cause)


def _pack(function: Call, text: str, cuts: list[int], size: int) -> None:
    expected, gave = _packed(text, cuts, size), function(text, cuts, size)
    if gave != expected:
        cause = "a chunk of exactly size tokens is allowed: use >" if gave == _packed(text, cuts, size - 1) else ""
        raise Broken(f"the chunks of at most {size} tokens end elsewhere", expected=expected, cause=cause)


def _packed(text: str, cuts: Sequence[int], size: int) -> list[int]:
    packed, first, last = [], 0, 0
    for cut in cuts:
        if first < last and ruler("cl100k_base")(text[first:cut]) > size:
            packed.append(last)
            first = last
        last = cut
    return [*packed, last]


def _last_sentences(function: Call, of_chunk: list[str], n: int) -> None:
    expected = of_chunk[max(0, len(of_chunk) - n) :]
    if function(of_chunk, n) != expected:
        cause = "" if n else "-0 is 0, and a slice from 0 is the whole list: treat n = 0 on its own"
        if n > len(of_chunk):
            cause = "there are fewer than n sentences: a place before the first is counted from the end again"
        raise Broken(f"the list should hold the last {n} of these sentences", expected=expected, cause=cause)


def _rule(name: str, cause: str, test: Callable[..., None], *examples: dict[str, Any]) -> tuple[Property]:
    return (rule(name, cause, test, examples),)


BLANKS = {
    "after_stops": _rule(
        "it cuts after the space",
        "the full stop and the space belong to the sentence before: the cut is where the match ends",
        gives(partial(_cuts, r"\. "), "these are not the places after a full stop and its space"),
        {"text": "Wait. Go."},
        {"text": "Dr. Lind came. She left. "},
        {"text": "It is 2.5 kg"},
        {"text": ""},
    ),
    "wrong_and_missed": _rule(
        "it counts wrong cuts and missed ends",
        "subtract the set of what is right from the other: cuts without ends, then ends without cuts",
        _wrong_and_missed,
        {"cuts": [4], "ends": []},
        {"cuts": [4, 9], "ends": [9]},
        {"cuts": [4, 9], "ends": [9, 15, 20]},
        {"cuts": [], "ends": [5]},
        {"cuts": [3, 8], "ends": [3, 8]},
    ),
    "by_pattern": _rule(
        "it cuts before a capital letter, and not after an abbreviation",
        "three parts, in this order: one of three marks, white space of any length, a look ahead to a capital letter",
        _by_pattern,
        {"text": "Wait. Go."},
        {"text": "Why? Go! Run. Now."},
        {"text": "It is 5 p.m. now. Go."},
        {"text": "Wait.\n\nGo.  Now."},
        {"text": "Dr. Lind took approx. Half. See No. A. Go."},
        {"text": "It is 2.5 kg. It fits, e.g. here."},
        {"text": "Wait.Go: A, B"},
        {"text": "Wait... Go"},
        {"text": ""},
    ),
    "pack_sentences": _rule(
        "a chunk ends only when the next sentence does not fit",
        "measure text[first:cut], all of the chunk with the next sentence, and compare the count with size",
        _pack,
        {"text": "Go. Go. ", "cuts": [4, 8], "size": 2},
        {"text": "Go. Go. Go. Go.", "cuts": [4, 8, 12, 15], "size": 6},
        {"text": "Go. Go. Go.", "cuts": [4, 8, 11], "size": 4},
        {"text": "It is cold. We wait. Go. ", "cuts": [12, 21, 25], "size": 7},
        {"text": "Go. The gateway of the ship is late. Go. Go.", "cuts": [4, 37, 41, 44], "size": 5},
        {"text": "Go.", "cuts": [3], "size": 1},
        {"text": "Go.\n\nUp.\n\nHi.", "cuts": [5, 10, 13], "size": 4},
    ),
    "last_sentences": _rule(
        "it lists the last n sentences",
        "a slice that begins n places before the end: of_chunk[-n:]",
        _last_sentences,
        {"of_chunk": ["It rains. ", "We wait. ", "Go. "], "n": 2},
        {"of_chunk": ["It rains. "], "n": 0},
        {"of_chunk": ["It rains. ", "We wait. "], "n": 1},
        {"of_chunk": ["It rains. ", "We wait. "], "n": 3},
        {"of_chunk": [], "n": 1},
    ),
}
