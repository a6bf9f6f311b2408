"""token_viewer(text): see the tokens of a text, their ids, and the bytes of which they are made."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby
from typing import Any

import tiktoken
from ipywidgets import Layout

from chunklib.errors import InvalidValue
from chunklib.tokens import Tokens, ruler
from chunklib.view.palette import COLORS, INK, PAPER
from classroom.lessons.widgets.arguments import check_text, refusing
from classroom.lessons.widgets.controls import NAME, Dropdown, Textarea
from classroom.lessons.widgets.parts import framed, quoted, region, totals_html, totals_text
from classroom.lessons.widgets.widget import Widget, row_of

LABELS = ("ids", "bytes", "nothing")
MOST_TOKENS = 3_000
_FILLS = tuple(COLORS[index] for index in (0, 2, 1, 4))
_PAGE = "padding:8px 10px;white-space:pre-wrap;overflow-wrap:anywhere;outline-offset:-3px;line-height:2.1"
_SMALL = (
    f"background-color:{PAPER};color:{INK};border:1px solid {INK};font-size:.7em;padding:0 2px;margin:0 1px 0 2px;"
    "white-space:nowrap"
)
_GROUP = f"border:2px dashed {INK};padding:1px 2px;margin:0 2px"
_DOTTED_CIRCLE = "◌"
_SEEN = {"\n": "↵\n", "\t": "⇥\t", " ": "·"}
ENCODINGS = ("cl100k_base", "o200k_base")
_HOLDS = 6_000  # characters of a document, whose tokens are then all shown
_SAMPLE = "The cold room's door stood open. ประตูห้องเย็นเปิดอยู่ 👩‍🔧"


@dataclass(frozen=True, slots=True)
class Token:
    """Holds a token: its id, its bytes, and the characters whose first byte lies in it, ``text[start:end]``.

    ``inside`` tells that it begins inside a character, which then belongs to a token before it.
    """

    id: int
    data: bytes
    start: int
    end: int
    inside: bool


def tokens_of(text: str, encoding: tiktoken.Encoding) -> tuple[Token, ...]:
    """Encode a text and place every token in it.

    A text that looks like a special token is plain text. The first token starts at 0, each further one where the one
    before it ends, the last ends at ``len(text)``; one in which no character begins has ``start == end``.

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


@dataclass
class View:
    """Holds the values of the controls, and the tokens; ``label`` is one of ``LABELS``.

    Raises:
        ValueError: if there is no encoding or model of that name on board.
    """

    typed: str
    encoding: str
    label: str = "ids"

    def __post_init__(self) -> None:
        measure = ruler(self.encoding)
        if not isinstance(measure, Tokens):
            raise InvalidValue(f"{self.encoding!r} has no tokens: choose cl100k_base, o200k_base or a model")
        # Halves of surrogate pairs are replaced as the tokenizer does it, so that places agree.
        self.text = self.typed.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        self.tokens = tokens_of(self.text, measure.encoding)
        self.error = "" if self.tokens else "No tokens. The text is empty."

    def __str__(self) -> str:
        table = _table(self.tokens[:MOST_TOKENS], self.text)
        return "\n".join([self.encoding, *totals_text(self.totals()), *table, *self.left_out()])

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

    def left_out(self) -> list[str]:
        """Say how many tokens are not shown, if there are any."""
        if len(self.tokens) <= MOST_TOKENS:
            return []
        return [f"Shown are the first {MOST_TOKENS:,} of {len(self.tokens):,} tokens. The figures are of all."]


def groups(tokens: Sequence[Token]) -> list[tuple[int, list[Token]]]:
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
    for number, group in groups(tokens):
        whole = quoted(text[group[0].start : group[-1].end])
        said = whole if len(group) == 1 else f"part of {whole}"
        for index, token in enumerate(group, number):
            place = f"{token.start}-{token.end}"
            data = in_hex(token.data)
            rows.append(
                f"{f'[{index}]':<{marks}}  {place:<{places}}  id {token.id:>{ids}}  bytes {data:<{room}}  {said}"
            )
    return rows


def in_hex(data: bytes) -> str:
    """Write bytes in hexadecimal, a long run shortened.

    >>> in_hex("é".encode()), in_hex(b" " * 60)
    ('c3 a9', '20 x 60')
    """
    runs = [(byte, len(list(same))) for byte, same in groupby(data)]
    return " ".join(f"{byte:02x} x {count}" if count > 8 else " ".join([f"{byte:02x}"] * count) for byte, count in runs)


def page(shown: View) -> str:
    """Draw a view: the figures, the key, and the text with its tokens."""
    label = shown.label
    text = "<wbr>".join(_group_html(number, group, label) for number, group in groups(shown.tokens[:MOST_TOKENS]))
    small = {"ids": f'<span style="{_SMALL}">1234</span> id of the token before it · '}.get(label, "")
    key = (
        f'each coloured stretch is a token · {small}<span style="{_GROUP}">dashed</span> a character that several '
        f"tokens share, and their bytes in hexadecimal"
    )
    more = "".join(f"<br>{escape(line)}" for line in shown.left_out())
    head = f"<div>{totals_html(shown.totals())}</div><div>{key}{more}</div>"
    return framed(head, region("The text with its tokens", _PAGE, text, text=True))


def _group_html(number: int, group: Sequence[Token], label: str) -> str:
    """Draw the tokens of a group: one alone as its text, several as their text, once, and the bytes of each."""
    text = b"".join(token.data for token in group).decode("utf-8", "replace")
    if len(group) == 1:
        return _token_html(number, group[0], _visible(text), label)
    parts = [_token_html(index, token, in_hex(token.data), label) for index, token in enumerate(group, number)]
    whole = f'<span style="background-color:{PAPER};padding:0 4px">{_visible(text)}</span>'
    return f'<span style="{_GROUP}">{whole}{"<wbr>".join(["", *parts])}</span>'


def _token_html(number: int, token: Token, body: str, label: str) -> str:
    said = {"ids": str(token.id), "bytes": "" if body == in_hex(token.data) else in_hex(token.data)}.get(label, "")
    small = f'<span style="{_SMALL}">{said}</span>' if said else ""
    title = f"token {number}: id {token.id}, bytes {in_hex(token.data)}, characters {token.start} to {token.end}"
    fill = f"background-color:{_FILLS[number % len(_FILLS)]}"
    dotted = f";border-bottom:2px dotted {INK}" if token.inside else ""
    together = ";white-space:nowrap" if body == in_hex(token.data) else ""
    style = f"color:{INK};{fill}{dotted};border-left:2px solid {INK};unicode-bidi:isolate{together}"
    return f'<span style="{style}" title="{title}">{body}{small}</span>'


def _visible(text: str) -> str:
    """Escape a text so that white space, marks without a letter and invisible characters can be seen."""
    body = "".join(map(_seen, text))
    return _DOTTED_CIRCLE + body if text and unicodedata.category(text[0]).startswith("M") else body


def _seen(char: str) -> str:
    return _SEEN.get(char) or (escape(char) if char.isprintable() else f"U+{ord(char):04X}")


class TokenViewer(Widget[View]):
    """Shows a text with its tokens, and the controls that make them; made by ``token_viewer``."""

    def __init__(self, asked: View) -> None:
        names = ENCODINGS if asked.encoding in ENCODINGS else (asked.encoding, *ENCODINGS)
        self.typed = Textarea(
            description="your text",
            value=asked.text,  # where half a surrogate pair, which cannot be sent, is replaced
            placeholder="Type or paste your own text here.",
            style=NAME,
            layout=Layout(width="auto", height="80px"),
        )
        self.encoding = Dropdown(description="encoding", options=names, value=asked.encoding, style=NAME)
        self.label = Dropdown(description="labels", options=list(LABELS), value=asked.label, style=NAME)
        row = row_of(self.encoding, self.label)
        words = "The tokens in words"
        super().__init__(self.typed, row, view=View, page=page, holds=_HOLDS, words=words, scrolls=True)

    def _state(self) -> tuple[Any, ...]:
        return self.typed.value, self.encoding.value, self.label.value

    def _show_document(self, part: str) -> None:
        self.typed.value = part


def token_viewer(text: str = _SAMPLE, encoding: str = "cl100k_base") -> TokenViewer:
    """Show a text with its tokens, in a box where you can type your own.

    Args:
        text: any text; it can be changed in the viewer.
        encoding: the name of an encoding or of a model, such as "cl100k_base" or "gpt-4o".

    Returns:
        A widget; ``str(widget)`` says the same in words, token by token.

    Raises:
        CourseError: if the text is not a text, or there is no such encoding on board.

    >>> print(token_viewer("Tromsø"))
    cl100k_base
    characters: 6
    bytes: 7
    tokens: 4
    characters a token: 1.50
    a quarter of the characters: 1
    tokens that begin inside a character: 0
    [0]  0-1  id   51  bytes 54        "T"
    [1]  1-4  id  442  bytes 72 6f 6d  "rom"
    [2]  4-5  id   82  bytes 73        "s"
    [3]  5-6  id 6282  bytes c3 b8     "ø"
    """
    with refusing("token_viewer"):
        check_text(text)
        return TokenViewer(View(text, encoding))
