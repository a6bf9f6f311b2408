"""Is there anything to judge: does the limit decide where a text is cut, and is it cut between words?

One character, word or paragraph a chunk keeps most rules without any work, and such chunks stay the same whatever the
limit.

A chunk that is a little over the limit breaks one rule and is still judged by the others. One that runs on over
paragraphs, with several times the limit, has no ends to judge: without this, an answer that returns the whole text
would keep every rule about what lies between two chunks.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from classroom.judge.exercise import Broken, Call

from .reply import Piece, call, quote, tokens
from .units import count, is_plain

_FAR = 4
"""Times the limit that a chunk over two paragraphs may have; an answer that counts words for tokens stays below it."""


_LARGE: dict[str, Any] = {"text": "It is red. We go on.\n\nIt is old. We go.", "max_tokens": 40, "overlap_tokens": 0}
_SMALL: dict[str, Any] = {"text": "It is odd. We do so.\n\nIt is new. We do.", "max_tokens": 4, "overlap_tokens": 0}


def require_work(function: Call) -> None:
    """Raise `Broken` where chunks do not hang on the limit, or where most of them begin or end inside words.

    The two texts have the same form, so an answer that remembers a text and not its limit passes.
    """
    small, large = call(function, _SMALL), call(function, _LARGE)
    words = set(_LARGE["text"].split())
    if len(large) > 1 and [len(piece.text) for piece in small] == [len(piece.text) for piece in large]:
        why = f"with max_tokens={_SMALL['max_tokens']} a text of the same form is cut into the same {len(large)} pieces"
        raise Broken(why, cause="The limit decides how large the chunks are: put pieces together as long as they fit.")
    if len(small) == len(large) == 1:
        raise Broken("with max_tokens=4 such a text is one chunk, too", cause="The text is not cut: begin there.")
    if sum(not words.issuperset(piece.text.split()) for piece in large) * 2 > len(large):
        raise Broken("most of these chunks begin or end inside a word", cause="Cut between words: each of them fits.")


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
            cause = "The text is not cut: keep the token limit first, and then look at this again."
            raise Broken(why, gave=quote(piece.text), cause=cause)
