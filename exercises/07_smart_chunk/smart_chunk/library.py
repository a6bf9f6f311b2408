"""The library's function with the arguments of the exercise, for lessons of learners who have not kept theirs."""

from __future__ import annotations

from typing import Any

from chunklib.strategies import recursive


def in_library(
    text: str, max_tokens: int = 500, overlap_tokens: int = 50, model: str = "gpt-4"
) -> list[dict[str, Any]]:
    """Return the chunks of ``recursive`` as dictionaries.

    >>> in_library("It rains. We wait.", max_tokens=4, overlap_tokens=0)[1]
    {'text': 'We wait.', 'tokens': 3, 'start_char': 10, 'end_char': 18}
    """
    return [
        {"text": chunk.text, "tokens": chunk.size, "start_char": chunk.start_char, "end_char": chunk.end_char}
        for chunk in recursive(text, max_tokens, overlap_tokens, ruler=model)
    ]
