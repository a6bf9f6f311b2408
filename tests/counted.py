"""The numbers in a lesson's text, beside those that its cells show: none is told that nothing has counted.

The author marks other numbers with a tag on the Markdown cell: in ``numbers:2026 97-41``, one is given, and one follows
from two that are known.
"""

from __future__ import annotations

import operator
import re
from typing import TYPE_CHECKING

from classroom.build.masters import NUMBERS, guess_name, tags
from classroom.build.page import calls, headings, shown, without_code

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nbformat import NotebookNode

    from classroom.build.page import Page, Section

_IN_WORDS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen")
_WORDS = {word: number for number, word in enumerate(_IN_WORDS, start=2)}
_NUMBER = r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?"
_IN_PROSE = re.compile(rf"(?<![\w.,])(?<![A-Za-z]-)({_NUMBER})(?!\w|[.,]\d)|\b({'|'.join(_WORDS)})\b", re.IGNORECASE)
_PLACES = re.compile(  # of a list, of a link, and of another part of the course
    r"^\d+\. |\]\([^)]*\)|\b(?:lesson|exercise|question|issue|part)s? \d+(?:(?:, | and | to )\d+)*",
    re.MULTILINE | re.IGNORECASE,
)
_SUM = re.compile(rf"({_NUMBER})([-+*/])({_NUMBER})")
_SIGNS = {"-": operator.sub, "+": operator.add, "*": operator.mul, "/": operator.truediv}


def numbers_in(markdown: str) -> list[str]:
    """The numbers of a prose text, in digits and in words, without those in code, in links and of lessons."""
    return [match[0] for match in _IN_PROSE.finditer(_PLACES.sub(" ", without_code(markdown)))]


def value(number: str) -> float:
    return float(_WORDS.get(number.lower(), number.replace(",", "")))


def uncounted(page: Page) -> list[str]:
    """The numbers of texts that no cell of their section shows, no mark gives, and no text before has told."""
    known: set[float] = set()
    return [place for section in page.sections if section.heading != "Sources" for place in _uncounted(section, known)]


def _uncounted(section: Section, known: set[float]) -> Iterator[str]:
    texts = [text for cell in section.cells if cell.cell_type == "code" for text in (cell.source, _printed(cell))]
    seen = {value(number) for text in texts for number in re.findall(_NUMBER, text.replace("_", ""))}
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
        if not (found := _SUM.fullmatch(mark)):
            known.add(value(mark))
        elif is_among(found[1], known) and is_among(found[3], known):
            known.add(_SIGNS[found[2]](value(found[1]), value(found[3])))
    return known


def is_among(number: str, known: set[float]) -> bool:
    """Tell whether a known value is this number, or has more digits and rounds to it."""
    half = 0.5 * 10 ** -len(number.partition(".")[2])
    return any(abs(value(number) - other) <= half * (other % 1 != 0) for other in known)


def unfolded(page: Page) -> list[str]:
    """Texts with a number of the answer before them in their section that no tag folds, and other texts with a tag."""
    found, name, measured = [], "", set[float]()
    for cell in page.cells:
        if calls(cell, "predict") or any(level == 2 for level, _ in headings(cell)):
            name, measured = "", set()
        for call in calls(cell, "compare"):
            name = str(getattr(call.args[0], "value", ""))
            measured = set(map(value, numbers_in(_printed(cell).rpartition("measured: ")[2])))
        tagged = guess_name(cell) or ""
        told = cell.cell_type == "markdown" and bool(measured & set(map(value, numbers_in(cell.source))))
        if tagged != name if tagged else told:
            found.append(f"after:{name} is the guess before, and the tag says {tagged!r}: {cell.source[:40]!r}")
    return found
