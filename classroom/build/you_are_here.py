"""Show the way from a document to an answer at the top of a lesson, with the questions marked that it is about."""

from __future__ import annotations

import re
from base64 import b64encode
from pathlib import Path

_WAY = Path(__file__).with_name("way.svg")
_LINE = re.compile(r"^\*\d+ minutes · .* · questions? (\d[\d, andto]*).*\*$", re.MULTILINE)


def with_map(title: str) -> str:
    """Add the picture to the first cell of a lesson, below the line that names its questions.

    >>> with_map("# A page without such a line")
    '# A page without such a line'
    """
    found = _LINE.search(title)
    if found is None:
        return title
    drawn, marks = _WAY.read_text("utf-8"), ""
    steps = re.findall(r">([\w ?]{4,})<", drawn.replace("you are here", ""))
    numbers = "1234" if "to" in found[1] else re.sub(r"\D", "", found[1])
    here = [step for step in steps if step[0] in numbers]
    for step in here:
        marks += f".q{step[0]} rect {{ fill: #EEDD88; stroke-width: 3 }} .q{step[0]} .here {{ display: inline }} "
    code = b64encode(drawn.replace("/* marks */", marks).encode()).decode()
    words = f"The way from a document to an answer: {', '.join(steps)} You are here: {', '.join(here)}"
    picture = f'<img alt="{words}" width="716" src="data:image/svg+xml;base64,{code}">'
    return f"{title[: found.end()]}\n\n{picture}{title[found.end() :]}"
