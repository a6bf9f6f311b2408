r"""Find where the values of a JSON text begin and end: the standard library's reader gives values without offsets.

One regular expression reads a member with its scalar or its opening bracket, and a list holds what is open. So the
time grows with the length of the text, and no nesting is too deep.
"""

import json
import re
from dataclasses import dataclass

from chunklib.chunk import Span
from chunklib.cuts.structure import Heading, Level, Structure, levels
from chunklib.errors import InvalidValue

_WHITE = r"[ \t\r\n]*+"
_STRING = r'"(?:[^"\\\x00-\x1f]++|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*+"'
_SCALAR = rf"{_STRING}|-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?+(?:[eE][+-]?[0-9]++)?+|true|false|null|NaN|-?Infinity"
_KEY = rf"(?P<key>{_STRING}){_WHITE}:{_WHITE}"
_MEMBER = re.compile(rf"(?:{_KEY})?+(?P<value>(?P<open>[\[{{])|{_SCALAR}){_WHITE}(?(open)|(?P<more>,{_WHITE})?+)")
_BEFORE_VALUE = re.compile(rf"(?:{_KEY})?+")
_SPACE = re.compile(_WHITE)
_END_OF_LINE = re.compile(r"\r\n|\r|\n")
_LINE_IN_STRING = re.compile(r"\\(?:[^n]|(n))")
_CLOSING = {"[": "]", "{": "}"}
_DEPTHS = 16  # depths that are told apart; what lies deeper is cut as if it lay there
_NAMED = 32  # levels that a path names: programs write a dozen, and a path of 10,000 helps nobody


@dataclass(slots=True)
class _Open:
    """An array or an object that is not closed yet: how it closes, where it begins, whether something leads it."""

    closing: str
    start: int
    led: bool
    members: int = 0
    last: Span | None = None  # the member read last, where that is an array or an object


def json_values(text: str, *, lines: bool = False) -> Structure:
    r"""Find the members and elements of a JSON text.

    Args:
        text: JSON (RFC 8259), with NaN and Infinity as Python writes them. A byte order mark is passed over, and of a
            key that is there twice both members are kept.
        lines: whether each line is a value (JSON Lines); empty lines are passed over.

    Returns:
        levels: by depth the starts of all members but the first, then the arrays and objects that fit only without
        their key or bracket before, then those that fit only without the brackets after; lines inside of strings.
        Headings are the keys and, of arrays and JSON Lines, the indices, from 0; at most 32 of them. ``blocks`` are
        the starts of all members.

    Raises:
        ValueError: for what is not JSON; it names the line, the column and what is expected there.

    >>> found = json_values('{"tea": [1, {"hot": 2}]}')
    >>> [list(level.offsets) for level in found.levels if level.offsets], [heading.title for heading in found.headings]
    ([[12]], ['tea', '0', '', '1', 'hot', '', '', ''])
    """
    reader = _Reader(text, lines=lines)
    if text.strip():
        reader.read()
    found = [*levels(reader.cuts, reader.led, reader.last)]
    if "\\n" in text:
        found.append(Level(lambda: [end.end() for end in _LINE_IN_STRING.finditer(text) if end[1]]))
    apart = reader.cuts[1] if lines else next(filter(None, reader.cuts), ())
    return Structure(found, reader.headings, blocks=reader.members, parts=apart, implied=True)


class _Reader:
    """Reads a text once."""

    def __init__(self, text: str, *, lines: bool) -> None:
        self._text, self._lines = text, lines
        self._open: list[_Open] = []
        self.cuts: list[list[int]] = [[] for _ in range(_DEPTHS + 1)]
        self.led: list[list[Span]] = [[] for _ in range(_DEPTHS + 1)]
        self.last: list[list[Span]] = [[] for _ in range(_DEPTHS + 1)]
        self.members: list[int] = []
        self.headings: list[Heading] = []

    def read(self) -> None:
        """Read value after value."""
        at = self._skip(int(self._text.startswith("\ufeff")))
        if self._lines:
            self._open.append(_Open("", at, led=False))
        while at < len(self._text) or self._open[self._lines :]:
            at, done = self._member(at)
            at = self._after(at) if done else at

    def _skip(self, at: int) -> int:
        found = _SPACE.match(self._text, at)
        return found.end() if found else at

    def _member(self, at: int) -> tuple[int, bool]:
        """Read a member with its comma, or up to the first member in its bracket; say whether it ends there."""
        outer = self._open[-1] if self._open else None
        found = _MEMBER.match(self._text, at)
        keyed = outer is not None and outer.closing == "}"
        if not found or (found["key"] is not None) is not keyed:
            raise self._expected(at, keyed=keyed)
        start, end = found.span("value")
        if outer:
            self._note(outer, at, start, found["key"])
        if bracket := found["open"]:
            self._open.append(_Open(_CLOSING[bracket], start, led=not outer or keyed or outer.members == 1))
            return found.end(), self._text.startswith(_CLOSING[bracket], found.end())
        self._end(end, None)
        more = found["more"] and outer and outer.closing
        return (found.end(), False) if more else (end, True)

    def _note(self, outer: _Open, at: int, start: int, key: str | None) -> None:
        """Note where a member begins, and what it is called."""
        depth = len(self._open)
        if outer.members:
            self.cuts[min(depth, _DEPTHS)].append(at)
        if not outer.closing:  # a line
            outer.start = at
        if at:
            self.members.append(at)
        if depth <= _NAMED:
            title = str(outer.members) if key is None else json.loads(key) if "\\" in key else key[1:-1]
            self.headings.append(Heading(start, depth, title or '""'))
        outer.members += 1

    def _end(self, at: int, span: Span | None) -> None:
        """A value ends; ``span`` is that of an array or an object."""
        if 0 < len(self._open) <= _NAMED:
            self.headings.append(Heading(at, len(self._open), ""))
        if self._open:
            self._open[-1].last = span

    def _after(self, at: int) -> int:
        """Read the brackets after a value, and the comma or the end of the line that the next one follows."""
        while len(self._open) > self._lines:
            at = self._skip(at)
            if self._text.startswith(",", at):
                return self._skip(at + 1)
            if not self._text.startswith(self._open[-1].closing, at):
                raise self._wrong(at, f"a comma or {self._open[-1].closing!r}")
            at += 1
            self._close(at)
        following = self._skip(at)
        if self._lines and (broken := _END_OF_LINE.search(self._text, self._open[0].start, at)):
            raise self._wrong(broken.start(), "the rest of a value, in the same line")
        if following < len(self._text) and not (self._lines and _END_OF_LINE.search(self._text, at, following)):
            place, what = (at, "line") if self._lines else (following, "text")
            raise self._wrong(place, f"the end of the {what}, after one value")
        return following

    def _close(self, at: int) -> None:
        closed, depth = self._open.pop(), len(self._open)
        if closed.last and depth < _DEPTHS:
            self.last[depth + 1].append(closed.last)
        span = Span(closed.start, at)
        if closed.led and 0 < depth <= _DEPTHS:
            self.led[depth].append(span)
        self._end(at, span)

    def _expected(self, at: int, *, keyed: bool) -> InvalidValue:
        """Say what is expected where no member, or one of the wrong sort, is found."""
        found = _BEFORE_VALUE.match(self._text, at)
        if found and found["key"] is not None:
            return self._wrong(found.end(), "a value") if keyed else self._wrong(found.end("key"), "no colon")
        return self._wrong(at, 'a key in double quotes and ":"' if keyed else "a value")

    def _wrong(self, at: int, expected: str) -> InvalidValue:
        what = "JSON Lines" if self._lines else "JSON"
        shown = repr(self._text[at : at + 20]) if at < len(self._text) else "the end of the text"
        return InvalidValue(f"not {what}: {place(self._text, at)}: expected {expected}, found {shown}")


def place(text: str, at: int) -> str:
    r"""Name a place by line and column, both counted from 1.

    >>> place("one\ntwo", 5)
    'line 2, column 2'
    """
    ends = [found.end() for found in _END_OF_LINE.finditer(text, 0, at)]
    return f"line {len(ends) + 1}, column {at - (ends[-1] if ends else 0) + 1}"
