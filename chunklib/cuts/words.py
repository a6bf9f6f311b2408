"""Cut between words, after a run of white space."""

from collections.abc import Sequence

import numpy as np

from chunklib.token_index import view

_BLOCK = 65_536  # characters that are looked at together: four bytes each, and they stay in the processor's cache
# Whether str.isspace() holds, for every character up to one after the last for which it does (U+3000).
_IS_WHITE = np.array([chr(code).isspace() for code in range(0x3002)])


def words(text: str) -> Sequence[int]:
    r"""Find the start of every word but the first, and the end of the text.

    Args:
        text: any text.

    Returns:
        rising offsets in characters; a word is what white space (``str.isspace``) separates.

    >>> list(words("one  two\nthree "))
    [5, 9, 15]
    """
    white = np.empty(len(text), np.bool_)
    for at in range(0, len(text), _BLOCK):
        block = text[at : at + _BLOCK].encode("utf-32-le", "surrogatepass")
        _IS_WHITE.take(np.frombuffer(block, np.uint32), mode="clip", out=white[at : at + _BLOCK])
    starts = np.flatnonzero(white[:-1] & ~white[1:]) + 1
    offsets = np.append(starts, len(text)) if text else starts
    return view(offsets.astype(np.int64))
