"""Usual causes of a wrong amount of overlap: by how much it is wrong, and by what the text looks like."""

from __future__ import annotations

import re

_CAUSES = (
    (20, "ß", "casefold() and upper() turn ß into ss: use lower() or re.IGNORECASE"),
    (20, "apies", "only class has es in its plural; the others have s"),
    (20, "", r"a term is a whole word: no letter (é is one), digit or underscore touches it; \b finds such edges"),
    (-20, r"[^\w\s.]|\xa0", r"a sign or any white space may touch a term: (class), «API»; \b finds such edges"),
    (-20, "(?i)functions|classes|interfaces|apis|endpoints", "the plural counts, too: with s, and classes with es"),
    (-20, "[A-Z]", "small letters and capitals are alike: Interface, FUNCTION"),
    (-20, "", "five words are terms: function, class, interface, API, endpoint"),
    (30, "[\xa0\u2003]", r"beside a mark only spaces and tabs count, no other white space: [ \t] and not \s"),
    (30, "\n", r"something has to follow the mark on its own line: [ \t] stays on the line, \s does not"),
    (30, r"^(?:[-*+]|\d+[.)])\S", "an item needs a space or a tab after its mark"),
    (30, " - ", "an item begins its line: before its mark there are only spaces or tabs"),
    (30, "", "the mark of an item is -, * or +, or a number with . or ) after it"),
    (-30, r"^[ \t]", "an item may be indented, with spaces or tabs"),
    (-30, r"[-*+.)](?:\t| [ \t])", "one or more spaces or tabs may follow a mark"),
    (-30, r"\d", "a number with . or ) after it is the mark of an item, too"),
    (-30, "\n", "an item may begin any line: ^ with re.MULTILINE"),
    (-30, "", "each of -, * and + is the mark of an item"),
    (50, "\xa0", r"before the backticks there are only spaces, no \xa0: do not use \s"),
    (50, "```", "three backticks count only where they begin a line: ^ with re.MULTILINE"),
    (50, "", "a fence has three backticks: fewer, or other signs, do not make one"),
    (-50, "````", "a line with four backticks begins with three, too"),
    (-50, "(?m)^ +`", "any number of spaces may be before the backticks"),
    (-50, r"```\w", "the name of a language may follow the backticks"),
    (-50, "(?s)```.*```", "a line that begins with three backticks is code, whichever line it is"),
    (-50, "", "one fence is enough: it need not be closed"),
)
"""By how much the amount is wrong, what the text looks like, and the cause: the first that fits."""


def cause_of(more: int, text: str) -> str:
    """Say why so much more (or less, below 0) was asked for, for a text that one rule is about; empty if unknown."""
    return next((cause for by, pattern, cause in _CAUSES if by == more and re.search(pattern, text)), "")
