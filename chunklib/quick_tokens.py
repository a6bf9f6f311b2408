r"""Tokenize with gigatoken where the extra ``fast`` is installed: tiktoken's own tokens, in a tenth of the time.

Both cut a text by the same pattern, which asks of every character whether it is a letter, a number, a mark or white
space, and gigatoken asks a newer Unicode. :data:`OTHER_KIND` finds every character for which the two can differ; a
text that holds one is left to tiktoken, as one with surrogates is. That is known of the releases in :data:`COMPARED`;
no others are used.

>>> OTHER_KIND.search("naïve 你好"), bool(OTHER_KIND.search("\u0295"))
(None, True)
"""

from __future__ import annotations

import functools
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

from chunklib.errors import InvalidValue
from chunklib.missing import version_of
from chunklib.utf8 import beyond_ascii

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from tiktoken import Encoding

SWITCH = "CHUNKLIB_FAST"
"""The variable of the environment that, at 0, leaves the counting to tiktoken."""
COMPARED = {"gigatoken": "0.10.0", "tiktoken": "0.14.0"}
# What Unicode 17 added to 16, U+0295, which it made a letter without case, and surrogates: said as all but the rest,
# which `re` finds eight times sooner.
OTHER_KIND = re.compile(
    r"[^\0-\u0294\u0296-\u088e\u0890-\u0c5b\u0c5d-\u0cdb\u0cdd-\u1ace\u1ade-\u1adf\u1aec-\ua7cd\ua7d0-\ua7d1\ua7d3"
    r"\ua7d5-\ua7f0\ua7f2-\ud7ff\ue000-\U0001093f\U0001095a-\U00010ec4\U00010ec8-\U00010ef9\U00010efc-\U00011b5f"
    r"\U00011b68-\U00011daf\U00011ddc-\U00011ddf\U00011dea-\U00016e9f\U00016eb9-\U00016eba\U00016ed4-\U00016ff1"
    r"\U00016ff7-\U000187f7\U00018800-\U00018d08\U00018d1f-\U00018d7f\U00018df3-\U0001e6bf\U0001e6df"
    r"\U0001e6f6-\U0001e6fd\U0001e700-\U0002b739\U0002b740-\U0002cea1\U0002ceae-\U000323af\U0003347a-\U0010ffff]"
)
_VOCABULARIES = {"cl100k_base": "cl100k_base", "o200k_base": "o200k_base", "o200k_harmony": "o200k_base"}
# Its memory of pieces grows by up to some 8 bytes a character if no word comes twice, and by little in a language.
_KEPT = 20_000_000  # characters after which the memory of this process is looked at
_MOST = 80_000_000  # bytes by which it may have grown until the memory of pieces begins empty again


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
        self._left, self._begun = _KEPT, _resident()

    def _look(self) -> None:
        """Begin again if this process has grown by much, or does not know how large it is."""
        now = _resident()
        if now is None or self._begun is None or now - self._begun > _MOST:
            self._begin()
        self._left = _KEPT

    def __call__(self, text: str) -> NDArray[np.uint32]:
        """Tokenize a text, special tokens as plain text; tiktoken helps while another thread is at it."""
        self._left -= len(text)
        try:
            if self._left < 0:
                self._look()
            return self._encode(text)
        except (RuntimeError, OSError):  # borrowed by a thread, for good if a fork came between; no disk
            return self._encoding.encode_to_numpy(text, disallowed_special=())


def _resident() -> int | None:
    """Give the bytes of memory that this process takes, on Linux."""
    try:
        return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, AttributeError):
        return None


def is_off() -> bool:
    """Tell whether the variable of the environment says that tiktoken counts."""
    if (said := os.environ.get(SWITCH, "1")) not in ("0", "1"):
        raise InvalidValue(f"{SWITCH} must be 0 (tiktoken counts) or 1: got {said!r}")
    return said == "0"


@functools.lru_cache(maxsize=8)
def _quick(encoding: Encoding) -> QuickTokens | None:
    import tiktoken

    if is_off() or encoding.name not in _VOCABULARIES or any(version_of(name) != COMPARED[name] for name in COMPARED):
        return None
    if encoding._core_bpe is not tiktoken.get_encoding(encoding.name)._core_bpe:
        return None  # another one that took the name
    try:
        return QuickTokens(encoding)
    except (ImportError, OSError):
        return None


def quick(encoding: Encoding, text: str) -> QuickTokens | None:
    """Find what gives the tokens of a text as tiktoken does, and quicker; None where nothing does."""
    found = _quick(encoding)
    return None if found and not text.isascii() and OTHER_KIND.search(beyond_ascii(text)) else found


def count(encoding: Encoding, text: str) -> int:
    """Count the tokens of a text, special tokens as plain text."""
    return len((quick(encoding, text) or encoding.encode_ordinary)(text))
