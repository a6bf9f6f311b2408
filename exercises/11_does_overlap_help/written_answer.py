"""A written answer, checked for its form and its numbers: settings, a difference, an interval and the smallest effect.

Whether the answer is good, only a reader can tell. The form makes it one that can be argued with: everything that the
verdict rests on is in it, and the verdict is the one that follows. The numbers of the lesson's own sweep are known here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from chunklib.evaluation.metrics.registry import METRICS
from classroom.judge.exercise import Broken, Call, Exercise, Property, kind_of

LABELS = ("Claim", "Settings", "Measured", "Difference", "Interval", "Smallest effect", "Verdict", "Because")
VERDICTS = ("supported", "refuted", "cannot tell")
_SHOWN = {"Settings": "400/80 against 400/0, bm25@5"}  # what the task fills in; the rest of its lines has no number
_NUMBERS = ("Difference", "Interval", "Smallest effect")
_BY_WORD = {label.casefold(): label for label in LABELS}
_BEFORE, _AFTER = re.compile(r"^[\s*_>#•-]*(?:\d+[.)])?[\s*_]*"), re.compile(r"[\s*_]+$")  # of a list, of bold letters
_MOST = len(LABELS) // 2
_WORDS, _DIFFERENT, _SMALL, _BROKEN = 15, 10, 3, 0.2
_SWEPT = """
recall 200 10 bm25  +1.2 -0.2 +2.6 2.9
recall 200 20 bm25  +2.1 +0.6 +3.6 3.1
recall 200 50 bm25  +1.3 -1.3 +3.7 5.1
recall 200 10 dense +0.4 -0.9 +1.8 2.8
recall 200 20 dense +1.4 -0.0 +2.8 3.0
recall 200 50 dense +2.5 +0.3 +4.7 4.5
recall 400 10 bm25  +2.9 +1.6 +4.2 2.7
recall 400 20 bm25  +3.9 +2.4 +5.4 3.1
recall 400 50 bm25  +2.7 +0.2 +5.0 5.1
recall 400 10 dense +1.7 +0.4 +3.0 2.6
recall 400 20 dense +2.0 +0.4 +3.6 3.3
recall 400 50 dense +1.5 -1.0 +3.8 5.0
whole  200 10 bm25  +2.4 +0.8 +3.9 3.3
whole  200 20 bm25  +4.5 +2.9 +6.3 3.6
whole  200 50 bm25  +8.9 +5.4 +12.1 6.8
whole  200 10 dense +0.9 -0.5 +2.3 2.8
whole  200 20 dense +2.9 +1.3 +4.5 3.3
whole  200 50 dense +7.5 +4.7 +10.3 5.8
whole  400 10 bm25  +4.8 +3.3 +6.3 3.2
whole  400 20 bm25  +9.3 +7.5 +11.1 3.7
whole  400 50 bm25  +10.6 +7.6 +13.4 5.9
whole  400 10 dense +2.8 +1.3 +4.3 3.0
whole  400 20 dense +5.2 +3.2 +7.1 4.0
whole  400 50 dense +6.7 +3.7 +9.6 6.0
"""
"""What the lesson's sweep finds, as its tables show it: metric, size, overlap in per cent and retriever; then difference,
both ends of the interval, smallest effect, in points. All are windows against no overlap, at 5, in six phases."""
_QUESTIONS, _PHASES = 192, 6
_OWN = re.compile(r"\b(?:my|our|own)\b")
_OTHER = re.compile(r"\b(?:recursive|sentences?|smart|structure|semantic|hybrid|characters?|markdown|records)\b|chunk\b")
_CONNECTING = frozenset(
    "a an and are as at be because but by for from has have if in is it its no not of on or so than that the their then "
    "there these this those to was we were what when which while who with without would you i".split()
)
_ENOUGH = 6  # phases
_BRACKETS = "an interval is written with brackets and a comma, the lower end first"
_NUMBER = r"(?<![\d.,])[+-]?\d+(?:\.\d+)?"
_POINTS = rf"({_NUMBER})\s*(?:(?:percentage )?points?|pp)\b"
_INTERVAL = rf"\[\s*({_NUMBER})\s*,\s*({_NUMBER})\s*\]"
_SIGNS = str.maketrans({"−": "-", "–": "-"})
_AS_IN = "write size/overlap of both, with against between them"
_METRIC = "name what was measured: recall, whole, contained, precision or IoU"
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
    if found[0].lstrip("…. ") == _SHOWN.get(label) and "…" in found[0]:
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
    numbers = [one for label in _NUMBERS for line in found.get(label, []) for one in re.findall(_NUMBER, line)]
    if len(numbers) > 2 and len({float(number) for number in numbers}) == 1:
        raise Broken(
            f"every number is {numbers[0]}", cause="difference, interval and smallest effect are measured numbers"
        )


def _swept(function: Call) -> Sequence[float]:
    """Return the four numbers of the lesson's sweep for the settings of an answer, none where it measured another thing."""
    lines = {label: " ".join(found).lower() for label, found in _lines(function).items()}
    settings, measured = re.sub(r"\s*/\s*", "/", lines.get("Settings", "")), lines.get("Measured", "")
    pairs = sorted((int(b), int(a)) for a, b in re.findall(r"\b(\d{1,6})/(\d{1,6})\b", settings))
    how, metric = re.search(r"\b(bm25|dense)@5\b", settings), re.search(r"\b(recall(?!_)|whole)", measured)
    other = _OWN.search(f"{settings} {measured} {lines.get('Claim', '')}") or _OTHER.search(settings)
    if other or not how or not metric or len(pairs) != 2 or pairs[0] != (0, pairs[1][1]):
        return ()
    overlap, size = pairs[1]
    for row in _SWEPT.split("\n"):
        if row.split()[:4] == [metric[1], str(size), f"{100 * overlap / max(size, 1):g}", how[1]]:
            return [float(one) for one in row.split()[4:]]
    return ()


def _as_swept(function: Call, what: str, said: Sequence[str], at: int) -> None:
    """Check numbers against those of the lesson's sweep, if they are of it: each may be rounded, and all be turned."""
    if _counted(" ".join(_lines(function).get("Measured", [])), "phase") != _PHASES:
        return
    found = list(_swept(function)[at : at + len(said)])
    off = [0.051 if "." in one else 0.551 for one in said]
    ways = (found, [-its for its in reversed(found)])
    near = (all(abs(float(one) - its) <= far for one, its, far in zip(said, way, off, strict=True)) for way in ways)
    if found and not any(near):
        its = found[0] if len(found) == 1 else found
        cause = "copy the row of your settings; if you measured something of your own, say so in the line Measured"
        raise Broken(f"{what} is not that of these settings in the lesson", expected=its, cause=cause)


def _settings(function: Call) -> None:
    """Two settings are named, and how many chunks were retrieved."""
    line = _line(function, "Settings")
    sizes = re.findall(r"\b\d+/\d+\b", re.sub(r"\s*/\s*", "/", line))
    if len(sizes) != 2 or not re.search(r"\b(?:against|vs|versus)\b", line, re.IGNORECASE):
        raise Broken("there are no two settings of size/overlap", expected="as in 400/80 against 400/0", cause=_AS_IN)
    if sizes[0] == sizes[1]:
        raise Broken(f"{sizes[0]} is compared with itself", cause="the two settings differ in size or in overlap")
    if not re.search(r"@\d+", line):
        why = "the line does not say how many chunks were retrieved"
        raise Broken(why, expected="as in bm25@5", cause="write the retriever, @ and k")


def _measured(function: Call) -> None:
    """Phases and questions are counted, and the metric named."""
    line = _line(function, "Measured").lower()
    for what in ("phase", "question"):
        if not _counted(line, what):
            why, cause = f"the line does not say how many {what}s", f"write a number, then {what}s"
            raise Broken(why, expected=f"as in 6 {what}s", cause=cause)
    if not re.search(rf"\b(?:{'|'.join(METRICS)})", line):
        raise Broken("the metric is not named", expected="recall, whole, precision ...", cause=_METRIC)
    if _swept(function) and _counted(line, "phase") >= _PHASES and _counted(line, "question") != _QUESTIONS:
        why = f"the line says {_counted(line, 'question')} questions, and the lesson has {_QUESTIONS}"
        raise Broken(why, cause="if these are questions of your own, say so in this line")


def _counted(line: str, what: str) -> int:
    """Read how many of something a line names, 0 where it does not say.

    >>> _counted("six phases, 1,192 labelled questions", "question"), _counted("all the phases", "phase")
    (1192, 0)
    >>> _counted("recall@5 over all phases", "phase"), _counted("recall@5, some phases", "phase")
    (0, 0)
    """
    number, between = (
        rf"(?<![@\d.,])(\d+(?:,\d{{3}})*|\b(?:{'|'.join(_COUNTS)}))",
        r"(?:(?!phase|question)[a-z]+\s+){0,2}",
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
        cause = "a difference of fractions, such as 0.015, is 1.5 points; per cent may mean something else"
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
        raise Broken(f"the interval runs from {low} to {high}", expected="the lower end first", cause=_BRACKETS)
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
        cause = "the table beside the forest plot has it; in code it is verdict.detectable, a fraction"
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
    phases = _counted(" ".join(_lines(function).get("Measured", [])), "phase")
    if 0 < phases < _ENOUGH and said != VERDICTS[2]:
        why = f"said {said!r} of {phases} phase{'s' if phases > 1 else ''}; with fewer than six it is 'cannot tell'"
        raise Broken(why, cause="one placing of the cuts moves recall by more than overlap does")
    least = float(claimed)
    right = "supported" if float(low) > least else "refuted" if float(high) < least else "cannot tell"
    if said not in (right, "cannot tell"):  # a correction may remove a claim
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
    if len(set(words) & _CONNECTING) < _SMALL or len(odd) > _BROKEN * len(letters):
        cause = "write sentences, as you would say it to somebody; a person reads them, too"
        raise Broken("the reason is not made of sentences", expected="words such as the, of, is, that", cause=cause)
    if not _PRICE.search(line):
        raise Broken("the reason does not say what the overlap costs", expected=_PRICES, cause=_SHARE)


def _rule(name: str, test: Callable[[Call], None], hint: str, *, gate: bool = False) -> Property:
    return Property(name, 1, gate, (hint,), test, ({},))


EXERCISE = Exercise(
    hints=(
        (
            "Choose one comparison of the lesson's grid before you look at its numbers again. Copy the eight lines "
            "from the task, and fill in what you know."
        ),
        (
            "The table beside the forest plot gives difference, interval and smallest effect in points. Copy them "
            "with their signs. The claim needs a number too: at least 0 points means that overlap helps at all."
        ),
        (
            "If the interval has the claimed number in it, the verdict is cannot tell. Also where Holm's correction "
            "removed the claim. In the reason, say what the overlap stores, and what you would do with documents of "
            "your own."
        ),
    ),
    kept=False,
    properties=(
        _rule("most of the eight lines are there", _most_there, "the lines begin with their labels", gate=True),
        _rule("two settings are named", _settings, _AS_IN),
        _rule("it says what was measured, and on how much", _measured, _METRIC),
        _rule("the difference is in points, with its sign", _difference, "a fraction of 0.015 is 1.5 points"),
        _rule("the interval has the difference in it", _interval, _BRACKETS),
        _rule("the smallest effect is named", _smallest, "a verdict has it: verdict.detectable, a fraction"),
        _rule("the verdict follows from claim and interval", _verdict, "low above it: supported; high below: refuted"),
        _rule("the reason names the price", _because, _SHARE),
    ),
)
