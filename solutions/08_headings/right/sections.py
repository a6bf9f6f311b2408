"""Right answers to `sections`, written in different ways."""

import re
from itertools import pairwise


def _headings(text):
    found = re.finditer(r"^```[\s\S]*?(?:^```|\Z)|^(#{1,6}) +(\S.*)", text, re.MULTILINE)
    return [(match.start(), len(match[1]), match[2].strip()) for match in found if match[1]]


def by_level(text):
    """Keeps the titles in force in a dictionary by level, and lists blank sections, too."""
    titles, context, start, out = {}, "", 0, []
    for place, level, title in [*_headings(text), (len(text), 0, "")]:
        out.append((start, place, context))
        titles = {key: titles[key] for key in sorted(titles) if key < level} | {level: title}
        start, context = place, " ".join(map("[{}]".format, titles.values()))
    return out


def with_a_stack(text):
    """Takes headings from a stack as long as they are not above the new one; lists for tuples."""
    found, stack = _headings(text), []
    edges = [0, *(start for start, _, _ in found), len(text)]
    out = [[0, edges[1], ""]]
    for (_, level, title), (start, end) in zip(found, pairwise(edges[1:]), strict=True):
        while stack and stack[-1][0] >= level:
            stack.pop()
        stack.append((level, f"[{title}]"))
        out.append([start, end, " ".join(name for _, name in stack)])
    return [row for row in out if text[row[0] : row[1]].strip()]


ALL = {"by level": by_level, "a stack": with_a_stack}
