"""Make texts of any length, of parts of the course's own documents that are drawn again and again.

The digits of a part are drawn anew each time, so that a splitter gains little by what it remembers.
"""

from __future__ import annotations

import re
from random import Random

from chunklib.data import load

PARTS = {
    "English": ("handbook", r"(?m)(?:^|(?<=[.!?] ))[A-Z][^\n#|\u0300-\U0010ffff]*?[.!?](?= [A-Z]|$)"),
    "Markdown": ("handbook", r"(?ms)^#{2,4} [A-Z].*?(?=^#{2,4} [A-Z]|\Z)"),
    "HTML": ("catalogue", r"(?s)<section(?:(?!<section).)*?</section>\s*"),
    "Python": ("inventory", r"(?s).+?\n\n\n"),
}
"""For each kind of text the document, and what its parts look like: sentences in Latin letters, sections and so on."""


def sample(length: int, kind: str = "English", seed: int = 0) -> str:
    """Make a text of exactly so many characters; another seed gives another text."""
    random, (document, pattern) = Random(seed), PARTS[kind]  # noqa: S311 (no secret)
    parts, drawn, have = re.findall(pattern, load(document)), [], 0
    while have < length:
        some = random.choices(parts, k=random.randrange(2, 7) if kind == "English" else 1)
        part = " ".join(some) + ("\n\n" if kind == "English" else "")
        drawn.append(re.sub(r"(?<=\d)\d", lambda _: str(random.randrange(10)), part))
        have += len(part)
    return "".join(drawn)[:length]
