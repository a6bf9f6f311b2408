"""One state of the sentence tester: a text, and where each of several splitters cuts it.

It depends on the settings alone, so a stored output can be compared.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import prod
from operator import index

import regex

from chunklib.cuts import sentences
from chunklib.errors import InvalidType, InvalidValue
from chunklib.pack import SOLID
from classroom.judge.showing import clean, short
from classroom.lessons.widgets.parts import quoted, totals_text

PATTERN = r"(?<!\bDr)(?<!\bNo)(?<!approx)[.!?]\s+(?=[A-Z])"
"""The pattern of lesson 5."""
MOST_LINES = 200
_LIMIT = 1.0  # seconds
_MOST_TYPED = 300
_MOST_REPEATS = 10_000  # a pattern grows by the product of the numbers in its braces before it is tried
_BRACES = regex.compile(r"\{([\d,]*)\}")

Splitter = Callable[[str], Iterable[int]]


@dataclass(frozen=True, slots=True)
class Settings:
    """Holds the text, the pattern that the learner typed (empty: none), and the function that they gave."""

    text: str
    pattern: str = ""
    splitter: Splitter | None = None


@dataclass(frozen=True)
class View:
    """Holds settings, the cuts of each splitter by its name, and what was wrong with the learner's own ones.

    A cut is the offset of the first character after it that is not white space: where in the white space a splitter
    cuts makes no difference.
    """

    settings: Settings
    cuts: Mapping[str, frozenset[int]]
    complaints: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "\n".join([*self.complaints, *totals_text(self.totals()), *self.lines()])

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
        text = self.settings.text
        lines = []
        for at, names in self.differences[:MOST_LINES]:
            others = "" if len(names) == 1 else f", not {' and '.join(name for name in self.cuts if name not in names)}"
            who = f"{'only ' * (len(names) == 1)}{' and '.join(names)}{others}"
            lines.append(f"at {at:,}, {who}: {quoted(text[max(0, at - 24) : at])} ✂ {quoted(text[at : at + 18])}")
        more = len(self.differences) - MOST_LINES
        return [*lines, f"and {more:,} more differences"] if more > 0 else lines


def view(settings: Settings) -> View:
    r"""Cut the text of the settings with every splitter.

    Returns:
        a view; what goes wrong with the learner's own pattern or function is a line in it, and the others are shown.

    >>> print(view(Settings("Dr. Lind came. Åse left. It rained.")))
    cuts by model: 2 in all, 0 that no other makes
    cuts by pattern: 1 in all, 0 that no other makes
    cuts by split ". ": 3 in all, 1 that no other makes
    cuts by all of them: 1
    at 4, only split ". ": "Dr. " ✂ "Lind came. Åse lef"
    at 15, model and split ". ", not pattern: "Dr. Lind came. " ✂ "Åse left. It raine"
    """
    text = settings.text
    splitters: dict[str, Splitter] = {
        "model": _model,
        "pattern": lambda text: ends(PATTERN, text),
        'split ". "': lambda text: ends(r"\. ", text),
    }
    if settings.pattern:
        splitters["your pattern"] = lambda text: ends(settings.pattern, text)
    if settings.splitter:
        splitters["your function"] = settings.splitter
    found, complaints = {}, []
    for name, splitter in splitters.items():
        try:
            found[name] = _starts(name, text, splitter(text))
        except Exception as error:
            if not name.startswith("your"):
                raise
            kind = "" if isinstance(error, InvalidValue | InvalidType) else f"{name}: {type(error).__name__}: "
            complaints.append(f"{kind}{clean(str(error))}")
    return View(settings, found, tuple(complaints))


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
