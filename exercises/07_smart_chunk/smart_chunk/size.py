"""Questions of size: is every chunk within the limit, and does it say how many tokens it has?"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from classroom.judge.exercise import Broken, Call, Raised, Words

from .content import lost_at, require_offsets
from .cutting import require_work
from .reply import Piece, call, quote, tokens
from .sharing import require_small_overlap
from .units import count

_SPECIAL_NAMES = ("<|endo", "<|fim_")
_OTHER_MODEL = {"gpt-4": "gpt-4o", "gpt-4o": "gpt-4"}


def token_limit(function: Call, **case: Any) -> None:
    """No chunk has more than `max_tokens` tokens, and `tokens` is the count of the chunk's own text."""
    require_work(function)
    _require_sizes(case, call(function, case))


def model_asked(function: Call, **case: Any) -> None:
    """Chunks and overlaps are measured in the tokens of the model that the call names."""
    require_work(function)
    pieces = call(function, case)
    _require_sizes(case, pieces)
    require_offsets(case["text"], pieces)
    require_small_overlap(case, pieces)


def special_tokens(function: Call, **case: Any) -> None:
    """Text that looks like a special token is text: nothing is raised, lost or counted as one token."""
    require_work(function)
    try:
        pieces = call(function, case)
    except Raised as raised:
        if not raised.is_a("ValueError"):
            raise
        why = f"raised {raised.type_name} on text that holds the name of a special token"
        raise Broken(why, gave=raised.message.partition("\n")[0]) from None
    _require_sizes(case, pieces)
    require_offsets(case["text"], pieces)
    lost = lost_at(case["text"], pieces)
    if lost is not None:
        raise Broken(f"lost {quote(case['text'][lost:], 20)} at character {lost}")


def _require_sizes(case: dict[str, Any], pieces: Iterable[Piece]) -> None:
    model, limit = case.get("model", "gpt-4"), case.get("max_tokens", 500)
    for index, piece in enumerate(pieces):
        if len(piece.text) > len(case["text"]):
            raise Broken(f"chunks[{index}] is longer than the whole text", gave=quote(piece.text))
        size = count(piece.text, model)
        if size > limit:
            why = f"chunks[{index}] has {tokens(size)}; the limit is {limit}"
            raise Broken(why, gave=piece.text, cause=_cause_of_excess(piece, case, size))
        if size != piece.tokens:
            why = f"chunks[{index}] has {tokens(size)} and says {piece.tokens}"
            expected = Words(f'"tokens": {size}')
            raise Broken(why, gave=piece.shown(), expected=expected, cause=_cause(piece, case, model))


def _cause_of_excess(piece: Piece, case: dict[str, Any], size: int) -> str:
    if any(name in piece.text for name in _SPECIAL_NAMES):
        return ""
    if piece.tokens != size:
        return f"tokens says {piece.tokens}: the count is not that of this text and model, but an estimate or a sum."
    if piece.text == case["text"].strip() and len(piece.text.split()) > 1:
        return "Nothing is cut here: count the joined text, compare it with <=, and try the next smaller separator."
    if len(piece.text.split()) == 1:
        return "A word over the limit is cut between characters; max_tokens itself is the most, and counted in tokens."
    if case.get("overlap_tokens"):
        return "The overlap is added when the chunk is already full, or counts of pieces are added up."
    return ""


def _cause(piece: Piece, case: dict[str, Any], model: str) -> str:
    other = _OTHER_MODEL[model]
    if any(name in piece.text for name in _SPECIAL_NAMES):
        return ""
    if piece.tokens == count(piece.text, other):
        return f"Counted with the encoding of {other}; the call asks for {model}."
    if piece.tokens == len(piece.text):
        return "Characters are counted, not tokens."
    text = case["text"]
    wider = text[len(text[: piece.start].rstrip()) : len(text) - len(text[piece.end :].lstrip())]
    around = (text[piece.start :][: len(piece.text) + 1], wider, wider.lstrip(), wider.rstrip())
    if piece.tokens in {count(one, model) for one in around}:
        return "The tokens are counted before white space is stripped."
    return "Count the text that is returned, when it is final; counts of its parts do not add up."
