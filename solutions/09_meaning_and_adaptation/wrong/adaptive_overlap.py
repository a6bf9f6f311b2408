"""Wrong answers to `adaptive_overlap`; each docstring says what is wrong."""

import re

WORD = r"(?<!\w)(functions?|class(es)?|interfaces?|apis?|endpoints?)(?!\w)"
TERM = f"(?i){WORD}"
ITEM = r"(?m)^[ \t]*([-*+]|\d+[.)])[ \t]+\S"
CODE = r"(?m)^ *```"
PLURALS = {*"function functions class classes interface interfaces api apis endpoint endpoints".split()}


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


def between_spaces(text, minimum=50, maximum=150):
    """Takes words between spaces, so that a full stop or bracket hides a term."""
    return _asked(text, minimum, maximum, term="" if {*text.lower().split()} & PLURALS else "(?!)")


def strict_case(text, minimum=50, maximum=150):
    """All small letters or all capitals: 'Class' and 'APIs' count for nothing."""
    known = PLURALS | {word.upper() for word in PLURALS}
    return _asked(text, minimum, maximum, term="" if {*re.findall(r"\w+", text)} & known else "(?!)")


def casefold(text, minimum=50, maximum=150):
    """Folds the case: 'claß' becomes 'class'."""
    return _asked(text, minimum, maximum, term="" if re.search(WORD, text.casefold()) else "(?!)")


def per_term(text, minimum=50, maximum=150):
    """Adds 20 for every term that it finds."""
    return _asked(text, minimum, maximum, units=(20 * len(re.findall(TERM, text)), 30, 50))


def per_item(text, minimum=50, maximum=150):
    """Adds 30 for every item of a list."""
    return _asked(text, minimum, maximum, units=(20, 30 * len(re.findall(ITEM, text)), 50))


def two_items_needed(text, minimum=50, maximum=150):
    """Calls it a list from the second item on."""
    return _asked(text, minimum, maximum, units=(20, 30 * (len(re.findall(ITEM, text)) > 1), 50))


def only_one_rule(text, minimum=50, maximum=150):
    """Asks with elif, so that only the first rule that applies counts."""
    units = (0, 0, 50) if re.search(CODE, text) else (0, 30, 0) if re.search(ITEM, text) else (20, 0, 0)
    return _asked(text, minimum, maximum, units=units)


def largest_rule(text, minimum=50, maximum=150):
    """Takes the largest amount in place of the sum."""
    return max(_asked(text, minimum, maximum, units=units) for units in ((20, 0, 0), (0, 30, 0), (0, 0, 50)))


def code_removed(text, minimum=50, maximum=150):
    """Removes the text inside code before it tries the other rules."""
    outside = re.sub(r"(?ms)^ *```.*?(?:^ *```|\Z)", "", text)
    return _asked(outside, minimum, maximum, code="" if re.search(CODE, text) else "(?!)")


def no_maximum(text, minimum=50, maximum=150):
    """Forgets the maximum."""
    _guard(minimum, maximum)
    return _asked(text, minimum, 10**6)


def maximum_150(text, minimum=50, maximum=150):
    """The ceiling is always 150, also where a larger one is given."""
    return min(_asked(text, minimum, maximum), 150)


def extra_capped(text, minimum=50, maximum=150):
    """Limits what is added by the maximum, and adds the minimum afterwards."""
    _guard(minimum, maximum)
    return minimum + _asked(text, 0, maximum)


def maximum_when_anything(text, minimum=50, maximum=150):
    """Jumps to the maximum as soon as one rule applies."""
    return maximum if _asked(text, minimum, maximum) > minimum else minimum


def without_minimum(text, minimum=50, maximum=150):
    """Returns what is added, without the minimum."""
    _guard(minimum, maximum)
    return max(minimum, _asked(text, 0, maximum))


def just_the_minimum(text, minimum=50, maximum=150):
    """Looks at nothing."""
    _guard(minimum, maximum)
    return minimum


def empty_text(text, minimum=50, maximum=150):
    """Nothing is repeated of an empty text: 0 in place of the minimum."""
    return _asked(text, minimum, maximum) if text.strip() else 0


def empty_first(text, minimum=50, maximum=150):
    """Returns for an empty text before the limits are looked at."""
    return _asked(text, minimum, maximum) if text else minimum


def or_default(text, minimum=50, maximum=150):
    """A minimum of 0 is taken for none given."""
    return _asked(text, minimum or min(50, maximum), maximum)


def other_defaults(text, minimum=20, maximum=200):
    """Has other limits where none are given."""
    return _asked(text, minimum, maximum)


def not_guarded(text, minimum=50, maximum=150):
    """Does not test the limits."""
    return min(maximum, minimum + _asked(text, 0, 100))


def negative_allowed(text, minimum=50, maximum=150):
    """Lets a negative minimum pass."""
    _guard(0, maximum - minimum)
    return not_guarded(text, minimum, maximum)


def equal_refused(text, minimum=50, maximum=150):
    """Refuses a minimum that equals the maximum, which is allowed."""
    _guard(minimum, maximum - 1)
    return _asked(text, minimum, maximum)


def no_zero(text, minimum=50, maximum=150):
    """Raises for a minimum of 0."""
    _guard(minimum - 1, maximum)
    return _asked(text, minimum, maximum)


ALL = {
    "words between spaces": between_spaces,
    "no mixed case": strict_case,
    "case folded": casefold,
    "20 for every term": per_term,
    "30 for every item": per_item,
    "two items needed": two_items_needed,
    "only one rule": only_one_rule,
    "the largest, not the sum": largest_rule,
    "code removed": code_removed,
    "no maximum": no_maximum,
    "maximum of 150": maximum_150,
    "maximum without the minimum": extra_capped,
    "all or nothing": maximum_when_anything,
    "minimum not added": without_minimum,
    "just the minimum": just_the_minimum,
    "0 for an empty text": empty_text,
    "empty text before error": empty_first,
    "0 as default": or_default,
    "other defaults": other_defaults,
    "limits not tested": not_guarded,
    "negative minimum allowed": negative_allowed,
    "equal limits refused": equal_refused,
    "0 refused": no_zero,
    "terms inside words": _with(
        "Finds api in rapid and class in classic.", term="(?i)function|class|interface|api|endpoint"
    ),
    "words that begin so": _with(
        "Looks for the beginning of a word alone: functional, classic.",
        term=r"(?i)\b(function|class|interface|api|endpoint)",
    ),
    "capitals matter": _with(
        "Knows API in capitals and the other terms in small letters only.", term=WORD.replace("api", "API")
    ),
    "no plural": _with("Misses classes and endpoints.", term=r"(?i)\b(function|class|interface|api|endpoint)\b"),
    "plural with s only": _with(
        "Makes the plural with an s only: 'classes' is not a term.", term=TERM.replace("class(es)?", "classs?")
    ),
    "any term with es": _with(
        "Every term may end in s or es: 'apies' and 'classs' are terms.",
        term=r"(?i)\b(function|class|interface|api|endpoint)(e?s)?\b",
    ),
    "the underscore as an edge": _with("Finds a term in my_class_name.", term=TERM.replace(r"\w", "[a-z0-9]")),
    "digit touches": _with("A digit may touch the term.", term=TERM.replace(r"\w", "[^\\W0-9]")),
    "other letters touch": _with("Only letters from A to Z are letters: é may touch the term.", term=f"(?ai){WORD}"),
    "four terms": _with("Has forgotten the endpoint.", term=TERM.replace("|endpoints?", "")),
    "any hyphen": _with("Takes every hyphen in the text for a list.", item=f"{ITEM}|-"),
    "no space after the mark": _with(
        "Takes -5 and 3.5 at the beginning of a line for items.", item=r"(?m)^[ \t]*([-*+]|\d+[.)])"
    ),
    "nothing after the mark": _with(
        "Takes a number with nothing after it, on a line of its own, for an item.",
        item=r"(?m)^[ \t]*([-*+]|\d+[.)])\s",
    ),
    "one space only": _with(
        "Takes a single space or tab after the mark and no more.", item=ITEM.replace(r"[ \t]+", r"[ \t]")
    ),
    "no tab after the mark": _with(
        "Wants a space after the mark of an item, where a tab will do.", item=ITEM.replace(r"[ \t]+", " +")
    ),
    "numbered items missed": _with("Knows items with marks, not numbered ones.", item=r"(?m)^[ \t]*[-*+][ \t]+\S"),
    "numbers of one digit": _with("Reads numbers of one digit only.", item=ITEM.replace(r"\d+", r"\d")),
    "brackets missed": _with("Knows 1. but not 1).", item=ITEM.replace("[.)]", "[.]")),
    "letters as numbers": _with("Takes a letter with a full stop for an item.", item=ITEM.replace(r"\d", r"\w")),
    "no plus": _with("A plus begins no item.", item=ITEM.replace("[-*+]", "[-*]")),
    "bullet": _with("Another sign, the bullet, begins an item too.", item=ITEM.replace("[-*+]", "[-*+•]")),
    "only the first line": _with(
        "Looks for an item at the beginning of the text alone.", item=ITEM.removeprefix("(?m)")
    ),
    "never the first line": _with(
        "Misses an item on the first line, which has no line break before it.", item=ITEM.replace("(?m)^", "\n")
    ),
    "indented items missed": _with("Misses indented items.", item=ITEM.replace(r"^[ \t]*", "^")),
    "no tab before": _with("Sees an item after spaces, but not after a tab.", item=ITEM.replace(r"^[ \t]*", "^ *")),
    "backticks anywhere": _with("Finds three backticks in the middle of a line.", code="```"),
    "one backtick": _with("Takes a single backtick for code.", code="`"),
    "closed fences only": _with(
        "Needs a second fence: a block that the cut goes through has only one.", code="(?ms)^ *```.*^ *```"
    ),
    "fences without a language": _with("Misses a fence that names its language.", code="(?m)^ *```$"),
    "tabs before the backticks": _with(
        "Allows tabs before the backticks, where only spaces may be.", code=r"(?m)^[ \t]*```"
    ),
    "exactly three backticks": _with(
        "Refuses a fourth backtick: the line begins with three all the same.", code="(?m)^ *```(?!`)"
    ),
    "fence at the margin": _with("Allows no space before a fence.", code="(?m)^```"),
    "three spaces at most": _with("At most three spaces before a fence, as Markdown has it.", code="(?m)^ {0,3}```"),
    "more ends of lines": _with(
        "Takes the text apart with splitlines, which ends lines at a lone carriage return and a form feed, too.",
        read=lambda text: "\n".join(text.splitlines()),
    ),
    "list and code swapped": _with("Adds 30 for code and 50 for a list.", units=(20, 50, 30)),
    "a text": _with("Returns the amount as a text.", lambda asked: f"{asked} tokens"),
    "a number with a fraction": _with("Returns a number with a fraction.", float),
    "printed": _with("Prints the amount and returns nothing.", print),
}
KNOWN = {"The door was open.": 50, "Each API is rapid.": 70, "1. Open the door.": 80, "-5 degrees in the capital": 50}
# Answers without any work: each earns less than a third.
LAZY = {
    "minimum": lambda text, minimum=50, maximum=150: minimum,
    "maximum": lambda text, minimum=50, maximum=150: _guard(minimum, maximum) or maximum,
    "examples": lambda text, minimum=50, maximum=150: KNOWN.get(text, minimum),
    "error": lambda text, minimum=50, maximum=150: _guard(1, 0),
}
