"""Right answers to `adaptive_overlap`, written differently."""

import re


def patterns(text, minimum=50, maximum=150):
    """Asks three regular expressions."""
    if not 0 <= minimum <= maximum:
        raise ValueError(f"need 0 <= minimum <= maximum: got {minimum}, {maximum}")
    wanted = minimum
    if re.search(r"\b(functions?|class(es)?|interfaces?|apis?|endpoints?)\b", text, re.IGNORECASE):
        wanted += 20
    if re.search(r"^[ \t]*([-*+]|\d+[.)])[ \t]+\S", text, re.MULTILINE):
        wanted += 30
    if re.search(r"^ *```", text, re.MULTILINE):
        wanted += 50
    return min(maximum, wanted)


def line_by_line(text, minimum=50, maximum=150):
    """Takes lines and words apart, without a pattern."""
    if minimum < 0 or maximum < minimum:
        raise ValueError("need 0 <= minimum <= maximum")
    stems = ("function", "interface", "api", "endpoint", "class")
    terms = {*stems, *(stem + "s" for stem in stems[:4]), "classes"}
    cleaned = "".join(char if char.isalnum() or char == "_" else " " for char in text.lower())
    term = not terms.isdisjoint(cleaned.split())
    listed = code = False
    for line in text.split("\n"):
        mark, _, rest = line.lstrip(" \t").replace("\t", " ").partition(" ")
        number = mark[:-1].isdigit() and mark[-1] in ".)"
        listed = listed or (bool(rest.strip()) and (mark in ("-", "*", "+") or number))
        code = code or line.lstrip(" ").startswith("```")
    return min(maximum, minimum + 20 * term + 30 * listed + 50 * code)


def a_table(text, minimum=50, maximum=150):
    """Has the rules as data, and one line of code for all of them."""
    if not 0 <= minimum <= maximum:
        raise ValueError("need 0 <= minimum <= maximum")
    rules = {
        r"(?i)(?<!\w)(function|interface|api|endpoint)s?(?!\w)|(?i:(?<!\w)class(es)?(?!\w))": 20,
        r"(?m)^[\t ]*(?:[-*+]|[0-9]+[.)])[\t ]+\S": 30,
        r"(?m)^[ ]*`{3}": 50,
    }
    return min(maximum, minimum + sum(units for rule, units in rules.items() if re.search(rule, text)))


def downwards(text, minimum=50, maximum=150):
    """Adds rule by rule and stops where the maximum is reached."""
    if not 0 <= minimum <= maximum:
        raise ValueError("need 0 <= minimum <= maximum")
    words = set(re.findall(r"\w+", text.lower()))
    lines = ["\n" + line for line in text.split("\n")]

    def has_code():
        return any(re.match("\n *```", line) for line in lines)

    def has_item():
        return any(re.match(r"\n[ \t]*(?:[-+*]|\d+(?:\.|\)))[ \t]+\S", line) for line in lines)

    def has_term():
        known = "function functions class classes interface interfaces api apis endpoint endpoints"
        return bool(words & set(known.split()))

    total = minimum
    for applies, units in ((has_code, 50), (has_item, 30), (has_term, 20)):
        if total >= maximum:
            break
        if applies():
            total = min(total + units, maximum)
    return total


ALL = {
    "three patterns": patterns,
    "lines and words, no pattern": line_by_line,
    "rules as data": a_table,
    "stops at the maximum": downwards,
}
