"""The numbers in a lesson's text, beside those that its cells show: none is told that nothing has counted.

The author marks other numbers with a tag on the Markdown cell: in ``numbers:2026 97-41``, one is given, and one follows
from two that are known.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Iterator

from nbformat import NotebookNode

from classroom.build.masters import AFTER, NUMBERS, named, tags
from classroom.build.page import Page, Section, calls, headings, shown, without_code

_SHOWN = re.compile(r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?")  # also in code and beside letters
_NUMBER_WORDS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen")
_DIGITS = r"(?<![\w.,])(?<![A-Za-z]-)(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?!\w|[.,]\d)"
_NUMBER = re.compile(rf"{_DIGITS}|\b(?:{'|'.join(_NUMBER_WORDS)})\b", re.IGNORECASE)
_PLACES = re.compile(  # of a list, of a link, and of another part of the course
    r"^\d+\. |\]\([^)]*\)|\b(?:lesson|exercise|question|issue|part)s? \d+(?:(?:, | and | to )\d+)*",
    re.IGNORECASE | re.MULTILINE,
)
_SIGNS = {"-": operator.sub, "+": operator.add, "*": operator.mul, "/": operator.truediv}


def numbers_in(text: str) -> list[str]:
    """The numbers of Markdown, in digits or words, without those in code, of links and of parts of the course."""
    return _NUMBER.findall(_PLACES.sub(" ", without_code(text)))


def value(number: str) -> float:
    """The value of a number in digits or in a word."""
    word = number.lower()
    return float(2 + _NUMBER_WORDS.index(word) if word in _NUMBER_WORDS else number.replace(",", ""))


def uncounted(page: Page) -> list[str]:
    """The numbers of texts that no cell of their section shows, no mark gives, and no text before has told."""
    known: set[float] = set()
    return [place for section in page.sections if section.heading != "Sources" for place in _uncounted(section, known)]


def _uncounted(section: Section, known: set[float]) -> Iterator[str]:
    code = "\n".join(f"{cell.source}\n{_printed(cell)}" for cell in section.cells if cell.cell_type == "code")
    seen = {value(number) for number in _SHOWN.findall(code.replace("_", ""))}
    for cell in section.cells:
        if cell.cell_type == "markdown":
            seen = _marked(cell, seen | known)
            for number in numbers_in(cell.source):
                if is_among(number, seen):
                    known.add(value(number))
                else:
                    yield f"{number} in {cell.source[:40]!r}"


def _printed(cell: NotebookNode) -> str:
    return "\n".join(text for kind, text in shown(cell) if kind == "text/plain")


def _marked(cell: NotebookNode, known: set[float]) -> set[float]:
    """The known values and those of the author's marks; a sum of numbers that are not known gives none."""
    for mark in " ".join(tag.removeprefix(NUMBERS) for tag in tags(cell) if tag.startswith(NUMBERS)).split():
        first, sign, second = (*re.split(r"([-+*/])", mark), "", "")[:3]
        if not sign:
            known.add(value(first))
        elif is_among(first, known) and is_among(second, known):
            known.add(_SIGNS[sign](value(first), value(second)))
    return known


def is_among(number: str, known: set[float]) -> bool:
    """Tell whether a known value is this number, or has more digits and rounds to it."""
    half = 0.5 * 10 ** -len(number.partition(".")[2])
    return any(abs(value(number) - other) <= half * (other % 1 != 0) for other in known)


def unfolded(page: Page) -> list[str]:
    """Texts with a number of the answer before them in their section, or recaps with one of any, that no tag folds.

    And other texts with a tag. In a recap, numbers of one digit are not searched for.
    """
    found, name, measured, answers = [], "", set[float](), set[float]()
    for cell in page.cells:
        if calls(cell, "predict") or any(level == 2 for level, _ in headings(cell)):
            name, measured = "", answers if cell.source.startswith("## Recap") else set()
        for call in calls(cell, "compare"):
            name = str(getattr(call.args[0], "value", ""))
            measured = set(map(value, numbers_in(_printed(cell).rpartition("measured: ")[2])))
            answers |= {number for number in measured if number > 9}
        tagged = named(cell, AFTER) or ""
        told = cell.cell_type == "markdown" and bool(measured & set(map(value, numbers_in(cell.source))))
        if tagged != name if tagged else told:
            found.append(f"after:{name} is the guess before, and the tag says {tagged!r}: {cell.source[:40]!r}")
    return found
