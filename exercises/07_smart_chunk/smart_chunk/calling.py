"""The call itself: what is refused, what left-out arguments mean, and that the same call gives the same chunks."""

from __future__ import annotations

from typing import Any

from classroom.judge.exercise import Broken, Call, Raised, Words

from .cutting import require_work
from .reply import Piece, call, read

_ORDER = "The order or the default values of the arguments are not those of the task."
_DEFAULTS: dict[str, Any] = {"max_tokens": 500, "overlap_tokens": 50, "model": "gpt-4"}


def the_call(function: Call, **case: Any) -> None:
    """`ValueError` unless `0 <= overlap_tokens < max_tokens`; else the same chunks however it is called."""
    require_work(function)
    full = _DEFAULTS | case
    rule = f"0 <= {full['overlap_tokens']} < {full['max_tokens']}"
    if 0 <= full["overlap_tokens"] < full["max_tokens"]:
        _require_same(function, case, full, rule)
    else:
        _require_refusal(function, case, rule)


def _require_refusal(function: Call, case: dict[str, Any], rule: str) -> None:
    try:
        function(**case)
    except Raised as raised:
        if raised.is_a("ValueError"):
            return
        raise Broken(f"{rule} is false, and {raised.type_name} was raised", expected=Words("ValueError")) from None
    raise Broken(f"{rule} is false, and no ValueError was raised")


def _require_same(function: Call, case: dict[str, Any], full: dict[str, Any], rule: str) -> None:
    pieces = _chunks(function, case, rule)
    if call(function, case) != pieces:
        cause = "Something is left over from the call before, or chance decides."
        raise Broken("the same call, made twice, gives different chunks", cause=cause)
    in_order = (full[name] for name in ("text", "max_tokens", "overlap_tokens", "model"))
    try:
        again = read(function(*in_order))
    except Raised as raised:
        why = f"without their names, in order, the same arguments raise {raised.type_name}"
        raise Broken(why, gave=raised.message, cause=_ORDER) from None
    if again != pieces:
        why = "written out in order, max_tokens=500, overlap_tokens=50 and model='gpt-4' give other chunks"
        if len(case) == len(full):
            why = "the same arguments without their names, in order, give other chunks"
        raise Broken(why, cause=_ORDER)


def _chunks(function: Call, case: dict[str, Any], rule: str) -> list[Piece]:
    try:
        return call(function, case)
    except Raised as raised:
        if raised.is_a("ValueError"):
            raise Broken(f"{rule} is true, and {raised.type_name} was raised", gave=raised.message) from None
        raise
