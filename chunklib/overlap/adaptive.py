"""Make the overlap depend on the text: what would be hard to understand without its beginning is repeated more.

At each boundary the rules look at the text that may be repeated and at the place of the cut. Every rule that applies
adds its units to the minimum, up to the maximum. The amounts are a convention (a tutorial's: 20 for technical terms, 30
for a list, 50 for code), no finding; rules are data, so that others can be tried and measured.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Self

import regex

from chunklib.cuts.positions import Cuts
from chunklib.cuts.separators import MARK, compiled
from chunklib.document import Document
from chunklib.errors import InvalidType, InvalidValue, refuse_options
from chunklib.overlap.kind import LastUnits, Overlap, OverlapKind
from chunklib.readers import a_text, at_least, whole
from chunklib.tokens import Index


@dataclass(frozen=True)
class Rule:
    """Raises the overlap where it applies.

    Args:
        name: one of :data:`DETECTORS`, or a name of your own for a pattern.
        add: units of the ruler by which it raises the overlap.
        pattern: a regular expression to be found in the text that may be repeated; empty for a known name.
    """

    name: str
    add: int
    pattern: str = ""

    def __post_init__(self) -> None:
        at_least(0, f"what the rule {self.name!r} adds", self.add)
        if a_text(f"the pattern of the rule {self.name!r}", self.pattern):
            try:
                regex.compile(self.pattern, regex.MULTILINE)
            except regex.error as error:
                message = f"the pattern of the rule {self.name!r} is not a regular expression: {error}"
                raise InvalidValue(message) from None
        elif self.name not in DETECTORS:
            raise InvalidValue(f"unknown rule {self.name!r}: give it a pattern, or choose from {', '.join(DETECTORS)}")

    def applies(self, place: Place) -> bool:
        """Tell whether it raises the overlap at a place."""
        return place.has(self.pattern) if self.pattern else DETECTORS[self.name](place)


def _fences(text: str) -> list[int]:
    """Find one after the start of each mark that opens or closes a fenced block (CommonMark 0.31, section 4.5)."""
    found: list[int] = []
    opened = ""
    for match in re.finditer(_FENCE, text):
        run, rest = match.groups()
        closes = opened and run.startswith(opened) and not rest.strip()
        if closes or (not opened and not (run[0] == "`" and "`" in rest)):
            found.append(match.start(1) + 1)
            opened = "" if closes else run
    return found


class Place:
    """Shows a boundary to the rules: the document, the text before the cut that may be repeated, and the cut.

    Args:
        text: the document.
        fences: one after the start of each mark in it that opens or closes a fenced block.
        start: where the text that may be repeated begins.
        end: the offset of the cut.
    """

    def __init__(self, text: str, fences: Sequence[int], start: int, end: int) -> None:
        self._text, self._start, self._end = text, start, end
        opened = bisect_left(fences, end)
        self.in_code = opened % 2 == 1
        self.has_fence = opened > bisect_left(fences, start)

    def has(self, pattern: str) -> bool:
        """Tell whether a pattern is found in the text that may be repeated; a line begins where the document says."""
        return regex.search(pattern, self._text, regex.MULTILINE, self._start, self._end) is not None

    def cuts_sentence(self) -> bool:
        """Tell whether the text before the cut does not end as a sentence ends."""
        near = self._text[max(self._start, self._end - _NEAR) : self._end]
        return not self.in_code and _SENTENCE_END.search(near.rstrip()[-_CLOSERS:]) is None


_NEAR = 200  # characters on either side of a cut that are looked at
_CLOSERS = 9  # the end of a sentence with the marks that may close it
_TERM = r"(?i)\b(?:functions?|class(?:es)?|interfaces?|apis?|endpoints?)\b"
_ITEM = r"^[ \t]*(?:[-*+•]|\d{1,9}[.)]|\([a-z]{1,3}\))[ \t]+\S"
_FENCE = r"(?:(?<=[\n\r])|\A)[ \t]{0,3}(`{3,}+|~{3,}+)([^\n]*)"
_SENTENCE_END = compiled(rf"""(?:[.!?…。！？｡:۔]|{MARK}|(?<=\p{{Greek}})[;\u037E])["'”’»)\]」』）》*_`]*\Z""")

DETECTORS: Mapping[str, Callable[[Place], bool]] = MappingProxyType(
    {
        "technical terms": lambda place: place.has(_TERM),
        "list": lambda place: place.has(_ITEM),
        "code": lambda place: place.in_code or place.has_fence,
        "cut sentence": Place.cuts_sentence,
        "cut code": lambda place: place.in_code,
    }
)
"""What a rule can look for: the first three in the text that may be repeated, the others at the place of the cut."""

RULES = (
    Rule("technical terms", 20),
    Rule("list", 30),
    Rule("code", 50),
    Rule("cut sentence", 20),
    Rule("cut code", 20),
)


@dataclass(frozen=True)
class Adaptive(OverlapKind):
    r"""Asks for an overlap by content: a minimum, raised by each rule that applies, up to a maximum.

    Args:
        minimum: units of the ruler that are asked for at every boundary.
        maximum: the most that neighbours may share.
        rules: what raises it.

    Raises:
        ValueError: unless ``0 <= minimum <= maximum``; for a rule that is unknown.

    >>> from chunklib import STRATEGIES
    >>> text = "Salt the water.\n\nTake:\n\n- pasta\n- oil\n\nBoil it, and serve."
    >>> chunks = STRATEGIES["recursive"](text, size=16, overlap=Adaptive(2, 8, rules=(Rule("list", 4),)))
    >>> [chunk.metadata["overlap_why"] for chunk in chunks[1:]]
    ['minimum 2, list +4: 6']
    """

    minimum: int = 50
    maximum: int = 150
    rules: tuple[Rule, ...] = field(default=RULES)
    name = "adaptive"
    keys = ("minimum", "maximum", "rules")

    def __post_init__(self) -> None:
        low, high = whole("minimum", self.minimum), whole("maximum", self.maximum)
        if not 0 <= low <= high:
            raise InvalidValue(f"an adaptive overlap needs 0 <= minimum <= maximum: got minimum={low}, maximum={high}")
        if not isinstance(self.rules, tuple | list) or not all(isinstance(rule, Rule) for rule in self.rules):
            raise InvalidType(f"rules are a tuple of Rule: got {self.rules!r}")
        object.__setattr__(self, "rules", tuple(self.rules))

    @property
    def units(self) -> int:
        """Give the most that neighbours may share."""
        return self.maximum

    @classmethod
    def described(cls, settings: Mapping[str, Any]) -> Self:
        """Read ``minimum``, ``maximum``, and ``rules``: what each rule adds, by its name."""
        rules = settings.get("rules")
        if rules is None:
            return cls(**{**settings, "rules": RULES})
        if not isinstance(rules, Mapping):
            raise InvalidType(f"the rules of an adaptive overlap are a dictionary from name to units: got {rules!r}")
        return cls(**{**settings, "rules": tuple(_rule(name, rule) for name, rule in rules.items())})

    def on(self, document: Document, levels: Sequence[Cuts]) -> AdaptiveUnits:
        """Look at one document; shared text begins at a cut of one of the levels."""
        return AdaptiveUnits(document.text, levels, self)


def _rule(name: str, given: Any) -> Rule:
    """Read a rule of a configuration: what it adds, or that and a pattern."""
    if not isinstance(given, Mapping):
        return Rule(name, given)
    refuse_options(f"the rule {name!r}", given, ("add", "pattern"))
    if "add" not in given:
        raise InvalidValue(f"the rule {name!r} needs what it adds: add = 20, say")
    return Rule(name, **given)


class AdaptiveUnits(Overlap):
    """Repeats as many units as the rules say, boundary by boundary."""

    def __init__(self, text: str, levels: Sequence[Cuts], asked: Adaptive) -> None:
        self._text, self._levels, self._asked = text, levels, asked
        self.most = asked.maximum
        self._fences = _fences(text)
        self._known: dict[tuple[int, int], tuple[int, str]] = {}  # asked for the cut, and again for the metadata

    def starts(self, index: Index, start: int, end: int, early: int) -> Iterator[int]:
        """Yield the cuts from which no more than the amount for this boundary is shared, earliest first."""
        amount, _ = self._decide(index, start, end)
        return LastUnits(amount, self._levels).starts(index, start, end, early)

    def notes(self, index: Index, start: int, end: int) -> Mapping[str, object]:
        """Say how much was asked for after the chunk ``text[start:end]``, and which rules applied."""
        amount, why = self._decide(index, start, end)
        return {"overlap_asked": amount, "overlap_why": why}

    def _decide(self, index: Index, start: int, end: int) -> tuple[int, str]:
        if (start, end) not in self._known:
            least, found = self._asked.minimum, self._found(index, start, end)
            wanted = least + sum(rule.add for rule in found)
            amount = min(self.most, wanted)
            why = ", ".join([f"minimum {least}", *(f"{rule.name} +{rule.add}" for rule in found)])
            if found:
                why += f": {amount}" if amount == wanted else f": {wanted}, the maximum is {amount}"
            self._known[start, end] = amount, why
        return self._known[start, end]

    def _found(self, index: Index, start: int, end: int) -> list[Rule]:
        """Find the rules that apply; where the guesses of what may be repeated do not agree, it is measured."""
        early = max(start, index.back(end, self.most))
        late = index.retreat(early, end, self.most)
        found = self._applying(self._asked.rules, early, end)
        if self._applying(found, late, end) == found:
            return found
        while early < end and index.size(early, end) - index.special > self.most:
            early += 1
        return self._applying(found, early, end)

    def _applying(self, rules: Sequence[Rule], start: int, end: int) -> list[Rule]:
        place = Place(self._text, self._fences, start, end)
        return [rule for rule in rules if rule.applies(place)]
