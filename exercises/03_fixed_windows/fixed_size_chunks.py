"""Windows of characters over a text."""

from __future__ import annotations

import string
from typing import TYPE_CHECKING, Any

from classroom.judge.exercise import Exercise
from classroom.properties.windows import Windows, read_texts, window_properties

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

_FIRST_HAN = 0x4E00
_HOSTILE = "ab \n\r\t\x00é\u0301\u2028汉ไ\U0001f469\u200d\U0001f33e"


def _distinct(length: int) -> str:
    """Return a text of characters that all differ: letters and digits, or Chinese characters where more are needed."""
    known = string.ascii_lowercase + string.ascii_uppercase + string.digits
    return known[:length] if length <= len(known) else "".join(map(chr, range(_FIRST_HAN, _FIRST_HAN + length)))


def _texts() -> SearchStrategy[Any]:
    from hypothesis import strategies as st

    return st.text(st.sampled_from(_HOSTILE), min_size=1, max_size=30)


EXERCISE = Exercise(
    hints=(
        (
            "Write ten characters on paper and mark windows of 4 that share 1. Where does each window start? What is "
            "the distance between two starts?"
        ),
        (
            "A loop over the starts is enough: the first is 0, and each is size - overlap after the one before. A "
            "slice text[start:start + size] stops at the end of the text by itself."
        ),
        (
            "Test the arguments first. In the loop, add the slice, and then ask whether it has reached the end of the "
            "text: if start + size >= len(text), this window was the last one."
        ),
    ),
    properties=window_properties(
        Windows(
            default_size=1000,
            default_overlap=200,
            item="character",
            distinct=_distinct,
            read=read_texts,
            hostile=_texts,
            real=("aaaaaaa", "cafe\u0301s", "ab" * 1500, "a  b\n\n c ", "é\r\n汉字\U0001f469\u200d\U0001f33e!"),
            plain="a b c d e f g h",
        )
    ),
)
