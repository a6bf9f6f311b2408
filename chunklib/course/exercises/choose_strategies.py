"""The capstone: a design for each of three corpora, with the numbers that defend it.

The answer is plain data. Whether a design meets its demands, and whether a claimed number is right, is measured here:
nothing is taken from what the answer says of itself.
"""

from __future__ import annotations

from functools import partial
from math import isfinite
from typing import Any, NamedTuple

from chunklib.course.exercise import Broken, Call, Exercise, Property, kind_of
from chunklib.course.exercises._designs import (
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
from chunklib.course.exercises._scores import exact_cause
from chunklib.course.judging.showing import short

TOLERANCE = 0.005  # half of a last place at two digits
_PARTS = Design._fields
_MEANS, _GAIN = Measured._fields[:3], Measured._fields[3:]
_ROOM = 60
_FORM = (
    'one dictionary for each corpus: {"strategy": ..., "size": ..., "overlap": ..., "k": ..., "measured": '
    '{"recall": ..., "whole": ..., "stored": ..., "gain": ..., "low": ..., "high": ...}}'
)
_NAMES = "names are written as in the task"
_TOO_LITTLE = "chunks that end where the corpus ends something, or more of them within what may be read"
_STORED = "an overlap of a share r stores 1/(1 - r) times the text"
_COPY = "copy the numbers of measure() for this design and this corpus, with three digits"
_PAIRED = "the gain is paired: recall of your design minus that of the copied one, question by question"


class Answer(NamedTuple):
    """A design, and what is said of it."""

    design: Design
    said: dict[str, Any]


def _answers(function: Call) -> dict[str, Answer]:
    """Call the function, and refuse what is no design that can run for each corpus."""
    gave = function()
    if not isinstance(gave, dict):
        raise Broken(f"returned {kind_of(gave)}; expected a dictionary", cause=_FORM)
    for corpus in DEMANDS:
        if corpus not in gave:
            raise Broken(f"there is no design for {corpus!r}", cause=f"the corpora are {', '.join(DEMANDS)}")
    for corpus in gave:
        if corpus not in DEMANDS:
            raise Broken(f"{short(corpus, _ROOM)} is no corpus here", expected=list(DEMANDS), cause=_NAMES)
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


def _meets(corpus: str, function: Call) -> None:
    """The design meets what is demanded of its corpus."""
    answer, demand = _answers(function)[corpus], DEMANDS[corpus]
    found = measured(corpus, answer.design)
    gave = answer.design._asdict()
    if found.stored > demand.stored:
        why = f"{corpus}: stores {found.stored:.3f} times its tokens; at most {demand.stored} is demanded"
        raise Broken(why, gave=gave, cause=_STORED)
    for name, value, least in (("recall", found.recall, demand.recall), ("whole", found.whole, demand.whole)):
        if value < least:
            raise Broken(f"{corpus}: {name} is {value:.3f}; at least {least} is demanded", gave=gave)


def _numbers(names: tuple[str, ...], function: Call) -> None:
    """What is said of a design is what the library measures."""
    for corpus, answer in _answers(function).items():
        for name in names:
            said = _number(corpus, name, answer.said)
            right = getattr(measured(corpus, answer.design), name)
            if abs(said - right) > TOLERANCE:
                why = f"{corpus}: {name} is said to be {said:.6g}; measured {right:.3f}"
                raise Broken(why, gave=answer.said, cause=_cause(corpus, answer, name, said))


def _number(corpus: str, name: str, said: dict[str, Any]) -> float:
    if name not in said:
        raise Broken(f"{corpus}: 'measured' has no {name!r}", gave=said, cause=_FORM)
    value = said[name]
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
        cause = exact_cause(value) or "each of the six is a number, as measure() gives it"
        shown = f"{value}" if isinstance(value, float) else kind_of(value)
        raise Broken(f"{corpus}: {name!r} is {shown}; expected a number", gave=said, cause=cause)
    if abs(value) > 10:
        why = f"{corpus}: {name} is said to be {short(value, _ROOM)}"
        raise Broken(why, gave=said, cause="fractions are asked, and no per cents: 0.75, not 75")
    return float(value)


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
                raise Broken(f"{other} and {corpus} have the same design", gave=design._asdict())


def _demand(corpus: str, where: str) -> Property:
    test = partial(_meets, corpus)
    return Property(f"the design of {corpus} meets its demands", 4, False, (f"{where}; {_TOO_LITTLE}",), test, ({},))


EXERCISE = Exercise(
    name="choose_strategies",
    lesson="13_capstone",
    hints=(
        (
            "One corpus at a time. What ends something there: a definition, a clause, a turn? Which strategy cuts "
            "there? Then try sizes that fill what may be read: read // 2, read // 3 and so on, with k = 2, 3 and so on."
        ),
        (
            "Begin with measure() at overlap 0 for five strategies and four sizes, and look at recall and whole side "
            "by side. Whole evidence wants large chunks, recall within a budget often wants small ones. Only then try "
            "a tenth or a fifth of overlap, and look at what it stores."
        ),
        (
            "In each corpus recursive, markdown or code at 250 to 500 tokens, with k that fills the budget, comes "
            "close or does it. Write the six numbers of measure(corpus, design) into 'measured', with three digits."
        ),
    ),
    properties=(
        Property("three designs that can run", 2, True, (_FORM,), _can_run, ({},)),
        _demand("inventory", "definitions must stay whole"),
        _demand("licence", "a clause must stay whole"),
        _demand("support_chat", "a line must stay whole"),
        Property("recall, whole and stored are what is measured", 3, False, (_COPY,), partial(_numbers, _MEANS), ({},)),
        Property("gain and its interval are what is measured", 2, False, (_PAIRED,), partial(_numbers, _GAIN), ({},)),
        Property("no design is used twice", 1, False, ("what must differ, differs",), _differ, ({},)),
    ),
)
