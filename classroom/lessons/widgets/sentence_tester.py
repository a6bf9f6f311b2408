"""sentence_tester(text): see where several splitters, and one of your own, cut a text into sentences."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from html import escape
from itertools import pairwise
from math import prod
from operator import index
from typing import Any

import regex
from ipywidgets import Layout

from chunklib.cuts import sentences
from chunklib.cuts.structure import SOLID
from chunklib.errors import InvalidType, InvalidValue
from chunklib.view.spans import safe
from classroom.judge.showing import clean, short
from classroom.lessons.widgets.arguments import check_text, part_of_handbook, refusing
from classroom.lessons.widgets.controls import TextBox
from classroom.lessons.widgets.parts import SCROLL, framed, label, lines_html, quoted, region, totals_html, totals_text
from classroom.lessons.widgets.widget import Widget

PATTERN = r"(?<!\bDr)(?<!\bNo)(?<!approx)[.!?]\s+(?=[A-Z])"
"""The pattern of lesson 5."""
MOST_LINES = 200
_LIMIT = 1.0  # seconds
_MOST_TYPED = 300
_MOST_REPEATS = 10_000  # a pattern grows by the product of the numbers in its braces before it is tried
_BRACES = regex.compile(r"\{([\d,]*)\}")

Splitter = Callable[[str], Iterable[int]]
_MOST_MARKS = 1_000
_PAGE = f"white-space:pre-wrap;overflow-wrap:anywhere;max-height:330px;padding:8px 10px;{SCROLL}"
_LIST = f"max-height:200px;padding:6px 10px;border-top:1px solid #757575;font-size:13px;{SCROLL}"
_MOST_CHARACTERS = 20_000


@dataclass
class View:
    """Holds a text, the learner's pattern (empty: none) and their function; gives the cuts of each splitter.

    A cut is the offset of the first character after it that is not white space: where in the white space a splitter
    cuts makes no difference. What goes wrong with the learner's own pattern or function is a line in ``complaints``.
    """

    text: str
    pattern: str = ""
    splitter: Splitter | None = None

    def __str__(self) -> str:
        return "\n".join([*self.complaints, *totals_text(self.totals()), *self.lines()])

    def __post_init__(self) -> None:
        splitters: dict[str, Splitter] = {
            "model": _model,
            "pattern": lambda text: ends(PATTERN, text),
            'split ". "': lambda text: ends(r"\. ", text),
        }
        if self.pattern:
            splitters["your pattern"] = lambda text: ends(self.pattern, text)
        if self.splitter:
            splitters["your function"] = self.splitter
        self.cuts: dict[str, frozenset[int]] = {}
        self.complaints: list[str] = []
        for name, splitter in splitters.items():
            try:
                self.cuts[name] = _starts(name, self.text, splitter(self.text))
            except Exception as error:
                if not name.startswith("your"):
                    raise
                kind = "" if isinstance(error, InvalidValue | InvalidType) else f"{name}: {type(error).__name__}: "
                self.complaints.append(f"{kind}{clean(str(error))}")

    @cached_property
    def places(self) -> list[tuple[int, list[str]]]:
        """Return every place where some splitter cuts, with the names of those that do."""
        places = sorted(frozenset().union(*self.cuts.values()))
        return [(at, [name for name, cuts in self.cuts.items() if at in cuts]) for at in places]

    @property
    def differences(self) -> list[tuple[int, list[str]]]:
        """Return the places where not every splitter cuts."""
        return [(at, names) for at, names in self.places if len(names) < len(self.cuts)]

    def totals(self) -> list[tuple[str, str]]:
        """Count the cuts of each splitter, and those that no other makes."""
        alone = [names[0] for _, names in self.differences if len(names) == 1]
        counts = [
            (f"cuts by {name}", f"{len(cuts):,} in all, {alone.count(name):,} that no other makes")
            for name, cuts in self.cuts.items()
        ]
        return [*counts, ("cuts by all of them", f"{len(self.places) - len(self.differences):,}")]

    def lines(self) -> list[str]:
        """Say each difference: who cuts, who does not, and the text around the place."""
        text, lines = self.text, []
        for at, names in self.differences[:MOST_LINES]:
            others = "" if len(names) == 1 else f", not {' and '.join(name for name in self.cuts if name not in names)}"
            who = f"{'only ' * (len(names) == 1)}{' and '.join(names)}{others}"
            lines.append(f"at {at:,}, {who}: {quoted(text[max(0, at - 24) : at])} ✂ {quoted(text[at : at + 18])}")
        more = len(self.differences) - MOST_LINES
        return [*lines, f"and {more:,} more differences"] if more > 0 else lines


@lru_cache(maxsize=4)
def _model(text: str) -> tuple[int, ...]:
    return tuple(sentences(text))


def ends(typed: str, text: str) -> list[int]:
    r"""Find the end of every match of a pattern, within a second.

    Raises:
        ValueError: if the pattern cannot be read, is too large, or takes longer.

    >>> ends(r"\. ", "One. Two.")
    [5]
    >>> ends("(a", "a")
    Traceback (most recent call last):
    chunklib.errors.InvalidValue: your pattern cannot be read: missing ) at character 2
    """
    counts = (max([1, *map(int, filter(None, braces.split(",")))]) for braces in _BRACES.findall(typed[:_MOST_TYPED]))
    if len(typed) > _MOST_TYPED or prod(counts) > _MOST_REPEATS:
        what = f"{_MOST_TYPED} characters, and the numbers in its braces may multiply to {_MOST_REPEATS:,}"
        raise InvalidValue(f"your pattern is too large: it may have {what}")
    try:
        return list(_ends(regex.compile(typed), text))
    except TimeoutError:
        raise InvalidValue(
            f"your pattern had not finished after {_LIMIT:.0f} second, so it was stopped: look for a repetition inside "
            "a repetition, such as (a+)+"
        ) from None
    except regex.error as error:
        why = str(error).replace(" at position ", " at character ")
        raise InvalidValue(f"your pattern cannot be read: {why}") from None


def _ends(pattern: regex.Pattern[str], text: str) -> Iterator[int]:
    until = time.monotonic() + _LIMIT
    for match in pattern.finditer(text, timeout=_LIMIT):  # which limits each search, not all of them
        yield match.end()
        if time.monotonic() > until:
            raise TimeoutError


def _starts(name: str, text: str, cuts: Iterable[int]) -> frozenset[int]:
    """Move each cut over the white space after it; one before the first or after the last word cuts nothing."""
    try:
        offsets = list(map(index, cuts))
    except TypeError:
        raise InvalidType(f"{name} must return offsets, whole numbers in a list: got {short(cuts, 80)}") from None
    if wrong := [at for at in offsets if not 0 <= at <= len(text)]:
        raise InvalidValue(f"{name} must return offsets from 0 to {len(text):,}: got {wrong[0]}")
    first = SOLID.search(text)
    solid = (SOLID.search(text, at) for at in offsets)
    return frozenset(found.start() for found in solid if found and first and found.start() > first.start())


def page(shown: View) -> str:
    """Draw a view: the counts, the text with its cuts, the differences."""
    places = shown.places[:_MOST_MARKS]
    edges = [0, *(at for at, _ in places), len(shown.text)]
    first, *others = (safe(shown.text[start:end]) for start, end in pairwise(edges))
    marks = (_mark(names, len(shown.cuts)) for _, names in places)
    text = first + "".join(mark + part for mark, part in zip(marks, others, strict=True))
    left = f"Marked are the first {_MOST_MARKS:,} of {len(shown.places):,} cuts." * (len(shown.places) > _MOST_MARKS)
    key = f"{label('✂')} every splitter cuts here · {label('✂ name', dark=True)} only the ones named cut here"
    wrong = [f'<b role="alert">{escape(line)}</b>' for line in shown.complaints]
    head = lines_html([*wrong, *(totals_html([one]) for one in shown.totals()), key, *filter(None, [left])])
    return framed(
        head,
        region("The text with its cuts", _PAGE, text, text=True),
        region("The differences", _LIST, lines_html(map(safe, shown.lines())) or "There is no difference."),
    )


def _mark(names: list[str], splitters: int) -> str:
    every = len(names) == splitters
    return label("✂" if every else f"✂ {escape(', '.join(names), quote=False)}", dark=not every)


class SentenceTester(Widget[View]):
    """Shows where splitters cut a text, with a box for a pattern of your own; made by ``sentence_tester``."""

    def __init__(self, text: str, splitter: Splitter | None) -> None:
        self._splitter = splitter
        self.pattern = TextBox(
            description="your pattern", placeholder=r"a regular expression, such as [.!?]\s+ (press Enter)",
            continuous_update=False, style={"description_width": "90px"}, layout=Layout(width="auto"),
        )  # fmt: skip
        super().__init__(self.pattern, view=View, page=page, text=text, holds=_MOST_CHARACTERS)

    def _state(self) -> tuple[Any, ...]:
        return self.text, self.pattern.value, self._splitter


def sentence_tester(text: str | None = None, splitter: Splitter | None = None) -> SentenceTester:
    r"""Show where three splitters cut a text into sentences, and where a pattern or a function of your own does.

    They are the model of ``chunklib.cuts.sentences``, the pattern of lesson 5, and ``split(". ")``. A pattern cuts
    after each of its matches; one that takes longer than a second is stopped.

    Args:
        text: Your own text, at most 20,000 characters; a section of the handbook by default. It can also be typed or
            pasted into the widget.
        splitter: your own function ``text -> list of offsets``: where each sentence but the first begins.

    Returns:
        A widget; ``str(widget)`` says the same in words, difference by difference.

    Raises:
        CourseError: if the text is not a text or too long, or the splitter is not a function.

    >>> print(sentence_tester("It is 5 p.m. now. Go home.", splitter=lambda text: [18]))
    cuts by model: 1 in all, 0 that no other makes
    cuts by pattern: 1 in all, 0 that no other makes
    cuts by split ". ": 2 in all, 1 that no other makes
    cuts by your function: 1 in all, 0 that no other makes
    cuts by all of them: 1
    at 13, only split ". ": "It is 5 p.m. " ✂ "now. Go home."
    """
    shown = part_of_handbook("### Verdict", "## Alarms API") if text is None else text
    with refusing("sentence_tester"):
        check_text(shown, _MOST_CHARACTERS)
        if splitter is not None and not callable(splitter):
            raise InvalidType(f"splitter must be a function text -> list of offsets: got {splitter!r}")
        return SentenceTester(shown, splitter)
