r"""Tokenize with gigatoken where the extra ``fast`` is installed: tiktoken's own tokens, for a tenth of its time on English.

Both cut a text by the same pattern, which asks of every character whether it is a letter, a number, a mark or white space, and
gigatoken asks a newer Unicode. :data:`OTHER_KIND` has all characters for which the two can differ, and a text that holds one is
left to tiktoken, as one with surrogates is. This is known of the releases in :data:`COMPARED`; others are not used.

>>> OTHER_KIND.search("naïve 你好"), bool(OTHER_KIND.search("\u0295"))
(None, True)
"""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING

from chunklib.missing import version_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from tiktoken import Encoding

COMPARED = {"gigatoken": "0.10.0", "tiktoken": "0.14.0"}
# What Unicode 17 added to 16, and U+0295, which it made a letter without case.
OTHER_KIND = re.compile(
    r"[\u0295\u088f\u0c5c\u0cdc\u1acf-\u1add\u1ae0-\u1aeb\ua7ce\ua7cf\ua7d2\ua7d4\ua7f1\U00010940-\U00010959"
    r"\U00010ec5-\U00010ec7\U00010efa\U00010efb\U00011b60-\U00011b67\U00011db0-\U00011ddb\U00011de0-\U00011de9"
    r"\U00016ea0-\U00016eb8\U00016ebb-\U00016ed3\U00016ff2-\U00016ff6\U000187f8-\U000187ff\U00018d09-\U00018d1e"
    r"\U00018d80-\U00018df2\U0001e6c0-\U0001e6de\U0001e6e0-\U0001e6f5\U0001e6fe\U0001e6ff\U0002b73a-\U0002b73f"
    r"\U0002cea2-\U0002cead\U000323b0-\U00033479\ud800-\udfff]"
)
_VOCABULARIES = {"cl100k_base": "cl100k_base", "o200k_base": "o200k_base", "o200k_harmony": "o200k_base"}
_KEPT = 20_000_000  # characters after which its memory of pieces, up to some 8 bytes a character, begins empty again


class QuickTokens:
    """Gives the tokens of a text without a character of :data:`OTHER_KIND`, to any number of threads."""

    def __init__(self, encoding: Encoding) -> None:
        self._encoding = encoding
        self._begin()

    def _begin(self) -> None:
        from gigatoken import Tokenizer

        from tiktoken_ext.chunklib_vocabularies import cache_name, put_on_board

        folder, name = put_on_board(), _VOCABULARIES[self._encoding.name]
        if folder is None:
            raise FileNotFoundError(name)
        scheme = name.removesuffix("_base")
        whole = Tokenizer.from_tiktoken(folder / cache_name(name), pretokenizer=scheme, special_tokens={})
        self._encode = whole.backend.encode
        self._left = _KEPT

    def __call__(self, text: str) -> NDArray[np.uint32]:
        """Tokenize a text, special tokens as plain text; tiktoken helps while another thread is at it."""
        self._left -= len(text)
        try:
            if self._left < 0:
                self._begin()
            return self._encode(text)
        except (RuntimeError, OSError):  # borrowed by a thread, for good if a fork came between; no disk
            return self._encoding.encode_to_numpy(text, disallowed_special=())


@functools.lru_cache(maxsize=8)
def _quick(encoding: Encoding) -> QuickTokens | None:
    import tiktoken

    if encoding.name not in _VOCABULARIES or any(version_of(name) != COMPARED[name] for name in COMPARED):
        return None
    if encoding._core_bpe is not tiktoken.get_encoding(encoding.name)._core_bpe:
        return None  # another one that took the name
    try:
        return QuickTokens(encoding)
    except (ImportError, OSError):
        return None


def quick(encoding: Encoding, text: str) -> QuickTokens | None:
    """Find what gives the tokens of a text quicker than an encoding of tiktoken, and the same; None where nothing does."""
    return None if not text.isascii() and OTHER_KIND.search(text) else _quick(encoding)


def count(encoding: Encoding, text: str) -> int:
    """Count the tokens of a text, special tokens as plain text."""
    return len((quick(encoding, text) or encoding.encode_ordinary)(text))
