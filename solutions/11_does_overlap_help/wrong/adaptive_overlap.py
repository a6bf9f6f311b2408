"""Wrong answers to `adaptive_overlap`; each docstring says what is wrong."""

import re

TERM = r"(?i)(?<!\w)(functions?|class(es)?|interfaces?|apis?|endpoints?)(?!\w)"
ITEM = r"(?m)^[ \t]*([-*+]|\d+[.)])[ \t]+\S"
CODE = r"(?m)^ *```"


def _guard(minimum, maximum):
    if not 0 <= minimum <= maximum:
        raise ValueError("limits")


def _asked(text, minimum, maximum, term=TERM, item=ITEM, code=CODE, units=(20, 30, 50)):
    """Apply the rules; most mutants are wrong in one of them."""
    _guard(minimum, maximum)
    found = [unit for unit, rule in zip(units, (term, item, code), strict=True) if re.search(rule, text)]
    return min(maximum, minimum + sum(found))


def _with(says, change=lambda asked: asked, read=str, **rules):
    """Make an answer that has other rules, reads another text, or changes what comes out."""

    def answer(text, minimum=50, maximum=150):
        return change(_asked(read(text), minimum, maximum, **rules))

    answer.__doc__ = says
    return answer


def only_one_rule(text, minimum=50, maximum=150):
    """Asks with elif, so that only the first rule that applies counts."""
    units = (0, 0, 50) if re.search(CODE, text) else (0, 30, 0) if re.search(ITEM, text) else (20, 0, 0)
    return _asked(text, minimum, maximum, units=units)


def no_maximum(text, minimum=50, maximum=150):
    """Forgets the maximum."""
    _guard(minimum, maximum)
    return _asked(text, minimum, 10**6)


def other_defaults(text, minimum=20, maximum=200):
    """Has other limits where none are given."""
    return _asked(text, minimum, maximum)


def not_guarded(text, minimum=50, maximum=150):
    """Does not test the limits."""
    return min(maximum, minimum + _asked(text, 0, 100))


ALL = {
    "only one rule": only_one_rule,
    "no maximum": no_maximum,
    "other defaults": other_defaults,
    "limits not tested": not_guarded,
    "terms inside words": _with(
        "Finds api in rapid and class in classic.", term="(?i)function|class|interface|api|endpoint"
    ),
    "any hyphen": _with("Takes every hyphen in the text for a list.", item=f"{ITEM}|-"),
    "no space after the mark": _with(
        "Takes -5 and 3.5 at the beginning of a line for items.", item=r"(?m)^[ \t]*([-*+]|\d+[.)])"
    ),
    "numbered items missed": _with("Knows items with marks, not numbered ones.", item=r"(?m)^[ \t]*[-*+][ \t]+\S"),
    "only the first line": _with(
        "Looks for an item at the beginning of the text alone.", item=ITEM.removeprefix("(?m)")
    ),
    "backticks anywhere": _with("Finds three backticks in the middle of a line.", code="```"),
    "exactly three backticks": _with(
        "Refuses a fourth backtick: the line begins with three all the same.", code="(?m)^ *```(?!`)"
    ),
    "more ends of lines": _with(
        "Takes the text apart with splitlines, which ends lines at a lone carriage return and a form feed, too.",
        read=lambda text: "\n".join(text.splitlines()),
    ),
    "printed": _with("Prints the amount and returns nothing.", print),
}
KNOWN = {"The door was open.": 50, "Each API is rapid.": 70, "1. Open the door.": 80, "-5 degrees in the capital": 50}
# Answers without any work: each earns less than a third.
LAZY = {
    "examples": lambda text, minimum=50, maximum=150: KNOWN.get(text, minimum),
    "error": lambda text, minimum=50, maximum=150: _guard(1, 0),
}
