"""The blanks of lesson 08: the heading at a chunk's end, a heading or a comment, the path, and what fits with it."""

from __future__ import annotations

import re
from typing import Any

from chunklib.tokens import ruler
from classroom.judge.exercise import Broken, Call, Property
from classroom.properties.blank_rules import cases, gives, rule

_HEADING = re.compile(r"#{1,6} +\S")
_tokens = ruler("cl100k_base")


def _fits(function: Call, path: str, text: str, size: int) -> None:
    count = _tokens(f"{path}\n\n{text}")
    if bool(function(path, text, size)) is not (count <= size):
        raise Broken(f"path, blank line and text have {count} tokens, and {size} are allowed", expected=count <= size)


def _blank(name: str, cause: str, test: Any, *examples: dict[str, Any]) -> tuple[Property]:
    return (rule(name, cause, test, examples),)


BLANKS = {
    "ends_with_heading": _blank(
        "it looks at the last line that is not blank",
        "leave out the white space at the end of the text first; the last line comes after the last \\n",
        gives(
            lambda text: bool(_HEADING.match(text.rstrip().split("\n")[-1])),
            "this is not what the last line says",
        ),
        *cases("text", ("Boil.\n# Tea",), ("# Tea\nBoil.",), ("Boil.\n\n## Tea\n\n",), ("# Tea\n\n",),
               ("# Tea\nBoil.\n\n",), ("Boil.",), ("Boil. # Tea",), ("# Tea",)),
    ),
    "is_heading": _blank(
        "only a line outside a fence is a heading",
        "both must hold: the line is not fenced, and re.match(HEADING, line) finds something",
        gives(lambda line, fenced: not fenced and bool(_HEADING.match(line)), "one of the two does not hold"),
        *cases("line fenced", ("# Tea", False), ("# Tea", True), ("Tea", False), ("#tag", False), ("Tea", True),
               ("a # b", False), ("###### Tea", False), ("####### Tea", False)),
    ),
    "path_after": _blank(
        "a heading ends those of its level and of deeper ones",
        "a heading stays only if its level, above[0], is smaller than the new one",
        gives(lambda titles, level, title: [*(t for t in titles if t[0] < level), (level, title)],
              "these are not the headings in force"),
        *cases("titles level title", ([], 1, "Tea"), ([(1, "Tea")], 2, "Green"), ([(1, "Tea")], 1, "Ice"),
               ([(1, "Tea"), (2, "Green")], 2, "Black"), ([(1, "Tea"), (3, "Green")], 2, "Black"),
               ([(2, "Green")], 1, "Ice"), ([(1, "Tea"), (2, "Green")], 4, "Sencha")),
    ),
    "fits_with_context": _blank(
        "it measures what the model reads",
        "join path, blank line and text, and count the tokens of the joined text; exactly `size` fits",
        _fits,
        *cases("path text size", ("Tea", "Boil water.", 7), ("Tea", "Boil water.", 6), ("Tea", "Wait.", 5),
               ("Tea > Green", "Wait.", 3), ("Tea > Green", "Wait.", 7), ("C#", "\nWait.", 5), ("C#", "\nWait.", 4)),
    ),
}  # fmt: skip
