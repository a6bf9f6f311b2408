"""Is a text that has to be cut, cut at all? Where it is not, nothing can be said of boundaries, overlap or order.

A chunk that is a little over the limit breaks one rule and is still judged by the others. One that runs on over
paragraphs, with several times the limit, has no ends to judge: without this, an answer that returns the whole text
would keep every rule about what lies between two chunks.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from chunklib.course.exercise import Broken
from chunklib.course.exercises.smart_chunk.reply import Piece, quote, tokens
from chunklib.course.exercises.smart_chunk.units import count, is_plain

_FAR = 4
"""Times the limit that a chunk over two paragraphs may have: whoever counts words for tokens stays below."""


def require_cuts(case: dict[str, Any], pieces: Iterable[Piece]) -> None:
    """Raise `Broken` for the first chunk that runs on over paragraphs, far over the limit."""
    limit = case.get("max_tokens", 500)
    if not is_plain(case["text"]):
        return
    for index, piece in enumerate(pieces):
        if "\n\n" not in piece.text.strip():
            continue
        size = count(piece.text, case.get("model", "gpt-4"))
        if size > _FAR * limit:
            why = f"chunks[{index}] has {tokens(size)}, where {limit} may be, and runs on over paragraphs"
            cause = "The text is not cut: mend the token limit first, and then look at this again."
            raise Broken(why, gave=quote(piece.text), cause=cause)
