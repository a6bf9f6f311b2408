"""What a reader sees of an HTML source: without tags, scripts and comments, with entities resolved."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from html import unescape

from chunklib.cuts.html_elements import BLOCKS, CELLS
from chunklib.cuts.html_tags import RAW, find_tags

# Two control characters stand for what must survive the collapsing of white space; no reader sees them.
_BREAK, _VERBATIM = "\x1e", "\x1f"
_CELL = "\t"
_BREAKS = {
    **{slash + name: _BREAK for name in BLOCKS for slash in ("", "/")},
    **dict.fromkeys(CELLS, _CELL),
    **{f"/{name}": "" for name in CELLS},
    "br": _BREAK,
    "pre": _BREAK + _VERBATIM,
    RAW: "",
}
_LEADING_ZEROS = re.compile(r"&#([xX]?)0+(?=[0-9a-fA-F])")
_TOO_LONG = re.compile(r"&#(?:[0-9]{8,}|[xX][0-9a-fA-F]{7,});?")  # past the last code point; int() may refuse it


class PlainText:
    r"""The text that a reader sees in any span of an HTML source.

    A block ends a line, cells of a table are separated by tabs, white space is one space but inside ``pre``.

    Args:
        text: the source of a page, or of a part of one.

    >>> page = "<h1>Tea &amp; cake</h1><ul><li>Boil<li>Wait</ul>"
    >>> PlainText(page).of(0, len(page)), PlainText(page).of(2, 9)
    ('Tea & cake\nBoil\nWait', 'Tea &')
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self.tags = find_tags(text)
        self._flat = text.replace("\n", " ").replace("\t", " ").replace("\r", " ").replace("\f", " ")
        self._pre = bytearray(len(self.tags.names) + 1)  # for each run between two tags whether it is inside pre
        self._parts = self._alternate()

    def of(self, start: int, end: int) -> str:
        """Give what a reader sees of ``text[start:end]``.

        Args:
            start: where the span begins, in characters of the source; a tag that it begins inside of is left out.
            end: where it ends, likewise.

        Returns:
            lines without white space at their ends and no empty ones, but for the insides of ``pre``.
        """
        starts, ends, _ = self.tags
        first, last = bisect_right(ends, start), bisect_left(starts, end)
        mark = _VERBATIM if self._pre[first] else ""
        if first == last:
            return _readable(mark + self._run(start, end, first))
        head = self._run(start, starts[first], first)
        tail = self._run(ends[last - 1], end, last)
        whole = start <= starts[first]  # the span begins before the first tag, not inside
        return _readable("".join((mark, head, *self._parts[2 * first + 2 - whole : 2 * last], tail)))

    def _alternate(self) -> list[str]:
        """List the runs of text between the tags and, between two of them, what the tag there means to a reader."""
        starts, ends, names = self.tags
        parts: list[str] = []
        depth = begin = 0
        spaced = False  # a space was the last to be seen: one more would be none
        for at, name in enumerate(names):
            run, mark = self._flat[begin : starts[at]], _BREAKS.get(name, "")
            if depth or "  " in run:
                self._pre[at] = depth > 0
                run = self._run(begin, starts[at], at)
            if spaced and not depth and run[:1] == " ":
                run = run[1:]
            if mark == _CELL:
                run = run.rstrip(" ")
            spaced = mark == _CELL or (not mark and (run[-1:] == " " or (spaced and not run)))
            parts += (run, mark)
            begin = ends[at]
            if mark == _BREAKS["pre"] or name == "/pre":
                depth = max(0, depth + (1 if mark == _BREAKS["pre"] else -1))
        self._pre[-1] = depth > 0
        return [*parts, self._run(begin, len(self._text), -1)]

    def _run(self, start: int, end: int, at: int) -> str:
        """Give the text of a run, or of a part of it."""
        if self._pre[at]:
            return self._text[start:end].replace("\r\n", "\n").replace("\r", "\n")
        run = self._flat[start:end]
        while "  " in run:
            run = run.replace("  ", " ")
        return run


def html_to_text(text: str) -> str:
    r"""Give what a reader sees of a whole HTML page.

    Args:
        text: the source of a page, or of a part of one.

    Returns:
        the text without tags, scripts, styles and comments; a line for each block, row or item.

    >>> html_to_text("<p>1 &lt; 2</p><script>1 < 2</script><table><tr><td>a<td>b</table>")
    '1 < 2\na\tb'
    """
    return PlainText(text).of(0, len(text))


def _readable(text: str) -> str:
    """Put lines for the marks, and characters for the entities."""
    lines = [line.lstrip(" \t").rstrip(" \t\n") for line in text.split(_BREAK)]
    seen = "\n".join(line for line in lines if line.strip(_VERBATIM))
    return _unescape(seen.replace(f"{_VERBATIM}\n", "").replace(_VERBATIM, ""))


def _unescape(text: str) -> str:
    if "&#" in text:
        text = _TOO_LONG.sub("\ufffd", _LEADING_ZEROS.sub(r"&#\1", text))
    return unescape(text) if "&" in text else text
