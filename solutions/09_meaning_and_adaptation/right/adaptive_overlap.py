"""Right answers to `adaptive_overlap`, written differently."""

import itertools
import regex
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


WORD = r"(?<!\w)(?:functions?|class(?:es)?|interfaces?|apis?|endpoints?)(?!\w)"


ITEM = r"(?m)^[ \t]*(?:[-*+]|[0-9]+[.)])[ \t]+\S"


FENCE = r"(?m)^ *```"


def _check(minimum, maximum):
    if not 0 <= minimum <= maximum:
        raise ValueError("0 <= minimum <= maximum")


def _sum(text, minimum, maximum, term=WORD, item=ITEM, fence=FENCE, flags=re.I):
    """The rules as patterns."""
    _check(minimum, maximum)
    units = minimum + 20 * bool(re.search(term, text, flags))
    units += 30 * bool(re.search(item, text)) + 50 * bool(re.search(fence, text))
    return min(units, maximum)


def ao_lines(text: str, minimum: int = 50, maximum: int = 150) -> int:
    """Line by line, split at the line feed only, match in place of search."""
    _check(minimum, maximum)
    lines, units = text.split("\n"), minimum
    if any(
        re.fullmatch("functions?|class|classes|interfaces?|apis?|endpoints?", w, re.I) for w in re.findall(r"\w+", text)
    ):
        units += 20
    if any(re.match(r"[ \t]*([-*+]|[0-9]+[.)])[ \t]+\S", line) for line in lines):
        units += 30
    if any(line.lstrip(" ").startswith("```") for line in lines):
        units += 50
    return maximum if units > maximum else units


PLURALS = frozenset("function functions class classes interface interfaces api apis endpoint endpoints".split())


def ao_no_regex(text: str, minimum: int = 50, maximum: int = 150) -> int:
    """No regular expression: words are grouped from letters, digits and underscores."""
    _check(minimum, maximum)
    groups = itertools.groupby(text, key=lambda c: c.isalnum() or c == "_")
    words = {"".join(run).lower() for is_word, run in groups if is_word}

    def is_item(line):
        line = line.lstrip(" \t")
        rest = line.lstrip("0123456789")
        mark = line[:1] in ("-", "*", "+") if rest == line else rest[:1] in (".", ")")
        content = rest[1:].lstrip(" \t")[:1]
        return bool(mark) and rest[1:2] in (" ", "\t") and content != "" and not content.isspace()

    lines = text.split("\n")
    code = any(line.lstrip(" ")[:3] == "```" for line in lines)
    units = minimum + 20 * (not words.isdisjoint(PLURALS)) + 30 * any(map(is_item, lines)) + 50 * code
    return min(maximum, units)


def ao_find(text: str, minimum: int = 50, maximum: int = 150) -> int:
    """Looks for each term with find and looks at the characters beside it."""
    _check(minimum, maximum)
    small = "".join(c.lower() if c.isascii() else c for c in text)

    def touches(at):
        return 0 <= at < len(small) and (small[at].isalnum() or small[at] == "_")

    def holds(term):
        at = small.find(term)
        while at >= 0 and (touches(at - 1) or touches(at + len(term))):
            at = small.find(term, at + 1)
        return at >= 0

    units = minimum + 20 * any(map(holds, PLURALS))
    return min(_sum(text, 0, 80, term="(?!)") + units, maximum)


def ao_regex_module(text: str, minimum: int = 50, maximum: int = 150) -> int:
    """The regex module, letters and digits named by their properties."""
    _check(minimum, maximum)
    term = r"(?i)(?<![\p{L}\p{N}_])(?:functions?|class(?:es)?|interfaces?|apis?|endpoints?)(?![\p{L}\p{N}_])"
    units = minimum + (20 if regex.search(term, text) else 0)
    return min(units + _sum(text, 0, 80, term="(?!)"), maximum)


def ao_bits(text: str, minimum: int = 50, maximum: int = 150) -> int:
    """A look-up with eight places, keywords used in the call of the helper."""
    if not (0 <= minimum and minimum <= maximum):
        raise ValueError(f"{minimum=} {maximum=}")
    amounts = [0, 20, 30, 50, 50, 70, 80, 100]
    term = re.search(WORD, text, flags=re.IGNORECASE) is not None
    item = re.search(pattern=ITEM, string=text) is not None
    code = re.search(pattern=FENCE, string=text) is not None
    return min(minimum + amounts[term + 2 * item + 4 * code], maximum)


ALL = {
    "three patterns": patterns,
    "lines and words, no pattern": line_by_line,
    "rules as data": a_table,
    "stops at the maximum": downwards,
    "line by line": ao_lines,
    "no regular expression": ao_no_regex,
    "find": ao_find,
    "regex module": ao_regex_module,
    "look-up of sums": ao_bits,
}
