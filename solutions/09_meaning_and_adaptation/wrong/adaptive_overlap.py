"""Wrong answers to `adaptive_overlap`; each docstring says what is wrong."""

import re

TERM = r"(?i)\b(functions?|class(es)?|interfaces?|apis?|endpoints?)\b"
ITEM = r"(?m)^[ \t]*([-*+]|\d+[.)])[ \t]+\S"
CODE = r"(?m)^ *```"


def _asked(text, minimum, maximum, term=TERM, item=ITEM, code=CODE, units=(20, 30, 50)):
    """Apply the rules; most mutants are wrong in one of them."""
    if not 0 <= minimum <= maximum:
        raise ValueError("limits")
    found = [unit for unit, rule in zip(units, (term, item, code), strict=True) if re.search(rule, text)]
    return min(maximum, minimum + sum(found))


def inside_words(text, minimum=50, maximum=150):
    """Finds api in rapid and class in classic."""
    return _asked(text, minimum, maximum, term=r"(?i)function|class|interface|api|endpoint")


def words_begin(text, minimum=50, maximum=150):
    """Looks for the beginning of a word alone: functional, classic."""
    return _asked(text, minimum, maximum, term=r"(?i)\b(function|class|interface|api|endpoint)")


def case_matters(text, minimum=50, maximum=150):
    """Knows API in capitals and the other terms in small letters only."""
    return _asked(text, minimum, maximum, term=r"\b(functions?|class(es)?|interfaces?|APIs?|endpoints?)\b")


def no_plural(text, minimum=50, maximum=150):
    """Misses classes and endpoints."""
    return _asked(text, minimum, maximum, term=r"(?i)\b(function|class|interface|api|endpoint)\b")


def between_spaces(text, minimum=50, maximum=150):
    """Takes words between spaces, so that a full stop or bracket hides a term."""
    words = set(text.lower().split())
    known = set("function functions class classes interface interfaces api apis endpoint endpoints".split())
    return _asked(text, minimum, maximum, term=r"" if words & known else r"(?!)")


def underscore_is_an_edge(text, minimum=50, maximum=150):
    """Finds a term in my_class_name."""
    term = r"(?i)(?<![a-z0-9])(functions?|class(es)?|interfaces?|apis?|endpoints?)(?![a-z0-9])"
    return _asked(text, minimum, maximum, term=term)


def four_terms(text, minimum=50, maximum=150):
    """Has forgotten the endpoint."""
    return _asked(text, minimum, maximum, term=r"(?i)\b(functions?|class(es)?|interfaces?|apis?)\b")


def per_term(text, minimum=50, maximum=150):
    """Adds 20 for every term that it finds."""
    _asked(text, minimum, maximum)
    again = 20 * max(0, len(re.findall(TERM, text)) - 1)
    return min(maximum, _asked(text, minimum, 10**6) + again)


def per_item(text, minimum=50, maximum=150):
    """Adds 30 for every item of a list."""
    _asked(text, minimum, maximum)
    again = 30 * max(0, len(re.findall(ITEM, text)) - 1)
    return min(maximum, _asked(text, minimum, 10**6) + again)


def any_hyphen(text, minimum=50, maximum=150):
    """Takes every hyphen in the text for a list."""
    return _asked(text, minimum, maximum, item=r"-|(?m:^[ \t]*([*+]|\d+[.)])[ \t]+\S)")


def no_space_needed(text, minimum=50, maximum=150):
    """Takes -5 and 3.5 at the beginning of a line for items."""
    return _asked(text, minimum, maximum, item=r"(?m)^[ \t]*([-*+]|\d+[.)])")


def empty_items(text, minimum=50, maximum=150):
    """Takes a number without anything behind it, on a line of its own, for an item."""
    return _asked(text, minimum, maximum, item=r"(?m)^[ \t]*([-*+]|\d+[.)])\s")


def hyphens_only(text, minimum=50, maximum=150):
    """Knows items with marks, not numbered ones."""
    return _asked(text, minimum, maximum, item=r"(?m)^[ \t]*[-*+][ \t]+\S")


def one_digit(text, minimum=50, maximum=150):
    """Reads numbers of one digit only."""
    return _asked(text, minimum, maximum, item=r"(?m)^[ \t]*([-*+]|\d[.)])[ \t]+\S")


def full_stop_only(text, minimum=50, maximum=150):
    """Knows 1. but not 1)."""
    return _asked(text, minimum, maximum, item=r"(?m)^[ \t]*([-*+]|\d+\.)[ \t]+\S")


def letters_too(text, minimum=50, maximum=150):
    """Takes a letter with a full stop for an item."""
    return _asked(text, minimum, maximum, item=r"(?m)^[ \t]*([-*+]|\w+[.)])[ \t]+\S")


def first_line_only(text, minimum=50, maximum=150):
    """Looks for an item at the beginning of the text alone."""
    return _asked(text, minimum, maximum, item=r"^[ \t]*([-*+]|\d+[.)])[ \t]+\S")


def behind_a_line_break(text, minimum=50, maximum=150):
    """Misses an item on the first line, which has no line break before it."""
    return _asked(text, minimum, maximum, item=r"\n[ \t]*([-*+]|\d+[.)])[ \t]+\S")


def not_indented(text, minimum=50, maximum=150):
    """Misses indented items."""
    return _asked(text, minimum, maximum, item=r"(?m)^([-*+]|\d+[.)])[ \t]+\S")


def two_items_needed(text, minimum=50, maximum=150):
    """Calls it a list from the second item on."""
    return _asked(text, minimum, maximum, item=ITEM if len(re.findall(ITEM, text)) > 1 else r"(?!)")


def backticks_anywhere(text, minimum=50, maximum=150):
    """Finds three backticks in the middle of a line."""
    return _asked(text, minimum, maximum, code=r"```")


def one_backtick(text, minimum=50, maximum=150):
    """Takes a single backtick for code."""
    return _asked(text, minimum, maximum, code=r"`")


def closed_fences_only(text, minimum=50, maximum=150):
    """Needs a second fence: a block that the cut goes through has only one."""
    return _asked(text, minimum, maximum, code=r"(?ms)^ *```.*^ *```")


def fence_with_nothing_behind(text, minimum=50, maximum=150):
    """Misses a fence that names its language."""
    return _asked(text, minimum, maximum, code=r"(?m)^ *```$")


def more_line_ends(text, minimum=50, maximum=150):
    """Takes the text apart with splitlines, which ends lines at a lone carriage return and a form feed, too."""
    return _asked("\n".join(text.splitlines()), minimum, maximum)


def no_tab_behind_the_mark(text, minimum=50, maximum=150):
    """Wants a space behind the mark of an item, where a tab will do."""
    return _asked(text, minimum, maximum, item=r"(?m)^[ \t]*([-*+]|\d+[.)]) +\S")


def tab_before_backticks(text, minimum=50, maximum=150):
    """Lets tabs stand before the backticks, where spaces may."""
    return _asked(text, minimum, maximum, code=r"(?m)^[ \t]*```")


def three_backticks_exactly(text, minimum=50, maximum=150):
    """Refuses a fourth backtick: the line begins with three all the same."""
    return _asked(text, minimum, maximum, code=r"(?m)^ *```(?!`)")


def only_one_rule(text, minimum=50, maximum=150):
    """Asks with elif, so that only the first rule that applies counts."""
    _asked(text, minimum, maximum)
    if re.search(CODE, text):
        extra = 50
    elif re.search(ITEM, text):
        extra = 30
    else:
        extra = 20 if re.search(TERM, text) else 0
    return min(maximum, minimum + extra)


def largest_rule(text, minimum=50, maximum=150):
    """Takes the largest amount in place of the sum."""
    alone = [_asked(text, minimum, maximum, units=units) for units in ((20, 0, 0), (0, 30, 0), (0, 0, 50))]
    return max(alone)


def swapped(text, minimum=50, maximum=150):
    """Adds 30 for code and 50 for a list."""
    return _asked(text, minimum, maximum, units=(20, 50, 30))


def no_maximum(text, minimum=50, maximum=150):
    """Forgets the maximum."""
    _asked(text, minimum, maximum)
    return _asked(text, minimum, 10**6)


def extra_capped(text, minimum=50, maximum=150):
    """Limits what is added by the maximum, and adds the minimum afterwards."""
    return minimum + _asked(text, 0, maximum) if minimum <= maximum and minimum >= 0 else _asked(text, 1, 0)


def maximum_when_anything(text, minimum=50, maximum=150):
    """Jumps to the maximum as soon as one rule applies."""
    return maximum if _asked(text, minimum, maximum) > minimum else minimum


def without_minimum(text, minimum=50, maximum=150):
    """Returns what is added, without the minimum."""
    _asked(text, minimum, maximum)
    return max(minimum, _asked(text, 0, maximum))


def just_the_minimum(text, minimum=50, maximum=150):
    """Looks at nothing."""
    if not 0 <= minimum <= maximum:
        raise ValueError("limits")
    return minimum


def other_defaults(text, minimum=20, maximum=200):
    """Has other limits where none are given."""
    return _asked(text, minimum, maximum)


def not_guarded(text, minimum=50, maximum=150):
    """Does not test the limits."""
    wanted = minimum
    for rule, units in ((TERM, 20), (ITEM, 30), (CODE, 50)):
        wanted += units if re.search(rule, text) else 0
    return min(maximum, wanted)


def equal_refused(text, minimum=50, maximum=150):
    """Refuses a minimum that equals the maximum, which is allowed."""
    if minimum >= maximum:
        raise ValueError("limits")
    return _asked(text, minimum, maximum)


def negative_allowed(text, minimum=50, maximum=150):
    """Lets a negative minimum pass."""
    if minimum > maximum:
        raise ValueError("limits")
    return min(maximum, minimum + _asked(text, 0, 10**6))


def in_words(text, minimum=50, maximum=150):
    """Returns the amount as a text."""
    return f"{_asked(text, minimum, maximum)} tokens"


def a_fraction(text, minimum=50, maximum=150):
    """Returns a number with a fraction."""
    return float(_asked(text, minimum, maximum))


def printed(text, minimum=50, maximum=150):
    """Prints the amount and returns nothing."""
    print(_asked(text, minimum, maximum))


TERM_of_the_task = r"(?<!\w)(?:function|class|interface|api|endpoint)s?(?!\w)"


WORD = r"(?<!\w)(?:functions?|class(?:es)?|interfaces?|apis?|endpoints?)(?!\w)"


ITEM_of_the_task = r"(?m)^[ \t]*(?:[-*+]|[0-9]+[.)])[ \t]+\S"


FENCE = r"(?m)^ *```"


def _check(minimum, maximum):
    if not 0 <= minimum <= maximum:
        raise ValueError("0 <= minimum <= maximum")


def _sum(text, minimum, maximum, term=WORD, item=ITEM_of_the_task, fence=FENCE, flags=re.I):
    """The rules as patterns."""
    _check(minimum, maximum)
    units = minimum + 20 * bool(re.search(term, text, flags))
    units += 30 * bool(re.search(item, text)) + 50 * bool(re.search(fence, text))
    return min(units, maximum)


PLURALS = frozenset("function functions class classes interface interfaces api apis endpoint endpoints".split())


def ao_one_space(text: str, minimum: int = 50, maximum: int = 150) -> int:
    """Takes a single space or tab after the mark and no more."""
    return _sum(text, minimum, maximum, item=r"(?m)^[ \t]*(?:[-*+]|\d+[.)])[ \t]\S")


def ao_strict_case(text: str, minimum: int = 50, maximum: int = 150) -> int:
    """All small letters or all capitals: 'Class' and 'APIs' count for nothing."""
    _check(minimum, maximum)
    words = set(re.findall(r"\w+", text))
    term = "(?s)." if words & (PLURALS | {word.upper() for word in PLURALS}) else "(?!)"
    return _sum(text, minimum, maximum, term=term)


def ao_plural_s(text: str, minimum: int = 50, maximum: int = 150) -> int:
    """The plural is made with an s only: 'classes' is no term."""
    return _sum(text, minimum, maximum, term=TERM_of_the_task)


def ao_classs(text: str, minimum: int = 50, maximum: int = 150) -> int:
    """Every term may end in s or es: 'apies' and 'classs' are terms."""
    return _sum(text, minimum, maximum, term=r"\b(?:function|class|interface|api|endpoint)(?:e?s)?\b")


def ao_underscore(text: str, minimum: int = 50, maximum: int = 150) -> int:
    """An underscore may touch the term."""
    term = WORD.replace(r"\w", "[^\\W_]")
    return _sum(text, minimum, maximum, term=term)


def ao_digit(text: str, minimum: int = 50, maximum: int = 150) -> int:
    """A digit may touch the term."""
    return _sum(text, minimum, maximum, term=WORD.replace(r"\w", "[^\\W0-9]"))


def ao_ascii(text: str, minimum: int = 50, maximum: int = 150) -> int:
    """Only letters from A to Z are letters: é may touch the term."""
    return _sum(text, minimum, maximum, flags=re.I | re.A)


def ao_casefold(text: str, minimum: int = 50, maximum: int = 150) -> int:
    """Folds the case: 'claß' becomes 'class'."""
    _check(minimum, maximum)
    found = re.search(WORD, text.casefold())
    return _sum(text, minimum, maximum, term="" if found else "(?!)")


def ao_maximum_150(text: str, minimum: int = 50, maximum: int = 150) -> int:
    """The ceiling is always 150, also where a larger one is given."""
    _check(minimum, maximum)
    return min(_sum(text, minimum, 10**6), 150, maximum)


def ao_not_indented(text: str, minimum: int = 50, maximum: int = 150) -> int:
    """Behind spaces an item is seen, behind a tab not."""
    return _sum(text, minimum, maximum, item=r"(?m)^ *(?:[-*+]|\d+[.)])[ \t]+\S")


def ao_no_space(text: str, minimum: int = 50, maximum: int = 150) -> int:
    """No space is wanted behind the mark."""
    return _sum(text, minimum, maximum, item=r"(?m)^[ \t]*(?:[-*+]|\d+[.)])[ \t]*\S")


def ao_empty_item(text: str, minimum: int = 50, maximum: int = 150) -> int:
    """Nothing is wanted behind the space."""
    return _sum(text, minimum, maximum, item=r"(?m)^[ \t]*(?:[-*+]|\d+[.)])[ \t]")


def ao_no_plus(text: str, minimum: int = 50, maximum: int = 150) -> int:
    """A plus begins no item."""
    return _sum(text, minimum, maximum, item=r"(?m)^[ \t]*(?:[-*]|\d+[.)])[ \t]+\S")


def ao_bullet(text: str, minimum: int = 50, maximum: int = 150) -> int:
    """Another sign, the bullet, begins an item too."""
    return _sum(text, minimum, maximum, item=r"(?m)^[ \t]*(?:[-*+•]|\d+[.)])[ \t]+\S")


def ao_fence_at_margin(text: str, minimum: int = 50, maximum: int = 150) -> int:
    """No space may stand before a fence."""
    return _sum(text, minimum, maximum, fence="(?m)^```")


def ao_three_spaces(text: str, minimum: int = 50, maximum: int = 150) -> int:
    """At most three spaces before a fence, as Markdown has it."""
    return _sum(text, minimum, maximum, fence="(?m)^ {0,3}```")


def ao_code_removed(text: str, minimum: int = 50, maximum: int = 150) -> int:
    """What stands inside code is taken out before the other rules are tried."""
    code = bool(re.search(FENCE, text))
    outside = re.sub(r"(?ms)^ *```.*?(?:^ *```|\Z)", "", text)
    return min(_sum(outside, minimum, 10**6 if minimum <= maximum else maximum, fence="" if code else "(?!)"), maximum)


def ao_no_zero(text: str, minimum: int = 50, maximum: int = 150) -> int:
    """Raises for a minimum of 0."""
    if not 0 < minimum <= maximum:
        raise ValueError("minimum")
    return _sum(text, minimum, maximum)


def ao_negative(text: str, minimum: int = 50, maximum: int = 150) -> int:
    """A minimum below 0 is accepted."""
    if minimum > maximum:
        raise ValueError("minimum > maximum")
    return min(_sum(text, 0, 10**6) + minimum, maximum)


def ao_empty_text(text: str, minimum: int = 50, maximum: int = 150) -> int:
    """Nothing is repeated of an empty text: 0 in place of the minimum."""
    return _sum(text, minimum, maximum) if text.strip() else 0


def ao_empty_first(text: str, minimum: int = 50, maximum: int = 150) -> int:
    """Returns for an empty text before the limits are looked at."""
    return _sum(text, minimum, maximum) if text else minimum


def ao_or_default(text: str, minimum: int = 50, maximum: int = 150) -> int:
    """A minimum of 0 is taken for none given."""
    _check(minimum, maximum)
    return _sum(text, minimum or min(50, maximum), maximum)


LAZY_TEXT = {
    "The door was open.": 50,
    "Each API is rapid.": 70,
    "1. Open the door.": 80,
    "-5 degrees in the capital": 50,
}


def ao_lazy_minimum(text: str, minimum: int = 50, maximum: int = 150) -> int:
    """Always the minimum."""
    return minimum


def ao_lazy_maximum(text: str, minimum: int = 50, maximum: int = 150) -> int:
    """Always the maximum, and the error."""
    _check(minimum, maximum)
    return maximum


def ao_lazy_examples(text: str, minimum: int = 50, maximum: int = 150) -> int:
    """The four examples by heart."""
    return LAZY_TEXT.get(text, minimum)


def ao_lazy_error(text: str, minimum: int = 50, maximum: int = 150) -> int:
    """Always an error."""
    raise ValueError("no")


ALL = {
    "terms inside words": inside_words,
    "words that begin so": words_begin,
    "capitals matter": case_matters,
    "no plural": no_plural,
    "words between spaces": between_spaces,
    "the underscore as an edge": underscore_is_an_edge,
    "four terms": four_terms,
    "20 for every term": per_term,
    "30 for every item": per_item,
    "any hyphen": any_hyphen,
    "no space behind the mark": no_space_needed,
    "nothing behind the mark": empty_items,
    "numbered items missed": hyphens_only,
    "numbers of one digit": one_digit,
    "brackets missed": full_stop_only,
    "letters as numbers": letters_too,
    "only the first line": first_line_only,
    "never the first line": behind_a_line_break,
    "indented items missed": not_indented,
    "two items needed": two_items_needed,
    "backticks anywhere": backticks_anywhere,
    "one backtick": one_backtick,
    "closed fences only": closed_fences_only,
    "fences without a language": fence_with_nothing_behind,
    "more ends of lines": more_line_ends,
    "no tab behind the mark": no_tab_behind_the_mark,
    "tabs before the backticks": tab_before_backticks,
    "exactly three backticks": three_backticks_exactly,
    "only one rule": only_one_rule,
    "the largest, not the sum": largest_rule,
    "list and code swapped": swapped,
    "no maximum": no_maximum,
    "maximum without the minimum": extra_capped,
    "all or nothing": maximum_when_anything,
    "minimum not added": without_minimum,
    "just the minimum": just_the_minimum,
    "other defaults": other_defaults,
    "limits not tested": not_guarded,
    "equal limits refused": equal_refused,
    "negative minimum allowed": negative_allowed,
    "a text": in_words,
    "a number with a fraction": a_fraction,
    "printed": printed,
    "plural with s only": ao_plural_s,
    "any term with es": ao_classs,
    "underscore touches": ao_underscore,
    "digit touches": ao_digit,
    "other letters touch": ao_ascii,
    "case folded": ao_casefold,
    "maximum of 150": ao_maximum_150,
    "no tab before": ao_not_indented,
    "no space wanted": ao_no_space,
    "nothing wanted": ao_empty_item,
    "no plus": ao_no_plus,
    "bullet": ao_bullet,
    "fence at the margin": ao_fence_at_margin,
    "three spaces at most": ao_three_spaces,
    "code removed": ao_code_removed,
    "0 refused": ao_no_zero,
    "below 0 accepted": ao_negative,
    "0 for an empty text": ao_empty_text,
    "empty text before error": ao_empty_first,
    "0 as default": ao_or_default,
    "no mixed case": ao_strict_case,
    "one space only": ao_one_space,
}

LAZY = {
    "minimum": ao_lazy_minimum,
    "maximum": ao_lazy_maximum,
    "examples": ao_lazy_examples,
    "error": ao_lazy_error,
}
