"""The capstone: a design for each of three corpora, with the numbers that defend it.

The answer is plain data. Whether a design meets its demands, and whether a claimed number is right, is measured here:
nothing is taken from what the answer says of itself.
"""

from __future__ import annotations

from functools import partial
from math import isfinite
from typing import Any, NamedTuple

from classroom.judge.exercise import Broken, Call, Exercise, Property, kind_of
from classroom.judge.showing import short
from classroom.properties.scores import exact_cause

from .designs import (
    DEMANDS,
    LEAST_SIZE,
    MOST_SIZE,
    STRATEGIES,
    Design,
    Measured,
    copied,
    measured,
    swept,
)

TOLERANCE = 0.005  # half of a last place at two digits
_PARTS = Design._fields
_MEANS, _GAIN = Measured._fields[:3], Measured._fields[3:]
_ROOM = 60
_FORM = (
    'one dictionary for each corpus: {"strategy": ..., "size": ..., "overlap": ..., "k": ..., "measured": '
    '{"recall": ..., "whole": ..., "stored": ..., "gain": ..., "low": ..., "high": ...}}'
)
_NAMES = "names are written as in the task"
_ABOUT = 0.06  # by which recall and whole may miss what is measured for a design to count as measured
_TORN = "larger chunks, or cuts where the corpus ends something: {}"
_MISSED = "other cuts, or smaller chunks and more of them within what may be read"
_UNREAD = "only {:,} of {:,} tokens are read: take more chunks"
_GUESS = "a design counts only with its own numbers: write down what measure() gives for it on this corpus"
_NO_GAIN = "a design of your own has a gain against the copied one, which has none against itself"
_SAME = "two corpora have the same strategy, size, overlap and k: change one of them"
_STORED = "an overlap of a share r stores 1/(1 - r) times the text"
_COPY = "copy the numbers of measure() for this design and this corpus, with three digits"
_PAIRED = "the gain is paired: recall of your design minus that of the copied one, question by question"


class Answer(NamedTuple):
    """A design, and what is said of it."""

    design: Design
    said: dict[str, Any]


def _answers(function: Call) -> dict[str, Answer]:
    """Call the function, and refuse an answer that lacks a design that can run for one of the corpora."""
    gave = function()
    if not isinstance(gave, dict):
        raise Broken(f"returned {kind_of(gave)}; expected a dictionary", cause=_FORM)
    for corpus in DEMANDS:
        if corpus not in gave:
            raise Broken(f"there is no design for {corpus!r}", cause=f"the corpora are {', '.join(DEMANDS)}")
    for corpus in gave:
        if corpus not in DEMANDS:
            raise Broken(f"{short(corpus, _ROOM)} is not a corpus here", expected=list(DEMANDS), cause=_NAMES)
    return {corpus: _answer(corpus, gave[corpus]) for corpus in DEMANDS}


def _answer(corpus: str, gave: object) -> Answer:
    if not isinstance(gave, dict):
        raise Broken(f"{corpus}: the design is {kind_of(gave)}; expected a dictionary", cause=_FORM)
    for part in (*_PARTS, "measured"):
        if part not in gave:
            raise Broken(f"{corpus}: the design has no {part!r}", cause=_FORM)
    said = gave["measured"]
    if not isinstance(said, dict):
        raise Broken(f"{corpus}: 'measured' is {kind_of(said)}; expected a dictionary", cause=_FORM)
    return Answer(_design(corpus, gave), said)


def _design(corpus: str, gave: dict[Any, Any]) -> Design:
    strategy, read = gave["strategy"], DEMANDS[corpus].read
    if strategy not in STRATEGIES:
        raise Broken(f"{corpus}: unknown strategy {short(strategy, _ROOM)}", expected=list(STRATEGIES), cause=_NAMES)
    size = _whole(corpus, "size", gave["size"], LEAST_SIZE, MOST_SIZE)
    overlap = _whole(corpus, "overlap", gave["overlap"], 0, size // 2)
    k = _whole(corpus, "k", gave["k"], 1, read)
    if k * size > read:
        why = f"{corpus}: {k} chunks of {size} are up to {k * size:,} tokens; at most {read:,} may be read"
        raise Broken(why, cause=f"k is at most {read:,} // size")
    return Design(strategy, size, overlap, k)


def _whole(corpus: str, name: str, value: object, least: int, most: int) -> int:
    if type(value) is not int:
        cause = "an overlap is a number of tokens here" if name == "overlap" else "tokens and chunks are counted"
        raise Broken(f"{corpus}: {name} is {kind_of(value)}; expected an integer", cause=cause)
    if not least <= value <= most:
        half = " (half of the size)" if name == "overlap" else ""
        cause = f"the task says how large {name} may be"
        raise Broken(f"{corpus}: {name} is {short(value, _ROOM)}; expected {least} to {most:,}{half}", cause=cause)
    return value


def _can_run(function: Call) -> None:
    """There is a design for each corpus, and each can run."""
    _answers(function)


def _meets(corpus: str, ends: str, function: Call) -> None:
    """The design meets what is demanded of its corpus, and its recall and whole are about what is measured."""
    answer, demand = _answers(function)[corpus], DEMANDS[corpus]
    found = measured(corpus, answer.design)
    gave = answer.design._asdict()
    if found.stored > demand.stored:
        why = f"{corpus}: stores {found.stored:.3f} times its tokens; at most {demand.stored} is demanded"
        raise Broken(why, gave=gave, cause=_STORED)
    read = answer.design.k * answer.design.size
    unread = "" if 5 * read >= 4 * demand.read else _UNREAD.format(read, demand.read)
    if found.recall < demand.recall:
        why = f"{corpus}: recall is {found.recall:.3f}; at least {demand.recall} is demanded"
        raise Broken(why, gave=gave, cause=unread or _MISSED)
    if found.whole < demand.whole:
        why = f"{corpus}: whole is {found.whole:.3f}; at least {demand.whole} is demanded"
        raise Broken(why, gave=gave, cause=unread or _TORN.format(ends))
    for name in ("recall", "whole"):
        said, right = _plain_number(corpus, name, answer.said), getattr(found, name)
        if min(abs(said - right), abs(said / 100 - right)) > _ABOUT:  # a percentage is a fault of its own
            why = f"{corpus}: {name} is said to be {said:.6g}; measured {right:.3f}"
            raise Broken(why, gave=answer.said, cause=_cause(corpus, answer, name, said) or _GUESS)


def _numbers(names: tuple[str, ...], function: Call) -> None:
    """What is said of a design is what the library measures."""
    for corpus, answer in _answers(function).items():
        for name in names:
            said = _number(corpus, name, answer.said)
            right = getattr(measured(corpus, answer.design), name)
            if abs(said - right) > TOLERANCE:
                why = f"{corpus}: {name} is said to be {said:.6g}; measured {right:.3f}"
                raise Broken(why, gave=answer.said, cause=_cause(corpus, answer, name, said))


def _plain_number(corpus: str, name: str, said: dict[str, Any]) -> float:
    if name not in said:
        raise Broken(f"{corpus}: 'measured' has no {name!r}", gave=said, cause=_GUESS)
    value = said[name]
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
        cause = exact_cause(value) or "each of the six is a number, as measure() gives it"
        shown = f"{value}" if isinstance(value, float) else kind_of(value)
        raise Broken(f"{corpus}: {name!r} is {shown}; expected a number", gave=said, cause=cause)
    return float(value)


def _number(corpus: str, name: str, said: dict[str, Any]) -> float:
    value = _plain_number(corpus, name, said)
    if abs(value) > 10:
        why = f"{corpus}: {name} is said to be {short(said[name], _ROOM)}"
        raise Broken(why, gave=said, cause="the numbers are fractions, not percentages: 0.75, not 75")
    return value


def _gains(function: Call) -> None:
    """Gains are what the library measures, of designs that can have one."""
    for corpus, answer in _answers(function).items():
        if answer.design == copied(corpus):
            raise Broken(f"{corpus}: the design is the copied one", gave=answer.design._asdict(), cause=_NO_GAIN)
    _numbers(_GAIN, function)


def _cause(corpus: str, answer: Answer, name: str, said: float) -> str:
    """Say where a wrong number comes from, where that can be seen; else nothing."""
    design = answer.design
    if name in ("recall", "whole"):
        phases = swept(corpus, design).scores(design.setting, name).mean(axis=1)
        if len(phases) > 1 and abs(said - phases[0]) <= TOLERANCE:
            return "that is the first phase alone; all six are averaged"
    if abs(said - getattr(measured(corpus, copied(corpus)), name)) <= TOLERANCE and name in _MEANS:
        return "that is the number of the copied design, token_windows 500/50"
    if name in _GAIN:
        right = measured(corpus, design)
        turned = {"gain": -right.gain, "low": -right.high, "high": -right.low}
        if abs(said - turned[name]) <= TOLERANCE:
            return "the sides are exchanged: it is your design minus the copied one"
    for other, elsewhere in _elsewhere(corpus, design):
        if abs(said - getattr(elsewhere, name)) <= TOLERANCE:
            return f"that is what this design measures on {other}"
    return ""


def _elsewhere(corpus: str, design: Design) -> list[tuple[str, Measured]]:
    """Measure a design on the other corpora."""
    return [(other, measured(other, design)) for other in DEMANDS if other != corpus]


def _differ(function: Call) -> None:
    """No design is used twice."""
    designs = [(corpus, answer.design) for corpus, answer in _answers(function).items()]
    for at, (corpus, design) in enumerate(designs):
        for other, same in designs[:at]:
            if design == same:
                raise Broken(f"{other} and {corpus} have the same design", gave=design._asdict(), cause=_SAME)


def _demand(corpus: str, ends: str) -> Property:
    test = partial(_meets, corpus, ends)
    return Property(f"the design of {corpus} meets its demands", 4, False, (_MISSED,), test, ({},))


EXERCISE = Exercise(
    hints=(
        (
            "One corpus at a time. What ends something there: a definition, a clause, a turn? Which strategy cuts "
            "there? Then try sizes that fill what may be read: read // 2, read // 3 and so on, with k = 2, 3 and so on."
        ),
        (
            "Begin with measure() at overlap 0 for five strategies and four sizes, and look at recall and whole side "
            "by side. Whole evidence wants large chunks; recall often wants small ones, as many as may be read. Only "
            "then try a tenth or a fifth of overlap, and look at what it stores."
        ),
        (
            "In each corpus recursive, markdown or code at 250 to 500 tokens comes close or does it, with a k that "
            "fills what may be read. Write the six numbers of measure(corpus, strategy, size, overlap, k) into "
            "'measured', with three digits."
        ),
    ),
    properties=(
        Property("three designs that can run", 2, True, (_FORM,), _can_run, ({},)),
        _demand("inventory", "a definition"),
        _demand("licence", "a clause"),
        _demand("support_chat", "a turn, which is a line"),
        Property("recall, whole and stored are what is measured", 3, False, (_COPY,), partial(_numbers, _MEANS), ({},)),
        Property("gain and its interval are what is measured", 2, False, (_PAIRED,), _gains, ({},)),
        Property("no design is used twice", 1, False, (_SAME,), _differ, ({},)),
    ),
)
