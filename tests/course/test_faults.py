"""A single fault has its price, and a cause is shown only where it fits: tried on the fixed cases."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from math import ceil
from typing import Any

import numpy as np
import pytest

from classroom.judge.catalogue import EXERCISES
from classroom.judge.verdict import Verdict, examples_only, judged
from classroom.properties.spans import FROM_SLICE
from tests.course.test_exercises import functions
from tests.direct import INTERRUPTS, direct_probe
from tests.each import each

pytestmark = pytest.mark.skipif(not INTERRUPTS, reason="a call in this process cannot be ended on Windows")


NEVER = {
    "fixed_size_chunks": ("the whole text as one window", [
        "nothing is lost", "no input gives no windows", "impossible sizes raise ValueError"]),
    "sentence_chunks": ("never cuts", [
        "no sentence is lost", "no sentences give no chunks", "impossible settings raise ValueError"]),
    "recursive_spans": ("never cuts", [
        "every character is in exactly one span", "no text gives no spans", "a size below 1 raises ValueError"]),
    "chunk_with_headers": ("never cuts", [
        "nothing is lost", "offsets are exact", "chunks lie side by side", "white space alone gives no chunk",
        "a size below 1 raises ValueError"]),
}  # fmt: skip
ONE = [
    ("fixed_size_chunks", "words for characters", 2), ("sentence_chunks", "words", 1),
    ("recursive_spans", "one level", 1), ("recursive_spans", "no last resort", 1),
    ("chunk_with_headers", "long sections never cut", 1), ("chunk_with_headers", "a tab after #", 1),
    ("chunk_with_headers", "indented fences", 1), ("chunk_with_headers", "tildes as fences", 1),
    ("adaptive_overlap", "more ends of lines", 1), ("adaptive_overlap", "exactly three backticks", 1),
    ("adaptive_overlap", "any hyphen", 2), ("merge_adjacent", "by score and place", 1),
    ("deduplicate", "a fall demanded", 1),
]  # fmt: skip


def verdict_on(name: str, answer: Any) -> Verdict:
    """Judge a function or the mutant of a name on the fixed cases."""
    wrong = answer if callable(answer) else functions("wrong", name)[answer]
    return judged(examples_only(EXERCISES[name]), direct_probe(wrong, name), thorough=True)


@each("name", NEVER)
def test_one_chunk_of_everything_keeps_no_property_of_cuts(name: str) -> None:
    label, kept = NEVER[name]
    verdict = verdict_on(name, label)
    assert list(verdict.held) == kept
    assert 0 < verdict.points < EXERCISES[name].max_points / 2


@each(("name", "label", "lost"), ONE)
def test_another_fault_costs_no_more_than_its_own_properties(name: str, label: str, lost: int) -> None:
    assert len(EXERCISES[name].properties) - len(verdict_on(name, label).held) == lost


@each("name", ["span_scores", "evaluate_overlap_impact", "judge_claim"])
def test_rounding_costs_a_single_point(name: str) -> None:
    verdict = verdict_on(name, "rounded")
    assert verdict.points == EXERCISES[name].max_points - 1
    assert verdict.broken.endswith("are not rounded")


CAUSES: list[tuple[str, Any, str]] = [  # the exercise, a mutant or a function, and words of what is heard first
    (name, label, words) for name, heard in {
        "sentence_chunks": {"inclusive ends": "take them from the spans", "too long is cut": "a sentence is never cut"},
        "recursive_spans": {"overlapping matches": "begins after the match", "no last resort": "cut between characters",
                            "exactly the size is too long": "exactly `size` characters"},
        "chunk_with_headers": {"headings inside fences": "inside a fence nothing", "a tab after #": "a space after its",
                               "indented fences": "after white space do not", "tildes as fences": "~~~ is text",
                               "last section lost": "open when the loop ends", "never cuts": "of its own: the text",
                               "other line ends": "only \\n ends a line", "places are searched": "do not rise"},
        "headings": {"headings in fences": "inside a fence nothing", "seven #": "six # at most",
                     "tildes as fences": "~~~ is text", "no space after #": "a space after its #",
                     "ends not counted": "with a \\n at the end of each", "other line ends": "only \\n ends a line",
                     "white space in titles": "around a title", "# stripped from titles": "a # in it belongs to it",
                     "one level": "the number of #"},
        "sections": {"last section lost": "still open when the loop ends", "end left out": "or with the text",
                     "no section before the first heading": "before the first heading is a section too",
                     "path never shrinks": "a heading ends", "only its own": "goes on in all sections below it",
                     "one pair of brackets": "in its own brackets"},
        "link_chunks": {"overlaps on the wrong side": "two are confused", "the first linked to the last": "index is 0"},
        "adaptive_overlap": {"any hyphen": "as an item: an item begins", "limits not tested": "unless 0 <= minimum"},
        "breakpoints": {"a quota": "equal distances either", "share of the largest distance": "below the threshold is",
                        "percentile not tested": "unless 0 <= percentile"},
        "deduplicate": {"any overlap": "a single new character", "a larger one replaces": "a larger one that comes",
                        "gaps covered": "between two hits", "the end included": "0-10 covers the characters 0 to 9"},
        "merge_adjacent": {"over a gap": "between two hits", "overlapping only": "touch",
                           "stops at the first": "a later one may", "less than the limit": "exactly as many"},
        "span_scores": {"closed ends": "share no character", "first chunk only": "a single chunk"},
        "evaluate_overlap_impact": {"no queries": "without queries"},
        "judge_claim": {"wrong way round": "other minus baseline", "normal interval": "the numbers of one given draw",
                        "not guarded": "compare the numbers of placings first"},
        "written_answer": {"a fraction": "0.015, is 1.5 points", "per cent": "write points", "too bold": "else cannot",
                           "upper end first": "exchange them", "plus-minus": "between its ends",
                           "short reason": "has sentences"},
    }.items() for label, words in heard.items()
]  # fmt: skip


def exact(retrieved: Any, evidence: Any) -> Any:
    return {key: Fraction(score) for key, score in right_answer("span_scores")(retrieved, evidence).items()}


def right_answer(name: str) -> Callable[..., Any]:
    return [*functions("right", name).values()][1]


def moved(name: str, change: Callable[[int, int], tuple[int, int]]) -> Callable[..., Any]:
    """Make an answer right but for the places of its spans."""
    right = right_answer(name)
    return lambda *args, **more: [change(*span) for span in right(*args, **more)]


def pieces_by(gap: Callable[[int, int, int], tuple[int, int]]) -> Callable[..., Any]:
    """Make a `natural_pieces` right but for the place of a gap: given its place in the slice, and the start of that."""
    answer = right_answer("natural_pieces")

    def split(text: str, span: tuple[int, int], pattern: str) -> list[tuple[int, int]]:
        places = [at for one in re.finditer(pattern, text[slice(*span)]) for at in gap(*one.span(), span[0])]
        return list(zip([span[0], *places[1::2]], [*places[::2], span[1]], strict=True))

    answer.__globals__["_split"] = split
    return answer


def word_of_slice(text: str, before: tuple[int, int], span: tuple[int, int], *_: Any, **__: Any) -> int:
    return next((one.start() for one in re.finditer(r"(?<=\s)\S", text[slice(*before)])), span[0])


def error_returned(text: str, size: int = 1000, overlap: int = 200) -> Any:
    return list(text) if 0 <= overlap < size else ValueError("overlap")


def characters_added(text: str, size: int = 1000, overlap: int = 200) -> list[str]:
    windows: list[str] = []
    for start in range(0, len(text), size - overlap):
        windows += text[start : start + size]
    return windows


def error_asserted(tokens: int, size: int, overlap: int) -> int:
    assert 0 <= overlap < size
    assert tokens >= 0
    return bool(tokens) + ceil(max(0, tokens - size) / (size - overlap))


@each(("exercise", "answer", "rule", "cause"), [
    ("fixed_size_chunks", error_returned, "impossible sizes raise ValueError", "write raise, not return"),
    ("fixed_size_chunks", characters_added, "no window lies inside the one before", "list += text adds"),
    ("count_windows", error_asserted, "impossible settings raise ValueError", "write raise ValueError(...)"),
])  # fmt: skip
def test_the_cause_is_that_of_the_slip(exercise: str, answer: Any, rule: str, cause: str) -> None:
    [broken] = [one for one in EXERCISES[exercise].properties if one.name == rule]
    probe = direct_probe(answer, exercise)
    [failure] = [found for case in broken.examples if (found := probe.try_case(broken, case))][:1]
    assert cause in failure.cause


def chunks_of_slices(text: str, max_tokens: int = 500, overlap_tokens: int = 50, model: str = "gpt-4") -> list[Any]:
    spans = right_answer("recursive_spans")(text, 4)
    return [{"text": text[: b - a], "tokens": 1, "start_char": 0, "end_char": b - a} for a, b in spans]


headed = functions("wrong", "chunk_with_headers")["never cuts"].__globals__
claim = functions("wrong", "judge_claim")["points"].__globals__["_with"]


def heads(pattern: str, *, naive: bool = False) -> Callable[..., Any]:
    """See other headings; a naive answer sees no fences either, has windows for lines, and a blank chunk in front."""
    fence, pack = ("no_fence", "windows") if naive else ("fence", "packed")

    def answer(text: str, size: int = 500) -> list[Any]:
        found = headed["answer"](text, size, headed["heads_of"](text, pattern, headed[fence]), None, headed[pack])
        return [headed["chunk"](text, 0, len(text) - len(text.lstrip()), ""), *found] if naive else list(found)

    return answer


def stripped_first(text: str, size: int = 500) -> list[Any]:
    """Strip the text of a chunk and count its end from there: a slice may then be blank."""
    found = headed["answer"](text, size)
    return [row | {"text": (own := row["text"].strip()), "end_char": row["start_char"] + len(own)} for row in found]


CAUSES += [
    ("chunk_with_headers", stripped_first, "strip() moves the start"),
    ("chunk_with_headers", heads("(#+)(.*)", naive=True), "that fits is a chunk of its own: inside a fence nothing"),
    ("chunk_with_headers", heads(r"(#+) +(\S.*)"), "six # at most"),
    ("chunk_with_headers", heads(r"\s*(#{1,6}) +(\S.*)"), "white space in front of a #"),
    ("chunk_with_headers", heads(r"(#{1,2}) +(\S.*)"), "over a heading: each heading begins a"),
    ("breakpoints", lambda given, percentile=95: [n for n, one in enumerate(given) if one < max(given)], "is larger"),
    ("judge_claim", claim("", ends=lambda v, draws: np.percentile(np.take(v, draws).mean(1), (2.5, 97.5)).tolist()),
     "do not interpolate"),
    ("judge_claim", claim("", lambda mean, low, high, word: (mean, 100 * low, 100 * high, word)), "not 1.5"),
    ("judge_claim", claim("", word=lambda *found: "supported" if found[-1] > 5 else "cannot tell"), "not the mean"),
    ("judge_claim", claim("", guard=lambda *given: 1 / len(given[2]) and claim.__globals__["_guard"](*given)), "them"),
    ("span_scores", exact, "float(...)"),
    ("natural_pieces", pieces_by(lambda low, high, start: (low, high)), FROM_SLICE),
    ("natural_pieces", pieces_by(lambda low, high, start: (start + low, high)), FROM_SLICE),
    ("natural_pieces", pieces_by(lambda low, high, start: (2 * start + low, 2 * start + high)), "added twice"),
    ("token_spans", moved("token_spans", lambda a, b: (0, b - a)), FROM_SLICE),
    ("pack_spans", moved("pack_spans", lambda a, b: (0, b - a)), FROM_SLICE),
    ("pack_spans", moved("pack_spans", lambda a, b: (a, b - a)), FROM_SLICE),
    ("overlap_start", word_of_slice, FROM_SLICE),
    ("recursive_spans", moved("recursive_spans", lambda a, b: (0, b - a)), "from a slice"),
    ("recursive_spans", moved("recursive_spans", lambda a, b: (a + a, a + b)), "added twice"),
    ("sentence_chunks", moved("sentence_chunks", lambda a, b: (0, b - a)), "of a slice"),
    ("smart_chunk", chunks_of_slices, FROM_SLICE),
]  # fmt: skip


@each(("name", "answer", "words"), CAUSES)
def test_the_cause_fits_what_went_wrong(name: str, answer: Any, words: str) -> None:
    verdict = verdict_on(name, answer)
    assert verdict.failure is not None
    assert words in f"{verdict.broken}: {verdict.failure.cause}", verdict.failure.why


@each(("more", "texts"), [
    (20, {"claß": "casefold", "apies": "only class", "rapid": "whole word"}),
    (-20, {"«API»": "a sign", "a\xa0class": "white space", "APIs": "plural", "API": "capitals", "class": "five words"}),
    (30, {"\xa0- a": "beside", "1.\n2.": "own", "-5": "after", "a - b": "begins its line", "a. b": "the mark of"}),
    (-30, {"\t- a": "indented", "-\ta": "may follow", "2. a": "a number", "a:\n- b": "any line", "+ b": "each of"}),
    (50, {"\xa0```": "do not use", "say ```": "begin a line", "``\nopen\n``": "fewer"}),
    (-50, {"````": "four", "  ```": "spaces", "```sh": "language", "```\na\n```": "whichever", "a\n```": "one fence"}),
])  # fmt: skip
def test_the_cause_of_an_amount_is_what_the_text_looks_like(more: int, texts: dict[str, str]) -> None:
    cause_of = EXERCISES.module("adaptive_overlap.causes").cause_of
    assert [text for text, words in texts.items() if words not in cause_of(more, text)] == []
