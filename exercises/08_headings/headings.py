"""`headings`, the first part of `chunk_with_headers`: find the lines that are headings, and no others."""

from __future__ import annotations

from classroom.judge.catalogue import EXERCISES
from classroom.judge.exercise import Broken, Call, Exercise, Property

cases = EXERCISES.module("chunk_with_headers").texts_alone
parts = EXERCISES.module("chunk_with_headers.sections")
causes = EXERCISES.module("chunk_with_headers.causes")


def _found(function: Call, text: str) -> list[tuple[int, int, str]]:
    rows: list[tuple[int, int, str]] = parts.read_rows(function(text), len(text), int, int, str)
    return rows


def _places(function: Call, text: str) -> None:
    """Each heading is found at its place, in order, and no other line is taken for one."""
    gave, expected = [start for start, *_ in _found(function, text)], [*parts.headings_of(text)]
    for start in gave:
        if start not in expected:
            rows = [(place, *found) for place, found in parts.headings_of(text).items()]
            raise Broken(f"no heading begins at {start}", expected=rows, cause=_why_none(text, start))
    for start in expected:
        if start not in gave:
            line = text[start:].partition("\n")[0]
            raise Broken(f"the heading {line!r} at {start} is missing", cause=causes.why_over(text, start))
    if gave != expected:
        raise Broken("each heading comes once, in the order of the text", gave=gave, expected=expected)


def _why_none(text: str, start: int) -> str:
    before = text[start - 1 : start]
    if causes.ends_elsewhere(before):
        return str(causes.LINE_ENDS)
    return _COUNTED if before not in ("", "\n") else str(causes.why_false(text, start))


def _named(function: Call, text: str) -> None:
    """Each heading has its level and its title."""
    given = {start: (level, title) for start, level, title in _found(function, text)}
    for start, (level, title) in parts.headings_of(text).items():
        gave = given.get(start, (level, title))
        if gave != (level, title):
            cause = _LEVEL if gave[0] != level else causes.TITLE if gave[1].strip() == title else causes.MARKS
            raise Broken(f"level and title of the heading at {start}", gave=gave, expected=(level, title), cause=cause)


_LEVEL = "the level is the number of # with which the line begins"
_COUNTED = "a place counts every character of the lines before, with a \\n at the end of each"
_EXAMPLES = tuple({"text": text} for text in (
    "# Tea\n", "# Tea\nHot.\n# Ice\nCold.\n", "Boil.\n", "# A\n## B\n###### F\n", "#tag\n", "#\n# \nx\n",
    "####### seven\n", " # indented\nx # y\n", "#\tTea\n", "```\n# a\n```\n", "```sh\n# a\n```\n# Tea\n",
    "```\na\n```py\n# Tea\n", "```\n# a\n", "````\na\n```\n# Tea\n", "~~~\n# Tea\n", "  ```\n# Tea\n",
    "A\u2028# b\x85# c\r# d\x1c# e\n# Tea\n", "#  Wide  \r\na\r\n", "",
    "# C#\n## F# #\n# #1\n", "A\f# b\n# Tea\n", "# Tea", "é 👩\u200d🔧\n\n# 茶\n",
))  # fmt: skip
_LINES = ("a heading is a line, and nothing in a fence is one",)
_NUMBER = ("the level counts the #, and the title is the rest of the line without white space around it",)

EXERCISE = Exercise(
    hints=(
        'Go through text.split("\\n") and keep two things: the place of the line, and whether a fence is open.',
        "A line of backticks opens the fence or closes it. Ask any other line outside a fence: HEADING.match(line).",
        "match[1] holds the #, and match[2] the title. The next line begins len(line) + 1 characters later.",
    ),
    properties=(
        Property("each heading is found, and nothing else", 1, True, _LINES, _places, _EXAMPLES, cases),
        Property("each has its level and its title", 1, False, _NUMBER, _named, _EXAMPLES, cases),
    ),
)
