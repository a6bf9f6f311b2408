"""The properties of `smart_chunk`: each fault is found by the rule that names it, and no right design is refused.

The functions run here in the test's own process; how a check runs them elsewhere is tested with the check.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings

from chunklib.data import load
from classroom.judge.catalogue import EXERCISES
from classroom.judge.exercise import Broken, Foreign, Raised
from classroom.judge.search import EXAMPLES
from classroom.judge.verdict import examples_only, judged
from classroom.judge.worker.codec import decode, encode
from tests.course.test_exercises import functions, searched
from tests.direct import BRIEF, INTERRUPTS, direct_probe
from tests.each import each, named

EXERCISE = EXERCISES["smart_chunk"]
content, order, sharing, size, texts = (
    EXERCISES.module(f"smart_chunk.{part}") for part in ("content", "order", "sharing", "size", "texts")
)
_units = EXERCISES.module("smart_chunk.units")
is_plain, units = _units.is_plain, _units.units
RULES = {rule.name: rule for rule in EXERCISE.properties}
Answer = Callable[..., Any]


def called(function: Answer) -> Answer:
    """Make a function answer as it does through a check: plain data, and `Raised` for what it raises."""

    def call(*args: Any, **kwargs: Any) -> Any:
        try:
            return decode(encode(function(*args, **kwargs)))
        except Exception as error:
            bases = tuple(base.__name__ for base in type(error).__mro__)
            raise Raised(type(error).__name__, str(error), bases) from error

    return call


def test_the_points_are_twenty_and_the_gate_is_first() -> None:
    assert EXERCISE.max_points == 20
    assert [rule.name for rule in EXERCISE.properties if rule.gate] == ["nothing is lost"]
    assert 7 <= len(EXERCISE.properties) <= 9


# Which rule names which fault: the first that breaks is the one that a learner is shown.
FOUND_BY = {
    "nothing is lost": (
        "drops the tail",
        "calls itself for each chunk",
        "token windows decoded",
        "endless over half",
    ),
    "offsets": (
        "offsets by find",
        "bytes for characters",
        "white space normalised",
        "line ends translated",
        "keeps state between calls",
        "the published answer",
    ),
    "no waste": (
        "tail inside its neighbour",
        "never packs words",
    ),
    "token limit": (
        "limit off by one",
        "adds up counts",
        "estimates the count",
        "one separator level",
        "overlap added after packing",
        "never cuts",
        "cuts into halves",
    ),
    "natural boundaries": (
        "windows ignore paragraphs",
        "limit is exclusive",
        "one level for the whole text",
    ),
    "overlap": (
        "no overlap",
        "fills before it overlaps",
        "overlap in words",
    ),
    "special-token text": ("refuses special tokens",),
    "the model asked": ("always gpt-4",),
    "the call": (
        "no validation",
        "negative overlap allowed",
    ),
}
SEARCHED = ("adds up counts", "limit is exclusive")  # of the fixed cases, they break those of the overlap alone


def test_every_mutant_has_its_rule() -> None:
    listed = [words for found in FOUND_BY.values() for words in found]
    assert sorted(listed) == sorted(functions("wrong", "smart_chunk"))


@pytest.mark.skipif(not INTERRUPTS, reason="a call in this process cannot be ended on Windows")
@each("name", FOUND_BY)
def test_a_fault_is_named_by_its_rule(name: str) -> None:
    for words in FOUND_BY[name]:
        function = functions("wrong", "smart_chunk")[words]  # read again: no state from before
        with named(words):
            probe = direct_probe(function, "smart_chunk", BRIEF)
            assert words in SEARCHED or judged(examples_only(EXERCISE), probe, thorough=False).broken == name
            assert words not in SEARCHED or searched(RULES[name], probe, EXAMPLES)


def chunk(**changed: object) -> dict[str, object]:
    return {"text": "aa", "tokens": 1, "start_char": 0, "end_char": 2} | changed


NO_CHUNKS: list[Any] = [
    *(None, 0, 1.5, "aa b", b"aa b", (), {}, [None], [[]], [()], [{}], [{"text": "aa b"}], Foreign("a generator")),
    *([chunk(tokens=True)], [chunk(tokens=float("nan"))], [chunk(tokens="1")], [chunk(tokens=Foreign("a set"))]),
    *([chunk(start_char=False)], [chunk(end_char=10**5000)], [chunk(start_char=-(10**5000))]),
    *([chunk(text=None)], [chunk(text=["aa b"])], [{1: 2, None: 3}], [[chunk()]], {"chunks": [chunk()]}),
]
FALSE_CHUNKS: list[Any] = [
    *([], [chunk()], [chunk()] * 3, [chunk(start_char=-2, end_char=-1)], [chunk(end_char=10**9)]),
    *([chunk(text="\ud800", end_char=1)], [chunk(text="aa b" * 100_000)], [chunk(text="")]),
    *(
        [chunk(text="", tokens=0, end_char=4)],
        [chunk(), chunk(text="", start_char=2)],
        [chunk(start_char=2, end_char=0)],
        [chunk(tokens=-1)],
    ),
]


def verdicts(junk: object) -> dict[str, str]:
    """Return the rules that the same reply to every call breaks, and why; anything but `Broken` gets through."""
    broken = {}
    for rule in EXERCISE.properties:
        for case in rule.examples:
            try:
                rule.test(lambda *args, **kwargs: junk, **case)
            except Broken as word:
                broken[rule.name] = word.why
    return broken


@each("junk", NO_CHUNKS)
def test_a_wrong_shape_breaks_every_rule(junk: object) -> None:
    assert verdicts(junk).keys() == RULES.keys()


@each("junk", FALSE_CHUNKS)
def test_false_chunks_break_rules_and_not_the_properties(junk: object) -> None:
    broken = verdicts(junk)
    assert "nothing is lost" in broken
    assert not any("\n" in why for why in broken.values())


def test_messages_name_one_thing() -> None:
    def lose(text: str, **limits: int) -> object:
        return [chunk()]

    with pytest.raises(Broken) as broken:
        content.nothing_is_lost(lose, text="aa b", max_tokens=1, overlap_tokens=0)
    assert broken.value.why == 'lost "b" at character 3'


def test_a_wrong_place_is_not_called_a_loss() -> None:
    def search(text: str, **limits: int) -> object:
        return [chunk(), chunk()]

    case = {"text": "aa aa", "max_tokens": 1, "overlap_tokens": 0}
    content.nothing_is_lost(search, **case)
    with pytest.raises(Broken, match='"aa" at character 3 is between the offsets of no chunk'):
        content.offsets(search, **case)


def test_natural_cases_leave_no_doubt() -> None:
    for case in RULES["natural boundaries"].examples:
        assert is_plain(case["text"].replace("\t", " "))
        assert len(units(case["text"], "word")) > 1


@given(texts.plain_texts())
@settings(deadline=None)
def test_plain_texts_are_plain(text: str) -> None:
    assert is_plain(text)
    assert all(text[unit.start : unit.end].endswith((".", "!", "?")) for unit in units(text, "sentence"))


def computed_once(function: Answer, case: dict[str, Any]) -> Answer:
    """Answer a case that takes long with what was computed before; other calls are short."""
    reply = called(function)(**case)
    return lambda **given: reply if given == case else called(function)(**given)


@each("words", functions("right", "smart_chunk"))
def test_right_answers_on_a_long_text(words: str) -> None:
    case = {"text": load("handbook"), "max_tokens": 200, "overlap_tokens": 30}
    function = computed_once(functions("right", "smart_chunk")[words], case)
    for rule in (content.nothing_is_lost, content.offsets, order.no_waste, size.token_limit, sharing.overlap):
        rule(function, **case)
