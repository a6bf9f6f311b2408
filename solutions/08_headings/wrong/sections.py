"""Wrong answers to `sections`, each with one fault: without the options it would be right."""

import re
from itertools import pairwise


def _with(fault, stays=lambda above, level: above < level, join=lambda path: " ".join(map("[{}]".format, path)),
          after=lambda out: out, most=6):  # fmt: skip
    def sections(text):
        found = re.finditer(r"^```[\s\S]*?(?:^```|\Z)|^(#{1,6}) +(\S.*)", text, re.MULTILINE)
        starts, path = [(0, "")], []
        for match in found:
            level = len(match[1] or "")
            if 1 <= level <= most:
                path = [*(above for above in path if stays(above[0], level)), (level, match[2].strip())]
                starts.append((match.start(), join([title for _, title in path])))
        ends = pairwise([*starts, (len(text), "")])
        return after([(start, end, context) for (start, context), (end, _) in ends if start < end])

    sections.__doc__ = fault
    return sections


ALL = {
    "last section lost": _with(
        "Adds a section when the next begins, and so never the last.", after=lambda out: out[:-1]
    ),
    "no section before the first heading": _with("Forgets it.", after=lambda out: [row for row in out if row[2]]),
    "main headings only": _with("Cuts at the first two levels.", most=2),
    "end left out": _with("Stops before the last character.", after=lambda out: [(a, b - 1, c) for a, b, c in out]),
    "path never shrinks": _with("Keeps every heading.", stays=lambda above, level: True),
    "same level stays": _with("Keeps a heading of the same level.", stays=lambda above, level: above <= level),
    "only its own": _with("Names the heading of the section alone.", stays=lambda above, level: False),
    "one pair of brackets": _with("One pair for the whole path.", join=lambda path: f"[{' '.join(path)}]"),
}
