"""A written answer, checked for its form: it names settings, a difference, an interval and the smallest effect.

Whether the answer is good, only a reader can tell. The form makes it one that can be argued with: everything that the
verdict rests on stands in it, and the verdict is the one that follows.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from chunklib.course.exercise import Broken, Call, Exercise, Property, kind_of

LABELS = ("Claim", "Settings", "Measured", "Difference", "Interval", "Smallest effect", "Verdict", "Because")
VERDICTS = ("supported", "refuted", "cannot tell")
_BY_WORD = {label.casefold(): label for label in LABELS}
_MARKUP = "-* "  # of a list, and of bold letters
_WORDS = 15
_ENOUGH = 6  # phases
_BRACKETS = "an interval is written with brackets and a comma, the lower end first"
_NUMBER = r"[+-]?\d+(?:\.\d+)?"
_POINTS = rf"({_NUMBER}) (?:(?:percentage )?points?|pp)\b"
_INTERVAL = rf"\[\s*({_NUMBER})\s*,\s*({_NUMBER})\s*\]"
_SIGNS = str.maketrans({"−": "-", "–": "-"})
_COUNTS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def _lines(function: Call) -> dict[str, str]:
    """Call the function, and take its text apart into what stands behind each label."""
    gave = function()
    if not isinstance(gave, str):
        raise Broken(f"returned {kind_of(gave)}; expected a text", cause='return """Claim: ... """')
    found: dict[str, str] = {}
    for line in gave.translate(_SIGNS).splitlines():
        label, colon, rest = line.partition(":")
        label = _BY_WORD.get(label.strip(_MARKUP).casefold(), "")
        if colon and label:
            if label in found:
                raise Broken(f"the line {label + ':'!r} is there twice", cause="one answer, eight lines")
            found[label] = rest.strip(_MARKUP[1:])
        elif line.strip() and found:
            found[list(found)[-1]] += " " + line.strip()  # a line that goes on
    return found


def _all_there(function: Call) -> None:
    """Every line is there and says something."""
    found = _lines(function)
    for label in LABELS:
        if label not in found:
            raise Broken(f"the line {label + ':'!r} is missing")
        if not re.search(r"\w", found[label]):
            raise Broken(f"nothing stands behind {label + ':'!r}")


def _settings(function: Call) -> None:
    """Two settings are named, and the metric."""
    line = _lines(function)["Settings"]
    sizes = re.findall(r"\b\d+/\d+\b", re.sub(r"\s*/\s*", "/", line))
    if len(set(sizes)) != 2 or len(sizes) != 2 or "against" not in line:
        raise Broken("there are no two settings of size/overlap", expected="as in 400/80 against 400/0")
    if not re.search(r"@\d+", line):
        raise Broken("it is not said how many chunks were retrieved", expected="as in bm25@5")


def _measured(function: Call) -> None:
    """Phases and questions are counted, and the metric named."""
    line = _lines(function)["Measured"].lower()
    for what in ("phase", "question"):
        if not _counted(line, what):
            raise Broken(f"it is not said how many {what}s", expected=f"a number, then {what}s")
    if not re.search(r"\b(recall|whole|contained|precision|iou)", line):
        raise Broken("the metric is not named", expected="recall, whole, precision ...")


def _counted(line: str, what: str) -> int:
    """Read how many of something a line names, 0 where it does not say.

    >>> _counted("six phases, 1,192 labelled questions", "question"), _counted("all the phases", "phase")
    (1192, 0)
    """
    number, between = rf"(\d[\d,]*|{'|'.join(_COUNTS)})", r"(?:(?!phase|question)[a-z]+\s+){0,2}"
    found = re.search(rf"\b{number}\s+{between}{what}s?\b", line.lower())
    if not found:
        return 0
    return _COUNTS.index(found[1]) + 1 if found[1] in _COUNTS else int(found[1].replace(",", ""))


def _difference(function: Call) -> None:
    """The difference is a number of points with its sign."""
    line = _lines(function)["Difference"]
    found = re.search(_POINTS, line)
    if not found:
        raise Broken("there is no number of points", expected="as in +1.5 points")
    if found[1][0] not in "+-" and float(found[1]) != 0:
        raise Broken(f"the difference {found[1]} has no sign", expected=f"+{found[1]} or -{found[1]}")


def _interval(function: Call) -> None:
    """The interval has the difference in it."""
    lines = _lines(function)
    ends, difference = re.search(_INTERVAL, lines["Interval"]), re.search(_POINTS, lines["Difference"])
    if not ends:
        raise Broken("there is no interval", expected="as in [+0.2, +2.8]", cause=_BRACKETS)
    low, high = float(ends[1]), float(ends[2])
    if low > high:
        raise Broken(f"the interval runs from {ends[1]} to {ends[2]}", expected="the lower end first")
    if difference and not low <= float(difference[1]) <= high:
        raise Broken(f"the difference {difference[1]} is not in [{ends[1]}, {ends[2]}]")


def _smallest(function: Call) -> None:
    """The smallest effect that the data can show is a number of points above 0."""
    found = re.search(_POINTS, _lines(function)["Smallest effect"])
    if not found or float(found[1]) <= 0:
        raise Broken("it is not said how small an effect the data can show", expected="a number of points above 0")


def _verdict(function: Call) -> None:
    """The verdict is the one that follows from claim and interval."""
    lines = _lines(function)
    claim, ends = re.search(rf"at least {_POINTS}", lines["Claim"]), re.search(_INTERVAL, lines["Interval"])
    said = lines["Verdict"].lower().rstrip(".")
    if not claim:
        raise Broken("the claim has no number to be judged by", expected="as in: at least 0 points")
    if said not in VERDICTS:
        raise Broken(f"the verdict is {said!r}", expected=" | ".join(VERDICTS))
    phases = _counted(lines["Measured"], "phase")
    if 0 < phases < _ENOUGH and said != VERDICTS[2]:
        why = f"said {said!r} of {phases} phase{'s' if phases > 1 else ''}; with fewer than six it is 'cannot tell'"
        raise Broken(why, cause="one placing of the cuts moves recall by more than overlap does")
    if ends:
        least, low, high = float(claim[1]), float(ends[1]), float(ends[2])
        right = "supported" if low > least else "refuted" if high < least else "cannot tell"
        if said not in (right, "cannot tell"):  # a correction may take a claim away
            raise Broken(f"said {said!r}; [{ends[1]}, {ends[2]}] against {claim[1]} gives {right!r}")


def _because(function: Call) -> None:
    """The reason has some words, and the price in it."""
    line = _lines(function)["Because"]
    if len(line.split()) < _WORDS:
        raise Broken(f"the reason has {len(line.split())} words", expected=f"{_WORDS} or more")
    if not re.search(r"\b(stor|cost|price|token)", line.lower()):
        raise Broken("the reason does not say what the overlap costs", expected="stored tokens, or what they cost")


def _rule(name: str, test: Callable[[Call], None], hint: str, *, gate: bool = False) -> Property:
    return Property(name, 1, gate, (hint,), test, ({},))


EXERCISE = Exercise(
    name="written_answer",
    lesson="11_does_overlap_help",
    hints=(
        (
            "Choose one comparison of the lesson's grid before you look at its numbers again. Copy the eight lines "
            "from the task, and fill in what you know."
        ),
        (
            "Difference, interval and smallest effect stand in the table beside the forest plot, in points. Copy them "
            "with their signs. The claim needs a number too: at least 0 points means that overlap helps at all."
        ),
        (
            "If the interval has the claimed number in it, the verdict is cannot tell. Also where Holm's correction "
            "took the claim away. In the reason, say what the overlap stores, and what you would do with documents of "
            "your own."
        ),
    ),
    properties=(
        _rule("all eight lines are there", _all_there, f"the lines begin with {', '.join(LABELS)}", gate=True),
        _rule("two settings are named", _settings, "for example: token_windows 400/80 against 400/0, bm25@5"),
        _rule("it says what was measured, and on how much", _measured, "as in: recall, six phases, 192 questions"),
        _rule("the difference is in points, with its sign", _difference, "a fraction of 0.015 is 1.5 points"),
        _rule("the interval has the difference in it", _interval, "difference and interval are from different rows"),
        _rule("the smallest effect is named", _smallest, "a verdict has it: verdict.detectable, a fraction"),
        _rule("the verdict follows from claim and interval", _verdict, "low above it: supported; high below: refuted"),
        _rule("the reason names the price", _because, "an overlap of a share r stores 1/(1 - r) times the tokens"),
    ),
)
