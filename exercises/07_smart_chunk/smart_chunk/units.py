"""The natural units of a plain text, smallest last, and how many tokens a piece of text has for a model.

A plain text leaves no doubt about its units: paragraphs with one empty line between them, lines, sentences
that end in a full stop, ! or ? before a space and a capital letter, words with one white space between them. On
other texts people differ, so nothing is asked there that hangs on where a unit ends.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from chunklib.tokens import ruler

LEVELS = ("paragraph", "line", "sentence", "word")
_BREAKS = {
    "paragraph": re.compile(r"\n\n"),
    "line": re.compile(r"\n+"),
    "sentence": re.compile(r"\n+|(?<=[.!?]) (?=[A-Z])"),
    "word": re.compile(r"\s+"),
}
_DOUBTFUL = re.compile(r"[^\S \n]|  | \n|\n |\n\n\n|[.!?] (?![A-Z])")


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit between `start` and `end`; with the white space around it, between `before` and `after`."""

    start: int
    end: int
    before: int
    after: int


def is_plain(text: str) -> bool:
    r"""Tell whether `text` leaves no doubt about its units: white space is single, and a capital follows each end.

    >>> is_plain("Aa bb.\nCc.\n\nDd"), is_plain("a\r\nb"), is_plain("a "), is_plain("aa. bb")
    (True, False, False, False)
    """
    return text == text.strip() and not _DOUBTFUL.search(text)


def units(text: str, level: str) -> list[Unit]:
    """Return the units of a plain text at one of `LEVELS`, in order.

    >>> [text_of("Aa bb. Cc", u) for u in units("Aa bb. Cc", "sentence")]
    ['Aa bb.', 'Cc']
    """
    breaks = [match.span() for match in _BREAKS[level].finditer(text)]
    befores = [0, *(end for _, end in breaks)]
    afters = [*(start for start, _ in breaks), len(text)]
    outer_starts = [0, *(start for start, _ in breaks)]
    outer_ends = [*(end for _, end in breaks), len(text)]
    return [Unit(*four) for four in zip(befores, afters, outer_starts, outer_ends, strict=True)]


def text_of(text: str, unit: Unit) -> str:
    """Return the text of a unit without the white space around it."""
    return text[unit.start : unit.end]


def count(text: str, model: str = "gpt-4") -> int:
    """Count the tokens of `text` for `model`, special-token text as plain text.

    >>> count("one two"), count("<|endoftext|>")
    (2, 7)
    """
    return ruler(model)(text)
