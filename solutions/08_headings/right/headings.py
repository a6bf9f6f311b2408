"""Right answers to `headings`, written in different ways."""

import re


def one_pattern(text):
    """Finds headings by one regular expression that swallows fences first; lists for tuples."""
    found = re.finditer(r"^```[\s\S]*?(?:^```|\Z)|^(#{1,6}) +(\S.*)", text, re.MULTILINE)
    return [[match.start(), len(match[1]), match[2].strip()] for match in found if match[1]]


def with_find(text):
    """Goes from line to line with find, and counts the # by hand."""
    found, fences, start = [], 0, 0
    while start < len(text):
        end = text.find("\n", start) + 1 or len(text)
        line = text[start:end]
        level = len(line) - len(line.lstrip("#"))
        fences += line.startswith("```")
        if not fences % 2 and 1 <= level <= 6 and line[level : level + 1] == " " and line[level:].strip():
            found.append((start, level, line[level:].strip()))
        start = end
    return found


ALL = {"one pattern": one_pattern, "find": with_find}
