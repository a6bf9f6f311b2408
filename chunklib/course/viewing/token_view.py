"""One state of the token viewer: a text, an encoding, and the tokens with their bytes and their places.

It knows nothing of widgets: it is made from settings, and says itself as text and as HTML.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby

import tiktoken

from chunklib.course.palette import COLORS, INK, PAPER
from chunklib.course.viewing.boxes import BAR, BOX, alert, stripes, totals_html
from chunklib.course.viewing.boxes import in_words as boxed
from chunklib.tokens import Tokens, ruler

LABELS = ("ids", "bytes", "nothing")
MOST_TOKENS = 3_000

_FILLS = tuple(COLORS[index] for index in (0, 2, 1, 4))
_STRIPES = stripes(PAPER, COLORS[8])
_PAGE = "padding:8px 10px;white-space:pre-wrap;overflow-wrap:anywhere;outline-offset:-3px;line-height:2.1"
_SMALL = (
    f"background-color:{PAPER};color:{INK};border:1px solid {INK};font-size:.7em;padding:0 2px;margin:0 1px 0 2px;"
    "white-space:nowrap"
)
_GROUP = f"border:2px dashed {INK};padding:1px 2px;margin:0 2px"
_DOTTED_CIRCLE = "◌"


@dataclass(frozen=True, slots=True)
class Token:
    """One token: its id, its bytes, and the characters whose first byte lies in it, ``text[start:end]``.

    ``inside`` tells that it begins inside a character, which then belongs to a token before it.
    """

    id: int
    data: bytes
    start: int
    end: int
    inside: bool


def tokens_of(text: str, encoding: tiktoken.Encoding) -> tuple[Token, ...]:
    """Encode a text and place every token in it.

    Args:
        text: well-formed Unicode; text that looks like a special token is plain text.
        encoding: a tiktoken encoding.

    Returns:
        tokens in order; the first starts at 0, each further one where the one before it ends, the last ends at
        ``len(text)``. A token in which no character begins has ``start == end``.

    >>> [(token.start, token.end, token.inside) for token in tokens_of("a 🚪", tiktoken.get_encoding("cl100k_base"))]
    [(0, 1, False), (1, 3, False), (3, 3, True), (3, 3, True)]
    """
    found, at = [], 0
    for number in encoding.encode_ordinary(text):
        data = encoding.decode_single_token_bytes(number)
        end = at + sum(byte & 0xC0 != 0x80 for byte in data)
        found.append(Token(number, data, at, end, data[0] & 0xC0 == 0x80))
        at = end
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Settings:
    """What the controls of the viewer hold; ``label`` is one of ``LABELS``."""

    text: str
    encoding: str
    label: str = "ids"


@dataclass(frozen=True, slots=True)
class View:
    """Settings and the tokens that came of them."""

    settings: Settings
    text: str
    tokens: tuple[Token, ...]

    def __str__(self) -> str:
        totals = "\n".join(f"{name}: {value}" for name, value in self.totals())
        drawn = self.tokens[:MOST_TOKENS]
        return "\n".join([f"{self.settings.encoding}", totals, *_table(drawn, self.text), *self._left_out()])

    def totals(self) -> list[tuple[str, str]]:
        """Say the lengths of the text in three units, and what they are to one another."""
        count = len(self.tokens)
        per_token = f"{len(self.text) / count:.2f}" if count else "none"
        return [
            ("characters", f"{len(self.text):,}"),
            ("bytes", f"{len(self.text.encode()):,}"),
            ("tokens", f"{count:,}"),
            ("characters a token", per_token),
            ("a quarter of the characters", f"{len(self.text) // 4:,}"),
            ("tokens that begin inside a character", f"{sum(token.inside for token in self.tokens):,}"),
        ]

    def html(self) -> str:
        """Return the figures, the key, and the text with its tokens."""
        if not self.tokens:
            return alert("No tokens. The text is empty.")
        label = self.settings.label
        page = "<wbr>".join(_group_html(number, group, label) for number, group in _groups(self.tokens[:MOST_TOKENS]))
        small = {"ids": f'<span style="{_SMALL}">1234</span> id of the token before it · '}.get(label, "")
        key = (
            f'each coloured stretch is a token · {small}<span style="{_GROUP}">dashed</span> a character that several '
            f"tokens share, and their bytes in hexadecimal"
        )
        more = "".join(f"<br>{escape(line)}" for line in self._left_out())
        return (
            f'<div style="{BOX}"><div style="{BAR}"><div>{totals_html(self.totals())}</div><div>{key}{more}</div></div>'
            f'<div tabindex="0" role="region" aria-label="The text with its tokens" dir="auto" style="{_PAGE}">'
            f"{page}</div></div>"
        )

    def still(self) -> str:
        """Return the same for a page without a kernel, in a box that scrolls."""
        return f'<div style="max-height:420px;overflow:auto">{self.html()}</div>'

    def in_words(self) -> str:
        """Return the text form for a page."""
        return boxed(str(self), "The tokens in words")

    def _left_out(self) -> list[str]:
        if len(self.tokens) <= MOST_TOKENS:
            return []
        return [f"Shown are the first {MOST_TOKENS:,} of {len(self.tokens):,} tokens. The figures are of all."]


def view(settings: Settings) -> View:
    """Encode the text of the settings.

    Raises:
        ValueError: if there is no encoding or model of that name on board.

    >>> print(view(Settings("ab ☂", "cl100k_base")))
    cl100k_base
    characters: 4
    bytes: 6
    tokens: 3
    characters a token: 1.33
    a quarter of the characters: 1
    tokens that begin inside a character: 1
    [0]  0-2  id   370  bytes 61 62     "ab"
    [1]  2-4  id 26182  bytes 20 e2 98  part of " ☂"
    [2]  4-4  id   224  bytes 82        part of " ☂"
    """
    measure = ruler(settings.encoding)
    if not isinstance(measure, Tokens):
        raise ValueError(  # noqa: TRY004 (the type of the name is right, its value is not)
            f"{settings.encoding!r} has no tokens: choose cl100k_base, o200k_base or a model"
        )
    text = _well_formed(settings.text)
    return View(settings, text, tokens_of(text, measure.encoding))


def _well_formed(text: str) -> str:
    """Replace halves of surrogate pairs as the tokenizer does, so that places agree."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _groups(tokens: Sequence[Token]) -> list[tuple[int, list[Token]]]:
    """Put tokens that share a character together; each group with the number of its first token."""
    firsts = [number for number, token in enumerate(tokens) if not token.inside]
    pairs = zip(firsts, [*firsts[1:], len(tokens)], strict=True)
    return [(start, list(tokens[start:end])) for start, end in pairs]


def _table(tokens: Sequence[Token], text: str) -> list[str]:
    """Write a line for each token, in columns."""
    if not tokens:
        return []
    marks = len(f"[{len(tokens) - 1}]")
    places = len(f"{tokens[-1].start}-{tokens[-1].end}")
    ids = max(len(str(token.id)) for token in tokens)
    room = min(max(3 * len(token.data) - 1 for token in tokens), 35)
    rows = []
    for number, group in _groups(tokens):
        whole = _quoted(text[group[0].start : group[-1].end])
        said = whole if len(group) == 1 else f"part of {whole}"
        for index, token in enumerate(group, number):
            place = f"{token.start}-{token.end}"
            data = _hex(token.data)
            rows.append(
                f"{f'[{index}]':<{marks}}  {place:<{places}}  id {token.id:>{ids}}  bytes {data:<{room}}  {said}"
            )
    return rows


def _hex(data: bytes) -> str:
    """Write bytes in hexadecimal, a long run shortened.

    >>> _hex("é".encode()), _hex(b" " * 60)
    ('c3 a9', '20 x 60')
    """
    runs = [(byte, len(list(same))) for byte, same in groupby(data)]
    return " ".join(f"{byte:02x} x {count}" if count > 8 else " ".join([f"{byte:02x}"] * count) for byte, count in runs)


def _quoted(text: str) -> str:
    return '"' + "".join(char if char.isprintable() and char not in '"\\' else _escaped(char) for char in text) + '"'


def _escaped(char: str) -> str:
    return f"\\{char}" if char in '"\\' else ascii(char)[1:-1]


def _group_html(number: int, group: Sequence[Token], label: str) -> str:
    """Draw the tokens of a group: one alone as its text, several as their text, once, and the bytes of each."""
    text = b"".join(token.data for token in group).decode("utf-8", "replace")
    if len(group) == 1:
        return _token_html(number, group[0], _visible(text), label)
    parts = [_token_html(index, token, _hex(token.data), label) for index, token in enumerate(group, number)]
    whole = f'<span style="background-color:{PAPER};padding:0 4px">{_visible(text)}</span>'
    return f'<span style="{_GROUP}">{whole}{"<wbr>".join(["", *parts])}</span>'


def _token_html(number: int, token: Token, body: str, label: str) -> str:
    said = {"ids": str(token.id), "bytes": "" if body == _hex(token.data) else _hex(token.data)}.get(label, "")
    small = f'<span style="{_SMALL}">{said}</span>' if said else ""
    title = f"token {number}: id {token.id}, bytes {_hex(token.data)}, characters {token.start} to {token.end}"
    fill = f"background-color:{_FILLS[number % len(_FILLS)]}"
    striped = f";{_STRIPES}" if token.inside else ""
    together = ";white-space:nowrap" if body == _hex(token.data) else ""
    style = f"color:{INK};{fill}{striped};border-left:2px solid {INK};unicode-bidi:isolate{together}"
    return f'<span style="{style}" title="{title}">{body}{small}</span>'


def _visible(text: str) -> str:
    """Escape a text so that white space, marks without a letter and invisible characters can be seen."""
    body = "".join(map(_seen, text))
    return _DOTTED_CIRCLE + body if text and unicodedata.category(text[0]).startswith("M") else body


def _seen(char: str) -> str:
    if char == "\n":
        return "↵\n"
    if char == "\t":
        return "⇥\t"
    if char == " ":
        return "·"
    return escape(char) if char.isprintable() else f"U+{ord(char):04X}"
