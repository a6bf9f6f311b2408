"""A written answer, checked for its form and its numbers: settings, a difference, an interval and the smallest effect.

Whether the answer is good, only a reader can tell. The form makes it one that can be argued with: everything that the
verdict rests on is in it, and the verdict is the one that follows. Its numbers must be those of the stored sweep.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from classroom.judge.exercise import Broken, Call, Exercise, Property, kind_of
from classroom.lessons.stored_sweep import stored_sweep

from .swept import METRICS, RETRIEVER, compared, is_measured, metric_of, settings_of, stored

LABELS = ("Claim", "Settings", "Measured", "Difference", "Interval", "Smallest effect", "Verdict", "Because")
VERDICTS = ("supported", "refuted", "cannot tell")
_BY_WORD = {label.casefold(): label for label in LABELS}
_BEFORE, _AFTER = re.compile(r"^[\s*_>#•-]*(?:\d+[.)])?[\s*_]*"), re.compile(r"[\s*_]+$")  # of a list, of bold letters
_MOST = len(LABELS) // 2
_WORDS, _DIFFERENT, _SMALL, _BROKEN = 15, 10, 3, 0.2
_CONNECTING = re.compile(
    r"\b(?:an?|and|are|as|at|be|because|but|by|for|from|ha(?:s|ve)|if|in|is|its?|no|not|of|on|or|so|than|that|the|their|then"
    r"|there|these|this|those|to|was|were|we|what|when|which|while|who|without|with|would|you|i)\b"
)
_BRACKETS = "an interval is written with brackets and a comma between its ends"
_THREE = "low above the claim: supported; high below it: refuted; else cannot tell"
_FRACTION = "a difference of fractions, such as 0.015, is 1.5 points"
_NUMBER = r"(?<![\d.,])[+-]?\d+(?:\.\d+)?"
_POINTS = rf"({_NUMBER})\s*(?:(?:percentage )?points?|pp)\b"
_INTERVAL = rf"\[\s*({_NUMBER})\s*,\s*({_NUMBER})\s*\]"
_SIGNS = str.maketrans({"−": "-", "–": "-"})
_AS_IN = "write strategy and size/overlap of both, with against between them"
_METRIC = f"name what was measured: {', '.join(METRICS)}"
_PRICES = "a cost: tokens, storage, an index, memory, time, money"
_SHARE = "an overlap of a share r stores 1/(1 - r) times the tokens"
_COUNTS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_PRICE = re.compile(
    r"\b(?:cost|pric|pay|paid|expens|cheap|dear(?:er|est)?\b|afford|budget|bill|money|cents?\b|dollar|euro|stor(?:e|ing|age)"
    r"|tokens?\b|index|indices|vectors?\b|embed|memor|disk|space|giga|mega|[gmt]b\b|bytes?\b|duplicat|doubl"
    r"|twice (?:the|as)|(?:times|quarter|fifth|third|half|%|cent) (?:more|as|the)|larger|bigger|grow|slow|latency"
    r"|longer to|hours?\b|minutes?\b|more (?:text|to read|chunks))"
)


def _lines(function: Call) -> dict[str, list[str]]:
    """Call the function, and take its text apart into what follows each label, as often as it is there."""
    gave = function()
    if not isinstance(gave, str):
        raise Broken(f"returned {kind_of(gave)}; expected a text", cause='return """Claim: ... """')
    found: dict[str, list[str]] = {}
    last: list[str] = []
    for line in gave.translate(_SIGNS).splitlines():
        start, colon, rest = line.partition(":")
        label = _BY_WORD.get(_AFTER.sub("", _BEFORE.sub("", start)).casefold(), "")
        if colon and label:
            last = found.setdefault(label, [])
            last.append(rest.strip("* "))
        elif line.strip() and last:
            last[-1] += " " + line.strip()  # a line that goes on
    return found


def _line(function: Call, label: str) -> str:
    """Give what follows one label, once, and filled in."""
    found = _lines(function).get(label, [])
    if not found:
        raise Broken(f"the line {label + ':'!r} is missing", cause=f"the lines begin with {', '.join(LABELS)}")
    if len(found) > 1:
        raise Broken(f"the line {label + ':'!r} is there twice", cause="one answer has eight lines, each once")
    if not re.search(r"\w", found[0]):
        raise Broken(
            f"nothing follows {label + ':'!r}", cause="a label without its words says nothing: fill the line in"
        )
    if "…" in found[0]:
        raise Broken(f"the line {label + ':'!r} is that of the task", cause="fill in your own for the …")
    return found[0]


def _most_there(function: Call) -> None:
    """Check that half of the lines can be found: otherwise it is not such an answer."""
    found = _lines(function)
    if len(found) < _MOST:
        named = ", ".join(found) or "none"
        raise Broken(
            f"found {len(found)} of the eight lines: {named}", cause=f"the lines begin with {', '.join(LABELS)}"
        )
    if not any(re.search(r"\w", line) for lines in found.values() for line in lines):
        raise Broken("nothing follows the labels", cause="labels without their words say nothing: fill the lines in")


def _as_swept(function: Call, what: str, said: Sequence[str], at: int) -> None:
    """Check numbers against those of the stored sweep, from place ``at`` of the comparison on."""
    settings, metric = settings_of(_line(function, "Settings")), metric_of(_line(function, "Measured"))
    if not settings or not metric:
        raise Broken(f"{what} cannot be checked", cause="the lines Settings and Measured do not say of what it is")
    found = compared(*(stored(*one) for one in settings), metric)[at : at + len(said)]
    if not is_measured(said, found):
        its = [f"{number:+.1f}" for number in found]
        fraction = is_measured([f"{100 * float(one):.3f}" for one in said], found)
        cause = _FRACTION if fraction else "run the cell that compares your two settings, and copy its numbers"
        raise Broken(f"{what} is not that of these settings", expected=", ".join(its), cause=cause)


def _settings(function: Call) -> None:
    """Two settings of the sweep are named, and what searches."""
    line = _line(function, "Settings")
    settings = settings_of(line)
    if not settings:
        raise Broken(
            "there are no two settings", expected="as in token_windows 200/40 against token_windows 200/0", cause=_AS_IN
        )
    first, second = (stored(*one) for one in settings)
    if first == second:
        raise Broken(f"{first.label} is compared with itself", cause="the two settings differ in something")
    if RETRIEVER not in line.lower():
        raise Broken("the line does not say what searches", expected=f"{RETRIEVER} is in it", cause=_AS_IN)


def _measured(function: Call) -> None:
    """The metric is named, and placings and questions are counted."""
    line = _line(function, "Measured")
    if not metric_of(line):
        raise Broken("the metric is not named", expected=", ".join(METRICS), cause=_METRIC)
    results = stored_sweep()
    line = re.sub("phase", "placing", line, flags=re.IGNORECASE)  # the library's word
    numbers = {"placing": len(next(iter(results.phases.values()))), "question": len(results.questions)}
    for what, number in numbers.items():
        if _counted(line, what) != number:
            said = _counted(line, what) or "no number of"
            why = f"the line says {said} {what}s"
            raise Broken(why, expected=f"{number} {what}s", cause=f"write the number, then {what}s")


def _counted(line: str, what: str) -> int:
    """Read how many of something a line names, 0 where it does not say.

    >>> _counted("six placings, 1,192 labelled questions", "question"), _counted("recall@5, all placings", "placing")
    (1192, 0)
    """
    number, between = (
        rf"(?<![@\d.,])(\d+(?:,\d{{3}})*|\b(?:{'|'.join(_COUNTS)}))",
        r"(?:(?!placing|question)[a-z]+\s+){0,2}",
    )
    found = re.search(rf"{number}\s+{between}{what}s?\b", line.lower())
    if not found:
        return 0
    return _COUNTS.index(found[1]) + 1 if found[1] in _COUNTS else int(found[1].replace(",", ""))


def _points(line: str) -> str:
    """Read the number of points of a line, the one with a sign first; empty where there is none."""
    found: list[str] = re.findall(_POINTS, line)
    return next((number for number in found if number[0] in "+-"), found[0] if found else "")


def _difference(function: Call) -> None:
    """The difference is a number of points with its sign."""
    number = _points(_line(function, "Difference"))
    if not number:
        per_cent = re.search(r"%|per ?cent", _line(function, "Difference"))
        cause = "per cent may be of the baseline: write points" if per_cent else "write a number, then points"
        raise Broken("there is no number of points", expected="as in +1.5 points", cause=cause)
    if number[0] not in "+-" and float(number) != 0:
        cause = "the sign says which setting is better"
        raise Broken(f"the difference {number} has no sign", expected=f"+{number} or -{number}", cause=cause)
    _as_swept(function, "the difference", [number], 0)


def _ends(function: Call) -> tuple[str, str]:
    """Read the ends of the interval."""
    ends = re.search(_INTERVAL, _line(function, "Interval"))
    if not ends:
        raise Broken("there is no interval", expected="as in [+0.2, +2.8]", cause=_BRACKETS)
    return ends[1], ends[2]


def _interval(function: Call) -> None:
    """The interval has the difference in it."""
    low, high = _ends(function)
    if float(low) > float(high):
        raise Broken(f"the interval runs from {low} to {high}", expected="the lower end first", cause="exchange them")
    number = _points(" ".join(_lines(function).get("Difference", [])))
    if number and not float(low) <= float(number) <= float(high):
        scaled = float(low) <= 100 * float(number) <= float(high)
        cause = "one of them is a fraction and the other in points: 0.015 is 1.5 points"
        why = f"the difference {number} is not in [{low}, {high}]"
        raise Broken(why, cause=cause if scaled else "difference and interval are from different rows")
    _as_swept(function, "the interval", [low, high], 1)


def _smallest(function: Call) -> None:
    """The smallest effect that the data can show is a number of points above 0."""
    found = re.search(_POINTS, _line(function, "Smallest effect"))
    if not found or float(found[1]) <= 0:
        cause = "the cell that compares prints it; in code it is verdict.detectable, a fraction"
        raise Broken("say the smallest effect that this data can detect", expected="as in 2.4 points", cause=cause)
    _as_swept(function, "the smallest effect", [found[1]], 3)


def _claimed(function: Call) -> str:
    """Read the number that is claimed; the line also says of what."""
    line = _line(function, "Claim")
    claim = re.search(rf"at least {_POINTS}", line)
    if not claim:
        cause = "at least 0 points claims that overlap does no harm; at least 2 points claims more"
        raise Broken("the claim has no number to be judged by", expected="as in: at least 0 points", cause=cause)
    if not re.search(r"\w", line.replace(claim[0], "")):
        cause = "say which setting is better than which, in what"
        raise Broken(
            "the claim does not say of what", expected="as in: overlap raises recall by at least 0 points", cause=cause
        )
    return claim[1]


def _verdict(function: Call) -> None:
    """The verdict is the one that follows from claim and interval."""
    claimed, (low, high) = _claimed(function), _ends(function)
    said = _line(function, "Verdict").lower().rstrip(".")
    if said not in VERDICTS:
        raise Broken(
            f"the verdict is {said!r}", expected=" | ".join(VERDICTS), cause="it is one of three, alone in its line"
        )
    least = float(claimed)
    right = "supported" if float(low) > least else "refuted" if float(high) < least else "cannot tell"
    if said != right:
        raise Broken(f"said {said!r}; [{low}, {high}] against {claimed} gives {right!r}")


def _because(function: Call) -> None:
    """The reason has some words, and the price in it."""
    line = _line(function, "Because").lower()
    words = re.findall(r"[^\W_]+(?:['’.,-][^\W_]+)*", line)
    if len(words) < _WORDS:
        cause = "a reader wants to know why, what it costs, and what you would do"
        raise Broken(f"the reason has {len(words)} words", expected=f"{_WORDS} or more", cause=cause)
    if len(set(words)) < _DIFFERENT:
        why = f"the reason has {len(set(words))} different words"
        raise Broken(why, expected=f"{_DIFFERENT} or more", cause="the same words again give no reason")
    letters = [word for word in words if word.isalpha()]
    odd = [word for word in letters if (len(word) < 2 and word not in "aio") or not re.search("[aeiouyäöüéèà]", word)]
    if len({*_CONNECTING.findall(line)}) < _SMALL or len(odd) > _BROKEN * len(letters):
        cause = "write sentences, as you would say it to a colleague; a person reads them, too"
        raise Broken("the reason is not made of sentences", expected="words such as the, of, is, that", cause=cause)
    if not _PRICE.search(line):
        raise Broken("the reason does not say what the overlap costs", expected=_PRICES, cause=_SHARE)


def _rule(name: str, test: Callable[[Call], None], hint: str, *, gate: bool = False) -> Property:
    return Property(name, 1, gate, (hint,), test, ({},))


EXERCISE = Exercise(
    hints=(
        (
            "Write down two settings and a metric before you look at any number. Then run the cell that compares them, "
            "copy the eight lines from the task, and fill in what you know."
        ),
        (
            "The cell prints difference, interval and smallest effect in points. Copy them with their signs. The claim "
            "needs a number too: at least 0 points means that the first setting is better at all."
        ),
        (
            "If the interval has the claimed number in it, the verdict is cannot tell. In the reason, say what the "
            "overlap stores, and what you would do with documents of your own."
        ),
    ),
    kept=False,
    properties=(
        _rule("most of the eight lines are there", _most_there, "the lines begin with their labels", gate=True),
        _rule("two settings are named", _settings, _AS_IN),
        _rule("it says what was measured, and on how much", _measured, _METRIC),
        _rule("the difference is the measured one, in points with its sign", _difference, _FRACTION),
        _rule("the interval is the measured one, with the difference in it", _interval, _BRACKETS),
        _rule("the smallest effect is the measured one", _smallest, "a verdict has it: verdict.detectable, a fraction"),
        _rule("the verdict follows from claim and interval", _verdict, _THREE),
        _rule("the reason has sentences and names the price", _because, _SHARE),
    ),
)
