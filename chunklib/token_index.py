"""Index the tokens of one document: where every token starts, and how many tokens any span has.

A byte-pair tokenizer cuts the text into *pieces* with a regular expression and encodes each piece on its own,
so the tokens of a span are not the tokens of the document between two offsets: a cut inside a piece changes it.
There are places, though, where no piece can ever reach across, whatever is around them. Between two such
places the tokens of the document are exactly the tokens of the span; only the two ends have to be encoded again.

The place used here: a space (U+0020) after a character that is not white space. In the patterns of
``cl100k_base`` and ``o200k_base`` a space is only the first character of a piece or follows other white space, and no
look-ahead reaches past a character that is not white space. For any other pattern nothing is assumed and every span is
encoded whole, as is a text without spaces.
"""

from __future__ import annotations

import functools
import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from chunklib.quick_tokens import count as count_tokens
from chunklib.quick_tokens import quick

if TYPE_CHECKING:
    from tiktoken import Encoding
    from typing_extensions import Buffer

_SLACK = 2  # tokens by which a guess may miss: a cut inside a piece can change the count on either side
_SURROGATES = re.compile("[\ud800-\udfff]")
_SURROGATE_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")
_PROVEN = ("cl100k_base", "o200k_base", "o200k_harmony")
# UTF-8 bytes that can end a white-space character (U+0085, U+00A0, U+1680, U+2000-200A, U+2028-2029, U+202F,
# U+205F, U+3000, and the ASCII ones). A byte outside this set surely ends something else.
_MAY_END_WHITE_SPACE = (*range(0x21), 0x7F, 0x85, 0xA0, *range(0x80, 0x8B), 0xA8, 0xA9, 0xAF, 0x9F)


class _Table(NamedTuple):
    """What is known of every token id: characters that begin in it, and how it may meet its neighbours."""

    starts: NDArray[np.int16]
    inside: NDArray[np.bool_]  # begins inside a character
    space: NDArray[np.bool_]  # begins with U+0020
    solid: NDArray[np.bool_]  # ends in something that is surely not white space


def view(offsets: NDArray[np.int64]) -> memoryview[int]:
    """Show an array as a sequence of Python's own integers, without a copy: bisect is quick on it."""
    return memoryview(cast("Buffer", offsets)).cast("B").cast("q")


def has_surrogate_pair(text: str) -> bool:
    """Tell whether a text has two surrogates that a tokenizer would join into one character."""
    return _SURROGATE_PAIR.search(text) is not None


def clean(text: str) -> str:
    """Replace lone surrogates by U+FFFD, as the tokenizer does, so that offsets stay where they are."""
    return _SURROGATES.sub("\ufffd", text)


@functools.lru_cache(maxsize=8)
def _table(encoding: Encoding) -> _Table:
    values = [b""] * (encoding.max_token_value + 1)
    for value, token in encoding._mergeable_ranks.items():
        values[token] = value
    lengths = np.array([len(value) for value in values])
    data = np.frombuffer(b"".join(values) + b"\0", np.uint8)
    first_at = np.concatenate(([0], np.cumsum(lengths)[:-1]))
    is_start = (data & 0xC0) != 0x80
    counted = np.concatenate(([0], np.cumsum(is_start)))
    some = lengths > 0
    first, last = data[first_at], data[np.maximum(first_at + lengths - 1, 0)]
    return _Table(
        starts=(counted[first_at + lengths] - counted[first_at]).astype(np.int16),
        inside=some & ~is_start[first_at],
        space=some & (first == 0x20),
        solid=some & ~np.isin(last, _MAY_END_WHITE_SPACE),
    )


class TokenIndex:
    """Measures any span of a text exactly in tokens.

    Args:
        text: the document.
        encoding: a tiktoken encoding.

    The text must not have surrogate pairs (:func:`has_surrogate_pair`): the tokenizer joins the two.

    Always: ``index.size(a, b) == len(encoding.encode(text[a:b], disallowed_special=()))``.

    >>> import tiktoken
    >>> index = TokenIndex("Half a token is not a token.", tiktoken.get_encoding("cl100k_base"))
    >>> index.size(0, 4), index.size(0, 28), index.size(2, 9)
    (1, 8, 3)
    """

    special = 0

    def __init__(self, text: str, encoding: Encoding) -> None:
        text = clean(text)
        tokens = quick(encoding, text)
        encode = tokens or encoding._core_bpe.encode_ordinary  # the public one also looks after lone surrogates
        ids = tokens(text) if tokens else encoding.encode_to_numpy(text, disallowed_special=())
        table = _table(encoding)
        ends = np.cumsum(table.starts[ids], dtype=np.int64)
        # A token that begins inside a character is placed after that character.
        starts = np.concatenate((np.zeros(1, np.int64), ends))
        self._whole = ~table.inside[ids]
        self._starts = view(starts)
        # The places that no piece reaches across, and the number of tokens before each.
        seam = table.solid[ids[:-1]] & table.space[ids[1:]]
        counts = np.flatnonzero(seam if encoding.name in _PROVEN else seam[:0]).astype(np.int64) + 1
        self._seams, self._counts = view(starts[counts]), view(counts)
        self._text, self._encoding, self._encode = text, encoding, encode

    @property
    def boundaries(self) -> Sequence[int]:
        """Find where tokens start on a whole character, the first left out, and the end of the text."""
        starts = np.asarray(self._starts)
        return view(np.append(starts[1:-1][self._whole[1:]], starts[-1:]) if len(self) else starts[:0])

    def __len__(self) -> int:
        """The number of tokens of the whole text."""
        return len(self._starts) - 1

    def size(self, start: int, end: int, header: str = "") -> int:
        """Count the tokens of ``header + text[start:end]`` exactly."""
        seams, counts = self._seams, self._counts
        # Nothing is a seam any more where a header meets the text.
        first = bisect_right(seams, start) if header else bisect_left(seams, start)
        last = bisect_right(seams, end) - 1
        if first >= last:
            return self._count(start, end, header)
        before = self._count(start, seams[first], header) if header or start < seams[first] else 0
        return before + counts[last] - counts[first] + self._count(seams[last], end)

    def _count(self, start: int, end: int, header: str = "") -> int:
        """Encode a span, with a header before it."""
        if header:
            return count_tokens(self._encoding, clean(header) + self._text[start:end])
        return len(self._encode(self._text[start:end]))

    def reach(self, start: int, amount: int) -> int:
        """Guess how far ``amount`` tokens from ``start`` can get, a little too far rather than short."""
        return self._starts[min(self._token(start) + amount + _SLACK, len(self))]

    def back(self, end: int, amount: int) -> int:
        """Guess where the last ``amount`` tokens before ``end`` begin, a little too early rather than late."""
        return self._starts[max(bisect_left(self._starts, end) - amount - _SLACK, 0)]

    def retreat(self, start: int, end: int, excess: int) -> int:  # noqa: ARG002
        """Guess where the last ``excess`` tokens before ``end`` begin, a little too late rather than early."""
        return self._starts[max(self._token(end) - max(excess - _SLACK, 0), 0)]

    def near(self, start: int, end: int, amount: int) -> bool:
        """Tell whether ``text[start:end]`` may be within ``amount`` tokens, rather yes than no."""
        return end <= self._starts[min(self._token(start) + amount + _SLACK, len(self._starts) - 1)]

    def _token(self, offset: int) -> int:
        """Find the token that starts at an offset, or the next; not one that begins inside the character before."""
        after = bisect_right(self._starts, offset)
        return after - 1 if after and self._starts[after - 1] == offset else after
