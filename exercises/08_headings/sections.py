"""`sections`, the second part of `chunk_with_headers`: cut before each heading, and write the path above each part."""

from __future__ import annotations

from typing import Any

from classroom.judge.catalogue import EXERCISES
from classroom.judge.exercise import Broken, Call, Exercise, Property

cases = EXERCISES.module("chunk_with_headers").texts_alone
parts = EXERCISES.module("chunk_with_headers.sections")
causes = EXERCISES.module("chunk_with_headers.causes")


def _found(function: Call, text: str) -> list[tuple[int, int, str]]:
    """Call the function, and leave out the sections of white space alone, which may be there or not."""
    rows = parts.read_rows(function(text), len(text), int, int, str)
    return [row for row in rows if text[row[0] : row[1]].strip() or row[1] < row[0]]


def _places(function: Call, text: str) -> None:
    """Each section goes from its heading to the next one, or to the end; what comes before is a section too."""
    gave, expected = _found(function, text), parts.sections_of(text)
    for index, part in enumerate(expected):
        if index >= len(gave):
            raise Broken(f"no section goes from {part.start} to {part.end}", cause=_why_missing(text, part))
        start, end, _ = gave[index]
        if (start, end) != (part.start, part.end):
            cause = _PREAMBLE if not part.titles else _NEXT if start == part.start else _START
            why = f"section {index} goes from {start} to {end}"
            raise Broken(why, expected=f"{part.start} to {part.end}", cause=cause)
    if len(gave) > len(expected):
        raise Broken(f"section {len(expected)} is one too many", gave=gave[len(expected)], cause=_START)


def _why_missing(text: str, part: Any) -> str:
    return _PREAMBLE if not part.titles else _LAST if part.end == len(text) else _START


def _contexts(function: Call, text: str) -> None:
    """The context of a section names the headings in force."""
    given = {(start, end): context for start, end, context in _found(function, text)}
    for part in parts.sections_of(text):
        gave = given.get((part.start, part.end), part.context)
        if gave != part.context:
            cause = causes.why_not(gave, part.context, text[: part.end])
            why = f"context of the section from {part.start} to {part.end}"
            raise Broken(why, gave=gave, expected=part.context, cause=cause)


_PREAMBLE = "the text before the first heading is a section too, from 0 on and without a context"
_LAST = "the last section ends with the text: it is still open when the loop ends"
_NEXT = "a section ends where the next heading begins, of any level, or with the text"
_START = "a section begins with the line of its heading; headings(text) says where that is"
_EXAMPLES = tuple({"text": text} for text in (
    "# Tea\nHot.\n", "# Tea\nHot.\n# Ice\nCold.\n", "# Tea\n\nBoil.\n\n## Green\n\nWait.\n\n## Black\n\nWait.\n",
    "Intro.\n# Tea\n", "No heading.\n", "# A\na\n### C\nc\n## B\nb\n###### F\nf\n# G\ng\n### C\nc\n",
    "# Tea\n## Tea\n### Tea\n", "", "```\n# a\n```\n## B\n", "\n\n# Tea\n", "# A\n### B\n### C\n## D\n",
    "# C#\nSharp.\n## F# #\n", "# Tea", "A\f# b\n# Tea\u2028# c\r## d\x85# e\n## Ice\n",
))  # fmt: skip
_EDGES = ("a section goes from the start of its heading to the start of the next one, or to the end of the text",)
_FORCE = ("a heading ends those of its own level and of deeper ones; the others stay in force",)

EXERCISE = Exercise(
    hints=(
        "Go through headings(text) once, and keep the headings in force as a list of (level, title).",
        "At a heading keep those with a smaller level, and add the new one. Its section begins at its place.",
        'First list the starts with their contexts, from (0, "") on. Each section ends where the next one begins.',
    ),
    properties=(
        Property("sections go from heading to heading", 1, True, _EDGES, _places, _EXAMPLES, cases),
        Property("the context names the headings in force", 1, False, _FORCE, _contexts, _EXAMPLES, cases),
    ),
)
