"""The sentence tester as a picture: the text with scissors where it is cut, and names where the splitters differ."""

from __future__ import annotations

from html import escape
from itertools import pairwise

from classroom.lessons.widgets.parts import SCROLL, framed, label, lines_html, region, safe, totals_html
from classroom.lessons.widgets.sentence_tester_view import View

_MOST_MARKS = 1_000
_PAGE = f"white-space:pre-wrap;overflow-wrap:anywhere;max-height:330px;padding:8px 10px;{SCROLL}"
_LIST = f"max-height:200px;padding:6px 10px;border-top:1px solid #757575;font-size:13px;{SCROLL}"


def page(shown: View) -> str:
    """Draw a view: the counts, the text with its cuts, the differences."""
    places = shown.places[:_MOST_MARKS]
    edges = [0, *(at for at, _ in places), len(shown.settings.text)]
    first, *others = (safe(shown.settings.text[start:end]) for start, end in pairwise(edges))
    marks = (_mark(names, len(shown.cuts)) for _, names in places)
    text = first + "".join(mark + part for mark, part in zip(marks, others, strict=True))
    left = f"Marked are the first {_MOST_MARKS:,} of {len(shown.places):,} cuts." * (len(shown.places) > _MOST_MARKS)
    key = f"{label('✂')} every splitter cuts here · {label('✂ name', dark=True)} only the ones named cut here"
    wrong = [f'<b role="alert">{escape(line)}</b>' for line in shown.complaints]
    head = lines_html([*wrong, *(totals_html([one]) for one in shown.totals()), key, *filter(None, [left])])
    return framed(
        head,
        region("The text with its cuts", _PAGE, text, text=True),
        region("The differences", _LIST, lines_html(map(safe, shown.lines())) or "There is no difference."),
    )


def _mark(names: list[str], splitters: int) -> str:
    every = len(names) == splitters
    return label("✂" if every else f"✂ {escape(', '.join(names), quote=False)}", dark=not every)
