"""Cuts between words: behind a run of white space, so that a word begins the next piece."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from chunklib.bpe import view

# Every character for which str.isspace() holds.
_WHITE_SPACE = np.array(
    [
        *(*range(0x09, 0x0E), *range(0x1C, 0x21), 0x85, 0xA0, 0x1680),
        *(*range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F, 0x205F, 0x3000),
    ],
    dtype=np.uint32,
)


def words(text: str) -> Sequence[int]:
    r"""Find the start of every word but the first, and the end of the text.

    Args:
        text: any text.

    Returns:
        rising offsets in characters; a word is what white space (``str.isspace``) separates.

    >>> list(words("one  two\nthree "))
    [5, 9, 15]
    """
    if text.isascii():
        # One byte a character is a quarter of the memory, and every ASCII white space is below "!".
        codes = np.frombuffer(text.encode("ascii"), np.uint8)
        white = (codes == 0x20) | ((codes >= 0x09) & (codes <= 0x0D)) | ((codes >= 0x1C) & (codes <= 0x1F))
    else:
        codes32 = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
        table = np.zeros(0x3001, np.bool_)
        table[_WHITE_SPACE] = True
        white = table[np.minimum(codes32, 0x3000 - 1)] | (codes32 == 0x3000)
    starts = np.flatnonzero(white[:-1] & ~white[1:]) + 1
    offsets = np.append(starts, len(text)) if text else starts
    return view(offsets.astype(np.int64))
