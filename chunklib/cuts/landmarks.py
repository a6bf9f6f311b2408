"""Choose cuts by what is written before them, so that an edit moves the cuts beside it and leaves the others."""

from collections.abc import Sequence
from hashlib import blake2b

MOST_RANK = 7
"""The highest rank: one cut in 128 has it."""


def ranks(text: str, offsets: Sequence[int]) -> list[int]:
    """Rank the cuts after pieces of a text by a hash of each piece: half of them have rank 0, a quarter rank 1, ...

    A rank depends on the words of its piece alone, not on its place or on the white space in it.

    Args:
        text: the text.
        offsets: where pieces end, rising, in characters; the last is the end of the text.

    Returns:
        a rank from 0 to ``MOST_RANK`` for each offset; the end of the text has the highest.

    >>> ranks("Tea is hot. Ice is cold. ", [12, 25])[0] == ranks("So: Tea is hot.  Ice is cold. ", [4, 17, 30])[1]
    True
    """
    found, start = [], 0
    for end in offsets[:-1]:
        piece = " ".join(text[start:end].split()).encode("utf-8", "surrogatepass")
        number = blake2b(piece, digest_size=1).digest()[0] | 1 << MOST_RANK
        found.append((number & -number).bit_length() - 1)
        start = end
    return [*found, MOST_RANK][: len(offsets)]
