"""One state of the token viewer: a text, an encoding, and the tokens with their bytes and their places.

It depends on the settings alone, so a stored output can be compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

import tiktoken

from chunklib.errors import InvalidValue
from chunklib.tokens import Tokens, ruler
from classroom.lessons.widgets.parts import quoted, totals_text

LABELS = ("ids", "bytes", "nothing")
MOST_TOKENS = 3_000


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
    """Holds the values of the controls; ``label`` is one of ``LABELS``."""

    text: str
    encoding: str
    label: str = "ids"


@dataclass(frozen=True, slots=True)
class View:
    """Holds settings and the tokens that came of them."""

    settings: Settings
    text: str
    tokens: tuple[Token, ...]

    def __str__(self) -> str:
        table = _table(self.tokens[:MOST_TOKENS], self.text)
        return "\n".join([self.settings.encoding, *totals_text(self.totals()), *table, *self.left_out()])

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
        raise InvalidValue(f"{settings.encoding!r} has no tokens: choose cl100k_base, o200k_base or a model")
    # Halves of surrogate pairs are replaced as the tokenizer does it, so that places agree.
    text = settings.text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return View(settings, text, tokens_of(text, measure.encoding))


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
